//! Many games side by side (a vectorised environment): one number for each goes in, and what each game shows comes out, in flat arrays.

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Fault, Seeded};

use crate::actions::Actions;
use crate::cells::Cells;
use crate::matches::Match;

/// What seats are given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reward {
    /// At the end: each winner its share of 1, and all less what each would have if all were alike. It adds up to nought.
    Win,
    /// How the score has changed.
    Score,
}

/// So many games in a row that end before anybody has a choice are passed over.
const MOST_EMPTY: u32 = 1_000;

/// Why a batch does not go on. Nothing has happened then, but where the rules stopped a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// A game's number may not be taken: which game, and the number.
    Illegal(usize, i64),
    /// An array has another length: what it is, how many there are, how many there have to be.
    Length(&'static str, usize, usize),
    /// The rules stopped a game.
    Stopped(usize, Fault),
    /// So many games in a row ended before anybody had a choice.
    NoChoice(u32),
}

/// What the games show, row by row; each slice has one row a game.
#[derive(Debug)]
pub struct Shows<'s> {
    /// For each action whether it may be taken.
    pub mask: &'s mut [bool],
    /// Who is to choose.
    pub seats: &'s mut [u8],
    /// What each seat is given.
    pub rewards: &'s mut [f32],
    /// Whether the game has ended, and another has begun.
    pub done: &'s mut [bool],
}

/// Many games side by side. A game that ends is followed by another, with the next seed that no game has had; one in which nobody ever has a
/// choice is passed over.
#[derive(Debug)]
pub struct Batch {
    kind: Kind,
    games: Vec<Match>,
    next_seed: u64,
    seats: Vec<u8>,
    /// For each game the actions that may be taken, a bit each.
    open: Vec<u64>,
    /// The scores of each game, where they count.
    scores: Vec<i64>,
}

/// What all games of a batch share.
#[derive(Debug)]
struct Kind {
    prepared: Prepared,
    actions: Arc<Actions>,
    cells: Arc<Cells>,
    all: Arc<Cells>,
    reward: Reward,
    players: usize,
    /// How many words the bits of all actions take.
    words: usize,
}

/// One of the games, and what is kept beside it.
struct Row<'r> {
    game: &'r mut Match,
    seat: &'r mut u8,
    open: &'r mut [u64],
    scores: &'r mut [i64],
}

impl Kind {
    /// A game begins where another was.
    fn another(&self, row: &mut Row<'_>, number: usize, next_seed: &mut u64) -> Result<(), Refused> {
        for _ in 0..MOST_EMPTY {
            let seed = *next_seed;
            *next_seed = seed.wrapping_add(1);
            row.game.restart(&self.actions, seed).map_err(|fault| Refused::Stopped(number, fault))?;
            if !row.game.is_over() {
                self.begun(row);
                return Ok(());
            }
        }
        Err(Refused::NoChoice(MOST_EMPTY))
    }

    fn begun(&self, row: &mut Row<'_>) {
        if self.reward == Reward::Score {
            row.scores.copy_from_slice(&row.game.scores());
        }
        self.look(row);
    }

    /// Whose turn it is, and what may be done.
    fn look(&self, row: &mut Row<'_>) {
        row.open.fill(0);
        // A game in which nobody is to choose is over, and then another has begun.
        if let Some(seat) = row.game.to_act() {
            *row.seat = seat;
            row.game.open(&self.actions, seat, row.open);
        }
    }

    /// What each seat is given for what has happened.
    fn give(&self, row: &mut Row<'_>, given: &mut [f32]) {
        match self.reward {
            Reward::Score => {
                for ((given, before), now) in given.iter_mut().zip(row.scores.iter_mut()).zip(row.game.scores()) {
                    *given = (now - *before) as f32;
                    *before = now;
                }
            }
            Reward::Win if row.game.is_over() => {
                let shares = shares(row.game.winners(), self.players);
                given.iter_mut().zip(shares).for_each(|(given, share)| *given = share as f32);
            }
            Reward::Win => {}
        }
    }
}

impl Batch {
    /// So many games with the seeds from one on. Cells with events make somebody listen to each game, which takes time.
    ///
    /// # Errors
    /// Where the rules stop one, or none has a choice.
    pub fn new(
        prepared: &Prepared,
        (actions, cells): (&Arc<Actions>, &Arc<Cells>),
        (games, seed): (usize, u64),
        reward: Reward,
    ) -> Result<Self, Refused> {
        let words = actions.count().div_ceil(64).max(1);
        let players = usize::from(prepared.players());
        let unbegun = || Match::unbegun(prepared, Seeded::new(0).into(), Some(cells), false);
        let mut batch = Self {
            kind: Kind {
                prepared: prepared.clone(),
                actions: Arc::clone(actions),
                cells: Arc::clone(cells),
                all: Arc::new(Cells::of_all(prepared)),
                reward,
                players,
                words,
            },
            games: std::iter::repeat_with(unbegun).take(games).collect(),
            next_seed: seed,
            seats: vec![0; games],
            open: vec![0; games * words],
            scores: vec![0; games * players],
        };
        batch.reset(seed)?;
        Ok(batch)
    }

    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The game and its setup.
    #[must_use]
    pub const fn prepared(&self) -> &Prepared {
        &self.kind.prepared
    }

    /// The actions.
    #[must_use]
    pub const fn actions(&self) -> &Arc<Actions> {
        &self.kind.actions
    }

    /// The cells of a seat's vector.
    #[must_use]
    pub const fn cells(&self) -> &Arc<Cells> {
        &self.kind.cells
    }

    /// The cells of the whole table.
    #[must_use]
    pub const fn cells_of_all(&self) -> &Arc<Cells> {
        &self.kind.all
    }

    /// Begins all games anew, with the seeds from one on.
    ///
    /// # Errors
    /// Where the rules stop one, or none has a choice.
    pub fn reset(&mut self, seed: u64) -> Result<(), Refused> {
        self.next_seed = seed;
        let (kind, rows, next_seed) = self.rows();
        rows.enumerate().try_for_each(|(number, mut row)| kind.another(&mut row, number, next_seed))
    }

    /// What the games share, each of them, and the seed of the next one.
    fn rows(&mut self) -> (&Kind, impl Iterator<Item = Row<'_>>, &mut u64) {
        let Self { kind, games, next_seed, seats, open, scores } = self;
        let open = open.chunks_exact_mut(kind.words);
        let rest = seats.iter_mut().zip(open).zip(scores.chunks_exact_mut(kind.players));
        let rows = games.iter_mut().zip(rest).map(|(game, ((seat, open), scores))| Row { game, seat, open, scores });
        (kind, rows, next_seed)
    }

    /// Writes whose turn it is in each game and what may be done.
    ///
    /// # Errors
    /// Where a slice has another length.
    pub fn show(&self, mask: &mut [bool], seats: &mut [u8]) -> Result<(), Refused> {
        let count = self.kind.actions.count();
        length("mask", mask.len(), self.games.len() * count)?;
        length("seats", seats.len(), self.games.len())?;
        seats.copy_from_slice(&self.seats);
        let open = self.open.chunks_exact(self.kind.words);
        mask.chunks_exact_mut(count.max(1)).zip(open).for_each(|(mask, open)| spread(open, mask));
        Ok(())
    }

    /// Takes one action in each game, and writes what they show then.
    ///
    /// # Errors
    /// Where a number may not be taken or a slice has another length: then nothing has happened. Where the rules stop a game, or none has a
    /// choice any more.
    pub fn step(&mut self, taken: &[i64], shows: &mut Shows<'_>) -> Result<(), Refused> {
        let (games, players, count) = (self.games.len(), self.kind.players, self.kind.actions.count());
        length("actions", taken.len(), games)?;
        length("mask", shows.mask.len(), games * count)?;
        length("seats", shows.seats.len(), games)?;
        length("rewards", shows.rewards.len(), games * players)?;
        length("done", shows.done.len(), games)?;
        for (game, (action, open)) in taken.iter().zip(self.open.chunks_exact(self.kind.words)).enumerate() {
            legal(open, *action).ok_or(Refused::Illegal(game, *action))?;
        }
        shows.rewards.fill(0.0);
        let (kind, rows, next_seed) = self.rows();
        let masks = shows.mask.chunks_exact_mut(count.max(1));
        let given = shows.rewards.chunks_exact_mut(players).zip(shows.done.iter_mut());
        let each = rows.zip(taken).zip(masks.zip(given)).enumerate();
        for (number, ((mut row, action), (mask, (given, done)))) in each {
            let action = legal(row.open, *action).ok_or(Refused::Illegal(number, *action))?;
            let taken = row.game.take_legal(&kind.actions, *row.seat, action);
            taken.map_err(|fault| Refused::Stopped(number, fault))?;
            kind.give(&mut row, given);
            *done = row.game.is_over();
            if *done {
                kind.another(&mut row, number, next_seed)?;
            } else {
                kind.look(&mut row);
            }
            spread(row.open, mask);
        }
        shows.seats.copy_from_slice(&self.seats);
        Ok(())
    }

    /// Writes what the seat that is to choose knows in each game.
    ///
    /// # Errors
    /// Where the slice has another length.
    pub fn observe(&mut self, to: &mut [f32]) -> Result<(), Refused> {
        let cells = self.kind.cells.count();
        length("observations", to.len(), self.games.len() * cells)?;
        for ((at, seat), row) in self.games.iter_mut().zip(&self.seats).zip(to.chunks_exact_mut(cells.max(1))) {
            at.observe(&self.kind.actions, &self.kind.cells, *seat, row);
        }
        Ok(())
    }

    /// Writes the whole table of each game, seats counted from the one that is to choose.
    ///
    /// # Errors
    /// Where the slice has another length.
    pub fn observe_all(&mut self, to: &mut [f32]) -> Result<(), Refused> {
        let cells = self.kind.all.count();
        length("observations", to.len(), self.games.len() * cells)?;
        for ((at, seat), row) in self.games.iter_mut().zip(&self.seats).zip(to.chunks_exact_mut(cells.max(1))) {
            at.observe_all(&self.kind.all, *seat, row);
        }
        Ok(())
    }
}

/// What each of so many seats has for winning: winners share 1, less an equal part for each. It adds up to nought; where nobody has won, all
/// have nought.
pub fn shares(winners: u32, seats: usize) -> impl Iterator<Item = f64> {
    let won = winners.count_ones();
    (0..seats).map(move |seat| match won {
        0 => 0.0,
        _ if winners >> seat & 1 == 1 => 1.0 / f64::from(won) - 1.0 / seats as f64,
        _ => -1.0 / seats as f64,
    })
}

/// The number of an action, where it is one of those that are open.
fn legal(open: &[u64], action: i64) -> Option<u32> {
    let number = u32::try_from(action).ok()?;
    let word = open.get(number as usize / 64)?;
    (word >> (number % 64) & 1 == 1).then_some(number)
}

/// Writes bits as answers: most are no.
fn spread(open: &[u64], mask: &mut [bool]) {
    mask.fill(false);
    for (cells, word) in mask.chunks_mut(64).zip(open) {
        let mut left = *word;
        while left != 0 {
            if let Some(cell) = cells.get_mut(left.trailing_zeros() as usize) {
                *cell = true;
            }
            left &= left - 1;
        }
    }
}

const fn length(what: &'static str, is: usize, should: usize) -> Result<(), Refused> {
    if is == should { Ok(()) } else { Err(Refused::Length(what, is, should)) }
}
