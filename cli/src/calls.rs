//! Calls that are nearly right: what was meant is worked out from how people say it, and told as the whole call.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

use crate::files::{self, Found};

/// What people call the commands elsewhere.
const VERBS: [(&str, &str); 22] = [
    ("play", "run"),
    ("start", "run"),
    ("simulate", "sim"),
    ("stats", "sim"),
    ("lint", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("format", "fmt"),
    ("tidy", "fmt"),
    ("list", "games"),
    ("ls", "games"),
    ("cat", "show"),
    ("print", "show"),
    ("create", "new"),
    ("init", "new"),
    ("rules", "doc"),
    ("book", "doc"),
    ("tests", "test"),
    ("compare", "diff"),
    ("replay", "run --replay"),
    ("resume", "run --resume"),
    ("examples", "games"),
];

/// What people call flags elsewhere.
const FLAGS: [(&str, &str); 4] =
    [("--set", "--option"), ("--opt", "--option"), ("--rule", "--option"), ("--n", "--games")];

/// Flags whose value has two parts with `=` between them.
const PAIRS: [&str; 5] = ["--option", "-o", "--seat", "--against", "--assert"];

/// The call that was meant, if there is one that can be read; the words are those of the call without the command's name.
pub fn put_right<C: Parser>(words: &[OsString]) -> Option<String> {
    let words: Option<Vec<String>> = words.iter().map(|word| word.to_str().map(str::to_owned)).collect();
    let meant = joined(&verb::<C>(&words?)?.iter().map(|word| flag(word)).collect::<Vec<_>>());
    let call = std::iter::once("bidlang").chain(meant.iter().map(String::as_str));
    C::try_parse_from(call).ok()?;
    Some(format!("bidlang {}", meant.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")))
}

/// The command first, by its own name; a file alone is played.
fn verb<C: CommandFactory>(words: &[String]) -> Option<Vec<String>> {
    let (first, rest) = words.split_first()?;
    let command = C::command();
    let known = |word: &str| command.get_subcommands().any(|verb| verb.get_name() == word);
    let mut meant: Vec<String> = if known(first) {
        vec![first.clone()]
    } else if let Some((_, verb)) = VERBS.iter().find(|(other, _)| other == first) {
        verb.split(' ').map(str::to_owned).collect()
    } else if is_game(first) {
        vec!["run".to_owned(), first.clone()]
    } else {
        return None;
    };
    meant.extend(rest.iter().cloned());
    Some(meant)
}

/// A flag by its own name.
fn flag(word: &str) -> String {
    let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
    let flag = FLAGS.iter().find(|(other, _)| *other == name).map_or(name, |(_, flag)| flag);
    value.map_or_else(|| flag.to_owned(), |value| format!("{flag}={value}"))
}

/// Whether a word names a rules file, on the disk or shipped.
fn is_game(word: &str) -> bool {
    match files::find(std::path::Path::new(word)) {
        Found::Disk(path) => path.is_file(),
        Found::Shipped(_) | Found::Library(_) => true,
    }
}

/// `--option purse-size 40` and `purse-size=40` as `--option purse-size=40`.
fn joined(words: &[String]) -> Vec<String> {
    let mut meant: Vec<String> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let flag = meant.last().is_some_and(|last| PAIRS.contains(&last.as_str()));
        // The other half of a pair stands apart, perhaps with its sign.
        words.next_if(|next| flag && *next == "=");
        let value = words.next_if(|next| flag && !word.contains('=') && !next.starts_with('-'));
        // A pair stands without its flag.
        meant.extend(pair(word).filter(|_| !flag).map(str::to_owned));
        meant.push(value.map_or(word.clone(), |value| format!("{word}={}", value.trim_start_matches('='))));
    }
    meant
}

/// The flag of `1=random` or `purse-size=40`.
fn pair(word: &str) -> Option<&'static str> {
    let (name, value) = word.split_once('=').filter(|_| !word.starts_with('-'))?;
    let flag = if name.parse::<u8>().is_ok() { "--seat" } else { "--option" };
    (!name.is_empty() && !value.is_empty()).then_some(flag)
}

/// A word as a shell wants it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
