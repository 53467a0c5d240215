//! Cards that are like each other stand for each other: in what is told and chosen, the first of them in the deck is named.

use crate::engine::{CardSet, CardsTold, Choice, MOST_PICKS, PickTold, Picked, Program, Telling, each_card, item};

/// Which cards are like which, and the places that have an order.
pub struct Like {
    /// For each card, the first that is like it.
    first: Vec<u8>,
    /// Whether no two are.
    unlike: bool,
    /// For each place, whether the order of its cards is kept.
    ordered: Vec<bool>,
}

impl Like {
    pub fn new(program: &Program) -> Self {
        let first_of = |card: usize| {
            let like = program.like.get(card)?;
            program.like.iter().position(|other| other == like).and_then(|first| u8::try_from(first).ok())
        };
        let first: Vec<u8> = (0..program.like.len()).filter_map(first_of).collect();
        let unlike = (0_u8..).zip(&first).all(|(card, first)| card == *first);
        Self { first, unlike, ordered: program.places.iter().map(|place| place.ordered).collect() }
    }

    /// The first card of the deck that is like this one.
    pub fn first(&self, card: u8) -> u8 {
        item(&self.first, usize::from(card))
    }

    fn is_ordered(&self, place: u16) -> bool {
        item(&self.ordered, usize::from(place))
    }

    /// As many cards of each sort as in a set, the first of the deck.
    fn set(&self, cards: CardSet) -> CardSet {
        if self.unlike {
            return cards;
        }
        each_card(cards).fold(0, |set: CardSet, card| {
            let first = self.first(card);
            let free = (first..).find(|other| set & 1 << other == 0 && self.first(*other) == first);
            free.map_or(set, |free| set | 1 << free)
        })
    }

    fn picked(&self, picked: Picked) -> Picked {
        Picked { cards: self.set(picked.cards), ..picked }
    }

    /// A choice, whichever of like cards it is of.
    pub fn choice(&self, choice: &Choice) -> Choice {
        let mut picks = [Picked::default(); MOST_PICKS];
        for (to, from) in picks.iter_mut().zip(choice.picks) {
            *to = self.picked(from);
        }
        Choice { picks, ..*choice }
    }

    /// Cards that lie in order, whichever of like cards they are.
    fn list(&self, cards: &mut [u8], ordered: bool) {
        for card in cards.iter_mut() {
            *card = self.first(*card);
        }
        if !ordered {
            cards.sort_unstable();
        }
    }

    /// What is told, whichever of like cards it is told of, without an order that no rule knows of.
    pub fn telling(&self, mut telling: Telling) -> Telling {
        match &mut telling {
            Telling::Shuffle { place, order, .. } => match order {
                Some(order) if self.is_ordered(*place) => self.list(order, true),
                Some(_) | None => *order = None,
            },
            Telling::Act { picks, .. } => {
                for pick in picks {
                    if let PickTold::Whole(picked) = pick {
                        *picked = self.picked(*picked);
                    }
                }
            }
            Telling::Move { from, cards: CardsTold::Which(cards), .. } => self.list(cards, self.is_ordered(*from)),
            Telling::Show { place, cards, .. } => self.list(cards, self.is_ordered(*place)),
            Telling::Score { items: Some(items), .. } => {
                for (card, _) in items.iter_mut() {
                    *card = self.first(*card);
                }
                items.sort_unstable();
            }
            Telling::Move { .. }
            | Telling::Pass { .. }
            | Telling::Draw { .. }
            | Telling::Set { .. }
            | Telling::Bid { .. }
            | Telling::Closed { .. }
            | Telling::Trick { .. }
            | Telling::Score { .. }
            | Telling::Won { .. } => {}
        }
        telling
    }
}
