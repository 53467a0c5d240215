//! The two engines that are made from one text, for few cards and for many, play the same games: at every decision the same choices and the
//! same state, and whole games the same.

use bidlang::Prepared;
use bidlang::engine::{Pause, Runner, Silent, Stream};
use bidlang_tests::{classics, playable, sampled, shipped, sound};

/// Most decisions of a game.
const MOST: u64 = 400;

/// How many decisions two runners played alike.
fn alike(prepared: &Prepared, seed: u64, what: &str) -> u64 {
    let program = &prepared.compiled().program;
    let runners = [Runner::new(program), Runner::for_many(program)];
    let mut desks = [runners[0].desk(seed), runners[1].desk(seed)];
    let mut players = Stream::of_players(seed);
    let mut made = 0;
    loop {
        let [few, many] = [0, 1].map(|one| runners[one].run(&mut desks[one], &mut Silent));
        assert_eq!(few, many, "{what}, decision {made}");
        assert!(desks[0].state().same(desks[1].state(), program), "{what}, decision {made}");
        let Ok(Pause::Decision(seats)) = few else { break };
        let seat = seats.trailing_zeros() as u8;
        let [few, many] = [0, 1].map(|one| runners[one].choices(&mut desks[one], seat));
        assert_eq!(few, many, "{what}, decision {made}");
        let n = players.below_long(few);
        let [few, many] = [0, 1].map(|one| runners[one].nth_choice(&mut desks[one], seat, n));
        assert_eq!(few, many, "{what}, decision {made}");
        let [few, many] = [0, 1].map(|one| runners[one].take(&mut desks[one], seat, n));
        assert_eq!(few, many, "{what}, decision {made}");
        made += 1;
        if made == MOST {
            break;
        }
    }
    let mut desks = [runners[0].desk(seed), runners[1].desk(seed)];
    let [few, many] = [0, 1].map(|one| runners[one].play(&mut desks[one], &mut Stream::of_players(seed), MOST));
    assert_eq!(few, many, "{what}, whole");
    assert!(few.is_err() || desks[0].state().same(desks[1].state(), program), "{what}, whole");
    made
}

#[test]
fn few_cards_are_played_alike_by_both() {
    let mut decisions = 0;
    for (name, game) in shipped().into_iter().chain(classics()) {
        for players in game.game.players.0..=game.game.players.1 {
            for prepared in sampled(&game, players, 2) {
                decisions +=
                    (0..2).map(|seed| alike(&prepared, seed, &format!("{name}, {players}, {seed}"))).sum::<u64>();
            }
        }
    }
    for (name, game) in sound() {
        for prepared in playable(&game) {
            decisions += (0..10).map(|seed| alike(&prepared, seed, &format!("{name}, {seed}"))).sum::<u64>();
        }
    }
    assert!(decisions > 5_000, "only {decisions} decisions");
}
