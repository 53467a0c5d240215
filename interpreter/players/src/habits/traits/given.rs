//! What is seen of a card that is given away, as to a kitty or to a neighbour: how strong it is in tricks, and how many at hand share
//! something with it, such as its suit, before and after.

use bidlang::engine::{CardSet, Choice};
use bidlang::{Prepared, ir};

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
        let defs: Vec<_> = program.cards.iter().filter_map(|card| game.cards.get(usize::from(*card))).collect();
        let of = |attr: usize| {
            let members = || defs.iter().filter_map(|card| card.members.get(attr).copied());
            let mates = |own: ir::Members| {
                let sharing = (0..=u8::MAX).zip(members()).filter(|(_, other)| *other & own != 0);
                sharing.map(|(card, _)| card).collect()
            };
            members().map(mates).collect::<Vec<CardSet>>()
        };
        let pairs = |by: &Vec<CardSet>| by.iter().map(|mates| mates.count_ones() as usize).sum::<usize>();
        let mut by: Vec<Vec<CardSet>> = (0..game.attrs.len()).map(of).filter(|by| pairs(by) > by.len()).collect();
        by.sort_by_key(|by| std::cmp::Reverse(pairs(by)));
        by.truncate(MOST_ATTRIBUTES);
        Self { by }
    }

    /// For a card, by each attribute how many of some cards share it, as numbers in a block of their own.
    fn sharing(&self, card: u8, among: CardSet) -> impl Iterator<Item = u32> + '_ {
        let by = (0..).zip(&self.by).filter_map(move |(number, by)| Some((number, *by.get(usize::from(card))?)));
        by.map(move |(number, mates): (u32, CardSet)| number * SHARED + (mates & among).count_ones().min(SHARED - 1))
    }
}

/// What counts for cards that are given away.
pub struct Giving<'t> {
    /// The cards at hand.
    pub hand: CardSet,
    pub mates: &'t Mates,
    /// For each card how strong it is, where there are tricks.
    pub levels: Option<Vec<u8>>,
}

/// Weights of cards that are given away, for each act.
pub const fn size(cards: u32) -> u32 {
    cards + GIVEN_LEVELS + 2 * MOST_ATTRIBUTES as u32 * SHARED
}

/// The cards of a choice.
pub fn given(choice: &Choice) -> CardSet {
    choice.picks.iter().fold(CardSet::NONE, |set, pick| set | pick.cards)
}

/// The trait of a card alone.
pub(super) fn of_card(asked: &Asked, act: u32, card: u8) -> u32 {
    Block(said::given_from(asked)).at(&[(act, asked.acts), (u32::from(card), asked.cards)])
}

impl Giving<'_> {
    /// Traits that other cards have, too, whatever is given away with it.
    pub(super) fn before(&self, asked: &Asked, act: u32, card: u8) -> impl Iterator<Item = u32> + '_ {
        let mut block = Block(said::given_from(asked) + asked.acts * asked.cards);
        let levels = block.at(&[(act, asked.acts), (0, GIVEN_LEVELS)]);
        let level = self.levels.as_ref().and_then(|levels| levels.get(usize::from(card)));
        let held = block.at(&[(act, asked.acts), (0, MOST_ATTRIBUTES as u32), (0, SHARED)]);
        let shares = self.mates.sharing(card, self.hand);
        level.map(|level| levels + u32::from(*level)).into_iter().chain(shares.map(move |shared| held + shared))
    }

    /// Those that go by what stays.
    pub(super) fn after(
        &self,
        asked: &Asked,
        act: u32,
        (card, given): (u8, CardSet),
    ) -> impl Iterator<Item = u32> + '_ {
        let before = asked.cards + GIVEN_LEVELS + MOST_ATTRIBUTES as u32 * SHARED;
        let mut block = Block(said::given_from(asked) + asked.acts * before);
        let stay = block.at(&[(act, asked.acts), (0, MOST_ATTRIBUTES as u32), (0, SHARED)]);
        self.mates.sharing(card, self.hand & !given).map(move |shared| stay + shared)
    }
}
