//! Places that fill up: what lies in them when the next lot or the next bid comes, whatever happens in between. Follows the statements
//! in their order: after each, which places may hold bids.

use super::walk;
use super::ways::{Goes, ways};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::sorts::{card_lines, track_lines};
use crate::ir::{Auction, Comparison, Expr, Game, Of, PlaceRef, Repeats, Role, Stmt, StmtKind, Ties};

/// For each place whether bids of an auction may still lie where they were made.
type Held = Vec<bool>;

struct Follow<'g> {
    game: &'g Game,
    /// The phases that are being followed.
    inside: Vec<usize>,
    /// Bids that come where those of an earlier auction lie.
    bids: Vec<(usize, Span)>,
    /// An option and the value that it has.
    chosen: Option<(usize, i64)>,
}

/// Most values of an option that are looked at one by one.
const MOST_VALUES: i64 = 16;

/// The bids that come where others lie; an option may be chosen.
fn on_others(game: &Game, chosen: Option<(usize, i64)>) -> Vec<(usize, Span)> {
    let mut follow = Follow { game, inside: Vec::new(), bids: Vec::new(), chosen };
    let mut held: Held = vec![false; game.places.len()];
    follow.phase(walk::beginning(game), &mut held);
    follow.bids
}

/// Bids of one auction are gone when the next begins; what is laid out again and again is taken away.
pub fn nothing_piles_up(game: &Game) -> Vec<Diagnostic> {
    let mut bids = on_others(game, None);
    for (option, declared) in game.options.iter().enumerate() {
        let (least, most) = declared.range;
        if bids.is_empty() || most.saturating_sub(least) >= MOST_VALUES {
            continue;
        }
        // Of two ways only one is gone in a game.
        let some: Vec<_> = (least..=most).flat_map(|value| on_others(game, Some((option, value)))).collect();
        bids.retain(|found| some.contains(found));
    }
    let mut told: Vec<Diagnostic> = Vec::new();
    for (place, at) in &bids {
        let Some(declared) = game.places.get(*place) else { continue };
        if told.iter().any(|other| other.span() == declared.span) {
            continue;
        }
        let name = &declared.name;
        told.push(
            Diagnostic::new(
                Code::PilesUp,
                declared.span,
                format!("bids of one auction still lie in `{name}` when the next begins"),
            )
            .and(*at, "this auction begins with them")
            .help(format!(
                "take them away when it is over, as in `after` with `move {name} of all players to discard`"
            )),
        );
    }
    told.extend(
        never_taken_away(game)
            .filter(|problem| !told.iter().any(|other| other.span() == problem.span()))
            .collect::<Vec<_>>(),
    );
    told
}

impl Follow<'_> {
    fn put(held: &mut Held, place: usize, holds: bool) {
        if let Some(slot) = held.get_mut(place) {
            *slot = holds;
        }
    }

    fn phase(&mut self, id: usize, held: &mut Held) {
        if self.inside.contains(&id) || self.inside.len() > 32 {
            return;
        }
        let game = self.game;
        let Some(phase) = game.phases.get(id) else { return };
        self.inside.push(id);
        let again = !matches!(phase.repeats, Repeats::Once);
        self.block(&phase.body, held, again);
        self.inside.pop();
    }

    /// A block; where it comes again, with what it leaves behind.
    fn block(&mut self, body: &[Stmt], held: &mut Held, again: bool) {
        let before = held.clone();
        body.iter().for_each(|stmt| self.statement(stmt, held));
        if again {
            // Cards are there or not: a second time around is enough for what the first leaves.
            join(held, &before);
            body.iter().for_each(|stmt| self.statement(stmt, held));
        }
    }

    /// Whether a condition holds, where the option that is chosen says so.
    fn decides(&self, cond: &Expr) -> Option<bool> {
        let (chosen, value) = self.chosen?;
        match cond {
            Expr::Not(inner) => self.decides(inner).map(|holds| !holds),
            Expr::Option(option) if *option == chosen => Some(value != 0),
            Expr::Compare(comparison @ (Comparison::Is | Comparison::IsNot), left, right, _) => {
                let (Expr::Option(option), Expr::Int(other)) = (&**left, &**right) else { return None };
                (*option == chosen).then(|| (value == *other) == (*comparison == Comparison::Is))
            }
            _ => None,
        }
    }

    fn branch(&mut self, body: &[Stmt], held: &Held) -> Held {
        let mut own = held.clone();
        body.iter().for_each(|stmt| self.statement(stmt, &mut own));
        own
    }

    fn statement(&mut self, stmt: &Stmt, held: &mut Held) {
        let before = held.clone();
        self.done(stmt, held);
        if stmt.when.is_some() {
            join(held, &before);
        }
    }

    fn done(&mut self, stmt: &Stmt, held: &mut Held) {
        match &stmt.kind {
            StmtKind::Do { phase, .. } => self.phase(*phase, held),
            StmtKind::Move { cards, .. } => match cards {
                Expr::AllCards => held.fill(false),
                _ => emptied(cards).into_iter().for_each(|place| Self::put(held, place, false)),
            },
            StmtKind::Swap(a, b) => {
                let lie = |place: usize| held.get(place).copied().unwrap_or(false);
                let (in_a, in_b) = (lie(a.place), lie(b.place));
                Self::put(held, a.place, in_b);
                Self::put(held, b.place, in_a);
            }
            StmtKind::If { branches, otherwise } => {
                let mut after = Vec::new();
                let mut settled = false;
                for (cond, body) in branches {
                    let holds = self.decides(cond);
                    if settled || holds == Some(false) {
                        continue;
                    }
                    after.push(self.branch(body, held));
                    settled = holds == Some(true);
                }
                if !settled {
                    after.push(self.branch(otherwise, held));
                }
                held.fill(false);
                after.iter().for_each(|own| join(held, own));
            }
            // Each of a group in turn: what is emptied for each is empty.
            StmtKind::ForEach { body, .. } => body.iter().for_each(|stmt| self.statement(stmt, held)),
            StmtKind::Repeat { body, .. } => self.block(body, held, true),
            StmtKind::Auction(auction) => self.auction(auction, held),
            // What stands in `after` is done in any case.
            StmtKind::Circuit { circuit, after } => {
                let mut then = held.clone();
                for act in &circuit.acts {
                    let own = self.branch(&act.body, held);
                    join(&mut then, &own);
                }
                after.iter().for_each(|stmt| self.statement(stmt, &mut then));
                *held = then;
            }
            track_lines!()
            | StmtKind::Deal { .. }
            | StmtKind::DealEach { .. }
            | StmtKind::Fill { .. }
            | StmtKind::Shuffle(_)
            | StmtKind::Sort { .. }
            | StmtKind::Score { .. }
            | StmtKind::EndPhase
            | StmtKind::Won(_) => {}
            StmtKind::Ask(_) | StmtKind::Ends { .. } | StmtKind::Tricks(_) => {
                let mut after = held.clone();
                for body in walk::blocks(stmt) {
                    let own = self.branch(body, held);
                    join(&mut after, &own);
                }
                *held = after;
            }
        }
    }

    fn auction(&mut self, auction: &Auction, held: &mut Held) {
        let bids = || auction.stages.iter().flat_map(|stage| &stage.acts).filter(|act| act.role == Role::Bid);
        let to: Vec<usize> =
            bids().flat_map(|act| &act.picks).filter_map(|pick| pick.to.as_ref().map(|to| to.place)).collect();
        for place in &to {
            if held.get(*place) == Some(&true) {
                self.bids.push((*place, auction.span));
            }
        }
        for act in auction.stages.iter().flat_map(|stage| &stage.acts) {
            act.picks.iter().filter_map(|pick| pick.to.as_ref()).for_each(|to| Self::put(held, to.place, true));
        }
        let mut after = self.branch(&auction.sold, held);
        if may_stay_unsold(auction) {
            let own = self.branch(&auction.unsold, held);
            join(&mut after, &own);
        }
        auction.after.iter().for_each(|stmt| self.statement(stmt, &mut after));
        *held = after;
    }
}

fn join(to: &mut Held, from: &Held) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= *from);
}

/// Whether an auction can end without a winner: somebody may pass before anybody bids, or a tie goes to nobody.
fn may_stay_unsold(auction: &Auction) -> bool {
    let free = auction.stages.iter().flat_map(|stage| &stage.acts).any(|act| {
        let mut asks = false;
        act.when.iter().for_each(|when| walk::within(when, &mut |part| asks |= matches!(part, Expr::Fact(_))));
        act.role != Role::Bid && !asks
    });
    free || auction.ties == Ties::Nobody
}

/// The places that a move empties: all cards of them go.
fn emptied(cards: &Expr) -> Vec<usize> {
    match cards {
        Expr::CardsIn(PlaceRef { place, of: Of::Whole | Of::One(_) | Of::Each(_) | Of::Owner }) => vec![*place],
        Expr::Together(groups) => groups.iter().flat_map(emptied).collect(),
        _ => Vec::new(),
    }
}

/// Shared places to which cards are dealt in each round, which rules look at, and out of which no line takes any.
fn never_taken_away(game: &Game) -> impl Iterator<Item = Diagnostic> + '_ {
    let mut dealt: Vec<Option<Span>> = vec![None; game.places.len()];
    let mut taken = vec![false; game.places.len()];
    for id in walk::phases_of(game) {
        let Some(phase) = game.phases.get(id) else { continue };
        let mut repeated: Vec<&Stmt> = Vec::new();
        collect(&phase.body, is_repeated(game, id), &mut repeated);
        // What is taken away once, before the rounds begin or after them, is not taken away in between.
        for stmt in &repeated {
            let mut take = |place: usize| {
                if let Some(slot) = taken.get_mut(place) {
                    *slot = true;
                }
            };
            for way in ways(stmt) {
                way.cards.out_of().into_iter().for_each(&mut take);
                if let Goes::Group(cards) | Goes::Picked(cards) = way.cards {
                    walk::within(cards, &mut |part| {
                        if let Expr::CardsIn(place) = part {
                            take(place.place);
                        } else if matches!(part, Expr::AllCards | Expr::CardsLike(_)) {
                            (0..game.places.len()).for_each(&mut take);
                        }
                    });
                }
            }
        }
        for stmt in repeated {
            if let StmtKind::Deal { to, .. } | StmtKind::DealEach { to, .. } = &stmt.kind
                && let Some(slot) = dealt.get_mut(to.place)
            {
                slot.get_or_insert(stmt.span);
            }
        }
    }
    for place in &game.places {
        if let Some(slot) = place.refilled.and_then(|from| taken.get_mut(from)) {
            *slot = true;
        }
    }
    let mut looked = vec![false; game.places.len()];
    walk::used(game, &mut |expr| {
        if let Expr::CardsIn(place) = expr
            && let Some(slot) = looked.get_mut(place.place)
        {
            *slot = true;
        }
    });
    game.places.iter().enumerate().filter_map(move |(id, place)| {
        let line = dealt.get(id).copied().flatten()?;
        let stays = place.per.is_none() && id > 1 && !*taken.get(id)? && *looked.get(id)?;
        stays.then(|| {
            let name = &place.name;
            Diagnostic::new(Code::PilesUp, place.span, format!("cards come to `{name}` again and again, and no line takes any away"))
                .and(line, "this comes again")
                .help(format!("take them away before the next ones come, as in `move {name} to box`; where they are meant to stay, say `allow piles-up in {name} because ...`"))
        })
    })
}

/// Whether a phase comes again and again: itself, or by way of one that runs it.
fn is_repeated(game: &Game, id: usize) -> bool {
    walk::phases_of(game).into_iter().any(|other| {
        let Some(phase) = game.phases.get(other) else { return false };
        let runs = other == id || walk::phases_run(game, &phase.body).contains(&id);
        let mut in_a_loop = false;
        walk::statements(&phase.body, &mut |stmt| {
            if let StmtKind::Repeat { body, .. } = &stmt.kind {
                in_a_loop |= walk::phases_run(game, body).contains(&id);
            }
        });
        in_a_loop || (runs && !matches!(phase.repeats, Repeats::Once))
    })
}

/// The statements of a block that come again and again.
fn collect<'g>(body: &'g [Stmt], again: bool, found: &mut Vec<&'g Stmt>) {
    for stmt in body {
        if again {
            found.push(stmt);
        }
        let inside = again || matches!(&stmt.kind, StmtKind::Repeat { repeats, body } if !lays_out(repeats, body));
        walk::blocks(stmt).into_iter().for_each(|block| collect(block, inside, found));
    }
}

/// Whether a loop lays out some cards one by one, as a single line could that deals as many: it is counted, and cards alone come and go in it.
fn lays_out(repeats: &Repeats, body: &[Stmt]) -> bool {
    let mut cards_alone = true;
    walk::statements(body, &mut |stmt| {
        cards_alone &= matches!(
            stmt.kind,
            card_lines!() | StmtKind::ForEach { .. } | StmtKind::If { .. } | StmtKind::Repeat { .. }
        );
    });
    cards_alone && matches!(repeats, Repeats::Times(_) | Repeats::Count { .. })
}
