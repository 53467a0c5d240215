//! The extension module behind the Python package `bidlang`: rules files, games being played, and what learning needs of them. It goes
//! through the front door of the library; what it gives to Python is plain data or one of the classes below.

mod clock;
mod env;
mod game;
mod loading;
mod matches;
mod numbering;
mod problems;
mod sim;
mod state;
mod values;

use pyo3::prelude::*;

/// What the package `bidlang` is made of; use the package, not this module.
#[pymodule]
mod _bidlang {
    #[pymodule_export]
    use crate::env::{Dice, Env};
    #[pymodule_export]
    use crate::game::{_again, Game, load, read, shipped};
    #[pymodule_export]
    use crate::matches::{Bot, Match, Worlds};
    #[pymodule_export]
    use crate::numbering::Numbering;
    #[pymodule_export]
    use crate::sim::{Simulation, simulate};
    #[pymodule_export]
    use crate::state::{Act, State, View};
}
