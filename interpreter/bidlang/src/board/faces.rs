//! How cards are sorted in a hand and said short: by the attribute that groups them, then by the order of the deck.

use serde_json::{Map, Value};

use super::signs::{self, Colour};
use crate::Prepared;

/// A card as a screen shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// Its name in the rules.
    pub name: String,
    /// The first of its groups, such as its suit: a place in [`Board::groups`](super::Board::groups).
    pub group: Option<usize>,
    /// Its other groups, where cards have several.
    pub others: Vec<usize>,
    /// What it is besides its groups, as in `10` or `Queen`.
    pub rest: String,
    /// The same in a corner of the card: `10`, `Q`; its number, where it has one.
    pub short: String,
    /// All that it is, by the names of its attributes, as records have it.
    pub attributes: Map<String, Value>,
}

/// A value of the attribute that cards are grouped by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardGroup {
    /// As the rules name it.
    pub name: String,
    /// Its symbol, where it is one of the four French suits.
    pub symbol: Option<char>,
    /// A shape in a square of 100 by 100, as the path of an SVG; each group has its own.
    pub shape: &'static str,
    /// Its colour.
    pub colour: Colour,
}

impl CardGroup {
    /// How groups of these names look.
    #[must_use]
    pub fn of(names: &[String]) -> Vec<Self> {
        let looks = signs::shapes(names).into_iter().zip(signs::colours(names));
        let groups = names.iter().zip(looks).map(|(name, (shape, colour))| Self {
            name: name.clone(),
            symbol: signs::letter(name),
            shape,
            colour,
        });
        groups.collect()
    }

    /// The shape that is drawn for a word such as `moon`; none for a word for which nothing is.
    #[must_use]
    pub fn drawn(word: &str) -> Option<&'static str> {
        signs::drawn(word)
    }

    /// The words for which something is drawn.
    pub fn pictures() -> impl Iterator<Item = &'static str> + Clone {
        signs::pictures()
    }
}

/// The cards of a game and how they are grouped.
pub(crate) struct Deck<'p> {
    prepared: &'p Prepared,
    /// The attribute that groups them.
    by: Option<usize>,
}

impl<'p> Deck<'p> {
    /// Cards are grouped by the attribute that is no number and has the fewest values, if at least two cards share each on average.
    pub(crate) fn of(prepared: &'p Prepared) -> Self {
        let (game, cards) = (&prepared.game().game, prepared.compiled().program.cards.len());
        let sized = game.attrs.iter().enumerate().filter_map(|(index, attr)| {
            let kind = game.kinds.get(attr.kind)?;
            (!kind.numeric && kind.members.len() * 2 <= cards).then_some((kind.members.len(), index))
        });
        Self { prepared, by: sized.min().map(|(_, index)| index) }
    }

    pub(super) fn groups(&self) -> Vec<CardGroup> {
        let game = &self.prepared.game().game;
        let kind = self.by.and_then(|by| game.attrs.get(by)).and_then(|attr| game.kinds.get(attr.kind));
        let members = kind.map_or(&[] as &[String], |kind| kind.members.as_slice());
        CardGroup::of(members)
    }

    /// The members of each attribute that a card has, lowest first.
    fn members(&self, card: u8) -> Vec<Vec<usize>> {
        let (game, program) = (&self.prepared.game().game, &self.prepared.compiled().program);
        let definition = program.cards.get(usize::from(card)).and_then(|id| game.cards.get(usize::from(*id)));
        let sets = definition.map_or(&[] as &[u64], |card| card.members.as_slice());
        sets.iter().map(|set| (0..64).filter(|member| set & (1 << member) != 0).collect()).collect()
    }

    pub(super) fn face(&self, card: u8) -> Face {
        let (words, game) = (self.prepared.words(), &self.prepared.game().game);
        let members = self.members(card);
        let own = self.by.and_then(|by| members.get(by)).cloned().unwrap_or_default();
        let rest = members.iter().enumerate().filter(|(attr, _)| Some(*attr) != self.by).flat_map(|(attr, members)| {
            let kind = game.attrs.get(attr).map_or(0, |attr| attr.kind);
            members.iter().map(move |member| words.member(kind, i64::try_from(*member).unwrap_or(-1)))
        });
        let rest: Vec<String> = rest.collect();
        Face {
            name: words.card(card).to_owned(),
            group: own.first().copied(),
            others: own.into_iter().skip(1).collect(),
            rest: rest.join(" "),
            short: self.short(&members),
            attributes: self.attributes(card),
        }
    }

    /// What stands in the corner of a card: its first number beside its groups, else its first word.
    fn short(&self, members: &[Vec<usize>]) -> String {
        let game = &self.prepared.game().game;
        let kinds = game.attrs.iter().map(|attr| game.kinds.get(attr.kind));
        let others = kinds.zip(members).enumerate().filter(|(attr, _)| Some(*attr) != self.by);
        let mut found: Vec<(bool, String)> = others
            .filter_map(|(_, (kind, own))| {
                let (kind, first) = (kind?, own.first()?);
                Some((!kind.numeric, signs::short(&kind.members).get(*first)?.clone()))
            })
            .collect();
        found.sort_by_key(|(word, _)| *word);
        found.into_iter().next().map_or_else(String::new, |(_, short)| short)
    }

    fn attributes(&self, card: u8) -> Map<String, Value> {
        let Value::Object(mut card) = self.prepared.words().json_card(card) else { return Map::new() };
        card.remove("card");
        card
    }

    /// Where a card stands in a sorted hand.
    pub(crate) fn order(&self, card: u8) -> (usize, Vec<Vec<usize>>, u8) {
        let members = self.members(card);
        let group = self.by.and_then(|by| members.get(by)).and_then(|own| own.first().copied());
        (group.unwrap_or(usize::MAX), members.into_iter().rev().collect(), card)
    }

    /// Sorted by group, then by the attributes in their order; what has no group comes last.
    pub(super) fn sorted(&self, cards: &[u8]) -> Vec<Face> {
        let mut sorted: Vec<u8> = cards.to_vec();
        sorted.sort_by_cached_key(|card| self.order(*card));
        sorted.into_iter().map(|card| self.face(card)).collect()
    }
}

impl Prepared {
    /// The cards of the game in the order of the deck, and the groups that they are sorted by: for those who draw them.
    #[must_use]
    pub fn faces(&self) -> (Vec<CardGroup>, Vec<Face>) {
        let deck = Deck::of(self);
        let cards = u8::try_from(self.compiled().program.cards.len()).unwrap_or(u8::MAX);
        (deck.groups(), (0..cards).map(|card| deck.face(card)).collect())
    }
}
