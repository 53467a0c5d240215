//! What is looked at while games are played, found in the program once.

use bidlang::Prepared;

use crate::engine::{Calls, CardSet, Node, NodeId, Op, Program, Source, Whose, each_card};
use crate::ir::Role;

/// A game whose games are counted: what is looked at in them. One serves any number of counters and threads.
#[derive(Debug)]
pub struct Watched {
    /// The game and its setup.
    pub prepared: Prepared,
    /// How many reasons for points the game has.
    pub reasons: usize,
    /// The slot of the pass of the first phase that repeats.
    pub(super) pass: Option<u32>,
    /// Whether points may be scored behind the last pass of that phase: then what the last one brought cannot be told.
    pub(super) scores_after: bool,
    /// For each decision.
    pub(super) asks: Vec<WatchedAsk>,
    /// For each auction what it sells, where that is known.
    pub(super) lots: Vec<Option<Lot>>,
}

/// What is looked at of one decision.
#[derive(Debug)]
pub(super) struct WatchedAsk {
    /// The auction that it belongs to.
    pub auction: Option<usize>,
    /// The place in which that auction's lot lies.
    pub lot: Option<u32>,
    /// For answers of several at once: the first slot, how many a seat has.
    pub answers: Option<(u32, u32)>,
    /// For each act whether it is a pass, and the picks that are looked at: which, and their slot.
    pub acts: Vec<(bool, Vec<(usize, u32)>)>,
}

/// What an auction sells.
#[derive(Debug)]
pub(super) struct Lot {
    place: u32,
    /// The value of each card for whoever gets it.
    table: Vec<i64>,
}

impl Lot {
    pub fn value(&self, cards: CardSet) -> i64 {
        each_card(cards).filter_map(|card| self.table.get(usize::from(card))).sum()
    }
}

/// Whether points are scored anywhere but in the first phase that repeats and in those that it runs.
fn scores_outside(program: &Program) -> bool {
    let Some(phase) = program.phases.iter().find(|phase| phase.pass.is_some()) else { return false };
    let mut within = vec![false; program.code.len()];
    let mut open = vec![phase.entry as usize];
    while let Some(pc) = open.pop() {
        match within.get_mut(pc) {
            Some(within) if !*within => *within = true,
            _ => continue,
        }
        open.extend(program.successors(pc, Calls::Over));
        if let Some(Op::Call(_)) = program.code.get(pc) {
            open.extend(program.successors(pc, Calls::Into));
        }
    }
    program.code.iter().zip(within).any(|(op, within)| !within && matches!(op, Op::Score { .. }))
}

impl Watched {
    /// Looks what there is to look at.
    #[must_use]
    pub fn new(prepared: &Prepared) -> Self {
        let (game, program) = (&prepared.game().game, &prepared.compiled().program);
        let lots: Vec<Option<Lot>> = (0..program.auctions.len()).map(|auction| lot(program, auction)).collect();
        let auction_of = |form: u16| {
            // A stage is a part of its auction.
            let whole = game.forms.get(usize::from(form)).and_then(|form| form.auction).unwrap_or(usize::from(form));
            program.auctions.iter().position(|auction| usize::from(auction.form) == whole)
        };
        let asks = program.asks.iter().map(|ask| {
            let auction = ask.form.and_then(auction_of);
            let acts = ask.acts.iter().map(|act| {
                let watched =
                    act.picks.iter().enumerate().filter(|(_, pick)| !matches!(pick.source, Source::Cards { .. }));
                (matches!(act.role, Role::Pass(_)), watched.map(|(index, pick)| (index, pick.slot)).collect())
            });
            WatchedAsk {
                auction,
                lot: auction.and_then(|auction| lots.get(auction)?.as_ref()).map(|lot| lot.place),
                answers: ask.at_once.then_some(ask.answers),
                acts: acts.collect(),
            }
        });
        Self {
            asks: asks.collect(),
            pass: program.phases.iter().find_map(|phase| phase.pass),
            scores_after: scores_outside(program),
            reasons: game.reasons.len(),
            prepared: prepared.clone(),
            lots,
        }
    }

    /// Whether a phase repeats.
    #[must_use]
    pub const fn has_rounds(&self) -> bool {
        self.pass.is_some()
    }
}

/// What an auction sells: the cards of one place that the first lines under `sold` move, without a condition, to a place of the winner
/// that has a total of a table.
fn lot(program: &Program, auction: usize) -> Option<Lot> {
    let leader = program.auctions.get(auction)?.leader;
    let close = program
        .code
        .iter()
        .position(|op| matches!(op, Op::AuctionClose { auction: number, .. } if usize::from(*number) == auction))?;
    let straight = program.code.iter().skip(close + 1).take_while(|op| {
        matches!(
            op,
            Op::Move { .. } | Op::Set { .. } | Op::AddTo { .. } | Op::Pay { .. } | Op::Reset { .. } | Op::Deal { .. }
        )
    });
    let node = |id: NodeId| program.nodes.get(id);
    straight.filter_map(|op| if let Op::Move { cards, to } = op { Some((*cards, *to)) } else { None }).find_map(
        |(cards, to)| {
            let Some(Node::Place(place)) = node(cards) else { return None };
            let Whose::One(owner) = to.of else { return None };
            if !matches!(node(owner), Some(Node::Slot(slot)) if *slot == leader) {
                return None;
            }
            let totals = &program.places.get(usize::from(to.base))?.totals;
            let table = totals.iter().find_map(|(_, phrase, _)| match node(*phrase) {
                Some(Node::TotalTab { table, .. }) => program.tables.get(*table as usize),
                _ => None,
            })?;
            Some(Lot { place: u32::from(*place), table: table.clone() })
        },
    )
}
