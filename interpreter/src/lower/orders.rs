//! Which places have to keep the order of their cards: those whose order some rule looks at, and those from which cards go
//! there in their order. All others lie in the order of the deck, which costs nothing.

use crate::engine::{Node, Op, PlaceAt, Program, TRICK, Whose};

/// Marks the places whose order is kept.
pub fn settle(program: &mut Program) {
    let mut ordered = vec![false; program.places.len()];
    let mut flows: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    let mark = |places: Vec<u16>, ordered: &mut Vec<bool>| {
        for place in places {
            if let Some(ordered) = ordered.get_mut(usize::from(place)) {
                *ordered = true;
            }
        }
    };
    for (place, kept) in program.places.iter().zip(&mut ordered) {
        // Its order is that of play, and is shown.
        *kept = place.name == TRICK;
    }
    for node in &program.nodes {
        if let Node::EndCard { of, .. } = node {
            mark(program.places_of(*of), &mut ordered);
        }
    }
    for (pc, op) in program.code.iter().enumerate() {
        match op {
            Op::Deal { from, .. } | Op::Fill { from, .. } => mark(range(*from), &mut ordered),
            Op::Sort { place, .. } => mark(range(*place), &mut ordered),
            Op::KeepCards { of, .. } => mark(program.places_of(*of), &mut ordered),
            Op::Swap(a, b) => {
                flows.push((range(*a), range(*b)));
                flows.push((range(*b), range(*a)));
            }
            Op::Move { cards, to } if !shuffled_next(program, pc, *to) => {
                flows.push((program.places_of(*cards), range(*to)))
            }
            _ => {}
        }
    }
    // Where cards go in their order to a place that keeps it, it has to be kept before.
    loop {
        let before = ordered.clone();
        for (sources, to) in &flows {
            if to.iter().any(|place| ordered.get(usize::from(*place)) == Some(&true)) {
                mark(sources.clone(), &mut ordered);
            }
        }
        if before == ordered {
            break;
        }
    }
    for (place, ordered) in program.places.iter_mut().zip(ordered) {
        place.ordered = ordered;
    }
}

/// Whether the cards moved to a place are shuffled there before anything else looks at them.
fn shuffled_next(program: &Program, pc: usize, to: PlaceAt) -> bool {
    for op in program.code.iter().skip(pc + 1) {
        match op {
            // Not if they go on from there before.
            Op::Move { cards, .. } if !program.places_of(*cards).iter().any(|place| range(to).contains(place)) => {}
            Op::Shuffle(place) => return same(*place, to),
            // What only tells is as good as not there.
            Op::Unless { cond, .. }
                if matches!(program.nodes.get(*cond as usize), Some(Node::Watch { holds: Some(_), .. })) => {}
            _ => return false,
        }
    }
    false
}

fn same(a: PlaceAt, b: PlaceAt) -> bool {
    let whose = match (a.of, b.of) {
        (Whose::Whole, Whose::Whole) => true,
        (Whose::One(a), Whose::One(b)) => a == b,
        _ => false,
    };
    a.base == b.base && whose
}

fn range(at: PlaceAt) -> Vec<u16> {
    let count = if matches!(at.of, Whose::Whole) { 1 } else { at.count };
    (at.base..at.base + count).collect()
}
