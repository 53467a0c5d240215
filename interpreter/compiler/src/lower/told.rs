//! Information flow of picks: a number, a value, a player or an answer that goes to tracks which some do not see is told to those
//! alone who see one of these tracks.

use super::Lower;
use crate::design::walk;
use crate::engine::Told;
use crate::ir::{Act, Expr, Game, Pick, Source, Stmt, StmtKind, Target, VarId};

impl Lower<'_> {
    /// Who is told what was picked, as the block of the act says. The pronouns of the act speak of the slots of its block.
    pub(super) fn told(&mut self, act: &Act, pick: &Pick, actor: VarId) -> Told {
        if matches!(pick.source, Source::Cards { .. }) {
            return Told::AsItLies;
        }
        let mut targets = Vec::new();
        self.goes_to(&act.body, &[pick.var], false, &mut targets);
        let tracks = &self.game.tracks;
        let hidden = |target: &&Target| tracks.get(target.track).is_some_and(|track| !track.seen_by_all());
        if targets.is_empty() || !targets.iter().all(hidden) {
            return Told::All;
        }
        // A slot that only the block itself knows may be any: nobody can say beforehand who sees it.
        let mut bound: Vec<VarId> = act.picks.iter().flat_map(|pick| [pick.var, pick.each]).collect();
        bound.push(actor);
        let said = |target: &&&Target| {
            let mut said = true;
            for key in &target.keys {
                walk::within(key, &mut |expr| {
                    said = said && !matches!(expr, Expr::Var(var) if !bound.contains(var));
                });
            }
            said
        };
        let said: Vec<&Target> = targets.iter().filter(said).copied().collect();
        Told::WhoSees(said.into_iter().map(|target| self.slot_ref(target)).collect())
    }
}

impl<'g> Lower<'g> {
    /// The tracks that statements change by what was picked: by what speaks of it, or under a condition that does; also in a phase to
    /// which it is given.
    fn goes_to<'s>(&self, body: &'s [Stmt], vars: &[VarId], under: bool, targets: &mut Vec<&'s Target>)
    where
        'g: 's,
    {
        let says = |phrase: &Expr| {
            let mut speaks = false;
            walk::within(phrase, &mut |expr| {
                speaks = speaks || matches!(expr, Expr::Var(other) if vars.contains(other));
            });
            speaks
        };
        for stmt in body {
            let mut speaks = under;
            walk::phrases(stmt, &mut |phrase| speaks = speaks || says(phrase));
            if speaks {
                targets.extend(walk::changed(stmt));
            }
            let game: &'g Game = self.game;
            if let StmtKind::Do { phase, given } = &stmt.kind
                && speaks
                && let Some(phase) = game.phases.get(*phase)
            {
                let taken = phase.takes.iter().zip(given).filter(|(_, given)| says(given));
                let taken: Vec<VarId> = taken.map(|((var, _), _)| *var).collect();
                let under = under || stmt.when.as_ref().is_some_and(says);
                self.goes_to(&phase.body, &taken, under, targets);
            }
            walk::blocks(stmt).into_iter().for_each(|block| self.goes_to(block, vars, speaks, targets));
        }
    }
}
