//! What seats are told in a game, and what they see of it as numbers.

use std::sync::Arc;

use bidlang::engine::{Event, Reader, Runner, Shown, Sink, State, Telling};

use super::Match;
use crate::actions::Actions;
use crate::cells::Cells;
use crate::heard::Heard;
use crate::index::at;

#[derive(Debug, Clone)]
pub(super) struct Listening {
    pub(super) shown: Shown,
    pub(super) cells: Arc<Cells>,
    pub(super) heard: Vec<Heard>,
}

/// Tells each seat what it may know.
pub(super) struct Tells<'l> {
    pub(super) runner: &'l Runner,
    pub(super) cells: &'l Cells,
    pub(super) heard: &'l mut [Heard],
}

impl Sink for Tells<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let program = self.runner.program();
        for (seat, heard) in (0_u8..).zip(self.heard.iter_mut()) {
            if let Some(telling) = Telling::of(event, program, state, Reader::Seats(1 << seat)) {
                heard.hear(self.cells, &telling);
            }
        }
    }
}

impl Listening {
    pub(super) fn new(runner: &Runner, cells: &Arc<Cells>) -> Self {
        let program = runner.program();
        let heard = |seat| Heard::new(cells, seat, program.phases.len(), program.auctions.len());
        Self { shown: Shown::new(program), cells: Arc::clone(cells), heard: (0..program.seats).map(heard).collect() }
    }
}

impl Match {
    /// Writes what a seat knows.
    pub fn observe(&mut self, actions: &Actions, cells: &Cells, seat: u8, to: &mut [f32]) {
        let Some(partial) = at(&self.partials, usize::from(seat)) else { return };
        let heard = self.listening.as_ref().and_then(|listening| at(&listening.heard, usize::from(seat)));
        cells.observe(actions, (&self.runner, &mut self.desk), seat, (partial, heard), to);
    }

    /// Writes the whole table, seats counted from one.
    pub fn observe_all(&mut self, cells: &Cells, seat: u8, to: &mut [f32]) {
        cells.observe_all(&self.runner, &mut self.desk, seat, to);
    }
}
