//! What may be picked in an act: counted, and picked by number, without a list.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::act::Picked;
use super::super::eval::each_card;
use super::super::legal::{Groups, tighten};
use super::super::program::{Act, CardSet, Must, Node, NodeId, Pick, Source};
use super::super::state::Spot;
use super::asks::Picks;
use super::desk::Desk;
use super::{Build, Cards, Conditions, Numbers};
use crate::ir::Comparison;

/// The choices of one act.
pub(super) enum Menu {
    /// Nothing is picked.
    Plain,
    /// One card: those that may be picked; nothing if there are none and that is allowed.
    Card { cards: Cards, if_able: bool },
    /// Any number between two, both included.
    Range { bounds: Bounds },
    /// Picks one after the other, each looked at.
    Walk(Box<[Stage]>),
}

type Bounds = Box<dyn Fn(&mut Desk) -> (i64, i64) + Send + Sync>;

/// One pick of several, or one that needs a look at each choice.
pub(super) struct Stage {
    source: From,
    reg: u32,
    /// A condition for other picks than cards.
    filter: Option<Conditions>,
    so_that: Option<Conditions>,
    /// Conditions on all picks, if it is the last.
    musts: Box<[Conditions]>,
    /// Whether all candidates are legal as they stand.
    all_fit: bool,
}

enum From {
    One { cards: Cards, if_able: bool },
    Some { cards: Cards, least: Numbers, most: Numbers, if_able: bool, like: Arc<[u8]>, unique: bool },
    Range(Bounds),
}

/// What may be picked now.
enum Candidates {
    One(CardSet),
    Some { from: CardSet, least: u32, most: u32 },
    Range(i64, i64),
}

impl Build<'_> {
    pub(super) fn menu(&self, act: &Act) -> Menu {
        match act.picks.as_slice() {
            [] => Menu::Plain,
            [pick] => match pick.source {
                Source::Cards { from, if_able, .. } if !pick.several && pick.so_that.is_none() => {
                    Menu::Card { cards: self.single(act, pick, from, true), if_able }
                }
                Source::Cards { .. } => Menu::Walk(Box::new([self.stage(act, pick, true)])),
                _ if Self::all_fit(act, pick, true) && pick.so_that.is_none() => {
                    Menu::Range { bounds: self.bounds(act, pick, true) }
                }
                _ => Menu::Walk(Box::new([self.stage(act, pick, true)])),
            },
            picks => {
                let last = picks.len() - 1;
                Menu::Walk(picks.iter().enumerate().map(|(index, pick)| self.stage(act, pick, index == last)).collect())
            }
        }
    }

    fn all_fit(act: &Act, pick: &Pick, last: bool) -> bool {
        if !last {
            return false;
        }
        match pick.source {
            Source::Cards { .. } if pick.several => {
                pick.so_that.is_none() && !act.musts.iter().any(|must| must.of_picks)
            }
            Source::Cards { .. } => true,
            _ => pick.filter.is_none() && act.musts.iter().all(|must| !must.of_picks || must.bound.is_some()),
        }
    }

    fn stage(&self, act: &Act, pick: &Pick, last: bool) -> Stage {
        let of_cards = matches!(pick.source, Source::Cards { .. });
        let source = match pick.source {
            Source::Cards { from, least, most, if_able } if pick.several => From::Some {
                cards: self.filtered(pick, from),
                least: self.number(least),
                most: self.number(most),
                if_able,
                like: self.program.like.clone().into(),
                unique: self.all_unlike(),
            },
            Source::Cards { from, if_able, .. } => From::One { cards: self.single(act, pick, from, last), if_able },
            _ => From::Range(self.bounds(act, pick, last)),
        };
        let looked_at = |must: &&Must| must.of_picks && must.bound.is_none() && !must.if_able;
        let musts = if last {
            act.musts.iter().filter(looked_at).map(|must| self.obeyed(must)).collect()
        } else {
            Box::default()
        };
        Stage {
            source,
            reg: pick.reg,
            filter: pick.filter.filter(|_| !of_cards).map(|filter| self.condition(filter)),
            so_that: pick.so_that.map(|cond| self.condition(cond)),
            musts,
            all_fit: Self::all_fit(act, pick, last),
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

    fn bounds(&self, act: &Act, pick: &Pick, last: bool) -> Bounds {
        let (low, high) = match pick.source {
            Source::Number { low, high } => (self.number(low), self.number(high)),
            Source::Member { count, .. } => return fixed(i64::from(count) - 1),
            Source::Seat => return fixed(i64::from(self.program.seats) - 1),
            Source::YesNo | Source::Cards { .. } => return fixed(1),
        };
        let mut tighter: Vec<(Option<Conditions>, Comparison, Numbers)> = Vec::new();
        if last {
            for must in &act.musts {
                if let Some((comparison, bound)) = must.bound {
                    tighter.push((must.when.map(|when| self.condition(when)), comparison, self.number(bound)));
                }
            }
        }
        Box::new(move |desk| {
            let (mut from, mut to) = (low(desk), high(desk));
            for (when, comparison, bound) in &tighter {
                if when.as_ref().is_none_or(|when| when(desk)) {
                    let bound = bound(desk);
                    (from, to) = tighten(*comparison, bound, from, to);
                }
            }
            (from, to)
        })
    }

    fn filtered(&self, pick: &Pick, from: NodeId) -> Cards {
        let cards = self.cards(from);
        let Some(filter) = pick.filter else { return cards };
        if let Node::Cards(set) = self.node(filter) {
            let set = *set;
            return Box::new(move |desk| cards(desk) & set);
        }
        let filter = self.cards(filter);
        Box::new(move |desk| {
            let cards = cards(desk);
            if cards == 0 { 0 } else { cards & filter(desk) }
        })
    }

    fn all_unlike(&self) -> bool {
        let mut seen: CardSet = 0;
        self.program.like.iter().all(|like| {
            let bit = 1 << (like & 127);
            let new = seen & bit == 0;
            seen |= bit;
            new
        })
    }

    /// Single cards that may be picked, one of each sort of like ones.
    fn single(&self, act: &Act, pick: &Pick, from: NodeId, last: bool) -> Cards {
        let mut cards = self.filtered(pick, from);
        if act.picks.len() > 1 {
            // What an earlier pick took is not there any more.
            let there = cards;
            cards = Box::new(move |desk| there(desk) & !desk.taken);
        }
        if last {
            let musts: Vec<&Must> = act.musts.iter().filter(|must| must.of_picks || must.if_able).collect();
            if !musts.is_empty() {
                cards = self.obeying(pick, &musts, cards);
            }
        }
        if self.all_unlike() {
            return cards;
        }
        let one_place = matches!(self.node(from), Node::Place(_) | Node::PlaceOf { .. });
        let like: Arc<[u8]> = self.program.like.clone().into();
        let spots = self.spots(from);
        Box::new(move |desk| {
            let cards = cards(desk);
            unlike(desk, &like, &spots, cards, one_place)
        })
    }

    fn obeying(&self, pick: &Pick, musts: &[&Must], cards: Cards) -> Cards {
        struct Rule {
            when: Option<Conditions>,
            kept: Cards,
            if_able: bool,
        }
        let reg = pick.reg;
        let rules: Box<[Rule]> = musts
            .iter()
            .map(|must| Rule {
                when: must.when.map(|when| self.condition(when)),
                kept: match must.cards {
                    Some(set) => self.cards(set),
                    None => {
                        let cond = self.condition(must.cond);
                        Box::new(move |desk| {
                            let from = desk.scanned;
                            let mut kept = 0;
                            for card in each_card(from) {
                                desk.set_reg(reg, i64::from(card));
                                if cond(desk) {
                                    kept |= 1 << card;
                                }
                            }
                            kept
                        })
                    }
                },
                if_able: must.if_able,
            })
            .collect();
        Box::new(move |desk| {
            let mut left = cards(desk);
            for rule in &rules {
                if rule.when.as_ref().is_none_or(|when| when(desk)) {
                    desk.scanned = left;
                    let kept = left & (rule.kept)(desk);
                    if kept != 0 || !rule.if_able {
                        left = kept;
                    }
                }
            }
            left
        })
    }
}

fn fixed(high: i64) -> Bounds {
    Box::new(move |_| (0, high))
}

/// One of each sort of like cards: the first by number. Cards of several places are like only within one place.
fn unlike(desk: &Desk, like: &[u8], spots: &[Spot], cards: CardSet, one_place: bool) -> CardSet {
    let mut kept: CardSet = 0;
    let mut here_of = |here: CardSet| {
        let mut seen: CardSet = 0;
        for card in each_card(here) {
            let bit = 1_u128 << (like.get(usize::from(card)).copied().unwrap_or(card) & 127);
            if seen & bit == 0 {
                seen |= bit;
                kept |= 1 << card;
            }
        }
    };
    if one_place {
        here_of(cards);
    } else {
        for spot in spots {
            here_of(cards & desk.state.mask(u32::from(spot.place)));
        }
    }
    kept
}

impl Menu {
    /// How many choices there are, and the cards where one card is picked.
    #[inline]
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        match self {
            Self::Plain => (1, 0),
            Self::Card { cards, if_able } => {
                let cards = cards(desk);
                let count = u64::from(cards.count_ones());
                (if count == 0 && *if_able { 1 } else { count }, cards)
            }
            Self::Range { bounds } => {
                let (low, high) = bounds(desk);
                (u64::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0), 0)
            }
            Self::Walk(stages) => (count(stages, desk, 0), 0),
        }
    }

    /// The `n`th choice, `cards` being those that were counted.
    #[inline]
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, cards: CardSet, picks: &mut Picks) {
        let first = picks.first_mut();
        match self {
            Self::Plain => {}
            Self::Card { .. } => {
                if let Some(pick) = first {
                    pick.cards = nth_card(cards, n);
                }
            }
            Self::Range { bounds } => {
                let (low, _) = bounds(desk);
                if let Some(pick) = first {
                    pick.value = low.saturating_add(i64::try_from(n).unwrap_or(0));
                }
            }
            Self::Walk(stages) => {
                nth(stages, desk, 0, n, picks);
            }
        }
    }
}

/// The `n`th card of a set, as a set.
#[inline]
fn nth_card(cards: CardSet, n: u64) -> CardSet {
    let low = cards as u64;
    let in_low = u64::from(low.count_ones());
    if n < in_low {
        return CardSet::from(nth_bit(low, n));
    }
    CardSet::from(nth_bit((cards >> 64) as u64, n - in_low)) << 64
}

#[inline]
fn nth_bit(bits: u64, n: u64) -> u64 {
    let mut bits = bits;
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits & bits.wrapping_neg()
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
            let (low, high) = bounds(desk);
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

fn fits(stage: &Stage, desk: &mut Desk, picked: Picked) -> bool {
    let single = matches!(stage.source, From::One { .. }) && picked.cards != 0;
    stage.filter.as_ref().is_none_or(|filter| filter(desk))
        && stage.so_that.as_ref().is_none_or(|cond| cond(desk))
        && (single || stage.musts.iter().all(|must| must(desk)))
}

/// Visits what may be picked, in its order.
fn each(
    stage: &Stage,
    desk: &mut Desk,
    candidates: Candidates,
    visit: &mut dyn FnMut(&mut Desk, Picked) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut next = |desk: &mut Desk, picked: Picked| {
        put(stage, desk, picked);
        if fits(stage, desk, picked) { visit(desk, picked) } else { ControlFlow::Continue(()) }
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
                for number in 0..ways(stage, from, size) {
                    let cards = nth_group(stage, from, size, number);
                    next(desk, Picked { cards, value: 0 })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn count(stages: &[Stage], desk: &mut Desk, taken: CardSet) -> u64 {
    let Some((stage, rest)) = stages.split_first() else { return 1 };
    let candidates = candidates(stage, desk, taken);
    if stage.all_fit {
        return match candidates {
            Candidates::One(cards) => u64::from(cards.count_ones()),
            Candidates::Range(low, high) => u64::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0),
            Candidates::Some { from, least, most } => {
                (least..=most).fold(0, |sum: u64, size| sum.saturating_add(ways(stage, from, size)))
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

fn nth(stages: &[Stage], desk: &mut Desk, index: usize, n: u64, picks: &mut Picks) -> bool {
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
                    let ways = ways(stage, from, size);
                    if left < ways {
                        return Some(nth_group(stage, from, size, left));
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

// ---- groups of cards ----------------------------------------------------------------------------

/// Binomial coefficients: ways to take a few of many.
const FEW: usize = 8;
const WAYS: [[u64; FEW + 1]; 129] = {
    let mut ways = [[0_u64; FEW + 1]; 129];
    let mut n = 0;
    while n <= 128 {
        let mut k = 0;
        while k <= FEW {
            #[allow(clippy::indexing_slicing, reason = "within the bounds of the loops, when it is compiled")]
            {
                ways[n][k] = if k == 0 {
                    1
                } else if n == 0 {
                    0
                } else {
                    ways[n - 1][k - 1].saturating_add(ways[n - 1][k])
                };
            }
            k += 1;
        }
        n += 1;
    }
    ways
};

fn binomial(n: u32, k: u32) -> u64 {
    WAYS.get(n as usize).and_then(|row| row.get(k as usize)).copied().unwrap_or(0)
}

fn like_of(stage: &Stage, size: u32) -> Option<&[u8]> {
    match &stage.source {
        From::Some { like, unique, .. } if !unique || size as usize > FEW => Some(like),
        _ => None,
    }
}

fn ways(stage: &Stage, from: CardSet, size: u32) -> u64 {
    match like_of(stage, size) {
        Some(like) => Groups::new(like, from).ways(0, size),
        None => binomial(from.count_ones(), size),
    }
}

/// The `n`th way to take so many cards: those with an earlier card come first.
fn nth_group(stage: &Stage, from: CardSet, size: u32, n: u64) -> CardSet {
    if let Some(like) = like_of(stage, size) {
        return Groups::new(like, from).nth(size, n);
    }
    let (mut left, mut n, mut taken) = (size, n, 0);
    let mut behind = from.count_ones();
    for card in each_card(from) {
        if left == 0 {
            break;
        }
        behind -= 1;
        let with = binomial(behind, left - 1);
        if n < with {
            taken |= 1 << card;
            left -= 1;
        } else {
            n -= with;
        }
    }
    taken
}
