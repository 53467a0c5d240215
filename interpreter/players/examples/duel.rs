//! Who plays better: one side as the first level says, all others as the second, seats turned round, the same deals for each seat.
//!
//! `cargo run --release -p bidlang-players --example duel -- FILE PLAYERS GAMES LEVEL LEVEL [SEED]`. A level is one of the command's, or `random`; `normal/dice` is
//! `normal` that practised nothing: behind its tree cards and bids fall at random; `normal/weighed` is `normal` to whom worlds in which others chose what is
//! usual count more, `normal/tree` is `normal` that does not hold the best choices against each other at last, `normal/pure` is `normal` that thinks where it was worked out what is done with what chance. Options stand behind the players: `3,rounds=1`. The seed of the first
//! deal is 5000 where nothing is said: another gives other deals. `150s` for GAMES is as many deals as are begun in so many seconds. What came of it so far is told each minute, to the standard error.

mod shared;

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bidlang::Game;
use bidlang::engine::{Choice, Played, Stream, Telling, each_seat};
use bidlang_players::{
    Answer, Clock, Effort, Goal, Hears, Level, Lore, Nothing, Player, Practised, Question, Seats, Thinker, never,
    own_seed, play,
};
use shared::setup;

const USAGE: &str = "say FILE PLAYERS GAMES LEVEL LEVEL, and a seed where other deals are wanted";

/// Most decisions of a game.
const MOST: u64 = 100_000;

/// What came of deals, each played once for every seat: a deal is one sample, as its games have the same cards (duplicate).
#[derive(Default)]
struct Tally {
    deals: Vec<(f64, f64)>,
}

impl Tally {
    /// What came of it, with 95 % intervals.
    fn told(&self) -> String {
        let (share, wide) = mean(self.deals.iter().map(|(won, _)| *won));
        let (margin, far) = mean(self.deals.iter().map(|(_, margin)| *margin));
        format!("won {share:.0} +-{wide:.0} %, points before the others {margin:.1} +-{far:.1}")
    }
}

/// So many standard errors are half of a 95 % interval, where so many samples beyond the first there are: the quantile of Student's t (Abramowitz and Stegun,
/// 26.7.5). Of one it is a quarter too small, of two 3 in a hundred.
fn quantile(freedom: f64) -> f64 {
    let z = 1.96_f64;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

/// A mean with the half of its 95 % interval.
fn mean(samples: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = samples.clone().count() as f64;
    let mean = samples.clone().sum::<f64>() / count;
    let squares: f64 = samples.map(|sample| (sample - mean) * (sample - mean)).sum();
    let freedom = (count - 1.0).max(1.0);
    (mean, quantile(freedom) * (squares / freedom / count).sqrt())
}

/// So often is told what came of it so far.
const TELLS: Duration = Duration::from_secs(60);

/// How long each answer of a side took, in milliseconds of one core.
type Times = Arc<Mutex<Vec<f64>>>;

/// Milliseconds that this process had a core for, all threads together, where the system tells (Linux): others may share the machine.
fn worked() -> Option<f64> {
    let mut nanoseconds = 0;
    for task in std::fs::read_dir("/proc/self/task").ok()? {
        let told = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        nanoseconds += told.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(nanoseconds as f64 / 1e6)
}

/// A player whose answers are timed.
struct Timed {
    inner: Thinker,
    times: Times,
}

impl Hears for Timed {
    fn hear(&mut self, telling: &Telling) {
        self.inner.hear(telling);
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.inner.chose(choice, count);
    }
}

impl Player for Timed {
    fn answer(&mut self, question: Question) -> Answer {
        let (began, before) = (Instant::now(), worked());
        let answer = self.inner.answer(question);
        let took = match (before, worked()) {
            (Some(before), Some(after)) => after - before,
            _ => 1e3 * began.elapsed().as_secs_f64(),
        };
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(took);
        answer
    }
}

/// So many players, and options behind them.
fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let ([file, players, games, one, other], seeds) = args.split_first_chunk().ok_or(USAGE)?;
    let first_seed = match seeds {
        [] => 5_000,
        [seed] => seed.parse()?,
        _ => return Err(USAGE.into()),
    };
    let game = Game::read(file, &std::fs::read_to_string(file)?)?;
    let prepared = game.prepare(&setup(players)?)?;
    let began = Instant::now();
    let mut lores: Vec<(Practised, Lore)> = Vec::new();
    let mut side = |words: &str| -> Result<(Option<Effort>, Lore), String> {
        let (words, without) = words.split_once('/').unwrap_or((words, ""));
        let level: Option<Level> = if words == "random" { None } else { Some(words.parse()?) };
        let practised = level.map_or(Practised::Usual, Level::practised);
        let lore = match lores.iter().find(|(known, _)| *known == practised) {
            Some((_, lore)) => lore.clone(),
            None => {
                let lore = Lore::of(&prepared, (Goal::Both, practised), (&Nothing, &never));
                lores.push((practised, lore.clone()));
                lore
            }
        };
        let usual = level.map(Level::effort);
        let effort = match without {
            "weighed" => usual.map(|usual| Effort { weighs: true, ..usual }),
            "tree" => usual.map(|usual| Effort { pairs: false, ..usual }),
            "pure" => usual.map(|usual| Effort { mixes: false, ..usual }),
            _ => usual,
        };
        Ok((effort, if without == "dice" { lore.without_habits() } else { lore }))
    };
    let sides = (side(one)?, side(other)?);
    println!("{}: practised in {:.2} s", game.title(), began.elapsed().as_secs_f64());
    let runner = prepared.runner();
    let teams = runner.program().teams.clone();
    let began = Instant::now();
    let clock: Arc<Clock> = Arc::new(move || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
    let (mut tally, times, mut told) = (Tally::default(), Times::default(), Instant::now());
    let turns = u64::from(prepared.players());
    let (most, ends) = match games.strip_suffix('s') {
        Some(seconds) => (u64::MAX, Some(Duration::from_secs(seconds.parse()?))),
        None => (games.parse::<u64>()?.next_multiple_of(turns), None),
    };
    let mut games = 0;
    for number in 0..most {
        let seed: u64 = first_seed + number / turns;
        let first = u8::try_from(number % turns)?;
        if first == 0 {
            if number > 0 && ends.is_some_and(|ends| began.elapsed() > ends) {
                break;
            }
            if told.elapsed() > TELLS {
                eprintln!("{number} games: {}", tally.told());
                told = Instant::now();
            }
            tally.deals.push((0.0, 0.0));
        }
        let team = |seat: u8| teams.get(usize::from(seat));
        let mut seats: Seats = (0..prepared.players())
            .map(|seat| {
                let (effort, lore) = if team(seat) == team(first) { &sides.0 } else { &sides.1 };
                let thinker = Thinker::new(lore, seat, (*effort)?, (own_seed(seed, seat), &clock));
                // The times of the first side are told.
                let times = if team(seat) == team(first) { Arc::clone(&times) } else { Times::default() };
                Some(Box::new(Timed { inner: thinker, times }) as Box<dyn Player>)
            })
            .collect();
        let mut desk = runner.desk(seed);
        play(&prepared, &mut desk, (&mut seats, &mut Stream::of_players(seed)), &mut Played::default(), MOST)
            .map_err(|fault| format!("the rules stop the game: {fault:?}"))?;
        games = number + 1;
        let scores: Vec<i64> = runner.scores(desk.state()).collect();
        let of = |own: bool| {
            let seats = (0_u8..).zip(&scores).filter(|(seat, _)| (team(*seat) == team(first)) == own);
            let (sum, count) = seats.fold((0, 0), |(sum, count), (_, score)| (sum + score, count + 1));
            sum as f64 / f64::from(count.max(1))
        };
        let margin = of(true) - of(false);
        let mut winners: Vec<_> = each_seat(runner.winners(desk.state())).map(team).collect();
        winners.sort_unstable();
        winners.dedup();
        let won = if winners.contains(&team(first)) { 1.0 / winners.len() as f64 } else { 0.0 };
        if let Some((wins, margins)) = tally.deals.last_mut() {
            *wins += 100.0 * won / turns as f64;
            *margins += margin / turns as f64;
        }
    }
    let time = began.elapsed().as_secs_f64();
    println!("{one} against {other}, {games} games: {}", tally.told());
    let mut times = times.lock().unwrap_or_else(PoisonError::into_inner).clone();
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    println!("{one}: {median:.1} ms an answer, median; {time:.0} s in all");
    Ok(())
}
