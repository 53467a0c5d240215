//! Games of one setup, a share of them at a time, on all threads. What is played depends on numbers alone, so that threads change nothing.

use std::sync::Arc;

use bidlang::{Game, Prepared};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::again::{self, Again, Ending, Played};
use super::cause::Cause;
use super::players::{Kind, Players};
use super::seen::{Rounds, Seen, Watcher};
use super::{Budget, Failing, MOST_DECISIONS, PART_FOR_PLAY, Share, shares};
use crate::diagnostic::Code;
use crate::engine::{Desk, Fault, FaultKind, Reached, Runner, Sink, Stream};
use crate::lower::Setup;
use crate::resolve;

/// Decisions that are made for each game asked for, over all games of a slot together.
const DECISIONS_A_GAME: u64 = 5_000;
/// Most decisions of a game whose players are not drawn evenly: what goes on longer says nothing.
const MOST_OF_A_KIND: u64 = 5_000;
/// Games of a slot that are played at a stretch, before the time is looked at.
const ROUND: u64 = 25;
/// Decisions of a stretch, so that long games are no more of the work than short ones.
const DECISIONS_A_ROUND: u64 = 5_000;
/// A file with few setups is played in so many slots.
const FEWEST_SLOTS: usize = 8;
/// After so many decisions the time is looked at.
const LOOK: u64 = 16;

/// As many setups are kept ready at most; where there are more, each is made ready anew for its games, so that they take little room.
const MOST_READY: usize = 64;
/// Bytes of rules that are kept ready, over all setups: what is ready takes about a hundred times as much.
const READY_BYTES: usize = 512 << 10;

/// How many setups of a game are kept ready; fewer where the rules are long.
pub fn most_ready(game: &Game) -> usize {
    (READY_BYTES / game.text().len().max(1)).clamp(1, MOST_READY)
}

/// A part of the games of one setup.
pub struct Slot {
    /// Its players and options.
    pub setup: Setup,
    /// The game made ready, whose phrases say that they are worked out.
    watched: Option<Prepared>,
    /// The seed of the next game, and how much is added for the one after it.
    next: (u64, u64),
    /// How many games are left to be played, and how many decisions.
    left: (u64, u64),
    /// How many games were played.
    pub games: u64,
    /// How often each act was done.
    done: Vec<Vec<u64>>,
    seen: Seen,
    /// Whether a game went on and on.
    goes_on: bool,
    /// Causes that were found, each once.
    found: Vec<Failing>,
}

/// The slots of a file: its setups, several times where there are few.
pub fn slots(game: &Game, games: u64) -> Vec<Slot> {
    // Where there is no number of games, each setup is played.
    let most = games.min(1 << 20);
    let shares = shares(game, most);
    let lanes = FEWEST_SLOTS.div_ceil(shares.len().max(1)) as u64;
    let mut slots = Vec::new();
    for Share { setup, seeds } in shares {
        let (count, first) = (seeds.len() as u64, seeds.first().copied().unwrap_or(1));
        let step = seeds.get(1).map_or(1, |second| second - first);
        for lane in 0..lanes {
            let own = if games > most { u64::MAX } else { (count + lanes - 1 - lane) / lanes };
            if own > 0 {
                slots.push(Slot {
                    setup: setup.clone(),
                    watched: None,
                    next: (first + lane * step, step * lanes),
                    left: (own, own.saturating_mul(DECISIONS_A_GAME)),
                    games: 0,
                    done: Vec::new(),
                    seen: Seen::default(),
                    goes_on: false,
                    found: Vec::new(),
                });
            }
        }
    }
    slots
}

/// How many setups there are in some slots.
pub fn setups(slots: &[Slot]) -> usize {
    let mut setups: Vec<_> = slots.iter().map(|slot| &slot.setup).collect();
    setups.dedup();
    setups.len()
}

/// Plays all slots; gives what went wrong, each cause once, and whether all games were played.
pub fn play(game: &Game, slots: &mut [Slot], budget: &Budget) -> (Vec<(Prepared, Failing)>, bool) {
    let watched: Game = game.with_game(resolve::resolve_watched(&game.file).0).into();
    let rounds = Rounds::of(&watched.game);
    let of = (game, &watched, &rounds);
    let keep = slots.len() <= most_ready(game);
    let enough = || (budget.spent)() >= PART_FOR_PLAY;
    let mut found: Vec<(Prepared, Failing)> = Vec::new();
    loop {
        slots.par_iter_mut().for_each(|slot| slot.round(of, keep, (ROUND, &enough)));
        // One game is played to its end in any case: nothing is known of a file of which none was.
        if enough()
            && slots.iter().all(|slot| slot.games == 0)
            && let Some(first) = slots.iter_mut().find(|slot| !slot.is_done())
        {
            first.round(of, keep, (1, &|| false));
        }
        for slot in slots.iter_mut() {
            for failing in slot.found.drain(..) {
                if !found.iter().any(|(_, other)| other.cause == failing.cause)
                    && let Ok(plain) = game.prepare_for(slot.setup.clone(), &[])
                {
                    found.push((plain, failing));
                }
            }
        }
        (budget.progress)(slots.iter().map(|slot| slot.games).sum());
        // Each further game would go on as long.
        if found.iter().any(|(_, failing)| failing.cause == Cause::Endless) && !may_go_on(game) {
            return (found, true);
        }
        if slots.iter().all(Slot::is_done) {
            return (found, true);
        }
        if enough() {
            return (found, false);
        }
    }
}

impl Slot {
    const fn is_done(&self) -> bool {
        self.left.0 == 0 || self.left.1 == 0
    }

    /// What came about in all games so far.
    pub fn take(&mut self) -> Seen {
        std::mem::take(&mut self.seen)
    }

    /// Plays some of the games, at most so many at once.
    fn round(
        &mut self,
        (game, watched, rounds): (&Game, &Game, &Rounds),
        keep: bool,
        (most, enough): (u64, &dyn Fn() -> bool),
    ) {
        if self.is_done() || enough() {
            return;
        }
        let ready = self.watched.take().or_else(|| watched.prepare_for(self.setup.clone(), &[]).ok());
        let Some(watched) = ready else {
            // It is refused.
            self.left = (0, 0);
            return;
        };
        let (mut games, mut decisions) = (most.min(self.left.0), DECISIONS_A_ROUND.min(self.left.1));
        let runner = Arc::clone(watched.runner());
        let mut desk = runner.desk(0);
        desk.count_reached(Reached::default());
        let mut watcher = Watcher::new(&watched, rounds);
        while games > 0 && decisions > 0 && !enough() {
            let seed = self.next.0;
            self.next.0 += self.next.1;
            let kind = Kind::of_game(self.games);
            watcher.begin();
            let mut players = Players { kind, stream: Stream::of_players(seed), done: &mut self.done };
            // That games go on and on has been seen, and the file says that it is meant.
            let most = if self.goes_on { MOST_OF_A_KIND } else { most_of(kind) };
            let made = one_game((&runner, &mut desk), &mut watcher, &mut players, (seed, most, enough));
            if made.ending != Ending::Left {
                self.games += 1;
            }
            games -= 1;
            self.left.0 = self.left.0.saturating_sub(1);
            self.left.1 = self.left.1.saturating_sub(made.decisions);
            decisions = decisions.saturating_sub(made.decisions);
            watcher.seen.choices += made.choices.len() as u64;
            if let Ending::Over(winners) = made.ending {
                watcher.seen.won(winners, watched.players());
                watcher.end();
            }
            self.failed(game, &made, kind, seed);
            // Each further game would go on as long.
            if self.goes_on && !may_go_on(game) {
                break;
            }
        }
        watcher.seen.count(&watched, &desk.reached().unwrap_or_default());
        self.seen.add(watcher.seen);
        self.watched = keep.then_some(watched);
    }

    /// Keeps a game that went wrong, as the plain game has it.
    fn failed(&mut self, game: &Game, made: &Played, kind: Kind, seed: u64) {
        if !matches!(made.ending, Ending::Fault(_) | Ending::Over(0)) {
            return;
        }
        let endless = matches!(made.ending, Ending::Fault(Fault { kind: FaultKind::Decisions(_), .. }));
        // Players of other kinds may have kept it going, and the file may say that it is meant.
        if endless && (kind != Kind::Choices || self.goes_on) {
            return;
        }
        let Ok(plain) = game.prepare_for(self.setup.clone(), &[]) else { return };
        let cause = if endless {
            Some(Cause::Endless)
        } else {
            Cause::of(&plain, &Again::new(&plain).replay(seed, &made.choices).ending)
        };
        self.goes_on |= endless;
        let Some(cause) = cause.filter(|cause| !self.found.iter().any(|other| other.cause == *cause)) else { return };
        self.found.push(Failing { cause, seed, choices: made.choices.clone() });
    }
}

/// Whether the file says that games may go on and on: each that does is left, and the next one is played.
pub fn may_go_on(game: &Game) -> bool {
    game.game.allowed.iter().any(|allowed| allowed.code == Code::GoesOn)
}

/// Most decisions of a game with players of a kind.
pub fn most_of(kind: Kind) -> u64 {
    if kind == Kind::Choices { MOST_DECISIONS } else { MOST_OF_A_KIND }
}

/// Plays one game with players of a kind up to so many decisions, and leaves it where there is enough.
pub fn one_game<S: Sink>(
    (runner, desk): (&Runner, &mut Desk),
    watcher: &mut S,
    players: &mut Players,
    (seed, most, enough): (u64, u64, &dyn Fn() -> bool),
) -> Played {
    let mut asked = 0;
    let mut choose = |runner: &Runner, desk: &mut Desk, seat: u8, count: u64| {
        asked += 1;
        if asked % LOOK == 0 && enough() {
            return None;
        }
        Some(if count == 1 { 0 } else { players.choose(runner, desk, seat, count) })
    };
    again::play((runner, desk), watcher, (seed, most), &mut choose)
}
