//! The transcript of a game, as people would tell it, for one seat or for all.

mod bids;
mod runs;
mod verbs;

use std::collections::BTreeMap;

use crate::design::{Worth, worths};
use crate::engine::{CardsTold, Choice, Desk, Event, Reader, Runner, SeatSet, Sink, State, Telling};
use crate::ir::Role;
use crate::words::{Coming, Words, count_of_cards};
use crate::{Listener, Prepared, Table};

pub(crate) use verbs::act_told;

use bids::Held;
use runs::{Passes, Scores};
use verbs::capital;

/// Most cards that are named one by one when they move together.
const MOST_NAMED: usize = 14;

/// Writes the transcript of a game, line by line, as people would tell it.
///
/// ```
/// use bidlang::{Game, Setup, Transcript};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let mut lines = Vec::new();
/// let mut transcript = Transcript::new(table.prepared(), None, |line| lines.push(line));
/// while let Some(turn) = table.turn_told(&mut transcript)? {
///     table.play_told(turn.seat(), &turn.nth(0).ok_or("no such choice")?, &mut transcript)?;
/// }
/// transcript.end(&table, None);
/// drop(transcript);
/// assert!(lines.contains(&"  stock is shuffled (24 cards)".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Transcript<W> {
    prepared: Prepared,
    reader: Reader,
    write: W,
    /// How the worth of bids is said, for each auction.
    worths: BTreeMap<usize, Worth>,
    held: Option<Held>,
    /// What each seat bid last.
    bids: BTreeMap<u8, String>,
    passes: Option<Passes>,
    /// An act of which it is still to be told from where its cards go.
    coming: Option<(Telling, Coming)>,
    scores: Option<Scores>,
}

fn seen_by_whom(words: &Words, seats: SeatSet) -> String {
    let all = (1 << words.program.seats) - 1;
    if seats == all { "all".to_owned() } else { words.seat_list(seats) }
}

impl<W: FnMut(String)> Transcript<W> {
    /// Tells what all seats of `view` may know (bit 0 is seat 0), or everything.
    pub fn new(prepared: &Prepared, view: Option<SeatSet>, write: W) -> Self {
        Self::of_reader(prepared, view.map_or(Reader::All, Reader::Seats), write)
    }

    /// Tells what a reader may know.
    #[doc(hidden)]
    pub fn of_reader(prepared: &Prepared, reader: Reader, write: W) -> Self {
        let worths = worths(&prepared.game().game);
        Self {
            prepared: prepared.clone(),
            reader,
            write,
            worths,
            held: None,
            bids: BTreeMap::new(),
            passes: None,
            coming: None,
            scores: None,
        }
    }

    fn say(&mut self, line: String) {
        match &mut self.held {
            Some(held) => held.since.push(line),
            None => (self.write)(line),
        }
    }

    /// Says an act that waited for from where its cards go.
    fn settle(&mut self) {
        if let Some((telling, coming)) = self.coming.take() {
            let prepared = self.prepared.clone();
            self.tell(prepared.words().with(coming.apart()), telling);
        }
    }

    /// Says what is still held back.
    pub fn flush(&mut self) {
        self.settle();
        self.end_runs();
        self.flush_with("");
    }

    /// Says what was gathered into one line: passes, points.
    fn end_runs(&mut self) {
        let prepared = self.prepared.clone();
        let passes = self.passes.take().map(|passes| passes.line(prepared.words()));
        let scores = self.scores.take().map(|scores| scores.line(prepared.words()));
        passes.into_iter().chain(scores).for_each(|line| self.say(line));
    }

    /// Says what is still held back, with a bid's worth added to its line.
    fn flush_with(&mut self, stands: &str) {
        if let Some(Held { bid, since, .. }) = self.held.take() {
            (self.write)(format!("{bid}{stands}"));
            since.into_iter().for_each(&mut self.write);
        }
    }

    /// Ends the transcript: who won, or why the game was left before that.
    pub fn end(&mut self, table: &Table, left: Option<&str>) {
        let scores = table.names().iter().zip(table.scores()).map(|(name, score)| format!("{name} {score}"));
        let scores = scores.collect::<Vec<_>>().join(", ");
        self.flush();
        self.say(String::new());
        if let Some(why) = left {
            self.say(format!("Stopped: {why}"));
            return self.say(format!("Scores: {scores}"));
        }
        self.say(format!("Final scores: {scores}"));
        let winners = table.winners();
        let seats = self.prepared.words().seat_list(winners.iter().fold(0, |set, seat| set | 1 << seat));
        self.say(match winners.len() {
            0 => "Nobody wins".to_owned(),
            1 => format!("{seats} wins"),
            _ => format!("{seats} win together"),
        });
    }
}

impl<W: FnMut(String)> Listener for Transcript<W> {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

impl<W: FnMut(String)> Sink for Transcript<W> {
    fn event(&mut self, state: &State, event: &Event) {
        let prepared = self.prepared.clone();
        if let Some(telling) = Telling::of(event, prepared.words().program, state, self.reader) {
            match (&telling, &mut self.coming) {
                (Telling::Move { by_act: true, from, cards: CardsTold::Which(cards), .. }, Some((_, coming))) => {
                    // From a place that this reader cannot know it is not said from where.
                    if let Some(from) = from {
                        coming.go(cards, *from);
                    }
                    return;
                }
                _ => self.settle(),
            }
            match Coming::of(prepared.words(), &telling) {
                Some(coming) => self.coming = Some((telling, coming)),
                None => self.tell(prepared.words(), telling),
            }
        } else if matches!(event, Event::Bid { .. }) {
            self.flush();
        }
    }
}

impl<W: FnMut(String)> Transcript<W> {
    fn tell(&mut self, words: Words, telling: Telling) {
        let Some(telling) = self.gathered(words, telling) else { return };
        match telling {
            Telling::Pass { phase, pass } => {
                let name = words.game.phases.get(usize::from(phase)).map_or("", |phase| phase.name.as_str());
                self.say(String::new());
                self.say(format!("{} {pass}", capital(name)));
            }
            Telling::Shuffle { place, count, .. } => {
                let count = count.map_or_else(String::new, |count| format!(" ({})", count_of_cards(count)));
                // Of a place that the reader cannot tell from others.
                let place = place.map_or_else(|| "a hidden place".to_owned(), |place| words.place(place));
                self.say(format!("  {place} is shuffled{count}"));
            }
            Telling::Draw { track, index, among, seat } => {
                let name = track.map_or_else(String::new, |track| words.track(track, index));
                // Of one alone nothing is drawn.
                let drawn = if among == Some(1 << seat) { "" } else { " (drawn at random)" };
                self.say(format!("  {name} is {}{drawn}", words.seat(seat)));
            }
            Telling::Act { ask, seat, turn, act, picks, forced } => {
                let Some(ask) = words.program.asks.get(usize::from(ask)) else { return };
                let bid = ask.acts.get(usize::from(act)).is_some_and(|act| act.role == Role::Bid);
                let told = act_told(words, ask, act, &picks);
                let mut line = format!("{} {told}", words.seat(seat));
                if let Some(turn) = turn {
                    line = format!("{line} for {}", words.seat(turn));
                }
                if forced {
                    line.push_str(" (forced)");
                }
                self.flush();
                if bid {
                    let what = told.strip_prefix("bids ").unwrap_or(&told).to_owned();
                    self.bids.insert(turn.unwrap_or(seat), what);
                    self.held = Some(Held { bid: line, sealed: ask.at_once, since: Vec::new() });
                } else {
                    self.say(line);
                }
            }
            Telling::Bid { worth: None, .. } => self.flush(),
            Telling::Bid { auction, seat, worth: Some(worth), leader } => {
                let stands = self.stands(words, auction, seat, worth, leader);
                if self.held.is_some() {
                    self.flush_with(&stands);
                } else {
                    self.say(format!("  {} has bid{stands}", words.seat(seat)));
                }
            }
            Telling::Move { from, to, cards, by_act: false } => {
                let cards = match cards {
                    CardsTold::Which(cards) if cards.len() <= MOST_NAMED => words.cards(cards),
                    CardsTold::Which(cards) => count_of_cards(u32::try_from(cards.len()).unwrap_or(0)),
                    CardsTold::Count(count) => count_of_cards(count),
                    CardsTold::Left(_) | CardsTold::There(_) => "some cards".to_owned(),
                };
                let place =
                    |place: Option<u16>| place.map_or_else(|| "a hidden place".to_owned(), |place| words.place(place));
                self.say(format!("  {} to {}: {cards}", place(from), place(to)));
            }
            Telling::Show { place, cards, seen_by } => {
                let who = seen_by_whom(&words, seen_by);
                let cards = if cards.is_empty() { "no cards".to_owned() } else { words.cards(cards) };
                self.say(format!("  {} is seen by {who}: {cards}", words.place(place)));
            }
            Telling::ShowTrack { track, index, value, seen_by } => {
                let (name, who) = (words.track(track, index), seen_by_whom(&words, seen_by));
                self.say(format!("  {name} is seen by {who}: {}", words.track_value(track, value)));
            }
            Telling::Set { track, index, value } => {
                self.say(format!("  {} is {}", words.track(track, index), words.track_value(track, value)));
            }
            Telling::Closed { auction, winner, ties, best } => {
                let line = self.closed(words, auction, winner, ties, best);
                self.bids.clear();
                self.say(line);
            }
            Telling::Trick { number, winner } => self.say(format!("  {} wins trick {number}", words.seat(winner))),
            // These are gathered.
            Telling::Score { .. } | Telling::Move { by_act: true, .. } => {}
            Telling::Won { .. } => self.flush(),
        }
    }
}

/// One thing that happens, in words, line by line.
#[doc(hidden)]
#[must_use]
pub fn lines_of(prepared: &Prepared, telling: &Telling) -> Vec<String> {
    let mut lines = Vec::new();
    let mut transcript = Transcript::new(prepared, None, |line| lines.push(line));
    transcript.tell(prepared.words(), telling.clone());
    transcript.flush();
    drop(transcript);
    lines
}
