//! Nothing hidden is in a vector: in every world that fits what a seat was told (a twin of the game), its vector and its mask are the same.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod shipped;

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Event, Pause, Reader, Shown, Sink, State, Stream, Telling, each_seat};
use bidlang_learning::{Actions, Cells, Heard, Partial};
use bidlang_players::{Hears, Pool};

use shipped::games;

/// What one seat was told: for its vector, and for the worlds that fit it.
struct Ears<'e> {
    prepared: &'e Prepared,
    cells: &'e Cells,
    heard: Vec<Heard>,
    pools: Vec<Pool>,
}

impl Sink for Ears<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let program = self.prepared.runner().program();
        for (seat, (heard, pool)) in (0_u8..).zip(self.heard.iter_mut().zip(&mut self.pools)) {
            if let Some(telling) = Telling::of(event, program, state, Reader::Seats(1 << seat)) {
                heard.hear(self.cells, &telling);
                pool.hear(&telling);
            }
        }
    }
}

/// Plays a game with so many decisions at most: how many worlds were looked at, and how many of them were not the true one.
fn compare(name: &str, prepared: &Prepared, seed: u64, most: u32) -> (u32, u32) {
    let (runner, program) = (prepared.runner(), prepared.runner().program());
    let (actions, cells) = (Actions::of(prepared), Arc::new(Cells::of(prepared, 24)));
    let seats = 0..prepared.players();
    let mut ears = Ears {
        prepared,
        cells: &cells,
        heard: seats
            .clone()
            .map(|seat| Heard::new(&cells, seat, program.phases.len(), program.auctions.len()))
            .collect(),
        pools: seats.map(|seat| Pool::new(prepared, seat, (4, 4), seed)).collect(),
    };
    let (mut desk, mut shown, mut dice) = (runner.desk(seed), Shown::new(program), Stream::of_players(seed));
    let (mut looked, mut others) = (0, 0);
    for decision in 0..most {
        let Pause::Decision(waiting) = shown.run(runner, &mut desk, &mut ears).unwrap() else { break };
        let seat = each_seat(waiting).next().unwrap();
        let count = runner.choices(&mut desk, seat);
        // Worlds are dear where many choices are open.
        if count > 1 && count < 500 && decision % 3 == 0 {
            let partial = Partial::begin(&actions, runner, &mut desk, seat).unwrap();
            let mut own = vec![0.0; cells.count()];
            let mut open = Vec::new();
            cells.observe(
                &actions,
                (runner, &mut desk),
                seat,
                (&partial, Some(&ears.heard[usize::from(seat)])),
                &mut own,
            );
            partial.each(&actions, runner, &mut desk, seat, &mut |number| open.push(number));
            let mut pool = std::mem::replace(&mut ears.pools[usize::from(seat)], Pool::new(prepared, seat, (1, 1), 0));
            for world in pool.worlds().iter_mut().filter(|world| world.fits()) {
                let twin = &mut world.desk;
                others += u32::from(!twin.state().same(desk.state(), program));
                let partial = Partial::begin(&actions, runner, twin, seat).unwrap();
                let (mut known, mut may) = (vec![0.0; cells.count()], Vec::new());
                cells.observe(
                    &actions,
                    (runner, twin),
                    seat,
                    (&partial, Some(&ears.heard[usize::from(seat)])),
                    &mut known,
                );
                partial.each(&actions, runner, twin, seat, &mut |number| may.push(number));
                let differs = known.iter().zip(&own).position(|(a, b)| a != b);
                let what = differs.and_then(|at| cells.sections().iter().rfind(|section| section.from <= at));
                assert_eq!(differs, None, "{name}, seed {seed}, decision {decision}, seat {seat}: {what:?}");
                assert_eq!(may, open, "{name}, seed {seed}, decision {decision}, seat {seat}");
                looked += 1;
            }
            ears.pools[usize::from(seat)] = pool;
        }
        let n = if count > 1 { dice.below_long(count) } else { 0 };
        let choice = runner.nth_choice(&mut desk, seat, n).unwrap();
        if count > 1 {
            ears.pools[usize::from(seat)].chose(&choice, count);
        }
        shown.choose(runner, &mut desk, (seat, &choice, count == 1), &mut ears).unwrap();
    }
    (looked, others)
}

#[test]
fn twins_have_the_same_vectors() {
    let (mut looked, mut others) = (0, 0);
    for (name, prepared) in games() {
        let (some, different) = compare(name, &prepared, 3, 60);
        (looked, others) = (looked + some, others + different);
    }
    println!("{looked} worlds, {others} of them not the true one");
    assert!(looked > 1_000 && others > 500, "{looked} {others}");
}
