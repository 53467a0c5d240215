//! What a twin was told otherwise, in words for the designer, with a script that leads there.

use super::change::{Change, Exchange};
use super::heard::Heard;
use super::{Difference, Leak, Plain, Room};
use crate::design::setup_in_words;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{CardSet, Choice, Telling, each_card};
use crate::search::cause::Cause;
use crate::search::{Failing, script};
use bidlang::transcript::lines_of;

/// What may be done in one of two games alone.
struct Differs {
    choice: Choice,
    /// Whether in the plain one.
    is_here: bool,
}

impl Room<'_> {
    /// What a difference tells the viewer that it must not know; none where that is meant, or comes too late to be of use.
    pub(super) fn told(&self, plain: &Plain, difference: &Difference) -> Option<Leak> {
        let (here, rule) = plain.story.get(difference.at)?;
        let there = &difference.twin.0;
        let game = &self.prepared.game().game;
        if here.is_meant(there, game) {
            return None;
        }
        // Another choice that is told is no secret.
        if matches!(difference.change, Change::Choice(..)) && (here.is_of_act() || there.is_of_act()) {
            return None;
        }
        // Behind the last choice it is of no use.
        let next = plain.steps.iter().find(|step| step.heard > difference.at && step.count > 1)?;
        // A card that has to be shown at once, as that of who leads, is no secret any more.
        let until = plain.story.get(difference.at..next.heard).unwrap_or_default();
        let secret = Self::secret_cards(plain, difference.change);
        if until.iter().any(|(heard, _)| each_card(secret).any(|card| heard.shows(card))) {
            return None;
        }
        let steps = plain.steps.iter().take_while(|step| step.heard <= difference.at);
        let choices: Vec<u64> = steps.filter(|step| step.count > 1).map(|step| step.number).collect();
        let failing = Failing { cause: Cause::Endless, seed: self.seed, choices };
        match (here, there) {
            (Heard::Offered { ask, choices: here, .. }, Heard::Offered { choices: there, .. }) => {
                let choice = self.only_in_one(here, there)?;
                Some(self.offered(plain, difference, (*ask, &choice), failing))
            }
            _ => {
                let rule = if matches!(there, Heard::Told(_)) && !matches!(here, Heard::Told(_)) {
                    difference.twin.1
                } else {
                    *rule
                };
                Some(self.otherwise(plain, difference, (here, there, rule), failing))
            }
        }
    }

    /// The cards that lie elsewhere in the twin.
    fn secret_cards(plain: &Plain, change: Change) -> CardSet {
        let picked = |choice: &Choice| choice.picks.iter().fold(0, |set, picked| set | picked.cards);
        match change {
            Change::Cards(Exchange { cards: (a, b), .. }) => 1 << a | 1 << b,
            Change::Choice(number, choice) => {
                plain.steps.get(number).map_or(0, |step| picked(&step.choice)) ^ picked(&choice)
            }
            Change::Draw(..) => 0,
        }
    }

    /// A choice that may be made in one of both games; none where they are the same in another order, or too many to compare.
    fn only_in_one(&self, here: &[Choice], there: &[Choice]) -> Option<Differs> {
        let only = |these: &[Choice], those: &[Choice]| these.iter().find(|choice| !those.contains(choice)).copied();
        only(here, there)
            .map(|choice| Differs { choice, is_here: true })
            .or_else(|| only(there, here).map(|choice| Differs { choice, is_here: false }))
    }

    /// What else might be, of which the viewer is not told.
    fn unless(&self, plain: &Plain, change: Change) -> String {
        let words = self.prepared.words();
        let viewer = words.seat(self.viewer.seat);
        match change {
            Change::Cards(exchange) => {
                let (a, b) = (words.card(exchange.cards.0), words.card(exchange.cards.1));
                format!("with {a} and {b} exchanged, which {viewer} would not notice")
            }
            Change::Choice(number, choice) => {
                let step = plain.steps.get(number);
                let program = &self.prepared.compiled().program;
                let ask = step
                    .and_then(|step| step.at.desk.state().waiting())
                    .and_then(|ask| program.asks.get(usize::from(ask)));
                let (seat, said) = step.zip(ask).map_or_else(Default::default, |(step, ask)| {
                    (words.seat(step.seat).to_owned(), words.choice(ask, &choice))
                });
                format!("if {seat} had chosen `{said}`, of which {viewer} is not told")
            }
            Change::Draw(_, seat) => {
                format!("if {} had been drawn, of which {viewer} is not told", words.seat(seat))
            }
        }
    }

    fn offered(
        &self,
        plain: &Plain,
        difference: &Difference,
        (ask, differs): (u16, &Differs),
        failing: Failing,
    ) -> Leak {
        let (words, compiled) = (self.prepared.words(), self.prepared.compiled());
        let ask = compiled.program.asks.get(usize::from(ask));
        let act = ask.and_then(|ask| ask.acts.get(usize::from(differs.choice.act))).map(|act| act.rule);
        let span = act.or(ask.map(|ask| ask.rule)).map(|rule| compiled.line(rule)).unwrap_or_default();
        let seat = words.seat(self.viewer.seat).to_owned();
        let said = ask.map_or_else(String::new, |ask| words.choice(ask, &differs.choice));
        let (may, could) = if differs.is_here { ("may", "could not") } else { ("may not", "could") };
        let last = format!("{} {seat}: {said}", if differs.is_here { "allowed" } else { "refused" });
        let setup = setup_in_words(words.game, self.prepared.setup());
        let mut problem = Diagnostic::new(
            Code::TellsHiddenCards,
            span,
            format!("what may be done here tells {seat} what {seat} cannot see, in a game with {setup}"),
        )
        .here(format!("{seat} {may} `{said}`; {}, {seat} {could}", self.unless(plain, difference.change)))
        .help("let the rule ask only for what all can see, or let who chooses see it\nthe script leads there: put it into the file and call `bidlang test`");
        problem.script = Some(script::ending_with(self.prepared, &failing, &last));
        Leak { line: span, choices: failing.choices.len(), problem }
    }

    fn otherwise(
        &self,
        plain: &Plain,
        difference: &Difference,
        (here, there, rule): (&Heard, &Heard, u32),
        failing: Failing,
    ) -> Leak {
        let (words, span) = (self.prepared.words(), self.prepared.compiled().line(rule));
        let seat = words.seat(self.viewer.seat).to_owned();
        let setup = setup_in_words(words.game, self.prepared.setup());
        let (told, instead) = (self.in_words(here), self.in_words(there));
        let mut problem = Diagnostic::new(
            Code::TellsHiddenCards,
            span,
            format!("what happens here tells {seat} what {seat} cannot see, in a game with {setup}"),
        )
        .here(format!("{seat} is told: {told}; {}: {instead}", self.unless(plain, difference.change)))
        .help(help(here, there));
        problem.script = Some(script::of_choices(self.prepared, &failing));
        Leak { line: span, choices: failing.choices.len(), problem }
    }

    fn in_words(&self, heard: &Heard) -> String {
        let words = self.prepared.words();
        match heard {
            Heard::Told(telling) => {
                let lines = lines_of(self.prepared, telling);
                let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
                lines.join("; ")
            }
            Heard::Asked { seat, .. } => format!("it is the turn of {}", words.seat(*seat)),
            Heard::Refused { of_cards, .. } => format!("why not: {of_cards:?}"),
            Heard::Offered { count, .. } => format!("{count} ways to choose"),
            Heard::Sees(_) => "the next decision".to_owned(),
            Heard::Over(seats) => format!("the end: won by {}", words.seat_list(*seats)),
        }
    }
}

/// How to mend it, or to say that it is meant.
fn help(here: &Heard, there: &Heard) -> &'static str {
    let is = |of: fn(&Heard) -> bool| of(here) || of(there);
    if is(|heard| matches!(heard, Heard::Told(Telling::Set { .. } | Telling::Draw { .. }))) {
        "write `seen by` behind the track: `seen by all` says that all are meant to know it, `seen by owner` or `seen by nobody` hides it"
    } else if is(|heard| matches!(heard, Heard::Told(Telling::Score { .. }))) {
        "all see every score: show the cards first, or write a `total` of their place that is `seen by all`, or score when the game ends"
    } else {
        "all see what happens, and whose turn it is: let the rule ask only for what all can see, or keep what it asks for in a track that is `seen by all`"
    }
}
