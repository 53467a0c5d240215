//! Telling: what happens becomes events, with the seats that see it. Operations are made twice, for nobody who listens and for
//! somebody who does; the first pay nothing for the second.

use super::lies::Lies;
use std::sync::Arc;

use super::super::MOST_PICKS;
use super::super::eval::each_card;
use super::super::event::Event;
use super::super::program::{CardSet, Node, NodeId, Pick, PlaceAt, SeatSet, SlotRef, Source, Told};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::effects::Picks;
use super::forms::best;
use super::moves::Goal;
use super::named::{Beside, Ways};
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

/// Who is told of a pick.
#[derive(Clone, Copy, Default)]
pub(super) struct ToldTo {
    /// Who is told what was picked.
    pub(super) seen: SeatSet,
    /// Who is told how many cards.
    pub(super) counted: SeatSet,
}

impl Phrases {
    /// The seats for which one of some sights holds.
    fn sights(&self, desk: &mut Desk, sights: &[(NodeId, NodeId)]) -> SeatSet {
        if let Some(seen) = self.program.seen_by(sights) {
            return seen;
        }
        let add = |desk: &mut Desk, seen: SeatSet, (cond, who): &(NodeId, NodeId)| {
            if self.holds(desk, *cond) { seen | self.seats(desk, *who) } else { seen }
        };
        desk.quietly(|desk| sights.iter().fold(0, |seen, sight| add(desk, seen, sight)))
    }

    pub(super) fn all_seats(&self) -> SeatSet {
        self.program.everybody()
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
        sight.map_or(self.all_seats(), |sights| self.sights(desk, sights))
    }

    /// Who sees what one sight shows.
    pub(super) fn sight(&self, desk: &mut Desk, sight: (NodeId, NodeId)) -> SeatSet {
        self.sights(desk, &[sight])
    }

    /// Who is told what was picked, and of cards how many: who chose it; of cards, who sees them where they lie or where they go; of
    /// anything else, all, or those who see the tracks to which it goes.
    fn who_is_told(&self, desk: &mut Desk, (pick, to): (&Pick, Option<&Goal>), cards: CardSet, seat: u8) -> ToldTo {
        let own: SeatSet = 1 << seat;
        match &pick.told {
            Told::All => ToldTo { seen: self.all_seats(), counted: self.all_seats() },
            Told::WhoSees(slots) => {
                let seen = slots.iter().fold(own, |seen, slot| seen | self.who_sees_slot(desk, slot));
                ToldTo { seen, counted: seen }
            }
            Told::AsItLies => {
                // Where it is one card whatever is picked, all know how many.
                let one = !pick.several && !matches!(pick.source, Source::Cards { if_able: true, .. });
                let mut told = ToldTo { seen: own, counted: own };
                if cards == 0 && !one {
                    let known = self.who_knows_that_none_is_picked(desk, (pick, to), own);
                    return ToldTo { seen: known, counted: known };
                }
                for from in self.places_of(pick, cards, desk) {
                    told.seen |= self.who_sees(desk, from);
                    told.counted |= self.who_counts(desk, from);
                    if let Some(to) = to.and_then(|to| to.of(desk, self.program.spot(from))) {
                        let to = u16::from(to.place);
                        told.seen |= self.who_sees(desk, to);
                        told.counted &= self.who_counts(desk, to) | own;
                    }
                }
                told.counted |= if one { self.all_seats() } else { told.seen };
                if cards == 0 {
                    told.seen = told.counted;
                }
                told
            }
        }
    }

    /// Who can tell that no card is picked: whoever, of each place in which some might lie, would be told how many.
    fn who_knows_that_none_is_picked(
        &self,
        desk: &mut Desk,
        (pick, to): (&Pick, Option<&Goal>),
        own: SeatSet,
    ) -> SeatSet {
        let places = self.places_of(pick, CardSet::NONE, desk);
        places.into_iter().fold(self.all_seats(), |known, from| {
            let (mut seen, mut counted) = (self.who_sees(desk, from), self.who_counts(desk, from));
            if let Some(to) = to.and_then(|to| to.of(desk, self.program.spot(from))) {
                let to = u16::from(to.place);
                seen |= self.who_sees(desk, to);
                counted &= self.who_counts(desk, to);
            }
            known & (own | seen | counted)
        })
    }

    /// The place where picked cards lie; where none were picked, all in which they might.
    fn places_of(&self, pick: &Pick, cards: CardSet, desk: &mut Desk) -> Vec<u16> {
        let lies = each_card(cards).find_map(|card| desk.state.place_of(&self.program, card));
        match (lies, pick.source) {
            (Some(place), _) => vec![place],
            (None, Source::Cards { from, .. }) => self.places_in(desk, from),
            (None, Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo) => Vec::new(),
        }
    }

    /// The places from which the cards of a set come, as the game stands; all from which they may, where it is not one place or several side by side.
    fn places_in(&self, desk: &mut Desk, cards: NodeId) -> Vec<u16> {
        match self.program.nodes.get(cards) {
            Some(Node::Place(place)) => vec![*place],
            Some(Node::PlaceOf { base, count, key }) => {
                let key = u16::try_from(self.int(desk, *key)).ok();
                key.filter(|key| key < count).map(|key| base + key).into_iter().collect()
            }
            Some(node) if let Some(of) = node.some_of() => self.places_in(desk, of),
            _ => self.program.places_of(cards),
        }
    }

    /// Who sees a slot of a track that phrases name.
    fn who_sees_slot(&self, desk: &mut Desk, slot: &SlotRef) -> SeatSet {
        let mut at = 0;
        for (key, size) in &slot.keys {
            let Some(key) = u32::try_from(self.int(desk, *key)).ok().filter(|key| key < size) else { return 0 };
            at = at * size + key;
        }
        slot.track.map_or(0, |track| self.who_sees_track(desk, track, slot.base + at))
    }

    /// For each pick of a choice, who is told of it.
    pub(super) fn who_is_told_of(
        &self,
        desk: &mut Desk,
        picks: &[Pick],
        goals: &[Option<&Goal>],
        (chosen, seat): (&Picks, u8),
    ) -> [ToldTo; MOST_PICKS] {
        let mut told = [ToldTo::default(); MOST_PICKS];
        for (((pick, goal), picked), told) in picks.iter().zip(goals).zip(chosen).zip(&mut told) {
            *told = desk.quietly(|desk| self.who_is_told(desk, (pick, *goal), picked.cards.into(), seat));
        }
        told
    }

    /// Moves cards of one place to another, in this order, and tells it.
    pub(super) fn carry(&self, desk: &mut Desk, cards: Vec<u8>, (from, to): (Spot, Spot), ways: Ways, by_act: bool) {
        if cards.is_empty() || from.place == to.place {
            return;
        }
        let before = self.who_sees(desk, u16::from(from.place));
        for card in &cards {
            desk.state.take_up(*card, from);
            desk.state.put_down(*card, to);
        }
        let (from, to) = (u16::from(from.place), u16::from(to.place));
        let after = self.who_sees(desk, to);
        let seen = before | after;
        let counted = (self.who_counts(desk, from), self.who_counts(desk, to));
        let named = (ways.known.0 | counted.0 | before, ways.known.1 | counted.1 | after);
        let counted = (counted.0 | seen, counted.1 | seen);
        let size = |place: u16| desk.state.cards_in(u32::from(place)).count_ones();
        let sizes = (size(from), size(to));
        desk.tell(Event::Move { cards, from, to, named, maybe: ways.maybe, seen, counted, sizes, by_act });
    }

    /// Exchanges all cards of two places, and tells it as two moves. Readers learn of it as of one: what lay in the first is none of what goes back.
    pub(super) fn swap(&self, desk: &mut Desk, (at_a, at_b): (PlaceAt, PlaceAt), (a, b): (Spot, Spot)) {
        let (there, back) = (self.ways(desk, at_a, at_b), self.ways(desk, at_b, at_a));
        let (ours, theirs) = (Self::whole(desk, a), Self::whole(desk, b));
        let both = !ours.is_empty() && !theirs.is_empty() && a.place != b.place;
        let minds = if both { desk.minds.take() } else { None };
        self.carry(desk, ours, (a, b), there, false);
        self.carry(desk, theirs, (b, a), back, false);
        if both {
            desk.minds = minds;
            desk.knows_from_swap();
        }
    }

    /// Moves cards in the order of their places, and of the cards in each; what an act picked in the order of the deck: that of a hand
    /// would tell how it was drawn. Nothing where some have nowhere to go.
    pub(super) fn move_cards(
        &self,
        desk: &mut Desk,
        cards: CardSet,
        (of, goal, at): (NodeId, &Goal, PlaceAt),
        act: Option<Beside>,
    ) -> Option<()> {
        let mut left = cards;
        for place in 0..self.program.places.len() {
            let Ok(place) = u16::try_from(place) else { break };
            let here = desk.state.cards_in(u32::from(place)) & left;
            if here == 0 {
                continue;
            }
            left &= !here;
            let from = self.program.spot(place);
            let to = goal.of(desk, from)?;
            let list: Vec<u8> = if act.is_some() {
                each_card(here).collect()
            } else {
                desk.state.in_spot(from).filter(|card| here & bit(*card) != 0).collect()
            };
            let ways = self.ways_of_cards(desk, (of, here), at, act.unwrap_or_default());
            self.carry(desk, list, (from, to), ways, act.is_some());
        }
        Some(())
    }

    /// All cards of a place, top first.
    pub(super) fn whole(desk: &Desk, spot: Spot) -> Vec<u8> {
        desk.state.in_spot(spot).collect()
    }

    /// Whether a track is told and shown.
    pub(super) fn is_told(&self, track: u16) -> bool {
        self.program.tracks.get(usize::from(track)).is_none_or(|track| track.told)
    }

    /// Tells which seat was drawn for a slot, and who can work out of which.
    pub(super) fn tell_draw(
        &self,
        desk: &mut Desk,
        (track, slot): (Option<u16>, u32),
        (among, known): (SeatSet, SeatSet),
        seat: u8,
    ) {
        if !track.is_none_or(|track| self.is_told(track)) {
            return;
        }
        let seen = track.map_or(self.all_seats(), |track| self.who_sees_track(desk, track, slot));
        let base = track.and_then(|track| self.program.tracks.get(usize::from(track))).map_or(slot, |track| track.base);
        desk.tell(Event::Draw { track, index: slot.saturating_sub(base), among, known, seat, seen });
    }

    /// Tells that a slot of a track has another value.
    pub(super) fn tell_set(&self, desk: &mut Desk, track: u16, slot: u32, (value, was): (i64, i64)) {
        if !self.is_told(track) {
            return;
        }
        let seen = self.who_sees_track(desk, track, slot);
        let index = slot - self.program.tracks.get(usize::from(track)).map_or(slot, |track| track.base);
        desk.tell(Event::Set { track, index, value, was, seen });
    }

    /// The cards that make up a total, with the points of each, and who can work them out.
    pub(super) fn items(&self, desk: &mut Desk, amount: NodeId, minus: bool) -> (Vec<(u8, i64)>, SeatSet) {
        let known = self.who_knows(desk, amount);
        (self.cards_of_total(desk, amount, minus), known)
    }

    fn cards_of_total(&self, desk: &mut Desk, amount: NodeId, minus: bool) -> Vec<(u8, i64)> {
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
        best(desk, self.program.auctions.get(usize::from(number))?)
    }
}
