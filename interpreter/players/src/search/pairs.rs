//! The best choices side by side, from the same worlds and with the same chance (common random numbers; Law, "Simulation Modeling and Analysis", chapter 11): what
//! they differ in is told apart from luck, as where a lower bid wins as well. A tree tries each of them at another time, and finds small differences late.

use bidlang::engine::{Choice, Desk, Luck, Pause, Seeded, Silent, State, Stream};

use super::walk::Walk;
use super::{Budget, Considered, DEEPEST, Look};
use crate::habits::{COSTS, Eyes};
use crate::playout::{Next, Plan, next, play_on};
use crate::redeal::Deal;
use crate::tree::Tree;

/// Most choices beside the first, and each of them was tried at least one time in so many as often as that.
const MOST: usize = 12;
const SELDOM: u32 = 40;
/// Fewest and most rounds, and how many tries of the tree there are for each.
const ROUNDS: (u32, u32) = (8, 200);
const TRIES_OF_A_ROUND: u32 = 10;
/// They take this part of all choices that are thought through, at most.
pub(super) const PART: u64 = 5;
/// So many standard errors a choice has to be better, and not more than so many worse by the tree.
const CLEAR: f64 = 3.0;
const AGAINST: f64 = 2.0;
/// A seat goes on as its tree says where it was asked there so often.
const FOLLOWED: u32 = 20;
/// Less than this is no difference.
const ANYTHING: f64 = 1e-6;

/// What one choice came to against the first.
#[derive(Debug, Clone, Copy, Default)]
struct Better {
    sum: f64,
    squares: f64,
}

impl Better {
    fn add(&mut self, gained: f64) {
        self.sum += gained;
        self.squares += gained * gained;
    }

    /// How much better in so many rounds, and the standard error of that.
    fn mean(self, rounds: u32) -> (f64, f64) {
        let count = f64::from(rounds.max(1));
        let mean = self.sum / count;
        (mean, ((self.squares / count - mean * mean).max(0.0) / (count - 1.0).max(1.0)).sqrt())
    }

    /// How much better; none where it is not clear of chance.
    fn clear(self, rounds: u32) -> Option<f64> {
        let (mean, error) = self.mean(rounds);
        (rounds >= ROUNDS.0 && mean > ANYTHING && mean > CLEAR * error).then_some(mean)
    }

    /// Whether it is worse, or the same, beyond chance.
    fn is_out(self, rounds: u32) -> bool {
        let (mean, error) = self.mean(rounds);
        rounds >= ROUNDS.0 && mean + CLEAR * error < ANYTHING
    }
}

/// How a game goes on behind a choice.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rest {
    /// What the seat goes on to do; all by habit where it has no plan.
    pub(super) plan: Option<Plan>,
    /// Whether it is played to the end of the game, where tries end with their round.
    pub(super) to_the_end: bool,
}

/// Plays on from worlds.
struct Side<'a> {
    look: Look<'a>,
    desk: Desk,
    eyes: Eyes,
    deal: Deal,
    worth: Vec<f64>,
    before: Vec<f64>,
    /// Choices that were made.
    choices: u64,
}

impl Look<'_> {
    /// Puts the choice first that is clearly better than the most tried, all else being the same, and no worse by the tree.
    pub(super) fn settle(&self, worlds: (&[&State], &[Tree]), found: &mut [Considered], budget: Budget, seed: u64) {
        let Some((first, others)) = found.split_first() else { return };
        let first = *first;
        let error = |one: &Considered| one.error_beside(&first);
        let tried = (1..).zip(others).filter(|(_, one)| one.tried >= (first.tried / SELDOM).max(1));
        let fits = tried.filter(|(_, one)| one.worth - first.worth >= -AGAINST * error(one));
        let mut others: Vec<(usize, Considered)> = fits.map(|(at, one)| (at, *one)).collect();
        // Those of which least is known may be the best.
        others.sort_by(|(_, a), (_, b)| (b.worth + error(b)).total_cmp(&(a.worth + error(a))));
        others.truncate(MOST);
        let others = others.into_iter().map(|(at, one)| (at, one.choice, Rest::default())).collect();
        let best = self.best_beside(worlds, (first.choice, Rest::default()), others, (budget, PART, seed, 1_000));
        if let Some(before) = best.and_then(|(at, _): (usize, Rest)| found.get_mut(..=at)) {
            before.rotate_right(1);
        }
    }
}

impl Look<'_> {
    /// Which of some ways to go on, by its number and with how it goes on, is clearly better than a first one and better than the others, from the same worlds and with the same chance;
    /// `part` of all choices that are thought through go into it at most. None where none is.
    pub(super) fn best_beside(
        &self,
        (worlds, trees): (&[&State], &[Tree]),
        (first, rest): (Choice, Rest),
        others: Vec<(usize, Choice, Rest)>,
        (budget, part, seed, stream): (Budget, u64, u64, u64),
    ) -> Option<(usize, Rest)> {
        let mut others: Vec<_> = others.into_iter().map(|other| (other, Better::default())).collect();
        let most = (budget.iterations / TRIES_OF_A_ROUND).clamp(ROUNDS.0, ROUNDS.1);
        let (mut side, mut rounds) = (Side::new(*self), 0);
        for ((round, state), tree) in (0..most).zip(worlds.iter().cycle()).zip(trees.iter().cycle()) {
            if others.is_empty()
                || budget.until.is_some_and(|until| (self.clock)() >= until)
                || budget.choices.is_some_and(|most| side.choices + side.desk.worked() / COSTS >= most / part)
            {
                break;
            }
            let chance = (seed, stream + u64::from(round));
            let Some(least) = side.gained((state, tree), &first, rest, chance) else { continue };
            rounds += 1;
            others.retain_mut(|((_, choice, rest), better)| {
                let Some(gained) = side.gained((state, tree), choice, *rest, chance) else { return false };
                better.add(gained - least);
                !better.is_out(rounds)
            });
        }
        let clear = others.iter().filter_map(|((at, _, rest), better)| Some(((*at, *rest), better.clear(rounds)?)));
        clear.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(best, _)| best)
    }
}

impl<'a> Side<'a> {
    fn new(look: Look<'a>) -> Self {
        let desk = look.runner.desk_by(Seeded::new(0));
        Self {
            look,
            desk,
            eyes: Eyes::default(),
            deal: Deal::default(),
            worth: Vec::new(),
            before: Vec::new(),
            choices: 0,
        }
    }

    /// What the seat gains by a choice in a world, all chance being as this number says; none where it cannot be made there. It goes on as the tree says where that was looked at
    /// often, and by habit behind it; others by habit.
    fn gained(
        &mut self,
        (state, tree): (&State, &Tree),
        choice: &Choice,
        rest: Rest,
        (seed, stream): (u64, u64),
    ) -> Option<f64> {
        let Look { runner, aim, likes, seat: own, habits, .. } = self.look;
        let mut drawn = Stream::new(seed, stream);
        let apart = u64::from(drawn.below(u32::MAX));
        self.desk.chance = Luck::from(Seeded(drawn));
        if !self.look.begin(&mut self.desk, &mut self.deal, state) {
            return None;
        }
        if rest.to_the_end {
            self.desk.most_passes = None;
        }
        let Ok(Pause::Decision(seats)) = runner.run(&mut self.desk, &mut Silent) else { return None };
        if seats & (1 << own) == 0 {
            return None;
        }
        let there = likes.among_those_there(runner, &mut self.desk, own, choice);
        let ask = self.desk.state().waiting()?;
        let mut walk = Walk::at(0);
        walk.chooses(&self.look, &mut self.desk, (ask, own), &there);
        if runner.choose(&mut self.desk, own, &there, false, &mut Silent).is_err() {
            return None;
        }
        walk.has_chosen(&self.look, &self.desk);
        let mut stream = Stream::new(apart, 5);
        self.choices += 1;
        self.follow(tree, walk, rest, &mut stream);
        let Self { desk, eyes, deal, .. } = self;
        self.choices += play_on(runner, desk, (habits, eyes), (&aim.redeals, deal), rest.plan, &mut stream);
        self.look.gained(desk, state, (&mut self.worth, &mut self.before));
        self.worth.get(usize::from(own)).copied()
    }

    /// Plays on as long as the game is in the tree and the seat was asked often there.
    fn follow(&mut self, tree: &Tree, mut walk: Walk, rest: Rest, stream: &mut Stream) {
        let Look { runner, aim, seat: own, habits, .. } = self.look;
        for _ in 0..DEEPEST {
            let came_to_nothing = |desk: &Desk| aim.redeals.came_to_nothing(desk, &mut self.deal);
            let (ask, seat, count) = match next(runner, &mut self.desk, came_to_nothing) {
                Next::Asks(ask, seat, count) => (ask, seat, count),
                Next::Forced => continue,
                Next::Ends => return,
            };
            if walk.is_asked(&self.look, &mut self.desk, seat) {
                let Some(to) = tree.known(walk.node, walk.done) else { return };
                walk = Walk::at(to);
            }
            let planned = rest.plan.and_then(|plan| plan.of((ask, seat)));
            let choice = if seat == own && planned.is_none() {
                self.most_tried(tree, walk.node, (ask, seat))
            } else {
                habits.choose(runner, &mut self.desk, (ask, seat, count), (&mut self.eyes, planned), stream)
            };
            let Some(choice) = choice else { return };
            self.choices += 1;
            walk.chooses(&self.look, &mut self.desk, (ask, seat), &choice);
            if runner.choose(&mut self.desk, seat, &choice, false, &mut Silent).is_err() {
                return;
            }
            walk.has_chosen(&self.look, &self.desk);
        }
    }

    /// What was tried most in a node, where that was often, and it may be done now.
    fn most_tried(&mut self, tree: &Tree, node: usize, of: (u16, u8)) -> Option<Choice> {
        let Look { runner, likes, .. } = self.look;
        let best = tree.most_tried(node, of, FOLLOWED)?;
        let there = likes.among_those_there(runner, &mut self.desk, of.1, &best);
        runner.allows(&mut self.desk, of.1, &there).then_some(there)
    }
}
