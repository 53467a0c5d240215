//! The engine held to the oracle: decision by decision, and in whole games.

use std::ops::ControlFlow;

use bidlang::engine::{
    Choice as EngineChoice, Event, Fault, FaultKind, Pause as EnginePause, Program, Runner, Silent, Sink, Source,
    State, Stream, WIDE, each_card, each_seat,
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
    /// Steps between two decisions, after which a game is stopped.
    pub steps: u64,
}

impl Far {
    /// A look at so many decisions.
    pub const fn decisions(decisions: u64) -> Self {
        Self { decisions, listed: 500, steps: 20_000 }
    }
}

/// Plays one random game on the engine and on the oracle: at every decision the same seats, the same number of choices, the
/// same choice for the same number, and everything in the state; the same fault and the same end. So for the same game in
/// one, stopped anywhere and played to its end.
pub fn held(program: &Program, runner: &Runner, seed: u64, far: Far, what: &str) -> Held {
    let what = format!("{what}, seed {seed}");
    let mut held = Held { games: 1, ..Held::default() };
    let mut naive = Naive::new(program, seed, far);
    let begun = || {
        let mut desk = runner.desk(seed);
        desk.limit_steps(far.steps);
        desk
    };
    let (mut desk, mut told, mut hears) = (begun(), begun(), Hears);
    let mut players = Stream::of_players(seed);
    let halt = 1 + seed.wrapping_mul(31) % 97;
    loop {
        let at = format!("{what}, decision {}", held.decisions);
        let (ours, theirs) = (naive.run(), runner.run(&mut desk, &mut Silent));
        if let Err(fault @ Fault { kind: FaultKind::Choices(_), .. }) = theirs {
            // More choices than the engine looks at: more than the oracle lists, too.
            held.fault = Some(fault);
            return held;
        }
        assert_eq!(runner.run(&mut told, &mut hears), theirs, "{at}: where somebody listens");
        let ours_as_theirs = ours.clone().map(|pause| match pause {
            Pause::Decision(seats) => EnginePause::Decision(seats.iter().fold(0, |set, seat| set | 1 << seat)),
            Pause::Over => EnginePause::Over,
        });
        if let (Ok(Pause::Decision(seats)), Err(fault)) = (&ours, &theirs)
            && seats.iter().any(|seat| naive.offered(*seat).is_none())
            && let Some(ask) = naive.waiting().map(|ask| &runner.program().asks[usize::from(ask)])
        {
            let acts = ask.acts.iter().flat_map(|act| act.musts.iter().map(|must| must.rule).chain([act.rule]));
            let unseen = match fault.kind {
                // The oracle does not list so many groups, so it cannot see that none of them will do,
                FaultKind::Stuck(seat) => seats.contains(&seat) && naive.offered(seat).is_none(),
                // nor that what one of them must be cannot be worked out.
                FaultKind::NoRow(_)
                | FaultKind::NoRowForNone
                | FaultKind::NoNumber
                | FaultKind::NoCard
                | FaultKind::DivideByZero
                | FaultKind::Overflow => acts.chain([ask.rule]).any(|rule| rule == fault.rule),
                // All else comes of what is done, which the oracle does, too.
                FaultKind::DealShort(..)
                | FaultKind::OutOfRange(..)
                | FaultKind::TrackRange(..)
                | FaultKind::PayShort(..)
                | FaultKind::UpsideDown(..)
                | FaultKind::Nobody
                | FaultKind::NothingToDraw(..)
                | FaultKind::Steps(_)
                | FaultKind::Decisions(_)
                | FaultKind::Choices(_)
                | FaultKind::Illegal => false,
            };
            if unseen {
                held.unlisted += 1;
                held.fault = Some(*fault);
                return held;
            }
        }
        assert_eq!(ours_as_theirs, theirs, "{at}: the oracle, the engine");
        let seats = match ours {
            Ok(Pause::Decision(seats)) => seats,
            Ok(Pause::Over) => {
                same(&naive, desk.state(), &at);
                same(&naive, told.state(), &format!("{at}: where somebody listens"));
                let winners: Vec<u8> = each_seat(runner.winners(desk.state())).collect();
                assert_eq!(naive.winners().into_iter().collect::<Vec<_>>(), winners, "{at}: the winners");
                assert_eq!(naive.scores(), runner.scores(desk.state()).collect::<Vec<_>>(), "{at}: the scores");
                let mut whole = begun();
                let played = runner.play(&mut whole, &mut Stream::of_players(seed), held.decisions + 1);
                assert_eq!(played.map(|played| played.decisions), Ok(held.decisions), "{what}: a whole game");
                same(&naive, whole.state(), &format!("{what}: a whole game"));
                return held;
            }
            Err(fault) => {
                let played = runner.play(&mut begun(), &mut Stream::of_players(seed), held.decisions + 1);
                assert_eq!(played.map(|played| played.decisions), Err(fault), "{what}: a whole game");
                held.fault = Some(fault);
                return held;
            }
        };
        same(&naive, desk.state(), &at);
        same(&naive, told.state(), &format!("{at}: where somebody listens"));
        if held.decisions == far.decisions {
            return held;
        }
        if held.decisions == halt {
            let mut whole = begun();
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
        let said = runner.nth_choice(&mut told, seat, drawn).unwrap();
        if let Some(offered) = naive.offered(seat).filter(|offered| offered.len() <= 40) {
            let mut all = Vec::new();
            runner.each_choice(&mut told, seat, |choice| {
                all.push(as_ours(program, ask, choice));
                ControlFlow::Continue(())
            });
            assert_eq!(offered, all, "{at}: the choices of the oracle, of the engine");
        }
        let choice = naive.offered(seat).map(|choices| choices[drawn as usize].clone());
        let act = runner.take(&mut desk, seat, drawn).unwrap();
        let choice = choice.unwrap_or_else(|| {
            held.unlisted += 1;
            let taken = as_ours(program, ask, &said);
            assert!(naive.obeys(seat, &taken).unwrap(), "{at}: {taken:?} is not legal");
            taken
        });
        assert_eq!(choice.act, usize::from(act), "{at}: the act of choice {drawn} of {count}");
        assert_eq!(choice, as_ours(program, ask, &said), "{at}: choice {drawn} of {count}");
        runner.choose(&mut told, seat, &said, count == 1, &mut hears).unwrap();
        if let Err(fault) = naive.take(seat, &choice, count == 1) {
            assert_eq!(runner.run(&mut desk, &mut Silent), Err(fault), "{at}: what {choice:?} does");
            held.fault = Some(fault);
            return held;
        }
        same(&naive, desk.state(), &format!("{at}, after {choice:?}"));
        held.decisions += 1;
    }
}

/// Somebody who listens: what is told is made, and looked at elsewhere.
struct Hears;

impl Sink for Hears {
    fn event(&mut self, _: &State, _: &Event) {}
}

/// A choice of the engine.
fn as_ours(program: &Program, ask: u16, choice: &EngineChoice) -> Choice {
    let act = usize::from(choice.act);
    let picks = program.asks[usize::from(ask)].acts[act].picks.iter().zip(&choice.picks);
    let picks = picks.map(|(pick, picked)| match pick.source {
        Source::Cards { .. } if pick.several => Picked::Cards(each_card(picked.cards).collect()),
        Source::Cards { .. } => Picked::Card(each_card(picked.cards).next()),
        Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => Picked::Value(picked.value),
    });
    Choice { act, picks: picks.collect() }
}

/// Compares everything that a program keeps: slots, kept sets, the cards of each place, and how they lie where the program says
/// that their order is kept.
fn same(naive: &Naive, state: &State, what: &str) {
    let program = naive.program;
    let mut differs = Vec::new();
    for (slot, ours) in (0..program.ints).chain(WIDE..).zip(&naive.slots) {
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
