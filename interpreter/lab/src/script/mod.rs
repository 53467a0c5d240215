//! Scripted games: `test` blocks played against the engine. Takes a rulebook and a test; gives what failed, where, and the
//! transcript. It never touches files.

mod acts;
mod begin;
mod chance;
mod ear;
mod expect;
mod given;
mod header;
mod phrases;

use std::cell::OnceCell;
use std::fmt::Write;

use bidlang::{Game, MOST_DECISIONS, Prepared, Table, Transcript};

use crate::coverage::Counted;
use crate::design;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Choice, Fault, Luck, Pause, Reached, Stream, TRICK, each_seat};
use crate::lower::{Asking, Compiled};
use crate::rulebook::Rulebook;
use crate::syntax::tree::{Name, Phrase, TestItem, TestKind, TestLine};

use chance::Loaded;
use ear::{Ear, Given};
use header::Header;

pub use header::setup_of;

/// How a scripted game ended.
#[derive(Debug)]
pub struct Outcome {
    /// The test's name.
    pub name: String,
    /// What failed, with the line of the script; empty if all is well.
    pub failures: Vec<Diagnostic>,
    /// The transcript as far as it went.
    pub transcript: String,
    /// Whether the test asks for its transcript to be kept and compared.
    pub snapshot: bool,
    /// What stopped the game, if something did.
    pub stopped: Option<Fault>,
    /// How many decisions were made, forced ones too.
    pub decisions: u64,
    /// What was reached, where that was asked for.
    pub counted: Option<Counted>,
}

/// How scripted games are played.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Most decisions of a game.
    pub decisions: u64,
    /// Whether it is counted what they reach.
    pub counts: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self { decisions: MOST_DECISIONS, counts: false }
    }
}

/// One test being played.
struct Player<'a> {
    prepared: &'a Prepared,
    rulebook: &'a Rulebook,
    compiled: &'a Compiled,
    /// The game for the phrases of the script, lowered when the first is asked.
    asking: OnceCell<Result<Asking<'a>, Vec<Diagnostic>>>,
    seats: &'a [String],
    table: Table,
    ear: Ear<'a>,
    lines: &'a std::cell::RefCell<Vec<String>>,
    /// What the game waits for, since nothing has happened.
    waits: Option<Pause>,
    stopped: Option<Fault>,
    begun: bool,
    /// The forced act before which the script looks, where it does.
    looks_at: Option<u8>,
    /// The phase with which the test begins, with the number of its pass where that is said, and the words.
    begun_with: Option<(usize, u32, Span)>,
    failures: Vec<Diagnostic>,
}

/// Plays one test.
#[must_use]
pub fn play(game: &Game, test: &TestItem) -> Outcome {
    play_so(game, test, Manner::default())
}

/// Plays one test in a manner of its own.
#[must_use]
pub fn play_so(game: &Game, test: &TestItem, manner: Manner) -> Outcome {
    let header = Header::of(test);
    let mut outcome = Outcome {
        name: test.name.text.clone(),
        failures: Vec::new(),
        transcript: String::new(),
        snapshot: header.snapshot,
        stopped: None,
        decisions: 0,
        counted: None,
    };
    let prepared = match header.prepare(game, test) {
        Ok(prepared) => prepared,
        Err(problems) => {
            outcome.failures = problems;
            return outcome;
        }
    };
    let lines = std::cell::RefCell::new(Vec::new());
    let write: Box<dyn FnMut(String)> = Box::new(|line| lines.borrow_mut().push(line));
    let mut table = prepared.table_by(Luck::Other(Box::new(Loaded::new(header.seed)))).most_decisions(manner.decisions);
    if manner.counts {
        table.desk.count_reached(Reached::default());
    }
    let mut player = Player {
        prepared: &prepared,
        rulebook: game,
        compiled: prepared.compiled(),
        asking: OnceCell::new(),
        seats: prepared.names(),
        table,
        ear: Ear {
            transcript: Transcript::new(&prepared, None, write),
            forced: Vec::new(),
            form: None,
            words: prepared.words(),
            given: Given::default(),
        },
        lines: &lines,
        waits: None,
        stopped: None,
        begun: false,
        looks_at: None,
        begun_with: None,
        failures: Vec::new(),
    };
    player.play(&test.lines, &header);
    outcome.failures = std::mem::take(&mut player.failures);
    outcome.stopped = player.stopped;
    outcome.decisions = player.table.decisions();
    let reached = player.table.desk.reached();
    drop(player);
    outcome.counted = reached.map(|reached| Counted { lines: prepared.compiled().lines.clone(), reached });
    let mut transcript = lines.into_inner().join("\n");
    transcript.push('\n');
    outcome.transcript = transcript;
    outcome
}

impl<'a> Player<'a> {
    fn fail(&mut self, problem: Diagnostic) {
        self.ear.transcript.flush();
        let lines = self.lines.borrow();
        let last: Vec<&String> = lines.iter().rev().filter(|line| !line.is_empty()).take(5).collect();
        let mut help = problem.help.clone().unwrap_or_default();
        if !last.is_empty() {
            let _ = write!(help, "{}the last that happened:", if help.is_empty() { "" } else { "\n" });
            for line in last.iter().rev() {
                let _ = write!(help, "\n  {line}");
            }
        }
        drop(lines);
        self.failures.push(if help.is_empty() { problem } else { problem.help(help) });
    }

    fn play(&mut self, lines: &[TestLine], header: &Header) {
        let begin = header.begin;
        if begin.is_some_and(|begin| !self.begins(begin)) {
            return;
        }
        for (at, line) in lines.iter().enumerate() {
            let behind = lines.get(at + 1..).unwrap_or_default();
            match &line.kind {
                TestKind::Holds(target, heaps) => {
                    self.each_target(target, |this, place| this.given_holds(place, heaps, begin.is_some()));
                }
                TestKind::Empty(target) => {
                    self.each_target(target, |this, place| this.given_empty(line.span, place, begin.is_some()));
                }
                TestKind::Is(target, value) => {
                    self.each_target(target, |this, track| {
                        this.given_is(line.span, track, value, begin.map(|begin| begin.name))
                    });
                }
                TestKind::Said(seat, said) => self.said(seat, said),
                TestKind::Refused(seat, said, because) => self.refused(seat, said, because.as_ref(), behind),
                TestKind::Allowed(seat, said) => self.allowed(seat, said, behind),
                TestKind::Expect(wanted, before) => self.expect(line.span, wanted, *before),
                TestKind::Won(names) => self.won_by(line.span, names),
                TestKind::PlayOn => self.play_on(line.span, header.seed),
                TestKind::Players(_)
                | TestKind::Option(..)
                | TestKind::Seed(_)
                | TestKind::Begin(..)
                | TestKind::Snapshot => {}
            }
            if !self.failures.is_empty() {
                // What follows a failure mostly fails because of it.
                break;
            }
        }
        if self.failures.is_empty() {
            self.goes_on(lines.last().map(|line| line.span).unwrap_or_default());
        }
        // What fails may fail because a card that was given has not come.
        let left_over = self.loaded().and_then(|loaded| loaded.left_over());
        if let Some((place, card, said)) = left_over.filter(|_| self.begun && self.stopped.is_none()) {
            let words = self.ear.words;
            let problem = Diagnostic::new(
                Code::NeverDealt,
                said,
                format!("{} was given to {}, but it was never dealt there", words.card(card), words.place(place)),
            );
            let place = self.table.prepared().compiled().program.places.get(usize::from(place));
            let moves = place.and_then(|place| design::moved_to(words.game, usize::from(place.name)));
            let (problem, deal) = match moves {
                Some(line) => (
                    problem.and(line, "a `move` brings cards here"),
                    ": say `deal`, with how many, in place of `move`; or",
                ),
                None => (problem, ";"),
            };
            self.fail(problem.help(format!(
                "cards are given where the rules deal or shuffle them{deal} begin in a phase to put cards anywhere"
            )));
        }
        if self.waits == Some(Pause::Over) && begin.is_none() {
            self.ear.transcript.end(&self.table, None);
        }
        self.ear.transcript.flush();
    }

    /// The cards and seats that the script gives.
    fn loaded(&mut self) -> Option<&mut Loaded> {
        self.table.desk.chance.other()
    }

    /// Plays forced acts until somebody has to choose.
    fn advance(&mut self) {
        if self.stopped.is_some() || self.waits.is_some() {
            return;
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.begins_well();
        }
        match self.table.advance(&mut self.ear) {
            Ok(paused) => self.waits = Some(paused),
            Err(fault) => self.stopped = Some(fault),
        }
        // From the first decision on it is the game's own course.
        let given = std::mem::take(&mut self.ear.given);
        if given.cards.is_empty() && given.tracks.is_empty() {
            return;
        }
        let (cards, slots) = self.loaded().map(Loaded::forget).unwrap_or_default();
        if let Some((lost, span)) = given.lost(cards, &slots, self.ear.words) {
            self.fail(
                Diagnostic::new(
                    Code::GivenIsLost,
                    span,
                    format!("this is given, but {lost} before anybody decides anything"),
                )
                .help("begin in a phase that comes later; or give cards to where the rules deal them"),
            );
        }
    }

    /// Plays on as `advance`; tells it, and gives `false`, if the game stopped.
    fn goes_on(&mut self, span: Span) -> bool {
        self.advance();
        if !self.failures.is_empty() {
            return false;
        }
        if let Some(fault) = self.stopped {
            self.fault(fault, span);
        }
        self.stopped.is_none()
    }

    fn fault(&mut self, fault: Fault, span: Span) {
        let rule = self.compiled.line(fault.rule).of(self.rulebook.text());
        let words = self.ear.words.fault(fault.kind);
        self.fail(
            Diagnostic::new(Code::GameStopped, span, format!("the game stopped: {words}"))
                .here(format!("at the rule `{}`", crate::syntax::one_line(rule))),
        );
    }

    fn play_on(&mut self, span: Span, seed: u64) {
        let mut players = Stream::of_players(seed);
        loop {
            if !self.goes_on(span) {
                return;
            }
            let Some(Pause::Decision(seats)) = self.waits else { return };
            let Some(seat) = each_seat(seats).next() else { return };
            let count = self.table.runner.choices(&mut self.table.desk, seat);
            let drawn = players.below_long(count);
            if let Some(choice) = self.table.runner.nth_choice(&mut self.table.desk, seat, drawn) {
                self.make(seat, &choice);
            }
        }
    }

    fn make(&mut self, seat: u8, choice: &Choice) {
        self.ear.forced.clear();
        self.waits = None;
        if let Err(fault) = self.table.make(seat, choice, false, &mut self.ear) {
            self.stopped = Some(fault);
        }
    }

    fn seat(&mut self, name: &Name) -> Option<u8> {
        let found = self.seats.iter().position(|seat| *seat == name.text);
        if found.is_none() {
            let problem = Diagnostic::new(Code::UnknownSeat, name.span, format!("no seat is called `{}`", name.text))
                .help(format!("the seats are {}", self.seats.join(", ")))
                .did_you_mean(&name.text, self.seats.iter().map(String::as_str));
            self.failures.push(problem);
        }
        found.and_then(|seat| u8::try_from(seat).ok())
    }

    fn won_by(&mut self, span: Span, names: &[Name]) {
        if !self.goes_on(span) {
            return;
        }
        let mut wanted = 0;
        for name in names {
            let Some(seat) = self.seat(name) else { return };
            wanted |= 1 << seat;
        }
        if self.waits != Some(Pause::Over) {
            return self.fail(
                Diagnostic::new(Code::Expected, span, "the game is not over yet")
                    .help("say the acts that are missing, or `play on`"),
            );
        }
        let winners = self.table.runner.winners(self.table.state());
        if winners != wanted {
            let is = self.ear.words.seat_list(winners);
            self.fail(
                Diagnostic::new(Code::Expected, span, format!("the game was won by {is}")).here("this was expected"),
            );
        }
    }

    // ---- phrases of the script ------------------------------------------------------------------

    fn resolve(&mut self, phrase: &Phrase) -> Option<crate::resolve::Typed> {
        // The form in which somebody has to choose now, or else the auction that was heard of last.
        let form = self.table.runner.ask(self.table.state()).and_then(|ask| ask.form).map(usize::from);
        let mut seats = each_seat(self.turns());
        let turn = seats.next().filter(|_| seats.next().is_none()).map(usize::from);
        let in_trick = self.table.state().mask(u32::from(TRICK)) != 0;
        let now = crate::resolve::Moment { form: form.or(self.ear.form), turn, in_trick };
        match crate::resolve::resolve_phrase(&self.rulebook.file, self.seats, now, phrase) {
            Ok(typed) => Some(typed),
            Err(problems) => {
                self.failures.extend(problems);
                None
            }
        }
    }

    /// Those who have to choose now, or the one before whose forced act the script looks.
    fn turns(&self) -> u32 {
        match (self.looks_at, self.waits) {
            (Some(seat), _) => 1 << seat,
            (None, Some(Pause::Decision(seats))) => seats,
            (None, Some(Pause::Over) | None) => 0,
        }
    }
}
