//! The engine held to the oracle: decision by decision, and in whole games.

use bidlang::engine::{
    Desk, Fault, FaultKind, Pause as EnginePause, Program, Runner, Silent, Source, State, Stream, each_card, each_seat,
};

use super::{Choice, Naive, Pause, Picked, Slot};

/// What one game came to, or several.
#[derive(Debug, Default, Clone, Copy)]
pub struct Held {
    /// Games.
    pub games: u64,
    /// Decisions that were compared.
    pub decisions: u64,
    /// Of them, those with more choices than the oracle lists: there the choice that the engine took was looked at alone.
    pub unlisted: u64,
    /// What stopped the game, in both.
    pub fault: Option<Fault>,
}

impl Held {
    /// Adds another; the fault is that of the last.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.unlisted += other.unlisted;
        self.fault = other.fault;
    }
}

/// How far a game is followed.
#[derive(Debug, Clone, Copy)]
pub struct Far {
    /// Decisions.
    pub decisions: u64,
    /// Candidates of one decision that the oracle lists.
    pub listed: usize,
}

/// Plays one random game on the engine and on the oracle: at every decision the same seats, the same number of choices, the
/// same choice for the same number, and everything in the state; the same fault and the same end. So for the same game in
/// one, stopped anywhere and played to its end.
pub fn held(program: &Program, runner: &Runner, seed: u64, far: Far, what: &str) -> Held {
    let what = format!("{what}, seed {seed}");
    let mut held = Held { games: 1, ..Held::default() };
    let mut naive = Naive::new(program, seed, far.listed);
    let mut desk = runner.desk(seed);
    let mut players = Stream::of_players(seed);
    let halt = 1 + seed.wrapping_mul(31) % 97;
    loop {
        let at = format!("{what}, decision {}", held.decisions);
        let (ours, theirs) = (naive.run(), runner.run(&mut desk, &mut Silent));
        if let (Err(Fault { kind: FaultKind::Steps(_), .. }), _) | (_, Err(Fault { kind: FaultKind::Steps(_), .. })) =
            (&ours, &theirs)
        {
            // The engine takes no step for a jump: it stops elsewhere in the circle, or a little later.
            held.fault = ours.err().or(theirs.err());
            return held;
        }
        if let Err(fault @ Fault { kind: FaultKind::Choices(_), .. }) = theirs {
            // More choices than the engine looks at: more than the oracle lists, too.
            held.fault = Some(fault);
            return held;
        }
        let ours_as_theirs = ours.clone().map(|pause| match pause {
            Pause::Decision(seats) => EnginePause::Decision(seats.iter().fold(0, |set, seat| set | 1 << seat)),
            Pause::Over => EnginePause::Over,
        });
        assert_eq!(ours_as_theirs, theirs, "{at}: the oracle, the engine");
        let seats = match ours {
            Ok(Pause::Decision(seats)) => seats,
            Ok(Pause::Over) => {
                same(&naive, desk.state(), &at);
                let winners: Vec<u8> = each_seat(runner.winners(desk.state())).collect();
                assert_eq!(naive.winners().into_iter().collect::<Vec<_>>(), winners, "{at}: the winners");
                assert_eq!(naive.scores(), runner.scores(desk.state()).collect::<Vec<_>>(), "{at}: the scores");
                let mut whole = runner.desk(seed);
                let played = runner.play(&mut whole, &mut Stream::of_players(seed), u64::MAX);
                assert_eq!(played.map(|played| played.decisions), Ok(held.decisions), "{what}: a whole game");
                same(&naive, whole.state(), &format!("{what}: a whole game"));
                return held;
            }
            Err(fault) => {
                let played = runner.play(&mut runner.desk(seed), &mut Stream::of_players(seed), u64::MAX);
                assert_eq!(played.map(|played| played.decisions), Err(fault), "{what}: a whole game");
                held.fault = Some(fault);
                return held;
            }
        };
        same(&naive, desk.state(), &at);
        if held.decisions == far.decisions {
            return held;
        }
        if held.decisions == halt {
            let mut whole = runner.desk(seed);
            let played = runner.play(&mut whole, &mut Stream::of_players(seed), halt);
            assert_eq!(played.map_err(|fault| fault.kind), Err(FaultKind::Decisions(halt)), "{what}");
            assert_eq!(runner.run(&mut whole, &mut Silent), theirs, "{what}: stopped after {halt}");
            same(&naive, whole.state(), &format!("{what}: stopped after {halt}"));
        }
        let seat = *seats.first().unwrap();
        let (ask, count) = (naive.waiting().unwrap(), runner.choices(&mut desk, seat));
        let offered = naive.offered(seat).map(<[_]>::len);
        assert!(
            offered.is_none_or(|offered| offered as u64 == count),
            "{at}: choices {offered:?}, of the engine {count}"
        );
        let drawn = if count > 1 { players.below_long(count) } else { 0 };
        let choice = naive.offered(seat).map(|choices| choices[drawn as usize].clone());
        let act = runner.take(&mut desk, seat, drawn).unwrap();
        let choice = choice.unwrap_or_else(|| {
            held.unlisted += 1;
            let taken = taken(program, ask, usize::from(act), seat, &desk);
            assert!(naive.obeys(seat, &taken).unwrap(), "{at}: {taken:?} is not legal");
            taken
        });
        assert_eq!(choice.act, usize::from(act), "{at}: the act of choice {drawn} of {count}");
        if let Err(fault) = naive.take(seat, &choice) {
            assert_eq!(runner.run(&mut desk, &mut Silent), Err(fault), "{at}: what {choice:?} does");
            held.fault = Some(fault);
            return held;
        }
        same(&naive, desk.state(), &format!("{at}, after {choice:?}"));
        held.decisions += 1;
    }
}

/// The choice that the engine has just taken, as its state says it.
fn taken(program: &Program, ask: u16, act: usize, seat: u8, desk: &Desk) -> Choice {
    let ask = &program.asks[usize::from(ask)];
    let state = desk.state();
    let picks = (0_u32..).zip(&ask.acts[act].picks).map(|(index, pick)| {
        let of_cards = matches!(pick.source, Source::Cards { .. });
        let (value, cards) = if ask.at_once {
            let value = ask.answers.0 + u32::from(seat) * ask.answers.1 + 2 + index;
            let cards = ask.answer_cards.0 + u32::from(seat) * ask.answer_cards.1 + index;
            (state.int(value), state.mask(cards))
        } else if pick.several {
            (0, state.mask(pick.slot))
        } else if of_cards {
            let card = u8::try_from(state.int(pick.slot)).ok();
            (0, card.map_or(0, |card| 1 << card))
        } else {
            (state.int(pick.slot), 0)
        };
        if pick.several {
            Picked::Cards(each_card(cards).collect())
        } else if of_cards {
            Picked::Card(each_card(cards).next())
        } else {
            Picked::Value(value)
        }
    });
    Choice { act, picks: picks.collect() }
}

/// Compares everything that a program keeps: slots, kept sets, the cards of each place, and how they lie where the program says
/// that their order is kept.
fn same(naive: &Naive, state: &State, what: &str) {
    let program = naive.program;
    let mut differs = Vec::new();
    for (slot, ours) in (0_u32..).zip(&naive.slots) {
        let same = match ours {
            Slot::Number(number) => *number == state.int(slot),
            Slot::Seats(seats) => seats.iter().copied().eq(each_seat(state.seats(slot))),
        };
        if !same {
            differs.push(format!("slot {slot}: {ours:?}, of the engine {}", state.int(slot)));
        }
    }
    for (slot, ours) in &naive.kept {
        let theirs: Vec<u8> = each_card(state.mask(*slot)).collect();
        if !ours.iter().eq(&theirs) {
            differs.push(format!("set {slot}: {ours:?}, of the engine {theirs:?}"));
        }
    }
    for (number, ours) in (0_u16..).zip(&naive.places) {
        let mut ours = ours.clone();
        let mut theirs: Vec<u8> = state.in_order(program, number).collect();
        if naive.is_untold(usize::from(number)) {
            ours.sort_unstable();
            theirs.sort_unstable();
        }
        if ours != theirs {
            differs.push(format!("place {number}: {ours:?}, of the engine {theirs:?}"));
        }
    }
    if naive.waiting != state.waiting() || naive.over != state.is_over() {
        differs.push(format!("waiting for {:?}, of the engine {:?}", naive.waiting, state.waiting()));
    }
    assert!(differs.is_empty(), "{what}:\n{}", differs.join("\n"));
    assert!(state.conserved(program), "{what}: a card is lost or there twice");
}
