//! How a game at a table goes on: who is asked, when the time is up, what is told at the end.

use std::sync::Arc;
use std::time::Duration;

use bidlang::engine::each_seat;
use bidlang::{Act, Ledger, Listener};
use serde_json::json;

use super::course::{At, Ears, Ended, left};
use super::faces::menu;
use super::log::By;
use super::room::{Refused, Room, Said, State};
use super::teller::waiting;
use crate::store::Outcome;

/// How long the server waits before it tries again where its act could not be kept.
const AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// The game stands where somebody has to choose, or is over: they are asked, and the others are told who.
    pub(super) fn go_on(self: &Arc<Self>, state: &mut State) {
        state.audience.clients.retain(|client| client.to.is_some());
        if state.course.ended().is_some() {
            return self.finish(state);
        }
        let (at, ready) = (state.course.at(), state.course.ready());
        if ready != 0 {
            // Who chooses at once with others: it is told who has chosen, and not what.
            return state.audience.send_all(&waiting(at, ready).to_string());
        }
        self.ask(state);
    }

    /// All who are waited for are asked.
    pub(super) fn ask(self: &Arc<Self>, state: &mut State) {
        let at = state.course.at();
        state.awake = true;
        state.since = std::time::Instant::now();
        let asked = each_seat(at.seats).filter(|seat| state.course.asks(*seat));
        for seat in asked.collect::<Vec<u8>>() {
            if state.audience.seats() & (1 << seat) != 0
                && let Some(asked) = self.asked(state, seat)
            {
                state.audience.send_seat(seat, &asked);
            }
            if state.players.get(usize::from(seat)).is_some_and(|player| player != "person") {
                tokio::spawn(Arc::clone(self).think(seat, at.decision, state.generation));
            }
        }
        if let Some(seconds) = self.kept.turn_seconds {
            tokio::spawn(Arc::clone(self).wait(at.decision, seconds, state.generation));
        }
    }

    /// `{"kind":"asked"}`: what a seat may do, where a person has it and is asked.
    pub(super) fn asked(&self, state: &State, seat: u8) -> Option<String> {
        if !state.awake || state.has(seat).is_err() || !state.course.asks(seat) {
            return None;
        }
        let mut asked = menu(&state.course.turn(seat));
        let fields = asked.as_object_mut()?;
        let left = self.kept.turn_seconds.map(|seconds| seconds.saturating_sub(state.since.elapsed().as_secs()));
        fields.insert("kind".to_owned(), json!("asked"));
        fields.insert("decision".to_owned(), json!(state.course.at().decision));
        fields.insert("seat".to_owned(), json!(seat + 1));
        fields.insert("seconds_left".to_owned(), json!(left));
        Some(asked.to_string())
    }

    /// Persons who have not chosen when the time is up are helped: a player that thinks a little chooses in their place.
    async fn wait(self: Arc<Self>, decision: u64, seconds: u64, generation: u64) {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        let seats = {
            let state = self.lock().await;
            if state.generation != generation || state.course.at().decision != decision {
                return;
            }
            let late = each_seat(state.persons()).filter(|seat| state.course.asks(*seat));
            late.collect::<Vec<u8>>()
        };
        for seat in seats {
            let late = Arc::clone(&self);
            tokio::spawn(async move {
                if let Some(act) = late.stand_in(seat, decision).await {
                    late.done(seat, decision, act, By::Clock).await;
                }
            });
        }
    }

    /// An act that the server found itself is done; where it could not be kept it is tried again, as nobody else would.
    pub(super) async fn done(self: &Arc<Self>, seat: u8, decision: u64, act: Act, by: By) {
        while !self.hub.stops() {
            match self.act(seat, decision, Said::Act(Box::new(act.clone())), by).await {
                Err(Refused::NotKept(trouble)) => {
                    tracing::error!(table = %self.kept.id, by = by.word(), trouble = %trouble, "an act could not be kept; it is tried again");
                    tokio::time::sleep(AGAIN).await;
                }
                // Who chose in the last moment has chosen.
                Ok(()) | Err(Refused::Reasons(..) | Refused::Wrong(..)) => return,
            }
        }
    }

    fn finish(self: &Arc<Self>, state: &mut State) {
        if state.over.is_some() {
            return;
        }
        let outcome = Self::outcome(state);
        if let Some(over) = self.over(state) {
            state.audience.send_all(&over);
        }
        let room = Arc::clone(self);
        tokio::spawn(async move {
            // What cannot be kept follows from the log, and is worked out again.
            if let Err(trouble) = room.hub.store.finish(&room.kept.id, &outcome).await {
                tracing::warn!(table = %room.kept.id, trouble = %trouble, "the result could not be kept");
            }
            room.hub.forget(&room).await;
        });
    }

    /// What a game came to.
    pub(super) fn outcome(state: &State) -> Outcome {
        let table = &state.course.table;
        Outcome {
            scores: table.scores(),
            winners: table.winners().iter().map(|seat| seat + 1).collect(),
            players: state.players.clone(),
            decisions: table.decisions(),
            choices: state.acts.made.len(),
            milliseconds: state.acts.made.iter().map(|made| made.took).sum(),
            stopped: state.course.ended().and_then(left).map(str::to_owned),
        }
    }

    /// `{"kind":"over"}`: the scores item by item, and the seed; none as long as the game goes on.
    pub(super) fn over(&self, state: &mut State) -> Option<String> {
        state.course.ended()?;
        if let Some(over) = &state.over {
            return Some(over.clone());
        }
        let mut items = Items(Ledger::new(&self.prepared, None));
        self.play_again(&state.acts, &mut items);
        let Items(ledger) = items;
        let of = |seat: u8| {
            let own = ledger.items.iter().filter(|item| item.seats & (1 << seat) != 0);
            own.map(|item| json!({"reason": item.reason, "points": item.points})).collect::<Vec<_>>()
        };
        let Outcome { scores, winners, decisions, stopped, .. } = Self::outcome(state);
        let over = json!({
            "kind": "over",
            "scores": scores,
            "winners": winners,
            "stopped": stopped,
            "seed": crate::secrets::hex(self.kept.seed.key()),
            "commitment": self.commitment,
            "steps": decisions,
            "items": (0..self.prepared.players()).map(of).collect::<Vec<_>>(),
        });
        state.over = Some(over.to_string());
        state.over.clone()
    }
}

/// Writes down the points.
struct Items(Ledger);

impl bidlang::engine::Sink for Items {
    fn event(&mut self, state: &bidlang::engine::State, event: &bidlang::engine::Event) {
        self.0.event(state, event);
    }
}

impl Listener for Items {
    fn decided(
        &mut self,
        runner: &bidlang::engine::Runner,
        desk: &mut bidlang::engine::Desk,
        seat: u8,
        choice: &bidlang::engine::Choice,
        forced: bool,
    ) {
        self.0.decided(runner, desk, seat, choice, forced);
    }
}

impl Ears for Items {
    fn pause(&mut self, _: &bidlang::Table, _: At) {}
    fn end(&mut self, _: &bidlang::Table, _: &Ended) {}
}
