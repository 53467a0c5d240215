//! Two lists of lines against each other: the longest common subsequence, and what stands between.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::Difference;

/// What differs between two lists. Lines that begin with the same word are taken as one that was changed.
pub(super) fn compare(was: &[String], is: &[String]) -> Vec<Difference> {
    let mut found = Vec::new();
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, was, is) {
        if matches!(op, DiffOp::Equal { .. }) {
            pair(&mut gone, &mut new, &mut found);
        } else {
            gone.extend(was.get(op.old_range()).unwrap_or_default().iter().cloned());
            new.extend(is.get(op.new_range()).unwrap_or_default().iter().cloned());
        }
    }
    pair(&mut gone, &mut new, &mut found);
    found
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

fn pair(gone: &mut Vec<String>, new: &mut Vec<String>, found: &mut Vec<Difference>) {
    let alone = gone.len() == 1 && new.len() == 1;
    for line in gone.drain(..) {
        let same = new.iter().position(|other| alone || first_word(other) == first_word(&line));
        found.push(match same {
            Some(index) => Difference::Instead(line, new.remove(index)),
            None => Difference::Gone(line),
        });
    }
    found.extend(new.drain(..).map(Difference::New));
}
