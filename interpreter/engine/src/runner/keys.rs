//! What comes of a number for each of several cards, seats or members: totals, highest, lowest, best.

use super::super::MOST_CARDS;
use super::super::eval::each_card;
use super::super::fault::FaultKind;
use super::super::program::{CardSet, Node, NodeId};
use super::super::state::bit;
use super::desk::Desk;
use super::tabulated::SlotByTable;
use super::{Build, Cards, Numbers};
use crate::Fold;
use crate::index::{fit, item};

/// What a number is for each card, seat or member.
pub(super) type Key = Box<dyn Fn(&mut Desk, i64) -> i64 + Send + Sync>;

/// What a number is for each of several, with what need be found but once for all of them.
pub(super) trait Keys: Send + Sync + 'static {
    type Ready: Copy;
    fn ready(&self, desk: &mut Desk) -> Self::Ready;
    fn of(&self, desk: &mut Desk, ready: Self::Ready, one: u8) -> i64;
}

impl Keys for Key {
    type Ready = ();

    fn ready(&self, _: &mut Desk) {}

    #[inline]
    fn of(&self, desk: &mut Desk, (): (), one: u8) -> i64 {
        self(desk, i64::from(one))
    }
}

/// What a table says of each card.
pub(super) struct ByCard {
    pub(super) values: Box<[i64]>,
}

impl Keys for ByCard {
    type Ready = ();

    fn ready(&self, _: &mut Desk) {}

    #[inline(always)]
    fn of(&self, _: &mut Desk, (): (), one: u8) -> i64 {
        self.values.get(usize::from(one)).copied().unwrap_or(-1)
    }
}

/// How many different values a table has for the cards of a set: each value is a bit.
pub(super) fn different(values: &[i64], of: Cards) -> Numbers {
    let mut all = values.to_vec();
    all.sort_unstable();
    all.dedup();
    let number = |value: &i64| all.binary_search(value).ok().and_then(|number| u8::try_from(number).ok()).unwrap_or(0);
    let bits: Box<[u8]> = values.iter().map(number).collect();
    Box::new(move |desk| {
        let seen = each_card(of(desk)).fold(CardSet::NONE, |seen, card| seen | bit(item(&bits, usize::from(card))));
        seen.count_ones().into()
    })
}

/// A slot by a table, for each value of a register.
pub(super) struct ByTable {
    table: SlotByTable,
    reg: u32,
}

impl Keys for ByTable {
    type Ready = usize;

    #[inline]
    fn ready(&self, desk: &mut Desk) -> usize {
        self.table.row(desk)
    }

    #[inline]
    fn of(&self, desk: &mut Desk, row: usize, one: u8) -> i64 {
        self.table.in_row(desk, row, (self.reg, i64::from(one)))
    }
}

/// What comes of a key for each of several.
pub(super) fn folded<I: Iterator<Item = u8>>(
    fold: Fold,
    of: impl Fn(&mut Desk) -> I + Send + Sync + 'static,
    key: impl Keys,
) -> Numbers {
    match fold {
        Fold::Total => Box::new(move |desk| {
            let (all, ready) = (of(desk), key.ready(desk));
            let mut sum: i64 = 0;
            for one in all {
                match sum.checked_add(key.of(desk, ready, one)) {
                    Some(more) => sum = more,
                    None => return desk.fail(FaultKind::Overflow, 0),
                }
            }
            sum
        }),
        Fold::Any => Box::new(move |desk| {
            let (mut all, ready) = (of(desk), key.ready(desk));
            i64::from(all.any(|one| key.of(desk, ready, one) != 0))
        }),
        Fold::Every => Box::new(move |desk| {
            let (mut all, ready) = (of(desk), key.ready(desk));
            i64::from(all.all(|one| key.of(desk, ready, one) != 0))
        }),
        Fold::Different => Box::new(move |desk| {
            let (all, ready) = (of(desk), key.ready(desk));
            let mut seen = [0_i64; MOST_CARDS];
            let mut count = 0;
            for one in all {
                let value = key.of(desk, ready, one);
                if !seen.iter().take(count).any(|other| *other == value)
                    && let Some(slot) = seen.get_mut(count)
                {
                    *slot = value;
                    count += 1;
                }
            }
            fit::<_, i64>(count)
        }),
        Fold::LongestRun => Box::new(move |desk| {
            let (all, ready) = (of(desk), key.ready(desk));
            let mut values: Vec<i64> = all.map(|one| key.of(desk, ready, one)).collect();
            values.sort_unstable();
            values.dedup();
            let (mut longest, mut here, mut last) = (0, 0, None);
            for value in values {
                let follows = last.is_some_and(|last: i64| last.checked_add(1) == Some(value));
                here = if follows { here + 1 } else { 1 };
                longest = longest.max(here);
                last = Some(value);
            }
            longest
        }),
        // Of none it is 0.
        Fold::Highest => Box::new(move |desk| {
            let (all, ready) = (of(desk), key.ready(desk));
            best(all.map(|one| key.of(desk, ready, one)), i64::max)
        }),
        Fold::Lowest => Box::new(move |desk| {
            let (all, ready) = (of(desk), key.ready(desk));
            best(all.map(|one| key.of(desk, ready, one)), i64::min)
        }),
        Fold::SecondHighest | Fold::SecondLowest => {
            let highest = fold == Fold::SecondHighest;
            Box::new(move |desk| {
                let (all, ready) = (of(desk), key.ready(desk));
                let (mut best, mut second): (Option<i64>, Option<i64>) = (None, None);
                for one in all {
                    let value = key.of(desk, ready, one);
                    let better = |than: i64| if highest { value > than } else { value < than };
                    if best.is_none_or(better) {
                        second = best;
                        best = Some(value);
                    } else if second.is_none_or(better) {
                        second = Some(value);
                    }
                }
                second.unwrap_or(0)
            })
        }
    }
}

#[inline(always)]
fn best(mut values: impl Iterator<Item = i64>, of: fn(i64, i64) -> i64) -> i64 {
    let first = values.next().unwrap_or(0);
    values.fold(first, of)
}

/// The best of a set, by a key: its value and all that reach it.
pub(super) fn best_of<K: Keys>(desk: &mut Desk, set: CardSet, highest: bool, key: &K) -> CardSet {
    let mut found: CardSet = CardSet::NONE;
    let mut best = 0;
    let ready = key.ready(desk);
    for one in each_card(set) {
        let value = key.of(desk, ready, one);
        let bit = bit(one);
        if found == 0 || (if highest { value > best } else { value < best }) {
            (best, found) = (value, bit);
        } else if value == best {
            found |= bit;
        }
    }
    found
}

impl Build<'_> {
    /// What a phrase is for each card in a register, if a table says it.
    pub(super) fn key_of_card(&self, reg: u32, key: NodeId) -> Option<ByCard> {
        let Node::Tab { table, low, key, other } = self.node(key) else { return None };
        let (table, low, other) = (self.program.tables.get(*table as usize)?, *low, *other);
        let of_card = |card: i64| usize::try_from(card.saturating_sub(low)).ok().and_then(|at| table.get(at).copied());
        let values = (0..).zip(&self.program.like).map(|(card, _)| of_card(card).unwrap_or(other)).collect();
        (*self.node(*key) == Node::Reg(reg)).then_some(ByCard { values })
    }

    /// What a phrase is for each value of a register.
    pub(super) fn key(&self, reg: u32, key: NodeId) -> Key {
        match self.node(key) {
            Node::Tab { table, low, key, other } if *self.node(*key) == Node::Reg(reg) => {
                let (table, low, other) = (self.table(*table), *low, *other);
                Box::new(move |_, of| {
                    usize::try_from(of.saturating_sub(low)).ok().and_then(|at| table.get(at).copied()).unwrap_or(other)
                })
            }
            Node::SlotAt { base, keys, nothing }
                if keys.len() == 1 && keys.iter().all(|(key, _)| *self.node(*key) == Node::Reg(reg)) =>
            {
                let (base, nothing) = (*base, *nothing);
                let size = keys.first().map_or(0, |(_, size)| *size);
                Box::new(move |desk, of| match u32::try_from(of) {
                    Ok(at) if at < size => desk.state.int(base + at),
                    _ => nothing,
                })
            }
            _ => {
                let key = self.number(key);
                Box::new(move |desk, of| {
                    desk.set_reg(reg, of);
                    key(desk)
                })
            }
        }
    }

    /// What a phrase is for each value of a register, if a slot says it that is found by a table.
    pub(super) fn key_by_table(&self, reg: u32, key: NodeId) -> Option<ByTable> {
        match self.node(key) {
            Node::SlotAt { base, keys, nothing } => match keys.as_slice() {
                [key] => self
                    .slot_by_table(*base, *key, *nothing)
                    .filter(|table| table.counts_by(reg))
                    .map(|table| ByTable { table, reg }),
                _ => None,
            },
            Node::Let { reg: name, value, body } if *self.node(*value) == Node::Reg(reg) => {
                self.known.borrow_mut().push((*name, *value));
                let found = self.key_by_table(reg, *body);
                self.known.borrow_mut().pop();
                found
            }
            _ => None,
        }
    }
}
