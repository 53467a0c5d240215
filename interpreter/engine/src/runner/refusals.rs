//! All that is refused in a decision, act by act and pick by pick, with the lines that forbid it.

use super::super::state::bit;
use super::lies::Lies;
use crate::index::fit;
use std::ops::ControlFlow;

use super::super::MOST_PICKS;
use super::super::act::{Choice, Picked};
use super::super::eval::each_card;
use super::super::program::{Act, Ask, CardSet, Pick, Source};
use super::super::reached::Reach;
use super::super::refused::{Objection, Refusals, Refused, Why};
use super::Build;
use super::desk::Desk;
use super::groups::{many_ways, nth_group};
use super::objections::{Chosen, put};
use super::phrases::Phrases;
use super::singles::unlike;

/// Most choices of one decision that are looked at.
const MOST_LOOKED_AT: usize = 5_000;

/// One walk through the picks of an act.
struct Walk<'w> {
    ask: &'w Ask,
    act: &'w Act,
    looked: usize,
    into: &'w mut Refusals,
}

impl Walk<'_> {
    fn refuse(&mut self, choice: Choice, picks: usize, why: Vec<Objection>) {
        self.into.found.push(Refused { choice, picks, outside: None, why });
    }
}

impl Phrases {
    /// What might be meant in a decision, and may not be done. Cards count as meant only where they lie in a place from which the act
    /// picks.
    pub(super) fn refusals(&self, desk: &mut Desk, ask: &Ask) -> Refusals {
        let mut found = Refusals::default();
        for number in 0..ask.acts.len() {
            self.refusals_of(desk, ask, number, &mut found);
        }
        found
    }

    fn refusals_of(&self, desk: &mut Desk, ask: &Ask, number: usize, found: &mut Refusals) {
        let (Some(act), Ok(number)) = (ask.acts.get(number), u8::try_from(number)) else { return };
        let choice = Choice { act: number, ..Choice::default() };
        let why = self.object_to_act(desk, act);
        if why.is_empty() {
            let mut walk = Walk { ask, act, looked: 0, into: &mut *found };
            if self.walk(desk, &mut walk, 0, &choice).is_break() {
                found.cut = true;
            }
        } else {
            found.found.push(Refused { choice, picks: 0, outside: None, why });
        }
    }

    /// Notes which `must` lines forbid something in a decision: those that have not yet been seen to.
    pub(super) fn note_forbidding(&self, desk: &mut Desk, ask: &Ask) {
        for (number, act) in ask.acts.iter().enumerate() {
            let unseen = |desk: &Desk| {
                let reached = desk.reached.as_ref();
                act.musts.iter().any(|must| reached.is_some_and(|all| all.times(must.rule, Reach::Forbade) == 0))
            };
            if unseen(desk) {
                self.refusals_of(desk, ask, number, &mut Refusals::default());
            }
        }
    }
}

impl Phrases {
    /// Looks at every way to go on from the first `index` picks.
    fn walk(&self, desk: &mut Desk, walk: &mut Walk, index: usize, choice: &Choice) -> ControlFlow<()> {
        let act = walk.act;
        let Some(pick) = act.picks.get(index).filter(|_| index < MOST_PICKS) else {
            let why = self.objections(desk, walk.ask, choice);
            if !why.is_empty() {
                walk.refuse(*choice, index, why);
            }
            return ControlFlow::Continue(());
        };
        // Looking at a choice before this one has walked over the registers.
        self.remake(desk, act, choice, index);
        match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let from = self.cards(desk, from) & !Chosen { choice, index }.taken();
                if pick.several {
                    let (least, most) = (self.int(desk, least), self.int(desk, most));
                    return self.walk_groups(desk, walk, index, choice, from, (least, most, if_able));
                }
                if from == 0 && if_able {
                    return self.walk(desk, walk, index + 1, choice);
                }
                if from == 0 {
                    walk.refuse(*choice, index, vec![Objection { why: Why::Number, rule: pick.rule }]);
                    return ControlFlow::Continue(());
                }
                for card in each_card(self.unlike(desk, pick, from)) {
                    self.try_pick(desk, walk, index, choice, Picked::of(bit(card)))?;
                }
                ControlFlow::Continue(())
            }
            Source::Number { low, high } => {
                let (low, high) = (self.int(desk, low), self.int(desk, high));
                if index == 0 {
                    let why = vec![Objection { why: Why::Range, rule: pick.rule }];
                    walk.into.found.push(Refused { choice: *choice, picks: 0, outside: Some((low, high)), why });
                }
                self.walk_numbers(desk, walk, index, choice, (low, high))
            }
            Source::Member { .. } | Source::Seat | Source::YesNo => {
                self.walk_numbers(desk, walk, index, choice, (0, self.last_of(&pick.source)))
            }
        }
    }

    fn walk_numbers(
        &self,
        desk: &mut Desk,
        walk: &mut Walk,
        index: usize,
        choice: &Choice,
        (low, high): (i64, i64),
    ) -> ControlFlow<()> {
        for value in low..=high {
            self.try_pick(desk, walk, index, choice, Picked::number(value))?;
        }
        ControlFlow::Continue(())
    }

    /// Groups of cards: those that none may be part of stand alone, then the groups of the others.
    fn walk_groups(
        &self,
        desk: &mut Desk,
        walk: &mut Walk,
        index: usize,
        choice: &Choice,
        from: CardSet,
        (least, most, if_able): (i64, i64, bool),
    ) -> ControlFlow<()> {
        let Some(pick) = walk.act.picks.get(index) else { return ControlFlow::Continue(()) };
        let kept = pick.filter.map_or(from, |filter| from & self.cards(desk, filter));
        for card in each_card(self.unlike(desk, pick, from & !kept)) {
            let mut refused = *choice;
            if let Some(slot) = refused.picks.get_mut(index) {
                slot.cards = bit(card).into();
            }
            walk.refuse(refused, index + 1, vec![Objection { why: Why::Where, rule: pick.rule }]);
        }
        let there = i64::from(kept.count_ones());
        let least = if if_able { least.min(there) } else { least };
        if index == 0 || there < least {
            let why = vec![Objection { why: Why::Number, rule: pick.rule }];
            walk.into.found.push(Refused { choice: *choice, picks: index, outside: Some((least, most)), why });
        }
        let by_place = match pick.source {
            Source::Cards { from, .. } => {
                let build = Build::new(&self.program);
                let places = build.spots(from);
                self.like().by_place(kept, places.iter().map(|spot| desk.state.cards_in(u32::from(spot.place))))
            }
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => None,
        };
        let like = by_place.as_ref().unwrap_or(self.like());
        for size in least.max(0)..=most.min(there) {
            let size = fit::<_, u32>(size);
            for number in 0..many_ways(Some(like), kept, size) {
                let picked = Picked::of(nth_group(Some(like), kept, size, number));
                self.try_pick(desk, walk, index, choice, picked)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes a pick; where it is wrong by itself, what would come after it is not looked at.
    fn try_pick(
        &self,
        desk: &mut Desk,
        walk: &mut Walk,
        index: usize,
        choice: &Choice,
        picked: Picked,
    ) -> ControlFlow<()> {
        walk.looked += 1;
        if walk.looked > MOST_LOOKED_AT {
            return ControlFlow::Break(());
        }
        let mut choice = *choice;
        if let Some(slot) = choice.picks.get_mut(index) {
            *slot = picked;
        }
        if index + 1 == walk.act.picks.len() {
            return self.walk(desk, walk, index + 1, &choice);
        }
        let Some(pick) = walk.act.picks.get(index) else { return ControlFlow::Continue(()) };
        let why = self.object_to_one(desk, walk.act, pick, Chosen { choice: &choice, index });
        if why.is_empty() {
            return self.walk(desk, walk, index + 1, &choice);
        }
        walk.refuse(choice, index + 1, why);
        ControlFlow::Continue(())
    }

    /// Puts the first picks of a choice where phrases find them.
    fn remake(&self, desk: &mut Desk, act: &Act, choice: &Choice, count: usize) {
        for (pick, picked) in act.picks.iter().zip(choice.picks).take(count) {
            put(desk, pick, picked);
        }
    }

    /// One of each sort of like cards.
    fn unlike(&self, desk: &Desk, pick: &Pick, cards: CardSet) -> CardSet {
        let Source::Cards { from, .. } = pick.source else { return cards };
        let build = Build::new(&self.program);
        unlike(desk, self.like(), &build.spots(from), cards, build.is_one_place(from))
    }
}
