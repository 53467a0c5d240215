//! Whether everybody can tell that a choice was the only one, from what all know in common.

use std::sync::Arc;

use super::super::program::{Act, Ask, NodeId, Pick, SeatSet, Source};
use super::asks::{Asked, Offer};
use super::desk::Desk;
use super::knowers::Knower;
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

    /// Whether what all know in common leaves one legal choice at most. It is asked where there is one: then all know it.
    pub(super) fn forced_in_public(&self, desk: &mut Desk, eyes: &Phrases) -> bool {
        let everybody = eyes.everybody();
        let mut possible: u32 = 0;
        for (act, offer) in self.acts.iter().zip(self.offers.iter()) {
            possible += everybody.most_ways(desk, act, offer);
            if possible > 1 {
                return false;
            }
        }
        true
    }
}

impl Knower<'_> {
    /// How many choices an act has at most, as far as the reader can tell: 0, 1, or 2 for more.
    fn most_ways(self, desk: &mut Desk, act: &Act, offer: &Offer) -> u32 {
        let always = act.musts.iter().filter(|must| !must.of_picks && must.when.is_none()).map(|must| &must.cond);
        if act.when.iter().chain(always).any(|cond| self.holds(desk, *cond) == Some(false)) {
            return 0;
        }
        let regs: Vec<u32> = act.picks.iter().map(|pick| pick.reg).collect();
        if self.knows_act(desk, act, &regs) {
            // Nothing is hidden: the listing itself tells.
            return u32::try_from(offer.choices(desk).min(2)).unwrap_or(2);
        }
        act.picks.iter().fold(1, |ways, pick| (ways * self.most_picks(desk, pick, &regs)).min(2))
    }

    /// Whether the reader knows all that decides which choices an act has.
    fn knows_act(self, desk: &mut Desk, act: &Act, regs: &[u32]) -> bool {
        let mut phrases: Vec<NodeId> = act.when.into_iter().collect();
        for must in &act.musts {
            phrases.extend(must.when.into_iter().chain([must.cond]));
        }
        for pick in &act.picks {
            phrases.extend(pick.filter.into_iter().chain(pick.so_that));
            match pick.source {
                Source::Cards { from, least, most, .. } => phrases.extend([from, least, most]),
                Source::Number { low, high } => phrases.extend([low, high]),
                Source::Member { .. } | Source::Seat | Source::YesNo => {}
            }
        }
        phrases.into_iter().all(|phrase| self.knows_for_all(desk, phrase, regs))
    }

    /// How many ways there are at most to make one pick: 0, 1, or 2 for more.
    fn most_picks(self, desk: &mut Desk, pick: &Pick, regs: &[u32]) -> u32 {
        match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let Some(there) = self.fixed_size(desk, from, regs) else { return 2 };
                let bounds = if pick.several {
                    (self.fixed(desk, least, regs), self.fixed(desk, most, regs))
                } else {
                    (Some(1), Some(1))
                };
                let (Some(least), Some(most)) = bounds else { return 2 };
                let (least, most) = (least.max(0), most.max(0));
                if there < least {
                    return u32::from(if_able && (there == 0 || !pick.several));
                }
                // All of them, or none of them.
                if there == 0 || most == 0 || (there == least && there <= most) { 1 } else { 2 }
            }
            Source::Number { low, high } => match (self.fixed(desk, low, regs), self.fixed(desk, high, regs)) {
                (Some(low), Some(high)) => match high.saturating_sub(low) {
                    ..0 => 0,
                    0 => 1,
                    _ => 2,
                },
                _ => 2,
            },
            Source::Member { count: 1, .. } => 1,
            Source::Seat if self.seats_at_the_table() == 1 => 1,
            Source::Member { .. } | Source::Seat | Source::YesNo => 2,
        }
    }
}

impl Phrases {
    /// Whether everybody can tell who sees a place.
    pub(super) fn sight_is_public(&self, desk: &mut Desk, place: u16) -> bool {
        let sights = self.program.places.get(usize::from(place)).map_or(&[][..], |place| &place.sights);
        self.are_public(desk, sights)
    }

    /// Whether everybody can tell who sees a slot of a track.
    pub(super) fn sight_of_track_is_public(&self, desk: &mut Desk, track: u16, index: u32) -> bool {
        let track = self.program.tracks.get(usize::from(track));
        let sights = track.and_then(|track| track.sights.get(index as usize)).map_or(&[][..], Vec::as_slice);
        self.are_public(desk, sights)
    }

    fn are_public(&self, desk: &mut Desk, sights: &[(NodeId, NodeId)]) -> bool {
        let everybody = self.everybody();
        sights.iter().all(|(when, who)| everybody.knows(desk, *when) && everybody.knows(desk, *who))
    }

    /// The seats that can work out what a seat's bid is worth.
    pub(super) fn who_knows_worth(&self, desk: &mut Desk, auction: u16, seat: u8) -> SeatSet {
        let Some(auction) = self.program.auctions.get(usize::from(auction)) else { return self.all_seats() };
        let (reg, worth) = auction.value;
        desk.set_reg(reg, i64::from(seat));
        self.who_knows(desk, worth)
    }
}
