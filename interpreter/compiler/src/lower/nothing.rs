//! Optional values: what has no value takes no part in folds, comparisons and orders, and is a fault where a number is needed.
//!
//! A value of a kind is -1 where there is none. A number made of it has no such mark: the condition under which there is one goes
//! beside it.

use super::Lower;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{FaultKind, Lack, Node, NodeId, Sort, constant_fault};
use crate::ir::sorts::{card_groups, player_groups, worked_out};
use crate::ir::{Comparison, Expr, Over, Ty};

impl Lower<'_> {
    /// The number that a value of a kind spells; a fault where there is no value.
    pub(super) fn spelt(&mut self, from: usize, of: &Expr, said: Span) -> NodeId {
        let value = self.loosely_spelt(from, of);
        if !self.ranges.may_be_missing(of) {
            return value;
        }
        let rule = self.rule(said);
        let missing = self.node(Node::Missing { lack: Lack::Number, rule });
        let there = self.there(of);
        self.node(Node::If(there, value, missing))
    }

    /// The same, and anything where there is no value.
    fn loosely_spelt(&mut self, from: usize, of: &Expr) -> NodeId {
        let (key, table) = (self.int(of), self.conversion(from, None, -1));
        self.node(Node::Tab { table, low: 0, key, other: 0 })
    }

    /// A value that is looked at only where it is there.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others are numbers wherever they are asked for")]
    fn loose(&mut self, expr: &Expr) -> NodeId {
        match expr {
            Expr::Convert { from, to: None, of, .. } => self.loosely_spelt(*from, of),
            Expr::At { span, of } => {
                let of = self.loose(of);
                self.watch(*span, of)
            }
            Expr::Track { track, keys } => {
                let node = self.track(*track, keys);
                self.node(node)
            }
            Expr::Score(of) => {
                let of = self.int(of);
                self.node(Node::Score(of))
            }
            Expr::Value { value, args } => self.value(*value, args, Sort::Int),
            _ => self.int(expr),
        }
    }

    /// A number that nobody may have: a fault where it is nobody's.
    pub(super) fn somebodys(&mut self, expr: &Expr) -> NodeId {
        let value = self.loose(expr);
        if !self.ranges.may_be_missing(expr) {
            return value;
        }
        let there = self.there(expr);
        self.needed(there, value)
    }

    /// A number of a card or a player: a fault where there is none.
    pub(super) fn of_somebody(&mut self, value: usize, args: &[Expr], found: NodeId) -> NodeId {
        if !self.ranges.is_of_nothing(value, args) {
            return found;
        }
        let mut found = found;
        for arg in args.iter().filter(|arg| self.ranges.of(arg).low < 0).collect::<Vec<_>>() {
            let there = self.is_there(arg);
            found = self.needed(there, found);
        }
        found
    }

    fn needed(&mut self, there: NodeId, value: NodeId) -> NodeId {
        let missing = self.node(Node::Missing { lack: Lack::Number, rule: 0 });
        self.node(Node::If(there, value, missing))
    }

    /// Whether a player, a card or a value of a kind is one.
    fn is_there(&mut self, one: &Expr) -> NodeId {
        let (one, zero) = (self.int(one), self.constant_int(0));
        self.compare(Comparison::AtLeast, one, zero)
    }

    /// Whether there is such a value.
    pub(super) fn there(&mut self, expr: &Expr) -> NodeId {
        if !self.ranges.may_be_missing(expr) {
            return self.constant_int(1);
        }
        // What is watched is counted where the value itself is worked out.
        let watched = !std::mem::replace(&mut self.unwatched, true);
        let found = self.there_of(expr);
        self.unwatched = !watched;
        found
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "all others are players, cards or values of a kind")]
    fn there_of(&mut self, expr: &Expr) -> NodeId {
        match expr {
            Expr::Convert { of, to: None, .. } | Expr::At { of, .. } => self.there(of),
            Expr::If(cond, a, b) => {
                let parts = (self.int(cond), self.there(a), self.there(b));
                self.node(Node::If(parts.0, parts.1, parts.2))
            }
            Expr::Value { value, args } => self.there_of_value(*value, args),
            Expr::Table { key, low, arms, other, span } => {
                let key = self.int(key);
                let arms = arms.iter().map(|arm| arm.as_ref().map(|arm| self.there(arm))).collect();
                let other = other.as_ref().map(|other| self.there(other));
                let rule = self.rule(*span);
                self.node(Node::Arms { low: *low, key, arms, other, rule })
            }
            Expr::Track { track, keys } if self.ranges.is_of_numbers(*track) => {
                let mut found = self.constant_int(1);
                for key in keys.iter().filter(|key| !matches!(key, Expr::Int(_))) {
                    let there = self.is_there(key);
                    found = self.node(Node::And(found, there));
                }
                found
            }
            Expr::Score(of) => self.is_there(of),
            one => self.is_there(one),
        }
    }

    fn there_of_value(&mut self, id: usize, args: &[Expr]) -> NodeId {
        let game = self.game;
        let Some(value) = game.values.get(id) else { return self.constant_int(1) };
        let known = self.theres.get(&id).cloned();
        let (regs, there) = known.unwrap_or_else(|| {
            let regs = self.new_regs(value);
            (regs, self.there(&value.body))
        });
        self.theres.insert(id, (regs.clone(), there));
        let mut there = self.with_all(&regs, args, there);
        if !self.ranges.is_of_nothing(id, args) {
            return there;
        }
        for arg in args.iter().filter(|arg| self.ranges.of(arg).low < 0).collect::<Vec<_>>() {
            let of_somebody = self.is_there(arg);
            there = self.node(Node::And(of_somebody, there));
        }
        there
    }

    /// A comparison: what is missing equals nothing and is neither more nor less than anything. Only the words `none` and
    /// `nobody` ask for it.
    pub(super) fn compared(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> NodeId {
        let by_word = matches!(a, Expr::Nothing) || matches!(b, Expr::Nothing);
        let missing = |this: &Self, side| !by_word && this.ranges.may_be_missing(side);
        let (of_a, of_b) = (missing(self, a), missing(self, b));
        if !of_a && !of_b {
            let (a, b) = (self.int(a), self.int(b));
            return self.compare(comparison, a, b);
        }
        // A missing value is below 0 if it is one of a kind, as then both are: it need not be asked for where that says enough.
        let marked = self.is_marked(a) || self.is_marked(b);
        let (ask_a, ask_b) = match comparison {
            _ if !marked => (of_a, of_b),
            Comparison::Is | Comparison::IsNot => (of_a && of_b, false),
            Comparison::AtLeast | Comparison::MoreThan => (false, of_b),
            Comparison::AtMost | Comparison::LessThan => (of_a, false),
        };
        let (left, right) = (self.loose(a), self.loose(b));
        let is_not = comparison == Comparison::IsNot && (ask_a || ask_b);
        let mut found = self.compare(if is_not { Comparison::Is } else { comparison }, left, right);
        for (side, _) in [(b, ask_b), (a, ask_a)].into_iter().filter(|(_, ask)| *ask) {
            let there = self.there(side);
            found = self.node(Node::And(there, found));
        }
        if is_not { self.node(Node::Not(found)) } else { found }
    }

    /// Whether a phrase is a value of a kind, and so below 0 where it is missing and only there.
    fn is_marked(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Attr { .. } | Expr::Convert { to: Some(_), .. } | Expr::NoMember => true,
            Expr::Fold { of_words, .. } => *of_words,
            Expr::Track { track, .. } => {
                self.game.tracks.get(*track).is_some_and(|track| matches!(track.ty, Ty::Member(_)))
            }
            Expr::Value { value, .. } => {
                self.game.values.get(*value).is_some_and(|value| matches!(value.ty, Ty::Member(_)))
            }
            Expr::If(_, a, b) => self.is_marked(a) || self.is_marked(b),
            Expr::Var(_) => self.ranges.may_be_missing(expr),
            Expr::At { of, .. } => self.is_marked(of),
            worked_out!()
            | card_groups!()
            | player_groups!()
            | Expr::Convert { to: None, .. }
            | Expr::Where { .. }
            | Expr::Best { .. }
            | Expr::Fact(_) => false,
        }
    }

    /// Whether a phrase may be missing, and is none then.
    pub(super) fn is_none_where_missing(&self, expr: &Expr) -> bool {
        self.ranges.may_be_missing(expr) && self.is_marked(expr)
    }

    /// What one thing is put in order by, and whether it has it.
    pub(super) fn key_of_one(&mut self, key: &Expr) -> (NodeId, NodeId) {
        if !self.ranges.may_be_missing(key) {
            return (self.constant_int(1), self.int(key));
        }
        (self.there(key), self.loose(key))
    }

    /// What is worked out for each of a group: those of the group that have it, and what it is for them.
    pub(super) fn keyed(&mut self, over: Over, reg: u32, of: NodeId, key: &Expr) -> (NodeId, NodeId) {
        if !self.ranges.may_be_missing(key) {
            return (of, self.int(key));
        }
        let (there, key) = (self.there(key), self.loose(key));
        let of = match over {
            Over::Cards => self.filter(of, there, reg),
            Over::Players | Over::Kind(_) | Over::Teams => self.node(Node::ScanSeats { reg, of, cond: there }),
        };
        (of, key)
    }

    /// The same of values of a kind and teams, of which some part is.
    pub(super) fn keyed_members(&mut self, part: Option<NodeId>, key: &Expr) -> (Option<NodeId>, NodeId) {
        if !self.ranges.may_be_missing(key) {
            return (part, self.int(key));
        }
        let (there, key) = (self.there(key), self.loose(key));
        let part = match part {
            Some(part) => self.node(Node::And(part, there)),
            None => there,
        };
        (Some(part), key)
    }

    /// What counts for a total: nothing where it is missing.
    pub(super) fn counted(&mut self, key: &Expr) -> NodeId {
        let zero = self.constant_int(0);
        self.or_else(key, zero)
    }

    /// What things are put in order by: what has none comes behind all others.
    pub(super) fn ordered_by(&mut self, key: &Expr, highest: bool) -> NodeId {
        let range = self.ranges.of(key).widened();
        let last = self.constant_int(if highest { range.low.min(-1) } else { range.high });
        self.or_else(key, last)
    }

    fn or_else(&mut self, key: &Expr, otherwise: NodeId) -> NodeId {
        if !self.ranges.may_be_missing(key) {
            return self.int(key);
        }
        let (there, key) = (self.there(key), self.loose(key));
        self.node(Node::If(there, key, otherwise))
    }

    /// Every card has what the value of a card needs. `body` depends on the card alone, and could not be made a table.
    pub(super) fn every_card_has_the_numbers(&mut self, body: NodeId, reg: u32) {
        if !self.deps_of(body).only_on(reg) {
            return;
        }
        for card in 0..self.program.cards.len() {
            let regs = [(reg, i64::try_from(card).unwrap_or(-1))];
            let Some(fault) = constant_fault(&self.program, &regs, body) else { continue };
            let span = self.lines.get(fault.rule as usize).copied().unwrap_or_default();
            let told = |problem: &Diagnostic| problem.code == Code::NoneForNumber && problem.span() == span;
            if fault.kind != FaultKind::NoNumber || self.problems.iter().any(told) {
                continue;
            }
            let problem = Diagnostic::new(
                Code::NoneForNumber,
                span,
                format!("a number is needed here, and {} has none", self.card_name(card)),
            );
            self.problems.push(problem.help(
                "say what counts then, as in `0 if rank is none otherwise 5 - rank`, or look it up in a table with a row `none`",
            ));
        }
    }

    /// A table by an attribute that some card lacks says what counts for such a card.
    pub(super) fn the_table_has_a_row_for_none(&mut self, key: &Expr, span: Span) {
        let key = if let Expr::At { of, .. } = key { of } else { key };
        let Expr::Attr { attr, card } = key else { return };
        if !matches!(**card, Expr::Var(_))
            || self.problems.iter().any(|told| told.code == Code::TableHole && told.span() == span)
        {
            return;
        }
        let Some(card) = (0..self.program.cards.len()).find(|card| self.members(*card, *attr) == 0) else { return };
        let attr = self.game.attrs.get(*attr).map_or("", |attr| attr.name.as_str());
        let name = self.game.values.iter().find(|value| value.span == span).map(|value| format!(" `{}`", value.name));
        let message = format!(
            "the table{} has no row for none, and {} has no {attr}",
            name.unwrap_or_default(),
            self.card_name(card)
        );
        self.problems.push(
            Diagnostic::new(Code::TableHole, span, message)
                .help("add a row `none` for what has no such value, or a last row `other` for all that are not named"),
        );
    }

    fn card_name(&self, card: usize) -> String {
        let definition = self.program.cards.get(card).and_then(|id| self.game.cards.get(usize::from(*id)));
        definition.map_or_else(String::new, |card| format!("`{}`", card.name))
    }
}
