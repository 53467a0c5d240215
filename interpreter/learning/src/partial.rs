//! An act that is being chosen by numbers: what may come next, and what it is when all is said. Where only one number is left it is taken
//! without asking.

use std::ops::ControlFlow;
use std::sync::Arc;

use bidlang::engine::{CardSet, Choice, Desk, Picked, Runner, each_card};

use crate::actions::{Actions, DIGIT, Meant, Piece, Plan, Values};
use crate::index::{at, at_mut};

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

/// The act that a number begins, where it is said by steps.
fn steps_of(actions: &Actions, ask: u16, number: u32) -> Option<(u8, &[Piece])> {
    (0_u8..).zip(actions.plan_of(ask)).find_map(|(act, plan)| match plan {
        Plan::Steps(own, pieces) if *own == number => Some((act, pieces.as_slice())),
        Plan::Steps(..) | Plan::Plain(_) | Plan::Card(_) | Plan::Value(_) => None,
    })
}

/// The choice of an act that is said by one number.
///
/// # Errors
/// Where the number may not be said.
pub fn whole(
    actions: &Actions,
    runner: &Runner,
    desk: &mut Desk,
    (ask, seat): (u16, u8),
    number: u32,
    choice: &mut Choice,
) -> Result<Next, Unsayable> {
    for (act, plan) in (0_u8..).zip(actions.plan_of(ask)) {
        let mut picked = Picked::default();
        match plan {
            Plan::Plain(own) if *own == number => {}
            Plan::Card(base) if (*base..=*base + actions.cards).contains(&number) => {
                let card = number - base;
                if card < actions.cards {
                    picked.cards = real_card(actions, runner, desk, seat, act, card).ok_or(Unsayable)?;
                }
            }
            Plan::Value(values) if (values.base..values.base + values.count).contains(&number) => {
                picked.value = value(values, number, seat, actions.seats);
            }
            Plan::Plain(_) | Plan::Card(_) | Plan::Value(_) | Plan::Steps(..) => continue,
        }
        // No other act of the decision has this number.
        let (count, _) = runner.offered(desk, seat).get(usize::from(act)).ok_or(Unsayable)?;
        *choice = Choice { act, ..Choice::default() };
        *choice.picks.first_mut().ok_or(Unsayable)? = picked;
        return if *count > 0 { Ok(Next::Whole) } else { Err(Unsayable) };
    }
    Err(Unsayable)
}

/// The how-manieth of all choices is said by one number; none where that is not plain to see: of values, of like cards, by steps.
pub fn place_of(
    actions: &Actions,
    runner: &Runner,
    desk: &mut Desk,
    (ask, seat): (u16, u8),
    number: u32,
) -> Option<u64> {
    let mut before = 0;
    for (plan, (count, cards)) in actions.plan_of(ask).iter().zip(runner.offered(desk, seat)) {
        match plan {
            Plan::Plain(own) if *own == number => return (*count > 0).then_some(before),
            Plan::Card(base) if (*base..*base + actions.cards).contains(&number) && actions.differ => {
                let card = CardSet::one(u8::try_from(number - base).ok()?);
                return (cards & card != 0).then_some(before + u64::from((cards & card.before()).count_ones()));
            }
            Plan::Plain(_) | Plan::Card(_) | Plan::Value(_) | Plan::Steps(..) => before += count,
        }
    }
    None
}

/// How many choices lie behind so many digits.
fn size(digits: u32) -> u64 {
    u64::from(DIGIT).checked_pow(digits).unwrap_or(u64::MAX)
}

/// What a number says of a pick.
fn value(values: &Values, number: u32, seat: u8, seats: u8) -> i64 {
    let said = values.low + i64::from(number - values.base);
    match values.meant {
        Meant::Seat => (said + i64::from(seat)).rem_euclid(i64::from(seats.max(1))),
        Meant::Number | Meant::Member(_) | Meant::Answer => said,
    }
}

/// The number that says it.
fn says(values: &Values, value: i64, seat: u8, seats: u8) -> Option<u32> {
    let said = match values.meant {
        Meant::Seat => (value - i64::from(seat)).rem_euclid(i64::from(seats.max(1))),
        Meant::Number | Meant::Member(_) | Meant::Answer => value,
    };
    u32::try_from(said.checked_sub(values.low)?).ok().filter(|at| *at < values.count).map(|at| values.base + at)
}

/// Sets the bits of the numbers that an act may begin with, where none is said by steps.
pub fn open_acts(actions: &Actions, runner: &Runner, desk: &mut Desk, (ask, seat): (u16, u8), open: &mut [u64]) {
    for (act, plan) in (0_u8..).zip(actions.plan_of(ask)) {
        match plan {
            Plan::Card(base) => {
                let Some((count, cards)) = at(runner.offered(desk, seat), usize::from(act)).copied() else { return };
                if cards == 0 && count > 0 {
                    set(open, base + actions.cards);
                } else {
                    let cards = if actions.differ { cards } else { actions.likes.firsts(cards) };
                    set_cards(open, *base, cards);
                }
            }
            Plan::Plain(_) | Plan::Steps(..) | Plan::Value(_) => {
                each_of(actions, runner, desk, seat, (act, plan), &mut |number| set(open, number));
            }
        }
    }
}

fn set(open: &mut [u64], number: u32) {
    if let Some(word) = at_mut(open, number as usize / 64) {
        *word |= 1 << (number % 64);
    }
}

/// Sets the bits of cards, from a number on.
fn set_cards(open: &mut [u64], base: u32, cards: CardSet) {
    let (from, shift) = (base as usize / 64, base % 64);
    // What is shifted out of a word goes to the next one.
    let (mut words, mut over) = (cards.words().into_iter(), 0);
    for to in open.iter_mut().skip(from) {
        let Some(word) = words.next() else {
            *to |= over;
            break;
        };
        *to |= word << shift | over;
        over = if shift == 0 { 0 } else { word >> (64 - shift) };
    }
}

/// Visits the numbers that an act may begin with.
fn each_act(actions: &Actions, runner: &Runner, desk: &mut Desk, seat: u8, visit: &mut impl FnMut(u32)) {
    let Some(ask) = desk.state().waiting() else { return };
    for act in (0_u8..).zip(actions.plan_of(ask)) {
        each_of(actions, runner, desk, seat, act, visit);
    }
}

fn each_of(
    actions: &Actions,
    runner: &Runner,
    desk: &mut Desk,
    seat: u8,
    (act, plan): (u8, &Plan),
    visit: &mut impl FnMut(u32),
) {
    let Some((count, cards)) = at(runner.offered(desk, seat), usize::from(act)).copied() else { return };
    if count == 0 {
        return;
    }
    match plan {
        Plan::Plain(own) | Plan::Steps(own, _) => visit(*own),
        Plan::Card(base) if cards == 0 => visit(base + actions.cards),
        Plan::Card(base) => each_card(actions.likes.firsts(cards)).for_each(|card| visit(base + u32::from(card))),
        Plan::Value(values) => runner.each_choice_of(desk, seat, act, |choice| {
            let picked = choice.picks.first().map_or(0, |picked| picked.value);
            says(values, picked, seat, actions.seats).into_iter().for_each(&mut *visit);
            ControlFlow::Continue(())
        }),
    }
}

/// The card that is meant by the number of a card: like cards are numbered from the first of the deck, as they lie in one place after the
/// other.
fn real_card(actions: &Actions, runner: &Runner, desk: &mut Desk, seat: u8, act: u8, card: u32) -> Option<CardSet> {
    let (_, cards) = runner.offered(desk, seat).get(usize::from(act)).copied()?;
    let card = u8::try_from(card).ok()?;
    if actions.differ {
        return Some(CardSet::one(card)).filter(|_| cards.has(card));
    }
    let sort = actions.likes.of_card(card);
    let copy = each_card(sort).position(|other| other == card)?;
    let mut open: Vec<u8> = each_card(cards & sort).collect();
    open.sort_by_key(|card| desk.state().place_of(runner.program(), *card));
    open.get(copy).map(|card| CardSet::one(*card))
}

/// An act is begun: all ways to go on with it.
fn enter(actions: &Actions, runner: &Runner, desk: &mut Desk, seat: u8, act: u8, pieces: &[Piece]) -> Option<Said> {
    let count = runner.offered(desk, seat).get(usize::from(act)).map_or(0, |(count, _)| *count);
    if let [Piece::Cards { several: true }] = pieces
        && let Some((cards, least, most)) = runner.any_cards_of(desk, seat, act)
    {
        return Some(Said::Cards { act, picked: CardSet::NONE, left: cards, least, most });
    }
    if count > MOST_ROWS {
        let digits = (1..16).find(|digits| size(*digits) >= count).unwrap_or(16);
        return Some(Said::Number { act, count, high: 0, digits });
    }
    let mut rows = Vec::new();
    let mut known = true;
    runner.each_choice_of(desk, seat, act, |choice| {
        match sentence(actions, pieces, choice, seat) {
            Some(says) => rows.push(Row { says, choice: *choice }),
            None => known = false,
        }
        ControlFlow::Continue(())
    });
    // The sort is stable: choices that read alike stay in their order, and four digits tell them apart.
    rows.sort_by(|one, other| one.says.cmp(&other.says));
    let alike: Vec<(usize, usize)> = runs(&rows);
    for (from, to) in alike {
        for (row, number) in rows.get_mut(from..to)?.iter_mut().zip(0_u32..) {
            let digits = (0..4).rev().map(|place| number >> (4 * place) & (DIGIT - 1));
            row.says.extend(digits.map(|digit| actions.digit + digit));
        }
    }
    known.then(|| Said::Rows { to: rows.len(), rows: rows.into(), from: 0, depth: 0 })
}

/// Where several rows beside each other say the same.
fn runs(rows: &[Row]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    for to in 1..=rows.len() {
        let same = rows.get(to).zip(rows.get(from)).is_some_and(|(row, first)| row.says == first.says);
        if !same {
            if to - from > 1 {
                found.push((from, to));
            }
            from = to;
        }
    }
    found
}

/// The numbers that say a choice.
fn sentence(actions: &Actions, pieces: &[Piece], choice: &Choice, seat: u8) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    for (piece, Picked { cards, value }) in pieces.iter().zip(choice.picks) {
        match piece {
            Piece::Cards { several } => {
                found.extend(each_card(actions.likes.firsts(cards)).map(|card| actions.pick + u32::from(card)));
                if *several || cards == 0 {
                    found.push(actions.enough);
                }
            }
            Piece::Value(values) => found.push(says(values, value, seat, actions.seats)?),
            Piece::Digits => {
                // In the order of the numbers, those below nought first.
                let ordered = value.cast_unsigned() ^ (1 << 63);
                let digits = (0..16).rev().map(|place| (ordered >> (4 * place)) as u32 & (DIGIT - 1));
                found.extend(digits.map(|digit| actions.digit + digit));
            }
        }
    }
    Some(found)
}
