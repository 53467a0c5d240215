//! What is read of a table beside its play: records, boards of single steps, and behind the end who chose what.

use std::sync::Arc;

use bidlang::engine::{Choice, Desk, Event, Runner, Sink, State as Cards, each_seat};
use bidlang::{Board, Listener, Table};
use serde::Serialize;
use serde_json::{Value, json};

use super::bots::hints;
use super::course::{At, Course, Ears, Ended};
use super::log::Acts;
use super::room::{Refused, Room, State};
use super::teller::{Teller, Who, entry, seats};
use crate::store::{NoteRow, Outcome};

/// Hears a game up to a step, and keeps the board that it came to.
struct UpTo {
    teller: Teller,
    step: u64,
    found: Option<(Board, At)>,
    /// What was said since the board before.
    words: Vec<(usize, String)>,
}

impl Sink for UpTo {
    fn event(&mut self, state: &Cards, event: &Event) {
        self.teller.event(state, event);
    }
}

impl Listener for UpTo {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        self.teller.decided(runner, desk, seat, choice, forced);
    }
}

impl Ears for UpTo {
    fn pause(&mut self, table: &Table, at: At) {
        if at.step <= self.step {
            self.found = Some((self.teller.board(table), at));
            self.words = self.teller.take_words().1;
        }
    }

    fn end(&mut self, _: &Table, _: &Ended) {}
}

impl Room {
    /// Whether the game is over and nobody is here.
    pub async fn is_left(&self) -> bool {
        let state = self.lock().await;
        state.course.ended().is_some() && state.audience.clients.is_empty()
    }

    /// Whether the game is over.
    pub async fn is_over(&self) -> bool {
        self.lock().await.course.ended().is_some()
    }

    /// The record: the whole one where the game is over, else what the seat may read, or who looks on.
    pub async fn record(&self, seat: Option<u8>) -> String {
        let state = self.lock().await;
        let who = match (state.course.ended(), seat) {
            (Some(_), _) => Who::All,
            (None, Some(seat)) => Who::Seat(seat),
            (None, None) => Who::Onlooker,
        };
        tokio::task::block_in_place(|| state.acts.lines(&self.prepared, self.kept.seed, who).join("\n") + "\n")
    }

    /// The board after a step, for the own seat or, behind the end, for any reader. With `hint` what could have been done, behind the end.
    ///
    /// # Errors
    /// A step that the game has not come to, a reader who may not look yet.
    pub async fn step(self: &Arc<Self>, who: Who, step: u64, hint: bool) -> Result<Value, Refused> {
        let (acts, over, steps) = {
            let state = self.lock().await;
            (state.acts.clone(), state.course.ended().is_some(), state.course.at().step)
        };
        if who == Who::All && !over {
            return Err(not_over());
        }
        if step > steps {
            return Err(Refused::Wrong(
                "no-such-step",
                format!("the game has come to step {steps}"),
                "say an earlier one",
            ));
        }
        let mut up_to =
            UpTo { teller: Teller::new(&self.prepared, who, self.kept.seed), step, found: None, words: Vec::new() };
        tokio::task::block_in_place(|| self.play_again(&acts, &mut up_to));
        let Some((board, at)) = up_to.found else { return Err(not_over()) };
        let hint = if hint && over { self.could_have(acts, at).await } else { Value::Null };
        Ok(json!({
            "step": step, "steps": steps, "board": board, "asked": seats(at.seats), "hint": hint,
            "words": up_to.words.iter().map(entry).collect::<Vec<_>>(),
        }))
    }

    /// What a player that thinks would have done at a step, for the first seat that had a choice.
    async fn could_have(self: &Arc<Self>, acts: Acts, at: At) -> Value {
        let Some(seat) = each_seat(at.seats).next().filter(|_| at.waits) else { return Value::Null };
        let Ok(_thinks) = self.hub.thinking.acquire().await else { return Value::Null };
        let room = Arc::clone(self);
        let considered = tokio::task::spawn_blocking(move || {
            let mut before = Acts { made: Vec::new(), left: None, ..acts };
            let mut course = Course::begin(&room.prepared, &room.luck, &mut bidlang::Silent);
            for made in acts.made {
                if course.at().step >= at.step {
                    break;
                }
                course.answer(made.seat, made.choice, &mut bidlang::Silent);
                before.made.push(made);
            }
            let (mut thinker, turn) = room.brief(seat, "normal", &before)?;
            let found = thinker.consider();
            Some(json!({"seat": seat + 1, "best": hints(&turn, &found)}))
        });
        self.came(considered.await).flatten().unwrap_or(Value::Null)
    }

    /// The table behind its end: who chose what and how long it took, scores, notes.
    ///
    /// # Errors
    /// Where the game goes on, or notes cannot be read.
    pub async fn report(&self) -> Result<Value, Refused> {
        let state = self.lock().await;
        if state.course.ended().is_none() {
            return Err(not_over());
        }
        let notes = self.named_notes()?;
        let acts = tokio::task::block_in_place(|| self.acts(&state));
        let Outcome { scores, winners, decisions, milliseconds, stopped, .. } = Self::outcome(&state);
        Ok(json!({
            "table": self.kept.id, "game": self.kept.named.0, "title": self.prepared.game().title(), "seats": self.seats(&state),
            "scores": scores, "winners": winners, "steps": decisions, "stopped": stopped, "milliseconds": milliseconds,
            "acts": acts, "notes": notes,
        }))
    }

    /// Each act with its step, in words.
    fn acts(&self, state: &State) -> Vec<Value> {
        let mut course = Course::begin(&self.prepared, &self.luck, &mut bidlang::Silent);
        let row = |made: &super::log::Made| {
            let words = course.turn(made.seat).act(&made.choice).to_string();
            let step = course.at().step;
            course.answer(made.seat, made.choice, &mut bidlang::Silent);
            json!({
                "step": step, "seat": made.seat + 1, "name": self.prepared.words().seat(made.seat), "words": words,
                "milliseconds": made.took, "by": made.by.word(),
            })
        };
        state.acts.made.iter().map(row).collect()
    }

    /// The notes, each with the name of who made it.
    fn named_notes(&self) -> Result<Vec<Noted>, Refused> {
        let words = self.prepared.words();
        let name = |row: &NoteRow| row.seat.map_or("host", |seat| words.seat(seat)).to_owned();
        let notes = self.hub.store.reader.notes(&self.kept.id).map_err(Refused::NotKept)?;
        Ok(notes.into_iter().map(|row| Noted { name: Some(name(&row)), ..Noted::of(row) }).collect())
    }

    /// The notes of the table.
    ///
    /// # Errors
    /// Where the game goes on, or they cannot be read.
    pub async fn notes(&self) -> Result<Value, Refused> {
        if self.lock().await.course.ended().is_none() {
            return Err(not_over());
        }
        Ok(json!({"notes": self.named_notes()?}))
    }
}

/// A note as it is told.
#[derive(Debug, Serialize)]
pub struct Noted {
    /// The step at which it was made.
    pub step: u64,
    /// The seat from 1; null for the host.
    pub seat: Option<u8>,
    /// The text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// Who made it, in the report of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// At which table, in the report of all tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

impl Noted {
    /// One that was kept.
    #[must_use]
    pub fn of(NoteRow { step, seat, text, time }: NoteRow) -> Self {
        Self { step, seat: seat.map(|seat| seat + 1), text, time, name: None, table: None }
    }
}

fn not_over() -> Refused {
    Refused::Wrong("not-over", "that can be read when the game is over".to_owned(), "play on, or let the host end it")
}
