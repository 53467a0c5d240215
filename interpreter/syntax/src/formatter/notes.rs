//! Puts code and notes (`# ...`) together, line by line.

use std::collections::BTreeMap;

use super::{CodeLine, STEP};

/// Where notes behind code begin, if the code leaves room.
const COLUMN: usize = 57;
/// Between code and its note.
const GAP: usize = 2;

/// All lines of the text: the code as it was written anew, every note, and at most one empty line between two others.
pub fn joined(text: &str, code: &BTreeMap<usize, CodeLine>) -> String {
    let far = far_columns(text, code);
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    let mut open: Vec<&CodeLine> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let note = line.find('#').and_then(|at| line.get(at..)).map(str::trim_end);
        if let Some(code) = code.get(&number) {
            while open.last().is_some_and(|above| above.was >= code.was) {
                open.pop();
            }
            open.push(code);
        }
        let written = match (code.get(&number), note) {
            (Some(code), None) => format!("{}{}", " ".repeat(code.indent), code.text),
            (Some(code), Some(note)) => {
                let column = far.get(&number).copied().unwrap_or(COLUMN);
                let missing = column.saturating_sub(width(code)).max(GAP);
                format!("{}{}{}{note}", " ".repeat(code.indent), code.text, " ".repeat(missing))
            }
            (None, Some(note)) => {
                let below = code.range(number..).next().map(|(_, code)| code);
                let was = line.chars().take_while(|c| *c != '#').map(|c| if c == '\t' { STEP } else { 1 }).sum();
                format!("{}{note}", " ".repeat(indent(below, &open, was)))
            }
            (None, None) => {
                gap = !out.is_empty();
                continue;
            }
        };
        if gap {
            out.push('\n');
            gap = false;
        }
        out.push_str(&written);
        out.push('\n');
    }
    out
}

fn width(code: &CodeLine) -> usize {
    code.indent + code.text.chars().count()
}

/// The column of the notes behind code that leaves no room for the usual one: the same for lines that follow each other.
fn far_columns(text: &str, code: &BTreeMap<usize, CodeLine>) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    let mut run: Vec<usize> = Vec::new();
    let mut close = |run: &mut Vec<usize>| {
        let widest = run.iter().filter_map(|number| code.get(number)).map(width).max().unwrap_or(0);
        found.extend(run.drain(..).map(|number| (number, widest + GAP)));
    };
    for (number, line) in text.lines().enumerate() {
        let far = line.contains('#') && code.get(&number).is_some_and(|code| width(code) + GAP > COLUMN);
        if far {
            run.push(number);
        } else {
            close(&mut run);
        }
    }
    close(&mut run);
    found
}

/// Where a note on a line of its own begins: with the code below it; at the end of a block, with the code of that block.
/// `open` holds the code above, each line further in than the one before.
fn indent(below: Option<&CodeLine>, open: &[&CodeLine], was: usize) -> usize {
    match below {
        Some(below) if was <= below.was => below.indent,
        _ => {
            let above = open.iter().rev().find(|code| code.was <= was).map_or(0, |code| code.indent);
            above.max(below.map_or(0, |code| code.indent))
        }
    }
}
