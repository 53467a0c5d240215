//! Picks one after the other. A pick is counted without a look at each where its conditions allow it, and the picks behind it are counted
//! once where they do not go by it; otherwise each of its candidates is looked at. What was looked at is remembered for drawing.

use super::super::state::bit;
use super::lies::Sets;
use crate::index::fit;
use std::ops::ControlFlow;

use super::super::act::Picked;
use super::super::eval::each_card;
use super::super::program::{Act, CardSet, Must, NodeId, Pick, RuleId, Source};
use super::bounds::Bounds;
use super::choices::{Ready, Several, Values};
use super::desk::Desk;
use super::effects::Picks;
use super::facts::{Chain, Formula};
use super::select::nth_card;
use super::shared::Often;
use super::singles::{Pairs, Singles};
use super::{Build, Conditions};

/// The picks of an act.
pub(super) struct Walk {
    stages: Box<[Stage]>,
    /// Where what is remembered of it lies on a desk.
    memo: usize,
    /// Whether phrases are kept that have to be worked out anew for each look.
    shares: bool,
}

/// One pick.
struct Stage {
    source: From,
    reg: u32,
    /// A condition for other picks than cards.
    filter: Option<Conditions>,
    /// Conditions on a value, and whether they give way.
    musts: Box<[(Conditions, bool)]>,
    /// The values that fit, where that is known before the game.
    values: Option<Values>,
    /// Whether picks behind it go by it.
    leads: bool,
    /// How long it takes to look at one candidate.
    weight: u64,
    rule: RuleId,
}

#[allow(clippy::large_enum_variant, reason = "made once for each pick, and looked at where it lies")]
enum From {
    One { cards: Singles, if_able: bool, unlike: bool },
    Some(Several),
    Range(Bounds),
}

/// What may be picked now.
#[allow(
    clippy::large_enum_variant,
    reason = "lies on the stack for one decision: a box would be an allocation each time"
)]
enum Candidates<'a> {
    One(CardSet),
    /// No card, as there is none.
    Nothing,
    Some(Ready<'a>),
    Range(i64, i64),
}

impl Build<'_> {
    pub(super) fn walk(&self, act: &Act) -> Walk {
        let memo = self.memos.get();
        self.memos.set(memo + 1);
        let stages = || act.picks.iter().enumerate().map(|(at, pick)| self.stage(act, at, pick)).collect();
        let (stages, shares) = self.in_one_look(Often::Any, stages);
        Walk { stages, memo, shares }
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
        Stage {
            source,
            reg: pick.reg,
            weight: 1 + conditions.map(|cond| self.steps_of(cond)).fold(0, u64::saturating_add),
            filter: filter.map(|filter| self.condition(filter)),
            musts: musts.map(|must| (self.obeyed(must), must.if_able)).collect(),
            values: if of_value { self.values(pick, &mine) } else { None },
            leads: self.is_spoken_of(act, index),
            rule: pick.rule,
        }
    }

    /// Whether a pick behind this one goes by it, apart from the cards that it takes.
    fn is_spoken_of(&self, act: &Act, index: usize) -> bool {
        let Some(this) = act.picks.get(index) else { return false };
        let by = |phrase: NodeId| self.speaks_of(phrase, this);
        let later = act.picks.iter().skip(index + 1).any(|pick| {
            let parts = match pick.source {
                Source::Cards { from, least, most, .. } => vec![from, least, most],
                Source::Number { low, high } => vec![low, high],
                Source::Member { .. } | Source::Seat | Source::YesNo => Vec::new(),
            };
            parts.into_iter().chain(pick.filter).chain(pick.so_that).any(by)
        });
        let musts = |at: usize| act.musts_at(at).any(|must| by(must.cond) || must.when.is_some_and(by));
        later || (index + 1..act.picks.len()).any(musts)
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

    /// Whether groups of cards are looked at one by one.
    pub(super) fn is_searched(&self) -> bool {
        self.stages.iter().any(Stage::is_searched)
    }

    /// How the choices are counted.
    pub(super) fn plan(&self) -> &'static str {
        match &*self.stages {
            [Stage { source: From::Some(several), .. }] => several.plan(),
            [Stage { source: From::Range(_), values: Some(_), .. }] => "values that fit",
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

impl Stage {
    fn candidates(&self, desk: &mut Desk, taken: CardSet) -> Candidates<'_> {
        match &self.source {
            From::One { cards, if_able, .. } => {
                let cards = cards.of(desk, taken);
                if cards == 0 && *if_able { Candidates::Nothing } else { Candidates::One(cards) }
            }
            From::Some(several) => Candidates::Some(several.ready(desk, taken)),
            From::Range(bounds) => {
                let (low, high) = bounds.of(desk);
                Candidates::Range(low, high)
            }
        }
    }

    /// Whether several cards are picked that are looked at one by one.
    fn is_searched(&self) -> bool {
        matches!(&self.source, From::Some(several) if several.is_searched())
    }

    fn put(&self, desk: &mut Desk, picked: Picked) {
        match &self.source {
            From::Some(_) => desk.set_card_reg(self.reg, picked.cards.into()),
            From::One { .. } if picked.cards == 0 => desk.set_reg(self.reg, -1),
            From::One { .. } => desk.set_reg(self.reg, i64::from(picked.cards.trailing_zeros())),
            From::Range(_) => desk.set_reg(self.reg, picked.value),
        }
    }

    /// Whether all candidates fit, as far as this pick goes.
    fn is_free(&self) -> bool {
        self.filter.is_none() && self.musts.is_empty()
    }

    /// How many candidates there are without a look at each; nothing where it takes one.
    fn count(&self, desk: &mut Desk, candidates: &Candidates) -> Option<u64> {
        match (candidates, &self.source) {
            (Candidates::One(cards), _) => Some(u64::from(cards.count_ones())),
            (Candidates::Nothing, _) => Some(1),
            (Candidates::Some(ready), From::Some(several)) => Some(several.count(desk, ready)),
            (Candidates::Range(low, high), _) if self.is_free() => {
                Some(fit::<_, u64>(high.saturating_sub(*low).saturating_add(1).max(0)))
            }
            (Candidates::Range(low, high), _) => self.values.as_ref()?.count((*low, *high)),
            _ => None,
        }
    }

    /// The `n`th of candidates that need no look at each.
    fn nth(&self, desk: &mut Desk, candidates: &Candidates, n: u64) -> Picked {
        match (candidates, &self.source) {
            (Candidates::One(cards), _) => Picked::of(nth_card(*cards, n)),
            (Candidates::Some(ready), From::Some(several)) => Picked::of(several.nth(desk, ready, n)),
            (Candidates::Range(low, high), _) => {
                let known = self.values.as_ref().and_then(|values| values.nth((*low, *high), n));
                let value = known.unwrap_or_else(|| low.saturating_add(i64::try_from(n).unwrap_or(i64::MAX)));
                Picked::number(value)
            }
            _ => Picked::default(),
        }
    }

    /// The conditions that give way, a bit for each: none of the candidates obeys them and those before them.
    fn waived(&self, desk: &mut Desk, (low, high): (i64, i64)) -> u64 {
        let mut waived = 0;
        for (number, (_, if_able)) in self.musts.iter().enumerate() {
            let able = |value| {
                if !desk.works(self.weight, self.rule) {
                    return true;
                }
                desk.set_reg(self.reg, value);
                self.filter.as_ref().is_none_or(|filter| filter(desk)) && self.obeys_first(desk, number + 1, waived)
            };
            if *if_able && !(low..=high).any(able) {
                waived |= 1 << number;
            }
        }
        waived
    }

    fn obeys_first(&self, desk: &mut Desk, count: usize, waived: u64) -> bool {
        self.musts.iter().take(count).enumerate().all(|(number, (must, _))| waived & (1 << number) != 0 || must(desk))
    }

    /// Visits what may be picked, in its order, from a given one on.
    fn each(
        &self,
        desk: &mut Desk,
        candidates: &Candidates,
        from: Option<Picked>,
        visit: &mut dyn FnMut(&mut Desk, Picked) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match (candidates, &self.source) {
            (Candidates::One(cards), _) => {
                let before = from.map_or(CardSet::NONE, |from| CardSet::from(from.cards).before());
                for card in each_card(cards & !before) {
                    if !desk.works(1, self.rule) {
                        return ControlFlow::Break(());
                    }
                    let picked = Picked::of(bit(card));
                    self.put(desk, picked);
                    visit(desk, picked)?;
                }
                ControlFlow::Continue(())
            }
            (Candidates::Nothing, _) => {
                // Nothing is asked of no card.
                self.put(desk, Picked::default());
                visit(desk, Picked::default())
            }
            (Candidates::Some(ready), From::Some(several)) => {
                several.each(desk, ready, from.map(|from| from.cards.into()), &mut |desk, cards| {
                    visit(desk, Picked::of(cards))
                })
            }
            (Candidates::Range(low, high), _) => {
                let waived = self.waived(desk, (*low, *high));
                for value in from.map_or(*low, |from| from.value)..=*high {
                    if !desk.works(self.weight, self.rule) {
                        return ControlFlow::Break(());
                    }
                    let picked = Picked::number(value);
                    self.put(desk, picked);
                    let fits = self.filter.as_ref().is_none_or(|filter| filter(desk))
                        && self.obeys_first(desk, self.musts.len(), waived);
                    if fits {
                        visit(desk, picked)?;
                    }
                }
                ControlFlow::Continue(())
            }
            (Candidates::Some(_), _) => ControlFlow::Continue(()),
        }
    }
}

/// Whether the picks behind one are as many whatever cards it takes, or as many for each number of cards.
fn is_even(rest: &[Stage], desk: &mut Desk, cards: CardSet, taken: CardSet) -> bool {
    let mut others: CardSet = CardSet::NONE;
    for stage in rest {
        others |= match stage.candidates(desk, taken) {
            Candidates::One(cards) => cards,
            Candidates::Some(ready) => ready.from,
            Candidates::Nothing | Candidates::Range(..) => CardSet::NONE,
        };
    }
    let plain = match rest {
        [Stage { source: From::One { unlike, if_able: false, .. }, .. }] => *unlike,
        [Stage { source: From::Some(several), .. }] => several.is_free() && several.all_unlike(),
        _ => false,
    };
    others & cards == 0 || (plain && cards & !others == 0)
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
    let counting = memo.map(|(act, ticket)| {
        let counting = desk.scratch().counting(act);
        *ticket = counting.ticket;
        counting
    });
    let mut found: u64 = 0;
    let _ = stage.each(desk, &candidates, None, &mut |desk, picked| {
        let ways = count(rest, desk, taken | CardSet::from(picked.cards), None);
        if let Some(counting) = counting.filter(|_| ways > 0) {
            desk.scratch().memo(counting).keep(found, picked);
        }
        found = found.saturating_add(ways);
        ControlFlow::Continue(())
    });
    found
}

/// How many choices there are, if the picks behind this one do not go by it, or if there are none.
fn even_count(stage: &Stage, rest: &[Stage], desk: &mut Desk, candidates: &Candidates, taken: CardSet) -> Option<u64> {
    if rest.is_empty() || stage.is_searched() {
        return None;
    }
    match (candidates, &stage.source) {
        (Candidates::Some(ready), From::Some(several)) => {
            let mut sizes = std::mem::take(&mut desk.scratch().sizes);
            several.sizes(desk, ready, &mut sizes);
            let found = if sizes.iter().all(|ways| *ways == 0) {
                Some(0)
            } else if stage.leads || !is_even(rest, desk, ready.from, taken) {
                None
            } else {
                let mut sum: u64 = 0;
                for (size, ways) in (ready.least..).zip(&sizes).filter(|(_, ways)| **ways > 0) {
                    let behind = count(rest, desk, taken | ready.first(size), None);
                    sum = sum.saturating_add(ways.saturating_mul(behind));
                }
                Some(sum)
            };
            desk.scratch().sizes = sizes;
            found
        }
        (Candidates::One(CardSet::NONE), _) => Some(0),
        _ if stage.leads => None,
        (Candidates::One(cards), _) => {
            if let Some(pairs) = pairs(*cards, rest, desk, taken) {
                return Some(pairs.count());
            }
            let one = cards.alone();
            is_even(rest, desk, *cards, taken)
                .then(|| u64::from(cards.count_ones()).saturating_mul(count(rest, desk, taken | one, None)))
        }
        (Candidates::Range(..), _) => {
            let own = stage.count(desk, candidates)?;
            Some(if own == 0 { 0 } else { own.saturating_mul(count(rest, desk, taken, None)) })
        }
        _ => None,
    }
}

/// A card and the one card picked behind it, if it only matters that they are two.
fn pairs<'a>(first: CardSet, rest: &'a [Stage], desk: &mut Desk, taken: CardSet) -> Option<Pairs<'a>> {
    let [Stage { source: From::One { cards, if_able, .. }, .. }] = rest else { return None };
    cards.behind(desk, first, taken, *if_able)
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

/// The pick of the `n`th choice, and the how-manieth of those with this pick it is, if the picks behind it do not go by it.
fn even_nth(
    stage: &Stage,
    rest: &[Stage],
    desk: &mut Desk,
    candidates: &Candidates,
    taken: CardSet,
    n: u64,
) -> Option<(Picked, u64)> {
    if let (Candidates::One(cards), false) = (candidates, stage.leads)
        && let Some(pairs) = pairs(*cards, rest, desk, taken)
    {
        return pairs.nth(n);
    }
    even_count(stage, rest, desk, candidates, taken)?;
    if let (Candidates::Some(ready), From::Some(several)) = (candidates, &stage.source) {
        let mut sizes = Vec::new();
        several.sizes(desk, ready, &mut sizes);
        let mut left = n;
        for (size, ways) in (ready.least..).zip(&sizes).filter(|(_, ways)| **ways > 0) {
            let behind = count(rest, desk, taken | ready.first(size), None);
            let all = ways.saturating_mul(behind);
            if left < all {
                let cards = several.nth_of_size(desk, ready, size, left / behind.max(1));
                return Some((Picked::of(cards), left % behind.max(1)));
            }
            left -= all;
        }
        return None;
    }
    let one = match candidates {
        Candidates::One(cards) => cards.alone(),
        _ => CardSet::NONE,
    };
    let behind = count(rest, desk, taken | one, None).max(1);
    Some((stage.nth(desk, candidates, n / behind), n % behind))
}
