//! What is known of phrases before the game: whether they speak of a register, how large a number can be, whether working it out may stop
//! the game, and how long it takes.

use super::super::super::MOST_CARDS;
use std::rc::Rc;

use super::super::super::eval::Given;
use super::super::super::program::{Node, NodeId, PerNode, Pick};
use super::super::super::state::WIDE;
use super::super::Build;
use crate::Fold;

/// What is known of a phrase.
#[derive(Clone, Copy)]
pub(in super::super) struct Known {
    /// Whether it speaks of the group.
    pub(super) speaks: bool,
    /// How far from nought it can be; `MAX` where working it out may stop the game.
    pub(super) most: u64,
    /// How long working it out takes, about.
    steps: u64,
    /// The same where what does not speak of the group is kept while groups are looked at.
    own: u64,
}

/// A phrase that speaks of no register.
const NOTHING: Node = Node::Int(0);
/// For so many registers what is known of all phrases is kept.
const MOST_KEPT: usize = 4;
/// A phrase of which nothing is known.
pub(super) const UNKNOWN: Known = Known { speaks: true, most: u64::MAX, steps: 1, own: 1 };
/// A watched game takes at most so many times as long over what is kept in others.
const WATCHED: u64 = 64;
/// As many cards as a group or a hand usually has.
const USUAL: u64 = 8;
/// What a slot or a register holds is not beyond this.
const MOST_STORED: u64 = 1 << 31;
/// What a wide slot holds may be any number; two of them must not be added unseen.
const MOST_WIDE: u64 = MOST_NUMBER;
/// Numbers beyond this are too near to those that cannot be worked with.
pub(super) const MOST_NUMBER: u64 = 1 << 62;

impl Build<'_> {
    /// Whether working out a phrase may stop the game.
    pub(in super::super) fn may_fail(&self, id: NodeId) -> bool {
        self.most_of(id) > MOST_NUMBER
    }

    /// How far from nought a number can be; `MAX` where working it out may stop the game.
    pub(in super::super) fn most_of(&self, id: NodeId) -> u64 {
        self.known_of(&NOTHING).get(id).map_or(u64::MAX, |known| known.most)
    }

    /// How long working out a phrase takes, about.
    pub(in super::super) fn steps_of(&self, id: NodeId) -> u64 {
        self.known_of(&NOTHING).get(id).map_or(1, |known| known.steps)
    }

    /// How long working out a phrase takes once what does not speak of a group is known, about.
    pub(in super::super) fn steps_of_group(&self, group: u32, id: NodeId) -> u64 {
        self.known_of(&Node::CardReg(group)).get(id).map_or(1, |known| known.own)
    }

    /// Whether a phrase speaks of what is picked.
    pub(in super::super) fn speaks_of(&self, id: NodeId, pick: &Pick) -> bool {
        let register = if pick.several { Node::CardReg(pick.reg) } else { Node::Reg(pick.reg) };
        self.known_of(&register).get(id).is_none_or(|known| known.speaks)
    }

    /// What is known of each phrase, and whether it speaks of a register. The last that were asked for are kept.
    pub(super) fn known_of(&self, register: &Node) -> Rc<PerNode<Known>> {
        let kept =
            self.looked_through.borrow().iter().find(|(of, _)| of == register).map(|(_, known)| Rc::clone(known));
        kept.unwrap_or_else(|| {
            let known: Rc<PerNode<Known>> = self.look_through(register).into();
            let mut kept = self.looked_through.borrow_mut();
            if kept.len() > MOST_KEPT {
                kept.remove(0);
            }
            kept.push((register.clone(), Rc::clone(&known)));
            known
        })
    }

    /// How long a part of a phrase takes where it is kept if it does not speak of the group. It is not in a watched game, which takes up to so many times as long.
    fn steps_where_kept(&self, id: NodeId, known: Known) -> u64 {
        if known.speaks {
            return known.own;
        }
        let kept = known.most <= MOST_NUMBER && self.goes_by_no_register(id);
        if kept { (known.steps / WATCHED).max(1) } else { known.steps }
    }

    fn look_through(&self, register: &Node) -> PerNode<Known> {
        let mut known: PerNode<Known> = PerNode::default();
        for node in self.program.nodes.iter() {
            // Phrases stand behind those they are made of.
            let of = |id: &NodeId| known.get(*id).copied().unwrap_or(UNKNOWN);
            let mut speaks = register == node;
            let (mut most, mut steps, mut own): (u64, u64, u64) = (0, 1, 1);
            self.program.inner(node, &mut |inner| {
                speaks |= of(&inner).speaks;
                most = most.max(of(&inner).most);
                steps = steps.saturating_add(of(&inner).steps);
                own = own.saturating_add(self.steps_where_kept(inner, of(&inner)));
            });
            if let Node::FoldCards { key, .. }
            | Node::Scan { cond: key, .. }
            | Node::BestCards { key, .. }
            | Node::FoldSeats { key, .. }
            | Node::ScanSeats { cond: key, .. }
            | Node::BestSeats { key, .. }
            | Node::CountSets { cond: key, .. }
            | Node::FoldMembers { key, .. } = node
            {
                let each = of(key).steps.saturating_mul(USUAL);
                (steps, own) = (steps.saturating_add(each), own.saturating_add(each));
            }
            if let Node::FoldMembers { part: Some(part), .. } = node {
                let each = of(part).steps.saturating_mul(USUAL);
                (steps, own) = (steps.saturating_add(each), own.saturating_add(each));
            }
            let most = match node {
                Node::Slot(slot) | Node::SlotAt { base: slot, .. } if *slot >= WIDE => MOST_WIDE,
                Node::Int(value) => value.unsigned_abs(),
                // By a number that is written, and is not nought, anything can be divided.
                Node::Div { a, b, .. } | Node::Mod(a, b) if matches!(self.node(*b), Node::Int(by) if *by > 0) => {
                    of(a).most.max(of(b).most)
                }
                Node::Div { .. } | Node::Mod(..) | Node::Arms { .. } | Node::Missing { .. } => u64::MAX,
                // It may take too long, and then stops the game.
                Node::CountSets { .. } => u64::MAX,
                Node::Add(a, b) | Node::Sub(a, b) => of(a).most.saturating_add(of(b).most),
                Node::Mul(a, b) => of(a).most.saturating_mul(of(b).most),
                Node::FoldCards { fold: Fold::Total, of: group, key, .. } => {
                    of(group).most.max(of(key).most.saturating_mul(MOST_CARDS as u64))
                }
                Node::FoldSeats { fold: Fold::Total, of: group, key, .. } => {
                    of(group).most.max(of(key).most.saturating_mul(32))
                }
                Node::FoldMembers { count, key, .. } => of(key).most.saturating_mul(u64::from(*count)),
                Node::Tab { table, other, .. } => most.max(other.unsigned_abs()).max(self.largest_of(*table, 1)),
                Node::TotalTab { table, .. } => most.max(self.largest_of(*table, MOST_CARDS as u64)),
                Node::Let { value, .. } if of(value).most > MOST_STORED => u64::MAX,
                Node::Cmp(..) | Node::And(..) | Node::Or(..) | Node::Not(_) if most <= MOST_NUMBER => 1,
                _ => most.max(MOST_STORED),
            };
            known.push(Known { speaks, most: if most > MOST_NUMBER { u64::MAX } else { most }, steps, own });
        }
        known
    }

    fn largest_of(&self, table: u32, times: u64) -> u64 {
        let table = self.program.tables.get(table as usize).map_or(&[][..], Vec::as_slice);
        table.iter().map(|value| value.unsigned_abs().saturating_mul(times)).max().unwrap_or(0)
    }

    /// What a number is for each card, where it depends on nothing else. It is worked out before the game, also where somebody is told
    /// when it is worked out in play: else counting what is reached would take other ways, and more work than there may be.
    pub(super) fn by_card(&self, reg: u32, key: NodeId) -> Option<Box<[i64]>> {
        let cards = self.program.like.len();
        if let Node::Tab { table, low: 0, key, .. } = self.node(key)
            && *self.node(*key) == Node::Reg(reg)
            && let Some(table) = self.program.tables.get(*table as usize).filter(|table| table.len() == cards)
        {
            return Some(table.as_slice().into());
        }
        self.is_known(key, &mut vec![reg], true).then_some(())?;
        let mut given = Given::new(self.program, key);
        (0_i64..).take(cards).map(|card| given.of(&self.fixed, &[(reg, card)])).collect()
    }
}
