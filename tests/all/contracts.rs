//! Contracts: players that think say them, and make most of those that they say. Behind random playouts they look ruinous, and everything is passed out.

use std::sync::{Arc, Mutex};

use bidlang::engine::{Choice, Played, Stream, Telling};
use bidlang::{Game, Prepared, Setup};
use bidlang_players::{
    Answer, Clock, Goal, Hears, Level, Lore, Nothing, Player, Question, Seats, Thinker, never, own_seed, play,
};

/// How a game tells of its contracts.
struct Told {
    file: &'static str,
    setup: Setup,
    /// The phase that repeats for each deal.
    deal: &'static str,
    /// Points that are for a contract that was made, and for one that was not; none where it is said by an auction that somebody won.
    made: &'static [&'static str],
    failed: Option<&'static [&'static str]>,
    /// Of a hundred deals in which a contract is said, and of a hundred of these that are made: at least and at most.
    said: (u32, u32),
    kept: (u32, u32),
}

/// What came of deals.
#[derive(Debug, Default)]
struct Deals {
    dealt: u32,
    said: u32,
    made: u32,
}

/// Writes down what a player is told of contracts.
struct Spy {
    inner: Thinker,
    prepared: Prepared,
    told: Arc<(Told, Mutex<Deals>)>,
}

impl Hears for Spy {
    fn hear(&mut self, telling: &Telling) {
        self.inner.hear(telling);
        let (told, deals) = &*self.told;
        let (game, mut deals) = (&self.prepared.game().game, deals.lock().unwrap());
        match telling {
            Telling::Pass { phase, .. } if game.phases[usize::from(*phase)].name == told.deal => deals.dealt += 1,
            Telling::Closed { winner: Some(_), .. } if told.failed.is_none() => deals.said += 1,
            Telling::Score { reason, .. } => {
                let reason = game.reasons[usize::from(*reason)].as_str();
                let made = told.made.contains(&reason);
                deals.made += u32::from(made);
                deals.said += u32::from(told.failed.is_some_and(|failed| made || failed.contains(&reason)));
            }
            _ => {}
        }
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.inner.chose(choice, count);
    }
}

impl Player for Spy {
    fn answer(&mut self, question: Question) -> Answer {
        self.inner.answer(question)
    }
}

/// Plays so many games at a level, and tells what came of the deals.
fn deals(told: Told, level: Level, games: u64) -> (Told, Deals) {
    let path = bidlang_tests::root().join("games").join(told.file);
    let game = Game::read(told.file, &std::fs::read_to_string(path).unwrap()).unwrap();
    let prepared = game.prepare(&told.setup).unwrap();
    let lore = Lore::of(&prepared, (Goal::Both, level.practised()), (&Nothing, &never));
    let clock: Arc<Clock> = Arc::new(|| 0);
    let told = Arc::new((told, Mutex::new(Deals::default())));
    for number in 9_000..9_000 + games {
        let mut seats: Seats = (0..prepared.players())
            .map(|seat| {
                let inner = Thinker::new(&lore, seat, level.effort(), (own_seed(number, seat), &clock));
                let spy = Spy { inner, prepared: prepared.clone(), told: Arc::clone(&told) };
                Some(if seat == 0 { Box::new(spy) as Box<dyn Player> } else { Box::new(spy.inner) })
            })
            .collect();
        let (mut desk, mut dice) = (prepared.runner().desk(number), Stream::of_players(number));
        play(&prepared, &mut desk, (&mut seats, &mut dice), &mut Played::default(), 100_000).unwrap();
    }
    let Ok((told, deals)) = Arc::try_unwrap(told) else { panic!("somebody still plays") };
    (told, deals.into_inner().unwrap())
}

/// The games, with bounds of how often contracts are said and made: wide ones.
fn games() -> [Told; 4] {
    [
        Told {
            file: "classics/skat.bid",
            setup: Setup::players(3).option("rounds", "1"),
            deal: "deal",
            made: &["game won"],
            failed: Some(&["game lost"]),
            said: (15, 100),
            kept: (60, 100),
        },
        Told {
            file: "classics/bridge.bid",
            setup: Setup::players(4),
            deal: "board",
            made: &["contract"],
            failed: None,
            said: (60, 100),
            kept: (40, 100),
        },
        Told {
            file: "classics/euchre.bid",
            setup: Setup::players(4),
            deal: "round",
            made: &["march", "making it"],
            failed: Some(&["euchre"]),
            said: (60, 100),
            kept: (50, 95),
        },
        Told {
            file: "bid_fair.bid",
            setup: Setup::players(2),
            deal: "deal",
            made: &["contract", "contract, doubled"],
            failed: None,
            said: (50, 100),
            // Whoever bids highest has the other one make the contract, who gains nothing without being ahead on points: most are not made.
            kept: (10, 60),
        },
    ]
}

/// `GAMES=20 LEVEL=normal cargo test --release -p bidlang-tests --test all -- contracts --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn contracts_are_said_and_made() {
    let games_each = std::env::var("GAMES").map_or(20, |games| games.parse().unwrap());
    let level: Level = std::env::var("LEVEL").map_or(Level::Normal, |level| level.parse().unwrap());
    for told in games() {
        let (told, deals) = deals(told, level, games_each);
        println!("{}: {deals:?}", told.file);
        holds(&told, &deals);
    }
}

/// The same for the game in which it is hardest, by a few deals.
#[test]
fn skat_is_not_passed_out() {
    let [skat, ..] = games();
    let (told, deals) = deals(skat, Level::Normal, 8);
    holds(&told, &deals);
}

/// Where all may pass and the cards are dealt anew, habits once came to passing for ever: no deal of this game was played.
#[test]
fn cards_are_not_dealt_anew_for_ever() {
    let path = bidlang_tests::root().join("games/classics/schafkopf.bid");
    let game = Game::read("schafkopf.bid", &std::fs::read_to_string(path).unwrap()).unwrap();
    let prepared = game.prepare(&Setup::players(4).option("rounds", "1")).unwrap();
    let lore = Lore::of(&prepared, (Goal::Both, Level::Easy.practised()), (&Nothing, &never));
    let clock: Arc<Clock> = Arc::new(|| 0);
    for seed in 0..3 {
        let thinker = |seat| Thinker::new(&lore, seat, Level::Easy.effort(), (own_seed(seed, seat), &clock));
        let mut seats: Seats = (0..4).map(|seat| Some(Box::new(thinker(seat)) as Box<dyn Player>)).collect();
        let (mut desk, mut dice) = (prepared.runner().desk(seed), Stream::of_players(seed));
        // Four deals that are played have 180 decisions or so, one that is passed out four.
        play(&prepared, &mut desk, (&mut seats, &mut dice), &mut Played::default(), 300).unwrap();
    }
}

fn holds(told: &Told, deals: &Deals) {
    let within = |share: u32, of: u32, (least, most): (u32, u32)| (of * least..=of * most).contains(&(100 * share));
    assert!(deals.dealt > 0, "{}: no deal was told", told.file);
    assert!(within(deals.said, deals.dealt, told.said), "{}: {deals:?}", told.file);
    assert!(within(deals.made, deals.said, told.kept), "{}: {deals:?}", told.file);
}

#[test]
fn they_play_together_where_all_win_or_nobody_does() {
    let path = bidlang_tests::root().join("tests/corpus/sound/together.bid");
    let game = Game::read("together.bid", &std::fs::read_to_string(path).unwrap()).unwrap();
    let prepared = game.prepare(&Setup::players(3)).unwrap();
    let lore = Lore::of(&prepared, (Goal::Both, Level::Easy.practised()), (&Nothing, &never));
    let clock: Arc<Clock> = Arc::new(|| 0);
    let won = |thinks: bool| {
        let games = (0..60).filter(|number| {
            let thinker = |seat| Thinker::new(&lore, seat, Level::Easy.effort(), (own_seed(*number, seat), &clock));
            let mut seats: Seats =
                (0..3).map(|seat| thinks.then(|| Box::new(thinker(seat)) as Box<dyn Player>)).collect();
            let (mut desk, mut dice) = (prepared.runner().desk(*number), Stream::of_players(*number));
            play(&prepared, &mut desk, (&mut seats, &mut dice), &mut Played::default(), 1_000).unwrap();
            prepared.runner().winners(desk.state()) != 0
        });
        games.count()
    };
    let (dice, easy) = (won(false), won(true));
    assert!(dice < 30 && easy >= 33, "of 60 games dice win {dice}, players that think {easy}");
}
