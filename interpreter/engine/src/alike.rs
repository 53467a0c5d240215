//! Cards that are like each other stand for each other: in what is told and chosen, the first of them in the deck is named.

use crate::{CardsTold, Choice, Likes, PickTold, Program, Telling, item};

/// Which cards are like which, and the places that have an order.
#[derive(Debug, Clone)]
pub struct Alike {
    likes: Likes,
    /// For each place, whether the order of its cards is kept.
    ordered: Vec<bool>,
}

impl Alike {
    /// Of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self { likes: Likes::of(program), ordered: program.places.iter().map(|place| place.ordered).collect() }
    }

    /// The first card of the deck that is like this one.
    #[must_use]
    pub fn first(&self, card: u8) -> u8 {
        self.likes.first(card)
    }

    fn is_ordered(&self, place: u16) -> bool {
        item(&self.ordered, usize::from(place))
    }

    /// A choice, whichever of like cards it is of.
    #[must_use]
    pub fn choice(&self, choice: &Choice) -> Choice {
        self.likes.choice(choice)
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
    #[must_use]
    pub fn telling(&self, mut telling: Telling) -> Telling {
        match &mut telling {
            Telling::Shuffle { place, order, .. } => match order {
                Some(order) if place.is_some_and(|place| self.is_ordered(place)) => self.list(order, true),
                Some(_) | None => *order = None,
            },
            Telling::Act { picks, .. } => {
                for pick in picks {
                    if let PickTold::Whole(picked) = pick {
                        picked.cards = self.likes.firsts(picked.cards);
                    }
                }
            }
            Telling::Move { from, cards: CardsTold::Which(cards), .. } => {
                self.list(cards, from.is_none_or(|from| self.is_ordered(from)));
            }
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
            | Telling::ShowTrack { .. }
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
