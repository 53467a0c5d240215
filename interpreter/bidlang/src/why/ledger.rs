//! What each score is made of, written down while a game is played.

use crate::engine::{Choice, Desk, Event, Reader, Runner, SeatSet, Sink, State, Telling};
use crate::{Listener, Prepared};

use super::{Clause, Running};

/// Points that were written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// For these seats each (bit 0 is seat 0); a team has them once.
    pub seats: SeatSet,
    /// What each of the seats got; less than nothing for a loss.
    pub points: i64,
    /// The word behind `for` in the rules file.
    pub reason: String,
    /// The phases in which it was, the outermost first.
    pub phases: Vec<Running>,
    /// How many decisions had been made, forced ones too.
    pub decisions: u64,
    /// The cards that make up the points, where they are a total and the reader knows them.
    pub cards: Vec<CardPoints>,
    /// The clause that gave them.
    pub clause: Clause,
}

/// What one card is worth in a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPoints {
    /// The name of the card.
    pub name: String,
    /// Its part of the total; less than nothing for a loss.
    pub points: i64,
    /// Its number in the program.
    #[doc(hidden)]
    pub card: u8,
}

/// Seats that share a score: one player, or a team.
#[derive(Debug, Clone)]
pub struct Side<'l> {
    /// The seats: bit 0 is seat 0.
    pub seats: SeatSet,
    /// What the score is made of, in its order.
    pub items: Vec<&'l Item>,
}

/// Writes down points as they come, so that each score can be told item by item.
///
/// ```
/// use bidlang::{Game, Ledger, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let mut ledger = Ledger::new(table.prepared(), None);
/// while let Some(turn) = table.turn_told(&mut ledger)? {
///     table.play_told(turn.seat(), &turn.nth(0).ok_or("no such choice")?, &mut ledger)?;
/// }
/// for (side, score) in ledger.scores().iter().zip(table.scores()) {
///     assert_eq!(side.items.iter().map(|item| item.points).sum::<i64>(), score);
///     assert!(side.items.iter().all(|item| item.reason == "the bid" && item.clause.line == 31));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger {
    prepared: Prepared,
    reader: Reader,
    decisions: u64,
    /// What was written down, in its order.
    pub items: Vec<Item>,
}

impl Ledger {
    /// A ledger that all seats of `view` may read, or one of everything.
    #[must_use]
    pub fn new(prepared: &Prepared, view: Option<SeatSet>) -> Self {
        let reader = view.map_or(Reader::All, Reader::Seats);
        Self { prepared: prepared.clone(), reader, decisions: 0, items: Vec::new() }
    }

    /// Each score, and what it is made of.
    #[must_use]
    pub fn scores(&self) -> Vec<Side<'_>> {
        let teams = &self.prepared.compiled().program.teams;
        let mut sides: Vec<(u8, SeatSet)> = Vec::new();
        for (seat, team) in teams.iter().enumerate() {
            match sides.iter_mut().find(|(other, _)| other == team) {
                Some((_, seats)) => *seats |= 1 << seat,
                None => sides.push((*team, 1 << seat)),
            }
        }
        let of = |seats: SeatSet| self.items.iter().filter(|item| item.seats & seats != 0).collect();
        sides.into_iter().map(|(_, seats)| Side { seats, items: of(seats) }).collect()
    }
}

impl Sink for Ledger {
    fn event(&mut self, state: &State, event: &Event) {
        let words = self.prepared.words();
        let Some(Telling::Score { seats, points, reason, items, rule, .. }) =
            Telling::of(event, words.program, state, self.reader)
        else {
            return;
        };
        let points_of = |(card, points): &(u8, i64)| {
            let (card, points) = (*card, *points);
            CardPoints { name: words.card(card).to_owned(), points, card }
        };
        self.items.push(Item {
            seats,
            points,
            reason: words.game.reasons.get(usize::from(reason)).cloned().unwrap_or_default(),
            phases: self.prepared.phases(state),
            decisions: self.decisions,
            cards: items.iter().flatten().map(points_of).collect(),
            clause: self.prepared.clause(rule),
        });
    }
}

impl Listener for Ledger {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {
        self.decisions += 1;
    }
}
