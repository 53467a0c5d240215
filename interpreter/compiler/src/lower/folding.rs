//! Constant folding of phrases as they are made: what is known before the game is worked out before the game.

use super::Lower;
use crate::engine::{Node, NodeId, Sort, constant_cards, constant_int, constant_seats, of_inside};
use crate::ir::Comparison;

/// What a phrase depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deps {
    /// Registers; those for card sets have `CARD_REG` added.
    pub regs: Vec<u32>,
    /// The state.
    pub state: bool,
}

const CARD_REG: u32 = 1 << 20;

impl Deps {
    fn add(&mut self, other: &Self) {
        self.state |= other.state;
        for reg in &other.regs {
            if !self.regs.contains(reg) {
                self.regs.push(*reg);
            }
        }
    }

    /// Whether the phrase depends on this register.
    pub fn on(&self, reg: u32) -> bool {
        self.regs.contains(&reg)
    }

    /// Whether it depends on nothing but this register.
    pub fn only_on(&self, reg: u32) -> bool {
        !self.state && self.regs.iter().all(|other| *other == reg)
    }
}

impl Lower<'_> {
    pub(super) fn deps_of(&self, id: NodeId) -> Deps {
        self.deps.get(id).cloned().unwrap_or_default()
    }

    fn find_deps(&self, node: &Node) -> Deps {
        let mut deps = Deps::default();
        self.program.inner(node, &mut |inner| deps.add(&self.deps_of(inner)));
        match node {
            Node::Reg(reg) => deps.regs.push(*reg),
            Node::CardReg(reg) => deps.regs.push(*reg + CARD_REG),
            Node::Let { reg, value, body } => {
                deps = self.deps_of(*body);
                deps.regs.retain(|other| other != reg);
                deps.add(&self.deps_of(*value));
            }
            Node::FoldCards { reg, of, key, .. }
            | Node::FoldSeats { reg, of, key, .. }
            | Node::Scan { reg, of, cond: key }
            | Node::ScanSeats { reg, of, cond: key }
            | Node::BestCards { reg, of, key, .. }
            | Node::BestSeats { reg, of, key, .. } => {
                deps = self.deps_of(*key);
                deps.regs.retain(|other| other != reg);
                deps.add(&self.deps_of(*of));
            }
            Node::CountSets { reg, .. } => {
                deps.regs.retain(|other| *other != *reg + CARD_REG);
                // It may take long: never before the game.
                deps.state = true;
            }
            Node::FoldMembers { reg, .. } => deps.regs.retain(|other| other != reg),
            Node::Slot(_)
            | Node::SlotAt { .. }
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::PlacesOf { .. }
            | Node::CardSlot(_)
            | Node::SeatSlot(_)
            | Node::Score(_)
            | Node::AllPass { .. }
            | Node::Owner(_)
            | Node::EndCard { .. }
            | Node::Ends { .. }
            | Node::SeenIn { .. }
            | Node::Watch { .. } => deps.state = true,
            // What is inside says it all.
            of_inside!() => {}
        }
        deps
    }

    /// Makes a phrase, simpler where it can be.
    pub(super) fn node(&mut self, node: Node) -> NodeId {
        if let Some(simple) = self.simpler(&node) {
            return simple;
        }
        let deps = self.find_deps(&node);
        let constant = matches!(node, Node::Int(_) | Node::Cards(_) | Node::Seats(_));
        if !constant
            && !deps.state
            && deps.regs.is_empty()
            && let Some(folded) = self.fold(&node)
        {
            return self.keep(folded, Deps::default());
        }
        self.keep(node, deps)
    }

    fn keep(&mut self, node: Node, deps: Deps) -> NodeId {
        if let Some(known) = self.known.get(&node).copied() {
            self.heaviest = self.heaviest.max(self.costs.get(known).copied().unwrap_or(0));
            return known;
        }
        let cost = self.cost_of(&node);
        self.heaviest = self.heaviest.max(cost);
        self.costs.push(cost);
        self.deps.push(deps);
        let id = self.program.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    pub(super) fn constant(&self, id: NodeId) -> Option<i64> {
        if let Node::Int(value) = self.program.nodes.get(id)? { Some(*value) } else { None }
    }

    pub(super) fn constant_int(&mut self, value: i64) -> NodeId {
        self.node(Node::Int(value))
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "what has no simpler form stays as it is")]
    fn simpler(&self, node: &Node) -> Option<NodeId> {
        match node {
            Node::If(cond, a, b) | Node::IfCards(cond, a, b) | Node::IfSeats(cond, a, b) => {
                match self.constant(*cond) {
                    Some(0) => Some(*b),
                    Some(_) => Some(*a),
                    None => None,
                }
            }
            Node::And(a, b) => match (self.constant(*a), self.constant(*b)) {
                (Some(0), _) | (Some(_), None) => Some(if self.constant(*a) == Some(0) { *a } else { *b }),
                (None, Some(0)) => Some(*b),
                (None, Some(_)) => Some(*a),
                _ => None,
            },
            Node::Or(a, b) => match (self.constant(*a), self.constant(*b)) {
                (Some(0), None) => Some(*b),
                (None, Some(0)) => Some(*a),
                _ => None,
            },
            Node::Arms { low, key, arms, other, .. } => {
                let key = self.constant(*key)?;
                let arm = usize::try_from(key - low).ok().and_then(|at| arms.get(at)).copied().flatten();
                arm.or(*other)
            }
            Node::Both(a, b) => {
                let all = Node::Cards(self.all_cards());
                match (self.program.nodes.get(*a), self.program.nodes.get(*b)) {
                    (Some(left), _) if *left == all => Some(*b),
                    (_, Some(right)) if *right == all => Some(*a),
                    _ => None,
                }
            }
            Node::Let { body, reg, .. } if !self.deps_of(*body).on(*reg) => Some(*body),
            _ => None,
        }
    }

    /// Works out a phrase that depends on nothing.
    fn fold(&mut self, node: &Node) -> Option<Node> {
        let cost = self.cost_of(node);
        if !self.may_be_worked_out(cost) {
            return None;
        }
        let id = self.program.nodes.push(node.clone());
        let found = match self.program.sort_of(id) {
            Sort::Int => constant_int(&self.program, &[], id).map(Node::Int),
            Sort::Cards => constant_cards(&self.program, id).map(Node::Cards),
            Sort::Seats => constant_seats(&self.program, id).map(Node::Seats),
        };
        self.program.nodes.pop();
        found
    }

    /// The value of a phrase for one value of a register, where it depends on nothing else.
    pub(super) fn at(&self, id: NodeId, reg: u32, value: i64) -> Option<i64> {
        constant_int(&self.program, &[(reg, value)], id)
    }

    /// `body` with a register set to `value`.
    pub(super) fn with(&mut self, reg: u32, value: NodeId, body: NodeId) -> NodeId {
        self.node(Node::Let { reg, value, body })
    }

    /// A comparison.
    pub(super) fn compare(&mut self, comparison: Comparison, a: NodeId, b: NodeId) -> NodeId {
        self.node(Node::Cmp(comparison, a, b))
    }

    /// The sum of `key` over cards.
    pub(super) fn total(&mut self, reg: u32, of: NodeId, key: NodeId) -> NodeId {
        match self.tabulate(key, reg) {
            Some(table) => self.node(Node::TotalTab { table, of }),
            None => self.node(Node::FoldCards { fold: crate::ir::Fold::Total, reg, of, key }),
        }
    }

    /// A table by card of a phrase that depends on one card only.
    pub(super) fn tabulate(&mut self, id: NodeId, reg: u32) -> Option<u32> {
        if !self.deps_of(id).only_on(reg) {
            return None;
        }
        let cost = self.costs.get(id).copied().unwrap_or(0).saturating_mul(self.program.cards.len() as u64);
        if !self.may_be_worked_out(cost) {
            return None;
        }
        let values: Option<Vec<i64>> =
            (0..self.program.cards.len()).map(|card| self.at(id, reg, i64::try_from(card).ok()?)).collect();
        values.map(|values| self.new_table(values))
    }
}
