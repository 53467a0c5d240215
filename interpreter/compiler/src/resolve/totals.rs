//! What is worked out of a group (aggregation): how many there are, totals, the highest, how many different ones.

use super::names::Resolver;
use super::types::{Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Fold, Over, Ty, VarId};
use crate::syntax::tree::{Name, Phrase, PhraseKind, Which};

impl Resolver<'_> {
    pub(super) fn count(&mut self, span: Span, of: &Phrase) -> Option<Typed> {
        if let Some(values) = self.of_kind(of) {
            let (over, of) = values?;
            return Some(Typed::new(Expr::Count(over, Box::new(of)), Ty::Number, span));
        }
        let typed = self.whole(of)?;
        let typed = self.as_players(typed)?;
        let over = self.over(&typed)?;
        Some(Typed::new(Expr::Count(over, Box::new(typed.expr)), Ty::Number, span))
    }

    /// What a group is of.
    pub(super) fn over(&mut self, typed: &Typed) -> Option<Over> {
        match typed.ty {
            Ty::Cards => Some(Over::Cards),
            Ty::Players => Some(Over::Players),
            ty => {
                let name = self.type_name(ty);
                self.problem(
                    Diagnostic::new(
                        Code::Type,
                        typed.span,
                        format!("this is {name}, but a group of cards or players is wanted here"),
                    )
                    .help("for example `cards in hand`, `players where ...`, `bidders`"),
                );
                None
            }
        }
    }

    /// A group of which one thing is worked out: it is not gone through one after the other.
    fn whole(&mut self, of: &Phrase) -> Option<Typed> {
        match &of.kind {
            PhraseKind::Group(group) if group.which == Which::Each => self.not_for_each(|this| this.typed(of, None)),
            PhraseKind::Several(several) if several.which == Which::Each => {
                self.not_for_each(|this| this.typed(of, None))
            }
            _ => self.typed(of, None),
        }
    }

    pub(super) fn fold(&mut self, span: Span, fold: Fold, name: &Name, of: &Phrase) -> Option<Typed> {
        if let Some(values) = self.of_kind(of) {
            let (over, of) = values?;
            let (var, key) = self.speaking(None, element(over), false, |this| {
                let key = this.of_one(name, over)?;
                this.folded(fold, key)
            });
            let key = key?;
            self.is_asked_of(fold, name, &key, (over, var))?;
            return Some(worked_out(span, fold, (over, of), (var, key)));
        }
        let typed = self.whole(of)?;
        let typed = if typed.ty == Ty::Player && self.is_of_cards(name) { typed } else { self.as_group(typed)? };
        let over = self.over(&typed)?;
        // What is asked of each of the group can be of nothing else, whatever is spoken of around it.
        let (var, key) = self.speaking(None, element(over), false, |this| {
            let auction_worth = over == Over::Players && this.is_auction_worth(&name.text, Ty::Player);
            let key = if auction_worth {
                let player = Typed::new(this.whose("worth", span)?, Ty::Player, span);
                this.built_in(span, "worth", player)?
            } else {
                this.word(name, Some(Ty::Number))?
            };
            this.folded(fold, key)
        });
        let key = key?;
        self.is_asked_of(fold, name, &key, (over, var))?;
        Some(worked_out(span, fold, (over, typed.expr), (var, key)))
    }

    /// Refuses what is the same for all of a group, where it is compared among them.
    fn is_asked_of(&mut self, fold: Fold, name: &Name, key: &Typed, of: (Over, VarId)) -> Option<()> {
        match fold {
            Fold::Total | Fold::Any | Fold::Every => Some(()),
            Fold::Highest
            | Fold::Lowest
            | Fold::SecondHighest
            | Fold::SecondLowest
            | Fold::Different
            | Fold::LongestRun => self.differs(name, &key.expr, of),
        }
    }

    /// What is asked of each of a group, as what is worked out of it wants it.
    fn folded(&mut self, fold: Fold, key: Typed) -> Option<Typed> {
        match (fold, key.ty) {
            (Fold::Different, Ty::Member(_) | Ty::Player | Ty::Number | Ty::YesNo) => Some(key),
            (
                Fold::LongestRun | Fold::Highest | Fold::Lowest | Fold::SecondHighest | Fold::SecondLowest,
                Ty::Member(kind),
            ) if self.game.kinds.get(kind).is_some_and(|kind| !kind.numeric) => Some(key),
            _ => {
                let span = key.span;
                self.want(key, Ty::Number).map(|expr| Typed::new(expr, Ty::Number, span))
            }
        }
    }
}

/// What is worked out of a group, from what is asked of each.
fn worked_out(span: Span, fold: Fold, (over, of): (Over, Expr), (var, key): (usize, Typed)) -> Typed {
    let ty = if matches!(fold, Fold::Different | Fold::LongestRun) { Ty::Number } else { key.ty };
    let (of, key) = (Box::new(of), Box::new(key.expr));
    Typed::new(Expr::Fold { fold, over, var, of, key, of_words: matches!(ty, Ty::Member(_)) }, ty, span)
}
