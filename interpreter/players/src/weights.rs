//! What others chose says something about their cards: a world in which it was usual counts more (importance weights by a policy, resampled).
//!
//! Worlds themselves stay as likely as each other; the weights count where a search picks those in which it looks ahead.

use bidlang::engine::{Pause, Silent, Stream, each_seat};

use crate::habits::{Eyes, Habits, MOST_LISTED};
use crate::world::{Rules, World};

/// Only so many decisions back are looked at, and those before them since the last thing that came of chance.
const BACK: usize = 80;
/// Anything may be chosen in so many of the cases, whatever is usual.
const ANYTHING: f64 = 0.15;
/// How much of what habits say is believed: less and less, until few enough worlds say all.
const BELIEVED: [f64; 6] = [0.8, 0.6, 0.4, 0.2, 0.1, 0.05];
/// At least such a share of the worlds has to count (the effective sample size).
const COUNT: f64 = 0.3;

/// How usual all that was that others chose in a world and the seat was told, as a logarithm.
pub fn usual(world: &World, rules: &Rules, habits: &Habits, (eyes, stream): (&mut Eyes, &mut Stream)) -> f64 {
    let Some(mut past) = world.past(BACK) else { return 0.0 };
    let (runner, desk, mut sum) = (&rules.runner, &mut past.desk, 0.0);
    for (number, choice) in (past.made..).zip(&past.choices) {
        let Ok(Pause::Decision(seats)) = runner.run(desk, &mut Silent) else { break };
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { break };
        let count = runner.choices(desk, seat);
        // Of very many not all are looked at, and what was not told says nothing.
        if seat != rules.seat
            && (2..=MOST_LISTED).contains(&count)
            && world.hidden().iter().all(|hidden| hidden.decision != number)
        {
            habits.look(runner, desk, (ask, seat, count), (eyes, &[], true), stream);
            let made = rules.likes.cards.choice(choice);
            let option = eyes.options.iter().find(|option| rules.likes.cards.choice(&option.choice) == made);
            if let Some(option) = option {
                let even = ANYTHING / count as f64;
                sum += libm::log(f64::from(option.share) * (1.0 - ANYTHING) + even);
            }
        }
        if runner.choose(desk, seat, choice, count == 1, &mut Silent).is_err() {
            break;
        }
    }
    sum
}

/// As many worlds as there are, each as often as it counts (systematic resampling): their numbers.
pub fn picked(usual: &[f64], stream: &mut Stream) -> Vec<usize> {
    let Some(most) = usual.iter().copied().max_by(f64::total_cmp) else { return Vec::new() };
    let weights = |believed: f64| usual.iter().map(move |usual| libm::exp(believed * (usual - most)));
    let counts = |believed: &f64| {
        let sum: f64 = weights(*believed).sum();
        let squares: f64 = weights(*believed).map(|weight| weight * weight).sum();
        sum * sum / squares >= COUNT * usual.len() as f64
    };
    let believed = BELIEVED.into_iter().find(counts).unwrap_or(0.0);
    let each = weights(believed).sum::<f64>() / usual.len() as f64;
    let mut at = each * f64::from(stream.below(1 << 24)) / f64::from(1 << 24);
    let mut found = Vec::with_capacity(usual.len());
    for (number, weight) in weights(believed).enumerate() {
        while at < weight && found.len() < usual.len() {
            found.push(number);
            at += each;
        }
        at -= weight;
    }
    found
}
