//! A world: a way in which the game may have gone so that the seat was told just what it was told (a determinization). It is played by the
//! rules from what came of chance and from everybody's choices; a line that comes out otherwise is found at once.

mod chosen;
mod ear;
mod otherwise;
mod past;
mod recent;

use std::collections::VecDeque;
use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{CardSet, Choice, Desk, Fault, Pause, Runner, Seeded, Shown, Stream, Telling, each_seat};

use crate::luck::{Remembered, Swap};
use crate::story::{Likes, Story};
pub use chosen::Hidden;
use ear::Ear;
pub use otherwise::{Illegal, Lets, Otherwise, how_far, slot_of};
pub use past::Past;

/// What all worlds of a seat have in common.
#[derive(Clone)]
pub struct Rules {
    /// The program made ready.
    pub runner: Arc<Runner>,
    /// The seat whose worlds they are.
    pub seat: u8,
    /// Which cards are alike.
    pub likes: Likes,
    /// Lines behind which something comes by chance: what is kept before them can be gone back to.
    pub shuffling: Vec<u32>,
    /// For each place cards that stood in the way of what was chosen from it since the last shuffle: no more than a hint.
    pub barred: Vec<CardSet>,
    /// What of a world may come otherwise than it was told.
    pub lets: Lets,
    /// Decisions that were played in all worlds, and how many may be.
    pub steps: u64,
    /// See `steps`.
    pub most_steps: u64,
}

/// The game before something came by chance.
struct Mark {
    desk: Desk,
    shown: Shown,
    /// How much was told, how often chance had come, how many decisions and own questions there had been.
    told: usize,
    chances: usize,
    made: usize,
    own: usize,
}

/// One way in which the game may have gone.
#[derive(Clone)]
pub struct World {
    /// The game.
    pub desk: Desk,
    shown: Shown,
    /// How many lines were told.
    pub told: usize,
    /// Own questions that were answered.
    own: usize,
    /// Decisions that were made.
    made: usize,
    /// All choices, and those that were made when the world was last played further than it is now.
    choices: Vec<Choice>,
    /// How many choices came before those that are kept.
    dropped: usize,
    /// Decisions of which the seat does not know all that was chosen.
    hidden: Vec<Hidden>,
    /// How many of them were drawn since this was last asked.
    drawn: usize,
    /// Choices that were told and are not legal here: they were made all the same, so that all of them are known.
    pub illegal: Vec<Illegal>,
    /// Numbers that came otherwise, and were taken as they were told.
    pub otherwise: Vec<Otherwise>,
    marks: Vec<Arc<Mark>>,
}

/// Where a world stands when it stops.
#[derive(Debug)]
pub enum Stop {
    /// All has come as it was told, and the seat is asked what it is asked now.
    Here,
    /// Something comes otherwise.
    Differs(Difference),
}

/// What comes otherwise.
#[derive(Debug, Clone)]
pub enum Difference {
    /// Something else is told: with the cards of this world, where some are alike.
    Tells(Telling),
    /// What a seat is told to have chosen it may not choose.
    Illegal { wanted: CardSet, source: CardSet, instead: CardSet },
    /// Anything else: the game stops, or asks another seat or for another thing.
    Goes,
}

impl Rules {
    /// Of a game, for a seat.
    #[must_use]
    pub fn new(prepared: &Prepared, seat: u8) -> Self {
        let (runner, likes) = (Arc::clone(prepared.runner()), Likes::of(prepared));
        Self {
            runner,
            seat,
            likes,
            shuffling: Vec::new(),
            barred: Vec::new(),
            lets: Lets::Choices,
            steps: 0,
            most_steps: 0,
        }
    }

    /// The cards that stood in the way where a card lies.
    pub fn barred_with(&self, world: &World, card: u8) -> CardSet {
        let place = world.desk.state().place_of(self.runner.program(), card);
        place.and_then(|place| self.barred.get(usize::from(place))).copied().unwrap_or(CardSet::NONE)
    }
}

impl World {
    /// A world at the beginning of the game, in which chance is drawn from a stream.
    #[must_use]
    pub fn new(rules: &Rules, stream: Stream) -> Self {
        let desk = rules.runner.desk_by(Remembered::new(stream));
        let shown = Shown::new(rules.runner.program());
        let mut world = Self {
            desk,
            shown,
            told: 0,
            own: 0,
            made: 0,
            choices: Vec::new(),
            dropped: 0,
            hidden: Vec::new(),
            drawn: 0,
            illegal: Vec::new(),
            otherwise: Vec::new(),
            marks: Vec::new(),
        };
        let first = world.mark();
        world.marks.push(Arc::new(first));
        world
    }

    /// The chance of this world.
    pub fn chance(&mut self) -> Option<&mut Remembered> {
        self.desk.chance.other()
    }

    fn chances(&mut self) -> usize {
        self.chance().map_or(0, |chance| chance.count())
    }

    /// The game as it stands, without what comes of chance.
    fn mark(&mut self) -> Mark {
        let chances = self.chances();
        let chance = std::mem::replace(&mut self.desk.chance, Seeded::new(0).into());
        let desk = self.desk.clone();
        self.desk.chance = chance;
        Mark { desk, shown: self.shown.clone(), told: self.told, chances, made: self.made, own: self.own }
    }

    /// Back to the last mark before chance had come so often, and before so many decisions.
    pub fn rewind(&mut self, chances: usize, decisions: usize) {
        let before = |mark: &Arc<Mark>| mark.chances <= chances && mark.made <= decisions;
        let last = self.marks.iter().rposition(before).unwrap_or(0);
        self.marks.truncate(last + 1);
        let Some(mark) = self.marks.last().cloned() else { return };
        let chance = std::mem::replace(&mut self.desk.chance, Seeded::new(0).into());
        self.desk.clone_from(&mark.desk);
        self.desk.chance = chance;
        if let Some(chance) = self.chance() {
            chance.back_to(mark.chances);
        }
        self.shown.clone_from(&mark.shown);
        (self.told, self.made, self.own) = (mark.told, mark.made, mark.own);
        self.hidden.retain(|hidden| hidden.decision < mark.made);
        self.illegal.retain(|illegal| illegal.decision < mark.made);
        self.otherwise.retain(|otherwise| otherwise.line < mark.told);
    }

    /// Cards change places in all that came of chance from here on, and in all choices since the mark before it: then the world is to be
    /// played again.
    pub fn swap(&mut self, from: usize, swap: &Swap) {
        self.rewind(from, usize::MAX);
        if let Some(chance) = self.chance() {
            chance.swap_from(from, swap);
        }
        let since = self.made.saturating_sub(self.dropped);
        for choice in self.choices.iter_mut().skip(since) {
            for picked in &mut choice.picks {
                picked.cards = swap.set(picked.cards);
            }
        }
    }

    /// Whether it stands where a seat is asked.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.desk.state().waiting().is_some()
    }

    /// How many times it can be gone back to.
    #[must_use]
    pub fn marks(&self) -> (usize, usize) {
        (self.marks.len(), self.marks.last().map_or(0, |mark| mark.told))
    }

    /// The decisions of which the seat does not know all that was chosen, as far as they can be gone back to.
    #[must_use]
    pub fn hidden(&self) -> &[Hidden] {
        &self.hidden
    }

    /// How much was drawn since this was last asked: hidden choices, shuffles, draws.
    pub fn drawn(&mut self) -> usize {
        let chance = self.chance().map_or(0, Remembered::drawn);
        chance + std::mem::take(&mut self.drawn)
    }

    /// Another choice in a decision, where it is legal: then the world is to be played again.
    pub fn choose_again(&mut self, decision: usize) {
        self.rewind(usize::MAX, decision);
        self.forget(decision);
    }

    /// Another choice in a decision, when it comes again.
    pub fn forget(&mut self, decision: usize) {
        // No act has this number: another is drawn.
        if let Some(choice) = self.choices.get_mut(decision.saturating_sub(self.dropped)) {
            choice.act = u8::MAX;
        }
    }

    /// How many decisions were made.
    #[must_use]
    pub const fn made(&self) -> usize {
        self.made
    }

    /// Lets something happen while it is held against the story.
    fn hear<T>(
        &mut self,
        rules: &Rules,
        story: &Story,
        happens: impl FnOnce(&mut Shown, &Runner, &mut Desk, &mut Ear) -> Result<T, Fault>,
    ) -> Result<T, Difference> {
        let mut differs = None;
        let mut ear = Ear {
            program: rules.runner.program(),
            likes: &rules.likes,
            seat: rules.seat,
            lines: &story.lines,
            told: &mut self.told,
            differs: &mut differs,
            otherwise: (rules.lets == Lets::Numbers).then_some(&mut self.otherwise),
            as_told: VecDeque::new(),
        };
        let happened = happens(&mut self.shown, &rules.runner, &mut self.desk, &mut ear);
        match (differs, happened) {
            (Some(telling), _) => Err(Difference::Tells(telling)),
            (None, happened) => happened.map_err(|_| Difference::Goes),
        }
    }

    /// Plays on as the story goes, to where the seat is asked what it has not answered yet. Hidden choices are those that were made when
    /// the world was played before, where they are legal and would be told as they were; others are drawn.
    pub fn advance(&mut self, rules: &mut Rules, story: &Story, stream: &mut Stream) -> Stop {
        loop {
            match self.step(rules, story, stream) {
                Ok(true) => return Stop::Here,
                Ok(false) => {}
                Err(difference) => return Stop::Differs(difference),
            }
        }
    }

    /// To the next decision, and makes it: whether it is the one that the seat is asked now.
    fn step(&mut self, rules: &mut Rules, story: &Story, stream: &mut Stream) -> Result<bool, Difference> {
        rules.steps += 1;
        let line = self.desk.state().line(rules.runner.program());
        let expected = rules.shuffling.contains(&line);
        let mark = expected.then(|| self.mark());
        let before = self.chances();
        let pause = self.hear(rules, story, |shown, runner, desk, ear| shown.run(runner, desk, ear));
        if self.chances() != before {
            match mark {
                // It was gone back to.
                Some(mark) if self.marks.last().is_some_and(|last| last.chances == mark.chances) => {}
                Some(mark) => self.marks.push(Arc::new(mark)),
                None if expected => {}
                None => rules.shuffling.push(line),
            }
        }
        let Pause::Decision(seats) = pause? else { return Err(Difference::Goes) };
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), self.desk.state().waiting()) else {
            return Err(Difference::Goes);
        };
        let count = rules.runner.choices(&mut self.desk, seat);
        let choice = if seat == rules.seat && count > 1 {
            if rules.lets == Lets::Numbers && story.own.len() == self.own {
                self.takes_rest(rules, story);
            }
            match story.own.get(self.own) {
                None if self.told == story.lines.len() => return Ok(true),
                Some(own) if own.count == count => {
                    self.own += 1;
                    rules.likes.among_those_there(&rules.runner, &mut self.desk, seat, &own.choice)
                }
                None | Some(_) => return Err(Difference::Goes),
            }
        } else {
            let told = story.act(self.told, ask, seat);
            if told.is_none() && seats & (1 << rules.seat) == 0 {
                // Nobody has told of it, and the seat is not among those who are asked: the story has not come here.
                return Err(Difference::Goes);
            }
            if count > 1 && told.is_none_or(|told| !told.is_whole()) {
                let ways = self.ways(rules, (seat, count), told);
                self.hidden.push(Hidden { decision: self.made, ways });
            }
            if count > 1 && told.is_some_and(|told| told.forced) {
                // It had no choice.
                let choice = Choice { act: u8::MAX, ..Choice::default() };
                return Err(self.illegal(rules, seat, choice));
            }
            self.choice_of(rules, (seat, count), (told, story), stream)?
        };
        let at = self.made.saturating_sub(self.dropped);
        match self.choices.get_mut(at) {
            Some(made) => *made = choice,
            None => self.choices.push(choice),
        }
        self.made += 1;
        self.hear(rules, story, |shown, runner, desk, ear| {
            shown.choose(runner, desk, (seat, &choice, count == 1), ear)
        })?;
        Ok(false)
    }

    /// The cards of which the seat cannot tell where they are, or in which order they lie where the order counts.
    #[must_use]
    pub fn unlocated(&mut self, rules: &Rules) -> CardSet {
        unlocated(&mut self.desk, rules)
    }

    /// Two cards of which the seat may hold that each lies where the other does, and the last shuffle in which both were.
    pub fn exchange(&mut self, rules: &Rules, one: u8, other: u8) -> Option<usize> {
        let program = rules.runner.program();
        let lies = |card| self.desk.state().place_of(program, card);
        let (here, there) = (lies(one)?, lies(other)?);
        let may = |card: u8, place| self.desk.may_lie(rules.seat, place).is_some_and(|set| set.has(card));
        let ordered = |place: u16| program.places.get(usize::from(place)).is_some_and(|place| place.ordered);
        let apart = here != there || ordered(here);
        let possible = apart && may(one, there) && may(other, here) && !rules.likes.cards.of_card(one).has(other);
        if !possible {
            return None;
        }
        self.chance()?.where_both(one, other)
    }
}

/// The cards of which a seat cannot tell where they are, or in which order they lie where the order counts.
fn unlocated(desk: &mut Desk, rules: &Rules) -> CardSet {
    let (mut once, mut more) = (CardSet::NONE, CardSet::NONE);
    for (number, place) in (0_u16..).zip(&rules.runner.program().places) {
        let here = desk.may_lie(rules.seat, number).unwrap_or(CardSet::NONE);
        more |= once & here;
        once |= here;
        let lie = desk.state().mask(u32::from(number));
        if place.ordered && lie.count_ones() > 1 && rules.runner.seers(desk, number) & (1 << rules.seat) == 0 {
            more |= lie;
        }
    }
    more
}
