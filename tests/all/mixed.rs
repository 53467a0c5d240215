//! What is done with what chance where rounds are small: how much of it somebody could take advantage of, exactly, by walking through the whole game.

use bidlang::engine::{Alike, Pause, Shown, Silent, Telling, each_card, each_seat};
use bidlang::{Game, Listener, Prepared, Setup};
use bidlang_lab::solve::{Goal, Measure, Small, Solver, measure, walk};
use bidlang_players::{
    Aim, Answer, Clock, Considered, Ears, Effort, Heard, Level, Lore, Mixed, Nothing, Player, Practised, Question,
    Thinker, never,
};
use bidlang_tests::{root, source};

fn shipped(name: &str, options: &[(&str, &str)]) -> Prepared {
    let shipped = source(&root().join(format!("games/classics/{name}.bid")));
    let game = Game::read(&shipped.name, &shipped.text).unwrap();
    let setup = options.iter().fold(Setup::players(2), |setup, (name, value)| setup.option(*name, *value));
    game.prepare(&setup).unwrap()
}

fn learnt(prepared: &Prepared) -> Option<Mixed> {
    let (aim, _) = Aim::learn(prepared, bidlang_players::Goal::Margin);
    Mixed::learn(prepared, &aim, &never)
}

fn walked(prepared: &Prepared) -> Small {
    let way = || walk(prepared, Goal::Score, 500_000, &|_| true).unwrap();
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, way).unwrap().join().unwrap()
    })
}

/// How good what was learnt is, and in how many information sets it does not say what to do: there what is best is done, as if it had been thought of.
fn measured(prepared: &Prepared, mixed: &Mixed) -> (Measure, usize) {
    let small = walked(prepared);
    let mut solver = Solver::new(&small);
    (0..300).for_each(|_| solver.round());
    let best = solver.plans();
    let alike = Alike::new(prepared.runner().program());
    let mut unknown = 0;
    let mut best = best.iter();
    let plans = small.sides.each_ref().map(|side| {
        let best = best.next().unwrap();
        let mut plan = vec![1.0; side.sequences];
        for set in &side.sets {
            let mut heard = Heard::new(mixed.rounds());
            small.told(set).for_each(|line| heard.hear(alike.telling(line.clone()), mixed.rounds()));
            let found = mixed.considered(heard.asked((set.ask, set.seat, set.choices.len() as u64), mixed.rounds()));
            unknown += usize::from(found.is_empty());
            for (choice, sequence) in set.choices.iter().zip(set.range()) {
                let share = match found.iter().find(|one| one.choice == *choice) {
                    Some(known) => known.share,
                    None if best[set.before as usize] > 0.0 => best[sequence] / best[set.before as usize],
                    None => 1.0 / set.choices.len() as f64,
                };
                plan[sequence] = plan[set.before as usize] * share;
            }
        }
        plan
    });
    (measure(&small, 0, &plans), unknown)
}

#[test]
fn what_is_done_in_small_games_nobody_can_take_much_advantage_of() {
    for (name, options, most) in [
        ("kuhn_poker", [].as_slice(), 0.01),
        ("leduc_poker", &[], 0.1),
        ("first_sealed_auction", &[("limit", "6")], 0.05),
    ] {
        let prepared = shipped(name, options);
        let (measure, unknown) = measured(&prepared, &learnt(&prepared).unwrap());
        let loss = measure.exploitability();
        assert!(loss < most && unknown < 20, "{name}: {loss} {measure:?}, unknown: {unknown}");
        println!("{name}: {loss}, unknown: {unknown}");
    }
}

/// What comes back is the same, and what was changed is not taken. Games of many rounds are worked out by one of them; large ones are not, nor such as sides play.
#[test]
fn what_is_done_is_kept_and_large_games_are_left() {
    let hands = shipped("kuhn_poker", &[("hands", "20")]);
    let mixed = learnt(&hands).unwrap();
    let bytes = mixed.to_bytes();
    assert_eq!(Mixed::from_bytes(&bytes).as_ref(), Some(&mixed));
    for at in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert_eq!((Mixed::from_bytes(&changed), Mixed::from_bytes(&bytes[..at])), (None, None), "byte {at}");
    }
    assert_eq!(learnt(&hands), Some(mixed), "the same each time");
    for (name, players) in [("skat", 3), ("euchre", 4), ("hearts", 4), ("goofspiel", 2)] {
        let source = source(&root().join(format!("games/classics/{name}.bid")));
        let game = Game::read(&source.name, &source.text).unwrap();
        assert_eq!(learnt(&game.prepare(&Setup::players(players)).unwrap()), None, "{name}");
    }
}

/// Hears for a seat of a game that goes on with any choices until the seat is asked.
fn asked(prepared: &Prepared, (lore, effort): (&Lore, Effort), seed: u64) -> (Thinker, Vec<Considered>) {
    let runner = prepared.runner();
    let clock: std::sync::Arc<Clock> = std::sync::Arc::new(|| 0);
    let mut ears = Ears { prepared: prepared.clone(), at: vec![(0, Thinker::new(lore, 0, effort, (seed, &clock)))] };
    let (mut desk, mut shown) = (runner.desk(seed), Shown::new(runner.program()));
    assert_eq!(shown.run(runner, &mut desk, &mut ears).unwrap(), Pause::Decision(1));
    let (_, mut thinker) = ears.at.remove(0);
    let found = thinker.consider();
    (thinker, found)
}

/// Who is first in Kuhn poker bets a Jack now and then, as somebody who is never caught would never be called; a Queen never (Kuhn 1950). `easy` thinks.
#[test]
fn normal_bluffs_in_kuhn_poker() {
    let prepared = shipped("kuhn_poker", &[("hands", "20")]);
    let lore = Lore::of(&prepared, (bidlang_players::Goal::Both, Practised::Usual), (&Nothing, &never));
    let normal = Level::Normal.effort();
    let (mut bets, mut answers) = ([None; 3], [0, 0]);
    for seed in 0..40 {
        let (mut thinker, found) = asked(&prepared, (&lore, normal), seed);
        let desk = prepared.runner().desk(seed);
        let mut dealt = desk.clone();
        prepared.runner().run(&mut dealt, &mut Silent).unwrap();
        let hand = prepared.words().game.places.iter().position(|place| place.name == "hand").unwrap() as u32;
        let card = usize::from(each_card(dealt.state().mask(hand)).next().unwrap());
        assert!(found.iter().any(|one| one.mixed));
        bets[card] = found.iter().find(|one| one.choice.act == 0).map(|one| one.share);
        if card == 0 {
            let question = Question { ask: dealt.state().waiting().unwrap(), count: 2 };
            let Answer::Choice(choice) = thinker.answer(question) else { panic!("it knows what may be done") };
            answers[usize::from(choice.act != 0)] += 1;
        }
        let (_, thought) = asked(&prepared, (&lore, Level::Easy.effort()), seed);
        assert!(thought.iter().all(|one| !one.mixed));
    }
    let [jack, queen, king] = bets.map(Option::unwrap);
    assert!((0.02..0.4).contains(&jack) && queen < 0.05 && king > 2.0 * jack, "{bets:?}");
    assert!(answers.iter().all(|count| *count > 0), "{answers:?}");
}

/// Heads alike count so much as the number of the round says: how often each is shown goes by it.
const GROWING: &str = "\
game Growing Pennies
players 2 to 3
kind side  Heads, Tails

cards
  rank 1 to 2
  1 to 2

places
  junk  seen by all

track
  pick  each player  side or none

play
  do toss
  won by players with highest score

phase toss repeats 6 times
  ask each player at once to show a side
    set pick of player to side
  if pick of seat 1 is pick of seat 2
    if pick of seat 1 is Heads
      score toss * toss to seat 1 for heads
    otherwise
      score 1 to seat 1 for tails
  otherwise
    score 2 to seat 2 for unlike
";

/// A round whose number makes a difference is told from others, and the last is thought about, as who wins is seen there. Where nobody knows how many rounds come, or three play,
/// nothing is worked out: what is best goes by the points, or by what each of the others does.
#[test]
fn rounds_that_hang_on_others_are_told_apart_or_left() {
    let aim_and_mixed = |text: &str, players| {
        let prepared = Game::read("pennies.bid", text).unwrap().prepare(&Setup::players(players)).unwrap();
        let (aim, _) = Aim::learn(&prepared, bidlang_players::Goal::Both);
        let mixed = Mixed::learn(&prepared, &aim, &never);
        (aim, mixed)
    };
    let (aim, mixed) = aim_and_mixed(GROWING, 2);
    let alone = aim.alone.unwrap();
    assert_eq!((alone.differ, alone.last), (true, Some(6)));
    let mut heard = Heard::new(mixed.as_ref().unwrap().rounds());
    let shares: Vec<f64> = (1..=6)
        .map(|pass| {
            let rounds = mixed.as_ref().unwrap().rounds();
            heard.hear(Telling::Pass { phase: rounds.phases[0], pass }, rounds);
            assert_eq!(heard.is_last(rounds), pass == 6);
            let found = mixed.as_ref().unwrap().considered(heard.asked((0, 0, 2), rounds));
            found.iter().find(|one| one.choice.picks[0].value == 0).unwrap().share
        })
        .collect();
    // 3 : (k * k + 5) by reckoning.
    assert!((0.4..0.6).contains(&shares[0]) && (0.02..0.2).contains(&shares[4]), "{shares:?}");
    let alike = GROWING.replace("toss * toss", "4");
    let (aim, mixed) = aim_and_mixed(&alike, 2);
    assert!(alike != GROWING && !aim.alone.unwrap().differ && mixed.is_some());
    assert_eq!(aim_and_mixed(&alike, 3).1, None);
    let race = alike.replace("6 times", "until score of any player is at least 9");
    let (aim, mixed) = aim_and_mixed(&race, 2);
    assert!(race != alike && aim.alone.is_none() && mixed.is_none());
    // By who is behind, and by a card that lies there from the last round.
    let behind = alike.replace(
        "score 2 to seat 2 for unlike",
        "score 2 to player with lowest score, ties to first clockwise from seat 2 for unlike",
    );
    let lies = alike
        .replace("  junk  seen by all", "  junk  seen by all\n  pile  seen by all")
        .replace(
            "  do toss",
            "  move cards in box where rank is 1 to junk\n  move cards in box where rank is 2 to pile\n  do toss",
        )
        .replace("  ask each", "  swap junk with pile when pick of seat 1 is Heads\n  ask each")
        .replace("for unlike", "for unlike when rank of any card in pile is 1");
    for text in [behind, lies] {
        let (aim, mixed) = aim_and_mixed(&text, 2);
        assert!(text != alike && aim.alone.is_none() && mixed.is_none(), "{text}");
    }
}

/// A round in which a seat may wait for ever is not small.
#[test]
fn a_round_that_may_go_on_for_ever_is_left() {
    let text = "\
game Wait
players 2

cards
  rank 1 to 4
  1 to 4

places
  stock  seen by nobody

track
  done  yes or no

play
  repeat until done
    ask seat 1
      act wait
        deduct 1 from seat 1 for waiting
      act stop
        set done to yes
  won by players with highest score
";
    let prepared = Game::read("wait.bid", text).unwrap().prepare(&Setup::players(2)).unwrap();
    assert_eq!(learnt(&prepared), None);
}

/// A card that is dealt behind the last act of a round is known in the next: Tails is worth what lies there, Heads two.
#[test]
fn what_is_dealt_for_the_next_round_is_known_there() {
    let text = GROWING
        .replace("  rank 1 to 2\n  1 to 2", "  rank 1 to 6\n  1 to 6")
        .replace("  junk  seen by all", "  pile  seen by all")
        .replace("  do toss", "  shuffle box\n  do toss");
    let (begin, _) = text.split_once("  if pick of seat 1 is pick").unwrap();
    let text = format!(
        "{begin}  for each player\n    score 2 to player for heads when pick is Heads\n    score total rank of pile to player for tails when pick is Tails\n  \
         move pile to box\n  shuffle box\n  deal 1 from box to pile\n"
    );
    let prepared = Game::read("pile.bid", &text).unwrap().prepare(&Setup::players(2)).unwrap();
    let lore = Lore::of(&prepared, (bidlang_players::Goal::Both, Practised::Usual), (&Nothing, &never));
    let (aim, mixed) = (lore.aim().clone(), learnt(&prepared));
    assert!(aim.alone.is_some_and(|alone| !alone.differ && alone.last == Some(6)) && mixed.is_some());
    let runner = prepared.runner();
    let pile = prepared.words().game.places.iter().position(|place| place.name == "pile").unwrap() as u32;
    let clock: std::sync::Arc<Clock> = std::sync::Arc::new(|| 0);
    let mut seen = [0; 2];
    for seed in 0..6 {
        let thinker = Thinker::new(&lore, 0, Level::Normal.effort(), (seed, &clock));
        let mut ears = Ears { prepared: prepared.clone(), at: vec![(0, thinker)] };
        let (mut desk, mut shown) = (runner.desk(seed), Shown::new(runner.program()));
        while let Pause::Decision(seats) = shown.run(runner, &mut desk, &mut ears).unwrap() {
            let seat = each_seat(seats).next().unwrap();
            let mut choice = runner.nth_choice(&mut desk, seat, 0).unwrap();
            if seat == 0 {
                let lies: u32 = each_card(desk.state().mask(pile)).map(|card| u32::from(card) + 1).sum();
                choice = ears.at[0].1.consider()[0].choice;
                let tails = choice.picks[0].value == 1;
                assert!(lies == 2 || tails == (lies > 2), "{lies} lies there");
                seen[usize::from(tails)] += 1;
            }
            ears.decided(runner, &mut desk, seat, &choice, false);
            shown.choose(runner, &mut desk, (seat, &choice, false), &mut ears).unwrap();
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}
