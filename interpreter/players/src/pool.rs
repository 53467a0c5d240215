//! A seat's belief: worlds that fit all that it was told (a particle set), kept from one question to the next, mended as lines come, and
//! mixed by exchanges that leave the uniform distribution as it is (Metropolis: a change that fits is as likely as its way back).

use bidlang::Prepared;
use bidlang::engine::{Choice, State, Stream, Telling};

use crate::habits::{Eyes, Habits};
use crate::hearing::Hears;
use crate::mend::{FEW, Fit, TRIES, mend};
use crate::mix::change;
use crate::story::{Own, Story};
use crate::weights::{picked, usual};
use crate::world::{Lets, Rules, World};

/// So many worlds that did not fit are tried longer, where none did.
const MOST_LOST: usize = 8;
/// So many changes are tried in a world that was copied from another, and in one that had to be changed to fit: it is one of those that are
/// found first, and by them it comes to any.
const AS_COPIES: usize = 8;
/// So many in a world that was made from the beginning.
const AS_NEW: usize = 40;

/// So many decisions may be played for each world that is wanted, for one question.
const STEPS: u64 = 4_000;
/// For fewer worlds as much is played as for so many.
const LEAST: u64 = 40;
/// Where no world fitted at the questions before, one half of that for each of them, down to a sixteenth: what could not be found is seldom found from what is
/// the same but longer.
const MOST_HALVES: u32 = 4;
/// Worlds are changed for one question as long as so many decisions for each of them take.
const MIXING: u64 = 100;

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
    /// Worlds that came to nothing, where none fits: others are made from what came long before.
    ruins: Vec<World>,
    /// Those that count, each as often as it does: their numbers.
    counted: Vec<usize>,
    /// The most worlds.
    size: usize,
    /// So many changes are tried in each world for each question, and which world is changed next.
    sweeps: usize,
    next: usize,
    stream: Stream,
    /// Questions in a row for which no world was found that fits.
    lost: u32,
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
            ruins: Vec::new(),
            counted: Vec::new(),
            size: size.max(1),
            sweeps,
            next: 0,
            stream,
            lost: 0,
            report: Report::default(),
        }
    }

    /// The worlds that fit what was told up to the question that the seat is asked now; none where none was found.
    pub fn worlds(&mut self) -> &mut [World] {
        self.go();
        &mut self.worlds
    }

    /// Where the worlds stand that were found last, each as often as it counts.
    #[must_use]
    pub fn states(&self) -> Vec<&State> {
        self.counted.iter().filter_map(|number| self.worlds.get(*number)).map(|world| world.desk.state()).collect()
    }

    /// From here to the next question worlds in which others chose what is usual count more.
    pub fn weigh(&mut self, habits: &Habits) {
        let mut eyes = Eyes::default();
        let Self { rules, stream, worlds, .. } = self;
        let usual: Vec<f64> =
            worlds.iter().map(|world| usual(world, rules, habits, (&mut eyes, &mut *stream))).collect();
        self.counted = picked(&usual, stream);
    }

    /// How many decisions were played in all worlds so far.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.rules.steps
    }

    /// Goes on to the question that the seat is asked now.
    pub fn go(&mut self) {
        self.report.questions += 1;
        // Some is kept for new worlds, where none goes on.
        let most = (STEPS * (self.size as u64).max(LEAST)) >> self.lost.min(MOST_HALVES);
        self.rules.most_steps = self.rules.steps + most / 2;
        self.go_on();
        self.rules.most_steps = self.rules.steps + most / 2;
        self.fill();
        self.mix();
        if self.worlds.iter().all(|world| !world.fits()) {
            self.report.lost += 1;
            self.lost += 1;
        } else {
            self.lost = 0;
        }
        self.counted = (0..self.worlds.len()).collect();
    }

    /// All worlds go on as the story does; those that cannot be mended go.
    fn go_on(&mut self) {
        let Self { rules, story, stream, worlds, .. } = self;
        let (mut lost, mut nearly, mut chances) = (Vec::new(), Vec::new(), false);
        let mut mended = Vec::new();
        let began = rules.steps;
        for mut world in std::mem::take(worlds) {
            let before = world.marks();
            match mend(&mut world, rules, story, stream, FEW) {
                fit @ (Fit::Straight | Fit::Whole) => {
                    chances |= world.marks() != before;
                    world.prune(rules);
                    if fit == Fit::Straight { worlds.push(world) } else { mended.push(world) }
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
            if worlds.is_empty() && mended.is_empty() && mend(world, rules, story, stream, TRIES).is_fit() {
                world.prune(rules);
                mended.push(world.clone());
            }
        }
        if worlds.is_empty() && mended.is_empty() {
            // Half as much again may be played for it.
            let most = (rules.steps - began) / 2;
            for world in taken_as_told(nearly.drain(..).chain(lost.drain(..)).collect(), (rules, most), story, stream) {
                match world {
                    (world, Fit::Not) => lost.push(world),
                    (world, _) if world.fits() => mended.push(world),
                    (world, _) => nearly.push(world),
                }
            }
        }
        let straight = worlds.len();
        if straight + mended.len() == 0 {
            self.ruins.extend(lost);
            self.ruins.extend(nearly.iter().cloned());
            self.ruins.truncate(MOST_LOST);
        } else {
            self.ruins.clear();
        }
        worlds.append(&mut mended);
        if worlds.is_empty() {
            // Better than none: they are tried again when the seat is asked the next time.
            worlds.extend(nearly.into_iter().filter(|world| world.is_here()));
        } else {
            (straight..self.worlds.len()).for_each(|number| self.change_often(number, AS_COPIES));
        }
    }

    /// As many worlds as are wanted: from the beginning where there is none, else from those that are there.
    fn fill(&mut self) {
        let Self { rules, story, stream, worlds, ruins, size, .. } = self;
        let (fresh, mut failed) = (worlds.iter().all(|world| !world.fits()), 0);
        let mut nearly = std::mem::take(worlds);
        if !fresh {
            worlds.append(&mut nearly);
        }
        while fresh && worlds.len() < *size && failed < MOST_LOST {
            let seed = u64::from(stream.below(u32::MAX));
            let mut world = match ruins.get(failed % ruins.len().max(1)).filter(|_| failed % 4 < 3) {
                Some(ruin) => {
                    let mut world = ruin.clone();
                    world.restart(rules);
                    world
                }
                None => World::new(rules, Stream::new(seed, 12)),
            };
            let tries = if worlds.is_empty() { TRIES } else { FEW };
            match mend(&mut world, rules, story, stream, tries) {
                Fit::Straight | Fit::Whole => {
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
        if worlds.iter().any(|world| !world.fits()) {
            return;
        }
        let there = self.worlds.len();
        if fresh {
            (0..there).for_each(|number| self.change_often(number, AS_NEW));
        }
        while there > 0 && self.worlds.len() < self.size {
            let Some(world) = self.worlds.get(self.worlds.len() % there).cloned() else { break };
            self.worlds.push(world);
            let new = self.worlds.len() - 1;
            self.change_often(new, AS_COPIES);
        }
    }

    /// Each world is changed as often as is wanted; where that is long, some of them, and the others before the next questions.
    fn mix(&mut self) {
        if self.worlds.iter().any(|world| !world.fits()) {
            return;
        }
        let most = self.rules.steps + MIXING * self.size as u64;
        for _ in 0..self.worlds.len() {
            if self.rules.steps >= most {
                break;
            }
            self.next = (self.next + 1) % self.worlds.len().max(1);
            self.change_often(self.next, self.sweeps);
        }
    }

    /// So many changes of a world.
    fn change_often(&mut self, number: usize, times: usize) {
        let hides = self.worlds.iter().any(|world| !world.hidden().is_empty());
        for _ in 0..times {
            self.change(number, hides);
        }
    }

    /// One change of a world, kept if it fits what was told.
    fn change(&mut self, number: usize, hides: bool) {
        let Self { rules, story, stream, worlds, .. } = self;
        if let Some(world) = worlds.get_mut(number) {
            change(world, rules, story, stream, hides);
        }
    }
}

/// Worlds that do not fit go on with numbers taken as they were told: what came otherwise is forgotten behind the next deal. So many decisions may be played for all
/// of them together.
fn taken_as_told(
    mut worlds: Vec<World>,
    (rules, most): (&mut Rules, u64),
    story: &Story,
    stream: &mut Stream,
) -> Vec<(World, Fit)> {
    let each = most / worlds.len().max(1) as u64;
    rules.lets = Lets::Numbers;
    let mut mended = |mut world: World| {
        rules.most_steps = rules.steps + each;
        let fit = mend(&mut world, rules, story, stream, TRIES);
        if fit != Fit::Not {
            world.prune(rules);
        }
        (world, fit)
    };
    let found = worlds.drain(..).map(&mut mended).collect();
    rules.lets = Lets::Choices;
    found
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
