//! Whether everybody can tell that a choice was the only one: what is hidden is taken to be anything.

use super::machine::Machine;
use super::program::{Act, Ask, Node, NodeId, Pick, SeatSet, Source};
use super::state::State;

impl Machine<'_> {
    /// Whether somebody who sees only what everybody sees could tell that the decision has one legal choice.
    pub(super) fn forced_in_public(&mut self, state: &State, ask: &Ask) -> bool {
        let mut possible = 0;
        for act in &ask.acts {
            possible += self.possible(state, act);
            if possible > 1 {
                return false;
            }
        }
        possible == 1
    }

    /// How many choices an act may have as far as everybody can tell: 0, 1, or 2 for more.
    fn possible(&mut self, state: &State, act: &Act) -> u32 {
        let conditions = act
            .when
            .iter()
            .chain(act.musts.iter().filter(|must| !must.of_picks && must.when.is_none()).map(|must| &must.cond));
        for cond in conditions {
            if self.is_public(state, *cond) && self.int(state, *cond) == 0 {
                return 0;
            }
        }
        let mut ways = 1;
        for pick in &act.picks {
            ways *= self.ways(state, act, pick);
            if ways == 0 {
                return 0;
            }
        }
        ways.min(2)
    }

    fn ways(&mut self, state: &State, act: &Act, pick: &Pick) -> u32 {
        let is_public = |node| self.is_public(state, node);
        let musts_public = act.musts.iter().flat_map(|must| must.when.into_iter().chain([must.cond])).all(is_public);
        let filter_public = pick.filter.is_none_or(|filter| self.is_public(state, filter));
        let (low, high) = match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let there = self.cards(state, from).count_ones();
                let (least, most) =
                    if pick.several { (self.count(state, least), self.count(state, most)) } else { (1, 1) };
                if there < least {
                    return u32::from(if_able && (there == 0 || !pick.several));
                }
                if self.is_public(state, from) && filter_public && musts_public {
                    // Nothing is hidden: the listing itself tells.
                    return if self.only_one(state, act) { 1 } else { 2 };
                }
                let all_of_them = there == least && there <= most;
                return if all_of_them && pick.filter.is_none() { 1 } else { 2 };
            }
            Source::Number { low, high } if self.is_public(state, low) && self.is_public(state, high) => {
                (self.int(state, low), self.int(state, high))
            }
            Source::Number { .. } => return 2,
            Source::Member { count, .. } => (0, i64::from(count) - 1),
            Source::Seat => (0, i64::from(self.program.seats) - 1),
            Source::YesNo => (0, 1),
        };
        if filter_public && musts_public && self.only_one(state, act) {
            return 1;
        }
        u32::try_from((high - low + 1).clamp(0, 2)).unwrap_or(2)
    }

    fn count(&mut self, state: &State, node: NodeId) -> u32 {
        u32::try_from(self.int(state, node)).unwrap_or(0)
    }

    fn only_one(&mut self, state: &State, act: &Act) -> bool {
        let eval = super::eval::Eval { program: self.program, state };
        let ask = Ask {
            who: 0,
            at_once: false,
            player: 0,
            sets_player: false,
            me: 0,
            acts: vec![act.clone()],
            waiting: 0,
            answers: (0, 0),
            answer_cards: (0, 0),
            unheard: 0,
            form: None,
            rule: 0,
        };
        eval.count_choices(&mut self.regs, &ask, 2) <= 1
    }

    /// Whether a phrase depends on nothing but what every seat sees. Numbers of cards count as seen where sizes are.
    pub(super) fn is_public(&mut self, state: &State, node: NodeId) -> bool {
        let all: SeatSet = (1 << self.program.seats) - 1;
        let program = self.program;
        let Some(found) = program.nodes.get(node as usize) else { return true };
        match found {
            Node::Place(place) => self.who_sees(state, *place) == all || state.mask(u32::from(*place)) == 0,
            Node::PlaceOf { base, count, key } => {
                let eval = super::eval::Eval { program, state };
                match eval.place_at(&mut self.regs, *base, *count, *key) {
                    Some(place) => self.who_sees(state, place) == all || state.mask(u32::from(place)) == 0,
                    None => true,
                }
            }
            Node::PlacesOf { base, count, .. } => (*base..base + count).all(|place| self.who_sees(state, place) == all),
            Node::Count(of) => match program.nodes.get(*of as usize) {
                Some(Node::Place(place)) => self.who_counts(state, *place) == all,
                Some(Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. }) => {
                    (*base..base + count).all(|place| self.who_counts(state, place) == all)
                }
                _ => self.is_public(state, *of),
            },
            Node::Slot(slot) => self.slots_public(state, *slot, 1),
            Node::SlotAt { base, keys, .. } => {
                let count = keys.iter().map(|(_, size)| *size).product();
                self.slots_public(state, *base, count)
            }
            other => {
                let mut public = true;
                program.inner(other, &mut |inner| public = public && self.is_public(state, inner));
                public
            }
        }
    }

    fn slots_public(&mut self, state: &State, base: u32, count: u32) -> bool {
        let all: SeatSet = (1 << self.program.seats) - 1;
        let program = self.program;
        for (number, track) in program.tracks.iter().enumerate() {
            let size: u32 = track.dims.iter().product();
            if base >= track.base && base < track.base + size {
                let number = u16::try_from(number).unwrap_or(0);
                return (base..base + count).all(|slot| self.who_sees_track(state, number, slot) == all);
            }
        }
        true
    }
}
