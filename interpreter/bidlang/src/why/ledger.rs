//! What each score is made of, written down while a game is played.

use crate::engine::{Choice, Desk, Event, RuleId, Runner, SeatSet, Sink, State};
use crate::knowledge::Knowledge;
use crate::{Listener, Prepared};

/// Points that were written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// For these seats each; a team has them once.
    pub seats: SeatSet,
    /// What each of the seats got; less than nothing for a loss.
    pub points: i64,
    /// The word behind `for` in the rules file.
    pub reason: String,
    /// The phases in which it was, the outermost first.
    pub phases: Vec<(String, Option<i64>)>,
    /// How many decisions had been made, forced ones too.
    pub decisions: u64,
    /// The cards that make up the points, where they are a total and the reader knows them.
    pub cards: Vec<(u8, i64)>,
    /// The line that gave them.
    pub rule: RuleId,
}

/// Writes down points.
pub struct Ledger {
    prepared: Prepared,
    view: Option<SeatSet>,
    knowledge: Knowledge,
    decisions: u64,
    /// What was written down, in its order.
    pub items: Vec<Item>,
}

impl Ledger {
    /// A ledger that all seats of `view` may read, or one of everything.
    #[must_use]
    pub fn new(prepared: &Prepared, view: Option<SeatSet>) -> Self {
        Self { prepared: prepared.clone(), view, knowledge: Knowledge::new(), decisions: 0, items: Vec::new() }
    }

    /// The seats that share a score, with its items: each player, or each team.
    #[must_use]
    pub fn scores(&self) -> Vec<(SeatSet, Vec<&Item>)> {
        let teams = &self.prepared.compiled().program.teams;
        let mut sides: Vec<(u8, SeatSet)> = Vec::new();
        for (seat, team) in teams.iter().enumerate() {
            match sides.iter_mut().find(|(other, _)| other == team) {
                Some((_, seats)) => *seats |= 1 << seat,
                None => sides.push((*team, 1 << seat)),
            }
        }
        let of = |seats: SeatSet| self.items.iter().filter(|item| item.seats & seats != 0).collect();
        sides.into_iter().map(|(_, seats)| (seats, of(seats))).collect()
    }
}

impl Sink for Ledger {
    fn event(&mut self, state: &State, event: &Event) {
        let words = self.prepared.words();
        self.knowledge.hear(words, event, state);
        let Event::Score { seats, points, reason, items, rule } = event else { return };
        let (seats, points, reason, rule) = (*seats, *points, *reason, *rule);
        let known = self.view.is_none_or(|view| self.knowledge.all_known(view, items.iter().map(|(card, _)| *card)));
        self.items.push(Item {
            seats,
            points,
            reason: words.game.reasons.get(usize::from(reason)).cloned().unwrap_or_default(),
            phases: self.prepared.phases(state),
            decisions: self.decisions,
            cards: if known { items.to_vec() } else { Vec::new() },
            rule,
        });
    }
}

impl Listener for Ledger {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {
        self.decisions += 1;
    }
}
