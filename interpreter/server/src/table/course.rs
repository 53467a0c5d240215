//! The course of a game at a table of the server: it runs from question to question, and holds what seats choose at once until all of them have.

use std::collections::BTreeMap;

use bidlang::engine::{Choice, Luck, Pause, SeatSet, each_seat};
use bidlang::{Error, Listener, Prepared, Silent, Table, Turn};

/// Who is told of a game as it runs, and stops at each decision to be told how the table stands.
pub trait Ears: Listener {
    /// The game stands at a decision, forced ones too, or is over.
    fn pause(&mut self, table: &Table, at: At);
    /// The game has ended.
    fn end(&mut self, table: &Table, ended: &Ended);
}

impl Ears for Silent {
    fn pause(&mut self, _: &Table, _: At) {}
    fn end(&mut self, _: &Table, _: &Ended) {}
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// The number of the decision: none comes twice at a table, also where acts were taken back.
    pub decision: u64,
    /// How many decisions were made, forced ones too.
    pub step: u64,
    /// The seats that have to choose; none where the game is over.
    pub seats: SeatSet,
    /// Whether they are waited for; else there is one legal choice, which is made at once.
    pub waits: bool,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// By its rules.
    Over,
    /// The rules ask for what cannot be done, or a limit is reached.
    Stopped(String),
    /// It was left, and why.
    Left(String),
}

/// A game that is being played.
pub struct Course {
    /// What it is played on.
    pub table: Table,
    at: At,
    /// What seats have chosen that choose at once; nobody is told before all have.
    ready: BTreeMap<u8, Choice>,
    ended: Option<Ended>,
    /// The number of a decision is so much above the count of those that were made.
    base: u64,
}

/// Most decisions of a game, forced ones too.
const MOST_DECISIONS: u64 = 200_000;

impl Course {
    /// A game at its beginning, which has run to its first question.
    pub fn begin<E: Ears>(prepared: &Prepared, luck: &Luck, ears: &mut E) -> Self {
        let table = prepared.table_by(luck.clone()).most_decisions(MOST_DECISIONS);
        let at = At { decision: 0, step: 0, seats: 0, waits: false };
        let mut course = Self { table, at, ready: BTreeMap::new(), ended: None, base: 0 };
        course.run(ears);
        course
    }

    /// The numbers of decisions go on from another base, after acts were taken back.
    pub const fn number_from(&mut self, base: u64) {
        self.base = base;
        self.at.decision = base + self.at.step;
    }

    /// Where it stands.
    #[must_use]
    pub const fn at(&self) -> At {
        self.at
    }

    /// How it ended; none as long as it goes on.
    #[must_use]
    pub const fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// It is left before its end.
    pub fn leave<E: Ears>(&mut self, why: String, ears: &mut E) {
        if self.ended.is_none() {
            self.end(Ended::Left(why), ears);
        }
    }

    /// The seats of those asked that have chosen.
    #[must_use]
    pub fn ready(&self) -> SeatSet {
        self.ready.keys().fold(0, |set, seat| set | 1 << seat)
    }

    /// Whether a seat is waited for.
    #[must_use]
    pub fn asks(&self, seat: u8) -> bool {
        self.ended.is_none() && each_seat(self.at.seats).any(|one| one == seat) && !self.ready.contains_key(&seat)
    }

    /// The turn of a seat that is asked.
    #[must_use]
    pub fn turn(&self, seat: u8) -> Turn {
        self.table.turn_of(seat)
    }

    /// A seat that is asked has chosen, among what is legal. The game runs on as soon as all have.
    pub fn answer<E: Ears>(&mut self, seat: u8, choice: Choice, ears: &mut E) {
        self.ready.insert(seat, choice);
        if self.ready() == self.at.seats {
            self.run(ears);
        }
    }

    /// Runs to the next question. What is forced is made, and told like what is not: the table stands still for each decision.
    fn run<E: Ears>(&mut self, ears: &mut E) {
        loop {
            let seats = match self.table.run(ears) {
                Ok(Pause::Decision(seats)) => seats,
                Ok(Pause::Over) => return self.end(Ended::Over, ears),
                Err(fault) => {
                    return self.end(Ended::Stopped(self.table.prepared().words().fault(fault.kind)), ears);
                }
            };
            let Some(first) = each_seat(seats).next() else { return self.end(Ended::Over, ears) };
            let runner = self.table.runner.clone();
            let (chosen, forced) = match self.ready.remove(&first) {
                Some(choice) => (Some(choice), runner.choices(&mut self.table.desk, first) == 1),
                None => {
                    // Where several choose at once each is asked, also who has one choice: that nobody waits for a seat would tell of it.
                    let forced = seats.count_ones() == 1 && runner.choices(&mut self.table.desk, first) == 1;
                    self.stand(seats, !forced, ears);
                    (runner.nth_choice(&mut self.table.desk, first, 0).filter(|_| forced), forced)
                }
            };
            let Some(choice) = chosen else { return };
            if let Err(fault) = self.table.make(first, &choice, forced, ears) {
                return self.end(Ended::Stopped(self.table.prepared().words().fault(fault.kind)), ears);
            }
        }
    }

    fn stand<E: Ears>(&mut self, seats: SeatSet, waits: bool, ears: &mut E) {
        let step = self.table.decisions();
        self.at = At { decision: self.base + step, step, seats, waits };
        ears.pause(&self.table, self.at);
    }

    fn end<E: Ears>(&mut self, ended: Ended, ears: &mut E) {
        self.ready.clear();
        ears.end(&self.table, &ended);
        self.ended = Some(ended);
        self.stand(0, false, ears);
    }
}

/// The act that is legal here and that a client tells as JSON; of like cards those that lie there.
#[must_use]
pub fn told(turn: &Turn, said: &serde_json::Value) -> Option<bidlang::Act> {
    let ask = turn.ask()?;
    let choices = turn.words().choices_said(ask, said);
    if let Some(choice) = choices.iter().find(|choice| turn.allows(choice)) {
        return Some(turn.act(choice));
    }
    let there = |choice| bidlang_players::act(turn, bidlang_players::Answer::Choice(choice));
    // Where a like card lies elsewhere, too, it has to be said from where.
    let said = |act: &bidlang::Act| turn.prepared().words().json_choice(ask, act.choice()) == act.json();
    choices.into_iter().filter_map(there).find(said)
}

/// Why a game was left, in words; none where it was not.
#[must_use]
pub fn left(ended: &Ended) -> Option<&str> {
    match ended {
        Ended::Over => None,
        Ended::Stopped(why) | Ended::Left(why) => Some(why),
    }
}

/// An error of the front door as one line.
#[must_use]
pub fn line(error: &Error) -> String {
    error.problems().first().map_or_else(|| error.to_string(), |problem| problem.message.clone())
}
