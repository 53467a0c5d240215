//! A seat's belief: worlds that fit all that it was told (a particle set), kept from one question to the next, mended as lines come, and
//! mixed by exchanges that leave the uniform distribution as it is (Metropolis: a change that fits is as likely as its way back).

use bidlang::Prepared;
use bidlang::engine::{Choice, State, Stream, Telling};

use crate::hearing::Hears;
use crate::luck::Swap;
use crate::mend::{FEW, Fit, TRIES, any, mend};
use crate::story::{Own, Story};
use crate::world::{Rules, Stop, World};

/// So many worlds that did not fit are tried longer, where none did.
const MOST_LOST: usize = 8;
/// So many changes are tried in a world that was copied from another.
const AS_COPIES: usize = 8;

/// So many decisions may be played for each world that is wanted, for one question.
const STEPS: u64 = 4_000;

/// How a belief went so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Questions.
    pub questions: u64,
    /// Questions for which no world was found that fits.
    pub lost: u64,
}

/// Worlds that fit what a seat was told.
pub struct Pool {
    rules: Rules,
    story: Story,
    worlds: Vec<World>,
    /// The most worlds.
    size: usize,
    /// So many changes are tried in each world for each question.
    sweeps: usize,
    stream: Stream,
    /// How it went.
    pub report: Report,
}

impl Pool {
    /// For a seat of a game that has not begun.
    #[must_use]
    pub fn new(prepared: &Prepared, seat: u8, (size, sweeps): (usize, usize), seed: u64) -> Self {
        let stream = Stream::new(seed, 11 + u64::from(seat));
        Self {
            rules: Rules::new(prepared, seat),
            story: Story::default(),
            worlds: Vec::new(),
            size: size.max(1),
            sweeps,
            stream,
            report: Report::default(),
        }
    }

    /// The worlds that fit what was told up to the question that the seat is asked now; none where none was found.
    pub fn worlds(&mut self) -> &mut [World] {
        self.go();
        &mut self.worlds
    }

    /// Where the worlds stand that were found last.
    #[must_use]
    pub fn states(&self) -> Vec<&State> {
        self.worlds.iter().map(|world| world.desk.state()).collect()
    }

    /// Goes on to the question that the seat is asked now.
    pub fn go(&mut self) {
        self.report.questions += 1;
        self.rules.most_steps = self.rules.steps + STEPS * self.size as u64;
        self.go_on();
        self.fill();
        self.mix();
        if self.worlds.iter().all(|world| !world.illegal.is_empty()) {
            self.report.lost += 1;
        }
    }

    /// All worlds go on as the story does; those that cannot be mended go.
    fn go_on(&mut self) {
        let Self { rules, story, stream, worlds, .. } = self;
        let (mut lost, mut nearly, mut chances) = (Vec::new(), Vec::new(), false);
        for mut world in std::mem::take(worlds) {
            let before = world.marks();
            match mend(&mut world, rules, story, stream, FEW) {
                Fit::Whole => {
                    chances |= world.marks() != before;
                    world.prune(rules);
                    worlds.push(world);
                }
                Fit::Nearly if nearly.len() < MOST_LOST => nearly.push(world),
                Fit::Not if lost.len() < MOST_LOST => lost.push(world),
                Fit::Nearly | Fit::Not => {}
            }
        }
        if chances {
            rules.barred.clear();
        }
        for world in nearly.iter_mut().chain(&mut lost) {
            if worlds.is_empty() && mend(world, rules, story, stream, TRIES) == Fit::Whole {
                world.prune(rules);
                worlds.push(world.clone());
            }
        }
        if worlds.is_empty() {
            // Better than none: they are tried again when the seat is asked the next time.
            worlds.extend(nearly.into_iter().filter(|world| world.is_here()));
        }
    }

    /// As many worlds as are wanted: from the beginning where there is none, else from those that are there.
    fn fill(&mut self) {
        let Self { rules, story, stream, worlds, size, .. } = self;
        let (fresh, mut failed) = (worlds.is_empty(), 0);
        let mut nearly = Vec::new();
        while fresh && worlds.len() < *size && failed < MOST_LOST {
            let seed = u64::from(stream.below(u32::MAX));
            let mut world = World::new(rules, Stream::new(seed, 12));
            let tries = if worlds.is_empty() { TRIES } else { FEW };
            match mend(&mut world, rules, story, stream, tries) {
                Fit::Whole => {
                    world.prune(rules);
                    worlds.push(world);
                }
                fit => {
                    failed += 1;
                    nearly.extend((fit == Fit::Nearly).then_some(world));
                }
            }
        }
        if worlds.is_empty() {
            worlds.append(&mut nearly);
        }
        if worlds.iter().any(|world| !world.illegal.is_empty()) {
            return;
        }
        let there = self.worlds.len();
        while there > 0 && self.worlds.len() < self.size {
            let Some(world) = self.worlds.get(self.worlds.len() % there).cloned() else { break };
            self.worlds.push(world);
            let new = self.worlds.len() - 1;
            (0..AS_COPIES).for_each(|_| self.change(new));
        }
    }

    /// Each world is changed as often as is wanted.
    fn mix(&mut self) {
        if self.worlds.iter().any(|world| !world.illegal.is_empty()) {
            return;
        }
        for number in 0..self.worlds.len() {
            for _ in 0..self.sweeps {
                self.change(number);
            }
        }
    }

    /// One change of a world, kept if it fits what was told.
    fn change(&mut self, number: usize) {
        let Self { rules, story, stream, worlds, .. } = self;
        let Some(world) = worlds.get_mut(number) else { return };
        let Some((mut trial, draws)) = changed(world, rules, stream) else { return };
        trial.drawn();
        // Where more is drawn than was changed, the way back would not be as likely.
        if let Stop::Here = trial.advance(rules, story, stream)
            && trial.illegal.is_empty()
            && trial.drawn() == draws
        {
            *world = trial;
        }
    }
}

impl Hears for Pool {
    fn hear(&mut self, telling: &Telling) {
        let mut line = telling.clone();
        self.rules.likes.settle(&mut line);
        self.story.lines.push(line);
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.story.own.push(Own { choice: self.rules.likes.cards.choice(choice), count });
    }
}

/// A world with a change, to be played again, and how much of it is drawn anew.
fn changed(world: &mut World, rules: &Rules, stream: &mut Stream) -> Option<(World, usize)> {
    let sort = stream.below(8);
    if sort < 2
        && let Some(count) = u32::try_from(world.hidden().len()).ok().filter(|count| *count > 0)
    {
        let decision = *world.hidden().get(stream.below(count) as usize)?;
        let mut trial = world.clone();
        trial.choose_again(decision);
        return Some((trial, 1));
    }
    if sort == 2
        && let draws = world.chance()?.draws()
        && let Some(count) = u32::try_from(draws.len()).ok().filter(|count| *count > 0)
    {
        let (number, _) = *draws.get(stream.below(count) as usize)?;
        let mut trial = world.clone();
        trial.chance()?.draw_again(number);
        trial.rewind(number, usize::MAX);
        return Some((trial, 1));
    }
    let unlocated = world.unlocated(rules);
    let (one, other) = (any(unlocated, stream)?, any(unlocated, stream)?);
    let from = world.exchange(rules, one, other)?;
    let mut trial = world.clone();
    trial.swap(from, &Swap::of(one, other));
    Some((trial, 0))
}
