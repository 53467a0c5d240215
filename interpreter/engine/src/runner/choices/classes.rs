//! Groups by how many cards they have of each class: pairs, sets, runs, runs of pairs. Counted by a product of polynomials, one factor a
//! class, in which the power is the size; the lowest and the highest class are gone through one by one where they are asked for.

use super::super::super::MOST_CARDS;
use super::super::super::eval::{compares, each_card};
use super::super::super::program::CardSet;
use super::super::super::state::bit;
use super::super::groups::{many_ways, ways_of};
use super::asked::{Asked, Constraint, Feature, MOST_CONSTRAINTS};
use super::several::{Ready, Scratch};
use crate::Comparison;
use crate::index::{fit, item};

/// Most classes of which a group is counted.
const MOST_CLASSES: usize = 32;

/// How groups of one sort of conditions are counted.
pub(super) struct Classes {
    /// Sets of cards of which a group is part of one, if it has to be: those of one suit.
    parts: Box<[Part]>,
    /// Of each card its part and its class, the classes of all parts being numbered through.
    place: Box<[(u8, u8)]>,
    /// Constraints on numbers of the group; the number is that of its bound.
    lines: Box<[(usize, Line)]>,
    /// Whether it matters from which classes the cards are.
    by_class: bool,
}

struct Part {
    cards: CardSet,
    /// The number of its first class.
    first: usize,
    /// From the lowest on; one, where it does not matter from which classes the cards are.
    classes: Box<[Class]>,
    /// How far each is above the lowest, where all are near it.
    steps: Option<Box<[u8]>>,
}

struct Class {
    cards: CardSet,
    key: i64,
}

/// How many cards of each class are taken, and how many there are behind them.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    taken: [u8; MOST_CARDS],
    there: [u8; MOST_CARDS],
}

impl Default for Tally {
    fn default() -> Self {
        Self { taken: [0; MOST_CARDS], there: [0; MOST_CARDS] }
    }
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
    /// How groups are counted of which this is asked; nothing where it cannot be done so.
    pub(super) fn of(asked: &Asked, cards: usize) -> Option<Self> {
        if !asked.others.is_empty() {
            return None;
        }
        let all: CardSet = if cards >= 128 { CardSet::MAX } else { (1 << cards) - 1 };
        let mut parts = vec![all];
        let mut one_class = Vec::new();
        for (partition, classes) in asked.partitions.iter().enumerate() {
            if asked.constraints.iter().any(|constraint| constraint.is_one_of(partition)) {
                one_class.push(partition);
                let split = |part: &CardSet| classes.classes.iter().map(|class| class & part).collect::<Vec<_>>();
                parts = parts.iter().flat_map(split).filter(|part| *part != 0).collect();
            }
        }
        let mut lines = Vec::new();
        let (mut partition, mut ranking) = (None, None);
        let same = |known: &mut Option<usize>, this: usize| *known.get_or_insert(this) == this;
        for (number, constraint) in asked.constraints.iter().enumerate() {
            let mut line = Line { comparison: constraint.comparison, ..Line::NONE };
            for (times, feature) in &constraint.terms {
                match feature {
                    Feature::Size => line.size = *times,
                    Feature::Different(of) if one_class.contains(of) => line.fixed += times,
                    Feature::Different(of) if same(&mut partition, *of) => line.different = *times,
                    Feature::Lowest(of) if same(&mut ranking, *of) => line.lowest = *times,
                    Feature::Highest(of) if same(&mut ranking, *of) => line.highest = *times,
                    _ => return None,
                }
            }
            if !one_class.iter().any(|partition| constraint.is_one_of(*partition)) {
                lines.push((number, line));
            }
        }
        for alike in &asked.alike {
            if alike.comparison == Comparison::IsNot || !same(&mut partition, alike.partition) {
                return None;
            }
        }
        let ranking = ranking.and_then(|ranking| asked.rankings.get(ranking));
        let classes: Vec<CardSet> = match (partition.and_then(|of| asked.partitions.get(of)), ranking) {
            (Some(partition), _) => partition.classes.to_vec(),
            (None, Some(ranking)) => ranking.steps.iter().map(|(_, cards)| *cards).collect(),
            (None, None) => Vec::new(),
        };
        let mut first = 0;
        let part = |cards: CardSet| {
            let here = classes.iter().map(|class| class & cards).filter(|class| *class != 0);
            let mut here: Vec<Class> = match ranking {
                None => here.map(|cards| Class { cards, key: 0 }).collect(),
                Some(ranking) => {
                    let keyed = here.map(|cards| {
                        let mut steps = ranking.steps.iter().filter(|(_, step)| step & cards != 0);
                        let key = steps.next().map(|(key, _)| *key);
                        // All cards of a class have one number.
                        key.filter(|_| steps.next().is_none()).map(|key| Class { cards, key })
                    });
                    keyed.collect::<Option<Vec<Class>>>()?
                }
            };
            here.sort_by_key(|class| class.key);
            // And no two classes have the same.
            let apart = ranking.is_none() || here.windows(2).all(|two| matches!(two, [a, b] if a.key < b.key));
            if classes.is_empty() {
                here.push(Class { cards, key: 0 });
            }
            let lowest = here.first().map_or(0, |class| class.key);
            let step = |class: &Class| u8::try_from(class.key.checked_sub(lowest)?).ok().filter(|step| *step < 64);
            let steps = here.iter().map(step).collect();
            let part = Part { cards, first, classes: here.into(), steps };
            first += part.classes.len();
            (apart && part.classes.len() <= MOST_CLASSES).then_some(part)
        };
        let parts: Option<Box<[Part]>> = parts.into_iter().map(part).collect();
        let parts = parts?;
        let place = |card: u8| {
            let (number, part) = parts.iter().enumerate().find(|(_, part)| part.cards & bit(card) != 0)?;
            let class = part.classes.iter().position(|class| class.cards & bit(card) != 0)?;
            Some((u8::try_from(number).ok()?, u8::try_from(part.first + class).ok()?))
        };
        let place = (0..).take(cards).map(place).collect::<Option<_>>()?;
        Some(Self { parts, place, lines: lines.into(), by_class: !classes.is_empty() })
    }

    /// How many cards of each class there are.
    pub(super) fn tally(&self, cards: CardSet) -> Tally {
        let mut tally = Tally::default();
        for card in each_card(cards) {
            if let Some(there) = self.class_of(card).and_then(|class| tally.there.get_mut(class)) {
                *there += 1;
            }
        }
        tally
    }

    #[inline]
    fn class_of(&self, card: u8) -> Option<usize> {
        self.place.get(usize::from(card)).map(|(_, class)| usize::from(*class))
    }

    /// Goes on behind so many cards of one class, of which some are taken.
    pub(super) fn pass(&self, tally: &mut Tally, card: u8, (passed, taken): (u32, i32)) {
        let Some(class) = self.class_of(card) else { return };
        if let (Some(there), Some(have)) = (tally.there.get_mut(class), tally.taken.get_mut(class)) {
            *there -= passed as u8;
            *have = (i32::from(*have) + taken) as u8;
        }
    }

    /// How many groups there are of each size: added to the list, from the least on.
    pub(super) fn count(&self, ready: &Ready, scratch: &mut Scratch, sizes: &mut Vec<u64>) {
        let first = ready.least.max(1);
        let before = sizes.len();
        sizes.resize(before + (ready.most + 1 - first) as usize, 0);
        let Some(sizes) = sizes.get_mut(before..) else { return };
        let tally = self.tally(ready.from);
        for part in &self.parts {
            if !self.by_class {
                let there = tally.there.get(part.first).map_or(0, |there| u32::from(*there));
                for (size, to) in (first..=ready.most.min(there)).zip(&mut *sizes) {
                    if self.sized(ready, size) {
                        *to = to.saturating_add(choose(ready, there, ready.from & part.cards, size));
                    }
                }
                continue;
            }
            let have = Have::of(part, &tally);
            for (size, to) in (first..=ready.most.min(have.there)).zip(&mut *sizes) {
                *to = to.saturating_add(self.in_part(ready, scratch, &have, (ready.from, size)));
            }
        }
    }

    /// Whether a group may have this size.
    fn sized(&self, ready: &Ready, size: u32) -> bool {
        let only_size = self.lines.iter().filter(|(_, line)| (line.different, line.lowest, line.highest) == (0, 0, 0));
        only_size
            .filter_map(|(number, line)| Some((line, ready.bound(*number)?)))
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
        self.part(card).map_or(0, |part| part.cards)
    }

    /// Whether nothing is asked but that all cards are of one part.
    pub(super) const fn only_parts(&self) -> bool {
        self.lines.is_empty() && !self.by_class
    }

    /// Ways to take so many cards in all: those that are taken, one of which is this, and others from behind them.
    pub(super) fn ways(
        &self,
        ready: &Ready,
        scratch: &mut Scratch,
        tally: &Tally,
        (card, behind): (u8, CardSet),
        (taken, size): (u32, u32),
    ) -> u64 {
        let Some(part) = self.part(card) else { return 0 };
        if self.by_class {
            let have = Have::of(part, tally);
            if have.there + taken < size {
                return 0;
            }
            return self.in_part(ready, scratch, &have, (behind, size));
        }
        let there = tally.there.get(part.first).map_or(0, |there| u32::from(*there));
        choose(ready, there, behind & part.cards, size - taken)
    }

    /// Ways to take so many cards of one part.
    fn in_part(&self, ready: &Ready, scratch: &mut Scratch, have: &Have, (behind, size): (CardSet, u32)) -> u64 {
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let mut count = 0;
        for (number, line) in &self.lines {
            let Some(bound) = ready.bound(*number) else { continue };
            let now = Now { line, rest: line.rest(bound, size) };
            if (line.different, line.lowest, line.highest) == (0, 0, 0) {
                if !compares(line.comparison, 0, now.rest) {
                    return 0;
                }
            } else if let Some(to) = lines.get_mut(count) {
                *to = now;
                count += 1;
            }
        }
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
                want.between_ends(scratch, have, lines)
            } else if lines.iter().all(|now| now.leaves(different, 0, 0)) {
                want.ways(scratch, have, (0, have.count))
            } else {
                0
            };
            sum = sum.saturating_add(ways);
        }
        sum
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

/// The cards of a class that are there: those that are taken already, and those that may be.
#[derive(Clone, Copy)]
struct Here<'a> {
    key: i64,
    taken: u32,
    there: u32,
    class: &'a Class,
}

/// The classes of a part of which there are cards.
struct Have<'a> {
    part: &'a Part,
    tally: &'a Tally,
    /// Their numbers in the part.
    classes: [u8; MOST_CLASSES],
    count: usize,
    /// Where they stand above the lowest class of the part, a bit each, if that is known of all.
    steps: Option<u64>,
    /// How many cards there are behind those that are taken.
    there: u32,
    /// The first and the last of which cards are taken.
    taken: (usize, usize),
}

/// A class without cards.
const NOTHING: &Class = &Class { cards: 0, key: 0 };

impl<'a> Have<'a> {
    #[inline(always)]
    fn of(part: &'a Part, tally: &'a Tally) -> Self {
        let mut have =
            Self { part, tally, classes: [0; MOST_CLASSES], count: 0, steps: None, there: 0, taken: (usize::MAX, 0) };
        let (Some(taken), Some(there)) = (tally.taken.get(part.first..), tally.there.get(part.first..)) else {
            return have;
        };
        let counts = taken.iter().zip(there).take(part.classes.len());
        for (number, (taken, there)) in (0_u8..).zip(counts).filter(|(_, (taken, there))| **taken | **there != 0) {
            if *taken != 0 {
                have.taken = (have.taken.0.min(have.count), have.count);
            }
            have.there += u32::from(*there);
            if let Some(to) = have.classes.get_mut(have.count) {
                *to = number;
                have.count += 1;
            }
        }
        have.steps = part.steps.as_ref().map(|steps| {
            let here = have.numbers().iter().filter_map(|number| steps.get(usize::from(*number)));
            here.fold(0, |set, step| set | 1 << (step & 63))
        });
        have
    }

    fn numbers(&self) -> &[u8] {
        self.classes.get(..self.count).unwrap_or(&[])
    }

    #[inline]
    fn here(&self, number: u8) -> Here<'a> {
        let at = self.part.first + usize::from(number);
        let count = |counts: &[u8]| counts.get(at).map_or(0, |count| u32::from(*count));
        let class = self.part.classes.get(usize::from(number)).unwrap_or(NOTHING);
        Here { key: class.key, taken: count(&self.tally.taken), there: count(&self.tally.there), class }
    }

    fn key(&self, at: usize) -> i64 {
        self.classes.get(at).map_or(0, |number| self.here(*number).key)
    }

    /// Some of the classes, from one on up to before another.
    fn window(&self, (from, to): (usize, usize)) -> impl Iterator<Item = Here<'a>> + '_ {
        self.classes.get(from..to).unwrap_or(&[]).iter().map(|number| self.here(*number))
    }

    /// Pairs of classes of which the second is just so far above the first.
    fn apart(steps: u64, distance: u32) -> impl Iterator<Item = (usize, usize)> {
        let mut lows = steps & steps.checked_shr(distance).unwrap_or(0);
        std::iter::from_fn(move || {
            let low = lows & lows.wrapping_neg();
            lows &= !low;
            let below = |step: u64| (steps & step.wrapping_sub(1)).count_ones() as usize;
            (low != 0).then(|| (below(low), below(low << (distance & 63))))
        })
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

impl Want<'_> {
    /// Ways to take the cards, summed over the lowest and the highest class that they may have.
    fn between_ends(&self, scratch: &mut Scratch, have: &Have, lines: &[Now]) -> u64 {
        let different = self.different.map_or(0, i64::from);
        let (first, last) = have.taken;
        // Most often one constraint ties the highest to the lowest: it is so far above it.
        let is_tied = |now: &&Now| matches!(now.line.highest, 1 | -1) && now.line.lowest == -now.line.highest;
        let tied = lines
            .iter()
            .filter(is_tied)
            .fold(ALL, |span, now| both(span, solved(now.line.highest, now.line.comparison, now.left(different, 0))));
        let others = lines.iter().any(|now| !is_tied(&now) || now.line.comparison == Comparison::IsNot);
        // There is a class for each that there has to be.
        let apart = self.different.map_or(0, |different| different.saturating_sub(1)) as usize;
        // Whether they may be the lowest and the highest, and how high that one may be beside what ties them.
        let may_be = |lowest: i64| {
            let mut to_high = ALL;
            for now in lines.iter().filter(|now| others && !is_tied(now)) {
                let left = now.left(different, lowest);
                if now.line.highest != 0 {
                    to_high = both(to_high, solved(now.line.highest, now.line.comparison, left));
                } else if now.line.lowest != 0 && !compares(now.line.comparison, 0, left) {
                    return None;
                }
            }
            Some(to_high)
        };
        let kept =
            |lowest: i64, highest: i64| !others || lines.iter().all(|now| now.leaves(different, lowest, highest));
        let mut sum: u64 = 0;
        if let (Some(steps), (least, most)) = (have.steps, tied)
            && least == most
        {
            let Ok(distance) = u32::try_from(least) else { return 0 };
            for (low, high) in Have::apart(steps, distance) {
                if low > first || high < last || high < low + apart {
                    continue;
                }
                let (lowest, highest) = (have.key(low), have.key(high));
                let fits = may_be(lowest).is_some_and(|span| span.0 <= highest && highest <= span.1);
                if fits && kept(lowest, highest) {
                    sum = sum.saturating_add(self.ways(scratch, have, (low, high + 1)));
                }
            }
            return sum;
        }
        for low in 0..have.count.min(first.saturating_add(1)) {
            let lowest = have.key(low);
            let Some(to_high) = may_be(lowest) else { continue };
            let to_high = both(to_high, (lowest.saturating_add(tied.0), lowest.saturating_add(tied.1)));
            for high in (low + apart).max(last)..have.count {
                let highest = have.key(high);
                if highest > to_high.1 {
                    break;
                }
                if highest >= to_high.0 && kept(lowest, highest) {
                    sum = sum.saturating_add(self.ways(scratch, have, (low, high + 1)));
                }
            }
        }
        sum
    }

    /// Ways to take the cards of some classes.
    fn ways(&self, scratch: &mut Scratch, have: &Have, (from, to): (usize, usize)) -> u64 {
        let there = to - from;
        let (least, mut most) = self.ready.of_a_class;
        let least = least.max(1);
        let mut different = self.different;
        let mut every = false;
        if let Some(wanted) = different {
            if wanted as usize > there || wanted > self.size {
                return 0;
            }
            if wanted == self.size {
                most = most.min(1);
            }
            every = wanted as usize == there;
            if every || wanted == self.size {
                different = None;
            }
        }
        if least > most || to > have.count {
            return 0;
        }
        if every && there as u32 * least == self.size {
            // Just so many of each.
            let mut ways: u64 = 1;
            for class in have.window((from, to)) {
                ways = ways.saturating_mul(class.ways(self, least));
            }
            return ways;
        }
        let size = self.size as usize;
        let rows = different.map_or(1, |different| different as usize + 1);
        scratch.worked(there as u64 * (rows * (size + 1)) as u64);
        let mut table = std::mem::take(&mut scratch.numbers);
        table.clear();
        table.resize(rows * (size + 1), 0);
        if let Some(none) = table.first_mut() {
            *none = 1;
        }
        for (at, class) in have.window((from, to)).enumerate() {
            let must = every || (self.ends && (at == 0 || at + 1 == there)) || class.taken > 0;
            let most = most.min(class.taken + class.there);
            class.multiply(self, &mut table, (rows, size), (least, most, must));
        }
        let found = table.last().copied().unwrap_or(0);
        scratch.numbers = table;
        found
    }
}

impl Here<'_> {
    /// Ways to take so many of this class.
    #[inline]
    fn ways(&self, want: &Want, count: u32) -> u64 {
        match count.checked_sub(self.taken) {
            Some(0) => 1,
            Some(more) => choose(want.ready, self.there, want.behind & self.class.cards, more),
            None => 0,
        }
    }

    /// Multiplies a polynomial, a row for each number of classes if they are told apart, with that of this class.
    fn multiply(
        &self,
        want: &Want,
        table: &mut [u64],
        (rows, size): (usize, usize),
        (least, most, must): (u32, u32, bool),
    ) {
        let width = size + 1;
        for row in (0..rows).rev() {
            for total in (0..width).rev() {
                let at = row * width + total;
                let mut sum = if must { 0 } else { item(table, at) };
                // The class is one more, where they are counted.
                let from = if rows == 1 { Some(0) } else { row.checked_sub(1) };
                if let Some(from) = from {
                    for take in least..=most.min(total as u32) {
                        let before = item(table, from * width + total - take as usize);
                        if before != 0 {
                            sum = sum.saturating_add(before.saturating_mul(self.ways(want, take)));
                        }
                    }
                }
                if let Some(to) = table.get_mut(at) {
                    *to = sum;
                }
            }
        }
    }
}
