//! Groups by how many cards they have of each class: pairs, sets, runs, runs of pairs. Counted by a product of polynomials, one factor a
//! class, in which the power is the size; the lowest and the highest class are gone through one by one where they are asked for.

mod between;
mod have;
mod made;
mod open;
mod runs;
mod sets;

pub(super) use self::have::Tally;
use self::have::{Have, Here};
pub(super) use self::made::Beside;
use self::runs::Runs;
use super::super::super::eval::{compares, each_card};
use super::super::super::program::CardSet;
use super::super::super::sets::Count;
use super::super::groups::{many_ways, ways_of};
use super::asked::{Bounds, Constraint, Feature, MOST_CONSTRAINTS};
use super::cases::{Case, MOST_CARDS, Parted};
use super::several::{Ready, Scratch};
use crate::Comparison;
use crate::index::fit;

pub(super) use sets::in_order_of;

/// Most classes of which a group is counted.
const MOST_CLASSES: usize = 64;

/// How groups of one sort of conditions are counted.
pub(super) struct Classes {
    /// Sets of cards of which a group is part of one, if it has to be: those of one suit.
    parts: Box<[Part]>,
    /// Of each card its part and its class, the classes of all parts being numbered through.
    place: Box<[(u8, u8)]>,
    /// Constraints on numbers of the group; the number is that of its bound.
    lines: Box<[(usize, Line)]>,
    /// Whether one of them ties the highest class to the lowest.
    tied: bool,
    /// Whether it matters from which classes the cards are.
    by_class: bool,
    /// Whether it does, and each part has but one of them.
    one_each: bool,
    /// Constraints on how many cards of a set there are.
    pub(super) some: Box<[usize]>,
}

struct Part {
    cards: CardSet,
    /// The number of its first class.
    first: usize,
    /// From the lowest on; one, where it does not matter from which classes the cards are.
    classes: Box<[Class]>,
    /// How far each is above the lowest, where all are near it.
    steps: Option<Box<[u8]>>,
    /// The same where all gaps count as one, as those between the suits of a value by suit and rank: for what has no gap.
    rows: Option<Box<[u8]>>,
}

struct Class {
    cards: CardSet,
    key: i64,
}

/// A linear constraint on the size of a group, the number of its classes, the lowest and the highest of them.
#[derive(Clone, Copy)]
struct Line {
    size: i64,
    different: i64,
    lowest: i64,
    highest: i64,
    fixed: i64,
    comparison: Comparison,
}

/// From the lowest to the highest.
pub(super) type Span = (i64, i64);
const ALL: Span = (i64::MIN, i64::MAX);

impl Line {
    const NONE: Self = Self { size: 0, different: 0, lowest: 0, highest: 0, fixed: 0, comparison: Comparison::Is };

    /// What the size leaves of a bound.
    fn rest(&self, bound: i64, size: u32) -> i64 {
        bound.saturating_sub(self.size.saturating_mul(i64::from(size)).saturating_add(self.fixed))
    }
}

/// What a number may be of which so many times are compared with this.
pub(super) fn solved(times: i64, comparison: Comparison, with: i64) -> Span {
    let (comparison, times, with) = if times < 0 {
        (comparison.mirrored(), times.saturating_neg(), with.saturating_neg())
    } else {
        (comparison, times, with)
    };
    let down = |with: i64| with.checked_div_euclid(times).unwrap_or(0);
    let up = |with: i64| down(with.saturating_sub(1)).saturating_add(1);
    match comparison {
        Comparison::Is => (up(with), down(with)),
        Comparison::AtLeast => (up(with), i64::MAX),
        Comparison::MoreThan => (up(with.saturating_add(1)), i64::MAX),
        Comparison::AtMost => (i64::MIN, down(with)),
        Comparison::LessThan => (i64::MIN, down(with.saturating_sub(1))),
        Comparison::IsNot => ALL,
    }
}

pub(super) fn both(a: Span, b: Span) -> Span {
    (a.0.max(b.0), a.1.min(b.1))
}

impl Classes {
    /// How many cards of each class there are.
    pub(super) fn tally(&self, cards: CardSet) -> Tally {
        let mut tally = Tally::default();
        for card in each_card(cards) {
            if let Some(both) = self.class_of(card).and_then(|class| tally.each.get_mut(class)) {
                both.there += 1;
            }
        }
        tally
    }

    #[inline]
    fn class_of(&self, card: u8) -> Option<usize> {
        self.place.get(usize::from(card)).map(|(_, class)| usize::from(*class))
    }

    /// How many cards of one class there can be at most in a group of a size.
    pub(super) fn most_of_a_class(&self, ready: &Ready, bounds: &Bounds, size: u32) -> u32 {
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let count = if self.by_class { self.of_size(bounds, size, &mut lines) } else { None };
        let lines = count.and_then(|count| lines.get(..count)).unwrap_or(&[]);
        if lines.iter().all(|now| now.line.different == 0) {
            return u32::MAX;
        }
        // Of each of the others there are as few as there may be.
        let (fewest, _) = Self::numbers(ready, lines, (MOST_CLASSES, size));
        let others = u32::try_from(fewest).unwrap_or(0).saturating_sub(1);
        size.saturating_sub(others.saturating_mul(ready.of_a_class.0.max(1)))
    }

    /// How many cards are taken of the class of a card.
    #[inline]
    pub(super) fn taken(&self, tally: &Tally, card: u8) -> u32 {
        self.class_of(card).and_then(|class| tally.each.get(class)).map_or(0, |both| u32::from(both.taken))
    }

    /// Goes on behind so many cards of one class, of which some are taken.
    pub(super) fn pass(&self, tally: &mut Tally, card: u8, (passed, taken): (u32, i32)) {
        let Some(class) = self.class_of(card) else { return };
        if let Some(both) = tally.each.get_mut(class) {
            both.there -= passed as Count;
            both.taken = (i32::from(both.taken) + taken) as Count;
        }
    }

    /// How many groups there are of each size: added to the list, from the least on.
    pub(super) fn count(&self, ready: &Ready, parted: &Parted, scratch: &mut Scratch, sizes: &mut Vec<u64>) {
        let first = ready.least.max(1);
        let before = sizes.len();
        sizes.resize(before + (ready.most + 1 - first) as usize, 0);
        let Some(sizes) = sizes.get_mut(before..) else { return };
        let Parted::Cases(cases) = parted else {
            for part in &self.parts {
                self.count_part(ready, scratch, part, (ready.from, &ready.bounds), &mut |at, ways| {
                    if let Some(to) = sizes.get_mut(at) {
                        *to = to.saturating_add(ways);
                    }
                });
            }
            return;
        };
        // With so few cards no number is beyond what fits; those that are taken off may come first.
        let mut add = |Case { times, from, bounds }: &Case, part: &Part| {
            self.count_part(ready, scratch, part, (*from, bounds), &mut |at, ways| {
                if let Some(to) = sizes.get_mut(at) {
                    *to = to.wrapping_add(ways.wrapping_mul(*times as u64));
                }
            });
        };
        for part in &self.parts {
            if self.one_each {
                cases.iter().for_each(|case| add(case, part));
            } else {
                Case::within(cases, part.cards).iter().for_each(|case| add(case, part));
            }
        }
    }

    /// How many groups of one part there are of each size, the sizes numbered from the least on.
    #[inline]
    fn count_part(
        &self,
        ready: &Ready,
        scratch: &mut Scratch,
        part: &Part,
        (from, bounds): (CardSet, &Bounds),
        put: &mut impl FnMut(usize, u64),
    ) {
        let first = ready.least.max(1);
        if !self.by_class {
            let there = (from & part.cards).count_ones();
            for (at, size) in (first..=ready.most.min(there)).enumerate() {
                if self.sized(bounds, size) {
                    put(at, choose(ready, there, from & part.cards, size));
                }
            }
            return;
        }
        if !self.tied && self.is_of_one_class(ready, bounds, ready.most) {
            self.count_of_one_class(ready, part, (from, bounds), put);
            return;
        }
        let have = Have::untouched(part, from);
        let mut runs = self.runs(ready, &have, bounds, from);
        for (at, size) in (first..=ready.most.min(have.room(ready.of_a_class))).enumerate() {
            let ways = match runs.as_mut().and_then(|runs| runs.of_size(ready, &have, size)) {
                Some(ways) => ways,
                None => self.in_part(ready, scratch, &have, bounds, (from, size)),
            };
            put(at, ways);
            if runs.as_ref().is_some_and(Runs::are_over) {
                break;
            }
        }
    }

    /// Whether a group may have this size.
    pub(super) fn sized(&self, bounds: &Bounds, size: u32) -> bool {
        let only_size = self.lines.iter().filter(|(_, line)| (line.different, line.lowest, line.highest) == (0, 0, 0));
        only_size
            .filter_map(|(number, line)| Some((line, bounds.get(*number).copied().flatten()?)))
            .all(|(line, bound)| compares(line.comparison, 0, line.rest(bound, size)))
    }

    /// The part of a group that has this card.
    #[inline]
    fn part(&self, card: u8) -> Option<&Part> {
        let (part, _) = self.place.get(usize::from(card))?;
        self.parts.get(usize::from(*part))
    }

    /// The cards of which a group is part that has this one.
    pub(super) fn part_of(&self, card: u8) -> CardSet {
        self.part(card).map_or(CardSet::NONE, |part| part.cards)
    }

    /// Whether nothing is asked but that all cards are of one part.
    pub(super) const fn only_parts(&self) -> bool {
        self.lines.is_empty() && self.some.is_empty() && !self.by_class
    }

    /// Ways to take so many cards in all, which a group may have: those that are taken, one of which is this, and others from behind them.
    pub(super) fn ways(
        &self,
        ready: &Ready,
        scratch: &mut Scratch,
        tally: &Tally,
        bounds: &Bounds,
        (card, behind): (u8, CardSet),
        (taken, size): (u32, u32),
    ) -> u64 {
        let Some(part) = self.part(card) else { return 0 };
        if self.by_class {
            let have = Have::of(part, tally);
            if have.there + taken < size {
                return 0;
            }
            return self.in_part(ready, scratch, &have, bounds, (behind, size));
        }
        let there = tally.each.get(part.first).map_or(0, |both| u32::from(both.there));
        choose(ready, there, behind & part.cards, size - taken)
    }

    /// Ways to take so many cards of one part.
    fn in_part(
        &self,
        ready: &Ready,
        scratch: &mut Scratch,
        have: &Have,
        bounds: &Bounds,
        (behind, size): (CardSet, u32),
    ) -> u64 {
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let Some(count) = self.of_size(bounds, size, &mut lines) else { return 0 };
        let lines = lines.get(..count).unwrap_or(&[]);
        let by_ends = lines.iter().any(|now| now.line.lowest != 0 || now.line.highest != 0);
        let by_number = lines.iter().any(|now| now.line.different != 0);
        let (from, to) = if by_number { Self::numbers(ready, lines, (have.count, size)) } else { (0, 0) };
        let mut sum: u64 = 0;
        for different in from..=to {
            let want = Want {
                ready,
                behind,
                size,
                different: u32::try_from(different).ok().filter(|_| by_number),
                ends: by_ends,
            };
            let ways = if by_ends {
                match between::ends_apart(lines, different).filter(|_| have.there <= MOST_CARDS) {
                    Some(ends) => Want { ends: false, ..want }.within_ends(scratch, have, ends),
                    None => want.between_ends(scratch, have, lines),
                }
            } else if lines.iter().all(|now| now.leaves(different, 0, 0)) {
                want.ways(scratch, have, (0, have.count))
            } else {
                0
            };
            sum = sum.saturating_add(ways);
        }
        sum
    }

    /// What is asked of groups of a size beside the size: how many constraints, which are put into the room for them. Nothing where no group may
    /// have this size.
    #[inline]
    fn of_size<'a>(&'a self, bounds: &Bounds, size: u32, lines: &mut [Now<'a>; MOST_CONSTRAINTS]) -> Option<usize> {
        let mut count = 0;
        for (number, line) in &self.lines {
            let Some(bound) = bounds.get(*number).copied().flatten() else { continue };
            let now = Now { line, rest: line.rest(bound, size) };
            if (line.different, line.lowest, line.highest) == (0, 0, 0) {
                compares(line.comparison, 0, now.rest).then_some(())?;
            } else if let Some(to) = lines.get_mut(count) {
                *to = now;
                count += 1;
            }
        }
        Some(count)
    }

    /// Of how many classes the cards can be.
    fn numbers(ready: &Ready, lines: &[Now], (classes, size): (usize, u32)) -> Span {
        let size = i64::from(size);
        let (least, most) = (i64::from(ready.of_a_class.0.max(1)), i64::from(ready.of_a_class.1.max(1)));
        let there = fit::<_, i64>(classes);
        let span = ((size + most - 1).div_euclid(most), (size / least).min(there));
        let of_number = lines.iter().filter(|now| now.line.lowest == 0 && now.line.highest == 0);
        of_number.fold(span, |span, now| both(span, solved(now.line.different, now.line.comparison, now.rest)))
    }
}

/// A constraint with what is left of its bound.
#[derive(Clone, Copy)]
struct Now<'a> {
    line: &'a Line,
    rest: i64,
}

impl Now<'_> {
    /// What is left for the highest, or for the lowest if the highest does not count.
    fn left(&self, different: i64, lowest: i64) -> i64 {
        let taken =
            self.line.different.saturating_mul(different).saturating_add(self.line.lowest.saturating_mul(lowest));
        self.rest.saturating_sub(taken)
    }

    /// Whether it holds as far as it is that something is not so; the others are solved for what they leave.
    fn leaves(&self, different: i64, lowest: i64, highest: i64) -> bool {
        self.line.comparison != Comparison::IsNot
            || self.left(different, lowest) != self.line.highest.saturating_mul(highest)
    }
}

/// Ways to choose so many of some cards, of which there are so many.
#[inline]
fn choose(ready: &Ready, there: u32, cards: CardSet, count: u32) -> u64 {
    match ready.like() {
        None => ways_of(there, count),
        like => many_ways(like, cards, count),
    }
}

impl Constraint {
    /// Whether it is that all cards are of one class of a partition.
    fn is_one_of(&self, partition: usize) -> bool {
        matches!(*self.terms, [(1, Feature::Different(of))] if of == partition)
            && self.comparison == Comparison::Is
            && self.always(1)
    }
}

/// What is wanted of the classes of a window.
struct Want<'a> {
    ready: &'a Ready<'a>,
    /// The cards behind those that are taken.
    behind: CardSet,
    size: u32,
    /// Cards of just so many classes.
    different: Option<u32>,
    /// A card of the first class, and one of the last.
    ends: bool,
}
