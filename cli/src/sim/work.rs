//! Games spread over threads. Chunks of games are played by whoever is free and handed on in the order of their numbers, so that the
//! number of threads changes nothing, and what was handed on is always a beginning of all games.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::Fault;

/// Most games of a chunk.
const CHUNK: u64 = 256;
/// Phrases and rules are nested; each thread has room for that.
const STACK: usize = 16 << 20;

/// What stopped a game.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// Its seed.
    pub seed: u64,
    /// What was wrong.
    pub fault: Fault,
    /// Whether it was a game of the file that is compared with.
    pub other: bool,
}

/// One who plays, on a thread.
pub trait Worker {
    /// What comes of a chunk.
    type Part: Send;
    /// Plays the games of these numbers, up to one that stops. Gives nothing if `halted` says so meanwhile.
    fn play(&mut self, games: Range<u64>, halted: &dyn Fn() -> bool) -> Option<(Self::Part, Option<Stop>)>;
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
/// What the hearer said: nothing is played further.
pub fn play<W: Worker>(
    job: Job,
    interrupted: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut hear: impl FnMut(W::Part, u64) -> Result<(), Diagnostic>,
) -> Result<Ended, Diagnostic> {
    let chunk = (job.games / (job.threads as u64 * 8)).clamp(1, CHUNK);
    let chunks = job.games.div_ceil(chunk);
    let (next, heard, halt) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let halted = || halt.load(Ordering::Relaxed) || interrupted.load(Ordering::Relaxed);
    // Nobody runs further ahead of the slowest than this: what waits to be handed on stays small.
    let ahead = job.threads as u64 * 4;
    let (to, from) = sync_channel(job.threads * 2);
    std::thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..job.threads {
            let to = to.clone();
            let (next, heard, halted, worker) = (&next, &heard, &halted, &worker);
            let body = move || {
                let mut worker = worker();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= chunks {
                        return;
                    }
                    while number > heard.load(Ordering::Relaxed) + ahead && !halted() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    let first = number * chunk;
                    let games = first..(first + chunk).min(job.games);
                    let Some(found) = worker.play(games.clone(), halted) else { return };
                    if to.send((number, games.end, found)).is_err() {
                        return;
                    }
                }
            };
            // As many threads as the system gives.
            let builder = std::thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, body).is_err() {
                break;
            }
            started += 1;
        }
        drop(to);
        if started == 0 {
            return Err(super::usage("the system gives no thread to play on"));
        }
        let mut early = BTreeMap::new();
        let mut due = 0;
        loop {
            match from.recv_timeout(Duration::from_millis(200)) {
                Ok((number, done, found)) => {
                    early.insert(number, (done, found));
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some((done, (part, stop))) = early.remove(&due) {
                let told = hear(part, done);
                if told.is_err() || stop.is_some() {
                    halt.store(true, Ordering::Relaxed);
                    drop(from);
                    return told.map(|()| stop.map_or(Ended::Whole, Ended::Stopped));
                }
                due += 1;
                heard.store(due, Ordering::Relaxed);
            }
        }
        Ok(if due == chunks { Ended::Whole } else { Ended::Interrupted })
    })
}
