//! Operations of a program.

use serde::Serialize;

use super::{NodeId, Pc, PlaceAt, Program, SlotRef};
use crate::Role;

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Op {
    Jump(Pc),
    /// Goes to `to` unless `cond` holds.
    Unless {
        cond: NodeId,
        to: Pc,
    },
    Call(u16),
    Return(u16),
    /// A pass of a phase begins.
    Pass {
        phase: u16,
        slot: u32,
    },
    Set {
        to: SlotRef,
        value: NodeId,
    },
    AddTo {
        to: SlotRef,
        amount: NodeId,
    },
    /// Several slots are set to one value, unseen.
    Reset {
        base: u32,
        count: u32,
        value: NodeId,
    },
    Move {
        cards: NodeId,
        to: PlaceAt,
    },
    Deal {
        count: NodeId,
        from: PlaceAt,
        to: PlaceAt,
        exact: bool,
    },
    Fill {
        place: PlaceAt,
        size: NodeId,
        from: PlaceAt,
    },
    Shuffle(PlaceAt),
    Sort {
        place: PlaceAt,
        reg: u32,
        key: NodeId,
        highest: bool,
    },
    Swap(PlaceAt, PlaceAt),
    Draw {
        to: SlotRef,
        from: NodeId,
    },
    /// A random number between two is kept.
    DrawNumber {
        to: SlotRef,
        low: NodeId,
        high: NodeId,
    },
    Pay {
        amount: NodeId,
        from: Option<SlotRef>,
        to: Option<SlotRef>,
    },
    Score {
        amount: NodeId,
        who: NodeId,
        reason: u16,
        minus: bool,
    },
    /// A set of seats is kept, in the order clockwise from a seat.
    KeepSeats {
        left: u32,
        of: NodeId,
        from: Option<(u32, NodeId)>,
    },
    /// The next seat of a kept set, or on to `exit`.
    NextSeat {
        left: u32,
        seat: u32,
        from: Option<u32>,
        exit: Pc,
    },
    KeepCards {
        left: u32,
        of: NodeId,
    },
    NextCard {
        left: u32,
        card: u32,
        exit: Pc,
    },
    /// A thing comes to the end of a list, with what counts of it.
    Enlist {
        on: Ranking,
        one: NodeId,
        keys: Vec<NodeId>,
    },
    /// A list is put in order, the best first; equal ones keep theirs.
    Rank(Ranking),
    Ask(u16),
    /// The next answer of a decision of several at once, or on to `exit`.
    NextAnswer {
        ask: u16,
        exit: Pc,
    },
    CircuitBegin(u16),
    /// Whose turn is next, or on to `exit`.
    CircuitTurn {
        circuit: u16,
        exit: Pc,
    },
    /// What a seat has done counts, before its turn is over.
    CircuitCounted {
        circuit: u16,
        role: Role,
    },
    /// The turn of a seat is over; what it has done counts now, where it did not before.
    CircuitActed {
        circuit: u16,
        role: Option<Role>,
    },
    AuctionBegin(u16),
    BidMade {
        auction: u16,
        seat: u32,
    },
    /// The auction closes: on to `unsold` if nobody won.
    AuctionClose {
        auction: u16,
        unsold: Pc,
    },
    TricksBegin(u16),
    TrickBegin(u16),
    /// Whose turn to play is next, or on to `exit`.
    TrickTurn {
        tricks: u16,
        exit: Pc,
    },
    Played {
        tricks: u16,
        pick: u32,
    },
    TrickWon(u16),
    Won(NodeId),
    End,
}

/// A list of things that is put in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ranking {
    /// Slot of how many are on it.
    pub found: u32,
    /// First slot of the things.
    pub list: u32,
    /// How many have room.
    pub room: u32,
    /// First slots of what counts, as many; true where the highest comes first.
    pub keys: Vec<(u32, bool)>,
}

impl Op {
    /// Visits the ways that cards may go in it: from which places, and to which.
    pub fn each_way(&self, program: &Program, visit: &mut dyn FnMut(&[u16], &[u16])) {
        match self {
            Self::Move { cards, to } => visit(&program.places_of(*cards), &to.all()),
            Self::Deal { from, to, .. } | Self::Fill { from, place: to, .. } => visit(&from.all(), &to.all()),
            Self::Swap(a, b) => {
                visit(&a.all(), &b.all());
                visit(&b.all(), &a.all());
            }
            Self::Jump(_)
            | Self::Unless { .. }
            | Self::Call(_)
            | Self::Return(_)
            | Self::Pass { .. }
            | Self::Set { .. }
            | Self::AddTo { .. }
            | Self::Reset { .. }
            | Self::Shuffle(_)
            | Self::Sort { .. }
            | Self::Draw { .. }
            | Self::DrawNumber { .. }
            | Self::Pay { .. }
            | Self::Score { .. }
            | Self::KeepSeats { .. }
            | Self::NextSeat { .. }
            | Self::KeepCards { .. }
            | Self::NextCard { .. }
            | Self::Enlist { .. }
            | Self::Rank(_)
            | Self::Ask(_)
            | Self::NextAnswer { .. }
            | Self::CircuitBegin(_)
            | Self::CircuitTurn { .. }
            | Self::CircuitCounted { .. }
            | Self::CircuitActed { .. }
            | Self::AuctionBegin(_)
            | Self::BidMade { .. }
            | Self::AuctionClose { .. }
            | Self::TricksBegin(_)
            | Self::TrickBegin(_)
            | Self::TrickTurn { .. }
            | Self::Played { .. }
            | Self::TrickWon(_)
            | Self::Won(_)
            | Self::End => {}
        }
    }
}
