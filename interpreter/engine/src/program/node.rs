//! Phrases of a program: they refer to each other by number.

use serde::Serialize;

use super::{CardSet, NodeId, Program, RuleId, SeatSet, card_sets, numbers, seat_sets};
use crate::{Comparison, Fold};

/// What a phrase gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A whole number.
    Int,
    /// A set of cards.
    Cards,
    /// A set of seats.
    Seats,
}

/// What is wanted where there is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Lack {
    /// A number.
    Number,
    /// A row of a table for none.
    Row,
    /// A card that is to be dealt.
    Card,
}

/// A phrase. Scalars are whole numbers with -1 for nobody and none; groups are sets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[allow(missing_docs)]
pub enum Node {
    // ---- scalars
    Int(i64),
    Slot(u32),
    /// Slots by keys; `nothing` where a key is none.
    SlotAt {
        base: u32,
        keys: Vec<(NodeId, u32)>,
        nothing: i64,
    },
    Reg(u32),
    /// A table by card or member; -1 where the key is none, or `other`.
    Tab {
        table: u32,
        low: i64,
        key: NodeId,
        other: i64,
    },
    /// A phrase for each key; a fault where there is none.
    Arms {
        low: i64,
        key: NodeId,
        arms: Vec<Option<NodeId>>,
        other: Option<NodeId>,
        rule: RuleId,
    },
    /// A value that is not there: a fault at its line.
    Missing {
        lack: Lack,
        rule: RuleId,
    },
    Add(NodeId, NodeId),
    Sub(NodeId, NodeId),
    Mul(NodeId, NodeId),
    Mod(NodeId, NodeId),
    Div {
        a: NodeId,
        b: NodeId,
        up: bool,
    },
    Cmp(Comparison, NodeId, NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Not(NodeId),
    If(NodeId, NodeId, NodeId),
    /// `body` with a register set.
    Let {
        reg: u32,
        value: NodeId,
        body: NodeId,
    },
    Count(NodeId),
    CountSeats(NodeId),
    FoldCards {
        fold: Fold,
        reg: u32,
        of: NodeId,
        key: NodeId,
    },
    FoldSeats {
        fold: Fold,
        reg: u32,
        of: NodeId,
        key: NodeId,
    },
    /// Over the first so many numbers: the values of a kind, or teams; over those of them of which `part` holds.
    FoldMembers {
        fold: Fold,
        reg: u32,
        count: u32,
        part: Option<NodeId>,
        key: NodeId,
    },
    /// The sum of a table over cards.
    TotalTab {
        table: u32,
        of: NodeId,
    },
    EndCard {
        of: NodeId,
        last: bool,
    },
    /// How many sets of so many cards there are of which a condition holds, each in a register of cards.
    CountSets {
        reg: u32,
        of: NodeId,
        least: NodeId,
        most: NodeId,
        cond: NodeId,
    },
    OnlyCard(NodeId),
    OnlySeat(NodeId),
    FirstFrom {
        from: NodeId,
        of: NodeId,
        /// Against the way in which play goes at first.
        back: bool,
    },
    SeatStep {
        from: NodeId,
        steps: NodeId,
    },
    Owner(NodeId),
    InCards(NodeId, NodeId),
    InSeats(NodeId, NodeId),
    /// Whether the second card is in the first card's set.
    InSet {
        set: u32,
        key: NodeId,
        card: NodeId,
    },
    Partner(NodeId),
    TeamOf(NodeId),
    Score(NodeId),
    AllPass {
        still: u32,
        passed: u32,
    },
    /// A phrase of any sort that tells when it is worked out that it holds or does not, or what is said here.
    Watch {
        rule: RuleId,
        holds: Option<bool>,
        of: NodeId,
    },
    /// A phrase of any sort, known to those alone who see these cards: what was picked from them.
    SeenIn {
        of: NodeId,
        cards: NodeId,
    },
    // ---- card sets
    Cards(CardSet),
    Place(u16),
    PlaceOf {
        base: u16,
        count: u16,
        key: NodeId,
    },
    PlacesOf {
        base: u16,
        count: u16,
        seats: NodeId,
    },
    CardSlot(u32),
    CardReg(u32),
    JustCard(NodeId),
    /// A set by key; empty where the key is none.
    SetTab {
        set: u32,
        low: i64,
        key: NodeId,
    },
    Both(NodeId, NodeId),
    Either(NodeId, NodeId),
    Without(NodeId, NodeId),
    IfCards(NodeId, NodeId, NodeId),
    Scan {
        reg: u32,
        of: NodeId,
        cond: NodeId,
    },
    /// The first or last few of a set, in the order of their place.
    Ends {
        of: NodeId,
        count: NodeId,
        last: bool,
    },
    BestCards {
        reg: u32,
        of: NodeId,
        key: NodeId,
        highest: bool,
    },
    // ---- seat sets
    Seats(SeatSet),
    SeatSlot(u32),
    JustSeat(NodeId),
    Members(NodeId),
    Except(NodeId, NodeId),
    Opponents(NodeId),
    IfSeats(NodeId, NodeId, NodeId),
    ScanSeats {
        reg: u32,
        of: NodeId,
        cond: NodeId,
    },
    BestSeats {
        reg: u32,
        of: NodeId,
        key: NodeId,
        highest: bool,
    },
}

impl Node {
    /// The register that it sets for a phrase inside of it.
    #[must_use]
    pub const fn sets_reg(&self) -> Option<u32> {
        match self {
            Self::Let { reg, .. }
            | Self::FoldCards { reg, .. }
            | Self::FoldSeats { reg, .. }
            | Self::FoldMembers { reg, .. }
            | Self::Scan { reg, .. }
            | Self::BestCards { reg, .. }
            | Self::ScanSeats { reg, .. }
            | Self::BestSeats { reg, .. } => Some(*reg),
            _ => None,
        }
    }

    /// The cards of which these are some, by a condition, an order or who sees them.
    #[must_use]
    pub const fn some_of(&self) -> Option<NodeId> {
        match self {
            Self::Without(of, _)
            | Self::Scan { of, .. }
            | Self::BestCards { of, .. }
            | Self::Ends { of, .. }
            | Self::SeenIn { of, .. }
            | Self::Watch { of, .. } => Some(*of),
            _ => None,
        }
    }

    /// Whether it is worked out from nothing but numbers: its inner phrases, and tables.
    #[must_use]
    pub const fn is_of_numbers(&self) -> bool {
        matches!(
            self,
            Self::Int(_)
                | Self::Missing { .. }
                | Self::Tab { .. }
                | Self::Arms { .. }
                | Self::Add(..)
                | Self::Sub(..)
                | Self::Mul(..)
                | Self::Mod(..)
                | Self::Div { .. }
                | Self::Cmp(..)
                | Self::And(..)
                | Self::Or(..)
                | Self::Not(_)
                | Self::If(..)
                | Self::SeatStep { .. }
                | Self::InSet { .. }
                | Self::Partner(_)
                | Self::TeamOf(_)
        )
    }
}

impl Program {
    /// What a phrase gives; nothing that there is not gives a number.
    #[must_use]
    pub fn sort_of(&self, id: NodeId) -> Sort {
        match self.nodes.get(id) {
            Some(card_sets!()) => Sort::Cards,
            Some(seat_sets!()) => Sort::Seats,
            Some(numbers!()) | None => Sort::Int,
            Some(Node::Let { body: of, .. } | Node::Watch { of, .. } | Node::SeenIn { of, .. }) => self.sort_of(*of),
        }
    }
}
