//! What may be picked in an act: counted, and picked by number, without a list.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::act::Picked;
use super::super::eval::each_card;
use super::super::program::{Act, CardSet, Must, Node, NodeId, Pick, Source};
use super::super::state::{Spot, bit};
use super::asks::Picks;
use super::companions::Companions;
use super::conditions::Test;
use super::desk::Desk;
use super::facts::{Chain, Formula};
use super::groups::{Alike, many_ways, nth_group};
use super::numbers::Amount;
use super::select::nth_card;
use super::{Build, Cards, Conditions, Numbers};
use crate::ir::{Comparison, Fold};

/// The choices of one act.
pub(super) enum Menu {
    /// Nothing is picked.
    Plain,
    /// One card of a place, which a slot names, by rules.
    Hand { hand: Hand, chain: Option<Chain>, if_able: bool },
    /// One card: those that may be picked; nothing if there are none and that is allowed.
    Card { cards: Cards, if_able: bool },
    /// Any number between two, both included.
    Range { bounds: Bounds },
    /// A card and something that goes by the card.
    With(Companions),
    /// Picks one after the other, each looked at.
    Walk(Box<[Stage]>),
}

/// The lowest and the highest number that may be picked.
pub(super) struct Bounds {
    low: Amount,
    high: Amount,
    limits: Box<[Limit]>,
}

impl Bounds {
    fn up_to(high: i64) -> Self {
        Self { low: Amount::Fixed(0), high: Amount::Fixed(high), limits: Box::default() }
    }

    #[inline]
    pub(super) fn of(&self, desk: &mut Desk) -> (i64, i64) {
        let (mut from, mut to) = (self.low.of(desk), self.high.of(desk));
        for limit in &self.limits {
            let Some(bound) = limit.of(desk) else { continue };
            match limit.side {
                Side::Lowest => from = from.max(bound),
                Side::Highest => to = to.min(bound),
                Side::Both => (from, to) = (from.max(bound), to.min(bound)),
                Side::Neither => {}
            }
        }
        (from, to)
    }
}

/// A bound on a number that is picked.
struct Limit {
    when: Option<Test>,
    bound: Amount,
    /// What is added to the bound.
    more: i64,
    side: Side,
}

/// What a bound is: the lowest number, the highest, the only one, or none of these.
enum Side {
    Lowest,
    Highest,
    Both,
    Neither,
}

impl Limit {
    /// The lowest or highest number; nothing where the bound does not hold.
    #[inline(always)]
    fn of(&self, desk: &mut Desk) -> Option<i64> {
        if self.when.as_ref().is_some_and(|when| !when.holds(desk)) {
            return None;
        }
        let bound = self.bound.of(desk);
        Some(if self.more == 0 { bound } else { bound.saturating_add(self.more) })
    }
}

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
    pub(super) fn menu(&self, act: &Act) -> Menu {
        match act.picks.as_slice() {
            [] => Menu::Plain,
            [pick] => match pick.source {
                Source::Cards { from, if_able, .. } if !pick.several && pick.so_that.is_none() => {
                    if let Some(hand) = self.hand(pick, from) {
                        return Menu::Hand { hand, chain: self.rules(act, pick), if_able };
                    }
                    Menu::Card { cards: self.single(act, pick, from, true), if_able }
                }
                Source::Cards { .. } => Menu::Walk(Box::new([self.stage(act, pick, true)])),
                _ if Self::all_fit(act, pick, true) && pick.so_that.is_none() => {
                    Menu::Range { bounds: self.bounds(act, pick, true) }
                }
                _ => Menu::Walk(Box::new([self.stage(act, pick, true)])),
            },
            picks => {
                if let Some(companions) = self.companions(act) {
                    return Menu::With(companions);
                }
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
            Source::Number { low, high } => (self.amount(low), self.amount(high)),
            Source::Member { count, .. } => return Bounds::up_to(i64::from(count) - 1),
            Source::Seat => return Bounds::up_to(i64::from(self.program.seats) - 1),
            Source::YesNo | Source::Cards { .. } => return Bounds::up_to(1),
        };
        let limits = act.musts.iter().filter(|_| last).filter_map(|must| {
            let (comparison, bound) = must.bound?;
            let (side, more) = match comparison {
                Comparison::Is => (Side::Both, 0),
                Comparison::AtLeast => (Side::Lowest, 0),
                Comparison::MoreThan => (Side::Lowest, 1),
                Comparison::AtMost => (Side::Highest, 0),
                Comparison::LessThan => (Side::Highest, -1),
                Comparison::IsNot => (Side::Neither, 0),
            };
            // One more than what slots say is a number like theirs.
            let (bound, more) = match self.node(bound) {
                Node::Add(a, b) => match (self.node(*a), self.node(*b)) {
                    (Node::Int(plus), _) if i32::try_from(*plus).is_ok() && self.is_of_slots(*b) => (*b, more + plus),
                    (_, Node::Int(plus)) if i32::try_from(*plus).is_ok() && self.is_of_slots(*a) => (*a, more + plus),
                    _ => (bound, more),
                },
                _ => (bound, more),
            };
            Some(Limit { when: must.when.map(|when| self.test(when)), bound: self.amount(bound), more, side })
        });
        Bounds { low, high, limits: limits.collect() }
    }

    /// Whether a number is what a slot says, or one of several: then it is far from being too large.
    fn is_of_slots(&self, id: NodeId) -> bool {
        match self.node(id) {
            Node::Slot(_) | Node::SlotAt { .. } => true,
            Node::Let { body, .. } => self.is_of_slots(*body),
            Node::FoldSeats { fold: Fold::Highest | Fold::Lowest, key, .. } => self.is_of_slots(*key),
            _ => false,
        }
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

    /// Which cards are like which.
    fn alike(&self) -> Alike {
        let like = &self.program.like;
        let sort =
            |of: &u8| (0..).zip(like).fold(0, |set, (card, other)| if of == other { set | bit(card) } else { set });
        Alike::new(like.iter().map(sort).collect())
    }

    pub(super) fn all_unlike(&self) -> bool {
        let mut seen: CardSet = 0;
        self.program.like.iter().all(|like| {
            let bit = 1 << (like & 127);
            let new = seen & bit == 0;
            seen |= bit;
            new
        })
    }

    /// Single cards that may be picked, one of each sort of like ones.
    pub(super) fn single(&self, act: &Act, pick: &Pick, from: NodeId, last: bool) -> Cards {
        let mut cards = self.filtered(pick, from);
        if act.picks.len() > 1 {
            // What an earlier pick took is not there any more.
            let there = cards;
            cards = Box::new(move |desk| there(desk) & !desk.taken);
        }
        if last && let Some(chain) = self.rules(act, pick) {
            let there = cards;
            cards = Box::new(move |desk| {
                let cards = there(desk);
                chain.keep(desk, cards)
            });
        }
        if self.all_unlike() {
            return cards;
        }
        let one_place = matches!(self.node(from), Node::Place(_) | Node::PlaceOf { .. });
        let like = self.alike();
        let spots = self.spots(from);
        Box::new(move |desk| {
            let cards = cards(desk);
            unlike(desk, &like, &spots, cards, one_place)
        })
    }

    /// The rules on the one card of an act.
    fn rules(&self, act: &Act, pick: &Pick) -> Option<Chain> {
        let musts = act.musts.iter().filter(|must| must.of_picks || must.if_able);
        let rules: Vec<_> = musts.map(|must| (Formula::of(self, must.when), must)).collect();
        (!rules.is_empty()).then(|| self.chain(pick.reg, rules, 0))
    }

    /// The rules on the one card of an act, given whether a place is empty.
    pub(super) fn rules_given(&self, act: &Act, place: u32, empty: bool) -> Option<Chain> {
        let pick = act.picks.first()?;
        let known = |atom: NodeId| match self.test(atom) {
            Test::Empty(of) if of == place => Some(empty),
            Test::Filled(of) if of == place => Some(!empty),
            _ => None,
        };
        let musts = act.musts.iter().filter(|must| must.of_picks || must.if_able);
        let given = musts.map(|must| (Formula::of(self, must.when).given(&known), must));
        let rules: Vec<_> = given.filter(|(when, _)| !matches!(when, Formula::Fixed(false))).collect();
        (!rules.is_empty()).then(|| self.chain(pick.reg, rules, 0))
    }

    /// Whether cards are simply picked from a place of which a slot tells whose it is.
    fn hand(&self, pick: &Pick, from: NodeId) -> Option<Hand> {
        let Node::PlaceOf { base, count, key } = self.node(from) else { return None };
        let Node::Slot(slot) = self.node(*key) else { return None };
        let among = match pick.filter.map(|filter| self.node(filter)) {
            None => CardSet::MAX,
            Some(Node::Cards(set)) => *set,
            Some(_) => return None,
        };
        let spots = (*base..*base + *count).map(|place| self.program.spot(place)).collect();
        let plain = Hand { spots, slot: *slot, among };
        self.all_unlike().then_some(plain)
    }
}

/// One of each sort of like cards: the first by number. Cards of several places are like only within one place.
fn unlike(desk: &Desk, like: &Alike, spots: &[Spot], cards: CardSet, one_place: bool) -> CardSet {
    if one_place {
        return like.firsts(cards);
    }
    spots.iter().fold(0, |kept, spot| kept | like.firsts(cards & desk.state.mask(u32::from(spot.place))))
}

/// The cards of a place of which a slot tells whose it is.
pub(super) struct Hand {
    spots: Box<[Spot]>,
    pub(super) slot: u32,
    pub(super) among: CardSet,
}

impl Hand {
    /// The places, if their orders are not kept.
    pub(super) fn places(&self) -> Option<Box<[u32]>> {
        let place = |spot: &Spot| (!spot.ordered).then_some(u32::from(spot.place));
        self.spots.iter().map(place).collect()
    }

    #[inline]
    pub(super) fn spot(&self, desk: &Desk) -> Option<Spot> {
        usize::try_from(desk.state.int(self.slot)).ok().and_then(|at| self.spots.get(at).copied())
    }

    #[inline]
    pub(super) fn cards(&self, desk: &Desk) -> CardSet {
        self.spot(desk).map_or(0, |spot| desk.state.mask(u32::from(spot.place)) & self.among)
    }
}

impl Menu {
    /// How many choices there are, and the cards where one card is picked.
    #[inline]
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        match self {
            Self::Plain => (1, 0),
            Self::Hand { hand, chain, if_able } => {
                let cards = hand.cards(desk);
                let cards = chain.as_ref().map_or(cards, |chain| chain.keep(desk, cards));
                let count = u64::from(cards.count_ones());
                (if count == 0 && *if_able { 1 } else { count }, cards)
            }
            Self::Card { cards, if_able } => {
                let cards = cards(desk);
                let count = u64::from(cards.count_ones());
                (if count == 0 && *if_able { 1 } else { count }, cards)
            }
            Self::Range { bounds } => {
                let (low, high) = bounds.of(desk);
                // The lowest is kept where the cards of other menus are.
                let kept = CardSet::from(low.cast_unsigned());
                (u64::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0), kept)
            }
            Self::With(companions) => companions.count(desk),
            Self::Walk(stages) => (count(stages, desk, 0), 0),
        }
    }

    /// The `n`th choice, `cards` being those that were counted.
    #[inline]
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, cards: CardSet, picks: &mut Picks) {
        let first = picks.first_mut();
        match self {
            Self::Plain => {}
            Self::Card { .. } | Self::Hand { .. } => {
                if let Some(pick) = first {
                    pick.cards = nth_card(cards, n);
                }
            }
            Self::Range { .. } => {
                let low = (cards as u64).cast_signed();
                if let Some(pick) = first {
                    pick.value = low.saturating_add(i64::try_from(n).unwrap_or(0));
                }
            }
            Self::With(companions) => companions.nth(n, cards, picks),
            Self::Walk(stages) => {
                nth(stages, desk, 0, n, picks);
            }
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

fn count(stages: &[Stage], desk: &mut Desk, taken: CardSet) -> u64 {
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
