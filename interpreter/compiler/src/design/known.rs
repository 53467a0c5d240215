//! Reaching definitions, whatever the order of statements: what pronouns and tracks are bound and set to, all over the game.

#![deny(clippy::wildcard_enum_match_arm)]

use super::ranges::{Range, Ranges};
use super::walk;
use crate::ir::sorts::{card_lines, track_lines};
use crate::ir::{Expr, Over, Repeats, Sorted, Source, Stmt, StmtKind, Ty, VarId};

impl Ranges<'_> {
    /// What pronouns can be: picked numbers, loops, players, values of a kind.
    pub(super) fn pronouns(&self) {
        let game = self.game;
        let mut counts: Vec<(VarId, Range)> = Vec::new();
        for phase in &game.phases {
            walk::statements(&phase.body, &mut |stmt| {
                self.pronouns_of(stmt, &mut counts);
                for pick in walk::acts(stmt).into_iter().flat_map(|act| &act.picks) {
                    match &pick.source {
                        Source::Number { low, high } => {
                            counts.push((pick.var, Range { low: self.of(low).low, high: self.of(high).high }));
                        }
                        Source::Member(kind) => self.bind(pick.var, self.of_type(Ty::Member(*kind), false)),
                        Source::Player => self.bind(pick.var, self.of_type(Ty::Player, false)),
                        Source::YesNo => self.bind(pick.var, Range::YES_NO),
                        Source::Cards { .. } if pick.several => self.bind(pick.each, self.of_type(Ty::Card, false)),
                        Source::Cards { .. } => {}
                    }
                }
            });
        }
        // A number that depends on another pronoun was worked out with all that one can be.
        counts.into_iter().for_each(|(var, range)| self.bind(var, range));
        let mut all = |expr: &Expr| {
            if let Expr::Where { over, var, .. } | Expr::Best { over, var, .. } | Expr::Fold { over, var, .. } = expr {
                self.bind(*var, self.of_over(*over));
            }
        };
        walk::of_components(game, &mut |expr| walk::within(expr, &mut all));
        for phase in &game.phases {
            walk::statements(&phase.body, &mut |stmt| walk::phrases(stmt, &mut |expr| walk::within(expr, &mut all)));
            if let Repeats::Until(of) | Repeats::Times(of) = &phase.repeats {
                walk::within(of, &mut all);
            }
        }
        game.values.iter().for_each(|value| walk::within(&value.body, &mut all));
    }

    fn pronouns_of(&self, stmt: &Stmt, counts: &mut Vec<(VarId, Range)>) {
        match &stmt.kind {
            // A thing that phases take is of its type; a number is one that fits.
            StmtKind::Do { phase, .. } => {
                for (var, ty) in self.game.phases.get(*phase).iter().flat_map(|phase| &phase.takes) {
                    let numbers = Range::new(i32::MIN.into(), i32::MAX.into());
                    self.bind(*var, if *ty == Ty::Number { numbers } else { self.of_type(*ty, true) });
                }
            }
            StmtKind::ForEach { over, var, sorted, .. } => {
                self.bind(*var, self.of_over(*over));
                if let Some(Sorted { cond, keys, .. }) = sorted {
                    cond.iter().for_each(|(var, _)| self.bind(*var, self.of_over(*over)));
                    keys.iter().for_each(|(var, ..)| self.bind(*var, self.of_over(*over)));
                }
            }
            StmtKind::Sort { var, .. } => self.bind(*var, self.of_over(Over::Cards)),
            StmtKind::Repeat { repeats: Repeats::Count { var, from, to, .. }, .. } => {
                counts.push((*var, self.of(from).or(self.of(to))));
            }
            StmtKind::Ask(ask) => self.bind(ask.player, self.of_type(Ty::Player, false)),
            StmtKind::Circuit { circuit, .. } => self.bind(circuit.player, self.of_type(Ty::Player, false)),
            StmtKind::Auction(auction) => {
                auction.stages.iter().for_each(|stage| self.bind(stage.player, self.of_type(Ty::Player, false)));
            }
            StmtKind::Tricks(tricks) => {
                self.bind(tricks.player, self.of_type(Ty::Player, false));
                self.bind(tricks.card, self.of_type(Ty::Card, false));
                tricks.window.iter().for_each(|window| self.bind(window.player, self.of_type(Ty::Player, false)));
            }
            card_lines!()
            | track_lines!()
            | StmtKind::Shuffle(_)
            | StmtKind::Score { .. }
            | StmtKind::If { .. }
            | StmtKind::Repeat { repeats: Repeats::Once | Repeats::Times(_) | Repeats::Until(_), .. }
            | StmtKind::Ends { .. }
            | StmtKind::EndPhase
            | StmtKind::Won(_) => {}
        }
    }

    /// Tracks that are only ever set, never counted: what they start with, and what they are set to.
    pub(super) fn assignments(&mut self) {
        const ROUNDS: usize = 6;
        let game = self.game;
        let declared = self.tracks.clone();
        let starts: Vec<Range> = game.tracks.iter().map(|track| self.start(track)).collect();
        let mut counted = vec![false; game.tracks.len()];
        let mut set: Vec<(usize, &Expr)> = Vec::new();
        for phase in &game.phases {
            walk::statements(&phase.body, &mut |stmt| {
                let mut count = |track: usize| {
                    if let Some(slot) = counted.get_mut(track) {
                        *slot = true;
                    }
                };
                if let StmtKind::Set { target, to } = &stmt.kind {
                    set.push((target.track, to));
                } else {
                    walk::changed(stmt).into_iter().for_each(|target| count(target.track));
                }
            });
        }
        // From below: what comes in is taken in, until nothing more does. What still grows then may be anything.
        let whole = |track: usize| declared.get(track).copied().unwrap_or(Range::ALL);
        let keep = |track: usize, range: Range| {
            let whole = whole(track);
            Range { low: range.low.clamp(whole.low, whole.high), high: range.high.clamp(whole.low, whole.high) }
        };
        self.tracks = starts;
        for (track, range) in self.tracks.iter_mut().enumerate() {
            if counted.get(track).copied().unwrap_or(true) {
                *range = whole(track);
            }
        }
        for round in 0.. {
            self.forget();
            let mut grown = false;
            for (track, to) in &set {
                let now = self.tracks.get(*track).copied().unwrap_or(Range::ALL);
                let next = keep(*track, now.or(self.of(to)));
                if next.low >= now.low && next.high <= now.high {
                    continue;
                }
                grown = true;
                if let Some(slot) = self.tracks.get_mut(*track) {
                    *slot = if round < ROUNDS { next } else { whole(*track) };
                    self.forget();
                }
            }
            if !grown {
                break;
            }
        }
        self.forget();
    }

    fn start(&self, track: &crate::ir::Track) -> Range {
        match (&track.starts, track.ty, track.range) {
            (Some(starts), ..) => self.of(starts),
            (None, Ty::Number, Some((low, high))) => Range::only(low.max(0).min(high)),
            (None, Ty::Number | Ty::YesNo, _) => Range::only(0),
            _ => Range::only(-1),
        }
    }
}
