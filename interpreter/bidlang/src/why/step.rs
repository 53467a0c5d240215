//! A recorded game, played again up to one of its decisions.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Choice, Desk, Event, Fault, Runner, SeatSet, Sink, State};
use crate::record::{self, Replay};
use crate::{Error, Listener, MOST_DECISIONS, Prepared};

use super::Ledger;

/// A decision of a recorded game.
#[derive(Debug, Clone)]
pub struct Decision {
    /// Its number, from 1; forced ones count.
    pub number: u64,
    /// The state before it.
    pub state: State,
    /// Who chose; if nobody has, who is first to.
    pub seat: u8,
    /// All who had still to choose then.
    pub choosers: SeatSet,
    /// What was chosen; none if the record ends here.
    pub chosen: Option<Chosen>,
}

/// What a seat has chosen.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    /// The act and its picks.
    pub choice: Choice,
    /// Whether it was the only legal one.
    pub forced: bool,
}

/// Where a recorded game was left.
#[derive(Debug, Clone)]
pub struct Left {
    /// How many decisions were made until then.
    pub decisions: u64,
    /// The decision that was asked for; none where the whole game was.
    pub decision: Option<Decision>,
    /// What stopped the game, if the rules did.
    pub fault: Option<Fault>,
    /// The score of each seat.
    pub scores: Vec<i64>,
}

/// Hears the game until the decision that is looked for.
struct Watch<'l> {
    ledger: &'l mut Ledger,
    wanted: Option<u64>,
    decisions: u64,
    found: Option<Decision>,
    scores: Vec<i64>,
}

impl Sink for Watch<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if self.found.is_none() {
            self.ledger.event(state, event);
        }
    }
}

impl Listener for Watch<'_> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        if self.found.is_some() {
            return;
        }
        if self.wanted == Some(self.decisions + 1) {
            self.find(runner, desk.state(), seat, Some(Chosen { choice: *choice, forced }));
            return;
        }
        self.decisions += 1;
        self.ledger.decided(runner, desk, seat, choice, forced);
    }
}

impl Watch<'_> {
    fn find(&mut self, runner: &Runner, state: &State, seat: u8, chosen: Option<Chosen>) {
        let choosers = runner.choosers(state);
        self.scores = runner.scores(state).collect();
        self.found = Some(Decision {
            number: self.decisions + 1,
            state: state.clone(),
            seat,
            choosers: choosers | 1 << seat,
            chosen,
        });
    }
}

/// Plays a recorded game again up to the decision numbered `wanted`, or to its end; the ledger hears it.
///
/// # Errors
/// [`Error::Record`] if the record does not fit, or has no such decision.
pub fn replay(prepared: &Prepared, recorded: &Replay, wanted: Option<u64>, ledger: &mut Ledger) -> Result<Left, Error> {
    // Forced acts between the choices of a record may be many, but not without end.
    let limit = MOST_DECISIONS.saturating_add(u64::try_from(recorded.choices.len()).unwrap_or(u64::MAX));
    let mut table = recorded.table(prepared).most_decisions(limit);
    let mut watch = Watch { ledger, wanted, decisions: 0, found: None, scores: Vec::new() };
    let mut choices = recorded.choices.iter();
    let fault = loop {
        let turn = match table.turn_told(&mut watch) {
            Ok(turn) => turn,
            Err(Error::Stopped(stopped)) => break Some(stopped.fault),
            Err(error) => return Err(error),
        };
        if watch.found.is_some() {
            break None;
        }
        match (turn, choices.next()) {
            (None, Some(next)) => return Err(Error::Record(record::longer(next.line))),
            (None, None) => break None,
            (Some(turn), None) => {
                if wanted == Some(watch.decisions + 1) {
                    watch.find(&table.runner, table.state(), turn.seat(), None);
                }
                break None;
            }
            (Some(turn), Some(next)) => {
                let act = turn.recorded(next)?;
                if let Err(fault) = table.make(turn.seat(), act.choice(), false, &mut watch) {
                    break Some(fault);
                }
            }
        }
    };
    if let (Some(wanted), None) = (wanted, &watch.found) {
        let made = watch.decisions;
        let problem =
            Diagnostic::new(Code::Usage, Span::default(), format!("there is no decision {wanted} in the record"));
        return Err(Error::Record(problem.help(format!("its decisions are numbered 1 to {made}, forced ones too"))));
    }
    let whole = watch.found.is_none();
    let scores = if whole { table.scores() } else { watch.scores };
    Ok(Left { decisions: watch.decisions, decision: watch.found, fault: fault.filter(|_| whole), scores })
}
