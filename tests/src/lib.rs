//! What the tests share: rules files, games played to their end, records and transcripts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod files;
pub mod fuzz;
pub mod naive;
pub mod oracle;
pub mod referee;

use bidlang::engine::{
    Choice, Event, Fault, FaultKind, Machine, Pause, Program, Runner, Seeded, Silent, Sink, State, Stream, each_seat,
};
use bidlang::lower::{Compiled, Setup};
use bidlang::record::{Head, Recorder};
use bidlang::rulebook::Rulebook;
use bidlang::session::{Listener, MOST_DECISIONS, Session, Turn};
use bidlang::story::Story;
use bidlang::words::Words;

pub use files::{Folders, all, classics, game, games, root, rules_files, scripts, shipped, sound, source, variants};

/// The setups of a game that it does not refuse.
pub fn playable(rulebook: &Rulebook) -> Vec<(Setup, Compiled)> {
    rulebook
        .setups()
        .into_iter()
        .filter_map(|setup| rulebook.compile(&setup).ok().map(|compiled| (setup, compiled)))
        .collect()
}

/// Setups of one player count that are not refused, the usual one first: of words every value, of numbers the usual one
/// and both ends. All combinations where there are at most `most`; otherwise each value once with all else usual, then
/// drawn ones.
pub fn sampled(rulebook: &Rulebook, players: u8, most: usize) -> Vec<(Setup, Compiled)> {
    let usual: Vec<i64> = rulebook.game.options.iter().map(|option| option.usually).collect();
    let values: Vec<Vec<i64>> = rulebook
        .game
        .options
        .iter()
        .map(|option| {
            let (low, high) = option.range;
            let all = if option.kind.is_some() { (low..=high).collect() } else { vec![low, high] };
            std::iter::once(option.usually).chain(all.into_iter().filter(|value| *value != option.usually)).collect()
        })
        .collect();
    let mut wanted = vec![usual.clone()];
    let add = |options: Vec<i64>, wanted: &mut Vec<Vec<i64>>| {
        if !wanted.contains(&options) {
            wanted.push(options);
        }
    };
    if values.iter().try_fold(1_usize, |all, values| all.checked_mul(values.len())).is_some_and(|all| all <= most) {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for values in &values {
            all = all.iter().flat_map(|one| values.iter().map(|value| [one.as_slice(), &[*value]].concat())).collect();
        }
        all.into_iter().for_each(|options| add(options, &mut wanted));
    } else {
        for (index, values) in values.iter().enumerate() {
            for value in values {
                let mut options = usual.clone();
                options[index] = *value;
                add(options, &mut wanted);
            }
        }
        let mut stream = Stream::new(u64::from(players), 7);
        while wanted.len() < most {
            let drawn = values.iter().map(|values| values[stream.below(values.len() as u32) as usize]).collect();
            add(drawn, &mut wanted);
        }
    }
    wanted
        .into_iter()
        .map(|options| Setup { players, options })
        .filter_map(|setup| rulebook.compile(&setup).ok().map(|compiled| (setup, compiled)))
        .collect()
}

/// The usual names of so many seats.
pub fn names(players: u8) -> Vec<String> {
    ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay"]
        .iter()
        .take(usize::from(players))
        .map(|name| (*name).to_owned())
        .collect()
}

/// Plays a game to its end with random players, telling `listener`, and looking at the session before each choice.
pub fn play<'p, L: Listener>(
    compiled: &'p Compiled,
    seed: u64,
    listener: &mut L,
    look: impl FnMut(&mut Session<'p, Seeded>, u8, &Choice),
) -> Result<Session<'p, Seeded>, Fault> {
    play_some(compiled, seed, u64::MAX, listener, look)
}

/// As `play`, but stops after so many choices.
pub fn play_some<'p, L: Listener>(
    compiled: &'p Compiled,
    seed: u64,
    most: u64,
    listener: &mut L,
    mut look: impl FnMut(&mut Session<'p, Seeded>, u8, &Choice),
) -> Result<Session<'p, Seeded>, Fault> {
    let mut session = Session::new(Machine::new(&compiled.program), Seeded::new(seed), MOST_DECISIONS);
    let mut players = Stream::of_players(seed);
    let mut made = 0;
    while let Turn::Choose(seats) = session.advance(listener)? {
        if made == most {
            break;
        }
        made += 1;
        let seat = each_seat(seats).next().unwrap();
        let count = session.machine.count_choices(&session.state, seat, u64::MAX);
        let drawn = players.below_long(count);
        let choice = session.machine.nth_choice(&session.state, seat, drawn).unwrap();
        look(&mut session, seat, &choice);
        session.make(seat, &choice, false, listener)?;
    }
    Ok(session)
}

/// The record of a random game, as `bidlang run --format jsonl` writes it.
pub fn record(rulebook: &Rulebook, setup: &Setup, compiled: &Compiled, seed: u64, view: Option<u8>) -> String {
    let names = names(setup.players);
    let words = Words { game: &rulebook.game, program: &compiled.program, seats: &names };
    let mut lines = Vec::new();
    let mut recorder = Recorder::new(&Head { rulebook, setup, seed, view }, words, |line| lines.push(line));
    let session = play(compiled, seed, &mut recorder, |_, _, _| {}).unwrap();
    recorder.end(
        &session.machine.scores(&session.state),
        Ok(session.machine.winners(&session.state)),
        session.decisions,
    );
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The transcript of a random game.
pub fn transcript(rulebook: &Rulebook, setup: &Setup, compiled: &Compiled, seed: u64, view: Option<u32>) -> String {
    let names = names(setup.players);
    let words = Words { game: &rulebook.game, program: &compiled.program, seats: &names };
    let mut lines = Vec::new();
    let mut story = Story::new(words, view, |line| lines.push(line));
    let session = play(compiled, seed, &mut story, |_, _, _| {}).unwrap();
    story.end(&session.machine.scores(&session.state), Ok(session.machine.winners(&session.state)));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Where two states differ.
fn differs(compiled: &Compiled, a: &State, b: &State) -> String {
    let program = &compiled.program;
    let sets = (0..program.masks)
        .filter(|slot| a.mask(*slot) != b.mask(*slot))
        .map(|slot| format!("set {slot}: {:x}, {:x}", a.mask(slot), b.mask(slot)));
    let ints = (0..program.ints)
        .filter(|slot| a.int(*slot) != b.int(*slot))
        .map(|slot| format!("slot {slot}: {}, {}", a.int(slot), b.int(slot)));
    let places = (0..program.places.len() as u16)
        .filter(|place| !a.in_order(program, *place).eq(b.in_order(program, *place)))
        .map(|place| format!("order {place}"));
    sets.chain(ints).chain(places).collect::<Vec<_>>().join(", ")
}

/// Plays one random game on the fast runner and on the plain machine: at every decision the same state, the same number of
/// choices, and the same fault. Stops after so many decisions; gives those made, and the fault.
pub fn alongside(compiled: &Compiled, runner: &Runner, seed: u64, most: u64, what: &str) -> (u64, Option<Fault>) {
    let mut machine = Machine::new(&compiled.program);
    let (mut state, mut chance) = (machine.start(), Seeded::new(seed));
    let mut desk = runner.desk(seed);
    let mut players = Stream::of_players(seed);
    // A whole game of the runner is stopped somewhere: it has to stand where the machine stood.
    let halt = 1 + seed.wrapping_mul(31) % 97;
    for decision in 0..most {
        let plain = machine.run(&mut state, &mut chance, &mut Silent);
        let fast = runner.run(&mut desk);
        if let Err(Fault { kind: FaultKind::Steps(_), .. }) = plain {
            // The runner takes no step for a jump: it stops elsewhere in the circle, or a little later.
            return (decision, plain.err());
        }
        assert_eq!(plain, fast, "{what}, seed {seed}, decision {decision}");
        let Ok(Pause::Decision(seats)) = plain else {
            if plain.is_ok() {
                assert!(state.same(desk.state(), &compiled.program), "{what}, seed {seed}, at the end");
            }
            assert!(state.conserved(&compiled.program), "{what}, seed {seed}: a card is lost or there twice");
            let mut desk = runner.desk(seed);
            let played = runner.play(&mut desk, &mut Stream::of_players(seed), most);
            assert_eq!(played.map(|played| played.decisions).err(), plain.err(), "{what}, seed {seed}: a whole game");
            if plain.is_ok() {
                assert_eq!(played.map(|played| played.decisions), Ok(decision), "{what}, seed {seed}: a whole game");
                assert!(state.same(desk.state(), &compiled.program), "{what}, seed {seed}: a whole game");
            }
            return (decision, plain.err());
        };
        if decision == halt {
            let mut desk = runner.desk(seed);
            let played = runner.play(&mut desk, &mut Stream::of_players(seed), halt);
            assert_eq!(played.map_err(|fault| fault.kind), Err(FaultKind::Decisions(halt)), "{what}, seed {seed}");
            assert_eq!(runner.run(&mut desk), plain, "{what}, seed {seed}: stopped after {halt}");
            assert!(
                state.same(desk.state(), &compiled.program),
                "{what}, seed {seed}, stopped after {halt}: {}",
                differs(compiled, &state, desk.state())
            );
        }
        assert!(
            state.same(desk.state(), &compiled.program),
            "{what}, seed {seed}, decision {decision}: {}",
            differs(compiled, &state, desk.state())
        );
        let seat = each_seat(seats).next().unwrap();
        let count = machine.count_choices(&state, seat, u64::MAX);
        assert_eq!(count, runner.choices(&mut desk, seat), "{what}, seed {seed}, decision {decision}: choices");
        let drawn = if count > 1 { players.below_long(count) } else { 0 };
        let choice = machine.nth_choice(&state, seat, drawn).unwrap();
        machine.choose(&mut state, seat, &choice, count == 1, &mut Silent).unwrap();
        let act = runner.take(&mut desk, seat, drawn).unwrap();
        assert_eq!(act, choice.act, "{what}, seed {seed}, decision {decision}: the act");
        assert!(
            state.same(desk.state(), &compiled.program),
            "{what}, seed {seed}, after decision {decision}: {}",
            differs(compiled, &state, desk.state())
        );
    }
    (most, None)
}

/// Hears every event and checks that the cards are all there.
pub struct Conserving<'p> {
    /// What is played.
    pub program: &'p Program,
    /// How many events there were.
    pub events: usize,
}

impl Sink for Conserving<'_> {
    fn event(&mut self, state: &State, _: Event) {
        self.events += 1;
        assert!(state.conserved(self.program), "a card is lost or there twice");
    }
}

impl Listener for Conserving<'_> {
    fn decided(&mut self, _: &mut Machine, _: &State, _: u8, _: &Choice, _: bool) {}
}
