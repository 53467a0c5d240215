//! Kuhn poker. A game of the package is one hand; it calls a check and a fold a pass, and a call a bet.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way};

/// Kuhn poker against open_spiel.
pub struct KuhnPoker;

impl Oracle for KuhnPoker {
    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        Ok(vec![Way {
            players: u8::try_from(line.number("players")).unwrap(),
            orders: vec![line.dealt.clone()],
            decisions: line.compared()?,
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, _: u32, _: u32) -> u32 {
        rank
    }

    fn action(&self, _: &Line, said: &Said) -> Option<u32> {
        match said.act {
            "pass" | "fold" => Some(0),
            "bet" | "call" => Some(1),
            _ => None,
        }
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| *points as f64).collect()
    }
}
