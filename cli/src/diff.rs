//! `bidlang diff FILE FILE`

use std::path::PathBuf;

use bidlang::difference::{Difference, between};

use crate::{End, loader, output};

/// Says what differs between two games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file of a game
    one: PathBuf,
    /// The rules file of another, or of a variant
    other: PathBuf,
}

/// Writes `label` and the lines of a text, each further in than the first.
fn say(label: &str, text: &str) {
    for (number, line) in text.lines().enumerate() {
        let label = if number == 0 { label } else { "" };
        output::line(&format!("  {label:<11}{line}"));
    }
}

pub fn run(args: &Args) -> End {
    let (one, other) = match (loader::game(&args.one), loader::game(&args.other)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(end), _) | (_, Err(end)) => return end,
    };
    let topics = between(&one, &other);
    if topics.is_empty() {
        output::line(&format!("{} and {} say the same", one.name, other.name));
        return End::Fine;
    }
    output::line(&format!("from {} to {}", one.title(), other.title()));
    for topic in topics {
        output::line("");
        output::line(&topic.heading);
        for difference in topic.differences {
            match difference {
                Difference::Gone(text) => say("gone", &text),
                Difference::New(text) => say("new", &text),
                Difference::Instead(was, is) => {
                    say("instead of", &was);
                    say("now", &is);
                }
            }
        }
    }
    End::Fine
}
