//! Euchre. A game of the package is one hand. It asks for playing alone after the discard and keeps the turned card in the
//! dealer's hand; here two options decide that. Each game is played with all four of their combinations.

use crate::oracle::line::{Decision, Line};
use crate::oracle::{Ended, Oracle, Said, Way, by_seat, word};

const PASS: u32 = 24;
const CLUBS: u32 = 25;
const ALONE: u32 = 29;
const PARTNER: u32 = 30;

/// Euchre against open_spiel.
pub struct Euchre;

impl Oracle for Euchre {
    fn deal(&self) -> Option<&'static str> {
        Some("round")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let [dealer, cards @ .., turned] = &line.dealt[..] else { return Err("no deal".to_owned()) };
        let recorded = line.compared()?;
        let way = |(first, may_go): (bool, bool)| Way {
            players: 4,
            options: vec![
                ("stick-the-dealer", word(line.yes("stick_the_dealer"))),
                ("alone-said", if first { "with-the-call" } else { "after-the-discard" }.to_owned()),
                ("turned-card", if may_go { "may-be-discarded" } else { "is-kept" }.to_owned()),
                ("lone-defender", word(line.yes("allow_lone_defender"))),
            ],
            before: 0,
            drawn: u8::try_from(*dealer).unwrap(),
            orders: vec![by_seat(cards, 4, *dealer as usize).into_iter().chain([*turned]).collect()],
            decisions: decisions(&recorded, *turned, first, may_go),
            ..Way::default()
        };
        Ok([(false, false), (true, false), (false, true), (true, true)].into_iter().map(way).collect())
    }

    fn card(&self, _: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        rank * 4 + suit
    }

    fn action(&self, line: &Line, said: &Said) -> Option<u32> {
        let turned = line.dealt.last()? % 4;
        let value = || said.values.first().and_then(|value| u32::try_from(*value).ok());
        match said.act {
            "order-up" => Some(CLUBS + turned),
            "name" => Some(CLUBS + value()?),
            "play-alone" => Some(if value()? == 0 { PARTNER } else { ALONE }),
            "defend-alone" => Some(ALONE),
            "pass" if said.acts.contains(&"defend-alone") => Some(PARTNER),
            "pass" => Some(PASS),
            _ => None,
        }
    }

    /// What a side scores, the other loses.
    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        (0..4).map(|seat| (ended.gained[seat] - ended.gained[(seat + 1) % 4]) as f64).collect()
    }

    fn counts_points(&self) -> bool {
        true
    }
}

/// The decisions where playing alone is said `first`, before the discard, and where the turned card `may_go`.
fn decisions(recorded: &[Decision], turned: u32, first: bool, may_go: bool) -> Vec<Decision> {
    let mut all = recorded.to_vec();
    // The card was ordered up if one of the first four names trumps; then the dealer discards, and the maker answers.
    let Some(call) = all.iter().take(4).position(|decision| decision.choice != 1 << PASS) else { return all };
    if let Some([discard, alone]) = all.get_mut(call + 1..call + 3) {
        if may_go {
            discard.legal.push(1 << turned);
            discard.legal.sort_unstable();
        }
        if first {
            std::mem::swap(discard, alone);
        }
    }
    all
}
