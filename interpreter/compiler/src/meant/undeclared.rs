//! Names that are used and that no line declares: each is told once, with a line that would declare it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Place, places};
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::NAMES_ARE;
use crate::syntax::meant::split;

/// Most other places of a name that are shown.
const MOST_SHOWN: usize = 3;

/// The same problems: a name that nothing declares is told at its first use, one whose declaration could not be read not at all.
pub fn told_once(problems: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    let lines = places(text);
    let unread = unread(&problems, text, &lines);
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for mut problem in problems {
        let word = problem.span().of(text);
        if problem.code != Code::UnknownName || word.is_empty() || problem.span().end as usize > text.len() {
            kept.push(problem);
            continue;
        }
        if unread.contains(word) {
            continue;
        }
        if let Some(before) = first.get(word).and_then(|at| kept.get_mut(*at)) {
            if before.labels.len() <= MOST_SHOWN {
                *before = before.clone().and(problem.span(), "here too");
            }
            continue;
        }
        if problem.help.as_deref() == Some(NAMES_ARE) {
            let line = line_of(&problem, &lines).map(|(_, line)| text.get(line.start..line.end).unwrap_or(""));
            problem.say_help(declaration(word, &split(line.unwrap_or(""))));
        }
        first.insert(word.to_owned(), kept.len());
        kept.push(problem);
    }
    kept
}

fn line_of<'a>(problem: &Diagnostic, lines: &'a [Place]) -> Option<(usize, &'a Place)> {
    let at = problem.span().start as usize;
    lines.iter().enumerate().find(|(_, line)| line.start <= at && at <= line.end.max(line.start))
}

/// Names in lines that could not be read, and those of the parts in which these lines stand.
fn unread<'a>(problems: &[Diagnostic], text: &'a str, lines: &[Place]) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let words = |line: &Place| text.get(line.start..line.end).unwrap_or("").split_whitespace();
    let told = problems.iter().filter(|problem| super::is_of_words(problem.code));
    let mut lost: Vec<(usize, &Place)> = told.filter_map(|problem| line_of(problem, lines)).collect();
    // Where a word of the language stands as a name, lines that use it are not told.
    let named = problems.iter().filter(|problem| super::offered(problem).is_some());
    let reserved: BTreeSet<&str> = named.map(|problem| problem.span().of(text)).collect();
    lost.extend(lines.iter().enumerate().filter(|(_, line)| words(line).any(|word| reserved.contains(word))));
    for (number, own) in lost {
        if !own.margin.is_empty() {
            found.extend(words(own).next());
        }
        let head = lines.iter().take(number + 1).rev().find(|line| line.margin.is_empty() && line.start < line.end);
        let declares = |first: &&str| matches!(*first, "value" | "option" | "kind" | "phase");
        if let Some(head) = head.filter(|head| words(head).next().as_ref().is_some_and(declares)) {
            found.extend(words(head).nth(1));
        }
    }
    found
}

/// What would declare a name that is used so in a line.
fn declaration(word: &str, line: &[String]) -> String {
    let at = line.iter().position(|other| other == word);
    let near = |by: isize| {
        let at = at.and_then(|at| at.checked_add_signed(by));
        at.and_then(|at| line.get(at)).map_or("", String::as_str)
    };
    let (before, behind) = (near(-1), near(1));
    let each = if behind == "of" { "  each player" } else { "" };
    let verb = line.first().map_or("", String::as_str);
    if verb == "value" && before == "by" && line.iter().any(|word| word == "card") {
        return format!("if it stands on the cards, it wants a line under `cards`: `{word}  1 to 10`");
    }
    let is_place = match verb {
        "move" | "deal" | "fill" | "swap" | "taken" => {
            matches!(before, "move" | "from" | "to" | "fill" | "swap" | "with")
        }
        "shuffle" | "sort" => before == verb,
        "ask" | "bid" | "play" | "act" => matches!(before, "from" | "to"),
        _ => before == "in",
    } || before == "in"
        || (behind == "is" && (near(2) == "empty" || near(3) == "empty"));
    if is_place {
        return format!("if it is where cards lie, it wants a line under `places`: `{word}{each}  seen by all`");
    }
    let sort = match verb {
        "set" if before == "set" => {
            match line.iter().skip_while(|word| *word != "to").nth(1).map_or("", String::as_str) {
                "yes" | "no" => "yes or no",
                value if value.parse::<i64>().is_ok() => "number",
                _ => "player or nobody",
            }
        }
        "add" | "subtract" | "pay" if matches!(before, "to" | "from") => "number",
        _ if matches!(before, "when" | "if" | "not" | "and" | "or" | "where") && behind != "is" => "yes or no",
        _ => "",
    };
    if sort.is_empty() {
        return format!(
            "no line declares it: where cards lie stands under `places` (`{word}{each}  seen by all`), what is remembered under `track` \
             (`{word}{each}  number`), what is worked out is a `value {word} is ...`"
        );
    }
    format!("if it is to be remembered, it wants a line under `track`: `{word}{each}  {sort}`")
}
