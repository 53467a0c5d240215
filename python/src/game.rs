//! A rules file made ready for one setup.

use std::path::{Path, PathBuf};

use bidlang::diagnostic::Diagnostic;
use bidlang::loader::Source;
use bidlang::{Prepared, Setup};
use bidlang_host::{Disk, Found, Front, LONGEST_TEXT, Text, find, from_ship, source};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::given;
use crate::problems::{plain, raised};
use crate::state::State;

#[doc = doc_of!("Game")]
#[pyclass(frozen, module = "bidlang")]
pub struct Game {
    pub prepared: Prepared,
}

/// What is asked for beside the file.
struct Given {
    players: Option<u8>,
    options: Vec<(String, String)>,
    names: Vec<String>,
}

impl Given {
    fn of(
        py: Python<'_>,
        players: Option<i64>,
        options: Option<&Bound<'_, PyMapping>>,
        names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let players = players.map(|count| {
            u8::try_from(count).map_err(|_| plain(py, "SetupError", &format!("{count} is no number of players")))
        });
        let mut given = Vec::new();
        if let Some(options) = options {
            for item in options.items()? {
                let (name, value) = item.extract::<(String, Bound<'_, PyAny>)>()?;
                given.push((name, value.str()?.to_str()?.to_owned()));
            }
        }
        Ok(Self { players: players.transpose()?, options: given, names: names.unwrap_or_default() })
    }

    fn setup(&self) -> Setup {
        let setup = self.players.map_or_else(Setup::default, Setup::players);
        let setup = self.options.iter().fold(setup, |setup, (name, value)| setup.option(name, value));
        setup.names(self.names.iter().cloned())
    }
}

/// What errors tell people to do.
const FRONT: Front =
    Front { lists: "`bidlang.shipped()`", instead: "name a file, or give its text to `bidlang.read()`" };

fn text(path: &Path) -> Result<Text, Diagnostic> {
    FRONT.read(path, LONGEST_TEXT)
}

/// Games that are loaded name files of their own project.
const DISK: Disk = Disk { read: text, outside: false };

fn made(py: Python<'_>, source: Source, given: Given) -> PyResult<Game> {
    let made = py.detach(|| bidlang::Game::load(&source, &DISK).and_then(|game| game.prepare(&given.setup())));
    Ok(Game { prepared: made.map_err(|error| raised(py, &error))? })
}

/// A file that cannot be had, with what to do about it.
fn unread(py: Python<'_>, problem: &Diagnostic) -> PyErr {
    let help = problem.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    plain(py, "FileError", &format!("{}{help}", problem.message))
}

#[doc = doc_of!("load")]
#[pyfunction]
#[pyo3(signature = (path, players=None, options=None, names=None))]
pub fn load(
    py: Python<'_>,
    path: PathBuf,
    #[pyo3(from_py_with = given::maybe_far)] players: Option<i64>,
    options: Option<&Bound<'_, PyMapping>>,
    names: Option<Vec<String>>,
) -> PyResult<Game> {
    let given = Given::of(py, players, options, names)?;
    let found = match find(&path) {
        Found::Shipped(shipped) => Ok(from_ship(shipped)),
        Found::Library(library) => Ok(library),
        Found::Disk(path) => text(&path).map(|text| source(&path, &text)),
    };
    made(py, found.map_err(|problem| unread(py, &problem))?, given)
}

#[doc = doc_of!("read")]
#[pyfunction]
#[pyo3(signature = (text, players=None, options=None, names=None, file="rules.bid"))]
pub fn read(
    py: Python<'_>,
    text: &str,
    #[pyo3(from_py_with = given::maybe_far)] players: Option<i64>,
    options: Option<&Bound<'_, PyMapping>>,
    names: Option<Vec<String>>,
    file: &str,
) -> PyResult<Game> {
    let given = Given::of(py, players, options, names)?;
    made(py, Source { key: file.to_owned(), name: file.to_owned(), text: text.to_owned() }, given)
}

#[doc = doc_of!("shipped")]
#[pyfunction]
pub fn shipped() -> Vec<&'static str> {
    bidlang_games::ALL.iter().map(|game| game.name).collect()
}

#[pymethods]
impl Game {
    #[doc = doc_of!("Game.title")]
    #[getter]
    fn title(&self) -> &str {
        self.prepared.game().title()
    }

    #[doc = doc_of!("Game.file")]
    #[getter]
    fn file(&self) -> &str {
        self.prepared.game().sources.parts().first().map_or("", |part| part.name.as_str())
    }

    #[doc = doc_of!("Game.hash")]
    #[getter]
    fn hash(&self) -> String {
        self.prepared.game().hash()
    }

    #[doc = doc_of!("Game.players")]
    #[getter]
    fn players(&self) -> u8 {
        self.prepared.players()
    }

    #[doc = doc_of!("Game.players_allowed")]
    #[getter]
    fn players_allowed(&self) -> (u8, u8) {
        let allowed = self.prepared.game().players();
        (*allowed.start(), *allowed.end())
    }

    #[doc = doc_of!("Game.names")]
    #[getter]
    fn names(&self) -> Vec<String> {
        self.prepared.names().to_vec()
    }

    #[doc = doc_of!("Game.options")]
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in self.prepared.options() {
            options.set_item(name, value)?;
        }
        Ok(options)
    }

    #[doc = doc_of!("Game.new")]
    #[pyo3(name = "new", signature = (seed=0))]
    fn begin(&self, py: Python<'_>, #[pyo3(from_py_with = given::whole)] seed: u64) -> PyResult<State> {
        State::begin(py, &self.prepared, seed)
    }

    #[doc = doc_of!("Game.resume")]
    fn resume(&self, py: Python<'_>, record: &str) -> PyResult<State> {
        State::resume(py, &self.prepared, record)
    }

    /// What makes the same game in another process: all its texts, whatever becomes of the files, and their hash.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let again = py.import("bidlang._bidlang")?.getattr("_again")?;
        let options: Vec<(&str, String)> = self.prepared.options();
        let parts = (self.prepared.game().texts(), self.hash(), self.players(), options, self.names());
        Ok((again, parts.into_pyobject(py)?.into_any()))
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Game {} for {} players>", self.title(), self.players())
    }
}

/// A game that was in another process.
#[pyfunction]
pub fn _again(
    py: Python<'_>,
    texts: Vec<(String, String)>,
    hash: &str,
    players: u8,
    options: Vec<(String, String)>,
    names: Vec<String>,
) -> PyResult<Game> {
    let refused = |why: &str| {
        let file = texts.first().map_or("a game", |(name, _)| name.as_str());
        plain(py, "FileError", &format!("{file}: {why}; have the same version of bidlang here as where it was pickled"))
    };
    let given = Given { players: Some(players), options, names };
    let game = bidlang::Game::of_texts(&texts).ok_or_else(|| refused("it was pickled without its texts"))?;
    let made = game.and_then(|game| game.prepare(&given.setup()));
    let made = Game { prepared: made.map_err(|error| raised(py, &error))? };
    if made.hash() == hash { Ok(made) } else { Err(refused("its texts come to another game")) }
}
