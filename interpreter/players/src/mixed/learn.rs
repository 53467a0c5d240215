//! How it is worked out what is done with what chance (external-sampling Monte Carlo counterfactual regret minimisation; Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for
//! regret minimization in extensive games", 2009): rounds are played in which one seat tries each of its choices and all others do what they would not regret so far. What came later counts more
//! (linear weights; Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", 2019).

use std::collections::HashMap;

use bidlang::Prepared;
use bidlang::engine::{
    Alike, Choice, Desk, Event, Pause, Reader, Runner, Shown, Sink, State, Stream, Telling, each_seat, item,
};

use super::{Heard, Mixed, Part};
use crate::aim::{Aim, Horizon, sides};
use crate::keep::Stop;
use crate::lasting::Alone;
use crate::redeal::Deal;
use crate::story::Likes;

/// Most things that seats can be told where they are asked.
const MOST_SETS: usize = 20_000;
/// Each came up so often on the mean.
const OFTEN: u64 = 50;
/// A seat tried all its choices so often in what it was told, or it is not known what is best there: others hardly ever let it come to that.
const TRIED: u64 = 8;
/// Others do anything in so many of a hundred decisions, so that it is known what to do then (a trembling hand; Selten, "Reexamination of the perfectness concept", 1975).
const TREMBLES: u32 = 5;
/// Most choices of one question.
const MOST_CHOICES: u64 = 100;
/// So many decisions are looked at in all, so many more for each thing that can be told, and no more than that; and at most so many in one way through a round.
const LOOKS: (u64, u64) = (200_000, 3_000_000);
const LOOKS_OF_A_SET: u64 = 2_000;
const LOOKS_OF_A_WAY: u64 = 20_000;
/// Most that rules may cost.
const MOST_WORKED: u64 = 20_000_000_000;
/// A seat tries its choices so often at most in one way through a round: where it can go on for ever, a round is not small.
const MOST_TRIED: u32 = 100;
/// Most decisions of a game.
const MOST: usize = 1_000;
/// The first seed.
const SEED: u64 = 4_000_000;

/// What is known of a seat that was told something.
#[derive(Default)]
struct Known {
    parts: Vec<Learnt>,
    looks: u64,
}

/// What is known of one of its choices.
struct Learnt {
    choice: Choice,
    /// How much better it would have been than what was done.
    regret: f64,
    /// How often it was done.
    done: f64,
    /// What came of it, and how often it was looked at.
    came: f64,
    looks: f64,
}

impl Known {
    /// With what chance each choice is made that is regretted not to have been made; any, where none is.
    fn chances(&self, chances: &mut Vec<f64>) {
        let all: f64 = self.parts.iter().map(|part| part.regret.max(0.0)).sum();
        let each = 1.0 / self.parts.len().max(1) as f64;
        chances.clear();
        chances.extend(self.parts.iter().map(|part| if all > 0.0 { part.regret.max(0.0) / all } else { each }));
    }

    fn parts(self) -> Option<Vec<Part>> {
        let all: f64 = self.parts.iter().map(|part| part.done).sum();
        let part = |of: Learnt| Part {
            choice: of.choice,
            chance: (of.done / all) as f32,
            worth: (of.came / of.looks.max(1.0)) as f32,
        };
        (all > 0.0 && self.looks >= TRIED).then(|| self.parts.into_iter().map(part).collect())
    }
}

/// A game on its way, with what its seats were told.
#[derive(Clone)]
struct Way {
    desk: Desk,
    shown: Shown,
    heard: Vec<Heard>,
}

impl Way {
    /// What a seat was told that is asked.
    fn told(&self, asked: (u16, u8, u64), rounds: &Alone) -> Result<u64, Left> {
        let (_, seat, _) = asked;
        self.heard.get(usize::from(seat)).map(|heard| heard.asked(asked, rounds)).ok_or(Left)
    }
}

/// All seats hear.
struct All<'a> {
    learner: &'a Learner<'a>,
    heard: &'a mut [Heard],
}

impl Sink for All<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let Learner { runner, alike, rounds, .. } = self.learner;
        for (seat, heard) in (0_u8..).zip(self.heard.iter_mut()) {
            let told = Telling::of(event, runner.program(), state, Reader::Seats(1 << seat));
            if let Some(line) = told {
                heard.hear(alike.telling(line), rounds);
            }
        }
    }
}

/// What a way has come to.
enum Comes {
    Asks(u16, u8, u64),
    Forced,
    Ends,
}

/// What does not change.
struct Learner<'a> {
    runner: &'a Runner,
    aim: &'a Aim,
    likes: Likes,
    alike: Alike,
    rounds: Alone,
}

impl Learner<'_> {
    fn way(&self, seed: u64) -> Way {
        let program = self.runner.program();
        let heard = vec![Heard::new(&self.rounds); usize::from(program.seats)];
        Way { desk: self.runner.desk(seed), shown: Shown::new(program), heard }
    }

    fn on(&self, way: &mut Way) -> Comes {
        let Way { desk, shown, heard } = way;
        let mut all = All { learner: self, heard };
        let Ok(Pause::Decision(seats)) = shown.run(self.runner, desk, &mut all) else { return Comes::Ends };
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { return Comes::Ends };
        match self.runner.choices(desk, seat) {
            0 => Comes::Ends,
            1 => match self.runner.nth_choice(desk, seat, 0) {
                Some(choice) if self.chooses(way, seat, (&choice, true)) => Comes::Forced,
                _ => Comes::Ends,
            },
            count => Comes::Asks(ask, seat, count),
        }
    }

    fn chooses(&self, way: &mut Way, seat: u8, (choice, forced): (&Choice, bool)) -> bool {
        let Way { desk, shown, heard } = way;
        let mut all = All { learner: self, heard };
        shown.choose(self.runner, desk, (seat, choice, forced), &mut all).is_ok()
    }
}

/// It is left to thinking: rounds are too large, their rules too dear, or the same thing is hardly ever told twice.
struct Left;

/// What is learnt.
struct Lessons<'a> {
    learner: &'a Learner<'a>,
    sets: HashMap<u64, Known>,
    stream: Stream,
    looks: u64,
    /// What rules have cost.
    worked: u64,
    /// Looks at which this way has to end.
    until: u64,
    /// How many of its decisions a seat is trying choices of, one within the other.
    depth: u32,
    weight: f64,
    before: Vec<f64>,
}

impl Mixed {
    /// Works it out for a game of two seats whose rounds are small; none where they are not. With three nobody could say what it is worth: what was worked out for all seats
    /// may be bad where one of them plays otherwise.
    pub fn learn(prepared: &Prepared, aim: &Aim, stop: &Stop) -> Option<Self> {
        let runner = prepared.runner();
        let program = runner.program();
        let apart = sides(program) == usize::from(program.seats) && program.seats == 2;
        let alone = aim.alone.clone().filter(|_| apart && !aim.together)?;
        let learner = Learner { runner, aim, likes: Likes::of(prepared), alike: Alike::new(program), rounds: alone };
        let mut lessons = Lessons {
            learner: &learner,
            sets: HashMap::new(),
            stream: Stream::new(SEED, 10),
            looks: 0,
            worked: 0,
            until: 0,
            depth: 0,
            weight: 0.0,
            before: Vec::new(),
        };
        for seed in SEED.. {
            if lessons.looks >= lessons.wanted() {
                break;
            }
            lessons.game(seed, stop).ok()?;
            if stop() {
                return None;
            }
        }
        let Lessons { sets, looks, .. } = lessons;
        if looks < OFTEN * sets.len() as u64 {
            return None;
        }
        let sets = sets.into_iter().filter_map(|(told, known)| Some((told, known.parts()?))).collect();
        Some(Self { rounds: learner.rounds, sets })
    }
}

impl Lessons<'_> {
    /// So many decisions are looked at, as far as is known.
    fn wanted(&self) -> u64 {
        (LOOKS.0 + LOOKS_OF_A_SET * self.sets.len() as u64).min(LOOKS.1)
    }

    /// Plays a game, and looks at each of its rounds as it begins.
    fn game(&mut self, seed: u64, stop: &Stop) -> Result<(), Left> {
        let learner = self.learner;
        let (aim, program) = (learner.aim, learner.runner.program());
        let mut way = learner.way(seed);
        let (mut round, mut begun) = (None, false);
        for _ in 0..MOST {
            let (ask, seat, count) = match learner.on(&mut way) {
                Comes::Asks(ask, seat, count) => (ask, seat, count),
                Comes::Forced => continue,
                Comes::Ends => break,
            };
            let now = aim.end_of(program, way.desk.state());
            if !begun || now != round {
                (round, begun) = (now, true);
                self.round(&way)?;
                if aim.horizon == Horizon::Match || stop() || self.looks >= self.wanted() {
                    break;
                }
            }
            let told = way.told((ask, seat, count), &learner.rounds)?;
            let Some((choice, _)) = self.drawn(&mut way, told, (seat, count))? else { break };
            if !learner.chooses(&mut way, seat, (&choice, false)) {
                break;
            }
        }
        self.has_cost(way.desk.worked())
    }

    /// Rules have cost so much more.
    fn has_cost(&mut self, more: u64) -> Result<(), Left> {
        self.worked += more;
        if self.worked > MOST_WORKED { Err(Left) } else { Ok(()) }
    }

    /// Each seat tries its choices in a round that begins.
    fn round(&mut self, way: &Way) -> Result<(), Left> {
        let Learner { runner, aim, .. } = *self.learner;
        let program = runner.program();
        self.weight += 1.0;
        let mut deal = Deal::default();
        for own in 0..program.seats {
            let mut tried = way.clone();
            tried.desk.most_passes = aim.end_of(program, way.desk.state());
            aim.standing(program, way.desk.state(), &mut self.before);
            aim.redeals.begins(&tried.desk, &mut deal);
            self.until = self.looks + LOOKS_OF_A_WAY;
            self.walk(tried, own, deal.clone())?;
            if self.sets.len() > MOST_SETS || self.sets.len() as u64 * OFTEN > self.looks + LOOKS.0 {
                return Err(Left);
            }
        }
        Ok(())
    }

    /// What comes of a way for a seat that tries each of its choices.
    fn walk(&mut self, mut way: Way, own: u8, mut deal: Deal) -> Result<f64, Left> {
        let learner = self.learner;
        let (aim, before) = (learner.aim, way.desk.worked());
        for _ in 0..MOST {
            let (ask, seat, count) = match learner.on(&mut way) {
                Comes::Asks(ask, seat, count) => (ask, seat, count),
                Comes::Forced => continue,
                Comes::Ends => break,
            };
            if aim.redeals.came_to_nothing(&way.desk, &mut deal) {
                break;
            }
            self.looks += 1;
            if self.looks > self.until || count > MOST_CHOICES {
                return Err(Left);
            }
            let told = way.told((ask, seat, count), &learner.rounds)?;
            if seat == own {
                self.has_cost(way.desk.worked() - before)?;
                return self.tries(&way, own, (told, count), &deal);
            }
            let weight = self.weight;
            let Some((choice, chances)) = self.drawn(&mut way, told, (seat, count))? else { break };
            if let Some(known) = self.sets.get_mut(&told) {
                known.parts.iter_mut().zip(chances).for_each(|(part, chance)| part.done += weight * chance);
            }
            if !learner.chooses(&mut way, seat, (&choice, false)) {
                break;
            }
        }
        self.has_cost(way.desk.worked() - before)?;
        Ok(self.gained(&way, own))
    }

    /// What a seat has gained since the round began, as it stands.
    fn gained(&self, way: &Way, own: u8) -> f64 {
        let Learner { runner, aim, .. } = *self.learner;
        let mut worth = Vec::new();
        match aim.horizon {
            // Who wins goes by all rounds, and is seen at the end of the last alone.
            Horizon::Round { .. } if aim.several_rounds => aim.standing(runner.program(), way.desk.state(), &mut worth),
            Horizon::Round { .. } | Horizon::Match => aim.worth(runner, &way.desk, &mut worth),
        }
        let of = |all: &[f64]| item(all, usize::from(own));
        of(&worth) - of(&self.before)
    }

    /// The seat tries each of its choices: what comes of what it does.
    fn tries(&mut self, way: &Way, own: u8, (told, count): (u64, u64), deal: &Deal) -> Result<f64, Left> {
        let learner = self.learner;
        self.depth += 1;
        if self.depth > MOST_TRIED {
            return Err(Left);
        }
        let mut here = way.clone();
        let choices = self.choices(&mut here, told, (own, count))?;
        let mut chances = Vec::new();
        if let Some(known) = self.sets.get_mut(&told) {
            known.looks += 1;
            known.chances(&mut chances);
        }
        let mut came = Vec::new();
        for choice in choices {
            let mut on = way.clone();
            let there = learner.likes.among_those_there(learner.runner, &mut on.desk, own, &choice);
            // Where a rule stops the game, it counts as it stands, as everywhere.
            let goes_on = learner.chooses(&mut on, own, (&there, false));
            came.push(if goes_on { self.walk(on, own, deal.clone())? } else { self.gained(&on, own) });
        }
        let usual: f64 = came.iter().zip(&chances).map(|(came, chance)| came * chance).sum();
        let weight = self.weight;
        for (part, came) in self.sets.get_mut(&told).into_iter().flat_map(|known| &mut known.parts).zip(came) {
            part.regret += weight * (came - usual);
            part.came += weight * came;
            part.looks += weight;
        }
        self.depth -= 1;
        Ok(usual)
    }

    /// What may be chosen by who was told this.
    fn choices(&mut self, way: &mut Way, told: u64, (seat, count): (u8, u64)) -> Result<Vec<Choice>, Left> {
        let learner = self.learner;
        let known = self.sets.entry(told).or_default();
        if known.parts.is_empty() {
            for number in 0..count {
                let Some(choice) = learner.runner.nth_choice(&mut way.desk, seat, number) else { return Err(Left) };
                let choice = learner.likes.cards.choice(&choice);
                if known.parts.iter().all(|part| part.choice != choice) {
                    known.parts.push(Learnt { choice, regret: 0.0, done: 0.0, came: 0.0, looks: 0.0 });
                }
            }
        }
        Ok(known.parts.iter().map(|part| part.choice).collect())
    }

    /// One of the choices of a seat, drawn as it makes them now, and with what chance it makes each.
    fn drawn(
        &mut self,
        way: &mut Way,
        told: u64,
        (seat, count): (u8, u64),
    ) -> Result<Option<(Choice, Vec<f64>)>, Left> {
        if count > MOST_CHOICES {
            return Err(Left);
        }
        let choices = self.choices(way, told, (seat, count))?;
        let mut chances = Vec::new();
        if let Some(known) = self.sets.get(&told) {
            known.chances(&mut chances);
        }
        let trembles = self.stream.below(100) < TREMBLES;
        let any = choices.get(self.stream.below(choices.len() as u32) as usize);
        let mut left = f64::from(self.stream.below(1_000_000)) / 1_000_000.0;
        let drawn = choices.iter().zip(&chances).find(|(_, chance)| {
            left -= **chance;
            left < 0.0
        });
        let choice = if trembles { any } else { drawn.map(|(choice, _)| choice).or(any) };
        let learner = self.learner;
        let there = choice.map(|choice| learner.likes.among_those_there(learner.runner, &mut way.desk, seat, choice));
        Ok(there.map(|choice| (choice, chances)))
    }
}
