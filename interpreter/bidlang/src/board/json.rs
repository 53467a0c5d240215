//! Boards as JSON, for pages that draw them. It says what the board says, with seats from 1.

use serde_json::{Value, json};

use super::{Board, CardGroup, Chair, Face, Laid, LastTrick, Note, Pile};
use crate::Prepared;

impl Board {
    /// The board as JSON; seats are counted from 1.
    ///
    /// ```
    /// use bidlang::{Board, Follower, Game, Setup};
    ///
    /// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
    /// let mut follower = Follower::new(table.prepared(), Some(0));
    /// let board = Board::new(&table.turn_told(&mut follower)?.unwrap(), &follower).json();
    /// assert_eq!(board["seats"][0]["seat"], 1);
    /// assert_eq!(board["seats"][0]["piles"][0]["cards"].as_array().unwrap().len(), 4);
    /// assert!(board["seats"][1]["piles"][0]["cards"].is_null());
    /// # Ok::<(), bidlang::Error>(())
    /// ```
    #[must_use]
    pub fn json(&self) -> Value {
        let Self { passes, seats, middle, notes, trick, last_trick, groups } = self;
        json!({
            "passes": passes,
            "seats": seats.iter().map(Chair::json).collect::<Value>(),
            "middle": middle.iter().map(Pile::json).collect::<Value>(),
            "notes": notes.iter().map(Note::json).collect::<Value>(),
            "trick": trick.iter().map(Laid::json).collect::<Value>(),
            "last_trick": last_trick.as_ref().map(LastTrick::json),
            "groups": groups.iter().map(CardGroup::json).collect::<Value>(),
        })
    }
}

impl Chair {
    fn json(&self) -> Value {
        let Self { seat, name, points, to_choose, ahead, said, piles, notes } = self;
        json!({
            "seat": u32::from(*seat) + 1,
            "name": name,
            "points": points,
            "to_choose": to_choose,
            "ahead": ahead,
            "said": said,
            "piles": piles.iter().map(Pile::json).collect::<Value>(),
            "notes": notes.iter().map(Note::json).collect::<Value>(),
        })
    }
}

impl Pile {
    fn json(&self) -> Value {
        let Self { name, cards, count, totals, closed } = self;
        json!({
            "name": name,
            "cards": cards.as_ref().map(|cards| cards.iter().map(Face::json).collect::<Value>()),
            "count": count,
            "totals": totals,
            "closed": closed,
        })
    }
}

impl Note {
    fn json(&self) -> Value {
        let Self { name, value, idle, working } = self;
        json!({ "name": name, "value": value, "idle": idle, "working": working })
    }
}

impl Laid {
    fn json(&self) -> Value {
        let Self { seat, name, card, ahead } = self;
        json!({ "seat": u32::from(*seat) + 1, "name": name, "face": card.json(), "ahead": ahead })
    }
}

impl LastTrick {
    fn json(&self) -> Value {
        json!({ "cards": self.cards.iter().map(Laid::json).collect::<Value>(), "winner": self.winner })
    }
}

impl Face {
    /// The card as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let Self { name, group, others, rest, short, attributes } = self;
        let groups: Vec<usize> = group.iter().chain(others).copied().collect();
        json!({ "card": name, "short": short, "groups": groups, "text": rest, "attributes": attributes })
    }
}

impl CardGroup {
    /// The group as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let Self { name, symbol, shape, colour } = self;
        json!({ "name": name, "symbol": symbol, "shape": shape, "colour": colour.name() })
    }
}

impl Prepared {
    /// The groups that cards are sorted by, and each different card once, in the order of the deck, as JSON: for pages that draw them.
    #[must_use]
    pub fn deck_json(&self) -> (Value, Value) {
        let (groups, faces) = self.faces();
        let mut different: Vec<&Face> = Vec::new();
        for face in &faces {
            if !different.contains(&face) {
                different.push(face);
            }
        }
        let groups = groups.iter().map(CardGroup::json).collect();
        (groups, different.into_iter().map(Face::json).collect())
    }
}
