//! `bidlang new NAME`: a first rules file, to be changed.

use std::path::PathBuf;

use bidlang::diagnostic::{Code, Diagnostic, Span, printable};
use clap::ValueEnum;

use crate::{End, files, output, report, run, written};

/// Writes a rules file to start from.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of the file, with or without `.bid`, such as `night_market`
    name: PathBuf,
    /// What to start from
    #[arg(long, short, value_enum, default_value = "trick")]
    template: Template,
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
    let text = args.template.text();
    let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
    let text = format!("game {}\n{rest}", title(&stem));
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
