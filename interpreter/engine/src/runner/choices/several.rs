//! Several cards picked together: which may be, how many ways there are, and which the n-th is, in their natural order: fewer cards
//! first, then with more of an earlier sort of like cards.

mod aside;
mod counted;
mod descend;
mod drawn;
mod either;
mod how;
mod late;
mod scratch;

use super::super::super::MOST_CARDS;
use super::super::lies::{Lies, Sets};
use crate::index::fit;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::super::eval::each_card;
use super::super::super::fault::FaultKind;
use super::super::super::program::{CardSet, Must, Pick, RuleId, Source};
use super::super::super::state::{Spot, bit};
use super::super::alike::Alike;
use super::super::amounts::Amount;
use super::super::desk::Desk;
use super::super::groups::{many_ways, sizes};
use super::super::{Build, Cards};
use super::asked::{Bounds, MOST_CONSTRAINTS, MOST_FEATURES, Weights};
use super::cases::Parted;
use super::classes::Classes;
pub(super) use drawn::first_of;
use how::{How, Way};
use late::Late;
pub(crate) use scratch::Scratch;

/// Weights beyond this are left to the phrases.
const MOST_WEIGHT: i64 = 1 << 40;

/// So few groups are gone through by classes, and listed where they lie open; where there are more, most of what a search looks at are groups.
const FEW_GROUPS: u64 = 64;

/// A pick of several cards.
pub(in super::super) struct Several {
    cards: Cards,
    least: Amount,
    most: Amount,
    if_able: bool,
    pub(in super::super) reg: u32,
    /// Which cards are like which, if any are.
    like: Option<Arc<Alike>>,
    /// The places where they may lie, if these are several: like are only cards of one place.
    places: Box<[Spot]>,
    how: How,
    /// The same once it is known what some tracks say.
    late: Option<Late>,
    rule: RuleId,
}

/// What may be picked now.
pub(in super::super) struct Ready<'a> {
    pub(super) how: &'a How,
    pub(in super::super) from: CardSet,
    /// Beside them, those that take no part in what is asked.
    pub(super) aside: CardSet,
    pub(in super::super) least: u32,
    pub(in super::super) most: u32,
    like: Option<&'a Alike>,
    /// The same where they lie in several places.
    by_place: Option<Box<Alike>>,
    pub(super) bounds: Bounds,
    /// What conditions on how many there are of a value compare with.
    pub(super) alike: [Option<i64>; MOST_CONSTRAINTS],
    /// How many cards of a class there are at least and at most, if any.
    pub(super) of_a_class: (u32, u32),
    /// Weights that are worked out when they are used.
    pub(super) weights: [Option<Box<[i64; MOST_CARDS]>>; MOST_FEATURES],
    /// Whether a card lacks a value that is asked for.
    pub(super) odd: bool,
}

/// As many steps as a look at groups takes beside what is counted (some thousand instructions): they are told as costs, and held against no limit.
const STEPS_OF_GROUPS: u64 = 100;

impl Ready<'_> {
    /// The first so many cards.
    pub(in super::super) fn first(&self, count: u32) -> CardSet {
        each_card(self.all()).take(count as usize).fold(CardSet::NONE, |set, card| set | bit(card))
    }

    /// Which cards are like which, if any are.
    #[inline]
    pub(super) fn like(&self) -> Option<&Alike> {
        self.by_place.as_deref().or(self.like)
    }

    /// Whether that goes by where they lie.
    pub(super) const fn goes_by_place(&self) -> bool {
        self.by_place.is_some()
    }

    #[inline]
    pub(super) fn bound(&self, constraint: usize) -> Option<i64> {
        self.bounds.get(constraint).copied().flatten()
    }
}

impl Build<'_> {
    /// A pick of several cards, and the conditions on it beside its own; nothing where it is no such pick.
    pub(in super::super) fn several(&self, pick: &Pick, musts: &[&Must]) -> Option<Several> {
        let Source::Cards { from, least, most, if_able } = pick.source else { return None };
        if !pick.several {
            return None;
        }
        let how = self.how(pick, musts, from);
        let late = self.late(pick, musts, from, &how);
        Some(Several {
            cards: self.filtered(pick, from),
            least: self.amount(least),
            most: self.amount(most),
            if_able,
            reg: pick.reg,
            places: if self.all_unlike() || self.is_one_place(from) { Box::default() } else { self.spots(from) },
            like: (!self.all_unlike()).then(|| Arc::new(self.alike())),
            how,
            late,
            rule: pick.rule,
        })
    }
}

impl Several {
    /// How groups are counted now.
    fn how_now(&self, desk: &Desk) -> &How {
        self.late.as_ref().and_then(|late| late.how(desk)).unwrap_or(&self.how)
    }

    /// What may be picked, without the cards that are taken.
    pub(in super::super) fn ready(&self, desk: &mut Desk, taken: CardSet) -> Ready<'_> {
        let how = self.how_now(desk);
        desk.worked = desk.worked.wrapping_add(STEPS_OF_GROUPS);
        let cards = (self.cards)(desk) & !taken;
        let (least, most) = (self.least.of(desk), self.most.of(desk));
        if most < least {
            desk.fail(FaultKind::UpsideDown(least, most), self.rule);
        }
        let sizes = sizes((least, most), cards.count_ones(), self.if_able);
        self.ready_by(desk, how, cards, (*sizes.start(), *sizes.end()))
    }

    /// What may be picked of some cards, as groups are counted in a way.
    fn ready_by<'a>(&'a self, desk: &mut Desk, how: &'a How, cards: CardSet, (least, most): (u32, u32)) -> Ready<'a> {
        let odd = cards & (how.asked.odd | how.asked.idle) != 0;
        let mut ready = Ready {
            how,
            from: cards,
            aside: CardSet::NONE,
            least,
            most,
            like: self.like.as_deref(),
            by_place: None,
            bounds: [None; MOST_CONSTRAINTS],
            alike: [None; MOST_CONSTRAINTS],
            of_a_class: (0, u32::MAX),
            weights: Default::default(),
            odd: odd && !how.sets_aside(cards),
        };
        if !self.places.is_empty()
            && let Some(like) = &self.like
        {
            let places = self.places.iter().map(|spot| desk.state.cards_in(u32::from(spot.place)));
            ready.by_place = like.by_place(cards, places).map(Box::new);
        }
        if matches!(how.way, Way::Free | Way::Either(_)) || ready.least > ready.most || ready.most == 0 {
            return ready;
        }
        for (number, weights) in how.asked.weights.iter().enumerate().filter(|(number, _)| !how.asked.is_late(*number))
        {
            self.weigh(desk, &mut ready, number, weights);
        }
        if ready.odd {
            return ready;
        }
        ready.from = how.asked.within(desk, cards);
        if odd && let Some(aside) = &how.asked.aside {
            (ready.from, ready.aside) = (ready.from & !aside.cards, ready.from & aside.cards);
        }
        ready.bounds = how.asked.bounds(desk);
        for (alike, kept) in how.asked.alike.iter().zip(&mut ready.alike) {
            *kept = alike.bound(desk);
            let Some(bound) = *kept else { continue };
            let span = super::classes::solved(1, alike.comparison, bound);
            let span = super::classes::both(span, (ready.of_a_class.0.into(), ready.of_a_class.1.into()));
            let number = |n: i64| fit::<_, u32>(n.clamp(0, i64::from(u32::MAX)));
            ready.of_a_class = (number(span.0), number(span.1));
        }
        ready
    }

    /// Works out weights that depend on the game.
    fn weigh(&self, desk: &mut Desk, ready: &mut Ready, number: usize, weights: &Weights) {
        let mut table = match weights {
            Weights::Fixed(_) => return,
            Weights::In(_) | Weights::Key(_) | Weights::Where(_) => Box::new([0; MOST_CARDS]),
        };
        let mut put = |card: u8, weight: i64| {
            if let Some(to) = table.get_mut(usize::from(card)) {
                *to = weight;
            }
        };
        match weights {
            Weights::Fixed(_) => {}
            Weights::In(cards) => {
                let cards = cards(desk);
                each_card(cards & ready.from).for_each(|card| put(card, 1));
            }
            Weights::Key(key) | Weights::Where(key) => {
                for card in each_card(ready.from) {
                    let weight = key(desk, i64::from(card));
                    ready.odd |= weight == -1 || weight.abs() > MOST_WEIGHT;
                    put(card, weight);
                }
            }
        }
        if let Some(to) = ready.weights.get_mut(number) {
            *to = Some(table);
        }
    }

    /// How groups are counted by classes, where they are.
    fn parted<'a>(&self, desk: &mut Desk, ready: &Ready<'a>) -> Option<(&'a Classes, Parted)> {
        let Way::Classes(classes) = &ready.how.way else { return None };
        if ready.odd || ready.aside != 0 {
            return None;
        }
        if classes.some.is_empty() && ready.how.asked.joined.is_empty() {
            return Some((classes, Parted::Whole));
        }
        ready.how.asked.cases(desk, ready, &classes.some).map(|cases| (classes, Parted::Cases(cases)))
    }

    /// How groups are counted, in words.
    pub(in super::super) fn plan(&self) -> &'static str {
        self.late.as_ref().map_or_else(|| self.how.plan(), |late| late.plan)
    }

    /// Whether groups are looked at one by one, whatever tracks say.
    pub(in super::super) const fn is_searched(&self) -> bool {
        self.how.is_searched() && self.late.is_none()
    }

    /// Whether groups may have to be looked at one by one, many as they are.
    pub(in super::super) fn may_search(&self) -> bool {
        match &self.late {
            Some(late) => late.may_search,
            None => self.how.may_search(),
        }
    }

    /// Whether no two cards are alike.
    pub(in super::super) const fn all_unlike(&self) -> bool {
        self.like.is_none()
    }

    /// Whether every group of the right size may be picked.
    pub(in super::super) const fn is_free(&self) -> bool {
        matches!(self.how.way, Way::Free)
    }

    /// How many groups there are of each size, from the least on: the list is made anew.
    pub(in super::super) fn sizes(&self, desk: &mut Desk, ready: &Ready, sizes: &mut Vec<u64>) {
        sizes.clear();
        if ready.least > ready.most {
            return;
        }
        if let Way::Free = ready.how.way {
            sizes.extend((ready.least..=ready.most).map(|size| many_ways(ready.like(), ready.from, size)));
            return;
        }
        if ready.least == 0 {
            desk.set_card_reg(self.reg, CardSet::NONE);
            sizes.push(u64::from(ready.how.asked.whole_holds(desk)));
        }
        if ready.most == 0 {
            return;
        }
        if let (Way::Anchored(anchored), false) = (&ready.how.way, ready.odd) {
            anchored.count(desk, ready.from, ready.least.max(1)..=ready.most, sizes);
            self.has_worked(desk);
            return;
        }
        if ready.aside != 0 {
            self.sizes_aside(desk, ready, sizes);
            return;
        }
        if let Some(either) = Self::by_either(ready) {
            self.sizes_of_either(desk, ready, either, sizes);
            return;
        }
        if self.sizes_by_classes(desk, ready, sizes) {
            return;
        }
        if let (Way::Sums(sums), false) = (&ready.how.way, ready.odd) {
            let counted = ready.from != 0 && sums.count(&ready.how.asked, ready, desk.scratch(), sizes);
            self.has_worked(desk);
            if counted {
                return;
            }
        }
        let mut few = Self::few_of_classes(ready);
        for size in ready.least.max(1)..=ready.most {
            if let Some(groups) = few.as_mut().and_then(|few| self.few_of_size(desk, ready, few, size)) {
                sizes.push(groups.len() as u64);
                continue;
            }
            let mut found: u64 = 0;
            let _ = self.search(desk, ready, size, None, &mut |_, _| {
                found = found.saturating_add(1);
                ControlFlow::Continue(())
            });
            sizes.push(found);
        }
    }

    /// How many groups of each size there are, where that goes by classes: added to the list. Whether it can be told so.
    fn sizes_by_classes(&self, desk: &mut Desk, ready: &Ready, sizes: &mut Vec<u64>) -> bool {
        let (Way::Classes(classes), false) = (&ready.how.way, ready.odd) else { return false };
        let before = sizes.len();
        let only_classes = classes.some.is_empty() && ready.how.asked.joined.is_empty();
        if !only_classes && self.count_runs(desk, classes, ready, sizes) {
            return true;
        }
        let mut counted = true;
        // Most often there are none, whatever else is asked.
        classes.count(ready, &Parted::Whole, desk.scratch(), sizes);
        let any = sizes.get(before..).is_some_and(|sizes| sizes.iter().any(|ways| *ways > 0));
        if any && !only_classes {
            sizes.truncate(before);
            counted = match ready.how.asked.cases(desk, ready, &classes.some) {
                Some(cases) => {
                    classes.count(ready, &Parted::Cases(cases), desk.scratch(), sizes);
                    true
                }
                None => false,
            };
        }
        self.has_worked(desk);
        counted
    }

    /// How many groups there are.
    pub(in super::super) fn count(&self, desk: &mut Desk, ready: &Ready) -> u64 {
        if let Way::Free = ready.how.way {
            let sizes = ready.least..=ready.most;
            return sizes.fold(0, |sum: u64, size| sum.saturating_add(many_ways(ready.like(), ready.from, size)));
        }
        let mut sizes = std::mem::take(&mut desk.scratch().sizes);
        self.sizes(desk, ready, &mut sizes);
        let sum = sizes.iter().fold(0, |sum: u64, ways| sum.saturating_add(*ways));
        desk.scratch().sizes = sizes;
        sum
    }

    fn has_worked(&self, desk: &mut Desk) {
        let work = std::mem::take(&mut desk.scratch().work);
        desk.works(work, self.how.slow);
    }
}
