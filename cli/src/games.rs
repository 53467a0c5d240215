//! `bidlang games`: the rules files that come with bidlang, a line each.

use std::fmt::Write;

use bidlang::loader::shipped_names;
use bidlang::{Game, Setup};
use bidlang_games::Shipped;
use bidlang_lab::sim::{Counter, Watched};
use clap::ValueEnum;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::loader;
use crate::{End, output};

/// Lists the games that come with bidlang.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A list for people, or everything for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What is told of a game.
struct Told {
    shipped: &'static Shipped,
    title: String,
    fewest: u8,
    most: u8,
    /// Choices that the players make in a game, all together: the median of some random games with the fewest players; none
    /// where most of them are longer than [`LONGEST`].
    choices: Option<u64>,
    about: String,
}

/// So many games are played to say how long one is.
const GAMES: u64 = 9;
/// Decisions of the longest game whose length is told.
const LONGEST: u64 = 5_000;

pub fn run(args: &Args) -> End {
    let told: Vec<Told> = bidlang_games::ALL.par_iter().filter_map(told).collect();
    match args.format {
        Format::Text => text(&told),
        Format::Json => {
            let games: Vec<Value> = told.iter().map(row).collect();
            let libraries: Vec<&str> = shipped_names().collect();
            output::line(
                &serde_json::to_string_pretty(&json!({"version": 1, "games": games, "libraries": libraries}))
                    .unwrap_or_default(),
            );
        }
    }
    End::Fine
}

/// A shipped file always loads: a test holds each to that.
fn told(shipped: &'static Shipped) -> Option<Told> {
    let game = Game::load(&bidlang_host::from_ship(shipped), &loader::disk()).ok()?;
    let (fewest, most) = (*game.players().start(), *game.players().end());
    Some(Told {
        shipped,
        title: game.title().to_owned(),
        fewest,
        most,
        choices: choices(&game, fewest),
        about: bidlang_book::description(&game).unwrap_or_default(),
    })
}

fn choices(game: &Game, players: u8) -> Option<u64> {
    let prepared = game.prepare(&Setup::players(players)).ok()?;
    let watched = Watched::new(&prepared);
    let mut counter = Counter::new(&watched, LONGEST);
    let mut lengths: Vec<Option<u64>> =
        (1..=GAMES).map(|seed| counter.play(seed).ok().map(|outcome| outcome.free)).collect();
    lengths.sort_by_key(|length| length.unwrap_or(u64::MAX));
    lengths.get(lengths.len() / 2).copied().flatten()
}

fn row(told: &Told) -> Value {
    json!({
        "name": told.shipped.name,
        "folder": told.shipped.folder,
        "title": told.title,
        "players": [told.fewest, told.most],
        "choices": told.choices,
        "about": told.about,
    })
}

fn text(told: &[Told]) {
    let width = told.iter().map(|told| told.shipped.name.len()).max().unwrap_or(0);
    let mut folder = None;
    for told in told {
        if folder != Some(told.shipped.folder) {
            if folder.is_some() {
                output::line("");
            }
            folder = Some(told.shipped.folder);
            output::line(match told.shipped.folder {
                "" => "games",
                folder => folder,
            });
        }
        let players = if told.fewest == told.most {
            told.fewest.to_string()
        } else {
            format!("{} to {}", told.fewest, told.most)
        };
        let mut line = format!("  {:<width$}  {players:>6} players", told.shipped.name);
        let _ = match told.choices {
            Some(choices) => write!(line, "  {choices:>5} choices"),
            None => write!(line, "  {:>5} choices", "many"),
        };
        output::beside(&line, &told.about);
    }
    output::line("");
    let libraries: Vec<&str> = shipped_names().collect();
    output::told(&format!(
        "Libraries, which a game takes in with `use NAME`: {}. Read one: `bidlang show NAME`.",
        libraries.join(", ")
    ));
    output::line("");
    output::told(
        "Choices are those of all players in a random game. Play one by its name: `bidlang run NAME`; read it: `bidlang show NAME`; make a variant of it: `bidlang new MINE --from NAME`.",
    );
}
