//! Moves of which a reader may be told nothing at all: it sees neither the cards nor how many of them lie in either place. Whether such a
//! move happens may hang on what the reader must not know, so what it holds to be possible may not.

use super::program::{Node, NodeId, Op, PlaceAt, Program, SeatSet, Source};

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
    let all = (1 << program.seats) - 1;
    let noticed: Vec<SeatSet> =
        program
            .places
            .iter()
            .map(|place| {
                if place.sizes.is_empty() {
                    all
                } else {
                    always(program, &place.sizes) | always(program, &place.sights)
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

/// Who sees whatever happens.
fn always(program: &Program, sights: &[(NodeId, NodeId)]) -> SeatSet {
    let seats = sights.iter().map(|(when, who)| match (program.nodes.get(*when), program.nodes.get(*who)) {
        (Some(Node::Int(holds)), Some(Node::Seats(seats))) if *holds != 0 => *seats,
        (Some(Node::Int(holds)), Some(Node::JustSeat(seat))) if *holds != 0 => match program.nodes.get(*seat) {
            Some(Node::Int(seat)) => u32::try_from(*seat).ok().and_then(|seat| 1_u32.checked_shl(seat)).unwrap_or(0),
            _ => 0,
        },
        _ => 0,
    });
    seats.fold(0, |all, seats| all | seats)
}

/// Each place from which, and to which, some operation or act may move cards.
fn pairs(program: &Program, visit: &mut dyn FnMut(u16, u16)) {
    let range = |at: &PlaceAt| at.base..at.base + at.count;
    let mut between = |from: &mut dyn Iterator<Item = u16>, to: &PlaceAt| {
        for from in from {
            range(to).for_each(|to| visit(from, to));
        }
    };
    for op in &program.code {
        match op {
            Op::Move { cards, to } => between(&mut program.places_of(*cards).into_iter(), to),
            Op::Deal { from, to, .. } | Op::Fill { from, place: to, .. } => between(&mut range(from), to),
            Op::Swap(a, b) => {
                between(&mut range(a), b);
                between(&mut range(b), a);
            }
            Op::Jump(_)
            | Op::Unless { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Pass { .. }
            | Op::Set { .. }
            | Op::AddTo { .. }
            | Op::Reset { .. }
            | Op::Shuffle(_)
            | Op::Sort { .. }
            | Op::Draw { .. }
            | Op::DrawNumber { .. }
            | Op::Pay { .. }
            | Op::Score { .. }
            | Op::KeepSeats { .. }
            | Op::NextSeat { .. }
            | Op::KeepCards { .. }
            | Op::NextCard { .. }
            | Op::Enlist { .. }
            | Op::Rank(_)
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
    for pick in program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks) {
        if let (Source::Cards { from, .. }, Some(to)) = (pick.source, &pick.to) {
            between(&mut program.places_of(from).into_iter(), to);
        }
    }
    for (place, of) in (0_u16..).zip(&program.places) {
        if let Some(from) = of.refilled {
            visit(from, place);
        }
    }
}
