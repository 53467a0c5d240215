//! Random testing of a game: mistakes that only show in play. Takes a checked game; plays random games of several kinds of players
//! over its setups and gives what went wrong, each cause once, with the shortest game found that leads to it and a script that plays
//! it again; and what never came about.
//!
//! Invariant: the same file and number of games give the same findings, on any number of threads. Nothing here asks for the time:
//! where there is a limit of time, who calls says how much of it is gone.

mod again;
mod budget;
mod cause;
mod never;
mod numbers;
mod outcome;
mod paired;
mod players;
mod script;
mod seen;
mod shrink;
mod slot;
mod twins;

use bidlang::{Game, Prepared};

use crate::diagnostic::Diagnostic;
use crate::engine::Stream;
use crate::lower::Setup;

pub use twins::compare as compare_twins;

use again::Again;
pub use budget::Budget;
use cause::Cause;
use seen::Seen;

/// Most decisions of one game: those of the shipped games take some hundreds.
pub const MOST_DECISIONS: u64 = 100_000;
/// One game in which hidden cards are exchanged for so many others.
const GAMES_A_TWIN: u64 = 4;
/// Where fewer games with exchanged cards can be played for want of time, that is said.
const FEWEST_TWINS: u64 = 10;
/// The part of the time in which games are played once; the rest is for games that are compared.
const PART_FOR_PLAY: f64 = 0.6;
/// Numbers are compared in at least so many setups, or in all where there are fewer.
const COMPARED_SETUPS: u64 = 64;
/// As how many games of one kind a game with exchanged cards takes.
const WORK_OF_A_TWIN: f64 = 30.0;

/// What was played, and what was found.
#[derive(Debug, Default)]
pub struct Searched {
    /// What went wrong, and what never came about, in the order of the text.
    pub problems: Vec<Diagnostic>,
    /// How many games were played, over all setups.
    pub games: u64,
    /// How many setups the games were spread over; refused ones do not count.
    pub setups: usize,
    /// What was not looked at, in words, because there was no more time.
    pub left_out: Option<String>,
}

/// A game in which something went wrong.
struct Failing {
    cause: Cause,
    seed: u64,
    /// The choices among several, each by its number.
    choices: Vec<u64>,
}

impl Failing {
    /// Whether evenly drawn players of the seed come to the same.
    fn plays_itself(&self, prepared: &Prepared) -> bool {
        let mut players = Stream::of_players(self.seed);
        let mut choose = |_: usize, count: u64| Some(players.below_long(count));
        let played = Again::new(prepared).play(self.seed, &mut choose);
        Cause::of(prepared, &played.ending) == Some(self.cause)
    }
}

/// Plays `games` random games, spread evenly over the setups of a rules file, and looks at what went wrong.
#[must_use]
pub fn search(game: &Game, games: u64) -> Searched {
    search_within(game, &Budget::of(games))
}

/// The same with a limit of time. It is for play: what was gone before, for reading, does not count.
#[must_use]
pub fn search_within(game: &Game, budget: &Budget) -> Searched {
    if budget.games == 0 {
        return Searched::default();
    }
    let began = (budget.spent)();
    let spent = || (budget.spent)() - began;
    let budget = &Budget { spent: &spent, ..*budget };
    let mut slots = slot::slots(game, budget.games);
    let mut searched = Searched { setups: slot::setups(&slots), ..Searched::default() };
    let (found, whole) = slot::play(game, &mut slots, budget);
    let mut seen = Seen::default();
    for slot in &mut slots {
        searched.games += slot.games;
        seen.add(slot.take());
    }
    let meant = |cause: &Cause| *cause == Cause::Endless && slot::may_go_on(game);
    // A game without a winner was played to its end all the same, and one that stopped tells until then who hears what.
    let of_cause = |is: &dyn Fn(&Cause) -> bool| found.iter().any(|(_, failing)| is(&failing.cause));
    let endless = of_cause(&|cause| *cause == Cause::Endless && !meant(cause));
    let stopped = endless || of_cause(&|cause| matches!(cause, Cause::Fault { .. }));
    let mut numbers = 0;
    // Shorter games are looked for as long as may be played at most: where rules are dear, each of them takes long.
    let until = (budget.spent)().max(1.0) + 1.0;
    let enough = || (budget.spent)() > until;
    let shrunk = found.into_iter().map(|(prepared, failing)| {
        let mut play = Again::new(&prepared);
        let shortest = shrink::shortest(&prepared, &mut play, failing, &enough);
        told(&prepared, &shortest)
    });
    searched.problems = shrunk.collect();
    let spent = (budget.spent)();
    let twins = (searched.games / GAMES_A_TWIN).max(1);
    // What a game takes is known by now.
    let a_game = spent / (searched.games.max(1) as f64);
    let room = if spent > 0.0 { ((1.0 - spent) / (a_game * WORK_OF_A_TWIN)) as u64 } else { u64::MAX };
    if !endless && room > 0 {
        searched.problems.extend(twins::leaks(game, twins.min(room)));
    }
    if !stopped {
        searched.problems.extend(never::happened(game, &seen, searched.games));
        searched.problems.extend(outcome::looked_at(game, &seen, searched.games));
        searched.problems.extend(paired::options(game, &slots, budget));
        // Few games come to few setups, and a number may do its work in another: those are looked at all the same.
        let more = (budget.games < COMPARED_SETUPS).then(|| slot::slots(game, COMPARED_SETUPS));
        let spread = more.as_deref().unwrap_or(&slots);
        let compared = numbers::without_effect(game, spread, &seen, &searched.problems, budget);
        searched.problems.extend(compared.problems);
        numbers = compared.left;
    }
    let left = Left { games: !whole, twins: !endless && room < twins.min(FEWEST_TWINS), numbers };
    searched.left_out = left.in_words(searched.games, budget);
    searched.problems.sort_by_key(|problem| problem.span().start);
    searched
}

/// What there was no time for.
struct Left {
    /// Some games.
    games: bool,
    /// Most games with hidden cards exchanged.
    twins: bool,
    /// So many numbers, which were not compared.
    numbers: usize,
}

impl Left {
    fn in_words(&self, games: u64, budget: &Budget) -> Option<String> {
        if budget.games == u64::MAX {
            return None;
        }
        let mut words = Vec::new();
        if self.games {
            words.push(format!("only {games} of {} games were played", budget.games));
        }
        if self.twins {
            words.push("few or none of them with hidden cards exchanged".to_owned());
        }
        match self.numbers {
            0 => {}
            1 => words.push("one number was not compared with others".to_owned()),
            many => words.push(format!("{many} numbers were not compared with others")),
        }
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Games of one setup.
struct Share {
    setup: Setup,
    /// The seeds of the games.
    seeds: Vec<u64>,
}

/// The setups that are played, each with the seeds of its games, from 1. Where there are more setups than games, as many of them
/// as there are games, spread over all.
fn shares(game: &Game, games: u64) -> Vec<Share> {
    let mut setups = game.setups();
    if !game.game.requires.is_empty() {
        setups.retain(|setup| game.compile(setup).is_ok());
    }
    let count = setups.len() as u64;
    let mut shares: Vec<Share> = setups.into_iter().map(|setup| Share { setup, seeds: Vec::new() }).collect();
    for game in 0..games {
        let at = if games >= count { game.checked_rem(count).unwrap_or(0) } else { game.saturating_mul(count) / games };
        if let Some(share) = usize::try_from(at).ok().and_then(|at| shares.get_mut(at)) {
            share.seeds.push(game + 1);
        }
    }
    shares.retain(|share| !share.seeds.is_empty());
    shares
}

fn told(prepared: &Prepared, found: &Failing) -> Diagnostic {
    let mut problem = cause::told(prepared, found);
    problem.script = Some(match found.cause {
        Cause::Endless | Cause::Nobody if found.plays_itself(prepared) => script::played_by_the_seed(prepared, found),
        _ => script::of_choices(prepared, found),
    });
    prepared.game().blame(problem)
}
