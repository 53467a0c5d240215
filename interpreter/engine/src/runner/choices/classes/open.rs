//! Groups listed class by class (depth-first), where few ways to go on come to nothing: what is asked is looked at of whole groups alone, but for how
//! many classes and cards there can be.

use super::super::super::super::eval::compares;
use super::super::super::super::program::CardSet;
use super::super::super::alike::{Alike, sorts};
use super::super::asked::MOST_CONSTRAINTS;
use super::super::several::{Ready, first_of};
use super::sets::in_order_of;
use super::{Classes, Have, Here, Line, Now};

/// So many steps may be gone for each group that there is room for.
const STEPS: u64 = 16;

/// Groups of a size of which some cards are taken.
#[derive(Clone, Copy)]
struct Taken {
    cards: CardSet,
    left: u32,
    different: i64,
    /// The numbers of the lowest class and the highest.
    ends: (i64, i64),
}

struct Open<'a> {
    ready: &'a Ready<'a>,
    lines: &'a [Now<'a>],
    /// Of so many classes a group is at most.
    most: i64,
    steps: u64,
    room: u64,
    found: Vec<CardSet>,
}

impl Classes {
    /// All groups of a size in their order, where they are no more than this and are found without many looks at others.
    pub(in super::super) fn each_of_few(&self, ready: &Ready, size: u32, room: u64) -> Option<Vec<CardSet>> {
        self.listed(ready, size, room).or_else(|| self.each_class(ready, size, room))
    }

    /// All groups of a size in their order, by a look at each way to take cards class by class; nothing where these are many.
    fn each_class(&self, ready: &Ready, size: u32, room: u64) -> Option<Vec<CardSet>> {
        self.by_class.then_some(())?;
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let Some(count) = self.of_size(&ready.bounds, size, &mut lines) else { return Some(Vec::new()) };
        let lines = lines.get(..count)?;
        let mut open = Open { ready, lines, most: 0, steps: room.saturating_mul(STEPS), room, found: Vec::new() };
        for part in &self.parts {
            let have = Have::untouched(part, ready.from);
            if have.room(ready.of_a_class) < size {
                continue;
            }
            open.most = Self::numbers(ready, lines, (have.count, size)).1;
            let classes: Vec<Here> = have.window((0, have.count)).collect();
            let none = Taken { cards: CardSet::NONE, left: size, different: 0, ends: (0, 0) };
            open.go_on(&classes, none)?;
        }
        open.found.sort_unstable_by(|a, b| in_order_of(ready.like(), *a, *b));
        Some(open.found)
    }
}

impl Open<'_> {
    /// Goes on with the classes behind those that are taken; nothing where there are too many ways.
    fn go_on(&mut self, behind: &[Here], taken: Taken) -> Option<()> {
        if taken.left == 0 {
            if self.lines.iter().all(|now| now.holds(&taken)) {
                self.room = self.room.checked_sub(1)?;
                self.found.push(taken.cards);
            }
            return Some(());
        }
        if taken.different >= self.most {
            return Some(());
        }
        let (least, most) = (self.ready.of_a_class.0.max(1), self.ready.of_a_class.1);
        let mut cards: u32 = behind.iter().map(|class| class.there).sum();
        for (at, class) in behind.iter().enumerate() {
            if cards < taken.left {
                break;
            }
            cards -= class.there;
            self.steps = self.steps.checked_sub(1)?;
            let lowest = if taken.different == 0 { class.class.key } else { taken.ends.0 };
            let next = Taken { different: taken.different + 1, ends: (lowest, class.class.key), ..taken };
            let rest = behind.get(at + 1..).unwrap_or(&[]);
            for count in least..=most.min(class.there).min(taken.left) {
                let next = Taken { left: taken.left - count, ..next };
                self.take(class.class.cards & self.ready.from, count, rest, next)?;
            }
        }
        Some(())
    }

    /// So many cards of a class, and then of those behind it.
    fn take(&mut self, cards: CardSet, count: u32, behind: &[Here], taken: Taken) -> Option<()> {
        if count == 0 {
            return self.go_on(behind, taken);
        }
        let like: Option<&Alike> = self.ready.like();
        let Some(sort) = sorts(like, cards).next() else { return Some(()) };
        let (rest, there) = (cards & !sort, sort.count_ones());
        self.steps = self.steps.checked_sub(1)?;
        for some in count.saturating_sub(rest.count_ones())..=there.min(count) {
            self.take(rest, count - some, behind, Taken { cards: taken.cards | first_of(sort, some), ..taken })?;
        }
        Some(())
    }
}

impl Now<'_> {
    /// Whether it holds of a whole group.
    fn holds(&self, group: &Taken) -> bool {
        let (lowest, highest) = group.ends;
        let Line { different, lowest: low, highest: high, comparison, .. } = *self.line;
        let sum = different
            .saturating_mul(group.different)
            .saturating_add(low.saturating_mul(lowest))
            .saturating_add(high.saturating_mul(highest));
        compares(comparison, sum, self.rest)
    }
}
