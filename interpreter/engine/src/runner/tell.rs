//! Telling: what happens becomes events, with the seats that see it. Operations are made twice, for nobody who listens and for
//! somebody who does; the first pay nothing for the second.

use std::sync::Arc;

use super::super::MOST_PICKS;
use super::super::eval::{each_card, each_seat};
use super::super::event::Event;
use super::super::program::{CardSet, Node, NodeId, Pick, SeatSet};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::effects::Picks;
use super::moves::Goal;
use super::phrases::Phrases;

/// Who is told.
pub(super) trait Tell: Clone + Send + Sync + 'static {
    /// The phrases by which is worked out who sees what; nothing where nobody listens.
    fn eyes(&self) -> Option<&Phrases>;
}

/// Nobody is told.
#[derive(Clone, Copy)]
pub(super) struct Silence;

impl Tell for Silence {
    #[inline(always)]
    fn eyes(&self) -> Option<&Phrases> {
        None
    }
}

impl Tell for Arc<Phrases> {
    fn eyes(&self) -> Option<&Phrases> {
        Some(self)
    }
}

impl Phrases {
    /// The seats for which one of some sights holds.
    fn sights(&self, desk: &mut Desk, sights: &[(NodeId, NodeId)]) -> SeatSet {
        let add = |desk: &mut Desk, seen: SeatSet, (cond, who): &(NodeId, NodeId)| {
            if self.holds(desk, *cond) { seen | self.seats(desk, *who) } else { seen }
        };
        desk.quietly(|desk| sights.iter().fold(0, |seen, sight| add(desk, seen, sight)))
    }

    pub(super) fn all_seats(&self) -> SeatSet {
        (1 << self.program.seats) - 1
    }

    /// Who sees the cards of a place.
    pub(super) fn who_sees(&self, desk: &mut Desk, place: u16) -> SeatSet {
        self.program.places.get(usize::from(place)).map_or(0, |place| self.sights(desk, &place.sights))
    }

    /// Who sees how many cards there are in a place.
    pub(super) fn who_counts(&self, desk: &mut Desk, place: u16) -> SeatSet {
        match self.program.places.get(usize::from(place)) {
            Some(place) if !place.sizes.is_empty() => self.sights(desk, &place.sizes),
            Some(_) => self.all_seats(),
            None => 0,
        }
    }

    /// Who sees a slot of a track.
    pub(super) fn who_sees_track(&self, desk: &mut Desk, track: u16, slot: u32) -> SeatSet {
        let track = self.program.tracks.get(usize::from(track));
        let sight = track.and_then(|track| track.sights.get(slot.saturating_sub(track.base) as usize));
        sight.map_or(self.all_seats(), |sight| self.sights(desk, &[*sight]))
    }

    /// Who sees what one sight shows.
    pub(super) fn sight(&self, desk: &mut Desk, sight: (NodeId, NodeId)) -> SeatSet {
        self.sights(desk, &[sight])
    }

    /// Who sees what was picked: who chose it, who saw it where it lay, who will see it where it goes.
    fn who_sees_pick(&self, desk: &mut Desk, (pick, to): (&Pick, Option<&Goal>), cards: CardSet, seat: u8) -> SeatSet {
        if cards == 0 {
            return self.all_seats();
        }
        let mut seen: SeatSet = 1 << seat;
        debug_assert!(to.is_some() == pick.to.is_some());
        let lies = each_card(cards).find_map(|card| desk.state.place_of(&self.program, card));
        if let Some(place) = lies {
            seen |= self.who_sees(desk, place);
            if let Some(to) = to.and_then(|to| to.of(desk, self.program.spot(place))) {
                seen |= self.who_sees(desk, u16::from(to.place));
            }
        }
        seen
    }

    /// For each pick of a choice, who sees the picked cards.
    pub(super) fn who_sees_picks(
        &self,
        desk: &mut Desk,
        picks: &[Pick],
        goals: &[Option<&Goal>],
        (chosen, seat): (&Picks, u8),
    ) -> [SeatSet; MOST_PICKS] {
        let mut seen = [0; MOST_PICKS];
        for (((pick, goal), picked), seen) in picks.iter().zip(goals).zip(chosen).zip(&mut seen) {
            *seen = self.who_sees_pick(desk, (pick, *goal), picked.cards, seat);
        }
        seen
    }

    /// Moves cards of one place to another, in this order, and tells it.
    pub(super) fn carry(&self, desk: &mut Desk, cards: Vec<u8>, (from, to): (Spot, Spot), by_act: bool) {
        if cards.is_empty() || from.place == to.place {
            return;
        }
        let before = self.who_sees(desk, u16::from(from.place));
        for card in &cards {
            desk.state.take_up(*card, from);
            desk.state.put_down(*card, to);
        }
        let seen = before | self.who_sees(desk, u16::from(to.place));
        let (from, to) = (u16::from(from.place), u16::from(to.place));
        desk.events.push(Event::Move { cards, from, to, seen, by_act });
    }

    /// Moves cards in the order of their places, and of the cards in each; what an act picked in the order of the deck: that of a hand
    /// would tell how it was drawn. Nothing where some have nowhere to go.
    pub(super) fn move_cards(&self, desk: &mut Desk, cards: CardSet, goal: &Goal, by_act: bool) -> Option<()> {
        let mut left = cards;
        for place in 0..self.program.places.len() {
            let Ok(place) = u16::try_from(place) else { break };
            let here = desk.state.mask(u32::from(place)) & left;
            if here == 0 {
                continue;
            }
            left &= !here;
            let from = self.program.spot(place);
            let to = goal.of(desk, from)?;
            let list: Vec<u8> = if by_act {
                each_card(here).collect()
            } else {
                desk.state.in_spot(from).filter(|card| here & bit(*card) != 0).collect()
            };
            self.carry(desk, list, (from, to), by_act);
        }
        Some(())
    }

    /// All cards of a place, top first.
    pub(super) fn whole(desk: &Desk, spot: Spot) -> Vec<u8> {
        desk.state.in_spot(spot).collect()
    }

    /// Tells that a slot of a track has another value.
    pub(super) fn tell_set(&self, desk: &mut Desk, track: u16, slot: u32, value: i64) {
        let seen = self.who_sees_track(desk, track, slot);
        let index = slot - self.program.tracks.get(usize::from(track)).map_or(slot, |track| track.base);
        desk.events.push(Event::Set { track, index, value, seen });
    }

    /// The cards that make up a total, with the points of each.
    pub(super) fn items(&self, desk: &mut Desk, amount: NodeId, minus: bool) -> Vec<(u8, i64)> {
        let sign = if minus { -1 } else { 1 };
        let mut node = amount;
        while let Some(Node::Let { reg, value, body }) = self.program.nodes.get(node) {
            let value = self.int(desk, *value);
            desk.set_reg(*reg, value);
            node = *body;
        }
        match self.program.nodes.get(node) {
            Some(Node::TotalTab { table, of }) => {
                let table = self.program.tables.get(*table as usize);
                let points = |card: u8| table.and_then(|table| table.get(usize::from(card))).copied();
                let cards = self.cards(desk, *of);
                each_card(cards).filter_map(|card| Some((card, sign * points(card)?))).collect()
            }
            Some(Node::FoldCards { fold: crate::Fold::Total, reg, of, key }) => {
                let cards = self.cards(desk, *of);
                let mut items = Vec::new();
                for card in each_card(cards) {
                    desk.set_reg(*reg, i64::from(card));
                    items.push((card, sign * self.int(desk, *key)));
                }
                items
            }
            _ => Vec::new(),
        }
    }

    /// The best worth of an auction's bids so far, and who has it; none if nobody has bid.
    pub(super) fn best_bid(&self, desk: &Desk, number: u16) -> Option<(i64, SeatSet)> {
        let auction = self.program.auctions.get(usize::from(number))?;
        let mut best: Option<(i64, SeatSet)> = None;
        for seat in each_seat(desk.state.seats(auction.bid)) {
            let worth = desk.state.int(auction.worth + u32::from(seat));
            best = match best {
                Some((value, seats)) if value == worth => Some((value, seats | 1 << seat)),
                Some((value, _)) if (worth > value) != auction.highest => best,
                _ => Some((worth, 1 << seat)),
            };
        }
        best
    }
}
