//! Hearts. A game of the package is one deal; where its cards are passed to decides which deal it is here.

use crate::oracle::line::{Decision, Line};
use crate::oracle::{Ended, Oracle, Said, Way, by_seat, word};

/// Hearts against open_spiel.
pub struct Hearts;

impl Oracle for Hearts {
    fn deal(&self) -> Option<&'static str> {
        Some("deal")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let option = |name, parameter| (name, word(line.yes(parameter)));
        let (direction, cards) = line.dealt.split_first().ok_or("no deal")?;
        // The package numbers directions by seats to the left; here they are left, right, across, none in turn.
        let before = match (line.yes("pass_cards"), direction) {
            (false, 0) | (true, 1) => 0,
            (true, 3) => 1,
            (true, 2) => 2,
            (true, 0) => 3,
            other => return Err(format!("passing {other:?}")),
        };
        Ok(vec![Way {
            players: 4,
            options: vec![
                ("target", "500".to_owned()),
                option("passing", "pass_cards"),
                ("points-in-first-trick", word(!line.yes("no_pts_on_first_trick"))),
                option("any-club-leads", "can_lead_any_club"),
                option("jack-bonus", "jd_bonus"),
                option("no-trick-bonus", "avoid_all_tricks_bonus"),
                option("hearts-must-be-broken", "must_break_hearts"),
                option("queen-breaks-hearts", "qs_breaks_hearts"),
                option("hearts-in-place-of-queen", "can_lead_hearts_instead_of_qs"),
            ],
            before,
            drawn: 0,
            orders: vec![by_seat(cards, 4, 0)],
            decisions: joined(&line.compared()?, *direction != 0)?,
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        rank * 4 + suit
    }

    fn action(&self, _: &Line, _: &Said) -> Option<u32> {
        None
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| 26.0 - *points as f64).collect()
    }
}

/// The package passes card by card, the rules file three cards at once.
fn joined(decisions: &[Decision], passing: bool) -> Result<Vec<Decision>, String> {
    let (passes, plays) = decisions.split_at_checked(if passing { 12 } else { 0 }).ok_or("passes are missing")?;
    let mut all = Vec::with_capacity(decisions.len());
    for three in passes.chunks(3) {
        let hand = &three[0].legal;
        let mut left = hand.clone();
        for pass in three {
            if pass.legal != left || pass.seat != three[0].seat {
                return Err(format!("passes that are not three of one hand: {three:?}"));
            }
            left.retain(|card| *card != pass.choice);
        }
        let mut legal = Vec::with_capacity(286);
        for (first, a) in hand.iter().enumerate() {
            for (second, b) in hand.iter().enumerate().skip(first + 1) {
                legal.extend(hand[second + 1..].iter().map(|c| a | b | c));
            }
        }
        legal.sort_unstable();
        let choice = three.iter().fold(0, |cards, pass| cards | pass.choice);
        all.push(Decision { seat: three[0].seat, legal, choice });
    }
    all.extend_from_slice(plays);
    Ok(all)
}
