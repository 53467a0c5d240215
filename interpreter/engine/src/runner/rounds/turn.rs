//! One turn of a circuit: what may be done is counted, and a choice is taken.

use super::super::super::program::{Act, CardSet};
use super::super::Build;
use super::super::asks::Asked;
use super::super::bounds::Bounds;
use super::super::cards::ByFirst;
use super::super::desk::Desk;
use super::super::facts::Chain;
use super::super::lies::Lies;
use super::super::menus::{Hand, Menu};
use super::super::moves::Goal;
use super::super::select::{cut, nth_card};
use super::super::small::Small;
use super::Turn;

/// What is picked in an act.
pub(super) enum Offer {
    Nothing,
    /// One card of a hand, by rules; it goes to a place, and a slot keeps it.
    Card {
        hand: Hand,
        rules: Rules,
        slot: u32,
        to: Option<Goal>,
    },
    /// A number between two, which a slot keeps.
    Number {
        bounds: Bounds,
        slot: u32,
    },
    /// A few small things, which slots keep.
    Small {
        small: Small,
        slots: Box<[u32]>,
    },
    /// Anything else.
    Other,
}

/// The rules on a card.
pub(super) enum Rules {
    None,
    /// It is one of a set that goes by the first card of a place.
    ByFirst(ByFirst),
    Chain(Chain),
}

impl Rules {
    pub(super) fn of(chain: Option<Chain>) -> Self {
        match chain.map(Chain::only_by_first) {
            None => Self::None,
            Some(Ok(sets)) => Self::ByFirst(sets),
            Some(Err(chain)) => Self::Chain(chain),
        }
    }

    /// The cards that obey them.
    #[inline(always)]
    fn keep<const SMALL: bool>(&self, desk: &mut Desk, cards: CardSet) -> CardSet {
        match self {
            Self::None => cards,
            Self::ByFirst(sets) => cut::<SMALL>(cards & sets.of(desk)),
            Self::Chain(chain) => keep::<SMALL>(chain, desk, cards),
        }
    }
}

#[inline(never)]
fn count_small(small: &Small, desk: &mut Desk) -> (u64, CardSet) {
    desk.looking(|desk| small.count(desk)).0
}

/// Keeps what is picked; not where that is not known by sets.
#[inline(never)]
fn take_small(small: &Small, slots: &[u32], desk: &mut Desk, (n, found): (u64, CardSet)) -> bool {
    let values = small.values(n, found);
    for (slot, value) in slots.iter().zip(values.unwrap_or(&[])) {
        desk.keep(*slot, *value);
    }
    values.is_some()
}

#[inline(never)]
fn keep<const SMALL: bool>(chain: &Chain, desk: &mut Desk, cards: CardSet) -> CardSet {
    cut::<SMALL>(chain.keep_of::<SMALL>(desk, cards))
}

impl Turn {
    /// How many choices there are, and what they are: the cards, or the lowest number.
    #[inline(always)]
    pub(super) fn count<const SMALL: bool>(&self, desk: &mut Desk, ask: &Asked, index: usize) -> (u64, CardSet) {
        if let Some(allowed) = &self.allowed
            && !allowed.holds(desk)
        {
            return (0, CardSet::NONE);
        }
        match &self.offer {
            Offer::Nothing => (1, CardSet::NONE),
            Offer::Card { hand, rules, .. } => {
                let cards = cut::<SMALL>(hand.cards(desk));
                let cards = rules.keep::<SMALL>(desk, cards);
                (u64::from(cards.count_ones()), cards)
            }
            Offer::Number { bounds, .. } => bounds.count(desk),
            Offer::Small { small, .. } => count_small(small, desk),
            Offer::Other => ask.count_of(desk, index),
        }
    }

    /// Does the `n`th of the choices.
    #[inline(always)]
    pub(super) fn choose<const SMALL: bool>(
        &self,
        desk: &mut Desk,
        (ask, index): (&Asked, usize),
        n: u64,
        found: CardSet,
    ) {
        match &self.offer {
            Offer::Nothing => {}
            Offer::Card { hand, slot, to, .. } => {
                let card = cut::<SMALL>(nth_card(found, n));
                desk.state.set_small(*slot, i64::from(card.trailing_zeros()));
                if let (Some(from), Some(to)) = (hand.spot(desk), to)
                    && let Some(to) = to.of(desk, from)
                {
                    desk.state.carry_one(card, from, to);
                }
            }
            Offer::Number { slot, .. } => desk.keep(*slot, Bounds::nth(n, found)),
            Offer::Small { small, slots } => {
                if !take_small(small, slots, desk, (n, found)) {
                    ask.take(desk, index, (n, found));
                }
            }
            Offer::Other => ask.take(desk, index, (n, found)),
        }
    }
}

impl Build<'_> {
    pub(super) fn offered(&self, act: &Act) -> Offer {
        let Some(pick) = act.picks.first() else { return Offer::Nothing };
        match self.menu(act) {
            Menu::Small(small) => Offer::Small { small, slots: act.picks.iter().map(|pick| pick.slot).collect() },
            _ if act.picks.len() > 1 => Offer::Other,
            Menu::Hand { hand, chain, if_able: false } if hand.like.is_none() => {
                Offer::Card { hand, rules: Rules::of(chain), slot: pick.slot, to: pick.to.map(|to| self.goal(to)) }
            }
            Menu::Range { bounds } => Offer::Number { bounds, slot: pick.slot },
            _ => Offer::Other,
        }
    }
}
