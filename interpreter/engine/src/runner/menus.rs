//! What may be picked in an act: counted, and picked by number, without a list.

use super::lies::Lies;
use std::ops::ControlFlow;

use super::super::program::{Act, CardSet, Node, NodeId, Pick, Source};
use super::super::state::{Spot, bit};
use super::alike::Alike;
use super::bounds::Bounds;
use super::companions::Companions;
use super::conditions::Test;
use super::desk::Desk;
use super::effects::Picks;
use super::facts::{Chain, Formula};
use super::groups::Groups;
use super::select::nth_card;
use super::singles::Singles;
use super::small::Small;
use super::walk::Walk;
use super::{Build, Cards};

/// The choices of one act.
pub(super) enum Menu {
    /// Nothing is picked.
    Plain,
    /// One card of a place, which a slot names, by rules.
    Hand { hand: Hand, chain: Option<Chain>, if_able: bool },
    /// One card: those that may be picked; nothing if there are none and that is allowed.
    Card { cards: Singles, if_able: bool },
    /// Several cards of which nothing is asked.
    Groups(Groups),
    /// Any number between two, both included.
    Range { bounds: Bounds },
    /// A card and something that goes by the card.
    With(Companions),
    /// A few small things.
    Small(Small),
    /// Picks one after the other.
    Walk(Walk),
}

impl Build<'_> {
    pub(super) fn menu(&self, act: &Act) -> Menu {
        match act.picks.as_slice() {
            [] => Menu::Plain,
            [pick] => match pick.source {
                Source::Cards { from, if_able, .. } if !pick.several && pick.so_that.is_none() => {
                    if let Some(hand) = self.hand(pick, from) {
                        return Menu::Hand { hand, chain: self.rules(act, pick), if_able };
                    }
                    Menu::Card { cards: self.singles(pick, from, self.rules(act, pick)), if_able }
                }
                Source::Cards { .. } => match self.groups(act, pick) {
                    Some(groups) => Menu::Groups(groups),
                    None => Menu::Walk(self.walk(act)),
                },
                _ if act.all_fit(0) && pick.so_that.is_none() => Menu::Range { bounds: self.bounds(act, (0, pick)) },
                _ => match self.small(act) {
                    Some(small) => Menu::Small(small),
                    None => match self.solved(act) {
                        Some(bounds) => Menu::Range { bounds },
                        None => Menu::Walk(self.walk(act)),
                    },
                },
            },
            _ => match (self.small(act), self.companions(act)) {
                (Some(small), _) => Menu::Small(small),
                (None, Some(companions)) => Menu::With(companions),
                (None, None) => Menu::Walk(self.walk(act)),
            },
        }
    }

    pub(super) fn filtered(&self, pick: &Pick, from: NodeId) -> Cards {
        let cards = self.cards(from);
        let Some(filter) = pick.filter else { return cards };
        if let Node::Cards(set) = self.node(filter) {
            let set = CardSet::from(*set);
            return Box::new(move |desk| cards(desk) & set);
        }
        let filter = self.cards(filter);
        Box::new(move |desk| {
            let cards = cards(desk);
            if cards == 0 { CardSet::NONE } else { cards & filter(desk) }
        })
    }

    /// Which cards are like which.
    pub(super) fn alike(&self) -> Alike {
        let like = &self.program.like;
        let sort = |of: &u8| {
            (0..=u8::MAX)
                .zip(like)
                .fold(CardSet::NONE, |set, (card, other)| if of == other { set | bit(card) } else { set })
        };
        Alike::new(like.iter().map(sort).collect())
    }

    pub(super) fn all_unlike(&self) -> bool {
        let mut seen: CardSet = CardSet::NONE;
        self.program.like.iter().all(|like| {
            let bit = bit(*like);
            let new = seen & bit == 0;
            seen |= bit;
            new
        })
    }

    /// The rules on the one card of an act.
    fn rules(&self, act: &Act, pick: &Pick) -> Option<Chain> {
        let musts = act.musts.iter().filter(|must| must.of_picks || must.if_able);
        let rules: Vec<_> = musts.map(|must| (Formula::of(self, must.when), must)).collect();
        (!rules.is_empty()).then(|| self.chain_of_rules(pick.reg, rules))
    }

    /// The rules on the one card of an act, given whether a place is empty.
    pub(super) fn rules_given(&self, act: &Act, place: u32, empty: bool) -> Option<Chain> {
        let pick = act.picks.first()?;
        let known = |atom: NodeId| match self.test(atom) {
            Test::Empty(of) if of == place => Some(empty),
            Test::Filled(of) if of == place => Some(!empty),
            _ => None,
        };
        let musts = act.musts.iter().filter(|must| must.of_picks || must.if_able);
        let given = musts.map(|must| (Formula::of(self, must.when).given(&known), must));
        let rules: Vec<_> = given.filter(|(when, _)| !matches!(when, Formula::Fixed(false))).collect();
        (!rules.is_empty()).then(|| self.chain_of_rules(pick.reg, rules))
    }

    /// Whether cards are simply picked from a place of which a slot tells whose it is.
    fn hand(&self, pick: &Pick, from: NodeId) -> Option<Hand> {
        let Node::PlaceOf { base, count, key } = self.node(from) else { return None };
        let Node::Slot(slot) = self.node(*key) else { return None };
        let among = match pick.filter.map(|filter| self.node(filter)) {
            None => CardSet::MAX,
            Some(Node::Cards(set)) => CardSet::from(*set),
            Some(_) => return None,
        };
        let spots = (*base..*base + *count).map(|place| self.program.spot(place)).collect();
        let like = (!self.all_unlike()).then(|| self.alike());
        Some(Hand { spots, slot: *slot, among, like })
    }
}

/// The cards of a place of which a slot tells whose it is.
pub(super) struct Hand {
    spots: Box<[Spot]>,
    pub(super) slot: u32,
    pub(super) among: CardSet,
    /// Which cards are like which, where some are.
    pub(super) like: Option<Alike>,
}

impl Hand {
    /// The places, if their orders are not kept.
    pub(super) fn places(&self) -> Option<Box<[u32]>> {
        let place = |spot: &Spot| (!spot.ordered).then_some(u32::from(spot.place));
        self.spots.iter().map(place).collect()
    }

    /// One of each sort of like cards.
    #[inline(always)]
    pub(super) fn unlike(&self, cards: CardSet) -> CardSet {
        if self.like.is_none() { cards } else { self.firsts(cards) }
    }

    #[inline(never)]
    fn firsts(&self, cards: CardSet) -> CardSet {
        self.like.as_ref().map_or(cards, |like| like.firsts(cards))
    }

    #[inline]
    pub(super) fn spot(&self, desk: &Desk) -> Option<Spot> {
        usize::try_from(desk.state.int(self.slot)).ok().and_then(|at| self.spots.get(at).copied())
    }

    #[inline]
    pub(super) fn cards(&self, desk: &Desk) -> CardSet {
        self.spot(desk).map_or(CardSet::NONE, |spot| desk.state.cards_in(u32::from(spot.place)) & self.among)
    }
}

impl Menu {
    /// Visits the choices in their order.
    pub(super) fn each(&self, desk: &mut Desk, visit: &mut dyn FnMut(&Picks) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Self::Walk(walk) = self {
            return walk.each(desk, visit);
        }
        let (count, cards) = self.count(desk);
        for n in 0..count {
            let mut picks = Picks::default();
            self.nth(desk, n, cards, &mut picks);
            visit(&picks)?;
        }
        ControlFlow::Continue(())
    }

    /// How many choices there are, and the cards where one card is picked.
    #[inline]
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        match self {
            Self::Plain => (1, CardSet::NONE),
            Self::Hand { hand, chain, if_able } => {
                let cards = hand.cards(desk);
                let cards = chain.as_ref().map_or(cards, |chain| chain.keep(desk, cards));
                let cards = hand.unlike(cards);
                let count = u64::from(cards.count_ones());
                (if count == 0 && *if_able { 1 } else { count }, cards)
            }
            Self::Card { cards, if_able } => {
                let cards = cards.of(desk, CardSet::NONE);
                let count = u64::from(cards.count_ones());
                (if count == 0 && *if_able { 1 } else { count }, cards)
            }
            Self::Groups(groups) => groups.count(desk),
            Self::Range { bounds } => bounds.count(desk),
            Self::With(companions) => companions.count(desk),
            Self::Small(small) => small.count(desk),
            Self::Walk(walk) => walk.count(desk),
        }
    }

    /// The `n`th choice, `cards` being those that were counted.
    #[inline]
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, cards: CardSet, picks: &mut Picks) {
        let first = picks.first_mut();
        match self {
            Self::Plain => {}
            Self::Card { .. } | Self::Hand { .. } => {
                if let Some(pick) = first {
                    pick.cards = nth_card(cards, n).into();
                }
            }
            Self::Groups(groups) => {
                if let Some(pick) = first {
                    pick.cards = groups.nth(desk, n, cards).into();
                }
            }
            Self::Range { .. } => {
                if let Some(pick) = first {
                    pick.value = Bounds::nth(n, cards);
                }
            }
            Self::With(companions) => companions.nth(n, cards, picks),
            Self::Small(small) => small.nth(desk, n, cards, picks),
            Self::Walk(walk) => {
                walk.nth(desk, n, cards, picks);
            }
        }
    }
}
