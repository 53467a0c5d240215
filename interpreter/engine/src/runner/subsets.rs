//! The members of a small domain that obey a condition, as a set with a bit for each (bit-parallel evaluation of predicates): the cards of a
//! deck, or the combinations of a few small picks.

mod parts;

use super::super::eval::{compares, each_card};
use super::super::program::{CardSet, Node, NodeId};
use super::super::state::{Spot, bit};
use super::Build;
use super::amounts::Amount;
use super::conditions::Test;
use super::desk::Desk;
use super::keys::Keys;
use super::memoized::{Memo, OfCards, Work};
use crate::Comparison;
use crate::index::item;
use parts::bits;

/// Most members of a domain that is not the deck: as many as a set has bits.
pub(super) const MOST_MEMBERS: usize = 128;
/// Most sets that are kept for what a number can be.
const MOST_SETS: i64 = 2048;

/// Numbers that are larger might be too large in a sum.
const LARGE: u64 = 1 << 40;

/// What a condition speaks of: registers, and what they are for each member.
pub(super) struct Domain {
    pub(super) regs: Box<[u32]>,
    /// The members one after the other, a value for each register.
    pub(super) values: Box<[i64]>,
}

impl Domain {
    /// All members, as a set.
    pub(super) fn all(&self) -> CardSet {
        let count = self.values.len() / self.regs.len().max(1);
        CardSet::first(count)
    }

    fn members(&self) -> impl Iterator<Item = &[i64]> {
        self.values.chunks_exact(self.regs.len().max(1))
    }

    fn given(&self, member: &[i64]) -> Vec<(u32, i64)> {
        self.regs.iter().copied().zip(member.iter().copied()).collect()
    }

    /// Puts a member into the registers.
    #[inline]
    fn put(&self, desk: &mut Desk, member: u8) {
        let width = self.regs.len();
        let from = usize::from(member) * width;
        for (reg, value) in self.regs.iter().zip(self.values.get(from..from + width).unwrap_or(&[])) {
            desk.set_reg(*reg, *value);
        }
    }
}

/// The members that obey a condition.
pub(super) enum Subset {
    Fixed(CardSet),
    /// All of them, or none.
    AllIf(Test),
    /// A set for each of what a number can be, which is the same for all; from the lowest on, and the ends for all beyond.
    ByNumber {
        number: Amount,
        low: i64,
        sets: Box<[CardSet]>,
    },
    /// What a number is for each card, by a row of a table, compared with what is the same for all.
    ByRow {
        own: Box<OfCards>,
        comparison: Comparison,
        than: Amount,
        /// Whether what is the same for all is asked first: what fails first is told.
        than_first: bool,
    },
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    Not(Box<Self>),
    If(Test, Box<Self>, Box<Self>),
    /// A set for each of what a few small things can be.
    Memo(Box<Memo>),
    Other(Work),
}

impl Subset {
    /// Whether members are looked at one by one.
    pub(super) fn looks_at_each(&self) -> bool {
        match self {
            Self::Other(_) => true,
            Self::And(one, other) | Self::Or(one, other) | Self::If(_, one, other) => {
                one.looks_at_each() || other.looks_at_each()
            }
            Self::Not(of) => of.looks_at_each(),
            Self::Fixed(_) | Self::AllIf(_) | Self::ByNumber { .. } | Self::ByRow { .. } | Self::Memo(_) => false,
        }
    }

    /// Those of some members that obey it. What is the same for all is asked only where there are any, as if each were looked at.
    #[inline]
    pub(super) fn of(&self, desk: &mut Desk, among: CardSet) -> CardSet {
        match self {
            Self::Fixed(set) => among & set,
            Self::Memo(memo) if among != 0 => memo.of(desk, among),
            _ => self.found(desk, among),
        }
    }

    fn found(&self, desk: &mut Desk, among: CardSet) -> CardSet {
        if among == 0 {
            return CardSet::NONE;
        }
        match self {
            Self::AllIf(cond) => {
                if cond.holds(desk) {
                    among
                } else {
                    CardSet::NONE
                }
            }
            Self::ByNumber { number, low, sets } => {
                let at = number.of(desk).saturating_sub(*low).max(0);
                let at = usize::try_from(at).unwrap_or(usize::MAX).min(sets.len().saturating_sub(1));
                among & item(sets, at)
            }
            Self::ByRow { own, comparison, than, than_first } => {
                let mut known = than_first.then(|| than.of(desk));
                let ready = own.ready(desk);
                each_card(among).fold(CardSet::NONE, |found, card| {
                    let value = own.of(desk, ready, card);
                    let than = *known.get_or_insert_with(|| than.of(desk));
                    if compares(*comparison, value, than) { found | bit(card) } else { found }
                })
            }
            Self::And(a, b) => {
                let left = a.of(desk, among);
                b.of(desk, left)
            }
            Self::Or(a, b) => {
                let found = a.of(desk, among);
                found | b.of(desk, among & !found)
            }
            Self::Not(of) => among & !of.of(desk, among),
            Self::If(cond, a, b) => {
                if cond.holds(desk) {
                    a.of(desk, among)
                } else {
                    b.of(desk, among)
                }
            }
            Self::Other(work) => work(desk, among),
            Self::Fixed(_) | Self::Memo(_) => self.of(desk, among),
        }
    }

    /// The same for a trick that is played apart from the state, if it asks for no more of it than the card that leads.
    pub(super) fn apart(self, trick: Spot, changed: &[u32], leads: bool) -> Option<Self> {
        let part = |of: Box<Self>| of.apart(trick, changed, leads).map(Box::new);
        Some(match self {
            Self::Fixed(set) => Self::Fixed(set),
            Self::AllIf(cond) => Self::AllIf(cond.apart(trick, changed).then_some(cond)?),
            Self::And(a, b) => Self::And(part(a)?, part(b)?),
            Self::Or(a, b) => Self::Or(part(a)?, part(b)?),
            Self::Not(of) => Self::Not(part(of)?),
            Self::If(cond, a, b) => Self::If(cond.apart(trick, changed).then_some(cond)?, part(a)?, part(b)?),
            Self::Memo(memo) => Self::Memo(Box::new(memo.apart(trick, changed, leads)?)),
            Self::ByNumber { .. } | Self::ByRow { .. } | Self::Other(_) => return None,
        })
    }

    /// Whether it asks for the trick or for these slots, being one of those that are asked apart from the state.
    pub(super) fn asks_for(&self, trick: Spot, slots: &[u32]) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::AllIf(cond) => !cond.apart(trick, slots),
            Self::And(a, b) | Self::Or(a, b) => a.asks_for(trick, slots) || b.asks_for(trick, slots),
            Self::Not(of) => of.asks_for(trick, slots),
            Self::If(cond, a, b) => !cond.apart(trick, slots) || a.asks_for(trick, slots) || b.asks_for(trick, slots),
            Self::Memo(memo) => memo.asks_for(slots),
            Self::ByNumber { .. } | Self::ByRow { .. } | Self::Other(_) => true,
        }
    }
}

impl Build<'_> {
    /// The domain of all cards, in a register.
    pub(super) fn deck(&self, reg: u32) -> Domain {
        let cards = (0..).zip(&self.program.like).map(|(card, _)| card);
        Domain { regs: Box::from([reg]), values: cards.collect() }
    }

    /// The members of a domain that obey a condition.
    pub(super) fn subset(&self, domain: &Domain, id: NodeId) -> Subset {
        self.subset_in(domain, id, usize::MAX)
    }

    /// The same inside of a set that has so many rows: a part is kept only where it has fewer.
    fn subset_in(&self, domain: &Domain, id: NodeId, rows: usize) -> Subset {
        if self.untabulated.get() {
            return Subset::Other(self.each(domain, id));
        }
        if !self.asks(id, &domain.regs) {
            return Subset::AllIf(self.test(id));
        }
        if let Some(values) = self.of_members(domain, id) {
            return Subset::Fixed(bits(&values, |value| value != 0));
        }
        if let Some(inputs) = self.inputs_beside(id, &domain.regs).filter(|inputs| inputs.rows() < rows) {
            let work = self.work_of(domain, self.in_parts(domain, id, inputs.rows()));
            return Subset::Memo(Box::new(Memo::new(inputs, work)));
        }
        self.in_parts(domain, id, rows)
    }

    /// A set as what works it out.
    fn work_of(&self, domain: &Domain, set: Subset) -> Work {
        match set {
            Subset::Other(work) => work,
            set => {
                let all = domain.all();
                Box::new(move |desk, among| set.of(desk, among & all))
            }
        }
    }

    /// The members that obey a condition, by its parts.
    fn in_parts(&self, domain: &Domain, id: NodeId, rows: usize) -> Subset {
        let part = |of: &NodeId| Box::new(self.subset_in(domain, *of, rows));
        match self.node(id) {
            Node::And(a, b) => Subset::And(part(a), part(b)),
            Node::Or(a, b) => Subset::Or(part(a), part(b)),
            Node::Not(of) => Subset::Not(part(of)),
            Node::SeenIn { of, .. } => self.subset_in(domain, *of, rows),
            Node::If(cond, a, b) if !self.asks(*cond, &domain.regs) => Subset::If(self.test(*cond), part(a), part(b)),
            Node::Cmp(comparison, a, b) => self
                .compared(domain, *comparison, (*a, *b), false)
                .or_else(|| self.compared(domain, comparison.mirrored(), (*b, *a), true))
                .or_else(|| self.weighed(domain, *comparison, (*a, *b)))
                .unwrap_or_else(|| Subset::Other(self.each(domain, id))),
            _ => Subset::Other(self.each(domain, id)),
        }
    }

    /// A condition asked of each member.
    fn each(&self, domain: &Domain, id: NodeId) -> Work {
        let domain = Domain { regs: domain.regs.clone(), values: domain.values.clone() };
        let (all, cond) = (domain.all(), self.condition(id));
        Box::new(move |desk, among| {
            let mut found = CardSet::NONE;
            for member in each_card(among & all) {
                domain.put(desk, member);
                if cond(desk) {
                    found |= bit(member);
                }
            }
            found
        })
    }

    /// A set of cards as the members that are in it.
    pub(super) fn subset_of_cards(&self, set: NodeId) -> Subset {
        match (self.inputs_beside(set, &[]), self.parts_of_cards(set)) {
            (Some(inputs), Some((domain, parts))) => {
                let work = self.work_of(&domain, parts);
                Subset::Memo(Box::new(Memo::new(inputs, work)))
            }
            (Some(inputs), None) => {
                let cards = self.cards(set);
                Subset::Memo(Box::new(Memo::new(inputs, Box::new(move |desk, among| among & cards(desk)))))
            }
            (None, Some((_, parts))) => parts,
            (None, None) => {
                let cards = self.cards(set);
                Subset::Other(Box::new(move |desk, among| among & cards(desk)))
            }
        }
    }

    /// Those of the whole deck of which something holds.
    fn parts_of_cards(&self, set: NodeId) -> Option<(Domain, Subset)> {
        let Node::Scan { reg, of, cond } = *self.node(set) else { return None };
        let Node::Cards(all) = self.node(of) else { return None };
        let domain = self.deck(reg);
        (domain.all() == CardSet::from(*all) && !self.untabulated.get()).then_some(())?;
        let rows = self.inputs_beside(set, &[]).map_or(usize::MAX, |inputs| inputs.rows());
        let parts = self.subset_in(&domain, cond, rows);
        Some((domain, parts))
    }
}
