//! Decisions and forms of a program: what may be done, and the slots in which a form keeps what it knows.

use serde::Serialize;

use super::{NodeId, Pc, PlaceAt, RuleId, SlotRef};
use crate::{Comparison, Role, Ties};

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// Who: a seat, or a set of seats if `at_once`.
    pub who: NodeId,
    /// All at once and in secret.
    pub at_once: bool,
    /// The slot of the seat whose turn it is.
    pub player: u32,
    /// Whether `player` is set to who decides.
    pub sets_player: bool,
    /// The register of the seat while its acts are listed, if `at_once`.
    pub me: u32,
    /// What may be done.
    pub acts: Vec<Act>,
    /// The slot of the seats still to choose.
    pub waiting: u32,
    /// For `at_once`: the first slot of the answers, and how many slots each seat has.
    pub answers: (u32, u32),
    /// For `at_once`: the first card-set slot of the answers, and how many each seat has.
    pub answer_cards: (u32, u32),
    /// The slot of the seats whose answers have still to take effect.
    pub unheard: u32,
    /// The form that it belongs to, with its number in the game.
    pub form: Option<u16>,
    /// The form of the program whose turns it asks for.
    pub turns: Turns,
    /// Where it is asked.
    pub at: Pc,
    /// For `at_once`: where the answers take effect, one after the other.
    pub hears: Pc,
    /// The line.
    pub rule: RuleId,
}

/// Whose turns a decision asks for: each number is one of the program's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Turns {
    /// It is asked by itself, or of several at once.
    Alone,
    /// It is the turn of a seat in a circuit.
    Circuit(u16),
    /// It is the turn of a seat to play to a trick.
    Tricks(u16),
}

/// What may be done in a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Act {
    /// Its name's number in the game.
    pub name: u16,
    /// What it is to its form.
    pub role: Role,
    /// Only when this holds.
    pub when: Option<NodeId>,
    /// What is picked.
    pub picks: Vec<Pick>,
    /// What an act without picks, or all picks together, have to obey.
    pub musts: Vec<Must>,
    /// Where it goes on.
    pub entry: Pc,
    /// In a circuit, the operation by which the turn is over.
    pub over: Option<Pc>,
    /// The line.
    pub rule: RuleId,
}

impl Act {
    /// The conditions that are asked with a pick: as soon as all that they speak of is known, like a `where` of that pick.
    pub fn musts_at(&self, index: usize) -> impl Iterator<Item = &Must> {
        self.musts.iter().filter(move |must| must.at == index && (must.of_picks || must.if_able))
    }

    /// Whether all candidates of a pick are legal as they stand, without a further look at each.
    #[must_use]
    pub fn all_fit(&self, index: usize) -> bool {
        let Some(pick) = self.picks.get(index).filter(|_| index + 1 == self.picks.len()) else { return false };
        match pick.source {
            Source::Cards { .. } if pick.several => {
                pick.so_that.is_none() && !self.musts.iter().any(|must| must.of_picks)
            }
            Source::Cards { .. } => true,
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => {
                pick.filter.is_none() && self.musts.iter().all(|must| !must.of_picks || must.bound.is_some())
            }
        }
    }
}

/// One thing that is picked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pick {
    /// From what.
    pub source: Source,
    /// The register of what is picked while acts are listed.
    pub reg: u32,
    /// The slot of what was picked: of card sets for several cards, of numbers otherwise.
    pub slot: u32,
    /// Whether it is a group of cards.
    pub several: bool,
    /// Where the cards go.
    pub to: Option<PlaceAt>,
    /// What each has to be: a set of cards, or a condition for other picks.
    pub filter: Option<NodeId>,
    /// What the cards have to be together.
    pub so_that: Option<NodeId>,
    /// Who is told what was picked, beside who picked it.
    pub told: Told,
    /// The line.
    pub rule: RuleId,
}

/// Who is told what was picked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Told {
    /// All.
    All,
    /// Cards: those who see where they lay, or where they go.
    AsItLies,
    /// Who sees one of these slots, to which it goes.
    WhoSees(Vec<SlotRef>),
}

/// From what is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Source {
    Cards { from: NodeId, least: NodeId, most: NodeId, if_able: bool },
    Number { low: NodeId, high: NodeId },
    Member { kind: u16, count: u32 },
    Seat,
    YesNo,
}

/// A condition on an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Must {
    /// Only when this holds.
    pub when: Option<NodeId>,
    /// What has to hold of the picks.
    pub cond: NodeId,
    /// For one card: the set of those that obey.
    pub cards: Option<NodeId>,
    /// For a number: a bound.
    pub bound: Option<(Comparison, NodeId)>,
    /// Only if some choice obeys.
    pub if_able: bool,
    /// Whether it speaks of what is picked.
    pub of_picks: bool,
    /// The pick with which it is asked: the last of which it speaks, or the last of all.
    pub at: usize,
    /// The line.
    pub rule: RuleId,
}

/// The slots of a circuit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Circuit {
    /// Its number in the game.
    pub form: u16,
    /// Who takes part.
    pub among: NodeId,
    /// Who begins.
    pub from: NodeId,
    /// Only once around.
    pub once: bool,
    /// Slot of whose turn it is.
    pub seat: u32,
    /// Slot of those still in.
    pub still: u32,
    /// Slot of those whose turn is still to come, if `once`.
    pub todo: u32,
    /// Slot of those who passed since the last act.
    pub passed: u32,
    /// Slot of the passes in a row.
    pub row: u32,
    /// Slot of the number of acts.
    pub acts: u32,
    /// Slot of who is ahead, in an auction.
    pub leader: Option<u32>,
    /// Where its operations stand.
    pub at: CircuitAt,
}

/// Where the operations of a circuit stand. Behind each act the program goes on to `closes`, or to `turn`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CircuitAt {
    /// Whose turn it is, or on to its end; the decision stands next.
    pub turn: Pc,
    /// Whether it stays open, if it may close; a jump to `turn` stands next.
    pub closes: Option<Pc>,
}

/// The slots of an auction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Auction {
    /// Its number in the game.
    pub form: u16,
    /// Slot of who has bid.
    pub bid: u32,
    /// First slot of what bids are worth, one a seat.
    pub worth: u32,
    /// First slot of when they were made, one a seat.
    pub time: u32,
    /// Slot of the clock.
    pub clock: u32,
    /// Slot of who is ahead.
    pub leader: u32,
    /// Register of the bidder and what a bid is worth.
    pub value: (u32, NodeId),
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
    /// From whom ties go clockwise: the slot that keeps it, and the phrase that is worked out when the auction begins.
    pub from: Option<(u32, NodeId)>,
}

/// The slots of tricks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tricks {
    /// Their number in the game.
    pub form: u16,
    /// Who takes part.
    pub among: NodeId,
    /// Who leads first.
    pub lead: NodeId,
    /// Slot of whose turn it is.
    pub seat: u32,
    /// Slot of who leads.
    pub leader: u32,
    /// Slot of whose turn is still to come.
    pub todo: u32,
    /// Slot of the trick's number.
    pub number: u32,
    /// First slot of the card that each seat played.
    pub played: u32,
    /// Register of the card in the phrases below.
    pub card: u32,
    /// Cards that follow.
    pub follows: Option<NodeId>,
    /// Cards that are trumps.
    pub trumps: Option<NodeId>,
    /// What counts.
    pub key: NodeId,
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
    /// Where their operations stand.
    pub at: TricksAt,
}

/// Where the operations of tricks stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct TricksAt {
    /// Whether there is another trick, or on to the end; the beginning of a trick stands next, then `turn`.
    pub head: Pc,
    /// Whose turn it is to play, or on to `won`; what comes before the decision stands next, or the decision itself.
    pub turn: Pc,
    /// A card has been played; a jump to `turn` stands next.
    pub played: Pc,
    /// Whether anybody played a card, where that is asked, and who takes the trick; behind it the cards go where they go.
    pub won: Pc,
}
