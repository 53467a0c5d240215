//! Between which numbers a phrase lies (interval analysis on the program): never too few, none where that is not known.

use bidlang::engine::{Fold, Node, NodeId, Program};

/// How deep phrases are looked into.
const DEEPEST: u32 = 12;

/// The lowest and the highest number that a phrase can come to.
pub fn range(program: &Program, node: NodeId) -> Option<(i64, i64)> {
    within(program, node, DEEPEST)
}

fn within(program: &Program, node: NodeId, deep: u32) -> Option<(i64, i64)> {
    let deeper = deep.checked_sub(1)?;
    let of = |node: NodeId| within(program, node, deeper);
    let cards = i64::try_from(program.cards.len()).ok()?;
    match program.nodes.get(node)? {
        Node::Int(value) => Some((*value, *value)),
        Node::Slot(slot) => of_slot(program, *slot),
        Node::SlotAt { base, nothing, .. } => {
            let (low, high) = of_slot(program, *base)?;
            Some((low.min(*nothing), high.max(*nothing)))
        }
        Node::Tab { table, other, .. } => {
            let table = program.tables.get(*table as usize)?;
            let all = || table.iter().chain([other]).copied();
            Some((all().min()?, all().max()?))
        }
        Node::Add(a, b) => {
            let ((a, b), (c, d)) = (of(*a)?, of(*b)?);
            Some((a.checked_add(c)?, b.checked_add(d)?))
        }
        Node::Sub(a, b) => {
            let ((a, b), (c, d)) = (of(*a)?, of(*b)?);
            Some((a.checked_sub(d)?, b.checked_sub(c)?))
        }
        Node::If(_, a, b) => {
            let ((a, b), (c, d)) = (of(*a)?, of(*b)?);
            Some((a.min(c), b.max(d)))
        }
        Node::Count(_) => Some((0, cards)),
        Node::CountSeats(_) => Some((0, i64::from(program.seats))),
        Node::FoldCards { fold: Fold::Highest | Fold::Lowest, key, .. } => {
            let (low, high) = of(*key)?;
            Some((low.min(0), high.max(0)))
        }
        Node::FoldCards { fold: Fold::Total, key, .. } => {
            let (low, high) = of(*key)?;
            Some((low.min(0).checked_mul(cards)?, high.max(0).checked_mul(cards)?))
        }
        _ => None,
    }
}

/// The range of the track that lies in a slot.
fn of_slot(program: &Program, slot: u32) -> Option<(i64, i64)> {
    program.track_of(slot).map(|(_, track)| track.range)
}
