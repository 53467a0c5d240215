//! `bidlang doc FILE`

use std::path::{Path, PathBuf};

use bidlang::Game;
use bidlang::loader::Loader;
use bidlang::syntax::tree::{File, Item};
use bidlang_book::Settled;
use clap::ValueEnum;

use crate::run::usage;
use crate::seats::Setting;
use crate::{End, files, loader, output, report, test, written};

/// Writes a rule book for people.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file; `-` is standard input
    file: PathBuf,
    /// How the book is written; HTML where the name of `--out` says so
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A summary on one page, for those who know the rules; HTML
    #[arg(long, conflicts_with_all = ["cards", "pad", "example"])]
    card: bool,
    /// The cards of the deck to print and cut out, nine to a page; HTML
    #[arg(long, conflicts_with_all = ["pad", "example"])]
    cards: bool,
    /// A pad for the points; HTML
    #[arg(long, conflicts_with = "example")]
    pad: bool,
    /// Tell this scripted game as the example: words of its name
    #[arg(long, value_name = "WORDS")]
    example: Option<String>,
    #[command(flatten)]
    setting: Setting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown
    Markdown,
    /// A page of HTML that needs nothing else
    Html,
}

pub fn run(args: &Args) -> End {
    match write(args) {
        Ok(()) => End::Fine,
        Err(end) => end,
    }
}

fn write(args: &Args) -> Result<(), End> {
    let game = loader::game_with_warnings(&args.file)?;
    let settled = settled(&game, &args.setting)?;
    if args.cards || args.pad {
        return put(args, &printed(args, &game)?);
    }
    let scripts = scripts(&args.file);
    let tests = scripts.iter().flat_map(|script| {
        let tests =
            script.file.items.iter().filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None });
        tests.map(|test| (test, script.text.as_str()))
    });
    let told = bidlang_book::choose(&game, &settled, tests, args.example.as_deref());
    if let (Some(words), None) = (&args.example, &told) {
        report::plain(
            &usage(format!("no scripted game that passes has `{}` in its name", bidlang::diagnostic::printable(words)))
                .help("`bidlang test` lists them; with `--players` and `--option` it has to be a game of that setup"),
        );
        return Err(End::Usage);
    }
    let base = base(args, &game);
    let book = bidlang_book::of(&game, &settled, base.as_deref(), told.as_ref());
    let by_name =
        args.out.as_ref().and_then(|out| out.extension()).is_some_and(|ending| ending == "html" || ending == "htm");
    let html = args.format.map_or(by_name, |format| format == Format::Html);
    let text = match (args.card, html) {
        (true, _) => bidlang_book::card(&book),
        (false, true) => book.html(),
        (false, false) => book.markdown(),
    };
    put(args, &text)
}

/// The cards of the deck, or a pad, in the setup that the flags say.
fn printed(args: &Args, game: &Game) -> Result<String, End> {
    // A deck for all and columns for all, where nobody says how many play.
    let most = Setting { players: args.setting.players.or(Some(*game.players().end())), ..args.setting.clone() };
    let prepared = game.prepare(&most.setup()).or_else(|_| game.prepare(&args.setting.setup()));
    let prepared = prepared.map_err(|error| report::error(&error))?;
    Ok(if args.cards { bidlang_book::sheets(&prepared) } else { bidlang_book::pad(&prepared) })
}

/// Writes a text where it was asked for.
fn put(args: &Args, text: &str) -> Result<(), End> {
    match &args.out {
        Some(path) => written::write(path, text).map_err(|problem| {
            report::plain(&problem);
            End::Usage
        }),
        None => {
            output::line(text.trim_end());
            Ok(())
        }
    }
}

/// The game of which this is a variant.
fn base(args: &Args, game: &Game) -> Option<Game> {
    let base = game.base.as_ref()?;
    let text = files::read(&args.file).ok()?;
    let name = base.of.of(game.text()).trim().trim_start_matches("of ").trim();
    let source = loader::disk().base(&bidlang_host::source(&args.file, &text).key, name).ok()?;
    Game::load(&source, &loader::disk()).ok()
}

/// What the flags settle; the whole of it has to be playable.
fn settled(game: &Game, setting: &Setting) -> Result<Settled, End> {
    let refused = |problems: Vec<_>| {
        report::setup(&game.sources, &problems);
        End::Usage
    };
    let setup = game.setup(setting.players, &setting.options).map_err(refused)?;
    let named = |name: &str| setting.options.iter().any(|(other, _)| other.replace('_', "-") == name);
    let options = game.game.options.iter().zip(&setup.options);
    let options: Vec<Option<i64>> = options.map(|(option, value)| named(&option.name).then_some(*value)).collect();
    // What is not settled may take any value, as long as one of them fits.
    let settled = Settled { players: setting.players, options };
    let mut problems = match game.compile(&setup) {
        Ok(_) => return Ok(settled),
        Err(problems) => problems,
    };
    for other in game.setups() {
        if settled.allows(&other) {
            match game.compile(&other) {
                Ok(_) => return Ok(settled),
                Err(found) => problems = found,
            }
        }
    }
    Err(refused(problems))
}

/// A file with scripted games.
struct Script {
    text: String,
    file: File,
}

/// The scripted games of a rules file: its own, and files of tests beside it or one folder further in.
fn scripts(path: &Path) -> Vec<Script> {
    if path == Path::new("-") {
        return Vec::new();
    }
    let mut paths = vec![path.to_path_buf()];
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut folders = vec![folder.to_path_buf()];
    let entries = |folder: &Path| {
        let mut found: Vec<PathBuf> =
            std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()).collect();
        found.sort();
        found
    };
    folders.extend(entries(folder).into_iter().filter(|path| path.is_dir()));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    for folder in folders {
        for other in entries(&folder) {
            let is_rules = other.extension().is_some_and(|ending| ending == "bid");
            if is_rules && files::read(&other).is_ok_and(|text| test::base_of(&text.text) == Some(stem.as_str())) {
                paths.push(other);
            }
        }
    }
    let read = |path: PathBuf| {
        let text = files::read(&path).ok()?.text;
        let (file, _) = bidlang::syntax::parse(&text);
        Some(Script { text, file })
    };
    paths.into_iter().filter_map(read).collect()
}
