//! What a script lets the seats do: acts that are made, refused or allowed.

use bidlang::{Turn, said::fits};

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Ask, Pause};
use crate::syntax::one_line;
use crate::syntax::tree::{Name, Said, TestKind, TestLine};

use super::Player;
use super::ear::Forced;

impl Player<'_> {
    /// Whether it is this seat's turn; a problem at the seat's name if not.
    fn has_turn(&mut self, seat: u8, name: &Name) -> bool {
        if !self.goes_on(name.span) {
            return false;
        }
        match self.waits {
            Some(Pause::Decision(seats)) if seats & (1 << seat) != 0 => true,
            Some(Pause::Decision(seats)) => {
                let to_act = self.ear.words.seat_list(seats);
                self.fail(
                    Diagnostic::new(
                        Code::NotTheirTurn,
                        name.span,
                        format!("{} does not have to choose now", name.text),
                    )
                    .here(format!("it is the turn of {to_act}")),
                );
                false
            }
            _ => {
                self.fail(Diagnostic::new(
                    Code::NotTheirTurn,
                    name.span,
                    "the game, or the phase that the test began with, is over",
                ));
                false
            }
        }
    }

    pub(super) fn said(&mut self, name: &Name, said: &Said) {
        let Some(seat) = self.seat(name) else { return };
        self.advance();
        if self.was_forced(seat, said) || !self.has_turn(seat, name) {
            return;
        }
        match self.prepared.turn_in(self.table.state(), seat).understand(said) {
            Ok(choice) => {
                self.make(seat, &choice);
                // What the act leads to is told at its line, not at one that fails because of it.
                self.goes_on(said.span);
            }
            Err(problems) => problems.into_iter().take(1).for_each(|problem| self.fail(problem)),
        }
    }

    /// Whether these words tell a forced act that was made already; it, and those before it, then count as told.
    fn was_forced(&mut self, seat: u8, said: &Said) -> bool {
        let found = self.ear.forced.iter().position(|forced| forced.seat == seat && self.tells(forced, said));
        match found {
            Some(index) => {
                self.ear.forced.drain(..=index);
                true
            }
            None => false,
        }
    }

    /// Whether these words say what somebody was forced to do.
    fn tells(&self, forced: &Forced, said: &Said) -> bool {
        let ask = self.compiled.program.asks.get(usize::from(forced.ask));
        ask.is_some_and(|ask| fits(self.prepared, (&forced.before, ask), &forced.choice, said))
    }

    /// The turn that a seat had or has: now, or when it was first forced since the last choice, if it is not its turn now or that act is what the
    /// next of its `lines` tells.
    fn turn_of(&mut self, seat: u8, name: &Name, lines: &[TestLine]) -> Option<Turn> {
        self.advance();
        let now = matches!(self.waits, Some(Pause::Decision(seats)) if seats & (1 << seat) != 0);
        let next = lines.iter().find_map(|line| match &line.kind {
            TestKind::Said(by, said) if by.text == name.text => Some(said),
            _ => None,
        });
        let mut forced = self.ear.forced.iter().filter(|forced| forced.seat == seat);
        let told = next.and_then(|said| forced.clone().find(|forced| self.tells(forced, said)));
        match told.or_else(|| forced.next().filter(|_| !now)) {
            Some(forced) => Some(self.prepared.turn_in(&forced.before, seat)),
            None => self.has_turn(seat, name).then(|| self.prepared.turn_in(self.table.state(), seat)),
        }
    }

    /// How a line is held against a forced turn of a seat that is to choose again; nothing where it was not forced.
    fn was_forced_before(&self, seat: u8) -> Option<String> {
        let asks = &self.compiled.program.asks;
        let forced = self.ear.forced.iter().filter(|forced| forced.seat == seat);
        let forced = forced.filter_map(|forced| Some((forced, asks.get(usize::from(forced.ask))?)));
        // A pass says less than what was picked.
        let picks = |(forced, ask): &(&Forced, &Ask)| {
            ask.acts.get(usize::from(forced.choice.act)).is_some_and(|act| !act.picks.is_empty())
        };
        let (forced, ask) = forced.clone().find(picks).or_else(|| forced.clone().next())?;
        let turn = self.prepared.turn_in(&forced.before, seat);
        let (name, words) = (self.ear.words.seat(seat), turn.words().choice(ask, &forced.choice));
        Some(format!(
            "{name} was forced before, and this is held against the turn that is open now; if that one is meant, tell behind it what {name} was forced to do: `{name}: {words}`"
        ))
    }

    /// Words that nobody could ever say: with them a line would hold for good, whatever the rules refuse.
    fn slip(&self, turn: &Turn, said: &Said) -> Option<Diagnostic> {
        let problem = turn.understand(said).err()?.into_iter().next()?;
        // What is done in another decision, and what does not go with this act, may be refused.
        let picked = said.picks.iter().flatten().flat_map(|heap| heap.marks.iter().chain(&heap.to));
        let stranger = said.act.iter().chain(picked).find(|name| !self.is_known(&name.text));
        let is_slip = problem.code == Code::NotUnderstood && stranger.is_some();
        (is_slip || problem.code == Code::UnknownCard).then_some(problem)
    }

    /// Whether something in the game is called so, or it is a number.
    fn is_known(&self, word: &str) -> bool {
        let game = &self.rulebook.game;
        let of_a_kind = || game.kinds.iter().any(|kind| kind.members.iter().any(|member| member == word));
        let plain = word.parse::<i64>().is_ok() || matches!(word, "yes" | "no" | "none" | "nobody" | "pass" | "bid");
        plain || game.acts.iter().any(|act| act == word) || of_a_kind() || self.seats.iter().any(|seat| seat == word)
    }

    pub(super) fn refused(&mut self, name: &Name, said: &Said, because: Option<&Name>, lines: &[TestLine]) {
        let Some(seat) = self.seat(name) else { return };
        let Some(turn) = self.turn_of(seat, name, lines) else { return };
        if let Some(problem) = self.slip(&turn, said) {
            return self.fail(problem);
        }
        let reasons = turn.objections(said);
        if reasons.is_empty() {
            let problem =
                Diagnostic::new(Code::Expected, said.span, "this is legal, but it was expected to be refused");
            return self.fail(match self.was_forced_before(seat) {
                Some(help) => problem.help(help),
                None => problem,
            });
        }
        let Some(because) = because else { return };
        let wanted = one_line(&because.text);
        let told = reasons.iter().any(|reason| {
            reason.words.contains(&wanted) || one_line(reason.span.of(self.rulebook.text())).contains(&wanted)
        });
        if !told {
            let reasons: Vec<String> = reasons.into_iter().map(|reason| reason.words).collect();
            self.fail(
                Diagnostic::new(Code::Expected, because.span, "it is refused for another reason")
                    .here(reasons.join("; ")),
            );
        }
    }

    pub(super) fn allowed(&mut self, name: &Name, said: &Said, lines: &[TestLine]) {
        let Some(seat) = self.seat(name) else { return };
        let Some(turn) = self.turn_of(seat, name, lines) else { return };
        if let Err(problems) = turn.understand(said) {
            problems.into_iter().take(1).for_each(|problem| self.fail(problem));
        }
    }
}
