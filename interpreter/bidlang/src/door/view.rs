//! What a seat sees of the table.

use std::fmt;

use super::table::Seated;
use crate::engine::{Desk, View as Seen};
use crate::words::{Words, count_of_cards};

/// The table as a seat may see it, in words. Prints a line for each place that is not empty, each track, and the scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Name and content of each place of which something is seen, in the order of the rules.
    pub places: Vec<(String, String)>,
    /// Name and value of each track that is seen.
    pub tracks: Vec<(String, String)>,
    /// Name and score of each seat.
    pub scores: Vec<(String, i64)>,
}

impl View {
    pub(super) fn new(seated: &Seated, desk: &mut Desk, seat: Option<u8>) -> Self {
        Self::of(seated.words(), &seated.runner.view(desk, seat))
    }

    /// What the engine says is seen, in words.
    #[must_use]
    pub fn of(words: Words, seen: &Seen) -> Self {
        let mut places = Vec::new();
        for place in &seen.places {
            let shown = match (&place.cards, place.count) {
                (_, None) | (None, Some(0)) => continue,
                (Some(cards), _) if cards.is_empty() => continue,
                (Some(cards), _) => words.cards(cards.iter().copied()),
                (None, Some(count)) => count_of_cards(count),
            };
            let totals: Vec<String> = place
                .totals
                .iter()
                .filter_map(|(total, value)| Some(format!("{} {value}", words.total(place.place, *total)?)))
                .collect();
            let totals = if totals.is_empty() { String::new() } else { format!(" ({})", totals.join(", ")) };
            places.push((words.place(place.place), format!("{shown}{totals}")));
        }
        let tracks = seen
            .tracks
            .iter()
            .map(|track| (words.track(track.track, track.index), words.track_value(track.track, track.value)));
        let scores = (0_u8..).zip(&seen.scores).map(|(seat, score)| (words.seat(seat).to_owned(), *score));
        Self { places, tracks: tracks.collect(), scores: scores.collect() }
    }
}

impl fmt::Display for View {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, shown) in self.places.iter().chain(&self.tracks) {
            writeln!(to, "  {name:<18} {shown}")?;
        }
        let scores: Vec<String> = self.scores.iter().map(|(name, score)| format!("{name} {score}")).collect();
        write!(to, "  {:<18} {}", "scores", scores.join(", "))
    }
}
