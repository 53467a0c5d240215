//! One game played by numbers.

mod told;

use std::sync::Arc;

use bidlang::engine::{Choice, Desk, Fault, FaultKind, Luck, Pause, Runner, Seeded, Silent, State, each_seat};
use bidlang::{Error, MOST_DECISIONS, Prepared};
use bidlang_lab::solve::Branching;

use crate::actions::Actions;
use crate::cells::Cells;
use crate::chances::settled;
use crate::index::at_mut;
use crate::partial::{Next, Partial, Unsayable, open_acts, place_of, whole};
use told::{Listening, Tells};

/// One game being played by numbers. Where a seat has only one legal act, it is made without asking.
#[derive(Debug, Clone)]
pub struct Match {
    prepared: Prepared,
    runner: Arc<Runner>,
    /// What it is played on.
    #[doc(hidden)]
    pub desk: Desk,
    /// Of each seat what it has said so far of its choice.
    partials: Vec<Partial>,
    /// What has been shown and heard, where somebody listens.
    listening: Option<Listening>,
    decisions: u64,
    /// Choices among several that were made, with who made them: for who plays the game again.
    #[doc(hidden)]
    pub choices: Option<Vec<(u8, Choice)>>,
}

/// All that may come of a game.
#[derive(Debug)]
pub enum Branched {
    /// Every game, with how likely it is.
    All(Vec<(f64, Match)>),
    /// They are more than were asked for.
    TooMany,
    /// The game does not come from [`Match::beginnings`]: of what else might come of its seed nothing is known.
    Unlisted,
    /// Somebody saw an order of cards that had been left open, as nobody saw it in the games that were tried.
    Seen,
}

impl Match {
    /// The game of a seed, up to its first turn. With `keeps` its choices are remembered.
    ///
    /// # Errors
    /// [`Error::Stopped`] where the rules ask for what cannot be done.
    pub fn begin(prepared: &Prepared, actions: &Actions, seed: u64, keeps: bool) -> Result<Self, Error> {
        let made = Self::by(prepared, actions, Seeded::new(seed).into(), None, keeps);
        made.map_err(|fault| Error::Stopped(Box::new(prepared.stopped(fault))))
    }

    /// A game whose chance is said; with cells that need it, somebody listens.
    ///
    /// # Errors
    /// What stopped it.
    #[doc(hidden)]
    pub fn by(
        prepared: &Prepared,
        actions: &Actions,
        chance: Luck,
        cells: Option<&Arc<Cells>>,
        keeps: bool,
    ) -> Result<Self, Fault> {
        let mut game = Self::unbegun(prepared, chance, cells, keeps);
        game.on(actions)?;
        Ok(game)
    }

    pub(crate) fn unbegun(prepared: &Prepared, chance: Luck, cells: Option<&Arc<Cells>>, keeps: bool) -> Self {
        let runner = Arc::clone(prepared.runner());
        let desk = runner.desk_by(chance);
        let seats = usize::from(prepared.players());
        // Chance that goes through all ways has to hear where cards go.
        let hears = matches!(desk.chance, Luck::Other(_));
        let listening = cells.filter(|cells| hears || cells.listens()).map(|cells| Listening::new(&runner, cells));
        let partials = vec![Partial::default(); seats];
        let choices = keeps.then(Vec::new);
        Self { prepared: prepared.clone(), runner, desk, partials, listening, decisions: 0, choices }
    }

    /// Begins another game where this one lies.
    ///
    /// # Errors
    /// What stopped it.
    pub fn restart(&mut self, actions: &Actions, seed: u64) -> Result<(), Fault> {
        self.runner.restart(&mut self.desk, seed);
        self.partials.iter_mut().for_each(Partial::clear);
        self.decisions = 0;
        if let Some(listening) = &mut self.listening {
            *listening = Listening::new(&self.runner, &listening.cells);
        }
        if let Some(choices) = &mut self.choices {
            choices.clear();
        }
        self.on(actions)
    }

    /// The seat that is to choose, the lowest of several; none when the game is over.
    #[must_use]
    pub fn to_act(&self) -> Option<u8> {
        self.waiting().next()
    }

    /// All seats that have to choose before the game goes on.
    pub fn waiting(&self) -> impl Iterator<Item = u8> + use<> {
        let state = self.desk.state();
        each_seat(if state.is_over() { 0 } else { self.runner.choosers(state) })
    }

    /// The numbers that a seat may say next.
    #[must_use]
    pub fn legal(&mut self, actions: &Actions, seat: u8) -> Vec<u32> {
        let mut found = Vec::new();
        self.each(actions, seat, &mut |number| found.push(number));
        found
    }

    /// Visits them.
    pub fn each(&mut self, actions: &Actions, seat: u8, visit: &mut impl FnMut(u32)) {
        let Self { runner, desk, partials, .. } = self;
        if runner.choosers(desk.state()) & (1_u32.checked_shl(u32::from(seat)).unwrap_or(0)) == 0
            || desk.state().is_over()
        {
            return;
        }
        if let Some(partial) = partials.get(usize::from(seat)) {
            partial.each(actions, runner, desk, seat, visit);
        }
    }

    /// Sets the bits of the numbers that a seat, which is to choose, may say next.
    pub(crate) fn open(&mut self, actions: &Actions, seat: u8, open: &mut [u64]) {
        match self.desk.state().waiting() {
            Some(ask) if !actions.by_steps(ask) => open_acts(actions, &self.runner, &mut self.desk, (ask, seat), open),
            Some(_) | None => {
                let partial = self.partials.get(usize::from(seat));
                if !partial.is_some_and(|partial| partial.open_cards(actions, open)) {
                    self.each(actions, seat, &mut |number| {
                        if let Some(word) = at_mut(open, number as usize / 64) {
                            *word |= 1 << (number % 64);
                        }
                    });
                }
            }
        }
    }

    /// A seat says a number: whether it may.
    ///
    /// # Errors
    /// What stopped the game.
    pub fn take(&mut self, actions: &Actions, seat: u8, number: u32) -> Result<bool, Error> {
        let mut allowed = false;
        self.each(actions, seat, &mut |open| allowed |= open == number);
        if allowed {
            let taken = self.take_legal(actions, seat, number);
            taken.map_err(|fault| Error::Stopped(Box::new(self.prepared.stopped(fault))))?;
        }
        Ok(allowed)
    }

    /// A seat says a number that it may say.
    ///
    /// # Errors
    /// What stopped the game.
    #[doc(hidden)]
    pub fn take_legal(&mut self, actions: &Actions, seat: u8, number: u32) -> Result<(), Fault> {
        let Self { runner, desk, partials, listening, choices, .. } = self;
        // Where nobody listens, the game goes on from a choice by its place without looking at it.
        if listening.is_none()
            && choices.is_none()
            && let Some(ask) = desk.state().waiting()
            && let Some(place) = place_of(actions, runner, desk, (ask, seat), number)
        {
            runner.take(desk, seat, place)?;
            self.decisions += 1;
            return self.on(actions);
        }
        let mut choice = Choice::default();
        let said = match (desk.state().waiting(), partials.get_mut(usize::from(seat))) {
            (Some(ask), _) if !actions.by_steps(ask) => whole(actions, runner, desk, (ask, seat), number, &mut choice),
            (Some(_), Some(partial)) => partial.say(actions, (runner, desk), seat, number, &mut choice),
            (None, _) | (_, None) => Err(Unsayable),
        };
        match said {
            Ok(Next::More) => Ok(()),
            Ok(Next::Whole) => self.make(actions, seat, &choice),
            Err(Unsayable) => Err(self.illegal()),
        }
    }

    /// A seat makes a whole choice, which is legal.
    ///
    /// # Errors
    /// What stopped the game.
    #[doc(hidden)]
    pub fn make(&mut self, actions: &Actions, seat: u8, choice: &Choice) -> Result<(), Fault> {
        if let Some(choices) = &mut self.choices {
            choices.push((seat, *choice));
        }
        self.choose(actions, seat, choice, false)?;
        self.on(actions)
    }

    /// What stops the game where a choice is made that is none.
    fn illegal(&self) -> Fault {
        Fault { kind: FaultKind::Illegal, rule: self.runner.here(&self.desk) }
    }

    /// All games that may come of this one when a seat says a number that it may say, unless they are more than `most`.
    ///
    /// # Errors
    /// What stopped one of them.
    pub fn branches(&self, actions: &Actions, seat: u8, number: u32, most: usize) -> Result<Branched, Fault> {
        self.each_way(most, &mut |game| game.take_legal(actions, seat, number))
    }

    /// All games of a setup at their first turn, unless they are more than `most`.
    ///
    /// # Errors
    /// What stopped one of them.
    pub fn beginnings(
        prepared: &Prepared,
        actions: &Actions,
        cells: &Arc<Cells>,
        most: usize,
    ) -> Result<Branched, Fault> {
        let places = settled(prepared, actions, cells)?;
        let fresh = Self::unbegun(prepared, Branching::new(&places).into(), Some(cells), false);
        fresh.each_way(most, &mut |game| game.on(actions))
    }

    fn each_way(&self, most: usize, go: &mut dyn FnMut(&mut Self) -> Result<(), Fault>) -> Result<Branched, Fault> {
        let (mut found, mut ways) = (Vec::new(), Some(Vec::new()));
        while let Some(next) = ways {
            if found.len() == most {
                return Ok(Branched::TooMany);
            }
            let mut game = self.clone();
            let Some(chance) = game.desk.chance.other::<Branching>() else { return Ok(Branched::Unlisted) };
            chance.begin(&next);
            go(&mut game)?;
            let Some(chance) = game.desk.chance.other::<Branching>() else { return Ok(Branched::Unlisted) };
            if chance.seen.is_some() {
                return Ok(Branched::Seen);
            }
            let likely = chance.likely;
            ways = chance.next();
            found.push((likely, game));
        }
        Ok(Branched::All(found))
    }

    /// A word that stands for all that a seat was told, has chosen, and has said so far of its choice; none where nobody listens.
    #[must_use]
    pub fn memory(&self, seat: u8) -> Option<String> {
        let heard = self.listening.as_ref()?.heard.get(usize::from(seat))?;
        let said = self.partials.get(usize::from(seat))?.numbers();
        Some(said.iter().fold(heard.memory(), |memory, number| format!("{memory} {number}")))
    }

    /// The game as it may stand for all that a seat knows: in a world, from which chance goes on by a seed. Nobody has heard anything in
    /// it, as what others were told there is not known. None where the seat is not the next to choose there.
    ///
    /// # Errors
    /// Where a seat is asked there that can say nothing.
    #[doc(hidden)]
    pub fn in_world(&self, actions: &Actions, world: &State, seat: u8, seed: u64) -> Result<Option<Self>, Fault> {
        let mut game = self.clone();
        game.desk.load(world);
        game.desk.chance = Seeded::new(seed).into();
        (game.listening, game.choices) = (None, None);
        for (other, partial) in (0_u8..).zip(&mut game.partials) {
            if other != seat {
                *partial = Partial::default();
            }
        }
        game.asked(actions, game.runner.choosers(game.desk.state()))?;
        Ok((game.to_act() == Some(seat)).then_some(game))
    }

    /// The game and its setup.
    #[must_use]
    pub const fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    fn choose(&mut self, actions: &Actions, seat: u8, choice: &Choice, forced: bool) -> Result<(), Fault> {
        self.decisions += 1;
        if self.desk.state().waiting().is_some_and(|ask| actions.by_steps(ask))
            && let Some(partial) = at_mut(&mut self.partials, usize::from(seat))
        {
            partial.clear();
        }
        let Self { runner, desk, listening, .. } = self;
        match listening {
            None => runner.choose(desk, seat, choice, forced, &mut Silent),
            Some(Listening { shown, cells, heard }) => {
                if let Some(heard) = at_mut(heard, usize::from(seat)) {
                    heard.chose(cells, choice);
                }
                shown.choose(runner, desk, (seat, choice, forced), &mut Tells { runner, cells, heard })
            }
        }
    }

    /// Plays on to the next turn; forced acts are made.
    fn on(&mut self, actions: &Actions) -> Result<(), Fault> {
        loop {
            let Self { runner, desk, listening, .. } = self;
            let paused = match listening {
                None => runner.run(desk, &mut Silent)?,
                Some(Listening { shown, cells, heard }) => {
                    shown.run(runner, desk, &mut Tells { runner, cells, heard })?
                }
            };
            let Pause::Decision(seats) = paused else { return Ok(()) };
            let Some(seat) = each_seat(seats).next() else { return Ok(()) };
            if self.runner.choices(&mut self.desk, seat) != 1 {
                return self.asked(actions, seats);
            }
            if self.decisions >= MOST_DECISIONS {
                let rule = self.runner.here(&self.desk);
                return Err(Fault { kind: FaultKind::Decisions(MOST_DECISIONS), rule });
            }
            if self.listening.is_none() {
                self.decisions += 1;
                self.runner.take(&mut self.desk, seat, 0)?;
                continue;
            }
            let illegal = self.illegal();
            let only = self.runner.nth_choice(&mut self.desk, seat, 0).ok_or(illegal)?;
            self.choose(actions, seat, &only, true)?;
        }
    }

    /// Seats are asked that were not asked before.
    fn asked(&mut self, actions: &Actions, seats: u32) -> Result<(), Fault> {
        if !self.desk.state().waiting().is_some_and(|ask| actions.by_steps(ask)) {
            return Ok(());
        }
        let illegal = self.illegal();
        let Self { runner, desk, partials, .. } = self;
        for seat in each_seat(seats) {
            let partial = at_mut(partials, usize::from(seat)).ok_or(illegal)?;
            // A seat that has but one choice is not asked: its choice is made when its turn comes.
            if !partial.begun() && runner.choices(desk, seat) > 1 {
                partial.begin_anew(actions, runner, desk, seat).map_err(|_| illegal)?;
            }
        }
        Ok(())
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.desk.state().is_over()
    }

    /// The score of each seat.
    #[must_use]
    pub fn scores(&self) -> Vec<i64> {
        self.runner.scores(self.desk.state()).collect()
    }

    /// The seats that have won, a bit each.
    #[must_use]
    pub fn winners(&self) -> u32 {
        self.runner.winners(self.desk.state())
    }

    /// How many decisions were made, forced ones too.
    #[must_use]
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }
}
