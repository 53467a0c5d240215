//! Information flow of picks: a number, a value, a player or an answer that goes to tracks which some do not see is told to those
//! alone who see one of these tracks. What all see of it then is what it changes: a track that is set where something holds of it tells that much.

use super::Lower;
use crate::design::walk;
use crate::engine::Told;
use crate::ir::{Act, Expr, Game, Pick, Source, Stmt, StmtKind, Target, VarId};

/// How what was picked goes to a track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Flow {
    Not,
    /// Only by whether something holds of it.
    ByCondition,
    ByValue,
}

/// What speaks of what was picked, and how.
type Speaking = (VarId, Flow);

impl Lower<'_> {
    /// Who is told what was picked, as the block of the act says. The pronouns of the act speak of the slots of its block.
    pub(super) fn told(&mut self, act: &Act, pick: &Pick, actor: VarId) -> Told {
        if matches!(pick.source, Source::Cards { .. }) {
            return Told::AsItLies;
        }
        let mut targets = Vec::new();
        self.goes_to(&act.body, &[(pick.var, Flow::ByValue)], Flow::Not, &mut targets);
        let tracks = &self.game.tracks;
        let is_hidden = |target: &Target| tracks.get(target.track).is_some_and(|track| !track.seen_by_all());
        let (mut hidden, open): (Vec<_>, Vec<_>) = targets.into_iter().partition(|(target, _)| is_hidden(target));
        if !open.is_empty() {
            hidden.retain(|(_, flow)| *flow == Flow::ByValue);
        }
        if hidden.is_empty() || open.iter().any(|(_, flow)| *flow == Flow::ByValue) {
            return Told::All;
        }
        // A slot that only the block itself knows may be any: nobody can say beforehand who sees it.
        let mut bound: Vec<VarId> = act.picks.iter().flat_map(|pick| [pick.var, pick.each]).collect();
        bound.push(actor);
        let said = |target: &&Target| {
            let mut said = true;
            for key in &target.keys {
                walk::within(key, &mut |expr| {
                    said = said && !matches!(expr, Expr::Var(var) if !bound.contains(var));
                });
            }
            said
        };
        let said: Vec<&Target> = hidden.into_iter().map(|(target, _)| target).filter(said).collect();
        Told::WhoSees(said.into_iter().map(|target| self.slot_ref(target)).collect())
    }
}

/// How a phrase speaks of what was picked: inside of a comparison it says no more than whether that holds.
fn speaks(phrase: &Expr, vars: &[Speaking]) -> Flow {
    let mut found = Flow::Not;
    if let Expr::Var(var) = phrase {
        found = vars.iter().filter(|(other, _)| other == var).map(|(_, flow)| *flow).max().unwrap_or(Flow::Not);
    }
    let most = if matches!(phrase, Expr::Compare(..)) { Flow::ByCondition } else { Flow::ByValue };
    phrase.parts(&mut |part| found = found.max(speaks(part, vars).min(most)));
    found
}

impl<'g> Lower<'g> {
    /// The tracks that statements change by what was picked, and how: by what speaks of it, or under a condition that does; also in a phase to
    /// which it is given.
    fn goes_to<'s>(&self, body: &'s [Stmt], vars: &[Speaking], under: Flow, targets: &mut Vec<(&'s Target, Flow)>)
    where
        'g: 's,
    {
        for stmt in body {
            let when = stmt.when.as_ref().map_or(Flow::Not, |when| speaks(when, vars).min(Flow::ByCondition));
            let branches = matches!(stmt.kind, StmtKind::If { .. });
            let mut flow = under.max(when);
            walk::phrases(stmt, &mut |phrase| {
                let of_when = stmt.when.as_ref().is_some_and(|when| std::ptr::eq(when, phrase));
                let most = if branches || of_when { Flow::ByCondition } else { Flow::ByValue };
                flow = flow.max(speaks(phrase, vars).min(most));
            });
            if flow == Flow::Not {
                walk::blocks(stmt).into_iter().for_each(|block| self.goes_to(block, vars, flow, targets));
                continue;
            }
            targets.extend(walk::changed(stmt).into_iter().map(|target| (target, flow)));
            let game: &'g Game = self.game;
            if let StmtKind::Do { phase, given } = &stmt.kind
                && let Some(phase) = game.phases.get(*phase)
            {
                let taken = phase.takes.iter().zip(given).map(|((var, _), given)| (*var, speaks(given, vars)));
                let taken: Vec<Speaking> = taken.filter(|(_, flow)| *flow != Flow::Not).collect();
                self.goes_to(&phase.body, &taken, under.max(when), targets);
            }
            walk::blocks(stmt).into_iter().for_each(|block| self.goes_to(block, vars, flow, targets));
        }
    }
}
