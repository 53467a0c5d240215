//! Spades. A game of the package is one deal, begun by its first seat. Its spades are never broken: who leads has them only
//! where there is nothing else. Here they may be led once one was played, so they are added to the legal sets.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way, by_seat, word};

const SPADES: u32 = 39;
const FIRST_BID: u32 = 52;

/// Spades against open_spiel.
pub struct Spades;

impl Oracle for Spades {
    fn deal(&self) -> Option<&'static str> {
        Some("deal")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let mut decisions = line.compared()?;
        let mut hands: Vec<Vec<u32>> = by_seat(&line.dealt, 4, 0).chunks(13).map(<[u32]>::to_vec).collect();
        let mut broken = false;
        for (index, (recorded, decision)) in line.decisions.iter().zip(&mut decisions).skip(4).enumerate() {
            let hand = hands.get_mut(usize::from(recorded.seat)).ok_or("no such seat")?;
            if index % 4 == 0 && broken {
                decision.legal.extend(hand.iter().filter(|card| **card >= SPADES).map(|card| 1_u128 << card));
                decision.legal.sort_unstable();
                decision.legal.dedup();
            }
            hand.retain(|card| *card != recorded.choice);
            broken |= recorded.choice >= SPADES;
        }
        Ok(vec![Way {
            players: 4,
            options: vec![("nil-helps", word(true)), ("side-bids", "up-to-13".to_owned())],
            // The dealer, whose left neighbour begins.
            drawn: 3,
            orders: vec![by_seat(&line.dealt, 4, 0)],
            decisions,
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        suit * 13 + rank
    }

    fn action(&self, _: &Line, said: &Said) -> Option<u32> {
        Some(FIRST_BID + u32::try_from(*said.values.first()?).ok()?)
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| *points as f64).collect()
    }
}
