//! Information flow of picks: a number, a value, a player or an answer that goes to tracks which some do not see is told to those
//! alone who see one of these tracks.

use super::Lower;
use crate::design::walk;
use crate::engine::Told;
use crate::ir::{Act, Expr, Pick, Source, Stmt, Target, VarId};

impl Lower<'_> {
    /// Who is told what was picked, as the block of the act says. The pronouns of the act speak of the slots of its block.
    pub(super) fn told(&mut self, act: &Act, pick: &Pick, actor: VarId) -> Told {
        if matches!(pick.source, Source::Cards { .. }) {
            return Told::AsItLies;
        }
        let mut targets = Vec::new();
        goes_to(&act.body, pick.var, false, &mut targets);
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

/// The tracks that statements change by what was picked: by what speaks of it, or under a condition that does.
fn goes_to<'s>(body: &'s [Stmt], var: VarId, under: bool, targets: &mut Vec<&'s Target>) {
    for stmt in body {
        let mut speaks = under;
        walk::phrases(stmt, &mut |phrase| {
            walk::within(phrase, &mut |expr| speaks = speaks || matches!(expr, Expr::Var(other) if *other == var));
        });
        if speaks {
            targets.extend(walk::changed(stmt));
        }
        walk::blocks(stmt).into_iter().for_each(|block| goes_to(block, var, speaks, targets));
    }
}
