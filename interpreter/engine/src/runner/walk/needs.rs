//! What has to hold for an act whatever is picked (partial evaluation of its rules): the parts of conditions that go by no pick. Where it does not hold,
//! nothing is counted.

use super::super::super::program::{Act, Node, NodeId, Source};
use super::super::{Build, Conditions};

impl Build<'_> {
    /// What has to hold for there to be a choice. Rules that give way need nothing, nor does what may stop the game.
    pub(super) fn needs(&self, act: &Act) -> Box<[Conditions]> {
        // Of no cards less may be asked than of some.
        let needs_one = |at: usize| {
            act.picks.get(at).is_some_and(|pick| !matches!(pick.source, Source::Cards { if_able: true, .. }))
        };
        let musts = (0..act.picks.len()).filter(|at| needs_one(*at)).flat_map(|at| act.musts_at(at));
        musts
            .filter(|must| !must.if_able)
            .filter_map(|must| {
                let rule = self.need(act, must.cond, true)?;
                match must.when {
                    Some(when) => {
                        let apart = self.need(act, when, false)?;
                        Some(either(apart, rule))
                    }
                    None => Some(rule),
                }
            })
            .collect()
    }

    /// What has to hold for a condition to hold, or not to hold, whatever is picked; nothing where it may anyway.
    fn need(&self, act: &Act, id: NodeId, holds: bool) -> Option<Conditions> {
        if !act.picks.iter().any(|pick| self.speaks_of(id, pick)) {
            let cond = Some(self.condition(id)).filter(|_| !self.may_fail(id))?;
            return Some(if holds { cond } else { Box::new(move |desk| !cond(desk)) });
        }
        match (self.node(id), holds) {
            (Node::And(a, b), true) | (Node::Or(a, b), false) => {
                match (self.need(act, *a, holds), self.need(act, *b, holds)) {
                    (Some(a), Some(b)) => Some(Box::new(move |desk| a(desk) && b(desk))),
                    (a, b) => a.or(b),
                }
            }
            (Node::Or(a, b), true) | (Node::And(a, b), false) => {
                Some(either(self.need(act, *a, holds)?, self.need(act, *b, holds)?))
            }
            (Node::Not(of), _) => self.need(act, *of, !holds),
            (Node::Watch { of, .. }, _) => self.need(act, *of, holds),
            _ => None,
        }
    }
}

fn either(a: Conditions, b: Conditions) -> Conditions {
    Box::new(move |desk| a(desk) || b(desk))
}
