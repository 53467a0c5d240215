//! Whether everybody can tell that a choice was the only one: what is hidden is taken to be anything.

use std::sync::Arc;

use super::super::program::{Act, Ask, Node, NodeId, Pick, SeatSet, Source};
use super::asks::{Asked, Offer};
use super::desk::Desk;
use super::phrases::Phrases;

/// A decision as everybody knows it.
pub(super) struct Offered {
    acts: Arc<[Act]>,
    offers: Arc<[Offer]>,
}

impl Offered {
    pub(super) fn new(asked: &Asked, ask: &Ask) -> Self {
        Self { acts: ask.acts.clone().into(), offers: asked.offers() }
    }

    /// Whether somebody who sees only what everybody sees could tell that the decision has one legal choice.
    pub(super) fn forced_in_public(&self, desk: &mut Desk, eyes: &Phrases) -> bool {
        let mut possible = 0;
        for (act, offer) in self.acts.iter().zip(self.offers.iter()) {
            possible += eyes.possible(desk, act, offer);
            if possible > 1 {
                return false;
            }
        }
        possible == 1
    }
}

impl Phrases {
    /// How many choices an act may have as far as everybody can tell: 0, 1, or 2 for more.
    fn possible(&self, desk: &mut Desk, act: &Act, offer: &Offer) -> u32 {
        let always = act.musts.iter().filter(|must| !must.of_picks && must.when.is_none()).map(|must| &must.cond);
        for cond in act.when.iter().chain(always) {
            if self.is_public(desk, *cond) && !self.holds(desk, *cond) {
                return 0;
            }
        }
        let mut ways = 1;
        for pick in &act.picks {
            ways *= self.ways(desk, act, pick, offer);
            if ways == 0 {
                return 0;
            }
        }
        ways.min(2)
    }

    fn ways(&self, desk: &mut Desk, act: &Act, pick: &Pick, offer: &Offer) -> u32 {
        let musts_public = act
            .musts
            .iter()
            .flat_map(|must| must.when.into_iter().chain([must.cond]))
            .all(|node| self.is_public(desk, node));
        let filter_public = pick.filter.is_none_or(|filter| self.is_public(desk, filter));
        let (low, high) = match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let there = i64::from(self.cards(desk, from).count_ones());
                let (least, most) =
                    if pick.several { (self.int(desk, least).max(0), self.int(desk, most).max(0)) } else { (1, 1) };
                if there < least {
                    return u32::from(if_able && (there == 0 || !pick.several));
                }
                if self.is_public(desk, from) && filter_public && musts_public {
                    // Nothing is hidden: the listing itself tells.
                    return if offer.choices(desk) <= 1 { 1 } else { 2 };
                }
                let all_of_them = there == least && there <= most;
                return if all_of_them && pick.filter.is_none() { 1 } else { 2 };
            }
            Source::Number { low, high } if self.is_public(desk, low) && self.is_public(desk, high) => {
                (self.int(desk, low), self.int(desk, high))
            }
            Source::Number { .. } => return 2,
            Source::Member { count, .. } => (0, i64::from(count) - 1),
            Source::Seat => (0, i64::from(self.program.seats) - 1),
            Source::YesNo => (0, 1),
        };
        if filter_public && musts_public && offer.choices(desk) <= 1 {
            return 1;
        }
        match high.saturating_sub(low) {
            ..0 => 0,
            0 => 1,
            _ => 2,
        }
    }

    /// Whether everybody sees all that a seat's bid is worth.
    pub(super) fn worth_is_public(&self, desk: &mut Desk, auction: u16, seat: u8) -> bool {
        let Some(auction) = self.program.auctions.get(usize::from(auction)) else { return true };
        let (reg, worth) = auction.value;
        desk.set_reg(reg, i64::from(seat));
        self.is_public(desk, worth)
    }

    /// Whether everybody can tell who sees a place.
    pub(super) fn sight_is_public(&self, desk: &mut Desk, place: u16) -> bool {
        let sights = self.program.places.get(usize::from(place)).map_or(&[][..], |place| &place.sights);
        sights.iter().all(|(when, who)| self.is_public(desk, *when) && self.is_public(desk, *who))
    }

    /// Whether a place is seen by all, or has no card.
    fn place_is_public(&self, desk: &mut Desk, place: u16) -> bool {
        self.who_sees(desk, place) == self.all_seats() || desk.state.mask(u32::from(place)) == 0
    }

    /// Whether a phrase depends on nothing but what every seat sees. Numbers of cards count as seen where sizes are.
    pub(super) fn is_public(&self, desk: &mut Desk, node: NodeId) -> bool {
        let all: SeatSet = self.all_seats();
        let Some(found) = self.program.nodes.get(node) else { return true };
        match found {
            Node::Place(place) => self.place_is_public(desk, *place),
            Node::PlaceOf { base, count, key } => match u16::try_from(self.int(desk, *key)) {
                Ok(at) if at < *count => self.place_is_public(desk, *base + at),
                _ => true,
            },
            Node::PlacesOf { base, count, .. } => (*base..base + count).all(|place| self.who_sees(desk, place) == all),
            Node::Count(of) => match self.program.nodes.get(*of) {
                Some(Node::Place(place)) => self.who_counts(desk, *place) == all,
                Some(Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. }) => {
                    (*base..base + count).all(|place| self.who_counts(desk, place) == all)
                }
                _ => self.is_public(desk, *of),
            },
            Node::Slot(slot) => self.slots_public(desk, *slot, 1),
            Node::SlotAt { base, keys, .. } => {
                let count = keys.iter().map(|(_, size)| *size).product();
                self.slots_public(desk, *base, count)
            }
            other => {
                let mut public = true;
                self.program.inner(other, &mut |inner| public = public && self.is_public(desk, inner));
                public
            }
        }
    }

    fn slots_public(&self, desk: &mut Desk, base: u32, count: u32) -> bool {
        let all: SeatSet = self.all_seats();
        for (number, track) in (0_u16..).zip(&self.program.tracks) {
            let size: u32 = track.dims.iter().product();
            if base >= track.base && base < track.base + size {
                return (base..base + count).all(|slot| self.who_sees_track(desk, number, slot) == all);
            }
        }
        true
    }
}
