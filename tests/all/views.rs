//! No seat is told what it may not know: games that differ only in hidden cards look the same to it.

use std::collections::{BTreeMap, BTreeSet};

use bidlang::engine::{
    CardSet, CardsTold, Chance, Choice, Desk, Event, Luck, Pause, Program, Reader, Runner, SeatSet, Seeded, Sink,
    State, Stream, Telling, each_card, each_seat,
};
use bidlang::words::Words;
use bidlang::{Board, Follower, Game, Listener, Prepared, Recorder};
use bidlang_tests::{classics, game, games, playable, record, rules_files, sampled, shipped};
use serde_json::Value;

/// Every card that a record of one seat's view names was seen by that seat, as the engine's own places say.
struct Watch {
    view: u8,
    known: Vec<CardSet>,
}

impl Sink for Watch {
    fn event(&mut self, _: &State, event: &Event) {
        let mut learn = |cards: CardSet, seen: SeatSet| {
            if seen & (1 << self.view) != 0 {
                self.known.push(cards);
            }
        };
        match event {
            Event::Move { cards, seen, .. } => learn(cards.iter().copied().collect(), *seen),
            Event::Show { cards, seen, .. } => learn(cards.iter().copied().collect(), *seen),
            Event::Act { choice, seen, .. } => {
                choice.picks.iter().zip(seen).for_each(|(pick, seen)| learn(pick.cards, *seen))
            }
            _ => {}
        }
    }
}

impl Listener for Watch {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

/// What a seat that does nothing but follow what it is told takes to lie where, and tracks to hold.
#[derive(Default)]
struct Followed {
    places: BTreeMap<u16, BTreeSet<u8>>,
    tracks: BTreeMap<(u16, u32), i64>,
}

impl Followed {
    fn hear(&mut self, telling: &Telling) {
        match telling {
            Telling::Move { to, cards: CardsTold::Which(cards), .. } => {
                self.places.values_mut().for_each(|lie| lie.retain(|card| !cards.contains(card)));
                if let Some(to) = to.filter(|to| self.places.contains_key(to)) {
                    self.places.entry(to).or_default().extend(cards);
                }
            }
            // Which went or came is not told: what lies there is not known any more.
            Telling::Move { from, to, .. } => [from, to].into_iter().flatten().for_each(|place| {
                self.places.remove(place);
            }),
            Telling::Show { place, cards, .. } => {
                self.places.insert(*place, cards.iter().copied().collect());
            }
            Telling::Set { track, index, value } | Telling::ShowTrack { track, index, value, .. } => {
                self.tracks.insert((*track, *index), *value);
            }
            Telling::Draw { track: Some(track), index, seat, .. } => {
                self.tracks.insert((*track, *index), i64::from(*seat));
            }
            _ => {}
        }
    }
}

impl Sink for Reading<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        for (seat, followed) in (0_u8..).zip(&mut self.seats) {
            if let Some(telling) = Telling::of(event, self.program, state, Reader::Seats(1 << seat)) {
                followed.hear(&telling);
            }
        }
    }
}

impl Listener for Reading<'_> {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

/// All seats, each following.
struct Reading<'p> {
    program: &'p Program,
    seats: Vec<Followed>,
}

/// Whoever follows the lines that a seat is told has what the seat sees: at each decision the cards of each place that it sees, and the value of each
/// track of the game.
#[test]
fn what_a_seat_is_told_is_what_it_sees() {
    let corpus = ["secrets", "sound"].map(|folder| rules_files(&format!("tests/corpus/{folder}"), 30));
    let mut games: Vec<(String, Game)> = shipped().into_iter().chain(classics()).collect();
    games.extend(corpus.into_iter().flatten().filter_map(|path| {
        let name = path.display().to_string();
        let game = Game::read(&name, &std::fs::read_to_string(&path).unwrap()).ok()?;
        Some((name, game))
    }));
    let (mut lay, mut held) = (0_u64, 0_u64);
    for (name, game) in games {
        for (prepared, seed) in sampled(&game, game.game.players.1, 2).into_iter().zip(1..) {
            let program = prepared.runner().program();
            // Those of a phase begin anew without a word.
            let of_a_phase: BTreeSet<usize> = game.game.phases.iter().flat_map(|phase| phase.tracks.clone()).collect();
            let nothing = || {
                let places = (1_u16..).zip(program.places.iter().skip(1)).map(|(place, _)| (place, BTreeSet::new()));
                Followed { places: places.collect(), tracks: BTreeMap::new() }
            };
            let mut reading = Reading { program, seats: (0..prepared.players()).map(|_| nothing()).collect() };
            let mut table = prepared.table(seed);
            let mut dice = Stream::of_players(seed);
            for _ in 0..150 {
                let Ok(Pause::Decision(seats)) = table.run(&mut reading) else { break };
                for (seat, followed) in (0_u8..).zip(&reading.seats) {
                    let view = table.runner.view(&mut table.desk, Some(seat));
                    for place in view.places {
                        let Some(cards) = place.cards else { continue };
                        let cards: BTreeSet<u8> = cards.into_iter().collect();
                        assert_eq!(
                            followed.places.get(&place.place),
                            Some(&cards),
                            "{name}, seed {seed}: seat {seat}, place {}",
                            place.place
                        );
                        lay += 1;
                    }
                    for track in view.tracks.iter().filter(|track| !of_a_phase.contains(&usize::from(track.track))) {
                        if let Some(value) = followed.tracks.get(&(track.track, track.index)) {
                            assert_eq!(*value, track.value, "{name}, seed {seed}: seat {seat}, track {}", track.track);
                            held += 1;
                        }
                    }
                }
                let seat = each_seat(seats).next().unwrap();
                let count = table.runner.choices(&mut table.desk, seat);
                let choice = table.runner.nth_choice(&mut table.desk, seat, dice.below_long(count)).unwrap();
                if table.make(seat, &choice, count == 1, &mut reading).is_err() {
                    break;
                }
            }
        }
    }
    assert!(lay > 10_000 && held > 10_000, "{lay} places, {held} tracks");
}

#[test]
fn a_view_of_a_seat_shows_its_own_hand_and_no_other() {
    for name in games() {
        let rulebook = game(&name);
        let (mut open, mut hidden) = (0, 0);
        for prepared in playable(&rulebook) {
            let mut looked = 0;
            bidlang_tests::play(&prepared, 2, &mut bidlang::Silent, |table, _, _| {
                looked += 1;
                if looked % 7 != 0 {
                    return;
                }
                for seat in 0..prepared.players() {
                    let view = table.runner.view(&mut table.desk, Some(seat));
                    for place in &view.places {
                        let seers = table.runner.seers(&mut table.desk, place.place);
                        assert_eq!(place.cards.is_some(), seers & (1 << seat) != 0, "{name}: place {}", place.place);
                        *if place.cards.is_some() { &mut open } else { &mut hidden } += 1;
                    }
                }
            })
            .unwrap();
        }
        assert!(open > 50 && hidden > 50, "{name}: {open} places seen, {hidden} not");
    }
}

/// A game in which hidden cards are exchanged, following another game's decisions as long as it can.
struct Twin<'a> {
    prepared: &'a Prepared,
    seed: u64,
    viewer: u8,
}

/// The decisions of a record, forced ones too: seat and choice.
fn decisions(record: &str) -> Vec<(u8, Value)> {
    let lines = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter(|line| line["line"] == "decision")
        .map(|line| (u8::try_from(line["seat"].as_u64().unwrap()).unwrap() - 1, line["choice"].clone()))
        .collect()
}

impl Twin<'_> {
    /// What the viewer is told of the twin, up to the last decision that both games share; and how many these are.
    fn told(&self, decisions: &[(u8, Value)]) -> (Vec<String>, usize) {
        let lines = std::cell::RefCell::new(Vec::new());
        let write = |line| lines.borrow_mut().push(line);
        let recorder = Recorder::new(self.prepared, self.seed, Some(self.viewer), write);
        let mut ear = Following { recorder, made: Vec::new(), words: self.prepared.words() };
        let chance = Swapping { inner: Seeded::new(self.seed), done: false };
        let mut table = self.prepared.table_by(Luck::Other(Box::new(chance)));
        let (mut kept, mut shared) = (0, 0);
        while let Ok(Some(turn)) = table.turn_told(&mut ear) {
            if ear.made != decisions[..ear.made.len()] {
                break;
            }
            (kept, shared) = (lines.borrow().len(), ear.made.len());
            let Some((seat, wanted)) = decisions.get(ear.made.len()) else { break };
            if turn.seat() != *seat {
                break;
            }
            let Some(act) = turn.find(wanted) else { break };
            table.play_told(*seat, &act, &mut ear).unwrap();
        }
        drop(ear);
        let mut told = lines.into_inner();
        told.truncate(kept);
        (told, shared)
    }
}

/// Records for the viewer, and notes every decision, forced ones too.
struct Following<'a, W> {
    recorder: Recorder<W>,
    made: Vec<(u8, Value)>,
    words: Words<'a>,
}

impl<W: FnMut(String)> Sink for Following<'_, W> {
    fn event(&mut self, state: &State, event: &Event) {
        self.recorder.event(state, event);
    }
}

impl<W: FnMut(String)> Listener for Following<'_, W> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        let ask = runner.ask(desk.state()).unwrap();
        self.made.push((seat, self.words.json_choice(ask, choice)));
        self.recorder.decided(runner, desk, seat, choice, forced);
    }
}

/// Chance that exchanges some cards behind the first seat's in the first shuffle of the whole deck: seats are dealt one
/// after the other from the top.
#[derive(Clone)]
struct Swapping {
    inner: Seeded,
    done: bool,
}

impl Chance for Swapping {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        self.inner.shuffle(place, cards);
        if !self.done && cards.len() > 30 {
            self.done = true;
            cards.swap(12, 23);
            cards.swap(14, 21);
        }
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        self.inner.draw(slot, among)
    }

    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        self.inner.number(slot, low, high)
    }
}

#[test]
fn hidden_cards_leave_no_trace_in_another_seats_record() {
    for name in ["varg_bid", "auction_house"] {
        let rulebook = game(name);
        let (mut games, mut longest) = (0, 0);
        for prepared in playable(&rulebook) {
            // With five players of Varg Bid the cards of two seats lie closer than those exchanged.
            if prepared.players() > 4 {
                continue;
            }
            for seed in 0..6 {
                let decisions = decisions(&record(&prepared, seed, None));
                let plain: Vec<String> = record(&prepared, seed, Some(0)).lines().map(str::to_owned).collect();
                let twin = Twin { prepared: &prepared, seed, viewer: 0 };
                let (told, shared) = twin.told(&decisions);
                assert_eq!(told, plain[..told.len()], "{name} {:?}, seed {seed}", prepared.setup());
                games += 1;
                longest = longest.max(shared);
            }
        }
        assert!(games >= 12 && longest >= 5, "{name}: {games} games, at most {longest} decisions alike");
    }
}

#[test]
fn a_seats_record_names_only_cards_that_it_has_seen() {
    // Two more games, in which places become visible without a move.
    let open = ["classics/bridge", "classics/skat"].map(str::to_owned);
    for name in games().into_iter().chain(open) {
        let rulebook = game(&name);
        let setups = playable(&rulebook);
        let some = if name.starts_with("classics") { 1 } else { setups.len() };
        let mut told = 0;
        for prepared in setups.into_iter().take(some) {
            for viewer in 0..prepared.players() {
                let text = record(&prepared, 9, Some(viewer));
                let mut watch = Watch { view: viewer, known: Vec::new() };
                bidlang_tests::play(&prepared, 9, &mut watch, |_, _, _| {}).unwrap();
                let known = watch.known.iter().fold(CardSet::NONE, |set, cards| set | cards);
                let words = prepared.words();
                let known: Vec<&str> = each_card(known).map(|card| words.card(card)).collect();
                for line in text.lines() {
                    let value: Value = serde_json::from_str(line).unwrap();
                    let own = value["seat"].as_u64() == Some(u64::from(viewer) + 1);
                    if value["line"] == "decision" {
                        assert_eq!(value.get("legal").is_some(), own, "{name}: {line}");
                        assert_eq!(value.get("choice").is_some(), own, "{name}: {line}");
                    }
                    if value["line"] == "move" || value["line"] == "show" {
                        for card in value["cards"].as_array().unwrap().iter().filter_map(|card| card["card"].as_str()) {
                            assert!(known.contains(&card), "{name}: seat {viewer} was told of {card}: {line}");
                            told += 1;
                        }
                    }
                }
            }
        }
        assert!(told > 50, "{name}: only {told} cards are told");
    }
}

#[test]
fn sealed_choices_are_not_told_before_all_have_chosen() {
    for name in ["bid_war", "bid_fair", "auction_house"] {
        let rulebook = game(name);
        let prepared = playable(&rulebook).into_iter().next_back().unwrap();
        let text = record(&prepared, 4, None);
        let mut open: Vec<u64> = Vec::new();
        let mut groups = 0;
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            match value["line"].as_str().unwrap() {
                "decision" if value["at_once"] == true => open.push(value["seat"].as_u64().unwrap()),
                "act" if !open.is_empty() => {
                    groups += 1;
                    assert!(open.is_sorted(), "{name}: in seat order");
                    open.clear();
                }
                _ => assert!(open.is_empty(), "{name}: nothing happens while sealed choices are made: {line}"),
            }
        }
        assert!(groups > 0, "{name} has sealed choices");
    }
}

#[test]
fn a_place_that_becomes_visible_is_told_to_those_who_now_see_it() {
    let rulebook = game("classics/bridge");
    let prepared = playable(&rulebook).into_iter().next().unwrap();
    let shows = |view: Option<u8>| -> Vec<Value> {
        let text = record(&prepared, 3, view);
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["line"] == "show").collect()
    };
    let all = shows(None);
    assert!(!all.is_empty(), "an open hand is told");
    for line in &all {
        assert_eq!(line["place"]["place"], "hand");
        assert_eq!(line["seen_by"].as_array().unwrap().len(), 4);
        assert_eq!(line["cards"].as_array().unwrap().len(), 13, "once, after the opening lead");
    }
    for seat in 0..4 {
        assert_eq!(shows(Some(seat)), all, "everybody sees it, so everybody is told the same");
    }
}

#[test]
fn what_is_decided_for_another_seat_names_that_seat() {
    let rulebook = game("classics/bridge");
    let prepared = playable(&rulebook).into_iter().next().unwrap();
    let text = record(&prepared, 3, Some(0));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut found = 0;
    for line in lines.filter(|line| line["line"] == "act" || line["line"] == "decision") {
        if let Some(other) = line["for"].as_u64() {
            found += 1;
            assert_eq!(
                line["seat"].as_u64().unwrap().abs_diff(other),
                2,
                "a declarer plays the partner's hand: {line}"
            );
        }
    }
    assert!(found > 0);
}

/// A card that is bid unseen: its worth would tell it.
const UNSEEN_BID: &str = "
game Night Market
players 3

cards
  rank  1 to 18
  1 to 18

places
  stock  seen by nobody
  hand   each player  seen by owner
  kept   each player  seen by owner
  shown  each player  seen by all

play
  move all cards to stock
  shuffle stock
  deal 4 from stock to hand of each player
  auction
    order   once clockwise from seat 1
    bid     unseen a card from hand to kept
      worth rank of card
    bid     unseen-pair 2 cards from hand to kept
      worth total rank of cards
    bid     open a card from hand to shown
      worth rank of card
    wins    highest worth, ties to first
    sold
      score 1 to winner for the sale
  won by players with highest score
";

#[test]
fn the_worth_of_an_unseen_card_is_told_to_the_bidder_only() {
    let rulebook = Game::read("unseen.bid", UNSEEN_BID).unwrap();
    let prepared = playable(&rulebook).into_iter().next().unwrap();
    let (mut hidden, mut open) = (0, 0);
    for seed in 0..12 {
        let text = record(&prepared, seed, Some(2));
        let mut act = String::new();
        for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            if line["line"] == "act" {
                act = line["choice"]["act"].as_str().unwrap().to_owned();
            }
            if line["line"] == "bid" {
                let known = act == "open" || line["seat"] == 3;
                assert_eq!(line["worth"].is_i64(), known, "{act}: {line}");
                *if known { &mut open } else { &mut hidden } += 1;
            }
        }
    }
    assert!(hidden > 0 && open > 0);
}

/// Who takes a trick so far is marked for those alone who can work it out: of a hidden trump that is its owner, and everybody where no trump
/// could change it.
#[test]
fn a_card_is_marked_as_ahead_for_those_who_know_what_counts() {
    let text = "game Hidden Trump
players 3

cards
  suit  Clubs, Hearts, Spades
  rank  1 to 8
  1 to 8 of each suit

places
  stock               seen by nobody
  hand   each player  seen by owner
  won    each player  seen by all

track
  secret  suit or none  seen by seat 1

play
  move all cards to stock
  shuffle stock
  deal 5 from stock to hand of each player
  set secret to suit of first card in stock
  tricks
    lead    seat 1
    play    a card from hand
    follow  suit
    trump   secret
    wins    highest rank
    taken   to won of winner
  for each player
    score number of won to player for cards
  won by players with highest score
";
    let game = Game::read("hidden.bid", text).unwrap_or_else(|error| panic!("{error}"));
    let prepared = game.prepare(&bidlang::Setup::players(3)).unwrap();
    let (mut known, mut hidden) = (0, 0);
    for seed in 0..6 {
        let mut table = prepared.table(seed);
        let mut followers: Vec<Follower> = (0..3).map(|seat| Follower::new(&prepared, Some(seat))).collect();
        loop {
            let mut all = Several(&mut followers);
            let Some(turn) = table.turn_told(&mut all).unwrap() else { break };
            let board = Board::new(&turn, &followers[usize::from(turn.seat())]);
            let ahead = board.trick.iter().filter(|laid| laid.ahead).count();
            match (board.trick.len(), turn.seat()) {
                (0, _) => assert_eq!(ahead, 0),
                (_, 0) => assert_eq!(ahead, 1, "the owner of the secret knows: {:?}", board.trick),
                _ => {
                    assert!(ahead <= 1);
                    *if ahead == 1 { &mut known } else { &mut hidden } += 1;
                }
            }
            let act = turn.nth(turn.count() - 1).unwrap();
            table.play_told(turn.seat(), &act, &mut Several(&mut followers)).unwrap();
        }
    }
    assert!(hidden > 20 && known == 0, "{known} marked, {hidden} not");
}

/// Tells several.
struct Several<'f>(&'f mut [Follower]);

impl Sink for Several<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        self.0.iter_mut().for_each(|follower| follower.event(state, event));
    }
}

impl Listener for Several<'_> {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}
