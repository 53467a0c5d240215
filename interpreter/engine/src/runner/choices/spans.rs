//! Values of a wide range that fit, as intervals (interval arithmetic): a condition made of comparisons of the value with what is the same for all
//! is solved for the value, whatever `and`, `or`, `not` and questions to each seat join them.

use std::ops::ControlFlow;

use super::super::super::act::Picked;
use super::super::super::eval::{compares, each_seat};
use super::super::super::program::{Node, NodeId, Pick};
use super::super::amounts::Amount;
use super::super::conditions::Test;
use super::super::desk::Desk;
use super::super::fits::{OnMembers, unfailing};
use super::super::{Build, Seats};
use super::classes::{Span, both, solved};
use super::values::Values;
use crate::index::fit;
use crate::{Comparison, Fold};

/// Most intervals that are told apart: where there are more, values are looked at one by one.
const MOST_SPANS: usize = 16;

/// The rules on the values of a pick.
pub(in super::super) struct Wide {
    rules: Box<[(Line, bool)]>,
    /// The values that fit by what is asked of nothing but the value.
    values: Option<Values>,
}

/// A condition on a value, in parts.
enum Line {
    /// The same for all values.
    Given(Test),
    /// So many times the value, compared with what is the same for all.
    Bound(i64, Comparison, Amount),
    And(Box<[Self; 2]>),
    Or(Box<[Self; 2]>),
    Not(Box<Self>),
    If(Test, Box<[Self; 2]>),
    /// Asked for any of some seats, or for every one, each in a register.
    Seats {
        any: bool,
        among: Seats,
        reg: u32,
        of: Box<Self>,
    },
}

/// Intervals in their order, of which no two have a value in common.
#[derive(Clone, Copy)]
struct Spans {
    count: usize,
    spans: [Span; MOST_SPANS],
}

/// The values that fit now.
#[derive(Clone, Copy)]
pub(in super::super) struct Spanned<'a> {
    spans: Spans,
    values: Option<&'a Values>,
}

impl Build<'_> {
    /// The values that a pick may have by rules that ask for it, where each can be solved for the value or asks of nothing else.
    pub(in super::super) fn wide(&self, pick: &Pick, rules: &[OnMembers]) -> Option<Wide> {
        (!self.untabulated.get()).then_some(())?;
        let (mut lines, mut known) = (Vec::new(), Vec::new());
        for rule in rules {
            match self.line_of_rule(pick.reg, rule) {
                Some(line) => lines.push((line, rule.if_able)),
                None if rule.when.is_none() && !rule.if_able => known.push(rule.cond),
                None => return None,
            }
        }
        let gives_way = lines.iter().any(|(_, if_able)| *if_able);
        // Which rules give way would go by both.
        (!lines.is_empty() && (known.is_empty() || !gives_way)).then_some(())?;
        let values = if known.is_empty() { None } else { Some(self.known_values(pick, &known)?) };
        Some(Wide { rules: lines.into(), values })
    }

    fn line_of_rule(&self, reg: u32, rule: &OnMembers) -> Option<Line> {
        let line = self.line(reg, rule.cond)?;
        match rule.when {
            Some(when) => Some(Line::Or(Box::new([Line::Not(Box::new(self.line(reg, when)?)), line]))),
            None => Some(line),
        }
    }

    /// A condition solved for the value in a register.
    fn line(&self, reg: u32, id: NodeId) -> Option<Line> {
        if !self.asks(id, &[reg]) {
            return Some(Line::Given(self.test(id)));
        }
        let part = |of: &NodeId| self.line(reg, *of);
        match self.node(id) {
            Node::And(a, b) => Some(Line::And(Box::new([part(a)?, part(b)?]))),
            Node::Or(a, b) => Some(Line::Or(Box::new([part(a)?, part(b)?]))),
            Node::Not(of) => Some(Line::Not(Box::new(part(of)?))),
            Node::SeenIn { of, .. } => part(of),
            Node::If(cond, a, b) if !self.asks(*cond, &[reg]) => {
                Some(Line::If(self.test(*cond), Box::new([part(a)?, part(b)?])))
            }
            Node::FoldSeats { fold: fold @ (Fold::Any | Fold::Every), reg: seat, of, key } => {
                (!self.asks(*of, &[reg])).then_some(())?;
                let of_each = Box::new(part(key)?);
                Some(Line::Seats { any: *fold == Fold::Any, among: self.seats(*of), reg: *seat, of: of_each })
            }
            Node::Cmp(comparison, a, b) => self.bound_on(reg, *comparison, (*a, *b)),
            _ => None,
        }
    }

    /// A comparison of sums of which so many times the value in a register is a part.
    fn bound_on(&self, reg: u32, comparison: Comparison, sides: (NodeId, NodeId)) -> Option<Line> {
        let (own, other) = self.own_parts(reg, sides)?;
        let mut times: i64 = 0;
        for (id, minus) in own {
            let of_one = match self.node(id) {
                Node::Reg(of) if *of == reg => 1,
                Node::Mul(a, b) => match (self.node(*a), self.node(*b)) {
                    (Node::Int(times), Node::Reg(of)) | (Node::Reg(of), Node::Int(times)) if *of == reg => *times,
                    _ => return None,
                },
                _ => return None,
            };
            times = if minus { times.checked_sub(of_one)? } else { times.checked_add(of_one)? };
        }
        (times.unsigned_abs() < 1 << 20).then(|| Line::Bound(times, comparison, self.sum(other, true)))
    }
}

impl Wide {
    /// Those between two; nothing where something fails, which is told by a look at each, and where there are too many intervals.
    pub(in super::super) fn of(&self, desk: &mut Desk, (low, high): (i64, i64)) -> Option<Spanned<'_>> {
        let values = self.values.as_ref();
        (low > high || values.is_none_or(|values| values.count((low, high)).is_some())).then_some(())?;
        let spans = unfailing(desk, |desk| self.keep(desk, Spans::one((low, high))))??;
        Some(Spanned { spans, values })
    }

    fn keep(&self, desk: &mut Desk, mut left: Spans) -> Option<Spans> {
        for (line, if_able) in &self.rules {
            if left.count == 0 {
                break;
            }
            let kept = line.of(desk, &left)?;
            if kept.count != 0 || !if_able {
                left = kept;
            }
        }
        Some(left)
    }
}

impl Line {
    /// The part of some values of which it holds; nothing where there are too many intervals.
    fn of(&self, desk: &mut Desk, among: &Spans) -> Option<Spans> {
        if among.count == 0 {
            return Some(*among);
        }
        let all_if = |holds: bool| if holds { *among } else { Spans::NONE };
        match self {
            Self::Given(test) => Some(all_if(test.holds(desk))),
            Self::Bound(0, comparison, than) => {
                let than = than.of(desk);
                Some(all_if(compares(*comparison, 0, than)))
            }
            Self::Bound(times, Comparison::IsNot, than) => {
                let is = among.within(solved(*times, Comparison::Is, than.of(desk)))?;
                among.without(&is)
            }
            Self::Bound(times, comparison, than) => among.within(solved(*times, *comparison, than.of(desk))),
            Self::And(both) => {
                let [a, b] = &**both;
                let left = a.of(desk, among)?;
                b.of(desk, &left)
            }
            Self::Or(both) => {
                let [a, b] = &**both;
                let not_a = among.without(&a.of(desk, among)?)?;
                let neither = not_a.without(&b.of(desk, &not_a)?)?;
                among.without(&neither)
            }
            Self::Not(of) => among.without(&of.of(desk, among)?),
            Self::If(cond, both) => {
                let [a, b] = &**both;
                if cond.holds(desk) { a.of(desk, among) } else { b.of(desk, among) }
            }
            Self::Seats { any, among: seats, reg, of } => {
                // What is left: of any, the values of which it has held for none.
                let mut left = *among;
                for seat in each_seat(seats(desk)) {
                    desk.set_reg(*reg, seat.into());
                    let holds = of.of(desk, &left)?;
                    left = if *any { left.without(&holds)? } else { holds };
                }
                if *any { among.without(&left) } else { Some(left) }
            }
        }
    }
}

impl Spans {
    const NONE: Self = Self { count: 0, spans: [(1, 0); MOST_SPANS] };

    fn one(span: Span) -> Self {
        Self::NONE.with(span).unwrap_or(Self::NONE)
    }

    /// With another interval behind the last.
    fn with(mut self, span: Span) -> Option<Self> {
        if span.0 <= span.1 {
            *self.spans.get_mut(self.count)? = span;
            self.count += 1;
        }
        Some(self)
    }

    fn each(&self) -> impl Iterator<Item = Span> + '_ {
        self.spans.iter().take(self.count).copied()
    }

    fn within(&self, span: Span) -> Option<Self> {
        self.each().try_fold(Self::NONE, |kept, own| kept.with(both(own, span)))
    }

    fn without(&self, other: &Self) -> Option<Self> {
        let mut kept = Self::NONE;
        for (low, high) in self.each() {
            let mut left = Some(low);
            for (from, to) in other.each() {
                let Some(low) = left.filter(|low| from <= high && *low <= to) else { continue };
                if low < from {
                    kept = kept.with((low, from - 1))?;
                }
                left = (to < high).then(|| to + 1);
            }
            if let Some(low) = left {
                kept = kept.with((low, high))?;
            }
        }
        Some(kept)
    }
}

impl Spanned<'_> {
    fn of_span(&self, span: Span) -> u64 {
        match self.values {
            Some(values) => values.count(span).unwrap_or(0),
            None => fit(span.1.saturating_sub(span.0).saturating_add(1).max(0)),
        }
    }

    pub(in super::super) fn count(&self) -> u64 {
        self.spans.each().fold(0, |sum: u64, span| sum.saturating_add(self.of_span(span)))
    }

    /// The `n`th of them.
    pub(in super::super) fn nth(&self, n: u64) -> Picked {
        let mut left = n;
        let found = self.spans.each().find_map(|span| {
            let here = self.of_span(span);
            if left < here {
                return match self.values {
                    Some(values) => values.nth(span, left),
                    None => span.0.checked_add(fit(left)),
                };
            }
            left -= here;
            None
        });
        found.map_or_else(Picked::default, Picked::number)
    }

    /// Visits all of them, from a value on.
    pub(in super::super) fn each(
        &self,
        from: i64,
        visit: &mut dyn FnMut(Picked) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (low, high) in self.spans.each() {
            for value in low.max(from)..=high {
                if self.values.is_none_or(|values| values.count((value, value)) != Some(0)) {
                    visit(Picked::number(value))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
