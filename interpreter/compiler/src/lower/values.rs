//! Values: worked out once, looked up where they are tables.

use super::{Binding, Lower};
use crate::diagnostic::Span;
use crate::engine::{Lack, Node, NodeId, Sort};
use crate::ir::{Expr, Ty, Value};

impl Lower<'_> {
    pub(super) fn value(&mut self, id: usize, args: &[Expr], sort: Sort) -> NodeId {
        let game = self.game;
        let Some(value) = game.values.get(id) else { return self.constant_int(0) };
        let known = self.values_now().get(id).cloned().flatten();
        let (regs, body) = match known {
            Some(known) => known,
            None => {
                let regs = self.new_regs(value);
                // Of one card, it is a table.
                let of_card = match (regs.as_slice(), value.params.as_slice(), sort) {
                    ([reg], [(_, Ty::Card)], Sort::Int) => Some(*reg),
                    _ => None,
                };
                let mut body = self.value_body(value, sort);
                if let (false, Some(reg)) = (self.unwatched, of_card) {
                    self.unwatched = true;
                    let plain = self.value_body(value, sort);
                    self.unwatched = false;
                    let other = if matches!(value.ty, Ty::Number | Ty::YesNo) { 0 } else { -1 };
                    body = self.like_a_table(reg, plain, body, other);
                }
                if let Some(reg) = of_card
                    && let Some(table) = self.tabulate(body, reg)
                {
                    let other = if matches!(value.ty, Ty::Number | Ty::YesNo) { 0 } else { -1 };
                    let key = self.node(Node::Reg(reg));
                    body = self.node(Node::Tab { table, low: 0, key, other });
                }
                if let Some(reg) = of_card {
                    self.every_card_has_the_numbers(body, reg);
                }
                if let Some(slot) = self.values_now().get_mut(id) {
                    *slot = Some((regs.clone(), body));
                }
                (regs, body)
            }
        };
        // A table of the parameter is looked up at once.
        if let ([reg], [arg]) = (regs.as_slice(), args)
            && let Some(Node::Tab { table, low, key, other }) = self.program.nodes.get(body).cloned()
            && self.program.nodes.get(key) == Some(&Node::Reg(*reg))
        {
            let key = self.int(arg);
            return self.node(Node::Tab { table, low, key, other });
        }
        self.with_all(&regs, args, body)
    }

    /// Registers for what a value is of.
    pub(super) fn new_regs(&mut self, value: &Value) -> Vec<u32> {
        let mut regs = Vec::new();
        for (var, _) in &value.params {
            let reg = self.new_reg();
            self.bind(*var, Binding::Reg(reg));
            regs.push(reg);
        }
        regs
    }

    /// A phrase with its registers set to what a value is asked of. All of that is worked out before any is set: it may ask for the same
    /// value of something else.
    pub(super) fn with_all(&mut self, regs: &[u32], args: &[Expr], body: NodeId) -> NodeId {
        let args: Vec<NodeId> = args.iter().map(|arg| self.int(arg)).collect();
        let [(first, first_arg), rest @ ..] = &*regs.iter().zip(args).collect::<Vec<_>>() else { return body };
        if rest.is_empty() {
            return self.with(**first, *first_arg, body);
        }
        let kept: Vec<u32> = rest.iter().map(|_| self.new_reg()).collect();
        let mut found = self.with(**first, *first_arg, body);
        for ((reg, _), kept) in rest.iter().zip(&kept) {
            let value = self.node(Node::Reg(*kept));
            found = self.with(**reg, value, found);
        }
        for ((_, arg), kept) in rest.iter().zip(&kept) {
            found = self.with(*kept, *arg, found);
        }
        found
    }

    fn value_body(&mut self, value: &Value, sort: Sort) -> NodeId {
        match sort {
            Sort::Int => self.int(&value.body),
            Sort::Cards => self.cards(&value.body),
            Sort::Seats => self.seats(&value.body),
        }
    }

    /// The values as they were lowered.
    const fn values_now(&mut self) -> &mut Vec<super::Lowered> {
        let [watched, unwatched] = &mut self.values;
        if self.unwatched { unwatched } else { watched }
    }

    pub(super) fn table(
        &mut self,
        key_expr: &Expr,
        low: i64,
        arms: &[Option<Expr>],
        other: Option<&Expr>,
        span: Span,
    ) -> NodeId {
        let key = self.int(key_expr);
        let of_none = usize::try_from(-1 - low).ok().and_then(|at| arms.get(at)).and_then(Option::as_ref);
        if other.is_none() && of_none.is_none() {
            self.the_table_has_a_row_for_none(key_expr, span);
        }
        // A known key needs only its own row: rows for other player counts may not even make sense here.
        if let Some(known) = self.constant(key) {
            let arm = usize::try_from(known - low).ok().and_then(|at| arms.get(at)).and_then(Option::as_ref).or(other);
            if let Some(arm) = arm {
                return self.int(arm);
            }
        }
        let mut arms: Vec<Option<NodeId>> = arms.iter().map(|arm| arm.as_ref().map(|arm| self.int(arm))).collect();
        let mut low = low;
        if let Ok(before) = usize::try_from(low)
            && other.is_none()
            && self.is_none_where_missing(key_expr)
        {
            let rule = self.rule(span);
            let missing = self.node(Node::Missing { lack: Lack::Row, rule });
            arms.splice(..0, std::iter::once(Some(missing)).chain(std::iter::repeat_n(None, before)));
            low = -1;
        }
        let other = other.map(|other| self.int(other));
        let values: Option<Vec<i64>> =
            arms.iter().map(|arm| arm.or(other).and_then(|arm| self.constant(arm))).collect();
        if let (Some(values), Some(other)) = (values, other.map_or(Some(None), |other| self.constant(other).map(Some)))
            && let Some(other) = other
        {
            let table = self.new_table(values);
            return self.node(Node::Tab { table, low, key, other });
        }
        let rule = self.rule(span);
        self.node(Node::Arms { low, key, arms, other, rule })
    }

    pub(super) fn conversion(&mut self, from: usize, to: Option<usize>, missing: i64) -> u32 {
        let members = self.game.kinds.get(from).map(|kind| kind.members.clone()).unwrap_or_default();
        let convert = |member: &String| match to {
            None => member.parse::<i64>().unwrap_or(0),
            Some(to) => {
                let found =
                    self.game.kinds.get(to).and_then(|kind| kind.members.iter().position(|other| other == member));
                found.and_then(|found| i64::try_from(found).ok()).unwrap_or(missing)
            }
        };
        let values = members.iter().map(convert).collect();
        self.new_table(values)
    }
}
