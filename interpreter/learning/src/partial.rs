//! An act that is being chosen by numbers: what may come next, and what it is when all is said. Where only one number is left it is taken
//! without asking.

mod acts;
mod sentence;

use std::sync::Arc;

use bidlang::engine::{CardSet, Choice, Desk, Runner, each_card};

use crate::actions::{Actions, DIGIT};
pub use acts::open_acts;
use acts::{each_act, enter, real_card, set, set_cards};
pub use sentence::{place_of, whole};
use sentence::{size, steps_of};

/// Most choices of an act that are looked through; of more, the number in their order is said digit by digit.
const MOST_ROWS: u64 = 20_000;

/// What a seat has said so far of what it chooses.
#[derive(Debug, Clone, Default)]
pub struct Partial {
    said: Said,
    /// The numbers that were said, the last ones last.
    numbers: Vec<u32>,
}

#[derive(Debug, Clone, Default)]
enum Said {
    /// Nothing.
    #[default]
    Nothing,
    /// Cards of a set, of which nothing is asked but how many: those that were picked, those that may still be.
    Cards { act: u8, picked: CardSet, left: CardSet, least: u32, most: u32 },
    /// The first numbers of some choices, which lie beside each other.
    Rows { rows: Arc<[Row]>, from: usize, to: usize, depth: usize },
    /// The first digits of a choice's number among those of its act.
    Number { act: u8, count: u64, high: u64, digits: u32 },
}

/// A choice, and the numbers that say it.
#[derive(Debug)]
struct Row {
    says: Vec<u32>,
    choice: Choice,
}

/// What a number leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// More has to be said.
    More,
    /// All is said: the choice is whole.
    Whole,
}

/// A number that may not be said now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsayable;

impl Partial {
    /// A seat is asked anew, which has several choices: so nothing is whole before anything was said.
    ///
    /// # Errors
    /// Where it has but one, or what is left to be said cannot be.
    pub fn begin(actions: &Actions, runner: &Runner, desk: &mut Desk, seat: u8) -> Result<Self, Unsayable> {
        let mut partial = Self::default();
        partial.begin_anew(actions, runner, desk, seat)?;
        Ok(partial)
    }

    /// The same, where something else was said before.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn begin_anew(
        &mut self,
        actions: &Actions,
        runner: &Runner,
        desk: &mut Desk,
        seat: u8,
    ) -> Result<(), Unsayable> {
        self.clear();
        if desk.state().waiting().is_some_and(|ask| actions.by_steps(ask))
            && self.settle(actions, runner, desk, seat, &mut Choice::default())? == Next::Whole
        {
            return Err(Unsayable);
        }
        Ok(())
    }

    /// Nothing is said any more.
    pub fn clear(&mut self) {
        self.numbers.clear();
        if self.begun() {
            self.said = Said::Nothing;
        }
    }

    /// How many numbers were said that others do not hear of.
    #[must_use]
    pub const fn begun(&self) -> bool {
        !matches!(self.said, Said::Nothing)
    }

    /// The cards that were picked so far, where they are picked one by one.
    #[must_use]
    pub fn cards(&self, actions: &Actions) -> CardSet {
        match &self.said {
            Said::Nothing | Said::Number { .. } => CardSet::NONE,
            Said::Cards { picked, .. } => *picked,
            Said::Rows { rows, from, depth, .. } => {
                let says = rows.get(*from).and_then(|row| row.says.get(..*depth)).unwrap_or_default();
                let cards = says.iter().filter_map(|number| number.checked_sub(actions.pick));
                cards.filter(|card| *card < actions.cards).map(|card| card as usize).collect()
            }
        }
    }

    /// The numbers that were said so far of an act that is taken by steps, also those that were said without asking.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Visits the numbers that may be said next, lowest first within an act.
    pub fn each(&self, actions: &Actions, runner: &Runner, desk: &mut Desk, seat: u8, visit: &mut impl FnMut(u32)) {
        match &self.said {
            Said::Nothing => each_act(actions, runner, desk, seat, visit),
            Said::Cards { .. } => {
                let (cards, enough) = self.more_cards().unwrap_or_default();
                each_card(cards).for_each(|card| visit(actions.pick + u32::from(card)));
                enough.then_some(actions.enough).into_iter().for_each(visit);
            }
            Said::Rows { rows, from, to, depth, .. } => {
                let mut last = None;
                for row in rows.get(*from..*to).unwrap_or_default() {
                    let next = row.says.get(*depth).copied();
                    if next != last {
                        next.into_iter().for_each(&mut *visit);
                        last = next;
                    }
                }
            }
            Said::Number { count, high, digits, .. } => {
                let size = size(digits - 1);
                for digit in 0..DIGIT {
                    if high.saturating_mul(u64::from(DIGIT)).saturating_add(u64::from(digit)).saturating_mul(size)
                        < *count
                    {
                        visit(actions.digit + digit);
                    }
                }
            }
        }
    }

    /// Of cards that are picked one by one those that may be next, and whether they are enough; none where it is nothing of the kind.
    fn more_cards(&self) -> Option<(CardSet, bool)> {
        let Said::Cards { picked, left, least, most, .. } = &self.said else { return None };
        let count = picked.count_ones();
        let mut open = if count < *most { *left } else { CardSet::NONE };
        // Behind the next card there have to be as many as are wanted still.
        for _ in count + 1..*least {
            open &= !open.highest().map_or(CardSet::NONE, CardSet::one);
        }
        Some((open, count >= *least))
    }

    /// Sets the bits of the numbers that may be said next, where cards are picked one by one: whether they are.
    pub fn open_cards(&self, actions: &Actions, open: &mut [u64]) -> bool {
        let Some((cards, enough)) = self.more_cards() else { return false };
        set_cards(open, actions.pick, cards);
        if enough {
            set(open, actions.enough);
        }
        true
    }

    /// Says a number that may be said next; where with it all is said, the choice is written down.
    ///
    /// # Errors
    /// Where it may not: what was said before is of no use then.
    pub fn say(
        &mut self,
        actions: &Actions,
        (runner, desk): (&Runner, &mut Desk),
        seat: u8,
        number: u32,
        choice: &mut Choice,
    ) -> Result<Next, Unsayable> {
        match self.step(actions, runner, desk, seat, number, choice).ok_or(Unsayable)? {
            Next::Whole => Ok(Next::Whole),
            Next::More => self.settle(actions, runner, desk, seat, choice),
        }
    }

    /// Says what alone is left to be said.
    fn settle(
        &mut self,
        actions: &Actions,
        runner: &Runner,
        desk: &mut Desk,
        seat: u8,
        choice: &mut Choice,
    ) -> Result<Next, Unsayable> {
        loop {
            if self.more_cards().is_some_and(|(cards, enough)| cards.count_ones() + u32::from(enough) > 1) {
                return Ok(Next::More);
            }
            let (mut only, mut count) = (0, 0_u32);
            self.each(actions, runner, desk, seat, &mut |number| {
                only = number;
                count += 1;
            });
            if count != 1 {
                return Ok(Next::More);
            }
            if self.step(actions, runner, desk, seat, only, choice).ok_or(Unsayable)? == Next::Whole {
                return Ok(Next::Whole);
            }
        }
    }

    /// Takes one number; none where it may not be said.
    fn step(
        &mut self,
        actions: &Actions,
        runner: &Runner,
        desk: &mut Desk,
        seat: u8,
        number: u32,
        choice: &mut Choice,
    ) -> Option<Next> {
        let ask = desk.state().waiting()?;
        if actions.by_steps(ask) {
            self.numbers.push(number);
        }
        match &mut self.said {
            Said::Nothing => match steps_of(actions, ask, number) {
                Some((act, pieces)) => {
                    self.said = enter(actions, runner, desk, seat, act, pieces)?;
                    Some(Next::More)
                }
                None => whole(actions, runner, desk, (ask, seat), number, choice).ok(),
            },
            Said::Cards { act, picked, left, most, .. } => {
                if number != actions.enough {
                    let card = number.checked_sub(actions.pick).filter(|card| *card < actions.cards)?;
                    let card = u8::try_from(card).ok()?;
                    *picked |= CardSet::one(card);
                    *left &= CardSet::MAX.up(u32::from(card) + 1);
                    if picked.count_ones() < *most {
                        return Some(Next::More);
                    }
                }
                *choice = Choice { act: *act, ..Choice::default() };
                choice.picks.first_mut()?.cards = *picked;
                Some(Next::Whole)
            }
            Said::Rows { rows, from, to, depth, .. } => {
                let open = rows.get(*from..*to)?;
                let begin = open.partition_point(|row| row.says.get(*depth) < Some(&number));
                let end = open.partition_point(|row| row.says.get(*depth) <= Some(&number));
                (*from, *to, *depth) = (*from + begin, *from + end, *depth + 1);
                let first = rows.get(*from).filter(|_| *from < *to)?;
                // No choice is said by the beginning of another.
                if first.says.len() > *depth {
                    return Some(Next::More);
                }
                *choice = first.choice;
                Some(Next::Whole)
            }
            Said::Number { act, count, high, digits } => {
                *high = *high * u64::from(DIGIT) + u64::from(number.checked_sub(actions.digit)?);
                *digits -= 1;
                if *digits > 0 {
                    return Some(Next::More);
                }
                let (act, n) = (usize::from(*act), *high);
                let before: u64 = runner.offered(desk, seat).iter().take(act).map(|(count, _)| count).sum();
                *choice = runner.nth_choice(desk, seat, before + n).filter(|_| n < *count)?;
                Some(Next::Whole)
            }
        }
    }
}
