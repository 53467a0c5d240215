//! Picks one after the other, each looked at: for acts whose choices cannot be counted otherwise.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::act::Picked;
use super::super::eval::each_card;
use super::super::program::{Act, CardSet, Must, Pick, Source};
use super::bounds::Bounds;
use super::desk::Desk;
use super::effects::Picks;
use super::groups::{Alike, many_ways, nth_group};
use super::select::nth_card;
use super::{Build, Cards, Conditions, Numbers};

/// One pick of several, or one that needs a look at each choice.
pub(super) struct Stage {
    source: From,
    reg: u32,
    /// A condition for other picks than cards.
    filter: Option<Conditions>,
    so_that: Option<Conditions>,
    /// Conditions on all picks, if it is the last, and whether they give way.
    musts: Box<[(Conditions, bool)]>,
    /// Whether all candidates are legal as they stand.
    all_fit: bool,
}

enum From {
    One { cards: Cards, if_able: bool },
    Some { cards: Cards, least: Numbers, most: Numbers, if_able: bool, like: Arc<Alike>, unique: bool },
    Range(Bounds),
}

/// What may be picked now.
enum Candidates {
    One(CardSet),
    Some { from: CardSet, least: u32, most: u32 },
    Range(i64, i64),
}

impl Build<'_> {
    pub(super) fn stage(&self, act: &Act, (index, pick): (usize, &Pick)) -> Stage {
        let last = index + 1 == act.picks.len();
        let of_cards = matches!(pick.source, Source::Cards { .. });
        let source = match pick.source {
            Source::Cards { from, least, most, if_able } if pick.several => From::Some {
                cards: self.filtered(pick, from),
                least: self.number(least),
                most: self.number(most),
                if_able,
                like: Arc::new(self.alike()),
                unique: self.all_unlike(),
            },
            Source::Cards { from, if_able, .. } => From::One { cards: self.single(act, pick, from, last), if_able },
            _ => From::Range(self.bounds(act, pick, last)),
        };
        let looked_at = |must: &&Must| if must.if_able { !of_cards } else { must.of_picks && must.bound.is_none() };
        let musts = act.musts.iter().filter(|_| last).filter(looked_at);
        let musts = musts.map(|must| (self.obeyed(must), must.if_able)).collect();
        Stage {
            source,
            reg: pick.reg,
            filter: pick.filter.filter(|_| !of_cards).map(|filter| self.condition(filter)),
            so_that: pick.so_that.map(|cond| self.condition(cond)),
            musts,
            all_fit: act.all_fit(index),
        }
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

impl Stage {
    /// Which cards are like which, if that matters.
    fn like(&self) -> Option<&Alike> {
        match &self.source {
            From::Some { like, unique: false, .. } => Some(like),
            _ => None,
        }
    }

    fn ways(&self, from: CardSet, size: u32) -> u64 {
        many_ways(self.like(), from, size)
    }

    fn nth_group(&self, from: CardSet, size: u32, n: u64) -> CardSet {
        nth_group(self.like(), from, size, n)
    }
}

fn candidates(stage: &Stage, desk: &mut Desk, taken: CardSet) -> Candidates {
    match &stage.source {
        From::One { cards, if_able } => {
            desk.taken = taken;
            let cards = cards(desk);
            if cards == 0 && *if_able {
                return Candidates::Some { from: 0, least: 0, most: 0 };
            }
            Candidates::One(cards)
        }
        From::Some { cards, least, most, if_able, .. } => {
            let cards = cards(desk) & !taken;
            let (least, most) = (least(desk), most(desk));
            let there = i64::from(cards.count_ones());
            let least = if *if_able { least.min(there) } else { least };
            let bound = |n: i64| u32::try_from(n.clamp(0, 128)).unwrap_or(0);
            Candidates::Some { from: cards, least: bound(least), most: bound(most.min(there)) }
        }
        From::Range(bounds) => {
            let (low, high) = bounds.of(desk);
            Candidates::Range(low, high)
        }
    }
}

fn put(stage: &Stage, desk: &mut Desk, picked: Picked) {
    match &stage.source {
        From::Some { .. } => desk.set_card_reg(stage.reg, picked.cards),
        From::One { .. } if picked.cards == 0 => desk.set_reg(stage.reg, -1),
        From::One { .. } => desk.set_reg(stage.reg, i64::from(picked.cards.trailing_zeros())),
        From::Range(_) => desk.set_reg(stage.reg, picked.value),
    }
}

/// The conditions that give way, a bit for each: none of the candidates obeys them and those before them.
fn waived(stage: &Stage, desk: &mut Desk, candidates: &Candidates) -> u64 {
    let Candidates::Range(low, high) = *candidates else { return 0 };
    let mut waived = 0;
    for (number, (_, if_able)) in stage.musts.iter().enumerate() {
        let able = |value| {
            if !desk.looks_at_one() {
                return true;
            }
            desk.set_reg(stage.reg, value);
            stage.filter.as_ref().is_none_or(|filter| filter(desk)) && obeys_first(stage, desk, number + 1, waived)
        };
        if *if_able && !(low..=high).any(able) {
            waived |= 1 << number;
        }
    }
    waived
}

fn obeys_first(stage: &Stage, desk: &mut Desk, count: usize, waived: u64) -> bool {
    stage.musts.iter().take(count).enumerate().all(|(number, (must, _))| waived & (1 << number) != 0 || must(desk))
}

fn fits(stage: &Stage, desk: &mut Desk, picked: Picked, waived: u64) -> bool {
    let single = matches!(stage.source, From::One { .. }) && picked.cards != 0;
    stage.filter.as_ref().is_none_or(|filter| filter(desk))
        && stage.so_that.as_ref().is_none_or(|cond| cond(desk))
        && (single || obeys_first(stage, desk, stage.musts.len(), waived))
}

/// Visits what may be picked, in its order.
fn each(
    stage: &Stage,
    desk: &mut Desk,
    candidates: Candidates,
    visit: &mut dyn FnMut(&mut Desk, Picked) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let waived = waived(stage, desk, &candidates);
    let mut next = |desk: &mut Desk, picked: Picked| {
        if !desk.looks_at_one() {
            return ControlFlow::Break(());
        }
        put(stage, desk, picked);
        if fits(stage, desk, picked, waived) { visit(desk, picked) } else { ControlFlow::Continue(()) }
    };
    match candidates {
        Candidates::One(cards) => {
            for card in each_card(cards) {
                next(desk, Picked { cards: 1 << card, value: 0 })?;
            }
        }
        Candidates::Range(low, high) => {
            for value in low..=high {
                next(desk, Picked { cards: 0, value })?;
            }
        }
        Candidates::Some { from, least, most } => {
            for size in least..=most {
                for number in 0..stage.ways(from, size) {
                    let cards = stage.nth_group(from, size, number);
                    next(desk, Picked { cards, value: 0 })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn count(stages: &[Stage], desk: &mut Desk, taken: CardSet) -> u64 {
    let Some((stage, rest)) = stages.split_first() else { return 1 };
    let candidates = candidates(stage, desk, taken);
    if stage.all_fit {
        return match candidates {
            Candidates::One(cards) => u64::from(cards.count_ones()),
            Candidates::Range(low, high) => u64::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0),
            Candidates::Some { from, least, most } => {
                (least..=most).fold(0, |sum: u64, size| sum.saturating_add(stage.ways(from, size)))
            }
        };
    }
    let mut found: u64 = 0;
    let _ = each(stage, desk, candidates, &mut |desk, picked| {
        found = found.saturating_add(count(rest, desk, taken | picked.cards));
        ControlFlow::Continue(())
    });
    found
}

pub(super) fn nth(stages: &[Stage], desk: &mut Desk, index: usize, n: u64, picks: &mut Picks) -> bool {
    let Some(stage) = stages.get(index) else { return n == 0 };
    let taken = picks.iter().take(index).fold(0, |set, pick| set | pick.cards);
    let candidates = candidates(stage, desk, taken);
    let keep = |picks: &mut Picks, picked: Picked| {
        if let Some(to) = picks.get_mut(index) {
            *to = picked;
        }
    };
    if stage.all_fit {
        let picked = match candidates {
            Candidates::One(cards) => Picked { cards: nth_card(cards, n), value: 0 },
            Candidates::Range(low, _) => Picked { cards: 0, value: low.saturating_add(i64::try_from(n).unwrap_or(0)) },
            Candidates::Some { from, least, most } => {
                let mut left = n;
                let found = (least..=most).find_map(|size| {
                    let ways = stage.ways(from, size);
                    if left < ways {
                        return Some(stage.nth_group(from, size, left));
                    }
                    left -= ways;
                    None
                });
                Picked { cards: found.unwrap_or(0), value: 0 }
            }
        };
        keep(picks, picked);
        return true;
    }
    let mut left = n;
    let mut found = false;
    let _ = each(stage, desk, candidates, &mut |desk, picked| {
        keep(picks, picked);
        let rest = stages.get(index + 1..).unwrap_or(&[]);
        let ways = count(rest, desk, taken | picked.cards);
        if left < ways {
            found = nth(stages, desk, index + 1, left, picks);
            return ControlFlow::Break(());
        }
        left -= ways;
        ControlFlow::Continue(())
    });
    found
}

/// Visits all ways to go on from the first picks, in their order.
pub(super) fn each_walked(
    stages: &[Stage],
    desk: &mut Desk,
    index: usize,
    picks: &mut Picks,
    visit: &mut dyn FnMut(&Picks) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(stage) = stages.get(index) else { return visit(picks) };
    let taken = picks.iter().take(index).fold(0, |set, pick| set | pick.cards);
    let candidates = candidates(stage, desk, taken);
    each(stage, desk, candidates, &mut |desk, picked| {
        if let Some(to) = picks.get_mut(index) {
            *to = picked;
        }
        let flow = each_walked(stages, desk, index + 1, picks, visit);
        if let Some(to) = picks.get_mut(index) {
            *to = Picked::default();
        }
        flow
    })
}
