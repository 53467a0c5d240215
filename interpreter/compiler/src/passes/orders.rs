//! Backward liveness of card order: which places have to keep the order of their cards. They are those whose order some rule looks
//! at, and those from which cards go there in their order and are looked at before the next shuffle. All others lie in the order
//! of the deck, which costs nothing.

use crate::engine::{Calls, Node, NodeId, Op, PerNode, PlaceAt, Program, TRICK, Whose};

/// Marks the places whose order is kept. Phrases that are asked from outside change nothing: states of the plain program fit.
pub(super) fn settle(program: &mut Program) {
    let (always, uses) = found(program);
    let mut ordered = always.clone();
    for before in looked_at(program, &always, &uses) {
        for (kept, looked_at) in ordered.iter_mut().zip(before) {
            *kept |= looked_at;
        }
    }
    for (place, ordered) in program.places.iter_mut().zip(ordered) {
        place.ordered = ordered;
    }
}

/// For each place, whether its cards are ever looked at by their order, and not only dealt and moved in it.
pub(super) fn are_looked_at(program: &Program) -> Vec<bool> {
    let (mut found, uses) = found(program);
    uses.iter().for_each(|used| add(&mut found, used));
    found
}

/// The places whose order may be looked at at any time, and those whose order each operation looks at.
fn found(program: &Program) -> (Vec<bool>, Vec<Vec<bool>>) {
    let looks = looks(program);
    let mut always = vec![false; program.places.len()];
    for (place, kept) in program.places.iter().zip(&mut always) {
        // Its order is that of play, and is shown.
        *kept = place.name == TRICK;
    }
    for op in &program.code {
        if let Op::Sort { place, .. } = op {
            mark(&place.all(), &mut always);
        }
    }
    // What is told of places and tracks may be told at any time.
    let mut at_any_time: Vec<NodeId> = Vec::new();
    program.places.clone().iter_mut().for_each(|place| place.each_phrase(&mut |id| at_any_time.push(*id)));
    program.tracks.clone().iter_mut().for_each(|track| track.each_phrase(&mut |id| at_any_time.push(*id)));
    at_any_time.iter().for_each(|id| mark(looked(&looks, *id), &mut always));
    let uses: Vec<Vec<bool>> = program.code.iter().map(|op| uses(program, op, &looks, &always)).collect();
    (always, uses)
}

/// For each phrase, the places whose order it looks at.
#[allow(clippy::wildcard_enum_match_arm, reason = "all others look at the order that those inside of them look at")]
fn looks(program: &Program) -> PerNode<Vec<u16>> {
    let mut all: PerNode<Vec<u16>> = PerNode::default();
    // Phrases stand behind those inside of them.
    for node in program.nodes.iter() {
        let mut places = match node {
            Node::EndCard { of, .. } | Node::Ends { of, .. } => program.places_of(*of),
            _ => Vec::new(),
        };
        program.inner(node, &mut |inner| places.extend_from_slice(looked(&all, inner)));
        places.sort_unstable();
        places.dedup();
        all.push(places);
    }
    all
}

fn looked(looks: &PerNode<Vec<u16>>, id: NodeId) -> &[u16] {
    looks.get(id).map_or(&[], Vec::as_slice)
}

/// The places whose order an operation looks at, beside those of which that may be at any time.
fn uses(program: &Program, op: &Op, looks: &PerNode<Vec<u16>>, always: &[bool]) -> Vec<bool> {
    let mut used = always.to_vec();
    let mut see = |id: &mut NodeId| mark(looked(looks, *id), &mut used);
    op.clone().each_phrase(&mut see);
    match op {
        Op::Ask(ask) | Op::NextAnswer { ask, .. } => {
            program.asks.get(usize::from(*ask)).cloned().iter_mut().for_each(|ask| ask.each_phrase(&mut see));
        }
        Op::CircuitBegin(circuit)
        | Op::CircuitTurn { circuit, .. }
        | Op::CircuitCounted { circuit, .. }
        | Op::CircuitActed { circuit, .. } => {
            let circuit = program.circuits.get(usize::from(*circuit)).cloned();
            circuit.into_iter().for_each(|mut circuit| circuit.each_phrase(&mut see));
        }
        Op::AuctionBegin(auction) | Op::BidMade { auction, .. } | Op::AuctionClose { auction, .. } => {
            let auction = program.auctions.get(usize::from(*auction)).cloned();
            auction.into_iter().for_each(|mut auction| auction.each_phrase(&mut see));
        }
        Op::TricksBegin(tricks)
        | Op::TrickBegin(tricks)
        | Op::TrickTurn { tricks, .. }
        | Op::Played { tricks, .. }
        | Op::TrickWon(tricks) => {
            let tricks = program.tricks.get(usize::from(*tricks)).cloned();
            tricks.into_iter().for_each(|mut tricks| tricks.each_phrase(&mut see));
        }
        // Cards are gone through in the order of the place where they lie.
        Op::KeepCards { of, .. } => mark(&program.places_of(*of), &mut used),
        Op::NextCard { left, .. } => {
            for op in &program.code {
                if let Op::KeepCards { left: kept, of } = op
                    && kept == left
                {
                    mark(&program.places_of(*of), &mut used);
                }
            }
        }
        Op::Jump(_)
        | Op::Unless { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Pass { .. }
        | Op::Set { .. }
        | Op::AddTo { .. }
        | Op::Reset { .. }
        | Op::Move { .. }
        | Op::Deal { .. }
        | Op::Fill { .. }
        | Op::Shuffle(_)
        | Op::Sort { .. }
        | Op::Swap(..)
        | Op::Draw { .. }
        | Op::DrawNumber { .. }
        | Op::Pay { .. }
        | Op::Score { .. }
        | Op::KeepSeats { .. }
        | Op::NextSeat { .. }
        | Op::Enlist { .. }
        | Op::Rank(_)
        | Op::Won(_)
        | Op::End => {}
    }
    used
}

/// For each operation, the places whose order as it is then may still be looked at: by that operation, which looks at those that it
/// uses, or later. Worked out from the end, until nothing is added.
fn looked_at(program: &Program, always: &[bool], uses: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let mut before = uses.to_vec();
    let next: Vec<Vec<usize>> = (0..program.code.len()).map(|pc| program.successors(pc, Calls::Into)).collect();
    loop {
        let mut grown = false;
        for ((pc, op), uses) in program.code.iter().enumerate().zip(uses).rev() {
            let mut now = always.to_vec();
            for later in next.iter().skip(pc).take(1).flatten().filter_map(|next| before.get(*next)) {
                add(&mut now, later);
            }
            step_back(program, op, always, &mut now);
            add(&mut now, uses);
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

fn add(marked: &mut [bool], others: &[bool]) {
    for (here, other) in marked.iter_mut().zip(others) {
        *here |= other;
    }
}

/// From the places that are looked at after an operation to those that are looked at after what comes before it.
#[allow(clippy::wildcard_enum_match_arm, reason = "all others go by the ways of their cards")]
fn step_back(program: &Program, op: &Op, always: &[bool], now: &mut [bool]) {
    match op {
        // They go by the order of where they take from.
        Op::Deal { from, .. } | Op::Fill { from, .. } => mark(&from.all(), now),
        Op::Shuffle(PlaceAt { base, of: Whose::Whole, .. }) => {
            let place = usize::from(*base);
            if let (Some(here), Some(always)) = (now.get_mut(place), always.get(place)) {
                *here = *always;
            }
        }
        // One of several places that is shuffled leaves the others; and what moves no card by its order: an act puts its cards down in the
        // order of the deck, and what looks at an order for good is marked for good.
        _ => {
            let after = now.to_vec();
            op.each_way(program, &mut |from, to| {
                if any(to, &after) {
                    mark(from, now);
                }
            });
        }
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
