//! Who is told of a game as it is played.

use crate::engine::{Choice, Desk, Runner, Silent, Sink};

/// Who is told of a game: events, and decisions when they are made. A [`Recorder`](crate::Recorder) writes them down as lines of JSON,
/// a [`Transcript`](crate::Transcript) as people would tell them; both tell a seat what it may know. [`Silent`] hears nothing, and
/// nothing is worked out for it.
///
/// Several listen through one:
///
/// ```
/// use bidlang::engine::{Choice, Desk, Event, Runner, Sink, State};
/// use bidlang::{Game, Ledger, Listener, Recorder, Setup};
///
/// struct Both<W> {
///     recorder: Recorder<W>,
///     ledger: Ledger,
/// }
///
/// impl<W: FnMut(String)> Sink for Both<W> {
///     fn event(&mut self, state: &State, event: &Event) {
///         self.recorder.event(state, event);
///         self.ledger.event(state, event);
///     }
/// }
///
/// impl<W: FnMut(String)> Listener for Both<W> {
///     fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
///         self.recorder.decided(runner, desk, seat, choice, forced);
///         self.ledger.decided(runner, desk, seat, choice, forced);
///     }
/// }
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let recorder = Recorder::new(table.prepared(), 7, None, |_| {});
/// let mut both = Both { recorder, ledger: Ledger::new(table.prepared(), None) };
/// while let Some(turn) = table.turn_told(&mut both)? {
///     table.play_told(turn.seat(), &turn.nth(0).ok_or("no such choice")?, &mut both)?;
/// }
/// both.recorder.end(&table, None);
/// assert_eq!(both.ledger.scores().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Listener: Sink {
    /// A seat has chosen; the desk has the state before the choice.
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool);
}

impl Listener for Silent {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}
