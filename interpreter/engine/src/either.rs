//! The engine as everybody knows it: made for decks of at most 128 cards, whose sets go in registers, or for those of more. Which it is, is
//! chosen once, where a program is made ready.

use std::ops::ControlFlow;

use super::act::Choice;
use super::chance::{Luck, Stream};
use super::desk::{Desk, Pause, Plan};
use super::event::Sink;
use super::fault::{Fault, FaultKind};
use super::program::{Ask, CardSet, NodeId, Pick, Program, RuleId, SeatSet};
use super::refused::{Objection, Refusals};
use super::seed::Seed;
use super::state::State;
use super::telling::Reader;
use super::view::View;
use super::watch::{Played, Watch};
use super::{few, many};

/// A program made ready to be played. One serves any number of games and threads.
pub struct Runner(Either<few::runner::Runner, many::runner::Runner>);

/// For few cards or for many.
enum Either<F, M> {
    Few(F),
    Many(M),
}

/// The same of both.
macro_rules! of_both {
    ($either:expr, $runner:ident => $found:expr) => {
        match $either {
            Either::Few($runner) => $found,
            Either::Many($runner) => $found,
        }
    };
}

/// Methods that are those of either.
macro_rules! as_either {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) $(-> $found:ty)?;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self, $($arg: $ty),*) $(-> $found)? {
            of_both!(&self.0, runner => runner.$name($($arg),*))
        }
    )*};
}

impl Runner {
    /// Makes a program ready.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self(if program.cards.len() <= few::MOST_CARDS {
            Either::Few(few::runner::Runner::new(program))
        } else {
            Either::Many(many::runner::Runner::new(program))
        })
    }

    /// The same by the engine for many cards, whatever the deck: for tests that hold the two engines to each other.
    #[doc(hidden)]
    #[must_use]
    pub fn for_many(program: &Program) -> Self {
        Self(Either::Many(many::runner::Runner::new(program)))
    }

    as_either! {
        /// The program.
        #[must_use]
        program() -> &Program;
        /// How each decision of the program is played.
        #[must_use]
        plans() -> Vec<Plan>;
        /// Begins a phase by itself on a desk, with one of its passes if it has any, from 1: tracks and places are still to be set.
        /// Gives whether it can begin so.
        start_phase(desk: &mut Desk, phase: u16, pass: u32) -> bool;
        /// Puts a card into a place before a phase begins, as a script says.
        put(desk: &mut Desk, card: u8, place: u16);
        /// The line at which a game stands.
        #[must_use]
        here(desk: &Desk) -> RuleId;
        /// The lines that a game goes through, as far as they can be followed without a decision; a circle is given once. For telling what
        /// an endless stretch of rules does.
        #[must_use]
        circle(desk: &Desk) -> Vec<RuleId>;
        /// The decision that waits.
        #[must_use]
        ask(state: &State) -> Option<&Ask>;
        /// The seats that still have to choose.
        #[must_use]
        choosers(state: &State) -> SeatSet;
        /// How many choices a seat has in the decision that waits.
        choices(desk: &mut Desk, seat: u8) -> u64;
        /// The `n`th legal choice of a seat.
        nth_choice(desk: &mut Desk, seat: u8, n: u64) -> Option<Choice>;
        /// Everything that forbids a choice; empty if it is legal.
        objections(desk: &mut Desk, seat: u8, choice: &Choice) -> Vec<Objection>;
        /// What forbids a choice, as far as the seat can work it out from what it has been told; empty if it is legal.
        grounds(desk: &mut Desk, seat: u8, choice: &Choice) -> Vec<Objection>;
        /// Of what is refused in a decision, what the seat can work out; whether there may be more that it does not see.
        refusals_told(desk: &mut Desk, seat: u8) -> (Refusals, bool);
        /// What a seat might mean to do in the decision that waits, and may not. Cards count as meant only where they lie in a place from
        /// which the act picks.
        refusals(desk: &mut Desk, seat: u8) -> Refusals;
        /// Whether a choice has the shape of an act of the decision that waits: nothing is picked beyond what the act picks, cards only
        /// where it picks cards, and one card where it picks one.
        #[must_use]
        fits(state: &State, choice: &Choice) -> bool;
        /// Whether a choice is one of the legal ones, as they are listed.
        is_legal(desk: &mut Desk, seat: u8, choice: &Choice) -> bool;
        /// Whether a choice of a seat that has to choose is legal, without a list of those that are.
        allows(desk: &mut Desk, seat: u8, choice: &Choice) -> bool;
        /// What a reader sees of a game.
        view_by(desk: &mut Desk, reader: Reader) -> View;
        /// What a seat sees of a game; everything for nobody's.
        view(desk: &mut Desk, seat: Option<u8>) -> View;
        /// The seats that see the cards of a place.
        seers(desk: &mut Desk, place: u16) -> SeatSet;
        /// The seats that see a slot of a track.
        seers_of_track(desk: &mut Desk, track: u16, index: u32) -> SeatSet;
        /// Whether all can tell who sees a slot of a track.
        sight_of_track_is_public(desk: &mut Desk, track: u16, index: u32) -> bool;
        /// Whether all can tell who sees a place.
        sight_is_public(desk: &mut Desk, place: u16) -> bool;
        /// Who takes the trick as it lies, as far as a reader can tell.
        ahead_in_trick(desk: &mut Desk, by: Reader) -> Option<u8>;
        /// What goes wrong where a seat has as many cards to choose from as there can be.
        takes_too_long(desk: &mut Desk, ask: u16, seat: u8) -> Option<Fault>;
        /// The winners of a game that is over; empty before, and where the rules name none.
        #[must_use]
        winners(state: &State) -> SeatSet;
    }

    /// A desk to play on, with a game at its beginning.
    #[must_use]
    pub fn desk(&self, seed: impl Into<Seed>) -> Desk {
        of_both!(&self.0, runner => runner.desk(seed))
    }

    /// A desk with a game at its beginning whose chance comes from elsewhere.
    #[must_use]
    pub fn desk_by(&self, chance: impl Into<Luck>) -> Desk {
        of_both!(&self.0, runner => runner.desk_by(chance))
    }

    /// Begins another game on a desk.
    pub fn restart(&self, desk: &mut Desk, seed: impl Into<Seed>) {
        of_both!(&self.0, runner => runner.restart(desk, seed));
    }

    /// The score of each seat.
    pub fn scores<'d>(&'d self, state: &'d State) -> impl Iterator<Item = i64> + 'd {
        let program = self.program();
        program.teams.iter().map(|team| state.int(program.scores + u32::from(*team)))
    }

    /// Runs until somebody has to choose or the game is over. Who listens is told of what happens.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done.
    pub fn run<S: Sink>(&self, desk: &mut Desk, sink: &mut S) -> Result<Pause, Fault> {
        of_both!(&self.0, runner => runner.run(desk, sink))
    }

    /// Plays on with random players to the end. Forced acts draw no number.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done, or after `most` decisions.
    pub fn play(&self, desk: &mut Desk, players: &mut Stream, most: u64) -> Result<Played, Fault> {
        of_both!(&self.0, runner => runner.play(desk, players, most))
    }

    /// The same where somebody is told of each decision.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done, or after `most` decisions.
    pub fn play_watched<W: Watch>(
        &self,
        desk: &mut Desk,
        players: &mut Stream,
        watch: &mut W,
        most: u64,
    ) -> Result<(), Fault> {
        of_both!(&self.0, runner => runner.play_watched(desk, players, watch, most))
    }

    /// Takes the `n`th of the choices of a seat: which act it is.
    ///
    /// # Errors
    /// If there is no such choice.
    pub fn take(&self, desk: &mut Desk, seat: u8, n: u64) -> Result<u8, Fault> {
        of_both!(&self.0, runner => runner.take(desk, seat, n))
    }

    /// Takes the choice of a seat that has to choose. The caller has made sure that it is legal, by picking it from the
    /// legal ones; `forced` says that it is the only one. Run on afterwards.
    ///
    /// # Errors
    /// If no decision waits for this seat, or there is no such act.
    pub fn choose<S: Sink>(
        &self,
        desk: &mut Desk,
        seat: u8,
        choice: &Choice,
        forced: bool,
        sink: &mut S,
    ) -> Result<(), Fault> {
        of_both!(&self.0, runner => runner.choose(desk, seat, choice, forced, sink))
    }

    /// Asks those who choose at once anew: nobody has answered yet. Nothing where one seat is asked.
    ///
    /// # Errors
    /// Where somebody has nothing to choose.
    pub fn ask_anew(&self, desk: &mut Desk) -> Result<(), Fault> {
        of_both!(&self.0, runner => runner.ask_anew(desk))
    }

    /// Visits the legal choices of a seat, in their order.
    pub fn each_choice(&self, desk: &mut Desk, seat: u8, visit: impl FnMut(&Choice) -> ControlFlow<()>) {
        of_both!(&self.0, runner => runner.each_choice(desk, seat, visit));
    }

    /// Visits the legal choices of a seat in one act, in their order.
    pub fn each_choice_of(&self, desk: &mut Desk, seat: u8, act: u8, visit: impl FnMut(&Choice) -> ControlFlow<()>) {
        of_both!(&self.0, runner => runner.each_choice_of(desk, seat, act, visit));
    }

    /// Where any so many cards of a set are the choices of an act: the set, the fewest and the most of them. None where more is asked, or
    /// where some cards are alike.
    #[allow(clippy::useless_conversion, reason = "of one of the two")]
    pub fn any_cards_of(&self, desk: &mut Desk, seat: u8, act: u8) -> Option<(CardSet, u32, u32)> {
        of_both!(&self.0, runner => runner.any_cards_of(desk, seat, act).map(|(set, least, most)| (set.into(), least, most)))
    }

    /// The cards from which a pick of an act is taken, conditions apart.
    #[allow(clippy::useless_conversion, reason = "of one of the two")]
    pub fn source(&self, desk: &mut Desk, seat: u8, pick: &Pick) -> CardSet {
        of_both!(&self.0, runner => runner.source(desk, seat, pick).into())
    }

    /// The cards from which a pick of an act is taken, those that its `where` allows where nothing else was picked before.
    #[allow(clippy::useless_conversion, reason = "of one of the two")]
    pub fn pickable(&self, desk: &mut Desk, seat: u8, pick: &Pick) -> CardSet {
        of_both!(&self.0, runner => runner.pickable(desk, seat, pick).into())
    }

    /// How many legal choices a seat that has to choose has in each act, and of an act that picks one card which cards those are.
    pub fn offered<'d>(&self, desk: &'d mut Desk, seat: u8) -> &'d [(u64, CardSet)] {
        of_both!(&self.0, runner => runner.offered(desk, seat))
    }

    /// Decisions in which groups of cards have to be looked at one by one.
    pub fn searched(&self) -> impl Iterator<Item = u16> + '_ {
        let found: Vec<u16> = of_both!(&self.0, runner => runner.searched().collect());
        found.into_iter()
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        of_both!(&self.0, runner => runner.fmt(to))
    }
}

/// A number of a program's phrases, worked out in a state.
///
/// # Errors
/// What stops a game that asks for it there.
pub fn work_out(program: &Program, state: &State, node: NodeId) -> Result<i64, FaultKind> {
    let mut desk = Desk::of_state(state.clone(), program);
    let found = many::runner::Build::plain(program).number(node)(&mut desk);
    desk.fault.map_or(Ok(found), |fault| Err(fault.kind))
}

/// A set of cards of a program's phrases, worked out in a state.
///
/// # Errors
/// As [`work_out`].
pub fn work_out_cards(program: &Program, state: &State, node: NodeId) -> Result<CardSet, FaultKind> {
    let mut desk = Desk::of_state(state.clone(), program);
    let found = many::runner::Build::plain(program).cards(node)(&mut desk);
    desk.fault.map_or(Ok(found), |fault| Err(fault.kind))
}

/// Knows for the tricks of a game which card takes them. It looks at cards that lie anywhere: it is not for who may not see them.
pub struct Judge(Either<few::runner::Judge, many::runner::Judge>);

/// A trick to which somebody is to play.
pub struct Laying {
    /// Whose turn it is.
    pub turn: u8,
    /// Who takes it as it lies; none where nobody has played.
    pub ahead: Option<u8>,
    /// Who plays after this turn.
    pub to_come: SeatSet,
    lies: Either<few::runner::Laying, many::runner::Laying>,
}

impl Laying {
    /// The card that leads it and the card that is ahead; none where nobody has played.
    #[must_use]
    pub fn led_and_ahead(&self) -> Option<(u8, u8)> {
        of_both!(&self.lies, laying => laying.led_and_ahead())
    }

    /// The cards that lie in it.
    pub fn cards(&self) -> impl Iterator<Item = u8> + '_ {
        let cards: Vec<u8> = of_both!(&self.lies, laying => laying.cards().collect());
        cards.into_iter()
    }
}

impl Judge {
    /// Of a game.
    #[must_use]
    pub fn of(runner: &Runner) -> Self {
        Self(match &runner.0 {
            Either::Few(runner) => Either::Few(few::runner::Judge::of(runner)),
            Either::Many(runner) => Either::Many(many::runner::Judge::of(runner)),
        })
    }

    /// The trick to which somebody is to play now; none where something else is asked, or where its cards alone do not say who takes it.
    #[must_use]
    pub fn laying(&self, runner: &Runner, desk: &mut Desk) -> Option<Laying> {
        let (turn, ahead, to_come, lies) = match (&self.0, &runner.0) {
            (Either::Few(judge), Either::Few(runner)) => {
                let laying = judge.laying(runner, desk)?;
                (laying.turn, laying.ahead, laying.to_come, Either::Few(laying))
            }
            (Either::Many(judge), Either::Many(runner)) => {
                let laying = judge.laying(runner, desk)?;
                (laying.turn, laying.ahead, laying.to_come, Either::Many(laying))
            }
            // Of another game.
            (Either::Few(_), Either::Many(_)) | (Either::Many(_), Either::Few(_)) => return None,
        };
        Some(Laying { turn, ahead, to_come, lies })
    }

    /// Whether the card of whose turn it is would take the trick as it lies.
    pub fn takes(&self, desk: &mut Desk, laying: &mut Laying, card: u8) -> bool {
        match (&self.0, &mut laying.lies) {
            (Either::Few(judge), Either::Few(laying)) => judge.takes(desk, laying, card),
            (Either::Many(judge), Either::Many(laying)) => judge.takes(desk, laying, card),
            (Either::Few(_), Either::Many(_)) | (Either::Many(_), Either::Few(_)) => false,
        }
    }

    /// Whether the third card takes the trick of a form from the second where the first leads, which may be the second itself.
    pub fn takes_from(&self, desk: &mut Desk, form: u16, before: (u8, u8), card: u8) -> bool {
        of_both!(&self.0, judge => judge.takes_from(desk, form, before, card))
    }

    /// Whether cards have to be put down to be judged, which takes its time.
    #[must_use]
    pub fn is_dear(&self, form: u16) -> bool {
        of_both!(&self.0, judge => judge.is_dear(form))
    }

    /// Whether there is something to be known of a form of tricks.
    #[must_use]
    pub fn knows(&self, form: u16) -> bool {
        of_both!(&self.0, judge => judge.knows(form))
    }

    /// What is so where a slot has a value; none where it cannot have it. The desk is as it was afterwards.
    pub fn supposing<T>(desk: &mut Desk, (slot, value): (u32, i64), then: impl FnOnce(&mut Desk) -> T) -> Option<T> {
        let before = desk.state.int(slot);
        let fits = desk.state.keep(slot, value);
        let found = fits.then(|| then(desk));
        // It had this value before.
        let _ = desk.state.keep(slot, before);
        found
    }

    /// Whether the second card takes the trick of a form from the first where that leads.
    pub fn beats(&self, desk: &mut Desk, form: u16, led: u8, card: u8) -> bool {
        of_both!(&self.0, judge => judge.beats(desk, form, led, card))
    }
}
