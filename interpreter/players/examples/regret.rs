//! Two levels held against each other at the same questions: where they choose differently, what the second's choice is better by, both played on from the same worlds. It
//! tells small differences sooner than whole games do.
//!
//! `cargo run --release -p bidlang-players --example regret -- FILE PLAYERS QUESTIONS LEVEL LEVEL`. All seats play by habit; one, in turn, is asked what the levels
//! would do. Options stand behind the players: `3,rounds=1`.

mod shared;

use std::error::Error;
use std::sync::Arc;

use bidlang::engine::{Pause, Shown, Stream, each_seat};
use bidlang::{Game, Listener as _};
use bidlang_players::{
    Clock, Ears, Effort, Eyes, Goal, Level, Lore, Nothing, Practised, Thinker, Weighed, never, own_seed,
};
use shared::setup;

/// Most decisions of a game.
const MOST: u64 = 400;
/// How often both choices are played on, side by side.
const TRIES: u32 = 1_200;

/// What was found.
#[derive(Default)]
struct Sum {
    asked: u64,
    differ: u64,
    points: f64,
    squares: f64,
}

impl Sum {
    fn told(&self) -> String {
        let asked = self.asked.max(1) as f64;
        let mean = self.points / asked;
        let error = ((self.squares / asked - mean * mean) / asked).sqrt();
        let each = self.points / self.differ.max(1) as f64;
        format!(
            "{} of {} questions differ; the second is better by {mean:.4} +-{:.4} points a question, {each:.2} where they differ",
            self.differ,
            self.asked,
            1.96 * error
        )
    }
}

/// What a level comes to; `normal/tree` does not hold the best choices against each other at last.
fn effort(words: &str) -> Result<Effort, String> {
    let (level, pairs) = words.strip_suffix("/tree").map_or((words, true), |level| (level, false));
    Ok(Effort { pairs, ..level.parse::<Level>()?.effort() })
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, players, questions, one, other] = args.as_slice() else {
        return Err("say FILE PLAYERS QUESTIONS LEVEL LEVEL".into());
    };
    let (most, one, other): (u64, _, _) = (questions.parse()?, effort(one)?, effort(other)?);
    let game = Game::read(file, &std::fs::read_to_string(file)?)?;
    let prepared = game.prepare(&setup(players)?)?;
    let lore = Lore::of(&prepared, (Goal::Both, Practised::Usual), (&Nothing, &never));
    let clock: Arc<Clock> = Arc::new(|| 0);
    let (runner, mut sum) = (prepared.runner(), Sum::default());
    for number in 0.. {
        let (seed, seat) = (17_000 + number, u8::try_from(number % u64::from(prepared.players()))?);
        let thinker = |effort: Effort| (seat, Thinker::new(&lore, seat, effort, (own_seed(seed, seat), &clock)));
        let mut ears = Ears { prepared: prepared.clone(), at: vec![thinker(one), thinker(other)] };
        let (mut desk, mut shown) = (runner.desk(seed), Shown::new(runner.program()));
        let (mut dice, mut eyes) = (Stream::of_players(seed), Eyes::default());
        for _ in 0..MOST {
            let paused = shown.run(runner, &mut desk, &mut ears).map_err(|fault| format!("{fault:?}"))?;
            let Pause::Decision(seats) = paused else { break };
            let asked = each_seat(seats).next().ok_or("nobody is asked")?;
            let ask = desk.state().waiting().ok_or("nothing is asked")?;
            let count = runner.choices(&mut desk, asked);
            if asked == seat
                && count > 1
                && let [(_, first), (_, second)] = ears.at.as_mut_slice()
            {
                sum.asked += 1;
                let choice = first.consider().first().map(|best| best.choice);
                if let Some(Weighed::Worse { points, .. }) = choice.map(|choice| second.weigh(&choice, TRIES)) {
                    sum.differ += 1;
                    sum.points += points;
                    sum.squares += points * points;
                }
            }
            let choice = if count > 1 {
                lore.habits().choose(runner, &mut desk, (ask, asked, count), (&mut eyes, None), &mut dice)
            } else {
                runner.nth_choice(&mut desk, asked, 0)
            };
            let choice = choice.ok_or("there is no choice")?;
            ears.decided(runner, &mut desk, asked, &choice, count == 1);
            shown
                .choose(runner, &mut desk, (asked, &choice, count == 1), &mut ears)
                .map_err(|fault| format!("{fault:?}"))?;
        }
        if sum.asked >= most {
            break;
        }
    }
    println!("{}: {}", game.title(), sum.told());
    Ok(())
}
