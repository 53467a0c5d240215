//! The record of a game: lines of JSON, as `docs/record.md` says, and its reading back.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use crate::engine::{Ask, Choice, Desk, Event, Runner, SeatSet, Sink, State};
use crate::ir::Ties;
use crate::knowledge::Knowledge;
use crate::words::{JsonTrack, decided_for};
use crate::{Listener, Prepared, Table};

mod check;
mod difference;
mod json;
mod replay;

#[doc(hidden)]
pub use replay::shorter;
pub use replay::{Recorded, Replay};
pub(crate) use replay::{in_first_line, longer, not_legal, other_seat};

/// The format that is written.
pub const FORMAT: u64 = 1;

/// Writes the record of one game, line by line: for one seat what it may know, or everything.
///
/// ```
/// use bidlang::{Game, Recorder, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let mut lines = Vec::new();
/// let mut recorder = Recorder::new(table.prepared(), 7, None, |line| lines.push(line));
/// while let Some(turn) = table.turn_told(&mut recorder)? {
///     table.play_told(turn.seat(), &turn.nth(0).unwrap(), &mut recorder)?;
/// }
/// recorder.end(&table, None);
/// drop(recorder);
/// assert!(lines[0].starts_with(r#"{"line":"game","format":1,"game":"High Card""#));
/// assert!(lines.last().unwrap().starts_with(r#"{"line":"end","scores":["#));
/// # Ok::<(), bidlang::Error>(())
/// ```
pub struct Recorder<W> {
    prepared: Prepared,
    view: Option<u8>,
    write: W,
    knowledge: Knowledge,
}

impl<W: FnMut(String)> Recorder<W> {
    /// Begins a record with its first line. `seed` is that of the table, which a view does not tell; `view` is the seat whose view it is,
    /// none for all; a seat that is not at the table is told of no card.
    pub fn new(prepared: &Prepared, seed: u64, view: Option<u8>, mut write: W) -> Self {
        let view = view.map(|seat| prepared.viewer(seat));
        let number = |word: String| word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number));
        let options = prepared.options().into_iter().map(|(name, word)| (name.to_owned(), number(word)));
        let options: serde_json::Map<String, Value> = options.collect();
        let game = prepared.game();
        let mut line = json!({
            "line": "game", "format": FORMAT, "game": game.title(), "file": game.hash(), "players": prepared.players(),
            "names": prepared.names(), "options": options,
        });
        if let Some(line) = line.as_object_mut() {
            // All cards follow from the seed: the record for all alone has it.
            if view.is_none() {
                line.insert("seed".to_owned(), json!(seed));
            }
            line.insert("view".to_owned(), view.map_or_else(|| json!("all"), |seat| json!(seat + 1)));
        }
        write(line.to_string());
        Self { prepared: prepared.clone(), view, write, knowledge: Knowledge::new() }
    }

    /// Ends the record: with who won, or with why the game was left.
    pub fn end(&mut self, table: &Table, left: Option<&str>) {
        let (scores, decisions) = (table.scores(), table.decisions());
        let line = match (left, table.passes_played()) {
            (None, _) => {
                let winners: Vec<u8> = table.winners().iter().map(|seat| seat + 1).collect();
                json!({"line": "end", "scores": scores, "winners": winners, "decisions": decisions})
            }
            (Some(why), None) => json!({"line": "end", "scores": scores, "stopped": why, "decisions": decisions}),
            (Some(why), Some(passes)) => {
                json!({"line": "end", "scores": scores, "stopped": why, "passes": passes, "decisions": decisions})
            }
        };
        self.line(&line);
    }

    fn line(&mut self, value: &Value) {
        (self.write)(value.to_string());
    }

    fn sees(&self, seen: SeatSet) -> bool {
        self.view.is_none_or(|seat| seen & (1 << seat) != 0)
    }
}

impl<W: FnMut(String)> Listener for Recorder<W> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        let Some(ask) = runner.ask(desk.state()) else { return };
        let words = self.prepared.words();
        if self.view.is_some_and(|view| view != seat) {
            // Whether it was forced is told with the act, as far as it may be known.
            let line = json!({"line": "decision", "seat": seat + 1, "at_once": ask.at_once});
            self.line(&played_for(line, ask, desk.state(), seat));
            return;
        }
        let mut legal = Vec::new();
        runner.each_choice(desk, seat, |choice| {
            legal.push(words.json_choice(ask, choice, |_| true));
            ControlFlow::Continue(())
        });
        let choice = words.json_choice(ask, choice, |_| true);
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

impl<W: FnMut(String)> Sink for Recorder<W> {
    fn event(&mut self, state: &State, event: &Event) {
        let prepared = self.prepared.clone();
        let words = prepared.words();
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
                let JsonTrack { name, keys, value } = words.json_track(track, index, value);
                if keys.is_empty() {
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
const fn tie_word(ties: Ties) -> &'static str {
    match ties {
        Ties::First => "first",
        Ties::Last => "last",
        Ties::Nobody => "nobody",
        Ties::Next => "next",
    }
}
