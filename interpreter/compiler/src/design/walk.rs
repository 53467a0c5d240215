//! Visitors of a typed game: the phrases inside a phrase, the phrases and blocks of a statement.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::ir::sorts::{card_lines, holding_lines, other_lines, track_lines};
use crate::ir::{
    Act, Circuit, Expr, Game, Order, Phase, Pick, Repeats, Sight, Sorted, Source, Stmt, StmtKind, Target, Tricks,
};

fn of_target<'e>(target: &'e Target, visit: &mut dyn FnMut(&'e Expr)) {
    target.keys.iter().for_each(visit);
}

/// A phrase and all phrases inside it.
pub fn within<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    expr.parts(&mut |part| within(part, visit));
}

/// The phrases of a pick.
pub fn of_pick<'e>(pick: &'e Pick, visit: &mut dyn FnMut(&'e Expr)) {
    match &pick.source {
        Source::Cards { from, least, most, .. } => [from, least, most].into_iter().for_each(&mut *visit),
        Source::Number { low, high } => [low, high].into_iter().for_each(&mut *visit),
        Source::Member(_) | Source::Player | Source::YesNo => {}
    }
    pick.to.iter().for_each(|to| to.parts(visit));
    pick.cond.iter().chain(&pick.so_that).for_each(&mut *visit);
}

/// The phrases of an act, without those of its block.
pub fn of_act<'e>(act: &'e Act, visit: &mut dyn FnMut(&'e Expr)) {
    act.when.iter().chain(&act.worth).for_each(&mut *visit);
    act.picks.iter().for_each(|pick| of_pick(pick, visit));
    for must in &act.musts {
        visit(&must.cond);
        must.except.iter().chain(&must.when).for_each(&mut *visit);
    }
}

fn of_circuit<'e>(circuit: &'e Circuit, visit: &mut dyn FnMut(&'e Expr)) {
    circuit.when.iter().chain(&circuit.among).chain(&circuit.closes).for_each(&mut *visit);
    if let Order::Clockwise { from, .. } = &circuit.order {
        visit(from);
    }
    circuit.acts.iter().for_each(|act| of_act(act, visit));
}

fn of_tricks<'e>(tricks: &'e Tricks, visit: &mut dyn FnMut(&'e Expr)) {
    let Tricks { among, chooser, follow, follows, trump, until, lead, key, .. } = tricks;
    [among, chooser, follow, follows, trump, until].into_iter().flatten().for_each(&mut *visit);
    visit(lead);
    visit(key);
    tricks.taken.parts(visit);
    of_act(&tricks.play, visit);
    tricks.acts.iter().for_each(|act| of_act(act, visit));
    tricks.window.iter().for_each(|window| of_circuit(window, visit));
}

fn of_repeats<'e>(repeats: &'e Repeats, visit: &mut dyn FnMut(&'e Expr)) {
    match repeats {
        Repeats::Once => {}
        Repeats::Times(of) | Repeats::Until(of) => visit(of),
        Repeats::Count { from, to, .. } => [from, to].into_iter().for_each(visit),
    }
}

/// The phrases that stand in a statement itself, not in the blocks under it.
pub fn phrases<'e>(stmt: &'e Stmt, visit: &mut dyn FnMut(&'e Expr)) {
    stmt.when.iter().for_each(&mut *visit);
    match &stmt.kind {
        StmtKind::EndPhase => {}
        StmtKind::Do { given, .. } => given.iter().for_each(visit),
        StmtKind::Move { cards, to } => {
            visit(cards);
            to.parts(visit);
        }
        StmtKind::Deal { count, from, to, .. } => {
            visit(count);
            [from, to].into_iter().for_each(|place| place.parts(visit));
        }
        StmtKind::DealEach { from, to, .. } => [from, to].into_iter().for_each(|place| place.parts(visit)),
        StmtKind::Fill { place, size, from } => {
            visit(size);
            [place, from].into_iter().for_each(|place| place.parts(visit));
        }
        StmtKind::Shuffle(place) => place.parts(visit),
        StmtKind::Sort { place, key, .. } => {
            place.parts(visit);
            visit(key);
        }
        StmtKind::Swap(a, b) => [a, b].into_iter().for_each(|place| place.parts(visit)),
        StmtKind::Set { target, to: of }
        | StmtKind::Draw { target, from: of }
        | StmtKind::Add { target, amount: of } => {
            of_target(target, visit);
            visit(of);
        }
        StmtKind::Pay { amount, from, to } => {
            visit(amount);
            from.iter().chain(to).for_each(|target| of_target(target, visit));
        }
        StmtKind::DrawNumber { target, low, high } => {
            of_target(target, visit);
            [low, high].into_iter().for_each(visit);
        }
        StmtKind::Ends { cond, .. } => visit(cond),
        StmtKind::Score { amount, who, .. } => [amount, who].into_iter().for_each(visit),
        StmtKind::If { branches, .. } => branches.iter().for_each(|(cond, _)| visit(cond)),
        StmtKind::ForEach { group, from, sorted, .. } => {
            visit(group);
            from.iter().for_each(&mut *visit);
            if let Some(Sorted { count, cond, keys }) = sorted {
                count.iter().for_each(&mut *visit);
                cond.iter().for_each(|(_, cond)| visit(cond));
                keys.iter().for_each(|(_, key, _)| visit(key));
            }
        }
        StmtKind::Repeat { repeats, .. } => of_repeats(repeats, visit),
        StmtKind::Ask(ask) => {
            visit(&ask.who);
            ask.acts.iter().for_each(|act| of_act(act, visit));
        }
        StmtKind::Won(who) => visit(who),
        StmtKind::Auction(auction) => {
            auction.from.iter().for_each(&mut *visit);
            auction.stages.iter().for_each(|stage| of_circuit(stage, visit));
        }
        StmtKind::Circuit { circuit, .. } => of_circuit(circuit, visit),
        StmtKind::Tricks(tricks) => of_tricks(tricks, visit),
    }
}

/// The tracks that a statement itself changes, each as it is named.
pub fn changed(stmt: &Stmt) -> Vec<&Target> {
    match &stmt.kind {
        StmtKind::Set { target, .. }
        | StmtKind::Draw { target, .. }
        | StmtKind::DrawNumber { target, .. }
        | StmtKind::Add { target, .. } => vec![target],
        StmtKind::Pay { from, to, .. } => from.iter().chain(to).collect(),
        card_lines!()
        | other_lines!()
        | holding_lines!()
        | StmtKind::Ask(_)
        | StmtKind::Auction(_)
        | StmtKind::Circuit { .. }
        | StmtKind::Tricks(_) => Vec::new(),
    }
}

/// The blocks under a statement, those under its acts included.
pub fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    let of_acts = |acts| -> Vec<&[Stmt]> { <[Act]>::iter(acts).map(|act| act.body.as_slice()).collect() };
    match &stmt.kind {
        StmtKind::If { branches, otherwise } => {
            branches.iter().map(|(_, body)| body.as_slice()).chain([otherwise.as_slice()]).collect()
        }
        StmtKind::ForEach { body, .. } | StmtKind::Repeat { body, .. } | StmtKind::Ends { body, .. } => vec![body],
        StmtKind::Ask(ask) => of_acts(&ask.acts),
        StmtKind::Circuit { circuit, after } => {
            of_acts(&circuit.acts).into_iter().chain([circuit.each.as_slice(), after.as_slice()]).collect()
        }
        StmtKind::Auction(auction) => {
            let stages = auction.stages.iter();
            let bids = stages.flat_map(|stage| of_acts(&stage.acts).into_iter().chain([stage.each.as_slice()]));
            bids.chain([auction.sold.as_slice(), &auction.unsold, &auction.after]).collect()
        }
        StmtKind::Tricks(tricks) => {
            let acts = acts(stmt).into_iter().map(|act| act.body.as_slice());
            acts.chain([tricks.after.as_slice()]).collect()
        }
        card_lines!() | track_lines!() | other_lines!() => Vec::new(),
    }
}

/// The acts that a statement offers.
pub fn acts(stmt: &Stmt) -> Vec<&Act> {
    match &stmt.kind {
        StmtKind::Ask(ask) => ask.acts.iter().collect(),
        StmtKind::Circuit { circuit, .. } => circuit.acts.iter().collect(),
        StmtKind::Auction(auction) => auction.stages.iter().flat_map(|stage| &stage.acts).collect(),
        StmtKind::Tricks(tricks) => {
            let out_of_turn = tricks.window.iter().flat_map(|window| &window.acts);
            std::iter::once(&tricks.play).chain(&tricks.acts).chain(out_of_turn).collect()
        }
        card_lines!() | track_lines!() | other_lines!() | holding_lines!() => Vec::new(),
    }
}

/// The turns around the table that a statement holds, out of turn those of tricks apart.
pub fn circuits(stmt: &Stmt) -> &[Circuit] {
    match &stmt.kind {
        StmtKind::Auction(auction) => &auction.stages,
        StmtKind::Circuit { circuit, .. } => std::slice::from_ref(circuit),
        card_lines!() | track_lines!() | other_lines!() | holding_lines!() | StmtKind::Ask(_) | StmtKind::Tricks(_) => {
            &[]
        }
    }
}

/// Every statement of a block, those in blocks under it included; phases that are run are not entered.
pub fn statements<'s>(body: &'s [Stmt], visit: &mut dyn FnMut(&'s Stmt)) {
    for stmt in body {
        visit(stmt);
        blocks(stmt).into_iter().for_each(|block| statements(block, visit));
    }
}

/// The phases that a block runs, directly and by way of others, without doubles.
pub fn phases_run(game: &Game, body: &[Stmt]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut waiting: Vec<&[Stmt]> = vec![body];
    while let Some(body) = waiting.pop() {
        statements(body, &mut |stmt| {
            if let StmtKind::Do { phase, .. } = stmt.kind
                && !found.contains(&phase)
            {
                found.push(phase);
                waiting.extend(game.phases.get(phase).map(|phase| phase.body.as_slice()));
            }
        });
    }
    found
}

/// What ends the game, as `play` says it.
pub fn ends(game: &Game) -> impl Iterator<Item = &Stmt> {
    let play = game.phases.get(beginning(game));
    play.into_iter().flat_map(|play| &play.body).filter(|stmt| matches!(stmt.kind, StmtKind::Ends { .. }))
}

/// The number of the phase with which a game begins.
pub fn beginning(game: &Game) -> usize {
    game.phases.iter().position(|phase| phase.name == "play").unwrap_or(0)
}

/// The phases that a game comes to, `play` among them.
pub fn phases_of(game: &Game) -> Vec<usize> {
    let play = beginning(game);
    let mut found = vec![play];
    let body = game.phases.get(play).map_or(&[][..], |phase| phase.body.as_slice());
    found.extend(phases_run(game, body).into_iter().filter(|phase| *phase != play));
    found
}

/// The same, each as it is.
pub fn phases(game: &Game) -> impl Iterator<Item = &Phase> {
    phases_of(game).into_iter().filter_map(|phase| game.phases.get(phase))
}

/// Every statement that a game comes to.
pub fn everywhere<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Stmt)) {
    phases(game).for_each(|phase| statements(&phase.body, visit));
}

/// The phrases of the phases that a game comes to, each as a whole.
pub fn of_phases<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    for phase in phases(game) {
        of_repeats(&phase.repeats, visit);
        statements(&phase.body, &mut |stmt| phrases(stmt, visit));
    }
}

/// The phrases of cards, places and tracks, each as a whole.
pub fn of_components<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    fn of_sight<'g>(sight: &'g Sight, visit: &mut dyn FnMut(&'g Expr)) {
        visit(&sight.who);
        sight.when.iter().for_each(visit);
    }
    game.cards.iter().for_each(|card| card.copies.iter().chain(&card.when).for_each(&mut *visit));
    for place in &game.places {
        place.sights.iter().chain(&place.size).for_each(|sight| of_sight(sight, visit));
        for total in &place.totals {
            visit(&total.of);
            of_sight(&total.sight, visit);
        }
    }
    for track in &game.tracks {
        track.starts.iter().for_each(&mut *visit);
        track.sights.iter().for_each(|sight| of_sight(sight, visit));
    }
}

/// All phrases that play a part in a game, with those of the values that they ask for, inner ones included. `require` lines
/// are left out: they only refuse.
pub fn used<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    let mut waiting: Vec<&'g Expr> = Vec::new();
    of_components(game, &mut |expr| waiting.push(expr));
    of_phases(game, &mut |expr| waiting.push(expr));
    with_values(game, waiting, visit);
}

/// Phrases with all inside of them and those of the values that they ask for.
pub fn with_values<'g>(game: &'g Game, phrases: Vec<&'g Expr>, visit: &mut dyn FnMut(&'g Expr)) {
    let mut seen = vec![false; game.values.len()];
    let mut waiting = phrases;
    while let Some(expr) = waiting.pop() {
        within(expr, &mut |part| {
            visit(part);
            if let Expr::Value { value, .. } = part
                && let Some(seen) = seen.get_mut(*value)
                && !std::mem::replace(seen, true)
            {
                waiting.extend(game.values.get(*value).map(|value| &value.body));
            }
        });
    }
}

/// Whether some phrase of a game is of a sort.
pub fn is_used(game: &Game, is: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    used(game, &mut |phrase| found |= is(phrase));
    found
}

/// Whether some phrase of a block, or of the phases that it runs, is of a sort.
pub fn is_asked(game: &Game, body: &[Stmt], is: impl Fn(&Expr) -> bool) -> bool {
    let mut waiting: Vec<&Expr> = Vec::new();
    let run = phases_run(game, body).into_iter().filter_map(|phase| game.phases.get(phase));
    let (bodies, mut found) = (run.map(|phase| phase.body.as_slice()).chain([body]), false);
    bodies.for_each(|body| statements(body, &mut |stmt| phrases(stmt, &mut |phrase| waiting.push(phrase))));
    with_values(game, waiting, &mut |phrase| found |= is(phrase));
    found
}
