//! How many sets of cards there are, as a number: counted as the choices of several cards are.

use super::super::super::super::fault::FaultKind;
use super::super::super::super::program::CardSet;
use super::super::super::super::program::{Node, NodeId};
use super::super::super::{Build, MOST_WORK, Numbers};
use super::how::MOST_DEPTH;
use super::{How, Several};

impl Build<'_> {
    /// How many sets of cards there are of which a condition holds; like cards are told apart.
    pub(in super::super::super) fn count_sets(
        &self,
        reg: u32,
        of: NodeId,
        (least, most): (NodeId, NodeId),
        cond: NodeId,
    ) -> Numbers {
        let conditions: Vec<(Option<NodeId>, NodeId)> = match self.node(cond) {
            Node::Int(holds) if *holds != 0 => Vec::new(),
            _ => vec![(None, cond)],
        };
        let several = Several {
            cards: self.cards(of),
            least: self.amount(least),
            most: self.amount(most),
            if_able: false,
            reg,
            like: None,
            places: Box::default(),
            how: How {
                // What does not speak of a set is not kept here.
                weight: conditions.iter().map(|(_, cond)| self.steps_of(*cond)).fold(1, u64::saturating_add),
                ..self.how_of(reg, &conditions, (of, 0), MOST_DEPTH)
            },
            late: None,
            rule: 0,
        };
        Box::new(move |desk| {
            // It has a bound of its own where nothing bounds the work, and then counts as what was worked.
            let before = desk.look_at;
            desk.look_at = before.min(MOST_WORK);
            let ready = several.ready(desk, CardSet::NONE);
            let found = several.count(desk, &ready);
            desk.look_at = before.saturating_sub(before.min(MOST_WORK).saturating_sub(desk.look_at));
            i64::try_from(found).unwrap_or_else(|_| desk.fail(FaultKind::Overflow, 0))
        })
    }
}
