//! Termination: turns and loops that do not come to an end.

use std::collections::BTreeSet;

use super::ranges::{Ranges, Turns};
use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Circuit, Expr, Game, Order, PlaceRef, Repeats, Role, Stmt, StmtKind};

/// Where several choose at once nobody comes next, so play turns round in none of their acts.
pub fn play_turns_round_for_one_at_a_time(game: &Game) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let Some(direction) = game.turning else { return found };
    let mut look = |body: &[Stmt], said: Span| {
        let turns = |stmt: &Stmt| walk::changed(stmt).iter().any(|target| target.track == direction);
        let mut tell = |stmt: &Stmt, within: bool| {
            if turns(stmt) {
                let problem = Diagnostic::new(
                    Code::TurnedAtOnce,
                    if within { stmt.span } else { said },
                    "play turns round while several choose at once",
                );
                let problem = problem.and(
                    if within { said } else { stmt.span },
                    if within { "here they choose" } else { "here play turns round" },
                );
                let problem = problem.help(
                    "remember in a track that somebody turned play, and turn it when all have chosen, as in `turn play round when turned`",
                );
                if !found.contains(&problem) {
                    found.push(problem);
                }
            }
        };
        walk::statements(body, &mut |stmt| tell(stmt, true));
        for phase in walk::phases_run(game, body).into_iter().filter_map(|phase| game.phases.get(phase)) {
            walk::statements(&phase.body, &mut |stmt| tell(stmt, false));
        }
    };
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Ask(ask) = &stmt.kind
            && ask.at_once
        {
            ask.acts.iter().for_each(|act| look(&act.body, stmt.span));
        }
        at_once(walk::circuits(stmt), &mut look);
    });
    found
}

/// The blocks of circuits in which all choose at once.
fn at_once(circuits: &[Circuit], look: &mut dyn FnMut(&[Stmt], Span)) {
    for circuit in circuits.iter().filter(|circuit| matches!(circuit.order, Order::AtOnce)) {
        circuit.acts.iter().for_each(|act| look(&act.body, circuit.span));
        look(&circuit.each, circuit.span);
    }
}

/// Turns around the table can close.
pub fn all_turns_can_close(game: &Game) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        found.extend(walk::circuits(stmt).iter().filter_map(|circuit| cannot_close(game, circuit)));
    });
    found
}

fn cannot_close(game: &Game, circuit: &Circuit) -> Option<Diagnostic> {
    let Order::Clockwise { once: false, .. } = circuit.order else { return None };
    let closes = circuit.closes.as_ref()?;
    let passes = circuit.acts.iter().any(|act| matches!(act.role, Role::Pass(_)));
    let leaves = circuit.acts.iter().any(|act| matches!(act.role, Role::Pass(true) | Role::Leave));
    // An act may end the game, or leave the phase.
    let leads_out = circuit.acts.iter().any(|act| leads_out(game, &act.body));
    if leaves || leads_out {
        return None;
    }
    let turns = Turns { form: circuit.form, passes, leaves, all: circuit.among.is_none() };
    let open = |players: u8| Ranges::any_options(game, players).during(turns).of(closes).is_no();
    if !(game.players.0..=game.players.1).all(open) {
        return None;
    }
    let problem = Diagnostic::new(Code::NeverCloses, circuit.span, "these turns can never close");
    Some(if passes {
        problem
            .here("a pass is `for now`, so nobody leaves, and `closes` waits for that")
            .help("say `pass for good`, or `closes when all pass in succession`")
    } else {
        problem
            .here("nobody can pass, and `closes` waits for that")
            .help("add `pass for now` or `pass for good`, or let `closes` ask for something that the acts bring about")
    })
}

/// Whether a block may end the game or leave its phase.
fn leads_out(game: &Game, body: &[Stmt]) -> bool {
    let mut found = false;
    let ends = walk::ends(game).next().is_some();
    let out = |stmt: &Stmt| match stmt.kind {
        StmtKind::Won(_) => true,
        StmtKind::Score { .. } => ends,
        _ => false,
    };
    let mut own = |stmt: &Stmt| found |= matches!(stmt.kind, StmtKind::EndPhase) || out(stmt);
    walk::statements(body, &mut own);
    for phase in walk::phases_run(game, body).into_iter().filter_map(|phase| game.phases.get(phase)) {
        walk::statements(&phase.body, &mut |stmt| found |= out(stmt));
    }
    found
}

/// What ends the game is looked at after each score: some rule scores.
pub fn what_ends_the_game_is_looked_at(game: &Game) -> Vec<Diagnostic> {
    let mut scores = false;
    walk::everywhere(game, &mut |stmt| scores |= matches!(stmt.kind, StmtKind::Score { .. }));
    if scores {
        return Vec::new();
    }
    let told = |stmt: &Stmt| {
        Diagnostic::new(
            Code::NeverLookedAt,
            stmt.span,
            "this is looked at after each score, and nothing in this game ever scores",
        )
        .help("give points with `score`; or end a phase with `repeats until ...` or `end phase when ...`")
    };
    walk::ends(game).map(told).collect()
}

/// What a block changes.
#[derive(Default)]
struct Changes {
    tracks: BTreeSet<usize>,
    places: BTreeSet<usize>,
    scores: bool,
    /// Whether cards come out of places that are not named.
    any_place: bool,
    /// Phases that run, and so count their passes.
    phases: BTreeSet<usize>,
}

impl Changes {
    fn of(game: &Game, body: &[Stmt]) -> Self {
        let mut changes = Self { phases: walk::phases_run(game, body).into_iter().collect(), ..Self::default() };
        let mut visit = |stmt: &Stmt| changes.add(stmt);
        walk::statements(body, &mut visit);
        for phase in walk::phases_run(game, body).into_iter().filter_map(|phase| game.phases.get(phase)) {
            changes.tracks.extend(&phase.tracks);
            walk::statements(&phase.body, &mut |stmt| changes.add(stmt));
        }
        changes
    }

    fn place(&mut self, place: &PlaceRef) {
        self.places.insert(place.place);
    }

    fn add(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Move { to, .. } => {
                self.place(to);
                self.any_place = true;
            }
            StmtKind::DealEach { from, to, .. } => {
                self.place(from);
                self.place(to);
            }
            StmtKind::Deal { from, to, .. } | StmtKind::Fill { place: to, from, .. } => {
                // A place that runs dry is refilled from another.
                self.any_place = true;
                self.place(from);
                self.place(to);
            }
            StmtKind::Shuffle(place) | StmtKind::Sort { place, .. } => self.place(place),
            StmtKind::Swap(a, b) => {
                self.place(a);
                self.place(b);
            }
            StmtKind::Set { target, .. }
            | StmtKind::Draw { target, .. }
            | StmtKind::DrawNumber { target, .. }
            | StmtKind::Add { target, .. } => {
                self.tracks.insert(target.track);
            }
            StmtKind::Pay { from, to, .. } => self.tracks.extend(from.iter().chain(to).map(|target| target.track)),
            StmtKind::Score { .. } => self.scores = true,
            StmtKind::ForEach { .. } | StmtKind::Repeat { .. } | StmtKind::Do { .. } | StmtKind::If { .. } => {}
            StmtKind::Ends { .. } | StmtKind::EndPhase | StmtKind::Won(_) => {}
            StmtKind::Ask(_) | StmtKind::Auction(_) | StmtKind::Circuit { .. } => {
                let mut picks = walk::acts(stmt).into_iter().flat_map(|act| &act.picks);
                self.any_place |= picks.any(|pick| pick.to.is_some());
            }
            StmtKind::Tricks(_) => self.any_place = true,
        }
    }

    /// Whether a phrase may come out in another way after the block.
    fn matter_to(&self, game: &Game, expr: &Expr, own: Option<usize>) -> bool {
        let mut found = false;
        let mut waiting = vec![expr];
        let mut seen = BTreeSet::new();
        while let Some(expr) = waiting.pop() {
            walk::within(expr, &mut |part| {
                found |= match part {
                    Expr::Track { track, .. } => self.tracks.contains(track),
                    Expr::CardsIn(place) => self.any_place || self.places.contains(&place.place),
                    Expr::Owner(_) => self.any_place || !self.places.is_empty(),
                    Expr::Score(_) => self.scores,
                    Expr::Pass(phase) => own == Some(*phase) || self.phases.contains(phase),
                    Expr::Fact(_) => true,
                    Expr::Value { value, .. } => {
                        if seen.insert(*value) {
                            waiting.extend(game.values.get(*value).map(|value| &value.body));
                        }
                        false
                    }
                    _ => false,
                };
            });
        }
        found
    }
}

/// A loop that waits for something changes it, or can be left.
pub fn every_loop_can_end(game: &Game) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for id in walk::phases_of(game) {
        let Some(phase) = game.phases.get(id) else { continue };
        if let Repeats::Until(until) = &phase.repeats {
            let mut changes = Changes::of(game, &phase.body);
            changes.tracks.extend(&phase.tracks);
            if !changes.matter_to(game, until, Some(id)) && !leads_out(game, &phase.body) {
                found.push(goes_on(phase.span));
            }
        }
        walk::statements(&phase.body, &mut |stmt| {
            if let StmtKind::Repeat { repeats: Repeats::Until(until), body } = &stmt.kind
                && !Changes::of(game, body).matter_to(game, until, None)
                && !leads_out(game, body)
            {
                found.push(goes_on(stmt.span));
            }
        });
    }
    found
}

fn goes_on(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeverEnds, span, "nothing in this loop changes what it waits for, so it never ends")
        .help("change it in the loop, or count: `repeats 3 times`")
}
