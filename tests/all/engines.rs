//! The two engines that are made from one text, for few cards and for many, play the same games: at every decision the same choices and the
//! same state, and whole games the same.

use std::collections::BTreeSet;

use bidlang::Prepared;
use bidlang::engine::{CardSet, Pause, Runner, Silent, Stream, each_card};
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

/// A set of cards is what a list of their numbers says, up to the last card that there can be, however far it is moved.
#[test]
fn sets_of_cards_are_what_lists_say() {
    let lists =
        [vec![], vec![0], vec![255], vec![127, 128], vec![0, 63, 64, 127, 128, 191, 192, 255], (0..=255).collect()];
    for list in lists.map(BTreeSet::from_iter) {
        let set: CardSet = list.iter().copied().collect();
        let is = |set: CardSet, list: BTreeSet<u8>| each_card(set).eq(list.iter().copied());
        assert!(is(set, list.clone()) && set.count_ones() as usize == list.len() && set.is_empty() == list.is_empty());
        assert_eq!((set.lowest(), set.highest()), (list.first().copied(), list.last().copied()));
        assert!(is(set.alone(), list.first().copied().into_iter().collect()));
        assert_eq!(set.at_most_one(), list.len() < 2);
        assert!((0..=255).all(|card| set.has(card) == list.contains(&card)));
        for by in 0..=256_u32 {
            let moved = |to: &dyn Fn(u32) -> Option<u32>| {
                list.iter().filter_map(|card| to(u32::from(*card))).filter_map(|card| u8::try_from(card).ok()).collect()
            };
            assert!(is(set.up(by), moved(&|card| Some(card + by))), "{list:?} up {by}");
            assert!(is(set.down(by), moved(&|card| card.checked_sub(by))), "{list:?} down {by}");
        }
    }
}
