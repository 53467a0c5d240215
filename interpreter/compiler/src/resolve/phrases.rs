//! Phrases: sums, conditions and what they are made of.

use super::names::Resolver;
use super::scope::Knows;
use super::spoken::NEXT_OF_WHOM;
use super::types::Typed;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Comparison, Expr, Fact, Fold, Ty};
use crate::syntax::tree::{self, Operator, Pairing, Phrase, PhraseKind};

impl Resolver<'_> {
    /// The phrase with its type; `expect` helps where a word could be several things.
    pub(super) fn typed(&mut self, phrase: &Phrase, expect: Option<Ty>) -> Option<Typed> {
        let span = phrase.span;
        let number = |expr| Some(Typed::new(expr, Ty::Number, span));
        let yes_no = |expr| Some(Typed::new(expr, Ty::YesNo, span));
        match &phrase.kind {
            PhraseKind::Nothing => Some(Typed::new(Expr::Nothing, Ty::Nothing, span)),
            PhraseKind::Somebody => {
                self.problem(
                    Diagnostic::new(Code::Type, span, "`somebody` stands only after `is`")
                        .help("say `... is somebody`"),
                );
                None
            }
            PhraseKind::YesNo(yes) => yes_no(Expr::Int(i64::from(*yes))),
            PhraseKind::Word(name) => self.word(name, expect).map(|typed| Typed { span, ..typed }),
            PhraseKind::Of { word, of, within } => self.of(span, word, of, within.as_deref(), expect),
            PhraseKind::If(then, cond, otherwise) => self.conditional(span, then, cond, otherwise, expect),
            PhraseKind::Or(parts) => yes_no(Expr::Or(self.conditions(parts)?)),
            PhraseKind::And(parts) => yes_no(Expr::And(self.conditions(parts)?)),
            PhraseKind::Not(part) => yes_no(Expr::Not(Box::new(self.condition(part)?))),
            PhraseKind::Compare(..) | PhraseKind::OneOf(..) | PhraseKind::Empty(..) | PhraseKind::Shares(..) => {
                self.quantified(phrase)
            }
            PhraseKind::Binary(operator, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                number(Expr::Arith(*operator, Box::new(left?), Box::new(right?)))
            }
            PhraseKind::Divide(left, right, up) => {
                let (left, right) = (self.number(left), self.number(right));
                number(Expr::Divide(Box::new(left?), Box::new(right?), *up))
            }
            PhraseKind::Pair(pairing, left, right) => {
                if *pairing != Pairing::Difference {
                    self.bounds([left, right]);
                }
                let (left, right) = (self.number(left), self.number(right));
                number(paired(*pairing, left?, right?))
            }
            PhraseKind::Unclear(of) => {
                self.unclear(span, of);
                None
            }
            PhraseKind::Negative(of) => {
                let of = self.number(of)?;
                number(Expr::Arith(Operator::Minus, Box::new(Expr::Int(0)), Box::new(of)))
            }
            PhraseKind::Number => match self.by_name("number").map(|scope| scope.var) {
                Some(var) => number(Expr::Var(var)),
                None => {
                    let named = self.scopes.iter().rev().filter(|scope| scope.ty == Ty::Number);
                    let help = match named.filter_map(|scope| scope.name.as_ref()).next() {
                        Some(name) => format!(
                            "the number that was picked is called `{name}`; to count, say `number of cards in ...`"
                        ),
                        None => self.what_was_bid().unwrap_or("say `number of cards in ...` to count").to_owned(),
                    };
                    self.problem(
                        Diagnostic::new(Code::UnknownName, span, "nothing is called `number` here").help(help),
                    );
                    None
                }
            },
            PhraseKind::Those => self.those(span),
            PhraseKind::Count(of) => self.count(span, of),
            PhraseKind::CountSets(sets) => self.count_sets(span, sets),
            PhraseKind::LongestRun(of, by) => self.fold(span, Fold::LongestRun, by, of),
            PhraseKind::CountDifferent(name, of) => self.fold(span, Fold::Different, name, of),
            PhraseKind::Total(name, of) => self.fold(span, Fold::Total, name, of),
            PhraseKind::Extreme { second, highest, value, of } => {
                let fold = match (second, highest) {
                    (false, true) => Fold::Highest,
                    (false, false) => Fold::Lowest,
                    (true, true) => Fold::SecondHighest,
                    (true, false) => Fold::SecondLowest,
                };
                self.fold(span, fold, value, of)
            }
            PhraseKind::Random(_) | PhraseKind::RandomNumber(..) => {
                self.problem(
                    Diagnostic::new(Code::Random, span, "`random` stands only in `set ... to random ...`")
                        .help("remember it first: `set dealer to random player`"),
                );
                None
            }
            PhraseKind::Seat(number, side) => {
                let steps = self.number(number)?;
                let expr = match side {
                    None => self.seat_by_number(span, steps)?,
                    Some((left, of)) => {
                        let from = Box::new(self.player(of)?);
                        let back = Expr::Arith(Operator::Minus, Box::new(Expr::Int(0)), Box::new(steps.clone()));
                        let steps = if *left { self.as_play_goes(steps, back) } else { self.as_play_goes(back, steps) };
                        Expr::Seat { from, steps: Box::new(steps) }
                    }
                };
                Some(Typed::new(expr, Ty::Player, span))
            }
            PhraseKind::PassesInARow => self.form_fact(span, "passes in a row", Fact::PassesInARow).and_then(number),
            PhraseKind::AllPass => self.form_fact(span, "all pass in succession", Fact::AllPass).and_then(yes_no),
            PhraseKind::Beat => yes_no(self.beats(span)?),
            PhraseKind::WinningCard => self.winning_card(span).map(|expr| Typed::new(expr, Ty::Card, span)),
            PhraseKind::WinnerSoFar => self.winner_so_far(span).map(|expr| Typed::new(expr, Ty::Player, span)),
            PhraseKind::CardOf(of) => self.card_of(span, of).map(|expr| Typed::new(expr, Ty::Card, span)),
            PhraseKind::Outbid => yes_no(self.outbids(span)?.anyhow()),
            PhraseKind::Group(group) => self.group(span, group),
            PhraseKind::Several(several) => self.any_of_kind(span, several),
        }
    }

    /// It is not clear what the end of a phrase belongs to.
    fn unclear(&mut self, span: Span, of: &Phrase) {
        let by_where = matches!(of.kind, PhraseKind::Group(_));
        let by_with = matches!(&of.kind, PhraseKind::Group(group) if group.cond.is_none());
        if by_where && self.destination && !self.speaks_of_a_card() {
            return self.no_card_is_picked_yet(span);
        }
        let of_players = matches!(&of.kind, PhraseKind::Group(group) if group.noun == tree::Noun::Player);
        let (end, help) = if of_players {
            ("what the `where` belongs to", NEXT_OF_WHOM)
        } else if by_with {
            (
                "what the `with` belongs to",
                "bracket what it is not for: `cards in lot as this where (suit of this is suit of card) with highest ...`; the best card of the whole game is `(card with highest ...)`",
            )
        } else if by_where {
            (
                "what the `where` belongs to",
                "bracket what it is not for: `cards in (row of suit of card) where ...`; the only card of the game of which something holds is `(card where ...)`",
            )
        } else if let PhraseKind::If(..) = &of.kind {
            (
                "whether all of the sum depends on the `if`",
                "bracket what belongs together: `(A + B) if C otherwise D` or `A + (B if C otherwise D)`",
            )
        } else if of.is_of_digits() {
            (
                "whether this is compared up to its end",
                "say the number that it comes to, where it is; or bracket what is counted: `(number of cards in won where rank is more than 5) * 2`",
            )
        } else {
            (
                "where the second of the two numbers ends",
                "bracket what belongs together: `smaller of A and (B + C)` or `(smaller of A and B) + C`",
            )
        };
        let problem = Diagnostic::new(Code::Brackets, span, format!("without brackets it is not clear {end}"));
        self.problem(problem.help(help));
    }

    /// `seat 4`: nobody where fewer play.
    fn seat_by_number(&mut self, span: Span, number: Expr) -> Option<Expr> {
        let wanted = if let Expr::Int(number) = number { Some(number) } else { None };
        let steps = Box::new(Expr::Arith(Operator::Minus, Box::new(number), Box::new(Expr::Int(1))));
        let seat = Expr::Seat { from: Box::new(Expr::Int(0)), steps };
        let (fewest, most) = self.game.players;
        let Some(wanted) = wanted else { return Some(seat) };
        if !(1..=i64::from(most)).contains(&wanted) {
            self.problem(
                Diagnostic::new(Code::BadRange, span, format!("there is no seat {wanted}: at most {most} play"))
                    .help("seats are counted from 1; who sits next is `left of player`, who sits second from there `seat 2 left of player`"),
            );
            return None;
        }
        Some(if wanted <= i64::from(fewest) {
            seat
        } else {
            let there = Expr::compare(Comparison::AtLeast, Expr::PlayerCount, Expr::Int(wanted));
            Expr::If(Box::new(there), Box::new(seat), Box::new(Expr::Nothing))
        })
    }

    /// A fact of the turns around.
    pub(super) fn form_fact(&mut self, span: Span, words: &str, fact: fn(usize) -> Fact) -> Option<Expr> {
        let form = self.form_with(span, words, Knows::Turns)?;
        if form.at_once {
            self.problem(
                Diagnostic::new(Code::OutsideForm, span, format!("`{words}` means nothing here: all choose at once, and no turns go round"))
                    .help("say who is meant in another way: who may bid, as `among` says it, as in `players where player is not seller`; who did something, in a track of each player that is set under the `bid` or `act`"),
            );
            return None;
        }
        Some(Expr::Fact(fact(form.stage?)))
    }

    pub(super) fn number(&mut self, phrase: &Phrase) -> Option<Expr> {
        let typed = self.typed(phrase, Some(Ty::Number))?;
        self.want(typed, Ty::Number)
    }

    pub(super) fn player(&mut self, phrase: &Phrase) -> Option<Expr> {
        let typed = self.typed(phrase, Some(Ty::Player))?;
        self.want(typed, Ty::Player)
    }

    pub(super) fn condition(&mut self, phrase: &Phrase) -> Option<Expr> {
        self.not_for_each(|this| {
            let typed = this.typed(phrase, Some(Ty::YesNo))?;
            this.want(typed, Ty::YesNo)
        })
    }

    pub(super) fn when(&mut self, phrase: Option<&Phrase>) -> Option<Option<Expr>> {
        match phrase {
            None => Some(None),
            Some(phrase) => self.watched_condition(phrase).map(Some),
        }
    }

    pub(super) fn conditions(&mut self, parts: &[Phrase]) -> Option<Vec<Expr>> {
        if let Some(part) = parts.iter().find(|part| matches!(part.kind, PhraseKind::YesNo(_))) {
            self.problem(
                Diagnostic::new(Code::Type, part.span, "`yes` and `no` are no conditions that `and` or `or` could join").help(
                    "say what is `yes`, as in `broken is yes`; who is to say yes or no is asked with `ask dealer to choose yes or no`",
                ),
            );
            return None;
        }
        let found: Vec<Option<Expr>> = self.beside(|this| parts.iter().map(|part| this.condition(part)).collect());
        found.into_iter().collect()
    }

    pub(super) fn conditional(
        &mut self,
        span: Span,
        then: &Phrase,
        cond: &Phrase,
        otherwise: &Phrase,
        expect: Option<Ty>,
    ) -> Option<Typed> {
        let words = cond.span;
        let cond = self.watched_condition(cond);
        let then = self.where_it((words, true), |this| this.typed(then, expect));
        let expect = expect.or_else(|| then.as_ref().map(|then| then.ty));
        let otherwise = self.where_it((words, false), |this| this.typed(otherwise, expect));
        let (then, otherwise, cond) = (then?, otherwise?, cond?);
        let ty = self.of_both(&then, &otherwise, expect);
        let (then, otherwise) = (self.want(then, ty)?, self.want(otherwise, ty)?);
        Some(Typed::new(Expr::If(Box::new(cond), Box::new(then), Box::new(otherwise)), ty, span))
    }

    /// The type of a phrase that is the one or the other: one that holds both, where there is one.
    fn of_both(&self, then: &Typed, otherwise: &Typed, expect: Option<Ty>) -> Ty {
        match (then.ty, otherwise.ty) {
            (Ty::Nothing, ty) => ty,
            (Ty::Players, Ty::Number) | (Ty::Number, Ty::Players) => Ty::Number,
            (Ty::Member(kind), Ty::Number) if self.game.kinds.get(kind).is_some_and(|kind| kind.numeric) => {
                let is_value = match otherwise.expr {
                    Expr::Int(number) => self.member(kind, &number.to_string()).is_some(),
                    _ => true,
                };
                if is_value && expect != Some(Ty::Number) { then.ty } else { Ty::Number }
            }
            // A suit or one of strains, say, is a strain.
            (Ty::Member(one), Ty::Member(other)) if one != other && self.has_all_of(other, one) => otherwise.ty,
            (ty, _) => ty,
        }
    }
}

/// The smaller, the larger or the difference of two numbers.
fn paired(pairing: Pairing, a: Expr, b: Expr) -> Expr {
    let minus = |a: &Expr, b: &Expr| Expr::Arith(Operator::Minus, Box::new(a.clone()), Box::new(b.clone()));
    let (a, b) = (Expr::Needed(Box::new(a)), Expr::Needed(Box::new(b)));
    let (less, more) = match pairing {
        Pairing::Smaller => (a.clone(), b.clone()),
        Pairing::Larger => (b.clone(), a.clone()),
        Pairing::Difference => (minus(&b, &a), minus(&a, &b)),
    };
    let cond = Expr::compare(Comparison::LessThan, a, b);
    Expr::If(Box::new(cond), Box::new(less), Box::new(more))
}
