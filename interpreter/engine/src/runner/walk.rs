//! Picks one after the other. A pick is counted without a look at each where its conditions allow it, and the picks behind it are counted
//! once where they do not go by it; otherwise each of its candidates is looked at. What was looked at is remembered for drawing.

mod even;
mod needs;
mod stage;
mod traces;

use self::even::{even_count, even_nth};
use self::stage::{From, Stage};
use self::traces::parts;
use super::lies::Sets;
use std::ops::ControlFlow;

use super::super::act::Picked;
use super::super::program::{Act, CardSet, Must, Pick, Source};
use super::desk::Desk;
use super::effects::Picks;
use super::facts::{Chain, Formula};
use super::fits::{Fits, OnMembers};
use super::shared::Often;
use super::{Build, Cards, Conditions};

/// The picks of an act.
pub(super) struct Walk {
    /// What has to hold whatever is picked.
    needs: Box<[Conditions]>,
    stages: Box<[Stage]>,
    /// Where what is remembered of it lies on a desk.
    memo: usize,
    /// Whether phrases are kept that have to be worked out anew for each look.
    shares: bool,
}

impl Build<'_> {
    pub(super) fn walk(&self, act: &Act) -> Walk {
        let memo = self.memos.get();
        self.memos.set(memo + 1);
        let stages = || act.picks.iter().enumerate().map(|(at, pick)| self.stage(act, at, pick)).collect();
        let ((needs, stages), shares) = self.in_one_look(Often::Any, || (self.needs(act), stages()));
        Walk { needs, stages, memo, shares }
    }

    fn stage(&self, act: &Act, index: usize, pick: &Pick) -> Stage {
        let mine: Vec<&Must> = act.musts_at(index).collect();
        let source = match (self.several(pick, &mine), pick.source) {
            (Some(several), _) => From::Some(several),
            (None, Source::Cards { from, if_able, .. }) => {
                let cards = self.singles(pick, from, self.chain_of(pick, &mine));
                From::One { cards, if_able, unlike: self.all_unlike() }
            }
            _ => From::Range(self.bounds(act, (index, pick))),
        };
        let of_value = matches!(source, From::Range(_));
        // Of single cards they are sets.
        let looked_at = |must: &&&Must| must.if_able || must.bound.is_none();
        let musts = mine.iter().filter(|_| of_value).filter(looked_at);
        let filter = pick.filter.filter(|_| of_value);
        let conditions = mine.iter().map(|must| must.cond).chain(filter);
        let values = if of_value { self.values(pick, &mine) } else { None };
        let by_others = of_value && values.is_none();
        let rules = filter.map(OnMembers::filter).into_iter().chain(musts.clone().map(|must| OnMembers::must(must)));
        let rules: Vec<OnMembers> = rules.collect();
        let wide = if by_others && !self.are_few(pick) { self.wide(pick, &rules) } else { None };
        let fits = if by_others && wide.is_none() { self.fits(pick, rules) } else { None };
        let weight = 1 + conditions.map(|cond| self.steps_of(cond)).fold(0, u64::saturating_add);
        Stage {
            source,
            reg: pick.reg,
            weight,
            dear: if fits.as_ref().is_some_and(Fits::looks_at_each) { weight } else { 0 },
            filter: filter.map(|filter| self.condition(filter)),
            musts: musts.map(|must| (self.obeyed(must), must.if_able)).collect(),
            values,
            fits,
            wide,
            leads: self.leads(act, index),
            apart: self.lie_apart(pick, act.picks.get(index + 1..).unwrap_or(&[])),
            anyway: self.anyway(act, index, pick),
            rule: pick.rule,
        }
    }

    /// From what a pick takes a card, whatever is picked before it and without rules on it; nothing where it may take none.
    fn anyway(&self, act: &Act, index: usize, pick: &Pick) -> Option<Cards> {
        let Source::Cards { from, if_able: false, .. } = pick.source else { return None };
        let before = act.picks.get(..index).filter(|before| !before.is_empty())?;
        let goes_by = |earlier: &Pick| parts(pick).into_iter().any(|phrase| self.speaks_of(phrase, earlier));
        let alone = !pick.several && !before.iter().any(goes_by);
        alone.then(|| self.filtered(pick, from))
    }

    /// The rules on a single card that is picked.
    fn chain_of(&self, pick: &Pick, musts: &[&Must]) -> Option<Chain> {
        let rules: Vec<_> = musts.iter().map(|must| (Formula::of(self, must.when), *must)).collect();
        (!rules.is_empty()).then(|| self.chain_of_rules(pick.reg, rules))
    }

    fn obeyed(&self, must: &Must) -> Conditions {
        let cond = self.condition(must.cond);
        match must.when {
            Some(when) => {
                let when = self.condition(when);
                Box::new(move |desk| !when(desk) || cond(desk))
            }
            None => cond,
        }
    }
}

impl Walk {
    /// How many choices there are, and the number of this count.
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        self.begin(desk);
        if self.is_hopeless(desk) {
            return (0, CardSet::NONE);
        }
        let mut ticket = 0;
        let found = match &*self.stages {
            [Stage { source: From::Some(several), .. }] if !several.is_searched() => {
                let counting = desk.scratch().counting(self.memo);
                ticket = counting.ticket;
                let mut sizes = std::mem::take(&mut desk.scratch().memo(counting).sizes);
                let ready = several.ready(desk, CardSet::NONE);
                several.sizes(desk, &ready, &mut sizes);
                let sum = sizes.iter().fold(0, |sum: u64, ways| sum.saturating_add(*ways));
                desk.scratch().memo(counting).sizes = sizes;
                sum
            }
            stages => count(stages, desk, CardSet::NONE, Some((self.memo, &mut ticket))),
        };
        (found, CardSet::of_half(ticket))
    }

    /// The `n`th choice of those that were counted.
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, ticket: CardSet, picks: &mut Picks) -> bool {
        self.begin(desk);
        let ticket = Some(ticket.half()).filter(|ticket| *ticket != 0);
        let counted = ticket.and_then(|ticket| desk.scratch().counted(self.memo, ticket));
        let Some(counting) = counted else { return nth(&self.stages, desk, 0, n, picks, None) };
        let memo = desk.scratch().memo(counting);
        if let ([Stage { source: From::Some(several), .. }], [pick, ..]) = (&*self.stages, &mut *picks)
            && let Some((size, left)) = memo.size_of(n)
        {
            let ready = several.ready(desk, CardSet::NONE);
            pick.cards = several.nth_of_size(desk, &ready, ready.least + size, left).into();
            return true;
        }
        let known = memo.before(n);
        if let (true, Some((before, picked)), [stage, ..], [pick, ..]) =
            (memo.has_all(), known, &*self.stages, &mut *picks)
        {
            stage.put(desk, picked);
            *pick = picked;
            return nth(&self.stages, desk, 1, n - before, picks, None);
        }
        nth(&self.stages, desk, 0, n, picks, known)
    }
}

impl Walk {
    /// Visits the choices in their order.
    pub(super) fn each(&self, desk: &mut Desk, visit: &mut dyn FnMut(&Picks) -> ControlFlow<()>) -> ControlFlow<()> {
        self.begin(desk);
        each(&self.stages, desk, 0, &mut Picks::default(), visit)
    }

    /// A look begins.
    fn begin(&self, desk: &mut Desk) {
        if self.shares {
            desk.kept.anew();
        }
    }

    /// Whether there is no choice, whatever is picked. Where it is noted what is reached, all is gone through.
    fn is_hopeless(&self, desk: &mut Desk) -> bool {
        desk.reached.is_none() && !self.needs.iter().all(|need| need(desk))
    }

    /// Whether groups of cards may have to be looked at one by one.
    pub(super) fn may_search(&self) -> bool {
        self.stages.iter().any(|stage| matches!(&stage.source, From::Some(several) if several.may_search()))
    }

    /// How the choices are counted.
    pub(super) fn plan(&self) -> &'static str {
        match &*self.stages {
            [Stage { source: From::Some(several), .. }] => several.plan(),
            [Stage { source: From::Range(_), values: Some(_), .. }] => "values that fit",
            [Stage { source: From::Range(_), fits: Some(_), .. }] => "values as a set",
            [Stage { source: From::Range(_), wide: Some(_), .. }] => "values as intervals",
            [Stage { source: From::Range(_), .. }] => "values looked at one by one",
            [Stage { source: From::One { .. }, .. }] => "cards looked at one by one",
            _ => "picks one after the other",
        }
    }
}

/// Visits all ways to go on from the first picks, in their order.
fn each(
    stages: &[Stage],
    desk: &mut Desk,
    index: usize,
    picks: &mut Picks,
    visit: &mut dyn FnMut(&Picks) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((stage, rest)) = stages.split_first() else { return visit(picks) };
    let taken = picks.iter().take(index).fold(CardSet::NONE, |set, pick| set | CardSet::from(pick.cards));
    let candidates = stage.candidates(desk, taken);
    stage.each(desk, &candidates, None, &mut |desk, picked| {
        if let Some(to) = picks.get_mut(index) {
            *to = picked;
        }
        let flow = each(rest, desk, index + 1, picks, visit);
        if let Some(to) = picks.get_mut(index) {
            *to = Picked::default();
        }
        flow
    })
}

/// How many choices there are of these picks. Where each has to be looked at, the first are remembered: for an act, under a number that
/// is given.
fn count(stages: &[Stage], desk: &mut Desk, taken: CardSet, memo: Option<(usize, &mut u64)>) -> u64 {
    let Some((stage, rest)) = stages.split_first() else { return 1 };
    let candidates = stage.candidates(desk, taken);
    if rest.is_empty()
        && !stage.is_searched()
        && let Some(count) = stage.count(desk, &candidates)
    {
        return count;
    }
    if let Some(count) = even_count(stage, rest, desk, &candidates, taken) {
        return count;
    }
    if memo.is_some() && rest.iter().any(|stage| stage.is_barren(desk)) {
        return 0;
    }
    let counting = memo.map(|(act, ticket)| {
        let counting = desk.scratch().counting(act);
        *ticket = counting.ticket;
        counting
    });
    let mut found: u64 = 0;
    let mut behind = stage.leads.behind(desk);
    let _ = stage.each(desk, &candidates, None, &mut |desk, picked| {
        let ways = behind.ways(desk, |desk| count(rest, desk, taken | CardSet::from(picked.cards), None));
        if let Some(counting) = counting.filter(|_| ways > 0) {
            desk.scratch().memo(counting).keep(found, picked);
        }
        found = found.saturating_add(ways);
        ControlFlow::Continue(())
    });
    found
}

fn nth(
    stages: &[Stage],
    desk: &mut Desk,
    index: usize,
    n: u64,
    picks: &mut Picks,
    known: Option<(u64, Picked)>,
) -> bool {
    let Some(stage) = stages.get(index) else { return n == 0 };
    let rest = stages.get(index + 1..).unwrap_or(&[]);
    let taken = picks.iter().take(index).fold(CardSet::NONE, |set, pick| set | CardSet::from(pick.cards));
    let candidates = stage.candidates(desk, taken);
    let keep = |picks: &mut Picks, picked: Picked| {
        if let Some(to) = picks.get_mut(index) {
            *to = picked;
        }
    };
    if known.is_none() && rest.is_empty() && (stage.is_searched() || stage.count(desk, &candidates).is_some()) {
        keep(picks, stage.nth(desk, &candidates, n));
        return true;
    }
    if known.is_none()
        && let Some((picked, left)) = even_nth(stage, rest, desk, &candidates, taken, n)
    {
        stage.put(desk, picked);
        keep(picks, picked);
        return nth(stages, desk, index + 1, left, picks, None);
    }
    let mut left = n - known.map_or(0, |(before, _)| before);
    let mut found = false;
    let _ = stage.each(desk, &candidates, known.map(|(_, picked)| picked), &mut |desk, picked| {
        let ways = count(rest, desk, taken | CardSet::from(picked.cards), None);
        if left < ways {
            keep(picks, picked);
            found = nth(stages, desk, index + 1, left, picks, None);
            return ControlFlow::Break(());
        }
        left -= ways;
        ControlFlow::Continue(())
    });
    found
}
