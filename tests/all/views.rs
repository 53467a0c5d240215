//! No seat is told what it may not know: games that differ only in hidden cards look the same to it.

use bidlang::engine::{Chance, Choice, Event, Machine, SeatSet, Seeded, Sink, State, Stream, each_card, each_seat};
use bidlang::lower::{Compiled, Setup};
use bidlang::record::{Head, Recorder};
use bidlang::rulebook::Rulebook;
use bidlang::session::{Listener, MOST_DECISIONS, Session, Turn};
use bidlang::words::Words;
use bidlang_tests::{game, games, names, playable, record};
use serde_json::Value;

/// Every card that a record of one seat's view names was seen by that seat, as the engine's own places say.
struct Watch {
    view: u8,
    known: Vec<u128>,
}

impl Sink for Watch {
    fn event(&mut self, _: &State, event: Event) {
        let mut learn = |cards: u128, seen: SeatSet| {
            if seen & (1 << self.view) != 0 {
                self.known.push(cards);
            }
        };
        match event {
            Event::Move { cards, seen, .. } => learn(cards.iter().fold(0, |set, card| set | 1 << card), seen),
            Event::Act { choice, seen, .. } => {
                choice.picks.iter().zip(seen).for_each(|(pick, seen)| learn(pick.cards, *seen))
            }
            _ => {}
        }
    }
}

impl Listener for Watch {
    fn decided(&mut self, _: &mut Machine, _: &State, _: u8, _: &Choice, _: bool) {}
}

#[test]
fn a_view_of_a_seat_shows_its_own_hand_and_no_other() {
    for name in games() {
        let rulebook = game(&name);
        for (setup, compiled) in playable(&rulebook) {
            let mut looked = 0;
            bidlang_tests::play(&compiled, 2, &mut bidlang::engine::Silent, |session, _, _| {
                looked += 1;
                if looked % 7 != 0 {
                    return;
                }
                for seat in 0..setup.players {
                    let view = session.machine.view(&session.state, Some(seat));
                    for place in &view.places {
                        let seers = session.machine.seers(&session.state, place.place);
                        assert_eq!(place.cards.is_some(), seers & (1 << seat) != 0, "{name}: place {}", place.place);
                    }
                }
            })
            .unwrap();
        }
    }
}

/// Plays by a list of choices with chance of its own.
fn with_hidden_cards_swapped(
    rulebook: &Rulebook,
    setup: &Setup,
    compiled: &Compiled,
    seed: u64,
    viewer: u8,
) -> Option<(Vec<Value>, Vec<Value>)> {
    let names = names(setup.players);
    let words = Words { game: &rulebook.game, program: &compiled.program, seats: &names };
    let mut pair = Vec::new();
    // The first deal is the same for both; then two cards that the viewer does not see are exchanged.
    for swapped in [false, true] {
        let mut lines: Vec<String> = Vec::new();
        let head = Head { rulebook, setup, seed, view: Some(viewer) };
        let mut recorder = Recorder::new(&head, words, |line| lines.push(line));
        let chance = Swapping { inner: Seeded::new(seed), swapped, viewer, shuffles: 0 };
        let mut session = Session::new(Machine::new(&compiled.program), chance, MOST_DECISIONS);
        let turn = session.advance(&mut recorder).ok()?;
        let Turn::Choose(_) = turn else { return None };
        pair.push(lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>());
    }
    let second = pair.pop()?;
    Some((pair.pop()?, second))
}

/// Chance that exchanges the cards of two seats other than the viewer's in the first shuffle of a common deck.
struct Swapping {
    inner: Seeded,
    swapped: bool,
    viewer: u8,
    shuffles: usize,
}

impl Chance for Swapping {
    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        self.inner.shuffle(place, cards);
        self.shuffles += 1;
        // Seats are dealt in order from the top, so the viewer's cards are one stretch; rotate the rest behind it.
        if self.swapped && self.shuffles == 1 && self.viewer == 0 && cards.len() > 30 {
            let last = cards.len() - 1;
            cards.swap(last, last - 12);
            cards.swap(last - 1, last - 14);
        }
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        self.inner.draw(slot, among)
    }
}

#[test]
fn hidden_cards_leave_no_trace_in_another_seats_record() {
    let rulebook = game("varg_bid");
    let mut compared = 0;
    for (setup, compiled) in playable(&rulebook) {
        for seed in 0..10 {
            let Some((plain, swapped)) = with_hidden_cards_swapped(&rulebook, &setup, &compiled, seed, 0) else {
                continue;
            };
            // With five players the left-over card is turned up, and may be one of those exchanged.
            if setup.players < 5 {
                assert_eq!(plain, swapped, "{setup:?}, seed {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20);
}

#[test]
fn a_seats_record_names_only_cards_that_it_has_seen() {
    for name in games() {
        let rulebook = game(&name);
        for (setup, compiled) in playable(&rulebook) {
            for viewer in 0..setup.players {
                let text = record(&rulebook, &setup, &compiled, 9, Some(viewer));
                let mut watch = Watch { view: viewer, known: Vec::new() };
                bidlang_tests::play(&compiled, 9, &mut watch, |_, _, _| {}).unwrap();
                let known = watch.known.iter().fold(0, |set, cards| set | cards);
                let words_of = names(setup.players);
                let words = Words { game: &rulebook.game, program: &compiled.program, seats: &words_of };
                let known: Vec<&str> = each_card(known).map(|card| words.card(card)).collect();
                for line in text.lines() {
                    let value: Value = serde_json::from_str(line).unwrap();
                    let own = value["seat"].as_u64() == Some(u64::from(viewer) + 1);
                    if value["line"] == "decision" {
                        assert_eq!(value.get("legal").is_some(), own, "{name}: {line}");
                        assert_eq!(value.get("choice").is_some(), own, "{name}: {line}");
                    }
                    if value["line"] == "move" {
                        for card in value["cards"].as_array().unwrap().iter().filter_map(|card| card["card"].as_str()) {
                            assert!(known.contains(&card), "{name}: seat {viewer} was told of {card}: {line}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn sealed_choices_are_not_told_before_all_have_chosen() {
    for name in ["bid_war", "bid_fair", "auction_house"] {
        let rulebook = game(name);
        let (setup, compiled) = playable(&rulebook).into_iter().next_back().unwrap();
        let text = record(&rulebook, &setup, &compiled, 4, None);
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
        let _ = each_seat(0).count() + usize::from(Stream::new(0, 0).below(1) > 0);
    }
}
