//! A first-price sealed auction. A game of the package is the sale of one lot.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way};

/// The auction against open_spiel.
pub struct FirstSealedAuction;

impl Oracle for FirstSealedAuction {
    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let players = usize::try_from(line.number("players")).unwrap();
        let estimates = line.dealt.get(..players).ok_or("estimates are missing")?;
        // Who wins is drawn among several only.
        let highest = line.decisions.iter().max_by_key(|decision| decision.choice).ok_or("nobody bids")?;
        let drawn = line.dealt.get(players).copied().unwrap_or(u32::from(highest.seat));
        Ok(vec![Way {
            players: u8::try_from(players).unwrap(),
            options: vec![("limit", line.parameter("max_value").to_owned())],
            drawn: u8::try_from(drawn).unwrap(),
            numbers: estimates.iter().map(|estimate| i64::from(*estimate)).collect(),
            decisions: line.compared()?,
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, _: u32, _: u32) -> u32 {
        rank
    }

    fn action(&self, _: &Line, said: &Said) -> Option<u32> {
        u32::try_from(*said.values.first()?).ok()
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| *points as f64).collect()
    }
}
