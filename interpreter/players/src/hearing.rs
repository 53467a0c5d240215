//! Who hears what a seat may know, and those who tell them as a game goes.

use std::cell::RefCell;

use bidlang::engine::{Choice, Desk, Event, Program, Reader, Runner, Sink, State, Telling};
use bidlang::{Listener, Prepared};

/// One who is told what a seat may know.
pub trait Hears {
    /// The seat is told something.
    fn hear(&mut self, telling: &Telling);

    /// What was chosen for the seat, among so many: what it answered, or what was done in its place. What is forced is no choice.
    fn chose(&mut self, choice: &Choice, count: u64);
}

impl<H: Hears> Hears for RefCell<H> {
    fn hear(&mut self, telling: &Telling) {
        self.get_mut().hear(telling);
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.get_mut().chose(choice, count);
    }
}

/// Tells of an event: each what its seat may know.
pub fn tell<'h, H: Hears + ?Sized + 'h>(
    ears: impl IntoIterator<Item = (u8, &'h mut H)>,
    program: &Program,
    (state, event): (&State, &Event),
) {
    for (seat, ear) in ears {
        if let Some(telling) = Telling::of(event, program, state, Reader::Seats(1 << seat)) {
            ear.hear(&telling);
        }
    }
}

/// Tells of a decision, as a [`Listener`] hears of it: those whose seat has chosen.
pub fn tell_choice<'h, H: Hears + ?Sized + 'h>(
    ears: impl IntoIterator<Item = (u8, &'h mut H)>,
    (runner, desk): (&Runner, &mut Desk),
    (seat, choice, forced): (u8, &Choice, bool),
) {
    for (_, ear) in ears.into_iter().filter(|(of, _)| *of == seat && !forced) {
        ear.chose(choice, runner.choices(desk, seat));
    }
}

/// Those who hear a game, with their seats: a listener of its table.
pub struct Ears<H> {
    /// The game.
    pub prepared: Prepared,
    /// Who hears what which seat may know.
    pub at: Vec<(u8, H)>,
}

/// Those who hear, as they are told.
fn each<H>(ears: &mut [(u8, H)]) -> impl Iterator<Item = (u8, &mut H)> {
    ears.iter_mut().map(|(seat, ear)| (*seat, ear))
}

impl<H: Hears> Sink for Ears<H> {
    fn event(&mut self, state: &State, event: &Event) {
        tell(each(&mut self.at), self.prepared.runner().program(), (state, event));
    }
}

impl<H: Hears> Listener for Ears<H> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        tell_choice(each(&mut self.at), (runner, desk), (seat, choice, forced));
    }
}
