//! The transcript of a game, as people would tell it, for one seat or for all.

use crate::engine::{Choice, Desk, Event, Runner, SeatSet, Sink, State};
use crate::ir::{Role, Ties};
use crate::words::{Told, count_of_cards, decided_for, list};
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
    view: Option<SeatSet>,
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
        Self { prepared: prepared.clone(), view, write, held: None }
    }

    fn sees(&self, seen: SeatSet) -> bool {
        self.view.is_none_or(|view| seen & view == view)
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

    /// Cards by name; so many that nobody would read them are counted.
    fn cards(&self, cards: &[u8], seen: bool) -> String {
        if seen && cards.len() <= MOST_NAMED {
            self.prepared.words().cards(cards.iter().copied())
        } else {
            count_of_cards(u32::try_from(cards.len()).unwrap_or(0))
        }
    }

    fn closed(&self, winner: i64, worth: i64, tied: SeatSet, ties: Ties) -> String {
        let words = self.prepared.words();
        let Ok(winner) = u8::try_from(winner) else {
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
        let words = prepared.words();
        match *event {
            Event::Pass { phase, pass } => {
                let name = words.game.phases.get(usize::from(phase)).map_or("", |phase| phase.name.as_str());
                self.say(String::new());
                self.say(format!("{} {pass}", capital(name)));
            }
            Event::Shuffle { place, ref order, counted, .. } => {
                let place = words.place(place);
                self.say(if self.sees(counted) {
                    format!("  {place} is shuffled ({})", count_of_cards(u32::try_from(order.len()).unwrap_or(0)))
                } else {
                    format!("  {place} is shuffled")
                });
            }
            Event::Draw { track, seat, seen, .. } => {
                if self.sees(seen) {
                    let name = track.map_or_else(String::new, |track| words.track(track, 0));
                    self.say(format!("  {name} is {} (drawn at random)", words.seat(seat)));
                }
            }
            Event::Act { ask, seat, ref choice, forced, forced_public, seen, counted } => {
                let Some(ask) = words.program.asks.get(usize::from(ask)) else { return };
                let own = self.view.is_none_or(|view| view == 1 << seat);
                let told = seen.map(|seen| own || self.sees(seen)).into_iter().zip(counted.map(|seen| self.sees(seen)));
                let told: Vec<Told> = told.map(|(seen, counted)| Told::to(seen, counted)).collect();
                let picks = words.picks_told(ask, choice, |pick| told.get(pick).copied().unwrap_or(Told::Nothing));
                let bid = ask.acts.get(usize::from(choice.act)).is_some_and(|act| act.role == Role::Bid);
                let verb = match words.act_name(ask, choice.act) {
                    name if bid && name != "bid" => match words.says_which_bid(ask, choice.act) {
                        // What is bid says it: `bids 4 with Hearts`; or else the name does: `bids no tricks`.
                        true => "bids".to_owned(),
                        false => format!("bids {}", name.replace('-', " ")),
                    },
                    name => third_person(name),
                };
                let mut line = format!("{} {verb}", words.seat(seat));
                if !picks.is_empty() {
                    line = format!("{line} {}", picks.join(" with "));
                }
                if let Some(turn) = decided_for(ask, state, seat) {
                    line = format!("{line} for {}", words.seat(turn));
                }
                if if own { forced } else { forced_public } {
                    line.push_str(" (forced)");
                }
                self.flush();
                if bid {
                    self.held = Some(Held { bid: line, since: Vec::new() });
                } else {
                    self.say(line);
                }
            }
            Event::Bid { seen, .. } if !self.sees(seen) => self.flush(),
            Event::Bid { seat, worth, leader, ahead, .. } => {
                let stands = match u8::try_from(leader) {
                    _ if !self.sees(ahead) => format!("{worth} in all"),
                    Ok(leader) if leader == seat => format!("{worth} in all, ahead"),
                    Ok(leader) => format!("{worth} in all; {} is ahead", words.seat(leader)),
                    Err(_) => format!("{worth} in all; nobody is ahead"),
                };
                if self.held.is_some() {
                    self.flush_with(&format!(": {stands}"));
                } else {
                    self.say(format!("  {} has bid: {stands}", words.seat(seat)));
                }
            }
            Event::Move { by_act: true, .. } => {}
            Event::Move { ref cards, from, to, seen, counted, .. } => {
                let cards = match (self.sees(counted.0), self.sees(counted.1)) {
                    (false, false) => return,
                    (true, true) => self.cards(cards, self.sees(seen)),
                    _ => "some cards".to_owned(),
                };
                self.say(format!("  {} to {}: {cards}", words.place(from), words.place(to)));
            }
            Event::Show { place, ref cards, seen, public } => {
                if !self.sees(seen) {
                    return;
                }
                let all = (1 << words.program.seats) - 1;
                let who = match self.view.filter(|_| !public).unwrap_or(seen) {
                    who if who == all => "all".to_owned(),
                    who => words.seat_list(who),
                };
                let cards = words.cards(cards.iter().copied());
                self.say(format!("  {} is seen by {who}: {cards}", words.place(place)));
            }
            Event::Set { track, index, value, seen } => {
                if self.sees(seen) {
                    self.say(format!("  {} is {}", words.track(track, index), words.track_value(track, value)));
                }
            }
            Event::Closed { winner, public: false, .. } if self.view.is_some() => {
                let line = u8::try_from(winner).map_or_else(
                    |_| "  nobody wins".to_owned(),
                    |winner| format!("  {} wins the auction", words.seat(winner)),
                );
                self.say(line);
            }
            Event::Closed { winner, worth, tied, ties, .. } => self.say(self.closed(winner, worth, tied, ties)),
            Event::Trick { number, winner, .. } => self.say(format!("  {} wins trick {number}", words.seat(winner))),
            Event::Score { seats, points, reason, ref items, known, .. } => {
                let reason = words.game.reasons.get(usize::from(reason)).map_or("", String::as_str);
                let verb = match (points < 0, seats.count_ones()) {
                    (false, 1) => "scores",
                    (false, _) => "score",
                    (true, 1) => "loses",
                    (true, _) => "lose",
                };
                let mut line = format!("{} {verb} {} for {reason}", words.seat_list(seats), points.abs());
                if self.sees(known) && !items.is_empty() {
                    let items: Vec<String> =
                        items.iter().map(|(card, points)| format!("{} {points}", words.card(*card))).collect();
                    line = format!("{line}: {}", items.join(", "));
                }
                let totals: Vec<String> = crate::engine::each_seat(seats)
                    .map(|seat| {
                        let team = words.program.teams.get(usize::from(seat)).copied().unwrap_or(seat);
                        format!("{} has {}", words.seat(seat), state.int(words.program.scores + u32::from(team)))
                    })
                    .collect();
                self.say(format!("{line} ({})", list(totals)));
            }
            Event::Won { .. } => self.flush(),
        }
    }
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
