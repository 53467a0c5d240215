//! What is possible in games small enough to walk through: all deals and hidden choices that give what a seat was told are found by trying every
//! one of them by the rules, and each is held to be as likely as the others (uniform), the true one too.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bidlang::engine::{
    CardsTold, Chance, Choice, Event, Luck, Pause, Reader, Runner, SeatSet, Shown, Sink, State, Stream, Telling,
    each_seat,
};
use bidlang::{Listener as _, Prepared};
use bidlang_players::{Ears, Hears, Pool};

use super::{CRIB, prepared};

/// Nine cards, three for each; the second of them is played with what the first trick has told: who follows no suit has none.
const WHIST: &str = "\
game Small Whist
players 3

cards
  suit  Clubs, Diamonds, Hearts
  rank  1 to 3
  1 to 3 of each suit

places
  stock              seen by nobody
  hand  each player  seen by owner
  won   each player  seen by all

play
  move cards in box to stock
  shuffle stock
  deal 3 from stock to hand of each player
  tricks
    lead    seat 1
    play    a card from hand
    follow  suit
    wins    highest rank
    taken   to won of winner
    after
      score 1 to winner for tricks
  won by players with highest score
";

/// Cards are laid at a row that is said under the act: of the act it is told how many are laid, and then which goes where; who passes has none that fits.
pub const SEVENS: &str = "\
game Small Sevens
players 3

cards
  suit  Clubs, Diamonds, Hearts
  rank  1 to 4
  1 to 4 of each suit

value fits of card is rank is 2
  or number of (cards in row of suit as laid where difference of rank of laid and rank of card is 1) is at least 1

places
  stock              seen by nobody
  hand  each player  seen by owner
  row   each suit    seen by all

play
  move cards in box to stock
  shuffle stock
  deal 4 from stock to hand of each player
  circuit
    order   clockwise from seat 1
    act     lay a card from hand where fits
      move card to row of suit of card
      score 1 to player for the last card when hand is empty
    pass    for now when number of (cards in hand where fits) is 0
    closes  when hand of any player is empty
  won by players with highest score
";

/// A small whist with four cards each, of which each player first lays one away unseen.
const AWAY: &str = "\
game Small Whist with a Discard
players 3

cards
  suit  Clubs, Diamonds, Hearts
  rank  1 to 4
  1 to 4 of each suit

places
  stock              seen by nobody
  away               seen by nobody
  hand  each player  seen by owner
  won   each player  seen by all

play
  move cards in box to stock
  shuffle stock
  deal 4 from stock to hand of each player
  ask each player at once to lay a card from hand to away
  tricks
    lead    seat 1
    play    a card from hand
    follow  suit
    wins    highest rank
    taken   to won of winner
    after
      score 1 to winner for tricks
  won by players with highest score
";

/// Three cards each, of which each player changes one for a new one, unseen. Then the first names a number up to its best card, the second shows a card, and
/// the first one that is as high, if it has one; the second says whether it goes on.
const SHOWDOWN: &str = "\
game Three-Card Showdown
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 5
  1 to 5 of each suit

value best of player is highest rank of hand

places
  stock               seen by nobody
  away                seen by nobody
  hand   each player  seen by owner
  table  each player  seen by all

track
  named  number from 0 to 5
  goes   number from 0 to 1

play
  move cards in box to stock
  shuffle stock
  deal 3 from stock to hand of each player
  for each player
    ask player to change a card from hand to away
    deal 1 from stock to hand
  ask seat 1 to name a number from 1 to best
    set named to number
  ask seat 2 to show a card from hand to table
  ask seat 1 to show a card from hand to table
    must rank is at least rank of first card in table of seat 2 if able
  ask seat 2 to go a number from 0 to 1
    set goes to number
  score best of seat 1 + named to seat 1 for cards
  score best of seat 2 + goes to seat 2 for cards
  won by players with highest score
";

/// Each has a card that it alone knows, and bids in secret for two lots, no more than its card: who bids most is told, and nothing else.
const SEALED: &str = "\
game Small Sealed Auction
players 3

cards
  rank  1 to 4
  1 to 4

places
  stock             seen by nobody
  hand each player  seen by owner

track
  offer  each player  number from 0 to 4, seen by owner
  buyer               player or nobody

play
  move cards in box to stock
  shuffle stock
  deal 1 from stock to hand of each player
  do sale
  won by players with highest score

phase sale repeats 2 times
  ask each player at once to bid a number from 0 to highest rank of hand
    set offer of player to number
  set buyer to player with highest offer
  score 1 to buyer for lots when buyer is somebody
";

/// What a seat was told up to a question, what it chose, and how the table really stands.
struct Asked {
    /// As it was told, and whatever the order in which cards came.
    heard: Vec<Telling>,
    lines: Vec<Telling>,
    own: Vec<(Choice, u64)>,
    truth: String,
}

/// Writes down what a seat is told and what it chooses.
#[derive(Default)]
struct Story {
    heard: Vec<Telling>,
    lines: Vec<Telling>,
    own: Vec<(Choice, u64)>,
}

impl Hears for Story {
    fn hear(&mut self, telling: &Telling) {
        self.heard.push(telling.clone());
        self.lines.push(in_any_order(telling.clone()));
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.own.push((*choice, count));
    }
}

/// A deal is the same whatever the order in which its cards came.
fn in_any_order(mut telling: Telling) -> Telling {
    if let Telling::Move { cards: CardsTold::Which(cards), .. } = &mut telling {
        cards.sort_unstable();
    }
    telling
}

/// All that is on a table, as nobody but the rules sees it; the order of cards is that in which they lie in the deck, as it matters in none of these
/// games.
fn all_of(runner: &Runner, state: &State) -> String {
    let mut desk = runner.desk(0);
    desk.load(state);
    let mut view = runner.view(&mut desk, None);
    view.places.iter_mut().filter_map(|place| place.cards.as_mut()).for_each(|cards| cards.sort_unstable());
    format!("{view:?}")
}

/// Plays at random to a question of a seat, the first being number 0; none where the game is over before.
fn played(prepared: &Prepared, seat: u8, question: usize, seed: u64) -> Option<Asked> {
    let runner = prepared.runner();
    let mut ears = Ears { prepared: prepared.clone(), at: vec![(seat, Story::default())] };
    let (mut desk, mut shown) = (runner.desk(seed), Shown::new(runner.program()));
    let mut dice = Stream::of_players(seed);
    loop {
        let Pause::Decision(seats) = shown.run(runner, &mut desk, &mut ears).unwrap() else { return None };
        let asked = each_seat(seats).next().unwrap();
        let count = runner.choices(&mut desk, asked);
        if asked == seat && count > 1 && ears.at[0].1.own.len() == question {
            let (_, Story { heard, lines, own }) = ears.at.remove(0);
            return Some(Asked { heard, lines, own, truth: all_of(runner, desk.state()) });
        }
        let choice = runner.nth_choice(&mut desk, asked, dice.below_long(count)).unwrap();
        ears.decided(runner, &mut desk, asked, &choice, count == 1);
        shown.choose(runner, &mut desk, (asked, &choice, count == 1), &mut ears).unwrap();
    }
}

/// What comes of each step of chance and each choice of others, so that every way is gone once: which of how many, in their order.
#[derive(Default)]
struct Ways {
    way: Vec<(u64, u64)>,
    next: usize,
    /// Nothing can come of it.
    dead: bool,
}

impl Ways {
    fn one_of(&mut self, count: u64) -> u64 {
        if self.next == self.way.len() {
            self.way.push((0, count));
        }
        let (which, of) = self.way[self.next];
        assert_eq!(of, count, "the same way is the same way");
        self.next += 1;
        which
    }

    /// The next way, leaving out all that begin as this one did; none where all were gone.
    fn go_on(&mut self) -> bool {
        self.way.truncate(self.next);
        (self.next, self.dead) = (0, false);
        while let Some((which, of)) = self.way.pop() {
            if which + 1 < of {
                self.way.push((which + 1, of));
                return true;
            }
        }
        false
    }
}

/// Chance that goes every way. Cards that are dealt to a place come in rising order: in any other it would be the same deal.
struct Every {
    ways: Arc<Mutex<Ways>>,
    last: Option<(u16, u8)>,
}

impl Chance for Every {
    fn shuffle(&mut self, _: u16, _: &mut [u8]) {
        self.last = None;
    }

    fn draw(&mut self, _: u32, among: SeatSet) -> u8 {
        let which = self.ways.lock().unwrap().one_of(u64::from(among.count_ones()));
        each_seat(among).nth(which as usize).unwrap()
    }

    fn number(&mut self, _: u32, low: i64, high: i64) -> i64 {
        low + self.ways.lock().unwrap().one_of(low.abs_diff(high) + 1) as i64
    }

    fn deal(&mut self, _: u16, to: u16, cards: &mut dyn Iterator<Item = u8>) -> Option<u8> {
        let all: Vec<u8> = cards.collect();
        let above = |card: &u8| self.last.is_none_or(|(place, last)| place != to || last < *card);
        let mut may: Vec<u8> = all.iter().copied().filter(above).collect();
        may.sort_unstable();
        let mut ways = self.ways.lock().unwrap();
        if may.is_empty() {
            ways.dead = true;
            return all.first().copied();
        }
        let card = may[ways.one_of(may.len() as u64) as usize];
        self.last = Some((to, card));
        Some(card)
    }

    fn chooses(&self) -> bool {
        true
    }

    fn hear(&mut self, event: &Event) {
        // What is dealt after a choice is another deal.
        if matches!(event, Event::Act { .. }) {
            self.last = None;
        }
    }

    fn copy(&self) -> Box<dyn Chance> {
        Box::new(Self { ways: Arc::clone(&self.ways), last: self.last })
    }
}

impl From<Every> for Luck {
    fn from(every: Every) -> Self {
        Self::Other(Box::new(every))
    }
}

/// Holds what is told against what was told.
struct Held<'h> {
    prepared: &'h Prepared,
    seat: u8,
    lines: &'h [Telling],
    told: usize,
    same: bool,
}

impl Sink for Held<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let program = self.prepared.runner().program();
        let Some(telling) = Telling::of(event, program, state, Reader::Seats(1 << self.seat)) else { return };
        self.same &= self.lines.get(self.told) == Some(&in_any_order(telling));
        self.told += 1;
    }
}

/// Every table at which the seat would have been told that, with the number of deals and hidden choices that come to it.
fn possible(prepared: &Prepared, seat: u8, asked: &Asked) -> BTreeMap<String, u64> {
    let ways = Arc::new(Mutex::new(Ways::default()));
    let mut found = BTreeMap::new();
    loop {
        if let Some(table) = one_way(prepared, seat, asked, &ways) {
            *found.entry(table).or_insert(0) += 1;
        }
        if !ways.lock().unwrap().go_on() {
            return found;
        }
    }
}

/// Goes one way: the table it comes to, where the seat is told all that it was told.
fn one_way(prepared: &Prepared, seat: u8, asked: &Asked, ways: &Arc<Mutex<Ways>>) -> Option<String> {
    let runner = prepared.runner();
    let mut desk = runner.desk_by(Every { ways: Arc::clone(ways), last: None });
    let mut shown = Shown::new(runner.program());
    let mut held = Held { prepared, seat, lines: &asked.lines, told: 0, same: true };
    let mut own = asked.own.iter();
    loop {
        let paused = shown.run(runner, &mut desk, &mut held).unwrap();
        if !held.same || ways.lock().unwrap().dead {
            return None;
        }
        let Pause::Decision(seats) = paused else { return None };
        let chooser = each_seat(seats).next().unwrap();
        let count = runner.choices(&mut desk, chooser);
        let choice = if chooser == seat && count > 1 {
            match own.next() {
                Some((choice, of)) => (count == *of && runner.allows(&mut desk, seat, choice)).then_some(*choice)?,
                None => return (held.told == asked.lines.len()).then(|| all_of(runner, desk.state())),
            }
        } else {
            let which = if count > 1 { ways.lock().unwrap().one_of(count) } else { 0 };
            runner.nth_choice(&mut desk, chooser, which).unwrap()
        };
        shown.choose(runner, &mut desk, (chooser, &choice, count == 1), &mut held).unwrap();
        if !held.same {
            return None;
        }
    }
}

/// The table of one world of a new belief: which of its worlds goes with the seed.
fn drawn(prepared: &Prepared, seat: u8, asked: &Asked, (seed, size, sweeps): (u64, usize, usize)) -> String {
    let mut pool = Pool::new(prepared, seat, (size, sweeps), seed);
    asked.heard.iter().for_each(|line| pool.hear(line));
    asked.own.iter().for_each(|(choice, count)| pool.chose(choice, *count));
    let worlds = pool.worlds();
    assert!(!worlds.is_empty());
    let count = worlds.len();
    let world = &worlds[seed as usize % count];
    assert!(world.fits());
    all_of(prepared.runner(), world.desk.state())
}

/// Above this a chi-square with so many degrees of freedom comes once in 10,000 (Wilson and Hilferty's approximation).
fn highest(freedom: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3)
}

/// Each way in which a game may stand is held as often as the others: by beliefs that are made anew, one world of each, so that no world is a copy of another.
/// In the first so many games in which the question comes and at least so many tables are possible.
fn each_is_as_likely(text: &str, (players, seat, question): (u8, u8, usize), (games, least): (usize, usize)) {
    let prepared = prepared(text, players);
    let asked = (1..200).filter_map(|seed| Some((seed, played(&prepared, seat, question, seed)?)));
    let asked = asked.map(|(seed, asked)| (seed, possible(&prepared, seat, &asked), asked));
    let mut looked = 0;
    for (seed, possible, asked) in asked.filter(|(_, possible, _)| possible.len() >= least).take(games) {
        looked += 1;
        assert!(possible.contains_key(&asked.truth), "the true one is possible");
        let all: u64 = possible.values().sum();
        let samples = 8 * possible.len().max(4) as u64;
        let mut counts: BTreeMap<&str, u64> = possible.keys().map(|table| (table.as_str(), 0)).collect();
        for number in 0..samples {
            let table = drawn(&prepared, seat, &asked, (seed * 1_000_000 + number, 3, 3));
            *counts.get_mut(table.as_str()).expect("a world is possible") += 1;
        }
        let squares = possible.iter().map(|(table, ways)| {
            let fair = samples as f64 * *ways as f64 / all as f64;
            (counts[table.as_str()] as f64 - fair).powi(2) / fair
        });
        let squares: f64 = squares.sum();
        let freedom = (possible.len() - 1) as f64;
        let title = prepared.game().title();
        println!(
            "{title}, seed {seed}: {} tables in {all} ways, {squares:.1} of {:.1}",
            possible.len(),
            highest(freedom)
        );
        assert!(squares < highest(freedom), "{title}, seed {seed}: {squares} {:?}", counts.values());
    }
    assert_eq!(looked, games);
}

#[test]
fn each_deal_of_a_small_whist_is_as_likely() {
    each_is_as_likely(WHIST, (3, 2, 0), (2, 4));
    each_is_as_likely(WHIST, (3, 0, 1), (3, 4));
    each_is_as_likely(WHIST, (3, 2, 1), (2, 3));
}

#[test]
fn each_discard_of_a_small_whist_is_as_likely() {
    each_is_as_likely(AWAY, (3, 0, 2), (2, 12));
}

#[test]
fn each_deal_is_as_likely_where_it_shows_only_then_what_was_laid() {
    each_is_as_likely(SEVENS, (3, 0, 1), (2, 6));
    each_is_as_likely(SEVENS, (3, 1, 1), (2, 6));
}

#[test]
fn each_hand_of_a_showdown_is_as_likely() {
    each_is_as_likely(SHOWDOWN, (2, 1, 2), (2, 6));
    each_is_as_likely(SHOWDOWN, (2, 0, 2), (2, 20));
}

#[test]
fn each_bid_of_a_sealed_auction_is_as_likely() {
    each_is_as_likely(SEALED, (3, 0, 1), (3, 12));
}

#[test]
fn each_crib_is_as_likely() {
    each_is_as_likely(CRIB, (2, 0, 0), (3, 6));
}

/// How likely it is that no more than so many of these come, each with its own chance and by itself (Poisson binomial).
fn at_most(chances: &[f64], hits: usize) -> f64 {
    let mut of = vec![0.0; chances.len() + 1];
    of[0] = 1.0;
    for chance in chances {
        for at in (0..of.len()).rev() {
            let below = if at > 0 { of[at - 1] } else { 0.0 };
            of[at] = of[at] * (1.0 - chance) + below * chance;
        }
    }
    of[..=hits].iter().sum()
}

/// Over many games the table as it truly stands is held no more and no less often than one of as many as are possible.
#[test]
fn the_true_world_is_no_likelier() {
    let games =
        [(WHIST, (3, 0, 1), 100), (SHOWDOWN, (2, 0, 2), 20), (SEALED, (3, 0, 1), 200), (CRIB, (2, 0, 0), 1_200)];
    for (text, (players, seat, question), games) in games {
        let prepared = prepared(text, players);
        let (mut chances, mut hits) = (Vec::new(), 0);
        for seed in 1_000..1_000 + games {
            let Some(asked) = played(&prepared, seat, question, seed) else { continue };
            let possible = possible(&prepared, seat, &asked);
            let all: u64 = possible.values().sum();
            chances.push(possible[&asked.truth] as f64 / all as f64);
            hits += usize::from(drawn(&prepared, seat, &asked, (seed, 3, 3)) == asked.truth);
        }
        let (fair, title) = (chances.iter().sum::<f64>(), prepared.game().title());
        println!("{title}: {hits} of {} are the true one, {fair:.1} are fair", chances.len());
        // Once in 10,000 each.
        let more = 1.0 - if hits > 0 { at_most(&chances, hits - 1) } else { 0.0 };
        assert!(more > 1e-4 && at_most(&chances, hits) > 1e-4, "{title}: {hits}, {fair} are fair");
    }
}
