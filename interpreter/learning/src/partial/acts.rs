//! Acts that may be begun: which are open, and the rows of what may be picked in each.

use std::ops::ControlFlow;

use bidlang::engine::{CardSet, Desk, Runner, each_card};

use super::sentence::{says, sentence, size};
use super::{MOST_ROWS, Row, Said};
use crate::actions::{Actions, DIGIT, Piece, Plan};
use crate::index::{at, at_mut};

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

pub(super) fn set(open: &mut [u64], number: u32) {
    if let Some(word) = at_mut(open, number as usize / 64) {
        *word |= 1 << (number % 64);
    }
}

/// Sets the bits of cards, from a number on.
pub(super) fn set_cards(open: &mut [u64], base: u32, cards: CardSet) {
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
pub(super) fn each_act(actions: &Actions, runner: &Runner, desk: &mut Desk, seat: u8, visit: &mut impl FnMut(u32)) {
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
pub(super) fn real_card(
    actions: &Actions,
    runner: &Runner,
    desk: &mut Desk,
    seat: u8,
    act: u8,
    card: u32,
) -> Option<CardSet> {
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
pub(super) fn enter(
    actions: &Actions,
    runner: &Runner,
    desk: &mut Desk,
    seat: u8,
    act: u8,
    pieces: &[Piece],
) -> Option<Said> {
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
