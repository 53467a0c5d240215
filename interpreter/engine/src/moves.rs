//! Cards on their way: moves, deals, shuffles. The only place where a card changes its place.

use super::MOST_CARDS;
use super::chance::Chance;
use super::eval::{Eval, each_card, each_seat};
use super::event::{Event, Sink};
use super::fault::{Fault, FaultKind};
use super::machine::Machine;
use super::program::{CardSet, PlaceAt, SeatSet, Whose};
use super::state::State;

/// Cards from the top of one place to another.
pub struct Deal {
    /// How many.
    pub count: i64,
    /// From here.
    pub from: u16,
    /// To here.
    pub to: u16,
    /// Whether fewer are a fault.
    pub exact: bool,
}

impl Machine<'_> {
    pub(super) fn one_place(&mut self, state: &State, at: PlaceAt) -> Result<u16, Fault> {
        let found = match at.of {
            Whose::Whole => Some(at.base),
            Whose::One(key) => Eval { program: self.program, state }.place_at(&mut self.regs, at.base, at.count, key),
            Whose::Seats(_) | Whose::Owner => None,
        };
        found.ok_or_else(|| self.fault(state, FaultKind::Nobody))
    }

    /// The place to which a card goes.
    fn destination(&mut self, state: &State, card: u8, at: PlaceAt) -> Option<u16> {
        match at.of {
            Whose::Whole => Some(at.base),
            Whose::One(key) => Eval { program: self.program, state }.place_at(&mut self.regs, at.base, at.count, key),
            Whose::Seats(_) => None,
            Whose::Owner => {
                let place = self.program.places.get(usize::from(state.place_of(self.program, card)?))?;
                place.owner.filter(|owner| place.of_seat && *owner < at.count).map(|owner| at.base + owner)
            }
        }
    }

    pub(super) fn move_or_fail<S: Sink>(
        &mut self,
        state: &mut State,
        cards: CardSet,
        to: PlaceAt,
        sink: &mut S,
    ) -> Result<(), Fault> {
        if cards != 0 {
            let first = each_card(cards).find(|card| self.destination(state, *card, to).is_none());
            if first.is_some() {
                return Err(self.fault(state, FaultKind::Nobody));
            }
        }
        self.move_cards(state, cards, to, false, sink);
        Ok(())
    }

    /// Moves cards in the order of their places, and of the cards in each.
    pub(super) fn move_cards<S: Sink>(
        &mut self,
        state: &mut State,
        cards: CardSet,
        to: PlaceAt,
        by_act: bool,
        sink: &mut S,
    ) {
        let mut left = cards;
        for place in 0..self.program.places.len() {
            let number = u16::try_from(place).unwrap_or(0);
            let here = state.mask(u32::from(number)) & left;
            if here == 0 {
                continue;
            }
            left &= !here;
            let mut list = [0_u8; MOST_CARDS];
            let mut count = 0;
            for card in state.in_order(self.program, number).filter(|card| here & (1 << card) != 0) {
                if let Some(slot) = list.get_mut(count) {
                    *slot = card;
                    count += 1;
                }
            }
            let list = list.get_mut(..count).unwrap_or(&mut []);
            if by_act {
                // Cards picked together are put down in the order of the deck: that of a hand would tell how it was drawn.
                list.sort_unstable();
            }
            let Some(to) = list.first().and_then(|first| self.destination(state, *first, to)) else { continue };
            self.carry(state, list, number, to, by_act, sink);
        }
    }

    /// Moves cards of one place to another and tells it.
    fn carry<S: Sink>(&mut self, state: &mut State, cards: &[u8], from: u16, to: u16, by_act: bool, sink: &mut S) {
        if cards.is_empty() || from == to {
            return;
        }
        let before = if S::LISTENS { self.who_sees(state, from) } else { 0 };
        for card in cards {
            state.shift(self.program, *card, from, to);
        }
        if S::LISTENS {
            let seen = before | self.who_sees(state, to);
            sink.event(state, Event::Move { cards, from, to, seen, by_act });
        }
    }

    pub(super) fn shuffle<C: Chance, S: Sink>(&mut self, state: &mut State, place: u16, chance: &mut C, sink: &mut S) {
        let mut list = [0_u8; MOST_CARDS];
        let mut count = 0;
        // What comes out of a shuffle does not depend on how the cards lay before: they are shuffled from the order of the deck.
        for (slot, card) in list.iter_mut().zip(each_card(state.mask(u32::from(place)))) {
            *slot = card;
            count += 1;
        }
        let Some(list) = list.get_mut(..count) else { return };
        // In the order of the deck first: how the cards lay before makes no difference.
        list.sort_unstable();
        chance.shuffle(place, list);
        state.reorder(self.program, place, list);
        if S::LISTENS {
            let seen = self.who_sees(state, place);
            sink.event(state, Event::Shuffle { place, order: list, seen });
        }
    }

    pub(super) fn sort(&mut self, state: &mut State, place: u16, reg: u32, key: u32, highest: bool) {
        let mut list: Vec<(i64, u8)> = Vec::with_capacity(MOST_CARDS);
        for card in state.in_order(self.program, place) {
            list.push((0, card));
        }
        for (value, card) in &mut list {
            self.regs.set(reg, i64::from(*card));
            *value = self.int(state, key);
        }
        // Equal cards keep their order.
        list.sort_by(|(a, _), (b, _)| if highest { b.cmp(a) } else { a.cmp(b) });
        let order: Vec<u8> = list.into_iter().map(|(_, card)| card).collect();
        state.reorder(self.program, place, &order);
    }

    pub(super) fn swap<S: Sink>(&mut self, state: &mut State, a: u16, b: u16, sink: &mut S) {
        let ours: Vec<u8> = state.in_order(self.program, a).collect();
        let theirs: Vec<u8> = state.in_order(self.program, b).collect();
        self.carry(state, &ours, a, b, false, sink);
        self.carry(state, &theirs, b, a, false, sink);
    }

    /// Deals from the top; a place that is refilled is refilled when it runs dry.
    pub(super) fn deal<C: Chance, S: Sink>(
        &mut self,
        state: &mut State,
        deal: &Deal,
        chance: &mut C,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let Deal { count, from, to, exact } = *deal;
        let refill = self.program.places.get(usize::from(from)).and_then(|place| place.refilled);
        let there = |state: &State, place: u16| i64::from(state.mask(u32::from(place)).count_ones());
        let have = there(state, from) + refill.map_or(0, |refill| there(state, refill));
        if exact && count > have {
            return Err(self.fault(state, FaultKind::DealShort(count, have)));
        }
        let mut left = count.min(have).max(0);
        while left > 0 {
            if there(state, from) == 0 {
                let Some(refill) = refill else { break };
                let cards: Vec<u8> = state.in_order(self.program, refill).collect();
                self.carry(state, &cards, refill, from, false, sink);
                self.shuffle(state, from, chance, sink);
            }
            let batch = left.min(there(state, from));
            let mut list = [0_u8; MOST_CARDS];
            let mut taken: CardSet = 0;
            let mut dealt = 0;
            for slot in list.iter_mut().take(usize::try_from(batch).unwrap_or(0)) {
                let mut rest = state.in_order(self.program, from).filter(|card| taken & (1 << card) == 0);
                let card = chance.deal(from, to, &mut rest);
                let Some(card) = card else { break };
                *slot = card;
                taken |= 1 << card;
                dealt += 1;
            }
            let list = list.get(..dealt).unwrap_or(&[]);
            self.carry(state, list, from, to, false, sink);
            left -= batch;
        }
        Ok(())
    }

    // ---- who sees -------------------------------------------------------------------------------

    /// The seats for which one of the sights holds.
    fn sights(&mut self, state: &State, sights: &[(u32, u32)]) -> SeatSet {
        let mut seen = 0;
        for (cond, who) in sights {
            if self.int(state, *cond) != 0 {
                seen |= self.seats(state, *who);
            }
        }
        seen
    }

    /// Who sees the cards of a place.
    pub(super) fn who_sees(&mut self, state: &State, place: u16) -> SeatSet {
        let program = self.program;
        program.places.get(usize::from(place)).map_or(0, |place| self.sights(state, &place.sights))
    }

    /// Who sees how many cards there are in a place.
    pub(super) fn who_counts(&mut self, state: &State, place: u16) -> SeatSet {
        let program = self.program;
        let all = (1 << program.seats) - 1;
        program
            .places
            .get(usize::from(place))
            .map_or(0, |place| if place.sizes.is_empty() { all } else { self.sights(state, &place.sizes) })
    }

    /// Who sees a slot of a track.
    pub(super) fn who_sees_track(&mut self, state: &State, track: u16, slot: u32) -> SeatSet {
        let program = self.program;
        let all = (1 << program.seats) - 1;
        let Some(track) = program.tracks.get(usize::from(track)) else { return all };
        let index = slot.saturating_sub(track.base) as usize;
        match track.sights.get(index) {
            Some(sight) => self.sights(state, &[*sight]),
            None => all,
        }
    }

    /// Who sees what was picked: who chose it, who saw it where it lay, who will see it where it goes.
    pub(super) fn who_sees_pick(
        &mut self,
        state: &State,
        pick: &super::program::Pick,
        cards: CardSet,
        seat: u8,
    ) -> SeatSet {
        let mut seen: SeatSet = 1 << seat;
        let lies = each_card(cards).filter_map(|card| state.place_of(self.program, card)).next();
        if let Some(place) = lies {
            seen |= self.who_sees(state, place);
        }
        if let Some(to) = pick.to {
            let first = each_card(cards).next();
            if let Some(to) = first.and_then(|card| self.destination(state, card, to)) {
                seen |= self.who_sees(state, to);
            }
        }
        if cards == 0 {
            seen = each_seat((1 << self.program.seats) - 1).fold(0, |set, seat| set | 1 << seat);
        }
        seen
    }

    pub(super) fn total(&mut self, state: &State, node: u32) -> i64 {
        self.int(state, node)
    }

    pub(super) fn sight(&mut self, state: &State, sight: (u32, u32)) -> SeatSet {
        self.sights(state, &[sight])
    }
}
