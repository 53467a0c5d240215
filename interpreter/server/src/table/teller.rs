//! What one reader is told of a game, as messages of the socket: the lines of its record, the story in words, the board, who is to choose.

use std::sync::{Arc, Mutex, PoisonError};

use bidlang::engine::{Choice, Desk, Event, Reader, Runner, SeatSet, Sink, State, each_seat};
use bidlang::{Board, Follower, Listener, Prepared, Recorder, Table, Transcript};
use serde::Serialize;
use serde_json::{Value, json};

use super::course::{At, Ended, left};

type Write = Box<dyn FnMut(String) + Send>;

/// Who reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Who has this seat (from 0).
    Seat(u8),
    /// Who looks on: what all seats know in common.
    Onlooker,
    /// Who may know all: behind the end of a game.
    All,
}

impl Who {
    /// As the engine knows it.
    #[must_use]
    pub fn reader(self, prepared: &Prepared) -> Reader {
        match self {
            Self::Seat(seat) => Reader::Seats(1 << seat),
            Self::Onlooker => prepared.everybody(),
            Self::All => Reader::All,
        }
    }

    /// The seat, where it is one.
    #[must_use]
    pub const fn seat(self) -> Option<u8> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Onlooker | Self::All => None,
        }
    }
}

/// Lines as they come.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Lines>>);

#[derive(Default)]
struct Lines {
    /// Lines of the record that were not sent yet.
    lines: Vec<String>,
    /// How many were sent.
    sent: usize,
    /// Words that were not sent yet, each with how many lines there were when it was said.
    words: Vec<(usize, String)>,
    words_sent: usize,
}

impl Heard {
    fn with<T>(&self, act: impl FnOnce(&mut Lines) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A board as it is sent.
#[derive(Serialize)]
struct BoardTold {
    kind: &'static str,
    decision: u64,
    step: u64,
    board: Board,
}

/// Tells one reader.
pub struct Teller {
    who: Who,
    reader: Reader,
    recorder: Recorder<Write>,
    transcript: Transcript<Write>,
    follower: Follower,
    heard: Heard,
}

impl Teller {
    /// For a game that has not begun. The seed is told only to who may know all.
    #[must_use]
    pub fn new(prepared: &Prepared, who: Who, seed: bidlang::Seed) -> Self {
        let heard = Heard::default();
        let (reader, to) = (who.reader(prepared), heard.clone());
        let line: Write = Box::new(move |line| to.with(|lines| lines.lines.push(line)));
        let recorder = match who {
            Who::Seat(seat) => Recorder::new(prepared, seed, Some(seat), line),
            Who::Onlooker => Recorder::of_everybody(prepared, line),
            Who::All => Recorder::new(prepared, seed, None, line),
        };
        let to = heard.clone();
        let say: Write = Box::new(move |words| {
            // An empty line parts what is on paper.
            if !words.is_empty() {
                to.with(|lines| lines.words.push((lines.sent + lines.lines.len(), words)));
            }
        });
        let transcript = Transcript::of_reader(prepared, reader, say);
        let follower = Follower::of_reader(prepared, reader);
        Self { who, reader, recorder, transcript, follower, heard }
    }

    /// Who reads.
    #[must_use]
    pub const fn who(&self) -> Who {
        self.who
    }

    /// The lines that were not sent yet; they count as sent.
    pub fn take_lines(&mut self) -> (usize, Vec<String>) {
        self.heard.with(|heard| {
            let (from, lines) = (heard.sent, std::mem::take(&mut heard.lines));
            heard.sent += lines.len();
            (from, lines)
        })
    }

    /// The words that were not sent yet; they count as sent.
    pub fn take_words(&mut self) -> (usize, Vec<(usize, String)>) {
        self.transcript.flush();
        self.heard.with(|heard| {
            let (from, words) = (heard.words_sent, std::mem::take(&mut heard.words));
            heard.words_sent += words.len();
            (from, words)
        })
    }

    /// What is held back in words is said: so the same is said at the same place, whoever listens when.
    pub fn flush(&mut self) {
        self.transcript.flush();
    }

    /// The end of the record and of the story.
    pub fn end(&mut self, table: &Table, ended: &Ended) {
        self.recorder.end(table, left(ended));
        self.transcript.end(table, left(ended));
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self, table: &Table) -> Board {
        let first = self.who.seat().unwrap_or(0);
        Board::by(table.prepared(), &mut table.desk.clone(), (self.reader, first), &self.follower)
    }

    /// `{"kind":"board"}`: the board as it stands.
    #[must_use]
    pub fn board_message(&self, table: &Table, at: At) -> String {
        let told = BoardTold { kind: "board", decision: at.decision, step: at.step, board: self.board(table) };
        message(&told)
    }

    /// What was not sent yet, as messages: lines and words.
    pub fn news(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        let (from, lines) = self.take_lines();
        if !lines.is_empty() {
            messages.push(lines_message(from, &lines));
        }
        let (from, words) = self.take_words();
        if !words.is_empty() {
            messages.push(words_message(from, &words));
        }
        messages
    }

    /// All that a reader is told where the game stands still.
    pub fn still(&mut self, table: &Table, at: At, ready: SeatSet) -> Vec<String> {
        let mut messages = self.news();
        messages.push(self.board_message(table, at));
        if at.seats != 0 {
            messages.push(waiting(at, ready).to_string());
        }
        messages
    }
}

/// What is sent: JSON in one line.
pub fn message(what: &impl Serialize) -> String {
    match serde_json::to_string(what) {
        Ok(message) => message,
        // None of our messages has keys that are no words.
        Err(error) => {
            tracing::error!(%error, "a message could not be written");
            json!({"kind": "error", "code": "failed", "message": "something went wrong", "help": "connect again"})
                .to_string()
        }
    }
}

/// `{"kind":"lines"}`: the lines are JSON already.
#[must_use]
pub fn lines_message(from: usize, lines: &[String]) -> String {
    format!(r#"{{"kind":"lines","from":{from},"lines":[{}]}}"#, lines.join(","))
}

/// `{"kind":"words"}`
#[must_use]
pub fn words_message(from: usize, words: &[(usize, String)]) -> String {
    json!({"kind": "words", "from": from, "entries": words.iter().map(entry).collect::<Vec<_>>()}).to_string()
}

/// One entry of the story; a detail is what follows from an act.
#[must_use]
pub fn entry((line, words): &(usize, String)) -> Value {
    json!({"line": line, "words": words.trim(), "detail": words.starts_with(' ')})
}

/// `{"kind":"waiting"}`: whose turn it is, and who of several has chosen.
#[must_use]
pub fn waiting(at: At, ready: SeatSet) -> Value {
    json!({"kind": "waiting", "decision": at.decision, "for": seats(at.seats), "ready": seats(ready)})
}

/// Seats as they are told, from 1.
#[must_use]
pub fn seats(set: SeatSet) -> Vec<u8> {
    each_seat(set).map(|seat| seat + 1).collect()
}

impl Sink for Teller {
    fn event(&mut self, state: &State, event: &Event) {
        self.recorder.event(state, event);
        self.transcript.event(state, event);
        self.follower.event(state, event);
    }
}

impl Listener for Teller {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        self.recorder.decided(runner, desk, seat, choice, forced);
    }
}
