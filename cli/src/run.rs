//! `bidlang run FILE`

use std::io::IsTerminal;
use std::path::PathBuf;

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::{Error, MOST_DECISIONS, Prepared, Replay};
use clap::ValueEnum;

use crate::seats::{self, Player, Setting};
use crate::{End, files, game, loader, report};

/// Plays a game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file; `-` is standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub setting: Setting,
    /// The seed of all chance; drawn from the clock where nothing is said, and printed
    #[arg(long, short)]
    pub seed: Option<u64>,
    /// Who plays a seat: SEAT=human, SEAT=random or SEAT=first; may be given several times
    #[arg(long, value_name = "SEAT=PLAYER", value_parser = seats::seat)]
    pub seat: Vec<(u8, Player)>,
    /// Names of the seats, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub names: Vec<String>,
    /// What is shown: what this seat may see, or all; your own seat at a terminal, all elsewhere
    #[arg(long, value_name = "SEAT|all", value_parser = view)]
    pub view: Option<ViewOf>,
    /// Write the record of the game to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play a record again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "options", "seed", "seat", "names", "hands"])]
    pub replay: Option<PathBuf>,
    /// A transcript for people, or a record as lines of JSON (see docs/record.md)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Stop after so many hands: passes of the first phase that repeats
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub hands: Option<u32>,
    /// Most decisions before the game is stopped
    #[arg(long, value_name = "N", default_value_t = MOST_DECISIONS, value_parser = clap::value_parser!(u64).range(1..))]
    pub decisions: u64,
    /// Print only the final scores
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Jsonl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewOf {
    All,
    Seat(u8),
}

fn view(text: &str) -> Result<ViewOf, String> {
    if text == "all" {
        return Ok(ViewOf::All);
    }
    let seat: Option<u8> = text.parse().ok().filter(|seat| *seat >= 1);
    seat.map(|seat| ViewOf::Seat(seat - 1)).ok_or_else(|| "say a seat, numbered from 1, or `all`".to_owned())
}

pub fn usage(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Usage, Span::default(), message)
}

/// Everything that is settled before the first card is dealt.
pub struct Plan {
    pub prepared: Prepared,
    pub players: Vec<Player>,
    pub seed: u64,
    pub replay: Option<Replay>,
}

pub fn run(args: &Args) -> End {
    match plan(args) {
        Ok(plan) => game::play(args, &plan),
        Err(end) => end,
    }
}

fn told<T>(found: Result<T, Diagnostic>) -> Result<T, End> {
    found.map_err(|problem| {
        report::plain(&problem);
        End::Usage
    })
}

fn plan(args: &Args) -> Result<Plan, End> {
    let game = loader::game_with_warnings(&args.file)?;
    let refused = |error: Error| report::error(&error);
    let (prepared, replay) = match &args.replay {
        Some(path) => {
            let text = told(files::read_up_to(path, files::LONGEST_RECORD))?;
            let replay = Replay::read(&text.text).map_err(refused)?;
            (game.prepare_replay(&replay).map_err(refused)?, Some(replay))
        }
        None => (game.prepare(&args.setting.setup().names(args.names.clone())).map_err(refused)?, None),
    };
    let count = prepared.players();
    let at_terminal =
        std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && args.format == Format::Text && !args.quiet;
    let mut players = vec![Player::Random; usize::from(count)];
    if at_terminal
        && replay.is_none()
        && !args.seat.iter().any(|(_, player)| *player == Player::Human)
        && let Some(first) = players.first_mut()
    {
        *first = Player::Human;
    }
    for (seat, player) in &args.seat {
        match players.get_mut(usize::from(*seat)) {
            Some(slot) => *slot = *player,
            None => return told(Err(usage(format!("there is no seat {}: {count} players play", seat + 1)))),
        }
    }
    if let Some(ViewOf::Seat(seat)) = args.view
        && seat >= count
    {
        return told(Err(usage(format!("there is no seat {}: {count} players play", seat + 1))));
    }
    let seed = match &replay {
        Some(replay) => replay.seed,
        None => seats::seed(args.seed)?,
    };
    Ok(Plan { prepared, players, seed, replay })
}
