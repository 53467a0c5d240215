//! Moves of which a reader may be told nothing at all: it sees neither the cards nor how many of them lie in either place. Whether such a
//! move happens may hang on what the reader must not know, so what it holds to be possible may not.

use super::program::{Program, SeatSet, Source};

/// From which place to which cards may go without some reader being told, with the seats that are always told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unseen {
    pub from: u16,
    pub to: u16,
    /// Those who are told of each move.
    pub noticed: SeatSet,
}

/// The moves of a program that not all are told of.
pub(super) fn moves(program: &Program) -> Vec<Unseen> {
    let all = program.everybody();
    let noticed: Vec<SeatSet> = program
        .places
        .iter()
        .map(|place| {
            if place.sizes.is_empty() {
                all
            } else {
                program.always_seen_by(&place.sizes) | program.always_seen_by(&place.sights)
            }
        })
        .collect();
    let of = |place: u16| noticed.get(usize::from(place)).copied().unwrap_or(all);
    let mut found = Vec::new();
    pairs(program, &mut |from, to| {
        let noticed = of(from) | of(to);
        if from != to && noticed != all {
            found.push(Unseen { from, to, noticed });
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// Each place from which, and to which, some operation or act may move cards.
fn pairs(program: &Program, visit: &mut dyn FnMut(u16, u16)) {
    let mut between = |from: &[u16], to: &[u16]| {
        for from in from {
            to.iter().for_each(|to| visit(*from, *to));
        }
    };
    for op in &program.code {
        op.each_way(program, &mut between);
    }
    for pick in program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks) {
        if let (Source::Cards { from, .. }, Some(to)) = (pick.source, &pick.to) {
            between(&program.places_of(from), &to.all());
        }
    }
    for (place, of) in (0_u16..).zip(&program.places) {
        if let Some(from) = of.refilled {
            between(&[from], &[place]);
        }
    }
}
