//! `check --fix`: applies the changes that diagnostics offer, each only if its problem is gone afterwards.

use std::path::Path;

use bidlang::diagnostic::{Diagnostic, Fix, Span, printable};
use bidlang::sources::{Position, position};
use bidlang_lab::check::Checked;

use crate::files::{self, Text};
use crate::{check, output};

/// Most changes of one file that are tried in one go.
const MOST_TRIED: usize = 500;

/// A file after its mending.
pub struct Mended {
    /// What is left to be mended by hand.
    pub left: Checked,
    /// How many changes were made.
    pub edits: usize,
}

/// Mends what can be mended in the file itself, tells each change, and writes the file if there was one. Its base and its
/// libraries are left alone.
///
/// # Errors
/// The file could not be written.
pub fn mend(path: &Path, text: Text, found: Checked) -> Result<Mended, Diagnostic> {
    let mut now = Text { name: text.name.clone(), text: text.text.clone(), mark: text.mark };
    let mut left = found;
    let mut told = Vec::new();
    let mut tries = MOST_TRIED;
    loop {
        let own = |fix: &&Fix| left.sources.file_of(fix.span) == 0;
        let next = left.problems.iter().filter_map(|problem| problem.fix.as_deref()).filter(own).find_map(|fix| {
            tries = tries.checked_sub(1)?;
            let (text, found) = attempt(path, &now, fix)?;
            Some((letter(&now, fix), text, found))
        });
        let Some((letter, text, found)) = next else { break };
        told.push(letter);
        (now, left) = (text, found);
    }
    if !told.is_empty() {
        files::replace(path, &text, &now.text)?;
        told.iter().for_each(|letter| output::note(letter));
    }
    Ok(Mended { left, edits: told.len() })
}

/// The text with the change, and what is wrong with it; nothing if something is still wrong at that place.
fn attempt(path: &Path, now: &Text, fix: &Fix) -> Option<(Text, Checked)> {
    let (start, end) = (fix.span.start as usize, fix.span.end as usize);
    let text = [now.text.get(..start)?, &fix.text, now.text.get(end..)?].concat();
    if text == now.text {
        return None;
    }
    let text = Text { name: now.name.clone(), text, mark: now.mark };
    let found = check::problems(path, &text, crate::play::Play::NONE);
    let changed = start..start + fix.text.len();
    let line = position(&text.text, fix.span.start).line;
    let in_the_way = |problem: &Diagnostic| {
        let touches = |span: Span| (span.start as usize) < changed.end && (span.end as usize) > changed.start;
        // Another misspelling of the line may wait for its turn; anything else casts doubt on the change.
        let own = found.sources.file_of(problem.span()) == 0;
        let same_line = own && position(&text.text, problem.span().start).line == line;
        problem.labels.iter().any(|label| touches(label.span)) || (same_line && problem.fix.is_none())
    };
    (!found.problems.iter().any(in_the_way)).then_some((text, found))
}

/// What was changed, in one line.
fn letter(text: &Text, fix: &Fix) -> String {
    let Position { line, column, .. } = position(&text.text, fix.span.start);
    let before = fix.span.of(&text.text);
    let place = format!("{}:{line}:{column}", printable(&text.name));
    if before.trim().is_empty() {
        format!("{place}: mended the white space")
    } else if fix.text.is_empty() {
        format!("{place}: took out `{}`", printable(before.trim()))
    } else {
        format!("{place}: mended `{}`, now `{}`", printable(before), printable(&fix.text))
    }
}
