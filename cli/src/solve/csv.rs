//! The strategies as comma-separated values: a row for each choice of each situation.

use bidlang::diagnostic::Diagnostic;

use super::Solved;
use crate::sim::csv::{plain, text};

/// Tells all rows, situation by situation.
///
/// # Errors
/// What the hearer says, and rows that cannot be written.
pub fn report(solved: &Solved, tell: &mut dyn FnMut(&str) -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
    let (situations, words) = (solved.situations(), solved.prepared.words());
    tell("seat,name,situation,met,choice,share\n")?;
    for seat in 0..solved.prepared.players() {
        for situation in situations.of(seat, usize::MAX) {
            let row = |part: &bidlang_lab::solve::Part| {
                vec![
                    (seat + 1).to_string(),
                    words.seat(seat).to_owned(),
                    situation.words.clone(),
                    plain(situation.met),
                    part.words.clone(),
                    part.share.map_or_else(String::new, plain),
                ]
            };
            let rows: Vec<Vec<String>> = situation.parts.iter().map(row).collect();
            tell(&text(&rows)?)?;
        }
    }
    Ok(())
}
