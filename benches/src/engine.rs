//! The engine, played as the hand-written games are.

use std::path::Path;

use bidlang::engine::{Desk, Fault, Pause, Runner, Silent, Stream, each_seat};
use bidlang::loader::{Loader, Missing, Source};
use bidlang::{Game, MOST_DECISIONS, Prepared, Setup, Table};

use crate::baseline::Played;

/// The five games, each with the player count that is measured.
pub const FIVE: [(&str, u8); 5] =
    [("auction_house", 4), ("bid_fair", 2), ("bid_war", 4), ("do_my_bidding", 4), ("varg_bid", 4)];

/// The text of a shipped game, by its path under `games/` without ending; of one of `benches/games/`, as `benches/NAME`.
///
/// # Errors
/// If there is no such file.
pub fn text(name: &str) -> std::io::Result<String> {
    let path = match name.strip_prefix("benches/") {
        Some(name) => format!("games/{name}.bid"),
        None => format!("../games/{name}.bid"),
    };
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
}

/// The shipped games as bases of variants, and those whose variants say one thing more to be counted.
struct Games;

impl Loader for Games {
    fn base(&self, _: &str, name: &str) -> Result<Source, Missing> {
        let beside =
            ["", "variants/", "../benches/games/constructs/"].into_iter().map(|folder| format!("{folder}{name}"));
        beside.into_iter().find_map(|name| source(&name).ok()).ok_or_else(|| Missing::Unknown(Vec::new()))
    }

    fn library(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Unknown(Vec::new()))
    }
}

fn source(name: &str) -> std::io::Result<Source> {
    Ok(Source { key: name.to_owned(), name: format!("{name}.bid"), text: text(name)? })
}

/// A shipped game, by its path under `games/` without ending, for a player count and options.
///
/// # Errors
/// What is wrong with it.
pub fn game(name: &str, players: u8, options: &[(&str, &str)]) -> Result<Prepared, String> {
    let source = source(name).map_err(|error| error.to_string())?;
    let setup = options.iter().fold(Setup::players(players), |setup, (name, value)| setup.option(*name, *value));
    let game = Game::load(&source, &Games).map_err(|error| error.to_string())?;
    game.prepare(&setup).map_err(|error| error.to_string())
}

/// The choice that waits at a table: whose it is and among how many; nothing when the game is over.
///
/// # Errors
/// A fault of the game.
pub fn pending(table: &mut Table) -> Result<Option<(u8, u64)>, Fault> {
    let Pause::Decision(seats) = table.advance(&mut Silent)? else { return Ok(None) };
    let seat = each_seat(seats).next().unwrap_or(0);
    Ok(Some((seat, table.runner.choices(&mut table.desk, seat))))
}

/// The `n`th choice of a seat is taken.
///
/// # Errors
/// A fault of the game.
pub fn apply(table: &mut Table, seat: u8, n: u64) -> Result<(), Fault> {
    let choice = table.runner.nth_choice(&mut table.desk, seat, n).unwrap_or_default();
    table.make(seat, &choice, false, &mut Silent)
}

/// A game ready to be played fast, and the desk on which it is.
pub struct Fast {
    runner: Runner,
    desk: Desk,
}

impl Fast {
    /// Makes a game ready.
    #[must_use]
    pub fn new(prepared: &Prepared) -> Self {
        let runner = Runner::new(&prepared.compiled().program);
        let desk = runner.desk(0);
        Self { runner, desk }
    }

    /// Plays a game with random players: chance from stream 0 of a seed, all choices from stream 1.
    ///
    /// # Errors
    /// A fault of the game.
    pub fn play(&mut self, seed: u64) -> Result<Played, Fault> {
        self.runner.restart(&mut self.desk, seed);
        let mut players = Stream::of_players(seed);
        let played = self.runner.play(&mut self.desk, &mut players, MOST_DECISIONS)?;
        Ok(Played { decisions: played.decisions, choices: played.choices })
    }

    /// Plays a game with the same random players by steps: whose turn it is, how many choices there are, the n-th is taken.
    ///
    /// # Errors
    /// A fault of the game.
    pub fn play_by_steps(&mut self, seed: u64) -> Result<Played, Fault> {
        self.runner.restart(&mut self.desk, seed);
        let mut players = Stream::of_players(seed);
        let mut played = Played::default();
        while let Pause::Decision(seats) = self.runner.run(&mut self.desk, &mut Silent)? {
            let Some(seat) = each_seat(seats).next() else { break };
            let count = self.runner.choices(&mut self.desk, seat);
            let n = if count > 1 { players.below_long(count) } else { 0 };
            self.runner.take(&mut self.desk, seat, n)?;
            played.decisions += 1;
            played.choices += u64::from(count > 1);
        }
        Ok(played)
    }
}
