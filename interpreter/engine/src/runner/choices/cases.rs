//! Inclusion and exclusion: a condition that is constraints joined by `or` and `not`, and one on how many cards of a set there are, as a sum of
//! cases, each of which says of which cards a group is made and which constraints it keeps, and counts so many times.

use super::super::super::eval::each_card;
use super::super::super::program::CardSet;
use super::super::super::state::bit;
use super::super::alike::sorts;
use super::super::conditions::Test;
use super::super::desk::Desk;
use super::asked::{Asked, Bounds, Kept, MOST_CONSTRAINTS, Weights};
use super::classes::solved;
use super::several::Ready;
use crate::Comparison;

/// Most cases that are told apart.
const MOST_CASES: usize = 16;
/// With more cards than this, groups are more than a number holds, and none can be taken off.
pub(super) const MOST_CARDS: u32 = 63;
/// Of a set of which there is one at most, so many sorts are gone through.
const MOST_SORTS: usize = 6;

/// A condition made of constraints.
pub(super) enum Formula {
    /// What is the same for all groups.
    Given(Test),
    /// A constraint is kept.
    Line(usize),
    /// A constraint on how many cards of a set there are.
    Some(usize),
    /// All cards of the group are of these.
    Within(Kept),
    And(Box<[Self; 2]>),
    Or(Box<[Self; 2]>),
    Not(Box<Self>),
}

/// Groups of some cards that keep some constraints, counted so many times.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Case {
    pub(super) times: i64,
    pub(super) from: CardSet,
    pub(super) bounds: Bounds,
}

/// What is counted of groups: all that keep the constraints, or a sum of cases.
pub(super) enum Parted {
    Whole,
    Cases(Box<[Case]>),
}

/// The same with the constraints as bits.
#[derive(Clone, Copy)]
struct Term {
    times: i64,
    from: CardSet,
    lines: u32,
}

/// Terms of which the sum is 1 for the groups that are meant, and 0 for others.
type Terms = Vec<Term>;

/// How a formula becomes cases.
struct Parting<'a, 'r> {
    asked: &'a Asked,
    ready: &'a Ready<'r>,
}

impl Asked {
    /// The cases of what is asked beside the constraints that always count: `some` are those on how many cards of a set there are. Nothing where
    /// there are too many.
    pub(super) fn cases(&self, desk: &mut Desk, ready: &Ready, some: &[usize]) -> Option<Box<[Case]>> {
        if ready.from.count_ones() > MOST_CARDS {
            return None;
        }
        let parting = Parting { asked: self, ready };
        let mut terms = parting.all();
        for constraint in some {
            if let Some(bound) = ready.bound(*constraint) {
                terms = parting.product(&terms, &parting.some(desk, *constraint, bound)?)?;
            }
        }
        for (formula, _) in &self.joined {
            terms = parting.product(&terms, &parting.terms(desk, formula)?)?;
        }
        let mut partial: Bounds = [None; MOST_CONSTRAINTS];
        let asked = terms.iter().fold(0, |all, term| all | term.lines);
        for (number, (to, constraint)) in partial.iter_mut().zip(&self.constraints).enumerate() {
            if asked >> number & 1 != 0 {
                *to = Some(constraint.bound(desk));
            }
        }
        let case = |term: &Term| {
            let mut bounds = ready.bounds;
            for (number, (to, bound)) in bounds.iter_mut().zip(partial).enumerate() {
                if term.lines >> number & 1 != 0 {
                    *to = bound;
                }
            }
            Case { times: term.times, from: term.from, bounds }
        };
        Some(terms.iter().map(case).collect())
    }
}

impl Case {
    /// The cases of groups that are part of a set: those that are the same there as one.
    pub(super) fn within(cases: &[Self], set: CardSet) -> Vec<Self> {
        let mut kept: Vec<Self> = Vec::with_capacity(cases.len());
        for case in cases {
            let case = Self { from: case.from & set, ..*case };
            match kept.iter_mut().find(|known| known.from == case.from && known.bounds == case.bounds) {
                Some(known) => known.times += case.times,
                None => kept.push(case),
            }
        }
        kept.retain(|case| case.times != 0 && case.from != 0);
        kept
    }
}

impl Parting<'_, '_> {
    fn all(&self) -> Terms {
        vec![Term { times: 1, from: self.ready.from, lines: 0 }]
    }

    /// Groups of these cards; nothing where like cards are told apart by it.
    fn of(&self, from: CardSet) -> Option<Terms> {
        let like = self.ready.like();
        let whole = |sort: CardSet| sort & from == 0 || sort & !from == 0;
        (like.is_none() || sorts(like, self.ready.from).all(whole)).then(|| self.of_any(from))
    }

    fn of_any(&self, from: CardSet) -> Terms {
        sum([Term { times: 1, from, lines: 0 }].into_iter())
    }

    fn terms(&self, desk: &mut Desk, formula: &Formula) -> Option<Terms> {
        match formula {
            Formula::Given(test) => Some(if test.holds(desk) { self.all() } else { Terms::new() }),
            Formula::Line(number) => Some(vec![Term { times: 1, from: self.ready.from, lines: 1 << number }]),
            Formula::Some(number) => {
                let bound = self.asked.constraints.get(*number)?.bound(desk);
                self.some(desk, *number, bound)
            }
            Formula::Within(kept) => self.of(self.asked.kept(desk, self.ready.from, kept)),
            Formula::And(both) => {
                let [a, b] = &**both;
                let (a, b) = if matches!(b, Formula::Given(_)) { (b, a) } else { (a, b) };
                let a = self.terms(desk, a)?;
                if a.is_empty() { Some(a) } else { self.product(&a, &self.terms(desk, b)?) }
            }
            Formula::Or(both) => {
                let [a, b] = &**both;
                let (a, b) = if matches!(b, Formula::Given(_)) { (b, a) } else { (a, b) };
                let a = self.terms(desk, a)?;
                if self.is_all(&a) {
                    return Some(a);
                }
                let b = self.terms(desk, b)?;
                let common = self.product(&a, &b)?;
                Some(sum(a.into_iter().chain(b).chain(negative(common))))
            }
            Formula::Not(of) => Some(self.others(self.terms(desk, of)?)),
        }
    }

    fn is_all(&self, terms: &[Term]) -> bool {
        matches!(terms, [Term { times: 1, from, lines: 0 }] if *from == self.ready.from)
    }

    /// All groups but these.
    fn others(&self, terms: Terms) -> Terms {
        sum(self.all().into_iter().chain(negative(terms)))
    }

    /// Groups that are in both.
    fn product(&self, a: &[Term], b: &[Term]) -> Option<Terms> {
        if self.is_all(a) {
            return Some(b.to_vec());
        }
        let both = a.iter().flat_map(|a| {
            b.iter().map(|b| Term { times: a.times * b.times, from: a.from & b.from, lines: a.lines | b.lines })
        });
        let terms = sum(both);
        (terms.len() <= MOST_CASES).then_some(terms)
    }

    /// Groups with as many cards of a set as a constraint says.
    fn some(&self, desk: &mut Desk, constraint: usize, bound: i64) -> Option<Terms> {
        let (weights, comparison, times) = self.asked.some_in(constraint)?;
        let set = self.weighed(desk, weights)? & self.ready.from;
        let bound = bound.checked_mul(times)?;
        if comparison == Comparison::IsNot {
            return Some(self.others(self.many(set, (bound, bound))?));
        }
        self.many(set, solved(1, comparison, bound))
    }

    /// Groups with as many cards of a set as this, or no more than that.
    fn many(&self, set: CardSet, (least, most): (i64, i64)) -> Option<Terms> {
        let there = i64::from(set.count_ones());
        if most < 0 || least > most || least > there {
            return Some(Terms::new());
        }
        let below = if least <= 0 { Terms::new() } else { self.at_most(set, least - 1)? };
        let up_to = if most >= there { self.all() } else { self.at_most(set, most)? };
        Some(sum(up_to.into_iter().chain(negative(below))))
    }

    /// Groups with no card of a set, or with no more than one.
    fn at_most(&self, set: CardSet, most: i64) -> Option<Terms> {
        let without = self.of(self.ready.from & !set)?;
        match most {
            0 => Some(without),
            1 => {
                let sorts: Vec<CardSet> = sorts(self.ready.like(), set).collect();
                (sorts.len() <= MOST_SORTS).then_some(())?;
                let one = |sort: &CardSet| Term { times: 1, from: self.ready.from & !set | sort.alone(), lines: 0 };
                let more = i64::try_from(sorts.len()).ok()?.checked_sub(1)?;
                let less = without.into_iter().map(|term| Term { times: term.times * -more, ..term });
                Some(sum(sorts.iter().map(one).chain(less)))
            }
            _ => None,
        }
    }

    /// The cards of which a weight is 1.
    fn weighed(&self, desk: &mut Desk, number: usize) -> Option<CardSet> {
        let from = self.ready.from;
        let known = self.ready.weights.get(number).and_then(Option::as_ref);
        let of = |table: &[i64]| {
            let ones = (0..=u8::MAX).zip(table).filter(|(_, weight)| **weight == 1);
            ones.fold(CardSet::NONE, |set, (card, _)| set | bit(card))
        };
        match (known, self.asked.weights.get(number)?) {
            (Some(table), _) => Some(of(table.as_slice())),
            (None, Weights::Fixed(table)) => Some(of(table)),
            (None, Weights::In(cards)) => Some(cards(desk) & from),
            (None, Weights::Where(key)) => {
                Some(each_card(from).fold(CardSet::NONE, |set, card| {
                    if key(desk, i64::from(card)) != 0 { set | bit(card) } else { set }
                }))
            }
            (None, Weights::Key(_)) => None,
        }
    }
}

fn negative(terms: Terms) -> impl Iterator<Item = Term> {
    terms.into_iter().map(|term| Term { times: -term.times, ..term })
}

/// Terms of which no two are the same, and none is of no cards: a group has one at least.
fn sum(terms: impl Iterator<Item = Term>) -> Terms {
    let mut kept = Terms::new();
    for term in terms {
        match kept.iter_mut().find(|known| known.from == term.from && known.lines == term.lines) {
            Some(known) => known.times += term.times,
            None => kept.push(term),
        }
    }
    kept.retain(|term| term.times != 0 && term.from != 0);
    kept
}
