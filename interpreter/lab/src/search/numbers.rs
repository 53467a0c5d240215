//! Numbers without effect: a number of a phrase that can be changed without any of many paired games differing. The same seed and the
//! same choices are played with the number and with others in its place.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use bidlang::{Game, Prepared};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::never::{FOR_EACH_CARD, OFTEN, PROVIDED, VERY_OFTEN};
use super::paired::{Told, told};
use super::seen::{Seen, Times, times};
use super::slot::{self, Slot};
use super::{Budget, never};
use crate::design::{self, Rare};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::Reach;
use crate::ir::{Point, PointSort};
use crate::lower::Setup;
use crate::resolve::{self, SaidNumber};
use crate::syntax::block_range;

/// So often what a number is part of has to be done or worked out before it says anything that it makes no difference.
const SOME: u64 = 150;
/// Pairs of games for each other number, over all setups in which it becomes another program.
const PAIRS: u64 = 400;
/// So many for each setup.
const FEWEST: u64 = 3;
/// Pairs that are played first, in each of the first setups: most numbers show in them.
const FIRST: u64 = 2;
/// So many values of an option are looked at for whether the number stands in rules that only come with one of them.
const MOST_BETWEEN: usize = 32;
/// As many setups are looked at first.
const FIRST_SETUPS: usize = 4;

/// What was found, and how many numbers there was no time for.
pub struct Compared {
    /// Numbers without effect.
    pub problems: Vec<Diagnostic>,
    /// Numbers that were not compared.
    pub left: usize,
}

/// Numbers of the file itself that make no difference.
pub fn without_effect(game: &Game, slots: &[Slot], seen: &Seen, known: &[Diagnostic], budget: &Budget) -> Compared {
    let (watched, points) = resolve::resolve_watched(&game.file);
    let look = Look { game, seen, points: &points, rare: design::rare(&watched) };
    let mut said = resolve::numbers(&game.file);
    said.retain(|one| game.is_own(one.span) && look.is_asked(one));
    // What stands in a line that was told is no news.
    let told: Vec<_> = known.iter().map(|problem| block_range(game.text(), problem.span())).collect();
    said.retain(|one| !told.iter().any(|block| block.contains(&(one.span.start as usize))));
    let board = Board::new(game, slots);
    let found: Vec<Option<Outcome>> = said.par_iter().map(|one| board.compare(one, budget)).collect();
    let left = found.iter().filter(|outcome| outcome.is_none()).count();
    let problems = said.iter().zip(found).filter_map(|(one, outcome)| match outcome {
        Some(Outcome::Alike { others, pairs }) => Some(problem(one, &others, pairs)),
        Some(Outcome::Differs) | None => None,
    });
    Compared { problems: problems.collect(), left }
}

fn problem(one: &SaidNumber, others: &[i64], pairs: u64) -> Diagnostic {
    let words: Vec<String> = others.iter().map(i64::to_string).collect();
    let words = match words.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        all => all.concat(),
    };
    let message = match pairs {
        0 => format!("this number makes no difference: with {words} in its place the rules are the same in each setup"),
        _ => format!(
            "this number makes no difference: with {words} in its place everything went the same, in {}",
            never::among(pairs)
        ),
    };
    Diagnostic::new(Code::NoEffect, one.span, message).help(
        "look at the rules that it is for: do they come to it, and is what they then do different? Or take it out",
    )
}

/// What came of comparing.
enum Outcome {
    Differs,
    /// All went the same.
    Alike {
        others: Vec<i64>,
        pairs: u64,
    },
}

/// What came of pairs of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pairs {
    /// They differ.
    Differ,
    /// With the other number the rules stop the game: it cannot stand there.
    Stop,
    /// So many are alike.
    Alike(u64),
}

/// What came of the numbers on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Differs,
    /// None of them can stand there.
    Unknown,
    Alike,
}

/// How often a number was asked for.
struct Look<'g> {
    game: &'g Game,
    seen: &'g Seen,
    points: &'g [Point],
    /// Conditions that may be rare.
    rare: BTreeMap<Span, Rare>,
}

impl Look<'_> {
    fn times(&self, span: Span, what: Reach) -> u64 {
        self.seen.lines.get(&span).map_or(0, |all: &Times| times(all, what))
    }

    /// Whether the number was asked for so often that it says something if it makes no difference.
    fn is_asked(&self, one: &SaidNumber) -> bool {
        let around = self.points.iter().filter(|point| point.span.to(one.span) == point.span);
        let point = around.min_by_key(|point| point.span.end - point.span.start);
        let often = match one.provided {
            Some((cond, holds)) => self.times(cond, Reach::held(holds)) >= SOME,
            None => true,
        };
        // What stands beside other conditions provides for what these do not, such as an end that hardly any game needs.
        often
            && !one.joined
            && match point {
                Some(Point { span, sort: PointSort::Condition }) => self.decides(*span),
                // A row that a table has to have says nothing by its nought.
                Some(Point { span, sort: PointSort::Row }) => {
                    (one.number != 0 || *span != one.span) && self.worked_out(*span) >= SOME
                }
                Some(Point { span, sort: PointSort::Value }) => self.worked_out(*span) >= SOME,
                Some(Point { span, sort: PointSort::Statement }) => self.times(*span, Reach::Done) >= SOME,
                Some(Point { span, sort: PointSort::Act }) => self.times(*span, Reach::Chosen) >= SOME,
                Some(Point { span, sort: PointSort::Must }) => self.times(*span, Reach::Forbade) >= SOME,
                Some(Point { sort: PointSort::Ties, .. }) => false,
                None => self.of_part(one.span).is_none_or(|times| times >= SOME),
            }
    }

    fn worked_out(&self, span: Span) -> u64 {
        self.times(span, Reach::Held) + self.times(span, Reach::Failed)
    }

    /// Whether it may be expected of a condition that a number in it makes a difference.
    fn decides(&self, cond: Span) -> bool {
        let often = match self.rare.get(&cond).copied().unwrap_or(Rare::Usual) {
            Rare::Usual => OFTEN,
            Rare::Luck => VERY_OFTEN,
            Rare::Provided => PROVIDED,
            Rare::EachCard => FOR_EACH_CARD,
            Rare::Formula => return false,
        };
        // Of what hardly ever holds it is told as such, or it is provided for: with another number it hardly ever holds, too.
        self.worked_out(cond) >= often && self.times(cond, Reach::Held) >= SOME
    }

    /// How often the value was worked out to which a number belongs; its formula stands behind the name by which it is counted.
    fn of_part(&self, span: Span) -> Option<u64> {
        let game = &self.game.game;
        let before = |name: &Span| name.start <= span.start;
        let value = game.values.iter().map(|value| value.span).filter(before).max_by_key(|name| name.start);
        let others = game.phases.iter().map(|phase| phase.span).chain(game.tracks.iter().map(|track| track.span));
        let others =
            others.chain(game.places.iter().map(|place| place.span)).chain(game.cards.iter().map(|card| card.span));
        let other = others.filter(before).map(|name| name.start).max();
        let value = value.filter(|value| other.is_none_or(|other| other < value.start))?;
        Some(self.worked_out(value))
    }
}

/// A setup with the game as it is.
struct Ready {
    setup: Setup,
    /// Made ready when it is first looked at; none where it is refused.
    plain: OnceLock<Option<Prepared>>,
    /// What is told of the games that were played.
    told: Mutex<BTreeMap<u64, Told>>,
}

impl Ready {
    fn new(setup: &Setup) -> Self {
        Self { setup: setup.clone(), plain: OnceLock::new(), told: Mutex::default() }
    }

    /// The same setup with another number, where that is another program.
    fn other(&self, plain: &Game, other: &Game) -> Option<(&Prepared, Prepared)> {
        let prepare = || plain.prepare_for(self.setup.clone(), &[]).ok();
        let plain = self.plain.get_or_init(prepare).as_ref()?;
        let other = other.prepare_for(self.setup.clone(), &[]).ok()?;
        (other.compiled().program != plain.compiled().program).then_some((plain, other))
    }

    /// How the games of some seeds go another way, where they do; none where there is no time.
    fn differs(
        &self,
        (plain, other): (&Prepared, &Prepared),
        seeds: std::ops::RangeInclusive<u64>,
        (tracks, budget): (bool, &Budget),
    ) -> Option<Option<Pairs>> {
        for seed in seeds {
            if (budget.spent)() >= 1.0 {
                return None;
            }
            let known = self.told.lock().ok().and_then(|told| told.get(&seed).cloned());
            let known = known.unwrap_or_else(|| {
                let now = told(plain, seed);
                if let Ok(mut told) = self.told.lock() {
                    told.insert(seed, now.clone());
                }
                now
            });
            let other = told(other, seed);
            if if tracks { known != other } else { !known.but_for_tracks(&other) } {
                return Some(Some(if known.over && !other.over { Pairs::Stop } else { Pairs::Differ }));
            }
        }
        Some(None)
    }
}

/// The setups in which numbers are compared.
struct Board<'g> {
    game: &'g Game,
    /// Some of them, spread over all, which are kept ready.
    ready: Vec<Ready>,
    /// The others.
    others: Vec<Setup>,
}

impl<'g> Board<'g> {
    fn new(game: &'g Game, slots: &[Slot]) -> Self {
        let mut setups: Vec<Setup> = slots.iter().map(|slot| slot.setup.clone()).collect();
        setups.dedup();
        let step = setups.len().div_ceil(slot::most_ready(game)).max(1);
        let (mut ready, mut others) = (Vec::new(), Vec::new());
        for (at, setup) in setups.into_iter().enumerate() {
            if at % step == 0 { ready.push(Ready::new(&setup)) } else { others.push(setup) }
        }
        Self { game, ready, others }
    }

    /// The game with another number; none where it cannot be read so.
    fn with(&self, one: &SaidNumber, other: i64) -> Option<Game> {
        if other < 0 || other == one.number {
            return None;
        }
        let (changed, problems) = resolve::resolve_with(&self.game.file, one.span, other);
        (!problems.iter().any(Diagnostic::is_error)).then(|| self.game.with_game(changed).into())
    }

    /// None where there is no time. A number has no effect where none of its neighbours, none far above and none far below differs; of a
    /// bound one of the two sides is enough: it is never reached, or always passed.
    fn compare(&self, one: &SaidNumber, budget: &Budget) -> Option<Outcome> {
        if (budget.spent)() >= 1.0 {
            return None;
        }
        let number = one.number;
        let (near, above, below) = ([number + 1, number - 1], [number * 2 + 10], [0]);
        // That a track begins with 0 or 1, or is put back to it, says something by itself.
        let tracks = number <= 1 && !one.bound;
        let mut others = Vec::new();
        let mut pairs = 0;
        let mut alike = |numbers: &[i64]| -> Option<Side> {
            let mut side = Side::Unknown;
            for other in numbers {
                let Some(game) = self.with(one, *other) else { continue };
                match self.alike(&game, (tracks, budget))? {
                    Pairs::Differ => return Some(Side::Differs),
                    // Where one more or one less cannot stand, it matters that this one stands there.
                    Pairs::Stop if near.contains(other) => return Some(Side::Differs),
                    Pairs::Stop => {}
                    Pairs::Alike(played) => {
                        (side, pairs) = (Side::Alike, pairs + played);
                        if !others.contains(other) {
                            others.push(*other);
                        }
                    }
                }
            }
            Some(side)
        };
        let told = alike(&near)? == Side::Alike
            && if one.bound {
                alike(&above)? == Side::Alike || alike(&below)? == Side::Alike
            } else {
                alike(&above)? != Side::Differs && alike(&below)? != Side::Differs
            };
        Some(if told { Outcome::Alike { others, pairs } } else { Outcome::Differs })
    }

    /// Whether games with another number go the same; none where there is no time.
    fn alike(&self, game: &Game, how: (bool, &Budget)) -> Option<Pairs> {
        for ready in self.ready.iter().take(FIRST_SETUPS) {
            if let Some((plain, other)) = ready.other(self.game, game)
                && let Some(pairs) = ready.differs((plain, &other), 1..=FIRST, how)?
            {
                return Some(pairs);
            }
        }
        let mut played = 0;
        let changed: Vec<(&Ready, (&Prepared, Prepared))> =
            self.ready.iter().filter_map(|ready| Some((ready, ready.other(self.game, game)?))).collect();
        let each = PAIRS.div_ceil((changed.len() as u64).max(1)).max(FEWEST);
        for (ready, (plain, other)) in &changed {
            played += each;
            if let Some(pairs) = ready.differs((plain, other), 1..=each, how)? {
                return Some(pairs);
            }
        }
        for setup in &self.others {
            let ready = Ready::new(setup);
            if let Some((plain, other)) = ready.other(self.game, game) {
                played += FEWEST;
                if let Some(pairs) = ready.differs((plain, &other), 1..=FEWEST, how)? {
                    return Some(pairs);
                }
            }
        }
        if played == 0 && self.differs_between(game, how.1)? {
            return Some(Pairs::Differ);
        }
        Some(Pairs::Alike(played))
    }

    /// Whether the rules are others in a setup that is not played: of an option that is one of many numbers the ends and the usual one are. None where there
    /// is no time.
    fn differs_between(&self, game: &Game, budget: &Budget) -> Option<bool> {
        let Some(first) = self.ready.first() else { return Some(false) };
        let numbers = self.game.game.options.iter().enumerate().filter(|(_, option)| option.kind.is_none());
        for (index, option) in numbers {
            for value in (option.range.0..=option.range.1).take(MOST_BETWEEN) {
                if (budget.spent)() >= 1.0 {
                    return None;
                }
                let mut setup = first.setup.clone();
                let Some(slot) = setup.options.get_mut(index) else { continue };
                *slot = value;
                if Ready::new(&setup).other(self.game, game).is_some() {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}
