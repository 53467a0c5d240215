//! Changes of a world that leave each world as likely as the others (Metropolis and Hastings): one that fits what was told is kept as often as its
//! way back would be.

use bidlang::engine::Stream;

use crate::luck::Swap;
use crate::mend::any;
use crate::story::Story;
use crate::world::{Hidden, Lets, Rules, Stop, World};

/// What came about before most was shuffled is changed once in so many times: it is long to play again, and little hangs on it any more.
const SELDOM: u32 = 8;

/// What was changed.
enum Change {
    /// A hidden choice of those since a decision, of so many.
    Choice { since: usize, ways: usize },
    /// Something drawn of all that came of chance since then, of so many.
    Draw { since: usize, ways: usize },
    /// Two cards, and these hidden choices of all that came after, where coins were thrown for them.
    Exchange { since: usize, coins: bool, again: Vec<Hidden> },
}

/// One change of a world, kept if it fits what was told. Hidden choices are changed where some world `hides` any.
pub fn change(world: &mut World, rules: &mut Rules, story: &Story, stream: &mut Stream, hides: bool) {
    let Some((mut trial, change)) = changed(world, rules, stream, hides) else { return };
    trial.drawn();
    let draws = match &change {
        Change::Choice { .. } | Change::Draw { .. } => 1,
        Change::Exchange { again, .. } => again.len(),
    };
    rules.lets = Lets::Nothing;
    let stop = trial.advance(rules, story, stream);
    rules.lets = Lets::Choices;
    // Where more is drawn than was changed, the way back would not be as likely.
    if let Stop::Here = stop
        && trial.fits()
        && trial.drawn() == draws
        && let Some(likely) = back(world, &mut trial, &change)
        && (likely >= 1.0 || f64::from(stream.below(1 << 24)) < likely * f64::from(1 << 24))
    {
        *world = trial;
    }
}

/// How likely the way back is, against the way there; none where there is no way back.
fn back(world: &World, trial: &mut World, change: &Change) -> Option<f64> {
    let share = |there: usize, back: usize| there as f64 / back.max(1) as f64;
    match change {
        Change::Choice { since, ways } => Some(share(*ways, choices(trial, *since).count())),
        Change::Draw { since, ways } => Some(share(*ways, draws(trial, *since)?.len())),
        Change::Exchange { coins: false, .. } => Some(1.0),
        Change::Exchange { since, coins: true, again } => {
            let open = |world: &World| world.hidden().iter().filter(|hidden| is_open(hidden, *since)).count();
            let (before, after) = (open(world), open(trial));
            // Each of those that can be was chosen again or not, as a coin falls.
            let mut likely = libm::exp2(before as f64 - after as f64);
            for hidden in again {
                let there = trial.hidden().iter().find(|other| other.decision == hidden.decision)?.ways?;
                likely *= there as f64 / hidden.ways? as f64;
            }
            Some(likely)
        }
    }
}

/// Whether a hidden choice can be made again while two cards are exchanged.
fn is_open(hidden: &Hidden, since: usize) -> bool {
    hidden.decision >= since && hidden.ways.is_some()
}

/// Hidden choices since a decision.
fn choices(world: &World, since: usize) -> impl Iterator<Item = usize> {
    world.hidden().iter().map(|hidden| hidden.decision).filter(move |decision| *decision >= since)
}

/// What was drawn since chance had come so often, but for deals and shuffles.
fn draws(world: &mut World, since: usize) -> Option<Vec<usize>> {
    let all = world.chance()?.draws().into_iter();
    Some(all.map(|(number, _)| number).filter(|number| *number >= since).collect())
}

/// A world with a change, to be played again.
fn changed(world: &mut World, rules: &Rules, stream: &mut Stream, hides: bool) -> Option<(World, Change)> {
    let sort = stream.below(8);
    let unlocated = world.unlocated(rules);
    let (chances, decisions) = if stream.below(SELDOM) == 0 { (0, 0) } else { world.recent(unlocated) };
    if sort < 2 && hides {
        let ways = choices(world, decisions).count();
        let number = stream.below(u32::try_from(ways).ok()?) as usize;
        let decision = choices(world, decisions).nth(number)?;
        let mut trial = world.clone();
        trial.choose_again(decision);
        return Some((trial, Change::Choice { since: decisions, ways }));
    }
    if sort == 2
        && let drawn = draws(world, chances)?
        && let Some(count) = u32::try_from(drawn.len()).ok().filter(|count| *count > 0)
    {
        let number = *drawn.get(stream.below(count) as usize)?;
        let mut trial = world.clone();
        trial.chance()?.draw_again(number);
        trial.rewind(number, usize::MAX);
        return Some((trial, Change::Draw { since: chances, ways: drawn.len() }));
    }
    let (one, other) = (any(unlocated, stream)?, any(unlocated, stream)?);
    let from = world.exchange(rules, one, other)?;
    if from < chances {
        return None;
    }
    let mut trial = world.clone();
    trial.swap(from, &Swap::of(one, other));
    let since = trial.made();
    // With these cards something else may have been chosen.
    let coins = hides && stream.below(2) == 0;
    let mut again: Vec<Hidden> = Vec::new();
    if coins {
        again.extend(world.hidden().iter().filter(|hidden| is_open(hidden, since) && stream.below(2) == 0));
        again.iter().for_each(|hidden| trial.forget(hidden.decision));
    }
    Some((trial, Change::Exchange { since, coins, again }))
}
