//! Expectations of a scripted game.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{CardSet, MOST_CARDS, each_card};
use crate::ir::Ty;
use crate::syntax::tree::{Expectation, Heap, Name, Phrase, PhraseKind};

use super::Player;

impl Player<'_> {
    /// What a line expects: now, or before the forced acts that were made since the last choice and are not told yet.
    pub(super) fn expect(&mut self, span: Span, wanted: &Expectation, before: bool) {
        if !self.goes_on(span) {
            return;
        }
        if !before {
            return self.expect_now(span, wanted);
        }
        let Some(forced) = self.ear.forced.first() else {
            return self.fail(
                Diagnostic::new(Code::NothingForced, span, "no act was forced since the last choice")
                    .help("look without `before forced acts`"),
            );
        };
        let now = self.table.desk.clone();
        self.looks_at = Some(forced.seat);
        self.table.desk.load(&forced.before);
        self.expect_now(span, wanted);
        self.looks_at = None;
        self.table.desk = now;
    }

    fn expect_now(&mut self, span: Span, wanted: &Expectation) {
        match wanted {
            Expectation::Condition(phrase) => self.expect_part(phrase),
            Expectation::Holds(place, heaps, exactly) => self.expect_holds(span, place, heaps, *exactly),
            Expectation::Seen(place, who) => self.expect_seen(place, who.as_deref()),
            Expectation::Turns(names) => self.expect_turns(span, names),
        }
    }

    /// These have to choose, and no others.
    fn expect_turns(&mut self, span: Span, names: &[Name]) {
        let mut wanted = 0;
        for name in names {
            let Some(seat) = self.seat(name) else { return };
            wanted |= 1 << seat;
        }
        let turns = self.turns();
        if turns != wanted {
            let is = if turns == 0 { "nobody".to_owned() } else { self.ear.words.seat_list(turns) };
            let problem = Diagnostic::new(Code::Expected, span, "others have to choose now");
            self.fail(problem.here(format!("it is the turn of {is}")));
        }
    }

    /// A condition; of several joined by `and`, each is told that does not hold.
    fn expect_part(&mut self, phrase: &Phrase) {
        if let PhraseKind::And(parts) = &phrase.kind {
            return parts.iter().for_each(|part| self.expect_part(part));
        }
        let Some(typed) = self.resolve(phrase) else { return };
        if typed.ty != Ty::YesNo {
            self.failures.push(
                Diagnostic::new(Code::Type, phrase.span, "an expectation is a condition")
                    .help("for example `expect score of Ann is 9`"),
            );
            return;
        }
        match self.worked_out(&typed.expr) {
            Ok(0) => {}
            Ok(_) => return,
            Err(kind) => return self.cannot_be_worked_out(phrase.span, kind),
        }
        let is = self.what_is(phrase);
        let problem = Diagnostic::new(Code::Expected, phrase.span, "this does not hold");
        self.fail(match is {
            Some(is) => problem.here(is),
            None => problem,
        });
    }

    /// What the left side of a comparison is.
    fn what_is(&mut self, phrase: &Phrase) -> Option<String> {
        let left = match &phrase.kind {
            PhraseKind::Compare(left, ..) | PhraseKind::OneOf(left, ..) => left,
            PhraseKind::Empty(left, _) => {
                let typed = self.resolve(left)?;
                let cards = self.cards(&typed.expr).ok()?;
                let there = if cards == 0 { "nothing".to_owned() } else { self.ear.words.cards(each_card(cards)) };
                return Some(format!("it holds {there}"));
            }
            _ => return None,
        };
        let before = self.failures.len();
        let typed = self.resolve(left);
        self.failures.truncate(before);
        let typed = typed?;
        if matches!(typed.ty, Ty::Cards | Ty::Players) {
            return None;
        }
        if typed.ty == Ty::Number && !self.is_there(&typed.expr) {
            return Some(self.why_none(left));
        }
        let value = self.worked_out(&typed.expr).ok()?;
        Some(format!("it is {}", self.ear.words.scalar(typed.ty, value)))
    }

    /// Why there is no number: nobody has what it is.
    fn why_none(&mut self, left: &Phrase) -> String {
        let none = "there is none".to_owned();
        let PhraseKind::Of { of, .. } = &left.kind else { return none };
        let before = self.failures.len();
        let typed = self.resolve(of);
        self.failures.truncate(before);
        let is_nobody = |typed: crate::resolve::Typed| match typed.ty {
            Ty::Player | Ty::Team => self.worked_out(&typed.expr).is_ok_and(|seat| seat < 0),
            Ty::Number | Ty::YesNo | Ty::Card | Ty::Cards | Ty::Players | Ty::Member(_) | Ty::Nothing => false,
        };
        if typed.is_some_and(is_nobody) { "there is none: that is nobody's".to_owned() } else { none }
    }

    /// A place is seen by these seats, or by all, and by no others.
    fn expect_seen(&mut self, phrase: &Phrase, who: Option<&[Name]>) {
        let Some(place) = self.place(phrase) else { return };
        let all = (1 << self.compiled.program.seats) - 1;
        let mut wanted = if who.is_none() { all } else { 0 };
        for name in who.unwrap_or_default() {
            let Some(seat) = self.seats.iter().position(|seat| *seat == name.text) else {
                let problem =
                    Diagnostic::new(Code::UnknownName, name.span, format!("nobody is called `{}`", name.text));
                let names = self.seats.iter().map(String::as_str);
                self.failures
                    .push(problem.help("seats are named by `players` in the test").did_you_mean(&name.text, names));
                return;
            };
            wanted |= 1 << seat;
        }
        let seers = self.table.runner.seers(&mut self.table.desk, place);
        if seers != wanted {
            let is = match seers {
                0 => "nobody".to_owned(),
                seers if seers == all => "all".to_owned(),
                seers => self.ear.words.seat_list(seers),
            };
            self.fail(
                Diagnostic::new(Code::Expected, phrase.span, "others see this place")
                    .here(format!("it is seen by {is}")),
            );
        }
    }

    /// A place holds these cards, in any order, and no others if `exactly`.
    fn expect_holds(&mut self, span: Span, place: &Phrase, heaps: &[Heap], exactly: bool) {
        let Some(heaps) = self.spread(heaps) else { return };
        let Some(typed) = self.resolve(place) else { return };
        if typed.ty != Ty::Cards {
            return self.fail(
                Diagnostic::new(Code::Type, place.span, "what holds cards is a place, and this is none")
                    .help("say which place, as in `hand of Ann holds Ace of Clubs`"),
            );
        }
        let there = match self.cards(&typed.expr) {
            Ok(there) => there,
            Err(kind) => return self.cannot_be_worked_out(place.span, kind),
        };
        let mut left = there;
        for heap in &heaps {
            for _ in 0..heap.copies.min(MOST_CARDS as u32) {
                let Some(fits) = self.matching(heap) else { return };
                match each_card(fits & left).next() {
                    Some(card) => left &= !CardSet::one(card),
                    None => {
                        let words = self.ear.words;
                        let holds = if there == 0 {
                            "it holds nothing".to_owned()
                        } else {
                            format!("it holds {}", words.cards(each_card(there)))
                        };
                        return self
                            .fail(Diagnostic::new(Code::Expected, heap.span, "this card is not there").here(holds));
                    }
                }
            }
        }
        if left != 0 && exactly {
            let words = self.ear.words;
            let more = words.cards(each_card(left));
            self.fail(
                Diagnostic::new(Code::Expected, span, "more cards are there than these")
                    .here(format!("there is also {more}")),
            );
        }
    }
}
