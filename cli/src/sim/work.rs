//! Games spread over threads. Chunks of games are played by whoever is free and handed on in the order of their numbers, so that the
//! number of threads changes nothing, and what was handed on is always a beginning of all games.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::Fault;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Most games of a chunk.
const CHUNK: u64 = 128;
/// Chunks for each thread that are played at a stretch, before any of them is heard: what waits to be heard stays small.
const AHEAD: usize = 4;
/// Phrases and rules are nested; each thread has room for that.
const STACK: usize = 16 << 20;

/// What stopped a game.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// The seed that plays it again.
    pub seed: u64,
    /// What was wrong.
    pub fault: Fault,
    /// Whether it was a game of the file that is compared with.
    pub other: bool,
}

/// One who plays, on a thread.
pub trait Worker {
    /// What comes of a chunk.
    type Tallied: Send;
    /// Plays the games of these numbers, up to one that stops. Gives nothing if `halted` says so meanwhile.
    fn play(&mut self, games: Range<u64>, halted: &dyn Fn() -> bool) -> Option<(Self::Tallied, Option<Stop>)>;
}

/// How many games, on how many threads.
#[derive(Debug, Clone, Copy)]
pub struct Job {
    /// How many games.
    pub games: u64,
    /// How many threads.
    pub threads: usize,
}

/// How the games ended.
#[derive(Debug, Clone, Copy)]
pub enum Ended {
    /// All were played.
    Whole,
    /// Somebody wanted to stop.
    Interrupted,
    /// The rules stopped a game.
    Stopped(Stop),
}

/// Plays all games; hears each part in order with how many games are done.
///
/// # Errors
/// What the hearer said: nothing is played further. A system that gives no threads.
pub fn play<W: Worker>(
    job: Job,
    interrupted: &AtomicBool,
    worker: impl Fn() -> W + Sync + Send,
    mut hear: impl FnMut(W::Tallied, u64) -> Result<(), Diagnostic>,
) -> Result<Ended, Diagnostic> {
    let pool = ThreadPoolBuilder::new().num_threads(job.threads).stack_size(STACK).build();
    let pool = pool.map_err(|error| super::usage(format!("the system gives no threads to play on: {error}")))?;
    let chunk = (job.games / (job.threads as u64 * 8)).clamp(1, CHUNK);
    // Games from this one on are not wanted: one before them was stopped by the rules, or nobody hears any more.
    let unwanted = AtomicU64::new(u64::MAX);
    let mut chunks = (0..job.games.div_ceil(chunk)).map(|number| number * chunk..((number + 1) * chunk).min(job.games));
    let play_next = |chunks: Vec<Range<u64>>| {
        let played = chunks.into_par_iter().map_init(&worker, |worker, games| {
            let (first, done) = (games.start, games.end);
            let halted = || interrupted.load(Ordering::Relaxed) || unwanted.load(Ordering::Relaxed) <= first;
            let (part, stop) = worker.play(games, &halted)?;
            if stop.is_some() {
                unwanted.fetch_min(done, Ordering::Relaxed);
            }
            Some((done, part, stop))
        });
        played.collect::<Vec<_>>()
    };
    let mut played = Vec::new();
    loop {
        // While some chunks are heard, the next are played.
        let next: Vec<Range<u64>> = chunks.by_ref().take(job.threads * AHEAD).collect();
        let last = next.is_empty();
        let mut ahead = Vec::new();
        let heard = pool.in_place_scope(|scope| {
            scope.spawn(|_| ahead = play_next(next));
            let heard = hear_all(played, &mut hear);
            if !matches!(heard, Ok(None)) {
                unwanted.store(0, Ordering::Relaxed);
            }
            heard
        })?;
        match heard {
            Some(ended) => return Ok(ended),
            None if last => return Ok(Ended::Whole),
            None => played = ahead,
        }
    }
}

/// A chunk that was played: how many games are done behind it, what came of it, and what stopped it. None if it was not played to its end.
type Heard<P> = Option<(u64, P, Option<Stop>)>;

/// Hands on what was played, in order, and says how it ended if that was the end.
fn hear_all<P>(
    played: Vec<Heard<P>>,
    hear: &mut impl FnMut(P, u64) -> Result<(), Diagnostic>,
) -> Result<Option<Ended>, Diagnostic> {
    for chunk in played {
        let Some((done, part, stop)) = chunk else { return Ok(Some(Ended::Interrupted)) };
        hear(part, done)?;
        if let Some(stop) = stop {
            return Ok(Some(Ended::Stopped(stop)));
        }
    }
    Ok(None)
}
