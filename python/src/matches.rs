//! One game played by numbers, and players that think at its seats.

use std::sync::Arc;

use bidlang::engine::{
    Choice, Desk, Event, Fault, FaultKind, Pause, Reader, Seeded, Shown, Sink, State, Stream, Telling, each_seat,
};
use bidlang::{Error, Prepared};
use bidlang_learning::{Branched, Match as Played, shares};
use bidlang_players::{Answer, Level, Likes, Lore, Player, Pool, Question, Thinker, own_seed};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::clock::clock;
use crate::numbering::Numbering;
use crate::problems::{plain, raised};

/// Most worlds of one seat.
const MOST_WORLDS: usize = 10_000;

/// One game played by numbers.
#[pyclass(module = "bidlang")]
pub struct Match {
    pub numbering: Py<Numbering>,
    pub played: Played,
    seed: Option<u64>,
}

fn stopped(py: Python<'_>, prepared: &Prepared, fault: Fault) -> PyErr {
    raised(py, &Error::Stopped(Box::new(prepared.stopped(fault))))
}

impl Match {
    fn seat(&self, seat: u8) -> PyResult<u8> {
        let players = self.played.prepared().players();
        if seat < players {
            return Ok(seat);
        }
        Err(PyValueError::new_err(format!("there is no seat {seat}: seats are counted from 0 to {}", players - 1)))
    }

    /// The seat that says a number, which it has to be able to.
    fn checked(&mut self, py: Python<'_>, action: i64, seat: Option<u8>) -> PyResult<(u8, u32)> {
        let waiting: Vec<u8> = self.played.waiting().collect();
        let Some(first) = waiting.first() else {
            return Err(plain(py, "GameOverError", "the game is over: nobody is to choose"));
        };
        let seat = seat.unwrap_or(*first);
        if !waiting.contains(&seat) {
            return Err(plain(py, "NotToChooseError", &format!("seat {seat} is not to choose now, but {waiting:?}")));
        }
        let actions = Arc::clone(&self.numbering.get().actions);
        let number = u32::try_from(action).ok().filter(|number| (*number as usize) < actions.count());
        let Some(number) = number else {
            let message = format!("{action} is no action: they are numbered from 0 to {}", actions.count() - 1);
            return Err(plain(py, "ActionError", &message));
        };
        if !self.played.legal(&actions, seat).contains(&number) {
            let words = actions.words(self.played.prepared(), number);
            return Err(plain(py, "ActionError", &format!("action {number} ({words}) may not be taken now")));
        }
        Ok((seat, number))
    }

    /// The seat that is meant: the one that is to choose, where none is said.
    fn meant(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<u8> {
        match seat.or_else(|| self.played.to_act()) {
            Some(seat) => self.seat(seat),
            None => Err(plain(py, "GameOverError", "the game is over and nobody is to choose: say for which seat")),
        }
    }

    fn like(&self, py: Python<'_>, played: Played) -> Self {
        Self { numbering: self.numbering.clone_ref(py), played, seed: None }
    }
}

type Branches = Option<Vec<(f64, Match)>>;

/// What may come of a game, as Python has it.
fn branches(py: Python<'_>, numbering: &Py<Numbering>, found: Branched) -> PyResult<Branches> {
    let of = |(likely, played)| (likely, Match { numbering: numbering.clone_ref(py), played, seed: None });
    match found {
        Branched::All(found) => Ok(Some(found.into_iter().map(of).collect())),
        Branched::TooMany => Ok(None),
        Branched::Seen => Err(PyValueError::new_err(
            "somebody sees an order of cards that had been left open, so that not each outcome of chance was gone through: play it from a seed",
        )),
        Branched::Unlisted => Err(PyValueError::new_err(
            "its chance comes from a seed, and of what else might come nothing is known: take a match of Match.beginnings()",
        )),
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (numbering, seed=0))]
    fn new(py: Python<'_>, numbering: Py<Numbering>, seed: u64) -> PyResult<Self> {
        let (known, prepared) = (numbering.get(), numbering.get().game.get().prepared.clone());
        let made =
            py.detach(|| Played::by(&prepared, &known.actions, Seeded::new(seed).into(), Some(&known.cells), true));
        let played = made.map_err(|fault| stopped(py, &prepared, fault))?;
        Ok(Self { numbering, played, seed: Some(seed) })
    }

    /// All games at their first turn, each with how likely it is; none where there are more than `most`.
    #[staticmethod]
    #[pyo3(signature = (numbering, most=10_000))]
    fn beginnings(py: Python<'_>, numbering: Py<Numbering>, most: usize) -> PyResult<Branches> {
        let (known, prepared) = (numbering.get(), numbering.get().game.get().prepared.clone());
        let found = py.detach(|| Played::beginnings(&prepared, &known.actions, &known.cells, most));
        branches(py, &numbering, found.map_err(|fault| stopped(py, &prepared, fault))?)
    }

    /// All games that may come of this one when a number is said.
    #[pyo3(name = "branches", signature = (action, seat=None, most=10_000))]
    fn branch(&mut self, py: Python<'_>, action: i64, seat: Option<u8>, most: usize) -> PyResult<Branches> {
        let (seat, number) = self.checked(py, action, seat)?;
        let actions = Arc::clone(&self.numbering.get().actions);
        let played = &self.played;
        let found = py.detach(|| played.branches(&actions, seat, number, most));
        branches(py, &self.numbering, found.map_err(|fault| stopped(py, self.played.prepared(), fault))?)
    }

    #[getter]
    fn numbering(&self, py: Python<'_>) -> Py<Numbering> {
        self.numbering.clone_ref(py)
    }

    #[getter]
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    #[getter]
    fn decisions(&self) -> u64 {
        self.played.decisions()
    }

    fn to_act(&self) -> Option<u8> {
        self.played.to_act()
    }

    // Bytes would come of a list of `u8`.
    fn seats_to_act(&self) -> Vec<usize> {
        self.played.waiting().map(usize::from).collect()
    }

    #[pyo3(signature = (seat=None))]
    fn legal(&mut self, seat: Option<u8>) -> PyResult<Vec<u32>> {
        let Some(seat) = seat.or(self.played.to_act()) else { return Ok(Vec::new()) };
        let seat = self.seat(seat)?;
        let actions = Arc::clone(&self.numbering.get().actions);
        let mut legal = self.played.legal(&actions, seat);
        legal.sort_unstable();
        Ok(legal)
    }

    #[pyo3(signature = (seat=None))]
    fn mask<'py>(&mut self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.numbering.get().actions.count()];
        for number in self.legal(seat)? {
            if let Some(cell) = mask.get_mut(number as usize) {
                *cell = true;
            }
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    #[pyo3(signature = (action, seat=None))]
    fn take(&mut self, py: Python<'_>, action: i64, seat: Option<u8>) -> PyResult<()> {
        let (seat, number) = self.checked(py, action, seat)?;
        let actions = Arc::clone(&self.numbering.get().actions);
        let played = &mut self.played;
        let taken = py.detach(|| played.take_legal(&actions, seat, number));
        taken.map_err(|fault| stopped(py, self.played.prepared(), fault))
    }

    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&mut self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.meant(py, seat)?;
        let known = self.numbering.get();
        let (actions, cells) = (Arc::clone(&known.actions), Arc::clone(&known.cells));
        let array = PyArray1::<f32>::zeros(py, [cells.count()], false);
        let mut to = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.played.observe(
            &actions,
            &cells,
            seat,
            to.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?,
        );
        drop(to);
        Ok(array)
    }

    #[pyo3(signature = (seat=0))]
    fn observe_all<'py>(&mut self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let all = Arc::clone(&self.numbering.get().all);
        let mut row = vec![0.0; all.count()];
        self.played.observe_all(&all, seat, &mut row);
        Ok(PyArray1::from_vec(py, row))
    }

    /// A word that stands for all that a seat was told and has said.
    #[pyo3(signature = (seat=None))]
    fn memory(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<Option<String>> {
        Ok(self.played.memory(self.meant(py, seat)?))
    }

    #[pyo3(signature = (seat=None))]
    fn view(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<String> {
        let seat = self.meant(py, seat)?;
        Ok(self.played.prepared().turn_in(self.played.desk.state(), seat).view().to_string())
    }

    fn is_over(&self) -> bool {
        self.played.is_over()
    }

    fn scores(&self) -> Vec<i64> {
        self.played.scores()
    }

    fn winners(&self) -> Vec<usize> {
        each_seat(if self.played.is_over() { self.played.winners() } else { 0 }).map(usize::from).collect()
    }

    /// What each seat has for winning: it adds up to nought; nothing before the end.
    fn shares(&self) -> Vec<f64> {
        let winners = if self.played.is_over() { self.played.winners() } else { 0 };
        shares(winners, usize::from(self.played.prepared().players())).collect()
    }

    #[pyo3(name = "clone")]
    fn copy(&self, py: Python<'_>) -> Self {
        Self { numbering: self.numbering.clone_ref(py), played: self.played.clone(), seed: self.seed }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Match of {}>", self.played.prepared().game().title())
    }
}

/// Worlds that fit what a seat of a match was told: ways in which the game may have gone.
#[pyclass(module = "bidlang")]
pub struct Worlds {
    pool: Pool,
    follows: Follows,
    dice: Stream,
}

/// Hears what a seat is told, and what it has chosen.
trait Hears {
    fn hear(&mut self, telling: &Telling);
    fn chose(&mut self, choice: &Choice, count: u64);
}

impl Hears for Thinker {
    fn hear(&mut self, telling: &Telling) {
        Player::hear(self, telling);
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        Player::chose(self, choice, count);
    }
}

impl Hears for Pool {
    fn hear(&mut self, telling: &Telling) {
        Self::hear(self, telling);
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        Self::chose(self, *choice, count);
    }
}

/// A match played again on a table of its own, for one who hears what a seat is told.
struct Follows {
    prepared: Prepared,
    seat: u8,
    /// The seed of the match.
    seed: u64,
    desk: Desk,
    shown: Shown,
    /// The choices of the match that were heard of.
    made: Vec<(u8, Choice)>,
}

/// A player that thinks, at one seat of a match. It is told what its seat may know, and nothing else.
#[pyclass(module = "bidlang")]
pub struct Bot {
    thinker: Thinker,
    follows: Follows,
    dice: Stream,
}

/// Tells one who hears what the seat may know.
struct Tells<'t, H> {
    prepared: &'t Prepared,
    hears: &'t mut H,
    seat: u8,
}

impl<H: Hears> Sink for Tells<'_, H> {
    fn event(&mut self, state: &State, event: &Event) {
        let program = self.prepared.runner().program();
        if let Some(telling) = Telling::of(event, program, state, Reader::Seats(1 << self.seat)) {
            self.hears.hear(&telling);
        }
    }
}

impl Follows {
    fn new(at: &Match, seat: u8) -> PyResult<Self> {
        let seat = at.seat(seat)?;
        let Some(seed) = at.seed else {
            return Err(PyValueError::new_err("a match is heard from its beginning: it has to be one of a seed"));
        };
        let prepared = at.played.prepared().clone();
        let desk = prepared.runner().desk_by(Seeded::new(seed));
        let shown = Shown::new(prepared.runner().program());
        Ok(Self { prepared, seat, seed, desk, shown, made: Vec::new() })
    }

    /// The choices of the match that were not heard of, where it is the one that is followed and its seat is to choose.
    fn choices(&self, py: Python<'_>, at: &Match) -> PyResult<Vec<(u8, Choice)>> {
        let (own, other) = (&self.prepared, at.played.prepared());
        let same = at.seed == Some(self.seed)
            && own.game().hash() == other.game().hash()
            && own.players() == other.players()
            && own.options() == other.options();
        let new = at.played.choices.as_ref().filter(|_| same).and_then(|made| made.strip_prefix(self.made.as_slice()));
        let Some(new) = new else {
            return Err(PyValueError::new_err("it goes on with the match that it was made for, and this is another"));
        };
        if !at.played.waiting().any(|seat| seat == self.seat) {
            return Err(plain(py, "NotToChooseError", &format!("seat {} is not to choose now", self.seat)));
        }
        Ok(new.to_vec())
    }

    /// Plays the choices that were not heard of, up to the decision behind them.
    fn catch_up(&mut self, choices: Vec<(u8, Choice)>, hears: &mut impl Hears) -> Result<(), Fault> {
        let Self { prepared, seat: own, desk, shown, made, .. } = self;
        let runner = Arc::clone(prepared.runner());
        let mut choices = choices.into_iter();
        loop {
            let mut tells = Tells { prepared, hears, seat: *own };
            let Pause::Decision(seats) = shown.run(&runner, desk, &mut tells)? else { return Ok(()) };
            let illegal = Fault { kind: FaultKind::Illegal, rule: runner.here(desk) };
            let first = each_seat(seats).next().ok_or(illegal)?;
            let count = runner.choices(desk, first);
            let (seat, choice, forced) = if count == 1 {
                (first, runner.nth_choice(desk, first, 0).ok_or(illegal)?, true)
            } else {
                let Some((seat, choice)) = choices.next() else { return Ok(()) };
                made.push((seat, choice));
                (seat, choice, false)
            };
            if seat == *own && !forced {
                let count = runner.choices(desk, seat);
                tells.hears.chose(&choice, count);
            }
            shown.choose(&runner, desk, (seat, &choice, forced), &mut tells)?;
        }
    }
}

#[pymethods]
impl Worlds {
    #[new]
    #[pyo3(signature = (at, seat, count=16, seed=0))]
    fn new(at: PyRef<'_, Match>, seat: u8, count: usize, seed: u64) -> PyResult<Self> {
        if !(1..=MOST_WORLDS).contains(&count) {
            return Err(PyValueError::new_err(format!("1 to {MOST_WORLDS} worlds are kept, not {count}")));
        }
        let follows = Follows::new(&at, seat)?;
        let pool = Pool::new(&follows.prepared, seat, (count, 2), own_seed(seed, seat));
        Ok(Self { pool, follows, dice: Stream::new(seed, 93) })
    }

    /// The match as it may stand for all that the seat knows.
    fn sample(&mut self, py: Python<'_>, at: PyRef<'_, Match>) -> PyResult<Match> {
        let choices = self.follows.choices(py, &at)?;
        let Self { pool, follows, dice } = self;
        let actions = Arc::clone(&at.numbering.get().actions);
        let played = &at.played;
        let found = py.detach(|| -> Result<Option<Played>, Fault> {
            follows.catch_up(choices, pool)?;
            let worlds: Vec<State> = pool
                .worlds()
                .iter()
                .filter(|world| world.illegal.is_empty())
                .map(|world| world.desk.state().clone())
                .collect();
            let from = dice.below(u32::try_from(worlds.len()).unwrap_or(u32::MAX)) as usize;
            let seed = dice.below_long(u64::MAX);
            for world in worlds.iter().skip(from).chain(worlds.iter().take(from)) {
                let found = played.in_world(&actions, world, follows.seat, seed)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            Ok(None)
        });
        let found = found.map_err(|fault| stopped(py, at.played.prepared(), fault))?;
        let found =
            found.ok_or_else(|| plain(py, "BidlangError", "no world was found that fits what the seat was told"))?;
        Ok(at.like(py, found))
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (at, seat, level="normal", seed=0))]
    fn new(py: Python<'_>, at: PyRef<'_, Match>, seat: u8, level: &str, seed: u64) -> PyResult<Self> {
        let level: Level = level.parse().map_err(|why: String| PyValueError::new_err(why))?;
        let follows = Follows::new(&at, seat)?;
        let lore = py.detach(|| Lore::of(&follows.prepared));
        let thinker = Thinker::new(&lore, seat, level.effort(), (own_seed(seed, seat), &clock()));
        Ok(Self { thinker, follows, dice: Stream::new(seed, 91) })
    }

    /// Chooses in the match, whose seat it is, and does it there.
    fn play(&mut self, py: Python<'_>, mut at: PyRefMut<'_, Match>) -> PyResult<()> {
        let choices = self.follows.choices(py, &at)?;
        let Self { thinker, follows, dice } = self;
        let answered = py.detach(|| -> Result<Choice, Fault> {
            follows.catch_up(choices, thinker)?;
            let Follows { prepared, seat, desk, .. } = follows;
            let runner = Arc::clone(prepared.runner());
            let illegal = Fault { kind: FaultKind::Illegal, rule: runner.here(desk) };
            let ask = desk.state().waiting().ok_or(illegal)?;
            let count = runner.choices(desk, *seat);
            let any = dice.below_long(count);
            let found = match thinker.answer(Question { ask, count }) {
                Answer::Nth(number) => runner.nth_choice(desk, *seat, number),
                Answer::Choice(choice) => {
                    let there = Likes::of(prepared).among_those_there(&runner, desk, *seat, &choice);
                    // Where no world fits, what is legal in them may not be legal here.
                    if runner.allows(desk, *seat, &there) { Some(there) } else { runner.nth_choice(desk, *seat, any) }
                }
            };
            found.ok_or(illegal)
        });
        let choice = answered.map_err(|fault| stopped(py, &self.follows.prepared, fault))?;
        let actions = Arc::clone(&at.numbering.get().actions);
        let Match { played, .. } = &mut *at;
        let runner = Arc::clone(played.prepared().runner());
        if !runner.allows(&mut played.desk, self.follows.seat, &choice) {
            return Err(PyValueError::new_err(
                "what it chooses is not legal in this match, which is another than it heard of",
            ));
        }
        let made = played.make(&actions, self.follows.seat, &choice);
        made.map_err(|fault| stopped(py, &self.follows.prepared, fault))
    }
}
