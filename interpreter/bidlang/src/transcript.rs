//! The transcript of a game, as people would tell it, for one seat or for all.

use crate::engine::{
    Ask, CardsTold, Choice, Desk, Event, PickTold, Reader, Runner, SeatSet, Sink, State, Telling, each_seat,
};
use crate::ir::{Role, Ties};
use crate::words::{Words, count_of_cards, list};
use crate::{Listener, Prepared, Table};

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
///     table.play_told(turn.seat(), &turn.nth(0).unwrap(), &mut transcript)?;
/// }
/// transcript.end(&table, None);
/// drop(transcript);
/// assert!(lines.contains(&"  stock is shuffled (24 cards)".to_owned()));
/// # Ok::<(), bidlang::Error>(())
/// ```
pub struct Transcript<W> {
    prepared: Prepared,
    reader: Reader,
    write: W,
    held: Option<Held>,
}

/// A bid whose worth is still to come.
struct Held {
    bid: String,
    /// What its block has told since.
    since: Vec<String>,
}

impl<W: FnMut(String)> Transcript<W> {
    /// Tells what all seats of `view` may know (bit 0 is seat 0), or everything.
    pub fn new(prepared: &Prepared, view: Option<SeatSet>, write: W) -> Self {
        let reader = view.map_or(Reader::All, Reader::Seats);
        Self { prepared: prepared.clone(), reader, write, held: None }
    }

    fn say(&mut self, line: String) {
        match &mut self.held {
            Some(held) => held.since.push(line),
            None => (self.write)(line),
        }
    }

    /// Says what is still held back.
    pub fn flush(&mut self) {
        self.flush_with("");
    }

    /// Says what is still held back, with a bid's worth added to its line.
    fn flush_with(&mut self, stands: &str) {
        if let Some(Held { bid, since }) = self.held.take() {
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

    fn closed(&self, winner: Option<u8>, worth: i64, tied: SeatSet, ties: Ties) -> String {
        let words = self.prepared.words();
        let Some(winner) = winner else {
            return if tied == 0 {
                "  nobody has bid".to_owned()
            } else {
                format!("  {} are tied at {worth}: nobody wins", words.seat_list(tied))
            };
        };
        let name = words.seat(winner);
        if tied == 0 {
            return format!("  {name} wins the auction with {worth}");
        }
        let others = words.seat_list(tied & !(1 << winner));
        let why = match ties {
            Ties::First => "reached it first",
            Ties::Last => "reached it last",
            Ties::Clockwise => "comes first clockwise",
            Ties::Random => "is drawn",
            Ties::Nobody | Ties::Next => "is the best that is not tied",
        };
        if ties == Ties::Next {
            return format!(
                "  {name} wins the auction with {worth}: {} are tied, and {name} {why}",
                words.seat_list(tied)
            );
        }
        format!("  {name} wins the auction with {worth}: {others} bid as much, but {name} {why}")
    }
}

impl<W: FnMut(String)> Listener for Transcript<W> {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

impl<W: FnMut(String)> Sink for Transcript<W> {
    fn event(&mut self, state: &State, event: &Event) {
        let prepared = self.prepared.clone();
        if let Some(telling) = Telling::of(event, prepared.words().program, state, self.reader) {
            self.tell(prepared.words(), telling);
        } else if matches!(event, Event::Bid { .. }) {
            self.flush();
        }
    }
}

impl<W: FnMut(String)> Transcript<W> {
    fn tell(&mut self, words: Words, telling: Telling) {
        match telling {
            Telling::Pass { phase, pass } => {
                let name = words.game.phases.get(usize::from(phase)).map_or("", |phase| phase.name.as_str());
                self.say(String::new());
                self.say(format!("{} {pass}", capital(name)));
            }
            Telling::Shuffle { place, count, .. } => {
                let count = count.map_or_else(String::new, |count| format!(" ({})", count_of_cards(count)));
                self.say(format!("  {} is shuffled{count}", words.place(place)));
            }
            Telling::Draw { track, seat, .. } => {
                let name = track.map_or_else(String::new, |track| words.track(track, 0));
                self.say(format!("  {name} is {} (drawn at random)", words.seat(seat)));
            }
            Telling::Act { ask, seat, turn, act, picks, forced } => {
                let Some(ask) = words.program.asks.get(usize::from(ask)) else { return };
                let bid = ask.acts.get(usize::from(act)).is_some_and(|act| act.role == Role::Bid);
                let mut line = format!("{} {}", words.seat(seat), act_told(words, ask, act, &picks));
                if let Some(turn) = turn {
                    line = format!("{line} for {}", words.seat(turn));
                }
                if forced {
                    line.push_str(" (forced)");
                }
                self.flush();
                if bid {
                    self.held = Some(Held { bid: line, since: Vec::new() });
                } else {
                    self.say(line);
                }
            }
            Telling::Bid { worth: None, .. } => self.flush(),
            Telling::Bid { seat, worth: Some(worth), leader, .. } => {
                let stands = match leader {
                    None => format!("{worth} in all"),
                    Some(Some(leader)) if leader == seat => format!("{worth} in all, ahead"),
                    Some(Some(leader)) => format!("{worth} in all; {} is ahead", words.seat(leader)),
                    Some(None) => format!("{worth} in all; nobody is ahead"),
                };
                if self.held.is_some() {
                    self.flush_with(&format!(": {stands}"));
                } else {
                    self.say(format!("  {} has bid: {stands}", words.seat(seat)));
                }
            }
            Telling::Move { by_act: true, .. } => {}
            Telling::Move { from, to, cards, .. } => {
                let cards = match cards {
                    CardsTold::Which(cards) if cards.len() <= MOST_NAMED => words.cards(cards),
                    CardsTold::Which(cards) => count_of_cards(u32::try_from(cards.len()).unwrap_or(0)),
                    CardsTold::Count(count) => count_of_cards(count),
                    CardsTold::Left(_) | CardsTold::There(_) => "some cards".to_owned(),
                };
                self.say(format!("  {} to {}: {cards}", words.place(from), words.place(to)));
            }
            Telling::Show { place, cards, seen_by } => {
                let all = (1 << words.program.seats) - 1;
                let who = if seen_by == all { "all".to_owned() } else { words.seat_list(seen_by) };
                self.say(format!("  {} is seen by {who}: {}", words.place(place), words.cards(cards)));
            }
            Telling::Set { track, index, value } => {
                self.say(format!("  {} is {}", words.track(track, index), words.track_value(track, value)));
            }
            Telling::Closed { winner, best: None, .. } => self.say(winner.map_or_else(
                || "  nobody wins".to_owned(),
                |winner| format!("  {} wins the auction", words.seat(winner)),
            )),
            Telling::Closed { winner, ties, best: Some((worth, tied)), .. } => {
                self.say(self.closed(winner, worth, tied, ties));
            }
            Telling::Trick { number, winner } => self.say(format!("  {} wins trick {number}", words.seat(winner))),
            Telling::Score { seats, points, reason, items, totals, .. } => {
                let reason = words.game.reasons.get(usize::from(reason)).map_or("", String::as_str);
                let verb = match (points < 0, seats.count_ones()) {
                    (false, 1) => "scores",
                    (false, _) => "score",
                    (true, 1) => "loses",
                    (true, _) => "lose",
                };
                let mut line = format!("{} {verb} {} for {reason}", words.seat_list(seats), points.unsigned_abs());
                if let Some(items) = items.filter(|items| !items.is_empty()) {
                    let items: Vec<String> =
                        items.iter().map(|(card, points)| format!("{} {points}", words.card(*card))).collect();
                    line = format!("{line}: {}", items.join(", "));
                }
                let total = |seat: u8| totals.get(usize::from(seat)).copied().unwrap_or_default();
                let totals = each_seat(seats).map(|seat| format!("{} has {}", words.seat(seat), total(seat))).collect();
                self.say(format!("{line} ({})", list(totals)));
            }
            Telling::Won { .. } => self.flush(),
        }
    }
}

/// `bids 4 with Hearts`
pub(crate) fn act_told(words: Words, ask: &Ask, act: u8, picks: &[PickTold]) -> String {
    let bid = ask.acts.get(usize::from(act)).is_some_and(|act| act.role == Role::Bid);
    let verb = match words.act_name(ask, act) {
        name if bid && name != "bid" => match words.says_which_bid(ask, act) {
            // What is bid says it: `bids 4 with Hearts`; or else the name does: `bids no tricks`.
            true => "bids".to_owned(),
            false => format!("bids {}", name.replace('-', " ")),
        },
        name => third_person(name),
    };
    let picks = words.picks_told(ask, act, picks);
    if picks.is_empty() { verb } else { format!("{verb} {}", picks.join(" with ")) }
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

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `bid` to `bids`, `pass` to `passes`, `carry` to `carries`, `order-up` to `orders up`.
fn third_person(verb: &str) -> String {
    if let Some((first, rest)) = verb.split_once('-').filter(|(first, _)| *first != "no") {
        return format!("{} {}", third_person(first), rest.replace('-', " "));
    }
    let hissing = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end));
    if hissing {
        return format!("{verb}es");
    }
    match verb.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{verb}s"),
    }
}
