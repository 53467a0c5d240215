//! What lies on the table: places, tracks, and who sees them.

use super::{Binding, Lower};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Node, NodeId, Place, TrackSlots};
use crate::ir::{Per, Sight, Ty};

/// Most places in all.
const MOST_PLACES: u16 = 250;

impl Lower<'_> {
    /// How many there are of what there is one for each of something; so many as to be refused, where they do not fit.
    pub(super) fn per_count(&self, per: Per) -> u32 {
        match per {
            Per::Player => u32::from(self.setup.players),
            Per::Team => match self.game.sides {
                Some(sides) => {
                    u32::try_from(sides.most).unwrap_or(u32::MAX).saturating_add(u32::from(self.setup.players))
                }
                None => self.program.teams.iter().max().map_or(0, |last| u32::from(*last) + 1),
            },
            Per::Kind(kind) => {
                u32::try_from(self.game.kinds.get(kind).map_or(0, |kind| kind.members.len())).unwrap_or(u32::MAX)
            }
        }
    }

    pub(super) fn places(&mut self) -> Result<(), Vec<Diagnostic>> {
        for (name, place) in (0..).zip(&self.game.places) {
            let count = place.per.map_or(1, |per| self.per_count(per));
            let (base, count) = (u16::try_from(self.program.places.len()), u16::try_from(count));
            let fits = base.ok().zip(count.ok()).filter(|(base, count)| base.saturating_add(*count) <= MOST_PLACES);
            let Some((base, count)) = fits else {
                return Err(vec![
                    Diagnostic::new(
                        Code::TooManyPlaces,
                        place.span,
                        format!("there are more than {MOST_PLACES} places in all"),
                    )
                    .help("use fewer `each`"),
                ]);
            };
            for owner in 0..count {
                self.program.places.push(Place {
                    name,
                    owner: place.per.map(|_| owner),
                    of_seat: place.per == Some(Per::Player),
                    sights: Vec::new(),
                    sizes: Vec::new(),
                    totals: Vec::new(),
                    refilled: None,
                    ordered: false,
                });
            }
            self.bases.push((base, count));
        }
        for (id, place) in self.game.places.iter().enumerate() {
            let Some((source, _)) = place.refilled.and_then(|from| self.bases.get(from).copied()) else { continue };
            let Some((base, count)) = self.bases.get(id).copied() else { continue };
            for index in 0..count {
                if let Some(place) = self.program.places.get_mut(usize::from(base + index)) {
                    place.refilled = Some(source + index);
                }
            }
        }
        self.program.masks = self.bases.iter().map(|(_, count)| u32::from(*count)).sum();
        Ok(())
    }

    pub(super) fn tracks(&mut self) -> Result<(), Vec<Diagnostic>> {
        let scores = self.new_ints(u32::from(self.setup.players));
        self.program.scores = scores;
        self.program.winners = self.new_ints(1);
        for track in &self.game.tracks {
            let dims: Vec<u32> = track.per.iter().map(|per| self.per_count(*per)).collect();
            let count = dims.iter().fold(1_u32, |all, count| all.saturating_mul(*count));
            self.there_is_room_for_the_track(count, track.span)?;
            let base = self.new_ints(count);
            let last_seat = i64::from(self.setup.players) - 1;
            let low = if track.or_nothing { -1 } else { 0 };
            let range = match track.ty {
                Ty::Number => track.range.unwrap_or((i64::from(i32::MIN), i64::from(i32::MAX))),
                Ty::YesNo => (0, 1),
                Ty::Player => (low, last_seat),
                Ty::Team => (low, last_seat + self.game.sides.map_or(0, |sides| sides.most)),
                Ty::Member(kind) => (low, i64::from(self.per_count(Per::Kind(kind))) - 1),
                Ty::Card => (low, self.last_card()),
                // No track is of these.
                Ty::Cards | Ty::Players | Ty::Nothing => (-1, -1),
            };
            let told = !track.untold;
            self.program.tracks.push(TrackSlots { base, dims, range, sights: Vec::new(), told });
        }
        self.program.turned =
            self.game.turning.and_then(|track| self.program.tracks.get(track)).map(|track| track.base);
        Ok(())
    }

    /// Who sees places and tracks.
    pub(super) fn sights(&mut self) {
        let game = self.game;
        let yes = self.constant_int(1);
        for (id, place) in game.places.iter().enumerate() {
            let Some((base, count)) = self.bases.get(id).copied() else { continue };
            for index in 0..count {
                let sights: Vec<_> = place.sights.iter().map(|sight| self.sight(sight, index, yes)).collect();
                let sizes: Vec<_> = place.size.iter().map(|sight| self.sight(sight, index, yes)).collect();
                let mut totals = Vec::new();
                for (number, total) in (0_u16..).zip(&place.totals) {
                    let reg = self.new_reg();
                    self.bind(total.card, Binding::Reg(reg));
                    let key = self.int(&total.of);
                    let of = self.node(Node::Place(base + index));
                    let node = self.total(reg, of, key);
                    let sight = self.sight(&total.sight, index, yes);
                    totals.push((number, node, sight));
                }
                if let Some(place) = self.program.places.get_mut(usize::from(base + index)) {
                    place.sights = sights;
                    place.sizes = sizes;
                    place.totals = totals;
                }
            }
        }
        for (id, track) in game.tracks.iter().enumerate() {
            if track.sights.is_empty() {
                continue;
            }
            let Some(dims) = self.program.tracks.get(id).map(|track| track.dims.clone()) else { continue };
            let inner: u32 = dims.iter().skip(1).product();
            let count: u32 = dims.iter().product();
            let sights = (0..count)
                .map(|index| {
                    let owner = self.short((index / inner.max(1)) as usize, track.span);
                    track.sights.iter().map(|sight| self.sight(sight, owner, yes)).collect()
                })
                .collect();
            if let Some(track) = self.program.tracks.get_mut(id) {
                track.sights = sights;
            }
        }
    }

    fn sight(&mut self, sight: &Sight, owner: u16, yes: NodeId) -> (NodeId, NodeId) {
        let reg = self.new_reg();
        self.bind(sight.owner, Binding::Reg(reg));
        let when = sight.when.as_ref().map_or(yes, |when| self.int(when));
        let who = self.seats(&sight.who);
        let owner = self.constant_int(i64::from(owner));
        (self.with(reg, owner, when), self.with(reg, owner, who))
    }
}
