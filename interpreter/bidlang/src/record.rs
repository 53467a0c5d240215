//! The record of a game: lines of JSON, as `docs/record.md` says, and its reading back.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use crate::engine::{CardsTold, Choice, Desk, Event, Reader, Runner, Seed, Sink, State, Telling, decided_for};
use crate::ir::Ties;
use crate::words::{Apart, JsonTrack, Words, unseen};
use crate::{Listener, Prepared, Table};

mod check;
mod difference;
mod json;
mod replay;

#[doc(hidden)]
pub use json::read as read_strictly;
#[doc(hidden)]
pub use replay::shorter;
pub use replay::{Recorded, Replay};
pub(crate) use replay::{in_first_line, longer, not_legal, other_seat};

/// The format that is written.
pub const FORMAT: u64 = 1;

/// Legal choices are listed up to so many, in records and in what bots are asked; above, it is said how many there are.
pub const MOST_LISTED: u64 = 1_000;

/// Writes the record of one game, line by line: for one seat what it may know, or everything.
///
/// ```
/// use bidlang::{Game, Recorder, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let mut lines = Vec::new();
/// let mut recorder = Recorder::new(table.prepared(), 7, None, |line| lines.push(line));
/// while let Some(turn) = table.turn_told(&mut recorder)? {
///     table.play_told(turn.seat(), &turn.nth(0).ok_or("no such choice")?, &mut recorder)?;
/// }
/// recorder.end(&table, None);
/// drop(recorder);
/// assert!(lines[0].starts_with(r#"{"line":"game","format":1,"game":"High Card""#));
/// assert!(lines.last().is_some_and(|line| line.starts_with(r#"{"line":"end","scores":["#)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<W> {
    prepared: Prepared,
    reader: Reader,
    /// Up to so many legal choices are listed.
    most_listed: u64,
    write: W,
}

impl<W: FnMut(String)> Recorder<W> {
    /// Begins a record with its first line. `seed` is that of the table, which a view does not tell; `view` is the seat whose view it is,
    /// none for all; a seat that is not at the table is told of no card.
    pub fn new(prepared: &Prepared, seed: impl Into<Seed>, view: Option<u8>, write: W) -> Self {
        let reader = view.map_or(Reader::All, |seat| Reader::Seats(1 << prepared.viewer(seat)));
        let mut recorder = Self::of(prepared, reader, write);
        let view = view.map_or_else(|| json!("all"), |seat| json!(prepared.viewer(seat) + 1));
        // All cards follow from the seed: the record for all alone has it.
        let seed = (reader == Reader::All).then(|| json_seed(&seed.into()));
        recorder.begin(seed, view);
        recorder
    }

    /// Begins the record of what all seats know in common: for who looks on.
    pub fn of_everybody(prepared: &Prepared, write: W) -> Self {
        let mut recorder = Self::of(prepared, prepared.everybody(), write);
        recorder.begin(None, json!("everybody"));
        recorder
    }

    fn of(prepared: &Prepared, reader: Reader, write: W) -> Self {
        Self { prepared: prepared.clone(), reader, most_listed: MOST_LISTED, write }
    }

    /// Lists more legal choices than is usual, as a record does that this one is held against.
    fn lists_up_to(&mut self, most: u64) {
        self.most_listed = self.most_listed.max(most);
    }

    /// The first line.
    fn begin(&mut self, seed: Option<Value>, view: Value) {
        let prepared = self.prepared.clone();
        let number = |word: String| word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number));
        let options = prepared.options().into_iter().map(|(name, word)| (name.to_owned(), number(word)));
        let options: serde_json::Map<String, Value> = options.collect();
        let game = prepared.game();
        let mut line = json!({
            "line": "game", "format": FORMAT, "game": game.title(), "file": game.hash(), "players": prepared.players(),
            "names": prepared.names(), "options": options,
        });
        if let Some(line) = line.as_object_mut() {
            line.extend(seed.map(|seed| ("seed".to_owned(), seed)));
            // Nobody at the table may read all, as long as the game goes on.
            let readers: Value = match self.reader {
                Reader::Seats(_) if view.is_string() => (1..=prepared.players()).map(|seat| json!(seat)).collect(),
                Reader::Seats(_) => json!([view]),
                Reader::All => json!([]),
            };
            line.insert("view".to_owned(), view);
            line.insert("readers".to_owned(), readers);
        }
        self.line(&line);
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
}

impl<W: FnMut(String)> Listener for Recorder<W> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        let Some(ask) = runner.ask(desk.state()) else { return };
        let words = self.prepared.words();
        let turn = decided_for(ask, desk.state(), seat);
        if self.reader != Reader::All && self.reader != Reader::Seats(1 << seat) {
            // Whether it was forced is told with the act, as far as it may be known.
            let line = json!({"line": "decision", "seat": seat + 1, "at_once": ask.at_once});
            self.line(&played_for(line, turn));
            return;
        }
        let apart = Apart::of(words, runner, desk, seat);
        let words = words.with(&apart);
        let count = runner.choices(desk, seat);
        let legal = (count <= self.most_listed).then(|| {
            let mut legal = Vec::new();
            runner.each_choice(desk, seat, |choice| {
                legal.push(words.json_choice(ask, choice));
                ControlFlow::Continue(())
            });
            legal
        });
        let choice = words.json_choice(ask, choice);
        let mut line = json!({"line": "decision", "seat": seat + 1, "at_once": ask.at_once, "forced": forced, "legal": &legal, "choice": choice});
        if let (None, Some(object)) = (legal, line.as_object_mut()) {
            object.insert("count".to_owned(), json!(count));
        }
        self.line(&played_for(line, turn));
    }
}

/// A seed as records have it: the number that it is, else its digits.
fn json_seed(seed: &Seed) -> Value {
    seed.number().map_or_else(|| json!(seed.to_string()), |number| json!(number))
}

/// The line of a slot of a track, with what else there is to say.
fn track_line<const N: usize>(line: &str, track: JsonTrack, more: [(&str, Value); N]) -> Value {
    let keys = (!track.keys.is_empty()).then_some(("of", Value::Array(track.keys)));
    let fields = [("line", json!(line)), ("track", track.name)].into_iter().chain(keys).chain([("value", track.value)]);
    Value::Object(fields.chain(more).map(|(field, value)| (field.to_owned(), value)).collect())
}

/// The line of a decision or act with the seat that it is for, where another seat decides.
fn played_for(mut line: Value, turn: Option<u8>) -> Value {
    if let (Some(turn), Some(object)) = (turn, line.as_object_mut()) {
        object.insert("for".to_owned(), json!(turn + 1));
    }
    line
}

impl<W: FnMut(String)> Sink for Recorder<W> {
    fn event(&mut self, state: &State, event: &Event) {
        let prepared = self.prepared.clone();
        let words = prepared.words();
        if let Some(line) =
            Telling::of(event, words.program, state, self.reader).and_then(|telling| words.json_telling(&telling))
        {
            self.line(&line);
        }
    }
}

impl Words<'_> {
    /// The line of what a reader is told.
    fn json_telling(&self, telling: &Telling) -> Option<Value> {
        let line = match *telling {
            Telling::Pass { phase, pass } => {
                let name = self.game.phases.get(usize::from(phase)).map(|phase| phase.name.as_str());
                json!({"line": "phase", "phase": name, "pass": pass})
            }
            Telling::Shuffle { place, order: Some(ref order), .. } => {
                json!({"line": "shuffle", "place": self.json_place_told(place), "order": self.json_cards(order.iter().copied())})
            }
            Telling::Shuffle { place, order: None, .. } => {
                json!({"line": "shuffle", "place": self.json_place_told(place)})
            }
            Telling::Draw { track, index, among, seat } => {
                // A draw that nothing remembers has no track.
                let JsonTrack { name, keys, .. } =
                    track.map_or_else(JsonTrack::default, |track| self.json_track(track, index, i64::from(seat)));
                let among = among.map_or(Value::Null, |among| self.json_seats(among));
                let mut line = json!({"line": "draw", "track": name, "among": among, "seat": seat + 1});
                if let (false, Some(object)) = (keys.is_empty(), line.as_object_mut()) {
                    object.insert("of".to_owned(), Value::Array(keys));
                }
                line
            }
            Telling::Act { ask, seat, turn, act, ref picks, forced } => {
                let ask = self.program.asks.get(usize::from(ask))?;
                let choice = self.json_choice_told(ask, act, picks);
                played_for(json!({"line": "act", "seat": seat + 1, "choice": choice, "forced": forced}), turn)
            }
            Telling::Move { from, to, ref cards, by_act: _ } => self.json_move(from, to, cards),
            Telling::Show { place, ref cards, seen_by } => json!({
                "line": "show", "place": self.json_place(place), "cards": self.json_cards(cards.iter().copied()),
                "seen_by": self.json_seats(seen_by),
            }),
            Telling::ShowTrack { track, index, value, seen_by } => {
                let seen_by = [("seen_by", self.json_seats(seen_by))];
                track_line("show", self.json_track(track, index, value), seen_by)
            }
            Telling::Set { track, index, value } => track_line("set", self.json_track(track, index, value), []),
            Telling::Bid { seat, worth, leader, auction: _ } => {
                let leader = leader.flatten().map_or(Value::Null, |leader| json!(leader + 1));
                json!({"line": "bid", "seat": seat + 1, "worth": worth, "leader": leader})
            }
            Telling::Closed { winner, ties, best, auction: _ } => {
                let tied = self.json_seats(best.map_or(0, |(_, tied)| tied));
                let (worth, ties) = (best.map(|(worth, _)| worth), tie_word(ties));
                match winner {
                    Some(winner) => {
                        json!({"line": "sold", "winner": winner + 1, "worth": worth, "tied": tied, "ties": ties})
                    }
                    None => json!({"line": "unsold", "tied": tied, "ties": ties}),
                }
            }
            Telling::Trick { number, winner } => json!({"line": "trick", "winner": winner + 1, "number": number}),
            Telling::Score { seats, points, reason, ref items, ref totals, rule: _ } => {
                let reason = self.game.reasons.get(usize::from(reason)).map(String::as_str);
                let item = |(card, points): &(u8, i64)| json!({"card": self.json_card(*card), "points": points});
                let items: Vec<Value> = items.iter().flatten().map(item).collect();
                json!({"line": "score", "seats": self.json_seats(seats), "points": points, "for": reason, "items": items, "totals": totals})
            }
            Telling::Won { .. } => return None,
        };
        Some(line)
    }

    /// A place; null where the reader is not told which it is.
    fn json_place_told(&self, place: Option<u16>) -> Value {
        place.map_or(Value::Null, |place| self.json_place(place))
    }

    fn json_move(&self, from: Option<u16>, to: Option<u16>, cards: &CardsTold) -> Value {
        let (from, to) = (self.json_place_told(from), self.json_place_told(to));
        match *cards {
            CardsTold::Which(ref cards) => {
                let told = self.json_cards(cards.iter().copied());
                json!({"line": "move", "cards": told, "count": cards.len(), "from": from, "to": to})
            }
            CardsTold::Count(count) => {
                json!({"line": "move", "cards": unseen(count), "count": count, "from": from, "to": to})
            }
            CardsTold::Left(left) => {
                json!({"line": "move", "cards": null, "count": null, "from": from, "to": to, "from_has": left})
            }
            CardsTold::There(there) => {
                json!({"line": "move", "cards": null, "count": null, "from": from, "to": to, "to_has": there})
            }
        }
    }
}

/// The word for a rule of ties.
const fn tie_word(ties: Ties) -> &'static str {
    match ties {
        Ties::First => "first",
        Ties::Last => "last",
        Ties::Nobody => "nobody",
        Ties::Next => "next",
        Ties::Clockwise => "clockwise",
        Ties::Random => "random",
    }
}
