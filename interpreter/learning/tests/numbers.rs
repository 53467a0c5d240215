//! Actions by number and vectors, for every shipped game: all choices can be said and each in one way, nothing hidden is in a vector, and a
//! batch plays the games that one plays alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod shipped;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Choice, Likes, Seeded, Stream};
use bidlang_learning::{Actions, Batch, Cells, Match, Next, Partial, Reward, Shows, Unsayable};

use shipped::games;

/// Every way to say something from here on, with the choice that it comes to.
fn sayings(
    actions: &Actions,
    prepared: &Prepared,
    desk: &mut bidlang::engine::Desk,
    seat: u8,
    partial: &Partial,
    found: &mut Vec<Choice>,
) {
    let mut open = Vec::new();
    partial.each(actions, prepared.runner(), desk, seat, &mut |number| open.push(number));
    let once: BTreeSet<u32> = open.iter().copied().collect();
    assert_eq!(once.len(), open.len(), "each number once");
    for number in open {
        let mut further = partial.clone();
        let mut choice = Choice::default();
        match further.say(actions, (prepared.runner(), desk), seat, number, &mut choice) {
            Ok(Next::Whole) => found.push(choice),
            Ok(Next::More) => sayings(actions, prepared, desk, seat, &further, found),
            Err(Unsayable) => panic!("{number} is open and cannot be said"),
        }
    }
}

#[test]
fn each_choice_is_said_in_one_way() {
    let (mut by_steps, mut checked) = (0, 0);
    for (name, prepared) in games() {
        let actions = Actions::of(&prepared);
        assert!((1..100_000).contains(&actions.count()), "{name} has {} actions", actions.count());
        let likes = Likes::of(prepared.runner().program());
        let mut dice = Stream::new(5, 3);
        let mut game = Match::begin(&prepared, &actions, 11, false).unwrap();
        for _ in 0..120 {
            let Some(seat) = game.to_act() else { break };
            let runner = prepared.runner();
            let count = runner.choices(&mut game.desk, seat);
            let begun = game.legal(&actions, seat);
            assert!(begun.len() > 1, "{name}: where one number is left nobody is asked");
            let partial = Partial::begin(&actions, runner, &mut game.desk, seat).unwrap();
            if count <= 3_000 && !partial.numbers().is_empty() || count <= 300 {
                let mut legal = Vec::new();
                runner.each_choice(&mut game.desk, seat, |choice| {
                    legal.push(*choice);
                    ControlFlow::Continue(())
                });
                let mut said = Vec::new();
                sayings(&actions, &prepared, &mut game.desk, seat, &partial, &mut said);
                assert_eq!(said.len() as u64, count, "{name}: as many ways as choices");
                let alike = |choices: &[Choice]| {
                    let mut all: Vec<String> =
                        choices.iter().map(|choice| format!("{:?}", likes.choice(choice))).collect();
                    all.sort();
                    all
                };
                assert_eq!(alike(&said), alike(&legal), "{name}");
                for choice in &said {
                    assert!(runner.allows(&mut game.desk, seat, choice), "{name}: {choice:?} is not legal");
                }
                checked += 1;
            }
            // An act is said to its end; what is in between is nobody else's.
            let before = game.decisions();
            let mut steps = 0;
            while game.decisions() == before && !game.is_over() {
                let legal = game.legal(&actions, seat);
                let number = legal[dice.below(legal.len() as u32) as usize];
                assert!(!actions.words(&prepared, number).is_empty(), "{name}: {number} has no words");
                assert!(game.take(&actions, seat, number).unwrap());
                steps += 1;
            }
            by_steps += u32::from(steps > 1);
        }
    }
    assert!(checked > 2_000 && by_steps > 100, "{checked} {by_steps}");
}

#[test]
fn a_number_that_may_not_be_said_is_refused_and_nothing_happens() {
    let (_, prepared) = games().next().unwrap();
    let actions = Actions::of(&prepared);
    let mut game = Match::begin(&prepared, &actions, 1, false).unwrap();
    let seat = game.to_act().unwrap();
    let legal = game.legal(&actions, seat);
    let illegal = (0..actions.count() as u32).find(|number| !legal.contains(number)).unwrap();
    assert!(!game.take(&actions, seat, illegal).unwrap());
    assert!(!game.take(&actions, seat, u32::MAX).unwrap());
    assert!(!game.take(&actions, 200, legal[0]).unwrap());
    assert_eq!((game.decisions(), game.legal(&actions, seat)), (0, legal));
}

#[test]
fn a_batch_plays_the_games_that_one_plays_alone() {
    for (name, prepared) in games().filter(|(name, _)| ["hearts", "varg_bid", "bid_war"].contains(name)) {
        let (actions, cells) = (Arc::new(Actions::of(&prepared)), Arc::new(Cells::of(&prepared, 8)));
        let mut batch = Batch::new(&prepared, (&actions, &cells), (5, 40), Reward::Win).unwrap();
        let players = usize::from(prepared.players());
        let (mut mask, mut seats) = (vec![false; 5 * actions.count()], vec![0; 5]);
        let (mut rewards, mut done) = (vec![0.0; 5 * players], vec![false; 5]);
        let mut alone: Vec<Match> = (40..45)
            .map(|seed| Match::by(&prepared, &actions, Seeded::new(seed).into(), Some(&cells), false).unwrap())
            .collect();
        batch.show(&mut mask, &mut seats).unwrap();
        let mut dice = Stream::new(1, 9);
        let (mut ended, mut compared) = (0, 0);
        while ended < 3 {
            let mut taken = Vec::new();
            let mut known = vec![0.0; 5 * cells.count()];
            batch.observe(&mut known).unwrap();
            for (game, row) in mask.chunks(actions.count()).enumerate() {
                let open: Vec<i64> = (0..).zip(row).filter(|(_, open)| **open).map(|(number, _)| number).collect();
                taken.push(open[dice.below(open.len() as u32) as usize]);
                let legal = alone[game].legal(&actions, seats[game]);
                let mut sorted: Vec<i64> = legal.iter().map(|number| i64::from(*number)).collect();
                sorted.sort_unstable();
                assert_eq!(sorted, open, "{name}");
                let mut own = vec![0.0; cells.count()];
                alone[game].observe(&actions, &cells, seats[game], &mut own);
                assert_eq!(known[game * cells.count()..(game + 1) * cells.count()], own, "{name}");
                compared += 1;
            }
            let before = seats.clone();
            batch
                .step(&taken, &mut Shows { mask: &mut mask, seats: &mut seats, rewards: &mut rewards, done: &mut done })
                .unwrap();
            for game in 0..5 {
                assert!(alone[game].take(&actions, before[game], taken[game] as u32).unwrap());
                assert_eq!(alone[game].is_over(), done[game], "{name}");
                if done[game] {
                    let given = &rewards[game * players..(game + 1) * players];
                    let winners: Vec<bool> = (0..players).map(|seat| alone[game].winners() >> seat & 1 == 1).collect();
                    assert!(given.iter().sum::<f32>().abs() < 1e-5);
                    assert!(winners.iter().zip(given).all(|(won, given)| *won == (*given > 0.0)), "{given:?}");
                    alone[game] =
                        Match::by(&prepared, &actions, Seeded::new(45 + ended).into(), Some(&cells), false).unwrap();
                    ended += 1;
                }
            }
        }
        assert!(compared > 100, "{name} {compared}");
    }
}

#[test]
fn who_listens_changes_nothing() {
    for (name, prepared) in games() {
        let (actions, cells) = (Arc::new(Actions::of(&prepared)), Arc::new(Cells::of(&prepared, 2)));
        let mut dice = Stream::new(4, 7);
        for seed in 0..3_u64 {
            let mut heard = Match::by(&prepared, &actions, Seeded::new(seed).into(), Some(&cells), seed == 1).unwrap();
            let mut quick = Match::begin(&prepared, &actions, seed, false).unwrap();
            for _ in 0..300 {
                assert_eq!(quick.to_act(), heard.to_act(), "{name}");
                assert_eq!((quick.scores(), quick.decisions()), (heard.scores(), heard.decisions()), "{name}");
                assert!(quick.desk.state().same(heard.desk.state(), prepared.runner().program()), "{name}");
                let Some(seat) = quick.to_act() else { break };
                let legal = quick.legal(&actions, seat);
                assert_eq!(legal, heard.legal(&actions, seat), "{name}");
                let number = legal[dice.below(legal.len() as u32) as usize];
                assert!(quick.take(&actions, seat, number).unwrap() && heard.take(&actions, seat, number).unwrap());
            }
            assert_eq!(quick.winners(), heard.winners(), "{name}");
        }
    }
}
