//! The members of a small domain that obey a condition, as a set with a bit for each (bit-parallel evaluation of predicates): the cards of a
//! deck, or the combinations of a few small picks.

use super::super::eval::{Given, compares, each_card};
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
            Self::ByRow { own, comparison, than } => {
                let (than, ready) = (than.of(desk), own.ready(desk));
                each_card(among).fold(CardSet::NONE, |found, card| {
                    if compares(*comparison, own.of(desk, ready, card), than) { found | bit(card) } else { found }
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
                .compared(domain, *comparison, (*a, *b))
                .or_else(|| self.compared(domain, comparison.mirrored(), (*b, *a)))
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

    /// A sum of what is known of each member and of what is the same for all, compared with another: the parts are brought to a side each.
    fn weighed(&self, domain: &Domain, comparison: Comparison, (a, b): (NodeId, NodeId)) -> Option<Subset> {
        let mut parts = Vec::new();
        self.parts(a, false, &mut parts).then_some(())?;
        self.parts(b, true, &mut parts).then_some(())?;
        let (own, other): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(id, _)| self.asks(*id, &domain.regs));
        let mut values: Vec<i64> = vec![0; domain.members().count()];
        for (id, minus) in own {
            for (sum, value) in values.iter_mut().zip(self.of_members(domain, id)?) {
                *sum = if minus { sum.checked_sub(value)? } else { sum.checked_add(value)? };
            }
        }
        let number = self.sum(other, true);
        self.by_number(&values, comparison, number)
    }

    /// The sum of parts of which some are taken off, or its negative.
    pub(super) fn sum(&self, parts: Vec<(NodeId, bool)>, negative: bool) -> Amount {
        let (mut plus, mut minus, mut fixed) = (Vec::new(), Vec::new(), 0_i64);
        for (id, off) in parts {
            match (self.node(id), off != negative) {
                (Node::Int(value), false) => fixed = fixed.saturating_add(*value),
                (Node::Int(value), true) => fixed = fixed.saturating_sub(*value),
                (_, false) => plus.push(self.amount(id)),
                (_, true) => minus.push(self.amount(id)),
            }
        }
        match (plus.len(), minus.len()) {
            (0, 0) => return Amount::Fixed(fixed),
            (1, 0) if fixed == 0 => return plus.pop().unwrap_or(Amount::Fixed(0)),
            _ => {}
        }
        let (plus, minus): (Box<[Amount]>, Box<[Amount]>) = (plus.into(), minus.into());
        Amount::Other(match (<Box<[Amount; 1]>>::try_from(plus), <Box<[Amount; 1]>>::try_from(minus)) {
            (Ok(plus), Ok(minus)) => {
                let ([plus], [minus]) = (*plus, *minus);
                Box::new(move |desk| fixed.saturating_add(plus.of(desk)).saturating_sub(minus.of(desk)))
            }
            (plus, minus) => {
                let plus = plus.map_or_else(|plus| plus, |plus| plus as Box<[Amount]>);
                let minus = minus.map_or_else(|minus| minus, |minus| minus as Box<[Amount]>);
                Box::new(move |desk| {
                    let sum = plus.iter().fold(fixed, |sum, part| sum.saturating_add(part.of(desk)));
                    minus.iter().fold(sum, |sum, part| sum.saturating_sub(part.of(desk)))
                })
            }
        })
    }

    /// The parts of a sum, and whether each is taken off: nothing where they might be too large to be brought to the other side.
    pub(super) fn parts(&self, id: NodeId, minus: bool, found: &mut Vec<(NodeId, bool)>) -> bool {
        match self.node(id) {
            Node::Add(a, b) => self.parts(*a, minus, found) && self.parts(*b, minus, found),
            Node::Sub(a, b) => self.parts(*a, minus, found) && self.parts(*b, !minus, found),
            _ if self.most_of(id) <= LARGE => {
                found.push((id, minus));
                true
            }
            _ => false,
        }
    }

    /// What is known of each member, compared with what is the same for all.
    fn compared(&self, domain: &Domain, comparison: Comparison, (own, other): (NodeId, NodeId)) -> Option<Subset> {
        (!self.asks(other, &domain.regs)).then_some(())?;
        if let Some(values) = self.of_members(domain, own) {
            return self.by_number(&values, comparison, self.amount(other));
        }
        let [reg] = *domain.regs else { return None };
        let of_cards = (0..).zip(&self.program.like).map(|(card, _)| card).eq(domain.values.iter().copied());
        (of_cards && !self.may_fail(other)).then_some(())?;
        let own = Box::new(self.key_of_cards(reg, own)?);
        Some(Subset::ByRow { own, comparison, than: self.amount(other) })
    }

    /// A set for each of what a number can be with which the members are compared.
    fn by_number(&self, values: &[i64], comparison: Comparison, number: Amount) -> Option<Subset> {
        let low = values.iter().min()?.checked_sub(1)?;
        let high = values.iter().max()?.checked_add(1)?;
        (high.checked_sub(low)? < MOST_SETS).then_some(())?;
        let sets = (low..=high).map(|than| bits(values, |own| compares(comparison, own, than)));
        Some(Subset::ByNumber { sets: sets.collect(), number, low })
    }

    /// What a number is for each member, if it depends on nothing else and never fails.
    pub(super) fn of_members(&self, domain: &Domain, id: NodeId) -> Option<Vec<i64>> {
        self.is_known_of(id, &domain.regs).then_some(())?;
        let mut number = Given::new(self.program, id);
        domain.members().map(|member| number.of(&[], &domain.given(member))).collect()
    }

    /// Whether a phrase depends on nothing but these registers.
    pub(super) fn is_known_of(&self, id: NodeId, regs: &[u32]) -> bool {
        self.is_known(id, &mut regs.to_vec())
    }

    fn is_known(&self, id: NodeId, regs: &mut Vec<u32>) -> bool {
        // As the program has it: other names for a register are not known where it is worked out before the game.
        let Some(node) = self.program.nodes.get(id) else { return false };
        match node {
            Node::Reg(reg) => regs.contains(reg),
            Node::Let { reg, value, body } => {
                let value = self.is_known(*value, regs);
                regs.push(*reg);
                let body = self.is_known(*body, regs);
                regs.pop();
                value && body
            }
            node if node.is_of_numbers() => {
                let mut known = true;
                self.program.inner(node, &mut |inner| known = known && self.is_known(inner, regs));
                known
            }
            _ => false,
        }
    }

    /// Whether a phrase asks for any of these registers.
    pub(super) fn asks(&self, id: NodeId, regs: &[u32]) -> bool {
        let node = self.node(id);
        if let Node::Reg(reg) = node {
            return regs.contains(reg);
        }
        let mut asks = false;
        self.program.inner(node, &mut |inner| asks = asks || self.asks(inner, regs));
        asks
    }
}

/// The members for whose values something holds.
fn bits(values: &[i64], such: impl Fn(i64) -> bool) -> CardSet {
    (0..=u8::MAX)
        .zip(values)
        .fold(CardSet::NONE, |set, (member, value)| if such(*value) { set | bit(member) } else { set })
}
