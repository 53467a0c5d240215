//! A rules file made ready for one setup.

use bidlang::loader::Source;
use bidlang::{Prepared, Setup};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::loading::{Disk, find};
use crate::problems::{plain, raised};
use crate::state::State;

/// A game that was read from its rules file, made ready for a player count and options. See the package's stubs for what each part says.
#[pyclass(frozen, module = "bidlang")]
pub struct Game {
    pub prepared: Prepared,
    source: Source,
    given: Given,
}

/// What was asked for beside the file: what makes the same game again.
#[derive(Clone)]
struct Given {
    players: Option<u8>,
    options: Vec<(String, String)>,
    names: Vec<String>,
}

impl Given {
    fn of(
        py: Python<'_>,
        players: Option<i64>,
        options: Option<&Bound<'_, PyDict>>,
        names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let players = players.map(|count| {
            u8::try_from(count).map_err(|_| plain(py, "SetupError", &format!("{count} is no number of players")))
        });
        let mut given = Vec::new();
        for (name, value) in options.into_iter().flatten() {
            given.push((name.extract::<String>()?, value.str()?.to_str()?.to_owned()));
        }
        Ok(Self { players: players.transpose()?, options: given, names: names.unwrap_or_default() })
    }

    fn setup(&self) -> Setup {
        let setup = self.players.map_or_else(Setup::default, Setup::players);
        let setup = self.options.iter().fold(setup, |setup, (name, value)| setup.option(name, value));
        setup.names(self.names.iter().cloned())
    }
}

fn made(py: Python<'_>, source: Source, given: Given) -> PyResult<Game> {
    let made = py.detach(|| bidlang::Game::load(&source, &Disk).and_then(|game| game.prepare(&given.setup())));
    Ok(Game { prepared: made.map_err(|error| raised(py, &error))?, source, given })
}

/// Reads a rules file by its path, or a game that comes with bidlang by its name.
#[pyfunction]
#[pyo3(signature = (path, players=None, options=None, names=None))]
pub fn load(
    py: Python<'_>,
    path: std::path::PathBuf,
    players: Option<i64>,
    options: Option<&Bound<'_, PyDict>>,
    names: Option<Vec<String>>,
) -> PyResult<Game> {
    let given = Given::of(py, players, options, names)?;
    let source = find(&path.to_string_lossy()).map_err(|message| plain(py, "FileError", &message))?;
    made(py, source, given)
}

/// Reads a rules file from its text.
#[pyfunction]
#[pyo3(signature = (text, players=None, options=None, names=None, file="rules.bid"))]
pub fn read(
    py: Python<'_>,
    text: &str,
    players: Option<i64>,
    options: Option<&Bound<'_, PyDict>>,
    names: Option<Vec<String>>,
    file: &str,
) -> PyResult<Game> {
    let given = Given::of(py, players, options, names)?;
    made(py, Source { key: file.to_owned(), name: file.to_owned(), text: text.to_owned() }, given)
}

/// The names of the games that come with bidlang.
#[pyfunction]
pub fn shipped() -> Vec<&'static str> {
    bidlang_games::ALL.iter().map(|game| game.name).collect()
}

#[pymethods]
impl Game {
    #[getter]
    fn title(&self) -> &str {
        self.prepared.game().title()
    }

    #[getter]
    fn file(&self) -> &str {
        &self.source.name
    }

    #[getter]
    fn hash(&self) -> String {
        self.prepared.game().hash()
    }

    #[getter]
    fn players(&self) -> u8 {
        self.prepared.players()
    }

    #[getter]
    fn players_allowed(&self) -> (u8, u8) {
        let allowed = self.prepared.game().players();
        (*allowed.start(), *allowed.end())
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.prepared.names().to_vec()
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in self.prepared.options() {
            options.set_item(name, value)?;
        }
        Ok(options)
    }

    #[pyo3(name = "new", signature = (seed=0))]
    fn begin(&self, py: Python<'_>, seed: u64) -> PyResult<State> {
        State::begin(py, &self.prepared, seed)
    }

    /// The same setup of a record goes on where the record ends.
    fn resume(&self, py: Python<'_>, record: &str) -> PyResult<State> {
        State::resume(py, &self.prepared, record)
    }

    /// What makes the same game in another process: the whole text, whatever becomes of the file, and the hash of all texts.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let again = py.import("bidlang._bidlang")?.getattr("_again")?;
        let Source { key, name, text } = &self.source;
        let Given { players, options, names } = &self.given;
        let parts = ((key, name, text), self.hash(), *players, options.clone(), names.clone()).into_pyobject(py)?;
        Ok((again, parts.into_any()))
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Game {} for {} players>", self.title(), self.players())
    }
}

/// A game that was in another process. Its base and libraries are read again, and have to be the same.
#[pyfunction]
pub fn _again(
    py: Python<'_>,
    source: (String, String, String),
    hash: &str,
    players: Option<u8>,
    options: Vec<(String, String)>,
    names: Vec<String>,
) -> PyResult<Game> {
    let (key, name, text) = source;
    let again = made(py, Source { key, name, text }, Given { players, options, names })?;
    if again.hash() == hash {
        return Ok(again);
    }
    let file = again.file();
    let message = format!(
        "{file}: its base or a library is another here than where the game was pickled; put the same files here"
    );
    Err(plain(py, "FileError", &message))
}
