//! What is worked out of a group (aggregation): how many there are, totals, the highest, whether any or every one obeys.

use super::{Binding, Lower};
use crate::engine::{Node, NodeId};
use crate::ir::{Comparison, Expr, Fold, Over, Per};

impl Lower<'_> {
    /// Something worked out over a group, of its keys and so much more each.
    pub(super) fn fold_over(&mut self, fold: Fold, over: Over, var: usize, of: &Expr, key: &Expr, more: i64) -> NodeId {
        let reg = self.new_reg();
        match over {
            Over::Cards => {
                let of = self.cards(of);
                self.bind(var, Binding::Reg(reg));
                if fold == Fold::Total {
                    let key = self.counted(key);
                    return self.total(reg, of, key);
                }
                let (of, key) = self.keyed(over, reg, of, key);
                let key = self.more(key, more);
                match fold {
                    Fold::Any | Fold::Every => self.any_or_every(fold, reg, of, key),
                    Fold::Total
                    | Fold::Highest
                    | Fold::Lowest
                    | Fold::SecondHighest
                    | Fold::SecondLowest
                    | Fold::Different
                    | Fold::LongestRun => self.node(Node::FoldCards { fold, reg, of, key }),
                }
            }
            Over::Players => {
                let of = self.seats(of);
                self.bind(var, Binding::Reg(reg));
                let (of, key) = self.keyed(over, reg, of, key);
                let key = self.more(key, more);
                self.node(Node::FoldSeats { fold, reg, of, key })
            }
            Over::Kind(_) | Over::Teams => {
                self.bind(var, Binding::Reg(reg));
                let part = self.part_of_members(reg, of);
                let (part, key) = self.keyed_members(part, key);
                let key = self.more(key, more);
                self.node(Node::FoldMembers { fold, reg, count: self.count_of(over), part, key })
            }
        }
    }

    /// How many there are at most in a group: all cards, players, teams, or values of a kind.
    pub(super) fn count_of(&self, over: Over) -> u32 {
        match over {
            Over::Kind(kind) => self.per_count(Per::Kind(kind)),
            Over::Teams => self.per_count(Per::Team),
            Over::Players => self.per_count(Per::Player),
            Over::Cards => u32::try_from(self.program.cards.len()).unwrap_or(u32::MAX),
        }
    }

    /// Which values of a kind or teams a group is of: a condition on the one in a register; none where it is of all.
    fn part_of_members(&mut self, reg: u32, of: &Expr) -> Option<NodeId> {
        let Expr::Where { var, cond, .. } = of else { return None };
        self.bind(*var, Binding::Reg(reg));
        Some(self.int(cond))
    }

    /// How many values of a kind or teams a group is of.
    pub(super) fn count_members(&mut self, over: Over, of: &Expr) -> NodeId {
        let reg = self.new_reg();
        match self.part_of_members(reg, of) {
            None => self.constant_int(i64::from(self.count_of(over))),
            Some(part) => {
                let key = self.constant_int(1);
                self.node(Node::FoldMembers {
                    fold: Fold::Total,
                    reg,
                    count: self.count_of(over),
                    part: Some(part),
                    key,
                })
            }
        }
    }

    fn more(&mut self, number: NodeId, more: i64) -> NodeId {
        if more == 0 {
            return number;
        }
        let more = self.constant_int(more);
        self.node(Node::Add(number, more))
    }

    /// Whether any or every card obeys: a question about a set where the condition is one.
    fn any_or_every(&mut self, fold: Fold, reg: u32, of: NodeId, key: NodeId) -> NodeId {
        let Some(set) = self.as_set(key, reg) else { return self.node(Node::FoldCards { fold, reg, of, key }) };
        let zero = self.constant_int(0);
        if fold == Fold::Any {
            let both = self.node(Node::Both(of, set));
            let count = self.node(Node::Count(both));
            return self.compare(Comparison::IsNot, count, zero);
        }
        let without = self.node(Node::Without(of, set));
        let count = self.node(Node::Count(without));
        self.compare(Comparison::Is, count, zero)
    }
}
