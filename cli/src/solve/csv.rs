//! The strategies as comma-separated values: a row for each choice of each situation.

use bidlang::diagnostic::Diagnostic;

use super::Solved;
use crate::sim::csv::{plain, text};

/// All rows.
///
/// # Errors
/// Where they cannot be written.
pub fn report(solved: &Solved) -> Result<String, Diagnostic> {
    let (situations, words) = (solved.situations(), solved.prepared.words());
    let mut rows = vec![["seat", "name", "situation", "met", "choice", "share"].map(str::to_owned).to_vec()];
    for seat in 0..solved.prepared.players() {
        for situation in situations.of(seat, usize::MAX) {
            for part in &situation.parts {
                rows.push(vec![
                    (seat + 1).to_string(),
                    words.seat(seat).to_owned(),
                    situation.words.clone(),
                    plain(situation.met),
                    part.words.clone(),
                    part.share.map_or_else(String::new, plain),
                ]);
            }
        }
    }
    text(&rows)
}
