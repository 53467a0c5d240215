//! Legal choices of a decision: listed lazily and without allocation, counted and picked by number without listing.

use std::ops::ControlFlow;

use super::MOST_PICKS;
use super::act::{Choice, Picked};
use super::eval::{Eval, Regs, compares, each_card};
use super::groups::Groups;
use super::program::{Act, Ask, CardSet, Must, Node, Pick, RuleId, Source};
use super::reached::Reach;

/// Why a choice is not legal, and the line that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Objection {
    /// What is wrong.
    pub why: Why,
    /// The line.
    pub rule: RuleId,
}

/// What is wrong with a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There is no such act in this decision.
    NoAct,
    /// The act's `when` does not hold.
    NotNow,
    /// The pick is not among what it is picked from.
    NotThere,
    /// Too few or too many cards.
    Number,
    /// The number is too low or too high.
    Range,
    /// The pick's `where` does not hold.
    Where,
    /// The pick's `so that` does not hold.
    SoThat,
    /// A `must` does not hold.
    Must,
}

type Visit<'v> = &'v mut dyn FnMut(&Choice) -> ControlFlow<()>;

/// What may be picked, after all conditions.
enum Candidates {
    /// Single cards.
    One(CardSet),
    /// So many of these cards.
    Some { from: CardSet, least: u32, most: u32 },
    /// Numbers, members, seats, answers.
    Range(i64, i64),
}

impl Eval<'_> {
    /// Visits all legal choices in their order.
    pub fn each_choice(&self, regs: &mut Regs, ask: &Ask, visit: Visit) -> ControlFlow<()> {
        for (number, act) in ask.acts.iter().enumerate() {
            if self.allowed(regs, act) {
                let mut choice = Choice { act: u8::try_from(number).unwrap_or(0), ..Choice::default() };
                self.picks(regs, act, 0, &mut choice, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// How many legal choices there are, up to `enough`.
    pub fn count_choices(&self, regs: &mut Regs, ask: &Ask, enough: u64) -> u64 {
        let mut count: u64 = 0;
        for act in &ask.acts {
            if self.allowed(regs, act) {
                count = count.saturating_add(self.count_from(regs, act, 0, &mut Choice::default()));
            }
            if count >= enough {
                break;
            }
        }
        count
    }

    /// The `n`th legal choice, in the order of [`Self::each_choice`].
    pub fn nth_choice(&self, regs: &mut Regs, ask: &Ask, n: u64) -> Option<Choice> {
        let mut left = n;
        for (number, act) in ask.acts.iter().enumerate() {
            if !self.allowed(regs, act) {
                continue;
            }
            let mut choice = Choice { act: u8::try_from(number).ok()?, ..Choice::default() };
            let count = self.count_from(regs, act, 0, &mut choice);
            if left < count {
                return self.nth_from(regs, act, 0, &mut choice, left).then_some(choice);
            }
            left -= count;
        }
        None
    }

    /// Whether an act may be done at all, picks apart.
    fn allowed(&self, regs: &mut Regs, act: &Act) -> bool {
        act.when.is_none_or(|when| self.holds(regs, when))
            && act.musts.iter().filter(|must| !must.of_picks).all(|must| must.if_able || self.obeys(regs, must))
    }

    fn applies(&self, regs: &mut Regs, must: &Must) -> bool {
        must.when.is_none_or(|when| self.holds(regs, when))
    }

    fn obeys(&self, regs: &mut Regs, must: &Must) -> bool {
        let obeys = !self.applies(regs, must) || self.holds(regs, must.cond);
        if !obeys {
            regs.note(must.rule, Reach::Forbade);
        }
        obeys
    }

    pub(super) fn taken(choice: &Choice, index: usize) -> CardSet {
        choice.picks.iter().take(index).fold(0, |set, pick| set | pick.cards)
    }

    /// What the pick numbered `index` may be, when those before it are made.
    fn candidates(&self, regs: &mut Regs, act: &Act, index: usize, pick: &Pick, choice: &Choice) -> Candidates {
        let last = index + 1 == act.picks.len();
        match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let mut cards = self.cards(regs, from) & !Self::taken(choice, index);
                if let Some(filter) = pick.filter {
                    cards &= self.cards(regs, filter);
                }
                if pick.several {
                    let (least, most) = (self.int(regs, least), self.int(regs, most));
                    let there = i64::from(cards.count_ones());
                    let least = if if_able { least.min(there) } else { least };
                    let bound = |n: i64| u32::try_from(n.clamp(0, 128)).unwrap_or(0);
                    return Candidates::Some { from: cards, least: bound(least), most: bound(most.min(there)) };
                }
                if last {
                    cards = self.obeying(regs, act, pick, cards);
                }
                if cards == 0 && if_able {
                    return Candidates::Some { from: 0, least: 0, most: 0 };
                }
                Candidates::One(self.unlike(cards, self.one_place(from)))
            }
            Source::Number { low, high } => {
                let (mut low, mut high) = (self.int(regs, low), self.int(regs, high));
                if last {
                    for must in &act.musts {
                        if let Some((comparison, bound)) = must.bound
                            && self.applies(regs, must)
                        {
                            let bound = self.int(regs, bound);
                            let before = (low, high);
                            (low, high) = tighten(comparison, bound, low, high);
                            if (low, high) != before {
                                regs.note(must.rule, Reach::Forbade);
                            }
                        }
                    }
                }
                Candidates::Range(low, high)
            }
            Source::Member { count, .. } => Candidates::Range(0, i64::from(count) - 1),
            Source::Seat => Candidates::Range(0, i64::from(self.program.seats) - 1),
            Source::YesNo => Candidates::Range(0, 1),
        }
    }

    pub(super) fn one_place(&self, from: u32) -> bool {
        matches!(self.program.nodes.get(from as usize), Some(Node::Place(_) | Node::PlaceOf { .. }))
    }

    /// Single cards that obey every `must`, in the order of the lines; `if able` gives way.
    fn obeying(&self, regs: &mut Regs, act: &Act, pick: &Pick, cards: CardSet) -> CardSet {
        let mut cards = cards;
        for must in act.musts.iter().filter(|must| must.of_picks || must.if_able) {
            if !self.applies(regs, must) {
                continue;
            }
            let kept = match must.cards {
                Some(set) => cards & self.cards(regs, set),
                None => self.scan(regs, pick, must, cards),
            };
            if kept != 0 || !must.if_able {
                if kept != cards {
                    regs.note(must.rule, Reach::Forbade);
                }
                cards = kept;
            }
        }
        cards
    }

    fn scan(&self, regs: &mut Regs, pick: &Pick, must: &Must, cards: CardSet) -> CardSet {
        let mut kept = 0;
        for card in each_card(cards) {
            regs.set(pick.reg, i64::from(card));
            if self.holds(regs, must.cond) {
                kept |= 1 << card;
            }
        }
        kept
    }

    /// One of each sort of like cards: the first by number. Cards of several places are like only within one place.
    pub(super) fn unlike(&self, cards: CardSet, one_place: bool) -> CardSet {
        let mut kept: CardSet = 0;
        let mut seen: CardSet = 0;
        for card in each_card(cards) {
            let like = self.program.like.get(usize::from(card)).copied().unwrap_or(card);
            let bit = 1_u128 << (like & 127);
            if seen & bit == 0 {
                seen |= bit;
                kept |= 1 << card;
            } else if !one_place {
                let here = self.state.place_of(self.program, card);
                let twin = each_card(kept).any(|other| {
                    self.program.like.get(usize::from(other)) == Some(&like)
                        && self.state.place_of(self.program, other) == here
                });
                if !twin {
                    kept |= 1 << card;
                }
            }
        }
        kept
    }

    /// The `must … if able` that give way to a pick that is no card, a bit for each: none of the candidates obeys them.
    fn waived(&self, regs: &mut Regs, act: &Act, pick: &Pick, candidates: &Candidates) -> u64 {
        let Candidates::Range(low, high) = *candidates else { return u64::MAX };
        let mut waived = 0;
        for (number, must) in act.musts.iter().enumerate() {
            if !must.if_able {
                continue;
            }
            let able = (low..=high).any(|value| {
                if !regs.looks_at_one() {
                    return true;
                }
                regs.set(pick.reg, value);
                pick.filter.is_none_or(|filter| self.holds(regs, filter))
                    && self.obeys_first(regs, act, number + 1, waived)
            });
            if !able {
                waived |= 1 << number;
            }
        }
        waived
    }

    /// Whether what is picked obeys the first so many `must`, those apart that are part of its candidates or give way.
    fn obeys_first(&self, regs: &mut Regs, act: &Act, count: usize, waived: u64) -> bool {
        act.musts.iter().take(count).enumerate().all(|(number, must)| {
            let counts = if must.if_able { waived & (1 << number) == 0 } else { must.of_picks && must.bound.is_none() };
            !counts || self.obeys(regs, must)
        })
    }

    /// Whether a pick that is made passes the conditions that were not part of its candidates.
    fn fits(&self, regs: &mut Regs, act: &Act, index: usize, pick: &Pick, choice: &Choice, waived: u64) -> bool {
        let last = index + 1 == act.picks.len();
        let card_like = matches!(pick.source, Source::Cards { .. });
        if !card_like && !pick.filter.is_none_or(|filter| self.holds(regs, filter)) {
            return false;
        }
        if !pick.so_that.is_none_or(|cond| self.holds(regs, cond)) {
            return false;
        }
        let single_card = card_like && !pick.several;
        if !last || (single_card && Self::picked(choice, index).cards != 0) {
            return true;
        }
        self.obeys_first(regs, act, act.musts.len(), waived)
    }

    fn picked(choice: &Choice, index: usize) -> Picked {
        choice.picks.get(index).copied().unwrap_or_default()
    }

    pub(super) fn put(&self, regs: &mut Regs, pick: &Pick, choice: &mut Choice, index: usize, picked: Picked) {
        if let Some(to) = choice.picks.get_mut(index) {
            *to = picked;
        }
        if pick.several {
            regs.set_cards(pick.reg, picked.cards);
        } else if picked.cards != 0 {
            regs.set(pick.reg, i64::from(picked.cards.trailing_zeros()));
        } else if matches!(pick.source, Source::Cards { .. }) {
            regs.set(pick.reg, -1);
        } else {
            regs.set(pick.reg, picked.value);
        }
    }

    fn picks(&self, regs: &mut Regs, act: &Act, index: usize, choice: &mut Choice, visit: Visit) -> ControlFlow<()> {
        let Some(pick) = act.picks.get(index).filter(|_| index < MOST_PICKS) else { return visit(choice) };
        let candidates = self.candidates(regs, act, index, pick, choice);
        self.picks_at(regs, act, index, choice, candidates, &mut |this, regs, choice| {
            this.picks(regs, act, index + 1, choice, visit)
        })
    }

    fn count_from(&self, regs: &mut Regs, act: &Act, index: usize, choice: &mut Choice) -> u64 {
        let Some(pick) = act.picks.get(index).filter(|_| index < MOST_PICKS) else { return 1 };
        let candidates = self.candidates(regs, act, index, pick, choice);
        if act.all_fit(index) {
            return match candidates {
                Candidates::One(cards) => u64::from(cards.count_ones()),
                Candidates::Range(low, high) => u64::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0),
                Candidates::Some { from, least, most } => {
                    let groups = Groups::new(&self.program.like, from);
                    (least..=most).fold(0, |sum: u64, size| sum.saturating_add(groups.ways(0, size)))
                }
            };
        }
        let mut count: u64 = 0;
        let flow = self.picks_at(regs, act, index, choice, candidates, &mut |this, regs, choice| {
            count = count.saturating_add(this.count_from(regs, act, index + 1, choice));
            ControlFlow::Continue(())
        });
        debug_assert!(flow.is_continue() || regs.look_at == 0);
        count
    }

    fn nth_from(&self, regs: &mut Regs, act: &Act, index: usize, choice: &mut Choice, n: u64) -> bool {
        let Some(pick) = act.picks.get(index).filter(|_| index < MOST_PICKS) else { return n == 0 };
        let candidates = self.candidates(regs, act, index, pick, choice);
        if act.all_fit(index) {
            let picked = match candidates {
                Candidates::One(cards) => {
                    let skip = usize::try_from(n).unwrap_or(usize::MAX);
                    each_card(cards).nth(skip).map(|card| Picked { cards: 1 << card, value: 0 })
                }
                Candidates::Range(low, _) => {
                    Some(Picked { cards: 0, value: low.saturating_add(i64::try_from(n).unwrap_or(0)) })
                }
                Candidates::Some { from, least, most } => {
                    let groups = Groups::new(&self.program.like, from);
                    let mut left = n;
                    (least..=most).find_map(|size| {
                        let ways = groups.ways(0, size);
                        if left < ways {
                            return Some(Picked { cards: groups.nth(size, left), value: 0 });
                        }
                        left -= ways;
                        None
                    })
                }
            };
            return picked.is_some_and(|picked| {
                self.put(regs, pick, choice, index, picked);
                true
            });
        }
        let mut left = n;
        let mut found = None;
        let _ = self.picks_at(regs, act, index, choice, candidates, &mut |this, regs, choice| {
            let count = this.count_from(regs, act, index + 1, &mut choice.clone());
            if left < count {
                // Counting walked over the registers of later picks only.
                if this.nth_from(regs, act, index + 1, choice, left) {
                    found = Some(*choice);
                }
                return ControlFlow::Break(());
            }
            left -= count;
            ControlFlow::Continue(())
        });
        if let Some(found) = found {
            *choice = found;
        }
        found.is_some()
    }

    /// Makes one pick in every way that fits.
    fn picks_at(
        &self,
        regs: &mut Regs,
        act: &Act,
        index: usize,
        choice: &mut Choice,
        candidates: Candidates,
        then: &mut dyn FnMut(&Self, &mut Regs, &mut Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(pick) = act.picks.get(index) else { return ControlFlow::Continue(()) };
        let waived = self.waived(regs, act, pick, &candidates);
        let mut next = |regs: &mut Regs, choice: &mut Choice, picked: Picked| {
            if !regs.looks_at_one() {
                return ControlFlow::Break(());
            }
            self.put(regs, pick, choice, index, picked);
            if self.fits(regs, act, index, pick, choice, waived) {
                then(self, regs, choice)
            } else {
                ControlFlow::Continue(())
            }
        };
        match candidates {
            Candidates::One(cards) => {
                for card in each_card(cards) {
                    next(regs, choice, Picked { cards: 1 << card, value: 0 })?;
                }
            }
            Candidates::Range(low, high) => {
                for value in low..=high {
                    next(regs, choice, Picked { cards: 0, value })?;
                }
            }
            Candidates::Some { from, least, most } => {
                let groups = Groups::new(&self.program.like, from);
                for size in least..=most {
                    for number in 0..groups.ways(0, size) {
                        next(regs, choice, Picked { cards: groups.nth(size, number), value: 0 })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    // ---- objections -----------------------------------------------------------------------------

    /// Everything that forbids a choice, in the order of the lines; empty if it is legal.
    pub fn objections(&self, regs: &mut Regs, ask: &Ask, choice: &Choice) -> Vec<Objection> {
        let Some(act) = ask.acts.get(usize::from(choice.act)) else {
            return vec![Objection { why: Why::NoAct, rule: ask.rule }];
        };
        let mut found = self.object_to_act(regs, act);
        for (index, pick) in act.picks.iter().enumerate() {
            found.extend(self.object_to_one(regs, act, pick, index, choice));
        }
        self.object_by_musts(regs, act, choice, &mut found);
        found
    }

    /// What forbids an act whatever is picked.
    pub(super) fn object_to_act(&self, regs: &mut Regs, act: &Act) -> Vec<Objection> {
        let mut found = Vec::new();
        if !act.when.is_none_or(|when| self.holds(regs, when)) {
            found.push(Objection { why: Why::NotNow, rule: act.rule });
        }
        for must in act.musts.iter().filter(|must| !must.of_picks && !must.if_able) {
            if !self.obeys(regs, must) {
                found.push(Objection { why: Why::Must, rule: must.rule });
            }
        }
        found
    }

    /// What forbids one pick by itself, when those before it are made; afterwards it is made too.
    pub(super) fn object_to_one(
        &self,
        regs: &mut Regs,
        act: &Act,
        pick: &Pick,
        index: usize,
        choice: &Choice,
    ) -> Vec<Objection> {
        let mut found = Vec::new();
        let picked = Self::picked(choice, index);
        self.object_to_pick(regs, act, pick, picked, Self::taken(choice, index), &mut found);
        self.put(regs, pick, &mut choice.clone(), index, picked);
        let card_like = matches!(pick.source, Source::Cards { .. });
        if !card_like && !pick.filter.is_none_or(|filter| self.holds(regs, filter)) {
            found.push(Objection { why: Why::Where, rule: pick.rule });
        }
        if !pick.so_that.is_none_or(|cond| self.holds(regs, cond)) {
            found.push(Objection { why: Why::SoThat, rule: pick.rule });
        }
        found
    }

    fn object_to_pick(
        &self,
        regs: &mut Regs,
        act: &Act,
        pick: &Pick,
        picked: Picked,
        taken: CardSet,
        found: &mut Vec<Objection>,
    ) {
        let rule = pick.rule;
        match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let from = self.cards(regs, from) & !taken;
                let kept = pick.filter.map_or(from, |filter| from & self.cards(regs, filter));
                if picked.cards & !from != 0 {
                    found.push(Objection { why: Why::NotThere, rule });
                } else if picked.cards & !kept != 0 {
                    found.push(Objection { why: Why::Where, rule });
                }
                let (least, most) = if pick.several { (self.int(regs, least), self.int(regs, most)) } else { (1, 1) };
                let there = if pick.several { kept } else { self.obeying(regs, act, pick, kept) };
                let there = i64::from(there.count_ones());
                let least = if if_able { least.min(there) } else { least };
                let count = i64::from(picked.cards.count_ones());
                if count < least || count > most {
                    found.push(Objection { why: Why::Number, rule });
                }
            }
            Source::Number { low, high }
                if (picked.value < self.int(regs, low) || picked.value > self.int(regs, high)) =>
            {
                found.push(Objection { why: Why::Range, rule });
            }
            Source::Member { count, .. } if !(0..i64::from(count)).contains(&picked.value) => {
                found.push(Objection { why: Why::NotThere, rule })
            }
            Source::Seat if !(0..i64::from(self.program.seats)).contains(&picked.value) => {
                found.push(Objection { why: Why::NotThere, rule })
            }
            Source::YesNo if !(0..=1).contains(&picked.value) => found.push(Objection { why: Why::NotThere, rule }),
            _ => {}
        }
    }

    fn object_by_musts(&self, regs: &mut Regs, act: &Act, choice: &Choice, found: &mut Vec<Objection>) {
        let Some((last, pick)) =
            act.picks.len().checked_sub(1).and_then(|last| act.picks.get(last).map(|pick| (last, pick)))
        else {
            return;
        };
        let picked = Self::picked(choice, last);
        let mut cards = match pick.source {
            Source::Cards { from, .. } if !pick.several => {
                let from = self.cards(regs, from) & !Self::taken(choice, last);
                pick.filter.map_or(from, |filter| from & self.cards(regs, filter))
            }
            _ => 0,
        };
        let candidates = self.candidates(regs, act, last, pick, choice);
        let waived = self.waived(regs, act, pick, &candidates);
        for (number, must) in act.musts.iter().enumerate().filter(|(_, must)| must.of_picks || must.if_able) {
            if !self.applies(regs, must) {
                continue;
            }
            let kept = self.scan(regs, pick, must, cards);
            let gives_way = must.if_able && kept == 0 && waived & (1 << number) != 0;
            self.put(regs, pick, &mut choice.clone(), last, picked);
            let nothing = matches!(pick.source, Source::Cards { .. }) && !pick.several && picked.cards == 0;
            if !gives_way && !nothing && !self.holds(regs, must.cond) {
                regs.note(must.rule, Reach::Forbade);
                found.push(Objection { why: Why::Must, rule: must.rule });
            }
            if !gives_way {
                cards = kept;
            }
        }
    }
}

pub fn tighten(comparison: crate::Comparison, bound: i64, low: i64, high: i64) -> (i64, i64) {
    use crate::Comparison;
    match comparison {
        Comparison::Is => (low.max(bound), high.min(bound)),
        Comparison::AtLeast => (low.max(bound), high),
        Comparison::AtMost => (low, high.min(bound)),
        Comparison::MoreThan => (low.max(bound.saturating_add(1)), high),
        Comparison::LessThan => (low, high.min(bound.saturating_sub(1))),
        Comparison::IsNot => {
            debug_assert!(!compares(comparison, bound, bound));
            (low, high)
        }
    }
}
