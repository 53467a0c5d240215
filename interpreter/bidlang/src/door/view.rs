//! What a seat sees of the table.

use std::fmt;

use super::Prepared;
use crate::engine::{Desk, SeenPlace};
use crate::words::{Words, count_of_cards};

/// The table as a seat may see it, in words; it holds nothing else. Prints a line for each place that is not empty, each track, and the
/// scores.
///
/// ```
/// use bidlang::{Game, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// table.turn()?;
/// let ann = table.view(0);
/// let shown = |name: &str| ann.places.iter().find(|place| place.name == name).map(|place| place.shown.as_str());
/// assert_eq!(shown("hand of Ben"), Some("4 cards"), "but not which");
/// assert_eq!(shown("hand of Ann").map(|cards| cards.split(", ").count()), Some(4));
/// assert_eq!(ann.scores[1].points, 0);
/// # Ok::<(), bidlang::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Each place of which something is seen, in the order of the rules.
    pub places: Vec<Seen>,
    /// Each track that is seen.
    pub tracks: Vec<Seen>,
    /// The score of each seat.
    pub scores: Vec<Score>,
}

/// A place or a track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its name, with its owner: `hand of Ann`.
    pub name: String,
    /// Its cards, or how many there are; the value of a track.
    pub shown: String,
}

/// The score of a seat; of a team each of its seats has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The name of the seat.
    pub name: String,
    /// What the seat has now; at the end this decides, where the rules say so.
    pub points: i64,
}

impl View {
    pub(super) fn new(prepared: &Prepared, desk: &mut Desk, seat: Option<u8>) -> Self {
        let seat = seat.map(|seat| prepared.viewer(seat));
        let (words, seen) = (prepared.words(), prepared.runner().view(desk, seat));
        let places = seen.places.iter().filter_map(|place| Seen::of(words, place));
        let tracks = seen.tracks.iter().map(|track| Seen {
            name: words.track(track.track, track.index),
            shown: words.track_value(track.track, track.value),
        });
        let scores = (0_u8..).zip(&seen.scores);
        let scores = scores.map(|(seat, points)| Score { name: words.seat(seat).to_owned(), points: *points });
        Self { places: places.collect(), tracks: tracks.collect(), scores: scores.collect() }
    }
}

impl Seen {
    /// A place of which something is seen.
    fn of(words: Words, place: &SeenPlace) -> Option<Self> {
        let shown = match (&place.cards, place.count) {
            (_, None) | (None, Some(0)) => return None,
            (Some(cards), _) if cards.is_empty() => return None,
            (Some(cards), _) => words.cards(cards.iter().copied()),
            (None, Some(count)) => count_of_cards(count),
        };
        let totals = place.totals.iter();
        let totals = totals.filter_map(|(total, value)| Some(format!("{} {value}", words.total(place.place, *total)?)));
        let totals: Vec<String> = totals.collect();
        let totals = if totals.is_empty() { String::new() } else { format!(" ({})", totals.join(", ")) };
        Some(Self { name: words.place(place.place), shown: format!("{shown}{totals}") })
    }
}

impl fmt::Display for View {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Seen { name, shown } in self.places.iter().chain(&self.tracks) {
            writeln!(to, "  {name:<18} {shown}")?;
        }
        let scores: Vec<String> = self.scores.iter().map(|Score { name, points }| format!("{name} {points}")).collect();
        write!(to, "  {:<18} {}", "scores", scores.join(", "))
    }
}
