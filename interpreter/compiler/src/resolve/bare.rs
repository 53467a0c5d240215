//! Whose a thing is under an act that picks a player, or that asks another player: of who chooses, or of who was picked or is asked.

use super::depends::Reads;
use super::names::Resolver;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Ty, VarId};
use crate::syntax::tree::{self, Phrase, PhraseKind};

/// What was said without whose it is.
#[derive(Debug, Default)]
pub struct Bare {
    /// Those who were picked without a name: a bare name may be meant of who chooses.
    picked: Vec<VarId>,
    /// Those who are asked by an act of another: `player` may be meant of that one.
    asked: Vec<VarId>,
    /// The words of what each player has that were said without whose, where, and whose they are.
    words: Vec<(String, Span, VarId)>,
    /// The cards of which a bare word was taken, one after the other.
    pub(super) cards: Vec<VarId>,
    /// Whether what is read says whose place is meant: `hand of ...`.
    pub(super) of_a_place: bool,
}

impl Resolver<'_> {
    /// Does `body`, which speaks of a player who was picked, where one was picked without a name.
    pub(super) fn of_who_was_picked<T>(&mut self, picks: &[tree::Pick], body: impl FnOnce(&mut Self) -> T) -> T {
        let is_player = |pick: &tree::Pick| {
            pick.name.is_none() && matches!(&pick.source, tree::Source::Kind(name) if name.text == "player")
        };
        let depth = self.bare.picked.len();
        if picks.iter().any(is_player) {
            self.bare.picked.extend(self.plain_player());
        }
        let found = body(self);
        self.bare.picked.truncate(depth);
        found
    }

    /// Refuses `pay 7 from coins to bank` under `act rob a player`: the coins of who robs, or of who is robbed?
    pub(super) fn is_said_bare(&mut self, word: &str, player: VarId, span: Span) {
        self.bare.words.push((word.to_owned(), span, player));
        if self.bare.picked.contains(&player) {
            self.problem(
                Diagnostic::new(
                    Code::Whose,
                    span,
                    format!("it is not clear whose `{word}` is meant: that of who chooses, or of the player who was picked"),
                )
                .help(format!("name the player who is picked, as in `a player as target`: then `{word}` is that of who chooses, and `{word} of target` that of the one picked; or say `{word} of player` for the latter")),
            );
        }
    }

    /// The first word of a phrase that is taken of a player, of whom `is` holds, though it does not say whose it is.
    pub(super) fn bare_word(&self, phrase: &Phrase, is: impl Fn(VarId) -> bool) -> Option<(String, Span)> {
        let within = |span: &Span| phrase.span.start <= span.start && span.end <= phrase.span.end;
        let found = self.bare.words.iter().find(|(_, span, player)| within(span) && is(*player));
        found.map(|(word, span, _)| (word.clone(), *span))
    }

    /// Refuses `a player as victim where purse is at least 3`: it asks nothing of who is picked, but of who acts.
    pub(super) fn where_is_of_who_is_picked(
        &mut self,
        pick: &tree::Pick,
        (var, said): (VarId, &Expr),
        phrase: &Phrase,
    ) {
        let (Some(name), tree::Source::Kind(kind)) = (&pick.name, &pick.source) else { return };
        if let (PhraseKind::And(parts) | PhraseKind::Or(parts), Expr::And(all) | Expr::Or(all)) =
            (&phrase.kind, plain(said))
        {
            parts.iter().zip(all).for_each(|(part, said)| self.where_is_of_who_is_picked(pick, (var, said), part));
            return;
        }
        if kind.text != "player" || Reads::of(&self.game, said).speaks_of(var) {
            return;
        }
        let Some((word, span)) = self.bare_word(phrase, |player| player < var) else { return };
        let name = &name.text;
        let words = format!("it is not clear whose `{word}` is meant: this asks of who acts, and nothing of `{name}`");
        self.problem(Diagnostic::new(Code::Whose, span, words).help(format!(
            "say whose: `{word} of {name}` is that of who is picked, `{word} of player` that of who acts"
        )));
    }

    /// The player who is spoken of without a name.
    pub(super) fn plain_player(&self) -> Option<VarId> {
        let plain =
            self.scopes.iter().rev().find(|scope| scope.ty == Ty::Player && scope.name.is_none() && !scope.inner);
        plain.map(|scope| scope.var)
    }

    /// Does `body`, which speaks of who is asked, where `before` was the player spoken of, and another is asked.
    pub(super) fn of_who_is_asked<T>(
        &mut self,
        before: Option<VarId>,
        who: Option<&Expr>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let depth = self.bare.asked.len();
        let another =
            before.is_some_and(|before| who.is_some_and(|who| !matches!(who, Expr::Var(var) if *var == before)));
        if another {
            self.bare.asked.extend(self.plain_player());
        }
        let found = body(self);
        self.bare.asked.truncate(depth);
        found
    }

    /// Refuses `ask victim to give a card from hand to loot of player`: who is asked would be said by `loot` alone.
    pub(super) fn goes_to_who_is_asked(&mut self, to: &Phrase) -> Option<()> {
        let PhraseKind::Of { word, of, within: None } = &to.kind else { return Some(()) };
        let is_player =
            matches!(&of.kind, PhraseKind::Group(group) if group.noun == tree::Noun::Player && group.is_plain());
        let asked = self.plain_player().is_some_and(|player| self.bare.asked.contains(&player));
        if !is_player || !asked {
            return Some(());
        }
        let name = &word.text;
        let words = format!(
            "`player` is who is asked here, so this is the `{name}` of that player; or is who acted before meant?"
        );
        self.problem(Diagnostic::new(Code::Whose, to.span, words).help(format!(
            "who is asked has it as plain `{name}`; give who acted before a name: `for each player as ...`, a phase `for player as ...`, or a track that holds that player"
        )));
        None
    }
}

/// A phrase without what counts how often it holds.
fn plain(said: &Expr) -> &Expr {
    if let Expr::At { of, .. } = said { plain(of) } else { said }
}
