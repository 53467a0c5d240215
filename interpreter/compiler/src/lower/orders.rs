//! Backward liveness of card order: which places have to keep the order of their cards. They are those whose order some rule looks
//! at, and those from which cards go there in their order and are looked at before the next shuffle. All others lie in the order
//! of the deck, which costs nothing.

use crate::engine::{Ask, Node, Op, PlaceAt, Program, TRICK, Whose};

/// Marks the places whose order is kept.
pub fn settle(program: &mut Program) {
    let mut ordered = vec![false; program.places.len()];
    for (place, kept) in program.places.iter().zip(&mut ordered) {
        // Its order is that of play, and is shown.
        *kept = place.name == TRICK;
    }
    for node in &program.nodes {
        if let Node::EndCard { of, .. } = node {
            mark(&program.places_of(*of), &mut ordered);
        }
    }
    for op in &program.code {
        match op {
            Op::Sort { place, .. } => mark(&range(*place), &mut ordered),
            Op::KeepCards { of, .. } => mark(&program.places_of(*of), &mut ordered),
            _ => {}
        }
    }
    for before in looked_at(program, &ordered) {
        for (kept, looked_at) in ordered.iter_mut().zip(before) {
            *kept |= looked_at;
        }
    }
    for (place, ordered) in program.places.iter_mut().zip(ordered) {
        place.ordered = ordered;
    }
}

/// For each operation, the places whose order as it is then may still be looked at. `always` are those of which it may be at any
/// time. Worked out from the end, until nothing is added.
fn looked_at(program: &Program, always: &[bool]) -> Vec<Vec<bool>> {
    let mut before = vec![always.to_vec(); program.code.len()];
    let next: Vec<Vec<usize>> = (0..program.code.len()).map(|pc| successors(program, pc)).collect();
    loop {
        let mut grown = false;
        for (pc, op) in program.code.iter().enumerate().rev() {
            let mut now = always.to_vec();
            for later in next.iter().skip(pc).take(1).flatten().filter_map(|next| before.get(*next)) {
                for (here, later) in now.iter_mut().zip(later) {
                    *here |= later;
                }
            }
            step_back(program, op, always, &mut now);
            if let Some(known) = before.get_mut(pc).filter(|known| **known != now) {
                *known = now;
                grown = true;
            }
        }
        if !grown {
            return before;
        }
    }
}

/// From the places that are looked at after an operation to those that are looked at after what comes before it.
fn step_back(program: &Program, op: &Op, always: &[bool], now: &mut [bool]) {
    match op {
        Op::Deal { from, .. } | Op::Fill { from, .. } => mark(&range(*from), now),
        Op::Shuffle(PlaceAt { base, of: Whose::Whole, .. }) => {
            let place = usize::from(*base);
            if let (Some(here), Some(always)) = (now.get_mut(place), always.get(place)) {
                *here = *always;
            }
        }
        Op::Swap(a, b) => {
            let (a, b) = (range(*a), range(*b));
            if any(&a, now) || any(&b, now) {
                mark(&a, now);
                mark(&b, now);
            }
        }
        Op::Move { cards, to } => {
            if any(&range(*to), now) {
                mark(&program.places_of(*cards), now);
            }
        }
        // One of several places, and all that moves no card by its order: an act puts its cards down in the order of the deck, and what
        // looks at an order for good is marked for good.
        Op::Shuffle(_)
        | Op::Jump(_)
        | Op::Unless { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Pass { .. }
        | Op::Set { .. }
        | Op::AddTo { .. }
        | Op::Reset { .. }
        | Op::Sort { .. }
        | Op::Draw { .. }
        | Op::Pay { .. }
        | Op::Score { .. }
        | Op::KeepSeats { .. }
        | Op::NextSeat { .. }
        | Op::KeepCards { .. }
        | Op::NextCard { .. }
        | Op::Ask(_)
        | Op::NextAnswer { .. }
        | Op::CircuitBegin(_)
        | Op::CircuitTurn { .. }
        | Op::CircuitActed { .. }
        | Op::AuctionBegin(_)
        | Op::BidMade { .. }
        | Op::AuctionClose { .. }
        | Op::TricksBegin(_)
        | Op::TrickBegin(_)
        | Op::TrickTurn { .. }
        | Op::Played { .. }
        | Op::TrickWon(_)
        | Op::Won(_)
        | Op::End => {}
    }
}

/// The operations that may come next.
fn successors(program: &Program, pc: usize) -> Vec<usize> {
    let next = pc + 1;
    let at = |pc: &u32| *pc as usize;
    let entries = |ask: &u16| {
        let acts = program.asks.get(usize::from(*ask)).map_or(&[][..], |ask: &Ask| ask.acts.as_slice());
        acts.iter().map(|act| act.entry as usize).chain([next])
    };
    match program.code.get(pc) {
        None | Some(Op::End | Op::Won(_)) => Vec::new(),
        Some(Op::Jump(to)) => vec![at(to)],
        Some(Op::Call(phase)) => {
            program.phases.get(usize::from(*phase)).map(|phase| phase.entry as usize).into_iter().collect()
        }
        Some(Op::Return(phase)) => {
            let calls = program.code.iter().enumerate();
            calls.filter(|(_, op)| matches!(op, Op::Call(called) if called == phase)).map(|(pc, _)| pc + 1).collect()
        }
        Some(Op::Ask(ask)) => entries(ask).collect(),
        Some(Op::NextAnswer { ask, exit }) => entries(ask).chain([at(exit)]).collect(),
        Some(
            Op::Unless { to, .. }
            | Op::NextSeat { exit: to, .. }
            | Op::NextCard { exit: to, .. }
            | Op::CircuitTurn { exit: to, .. }
            | Op::TrickTurn { exit: to, .. }
            | Op::AuctionClose { unsold: to, .. },
        ) => vec![next, at(to)],
        Some(_) => vec![next],
    }
}

fn mark(places: &[u16], marked: &mut [bool]) {
    for place in places {
        if let Some(marked) = marked.get_mut(usize::from(*place)) {
            *marked = true;
        }
    }
}

fn any(places: &[u16], marked: &[bool]) -> bool {
    places.iter().any(|place| marked.get(usize::from(*place)) == Some(&true))
}

fn range(at: PlaceAt) -> Vec<u16> {
    let count = if matches!(at.of, Whose::Whole) { 1 } else { at.count };
    (at.base..at.base + count).collect()
}
