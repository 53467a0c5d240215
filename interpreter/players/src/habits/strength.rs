//! Which cards beat which, for what counts in a game at the time: worked out once for each trump suit, say, and kept.

use std::collections::hash_map::Entry;

use bidlang::engine::{CardSet, Desk, GoesBy, Judge, MOST_CARDS, Runner, each_card};
use rustc_hash::FxHashMap;

/// For what counts at one time.
#[derive(Debug, Clone)]
pub struct Order {
    /// For each card those that take the trick from it where it leads.
    pub over: Vec<CardSet>,
    /// For each card those from which it takes the trick where they lead.
    pub under: Vec<CardSet>,
    /// For a card that leads and one that is ahead those that take the trick then, as far as that was asked for.
    taking: FxHashMap<(u8, u8), CardSet>,
}

/// What was worked out so far, by form and that on which it hangs.
#[derive(Debug, Default)]
pub struct Strengths {
    known: FxHashMap<(u16, Vec<i64>), Order>,
}

/// More are not kept.
const MOST_KEPT: usize = 256;

impl Strengths {
    /// For what counts now; with `suppose`, where this slot has this value. None where it cannot.
    pub fn of(
        &mut self,
        (runner, judge): (&Runner, &Judge),
        desk: &mut Desk,
        (form, suppose): (u16, Option<(u32, i64)>),
        (goes_by, all): (&GoesBy, CardSet),
    ) -> Option<&mut Order> {
        let mut values: Vec<i64> = goes_by.values(runner.program(), desk.state()).collect();
        if let Some((slot, supposed)) = suppose {
            let now = values.iter_mut().zip(&goes_by.slots);
            now.filter(|(_, of)| **of == slot).for_each(|(value, _)| *value = supposed);
        }
        let key = (form, values);
        if self.known.len() >= MOST_KEPT && !self.known.contains_key(&key) {
            self.known.clear();
        }
        match self.known.entry(key) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(new) => {
                let worked_out = match suppose {
                    None => Order::of(judge, desk, form, all),
                    Some(suppose) => Judge::supposing(desk, suppose, |desk| Order::of(judge, desk, form, all))?,
                };
                Some(new.insert(worked_out))
            }
        }
    }
}

impl Order {
    /// The cards that take a trick where one leads and one is ahead: other cards in it are not asked.
    pub fn taking(&mut self, judge: &Judge, desk: &mut Desk, (form, all): (u16, CardSet), before: (u8, u8)) -> CardSet {
        *self.taking.entry(before).or_insert_with(|| {
            let lie = CardSet::one(before.0) | CardSet::one(before.1);
            each_card(all & !lie).filter(|card| judge.takes_from(desk, form, before, *card)).collect()
        })
    }

    fn of(judge: &Judge, desk: &mut Desk, form: u16, all: CardSet) -> Self {
        let nothing = vec![CardSet::NONE; MOST_CARDS];
        let mut order = Self { over: nothing.clone(), under: nothing, taking: FxHashMap::default() };
        for led in each_card(all) {
            for card in each_card(all & !CardSet::one(led)) {
                if judge.beats(desk, form, led, card) {
                    if let Some(over) = order.over.get_mut(usize::from(led)) {
                        *over |= CardSet::one(card);
                    }
                    if let Some(under) = order.under.get_mut(usize::from(card)) {
                        *under |= CardSet::one(led);
                    }
                }
            }
        }
        order
    }

    /// From how many cards one takes the trick where they lead.
    pub fn under(&self, card: u8) -> u32 {
        self.under.get(usize::from(card)).map_or(0, |under| under.count_ones())
    }
}
