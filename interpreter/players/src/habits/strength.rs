//! Which cards beat which, for what counts in a game at the time: worked out once for each trump suit, say, and kept.

use std::collections::HashMap;

use bidlang::engine::{Desk, Judge, Laying, each_card};

/// For what counts at one time.
#[derive(Debug, Clone)]
pub struct Order {
    /// For each card those that take the trick from it where it leads.
    pub over: Vec<u128>,
    /// For each card those from which it takes the trick where they lead.
    pub under: Vec<u128>,
}

/// What was worked out so far, by form and the slots on which it hangs.
#[derive(Debug, Default)]
pub struct Strengths {
    known: HashMap<(u16, Vec<i64>), Order>,
}

/// More are not kept.
const MOST_KEPT: usize = 256;

impl Strengths {
    /// For what counts now.
    pub fn of(
        &mut self,
        judge: &Judge,
        desk: &mut Desk,
        (laying, form): (&Laying, u16),
        (slots, all): (&[u32], u128),
    ) -> &Order {
        let key = (form, slots.iter().map(|slot| desk.state().int(*slot)).collect::<Vec<i64>>());
        if self.known.len() >= MOST_KEPT && !self.known.contains_key(&key) {
            self.known.clear();
        }
        self.known.entry(key).or_insert_with(|| {
            let mut order = Order { over: vec![0; 128], under: vec![0; 128] };
            for led in each_card(all) {
                for card in each_card(all & !(1 << led)) {
                    if judge.beats(desk, laying, led, card) {
                        if let Some(over) = order.over.get_mut(usize::from(led)) {
                            *over |= 1 << card;
                        }
                        if let Some(under) = order.under.get_mut(usize::from(card)) {
                            *under |= 1 << led;
                        }
                    }
                }
            }
            order
        })
    }
}
