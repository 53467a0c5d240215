//! Choices as sentences of numbers, and what each number stands for.

use bidlang::engine::{CardSet, Choice, Desk, Picked, Runner, each_card};

use super::{Next, Unsayable, real_card};
use crate::actions::{Actions, DIGIT, Meant, Piece, Plan, Values};

/// The act that a number begins, where it is said by steps.
pub(super) fn steps_of(actions: &Actions, ask: u16, number: u32) -> Option<(u8, &[Piece])> {
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
pub(super) fn size(digits: u32) -> u64 {
    u64::from(DIGIT).checked_pow(digits).unwrap_or(u64::MAX)
}

/// What a number says of a pick.
pub(super) fn value(values: &Values, number: u32, seat: u8, seats: u8) -> i64 {
    let said = values.low + i64::from(number - values.base);
    match values.meant {
        Meant::Seat => (said + i64::from(seat)).rem_euclid(i64::from(seats.max(1))),
        Meant::Number | Meant::Member(_) | Meant::Answer => said,
    }
}

/// The number that says it.
pub(super) fn says(values: &Values, value: i64, seat: u8, seats: u8) -> Option<u32> {
    let said = match values.meant {
        Meant::Seat => (value - i64::from(seat)).rem_euclid(i64::from(seats.max(1))),
        Meant::Number | Meant::Member(_) | Meant::Answer => value,
    };
    u32::try_from(said.checked_sub(values.low)?).ok().filter(|at| *at < values.count).map(|at| values.base + at)
}

/// The numbers that say a choice.
pub(super) fn sentence(actions: &Actions, pieces: &[Piece], choice: &Choice, seat: u8) -> Option<Vec<u32>> {
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
