//! Sets of cards, how many there are, and what cards that are picked make together: runs, pairs in a row.

use super::names::{Named, Resolver};
use super::types::Typed;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::MOST_CARDS;
use crate::ir::{Comparison, Expr, Fold, Operator, Over, Said, Source, Ty, VarId};
use crate::syntax::tree::{Makes, Name, Phrase, PhraseKind, Sets};

/// A number so many times.
pub(super) fn times(number: Expr, times: i64) -> Expr {
    match number {
        number if times == 1 => number,
        Expr::Int(number) if number.checked_mul(times).is_some() => Expr::Int(number.saturating_mul(times)),
        number => Expr::Arith(Operator::Times, Box::new(number), Box::new(Expr::Int(times))),
    }
}

fn is(a: Expr, b: Expr) -> Expr {
    Expr::compare(Comparison::Is, a, b)
}

impl Resolver<'_> {
    /// The cards that are spoken of, where it is not said of which.
    pub(super) fn those(&mut self, span: Span) -> Option<Typed> {
        let found = self.picked_cards().map(|var| Typed::new(Expr::Var(var), Ty::Cards, span));
        if found.is_none() {
            self.problem(
                Diagnostic::new(Code::UnknownName, span, "no cards are spoken of here, so it is not clear of which")
                    .help("say of which: `total rank of cards in hand`; of players, `highest score of players`"),
            );
        }
        found
    }

    /// How many cards there are at least and at most: one where nothing is said.
    pub(super) fn sizes(
        &mut self,
        least: Option<&Phrase>,
        most: Option<&Phrase>,
        or_more: bool,
    ) -> Option<(Expr, Expr)> {
        let low = match least {
            None => Expr::Int(1),
            Some(least) => self.number(least)?,
        };
        let high = match most {
            _ if or_more => Expr::Int(i64::try_from(MOST_CARDS).unwrap_or(i64::MAX)),
            None => low.clone(),
            Some(most) => self.number(most)?,
        };
        Some((low, high))
    }

    /// `number of sets of 2 cards in hand where ...`
    pub(super) fn count_sets(&mut self, span: Span, sets: &Sets) -> Option<Typed> {
        let mut parts = Vec::new();
        for within in &sets.within {
            let typed = self.typed(within, Some(Ty::Cards))?;
            parts.push(self.want(typed, Ty::Cards)?);
        }
        let of = match (parts.len(), parts.pop()) {
            (0, _) | (_, None) => self.those(span)?.expr,
            (1, Some(only)) => only,
            (_, Some(last)) => {
                parts.push(last);
                Expr::Together(parts)
            }
        };
        let (least, most) =
            self.sizes(sets.least.as_ref(), sets.most.as_ref(), sets.or_more || sets.least.is_none())?;
        let (var, cond) = self.speaking(None, Ty::Cards, true, |this| match &sets.cond {
            None => Some(Expr::Int(1)),
            Some(cond) => this.condition(cond),
        });
        let (of, least, most, cond) = (Box::new(of), Box::new(least), Box::new(most), Box::new(cond?));
        Some(Typed::new(Expr::CountSets { var, of, least, most, cond, said: Said(span) }, Ty::Number, span))
    }

    /// That cards which are picked make a run, or so many of each value in a row.
    pub(super) fn makes(&mut self, makes: &Makes, source: &Source, cards: VarId, span: Span) -> Option<Expr> {
        let Source::Cards { least, .. } = source else {
            self.problem(
                Diagnostic::new(Code::SoThat, makes.by.span, "`by` belongs to cards: to a run, or to pairs in a row")
                    .help("take it out; of cards say `a run of 3 cards from hand by rank`, `2 or more pairs in a row from hand by rank`"),
            );
            return None;
        };
        if makes.by.text.is_empty() {
            self.problem(
                Diagnostic::new(Code::MissingPart, span, "by which value do these cards follow each other?")
                    .help("say it at the end: `a run of 3 cards from hand by rank`"),
            );
            return None;
        }
        if makes.each == 0 {
            self.problem(
                Diagnostic::new(Code::SoThat, makes.by.span, "`by` belongs to a run, or to pairs in a row")
                    .help("say `a run of 3 cards from hand by rank`, `2 or more pairs in a row from hand by rank`"),
            );
            return None;
        }
        let those = |span: Span| Phrase { span, kind: PhraseKind::Those };
        let by = &makes.by;
        let (_, key) = self.speaking(None, Ty::Card, false, |this| this.word(by, Some(Ty::Number)));
        self.there_are_so_many(&key?, least, makes)?;
        let run = self.fold(by.span, Fold::LongestRun, by, &those(by.span))?.expr;
        let all = Expr::Var(cards);
        let mut parts = Vec::new();
        if makes.each == 1 {
            parts.push(is(run, Expr::Count(Over::Cards, Box::new(all))));
        } else {
            parts.push(self.so_many_of_each(by, i64::from(makes.each), all)?);
            if makes.in_a_row {
                let different = self.fold(by.span, Fold::Different, by, &those(by.span))?.expr;
                parts.push(is(run, different));
            }
        }
        if let Some(one) = &makes.one {
            parts.push(is(self.fold(one.span, Fold::Different, one, &those(one.span))?.expr, Expr::Int(1)));
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => Some(only),
            last => Some(Expr::And(parts.into_iter().chain(last).collect())),
        }
    }

    /// That a card has the attributes by which such cards go together: those that lack one are none of them.
    pub(super) fn has_what_makes(&mut self, makes: &Makes) -> Vec<Expr> {
        let names = [Some(&makes.by), makes.one.as_ref()];
        let mut conditions = Vec::new();
        for name in names.into_iter().flatten() {
            if self.is_an_attribute(name)
                && let Some(value) = self.word(name, None)
            {
                conditions.push(Expr::compare(Comparison::IsNot, value.expr, Expr::Nothing));
            }
        }
        conditions
    }

    fn is_an_attribute(&self, name: &Name) -> bool {
        matches!(self.names.get(&name.text), Some((Named::Attr(attr), _)) if self.game.cards.iter().any(|card| card.members.get(*attr) == Some(&0)))
    }

    /// For every card, so many of the group have its value.
    fn so_many_of_each(&mut self, by: &Name, each: i64, all: Expr) -> Option<Expr> {
        let mut key = || {
            let (var, key) = self.speaking(None, Ty::Card, false, |this| this.word(by, None));
            Some((var, key?.expr))
        };
        let ((one, of_one), (other, of_other)) = (key()?, key()?);
        let like = Expr::Where {
            over: Over::Cards,
            var: other,
            of: Box::new(all.clone()),
            cond: Box::new(is(of_other, of_one)),
        };
        let key = is(Expr::Count(Over::Cards, Box::new(like)), Expr::Int(each));
        Some(Expr::Fold {
            fold: Fold::Every,
            over: Over::Cards,
            var: one,
            of: Box::new(all),
            key: Box::new(key),
            of_words: false,
        })
    }

    /// A run is no longer than there are values.
    fn there_are_so_many(&mut self, key: &Typed, least: &Expr, makes: &Makes) -> Option<()> {
        let (Ty::Member(kind), Expr::Int(least)) = (key.ty, least) else { return Some(()) };
        let values = self.game.kinds.get(kind).map_or(0, |kind| kind.members.len());
        let values = i64::try_from(values).unwrap_or(i64::MAX);
        if least / i64::from(makes.each) <= values {
            return Some(());
        }
        let name = &makes.by.text;
        self.problem(
            Diagnostic::new(
                Code::BadRange,
                makes.by.span,
                format!("`{name}` has only {values} values to follow each other"),
            )
            .help("ask for a shorter run"),
        );
        None
    }
}
