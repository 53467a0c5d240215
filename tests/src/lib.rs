//! What the tests share: rules files, games played to their end, records and transcripts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// The examples of `docs/embedding.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
pub struct Embedding;

pub mod edits;
mod files;
pub mod fuzz;
pub mod naive;
pub mod oracle;
pub mod referee;

use bidlang::engine::{
    Choice, Desk, Event, Fault, FaultKind, Pause, Program, Runner, Silent, Sink, State, Stream, each_seat,
};
use bidlang::lower::{Compiled, Setup};
use bidlang::{Game, Listener, Prepared, Recorder, Table, Transcript};

pub use files::{Folders, all, classics, game, games, root, rules_files, scripts, shipped, sound, source, variants};

/// The setups of a game that it does not refuse.
pub fn playable(game: &Game) -> Vec<Prepared> {
    game.setups().into_iter().filter_map(|setup| game.prepare_for(setup, &[]).ok()).collect()
}

/// Setups of one player count that are not refused, the usual one first: of words every value, of numbers the usual one
/// and both ends. All combinations where there are at most `most`; otherwise each value once with all else usual, then
/// drawn ones.
pub fn sampled(game: &Game, players: u8, most: usize) -> Vec<Prepared> {
    let usual: Vec<i64> = game.game.options.iter().map(|option| option.usually).collect();
    let values: Vec<Vec<i64>> = game
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
        .filter_map(|setup| game.prepare_for(setup, &[]).ok())
        .collect()
}

/// Plays a game to its end with random players, telling `listener`, and looking at the table before each choice.
pub fn play<L: Listener>(
    prepared: &Prepared,
    seed: u64,
    listener: &mut L,
    look: impl FnMut(&mut Table, u8, &Choice),
) -> Result<Table, Fault> {
    play_some(prepared, seed, u64::MAX, listener, look)
}

/// As `play`, but stops after so many choices.
pub fn play_some<L: Listener>(
    prepared: &Prepared,
    seed: u64,
    most: u64,
    listener: &mut L,
    mut look: impl FnMut(&mut Table, u8, &Choice),
) -> Result<Table, Fault> {
    let mut table = prepared.table(seed);
    let mut players = Stream::of_players(seed);
    let mut made = 0;
    while let Pause::Decision(seats) = table.advance(listener)? {
        if made == most {
            break;
        }
        made += 1;
        let seat = each_seat(seats).next().unwrap();
        let count = table.runner.choices(&mut table.desk, seat);
        let drawn = players.below_long(count);
        let choice = table.runner.nth_choice(&mut table.desk, seat, drawn).unwrap();
        look(&mut table, seat, &choice);
        table.make(seat, &choice, false, listener)?;
    }
    Ok(table)
}

/// The record of a random game, as `bidlang run --format jsonl` writes it.
pub fn record(prepared: &Prepared, seed: u64, view: Option<u8>) -> String {
    let mut lines = Vec::new();
    let mut recorder = Recorder::new(prepared, seed, view, |line| lines.push(line));
    let table = play(prepared, seed, &mut recorder, |_, _, _| {}).unwrap();
    recorder.end(&table, None);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The transcript of a random game.
pub fn transcript(prepared: &Prepared, seed: u64, view: Option<u32>) -> String {
    let mut lines = Vec::new();
    let mut transcript = Transcript::new(prepared, view, |line| lines.push(line));
    let table = play(prepared, seed, &mut transcript, |_, _, _| {}).unwrap();
    transcript.end(&table, None);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Where two states differ.
fn differs(compiled: &Compiled, a: &State, b: &State) -> String {
    let program = &compiled.program;
    let sets = (0..program.masks)
        .filter(|slot| a.mask(*slot) != b.mask(*slot))
        .map(|slot| format!("set {slot}: {:?}, {:?}", a.mask(slot), b.mask(slot)));
    let ints = (0..program.ints)
        .filter(|slot| a.int(*slot) != b.int(*slot))
        .map(|slot| format!("slot {slot}: {}, {}", a.int(slot), b.int(slot)));
    let places = (0..program.places.len() as u16)
        .filter(|place| !a.in_order(program, *place).eq(b.in_order(program, *place)))
        .map(|place| format!("order {place}"));
    sets.chain(ints).chain(places).collect::<Vec<_>>().join(", ")
}

/// Plays one random game for somebody who listens and for nobody: at every decision the same state, the same number of choices, and
/// the same fault. Stops after so many decisions; gives those made, and the fault.
pub fn alongside(compiled: &Compiled, runner: &Runner, seed: u64, most: u64, what: &str) -> (u64, Option<Fault>) {
    let mut ear = Conserving { program: &compiled.program, events: 0 };
    let mut told = runner.desk(seed);
    let mut desk = runner.desk(seed);
    let mut players = Stream::of_players(seed);
    // A whole game is stopped somewhere: it has to stand where the others stood.
    let halt = 1 + seed.wrapping_mul(31) % 97;
    for decision in 0..most {
        let heard = runner.run(&mut told, &mut ear);
        let fast = runner.run(&mut desk, &mut Silent);
        assert_eq!(heard, fast, "{what}, seed {seed}, decision {decision}");
        let same = |desk: &Desk, when: &str| {
            let (told, desk) = (told.state(), desk.state());
            let differs = || differs(compiled, told, desk);
            assert!(told.same(desk, &compiled.program), "{what}, seed {seed}, {when} {decision}: {}", differs());
        };
        let Ok(Pause::Decision(seats)) = heard else {
            if heard.is_ok() {
                same(&desk, "at the end");
            }
            assert!(told.state().conserved(&compiled.program), "{what}, seed {seed}: a card is lost or there twice");
            let mut desk = runner.desk(seed);
            let played = runner.play(&mut desk, &mut Stream::of_players(seed), most);
            assert_eq!(played.map(|played| played.decisions).err(), heard.err(), "{what}, seed {seed}: a whole game");
            if heard.is_ok() {
                assert_eq!(played.map(|played| played.decisions), Ok(decision), "{what}, seed {seed}: a whole game");
                same(&desk, "after a whole game");
            }
            return (decision, heard.err());
        };
        if decision == halt {
            let mut desk = runner.desk(seed);
            let played = runner.play(&mut desk, &mut Stream::of_players(seed), halt);
            assert_eq!(played.map_err(|fault| fault.kind), Err(FaultKind::Decisions(halt)), "{what}, seed {seed}");
            assert_eq!(runner.run(&mut desk, &mut Silent), heard, "{what}, seed {seed}: stopped after {halt}");
            same(&desk, "stopped after");
        }
        same(&desk, "before decision");
        let seat = each_seat(seats).next().unwrap();
        let count = runner.choices(&mut desk, seat);
        let drawn = if count > 1 { players.below_long(count) } else { 0 };
        let choice = runner.nth_choice(&mut told, seat, drawn).unwrap();
        assert!(runner.objections(&mut told, seat, &choice).is_empty(), "{what}, seed {seed}, decision {decision}");
        runner.choose(&mut told, seat, &choice, count == 1, &mut ear).unwrap();
        let act = runner.take(&mut desk, seat, drawn).unwrap();
        assert_eq!(act, choice.act, "{what}, seed {seed}, decision {decision}: the act");
        let (told, desk) = (told.state(), desk.state());
        assert!(
            told.same(desk, &compiled.program),
            "{what}, seed {seed}, after {decision}: {}",
            differs(compiled, told, desk)
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
    fn event(&mut self, state: &State, _: &Event) {
        self.events += 1;
        assert!(state.conserved(self.program), "a card is lost or there twice");
    }
}

impl Listener for Conserving<'_> {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}
