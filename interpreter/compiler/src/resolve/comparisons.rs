//! Comparisons, with `every ...` and `any ...` in them.

use super::names::{Named, Resolver};
use super::types::{Quant, Typed};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Comparison, Expr, Fold, Over, Said, TRICK, Ty};
use crate::syntax::tree::{self, Name, Phrase, PhraseKind};

/// What a written comparison means.
const fn meant(comparison: tree::Comparison) -> Comparison {
    match comparison {
        tree::Comparison::Is => Comparison::Is,
        tree::Comparison::IsNot => Comparison::IsNot,
        tree::Comparison::AtLeast => Comparison::AtLeast,
        tree::Comparison::AtMost => Comparison::AtMost,
        tree::Comparison::MoreThan => Comparison::MoreThan,
        tree::Comparison::LessThan => Comparison::LessThan,
    }
}

impl Resolver<'_> {
    /// A comparison, with `every ...` and `any ...` in it wrapped around.
    pub(super) fn quantified(&mut self, phrase: &Phrase) -> Option<Typed> {
        self.quants.push(Vec::new());
        let found = self.not_for_each(|this| match &phrase.kind {
            PhraseKind::Compare(left, comparison, right) => {
                this.bounds([left, right]);
                this.compare(phrase.span, left, meant(*comparison), right)
            }
            PhraseKind::OneOf(left, negated, options) => this.one_of(left, *negated, options),
            PhraseKind::Empty(of, negated) => this.empty(phrase.span, of, *negated),
            PhraseKind::Shares(left, attrs, right) => this.shares(phrase.span, left, attrs, right),
            _ => None,
        });
        let quants = self.quants.pop().unwrap_or_default();
        self.not_before_any(phrase, &quants)?;
        let mut expr = found?;
        for quant in quants.into_iter().rev() {
            expr = Expr::Fold {
                fold: quant.fold,
                over: quant.over,
                var: quant.var,
                of: Box::new(quant.of),
                key: Box::new(expr),
                of_words: false,
            };
        }
        Some(Typed::new(expr, Ty::YesNo, phrase.span))
    }

    /// `is not` before `any` or `every`, and `more than` before `any`, as in `suit is not suit of any card in lot`, read in two ways: they are refused.
    fn not_before_any(&mut self, phrase: &Phrase, quants: &[Quant]) -> Option<()> {
        let (behind, ordered) = match &phrase.kind {
            PhraseKind::Compare(_, tree::Comparison::Is, _) => return Some(()),
            PhraseKind::Compare(_, tree::Comparison::IsNot, right) => (right.span, None),
            PhraseKind::Compare(_, tree::Comparison::MoreThan, right) => (right.span, Some(("more than", "less than"))),
            PhraseKind::Compare(_, tree::Comparison::LessThan, right) => (right.span, Some(("less than", "more than"))),
            PhraseKind::Compare(_, tree::Comparison::AtLeast, right) => (right.span, Some(("at least", "at most"))),
            PhraseKind::Compare(_, tree::Comparison::AtMost, right) => (right.span, Some(("at most", "at least"))),
            PhraseKind::OneOf(_, true, options) => (options.first()?.span, None),
            _ => return Some(()),
        };
        let behind = quants.iter().filter(|quant| quant.span.start >= behind.start);
        let quant = behind.into_iter().find(|quant| ordered.is_none() || quant.fold == Fold::Any);
        let Some(quant) = quant else { return Some(()) };
        let (words, help) = match (ordered, quant.fold == Fold::Any) {
            (Some((than, turned)), _) => (
                format!("`{than}` before `any` can be read in two ways"),
                format!("say `A is {than} B of every ...` if it is meant of all of them, `B of any ... is {turned} A` if one of them is enough"),
            ),
            (None, true) => (
                "`is not` before `any` can be read in two ways".to_owned(),
                "say `not (A is B of any ...)` if none of them may be the same, `B of any ... is not A` if it is enough that one of them is another".to_owned(),
            ),
            (None, false) => (
                "`is not` before `every` can be read in two ways".to_owned(),
                "say `not (A is B of every ...)` if it is enough that one of them is another, `B of every ... is not A` if none of them may be the same".to_owned(),
            ),
        };
        self.problem(Diagnostic::new(Code::TwoReadings, quant.span, words).help(help));
        None
    }

    pub(super) fn compare(
        &mut self,
        span: Span,
        left: &Phrase,
        comparison: Comparison,
        right: &Phrase,
    ) -> Option<Expr> {
        if matches!(right.kind, PhraseKind::Somebody) {
            let left = self.typed(left, None)?;
            let opposite = if comparison == Comparison::Is { Comparison::IsNot } else { Comparison::Is };
            return self
                .nullable(left)
                .map(|left| Expr::Compare(opposite, Box::new(left), Box::new(Expr::Nothing), Said(span)));
        }
        let equality = matches!(comparison, Comparison::Is | Comparison::IsNot);
        if equality && let Some(attr) = self.many_valued(left) {
            let has = self.has(attr, left, right)?;
            return Some(if comparison == Comparison::Is { has } else { Expr::Not(Box::new(has)) });
        }
        let literal = |phrase: &Phrase, this: &Self| matches!(&phrase.kind, PhraseKind::Word(name) if !this.names.contains_key(&name.text) && this.by_name(&name.text).is_none());
        let (left, right) = if literal(left, self) && !literal(right, self) {
            let right = self.typed(right, None)?;
            (self.typed(left, Some(right.ty))?, right)
        } else {
            let left = self.typed(left, None)?;
            let right = self.typed(right, Some(left.ty))?;
            (left, right)
        };
        self.compare_typed(span, left, comparison, right)
    }

    /// The attribute of a phrase that names one of which a card may have several values: `suit`, `suit of first card in bid`.
    fn many_valued(&mut self, phrase: &Phrase) -> Option<usize> {
        let (PhraseKind::Word(name) | PhraseKind::Of { word: name, within: None, .. }) = &phrase.kind else {
            return None;
        };
        let Some(Named::Attr(id)) = self.find(&name.text).filter(|_| self.by_name(&name.text).is_none()) else {
            return None;
        };
        self.game.attrs.get(id).filter(|attr| attr.many).map(|_| id)
    }

    /// Whether a card has a value, among others: `ATTR is VALUE` where it may have several.
    fn has(&mut self, attr: usize, left: &Phrase, value: &Phrase) -> Option<Expr> {
        let kind = self.game.attrs.get(attr).map(|attr| attr.kind)?;
        let card = match &left.kind {
            PhraseKind::Of { of, .. } => {
                let of = self.typed(of, Some(Ty::Card))?;
                self.want(of, Ty::Card)
            }
            PhraseKind::Word(name) => self.which_card(&name.text, left.span),
            _ => None,
        };
        if matches!(value.kind, PhraseKind::Nothing) {
            // It has none of them.
            let card = card?;
            let values = (0_i64..).take(self.words_of(kind).1.len());
            let has = |value| Expr::Has(attr, Box::new(card.clone()), Box::new(Expr::Int(value)));
            return Some(Expr::Not(Box::new(Expr::Or(values.map(has).collect()))));
        }
        let value = self.typed(value, Some(Ty::Member(kind)))?;
        let value = self.want(value, Ty::Member(kind));
        Some(Expr::Has(attr, Box::new(card?), Box::new(value?)))
    }

    pub(super) fn nullable(&mut self, typed: Typed) -> Option<Expr> {
        match typed.ty {
            Ty::Player | Ty::Card | Ty::Member(_) | Ty::Team => Some(typed.expr),
            ty => {
                let name = self.type_name(ty);
                let help = match ty {
                    Ty::Number => "compare it with a number: `is 0`, `is at least 1`",
                    Ty::YesNo => "say `is yes` or `is no`",
                    _ => "say `is empty` or `is not empty`",
                };
                self.problem(
                    Diagnostic::new(Code::Type, typed.span, format!("this is {name}, which is never nobody or none"))
                        .help(help),
                );
                None
            }
        }
    }

    fn compared_with_itself(&mut self, span: Span) {
        // Where the noun is ambiguous, that has been told and is the cause.
        let inside = |other: &Diagnostic| span.start <= other.span().start && other.span().end <= span.end;
        if self.problems.iter().any(|other| other.code == Code::AmbiguousNoun && inside(other)) {
            return;
        }
        self.problem(
            Diagnostic::new(
                Code::ComparedWithItself,
                span,
                "both sides mean the same thing, so this is always so or never",
            )
            .help("name the inner one with `as`, as in `cards in hand as this where suit of this is suit`"),
        );
    }

    pub(super) fn compare_typed(
        &mut self,
        span: Span,
        left: Typed,
        comparison: Comparison,
        right: Typed,
    ) -> Option<Expr> {
        // `suit is suit` inside `for each suit`: both words mean the same thing, though two were meant.
        if !matches!(left.expr, Expr::Int(_) | Expr::Option(_) | Expr::PlayerCount | Expr::Nothing)
            && format!("{:?}", left.expr) == format!("{:?}", right.expr)
        {
            self.compared_with_itself(span);
            return None;
        }
        let equality = matches!(comparison, Comparison::Is | Comparison::IsNot);
        let compare =
            |left: Expr, right: Expr| Some(Expr::Compare(comparison, Box::new(left), Box::new(right), Said(span)));
        let plain = |this: &mut Self, left: Typed, right: Typed, ty: Ty| {
            let (left, right) = (this.want(left, ty), this.want(right, ty));
            compare(left?, right?)
        };
        match (left.ty, right.ty) {
            (Ty::Nothing, _) if equality => {
                let right = self.nullable(right)?;
                compare(Expr::Nothing, right)
            }
            (_, Ty::Nothing) if equality => {
                let left = self.nullable(left)?;
                compare(left, Expr::Nothing)
            }
            // `card is Queen of Spades`
            (Ty::Card, Ty::Cards) if equality && is_a_name(&right.expr) => {
                let found = Expr::In(Over::Cards, Box::new(left.expr), Box::new(right.expr));
                Some(if comparison == Comparison::Is { found } else { Expr::Not(Box::new(found)) })
            }
            // `rank is 11`, where no rank is 11
            (Ty::Member(kind), Ty::Number)
                if matches!(right.expr, Expr::Int(_))
                    && !self.game.kinds.get(kind).is_some_and(|kind| kind.numeric) =>
            {
                let Expr::Int(number) = right.expr else { return None };
                self.unknown_member(&Name { text: number.to_string(), span: right.span }, kind);
                None
            }
            (Ty::Number | Ty::Players, Ty::Number | Ty::Players | Ty::Member(_) | Ty::Cards)
            | (Ty::Member(_) | Ty::Cards, Ty::Number | Ty::Players) => plain(self, left, right, Ty::Number),
            (Ty::Member(a), Ty::Member(b)) if a != b => {
                if !self.share_members(a, b) {
                    let (a, b) = (self.type_name(Ty::Member(a)), self.type_name(Ty::Member(b)));
                    self.problem(Diagnostic::new(Code::Type, span, format!("{a} and {b} have nothing in common, so they cannot be compared"))
                        .help("compare values of one attribute or kind; a table, `value ... by ...`, can give one for the other"));
                    return None;
                }
                let right = self.as_member(right, b, a, true)?;
                compare(left.expr, right)
            }
            (Ty::Member(a), Ty::Member(_)) => plain(self, left, right, Ty::Member(a)),
            (a, b) if a == b && equality && matches!(a, Ty::Player | Ty::Team | Ty::Card | Ty::YesNo) => {
                compare(left.expr, right.expr)
            }
            (a, b) => {
                let help = match (a, b) {
                    (Ty::Card, Ty::Member(kind)) => {
                        let kind = self.game.kinds.get(kind).map(|kind| kind.name.clone()).unwrap_or_default();
                        format!("say `{kind} of ... is ...`")
                    }
                    (Ty::Cards | Ty::Players, _) | (_, Ty::Cards | Ty::Players) => {
                        "ask whether one is in a group with `is one of`; of a group itself say `is empty` or compare its `number of ...`".to_owned()
                    }
                    (Ty::Player, Ty::Team) if equality => {
                        "a team is its players: say `is one of team of ...`, or compare teams: `team of player is team of ...`".to_owned()
                    }
                    (Ty::YesNo, Ty::YesNo) => "yes and no have no order; say `is` or `is not`".to_owned(),
                    _ => "numbers and values of a kind have an order; players and cards only `is`, `is not` and `is one of`".to_owned(),
                };
                let (a, b) = (self.type_name(a), self.type_name(b));
                self.problem(
                    Diagnostic::new(Code::Type, span, format!("{a} and {b} cannot be compared like this"))
                        .here(format!("{a} on the left, {b} on the right"))
                        .help(help),
                );
                None
            }
        }
    }

    pub(super) fn one_of(&mut self, left: &Phrase, negated: bool, options: &[Phrase]) -> Option<Expr> {
        if let Some(attr) = self.many_valued(left) {
            let has = options.iter().map(|value| self.has(attr, left, value)).collect::<Option<Vec<_>>>();
            let any = Expr::Or(has?);
            return Some(if negated { Expr::Not(Box::new(any)) } else { any });
        }
        let left = self.typed(left, None)?;
        if matches!(left.expr, Expr::CardsLike(_)) {
            self.problem(
                Diagnostic::new(Code::Type, left.span, "a card's name means all cards of that name, not one that is in a group")
                    .help("turn it round: `any card in won is Queen of Spades`, or `cards in won where card is Queen of Spades`"),
            );
            return None;
        }
        let mut found = Vec::new();
        for option in options {
            let right = self.beside(|this| this.typed(option, Some(left.ty)))?;
            let span = right.span;
            let one = match (left.ty, right.ty) {
                (Ty::Card, Ty::Cards) => Some(Expr::In(Over::Cards, Box::new(left.expr.clone()), Box::new(right.expr))),
                (Ty::Player, Ty::Players | Ty::Team) => {
                    let group = self.want(right, Ty::Players)?;
                    Some(Expr::In(Over::Players, Box::new(left.expr.clone()), Box::new(group)))
                }
                _ => self.compare_typed(span, left.clone(), Comparison::Is, right),
            };
            found.push(one?);
        }
        let any = Expr::Or(found);
        Some(if negated { Expr::Not(Box::new(any)) } else { any })
    }

    pub(super) fn empty(&mut self, span: Span, of: &Phrase, negated: bool) -> Option<Expr> {
        let typed = self.typed(of, None)?;
        if self.played && matches!(&typed.expr, Expr::CardsIn(place) if place.place == TRICK) {
            let always = if negated { "always so" } else { "never so" };
            self.problem(
                Diagnostic::new(
                    Code::Type,
                    typed.span,
                    format!("this is {always}: the card has been played to `trick` already"),
                )
                .help("under `play`, a lead is `card is first card in trick`; in a `must` line it is `trick is empty`"),
            );
            return None;
        }
        let other = match typed.ty {
            Ty::Cards | Ty::Players => None,
            Ty::Player | Ty::Team => Some("say `is nobody` or `is somebody`"),
            Ty::Card | Ty::Member(_) | Ty::Nothing => Some("say `is none` or `is not none`"),
            Ty::Number => Some("say `is 0`"),
            Ty::YesNo => Some("say `is no`"),
        };
        if let Some(help) = other {
            let is = self.type_name(typed.ty);
            self.problem(
                Diagnostic::new(Code::Type, typed.span, format!("this is {is}, but only a group can be empty"))
                    .here(is)
                    .help(help),
            );
            return None;
        }
        let over = self.over(&typed)?;
        let comparison = if negated { Comparison::IsNot } else { Comparison::Is };
        let count = Expr::Count(over, Box::new(typed.expr));
        Some(Expr::Compare(comparison, Box::new(count), Box::new(Expr::Int(0)), Said(span)))
    }

    pub(super) fn shares(&mut self, span: Span, left: &Phrase, attrs: &[Name], right: &Phrase) -> Option<Expr> {
        let left = self.typed(left, Some(Ty::Card))?;
        let left = self.want(left, Ty::Card);
        let right = self.typed(right, Some(Ty::Card))?;
        let right = self.want(right, Ty::Card);
        let mut ids = Vec::new();
        for name in attrs {
            match self.find(&name.text) {
                Some(Named::Attr(id)) => ids.push(id),
                _ => {
                    let known: Vec<String> = self.game.attrs.iter().map(|attr| attr.name.clone()).collect();
                    let problem = Diagnostic::new(
                        Code::UnknownAttribute,
                        name.span,
                        format!("no attribute is called `{}`", name.text),
                    )
                    .help(format!("the attributes are {}", known.join(", ")))
                    .did_you_mean(&name.text, known.iter().map(String::as_str));
                    self.problem(problem);
                    return None;
                }
            }
        }
        let (left, right) = (left?, right?);
        if format!("{left:?}") == format!("{right:?}") {
            self.compared_with_itself(span);
            return None;
        }
        Some(Expr::Shares(ids, Box::new(left), Box::new(right)))
    }
}

/// Whether it is the name of a card: `Queen of Spades`, `Jack of trump`.
fn is_a_name(cards: &Expr) -> bool {
    match cards {
        Expr::CardsLike(_) => true,
        Expr::Where { of, .. } => matches!(**of, Expr::CardsLike(_)),
        _ => false,
    }
}
