//! Two lists of lines against each other: the longest part that they share, and what stands between.

use super::Difference;

/// What differs between two lists. Lines that begin with the same word are taken as one that was changed.
pub(super) fn compare(was: &[String], is: &[String]) -> Vec<Difference> {
    let mut found = Vec::new();
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    let (mut a, mut b) = (was.iter().peekable(), is.iter().peekable());
    for shared in longest_shared(was, is) {
        while let Some(line) = a.next_if(|line| **line != shared) {
            gone.push(line.clone());
        }
        while let Some(line) = b.next_if(|line| **line != shared) {
            new.push(line.clone());
        }
        pair(&mut gone, &mut new, &mut found);
        a.next();
        b.next();
    }
    gone.extend(a.cloned());
    new.extend(b.cloned());
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

/// The longest list of lines that both have in this order. Its length is bounded by that of a rules file.
fn longest_shared(was: &[String], is: &[String]) -> Vec<String> {
    let width = is.len() + 1;
    let mut lengths = vec![0_u32; (was.len() + 1) * width];
    let get = |lengths: &[u32], a: usize, b: usize| lengths.get(a * width + b).copied().unwrap_or(0);
    for (a, line) in was.iter().enumerate().rev() {
        for (b, other) in is.iter().enumerate().rev() {
            let best = if line == other {
                get(&lengths, a + 1, b + 1) + 1
            } else {
                get(&lengths, a + 1, b).max(get(&lengths, a, b + 1))
            };
            if let Some(slot) = lengths.get_mut(a * width + b) {
                *slot = best;
            }
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut shared = Vec::new();
    while let (Some(line), Some(other)) = (was.get(a), is.get(b)) {
        if line == other {
            shared.push(line.clone());
            a += 1;
            b += 1;
        } else if get(&lengths, a + 1, b) >= get(&lengths, a, b + 1) {
            a += 1;
        } else {
            b += 1;
        }
    }
    shared
}
