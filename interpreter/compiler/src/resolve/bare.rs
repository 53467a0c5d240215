//! Whose a thing is under an act that picks a player, or that asks another player: of who chooses, or of who was picked or is asked.

use super::names::Resolver;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Ty, VarId};
use crate::syntax::tree::{self, Phrase, PhraseKind};

/// Players of whom it is not clear that they are meant.
#[derive(Debug, Default)]
pub struct Bare {
    /// Those who were picked without a name: a bare name may be meant of who chooses.
    picked: Vec<VarId>,
    /// Those who are asked by an act of another: `player` may be meant of that one.
    asked: Vec<VarId>,
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
        if self.bare.picked.contains(&player) {
            self.problem(
                Diagnostic::new(
                    Code::Whose,
                    span,
                    format!("it is not clear whose `{word}` is meant: that of who chooses, or of the player who was picked"),
                )
                .help(format!("name the player who is picked, as in `a player as other`: then `{word}` is that of who chooses, and `{word} of other` that of the one picked; or say `{word} of player` for the latter")),
            );
        }
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
