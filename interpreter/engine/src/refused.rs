//! What may not be done in a decision, act by act, and the lines that forbid it.

use std::ops::ControlFlow;

use super::MOST_PICKS;
use super::act::{Choice, Picked};
use super::eval::{Eval, Regs, each_card};
use super::groups::Groups;
use super::legal::{Objection, Why};
use super::machine::Machine;
use super::program::{Act, Ask, CardSet, Pick, Source};
use super::state::State;

/// Most choices of one decision that are looked at.
const MOST_LOOKED_AT: usize = 5_000;

/// Something that might be meant in a decision and is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The act with its first picks.
    pub choice: Choice,
    /// How many of the picks are made; whatever comes after these is not legal either.
    pub picks: usize,
    /// Instead of a pick: all numbers, or numbers of cards, but those from the first to the second.
    pub outside: Option<(i64, i64)>,
    /// What forbids it, in the order of the lines.
    pub why: Vec<Objection>,
}

/// All that is refused in a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusals {
    /// In the order of the acts and of what is picked.
    pub found: Vec<Refused>,
    /// Whether there is more than was looked at.
    pub cut: bool,
}

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

impl Machine<'_> {
    /// What a seat might mean to do in the decision that waits, and may not. Cards count as meant only where they lie in a
    /// place from which the act picks.
    pub fn refusals(&mut self, state: &State, seat: u8) -> Refusals {
        let mut found = Refusals::default();
        let Some(ask) = self.ask(state) else { return found };
        self.speak_of(ask, seat);
        let eval = Eval { program: self.program, state };
        for (number, act) in ask.acts.iter().enumerate() {
            let choice = Choice { act: u8::try_from(number).unwrap_or(0), ..Choice::default() };
            let why = eval.object_to_act(&mut self.regs, act);
            if why.is_empty() {
                let mut walk = Walk { ask, act, looked: 0, into: &mut found };
                if eval.walk(&mut self.regs, &mut walk, 0, &choice).is_break() {
                    found.cut = true;
                }
            } else {
                found.found.push(Refused { choice, picks: 0, outside: None, why });
            }
        }
        found
    }
}

impl Eval<'_> {
    /// Looks at every way to go on from the first `index` picks.
    fn walk(&self, regs: &mut Regs, walk: &mut Walk, index: usize, choice: &Choice) -> ControlFlow<()> {
        let act = walk.act;
        let Some(pick) = act.picks.get(index).filter(|_| index < MOST_PICKS) else {
            let why = self.objections(regs, walk.ask, choice);
            if !why.is_empty() {
                walk.refuse(*choice, index, why);
            }
            return ControlFlow::Continue(());
        };
        // Looking at a choice before this one has walked over the registers.
        self.remake(regs, act, choice, index);
        match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let from = self.cards(regs, from) & !Self::taken(choice, index);
                if pick.several {
                    let (least, most) = (self.int(regs, least), self.int(regs, most));
                    return self.walk_groups(regs, walk, index, choice, from, (least, most, if_able));
                }
                if from == 0 && if_able {
                    return self.walk(regs, walk, index + 1, choice);
                }
                if from == 0 {
                    walk.refuse(*choice, index, vec![Objection { why: Why::Number, rule: pick.rule }]);
                    return ControlFlow::Continue(());
                }
                let one_place = self.one_place_of(pick);
                for card in each_card(self.unlike(from, one_place)) {
                    self.try_pick(regs, walk, index, choice, Picked { cards: 1 << card, value: 0 })?;
                }
                ControlFlow::Continue(())
            }
            Source::Number { low, high } => {
                let (low, high) = (self.int(regs, low), self.int(regs, high));
                if index == 0 {
                    let why = vec![Objection { why: Why::Range, rule: pick.rule }];
                    walk.into.found.push(Refused { choice: *choice, picks: 0, outside: Some((low, high)), why });
                }
                self.walk_numbers(regs, walk, index, choice, low, high)
            }
            Source::Member { count, .. } => self.walk_numbers(regs, walk, index, choice, 0, i64::from(count) - 1),
            Source::Seat => self.walk_numbers(regs, walk, index, choice, 0, i64::from(self.program.seats) - 1),
            Source::YesNo => self.walk_numbers(regs, walk, index, choice, 0, 1),
        }
    }

    fn walk_numbers(
        &self,
        regs: &mut Regs,
        walk: &mut Walk,
        index: usize,
        choice: &Choice,
        low: i64,
        high: i64,
    ) -> ControlFlow<()> {
        for value in low..=high {
            self.try_pick(regs, walk, index, choice, Picked { cards: 0, value })?;
        }
        ControlFlow::Continue(())
    }

    /// Groups of cards: those that none may be part of stand alone, then the groups of the others.
    fn walk_groups(
        &self,
        regs: &mut Regs,
        walk: &mut Walk,
        index: usize,
        choice: &Choice,
        from: CardSet,
        (least, most, if_able): (i64, i64, bool),
    ) -> ControlFlow<()> {
        let Some(pick) = walk.act.picks.get(index) else { return ControlFlow::Continue(()) };
        let kept = pick.filter.map_or(from, |filter| from & self.cards(regs, filter));
        for card in each_card(self.unlike(from & !kept, self.one_place_of(pick))) {
            let mut refused = *choice;
            if let Some(slot) = refused.picks.get_mut(index) {
                slot.cards = 1 << card;
            }
            walk.refuse(refused, index + 1, vec![Objection { why: Why::Where, rule: pick.rule }]);
        }
        let there = i64::from(kept.count_ones());
        let least = if if_able { least.min(there) } else { least };
        if index == 0 || there < least {
            let why = vec![Objection { why: Why::Number, rule: pick.rule }];
            walk.into.found.push(Refused { choice: *choice, picks: index, outside: Some((least, most)), why });
        }
        let groups = Groups::new(&self.program.like, kept);
        for size in least.max(0)..=most.min(there) {
            let size = u32::try_from(size).unwrap_or(0);
            for number in 0..groups.ways(0, size) {
                let picked = Picked { cards: groups.nth(size, number), value: 0 };
                self.try_pick(regs, walk, index, choice, picked)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes a pick; where it is wrong by itself, what would come after it is not looked at.
    fn try_pick(
        &self,
        regs: &mut Regs,
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
            return self.walk(regs, walk, index + 1, &choice);
        }
        let Some(pick) = walk.act.picks.get(index) else { return ControlFlow::Continue(()) };
        let why = self.object_to_one(regs, walk.act, pick, index, &choice);
        if why.is_empty() {
            return self.walk(regs, walk, index + 1, &choice);
        }
        walk.refuse(choice, index + 1, why);
        ControlFlow::Continue(())
    }

    /// Puts the first picks of a choice where phrases find them.
    fn remake(&self, regs: &mut Regs, act: &Act, choice: &Choice, count: usize) {
        let mut made = Choice::default();
        for (index, (pick, picked)) in act.picks.iter().zip(choice.picks).take(count).enumerate() {
            self.put(regs, pick, &mut made, index, picked);
        }
    }

    fn one_place_of(&self, pick: &Pick) -> bool {
        matches!(pick.source, Source::Cards { from, .. } if self.one_place(from))
    }
}
