//! What is told of a decision and of the scores: what is refused is not legal and has a reason, points add up to scores.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bidlang::engine::{Choice, Silent};
use bidlang::{Ledger, Side};
use bidlang_tests::{all, playable};

#[test]
fn what_is_refused_is_not_legal_and_the_clause_is_named() {
    let mut refused = 0;
    for (name, rulebook) in all() {
        let Some(prepared) = playable(&rulebook).pop() else { continue };
        let mut looked = 0;
        let _ = bidlang_tests::play(&prepared, 5, &mut Silent, |table, seat, _| {
            looked += 1;
            if looked > 120 {
                return;
            }
            let mut legal: HashSet<Choice> = HashSet::new();
            let turn = prepared.turn_in(table.state(), seat);
            turn.each(|choice| {
                legal.insert(*choice);
                if legal.len() > 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let found = turn.refused_to_all();
            for group in &found.groups {
                assert!(!group.because.is_empty(), "{name}: {group:?}");
                for clause in group.because.iter().map(|because| &because.clause) {
                    assert!(!clause.words.is_empty() && clause.line > 0, "{name}: {group:?}");
                }
                for said in group.acts.iter().filter(|said| said.outside.is_none()) {
                    refused += 1;
                    let same = |choice: &&Choice| {
                        let picks = choice.picks.iter().zip(&said.choice.picks).take(said.made);
                        choice.act == said.choice.act && picks.into_iter().all(|(one, other)| one == other)
                    };
                    let goes_on = legal.iter().find(same);
                    assert_eq!(goes_on, None, "{name}, decision {looked}: {} {} is legal", said.act, said.picks);
                }
            }
            // An act of which nothing is legal is refused by somebody.
            let ask = turn.ask().unwrap();
            for act in 0..ask.acts.len() as u8 {
                let told = found.groups.iter().flat_map(|group| &group.acts).any(|said| said.choice.act == act);
                let some = legal.iter().any(|choice| choice.act == act) || legal.len() > 3000;
                assert!(
                    some || told,
                    "{name}, decision {looked}: nothing is said of {}",
                    prepared.words().act_name(ask, act)
                );
            }
        });
    }
    assert!(refused > 10_000, "{refused}");
}

#[test]
fn points_add_up_to_the_scores_and_each_has_its_line() {
    let (mut ended, mut told) = (0, 0);
    for (name, rulebook) in all() {
        let Some(prepared) = playable(&rulebook).pop() else { continue };
        let mut ledger = Ledger::new(&prepared, None);
        let played = bidlang_tests::play(&prepared, 5, &mut ledger, |_, _, _| {});
        let Ok(table) = played else { continue };
        ended += 1;
        let scores = table.scores();
        for Side { seats, items } in ledger.scores() {
            let sum: i64 = items.iter().map(|item| item.points).sum();
            assert_eq!(sum, scores[seats.trailing_zeros() as usize], "{name}");
            for item in items {
                told += 1;
                let clause = &item.clause;
                // What is scored or deducted may be less than 0.
                let word = if clause.words.starts_with("deduct") { "deduct" } else { "score" };
                assert!(
                    clause.words.starts_with(word) && clause.words.contains(&item.reason),
                    "{name}: {clause:?} for {item:?}"
                );
                if !item.cards.is_empty() {
                    assert_eq!(item.cards.iter().map(|card| card.points).sum::<i64>(), item.points, "{name}");
                }
                // The phase in which it was scored is the one in which its line stands.
                let last = item.phases.last().map_or("play", |running| running.phase.as_str());
                let phase = rulebook.game.phases.iter().find(|phase| phase.name == last).unwrap();
                let block = bidlang::syntax::block_at(rulebook.text(), phase.span);
                let own = block.lines().any(|line| bidlang::syntax::words_of(line).starts_with(word));
                assert!(own || item.points <= 0, "{name}: {last} scores nothing");
            }
        }
    }
    assert!(ended >= 25 && told >= 500, "{ended} games that end, {told} reasons");
}
