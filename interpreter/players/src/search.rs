//! The search: what a seat should do, from worlds that fit what it was told.

mod offer;
mod pairs;
mod plans;
mod walk;

use bidlang::engine::{Choice, Desk, Runner, Seeded, Silent, State, Stream};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::aim::Aim;
use crate::habits::{COSTS, Eyes, Habits};
use crate::player::Question;
use crate::playout::{Next, next, play_on};
use crate::redeal::Deal;
use crate::sights::Sights;
use crate::story::Likes;
use crate::tree::Tree;
use walk::Walk;

/// Deepest way through the tree.
const DEEPEST: usize = 60;
/// So often it is looked whether there is time left.
const ROUND: u32 = 16;

/// Of so many choices at most that several make at once, one is drawn of those that were tried often. Of more, as of all ways to pass on three cards, what others pass on
/// makes little difference to what is best.
const MOST_MIXED: u64 = 24;
/// What is tried less often than this part of the first is no more than looked at.
const OFTEN: u32 = 4;

/// How much is thought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Ways through the tree, in all.
    pub iterations: u32,
    /// Most choices on all of them, where there is a limit: where games are long, there are fewer ways.
    pub choices: Option<u64>,
    /// Until this time, where it goes by time.
    pub until: Option<u64>,
    /// Trees that are grown side by side.
    pub trees: u32,
    /// Whether the best choices are held against each other at last.
    pub pairs: bool,
}

/// A choice, as the search sees it.
#[derive(Debug, Clone, Copy)]
pub struct Considered {
    /// What is chosen.
    pub choice: Choice,
    /// How often it was tried.
    pub tried: u32,
    /// In what share of all tries.
    pub share: f64,
    /// What came of it on the mean, in spreads of what came of all tries: above nought where more is gained than the others gain, from here on.
    pub worth: f64,
    /// Whether it is the best for being done again and again.
    pub kept_up: bool,
    /// Whether it is one of those that are drawn from, as others choose at the same time.
    pub mixed: bool,
}

impl Considered {
    /// By how much what is known of two of them may differ by chance, in spreads of what came of all tries: the standard error.
    fn error_beside(&self, other: &Self) -> f64 {
        let tries = |one: &Self| 1.0 / f64::from(one.tried.max(1));
        (tries(self) + tries(other)).sqrt()
    }
}

/// What a search looks at.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The game.
    pub runner: &'a Runner,
    /// What is played for.
    pub aim: &'a Aim,
    /// What is seen of choices.
    pub sights: &'a Sights,
    /// Which cards are taken for each other.
    pub likes: &'a Likes,
    /// How seats play behind the tree.
    pub habits: &'a Habits,
    /// The seat that is asked.
    pub seat: u8,
    /// The time.
    pub clock: &'a Clock,
}

/// Tells how late it is, in milliseconds since any time.
pub type Clock = dyn Fn() -> u64 + Send + Sync;

/// One tree being grown.
struct Search<'a> {
    look: Look<'a>,
    tree: Tree,
    eyes: Eyes,
    desk: Desk,
    stream: Stream,
    way: Vec<(usize, usize, usize, u8)>,
    worth: Vec<f64>,
    /// What each seat has where it is asked.
    before: Vec<f64>,
    /// How many choices were made so far.
    choices: u64,
    /// The arms that may be tried, each with how usual it is.
    offered: Vec<(usize, f32)>,
    /// What they are.
    known: Vec<Choice>,
    /// What was offered last in the question itself.
    asked: Vec<(usize, f32)>,
    /// The deal that is played.
    deal: Deal,
    /// What the seat does first, where that is fixed.
    first: Option<Choice>,
}

impl Look<'_> {
    /// What may be done, the most tried first: the states are worlds that fit what the seat was told, in which it is asked.
    #[must_use]
    pub fn consider(&self, worlds: &[&State], budget: Budget, seed: u64) -> Vec<Considered> {
        if worlds.is_empty() {
            return Vec::new();
        }
        let trees = budget.trees.max(1);
        // Some of the time is for the best ones side by side, and for plans.
        let left = |all: u64| if budget.pairs { all - all / pairs::PART - all / plans::PART } else { all };
        let now = (self.clock)();
        let until = budget.until.map(|until| if until > now { now + left(until - now) } else { until });
        let choices = budget.choices.map(left);
        let grown: Vec<(Vec<Considered>, Tree)> = (0..trees)
            .into_par_iter()
            .map(|number| {
                let share = Budget {
                    iterations: budget.iterations.div_ceil(trees),
                    choices: choices.map(|choices| choices / u64::from(trees)),
                    until,
                    ..budget
                };
                let mut search = Search::new(*self, Stream::new(seed, 100 + u64::from(number)));
                search.grow(worlds, share, number as usize);
                (search.found(), search.tree)
            })
            .collect();
        let mut all: Vec<Considered> = Vec::new();
        let (grown, trees): (Vec<_>, Vec<Tree>) = grown.into_iter().unzip();
        for found in grown.into_iter().flatten() {
            match all.iter_mut().find(|known| known.choice == found.choice) {
                Some(known) => {
                    let tried = known.tried + found.tried;
                    let sum = known.worth * f64::from(known.tried) + found.worth * f64::from(found.tried);
                    (known.tried, known.worth) = (tried, sum / f64::from(tried.max(1)));
                }
                None => all.push(found),
            }
        }
        let tries: f64 = all.iter().map(|one| f64::from(one.tried)).sum();
        all.iter_mut().for_each(|one| one.share = f64::from(one.tried) / tries.max(1.0));
        all.sort_by(|a, b| b.tried.cmp(&a.tried).then(b.worth.total_cmp(&a.worth)));
        let mixes = self.mixes(worlds);
        if budget.pairs && !mixes {
            self.settle((worlds, &trees), &mut all, budget, seed);
        }
        if budget.pairs {
            self.follow_plans((worlds, &trees), &mut all, budget, seed);
        }
        if mixes {
            mark_mixed(&mut all);
        }
        all
    }
}

/// Marks those that are drawn from: tried often, and no worse than the first as far as chance tells. Where a plan is better, that is what is done.
fn mark_mixed(found: &mut [Considered]) {
    let Some(first) = found.first().copied() else { return };
    if found.iter().any(|one| one.tried > first.tried) {
        return;
    }
    for one in found {
        one.mixed = one.tried > first.tried / OFTEN && first.worth - one.worth <= one.error_beside(&first);
    }
}

impl Look<'_> {
    /// What the seat is asked, as it stands in the worlds; none where there is none.
    #[must_use]
    pub fn asked(&self, worlds: &[&State]) -> Option<Question> {
        let state = *worlds.first()?;
        let ask = state.waiting()?;
        let mut desk = self.runner.desk_by(Seeded::new(0));
        desk.load(state);
        self.runner.ask_anew(&mut desk).ok()?;
        Some(Question { ask, count: self.runner.choices(&mut desk, self.seat) })
    }

    /// Whether others choose at the same time, each among few: what is best against what they usually do is what they would expect.
    fn mixes(&self, worlds: &[&State]) -> bool {
        let at_once = |ask: u16| self.runner.program().asks.get(usize::from(ask)).is_some_and(|ask| ask.at_once);
        let asked = worlds.first().and_then(|state| state.waiting());
        asked.is_some_and(at_once) && self.asked(worlds).is_some_and(|question| question.count <= MOST_MIXED)
    }

    /// Two choices side by side, each so often and from the same worlds: how many points the first is better, and the standard error of that. None
    /// where there is no world.
    #[must_use]
    pub fn compare(
        &self,
        worlds: &[&State],
        (one, other): (Choice, Choice),
        tries: u32,
        seed: u64,
    ) -> Option<(f64, f64)> {
        let search = |first: Choice, number: u64| {
            let mut search = Search::new(*self, Stream::new(seed, 200 + number));
            search.first = Some(first);
            search
        };
        let (mut one, mut other) = (search(one, 0), search(other, 1));
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut number = 0.0;
        for state in worlds.iter().cycle().take(if worlds.is_empty() { 0 } else { tries as usize }) {
            let points = |search: &mut Search| {
                search.go(state);
                self.aim.points(self.runner.program(), &search.desk, self.seat)
            };
            let gained = points(&mut one) - points(&mut other);
            sum += gained;
            squares += gained * gained;
            number += 1.0;
        }
        let mean = sum / number;
        (number > 1.0).then(|| (mean, ((squares / number - mean * mean).max(0.0) / (number - 1.0)).sqrt()))
    }
}

impl Look<'_> {
    /// A world comes to the desk, and the question is asked anew: whether it can be.
    fn begin(&self, desk: &mut Desk, deal: &mut Deal, state: &State) -> bool {
        desk.load(state);
        desk.most_passes = self.aim.end_of(self.runner.program(), state);
        let asked = self.runner.ask_anew(desk).is_ok();
        if asked {
            self.aim.redeals.begins(desk, deal);
        }
        asked
    }

    /// What each seat has gained since the world as it was, as it stands on the desk.
    fn gained(&self, desk: &Desk, state: &State, (worth, before): (&mut Vec<f64>, &mut Vec<f64>)) {
        self.aim.worth(self.runner, desk, worth);
        self.aim.standing(self.runner.program(), state, before);
        worth.iter_mut().zip(before).for_each(|(worth, before)| *worth -= *before);
    }
}

impl<'a> Search<'a> {
    fn new(look: Look<'a>, stream: Stream) -> Self {
        let desk = look.runner.desk_by(Seeded(stream.clone()));
        let mut stream = stream;
        // The chance of the desk draws from the same numbers: these go on elsewhere.
        let apart = u64::from(stream.below(u32::MAX));
        Self {
            look,
            tree: Tree::default(),
            eyes: Eyes::default(),
            desk,
            stream: Stream::new(apart, 5),
            way: Vec::new(),
            worth: Vec::new(),
            before: Vec::new(),
            choices: 0,
            offered: Vec::new(),
            known: Vec::new(),
            asked: Vec::new(),
            deal: Deal::default(),
            first: None,
        }
    }

    fn grow(&mut self, worlds: &[&State], budget: Budget, first: usize) {
        for number in 0..budget.iterations {
            if number % ROUND == ROUND - 1
                && (budget.until.is_some_and(|until| (self.look.clock)() >= until)
                    || budget.choices.is_some_and(|most| self.choices + self.desk.worked() / COSTS >= most)
                    || (budget.until.is_none() && self.is_settled(budget.iterations - number)))
            {
                return;
            }
            let at = (number as usize + first) % worlds.len();
            if let Some(state) = worlds.get(at) {
                self.go(state);
            }
        }
    }

    /// Whether no other choice can be tried more often in what is left.
    fn is_settled(&mut self, left: u32) -> bool {
        let Some(table) = self.own() else { return false };
        let (mut most, mut second) = (0, 0);
        for arm in &table.arms {
            if arm.tried > most {
                (most, second) = (arm.tried, most);
            } else {
                second = second.max(arm.tried);
            }
        }
        most > second + left
    }

    fn own(&mut self) -> Option<&crate::tree::Bandit> {
        let seat = self.look.seat;
        let root = self.tree.nodes.first()?;
        root.bandits.iter().find(|((_, of), _)| *of == seat).map(|(_, bandit)| bandit)
    }

    fn found(&mut self) -> Vec<Considered> {
        let arms = self.own().map(|table| table.arms.clone()).unwrap_or_default();
        let spread = self.tree.spread();
        let considered = |arm: &crate::tree::Arm| Considered {
            choice: arm.choice,
            tried: arm.tried,
            share: 0.0,
            worth: arm.sum / (f64::from(arm.tried.max(1)) * spread),
            kept_up: false,
            mixed: false,
        };
        arms.iter().filter(|arm| arm.tried > 0).map(considered).collect()
    }

    /// One way through the tree, and a playout behind it.
    fn go(&mut self, state: &State) {
        let Look { runner, aim, seat: own, .. } = self.look;
        if !self.look.begin(&mut self.desk, &mut self.deal, state) {
            return;
        }
        self.way.clear();
        let (mut walk, mut new) = (Walk::at(0), false);
        for _ in 0..DEEPEST {
            let came_to_nothing = |desk: &Desk| aim.redeals.came_to_nothing(desk, &mut self.deal);
            let (ask, seat, count) = match next(runner, &mut self.desk, came_to_nothing) {
                Next::Asks(ask, seat, count) => (ask, seat, count),
                Next::Forced => continue,
                Next::Ends => break,
            };
            if walk.is_asked(&self.look, &mut self.desk, seat) {
                let Some((to, is_new)) = self.tree.next(walk.node, walk.done) else { break };
                walk = Walk::at(to);
                if new {
                    break;
                }
                new = is_new;
            }
            let fixed = self.first.filter(|_| self.way.is_empty() && seat == own);
            let picked = match fixed {
                Some(choice) => self.fixed(walk.node, (ask, seat), choice),
                None => self.pick(walk.node, (ask, seat), count),
            };
            let Some((bandit, arm, choice)) = picked else { break };
            self.way.push((walk.node, bandit, arm, seat));
            walk.chooses(&self.look, &mut self.desk, (ask, seat), &choice);
            if runner.choose(&mut self.desk, seat, &choice, false, &mut Silent).is_err() {
                break;
            }
            walk.has_chosen(&self.look, &self.desk);
        }
        let Self { eyes, desk, stream, deal, .. } = self;
        let behind = play_on(runner, desk, (self.look.habits, eyes), (&aim.redeals, deal), None, stream);
        self.choices += self.way.len() as u64 + behind;
        self.look.gained(&self.desk, state, (&mut self.worth, &mut self.before));
        if let Some(worth) = self.worth.get(usize::from(own)) {
            self.tree.result(*worth);
        }
        self.tree.learn(&self.way, &self.worth);
    }
}
