//! Leduc poker. A game of the package is one hand: the first here, or the second, which the other seat begins.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way};

/// Leduc poker against open_spiel.
pub struct LeducPoker;

impl Oracle for LeducPoker {
    fn deal(&self) -> Option<&'static str> {
        Some("hand-played")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        Ok(vec![Way {
            players: 2,
            options: vec![("hands", "2".to_owned())],
            before: usize::try_from(line.number("starting_player")).unwrap(),
            orders: vec![line.dealt.clone()],
            decisions: line.compared()?,
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        rank * 2 + suit
    }

    fn action(&self, _: &Line, said: &Said) -> Option<u32> {
        match said.act {
            "fold" => Some(0),
            "call" | "pass" => Some(1),
            "raise" => Some(2),
            _ => None,
        }
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| *points as f64).collect()
    }

    fn counts_points(&self) -> bool {
        true
    }
}
