//! Rules that hold only at times. What several of them ask for is asked once, and the rules are sorted by the answer before the
//! game begins: who leads a trick goes by other rules than who follows.

use super::super::program::{CardSet, Must, Node, NodeId};
use super::super::state::Spot;
use super::cards::ByFirst;
use super::conditions::Test;
use super::desk::Desk;
use super::select::cut;
use super::subsets::Subset;
use super::{Build, Conditions};
use crate::Comparison;
use crate::index::item;

/// Most questions that are asked before the rules are looked at.
const MOST_SPLITS: usize = 4;

/// When a rule holds.
#[derive(Clone)]
pub(super) enum Formula {
    Fixed(bool),
    Atom(NodeId),
    Not(Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
}

impl Formula {
    pub(super) fn of(build: &Build, when: Option<NodeId>) -> Self {
        let Some(id) = when else { return Self::Fixed(true) };
        let part = |of: &NodeId| Box::new(Self::of(build, Some(*of)));
        match build.node(id) {
            Node::Int(value) => Self::Fixed(*value != 0),
            Node::Not(of) => Self::Not(part(of)),
            Node::And(a, b) => Self::And(part(a), part(b)),
            Node::Or(a, b) => Self::Or(part(a), part(b)),
            Node::Cmp(Comparison::IsNot, a, b) => {
                let equal = Node::Cmp(Comparison::Is, *a, *b);
                match build.program.nodes.numbered().find(|(_, node)| **node == equal) {
                    Some((known, _)) => Self::Not(Box::new(Self::Atom(known))),
                    None => Self::Atom(id),
                }
            }
            _ => Self::Atom(id),
        }
        .simple()
    }

    /// Without what is known.
    fn simple(self) -> Self {
        match self {
            Self::Not(of) => match of.simple() {
                Self::Fixed(value) => Self::Fixed(!value),
                Self::Not(of) => *of,
                of => Self::Not(Box::new(of)),
            },
            Self::And(a, b) => match (a.simple(), b.simple()) {
                (Self::Fixed(false), _) | (_, Self::Fixed(false)) => Self::Fixed(false),
                (Self::Fixed(true), of) | (of, Self::Fixed(true)) => of,
                (a, b) => Self::And(Box::new(a), Box::new(b)),
            },
            Self::Or(a, b) => match (a.simple(), b.simple()) {
                (Self::Fixed(true), _) | (_, Self::Fixed(true)) => Self::Fixed(true),
                (Self::Fixed(false), of) | (of, Self::Fixed(false)) => of,
                (a, b) => Self::Or(Box::new(a), Box::new(b)),
            },
            fixed => fixed,
        }
    }

    fn assume(&self, atom: NodeId, value: bool) -> Self {
        let part = |of: &Self| Box::new(of.assume(atom, value));
        match self {
            Self::Atom(id) if *id == atom => Self::Fixed(value),
            Self::Fixed(_) | Self::Atom(_) => self.clone(),
            Self::Not(of) => Self::Not(part(of)),
            Self::And(a, b) => Self::And(part(a), part(b)),
            Self::Or(a, b) => Self::Or(part(a), part(b)),
        }
        .simple()
    }

    /// The same where something is known about some atoms.
    pub(super) fn given(&self, known: &dyn Fn(NodeId) -> Option<bool>) -> Self {
        let mut atoms = Vec::new();
        self.atoms(&mut atoms);
        let settled = atoms.into_iter().filter_map(|atom| known(atom).map(|value| (atom, value)));
        settled.fold(self.clone(), |formula, (atom, value)| formula.assume(atom, value))
    }

    fn atoms(&self, found: &mut Vec<NodeId>) {
        match self {
            Self::Fixed(_) => {}
            Self::Atom(id) => {
                if !found.contains(id) {
                    found.push(*id);
                }
            }
            Self::Not(of) => of.atoms(found),
            Self::And(a, b) | Self::Or(a, b) => {
                a.atoms(found);
                b.atoms(found);
            }
        }
    }

    /// When it holds; nothing where it always does.
    fn test(&self, build: &Build) -> Option<Test> {
        if let Self::Atom(id) = self {
            return Some(build.test(*id));
        }
        if let Self::Not(of) = self
            && let Self::Atom(id) = of.as_ref()
        {
            return Some(build.untest(*id));
        }
        self.condition(build).map(Test::Other)
    }

    fn condition(&self, build: &Build) -> Option<Conditions> {
        Some(match self {
            Self::Fixed(true) => return None,
            Self::Fixed(false) => Box::new(|_| false),
            Self::Atom(id) => build.condition(*id),
            Self::Not(of) => {
                let of = of.condition(build)?;
                Box::new(move |desk| !of(desk))
            }
            Self::And(a, b) => {
                let (a, b) = (a.condition(build)?, b.condition(build)?);
                Box::new(move |desk| a(desk) && b(desk))
            }
            Self::Or(a, b) => {
                let (a, b) = (a.condition(build)?, b.condition(build)?);
                Box::new(move |desk| a(desk) || b(desk))
            }
        })
    }
}

/// Rules sorted by what holds.
pub(super) enum Chain {
    Split {
        on: Test,
        yes: Box<Self>,
        no: Box<Self>,
    },
    Rules(Box<[Rule]>),
    /// What several of them ask is worked out but once.
    Anew(Box<Self>),
}

/// A rule on one card.
pub(super) struct Rule {
    pub(super) when: Option<Test>,
    pub(super) kept: Kept,
    pub(super) if_able: bool,
}

/// The cards that obey a rule.
pub(super) enum Kept {
    Fixed(CardSet),
    /// A set by the first card of a place; another where there is none.
    ByFirst(ByFirst),
    /// A set by the card that leads the trick which is being played apart from the state.
    Led(Box<[CardSet]>),
    /// All of them, or none.
    AllIf(Test),
    Some(Subset),
}

impl Chain {
    /// The one rule that always holds and goes by a first card, if there is no other.
    pub(super) fn only_by_first(self) -> Result<ByFirst, Self> {
        match self {
            Self::Rules(rules) => match <Box<[Rule; 1]>>::try_from(rules) {
                Ok(rule) => match *rule {
                    [Rule { when: None, kept: Kept::ByFirst(sets), if_able: false }] => Ok(sets),
                    other => Err(Self::Rules(Box::new(other))),
                },
                Err(rules) => Err(Self::Rules(rules)),
            },
            other => Err(other),
        }
    }
}

impl Chain {
    /// The cards that obey all rules; a rule `if able` gives way.
    #[inline]
    pub(super) fn keep(&self, desk: &mut Desk, cards: CardSet) -> CardSet {
        self.keep_of::<false>(desk, cards)
    }

    /// The same for decks of at most 64 cards, if `SMALL`.
    #[inline(always)]
    pub(super) fn keep_of<const SMALL: bool>(&self, desk: &mut Desk, cards: CardSet) -> CardSet {
        let mut at = self;
        let rules = loop {
            match at {
                Self::Split { on, yes, no } => at = if on.holds(desk) { yes } else { no },
                Self::Rules(rules) => break rules,
                Self::Anew(of) => {
                    desk.kept.anew();
                    at = of;
                }
            }
        };
        let mut left = cards;
        for rule in rules {
            if rule.when.as_ref().is_none_or(|when| when.holds(desk)) {
                let kept = match &rule.kept {
                    Kept::Fixed(set) => left & set,
                    Kept::ByFirst(sets) => left & sets.of(desk),
                    Kept::Led(sets) => left & item(sets, usize::from(desk.led)),
                    Kept::AllIf(cond) => {
                        if cond.holds(desk) {
                            left
                        } else {
                            CardSet::NONE
                        }
                    }
                    Kept::Some(subset) => subset.of(desk, left),
                };
                if cut::<SMALL>(kept) != 0 || !rule.if_able {
                    left = cut::<SMALL>(kept);
                }
            }
        }
        left
    }
}

impl Chain {
    /// The same rules for a trick that is played apart from the state: nothing if they ask for more of the trick than the card that
    /// leads. `changed` are the slots that are then not up to date; where a card leads, the trick is empty.
    pub(super) fn apart(self, trick: Spot, changed: &[u32], leads: bool) -> Option<Self> {
        Some(match self {
            // Of phrases that are kept none is asked there but where a set is worked out.
            Self::Anew(of) => of.apart(trick, changed, leads)?,
            Self::Split { on, yes, no } => {
                let on = on.apart(trick, changed).then_some(on)?;
                Self::Split {
                    on,
                    yes: Box::new(yes.apart(trick, changed, leads)?),
                    no: Box::new(no.apart(trick, changed, leads)?),
                }
            }
            Self::Rules(rules) => {
                let apart = |rule: Rule| {
                    let kept = match rule.kept {
                        Kept::Fixed(set) => Kept::Fixed(set),
                        Kept::ByFirst(sets) if leads => Kept::Fixed(sets.of_nothing(trick)?),
                        Kept::ByFirst(sets) => Kept::Led(sets.of_place(trick)?),
                        Kept::AllIf(cond) if cond.apart(trick, changed) => Kept::AllIf(cond),
                        Kept::Some(subset) => Kept::Some(subset.apart(trick, changed, leads)?),
                        _ => return None,
                    };
                    rule.when.as_ref().is_none_or(|when| when.apart(trick, changed)).then_some(Rule { kept, ..rule })
                };
                Self::Rules(rules.into_iter().map(apart).collect::<Option<_>>()?)
            }
        })
    }
}

impl Chain {
    /// The same, where it is not looked at often enough to have it in line.
    #[inline(never)]
    pub(super) fn keep_apart<const SMALL: bool>(&self, desk: &mut Desk, cards: CardSet) -> CardSet {
        cut::<SMALL>(self.keep_of::<SMALL>(desk, cards))
    }

    /// Whether anything is asked that these slots could change.
    pub(super) fn asks_for(&self, trick: Spot, slots: &[u32]) -> bool {
        match self {
            Self::Anew(of) => of.asks_for(trick, slots),
            Self::Split { on, yes, no } => {
                !on.apart(trick, slots) || yes.asks_for(trick, slots) || no.asks_for(trick, slots)
            }
            Self::Rules(rules) => rules.iter().any(|rule| {
                rule.when.as_ref().is_some_and(|when| !when.apart(trick, slots))
                    || matches!(&rule.kept, Kept::AllIf(cond) if !cond.apart(trick, slots))
                    || matches!(&rule.kept, Kept::Some(subset) if subset.asks_for(trick, slots))
            }),
        }
    }
}

impl Build<'_> {
    /// Rules on one card, as they are looked at in a decision.
    pub(super) fn chain_of_rules(&self, reg: u32, rules: Vec<(Formula, &Must)>) -> Chain {
        let asked = rules.iter().flat_map(|(_, must)| {
            let kept = must.cards.map_or((must.cond, true), |cards| (cards, false));
            must.when.map(|when| (when, false)).into_iter().chain([kept])
        });
        let often = self.asked_often(asked);
        let (chain, shares) = self.in_one_look(often, || self.chain(reg, rules, 0));
        if shares { Chain::Anew(Box::new(chain)) } else { chain }
    }

    /// Sorts rules on one card by what several of them ask.
    fn chain(&self, reg: u32, rules: Vec<(Formula, &Must)>, depth: usize) -> Chain {
        if let Some(atom) = self.asked_most(&rules).filter(|_| depth < MOST_SPLITS) {
            let assumed = |value: bool| {
                let rules = rules.iter().map(|(when, must)| (when.assume(atom, value), *must));
                Box::new(self.chain(reg, rules.collect(), depth + 1))
            };
            return Chain::Split { on: self.test(atom), yes: assumed(true), no: assumed(false) };
        }
        let open = rules.into_iter().filter(|(when, _)| !matches!(when, Formula::Fixed(false)));
        let rule = |(when, must): (Formula, &Must)| {
            let when = when.test(self);
            let kept = match must.cards {
                Some(set) => match self.node(set) {
                    Node::Cards(set) => Kept::Fixed(CardSet::from(*set)),
                    Node::IfCards(cond, all, none)
                        if self.is_all(*all) && *self.node(*none) == Node::Cards(CardSet::NONE.into()) =>
                    {
                        Kept::AllIf(self.test(*cond))
                    }
                    _ => self.by_first(set).map_or_else(|| Kept::Some(self.subset_of_cards(set)), Kept::ByFirst),
                },
                None => Kept::Some(self.subset(&self.deck(reg), must.cond)),
            };
            // Whether there is a first card is looked at but once.
            let (when, kept) = match (when, kept) {
                (Some(when), Kept::ByFirst(sets)) if sets.is_there(&when) => (None, Kept::ByFirst(sets.or_all())),
                both => both,
            };
            Rule { when, kept, if_able: must.if_able }
        };
        Chain::Rules(open.map(rule).collect())
    }

    /// What most of the rules ask, if more than one does.
    fn asked_most(&self, rules: &[(Formula, &Must)]) -> Option<NodeId> {
        let mut counts: Vec<(NodeId, usize)> = Vec::new();
        for (when, _) in rules {
            let mut atoms = Vec::new();
            when.atoms(&mut atoms);
            for atom in atoms.into_iter().filter(|atom| self.harmless(*atom)) {
                match counts.iter_mut().find(|(known, _)| *known == atom) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((atom, 1)),
                }
            }
        }
        // Of several, the first.
        let most = counts.iter().map(|(_, count)| *count).max().filter(|count| *count > 1)?;
        counts.into_iter().find(|(_, count)| *count == most).map(|(atom, _)| atom)
    }

    /// Whether a set is that of all cards.
    fn is_all(&self, set: NodeId) -> bool {
        matches!(self.node(set), Node::Cards(set) if set.count_ones() as usize == self.program.like.len())
    }

    /// Whether a phrase can be worked out at any time: without a fault, and without what is picked.
    pub(super) fn harmless(&self, id: NodeId) -> bool {
        let both = |a: NodeId, b: NodeId| self.harmless(a) && self.harmless(b);
        match self.node(id) {
            Node::Int(_)
            | Node::Slot(_)
            | Node::SeatSlot(_)
            | Node::Seats(_)
            | Node::Place(_)
            | Node::Cards(_)
            | Node::AllPass { .. } => true,
            Node::Cmp(_, a, b) | Node::InCards(a, b) | Node::Both(a, b) | Node::And(a, b) | Node::Or(a, b) => {
                both(*a, *b)
            }
            // Counts are too small to overflow.
            Node::Add(a, b) => self.is_count(*a) && self.is_count(*b) && both(*a, *b),
            Node::Not(of) | Node::Count(of) | Node::CountSeats(of) | Node::EndCard { of, .. } => self.harmless(*of),
            Node::PlacesOf { seats: key, .. }
            | Node::PlaceOf { key, .. }
            | Node::Tab { key, .. }
            | Node::SetTab { key, .. } => self.harmless(*key),
            _ => false,
        }
    }

    fn is_count(&self, id: NodeId) -> bool {
        matches!(self.node(id), Node::Count(_) | Node::CountSeats(_))
    }
}
