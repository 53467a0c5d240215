//! How cards are sorted in a hand and said short: by the attribute that groups them, then by the order of the deck.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use bidlang_compiler::ir::{Members, each_member};

use super::signs::{self, Colour};
use crate::Prepared;
use crate::words::Words;

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

/// Where a card stands in a sorted hand.
type Order = (usize, Vec<Vec<usize>>, u8);

/// The cards of a game as screens show them and how they are grouped: worked out once for a setup.
#[derive(Debug)]
pub(crate) struct Deck {
    groups: Arc<[CardGroup]>,
    faces: Vec<Arc<Face>>,
    orders: Vec<Order>,
}

impl Deck {
    /// That of a game.
    pub(crate) fn of(words: Words) -> Self {
        let reading = Reading::new(words);
        Self {
            groups: reading.groups().into(),
            faces: words.program.deck().map(|card| Arc::new(reading.face(card))).collect(),
            orders: words.program.deck().map(|card| reading.order(card)).collect(),
        }
    }

    pub(super) const fn groups(&self) -> &Arc<[CardGroup]> {
        &self.groups
    }

    pub(super) fn face(&self, card: u8) -> Option<Arc<Face>> {
        self.faces.get(usize::from(card)).cloned()
    }

    /// Where a card stands in a sorted hand: by group, then by the attributes in their order; what has no group comes last.
    pub(crate) fn order(&self, card: u8) -> Option<&Order> {
        self.orders.get(usize::from(card))
    }

    /// Cards as they lie.
    pub(super) fn lying(&self, cards: &[u8]) -> Vec<Arc<Face>> {
        cards.iter().filter_map(|card| self.face(*card)).collect()
    }

    /// Cards as a hand is sorted.
    pub(super) fn sorted(&self, cards: &[u8]) -> Vec<Arc<Face>> {
        let mut sorted: Vec<u8> = cards.to_vec();
        sorted.sort_by_key(|card| self.order(*card));
        self.lying(&sorted)
    }
}

/// Reads faces from the rules.
struct Reading<'p> {
    words: Words<'p>,
    /// The attribute that groups the cards.
    by: Option<usize>,
}

impl<'p> Reading<'p> {
    /// Cards are grouped by the attribute that is no number and has the fewest values, if at least two cards share each on average.
    fn new(words: Words<'p>) -> Self {
        let (game, cards) = (words.game, words.program.cards.len());
        let sized = game.attrs.iter().enumerate().filter_map(|(index, attr)| {
            let kind = game.kinds.get(attr.kind)?;
            (!kind.numeric && kind.members.len() * 2 <= cards).then_some((kind.members.len(), index))
        });
        Self { words, by: sized.min().map(|(_, index)| index) }
    }

    fn groups(&self) -> Vec<CardGroup> {
        let game = self.words.game;
        let kind = self.by.and_then(|by| game.attrs.get(by)).and_then(|attr| game.kinds.get(attr.kind));
        let members = kind.map_or(&[] as &[String], |kind| kind.members.as_slice());
        CardGroup::of(members)
    }

    /// The members of each attribute that a card has, lowest first.
    fn members(&self, card: u8) -> Vec<Vec<usize>> {
        let Words { game, program, .. } = self.words;
        let definition = program.cards.get(usize::from(card)).and_then(|id| game.cards.get(usize::from(*id)));
        let sets = definition.map_or(&[] as &[Members], |card| card.members.as_slice());
        sets.iter().map(|set| each_member(*set).map(usize::from).collect()).collect()
    }

    fn face(&self, card: u8) -> Face {
        let (words, game) = (self.words, self.words.game);
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
        let game = self.words.game;
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
        let Value::Object(mut card) = self.words.json_card(card) else { return Map::new() };
        card.remove("card");
        card
    }

    fn order(&self, card: u8) -> Order {
        let members = self.members(card);
        let group = self.by.and_then(|by| members.get(by)).and_then(|own| own.first().copied());
        (group.unwrap_or(usize::MAX), members.into_iter().rev().collect(), card)
    }
}

impl Prepared {
    /// The cards of the game in the order of the deck, and the groups that they are sorted by: for those who draw them.
    #[must_use]
    pub fn faces(&self) -> (&[CardGroup], &[Arc<Face>]) {
        let deck = self.deck();
        (&deck.groups, &deck.faces)
    }
}
