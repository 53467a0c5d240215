//! The deal needs no more cards than there are.

use std::collections::BTreeMap;

use super::ranges::Ranges;
use super::{setup_in_words, walk};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{FaultKind, Op, Silent};
use crate::ir::{Expr, Game, Over, Stmt, StmtKind};
use crate::lower::{Compiled, Setup};

/// A deal of which there are too few cards in some setups.
struct Short {
    setup: Setup,
    /// How many cards are wanted, and how many there are.
    wanted: i64,
    there: i64,
    /// Whether those are all cards of the deck.
    whole: bool,
    /// In how many setups more it is so.
    more: usize,
}

/// Deals that ask for too much, over all setups.
#[derive(Default)]
pub struct Deals {
    found: BTreeMap<(u32, u32), Short>,
}

impl Deals {
    /// Looks at one setup: what is dealt before anybody chooses, and deals that are larger than the deck.
    pub fn look(&mut self, game: &Game, setup: &Setup, compiled: &Compiled) {
        if let Some((span, wanted, there)) = at_the_beginning(game, compiled) {
            self.add(span, setup, (wanted, there, false));
        }
        let cards = compiled.program.cards.len();
        let ranges = Ranges::of_setup(game, setup.players, &setup.options, cards);
        let cards = i64::try_from(cards).unwrap_or(i64::MAX);
        for phase in walk::phases(game) {
            larger_than(&ranges, &phase.body, (cards, i64::from(setup.players)), &mut |span, wanted| {
                self.add(span, setup, (wanted, cards, true));
            });
        }
    }

    fn add(&mut self, span: Span, setup: &Setup, (wanted, there, whole): (i64, i64, bool)) {
        match self.found.get_mut(&(span.start, span.end)) {
            Some(known) => known.more += usize::from(known.setup != *setup),
            None => {
                let short = Short { setup: setup.clone(), wanted, there, whole, more: 0 };
                self.found.insert((span.start, span.end), short);
            }
        }
    }

    /// What was found.
    pub fn told(self, game: &Game) -> Vec<Diagnostic> {
        let told = self.found.into_iter().map(|((start, end), short)| {
            let span = Span { start, end };
            let place = name_of_place(game, span).map(|name| format!("`{name}`")).unwrap_or_default();
            let holder = if short.whole || place.is_empty() { "the deck" } else { &place };
            let setup = setup_in_words(game, &short.setup);
            let more = match short.more {
                0 => String::new(),
                1 => " (and in one setup more)".to_owned(),
                more => format!(" (and in {more} setups more)"),
            };
            let message =
                format!("this deals {} cards, but {holder} has only {}, with {setup}{more}", short.wanted, short.there);
            Diagnostic::new(Code::TooFewCards, span, message)
                .help("deal fewer cards, by a table such as `value hand-size by players`; have more cards; or refuse such games with `require`")
        });
        told.collect()
    }
}

/// The place from which a line deals.
fn name_of_place(game: &Game, span: Span) -> Option<&str> {
    let mut found = None;
    for phase in &game.phases {
        walk::statements(&phase.body, &mut |stmt| {
            if let StmtKind::Deal { from, .. } = &stmt.kind
                && stmt.span == span
            {
                found = game.places.get(from.place).map(|place| place.name.as_str());
            }
        });
    }
    found
}

/// Plays up to the first choice: chance decides which cards are dealt there, not how many.
fn at_the_beginning(game: &Game, compiled: &Compiled) -> Option<(Span, i64, i64)> {
    let runner = compiled.runner();
    let mut desk = runner.desk(1);
    let fault = runner.run(&mut desk, &mut Silent).err()?;
    let state = desk.state();
    let FaultKind::DealShort(wanted, there) = fault.kind else { return None };
    let span = compiled.line(fault.rule);
    let Some(players) = one_each(game, span) else { return Some((span, wanted, there)) };
    // The seat that goes short: those before it have their cards.
    let served = compiled.program.code.iter().zip(&compiled.program.lines).find_map(|(op, line)| match op {
        Op::NextSeat { seat, .. } if *line == fault.rule => Some(state.int(*seat)),
        _ => None,
    })?;
    let seats = if players { i64::from(compiled.program.seats) } else { served + 1 };
    Some((span, wanted.saturating_mul(seats), there.saturating_add(wanted.saturating_mul(served))))
}

/// Whether a line deals to each player in turn; true if to all of them.
fn one_each(game: &Game, span: Span) -> Option<bool> {
    let mut found = None;
    for phase in &game.phases {
        walk::statements(&phase.body, &mut |stmt| {
            if let StmtKind::ForEach { over: Over::Players, group, from: None, sorted: None, body, .. } = &stmt.kind
                && stmt.span == span
                && let [Stmt { kind: StmtKind::Deal { .. }, when: None, .. }] = body.as_slice()
            {
                found = Some(matches!(group, Expr::AllPlayers));
            }
        });
    }
    found.filter(|all| *all)
}

/// Deals that want more cards than the deck has, wherever the setup lets the rules come.
fn larger_than(ranges: &Ranges, body: &[Stmt], (cards, players): (i64, i64), tell: &mut dyn FnMut(Span, i64)) {
    for stmt in body {
        if stmt.when.as_ref().is_some_and(|when| ranges.of(when).is_no()) {
            continue;
        }
        match &stmt.kind {
            StmtKind::Deal { count, if_able: false, .. } => {
                let wanted = ranges.of(count).low;
                if wanted > cards {
                    tell(stmt.span, wanted);
                }
            }
            StmtKind::ForEach { over: Over::Players, group: Expr::AllPlayers, sorted: None, body, .. } => {
                match body.as_slice() {
                    [Stmt { kind: StmtKind::Deal { count, if_able: false, .. }, when: None, span }]
                        if *span == stmt.span =>
                    {
                        let wanted = ranges.of(count).low.saturating_mul(players);
                        if wanted > cards {
                            tell(stmt.span, wanted);
                        }
                    }
                    body => larger_than(ranges, body, (cards, players), tell),
                }
            }
            StmtKind::If { branches, otherwise } => {
                for (cond, body) in branches {
                    let holds = ranges.of(cond);
                    if !holds.is_no() {
                        larger_than(ranges, body, (cards, players), tell);
                    }
                    if holds.low > 0 {
                        break;
                    }
                }
                if !branches.iter().any(|(cond, _)| ranges.of(cond).low > 0) {
                    larger_than(ranges, otherwise, (cards, players), tell);
                }
            }
            _ => walk::blocks(stmt).into_iter().for_each(|body| larger_than(ranges, body, (cards, players), tell)),
        }
    }
}
