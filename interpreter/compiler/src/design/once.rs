//! What a form asks once, when it begins, and a line under it changes (loop-invariant reads): the change comes too late for it.

use super::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Circuit, Expr, Fact, Game, Order, Phase, Repeats, Role, Stmt, StmtKind, Target, Tricks};

/// Who takes part in turns that go round is not changed while they go round.
pub fn who_takes_part_stays(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| told.extend(walk::circuits(stmt).iter().filter_map(|of| leaves(game, of))));
    told
}

/// The tracks that a phrase asks for, itself or by way of values.
fn tracks(game: &Game, phrase: &Expr) -> Vec<usize> {
    let mut found = Vec::new();
    walk::with_values(game, vec![phrase], &mut |part| {
        if let Expr::Track { track, .. } = part {
            found.push(*track);
        }
    });
    found
}

/// All statements of a block, those of the phases that it runs included.
fn all<'g>(game: &'g Game, block: &'g [Stmt], visit: &mut dyn FnMut(&'g Stmt)) {
    walk::statements(block, visit);
    for phase in walk::phases_run(game, block).into_iter().filter_map(|phase| game.phases.get(phase)) {
        walk::statements(&phase.body, visit);
    }
}

/// An act that would put its player out, if `among` were asked again.
fn leaves(game: &Game, circuit: &Circuit) -> Option<Diagnostic> {
    let Order::Clockwise { once: false, .. } = circuit.order else { return None };
    let asked = tracks(game, circuit.among.as_ref()?);
    for act in circuit.acts.iter().filter(|act| matches!(act.role, Role::Act | Role::Bid | Role::Pass(false))) {
        let mut changes: Option<(&Stmt, &Target)> = None;
        all(game, &act.body, &mut |stmt| {
            if let Some(target) = walk::changed(stmt).into_iter().find(|target| asked.contains(&target.track)) {
                changes.get_or_insert((stmt, target));
            }
        });
        let Some((stmt, target)) = changes else { continue };
        let (Some(track), Some(name)) = (game.tracks.get(target.track), game.acts.get(act.name)) else { continue };
        return Some(
            Diagnostic::new(
                Code::AskedOnce,
                stmt.span,
                format!("`{}` says who takes part, and that was worked out once, when the turns began: nobody is out, or in, by this line", track.name),
            )
            .and(circuit.span, "these turns")
            .help(format!("who does it is out by `act {name} for good`, or `pass for good`; who may do something, and when, is said by `when` behind each act")),
        );
    }
    None
}

/// Who leads the first trick is not changed by what only that asks for.
pub fn who_leads_is_asked_for(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for (number, phase) in of_phases(game) {
        let once = runs_once(game, number, &mut Vec::new());
        each_block((&phase.body, once), &mut |block, once| {
            for (at, stmt) in block.iter().enumerate() {
                if let StmtKind::Tricks(tricks) = &stmt.kind {
                    told.extend(leads_in_vain(game, tricks, once, block.get(..at).unwrap_or_default()));
                }
            }
        });
    }
    told
}

/// The phases, each with its number.
fn of_phases(game: &Game) -> impl Iterator<Item = (usize, &Phase)> {
    walk::phases_of(game).into_iter().filter_map(|phase| Some((phase, game.phases.get(phase)?)))
}

/// A block and all under it, each with whether one comes to it once at most, as one does to the whole.
fn each_block<'g>((block, once): (&'g [Stmt], bool), visit: &mut dyn FnMut(&'g [Stmt], bool)) {
    visit(block, once);
    for stmt in block {
        let inner = once && matches!(stmt.kind, StmtKind::If { .. });
        walk::blocks(stmt).into_iter().for_each(|block| each_block((block, inner), visit));
    }
}

/// Whether a game comes to a phase once at most.
fn runs_once(game: &Game, phase: usize, around: &mut Vec<usize>) -> bool {
    if phase == walk::beginning(game) {
        return true;
    }
    let once = game.phases.get(phase).is_some_and(|known| matches!(known.repeats, Repeats::Once));
    if !once || around.contains(&phase) {
        return false;
    }
    around.push(phase);
    let mut runs: Vec<bool> = Vec::new();
    for (outer, known) in of_phases(game) {
        each_block((&known.body, true), &mut |block, once| {
            let run = block.iter().filter(|stmt| matches!(stmt.kind, StmtKind::Do { phase: run, .. } if run == phase));
            run.for_each(|_| runs.push(once && runs_once(game, outer, around)));
        });
    }
    runs == [true]
}

/// A line in `after` that remembers who leads, where only the first trick asks for it, and it is set anew before other tricks.
fn leads_in_vain(game: &Game, tricks: &Tricks, once: bool, before: &[Stmt]) -> Option<Diagnostic> {
    let asked = tracks(game, &tricks.lead);
    let reads = |track: usize, phrase: &Expr| matches!(phrase, Expr::Track { track: of, .. } if *of == track);
    let mut found = None;
    all(game, &tricks.after, &mut |stmt| {
        let StmtKind::Set { target, to } = &stmt.kind else { return };
        let track = target.track;
        let is_winner = matches!(to, Expr::Fact(Fact::Leader(form)) if *form == tricks.form);
        let anew = before.iter().any(|stmt| {
            stmt.when.is_none()
                && !matches!(stmt.kind, StmtKind::Pay { .. } | StmtKind::Add { .. })
                && walk::changed(stmt).iter().any(|target| target.track == track)
        });
        if found.is_some() || is_winner || !asked.contains(&track) || !(once || anew) {
            return;
        }
        let (mut all, mut own) = (0, 0);
        walk::used(game, &mut |phrase| all += usize::from(reads(track, phrase)));
        walk::within(&tricks.lead, &mut |phrase| own += usize::from(reads(track, phrase)));
        if all == own {
            found = game.tracks.get(track).map(|track| (stmt.span, track.name.clone()));
        }
    });
    let (span, name) = found?;
    Some(
        Diagnostic::new(
            Code::AskedOnce,
            span,
            format!("`{name}` says who leads, and that is asked once, for the first trick: later the winner of the trick before leads, whatever this line says"),
        )
        .and(tricks.span, "these tricks")
        .help("take the line out; where somebody else leads, play one trick after the other: `repeat until hand of every player is empty`, and under it `tricks until trick-number is 1`"),
    )
}
