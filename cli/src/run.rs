//! `bidlang run FILE`

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bidlang::diagnostic::{Code, Diagnostic, Span, printable};
use bidlang::{Error, Game, Prepared, Replay, Seed};
use bidlang_players::{Goal, Level};
use clap::ValueEnum;

use crate::seats::{self, OnFailure, Player, Setting, SomeSeats};
use crate::{End, counts, files, game, loader, output, report};

/// Plays a game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file; `-` is standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub setting: Setting,
    /// The seed of all chance; drawn by the operating system where nothing is said. Told where everything is told, and to persons at the end
    #[arg(long, short, allow_negative_numbers = true)]
    pub seed: Option<Seed>,
    /// Who plays a seat, or several as in 2..=random: human, easy, normal, hard, search:iterations=N, search:think=TIME, random, first or cmd:PROGRAM (see docs/players.md); at a terminal seat 1 is yours, and the others are normal; may be given several times
    #[arg(long, value_name = "SEAT=PLAYER", value_parser = seats::played)]
    pub seat: Vec<SomeSeats<Player>>,
    /// What those who think are after: both, win, score, margin (see docs/players.md)
    #[arg(long, value_name = "GOAL", value_parser = seats::goal, default_value = "both")]
    pub goal: Goal,
    /// How long a program that plays has for each choice: `10s`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = seats::time, default_value = "10s")]
    pub bot_time: Duration,
    /// What is done where a program that plays ends, says nothing in time, or answers what is no legal choice
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnFailure::Stop)]
    pub on_bot_failure: OnFailure,
    /// Names of the seats, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub names: Vec<String>,
    /// What is shown: what this seat may see, or all; your own seat at a terminal, all elsewhere
    #[arg(long, value_name = "SEAT|all", value_parser = view)]
    pub view: Option<ViewOf>,
    /// Write the record of the game to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play a record again, up to its end or to where the game was left, and see that each line is what the rules give
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "options", "seed", "seat", "names", "hands", "resume"])]
    pub replay: Option<PathBuf>,
    /// Go on with the game of a record that was left; the record goes on in its file, or in that of `--record`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "options", "seed", "names"])]
    pub resume: Option<PathBuf>,
    /// With `--replay` and `--resume`: take the choices of the record as they are, and look at no other line
    #[arg(long)]
    pub trust: bool,
    /// A transcript for people, or a record as lines of JSON (see docs/record.md)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Stop after so many hands: passes of the first phase that repeats
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub hands: Option<u32>,
    /// Most decisions before the game is stopped; 1,000,000 where nothing is said
    #[arg(long, value_name = "N", value_parser = counts::limit)]
    pub decisions: Option<u64>,
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
    pub seed: Seed,
    /// The record that is played again or gone on with.
    pub recorded: Option<Replay>,
}

impl Plan {
    /// Who plays a seat.
    pub fn player(&self, seat: u8) -> Option<&Player> {
        self.players.get(usize::from(seat))
    }
}

pub fn run(args: &Args) -> End {
    match plan(args) {
        Ok(plan) => game::play(args, plan),
        Err(end) => end,
    }
}

fn told<T>(found: Result<T, Diagnostic>) -> Result<T, End> {
    found.map_err(|problem| {
        report::plain(&problem);
        End::Usage
    })
}

/// Sees that the flags go together.
fn fits(args: &Args) -> Result<(), Diagnostic> {
    let kept = args.replay.as_ref().or(args.resume.as_ref());
    if args.trust && kept.is_none() {
        return Err(usage("`--trust` goes with `--replay` or `--resume`").help("leave it out, or name a record"));
    }
    let standard = |path: &Path| path == Path::new("-");
    if standard(&args.file) && kept.is_some_and(|path| standard(path)) {
        return Err(usage("both the rules file and the record are standard input").help("give one of them by its name"));
    }
    let nameless = |path: &Path| standard(path) || files::is_special(path);
    if args.record.is_none() && args.resume.as_ref().is_some_and(|path| nameless(path)) {
        return Err(usage("this record is no file that can go on").help("say with `--record FILE` where it goes on"));
    }
    Ok(())
}

/// Reads a record and sees, unless it is trusted, that each of its lines is what the rules give.
fn recorded(game: &Game, path: &Path, trust: bool) -> Result<(Prepared, Replay), End> {
    let refused = |error: Error| report::error(&error);
    let text = told(files::read_up_to(path, files::LONGEST_RECORD))?;
    let replay = Replay::read(&text.text).map_err(refused)?;
    let prepared = game.prepare_replay(&replay).map_err(refused)?;
    if !trust {
        replay.check(&prepared).map_err(refused)?;
    }
    let name = printable(&text.name);
    // Where nobody has chosen yet nothing is left out that matters.
    if replay.short && !trust && !replay.choices.is_empty() {
        output::note(&format!("{name} is a short record: it tells decisions, and not what follows from them"));
    }
    if replay.cut {
        output::note(&format!("the last line of {name} is cut, and left out"));
    }
    if !replay.whole {
        output::note(&format!("{name} has no last line: the game was left after {}", made(&replay)));
    }
    Ok((prepared, replay))
}

/// How many choices a record has, in words.
pub fn made(replay: &Replay) -> String {
    match replay.choices.len() {
        1 => "1 choice".to_owned(),
        choices => format!("{choices} choices"),
    }
}

fn plan(args: &Args) -> Result<Plan, End> {
    told(fits(args))?;
    let game = loader::game_with_warnings(&args.file)?;
    let refused = |error: Error| report::error(&error);
    let (prepared, recorded) = match args.replay.as_ref().or(args.resume.as_ref()) {
        Some(path) => {
            let (prepared, replay) = recorded(&game, path, args.trust)?;
            (prepared, Some(replay))
        }
        None => (game.prepare(&args.setting.setup().names(args.names.clone())).map_err(refused)?, None),
    };
    if args.resume.is_some()
        && let Some(replay) = recorded.as_ref().filter(|replay| replay.whole && replay.left.is_none())
    {
        let problem = usage(format!("the game of this record is over, after {}", made(replay)));
        return told(Err(problem.help("only a game that was left can be gone on with; `--replay` shows this one")));
    }
    let count = prepared.players();
    let at_terminal =
        std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && args.format == Format::Text && !args.quiet;
    let mut players = vec![Player::Random; usize::from(count)];
    if at_terminal
        && args.replay.is_none()
        && let [first, others @ ..] = players.as_mut_slice()
    {
        *first = Player::Human;
        // Who sits alone plays against those who think.
        others.fill(Player::Thinks(Level::Normal));
    }
    told(seats::seated(&args.seat, &mut players))?;
    if let Some(ViewOf::Seat(seat)) = args.view
        && seat >= count
    {
        return told(Err(usage(seats::no_seat(seat + 1, count))));
    }
    let seed = match &recorded {
        Some(replay) => replay.seed,
        None => args.seed.map_or_else(|| seats::seed(None).map(Seed::from), Ok)?,
    };
    Ok(Plan { prepared, players, seed, recorded })
}
