//! What may be missing: numbers that a card has not, and what a number is where a card is known.

use super::{Range, Ranges};
use crate::ir::sorts::{card_groups, player_groups, worked_out};
use crate::ir::{Comparison, Expr, Ty, VarId};

impl Ranges<'_> {
    /// What a card pronoun is while a phrase is worked out for cards with these values.
    #[must_use]
    #[allow(clippy::wildcard_enum_match_arm, reason = "of all others nothing is known")]
    pub fn with_card(&self, var: VarId, card: usize, cond: &Expr) -> Range {
        match cond {
            Expr::And(parts) => {
                let no = parts.iter().any(|part| self.with_card(var, card, part).is_no());
                Range::new(0, i64::from(!no))
            }
            Expr::Or(parts) => {
                let no = parts.iter().all(|part| self.with_card(var, card, part).is_no());
                Range::new(0, i64::from(!no))
            }
            Expr::Compare(comparison, a, b, _) => {
                let of_none = matches!(**a, Expr::Nothing) || matches!(**b, Expr::Nothing);
                if !of_none && [a, b].into_iter().any(|side| self.card_lacks(var, card, side)) {
                    return Range::only(i64::from(*comparison == Comparison::IsNot));
                }
                let found = self.compare(*comparison, self.card_scalar(var, card, a), self.card_scalar(var, card, b));
                if of_none || !(self.may_be_missing(a) || self.may_be_missing(b)) {
                    found
                } else {
                    found.or(Range::only(i64::from(*comparison == Comparison::IsNot)))
                }
            }
            _ => Range::YES_NO,
        }
    }

    /// Whether a value is one of this card, and the card lacks it.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others are no values of a card")]
    fn card_lacks(&self, var: VarId, card: usize, expr: &Expr) -> bool {
        match expr {
            Expr::Attr { attr, card: of } if matches!(**of, Expr::Var(other) if other == var) => {
                self.game.cards.get(card).is_some_and(|card| card.members.get(*attr).is_none_or(|set| *set == 0))
            }
            Expr::Convert { of, .. } | Expr::At { of, .. } => self.card_lacks(var, card, of),
            _ => false,
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "all others go by no card")]
    fn card_scalar(&self, var: VarId, card: usize, expr: &Expr) -> Range {
        match expr {
            Expr::Attr { attr, card: of } if matches!(**of, Expr::Var(other) if other == var) => {
                match self.game.cards.get(card).and_then(|card| card.members.get(*attr)).copied().unwrap_or(0) {
                    0 => Range::only(-1),
                    set => Range::new(i64::from(set.trailing_zeros()), i64::from(set.ilog2())),
                }
            }
            Expr::Convert { from, to, of, .. } => self.convert(*from, *to, self.card_scalar(var, card, of)),
            other => self.of(other),
        }
    }

    /// Whether there may be no such value: of a card that lacks it, of no card, of what may be none.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others are missing where a value of a kind is")]
    pub(crate) fn may_be_missing(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Convert { of, to: None, .. } => self.may_be_missing(of),
            Expr::Convert { of, to: Some(_), .. } => self.of(expr).low < 0 || self.may_be_missing(of),
            Expr::At { of, .. } => self.may_be_missing(of),
            Expr::If(_, a, b) => self.may_be_missing(a) || self.may_be_missing(b),
            Expr::Table { arms, other, .. } => {
                arms.iter().flatten().chain(other.as_deref()).any(|arm| self.may_be_missing(arm))
            }
            Expr::Value { value, args } => self.value_may_be_missing(*value) || self.is_of_nothing(*value, args),
            // What nobody has.
            Expr::Track { track, keys } if self.is_of_numbers(*track) => keys.iter().any(|key| self.of(key).low < 0),
            Expr::Score(of) => self.of(of).low < 0,
            _ => self.is_a_value(expr) && self.of(expr).low < 0,
        }
    }

    pub(crate) fn is_of_numbers(&self, track: usize) -> bool {
        self.game.tracks.get(track).is_some_and(|track| track.ty == Ty::Number)
    }

    /// Whether a number of a card or a player may be asked for where there is none.
    pub(crate) fn is_of_nothing(&self, value: usize, args: &[Expr]) -> bool {
        let Some(value) = self.game.values.get(value).filter(|value| value.ty == Ty::Number) else { return false };
        let mut of = value.params.iter().zip(args);
        of.any(|((_, ty), arg)| matches!(ty, Ty::Card | Ty::Player | Ty::Team) && self.of(arg).low < 0)
    }

    fn value_may_be_missing(&self, id: usize) -> bool {
        let known = self.missing.borrow().get(id).copied().flatten();
        known.unwrap_or_else(|| {
            let found = self.game.values.get(id).is_some_and(|value| self.may_be_missing(&value.body));
            if let Some(slot) = self.missing.borrow_mut().get_mut(id) {
                *slot = Some(found);
            }
            found
        })
    }

    /// Whether a phrase is a value of a kind, of which -1 is none.
    fn is_a_value(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Attr { .. } | Expr::NoMember => true,
            Expr::Fold { of_words, .. } => *of_words,
            Expr::Track { track, .. } => {
                self.game.tracks.get(*track).is_some_and(|track| matches!(track.ty, Ty::Member(_)))
            }
            Expr::Var(var) => self
                .game
                .values
                .iter()
                .flat_map(|value| &value.params)
                .any(|(of, ty)| of == var && matches!(ty, Ty::Member(_))),
            worked_out!()
            | card_groups!()
            | player_groups!()
            | Expr::Convert { .. }
            | Expr::Where { .. }
            | Expr::Best { .. }
            | Expr::If(..)
            | Expr::At { .. }
            | Expr::Value { .. }
            | Expr::Fact(_) => false,
        }
    }
}
