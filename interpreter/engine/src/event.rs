//! What happens, as it happens, with who may see it.

use super::MOST_PICKS;
use super::act::Choice;
use super::desk::Desk;
use super::program::{CardSet, RuleId, SeatSet};
use super::state::State;
use crate::Ties;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// A pass of a phase begins.
    Pass {
        /// The phase.
        phase: u16,
        /// Which pass, from 1.
        pass: i64,
    },
    /// A place was shuffled.
    Shuffle {
        /// The place.
        place: u16,
        /// Who can know which place it is.
        named: SeatSet,
        /// Its cards, top first.
        order: Vec<u8>,
        /// Who sees them.
        seen: SeatSet,
        /// Who sees how many there are.
        counted: SeatSet,
    },
    /// A seat was drawn at random.
    Draw {
        /// The track that it is remembered in.
        track: Option<u16>,
        /// Which of its slots.
        index: u32,
        /// From these.
        among: SeatSet,
        /// Who can work out that it was from these.
        known: SeatSet,
        /// The seat.
        seat: u8,
        /// Who is told.
        seen: SeatSet,
    },
    /// A choice takes effect.
    Act {
        /// The decision.
        ask: u16,
        /// Who decided.
        seat: u8,
        /// What.
        choice: Choice,
        /// Whether it was the only legal choice.
        forced: bool,
        /// Whether everybody could tell that.
        forced_public: bool,
        /// For each pick, who is told what was picked.
        seen: [SeatSet; MOST_PICKS],
        /// For each pick of cards, who is told how many.
        counted: [SeatSet; MOST_PICKS],
    },
    /// Cards move from one place to another.
    Move {
        /// The cards in the order in which they arrive.
        cards: Vec<u8>,
        /// From here.
        from: u16,
        /// To here.
        to: u16,
        /// Who can know which place the first is, and the second.
        named: (SeatSet, SeatSet),
        /// Where some cannot, all the places that it may be.
        maybe: (Vec<u16>, Vec<u16>),
        /// Who knows which they are.
        seen: SeatSet,
        /// Who sees how many cards the first place has, and the second: who sees one of them notices.
        counted: (SeatSet, SeatSet),
        /// How many cards the first place has now, and the second.
        sizes: (u32, u32),
        /// Whether an act did it that has been told already.
        by_act: bool,
    },
    /// A place comes into somebody's view, without a move.
    Show {
        /// The place.
        place: u16,
        /// Its cards, top first.
        cards: Vec<u8>,
        /// Who sees them now.
        seen: SeatSet,
        /// Those of them who did not before.
        new: SeatSet,
        /// Whether everybody can tell who does.
        public: bool,
    },
    /// A slot of a track is seen by somebody who did not see it before.
    ShowTrack {
        /// The track.
        track: u16,
        /// Which of its slots.
        index: u32,
        /// Its value.
        value: i64,
        /// Who sees it now.
        seen: SeatSet,
        /// Those of them who did not before.
        new: SeatSet,
        /// Whether everybody can tell who does.
        public: bool,
    },
    /// A track changes.
    Set {
        /// The track.
        track: u16,
        /// Which of its slots.
        index: u32,
        /// Its new value.
        value: i64,
        /// What it was before.
        was: i64,
        /// Who sees it.
        seen: SeatSet,
    },
    /// A bid was made.
    Bid {
        /// The auction.
        auction: u16,
        /// By whom.
        seat: u8,
        /// What it is worth now.
        worth: i64,
        /// Who is ahead now, or -1.
        leader: i64,
        /// Who can know what the bid is worth.
        seen: SeatSet,
        /// Who can know who is ahead.
        ahead: SeatSet,
    },
    /// An auction closes.
    Closed {
        /// The auction.
        auction: u16,
        /// Who won, or -1.
        winner: i64,
        /// What the winner's bid is worth.
        worth: i64,
        /// Seats of the same, best worth, if there are several.
        tied: SeatSet,
        /// The rule for ties.
        ties: Ties,
        /// Whether everybody can know what all bids are worth.
        public: bool,
    },
    /// A trick is complete.
    Trick {
        /// The tricks.
        tricks: u16,
        /// Which trick, from 1.
        number: i64,
        /// Who won it.
        winner: u8,
        /// Its cards.
        cards: CardSet,
    },
    /// Points are written down.
    Score {
        /// For these seats each.
        seats: SeatSet,
        /// How many.
        points: i64,
        /// What for.
        reason: u16,
        /// The cards that make up the points, where they are a total.
        items: Vec<(u8, i64)>,
        /// Who can know these cards.
        known: SeatSet,
        /// The line.
        rule: RuleId,
    },
    /// The game ends.
    Won {
        /// The winners.
        seats: SeatSet,
    },
}

/// Who hears events.
pub trait Sink {
    /// Whether anybody listens at all.
    const LISTENS: bool = true;
    /// Hears an event; `state` is that after the operation which brought it.
    fn event(&mut self, state: &State, event: &Event);
    /// Whether it has heard enough: then the game stops behind the operation that was told last, with a fault.
    fn has_enough(&self) -> bool {
        false
    }
    /// A slot and a number that it holds from here on, as the listener knows better; asked for behind each operation that was told, until there is none.
    fn corrects(&mut self) -> Option<(u32, i64)> {
        None
    }
    /// Whether it looks at the table behind an operation that brought no events.
    fn looks(&self, _: &State) -> bool {
        false
    }
    /// Looks at the table as it stands behind an operation, when all of its events have been told.
    fn settles(&mut self, _: &mut Desk) {}
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Sink for Silent {
    const LISTENS: bool = false;
    fn event(&mut self, _: &State, _: &Event) {}
}
