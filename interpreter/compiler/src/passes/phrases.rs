//! Dead phrase elimination: of the arena only those phrases are kept that something asks for.

use crate::engine::{NodeId, Program};

pub(super) fn drop_dead(program: &mut Program, asked: &mut [NodeId]) {
    let mut open: Vec<NodeId> = asked.to_vec();
    program.each_phrase(&mut |id| open.push(*id));
    let mut live = vec![false; program.nodes.len()];
    while let Some(id) = open.pop() {
        let Some(live) = live.get_mut(id as usize).filter(|live| !**live) else { continue };
        *live = true;
        if let Some(node) = program.nodes.get(id as usize) {
            program.inner(node, &mut |inner| open.push(inner));
        }
    }
    let mut next: NodeId = 0;
    let numbers: Vec<NodeId> = live
        .iter()
        .map(|live| {
            next += NodeId::from(*live);
            next - NodeId::from(*live)
        })
        .collect();
    let mut renumber = |id: &mut NodeId| {
        if let Some(number) = numbers.get(*id as usize) {
            *id = *number;
        }
    };
    program.each_phrase(&mut renumber);
    asked.iter_mut().for_each(&mut renumber);
    program.nodes.iter_mut().for_each(|node| node.each_inner(&mut renumber));
    let mut live = live.into_iter();
    program.nodes.retain(|_| live.next() == Some(true));
}
