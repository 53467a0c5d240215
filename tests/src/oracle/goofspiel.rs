//! Goofspiel. A game of the package is a whole game here; its last forced bids are not told.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way, word};

/// Goofspiel against open_spiel.
pub struct Goofspiel;

impl Oracle for Goofspiel {
    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let (numbers, turns) = (line.number("num_cards"), line.number("num_turns"));
        let order = match line.parameter("points_order") {
            "random" => "shuffled",
            "ascending" => "rising",
            "descending" => "falling",
            other => return Err(format!("order {other}")),
        };
        Ok(vec![Way {
            players: u8::try_from(line.number("players")).unwrap(),
            options: vec![
                ("numbers", numbers.to_string()),
                ("left-over", if turns < 0 { 0 } else { numbers - turns }.to_string()),
                ("prize-order", order.to_owned()),
                ("tied-prize", "lost".to_owned()),
                ("hidden-bids", word(line.yes("imp_info"))),
            ],
            before: 0,
            drawn: 0,
            orders: vec![line.dealt.clone()],
            decisions: line.compared()?,
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, _: u32, _: u32) -> u32 {
        rank
    }

    fn action(&self, _: &Line, _: &Said) -> Option<u32> {
        None
    }

    fn returns(&self, line: &Line, ended: &Ended) -> Vec<f64> {
        let players = ended.gained.len();
        let average = ended.gained.iter().sum::<i64>() as f64 / players as f64;
        let winners = f64::from(ended.winners.count_ones());
        let one = |(seat, points): (usize, &i64)| match line.parameter("returns_type") {
            "total_points" => *points as f64,
            "point_difference" => *points as f64 - average,
            _ if winners == players as f64 => 0.0,
            _ if ended.winners & (1 << seat) != 0 => 1.0 / winners,
            _ => -1.0 / (players as f64 - winners),
        };
        ended.gained.iter().enumerate().map(one).collect()
    }

    fn last_by_itself(&self) -> bool {
        true
    }
}
