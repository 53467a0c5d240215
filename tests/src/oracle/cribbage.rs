//! Cribbage. A game of the package is a whole game. It does not end at once when somebody comes to 121: it looks when all that
//! a card or a deal brings was scored, and of two who are there by then it takes the first seat. So each game is played
//! twice: to 121, where it has to end with the same card and, unless both are there, with the same winner; and on, where the
//! scores have to become those of the package.

use crate::oracle::line::{Line, Recorded, bit};
use crate::oracle::{Ended, Oracle, Said, Way};

const CARDS: u32 = 52;
const PASS: u32 = 2756;
const TARGET: f64 = 121.0;
/// What the package adds for the winner, and takes from the others.
const BONUS: f64 = 1000.0;

/// Cribbage against open_spiel.
pub struct Cribbage;

impl Oracle for Cribbage {
    fn deal(&self) -> Option<&'static str> {
        Some("deal-played")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let players = usize::try_from(line.number("players")).unwrap();
        // To each player one after the other, one to the crib of three, and the starter.
        let size = [13, 17, 21].get(players - 2).ok_or("so many players")?;
        let laid = |decision: &&Recorded| decision.choice != PASS;
        let recorded = || line.decisions.iter().filter(laid).map(|decision| decision.decision(choice));
        let way = |target: &str| {
            Ok(Way {
                players: u8::try_from(players).unwrap(),
                options: vec![("target", target.to_owned()), ("crib-flush", "four".to_owned())],
                orders: line.dealt.chunks(*size).map(<[u32]>::to_vec).collect(),
                decisions: recorded().collect::<Result<_, _>>()?,
                ..Way::default()
            })
        };
        ["121", "1000"].into_iter().map(way).collect()
    }

    fn card(&self, _: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        suit * 13 + rank
    }

    fn action(&self, _: &Line, _: &Said) -> Option<u32> {
        None
    }

    fn returns(&self, line: &Line, ended: &Ended) -> Vec<f64> {
        let winner = line.returns.iter().position(|points| *points > BONUS / 2.0);
        let four = line.returns.len() == 4;
        let bonus = |seat: usize| match winner {
            None => 0.0,
            Some(winner) if four && seat % 2 == winner % 2 => BONUS / 2.0,
            Some(_) if four => -BONUS / 2.0,
            Some(winner) if seat == winner => BONUS,
            Some(_) => -BONUS / (line.returns.len() as f64 - 1.0),
        };
        let scores: Vec<f64> = line.returns.iter().enumerate().map(|(seat, points)| points - bonus(seat)).collect();
        let there = |seat: &usize| scores[*seat] > TARGET - 0.5;
        let first = |seat: &usize| if four { seat % 2 } else { *seat };
        let several = (0..scores.len()).filter(there).any(|seat| Some(first(&seat)) != winner.map(|seat| first(&seat)));
        let same =
            |course: &&Vec<i64>| course.iter().zip(&scores).all(|(here, there)| (*here as f64 - there).abs() < 0.01);
        let agrees = if ended.winners == 0 {
            ended.course.iter().any(|course| same(&course))
        } else {
            several || winner.is_some_and(|seat| ended.winners & (1 << seat) != 0)
        };
        let told = if agrees { None } else { ended.course.last() };
        told.map_or(line.returns.clone(), |course| course.iter().map(|points| *points as f64).collect())
    }

    fn passes_by_itself(&self) -> bool {
        true
    }

    fn stops_early(&self) -> bool {
        true
    }
}

/// A card, or two that are laid away.
fn choice(action: u32) -> Result<u128, String> {
    match action.checked_sub(CARDS) {
        Some(pair) => Ok(bit(pair / CARDS)? | bit(pair % CARDS)?),
        None => bit(action),
    }
}
