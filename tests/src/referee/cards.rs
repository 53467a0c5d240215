//! The deck of the game, what a player may choose, and where cards lie.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug};
use std::sync::LazyLock;

use serde_json::Value;

const SUITS: [&str; 6] = ["Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots"];
const RANKS: [&str; 12] = ["Ace", "2", "3", "4", "5", "6", "7", "8", "9", "Crown", "Pawn", "Court"];
/// The suits of the cards of each rank, a letter a suit, wyrms being Y; the ranks are apart by semicolons.
const CARDS: &str = "M S W L Y K;MK SY WL;MW SK LY;MS WL YK;ML SW YK;MW SY LK;ML SK WY;MS WL YK;MS WY LK;M S W L Y K;\
                    MSL MYK SWK WLY;MWK MLY SWY SLK";

/// A card: the number of its rank (Ace 1, Crown 10, Pawn 11, Court 12), a bit for each suit. No two are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Card {
    pub(super) rank: usize,
    pub(super) suits: u8,
}

impl Card {
    pub(super) fn bid_worth(self) -> i64 {
        self.rank.min(10) as i64
    }

    pub(super) fn points(self) -> i64 {
        if self.rank == 1 { 11 } else { self.bid_worth() }
    }

    /// Reads a card by its name; suits and the rank of a number card must agree with the name where they are told.
    pub(super) fn read(v: &Value) -> Option<Card> {
        let words: Vec<&str> = v["card"].as_str()?.split(|c: char| !c.is_alphanumeric()).collect();
        let rank = RANKS.iter().position(|r| words.contains(r))? + 1;
        let card = Card { rank, suits: suit_bits(words) };
        let suits = v["suit"].as_array().map(|l| suit_bits(l.iter().filter_map(Value::as_str)));
        let number = v["rank"].as_u64().filter(|_| (2..=9).contains(&rank));
        let agrees = suits.is_none_or(|s| s == card.suits) && number.is_none_or(|n| n == rank as u64);
        (agrees && DECK.contains(&card)).then_some(card)
    }
}

impl Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let suits: Vec<&str> = (0..6).filter(|i| self.suits >> i & 1 == 1).map(|i| SUITS[i]).collect();
        write!(f, "{} of {}", RANKS[self.rank - 1], suits.join(" and "))
    }
}

fn suit_bits<'a>(words: impl IntoIterator<Item = &'a str>) -> u8 {
    let bit = |w: &str| SUITS.iter().position(|s| s.eq_ignore_ascii_case(w)).map_or(0, |i| 1 << i);
    words.into_iter().fold(0, |bits, w| bits | bit(w))
}

/// The 44 cards of the extended deck.
pub(super) static DECK: LazyLock<BTreeSet<Card>> = LazyLock::new(|| {
    let bits = |s: &str| s.chars().fold(0, |bits, c| bits | 1 << "MSWLYK".find(c).unwrap());
    let of_rank = |(i, list): (usize, &'static str)| list.split(' ').map(move |s| Card { rank: i + 1, suits: bits(s) });
    CARDS.split(';').enumerate().flat_map(of_rank).collect()
});

/// What a player may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Act {
    Auction(Card),
    Decline,
    Bid(Card),
    Pass,
}

/// A place of the table and whose it is; 0 where there is one for all.
pub(super) type Place = (&'static str, usize);

pub(super) const PLACES: [&str; 7] = ["box", "stock", "lot", "discard", "hand", "bid", "won"];
pub(super) const OWNED: [&str; 3] = ["hand", "bid", "won"];

/// Where the cards are; cards that arrive go to the end.
#[derive(Default)]
pub(super) struct Cards(pub(super) BTreeMap<Place, Vec<Card>>);

impl Cards {
    pub(super) fn at(&self, name: &'static str, of: usize) -> &[Card] {
        self.0.get(&(name, of)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn put(&mut self, to: Place, cards: &[Card]) {
        self.0.entry(to).or_default().extend(cards);
    }

    /// Takes a card out of its place; false if it is not there.
    pub(super) fn take(&mut self, from: Place, card: Card) -> bool {
        let pile = self.0.entry(from).or_default();
        let found = pile.iter().position(|&c| c == card);
        found.map(|i| pile.remove(i)).is_some()
    }

    /// The cards there. Undealt cards may stay in the stock or go back to the box: both are the stock here.
    pub(super) fn set(&self, name: &'static str, of: usize) -> BTreeSet<Card> {
        let boxed = if name == "stock" { self.at("box", of) } else { &[] };
        self.at(name, of).iter().chain(boxed).copied().collect()
    }
}
