//! Bridge. A game of the package is one board: that of its dealer, and that of its dealer and vulnerability by board.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way, by_seat};

/// Bridge against open_spiel.
pub struct Bridge;

/// Who is vulnerable on boards 1 to 16: o nobody, n the first and third seat, e the others, b both.
const BOARDS: [u8; 16] = *b"onebneboebonbone";

impl Oracle for Bridge {
    fn deal(&self) -> Option<&'static str> {
        Some("board")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let dealer = usize::try_from(line.number("dealer")).unwrap();
        let vulnerable = (line.yes("dealer_vul"), line.yes("non_dealer_vul"));
        let (option, letter) = match (vulnerable, dealer % 2) {
            ((false, false), _) => ("neither", b'o'),
            ((true, true), _) => ("both", b'b'),
            ((true, false), 0) => ("dealer-side", b'n'),
            ((true, false), _) => ("dealer-side", b'e'),
            ((false, true), 0) => ("other-side", b'e'),
            ((false, true), _) => ("other-side", b'n'),
        };
        let board = (0..16).find(|board| board % 4 == dealer && BOARDS[*board] == letter).ok_or("no such board")?;
        let decisions = line.compared()?;
        let way = |(vulnerability, before): (&str, usize)| Way {
            players: 4,
            options: vec![("boards", "16".to_owned()), ("vulnerability", vulnerability.to_owned())],
            before,
            drawn: 0,
            orders: vec![by_seat(&line.dealt, 4, 0)],
            decisions: decisions.clone(),
            ..Way::default()
        };
        Ok([(option, dealer), ("by-board", board)].into_iter().map(way).collect())
    }

    fn card(&self, _: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        rank * 4 + suit
    }

    fn action(&self, _: &Line, said: &Said) -> Option<u32> {
        match (said.act, &said.values[..]) {
            ("pass", _) => Some(52),
            ("double", _) => Some(53),
            ("redouble", _) => Some(54),
            ("bid", [level, strain]) => u32::try_from(55 + level * 5 + strain).ok(),
            _ => None,
        }
    }

    /// What a side scores, the other loses.
    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        (0..4).map(|seat| (ended.gained[seat] - ended.gained[(seat + 1) % 4]) as f64).collect()
    }
}
