//! A player that searches worlds that fit what it was told.

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Alike, Choice, Stream, Telling};

use crate::aim::Aim;
use crate::foresee::{Foreseen, foresee};
use crate::goal::Goal;
use crate::habits::{Habits, Practised, Traits};
use crate::hearing::Hears;
use crate::keep::{self, Keep, Stop};
use crate::level::Effort;
use crate::mixed::{Heard, Mixed};
use crate::pilot;
use crate::player::{Answer, Player, Question};
use crate::pool::Pool;
use crate::review::Weighed;
use crate::search::{Budget, Clock, Considered, Look};
use crate::sights::Sights;
use crate::story::Likes;

/// What is learnt of a game once, for all who play it.
#[derive(Debug, Clone)]
pub struct Lore {
    prepared: Prepared,
    aim: Arc<Aim>,
    sights: Arc<Sights>,
    likes: Arc<Likes>,
    habits: Arc<Habits>,
    alike: Arc<Alike>,
    mixed: Option<Arc<Mixed>>,
}

impl Lore {
    /// Learns it for those who are after something; what is practised is kept, and taken from there if it was practised before. Where it is told to stop it
    /// has learnt less.
    #[must_use]
    pub fn of(prepared: &Prepared, (goal, practised): (Goal, Practised), (keep, stop): (&dyn Keep, &Stop)) -> Self {
        let (mut aim, sides) = Aim::learn(prepared, goal);
        // Where points do not go with the win, who plays for the win alone may win more often.
        if goal == Goal::Both && !aim.points_tell && pilot::for_the_win(prepared, (&aim, &sides), (keep, stop)) {
            aim = aim.for_the_win();
        }
        let (traits, name) = (Traits::of(prepared, sides), keep::name(prepared, aim.goal, practised));
        let kept = keep.get(&name).and_then(|bytes| keep::from_bytes(&bytes, traits.count()));
        let habits = match kept {
            Some(weights) => Habits::with(traits, weights),
            None => {
                let habits = Habits::practised(prepared, &aim, traits, (practised, stop));
                if !stop() {
                    keep.put(&name, &keep::to_bytes(habits.weights()));
                }
                habits
            }
        };
        let mixed = mixed(prepared, &aim, (&name, keep, stop));
        let sights = Sights::of(prepared);
        Self {
            prepared: prepared.clone(),
            aim: Arc::new(aim),
            sights: Arc::new(sights),
            likes: Arc::new(Likes::of(prepared)),
            habits: Arc::new(habits),
            alike: Arc::new(Alike::new(prepared.runner().program())),
            mixed: mixed.map(Arc::new),
        }
    }

    /// The same where nothing was practised: to see what habits are worth.
    #[must_use]
    pub fn without_habits(&self) -> Self {
        Self { habits: Arc::new(self.habits.forgotten()), ..self.clone() }
    }

    /// How seats play where nobody thinks long.
    #[must_use]
    pub fn habits(&self) -> &Habits {
        &self.habits
    }

    /// What is played for.
    #[must_use]
    pub fn aim(&self) -> &Aim {
        &self.aim
    }
}

/// What is done with what chance in a game whose rounds are small; none where they are not. What came of it is kept.
fn mixed(prepared: &Prepared, aim: &Aim, (name, keep, stop): (&str, &dyn Keep, &Stop)) -> Option<Mixed> {
    let name = format!("{name}-mixed");
    if let Some(kept) = keep.get(&name).and_then(|bytes| Mixed::from_bytes(&bytes)) {
        return Some(kept);
    }
    let mixed = Mixed::learn(prepared, aim, stop)?;
    keep.put(&name, &mixed.to_bytes());
    Some(mixed)
}

/// A player that thinks.
pub struct Thinker {
    lore: Lore,
    seat: u8,
    effort: Effort,
    pool: Pool,
    /// What it was told in this round.
    heard: Option<Heard>,
    stream: Stream,
    clock: Arc<Clock>,
}

impl Thinker {
    /// For a seat of a game that has not begun; the same seed answers the same. The clock is looked at where the effort goes by time.
    #[must_use]
    pub fn new(lore: &Lore, seat: u8, effort: Effort, (seed, clock): (u64, &Arc<Clock>)) -> Self {
        let pool = Pool::new(&lore.prepared, seat, effort.worlds, seed);
        let stream = Stream::new(seed, 40 + u64::from(seat));
        let heard = lore.mixed.as_ref().map(|mixed| Heard::new(mixed.rounds()));
        Self { lore: lore.clone(), seat, effort, pool, heard, stream, clock: Arc::clone(clock) }
    }

    /// What was learnt of the game.
    #[must_use]
    pub const fn lore(&self) -> &Lore {
        &self.lore
    }

    /// What it looks at.
    fn look(&self) -> Look<'_> {
        Look {
            runner: self.lore.prepared.runner(),
            aim: &self.lore.aim,
            sights: &self.lore.sights,
            likes: &self.lore.likes,
            habits: &self.lore.habits,
            seat: self.seat,
            clock: &*self.clock,
        }
    }

    fn drawn(&mut self) -> u64 {
        u64::from(self.stream.below(u32::MAX))
    }

    /// What it thinks of what may be done, the best first; empty where no world was found that fits what it was told.
    pub fn consider(&mut self) -> Vec<Considered> {
        self.pool.go();
        if self.lore.mixed.is_some()
            && let Some(question) = self.look().asked(&self.pool.states())
            && let Some(mixed) = self.mixed(question)
        {
            return mixed;
        }
        if self.effort.weighs || self.lore.aim.weighs {
            self.pool.weigh(&self.lore.habits);
        }
        let seed = self.drawn();
        self.search(seed)
    }

    /// What is done with what chance by who is asked this, where that is known.
    fn mixed(&self, question: Question) -> Option<Vec<Considered>> {
        let mixed = self.lore.mixed.as_ref().filter(|_| self.effort.mixes)?;
        // In the last of several rounds it counts who is in front.
        let heard = self.heard.as_ref().filter(|heard| !heard.is_last(mixed.rounds()))?;
        let found = mixed.considered(heard.asked((question.ask, self.seat, question.count), mixed.rounds()));
        (!found.is_empty()).then_some(found)
    }

    fn search(&self, seed: u64) -> Vec<Considered> {
        let until = self.effort.think.map(|time| (self.clock)().saturating_add(time));
        let Effort { iterations, choices, trees, pairs, .. } = self.effort;
        let budget = Budget { iterations, choices, until, trees, pairs };
        self.look().consider(&self.pool.states(), budget, seed)
    }

    /// What it thinks of what may be done, as [`Self::consider`] does, and what happens most often after the first so many.
    pub fn explain(&mut self, most: usize) -> Vec<(Considered, Option<Foreseen>)> {
        let mut found = self.consider();
        found.truncate(most);
        let choices: Vec<Choice> = found.iter().map(|one| one.choice).collect();
        let seed = self.drawn();
        let of = (&self.lore.prepared, &*self.lore.habits, &*self.lore.likes);
        let foreseen = foresee(of, self.seat, &self.pool.states(), &choices, seed);
        found.into_iter().zip(foreseen).collect()
    }

    /// Holds a choice against what it would do, both played on so many times from the same worlds.
    pub fn weigh(&mut self, made: &Choice, tries: u32) -> Weighed {
        let made = self.lore.likes.cards.choice(made);
        let found = self.consider();
        let Some(best) = found.first() else { return Weighed::Unknown };
        if best.choice == made || found.iter().any(|one| one.mixed && one.choice == made) {
            return Weighed::Best;
        }
        let seed = self.drawn();
        let better = best.choice;
        match self.look().compare(&self.pool.states(), (better, made), tries, seed) {
            Some((points, error)) => Weighed::Worse { better, points, error },
            None => Weighed::Unknown,
        }
    }
}

impl Hears for Thinker {
    fn hear(&mut self, telling: &Telling) {
        if let (Some(mixed), Some(heard)) = (&self.lore.mixed, &mut self.heard) {
            heard.hear(self.lore.alike.telling(telling.clone()), mixed.rounds());
        }
        self.pool.hear(telling);
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.pool.chose(choice, count);
    }
}

impl Player for Thinker {
    fn answer(&mut self, question: Question) -> Answer {
        let found = self.mixed(question).unwrap_or_else(|| self.consider());
        match chosen(&found, &mut self.stream) {
            Some(best) => Answer::Choice(best.choice),
            None => Answer::Nth(self.stream.below_long(question.count)),
        }
    }
}

/// The first, or one of those that are mixed, as often as each was tried: who chooses at the same time must not be able to tell (a mixed strategy by visit counts; Lanctot,
/// Wittlinger, Winands and Den Teuling, "Monte Carlo tree search for simultaneous move games: a case study in the game of Tron", 2013).
fn chosen<'f>(found: &'f [Considered], stream: &mut Stream) -> Option<&'f Considered> {
    let mixed = || found.iter().filter(|one| one.mixed);
    let all = mixed().map(|one| one.tried).fold(0, u32::saturating_add);
    if all == 0 {
        return found.first();
    }
    let mut left = stream.below(all);
    mixed().find(|one| {
        let drawn = left < one.tried;
        left = left.saturating_sub(one.tried);
        drawn
    })
}
