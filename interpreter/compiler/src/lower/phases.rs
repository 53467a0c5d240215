//! The code as a whole: where tracks start, and phases with their passes.

use super::{Binding, Lower};
use crate::design::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Node, Op, PhaseEntry, fit};
use crate::ir::{Comparison, FormKind, Phase, Repeats, Stmt, StmtKind, Ty};

impl Lower<'_> {
    /// The whole code: tracks start, `play` is called, then the phases one after the other.
    pub(super) fn whole(&mut self) {
        let game = self.game;
        for phase in &game.phases {
            let back = self.new_ints(1);
            let count = fit(phase.takes.len());
            let given = self.new_ints(count);
            for (slot, (var, _)) in (given..).zip(&phase.takes) {
                self.bind(*var, Binding::Slot(slot));
            }
            self.program.phases.push(PhaseEntry { entry: 0, back, given: (given, count), pass: None });
        }
        for (id, phase) in game.phases.iter().enumerate() {
            if !matches!(phase.repeats, Repeats::Once) {
                let slot = self.new_ints(1);
                if let Some(entry) = self.program.phases.get_mut(id) {
                    entry.pass = Some(slot);
                }
            }
        }
        for (id, track) in game.tracks.iter().enumerate() {
            self.start_track(id, track.span);
        }
        let tricks = game.forms.iter().enumerate().filter(|(_, form)| form.kind == FormKind::Tricks);
        for (form, _) in tricks.filter(|_| self.forgets_who_played).collect::<Vec<_>>() {
            let played = self.form(form).worth;
            self.forget_who_played(played, Span::default());
        }
        self.ended = walk::ends(game).next().map(|_| self.new_ints(1));
        let play = walk::beginning(game);
        let play = self.short(play, Span::default());
        self.emit(Op::Call(play), Span::default());
        self.emit(Op::End, Span::default());
        for (id, phase) in game.phases.iter().enumerate() {
            self.phase(id, phase);
        }
        self.mend_endings();
        self.emit(Op::End, Span::default());
    }

    pub(super) fn start_track(&mut self, id: usize, span: Span) {
        let game = self.game;
        let Some(track) = game.tracks.get(id) else { return };
        let value = match &track.starts {
            Some(starts) => self.int(starts),
            None => {
                let low = self.program.tracks.get(id).map_or(0, |slots| slots.range.0);
                let value = match track.ty {
                    Ty::Number => low.max(0).min(self.program.tracks.get(id).map_or(0, |slots| slots.range.1)),
                    Ty::YesNo => 0,
                    Ty::Player | Ty::Team | Ty::Card | Ty::Cards | Ty::Players | Ty::Member(_) | Ty::Nothing => -1,
                };
                self.constant_int(value)
            }
        };
        let Some(slots) = self.program.tracks.get(id) else { return };
        let (base, count, (low, high)) = (slots.base, slots.dims.iter().product(), slots.range);
        let start = self.constant(value).filter(|_| track.ty == Ty::Number);
        if let Some(start) = start.filter(|start| *start < low || *start > high) {
            let told = |problem: &Diagnostic| problem.code == Code::BadRange && problem.span() == track.span;
            if !self.problems.iter().any(told) {
                let message = format!("`{}` would start at {start}, but it goes from {low} to {high}", track.name);
                self.problems.push(
                    Diagnostic::new(Code::BadRange, track.span, message).help("start within, or say a wider range"),
                );
            }
        }
        self.emit(Op::Reset { base, count, value }, span);
    }

    /// After a score: whether one of the rules that end the game holds.
    pub(super) fn ends_here(&mut self, span: Span) {
        let Some(ended) = self.ended else { return };
        let game = self.game;
        for (number, stmt) in walk::ends(game).enumerate() {
            let StmtKind::Ends { cond, .. } = &stmt.kind else { continue };
            let (cond, over) = (self.int(cond), self.node(Node::Slot(ended)));
            let going_on = self.node(Node::Not(over));
            let cond = self.node(Node::And(going_on, cond));
            let skip = self.emit(Op::Unless { cond, to: 0 }, stmt.span);
            for played in self.tricks.clone() {
                self.forget_who_played(played, span);
            }
            let jump = self.emit(Op::Jump(0), stmt.span);
            self.endings.push((number, jump));
            self.lands_here(skip);
        }
    }

    /// A rule that ends the game: what then happens, and on to the last line of `play`.
    pub(super) fn ending(&mut self, body: &[Stmt], span: Span) {
        let Some(ended) = self.ended else { return };
        let past = self.emit(Op::Jump(0), span);
        let entry = self.here();
        self.ending_at.push(entry);
        let one = self.constant_int(1);
        self.emit(Op::Reset { base: ended, count: 1, value: one }, span);
        self.block(body);
        let last = self.emit(Op::Jump(0), span);
        self.endings.push((usize::MAX, last));
        self.lands_here(past);
    }

    fn mend_endings(&mut self) {
        for (number, jump) in std::mem::take(&mut self.endings) {
            let to = self.ending_at.get(number).copied().unwrap_or(self.last_line);
            if let Some(op) = self.program.code.get_mut(jump as usize) {
                *op = Op::Jump(to);
            }
        }
    }

    fn phase(&mut self, id: usize, phase: &Phase) {
        self.phase = id;
        let number = self.short(id, phase.span);
        let entry = self.here();
        if let Some(slot) = self.program.phases.get_mut(id) {
            slot.entry = entry;
        }
        let outer = std::mem::take(&mut self.ends);
        let pass = self.program.phases.get(id).and_then(|entry| entry.pass);
        let mut exits = Vec::new();
        let mut again = None;
        if let Some(pass) = pass {
            let zero = self.constant_int(0);
            self.emit(Op::Reset { base: pass, count: 1, value: zero }, phase.span);
            let check = match &phase.repeats {
                Repeats::Times(times) => {
                    let limit = self.new_ints_for(1, self.ranges.of(times));
                    let times = self.int(times);
                    self.emit(Op::Reset { base: limit, count: 1, value: times }, phase.span);
                    again = Some(self.here());
                    let (done, limit) = (self.node(Node::Slot(pass)), self.node(Node::Slot(limit)));
                    self.node(Node::Cmp(Comparison::LessThan, done, limit))
                }
                Repeats::Until(until) => {
                    again = Some(self.here());
                    let until = self.int(until);
                    self.node(Node::Not(until))
                }
                // One that runs once has no pass, and for a phase nothing is counted.
                Repeats::Once | Repeats::Count { .. } => {
                    debug_assert!(false, "a phase that is passed through as {:?}", phase.repeats);
                    self.constant_int(1)
                }
            };
            exits.push(self.emit(Op::Unless { cond: check, to: 0 }, phase.span));
            self.emit(Op::Pass { phase: number, slot: pass }, phase.span);
        }
        for track in &phase.tracks {
            self.start_track(*track, phase.span);
        }
        if phase.name == "play" {
            let (last, before) = phase.body.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
            self.block(before);
            self.last_line = self.here();
            self.block(last.map_or(&[][..], std::slice::from_ref));
        } else {
            self.block(&phase.body);
        }
        if let Some(again) = again {
            self.emit(Op::Jump(again), phase.span);
        }
        // `end phase` leaves it with the passes that were still to come.
        for end in std::mem::replace(&mut self.ends, outer) {
            self.lands_here(end);
        }
        for exit in exits {
            self.lands_here(exit);
        }
        self.emit(Op::Return(number), phase.span);
    }
}
