//! Twins: two games that differ only in what a seat may not know. As long as that is so, the same bytes go to that seat, byte for byte.
#![cfg(test)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail")]

use std::sync::Arc;

use bidlang::engine::{Chance, Luck, SeatSet, Seeded, Stream, each_seat};
use bidlang::{Game, Prepared, Seed, Silent};
use tokio::sync::mpsc;

use super::audience::{Audience, Bot, Heard};
use super::course::{self, Course};
use super::log::{Acts, By, Made};
use super::room::{Owner, Room};
use crate::hub::Hub;
use crate::secrets::Hash;
use crate::shelf::Offered;
use crate::store::{Kept, Seated, Store};
use crate::theme::Theme;
use crate::{Config, Limits};

/// Chance that exchanges two cards in one of its shuffles.
#[derive(Clone)]
struct Swapping {
    inner: Seeded,
    /// Shuffles to come before that one.
    before: u32,
    places: (usize, usize),
}

impl Chance for Swapping {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        self.inner.shuffle(place, cards);
        if self.before == 0 && cards.len() > 1 {
            cards.swap(self.places.0 % cards.len(), self.places.1 % cards.len());
        }
        self.before = self.before.wrapping_sub(1);
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        self.inner.draw(slot, among)
    }

    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        self.inner.number(slot, low, high)
    }
}

/// A table at which one seat listens: what was sent to it, and what it may know.
struct Listening {
    room: Arc<Room>,
    sent: mpsc::Receiver<String>,
    viewer: u8,
}

/// What a seat knows where the game stands: what it was told, what it sees, who is asked, what it may choose.
type Known = (Vec<String>, String, SeatSet, u64, Vec<String>);

impl Listening {
    async fn new(hub: &Arc<Hub>, kept: &Kept, luck: Luck, viewer: u8) -> Self {
        let mut room = Room::restore(hub, kept.clone(), &[]).unwrap();
        let inner = Arc::get_mut(&mut room).unwrap();
        inner.luck = luck;
        // Its course was begun by another chance: it begins anew when somebody comes.
        let (to, sent) = mpsc::channel(1_000_000);
        let ear = Bot { seat: viewer, player: None, heard: Vec::new() };
        let mut alone = Audience { prepared: room.prepared.clone(), clients: Vec::new(), bots: vec![ear], muted: true };
        room.play_again(&Acts::default(), &mut alone);
        room.lock().await.audience.bots = alone.bots;
        room.join(Some(Owner::Seat(viewer)), 0, to).await;
        Self { room, sent, viewer }
    }

    async fn known(&mut self) -> Known {
        let mut state = self.room.lock().await;
        let state = &mut *state;
        let heard = std::mem::take(&mut state.audience.bots[0].heard);
        let heard = heard.into_iter().map(|heard| match heard {
            Heard::Telling(telling) => format!("{telling:?}"),
            Heard::Chose(choice, count) => format!("{choice:?} of {count}"),
        });
        let table = &state.course.table;
        let view = table.runner.view(&mut table.desk.clone(), Some(self.viewer));
        let at = state.course.at();
        let menu = if state.course.asks(self.viewer) {
            let turn = state.course.turn(self.viewer);
            let count = turn.count();
            if count <= 600 { turn.legal().iter().map(ToString::to_string).collect() } else { vec![count.to_string()] }
        } else {
            Vec::new()
        };
        (heard.collect(), format!("{view:?}"), at.seats, at.step, menu)
    }

    /// What was sent since it was asked last.
    fn bytes(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.sent.try_recv().ok()).collect()
    }

    /// A seat chooses, without the disk.
    async fn choose(&self, seat: u8, choice: bidlang::engine::Choice) {
        let mut state = self.room.lock().await;
        state.acts.made.push(Made { seat, choice, by: By::Person, took: 0 });
        state.answer(seat, choice);
        self.room.go_on(&mut state);
    }
}

/// Chance by which two cards lie otherwise that a seat does not see at the first question.
fn swapped(prepared: &Prepared, viewer: u8, inner: &Seeded, dice: &mut Stream) -> Option<Luck> {
    let views = |luck: &Luck| {
        let course = Course::begin(prepared, luck, &mut Silent);
        let of = |seat| course.table.runner.view(&mut course.table.desk.clone(), seat);
        (of(Some(viewer)), of(None), course.at())
    };
    let plain = views(&inner.clone().into());
    (0..60).find_map(|_| {
        let places = (dice.below(60) as usize, dice.below(60) as usize);
        let luck = Luck::Other(Box::new(Swapping { inner: inner.clone(), before: dice.below(3), places }));
        let twin = views(&luck);
        ((&plain.0, plain.2) == (&twin.0, twin.2) && plain.1 != twin.1).then_some(luck)
    })
}

/// A table of persons.
pub fn kept(offered: &Offered, players: u8, number: u64) -> Kept {
    let names = ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Hal"];
    Kept {
        id: "0123456789abcdef".to_owned(),
        game: offered.game.hash(),
        named: (offered.id.clone(), offered.game.title().to_owned()),
        texts: offered.game.texts(),
        options: Vec::new(),
        seed: Seed::from(number),
        host: Hash([0; 32]),
        turn_seconds: None,
        look_on: true,
        made: 0,
        seats: names[..usize::from(players)]
            .iter()
            .map(|name| Seated { name: (*name).to_owned(), player: "person".to_owned(), token: None })
            .collect(),
    }
}

/// Plays games of a setup and their twins; how many twins were alike for so long that they differed in what is hidden, and how many decisions in all.
async fn games(hub: &Arc<Hub>, offered: &Offered, players: u8, number: u64) -> Option<u64> {
    let mut dice = Stream::new(number, 77);
    let viewer = u8::try_from(dice.below(u32::from(players))).unwrap();
    let kept = kept(offered, players, number);
    let prepared = hub.shelf.ready(&offered.game, players, &[]).ok()?.prepared.clone();
    let inner = Seeded::new(kept.seed);
    // Most twins differ in cards that the seat does not see at first, the others in what somebody chooses unseen.
    let swapped = swapped(&prepared, viewer, &inner, &mut dice);
    let of_choices = swapped.is_none() || dice.below(4) == 0;
    let other = swapped.filter(|_| !of_choices).unwrap_or_else(|| inner.clone().into());
    let mut plain = Listening::new(hub, &kept, inner.into(), viewer).await;
    let mut twin = Listening::new(hub, &kept, other, viewer).await;
    let mut alike = 0;
    loop {
        let (one, two) = (plain.known().await, twin.known().await);
        let (one_sent, two_sent) = (plain.bytes(), twin.bytes());
        if one != two {
            return Some(alike);
        }
        assert_eq!(one_sent, two_sent, "{}, {players} players, game {number}, seat {viewer}", offered.id);
        let (turn, other, hidden) = {
            let (state, other) = (plain.room.lock().await, twin.room.lock().await);
            if state.course.ended().is_some() || alike > 400 {
                return Some(alike);
            }
            let at = state.course.at();
            let seat = each_seat(at.seats).find(|seat| state.course.asks(*seat)).unwrap();
            if !other.course.asks(seat) {
                return Some(alike);
            }
            let all = |course: &Course| course.table.runner.view(&mut course.table.desk.clone(), None);
            let hidden = all(&state.course) != all(&other.course);
            (state.course.turn(seat), other.course.turn(seat), hidden)
        };
        let choice = turn.nth(dice.below_long(turn.count()))?;
        let same = course::told(&other, &choice.json());
        let unseen = of_choices && turn.seat() != viewer && turn.ask().is_some_and(|ask| ask.at_once);
        let otherwise = unseen && dice.below(2) == 0;
        let twins = if otherwise { other.nth(dice.below_long(other.count())) } else { same };
        let Some(twins) = twins else { return Some(alike) };
        plain.choose(turn.seat(), *choice.choice()).await;
        twin.choose(turn.seat(), *twins.choice()).await;
        alike += u64::from(hidden);
    }
}

/// A server's hub with all shipped games.
pub fn hub(data: &std::path::Path) -> (Arc<Hub>, Vec<Offered>) {
    let shipped = bidlang_games::ALL.iter().filter(|shipped| shipped.folder != "variants");
    let shelf: Vec<Offered> = shipped
        .map(|shipped| Offered {
            id: shipped.name.to_owned(),
            game: Game::read(&format!("{}.bid", shipped.name), shipped.text).unwrap(),
            theme: Theme::default(),
        })
        .collect();
    let config = Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: data.to_owned(),
        public_url: None,
        allow_upload: false,
        limits: Limits::default(),
    };
    (Hub::new(config, shelf.clone(), Store::open(data).unwrap()), shelf)
}

/// Plays so many games of each shipped game.
async fn all(each: u64) {
    let data = tempfile::tempdir().unwrap();
    let (hub, shelf) = hub(data.path());
    let (mut played, mut hidden) = (0, 0);
    for offered in &shelf {
        for number in 0..each {
            let range = offered.game.players();
            let players = range.start() + u8::try_from(number % u64::from(range.end() - range.start() + 1)).unwrap();
            let Some(alike) = games(&hub, offered, players.clamp(2, 8), number).await else { continue };
            played += 1;
            hidden += u64::from(alike > 0);
        }
    }
    println!(
        "{played} pairs of games of {} rules files, {hidden} of them with something hidden that differed",
        shelf.len()
    );
    assert!(played >= each * 20, "{played}");
    assert!(hidden * 4 > played, "{hidden} of {played} pairs differed in something hidden");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_bytes_go_to_a_seat_that_may_know_the_same() {
    all(2).await;
}

/// 10,000 pairs of games, or as many of each game as `TWINS` says; up to an hour of one core.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long: cargo test --release -p bidlang-server -- --ignored ten_thousand"]
async fn the_same_bytes_go_to_a_seat_in_ten_thousand_games() {
    let each = std::env::var("TWINS").ok().and_then(|each| each.parse().ok());
    all(each.unwrap_or(360)).await;
}
