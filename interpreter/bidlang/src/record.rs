//! The record of a game: lines of JSON, as `docs/record.md` says, and its reading back.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Ask, Choice, Desk, Event, Runner, SeatSet, Sink, State};
use crate::ir::Ties;
use crate::knowledge::Knowledge;
use crate::lower::Setup;
use crate::rulebook::Rulebook;
use crate::session::{Listener, Session};
use crate::words::{Words, decided_for};

/// The format that is written.
pub const FORMAT: u64 = 1;

/// What the first line of a record says.
#[derive(Debug, Clone)]
pub struct Head<'a> {
    /// The rules, whose hash is written down.
    pub rulebook: &'a Rulebook,
    /// Players and options.
    pub setup: &'a Setup,
    /// What chance began with: the same seed and choices give the same game.
    pub seed: u64,
    /// Whose view it is; none for all.
    pub view: Option<u8>,
}

/// Writes the record of one game.
pub struct Recorder<'a, W> {
    words: Words<'a>,
    view: Option<u8>,
    write: W,
    knowledge: Knowledge,
}

impl<'a, W: FnMut(String)> Recorder<'a, W> {
    /// Begins a record with its first line.
    pub fn new(head: &Head, words: Words<'a>, mut write: W) -> Self {
        let options: serde_json::Map<String, Value> = head
            .rulebook
            .game
            .options
            .iter()
            .zip(&head.setup.options)
            .enumerate()
            .map(|(index, (option, value))| {
                let word = head.rulebook.option_word(index, *value);
                (option.name.clone(), word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number)))
            })
            .collect();
        let line = json!({
            "line": "game", "format": FORMAT, "game": head.rulebook.game.title, "file": head.rulebook.hash(), "players": head.setup.players,
            "names": words.seats, "options": options, "seed": head.seed, "view": head.view.map_or_else(|| json!("all"), |seat| json!(seat + 1)),
        });
        write(line.to_string());
        Self { words, view: head.view, write, knowledge: Knowledge::new() }
    }

    fn line(&mut self, value: &Value) {
        (self.write)(value.to_string());
    }

    fn sees(&self, seen: SeatSet) -> bool {
        self.view.is_none_or(|seat| seen & (1 << seat) != 0)
    }

    /// Ends the record.
    pub fn end(&mut self, scores: &[i64], winners: Result<SeatSet, &str>, decisions: u64) {
        let line = match winners {
            Ok(winners) => {
                json!({"line": "end", "scores": scores, "winners": self.words.json_seats(winners), "decisions": decisions})
            }
            Err(why) => json!({"line": "end", "scores": scores, "stopped": why, "decisions": decisions}),
        };
        self.line(&line);
    }
}

impl<W: FnMut(String)> Listener for Recorder<'_, W> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        let Some(ask) = runner.ask(desk.state()) else { return };
        if self.view.is_some_and(|view| view != seat) {
            // Whether it was forced is told with the act, as far as it may be known.
            let line = json!({"line": "decision", "seat": seat + 1, "at_once": ask.at_once});
            self.line(&played_for(line, ask, desk.state(), seat));
            return;
        }
        let mut legal = Vec::new();
        runner.each_choice(desk, seat, |choice| {
            legal.push(self.words.json_choice(ask, choice, |_| true));
            ControlFlow::Continue(())
        });
        let choice = self.words.json_choice(ask, choice, |_| true);
        let line = json!({"line": "decision", "seat": seat + 1, "at_once": ask.at_once, "forced": forced, "legal": legal, "choice": choice});
        self.line(&played_for(line, ask, desk.state(), seat));
    }
}

/// The line of a decision or act with the seat that it is for, where another seat decides.
fn played_for(mut line: Value, ask: &Ask, state: &State, seat: u8) -> Value {
    if let (Some(turn), Some(object)) = (decided_for(ask, state, seat), line.as_object_mut()) {
        object.insert("for".to_owned(), json!(turn + 1));
    }
    line
}

impl<W: FnMut(String)> Sink for Recorder<'_, W> {
    fn event(&mut self, state: &State, event: &Event) {
        let words = self.words;
        self.knowledge.hear(words, event, state);
        let line = match *event {
            Event::Pass { phase, pass } => {
                let name = words.game.phases.get(usize::from(phase)).map(|phase| phase.name.as_str());
                json!({"line": "phase", "phase": name, "pass": pass})
            }
            Event::Shuffle { place, ref order, seen } => {
                if self.sees(seen) {
                    json!({"line": "shuffle", "place": words.json_place(place), "order": words.json_cards(order.iter().copied(), true)})
                } else {
                    json!({"line": "shuffle", "place": words.json_place(place)})
                }
            }
            Event::Draw { track, among, seat } => {
                let name =
                    track.and_then(|track| words.game.tracks.get(usize::from(track))).map(|track| track.name.as_str());
                json!({"line": "draw", "track": name, "among": words.json_seats(among), "seat": seat + 1})
            }
            Event::Act { ask, seat, ref choice, forced, forced_public, seen } => {
                let Some(ask) = words.program.asks.get(usize::from(ask)) else { return };
                let own = self.view.is_none_or(|view| view == seat);
                let choice =
                    words.json_choice(ask, choice, |pick| own || self.sees(seen.get(pick).copied().unwrap_or(0)));
                let line = json!({"line": "act", "seat": seat + 1, "choice": choice, "forced": if own { forced } else { forced_public }});
                played_for(line, ask, state, seat)
            }
            Event::Move { ref cards, from, to, seen, .. } => json!({
                "line": "move", "cards": words.json_cards(cards.iter().copied(), self.sees(seen)), "count": cards.len(),
                "from": words.json_place(from), "to": words.json_place(to),
            }),
            Event::Show { place, ref cards, seen, public } => {
                if !self.sees(seen) {
                    return;
                }
                let own = self.view.filter(|_| !public).map_or(seen, |seat| 1 << seat);
                json!({
                    "line": "show", "place": words.json_place(place), "cards": words.json_cards(cards.iter().copied(), true),
                    "seen_by": words.json_seats(own),
                })
            }
            Event::Set { track, index, value, seen } => {
                if !self.sees(seen) {
                    return;
                }
                let (name, keys, value) = words.json_track(track, index, value);
                if keys.as_array().is_some_and(Vec::is_empty) {
                    json!({"line": "set", "track": name, "value": value})
                } else {
                    json!({"line": "set", "track": name, "of": keys, "value": value})
                }
            }
            Event::Bid { seat, worth, leader, seen, .. } => {
                let all = (1 << words.program.seats) - 1;
                let leader = u8::try_from(leader).ok().filter(|_| self.view.is_none() || seen == all);
                let leader = leader.map_or(Value::Null, |leader| json!(leader + 1));
                let worth = if self.sees(seen) { json!(worth) } else { Value::Null };
                json!({"line": "bid", "seat": seat + 1, "worth": worth, "leader": leader})
            }
            Event::Closed { winner, worth, tied, ties, public, .. } => {
                let told = public || self.view.is_none();
                let tied = words.json_seats(if told { tied } else { 0 });
                let worth = if told { json!(worth) } else { Value::Null };
                match u8::try_from(winner) {
                    Ok(winner) => {
                        json!({"line": "sold", "winner": winner + 1, "worth": worth, "tied": tied, "ties": tie_word(ties)})
                    }
                    Err(_) => json!({"line": "unsold", "tied": tied, "ties": tie_word(ties)}),
                }
            }
            Event::Trick { number, winner, .. } => json!({"line": "trick", "winner": winner + 1, "number": number}),
            Event::Score { seats, points, reason, ref items, .. } => {
                let reason = words.game.reasons.get(usize::from(reason)).map(String::as_str);
                let known = self
                    .view
                    .is_none_or(|view| self.knowledge.all_known(1 << view, items.iter().map(|(card, _)| *card)));
                let items: Vec<Value> = items
                    .iter()
                    .filter(|_| known)
                    .map(|(card, points)| json!({"card": words.json_card(*card), "points": points}))
                    .collect();
                let totals: Vec<i64> =
                    words.program.teams.iter().map(|team| state.int(words.program.scores + u32::from(*team))).collect();
                json!({"line": "score", "seats": words.json_seats(seats), "points": points, "for": reason, "items": items, "totals": totals})
            }
            Event::Won { .. } => return,
        };
        self.line(&line);
    }
}

/// The word for a rule of ties.
#[must_use]
pub const fn tie_word(ties: Ties) -> &'static str {
    match ties {
        Ties::First => "first",
        Ties::Last => "last",
        Ties::Nobody => "nobody",
        Ties::Next => "next",
    }
}

/// What a record says about how to play it again.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The title of the game; empty where it is not said.
    pub game: String,
    /// The hash of the rules file.
    pub file: String,
    /// How many play.
    pub players: u8,
    /// The names of the seats, as many as play.
    pub names: Vec<String>,
    /// The options, by name.
    pub options: Vec<(String, String)>,
    /// What chance began with.
    pub seed: u64,
    /// The choices, in their order: line, seat from 0, choice.
    pub choices: Vec<(usize, u8, Value)>,
    /// Whether the record has its last line.
    pub whole: bool,
}

/// Reads a record.
///
/// # Errors
/// What is wrong with it, with the number of the line in the message.
pub fn read(text: &str) -> Result<Replay, Diagnostic> {
    let wrong = |number: usize, what: &str| {
        Diagnostic::new(Code::BadRecord, Span::default(), format!("line {number} of the record {what}"))
            .help("a record is written by `bidlang run FILE --record RECORD` and must not be changed")
    };
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Err(wrong(1, "is missing: the file is empty")) };
    let head: Value = serde_json::from_str(first).map_err(|_| wrong(1, "is not JSON"))?;
    if head.get("line").and_then(Value::as_str) != Some("game")
        || head.get("format").and_then(Value::as_u64) != Some(FORMAT)
    {
        return Err(wrong(1, "is not the first line of a record of format 1"));
    }
    if head.get("view").and_then(Value::as_str) != Some("all") {
        return Err(Diagnostic::new(
            Code::BadRecord,
            Span::default(),
            "the record is what one seat saw, which is not enough to play it again",
        )
        .help("write the record without `--view`"));
    }
    let field = |name: &str| head.get(name).cloned().ok_or_else(|| wrong(1, &format!("has no `{name}`")));
    let mut replay = Replay {
        game: head.get("game").and_then(Value::as_str).unwrap_or_default().to_owned(),
        file: field("file")?.as_str().unwrap_or_default().to_owned(),
        players: field("players")?
            .as_u64()
            .and_then(|players| u8::try_from(players).ok())
            .ok_or_else(|| wrong(1, "has no number of players"))?,
        names: field("names")?
            .as_array()
            .map(|names| names.iter().map(|name| name.as_str().unwrap_or_default().to_owned()).collect())
            .unwrap_or_default(),
        options: Vec::new(),
        seed: field("seed")?.as_u64().ok_or_else(|| wrong(1, "has no seed"))?,
        choices: Vec::new(),
        whole: false,
    };
    if let Some(options) = field("options")?.as_object() {
        replay.options = options
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
            .collect();
    }
    for (index, line) in lines {
        let number = index + 1;
        let value: Value =
            serde_json::from_str(line).map_err(|_| wrong(number, "is not JSON; it may have been cut"))?;
        match value.get("line").and_then(Value::as_str) {
            Some("decision") => {
                let seat = value
                    .get("seat")
                    .and_then(Value::as_u64)
                    .and_then(|seat| u8::try_from(seat).ok())
                    .and_then(|seat| seat.checked_sub(1));
                let seat = seat.ok_or_else(|| wrong(number, "has no seat"))?;
                let choice = value.get("choice").cloned().ok_or_else(|| wrong(number, "has no choice"))?;
                let forced = value.get("forced").and_then(Value::as_bool).unwrap_or(false);
                if !forced {
                    replay.choices.push((number, seat, choice));
                }
            }
            Some("end") => replay.whole = true,
            Some(_) => {}
            None => return Err(wrong(number, "has no `line`")),
        }
    }
    Ok(replay)
}

/// The legal choice of a seat that a record names.
pub fn find(session: &mut Session, words: Words, seat: u8, wanted: &Value) -> Option<Choice> {
    let runner = Arc::clone(&session.runner);
    let ask = runner.ask(session.desk.state())?;
    let mut found = None;
    runner.each_choice(&mut session.desk, seat, |choice| {
        if words.json_choice(ask, choice, |_| true) == *wanted {
            found = Some(*choice);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// A record that goes on where the game is over.
#[must_use]
pub fn longer(line: usize) -> Diagnostic {
    Diagnostic::new(Code::BadRecord, Span::default(), format!("the game is over before line {line} of the record"))
        .help("the record was changed; it cannot be played again")
}

/// The choice that a record has for the seat whose turn it is.
///
/// # Errors
/// If the record has ended, lets another seat choose, or has a choice that is not legal.
pub fn chosen(
    words: Words,
    session: &mut Session,
    seat: u8,
    next: Option<&(usize, u8, Value)>,
) -> Result<Choice, Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::new(Code::BadRecord, Span::default(), message)
            .help("a record is written by `bidlang run FILE --record RECORD` and must not be changed")
    };
    let Some((line, recorded, choice)) = next else {
        return Err(wrong("the record ends before the game does: it was cut, or the game was left".to_owned()));
    };
    if *recorded != seat {
        return Err(wrong(format!(
            "line {line} of the record lets seat {} choose, but it is the turn of seat {}",
            recorded + 1,
            seat + 1
        )));
    }
    find(session, words, seat, choice)
        .ok_or_else(|| wrong(format!("the choice on line {line} of the record is not legal")))
}
