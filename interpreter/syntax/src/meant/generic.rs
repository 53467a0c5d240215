//! Changes that need no words of the table: endings, letter case, words that belong together, signs of other languages.

use bidlang_grammar::{BidParser, Rule};
use pest::Parser;

use super::pattern::in_digits;
use super::{Meant, Names};
use crate::diagnostic::nearest;

/// Words that say nothing here.
const FILLERS: [&str; 14] =
    ["the", "their", "his", "her", "your", "its", "my", "then", "also", "just", "these", "those", "any", "a"];

/// Puts what such changes make of the line behind `found`.
pub fn apply(line: &[String], names: &Names, found: &mut Vec<Meant>) {
    let mut add = |words: Vec<String>, why: String, sure: bool, cost: u32| {
        found.push(Meant { words, why, sure, cost });
    };
    let replaced = |at: usize, length: usize, new: &[&str]| -> Vec<String> {
        let before = line.get(..at).unwrap_or_default();
        let behind = line.get(at + length..).unwrap_or_default();
        let new: Vec<String> = new.iter().map(|word| (*word).to_owned()).collect();
        [before, &new, behind].concat()
    };
    // A sign at the end.
    if let Some((last, rest)) = line.split_last()
        && matches!(last.as_str(), "." | ":" | ";" | "," | "!" | "{")
    {
        let why = match last.as_str() {
            ":" | "{" => format!("no `{last}`: what belongs to a line stands under it, further in"),
            _ => format!("no `{last}` at the end of a line"),
        };
        add(rest.to_vec(), why, true, 1);
    }
    if line.iter().any(|word| matches!(word.as_str(), "\"" | "'")) {
        let words = line.iter().filter(|word| !matches!(word.as_str(), "\"" | "'")).cloned().collect();
        add(words, "no quotes are needed".to_owned(), true, 1);
    }
    for (at, word) in line.iter().enumerate() {
        if FILLERS.contains(&word.to_lowercase().as_str()) {
            let cost = if word == "a" || word == "any" { 3 } else { 1 };
            add(replaced(at, 1, &[]), format!("leave `{word}` out"), cost == 1, cost);
        }
        // `dealer's hand`
        let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s"));
        let owners = word.strip_suffix("s'").map(|_| "player");
        if let (Some(owner), Some(thing)) = (owner.or(owners), line.get(at + 1)) {
            add(replaced(at, 2, &[thing, "of", owner]), "what something is of stands after `of`".to_owned(), true, 1);
        }
        // `dealer.hand`, `hand(dealer)`, `hand[dealer]`
        if let Some((owner, thing)) = word.split_once('.')
            && !owner.starts_with(|c: char| c.is_ascii_digit())
        {
            add(replaced(at, 1, &[thing, "of", owner]), "what something is of stands after `of`".to_owned(), true, 1);
        }
        if let (Some("(" | "["), Some(inside), Some(")" | "]")) =
            (line.get(at + 1).map(String::as_str), line.get(at + 2), line.get(at + 3).map(String::as_str))
            && word.starts_with(char::is_alphabetic)
        {
            let why = "what something is of stands after `of`".to_owned();
            add(replaced(at, 4, &[word, "of", inside]), why, true, 1);
        }
        // `won winner`
        if let Some(next) = line.get(at + 1)
            && names.knows(word)
            && (matches!(next.as_str(), "winner" | "player" | "leader" | "owner") || names.is_seat(next))
        {
            add(replaced(at, 2, &[word, "of", next]), "what something is of stands after `of`".to_owned(), true, 1);
        }
        range(word, |from, to| {
            let why = format!("from {from} up to {to} is `{from} to {to}`");
            add(replaced(at, 1, &[from, "to", to]), why, true, 1);
        });
        if let Some(digits) = in_digits(word) {
            add(replaced(at, 1, &[&digits]), "numbers are written in digits".to_owned(), true, 1);
        }
        // Thousands.
        if let Some(digits) = word.strip_suffix(|c: char| c.is_alphabetic()).filter(|rest| rest.parse::<u64>().is_ok())
            && word.to_lowercase().ends_with(['x'])
        {
            add(replaced(at, 1, &[digits, "copies", "of"]), String::new(), false, 2);
        }
        // Words that belong together.
        for length in 2..=3 {
            if let Some(parts) = line.get(at..at + length)
                && parts.iter().all(|part| part.starts_with(char::is_alphanumeric))
            {
                let name = parts.join("-");
                let known = names.all().find(|known| known.eq_ignore_ascii_case(&name));
                if let Some(known) = known {
                    let why = format!("a name is one word: `{known}`");
                    add(replaced(at, length, &[known]), why, true, 1);
                }
            }
        }
        if word.chars().any(char::is_alphabetic) && !names.knows(word) {
            spelling(word, names, |name, why, cost| add(replaced(at, 1, &[name]), why, false, cost));
        }
    }
    let singular = |word: &String| -> String {
        let one = word.strip_suffix('s').filter(|one| names.members().any(|member| member == *one));
        one.map_or_else(|| word.clone(), str::to_owned)
    };
    let singulars: Vec<String> = line.iter().map(singular).collect();
    if singulars != line {
        add(singulars, "a card has a name without an `s`".to_owned(), true, 1);
    }
    declared(line, &mut |words, why| add(words, why, true, 1));
    // A reserved word as a value: with something behind it, it is a name.
    if let (Some("option" | "kind"), Some(name)) = (line.first().map(String::as_str), line.get(1)) {
        let end = name.rsplit('-').next().unwrap_or(name);
        for word in line.iter().skip(2).filter(|word| is_reserved(word)) {
            let other = format!("{word}-{end}");
            let words = line.iter().map(|one| if one == word { other.clone() } else { one.clone() }).collect();
            add(
                words,
                format!("`{word}` is a word of the language; another word has to be found, such as `{other}`"),
                false,
                2,
            );
        }
    }
}

/// Whether phrases are made of this word.
fn is_reserved(word: &str) -> bool {
    const JOINS: [&str; 3] = ["or", "to", "usually"];
    let found = BidParser::parse(Rule::reserved, word);
    !JOINS.contains(&word) && found.is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == word))
}

/// `1-10`, `2..10`, `A-K`
fn range(word: &str, mut tell: impl FnMut(&str, &str)) {
    for between in ["..", "-"] {
        if let Some((from, to)) = word.split_once(between) {
            let number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
            if number(from) && number(to) {
                tell(from, to);
                return;
            }
        }
    }
}

/// Another ending, other letter case, `tricksWon` and the like; a name that is nearly so written.
fn spelling(word: &str, names: &Names, mut tell: impl FnMut(&str, String, u32)) {
    let mut dashed = String::new();
    for (at, c) in word.chars().enumerate() {
        if c.is_uppercase() && at > 0 {
            dashed.push('-');
        }
        dashed.extend(c.to_lowercase());
    }
    let dashed = dashed.replace('_', "-").replace("--", "-");
    for known in names.all() {
        if known.eq_ignore_ascii_case(word) || *known == dashed {
            tell(known, format!("it is written `{known}` here"), 1);
            return;
        }
    }
    let lower = word.to_lowercase();
    let built_in = ["card", "cards", "player", "players", "winner", "leader", "score", "owner", "team", "nobody"];
    let question = format!("is-{lower}");
    let same_root = |known: &&str| {
        let known = known.to_lowercase();
        let ending = |long: &str, short: &str| {
            long.strip_prefix(short).is_some_and(|end| matches!(end, "s" | "es" | "ed" | "d" | "'s"))
        };
        ending(&known, &lower) || ending(&lower, &known)
    };
    if let Some(known) = names.all().find(|known| **known == question) {
        tell(known, format!("it is called `{known}` here"), 2);
    } else if let Some(known) = names.all().find(same_root) {
        tell(known, format!("it is called `{known}` here"), 2);
    } else if let Some(known) = nearest(word, names.all().chain(built_in)) {
        tell(known, format!("did you mean `{known}`?"), 3);
    }
}

/// A name of several words where something is declared.
fn declared(line: &[String], tell: &mut impl FnMut(Vec<String>, String)) {
    let Some((first, rest)) = line.split_first() else { return };
    if !matches!(first.as_str(), "phase" | "value" | "option" | "kind") {
        return;
    }
    for length in 2..=4 {
        let Some(parts) = rest.get(..length) else { return };
        if parts.iter().any(|part| {
            !part.starts_with(char::is_alphabetic)
                || matches!(
                    part.as_str(),
                    "of" | "is"
                        | "by"
                        | "while"
                        | "repeat"
                        | "not"
                        | "with"
                        | "and"
                        | "depends"
                        | "based"
                        | "repeats"
                        | "or"
                        | "for"
                        | "card"
                        | "cards"
                        | "player"
                        | "players"
                        | "as"
                        | "each"
                        | "until"
                        | "usually"
                        | "times"
                        | "seat"
                )
        }) {
            return;
        }
        let name = parts.join("-");
        let mut words = vec![first.clone(), name.clone()];
        words.extend(rest.iter().skip(length).cloned());
        tell(words, format!("a name is one word: `{name}`"));
    }
}
