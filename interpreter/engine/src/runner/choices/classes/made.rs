//! Cards into parts and classes, by what is asked of them.

use super::super::super::super::program::CardSet;
use super::super::super::super::state::bit;
use super::super::asked::{Asked, Constraint, Feature};
use super::{Class, Classes, Line, MOST_CLASSES, Part};
use crate::Comparison;

/// What may be asked of groups beside what goes by their classes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Beside {
    Nothing,
    /// How many cards of a set there are.
    Sets,
    /// Anything: it is asked of each group that goes by classes.
    Anything,
}

impl Classes {
    /// How groups are counted of which this is asked; nothing where it cannot be done so.
    pub(in super::super) fn of(asked: &Asked, cards: usize, beside: Beside) -> Option<Self> {
        if !asked.others.is_empty() && beside != Beside::Anything {
            return None;
        }
        let all: CardSet = CardSet::first(cards);
        let mut parts = vec![all];
        let mut one_class = Vec::new();
        for (partition, classes) in asked.partitions.iter().enumerate() {
            if asked.constraints.iter().any(|constraint| constraint.is_one_of(partition)) {
                one_class.push(partition);
                let split = |part: &CardSet| classes.classes.iter().map(|class| class & part).collect::<Vec<_>>();
                parts = parts.iter().flat_map(split).filter(|part| *part != 0).collect();
            }
        }
        let (mut lines, mut some) = (Vec::new(), Vec::new());
        let (mut partition, mut ranking) = (None, None);
        let same = |known: &mut Option<usize>, this: usize| *known.get_or_insert(this) == this;
        let loose = beside == Beside::Anything;
        for alike in &asked.alike {
            if alike.comparison == Comparison::IsNot || !same(&mut partition, alike.partition) {
                return None;
            }
        }
        let mut constraints: Vec<(usize, &Constraint)> = asked.constraints.iter().enumerate().collect();
        if loose {
            // What ties most together leaves the fewest groups.
            constraints.retain(|(_, constraint)| !constraint.partial);
            constraints.sort_by_key(|(_, constraint)| std::cmp::Reverse(constraint.terms.len()));
        }
        for (number, constraint) in constraints {
            if beside == Beside::Sets && asked.some_of(number) {
                if !constraint.partial {
                    some.push(number);
                }
                continue;
            }
            let before = (partition, ranking);
            let mut line = Line { comparison: constraint.comparison, ..Line::NONE };
            let mut put = |(times, feature): &(i64, Feature)| {
                match feature {
                    Feature::Size => line.size = *times,
                    Feature::Different(of) if one_class.contains(of) => line.fixed += times,
                    Feature::Different(of) if same(&mut partition, *of) => line.different = *times,
                    Feature::Lowest(of) if same(&mut ranking, *of) => line.lowest = *times,
                    Feature::Highest(of) if same(&mut ranking, *of) => line.highest = *times,
                    _ => return None,
                }
                Some(())
            };
            let known = constraint.terms.iter().try_for_each(&mut put).is_some();
            if !known && !loose {
                return None;
            }
            if !known || loose && !parts.iter().all(|part| by_key(asked, (partition, ranking))(*part).is_some()) {
                (partition, ranking) = before;
                continue;
            }
            if !one_class.iter().any(|partition| constraint.is_one_of(*partition)) {
                lines.push((number, line));
            }
        }
        let (by_class, keyed) = (partition.is_some() || ranking.is_some(), by_key(asked, (partition, ranking)));
        let mut first = 0;
        let part = |cards: CardSet| {
            let here = keyed(cards)?;
            let lowest = here.first().map_or(0, |class| class.key);
            let step = |class: &Class| u8::try_from(class.key.checked_sub(lowest)?).ok().filter(|step| *step < 64);
            let steps = here.iter().map(step).collect();
            let rows = rows(&here);
            let part = Part { cards, first, classes: here.into(), steps, rows };
            first += part.classes.len();
            (part.classes.len() <= MOST_CLASSES).then_some(part)
        };
        let parts: Option<Box<[Part]>> = parts.into_iter().map(part).collect();
        let parts = parts?;
        let place = |card: u8| {
            let (number, part) = parts.iter().enumerate().find(|(_, part)| part.cards & bit(card) != 0)?;
            let class = part.classes.iter().position(|class| class.cards & bit(card) != 0)?;
            Some((u8::try_from(number).ok()?, u8::try_from(part.first + class).ok()?))
        };
        let place = (0..=u8::MAX).take(cards).map(place).collect::<Option<_>>()?;
        let tied = lines.iter().any(|(_, line)| line.ties());
        (!loose || by_class || !one_class.is_empty()).then_some(())?;
        let one_each = by_class && parts.iter().all(|part| part.classes.len() == 1);
        Some(Self { parts, place, lines: lines.into(), tied, by_class, one_each, some: some.into() })
    }
}

/// Where classes stand above the lowest if a gap between two, however wide, is one step.
fn rows(classes: &[Class]) -> Option<Box<[u8]>> {
    let mut at = 0_u8;
    let mut before: Option<i64> = None;
    let place = |class: &Class| {
        let gap = before.map_or(Some(0), |before| class.key.checked_sub(before))?;
        before = Some(class.key);
        at += gap.clamp(0, 2) as u8;
        (at < 64).then_some(at)
    };
    classes.iter().map(place).collect()
}

/// The number of a partition and of a ranking, where there are such.
type By = (Option<usize>, Option<usize>);

/// The classes of a part of the deck by their numbers, the lowest first; nothing where these do not tell classes apart.
fn by_key<'a>(asked: &'a Asked, (partition, ranking): By) -> impl Fn(CardSet) -> Option<Vec<Class>> + 'a {
    let ranking = ranking.and_then(|ranking| asked.rankings.get(ranking));
    let classes: Vec<CardSet> = match (partition.and_then(|of| asked.partitions.get(of)), ranking) {
        (Some(partition), _) => partition.classes.to_vec(),
        (None, Some(ranking)) => ranking.steps.iter().map(|(_, cards)| *cards).collect(),
        (None, None) => Vec::new(),
    };
    move |cards: CardSet| {
        if classes.is_empty() {
            return Some(vec![Class { cards, key: 0 }]);
        }
        let here = classes.iter().map(|class| class & cards).filter(|class| *class != 0);
        let Some(ranking) = ranking else { return Some(here.map(|cards| Class { cards, key: 0 }).collect()) };
        let keyed = here.map(|cards| {
            let mut steps = ranking.steps.iter().filter(|(_, step)| step & cards != 0);
            let key = steps.next().map(|(key, _)| *key);
            // All cards of a class have one number.
            key.filter(|_| steps.next().is_none()).map(|key| Class { cards, key })
        });
        let mut here = keyed.collect::<Option<Vec<Class>>>()?;
        here.sort_by_key(|class| class.key);
        // And no two classes have the same.
        here.windows(2).all(|two| matches!(two, [a, b] if a.key < b.key)).then_some(here)
    }
}
