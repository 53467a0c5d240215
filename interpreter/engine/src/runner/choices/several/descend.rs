//! Unranking: the `n`th group, found by going down the cards with the number of groups that begin so.

use super::super::super::super::program::CardSet;
use super::super::super::alike::sorts;
use super::super::cases::{Case, Parted};
use super::super::classes::{Classes, Tally};
use super::{Ready, Scratch, first_of};

/// The `n`th group of a size by how many there are that begin so.
pub(super) fn descend(
    classes: &Classes,
    (ready, parted): (&Ready, &Parted),
    scratch: &mut Scratch,
    size: u32,
    n: u64,
) -> CardSet {
    if let Parted::Cases(cases) = parted {
        return by_cases(classes, (ready, cases), scratch, size, n);
    }
    let (mut n, mut behind, mut taken) = (n, ready.from, CardSet::NONE);
    let mut left = size;
    let mut among = CardSet::MAX;
    let mut tally = classes.tally(ready.from);
    let most = classes.most_of_a_class(ready, &ready.bounds, size);
    for sort in sorts(ready.like(), ready.from) {
        if left == 0 {
            break;
        }
        behind &= !sort;
        let (card, many) = (sort.trailing_zeros() as u8, sort.count_ones());
        classes.pass(&mut tally, card, (many, 0));
        if sort & among == 0 {
            continue;
        }
        let room = most.saturating_sub(classes.taken(&tally, card));
        for take in (1..=many.min(left).min(room)).rev() {
            let count = take as i32;
            classes.pass(&mut tally, card, (0, count));
            let with = classes.ways(ready, scratch, &tally, &ready.bounds, (card, behind), (size - left + take, size));
            if n < with {
                taken |= first_of(sort, take);
                left -= take;
                among = classes.part_of(card);
                break;
            }
            classes.pass(&mut tally, card, (0, -count));
            n -= with;
        }
    }
    taken
}

/// All groups of a size in their order, where they are few: each way down is left out behind which there is none.
pub(super) struct Groups<'a> {
    classes: &'a Classes,
    ready: &'a Ready<'a>,
    size: u32,
    tally: Tally,
    found: Vec<CardSet>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(classes: &'a Classes, ready: &'a Ready<'a>, size: u32) -> Self {
        Self { classes, ready, size, tally: classes.tally(ready.from), found: Vec::new() }
    }

    /// These, of which there are so many.
    pub(super) fn all(&mut self, scratch: &mut Scratch, ways: u64) -> Vec<CardSet> {
        if ways > 0
            && let Some(found) = self.classes.each_of_few(self.ready, self.size, ways)
        {
            return found;
        }
        if ways > 0 {
            self.walk(scratch, (CardSet::NONE, CardSet::MAX), self.ready.from, ways);
        }
        std::mem::take(&mut self.found)
    }

    /// Those that begin with some cards and go on with those behind: there are so many.
    fn walk(&mut self, scratch: &mut Scratch, (taken, among): (CardSet, CardSet), behind: CardSet, ways: u64) {
        let so_far = taken.count_ones();
        let Some(left) = self.size.checked_sub(so_far).filter(|left| *left > 0) else {
            self.found.push(taken);
            return;
        };
        let before = self.tally;
        let (mut behind, mut ways) = (behind, ways);
        for sort in sorts(self.ready.like(), behind) {
            if ways == 0 {
                break;
            }
            behind &= !sort;
            let (card, many) = (sort.trailing_zeros() as u8, sort.count_ones());
            self.classes.pass(&mut self.tally, card, (many, 0));
            if sort & among == 0 {
                continue;
            }
            for take in (1..=many.min(left)).rev() {
                self.classes.pass(&mut self.tally, card, (0, take as i32));
                let (ready, sizes) = (self.ready, (so_far + take, self.size));
                let with = self.classes.ways(ready, scratch, &self.tally, &ready.bounds, (card, behind), sizes);
                if with > 0 {
                    let among = self.classes.part_of(card);
                    self.walk(scratch, (taken | first_of(sort, take), among), behind, with);
                    ways = ways.saturating_sub(with);
                }
                self.classes.pass(&mut self.tally, card, (0, -(take as i32)));
            }
        }
        self.tally = before;
    }
}

/// A case with the cards of it that are behind.
struct Line {
    case: Case,
    tally: Tally,
}

/// The same where groups are a sum of cases.
fn by_cases(classes: &Classes, (ready, cases): (&Ready, &[Case]), scratch: &mut Scratch, size: u32, n: u64) -> CardSet {
    let (mut n, mut left, mut taken) = (n, size, CardSet::NONE);
    let mut among = CardSet::MAX;
    // Of each part of the deck, as a group is made of one.
    let mut parts: Vec<(CardSet, Vec<Line>)> = Vec::new();
    let mut others = ready.from;
    while let Some(card) = others.lowest() {
        let part = classes.part_of(card);
        others &= !part;
        let line = |case: Case| Line { tally: classes.tally(case.from), case };
        let sized = |case: &Case| classes.sized(&case.bounds, size);
        parts.push((part, Case::within(cases, part).into_iter().filter(sized).map(line).collect()));
        if part == 0 {
            break;
        }
    }
    let mut behind = ready.from;
    for sort in sorts(ready.like(), ready.from) {
        if left == 0 {
            break;
        }
        behind &= !sort;
        if sort & among == 0 {
            continue;
        }
        let Some((part, lines)) = parts.iter_mut().find(|(part, _)| part & sort != 0) else { continue };
        let card = sort.trailing_zeros() as u8;
        for line in &mut *lines {
            let many = (sort & line.case.from).count_ones();
            classes.pass(&mut line.tally, card, (many, 0));
        }
        let mut chosen = 0;
        for take in (1..=sort.count_ones().min(left)).rev() {
            let mut with: u64 = 0;
            for line in lines.iter_mut().filter(|line| (sort & line.case.from).count_ones() >= take) {
                let behind = line.case.from & behind;
                classes.pass(&mut line.tally, card, (0, take as i32));
                let bounds = &line.case.bounds;
                let (so_far, tally) = (size - left + take, &line.tally);
                let ways = classes.ways(ready, scratch, tally, bounds, (card, behind), (so_far, size));
                with = with.wrapping_add(ways.wrapping_mul(line.case.times as u64));
                classes.pass(&mut line.tally, card, (0, -(take as i32)));
            }
            if n < with {
                chosen = take;
                break;
            }
            n -= with;
        }
        if chosen > 0 {
            lines.retain(|line| (sort & line.case.from).count_ones() >= chosen);
            for line in lines {
                classes.pass(&mut line.tally, card, (0, chosen as i32));
            }
            taken |= first_of(sort, chosen);
            left -= chosen;
            among = *part;
        }
    }
    taken
}
