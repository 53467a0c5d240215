//! A record held against the rules: it is played again, and each line has to be the one that comes then.

use std::cell::RefCell;
use std::collections::VecDeque;

use serde_json::Value;

use super::replay::{decision, differs, is_forced, longer, parsed};
use super::{Recorded, Recorder, Replay, difference};
use crate::diagnostic::Diagnostic;
use crate::engine::FaultKind;
use crate::{Error, Prepared, Stopped, Turn};

/// Where the choices of a record lead.
enum Far {
    /// The game is over.
    Over,
    /// This seat has to choose, or the game was left before a forced act.
    Open(Option<u8>),
    /// The rules stopped the game.
    Stopped(Box<Stopped>),
}

/// Plays a record again and compares it line by line.
pub(super) fn check(replay: &Replay, prepared: &Prepared) -> Result<(), Error> {
    let given = RefCell::new(VecDeque::new());
    let mut recorder = Recorder::new(prepared, replay.seed, None, |line| given.borrow_mut().push_back(line));
    recorder.lists_up_to(replay.longest_list);
    let mut table = replay.table(prepared);
    let mut kept = Kept::new(replay);
    let mut turn = table.replay(&[], &mut recorder);
    let far = loop {
        kept.hold_all(&given).map_err(Error::Record)?;
        turn = match turn {
            Ok(Some(turn)) => match kept.choice(&turn).map_err(Error::Record)? {
                Some(choice) => table.replay(std::slice::from_ref(&choice), &mut recorder),
                None => break Far::Open(Some(turn.seat())),
            },
            Ok(None) => break Far::Over,
            Err(Error::Stopped(stopped)) if matches!(stopped.fault.kind, FaultKind::Decisions(_)) => {
                break Far::Open(None);
            }
            Err(Error::Stopped(stopped)) => break Far::Stopped(stopped),
            Err(error) => return Err(error),
        };
    };
    let Some(last) = kept.last(&far).map_err(Error::Record)? else { return Ok(()) };
    let said = last.get("stopped").and_then(Value::as_str);
    let left = match &far {
        Far::Over if table.passes_played().is_none() => None,
        Far::Over | Far::Open(_) => said,
        Far::Stopped(stopped) => Some(stopped.what.as_str()),
    };
    recorder.end(&table, left);
    kept.hold_all(&given).map_err(Error::Record)
}

/// The lines of a record, as far as they were held against the rules.
struct Kept<'r> {
    replay: &'r Replay,
    /// So many fit.
    held: usize,
    /// A short record that tells no forced decision: they are passed over.
    without_forced: bool,
}

impl<'r> Kept<'r> {
    fn new(replay: &'r Replay) -> Self {
        let without_forced = replay.short && replay.decision_lines == replay.choices.len();
        Self { replay, held: 0, without_forced }
    }

    /// The next line and its number.
    fn next(&self) -> Option<(usize, &'r str)> {
        self.replay.lines.get(self.held).map(|line| (self.held + 1, line.as_str()))
    }

    /// Holds the lines that the rules have given against the next of the record. Where a record was left there may be fewer of them.
    fn hold_all(&mut self, given: &RefCell<VecDeque<String>>) -> Result<(), Diagnostic> {
        while let Some(line) = given.borrow_mut().pop_front() {
            self.hold(&line)?;
        }
        Ok(())
    }

    fn hold(&mut self, given: &str) -> Result<(), Diagnostic> {
        let Some((number, line)) = self.next() else { return Ok(()) };
        if line == given {
            self.held += 1;
            return Ok(());
        }
        let mut rules = parsed(number, given)?;
        // A record that was written before this was said says it by its `view`.
        if let Some(first) = rules.as_object_mut().filter(|_| number == 1 && !line.contains("\"readers\"")) {
            first.remove("readers");
        }
        let sort = difference::sort(&rules);
        let passed_over = match sort {
            "game" | "end" => false,
            "decision" => self.without_forced && is_forced(&rules),
            _ => true,
        };
        if self.replay.short && passed_over {
            return Ok(());
        }
        let record = parsed(number, line)?;
        if difference::sort(&record) == "end" && sort != "end" {
            return Err(differs(number, &format!("ends the game, but the rules give a line `{sort}` here: {given}")));
        }
        let other = if self.replay.short && sort == "decision" {
            difference::words_of_part(&record, &rules)
        } else {
            difference::words(&record, &rules)
        };
        self.held += 1;
        other.map_or(Ok(()), |what| Err(differs(number, &what)))
    }

    /// The choice that the record has for a turn; none where it ends.
    fn choice(&self, turn: &Turn) -> Result<Option<Recorded>, Diagnostic> {
        let Some((number, line)) = self.next() else { return Ok(None) };
        let (record, seat) = (parsed(number, line)?, turn.seat() + 1);
        match difference::sort(&record) {
            "end" => Ok(None),
            "decision" if is_forced(&record) => {
                let what = format!("says `forced` true, but seat {seat} has a choice of {}", turn.count());
                Err(differs(number, &what))
            }
            "decision" => decision(number, &record).map(Some),
            other => {
                Err(differs(number, &format!("is a line `{other}`, but the rules ask seat {seat} to choose here")))
            }
        }
    }

    /// The last line, where the record has come to it.
    fn last(&self, far: &Far) -> Result<Option<Value>, Diagnostic> {
        let Some((number, line)) = self.next() else { return Ok(None) };
        let record = parsed(number, line)?;
        if difference::sort(&record) != "end" {
            return Err(match far {
                Far::Stopped(stopped) => differs(number, &format!("goes on where the game stops: {}", stopped.what)),
                Far::Over | Far::Open(_) => longer(number),
            });
        }
        let stopped = record.get("stopped").is_some_and(Value::is_string);
        match far {
            Far::Open(Some(seat)) if !stopped => {
                Err(differs(number, &format!("says that the game is over, but seat {} has still to choose", seat + 1)))
            }
            Far::Open(None) if !stopped => Err(differs(number, "says that the game is over, but it goes on")),
            _ => Ok(Some(record)),
        }
    }
}
