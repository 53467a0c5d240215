//! `bidlang new NAME`: a first rules file, to be changed.

use std::path::{Path, PathBuf};

use bidlang::Game;
use bidlang::diagnostic::{Code, Diagnostic, Span, printable};
use bidlang::loader::Source;
use bidlang::syntax::tree::Item;
use clap::ValueEnum;

use crate::files::Text;
use crate::{End, files, loader, output, report, run, written};

/// Writes a rules file to start from.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of the file, with or without `.bid`, such as `night_market`
    name: PathBuf,
    /// What to start from
    #[arg(long, short, value_enum, default_value = "trick")]
    template: Template,
    /// Write a variant of this game instead: a rules file, or the name of a game that comes with bidlang
    #[arg(long, value_name = "GAME", conflicts_with = "template")]
    from: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Template {
    /// Tricks with a trump suit
    Trick,
    /// Cards sold one after the other, bid for with money
    Auction,
    /// Everybody bids at once, in secret
    Sealed,
    /// A bid of tricks that has to be made good, in partnerships
    Contract,
    /// The least that is a game
    Empty,
}

impl Template {
    fn text(self) -> &'static str {
        match self {
            Self::Trick => include_str!("../templates/trick.bid"),
            Self::Auction => include_str!("../templates/auction.bid"),
            Self::Sealed => include_str!("../templates/sealed.bid"),
            Self::Contract => include_str!("../templates/contract.bid"),
            Self::Empty => include_str!("../templates/empty.bid"),
        }
    }
}

/// `night_market` as a title: `Night Market`.
fn title(stem: &str) -> String {
    let words = stem.split(['_', '-', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A variant of a game, which plays as its base until something is written under it; the base's house rules stand in it as notes.
///
/// # Errors
/// How the command ends: a base that cannot be read, or that the variant would not find from where it is written.
fn variant(title: &str, path: &Path, base: &Path) -> Result<String, End> {
    let game = loader::game(base)?;
    let name = base.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut text = format!("# What is different here, and for whom.\n\nvariant {title}\nof {name}\n");
    let options: Vec<String> = game
        .file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Option { name, usually, .. } => {
                let line = name.span.to(usually.span).of(game.text());
                Some(format!("# option {}", line.split_whitespace().collect::<Vec<_>>().join(" ")))
            }
            _ => None,
        })
        .collect();
    if !options.is_empty() {
        text.push_str("\n# The house rules of the base. Take the `#` away and change what is usual.\n");
        options.iter().for_each(|option| text.push_str(&format!("{option}\n")));
    }
    text.push_str("\n# Its phases, to be changed by `change phase NAME`: ");
    let phases = game.file.items.iter().filter_map(|item| match item {
        Item::Phase(phase) => Some(phase.name.text.clone()),
        _ => None,
    });
    let phases: Vec<String> = phases.collect();
    text.push_str(&if phases.is_empty() { "none".to_owned() } else { phases.join(", ") });
    text.push_str(".\n");
    let written = Text { name: printable(&path.display().to_string()), text, mark: false };
    // It is no use if it cannot be played: its base has to be in reach of the folder it is written to.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let at = folder
        .canonicalize()
        .map_or_else(|_| path.to_path_buf(), |folder| folder.join(path.file_name().unwrap_or_default()));
    let source = Source { key: at.display().to_string(), name: written.name.clone(), text: written.text.clone() };
    Game::load(&source, &loader::disk()).map_err(|error| report::error(&error))?;
    Ok(written.text)
}

pub fn run(args: &Args) -> End {
    let mut path = args.name.clone();
    if path.extension().is_none_or(|ending| ending != "bid") {
        path.as_mut_os_string().push(".bid");
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    if !stem.starts_with(char::is_alphanumeric) || !stem.chars().all(plain) {
        report::plain(
            &run::usage(format!("`{}` is no name for a rules file", printable(&stem)))
                .help("use letters, digits, `_` and `-`, as in `bidlang new night_market`"),
        );
        return End::Usage;
    }
    let text = match &args.from {
        Some(base) => match variant(&title(&stem), &path, base) {
            Ok(text) => text,
            Err(end) => return end,
        },
        None => {
            let text = args.template.text();
            let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
            format!("game {}\n{rest}", title(&stem))
        }
    };
    // Never over a file that is there, not even one that appears at this moment.
    let name = printable(&path.display().to_string());
    if let Err(error) = written::write_new(&path, &text) {
        let there = error.kind() == std::io::ErrorKind::AlreadyExists;
        let problem = if there {
            Diagnostic::new(Code::CannotWrite, Span::default(), format!("{name}: there is such a file"))
                .help("choose another name; nothing was changed")
        } else {
            files::unwritable(&path, &error)
        };
        report::plain(&problem);
        return End::Usage;
    }
    let said = if name.contains(' ') { format!("\"{name}\"") } else { name.clone() };
    output::line(&format!("wrote {name}; what next:\n"));
    let width = format!("bidlang check --watch {said}").chars().count();
    for (what, call) in
        [("play it", "run"), ("change it, and see what is wrong", "check --watch"), ("play its tests", "test")]
    {
        output::line(&format!("  {:<width$}  # {what}", format!("bidlang {call} {said}")));
    }
    End::Fine
}
