//! What statements change: one place, a track, a purse.

use super::names::Resolver;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Of, Over, PlaceRef, StmtKind, Target, Ty};
use crate::syntax::tree::{self, Group, Phrase, PhraseKind};

impl Resolver<'_> {
    /// A phrase that names a place, or several of one name.
    pub(super) fn place(&mut self, phrase: &Phrase) -> Option<PlaceRef> {
        let typed = self.typed(phrase, Some(Ty::Cards))?;
        match typed.expr {
            Expr::CardsIn(place) => Some(place),
            _ => {
                let is = self.type_name(typed.ty);
                let known: Vec<String> = self.game.places.iter().map(|place| place.name.clone()).collect();
                self.problem(
                    Diagnostic::new(Code::NotAPlace, typed.span, format!("this is {is}, but a place is wanted here"))
                        .help(format!("the places are {}", known.join(", "))),
                );
                None
            }
        }
    }

    pub(super) fn one_place(&mut self, place: PlaceRef, span: Span) -> Option<PlaceRef> {
        if matches!(place.of, Of::Each(_)) {
            self.problem(
                Diagnostic::new(Code::SeveralPlaces, span, "one place is wanted here, not those of several players together")
                    .help("say `of each player` to do it for one after the other, or `of owner` after `to` for the owner of each card"),
            );
            return None;
        }
        Some(place)
    }

    /// A track that is set, with its keys.
    pub(super) fn target(&mut self, phrase: &Phrase) -> Option<(Target, Ty)> {
        let typed = self.typed(phrase, None)?;
        match typed.expr {
            Expr::Track { track, keys } => Some((Target { track, keys }, typed.ty)),
            _ => {
                let known: Vec<String> = self.game.tracks.iter().map(|track| track.name.clone()).collect();
                let problem = Diagnostic::new(Code::NotATrack, typed.span, "only a track can be changed").help(
                    if known.is_empty() {
                        "list it under `track`: `dealer  player`".to_owned()
                    } else {
                        format!("the tracks are {}", known.join(", "))
                    },
                );
                self.problem(problem);
                None
            }
        }
    }

    pub(super) fn is_number(&mut self, ty: Ty, span: Span) -> Option<()> {
        if ty == Ty::Number {
            return Some(());
        }
        let is = self.type_name(ty);
        self.problem(
            Diagnostic::new(Code::Type, span, format!("this track is {is}, but a number is wanted here"))
                .help("say `set ... to ...`"),
        );
        None
    }

    pub(super) fn purse(&mut self, phrase: &Phrase) -> Option<Option<Target>> {
        if matches!(&phrase.kind, PhraseKind::Word(name) if name.text == "bank") {
            return Some(None);
        }
        let (target, ty) = self.target(phrase)?;
        self.is_number(ty, phrase.span)?;
        Some(Some(target))
    }

    pub(super) fn set(&mut self, target: &Phrase, to: &Phrase) -> Option<StmtKind> {
        let (target, ty) = self.target(target)?;
        if let PhraseKind::RandomNumber(low, high) = &to.kind {
            self.is_number(ty, to.span)?;
            let (low, high) = self.not_for_each(|this| (this.number(low), this.number(high)));
            return Some(StmtKind::DrawNumber { target, low: low?, high: high? });
        }
        if let Some((span, group)) = drawn(to) {
            let (over, from) = self.members(span, &group)?;
            if over != Over::Players || ty != Ty::Player {
                self.problem(
                    Diagnostic::new(Code::Random, to.span, "only a player or a number can be drawn at random")
                        .help("say `set dealer to random player`, `set roll to random number from 1 to 6`; cards are shuffled instead"),
                );
                return None;
            }
            return Some(StmtKind::Draw { target, from });
        }
        let typed = self.not_for_each(|this| this.typed(to, Some(ty)))?;
        let span = typed.span;
        let nothing = typed.ty == Ty::Nothing;
        let (or_nothing, declared) = self.game.tracks.get(target.track).map(|track| (track.or_nothing, track.span))?;
        if nothing && !or_nothing {
            let word = if ty == Ty::Player { "nobody" } else { "none" };
            let problem = Diagnostic::new(Code::Type, span, "this track always has a value");
            self.problem(if self.game.turning == Some(target.track) {
                problem.help("play goes `clockwise` or `anticlockwise`")
            } else {
                problem.and(declared, "declared here").help(format!("add `or {word}` to its type, if it may have none"))
            });
        }
        Some(StmtKind::Set { target, to: self.want(typed, ty)? })
    }
}

/// The group of which one is drawn: `random player`, or the best of whom ties go to one at random.
fn drawn(phrase: &Phrase) -> Option<(Span, Group)> {
    match &phrase.kind {
        PhraseKind::Random(of) => match &of.kind {
            PhraseKind::Group(group) => Some((of.span, (**group).clone())),
            _ => None,
        },
        PhraseKind::Group(group) => {
            let best = group.best.as_ref().filter(|best| matches!(best.ties, Some(tree::Ties::Random)))?;
            let best = Some(tree::Best { ties: None, ..best.clone() });
            Some((phrase.span, Group { best, ..(**group).clone() }))
        }
        _ => None,
    }
}
