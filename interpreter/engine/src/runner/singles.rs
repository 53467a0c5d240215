//! Single cards that may be picked: by rules on them, one of each sort of like ones; and pairs of them, counted at once.

use super::super::act::Picked;
use super::super::eval::each_card;
use super::super::program::{CardSet, Node, NodeId, Pick};
use super::super::state::{Spot, bit};
use super::alike::Alike;
use super::desk::Desk;
use super::facts::Chain;
use super::lies::Lies;
use super::{Build, Cards};

/// The single cards of a pick.
pub(super) struct Singles {
    cards: Cards,
    rules: Option<Chain>,
    like: Option<Like>,
}

/// Which cards are like which, where some are: those of several places only within one place.
struct Like {
    like: Alike,
    spots: Box<[Spot]>,
    one_place: bool,
}

impl Singles {
    /// Those that may be picked, without some that earlier picks have taken.
    #[inline]
    pub(super) fn of(&self, desk: &mut Desk, taken: CardSet) -> CardSet {
        let mut cards = (self.cards)(desk) & !taken;
        if let Some(rules) = &self.rules {
            cards = rules.keep(desk, cards);
        }
        self.unlike(desk, cards)
    }

    /// One of each sort.
    fn unlike(&self, desk: &Desk, cards: CardSet) -> CardSet {
        match &self.like {
            None => cards,
            Some(Like { like, spots, one_place }) => unlike(desk, like, spots, cards, *one_place),
        }
    }

    /// Pairs of a card of some and one of these, if it makes no difference to each of these which others are there, apart from like ones.
    pub(super) fn behind(&self, desk: &mut Desk, first: CardSet, taken: CardSet, if_able: bool) -> Option<Pairs<'_>> {
        let plain = self.rules.is_none() && self.like.as_ref().is_none_or(|like| like.one_place);
        plain.then(|| Pairs {
            first,
            second: (self.cards)(desk) & !taken,
            like: self.like.as_ref().map(|like| &like.like),
            if_able,
        })
    }
}

/// A card and then another, of which it only matters that they are two.
pub(super) struct Pairs<'a> {
    first: CardSet,
    second: CardSet,
    like: Option<&'a Alike>,
    /// Whether it is only the first where there is no second.
    if_able: bool,
}

impl Pairs<'_> {
    /// How many second cards there are behind a first that is one of a set: the only one of its sort there, or not.
    fn ways(&self) -> [(CardSet, u64); 2] {
        let (sorts, lone) = match self.like {
            Some(like) => (like.firsts(self.second), like.lone(self.second)),
            None => (self.second, self.second),
        };
        let (sorts, least) = (u64::from(sorts.count_ones()), u64::from(self.if_able));
        [(self.first & lone, sorts.saturating_sub(1).max(least)), (self.first & !lone, sorts.max(least))]
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.ways().into_iter().map(|(cards, ways)| ways.saturating_mul(cards.count_ones().into())).sum()
    }

    /// The first card of the `n`th pair, and the how-manieth with it this is.
    pub(super) fn nth(&self, n: u64) -> Option<(Picked, u64)> {
        let [(lone, fewer), (_, ways)] = self.ways();
        let mut left = n;
        each_card(self.first).find_map(|card| {
            let here = if lone & bit(card) != 0 { fewer } else { ways };
            if left < here {
                return Some((Picked::of(bit(card)), left));
            }
            left -= here;
            None
        })
    }
}

/// One of each sort of like cards: the first by number. Cards of several places are like only within one place.
pub(super) fn unlike(desk: &Desk, like: &Alike, spots: &[Spot], cards: CardSet, one_place: bool) -> CardSet {
    if one_place {
        return like.firsts(cards);
    }
    spots
        .iter()
        .fold(CardSet::NONE, |kept, spot| kept | like.firsts(cards & desk.state.cards_in(u32::from(spot.place))))
}

impl Build<'_> {
    /// The single cards that a pick may take.
    pub(super) fn singles(&self, pick: &Pick, from: NodeId, rules: Option<Chain>) -> Singles {
        let like = (!self.all_unlike()).then(|| Like {
            like: self.alike(),
            spots: self.spots(from),
            one_place: self.is_one_place(from),
        });
        Singles { cards: self.filtered(pick, from), rules, like }
    }

    /// Whether cards come from one place.
    pub(super) fn is_one_place(&self, from: NodeId) -> bool {
        matches!(self.node(from), Node::Place(_) | Node::PlaceOf { .. })
    }
}
