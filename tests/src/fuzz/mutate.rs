//! Changes to rules files, scripts and records that keep them near to what can be read.

use super::draw::Draw;

/// Words that the language gives a meaning, and numbers at the ends of what is allowed.
const WORDS: &[&str] = &[
    "a",
    "able",
    "act",
    "add",
    "after",
    "all",
    "all at once",
    "among",
    "and",
    "any",
    "as",
    "at least",
    "auction",
    "bank",
    "bid",
    "bidders",
    "box",
    "by",
    "card",
    "cards",
    "change",
    "circuit",
    "clockwise from",
    "closes",
    "copies of",
    "deal",
    "deduct",
    "different",
    "do",
    "each",
    "each player",
    "empty",
    "end phase",
    "every",
    "expect",
    "fill",
    "first",
    "follow",
    "for",
    "for each",
    "for good",
    "for now",
    "game",
    "given",
    "half of",
    "highest",
    "holds",
    "if",
    "if able",
    "in",
    "is",
    "is not",
    "kind",
    "last",
    "leader",
    "leader",
    "left of",
    "lowest",
    "mod",
    "more than",
    "move",
    "must",
    "nobody",
    "none",
    "not",
    "number",
    "number of",
    "of",
    "once",
    "one of",
    "option",
    "or",
    "order",
    "otherwise",
    "outbid leader",
    "beat trick",
    "winner so far is player",
    "rank of winning card is 3",
    "owner",
    "partner of",
    "pass",
    "pay",
    "phase",
    "play",
    "player",
    "players",
    "position of",
    "random",
    "rank",
    "repeat",
    "repeats",
    "require",
    "rounded up",
    "score",
    "seat 1",
    "second highest",
    "seen by",
    "set",
    "shares",
    "shuffle",
    "so that",
    "somebody",
    "sort",
    "stage",
    "starts",
    "suit",
    "swap",
    "team of",
    "ties to next",
    "to",
    "total",
    "track",
    "tricks",
    "trump",
    "turn play round",
    "unsold",
    "until",
    "usually",
    "value",
    "when",
    "where",
    "winner",
    "wins",
    "with",
    "won by",
    "worth",
    "yes",
    "yes or no",
    "0",
    "-1",
    "1",
    "2",
    "64",
    "65",
    "128",
    "1000",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "(",
    ")",
    ",",
    "+",
    "-",
    "*",
    "/",
    ":",
    "#",
    "\t",
    "\u{202e}",
    "\u{7f}",
    "é",
];

/// Changes a text in one to four places; lines and words may come from `other`.
pub fn mutate(text: &str, other: &str, draw: &mut Draw) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let others: Vec<&str> = other.lines().collect();
    for _ in 0..=draw.below(4) {
        change(&mut lines, &others, draw);
    }
    let mut text = lines.join("\n");
    if !draw.one_in(16) {
        text.push('\n');
    }
    text
}

fn change(lines: &mut Vec<String>, others: &[&str], draw: &mut Draw) {
    if lines.is_empty() {
        lines.push(String::new());
    }
    let at = draw.below(256) * 251 % lines.len().max(1);
    let near = (at + draw.below(9)).saturating_sub(4).min(lines.len() - 1);
    match draw.below(16) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, near),
        2 => lines.insert(near, lines[at].clone()),
        3 => {
            let block = lines.drain(at.min(near)..at.max(near)).collect::<Vec<_>>();
            let to = draw.below(256).min(lines.len());
            lines.splice(to..to, block);
        }
        4 | 5 => {
            // Some lines of the other file, at the step of the line where they come.
            let Some(from) = others.len().checked_sub(1).map(|last| draw.below(256) * 251 % (last + 1)) else { return };
            let step = |line: &str| line.len() - line.trim_start().len();
            let (was, is) = (step(others[from]), step(&lines[at]));
            let block: Vec<String> = others[from..]
                .iter()
                .take(1 + draw.below(6))
                .map(|line| format!("{}{}", " ".repeat((step(line) + is).saturating_sub(was)), line.trim_start()))
                .collect();
            lines.splice(at..at, block);
        }
        6 => {
            let step = lines[at].len() - lines[at].trim_start().len();
            let wanted = (step + 2 * draw.below(4)).saturating_sub(2);
            lines[at] = format!("{}{}", " ".repeat(wanted), lines[at].trim_start());
        }
        7 => {
            let letters: Vec<char> = lines[at].chars().collect();
            if !letters.is_empty() {
                let which = draw.below(letters.len());
                let new = char::from(b' ' + draw.below(95) as u8);
                lines[at] =
                    letters.iter().enumerate().map(|(index, c)| if index == which { new } else { *c }).collect();
            }
        }
        _ => words(lines, at, near, others, draw),
    }
}

/// Changes a word of a line.
fn words(lines: &mut [String], at: usize, near: usize, others: &[&str], draw: &mut Draw) {
    let step = lines[at].len() - lines[at].trim_start().len();
    let mut words: Vec<String> = lines[at].split_whitespace().map(str::to_owned).collect();
    if words.is_empty() {
        return;
    }
    let which = draw.below(words.len());
    let from = |line: &str, draw: &mut Draw| {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() { "x".to_owned() } else { draw.of(&words).to_owned() }
    };
    let numbers: Vec<usize> =
        (0..words.len()).filter(|word| words[*word].trim_end_matches(',').parse::<i64>().is_ok()).collect();
    match draw.below(8) {
        0 => drop(words.remove(which)),
        1 => words.insert(which, words[draw.below(words.len())].clone()),
        2 => {
            let other = draw.below(words.len());
            words.swap(which, other);
        }
        3 if !numbers.is_empty() => {
            let number = draw.pick(&numbers);
            words[number] = draw.of(&["0", "1", "2", "3", "5", "7", "12", "13", "60", "200", "1000"]).to_owned();
        }
        4 => words[which] = draw.of(WORDS).to_owned(),
        5 => words.insert(which, draw.of(WORDS).to_owned()),
        6 if !others.is_empty() => words[which] = from(draw.of(others), draw),
        _ => {
            let line = if draw.one_in(2) { near } else { draw.below(256) * 251 % lines.len() };
            words[which] = from(&lines[line], draw);
        }
    }
    lines[at] = format!("{}{}", " ".repeat(step), words.join(" "));
}
