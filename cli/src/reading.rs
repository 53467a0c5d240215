//! What is long at the prompt, a page at a time: `rules`, the rule book of the game that is played, and `log`.

use bidlang::Prepared;
use bidlang_book::Settled;

use crate::output::{self, folded};
use crate::typing::Typing;

/// Lines of a page that are left to the question below it.
const KEPT: usize = 2;

/// Shows the book, or the parts that have these words.
pub fn rules(prepared: &Prepared, words: &str, typing: &mut Typing) {
    let settled = Settled {
        players: Some(prepared.players()),
        options: prepared.setup().options.iter().map(|value| Some(*value)).collect(),
    };
    let mut book = bidlang_book::of(prepared.game(), &settled, None, None);
    if !words.is_empty() {
        let wanted = words.to_lowercase();
        let named: Vec<_> =
            book.parts.iter().filter(|part| part.heading.to_lowercase().contains(&wanted)).cloned().collect();
        if named.is_empty() {
            book.parts.retain(|part| {
                let one = bidlang_book::Book { title: String::new(), parts: vec![part.clone()] };
                !part.heading.is_empty() && one.markdown().to_lowercase().contains(&wanted)
            });
        } else {
            book.parts = named;
        }
        if book.parts.is_empty() {
            output::line(&format!("  the book says nothing of `{words}`; `rules` shows all of it"));
            return;
        }
    }
    let lines: Vec<String> = book.markdown().lines().map(plain).collect();
    paged(&lines, typing);
}

/// Shows lines, a page at a time where there is a terminal.
pub fn paged(lines: &[String], typing: &mut Typing) {
    let size = typing.size();
    let width = size.map_or(usize::MAX, |size| size.width.max(40));
    let lines: Vec<String> = lines.iter().flat_map(|line| folded(line, width)).collect();
    let Some(height) = size.map(|size| size.height.saturating_sub(KEPT).max(3)) else {
        lines.iter().for_each(|line| output::line(line));
        return;
    };
    for (page, some) in lines.chunks(height).enumerate() {
        if page > 0 {
            let question = format!("{} of {} lines; Enter for more, q to play on ", page * height, lines.len());
            let answer = typing.line(&question, Vec::new);
            if answer.is_none_or(|answer| !answer.trim().is_empty()) {
                return;
            }
        }
        some.iter().for_each(|line| output::line(line));
    }
}

/// A line of Markdown as one reads it.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line.trim_start_matches('#').replace("**", "").replace('*', "");
    // `[words](#place)`
    while let Some((before, behind)) = rest.split_once('[') {
        out += before;
        match behind.split_once("](") {
            Some((words, target)) => {
                out += words;
                rest = target.split_once(')').map_or(String::new(), |(_, rest)| rest.to_owned());
            }
            None => {
                out.push('[');
                rest = behind.to_owned();
            }
        }
    }
    let text = out + &rest;
    if line.starts_with('#') { text.trim_start().to_uppercase() } else { text.replace("\\", "") }
}
