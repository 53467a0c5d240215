//! One game being played: whose turn it is, what may be done, what a seat sees and has been told.

mod ear;

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::engine::{Choice, Luck, Seeded};
use bidlang::{Error, Prepared, Recorded, Replay, Seed, Silent, Table, Turn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use crate::acts::{Act, View};
use crate::given;
use crate::problems::{clause, plain, raised};
use crate::values::{from_python, to_python};
use ear::Ear;

/// Most legal acts that are given as a list.
const MOST_LISTED: u64 = 20_000;

#[doc = doc_of!("State")]
#[pyclass(module = "bidlang")]
#[derive(Clone)]
pub struct State {
    pub table: Table,
    pub begun: Begun,
    /// Every choice that was asked for, in its order; those that were forced follow from the rules.
    pub choices: Vec<(u8, Choice)>,
    /// What readers were told, as far as anybody asked: for all, then for each seat.
    ears: Vec<Option<Ear>>,
    /// Why the game cannot go on.
    stopped: Option<Error>,
}

/// How a game began: what gives it again from its choices.
#[derive(Clone)]
pub struct Begun {
    /// The seed, where chance comes from one.
    pub seed: Option<Seed>,
    pub chance: Luck,
}

/// A seed: the number that it is, or the digits of one of 256 bits.
#[derive(IntoPyObject)]
enum SeedTold {
    Number(u64),
    Digits(String),
}

impl State {
    /// The game of a seed.
    pub fn begin(py: Python<'_>, prepared: &Prepared, seed: u64) -> PyResult<Self> {
        let begun = Begun { seed: Some(seed.into()), chance: Seeded::new(seed).into() };
        py.detach(|| Self::of(prepared, begun)).map_err(|error| raised(py, &error))
    }

    /// A game whose chance is said, up to its first turn.
    pub fn of(prepared: &Prepared, begun: Begun) -> Result<Self, Error> {
        let mut table = prepared.table_by(begun.chance.clone());
        table.turn()?;
        let ears = vec![None; usize::from(prepared.players()) + 1];
        Ok(Self { table, begun, choices: Vec::new(), ears, stopped: None })
    }

    /// The game of a record, as far as it goes.
    pub fn resume(py: Python<'_>, prepared: &Prepared, text: &str) -> PyResult<Self> {
        let resumed = || -> Result<Self, Error> {
            let replay = Replay::read(text)?;
            let prepared = prepared.game().prepare_replay(&replay)?;
            replay.check(&prepared)?;
            let mut state =
                Self::of(&prepared, Begun { seed: Some(replay.seed), chance: Seeded::new(replay.seed).into() })?;
            for recorded in &replay.choices {
                state.again(recorded)?;
            }
            Ok(state)
        };
        py.detach(resumed).map_err(|error| raised(py, &error))
    }

    /// Makes a recorded choice.
    fn again(&mut self, recorded: &Recorded) -> Result<(), Error> {
        let Some(turn) = self.table.turn()? else {
            let message = format!("line {}: the game is over before this choice", recorded.line);
            return Err(Error::Record(Diagnostic::new(Code::BadRecord, Span::default(), message)));
        };
        let act = turn.recorded(recorded)?;
        self.make(turn.seat(), act.choice())
    }

    /// The turn of a seat that has to choose.
    pub fn turn_of(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<Turn> {
        if let Some(error) = &self.stopped {
            return Err(raised(py, error));
        }
        let waiting = self.waiting();
        let Some(first) = waiting.first() else {
            return Err(plain(py, "GameOverError", "the game is over: nobody is to choose"));
        };
        let seat = seat.unwrap_or(*first);
        if waiting.contains(&seat) {
            return Ok(self.table.prepared().turn_in(self.table.state(), seat));
        }
        let names = self.table.names();
        let name = |seat: u8| {
            names.get(usize::from(seat)).map_or_else(|| format!("seat {seat}"), |name| format!("{name} (seat {seat})"))
        };
        let choosers: Vec<String> = waiting.iter().map(|seat| name(*seat)).collect();
        let message = format!("{} is not to choose now, but {}", name(seat), choosers.join(", "));
        Err(plain(py, "NotToChooseError", &message))
    }

    pub fn make(&mut self, seat: u8, choice: &Choice) -> Result<(), Error> {
        let act = self.table.prepared().turn_in(self.table.state(), seat).act(choice);
        self.table.play(seat, &act)?;
        self.choices.push((seat, *choice));
        // Where the rules stop the game, the choice has been made all the same.
        let on = self.table.turn_told(&mut Silent).map(|_| ());
        self.stopped = on.as_ref().err().cloned();
        on
    }

    fn waiting(&self) -> Vec<u8> {
        if self.table.is_over() {
            return Vec::new();
        }
        bidlang::engine::each_seat(self.table.runner.choosers(self.table.state())).collect()
    }

    pub fn seat(&self, seat: u8) -> PyResult<u8> {
        let players = self.table.prepared().players();
        if seat < players {
            return Ok(seat);
        }
        Err(PyValueError::new_err(format!("there is no seat {seat}: seats are counted from 0 to {}", players - 1)))
    }

    /// The lines that a reader was told so far.
    fn lines(&mut self, py: Python<'_>, seat: Option<u8>) -> PyResult<&[String]> {
        let index = match seat {
            None => 0,
            Some(seat) => usize::from(self.seat(seat)?) + 1,
        };
        let Self { table, begun, choices, ears, .. } = self;
        let Some(ear) = ears.get_mut(index) else { return Ok(&[]) };
        let ear = ear.get_or_insert_with(|| Ear::new(table.prepared(), begun, seat));
        ear.catch_up(choices).map_err(|error| raised(py, &error))?;
        Ok(ear.lines())
    }
}

#[pymethods]
impl State {
    #[doc = doc_of!("State.to_act")]
    fn to_act(&self) -> Option<u8> {
        self.waiting().first().copied()
    }

    #[doc = doc_of!("State.seats_to_act")]
    // Bytes would come of a list of `u8`.
    fn seats_to_act(&self) -> Vec<usize> {
        self.waiting().into_iter().map(usize::from).collect()
    }

    #[doc = doc_of!("State.count")]
    #[pyo3(signature = (seat=None))]
    fn count(&self, py: Python<'_>, #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>) -> PyResult<u64> {
        if self.table.is_over() {
            return Ok(0);
        }
        Ok(self.turn_of(py, seat)?.count())
    }

    #[doc = doc_of!("State.legal")]
    #[pyo3(signature = (seat=None))]
    fn legal(&self, py: Python<'_>, #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>) -> PyResult<Vec<Act>> {
        if self.table.is_over() {
            return Ok(Vec::new());
        }
        let turn = self.turn_of(py, seat)?;
        let count = turn.count();
        if count > MOST_LISTED {
            let message = format!(
                "{count} acts are legal, more than the {MOST_LISTED} that are listed; use count() and nth(), or numbered actions"
            );
            return Err(PyValueError::new_err(message));
        }
        Ok(turn.legal().into_iter().map(|act| Act { act }).collect())
    }

    #[doc = doc_of!("State.nth")]
    #[pyo3(signature = (n, seat=None))]
    fn nth(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::whole)] n: u64,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<Act> {
        let turn = self.turn_of(py, seat)?;
        let act = turn.nth(n);
        act.map(|act| Act { act }).ok_or_else(|| {
            PyValueError::new_err(format!("there is no legal act {n}: they are counted from 0 to {}", turn.count() - 1))
        })
    }

    #[doc = doc_of!("State.apply")]
    #[pyo3(signature = (act, seat=None))]
    fn apply(
        &mut self,
        py: Python<'_>,
        act: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<()> {
        let turn = self.turn_of(py, seat)?;
        let seat = turn.seat();
        let act = if let Ok(act) = act.cast::<Act>() {
            act.get().act.clone()
        } else if let Ok(words) = act.cast::<PyString>() {
            turn.read(words.to_str()?).map_err(|error| raised(py, &error))?
        } else if act.cast::<PyMapping>().is_ok() {
            let wanted = from_python(act)?;
            let found = turn.find(&wanted);
            found.ok_or_else(|| plain(py, "IllegalActError", &format!("{wanted} is not among the legal choices")))?
        } else {
            let message = "an act is one of legal(), its words, or a choice as a record has it; a numbered action is taken by take()";
            return Err(PyTypeError::new_err(message));
        };
        // Held against the rules before anything happens.
        self.table.clone().play(seat, &act).map_err(|error| raised(py, &error))?;
        self.make(seat, act.choice()).map_err(|error| raised(py, &error))
    }

    #[doc = doc_of!("State.why_not")]
    #[pyo3(signature = (words, seat=None))]
    fn why_not<'py>(
        &self,
        py: Python<'py>,
        words: &str,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let reasons = self.turn_of(py, seat)?.why_not(words).map_err(|error| raised(py, &error))?;
        let reasons = reasons.iter().map(|reason| {
            let clause = reason.clause.as_ref().map(|found| clause(found, ""));
            serde_json::json!({"words": reason.words, "clause": clause})
        });
        to_python(py, &serde_json::Value::Array(reasons.collect()))
    }

    #[doc = doc_of!("State.view")]
    #[pyo3(signature = (seat=None))]
    fn view(&self, #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>) -> PyResult<View> {
        let view = match seat {
            None => self.table.view_of_all(),
            Some(seat) => self.table.view(self.seat(seat)?),
        };
        Ok(View { view })
    }

    #[doc = doc_of!("State.events_since")]
    #[pyo3(signature = (since=0, seat=None))]
    fn events_since<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::count)] since: usize,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let lines = self.lines(py, seat)?;
        let value = |line: &String| {
            let value: serde_json::Value =
                serde_json::from_str(line).map_err(|error| PyValueError::new_err(error.to_string()))?;
            to_python(py, &value)
        };
        lines.iter().skip(since).map(value).collect()
    }

    #[doc = doc_of!("State.record")]
    #[pyo3(signature = (seat=None))]
    fn record(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<String> {
        Ok(self.lines(py, seat)?.iter().fold(String::new(), |text, line| text + line + "\n"))
    }

    #[doc = doc_of!("State.is_over")]
    fn is_over(&self) -> bool {
        self.table.is_over()
    }

    #[doc = doc_of!("State.scores")]
    fn scores(&self) -> Vec<i64> {
        self.table.scores()
    }

    #[doc = doc_of!("State.winners")]
    fn winners(&self) -> Vec<usize> {
        self.table.winners().into_iter().map(usize::from).collect()
    }

    #[doc = doc_of!("State.decisions")]
    #[getter]
    fn decisions(&self) -> u64 {
        self.table.decisions()
    }

    #[doc = doc_of!("State.seed")]
    #[getter]
    fn seed(&self) -> Option<SeedTold> {
        self.begun.seed.map(|seed| seed.number().map_or_else(|| SeedTold::Digits(seed.to_string()), SeedTold::Number))
    }

    #[doc = doc_of!("State.names")]
    #[getter]
    fn names(&self) -> Vec<String> {
        self.table.names().to_vec()
    }

    #[doc = doc_of!("State.clone")]
    #[pyo3(name = "clone")]
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.table.view_of_all().to_string()
    }

    fn __repr__(&self) -> String {
        let at = match self.waiting().first() {
            Some(seat) => format!("seat {seat} is to act"),
            None => "over".to_owned(),
        };
        format!("<bidlang.State {}, {at}>", self.table.prepared().game().title())
    }
}
