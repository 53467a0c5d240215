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
    /// What is asked in the look at a decision for which phrases are made; none between.
    look: Option<Often>,
    /// The phrases that are kept, by their numbers on the desk.
    all: Vec<(NodeId, Sort)>,
    /// The one that is being made.
    making: Option<(NodeId, Sort)>,
    /// How many closures were made of such phrases.
    made: usize,
}

/// Which phrases a look may ask more than once.
pub(super) enum Often {
    /// Any: something is asked of each of many choices.
    Any,
    /// Those of a list, each with whether it was met again.
    These(Vec<(NodeId, bool)>),
}

impl Often {
    fn may_be_asked_again(&self, id: NodeId) -> bool {
        match self {
            Self::Any => true,
            Self::These(met) => met.iter().any(|(known, again)| *known == id && *again),
        }
    }
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
    pub(super) fn in_one_look<T>(&self, often: Often, make: impl FnOnce() -> T) -> (T, bool) {
        if self.shared.borrow().look.is_some() {
            // Inside of another look it is that which begins.
            return (make(), false);
        }
        let count = {
            let mut sharing = self.shared.borrow_mut();
            sharing.look = Some(often);
            sharing.made
        };
        let made = make();
        let mut sharing = self.shared.borrow_mut();
        sharing.look = None;
        (made, sharing.made > count)
    }

    /// What is met more than once in phrases of a look, each with whether it is asked of each of several things.
    pub(super) fn asked_often(&self, asked: impl IntoIterator<Item = (NodeId, bool)>) -> Often {
        let mut met = Vec::new();
        for (id, each) in asked {
            self.meet(id, each, &mut met);
        }
        Often::These(met)
    }

    /// Goes through a phrase; `each` if it is asked of each of several things.
    fn meet(&self, id: NodeId, each: bool, met: &mut Vec<(NodeId, bool)>) {
        match met.iter_mut().find(|(known, _)| *known == id) {
            Some((_, again)) => {
                *again = true;
                return;
            }
            None => met.push((id, each)),
        }
        let Some(node) = self.program.nodes.get(id) else { return };
        let each = each || (node.sets_reg().is_some() && !matches!(node, Node::Let { .. }));
        self.program.inner(node, &mut |inner| self.meet(inner, each, met));
    }

    /// The number on the desk under which a phrase is kept; nothing where it is not.
    fn share(&self, id: NodeId, sort: Sort) -> Option<usize> {
        let often = |sharing: &Sharing| sharing.look.as_ref().is_some_and(|look| look.may_be_asked_again(id));
        if !often(&self.shared.borrow()) || self.untabulated.get() {
            return None;
        }
        {
            let mut sharing = self.shared.borrow_mut();
            if sharing.making == Some((id, sort)) {
                sharing.making = None;
                return None;
            }
        }
        if self.work(id, LONG) < LONG || self.may_fail(id) || !self.is_free_of_registers(id, &mut Vec::new(), false) {
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

    /// Whether a phrase goes by no register but its own.
    pub(super) fn goes_by_no_register(&self, id: NodeId) -> bool {
        self.is_free_of_registers(id, &mut Vec::new(), true)
    }

    /// The same; where it may not be `watched`, it tells nobody that it was worked out, either.
    fn is_free_of_registers(&self, id: NodeId, own: &mut Vec<u32>, watched: bool) -> bool {
        let Some(node) = self.program.nodes.get(id) else { return false };
        match node {
            Node::Reg(reg) => own.contains(reg),
            Node::CardReg(_) | Node::CountSets { .. } => false,
            Node::Watch { of, .. } => watched && self.is_free_of_registers(*of, own, watched),
            node => {
                let before = own.len();
                own.extend(node.sets_reg());
                let mut free = true;
                self.program.inner(node, &mut |inner| free = free && self.is_free_of_registers(inner, own, watched));
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
