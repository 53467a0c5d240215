//! Scripted games: `test` blocks played against the engine. Takes a rulebook and a test; gives what failed, where, and the
//! transcript. It never touches files.

mod chance;
mod expect;
mod said;

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Span};
use crate::engine::{Choice, Fault, Machine, Stream, each_seat};
use crate::ir::Expr;
use crate::lower::{Compiled, Setup};
use crate::rulebook::Rulebook;
use crate::session::{MOST_DECISIONS, Session, Turn};
use crate::story::Story;
use crate::syntax::tree::{Heap, Name, Phrase, Said, TestItem, TestKind, TestLine};
use crate::words::Words;

use chance::Loaded;

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
}

/// An act that was forced and may still be said by the script.
struct Forced {
    seat: u8,
    words: (u16, Choice),
}

/// What happens is written here, and the forced acts are noted.
struct Ear<'a> {
    story: Story<'a, Box<dyn FnMut(String) + 'a>>,
    forced: Vec<Forced>,
    form: Option<usize>,
    words: Words<'a>,
}

impl crate::engine::Sink for Ear<'_> {
    fn event(&mut self, state: &crate::engine::State, event: crate::engine::Event) {
        use crate::engine::Event;
        if let Event::Act { ask, seat, choice, forced: true, .. } = event {
            self.forced.push(Forced { seat, words: (ask, *choice) });
        }
        if let Event::Bid { auction, .. } | Event::Closed { auction, .. } = event {
            self.form = self.words.program.auctions.get(usize::from(auction)).map(|auction| usize::from(auction.form));
        }
        self.story.event(state, event);
    }
}

impl crate::session::Listener for Ear<'_> {
    fn decided(&mut self, _: &mut Machine, _: &crate::engine::State, _: u8, _: &Choice, _: bool) {}
}

/// One test being played.
struct Player<'a> {
    rulebook: &'a Rulebook,
    setup: Setup,
    compiled: &'a Compiled,
    seats: &'a [String],
    session: Session<'a, Loaded>,
    ear: Ear<'a>,
    lines: &'a std::cell::RefCell<Vec<String>>,
    turn: Option<Turn>,
    stopped: Option<Fault>,
    begun: bool,
    failures: Vec<Diagnostic>,
}

/// Plays one test.
#[must_use]
pub fn play(rulebook: &Rulebook, test: &TestItem) -> Outcome {
    let mut outcome = Outcome { name: test.name.text.clone(), failures: Vec::new(), transcript: String::new(), snapshot: false };
    let mut options = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut seed = 0;
    let mut begin = None;
    for line in &test.lines {
        match &line.kind {
            TestKind::Players(found) => names = found.iter().map(|name| name.text.clone()).collect(),
            TestKind::Option(name, value) => options.push((name, value)),
            TestKind::Seed(found) => seed = *found,
            TestKind::Begin(name) => begin = Some(name),
            TestKind::Snapshot => outcome.snapshot = true,
            _ => {}
        }
    }
    let (setup, names) = match setup(rulebook, test, names, &options) {
        Ok(found) => found,
        Err(problems) => {
            outcome.failures = problems;
            return outcome;
        }
    };
    let compiled = match rulebook.compile(&setup) {
        Ok(compiled) => compiled,
        Err(problems) => {
            // The problem lies in the rules file; the script is told at its own name.
            outcome.failures = problems.into_iter().map(|problem| relocate(problem, test.name.span)).collect();
            return outcome;
        }
    };
    let lines = std::cell::RefCell::new(Vec::new());
    let words = Words { game: &rulebook.game, program: &compiled.program, seats: &names };
    let write: Box<dyn FnMut(String)> = Box::new(|line| lines.borrow_mut().push(line));
    let session = Session::new(Machine::new(&compiled.program), Loaded::new(seed), MOST_DECISIONS);
    let mut player = Player {
        rulebook,
        setup,
        compiled: &compiled,
        seats: &names,
        session,
        ear: Ear { story: Story::new(words, None, write), forced: Vec::new(), form: None, words },
        lines: &lines,
        turn: None,
        stopped: None,
        begun: false,
        failures: Vec::new(),
    };
    player.play(&test.lines, begin, seed);
    outcome.failures = std::mem::take(&mut player.failures);
    drop(player);
    let mut transcript = lines.into_inner().join("\n");
    transcript.push('\n');
    outcome.transcript = transcript;
    outcome
}

fn relocate(problem: Diagnostic, span: Span) -> Diagnostic {
    Diagnostic { labels: vec![crate::diagnostic::Label { span, text: String::new() }], ..problem }
}

type SetupAndNames = (Setup, Vec<String>);

fn setup(rulebook: &Rulebook, test: &TestItem, names: Vec<String>, options: &[(&Name, &Name)]) -> Result<SetupAndNames, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    for (index, name) in names.iter().enumerate() {
        if names.iter().take(index).any(|other| other == name) {
            problems.push(Diagnostic::new("two-of-one-name", test.name.span, format!("two seats are called `{name}`")));
        }
    }
    let players = (!names.is_empty()).then(|| u8::try_from(names.len()).unwrap_or(u8::MAX));
    for (name, value) in options {
        if let Err(found) = rulebook.setup(players, &[(name.text.clone(), value.text.clone())]) {
            problems.extend(found.into_iter().map(|problem| relocate(problem, name.span.to(value.span))));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let options: Vec<(String, String)> = options.iter().map(|(name, value)| (name.text.clone(), value.text.clone())).collect();
    let setup = rulebook.setup(players, &options)?;
    let names = if names.is_empty() { (1..=setup.players).map(|seat| format!("Seat-{seat}")).collect() } else { names };
    Ok((setup, names))
}

impl<'a> Player<'a> {
    fn fail(&mut self, problem: Diagnostic) {
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

    fn play(&mut self, lines: &[TestLine], begin: Option<&Name>, seed: u64) {
        if let Some(name) = begin {
            let phase = self.rulebook.game.phases.iter().position(|phase| phase.name == name.text);
            match phase {
                Some(phase) => self.session.state = self.session.machine.start_phase(u16::try_from(phase).unwrap_or(0)),
                None => {
                    let known: Vec<&str> = self.rulebook.game.phases.iter().map(|phase| phase.name.as_str()).collect();
                    let problem = Diagnostic::new("unknown-phase", name.span, format!("no phase is called `{}`", name.text))
                        .help(format!("the phases are {}", known.join(", ")))
                        .did_you_mean(&name.text, known);
                    self.failures.push(problem);
                    return;
                }
            }
        }
        for line in lines {
            match &line.kind {
                TestKind::Holds(place, heaps) => self.given_holds(line.span, place, heaps, begin.is_some()),
                TestKind::Is(target, value) => self.given_is(line.span, target, value, begin.is_some()),
                TestKind::Said(seat, said) => self.said(seat, said),
                TestKind::Refused(seat, said, because) => self.refused(seat, said, because.as_ref()),
                TestKind::Allowed(seat, said) => self.allowed(seat, said),
                TestKind::Expect(phrase) => self.expect(phrase),
                TestKind::ExpectHolds(place, heaps) => self.expect_holds(line.span, place, heaps),
                TestKind::Won(names) => self.won_by(line.span, names),
                TestKind::PlayOn => self.play_on(line.span, seed),
                _ => {}
            }
            if self.failures.len() >= 3 {
                // What follows a failure mostly fails because of it.
                break;
            }
        }
        if self.failures.is_empty() {
            self.advance();
            if let Some(fault) = self.stopped {
                self.fault(fault, lines.last().map(|line| line.span).unwrap_or_default());
            } else if let Some((place, card)) = self.session.chance.left_over() {
                let words = self.ear.words;
                let problem = Diagnostic::new(
                    "never-dealt",
                    lines.first().map(|line| line.span).unwrap_or_default(),
                    format!("{} was given to {}, but it was never dealt there", words.card(card), words.place(place)),
                );
                self.fail(problem.help("cards are given where the rules deal or shuffle them; begin in a phase to put cards anywhere"));
            }
        }
        self.ear.story.flush();
    }

    /// Plays forced acts until somebody has to choose.
    fn advance(&mut self) {
        if self.stopped.is_some() || self.turn.is_some() {
            return;
        }
        self.begun = true;
        match self.session.advance(&mut self.ear) {
            Ok(turn) => self.turn = Some(turn),
            Err(fault) => self.stopped = Some(fault),
        }
    }

    fn fault(&mut self, fault: Fault, span: Span) {
        let rule = self.compiled.line(fault.rule).of(&self.rulebook.text);
        let words = self.ear.words.fault(fault.kind);
        self.fail(Diagnostic::new("game-stopped", span, format!("the game stopped: {words}")).here(format!("at the rule `{}`", one_line(rule))));
    }

    fn play_on(&mut self, span: Span, seed: u64) {
        let mut streams: Vec<Stream> = (0..self.setup.players).map(|seat| Stream::new(seed, 1 + u64::from(seat))).collect();
        loop {
            self.advance();
            if let Some(fault) = self.stopped {
                return self.fault(fault, span);
            }
            let Some(Turn::Choose(seats)) = self.turn else { return };
            let Some(seat) = each_seat(seats).next() else { return };
            let count = self.session.machine.count_choices(&self.session.state, seat, u64::MAX);
            let drawn = streams.get_mut(usize::from(seat)).map_or(0, |stream| stream.below_long(count));
            if let Some(choice) = self.session.machine.nth_choice(&self.session.state, seat, drawn) {
                self.make(seat, &choice);
            }
        }
    }

    fn make(&mut self, seat: u8, choice: &Choice) {
        self.ear.forced.clear();
        self.turn = None;
        if let Err(fault) = self.session.make(seat, choice, false, &mut self.ear) {
            self.stopped = Some(fault);
        }
    }

    fn seat(&mut self, name: &Name) -> Option<u8> {
        let found = self.seats.iter().position(|seat| *seat == name.text);
        if found.is_none() {
            let problem = Diagnostic::new("unknown-seat", name.span, format!("no seat is called `{}`", name.text))
                .help(format!("the seats are {}", self.seats.join(", ")))
                .did_you_mean(&name.text, self.seats.iter().map(String::as_str));
            self.failures.push(problem);
        }
        found.and_then(|seat| u8::try_from(seat).ok())
    }

    fn won_by(&mut self, span: Span, names: &[Name]) {
        self.advance();
        let mut wanted = 0;
        for name in names {
            let Some(seat) = self.seat(name) else { return };
            wanted |= 1 << seat;
        }
        if self.turn != Some(Turn::Over) {
            return self.fail(Diagnostic::new("expected", span, "the game is not over yet").help("say the acts that are missing, or `play on`"));
        }
        let winners = self.session.machine.winners(&self.session.state);
        if winners != wanted {
            let is = self.ear.words.seat_list(winners);
            self.fail(Diagnostic::new("expected", span, format!("the game was won by {is}")).here("this was expected"));
        }
    }

    // ---- phrases of the script ------------------------------------------------------------------

    fn resolve(&mut self, phrase: &Phrase) -> Option<crate::compiler::Typed> {
        match crate::compiler::resolve_phrase(&self.rulebook.file, self.seats, self.ear.form, phrase) {
            Ok(typed) => Some(typed),
            Err(problems) => {
                self.failures.extend(problems);
                None
            }
        }
    }

    /// The number of a phrase, now.
    fn number(&mut self, expr: &Expr) -> i64 {
        let Ok((compiled, node)) = crate::lower::compile_phrase(&self.rulebook.game, &self.setup, expr, false) else { return 0 };
        Machine::new(&compiled.program).work_out(&self.session.state, node)
    }

    /// The cards of a phrase, now.
    fn cards(&mut self, expr: &Expr) -> u128 {
        let Ok((compiled, node)) = crate::lower::compile_phrase(&self.rulebook.game, &self.setup, expr, true) else { return 0 };
        Machine::new(&compiled.program).work_out_cards(&self.session.state, node)
    }

    /// The one place that a phrase names.
    fn place(&mut self, phrase: &Phrase) -> Option<u16> {
        let typed = self.resolve(phrase)?;
        let Expr::CardsIn(place) = &typed.expr else {
            self.failures.push(Diagnostic::new("not-a-place", phrase.span, "a place is wanted here").help("for example `hand of Ann` or `stock`"));
            return None;
        };
        let base = self.compiled.program.places.iter().position(|found| usize::from(found.name) == place.place)?;
        let offset = match &place.of {
            crate::ir::Of::One(owner) => self.number(owner),
            _ => 0,
        };
        u16::try_from(i64::try_from(base).ok()? + offset.max(0)).ok()
    }

    fn given_holds(&mut self, span: Span, place: &Phrase, heaps: &[Heap], begins: bool) {
        let Some(place) = self.place(place) else { return };
        for heap in heaps {
            for _ in 0..heap.copies.min(128) {
                let free = if begins { self.session.state.mask(0) } else { !self.session.chance.reserved() };
                let Some(card) = self.free_card(heap, free) else { return };
                if begins {
                    self.session.machine.put(&mut self.session.state, card, place);
                } else {
                    self.session.chance.want(place, card);
                }
            }
        }
        let _ = span;
    }

    /// A card of the deck that a heap names and that is still free.
    fn free_card(&mut self, heap: &Heap, free: u128) -> Option<u8> {
        let fits = self.matching(heap)?;
        let found = crate::engine::each_card(fits & free).next();
        if found.is_none() {
            let problem = if fits == 0 {
                Diagnostic::new("unknown-card", heap.span, "there is no such card in the deck").help("check the rank and the suits, and the options of the test")
            } else {
                Diagnostic::new("card-twice", heap.span, "this card was given before, and there is no other like it").help("give each card once")
            };
            self.failures.push(problem);
        }
        found
    }

    /// The cards of the deck that have all the values of a heap; exactly these where a card has no others.
    fn matching(&mut self, heap: &Heap) -> Option<u128> {
        let game = &self.rulebook.game;
        let mut wanted = vec![0_u64; game.attrs.len()];
        for mark in &heap.marks {
            let attr = game.attrs.iter().enumerate().find_map(|(index, attr)| {
                let member = game.kinds.get(attr.kind)?.members.iter().position(|member| *member == mark.text)?;
                Some((index, member))
            });
            let Some((attr, member)) = attr else {
                let known: Vec<&str> = game.attrs.iter().filter_map(|attr| game.kinds.get(attr.kind)).flat_map(|kind| kind.members.iter().map(String::as_str)).collect();
                let problem = Diagnostic::new("unknown-value", mark.span, format!("no card has a value `{}`", mark.text))
                    .help("name a card as the rules file does: `9 of Hearts`, `Ace of Moons`")
                    .did_you_mean(&mark.text, known);
                self.failures.push(problem);
                return None;
            };
            if let Some(set) = wanted.get_mut(attr) {
                *set |= 1 << member.min(63);
            }
        }
        let has = |exact: bool| {
            let fits = |card: &usize| {
                let definition = self.compiled.program.cards.get(*card).and_then(|id| game.cards.get(usize::from(*id)));
                definition.is_some_and(|definition| {
                    definition.members.iter().zip(&wanted).all(|(has, wanted)| if exact && *wanted != 0 { has == wanted } else { has & wanted == *wanted })
                })
            };
            (0..self.compiled.program.cards.len()).filter(fits).fold(0_u128, |set, card| set | 1 << card)
        };
        let exact = has(true);
        Some(if exact == 0 { has(false) } else { exact })
    }

    fn given_is(&mut self, span: Span, target: &Phrase, value: &Phrase, begins: bool) {
        let Some(typed) = self.resolve(target) else { return };
        let slot = match &typed.expr {
            Expr::Track { track, keys } => {
                let Some(slots) = self.compiled.program.tracks.get(*track) else { return };
                let (base, dims) = (slots.base, slots.dims.clone());
                let mut index = 0;
                for (key, size) in keys.iter().zip(dims) {
                    index = index * size + u32::try_from(self.number(key)).unwrap_or(0).min(size.saturating_sub(1));
                }
                base + index
            }
            Expr::Pass(phase) => match self.compiled.program.phases.get(*phase).and_then(|entry| entry.pass) {
                Some(slot) => slot,
                None => return,
            },
            _ => {
                self.failures.push(Diagnostic::new("not-a-track", target.span, "only a track, or the number of a phase, can be given").help("for example `given dealer is Ann`"));
                return;
            }
        };
        let value = match crate::compiler::resolve_value(&self.rulebook.file, self.seats, value, typed.ty) {
            Ok(expr) => self.number(&expr),
            Err(problems) => {
                self.failures.extend(problems);
                return;
            }
        };
        if begins {
            self.session.state.set_int(slot, value);
        } else if self.compiled.program.code.iter().any(|op| matches!(op, crate::engine::Op::Draw { to, .. } if to.base == slot)) {
            self.session.chance.draw_next(slot, u8::try_from(value).unwrap_or(0));
        } else {
            self.failures.push(
                Diagnostic::new("not-drawn", span, "nothing draws this at random, so the rules set it themselves").help("begin in a phase with `begin PHASE` to set tracks by hand"),
            );
        }
    }
}

/// Text of the rules file on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads what a script or a prompt says as a choice of a decision: the legal choices that it fits.
///
/// # Errors
/// Why it is not legal, as diagnostics whose spans lie in the said words, with the rule's words in them.
pub fn understand(rulebook: &Rulebook, compiled: &Compiled, words: Words, machine: &mut Machine, state: &crate::engine::State, seat: u8, said: &Said) -> Result<Choice, Vec<Diagnostic>> {
    said::understand(&said::Scene { rulebook, compiled, words }, machine, state, seat, said)
}

/// What forbids what is said, in words with the rules' own, and where those stand in the rules file; empty if it is legal.
#[must_use]
pub fn why_not(rulebook: &Rulebook, compiled: &Compiled, words: Words, machine: &mut Machine, state: &crate::engine::State, seat: u8, said: &Said) -> Vec<(String, Span)> {
    said::why_not(&said::Scene { rulebook, compiled, words }, machine, state, seat, said)
}

impl Player<'_> {
    fn scene(&self) -> said::Scene<'_> {
        said::Scene { rulebook: self.rulebook, compiled: self.compiled, words: self.ear.words }
    }

    /// Whether it is this seat's turn; a problem at the seat's name if not.
    fn has_turn(&mut self, seat: u8, name: &Name) -> bool {
        self.advance();
        if let Some(fault) = self.stopped {
            self.fault(fault, name.span);
            return false;
        }
        match self.turn {
            Some(Turn::Choose(seats)) if seats & (1 << seat) != 0 => true,
            Some(Turn::Choose(seats)) => {
                let to_act = self.ear.words.seat_list(seats);
                self.fail(Diagnostic::new("not-their-turn", name.span, format!("{} does not have to choose now", name.text)).here(format!("it is the turn of {to_act}")));
                false
            }
            _ => {
                self.fail(Diagnostic::new("not-their-turn", name.span, "the game, or the phase that the test began with, is over"));
                false
            }
        }
    }

    fn said(&mut self, name: &Name, said: &Said) {
        let Some(seat) = self.seat(name) else { return };
        self.advance();
        if self.was_forced(seat, said) {
            return;
        }
        if !self.has_turn(seat, name) {
            return;
        }
        let scene = said::Scene { rulebook: self.rulebook, compiled: self.compiled, words: self.ear.words };
        match said::understand(&scene, &mut self.session.machine, &self.session.state, seat, said) {
            Ok(choice) => self.make(seat, &choice),
            Err(problems) => problems.into_iter().take(1).for_each(|problem| self.fail(problem)),
        }
    }

    /// Whether these words tell a forced act that was made already; it, and those before it, then count as told.
    fn was_forced(&mut self, seat: u8, said: &Said) -> bool {
        let scene = self.scene();
        let found = self.ear.forced.iter().position(|forced| {
            let ask = self.compiled.program.asks.get(usize::from(forced.words.0));
            forced.seat == seat && ask.is_some_and(|ask| said::fits(&scene, ask, &forced.words.1, said))
        });
        match found {
            Some(index) => {
                self.ear.forced.drain(..=index);
                true
            }
            None => false,
        }
    }

    fn refused(&mut self, name: &Name, said: &Said, because: Option<&Name>) {
        let Some(seat) = self.seat(name) else { return };
        if !self.has_turn(seat, name) {
            return;
        }
        let scene = said::Scene { rulebook: self.rulebook, compiled: self.compiled, words: self.ear.words };
        match said::understand(&scene, &mut self.session.machine, &self.session.state, seat, said) {
            Ok(_) => self.fail(Diagnostic::new("expected", said.span, "this is legal, but it was expected to be refused")),
            Err(problems) => {
                let Some(because) = because else { return };
                let wanted = one_line(&because.text);
                let told = problems.iter().any(|problem| problem.message.contains(&wanted) || problem.labels.iter().any(|label| label.text.contains(&wanted)));
                if !told {
                    let reasons: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
                    self.fail(Diagnostic::new("expected", because.span, "it is refused for another reason").here(reasons.join("; ")));
                }
            }
        }
    }

    fn allowed(&mut self, name: &Name, said: &Said) {
        let Some(seat) = self.seat(name) else { return };
        if !self.has_turn(seat, name) {
            return;
        }
        let scene = said::Scene { rulebook: self.rulebook, compiled: self.compiled, words: self.ear.words };
        if let Err(problems) = said::understand(&scene, &mut self.session.machine, &self.session.state, seat, said) {
            problems.into_iter().take(1).for_each(|problem| self.fail(problem));
        }
    }
}

