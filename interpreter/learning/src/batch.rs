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

/// So many games ahead one is looked at.
const AHEAD: usize = 3;

/// Why a batch does not go on. Nothing has happened then, but where the rules stopped a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// A game's number may not be taken: which game, and the number.
    Illegal(usize, i64),
    /// An array has another length: what it is, how many there are, how many there have to be.
    Length(&'static str, usize, usize),
    /// The rules stopped a game.
    Stopped(usize, Fault),
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

/// Many games side by side. A game that ends is followed by another, with the next seed that no game has had.
#[derive(Debug)]
pub struct Batch {
    prepared: Prepared,
    actions: Arc<Actions>,
    cells: Arc<Cells>,
    all: Arc<Cells>,
    games: Vec<Match>,
    reward: Reward,
    next_seed: u64,
    seats: Vec<u8>,
    /// For each game the actions that may be taken, a bit each.
    open: Vec<u64>,
    words: usize,
    /// The scores of each game, where they count.
    scores: Vec<i64>,
}

impl Batch {
    /// So many games with the seeds from one on. Cells with events make somebody listen to each game, which takes time.
    ///
    /// # Errors
    /// Where the rules stop one.
    pub fn new(
        prepared: &Prepared,
        (actions, cells): (&Arc<Actions>, &Arc<Cells>),
        (games, seed): (usize, u64),
        reward: Reward,
    ) -> Result<Self, Refused> {
        let words = actions.count().div_ceil(64);
        let begin = |game: usize| {
            let chance = Seeded::new(seed.wrapping_add(game as u64)).into();
            Match::by(prepared, actions, chance, Some(cells), false).map_err(|fault| Refused::Stopped(game, fault))
        };
        let mut batch = Self {
            prepared: prepared.clone(),
            actions: Arc::clone(actions),
            cells: Arc::clone(cells),
            all: Arc::new(Cells::of_all(prepared)),
            games: (0..games).map(begin).collect::<Result<_, _>>()?,
            reward,
            next_seed: seed.wrapping_add(games as u64),
            seats: vec![0; games],
            open: vec![0; games * words],
            words,
            scores: vec![0; games * usize::from(prepared.players())],
        };
        for game in 0..games {
            batch.begun(game)?;
        }
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
        &self.prepared
    }

    /// The actions.
    #[must_use]
    pub const fn actions(&self) -> &Arc<Actions> {
        &self.actions
    }

    /// The cells of a seat's vector.
    #[must_use]
    pub const fn cells(&self) -> &Arc<Cells> {
        &self.cells
    }

    /// The cells of the whole table.
    #[must_use]
    pub const fn cells_of_all(&self) -> &Arc<Cells> {
        &self.all
    }

    /// Begins all games anew, with the seeds from one on.
    ///
    /// # Errors
    /// Where the rules stop one.
    pub fn reset(&mut self, seed: u64) -> Result<(), Refused> {
        self.next_seed = seed;
        (0..self.games.len()).try_for_each(|game| self.another(game))
    }

    /// Another game begins.
    fn another(&mut self, game: usize) -> Result<(), Refused> {
        let seed = self.next_seed;
        self.next_seed = seed.wrapping_add(1);
        if let Some(at) = self.games.get_mut(game) {
            at.restart(&self.actions, seed).map_err(|fault| Refused::Stopped(game, fault))?;
        }
        self.begun(game)
    }

    fn begun(&mut self, game: usize) -> Result<(), Refused> {
        let players = usize::from(self.prepared.players());
        // A game in which nobody ever has a choice ends as it begins; another would, too.
        if self.reward == Reward::Score
            && let (Some(at), Some(scores)) =
                (self.games.get(game), self.scores.get_mut(game * players..(game + 1) * players))
        {
            scores.copy_from_slice(&at.scores());
        }
        self.look(game);
        Ok(())
    }

    /// Whose turn it is, and what may be done.
    fn look(&mut self, game: usize) {
        let (Some(at), Some(seat)) = (self.games.get_mut(game), self.seats.get_mut(game)) else { return };
        let Some(open) = self.open.get_mut(game * self.words..(game + 1) * self.words) else { return };
        open.fill(0);
        *seat = at.to_act().unwrap_or(0);
        at.each(&self.actions, *seat, &mut |number| {
            if let Some(word) = open.get_mut(number as usize / 64) {
                *word |= 1 << (number % 64);
            }
        });
    }

    fn may(&self, game: usize, number: i64) -> Option<u32> {
        let number = u32::try_from(number).ok().filter(|number| (*number as usize) < self.actions.count())?;
        let word = self.open.get(game * self.words + number as usize / 64)?;
        (word >> (number % 64) & 1 == 1).then_some(number)
    }

    /// Writes whose turn it is in each game and what may be done.
    ///
    /// # Errors
    /// Where a slice has another length.
    pub fn show(&self, mask: &mut [bool], seats: &mut [u8]) -> Result<(), Refused> {
        length("mask", mask.len(), self.games.len() * self.actions.count())?;
        length("seats", seats.len(), self.games.len())?;
        seats.copy_from_slice(&self.seats);
        (0..self.games.len()).for_each(|game| self.show_one(game, mask));
        Ok(())
    }

    fn show_one(&self, game: usize, mask: &mut [bool]) {
        let count = self.actions.count();
        let (Some(row), Some(open)) =
            (mask.get_mut(game * count..(game + 1) * count), self.open.get(game * self.words..(game + 1) * self.words))
        else {
            return;
        };
        row.fill(false);
        for (base, word) in (0..).step_by(64).zip(open) {
            let mut left = *word;
            while left != 0 {
                if let Some(cell) = row.get_mut(base + left.trailing_zeros() as usize) {
                    *cell = true;
                }
                left &= left - 1;
            }
        }
    }

    /// Takes one action in each game, and writes what they show then.
    ///
    /// # Errors
    /// Where a number may not be taken or a slice has another length: then nothing has happened. Where the rules stop a game.
    pub fn step(&mut self, taken: &[i64], shows: &mut Shows<'_>) -> Result<(), Refused> {
        let (games, players) = (self.games.len(), usize::from(self.prepared.players()));
        length("actions", taken.len(), games)?;
        length("mask", shows.mask.len(), games * self.actions.count())?;
        length("seats", shows.seats.len(), games)?;
        length("rewards", shows.rewards.len(), games * players)?;
        length("done", shows.done.len(), games)?;
        for (game, number) in taken.iter().enumerate() {
            self.may(game, *number).ok_or(Refused::Illegal(game, *number))?;
        }
        shows.rewards.fill(0.0);
        shows.done.fill(false);
        for (game, number) in taken.iter().enumerate() {
            self.fetch(game + AHEAD);
            self.step_one(game, *number, shows)?;
        }
        shows.seats.copy_from_slice(&self.seats);
        Ok(())
    }

    /// Looks at a game that comes soon, so that it lies in the cache when its turn comes: thousands of games do not.
    fn fetch(&self, game: usize) {
        let Some(at) = self.games.get(game) else { return };
        let state = at.desk.state();
        let slots = (0..128).step_by(16).fold(0_i64, |sum, slot| sum ^ state.int(slot));
        let sets = (0..48).step_by(4).fold(0, |sum, set| sum ^ state.mask(set));
        std::hint::black_box((slots, sets));
    }

    fn step_one(&mut self, game: usize, number: i64, shows: &mut Shows<'_>) -> Result<(), Refused> {
        let players = usize::from(self.prepared.players());
        let Some(number) = self.may(game, number) else { return Ok(()) };
        let (Some(at), Some(seat)) = (self.games.get_mut(game), self.seats.get(game)) else { return Ok(()) };
        at.take_legal(&self.actions, *seat, number).map_err(|fault| Refused::Stopped(game, fault))?;
        let over = at.is_over();
        if let Some(given) = shows.rewards.get_mut(game * players..(game + 1) * players) {
            match self.reward {
                Reward::Score => {
                    let before = self.scores.get_mut(game * players..(game + 1) * players).unwrap_or_default();
                    for ((given, before), now) in given.iter_mut().zip(before).zip(at.scores()) {
                        *given = (now - *before) as f32;
                        *before = now;
                    }
                }
                Reward::Win if over => {
                    given
                        .iter_mut()
                        .zip(shares(at.winners(), players))
                        .for_each(|(given, share)| *given = share as f32);
                }
                Reward::Win => {}
            }
        }
        if over {
            if let Some(done) = shows.done.get_mut(game) {
                *done = true;
            }
            self.another(game)?;
        } else {
            self.look(game);
        }
        self.show_one(game, shows.mask);
        Ok(())
    }

    /// Writes what the seat that is to choose knows in each game.
    ///
    /// # Errors
    /// Where the slice has another length.
    pub fn observe(&mut self, to: &mut [f32]) -> Result<(), Refused> {
        let cells = self.cells.count();
        length("observations", to.len(), self.games.len() * cells)?;
        for ((at, seat), row) in self.games.iter_mut().zip(&self.seats).zip(to.chunks_exact_mut(cells.max(1))) {
            at.observe(&self.actions, &self.cells, *seat, row);
        }
        Ok(())
    }

    /// Writes the whole table of each game, seats counted from the one that is to choose.
    ///
    /// # Errors
    /// Where the slice has another length.
    pub fn observe_all(&mut self, to: &mut [f32]) -> Result<(), Refused> {
        let cells = self.all.count();
        length("observations", to.len(), self.games.len() * cells)?;
        for ((at, seat), row) in self.games.iter_mut().zip(&self.seats).zip(to.chunks_exact_mut(cells.max(1))) {
            at.observe_all(&self.all, *seat, row);
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

const fn length(what: &'static str, is: usize, should: usize) -> Result<(), Refused> {
    if is == should { Ok(()) } else { Err(Refused::Length(what, is, should)) }
}
