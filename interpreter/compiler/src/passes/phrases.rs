//! Dead phrase elimination: of the arena only those phrases are kept that something asks for.

use crate::engine::{NodeId, PerNode, Program};

pub(super) fn drop_dead(program: &mut Program, asked: &mut [NodeId]) {
    let mut open: Vec<NodeId> = asked.to_vec();
    program.each_phrase(&mut |id| open.push(*id));
    let mut live: PerNode<bool> = program.nodes.iter().map(|_| false).collect();
    while let Some(id) = open.pop() {
        let Some(live) = live.get_mut(id).filter(|live| !**live) else { continue };
        *live = true;
        if let Some(node) = program.nodes.get(id) {
            program.inner(node, &mut |inner| open.push(inner));
        }
    }
    let numbers = program.nodes.keep_only(&live);
    let mut renumber = |id: &mut NodeId| {
        let number = numbers.get(*id).copied().flatten();
        debug_assert!(number.is_some(), "a phrase that is asked for is dropped");
        *id = number.unwrap_or(*id);
    };
    program.each_phrase(&mut renumber);
    asked.iter_mut().for_each(&mut renumber);
    program.nodes.iter_mut().for_each(|node| node.each_inner(&mut renumber));
}
