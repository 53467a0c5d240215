//! Common subexpressions of a decision: what several rules ask, or one rule of each card, is worked out once as long as nothing happens. A
//! phrase that goes by no register is kept on the desk with the number of the look in which it was worked out.

use super::super::program::{Node, NodeId};
use super::desk::Desk;
use super::{Build, Cards, Conditions, Numbers, Seats};

/// From how much work on a phrase is kept.
const LONG: u32 = 6;

/// What is made while phrases are shared.
#[derive(Default)]
pub(super) struct Sharing {
    /// Whether phrases are made for one look at a decision.
    on: bool,
    /// The phrases that are kept, by their numbers on the desk.
    all: Vec<(NodeId, Sort)>,
    /// The one that is being made.
    making: Option<(NodeId, Sort)>,
    /// How many closures were made of such phrases.
    made: usize,
}

/// What a phrase is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Condition,
    Cards,
    Seats,
}

impl Build<'_> {
    /// Makes what is asked in one look at a decision; and whether what is kept has to be forgotten before each.
    pub(super) fn in_one_look<T>(&self, make: impl FnOnce() -> T) -> (T, bool) {
        let (before, count) = {
            let mut sharing = self.shared.borrow_mut();
            (std::mem::replace(&mut sharing.on, true), sharing.made)
        };
        let made = make();
        let mut sharing = self.shared.borrow_mut();
        sharing.on = before;
        // Inside of another look it is that which begins.
        (made, sharing.made > count && !before)
    }

    /// The number on the desk under which a phrase is kept; nothing where it is not.
    fn share(&self, id: NodeId, sort: Sort) -> Option<usize> {
        if !self.shared.borrow().on || self.untabulated.get() {
            return None;
        }
        {
            let mut sharing = self.shared.borrow_mut();
            if sharing.making == Some((id, sort)) {
                sharing.making = None;
                return None;
            }
        }
        if self.work(id, LONG) < LONG || self.may_fail(id) || !self.is_free_of_registers(id, &mut Vec::new()) {
            return None;
        }
        let mut sharing = self.shared.borrow_mut();
        sharing.making = Some((id, sort));
        sharing.made += 1;
        let known = sharing.all.iter().position(|known| *known == (id, sort));
        Some(known.unwrap_or_else(|| {
            sharing.all.push((id, sort));
            sharing.all.len() - 1
        }))
    }

    /// Whether a phrase goes by no register but its own, and tells nobody that it was worked out.
    fn is_free_of_registers(&self, id: NodeId, own: &mut Vec<u32>) -> bool {
        let Some(node) = self.program.nodes.get(id) else { return false };
        match node {
            Node::Reg(reg) => own.contains(reg),
            Node::CardReg(_) | Node::CountSets { .. } | Node::Watch { .. } => false,
            node => {
                let before = own.len();
                own.extend(node.sets_reg());
                let mut free = true;
                self.program.inner(node, &mut |inner| free = free && self.is_free_of_registers(inner, own));
                own.truncate(before);
                free
            }
        }
    }

    /// A number that is kept.
    pub(super) fn shared_number(&self, id: NodeId) -> Option<Numbers> {
        let at = self.share(id, Sort::Number)?;
        let work = self.number(id);
        Some(Box::new(move |desk: &mut Desk| match desk.kept.number(at) {
            Some(number) => number,
            None => {
                let number = work(desk);
                desk.kept.keep_number(at, number);
                number
            }
        }))
    }

    /// A condition that is kept.
    pub(super) fn shared_condition(&self, id: NodeId) -> Option<Conditions> {
        let at = self.share(id, Sort::Condition)?;
        let work = self.condition(id);
        Some(Box::new(move |desk: &mut Desk| match desk.kept.number(at) {
            Some(number) => number != 0,
            None => {
                let holds = work(desk);
                desk.kept.keep_number(at, holds.into());
                holds
            }
        }))
    }

    /// A set of seats that is kept.
    pub(super) fn shared_seats(&self, id: NodeId) -> Option<Seats> {
        let at = self.share(id, Sort::Seats)?;
        let work = self.seats(id);
        Some(Box::new(move |desk: &mut Desk| match desk.kept.number(at).and_then(|seats| u32::try_from(seats).ok()) {
            Some(seats) => seats,
            None => {
                let seats = work(desk);
                desk.kept.keep_number(at, seats.into());
                seats
            }
        }))
    }

    /// A set of cards that is kept.
    pub(super) fn shared_cards(&self, id: NodeId) -> Option<Cards> {
        let at = self.share(id, Sort::Cards)?;
        let work = self.cards(id);
        Some(Box::new(move |desk: &mut Desk| match desk.kept.set(at) {
            Some(set) => set.into(),
            None => {
                let set = work(desk);
                desk.kept.keep_set(at, set.into());
                set
            }
        }))
    }
}
