//! Playing for nobody, for somebody who listens, whole games and step by step are the same: at every decision the same state, the same
//! number of choices, the same faults.

use bidlang::engine::{Ask, Desk, FaultKind, Made, Pause, Runner, Silent, Source, Stream, Watch};
use bidlang::{Game, Prepared};
use bidlang_tests::{alongside, classics, play, playable, sampled, shipped, sound};

/// All games: the five and the classics.
fn all_games() -> Vec<(String, Game)> {
    shipped().into_iter().chain(classics()).collect()
}

/// Some setups of each player count.
fn some_setups(rulebook: &Game, most: usize) -> Vec<Prepared> {
    let (low, high) = rulebook.game.players;
    let setups: Vec<_> = (low..=high).flat_map(|players| sampled(rulebook, players, most)).collect();
    assert!(!setups.is_empty(), "{} cannot be played at all", rulebook.game.title);
    setups
}

#[test]
fn who_listens_changes_nothing() {
    for (name, rulebook) in all_games() {
        for prepared in some_setups(&rulebook, 6) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            let runner = Runner::new(&compiled.program);
            for seed in 0..3 {
                alongside(compiled, &runner, seed, 400, &format!("{name} {setup:?}"));
            }
        }
    }
}

#[test]
fn who_listens_changes_nothing_in_the_sound_files_of_the_corpus() {
    let mut decisions = 0;
    for (name, rulebook) in sound() {
        for prepared in playable(&rulebook) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            let runner = Runner::new(&compiled.program);
            for seed in 0..50 {
                decisions += alongside(compiled, &runner, seed, 400, &format!("{name} {setup:?}")).0;
            }
        }
    }
    assert!(decisions > 1_000, "only {decisions} decisions");
}

/// Looking what groups of cards there are takes long: players that think have to know that, or they practise and search for minutes.
#[test]
fn what_it_costs_to_look_at_groups_is_told() {
    let (_, rulebook) = sound().into_iter().find(|(name, _)| name.contains("big-two")).unwrap();
    let prepared = playable(&rulebook).into_iter().next().unwrap();
    let (runner, mut players) = (prepared.runner(), Stream::of_players(1));
    let mut desk = runner.desk(1);
    let mut decisions = 0;
    while let Pause::Decision(seats) = runner.run(&mut desk, &mut Silent).unwrap() {
        let seat = u8::try_from(seats.trailing_zeros()).unwrap();
        let count = runner.choices(&mut desk, seat);
        runner.take(&mut desk, seat, players.below_long(count)).unwrap();
        decisions += 1;
    }
    let each = desk.worked() / decisions;
    assert!(each >= 200, "{each} steps a decision");
}

/// Not part of an ordinary run: it takes minutes.
#[test]
#[ignore = "long: many games of every setup"]
fn who_listens_changes_nothing_for_long() {
    for (name, rulebook) in all_games() {
        let (mut games, mut decisions) = (0, 0);
        for prepared in some_setups(&rulebook, 200) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            let runner = Runner::new(&compiled.program);
            for seed in 0..100 {
                games += 1;
                let (made, fault) = alongside(compiled, &runner, seed, 100_000, &format!("{name} {setup:?}"));
                assert_eq!(fault, None, "{name} {setup:?}, seed {seed}");
                decisions += made;
            }
        }
        println!("{name}: {games} games, {decisions} decisions alike");
    }
}

/// `Runner::play` has a way of its own through the usual decisions; it is what the speed is measured by.
#[test]
fn whole_games_end_as_those_step_by_step() {
    for (name, rulebook) in all_games() {
        for prepared in some_setups(&rulebook, 4) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            let runner = Runner::new(&compiled.program);
            for seed in 0..2 {
                let mut desk = runner.desk(seed);
                let played = runner.play(&mut desk, &mut Stream::of_players(seed), 3000);
                let plain = play(&prepared, seed, &mut Silent, |_, _, _| {});
                let what = format!("{name} {setup:?}, seed {seed}");
                match (played, plain) {
                    (Ok(played), Ok(plain)) => {
                        assert_eq!(played.decisions, plain.decisions(), "{what}");
                        assert!(plain.state().same(desk.state(), &compiled.program), "{what}");
                    }
                    (Err(fault), Ok(plain)) => {
                        assert_eq!(fault.kind, FaultKind::Decisions(3000), "{what}");
                        assert!(plain.decisions() > 3000, "{what}");
                    }
                    (played, plain) => assert_eq!(played.err(), plain.err(), "{what}"),
                }
            }
        }
    }
}

/// What is told of decisions: each of them, and what was picked by number.
#[derive(Default)]
struct Told<'p> {
    asks: &'p [Ask],
    reached: Option<u16>,
    decisions: Vec<(Made, Vec<i64>)>,
}

impl Told<'_> {
    /// The slots of what was picked by number, while they say it.
    fn picked(&self, desk: &Desk, ask: u16, act: usize) -> Vec<i64> {
        let ask = &self.asks[usize::from(ask)];
        let picks =
            ask.acts[act].picks.iter().filter(|pick| !ask.at_once && !matches!(pick.source, Source::Cards { .. }));
        picks.map(|pick| desk.state().int(pick.slot)).collect()
    }
}

impl Watch for Told<'_> {
    const EACH: bool = true;

    fn decisions(&self) -> u64 {
        self.decisions.len() as u64
    }

    fn reached(&mut self, _: &mut Desk, ask: u16) {
        self.reached = Some(ask);
    }

    fn made(&mut self, desk: &Desk, made: Made) {
        assert_eq!(self.reached, Some(made.ask));
        self.decisions.push((made, self.picked(desk, made.ask, made.act)));
    }

    fn counted(&mut self, _: u64, _: u64) {
        panic!("each is told");
    }
}

/// Whoever watches whole games is told of the same decisions as one who goes from one to the next.
#[test]
fn whoever_watches_a_whole_game_is_told_each_decision() {
    let mut told_in_all = 0;
    for (name, rulebook) in all_games() {
        for prepared in some_setups(&rulebook, 2) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            let (runner, asks) = (Runner::new(&compiled.program), compiled.program.asks.as_slice());
            for seed in 0..2 {
                let what = format!("{name} {setup:?}, seed {seed}");
                let mut told = Told { asks, ..Told::default() };
                let whole = runner.play_watched(&mut runner.desk(seed), &mut Stream::of_players(seed), &mut told, 1500);
                let (mut desk, mut players) = (runner.desk(seed), Stream::of_players(seed));
                let mut own = Told { asks, ..Told::default() };
                let stepped = loop {
                    let seats = match runner.run(&mut desk, &mut Silent) {
                        Ok(Pause::Decision(seats)) => seats,
                        Ok(Pause::Over) => break Ok(()),
                        Err(fault) => break Err(fault.kind),
                    };
                    if own.decisions() >= 1500 {
                        break Err(FaultKind::Decisions(1500));
                    }
                    let (ask, seat) = (desk.state().waiting().unwrap(), seats.trailing_zeros() as u8);
                    let choices = runner.choices(&mut desk, seat);
                    let drawn = if choices > 1 { players.below_long(choices) } else { 0 };
                    let act = usize::from(runner.take(&mut desk, seat, drawn).unwrap());
                    own.reached(&mut desk, ask);
                    own.made(&desk, Made { ask, act, seat, choices });
                };
                assert_eq!(whole.map_err(|fault| fault.kind), stepped, "{what}");
                assert!(told.decisions == own.decisions, "{what}");
                told_in_all += told.decisions.len();
            }
        }
    }
    assert!(told_in_all > 20_000, "{told_in_all}");
}
