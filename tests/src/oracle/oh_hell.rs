//! Oh Hell. A game of the package is one deal with a given size of the hands: here the only deal, or one of a schedule.

use crate::oracle::line::Line;
use crate::oracle::{Ended, Oracle, Said, Way, by_seat};

/// Oh Hell against open_spiel.
pub struct OhHell;

impl Oracle for OhHell {
    fn deal(&self) -> Option<&'static str> {
        Some("deal")
    }

    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let [size, dealer, cards @ .., turned] = &line.dealt[..] else { return Err("no deal".to_owned()) };
        let (size, dealer) = (*size as usize, *dealer as usize);
        let players = usize::try_from(line.number("players")).unwrap();
        let pack = usize::try_from(line.number("num_suits") * line.number("num_cards_per_suit")).unwrap();
        let largest = ((pack - 1) / players).min(size + line.number % 2);
        let (schedule, before) = match line.number % 4 {
            0 => ("falling", largest - size),
            1 => ("rising", size - 1),
            2 => ("there-and-back", largest - size),
            _ => ("there-and-back", largest + size - 2),
        };
        let ways = [("one-deal", size, 0), (schedule, largest, before)];
        let decisions = line.compared()?;
        let way = |(schedule, largest, before): (&str, usize, usize)| Way {
            players: u8::try_from(players).unwrap(),
            options: vec![
                ("suits", line.parameter("num_suits").to_owned()),
                ("cards-per-suit", line.parameter("num_cards_per_suit").to_owned()),
                ("schedule", schedule.to_owned()),
                ("largest-hand", largest.to_string()),
                ("hook", "yes".to_owned()),
                ("trick-points", line.parameter("points_per_trick").to_owned()),
                ("missed", if line.yes("off_bid_penalty") { "penalty" } else { "tricks" }.to_owned()),
            ],
            before,
            drawn: u8::try_from((dealer + before * (players - 1)) % players).unwrap(),
            orders: vec![by_seat(cards, players, 0).into_iter().chain([*turned]).collect()],
            decisions: decisions.clone(),
            ..Way::default()
        };
        Ok(ways.into_iter().map(way).collect())
    }

    /// A short pack keeps its high cards here, its low ones there.
    fn card(&self, line: &Line, rank: u32, suit: u32, _: u32) -> u32 {
        let (suits, length) = (line.number("num_suits") as u32, line.number("num_cards_per_suit") as u32);
        (rank + length).saturating_sub(13) * suits + suit
    }

    fn action(&self, line: &Line, said: &Said) -> Option<u32> {
        let cards = line.number("num_suits") * line.number("num_cards_per_suit");
        let said = (said.act == "predict").then(|| said.values[0])?;
        u32::try_from(cards + said).ok()
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| *points as f64).collect()
    }
}
