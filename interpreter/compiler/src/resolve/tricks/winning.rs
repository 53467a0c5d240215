//! Which card of a trick wins, and who.

use super::super::names::Resolver;
use super::super::scope::{Knows, Part};
use crate::design::walk;
use crate::design::ways::ways;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Comparison, Expr, Fact, Stmt, StmtKind, TRICK, Ty};
use crate::syntax::tree::Phrase;

/// Whether what is due is the same whoever asks: a value of nothing, an option, a track of the game.
pub(super) fn is_of_nothing(due: &Expr) -> bool {
    match due {
        Expr::Value { args, .. } => args.is_empty(),
        Expr::Track { keys, .. } => keys.is_empty(),
        Expr::Option(_) => true,
        _ => false,
    }
}

impl Resolver<'_> {
    /// Whether a card is a trump: its followed value is the trump, or a condition on it.
    pub(super) fn trump(&mut self, phrase: &Phrase, follow: Option<&Expr>) -> Option<Expr> {
        let typed = self.typed(phrase, None)?;
        if typed.ty == Ty::YesNo {
            return Some(typed.expr);
        }
        let Some(follow) = follow else {
            self.problem(
                Diagnostic::new(Code::MissingClause, typed.span, "`trump` needs to know what it is compared with")
                    .help(
                        "`follow suit` says that all have to follow. Where nobody has to, say which cards are trumps, as in `trump suit is Hearts`; the best of all cards \
                         wins then, unless a value counts those of another suit for nothing: `wins highest reach`, and at the left edge `value reach of card is position of \
                         rank if suit is suit of first card in trick or suit is Hearts otherwise 0`",
                    ),
            );
            return None;
        };
        let kind = match follow {
            Expr::Attr { attr, .. } => self.game.attrs.get(*attr).map_or(0, |attr| attr.kind),
            Expr::Value { value, .. } => match self.value(*value)?.1 {
                Ty::Member(kind) => kind,
                _ => return self.want(typed, Ty::YesNo),
            },
            _ => return self.want(typed, Ty::YesNo),
        };
        let trump = self.want(typed, Ty::Member(kind))?;
        let is = match follow {
            Expr::Attr { attr, card } if self.game.attrs.get(*attr).is_some_and(|attr| attr.many) => {
                Expr::Has(*attr, card.clone(), Box::new(trump.clone()))
            }
            follow => Expr::compare(Comparison::Is, follow.clone(), trump.clone()),
        };
        let some = Expr::compare(Comparison::IsNot, trump, Expr::Nothing);
        Some(Expr::And(vec![some, is]))
    }

    /// Refuses what asks in `after` for the cards in the trick: none lie there any more.
    pub(super) fn the_trick_is_over(&mut self, after: &[Stmt]) {
        let mut lies_again = false;
        walk::statements(after, &mut |stmt| lies_again |= ways(stmt).iter().any(|way| way.to.place == TRICK));
        if !lies_again {
            self.no_trick_in(after);
        }
    }

    fn no_trick_in(&mut self, block: &[Stmt]) {
        // Inner tricks have one of their own.
        for stmt in block.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Tricks(_))) {
            let mut asked = ways(stmt).iter().any(|way| way.cards.out_of() == Some(TRICK));
            let mut phrases = Vec::new();
            walk::phrases(stmt, &mut |phrase| phrases.push(phrase));
            walk::with_values(&self.game, phrases, &mut |part| {
                asked |= matches!(part, Expr::CardsIn(place) if place.place == TRICK);
            });
            if asked {
                self.problem(
                    Diagnostic::new(Code::OutsideForm, stmt.span, "this asks for cards in `trick`, and in `after` none lie there: they went where `taken` says")
                        .help("`winning card` is the card that won, `card of P` what P played; what the trick as a whole was like is remembered in a track in the lines under `play`, as in `set led to suit when card is first card in trick`"),
                );
            } else {
                walk::blocks(stmt).into_iter().for_each(|inner| self.no_trick_in(inner));
            }
        }
    }

    /// The card that is ahead; in `after` the card that won.
    pub(in super::super) fn winning_card(&mut self, span: Span) -> Option<Expr> {
        let scope = self.form_with(span, "winning card", Knows::Trick)?;
        Some(Expr::Fact(match scope.part {
            Part::Over => Fact::CardOf(scope.form, Box::new(Expr::Fact(Fact::Leader(scope.form)))),
            Part::Before | Part::Between | Part::Turns | Part::Taken => Fact::WinningCard(scope.form),
        }))
    }

    /// Who played it.
    pub(in super::super) fn winner_so_far(&mut self, span: Span) -> Option<Expr> {
        let scope = self.form_with(span, "winner so far", Knows::Trick)?;
        Some(match scope.part {
            Part::Over => Expr::Fact(Fact::Leader(scope.form)),
            Part::Before | Part::Between | Part::Turns | Part::Taken => {
                Expr::Owner(Box::new(Expr::Fact(Fact::WinningCard(scope.form))))
            }
        })
    }

    /// `card of P`
    pub(in super::super) fn card_of(&mut self, span: Span, of: &Phrase) -> Option<Expr> {
        let player = self.player(of);
        let scope = self.form_with(span, "card of", Knows::Trick)?;
        Some(Expr::Fact(Fact::CardOf(scope.form, Box::new(player?))))
    }

    /// `beat trick`: the card would be ahead.
    pub(in super::super) fn beats(&mut self, span: Span) -> Option<Expr> {
        if !self.to_be_played {
            self.problem(
                Diagnostic::new(
                    Code::OutsideForm,
                    span,
                    "`beat trick` is a rule for a card that is about to be played",
                )
                .help("say it in a `must` of `tricks`: `must beat trick if able`"),
            );
            return None;
        }
        let form = self.form_with(span, "beat trick", Knows::Trick)?.form;
        let card = self.nearest(Ty::Card, span)?;
        Some(Expr::Fact(Fact::Beats(form, Box::new(Expr::Var(card)))))
    }
}
