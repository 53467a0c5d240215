//! Games spread over threads. Chunks of games are played by whoever is free and handed on in the order of their numbers, so that the
//! number of threads changes nothing, and what was handed on is always a beginning of all games.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, PoisonError};

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::Fault;
use rayon::ThreadPoolBuilder;

/// Most games of a chunk. Where somebody thinks each game is one: who breaks it off keeps every game that was played.
const CHUNK: u64 = 128;
/// So many chunks for each thread are played before the first of them is heard: what waits to be heard stays small.
const AHEAD: u64 = 64;
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
pub trait Worker: Send {
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
    /// Whether somebody thinks, so that a game takes long.
    pub think: bool,
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

/// Who may play which chunk next: not too far ahead of what was heard.
struct Line {
    /// The next chunk, and how many were heard.
    at: Mutex<(u64, u64)>,
    moved: Condvar,
    /// Most chunks that are begun and not heard.
    most: u64,
}

impl Line {
    /// The next chunk.
    fn next(&self) -> u64 {
        let at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_far = |(next, heard): &mut (u64, u64)| next.saturating_sub(*heard) >= self.most;
        let mut at = self.moved.wait_while(at, is_far).unwrap_or_else(PoisonError::into_inner);
        at.0 += 1;
        at.0 - 1
    }

    /// So many chunks were heard.
    fn heard(&self, count: u64) {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).1 = count;
        self.moved.notify_all();
    }
}

/// A chunk that was played: how many games are done behind it, what came of it, and what stopped it. None if it was not played to its end.
type Heard<P> = Option<(u64, P, Option<Stop>)>;

/// Plays all games; hears each part in order with how many games are done.
///
/// # Errors
/// What the hearer said: nothing is played further. A system that gives no threads.
pub fn play<W: Worker>(
    job: Job,
    interrupted: &AtomicBool,
    worker: impl Fn() -> W + Sync + Send,
    hear: impl FnMut(W::Tallied, u64) -> Result<(), Diagnostic>,
) -> Result<Ended, Diagnostic> {
    // Threads of the pool play, and think; those of the scope wait for them.
    let pool = ThreadPoolBuilder::new().num_threads(job.threads).stack_size(STACK).build();
    let pool = pool.map_err(|error| super::usage(format!("the system gives no threads to play on: {error}")))?;
    let most = if job.think { 1 } else { CHUNK };
    let chunk = (job.games / (job.threads as u64 * 8)).clamp(1, most);
    let chunks = job.games.div_ceil(chunk);
    // Games from this one on are not wanted: one before them was stopped by the rules, or nobody hears any more.
    let unwanted = AtomicU64::new(u64::MAX);
    let line = Line { at: Mutex::default(), moved: Condvar::new(), most: job.threads as u64 * AHEAD };
    let (tells, told) = channel::<(u64, Heard<W::Tallied>)>();
    let play_all = |tells: Sender<_>| {
        let mut own = worker();
        loop {
            let number = line.next();
            if number >= chunks {
                return;
            }
            let first = number * chunk;
            let done = first.saturating_add(chunk).min(job.games);
            let halted = || interrupted.load(Ordering::Relaxed) || unwanted.load(Ordering::Relaxed) <= first;
            if halted() {
                return;
            }
            let played = pool.install(|| own.play(first..done, &halted)).map(|(part, stop)| {
                if stop.is_some() {
                    unwanted.fetch_min(done, Ordering::Relaxed);
                }
                (done, part, stop)
            });
            if tells.send((number, played)).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for number in 0..job.threads {
            let (tells, play_all) = (tells.clone(), &play_all);
            let thread = std::thread::Builder::new().name(format!("games {number}"));
            let begun = thread.spawn_scoped(scope, move || play_all(tells));
            if let Err(error) = begun {
                unwanted.store(0, Ordering::Relaxed);
                line.heard(u64::MAX);
                return Err(super::usage(format!("the system gives no threads to play on: {error}")));
            }
        }
        drop(tells);
        let ended = hear_all(told, &line, chunks, hear);
        unwanted.store(0, Ordering::Relaxed);
        line.heard(u64::MAX);
        ended
    })
}

/// Hands on what is played, in order, and says how it ended.
fn hear_all<P>(
    told: Receiver<(u64, Heard<P>)>,
    line: &Line,
    chunks: u64,
    mut hear: impl FnMut(P, u64) -> Result<(), Diagnostic>,
) -> Result<Ended, Diagnostic> {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (number, played) in told {
        waiting.insert(number, played);
        while let Some(played) = waiting.remove(&next) {
            let Some((done, part, stop)) = played else { return Ok(Ended::Interrupted) };
            hear(part, done)?;
            if let Some(stop) = stop {
                return Ok(Ended::Stopped(stop));
            }
            next += 1;
            line.heard(next);
        }
    }
    Ok(if next == chunks { Ended::Whole } else { Ended::Interrupted })
}
