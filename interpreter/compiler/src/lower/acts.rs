//! Code generation: acts, what is picked for them, and the `must` lines that they obey.

use super::{Binding, Lower};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{self, MOST_MUSTS, MOST_PICKS, Node, NodeId, Source, Told};
use crate::ir::{self, Comparison, Expr};

impl Lower<'_> {
    pub(super) fn act(&mut self, act: &ir::Act) -> engine::Act {
        let when = act.when.as_ref().map(|when| self.int(when));
        if act.picks.len() > MOST_PICKS {
            self.problems.push(
                Diagnostic::new(Code::TooManyPicks, act.span, format!("one act picks at most {MOST_PICKS} things"))
                    .help("ask again in the block of the act"),
            );
        }
        if act.musts.len() > MOST_MUSTS {
            self.problems.push(
                Diagnostic::new(
                    Code::TooManyMusts,
                    act.span,
                    format!("one act obeys at most {MOST_MUSTS} `must` lines"),
                )
                .help("join conditions by `and`, or put them into the `where` of a pick"),
            );
        }
        let picks: Vec<engine::Pick> = act.picks.iter().map(|pick| self.pick(pick)).collect();
        let mut musts: Vec<engine::Must> = Vec::new();
        for (at, must) in act.musts.iter().enumerate() {
            let above = act.musts.get(..at).unwrap_or_default();
            let obliges =
                act.picks.first().filter(|_| must.except.is_some()).map(|pick| self.obliges(pick, above, must));
            musts.push(self.must(must, &picks, obliges));
        }
        // A bound holds for all choices from the start: not behind a line that has to look at them first.
        musts.iter_mut().skip_while(|must| !must.if_able).for_each(|must| must.bound = None);
        let (name, rule) = (self.short(act.name, act.span), self.rule(act.span));
        engine::Act { name, role: act.role, when, picks, musts, entry: 0, over: None, rule }
    }

    fn pick(&mut self, pick: &ir::Pick) -> engine::Pick {
        let source = match &pick.source {
            ir::Source::Cards { from, least, most, if_able, .. } => Source::Cards {
                from: self.cards(from),
                least: self.int(least),
                most: self.int(most),
                if_able: *if_able,
            },
            ir::Source::Number { low, high } => Source::Number { low: self.int(low), high: self.int(high) },
            ir::Source::Member(kind) => {
                Source::Member { kind: self.short(*kind, pick.span), count: self.per_count(ir::Per::Kind(*kind)) }
            }
            ir::Source::Player => Source::Seat,
            ir::Source::YesNo => Source::YesNo,
        };
        let cards = matches!(source, Source::Cards { .. });
        let (reg, slot) = if pick.several {
            let (reg, slot) = (self.new_card_reg(), self.new_masks(1));
            self.bind(pick.var, Binding::CardReg(reg));
            (reg, slot)
        } else {
            let range = self.ranges.of(&Expr::Var(pick.var));
            let slot = if cards { self.new_ints(1) } else { self.new_ints_for(1, range) };
            let reg = self.new_reg();
            self.bind(pick.var, Binding::Reg(reg));
            (reg, slot)
        };
        let each = if pick.several { self.new_reg() } else { reg };
        if pick.several {
            self.bind(pick.each, Binding::Reg(each));
        }
        let filter = pick.cond.as_ref().map(|cond| {
            let cond = self.int(cond);
            if !cards {
                return cond;
            }
            let all = self.node(Node::Cards(self.all_cards()));
            // The condition is asked only of the cards that are there.
            match (self.as_set(cond, each), &source) {
                (Some(set), _) => set,
                (None, Source::Cards { from, .. }) => self.node(Node::Scan { reg: each, of: *from, cond }),
                (None, _) => all,
            }
        });
        let so_that = pick.so_that.as_ref().map(|cond| self.int(cond));
        let to = pick.to.as_ref().map(|to| self.place_at(to));
        let rule = self.rule(pick.span);
        // Nobody else, until the block of the act says who.
        let told = Told::WhoSees(Vec::new());
        engine::Pick { source, reg, slot, several: pick.several, to, filter, so_that, told, rule }
    }

    /// Where a line leaves some cards free, it counts while another one obeys it, and is no `if able` any more.
    fn must(&mut self, must: &ir::Must, picks: &[engine::Pick], obliges: Option<NodeId>) -> engine::Must {
        let mut when = must.when.as_ref().map(|when| self.int(when));
        let mut cond = self.int(&must.cond);
        if let (Some(except), Some(obliges)) = (&must.except, obliges) {
            let except = self.int(except);
            cond = self.node(Node::Or(cond, except));
            when = Some(when.map_or(obliges, |when| self.node(Node::And(when, obliges))));
        }
        let if_able = must.if_able && obliges.is_none();
        // The last pick of which a phrase speaks.
        let speaks = |this: &Self, node: NodeId| {
            let deps = this.deps_of(node);
            picks.iter().rposition(|pick| deps.on(if pick.several { pick.reg + (1 << 20) } else { pick.reg }))
        };
        let mut spoken_of = speaks(self, cond);
        // Where `when` speaks of what is picked, the line is a condition on it as a whole.
        let (when, cond) = match when.map(|when| (when, speaks(self, when))) {
            Some((of_pick, at @ Some(_))) => {
                spoken_of = spoken_of.max(at);
                let not = self.node(Node::Not(of_pick));
                (None, self.node(Node::Or(not, cond)))
            }
            when => (when.map(|(when, _)| when), cond),
        };
        let at = spoken_of.unwrap_or_else(|| picks.len().saturating_sub(1));
        let of = picks.get(at);
        let single = of.filter(|pick| matches!(pick.source, Source::Cards { .. }) && !pick.several);
        let cards = single.and_then(|pick| self.as_set(cond, pick.reg));
        let bound = of
            .filter(|pick| matches!(pick.source, Source::Number { .. }) && !if_able)
            .and_then(|pick| self.bound(cond, pick.reg));
        let rule = self.rule(must.span);
        engine::Must { when, cond, cards, bound, if_able, of_picks: spoken_of.is_some(), at, rule }
    }

    /// A condition that bounds the number in a register.
    fn bound(&self, cond: NodeId, reg: u32) -> Option<(Comparison, NodeId)> {
        let Some(Node::Cmp(comparison, a, b)) = self.program.nodes.get(cond) else { return None };
        let this = |node: &NodeId| self.program.nodes.get(*node) == Some(&Node::Reg(reg));
        let flipped = comparison.mirrored();
        if *comparison == Comparison::IsNot {
            return None;
        }
        if this(a) && !self.deps_of(*b).on(reg) {
            return Some((*comparison, *b));
        }
        (this(b) && !self.deps_of(*a).on(reg)).then_some((flipped, *a))
    }

    /// Whether a `must` obliges anybody: whether one of the cards obeys it that the lines above it leave.
    fn obliges(&mut self, pick: &ir::Pick, above: &[ir::Must], must: &ir::Must) -> NodeId {
        let ir::Source::Cards { from, .. } = &pick.source else { return self.constant_int(0) };
        let before = self.env.get(pick.var).copied().flatten();
        let reg = self.new_reg();
        self.bind(pick.var, Binding::Reg(reg));
        let mut left = self.cards(from);
        if let Some(cond) = &pick.cond {
            let cond = self.int(cond);
            left = self.filter(left, cond, reg);
        }
        for line in above {
            left = self.left_by(line, left, reg);
        }
        let cond = self.int(&must.cond);
        let obeying = self.filter(left, cond, reg);
        if let Some(before) = before {
            self.bind(pick.var, before);
        }
        self.is_not_empty(obeying)
    }

    /// The cards that one line leaves.
    fn left_by(&mut self, line: &ir::Must, left: NodeId, reg: u32) -> NodeId {
        let cond = self.int(&line.cond);
        let when = line.when.as_ref().map(|when| self.int(when));
        let (cond, when) = match when {
            Some(when) if self.deps_of(when).on(reg) => {
                let not = self.node(Node::Not(when));
                (self.node(Node::Or(not, cond)), None)
            }
            when => (cond, when),
        };
        let obeying = self.filter(left, cond, reg);
        let mut counts = when;
        let mut keeps = obeying;
        if line.if_able {
            let able = self.is_not_empty(obeying);
            counts = Some(counts.map_or(able, |when| self.node(Node::And(when, able))));
        }
        if let Some(except) = &line.except {
            let except = self.int(except);
            let free = self.filter(left, except, reg);
            keeps = self.node(Node::Either(obeying, free));
        }
        match counts {
            Some(counts) => self.node(Node::IfCards(counts, keeps, left)),
            None => keeps,
        }
    }
}
