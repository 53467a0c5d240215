//! What is seen of a card that is given away, as to a kitty or to a neighbour: how strong it is in tricks, and how many at hand share
//! something with it, such as its suit, before and after.

use bidlang::Prepared;
use bidlang::engine::CardSet;

use super::{Asked, Block, said};

/// So many attributes of cards are looked at, those with the fewest values first.
const MOST_ATTRIBUTES: usize = 3;
/// How many share something: so many are told apart, the last for all above.
const SHARED: u32 = 8;
/// How strong cards are: so many are told apart.
pub const GIVEN_LEVELS: u32 = 8;

/// For each attribute that is looked at, for each card those that share it.
#[derive(Debug)]
pub struct Mates {
    by: Vec<Vec<CardSet>>,
}

impl Mates {
    /// Of a game.
    pub fn of(prepared: &Prepared) -> Self {
        let (game, program) = (prepared.words().game, prepared.runner().program());
        let of = |card: &u16, attr: usize| game.cards.get(usize::from(*card)).and_then(|card| card.members.get(attr));
        let mut by: Vec<(usize, Vec<CardSet>)> = (0..game.attrs.len())
            .map(|attr| {
                let members: Vec<u64> = program.cards.iter().map(|card| of(card, attr).copied().unwrap_or(0)).collect();
                let mates = |own: &u64| {
                    let same = members.iter().enumerate().filter(|(_, other)| *other & own != 0);
                    same.fold(CardSet::NONE, |set, (card, _)| set | CardSet::one(u8::try_from(card).unwrap_or(u8::MAX)))
                };
                let by: Vec<CardSet> = members.iter().map(mates).collect();
                (by.iter().map(|mates| mates.count_ones() as usize).sum::<usize>(), by)
            })
            .filter(|(shared, by)| *shared > by.len())
            .collect();
        by.sort_by(|(one, _), (other, _)| other.cmp(one));
        by.truncate(MOST_ATTRIBUTES);
        Self { by: by.into_iter().map(|(_, by)| by).collect() }
    }

    /// For a card, by the number of each attribute how many of some cards share it.
    fn sharing(&self, card: u8, among: CardSet) -> impl Iterator<Item = (u32, u32)> + '_ {
        let shared =
            move |by: &Vec<CardSet>| by.get(usize::from(card)).map_or(0, |mates| (*mates & among).count_ones());
        (0..).zip(self.by.iter().map(move |by| shared(by).min(SHARED - 1)))
    }
}

/// What counts for cards that are given away.
pub struct Giving<'t> {
    /// The cards at hand.
    pub hand: CardSet,
    pub mates: &'t Mates,
    /// For each card how strong it is, where there are tricks.
    pub levels: Vec<u8>,
}

/// Weights of cards that are given away, for each act.
pub const fn size(cards: u32) -> u32 {
    cards + GIVEN_LEVELS + 2 * MOST_ATTRIBUTES as u32 * SHARED
}

impl Giving<'_> {
    /// The trait of a card alone.
    pub fn card(asked: &Asked, act: u32, card: u8) -> u32 {
        Block(said::given_from(asked)).at(&[(act, asked.acts), (u32::from(card), asked.cards)])
    }

    /// Those that other cards have, too, whatever is given away with it.
    pub fn see(&self, asked: &Asked, act: u32, card: u8, mut has: impl FnMut(u32)) {
        let mut block = Block(said::given_from(asked) + asked.acts * asked.cards);
        let level = self.levels.get(usize::from(card)).map_or(0, |level| u32::from(*level));
        let by_level = block.at(&[(act, asked.acts), (level, GIVEN_LEVELS)]);
        if !self.levels.is_empty() {
            has(by_level);
        }
        let held = block.at(&[(act, asked.acts), (0, MOST_ATTRIBUTES as u32), (0, SHARED)]);
        self.mates.sharing(card, self.hand).for_each(|(attribute, shared)| has(held + attribute * SHARED + shared));
    }

    /// Those that go by what stays.
    pub fn see_staying(&self, asked: &Asked, act: u32, (card, given): (u8, CardSet), mut has: impl FnMut(u32)) {
        let held = asked.acts * MOST_ATTRIBUTES as u32 * SHARED;
        let mut block = Block(said::given_from(asked) + asked.acts * (asked.cards + GIVEN_LEVELS) + held);
        let stay = block.at(&[(act, asked.acts), (0, MOST_ATTRIBUTES as u32), (0, SHARED)]);
        let stays = self.mates.sharing(card, self.hand & !given);
        stays.for_each(|(attribute, shared)| has(stay + attribute * SHARED + shared));
    }
}
