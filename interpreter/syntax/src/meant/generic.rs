//! Changes that need no words of the table: endings, letter case, words that belong together, signs of other languages.

use bidlang_grammar::{BidParser, Rule};
use pest::Parser;

use super::pattern::in_digits;
use super::{Meant, Names};
use crate::diagnostic::nearest;

/// Words that say nothing here.
const FILLERS: [&str; 13] =
    ["the", "their", "his", "her", "your", "its", "my", "then", "also", "just", "these", "those", "a"];
/// One of several is not the one that is spoken of: `hand of a player` is not `hand of player`.
const ONE_OF_SEVERAL: [&str; 4] = ["player", "players", "card", "cards"];

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
    // A bullet or a number of a step at the beginning.
    if let Some((first, rest)) = line.split_first() {
        let signs = usize::from(rest.first().is_some_and(|sign| matches!(sign.as_str(), "." | ")")));
        let counts = first.trim_end_matches('.').parse::<u32>().is_ok() || first.len() == 1;
        if matches!(first.as_str(), "-" | "*" | "+" | ">" | "\u{b7}" | "--") {
            add(rest.to_vec(), format!("no `{first}` before a line"), true, 1);
        } else if signs == 1 && counts {
            let sign = rest.first().map_or("", String::as_str);
            let why = format!("no `{first}{sign}` before a line: lines follow one another");
            add(rest.get(1..).unwrap_or_default().to_vec(), why, true, 1);
        }
    }
    // `// a note`
    let note = line
        .windows(2)
        .position(|two| two.iter().all(|sign| sign == "/") || two.first().is_some_and(|sign| sign == "--"));
    if let Some(at) = note.filter(|at| *at > 0) {
        add(replaced(at, line.len() - at, &[]), "a note begins with `#`".to_owned(), true, 1);
    }
    // `do scoring (see below)`
    if let (Some(at), Some(")")) = (line.iter().position(|word| word == "("), line.last().map(String::as_str))
        && at > 1
    {
        let why = "what is for people stands behind `#`".to_owned();
        add(replaced(at, line.len() - at, &[]), why, false, 3);
    }
    // A sign of money.
    if let Some(sign) = line.iter().find(|word| matches!(word.as_str(), "$" | "\u{20ac}" | "\u{a3}")) {
        let words = line.iter().filter(|word| *word != sign).cloned().collect();
        add(words, format!("money is a plain number, without `{sign}`"), true, 1);
    }
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
        let one_of_several =
            word == "a" && line.get(at + 1).is_some_and(|next| ONE_OF_SEVERAL.contains(&next.as_str()));
        if FILLERS.contains(&word.to_lowercase().as_str()) && !one_of_several {
            let cost = if word == "a" { 3 } else { 1 };
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
        // `x13`
        if let Some(times) = word.strip_prefix(['x', 'X']).or_else(|| word.strip_suffix(['x', 'X']))
            && times.parse::<u32>().is_ok()
        {
            let why = format!("how often is `repeats {times} times`");
            add(replaced(at, 1, &["repeats", times, "times"]), why, true, 1);
        }
        range(word, |from, to| {
            let why = format!("from {from} up to {to} is `{from} to {to}`");
            add(replaced(at, 1, &[from, "to", to]), why, true, 1);
        });
        // `3, 4 or 5`
        if let Some((length, to)) = run(line, at) {
            let why = format!("from {word} up to {to} is `{word} to {to}`");
            add(replaced(at, length, &[word, "to", &to]), why, true, 1);
        }
        // `5,000`
        if let (Some(","), Some(behind)) = (line.get(at + 1).map(String::as_str), line.get(at + 2))
            && word.parse::<u32>().is_ok_and(|number| number > 0)
            && behind.len() == 3
            && behind.parse::<u32>().is_ok()
        {
            let number = format!("{word}{behind}");
            add(replaced(at, 3, &[&number]), format!("a number has no comma: `{number}`"), true, 1);
        }
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
    declared(line, names, &mut |words, why| add(words, why, true, 1));
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

/// Numbers that follow one another, with signs or words between them: how many words that are, and the last number.
fn run(line: &[String], at: usize) -> Option<(usize, String)> {
    let mut last: u32 = line.get(at)?.parse().ok()?;
    let mut end = at + 1;
    let mut count = 1;
    loop {
        let mut next = end;
        while line.get(next).is_some_and(|word| matches!(word.as_str(), "," | "or" | "and" | "/")) {
            next += 1;
        }
        let number = line.get(next).and_then(|word| word.parse::<u32>().ok());
        if next == end || number.is_none() || number != last.checked_add(1) {
            break;
        }
        (last, end, count) = (last + 1, next + 1, count + 1);
    }
    (count >= 2).then(|| (end - at, last.to_string()))
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
    } else if built_in.contains(&word) {
        // It is written as it is meant.
    } else if let Some(known) = nearest(word, names.all().chain(built_in)) {
        tell(known, format!("did you mean `{known}`?"), 3);
    }
}

/// Words that join others, of which no name of several words is meant.
const NOT_OF_A_NAME: [&str; 27] = [
    "of", "is", "by", "while", "repeat", "not", "with", "and", "depends", "based", "repeats", "or", "for", "card",
    "cards", "player", "players", "as", "each", "until", "usually", "times", "seat", "when", "a", "up", "good",
];

/// Words that say of an act when, how often, how many or which: its name would swallow them.
const NOT_OF_AN_ACT: [&str; 62] = [
    "unless",
    "if",
    "except",
    "excluding",
    "besides",
    "save",
    "only",
    "just",
    "provided",
    "providing",
    "assuming",
    "after",
    "before",
    "since",
    "whenever",
    "where",
    "once",
    "twice",
    "thrice",
    "again",
    "instead",
    "otherwise",
    "else",
    "who",
    "which",
    "that",
    "without",
    "but",
    "than",
    "at",
    "most",
    "least",
    "more",
    "less",
    "fewer",
    "exactly",
    "all",
    "both",
    "any",
    "every",
    "some",
    "several",
    "no",
    "none",
    "another",
    "other",
    "random",
    "randomly",
    "first",
    "last",
    "top",
    "bottom",
    "next",
    "highest",
    "lowest",
    "best",
    "worst",
    "the",
    "from",
    "to",
    "during",
    "per",
];

/// Words that say what is remembered, and so are no part of its name.
fn is_of_a_sort(word: &str) -> bool {
    matches!(word, "each" | "number" | "yes" | "no" | "player" | "team" | "card")
}

/// A name of several words where something is declared.
fn declared(line: &[String], names: &Names, tell: &mut impl FnMut(Vec<String>, String)) {
    let Some((first, rest)) = line.split_first() else { return };
    // `said blind  each player  yes or no`
    if let [one, two, behind, ..] = line
        && matches!(behind.as_str(), "each" | "number" | "yes" | "player" | "seen" | "card")
        && [one, two].iter().all(|part| part.starts_with(char::is_alphabetic) && !is_of_a_sort(part))
    {
        let name = format!("{one}-{two}");
        let words = [std::slice::from_ref(&name), line.get(2..).unwrap_or_default()].concat();
        tell(words, format!("a name is one word: `{name}`"));
    }
    if !matches!(first.as_str(), "phase" | "value" | "option" | "kind" | "act") {
        return;
    }
    for length in 2..=4 {
        let Some(parts) = rest.get(..length) else { return };
        let joins = |part: &String| NOT_OF_A_NAME.contains(&part.as_str()) && !(first == "act" && part == "for");
        // What is picked is no part of the name.
        let of_cards = |part: &String| names.members().any(|member| member == part);
        let tells =
            first == "act" && parts.iter().skip(1).any(|part| NOT_OF_AN_ACT.contains(&part.as_str()) || of_cards(part));
        if tells || parts.iter().any(|part| !part.starts_with(char::is_alphabetic) || joins(part)) {
            return;
        }
        let name = parts.join("-");
        let mut words = vec![first.clone(), name.clone()];
        words.extend(rest.iter().skip(length).cloned());
        tell(words, format!("a name is one word: `{name}`"));
    }
}
