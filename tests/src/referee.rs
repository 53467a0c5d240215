//! An independent referee for the card game Varg Bid.
//!
//! It knows the rules text, the rulings and the record format, and nothing of the engine. From the record it takes
//! chance (the first dealer, the order of the stock) and the choices; it plays the game itself and compares the rest.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::expect_used, clippy::panic)]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Display};
use std::rc::Rc;
use std::sync::LazyLock;

/// What a record that is in order amounts to. Seats are numbered from 1; `scores[0]` is of seat 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// All decisions, the forced ones too.
    pub decisions: usize,
    /// The decisions that had one legal choice.
    pub forced: usize,
    /// The total of every seat.
    pub scores: Vec<i64>,
    /// The seats with the highest total.
    pub winners: Vec<usize>,
}

/// Checks the record of one whole game (JSON lines, view "all"). An error tells the line and what is wrong there.
pub fn check(record: &str) -> Result<Summary, String> {
    let parse = |(i, l)| serde_json::from_str(l).map(Rc::new).map_err(|e| format!("line {}: not JSON: {e}", i + 1));
    let lines = record.lines().enumerate().map(parse).collect::<Res<Vec<Rc<Value>>>>()?;
    Referee { lines, ..Default::default() }.game()
}

type Res<T> = Result<T, String>;

const SUITS: [&str; 6] = ["Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots"];
const RANKS: [&str; 12] = ["Ace", "2", "3", "4", "5", "6", "7", "8", "9", "Crown", "Pawn", "Court"];
/// The suits of the cards of each rank, a letter a suit, wyrms being Y; the ranks are apart by semicolons.
const CARDS: &str = "M S W L Y K;MK SY WL;MW SK LY;MS WL YK;ML SW YK;MW SY LK;ML SK WY;MS WL YK;MS WY LK;M S W L Y K;\
                    MSL MYK SWK WLY;MWK MLY SWY SLK";

/// A card: the number of its rank (Ace 1, Crown 10, Pawn 11, Court 12), a bit for each suit. No two are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Card {
    rank: usize,
    suits: u8,
}

impl Card {
    fn bid_worth(self) -> i64 {
        self.rank.min(10) as i64
    }

    fn points(self) -> i64 {
        if self.rank == 1 { 11 } else { self.bid_worth() }
    }

    /// Reads a card by its name; suits and the rank of a number card must agree with the name where they are told.
    fn read(v: &Value) -> Option<Card> {
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
static DECK: LazyLock<BTreeSet<Card>> = LazyLock::new(|| {
    let bits = |s: &str| s.chars().fold(0, |bits, c| bits | 1 << "MSWLYK".find(c).unwrap());
    let of_rank = |(i, list): (usize, &'static str)| list.split(' ').map(move |s| Card { rank: i + 1, suits: bits(s) });
    CARDS.split(';').enumerate().flat_map(of_rank).collect()
});

/// What a player may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Auction(Card),
    Decline,
    Bid(Card),
    Pass,
}

/// A place of the table and whose it is; 0 where there is one for all.
type Place = (&'static str, usize);

const PLACES: [&str; 7] = ["box", "stock", "lot", "discard", "hand", "bid", "won"];
const OWNED: [&str; 3] = ["hand", "bid", "won"];

/// Where the cards are; cards that arrive go to the end.
#[derive(Default)]
struct Cards(BTreeMap<Place, Vec<Card>>);

impl Cards {
    fn at(&self, name: &'static str, of: usize) -> &[Card] {
        self.0.get(&(name, of)).map_or(&[], Vec::as_slice)
    }

    fn put(&mut self, to: Place, cards: &[Card]) {
        self.0.entry(to).or_default().extend(cards);
    }

    /// Takes a card out of its place; false if it is not there.
    fn take(&mut self, from: Place, card: Card) -> bool {
        let pile = self.0.entry(from).or_default();
        let found = pile.iter().position(|&c| c == card);
        found.map(|i| pile.remove(i)).is_some()
    }

    /// The cards there. Undealt cards may stay in the stock or go back to the box: both are the stock here.
    fn set(&self, name: &'static str, of: usize) -> BTreeSet<Card> {
        let boxed = if name == "stock" { self.at("box", of) } else { &[] };
        self.at(name, of).iter().chain(boxed).copied().collect()
    }
}

/// The reader of a record and the game it is played against. Seats count from 1.
#[derive(Default)]
struct Referee {
    lines: Vec<Rc<Value>>,
    next: usize,
    /// The number of the line that an error is about.
    at: usize,
    players: usize,
    extended: bool,
    returned: bool,
    /// Where the record's moves have brought the cards, and how many moves there were.
    seen: Cards,
    moves: usize,
    /// Cards that went from the stock to a hand since the last shuffle.
    dealt: Vec<(Card, usize)>,
    shuffles: u64,
    phases: BTreeMap<String, u64>,
    tracks: BTreeMap<String, Value>,
    /// Where the cards are by the rules, and every seat's score.
    cards: Cards,
    totals: Vec<i64>,
    decisions: usize,
    forced: usize,
}

/// Reading the record.
impl Referee {
    fn error<T>(&self, record: impl Display, rules: impl Display) -> Res<T> {
        Err(format!("line {}: the record says {record}; the rules say {rules}", self.at))
    }

    fn same<T: PartialEq + Debug>(&self, what: &str, record: T, rules: T) -> Res<()> {
        if record == rules { Ok(()) } else { self.error(format!("{what}: {record:?}"), format!("{rules:?}")) }
    }

    fn entry(&self, line: &Value, key: &str, rules: impl Into<Value>) -> Res<()> {
        self.same(key, &line[key], &rules.into())
    }

    /// The kind of the next line that tells an event; moves, tracks and phases before it are noted on the way.
    fn peek(&mut self) -> Res<String> {
        loop {
            self.at = self.next + 1;
            let line = self.lines.get(self.next).cloned().unwrap_or_default();
            match line["line"].as_str().unwrap_or("nothing more") {
                "move" => self.note_move(&line)?,
                "phase" => self.note_phase(&line)?,
                "set" => drop(self.tracks.insert(text(&line["track"]), line["value"].clone())),
                kind => return Ok(kind.to_string()),
            }
            self.next += 1;
        }
    }

    fn expect(&mut self, kind: &str) -> Res<()> {
        let found = self.peek()?;
        self.same("line", found.as_str(), kind)
    }

    fn take(&mut self, kind: &str) -> Res<Rc<Value>> {
        self.expect(kind)?;
        self.next += 1;
        Ok(self.lines[self.next - 1].clone())
    }

    /// The passes of a phase count from 1; those inside `deal` begin anew with every deal.
    fn note_phase(&mut self, line: &Value) -> Res<()> {
        let phase = text(&line["phase"]);
        self.phases.retain(|name, _| name == "deal" || phase != "deal");
        let pass = self.phases.get(&phase).unwrap_or(&0) + 1;
        self.phases.insert(phase, pass);
        self.entry(line, "pass", pass)
    }

    fn note_move(&mut self, line: &Value) -> Res<()> {
        let cards = self.card_list(&line["cards"])?;
        let (from, to) = (self.place(&line["from"])?, self.place(&line["to"])?);
        for &card in &cards {
            // Before the first shuffle the record does not tell where a card is.
            if !self.seen.take(from, card) && self.shuffles > 0 {
                return self.error(format!("{card:?} leaves {from:?}"), "it is not there");
            }
            if from.0 == "stock" && to.0 == "hand" {
                self.dealt.push((card, to.1));
            }
        }
        self.seen.put(to, &cards);
        self.moves += 1;
        self.entry(line, "count", cards.len())
    }

    fn card_list(&self, list: &Value) -> Res<Vec<Card>> {
        let read = |v| Card::read(v).map_or_else(|| self.error(v, "no such card"), Ok);
        list.as_array().map_or_else(|| self.error(list, "a list of cards"), |l| l.iter().map(read).collect())
    }

    fn place(&self, v: &Value) -> Res<Place> {
        let name = PLACES.into_iter().find(|p| v["place"] == *p);
        let of = v["of"].as_u64().unwrap_or(0) as usize;
        let fits = |n: &&str| if OWNED.contains(n) { (1..=self.players).contains(&of) } else { v["of"].is_null() };
        name.filter(fits).map_or_else(|| self.error(v, "no such place"), |n| Ok((n, of)))
    }

    fn act(&self, v: &Value) -> Res<Act> {
        let picks = v["picks"].as_array().into_iter().flatten();
        let cards = picks.map(|p| self.card_list(&p["cards"])).collect::<Res<Vec<_>>>()?.concat();
        match (v["act"].as_str().unwrap_or_default(), &cards[..]) {
            ("auction", &[card]) => Ok(Act::Auction(card)),
            ("bid", &[card]) => Ok(Act::Bid(card)),
            ("decline", []) => Ok(Act::Decline),
            ("pass", []) => Ok(Act::Pass),
            _ => self.error(v, "no such act"),
        }
    }

    /// The record's moves must have brought all cards of these places to where the rules have them.
    fn in_place(&self, places: &[&'static str]) -> Res<()> {
        for (&name, of) in places.iter().flat_map(|p| (0..=self.players).map(move |of| (p, of))) {
            let (seen, due) = (self.seen.set(name, of), self.cards.set(name, of));
            if seen != due {
                return self.error(format!("{name} {of}: {seen:?}"), format!("{due:?}"));
            }
        }
        Ok(())
    }

    fn track(&self, track: &str, seat: usize) -> Res<()> {
        self.same(track, self.tracks.get(track), Some(&seat.into()))
    }
}

/// Playing the game.
impl Referee {
    fn game(mut self) -> Res<Summary> {
        self.header()?;
        let draw = self.take("draw")?;
        self.entry(&draw, "track", "dealer")?;
        self.entry(&draw, "among", self.seats().collect::<Vec<_>>())?;
        let drawn = self.seats().find(|&s| draw["seat"] == s);
        let Some(mut dealer) = drawn else { return self.error(&draw["seat"], "a seat") };
        self.tracks.insert("dealer".to_string(), dealer.into());
        for _ in self.seats() {
            self.hand(dealer)?;
            dealer = self.left(dealer);
        }
        self.end()
    }

    fn header(&mut self) -> Res<()> {
        let game = self.take("game")?;
        self.entry(&game, "format", 1)?;
        self.entry(&game, "view", "all")?;
        self.same("Varg Bid in the title", text(&game["game"]).contains("Varg Bid"), true)?;
        self.players = game["players"].as_u64().unwrap_or(0) as usize;
        self.same("3 to 5 players", (3..=5).contains(&self.players), true)?;
        self.same("names", game["names"].as_array().map_or(0, Vec::len), self.players)?;
        self.extended = self.option(&game, "deck", ["basic", "extended"])?;
        self.returned = self.option(&game, "losers-bids", ["discarded", "returned"])?;
        self.same("extended deck with 5 players", self.extended && self.players == 5, false)?;
        self.totals = vec![0; self.players];
        Ok(())
    }

    /// Whether the option has the second of its values.
    fn option(&self, game: &Value, name: &str, values: [&str; 2]) -> Res<bool> {
        let found = values.iter().position(|v| game["options"][name] == *v);
        found.map_or_else(|| self.error(&game["options"], format!("{name}: {values:?}")), |i| Ok(i == 1))
    }

    fn seats(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.players
    }

    fn left(&self, seat: usize) -> usize {
        seat % self.players + 1
    }

    fn hand(&mut self, dealer: usize) -> Res<()> {
        self.deal()?;
        self.track("dealer", dealer)?;
        if self.players == 5 {
            self.auction(dealer)?;
        }
        let mut token = self.left(dealer);
        loop {
            let holders: Vec<usize> = self.seats().filter(|&s| !self.cards.at("hand", s).is_empty()).collect();
            while !holders.is_empty() && !holders.contains(&token) {
                token = self.left(token);
            }
            let last = holders.len() == 1;
            if holders.is_empty() || !self.sale(token, last)? || last {
                return self.score();
            }
            token = self.left(token);
        }
    }

    /// The shuffle, and the deal from the top: all cards of seat 1, then of seat 2 and so on.
    fn deal(&mut self) -> Res<()> {
        let line = self.take("shuffle")?;
        let order = self.card_list(&line["order"])?;
        let all = DECK.iter().copied().filter(|c| self.extended || c.rank <= 10).collect::<BTreeSet<_>>();
        self.same("cards shuffled", order.len(), all.len())?;
        self.same("deck", &order.iter().copied().collect(), &all)?;
        self.same("place shuffled", self.place(&line["place"])?, ("stock", 0))?;
        let stray = |(place, pile): &(&Place, &Vec<Card>)| place.0 != "stock" && pile.iter().any(|c| all.contains(c));
        self.same("cards not in the stock", self.seen.0.iter().find(stray), None)?;
        self.shuffles += 1;
        self.seen = Cards(BTreeMap::from([(("stock", 0), order.clone())]));
        self.dealt.clear();
        self.expect("decision")?; // reads the moves of the deal
        self.same("deal pass", self.phases.get("deal").copied(), Some(self.shuffles))?;
        let size = [10, if self.extended { 10 } else { 9 }, 7][self.players - 3];
        let (dealt, rest) = order.split_at(size * self.players);
        self.cards = Cards::default();
        for (seat, hand) in self.seats().zip(dealt.chunks(size)) {
            self.cards.put(("hand", seat), hand);
        }
        self.cards.put((if self.players == 5 { "lot" } else { "stock" }, 0), rest);
        let by_seat = self.seats().flat_map(|s| self.cards.at("hand", s).iter().map(move |&c| (c, s)));
        self.same("deal", &self.dealt, &by_seat.collect())
    }

    /// The token's holder puts a card up, and it is auctioned. False if the last player declined.
    fn sale(&mut self, token: usize, last: bool) -> Res<bool> {
        let mut legal: BTreeSet<Act> = self.cards.at("hand", token).iter().map(|&c| Act::Auction(c)).collect();
        if last {
            legal.insert(Act::Decline);
        }
        let choice = self.decision(token, &legal)?;
        if self.tracks.contains_key("token") {
            self.track("token", token)?;
        }
        let Act::Auction(card) = choice else { return Ok(false) };
        self.cards.take(("hand", token), card);
        self.cards.put(("lot", 0), &[card]);
        self.auction(self.left(token))?;
        Ok(true)
    }

    /// The circuit of bids and passes, until every player has passed in succession.
    fn auction(&mut self, first: usize) -> Res<()> {
        let (mut seat, mut passes, mut leader) = (first, 0, None);
        while passes < self.players {
            passes += 1;
            if let Act::Bid(card) = self.decision(seat, &self.bidding(seat, leader))? {
                passes = 0;
                self.cards.take(("hand", seat), card);
                self.cards.put(("bid", seat), &[card]);
                if leader.is_none_or(|l| self.worth(seat) > self.worth(l)) {
                    leader = Some(seat);
                }
                let line = self.take("bid")?;
                self.entry(&line, "seat", seat)?;
                self.entry(&line, "worth", self.worth(seat))?;
                self.entry(&line, "leader", leader)?;
            }
            seat = self.left(seat);
        }
        self.close(leader)
    }

    fn worth(&self, seat: usize) -> i64 {
        self.cards.at("bid", seat).iter().map(|c| c.bid_worth()).sum()
    }

    /// The leader can only pass; anybody else may add a card that shares a suit with the first card of the bid.
    fn bidding(&self, seat: usize, leader: Option<usize>) -> BTreeSet<Act> {
        let first = self.cards.at("bid", seat).first();
        let fits = |c: &&Card| leader != Some(seat) && first.is_none_or(|f| f.suits & c.suits != 0);
        let bids = self.cards.at("hand", seat).iter().filter(fits).map(|&c| Act::Bid(c));
        bids.chain([Act::Pass]).collect()
    }

    fn close(&mut self, leader: Option<usize>) -> Res<()> {
        let line = self.take(if leader.is_some() { "sold" } else { "unsold" })?;
        let mut tied: Vec<usize> = Vec::new();
        if let Some(winner) = leader {
            self.entry(&line, "winner", winner)?;
            self.entry(&line, "worth", self.worth(winner))?;
            tied.extend(self.seats().filter(|&s| self.worth(s) == self.worth(winner)));
        }
        self.same("tied", seat_list(&line["tied"]), Some(if tied.len() > 1 { tied } else { Vec::new() }))?;
        self.entry(&line, "ties", "first")?;
        let lot = self.cards.0.remove(&("lot", 0)).unwrap();
        self.cards.put(leader.map_or(("discard", 0), |winner| ("won", winner)), &lot);
        for seat in self.seats() {
            let bid = self.cards.0.remove(&("bid", seat)).unwrap_or_default();
            let back = self.returned && leader != Some(seat);
            self.cards.put(if back { ("hand", seat) } else { ("discard", 0) }, &bid);
        }
        Ok(())
    }

    /// Checks the next decision and the act that follows it, and returns the choice.
    fn decision(&mut self, seat: usize, legal: &BTreeSet<Act>) -> Res<Act> {
        self.expect("decision")?;
        self.in_place(&["stock", "lot", "discard", "hand", "bid", "won"])?;
        let line = self.take("decision")?;
        self.entry(&line, "seat", seat)?;
        self.entry(&line, "at_once", false)?;
        let listed = line["legal"].as_array().into_iter().flatten().map(|v| self.act(v)).collect::<Res<Vec<_>>>()?;
        self.same("legal", &listed.iter().copied().collect(), legal)?;
        self.same("number of legal choices", listed.len(), legal.len())?;
        self.entry(&line, "forced", legal.len() == 1)?;
        let choice = self.act(&line["choice"])?;
        self.same("choice is legal", legal.contains(&choice), true)?;
        let moves = self.moves;
        let act = self.take("act")?;
        self.same("moves before the act", self.moves - moves, 0)?;
        ["seat", "choice", "forced"].iter().try_for_each(|key| self.entry(&act, key, line[key].clone()))?;
        self.decisions += 1;
        self.forced += usize::from(legal.len() == 1);
        Ok(choice)
    }

    /// The score lines of a hand: one for every seat with a score pile; a seat without may have one of nothing.
    fn score(&mut self) -> Res<()> {
        let mut due: BTreeSet<usize> = self.seats().collect();
        while self.peek()? == "score" {
            if due.len() == self.players {
                self.in_place(&["lot", "bid", "won"])?;
            }
            let line = self.take("score")?;
            self.entry(&line, "for", "score pile")?;
            let seats = seat_list(&line["seats"]).unwrap_or_default();
            self.same("seats scored once", !seats.is_empty() && seats.iter().all(|s| due.remove(s)), true)?;
            seats.iter().try_for_each(|&s| self.score_pile(&line, s))?;
            self.entry(&line, "totals", self.totals.clone())?;
        }
        due.retain(|&s| !self.cards.at("won", s).is_empty());
        self.same("seats left unscored", due, BTreeSet::new())
    }

    fn score_pile(&mut self, line: &Value, seat: usize) -> Res<()> {
        // An item's card is a card object, or its name alone.
        let item = |v: &Value| Some((Card::read(&v["card"]).or_else(|| Card::read(v))?, v["points"].as_i64()?));
        let mut items: Vec<_> = line["items"].as_array().into_iter().flatten().map(item).collect();
        items.sort_unstable();
        let won = self.cards.set("won", seat);
        self.same("items", items, won.iter().map(|&c| Some((c, c.points()))).collect())?;
        let points: i64 = won.iter().map(|c| c.points()).sum();
        self.totals[seat - 1] += points;
        self.entry(line, "points", points)
    }

    fn end(mut self) -> Res<Summary> {
        let line = self.take("end")?;
        let best = self.totals.iter().max().copied();
        let winners: Vec<usize> = self.seats().filter(|s| self.totals.get(s - 1).copied() == best).collect();
        self.entry(&line, "scores", self.totals.clone())?;
        self.same("winners", seat_list(&line["winners"]), Some(winners.clone()))?;
        self.entry(&line, "decisions", self.decisions)?;
        self.entry(&line, "stopped", Value::Null)?;
        self.same("deal passes", self.phases.get("deal").copied(), Some(self.shuffles))?;
        self.same("lines", self.lines.len(), self.next)?;
        Ok(Summary { decisions: self.decisions, forced: self.forced, scores: self.totals, winners })
    }
}

fn text(v: &Value) -> String {
    v.as_str().unwrap_or_default().to_string()
}

fn seat_list(list: &Value) -> Option<Vec<usize>> {
    let mut seats: Vec<usize> = list.as_array()?.iter().map(|s| Some(s.as_u64()? as usize)).collect::<Option<_>>()?;
    seats.sort_unstable();
    Some(seats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A card as the player below knows it: name, suits, worth as a bid, points in the score pile.
    type Dealt = (String, Vec<&'static str>, i64, i64);

    /// A random player of all seats (from 0) that writes the record; it shares no rules with the referee.
    struct Player {
        players: usize,
        returned: bool,
        cards: Vec<Dealt>,
        lines: Vec<Value>,
        chance: u64,
        hands: Vec<Vec<usize>>,
        won: Vec<Vec<usize>>,
        decisions: usize,
        /// Where the cards are that have left the stock.
        at: BTreeMap<usize, Place>,
    }

    impl Player {
        fn below(&mut self, n: usize) -> usize {
            self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.chance >> 33) as usize % n
        }

        fn write(&mut self, line: Value) {
            self.lines.push(line);
        }

        fn json(&self, cards: &[usize]) -> Vec<Value> {
            let one = |&c: &usize| json!({"card": self.cards[c].0, "suit": self.cards[c].1, "rank": self.cards[c].2});
            cards.iter().map(one).collect()
        }

        fn shift(&mut self, cards: &[usize], from: Place, to: Place) {
            self.at.extend(cards.iter().map(|&c| (c, to)));
            let place = |(name, of): Place| match name {
                "hand" | "bid" | "won" => json!({"place": name, "of": of + 1}),
                _ => json!({"place": name}),
            };
            let list = self.json(cards);
            if !cards.is_empty() {
                self.write(
                    json!({"line": "move", "cards": list, "count": cards.len(), "from": place(from), "to": place(to)}),
                );
            }
        }

        /// One of the cards, or nothing: the other act, if there is one.
        fn choose(&mut self, seat: usize, act: &str, cards: &[usize], other: Option<&str>) -> Option<usize> {
            let pick = |c: &Value| json!({"act": act, "picks": [{"cards": [c]}]});
            let mut legal: Vec<Value> = self.json(cards).iter().map(pick).collect();
            legal.extend(other.map(|o| json!({"act": o, "picks": []})));
            let (i, forced) = (self.below(legal.len()), legal.len() == 1);
            let choice = legal[i].clone();
            self.write(json!({"line": "decision", "seat": seat + 1, "at_once": false, "forced": forced, "legal": legal, "choice": choice}));
            self.write(json!({"line": "act", "seat": seat + 1, "choice": choice, "forced": forced}));
            self.decisions += 1;
            cards.get(i).copied()
        }

        fn auction(&mut self, lot: usize, first: usize) {
            let mut bids: Vec<Vec<usize>> = vec![Vec::new(); self.players];
            let (mut best, mut leader, mut quiet, mut seat) = (0i64, None, 0, first);
            while quiet < self.players {
                let mut fit = self.hands[seat].clone();
                if let Some(&b) = bids[seat].first() {
                    fit.retain(|&c| self.cards[c].1.iter().any(|s| self.cards[b].1.contains(s)));
                }
                fit.retain(|_| leader != Some(seat));
                quiet += 1;
                if let Some(card) = self.choose(seat, "bid", &fit, Some("pass")) {
                    quiet = 0;
                    self.hands[seat].retain(|&c| c != card);
                    self.shift(&[card], ("hand", seat), ("bid", seat));
                    bids[seat].push(card);
                    let worth = bids[seat].iter().map(|&c| self.cards[c].2).sum();
                    if worth > best {
                        (best, leader) = (worth, Some(seat));
                    }
                    self.write(
                        json!({"line": "bid", "seat": seat + 1, "worth": worth, "leader": leader.map(|l| l + 1)}),
                    );
                }
                seat = (seat + 1) % self.players;
            }
            let total = |b: &Vec<usize>| b.iter().map(|&c| self.cards[c].2).sum::<i64>();
            let mut tied: Vec<usize> =
                (0..self.players).filter(|&s| best > 0 && total(&bids[s]) == best).map(|s| s + 1).collect();
            tied.retain(|_| bids.iter().filter(|b| total(b) == best).count() > 1);
            if let Some(w) = leader {
                self.write(json!({"line": "sold", "winner": w + 1, "worth": best, "tied": tied, "ties": "first"}));
                self.shift(&[lot], ("lot", 0), ("won", w));
                self.won[w].push(lot);
            } else {
                self.write(json!({"line": "unsold", "tied": tied, "ties": "first"}));
                self.shift(&[lot], ("lot", 0), ("discard", 0));
            }
            for (s, bid) in bids.into_iter().enumerate() {
                let back = self.returned && leader != Some(s);
                self.shift(&bid, ("bid", s), if back { ("hand", s) } else { ("discard", 0) });
                self.hands[s].extend(bid.into_iter().filter(|_| back));
            }
        }

        fn hand(&mut self, number: usize, dealer: usize, size: usize, totals: &mut [i64]) {
            let (n, all) = (self.players, self.cards.len());
            self.write(json!({"line": "phase", "phase": "deal", "pass": number + 1}));
            self.write(json!({"line": "set", "track": "dealer", "value": dealer + 1}));
            let mut order: Vec<usize> = (0..all).collect();
            for i in 1..all {
                let j = self.below(i + 1);
                order.swap(i, j);
            }
            let list = self.json(&order);
            self.write(json!({"line": "shuffle", "place": {"place": "stock"}, "order": list}));
            self.won = vec![Vec::new(); n];
            self.hands = (0..n).map(|s| order[s * size..(s + 1) * size].to_vec()).collect();
            (0..n).for_each(|s| self.shift(&order[s * size..(s + 1) * size], ("stock", 0), ("hand", s)));
            if n == 5 {
                self.shift(&order[35..], ("stock", 0), ("lot", 0));
                self.auction(order[35], dealer);
            }
            let mut token = (dealer + 1) % n;
            while let Some(skip) = (0..n).find(|k| !self.hands[(token + k) % n].is_empty()) {
                token = (token + skip) % n;
                self.write(json!({"line": "set", "track": "token", "value": token + 1}));
                let (hand, last) =
                    (self.hands[token].clone(), self.hands.iter().filter(|h| !h.is_empty()).count() == 1);
                if let Some(lot) = self.choose(token, "auction", &hand, last.then_some("decline")) {
                    self.hands[token].retain(|&c| c != lot);
                    self.shift(&[lot], ("hand", token), ("lot", 0));
                    self.auction(lot, (token + 1) % n);
                }
                if last {
                    break;
                }
                token = (token + 1) % n;
            }
            for s in 0..n {
                let pile = self.won[s].clone();
                let items: Vec<Value> =
                    pile.iter().map(|&c| json!({"card": self.json(&[c])[0], "points": self.cards[c].3})).collect();
                let points: i64 = pile.iter().map(|&c| self.cards[c].3).sum();
                totals[s] += points;
                self.write(json!({"line": "score", "seats": [s + 1], "points": points, "for": "score pile", "items": items, "totals": totals}));
            }
            for (card, (name, of)) in self.at.clone() {
                self.shift(&[card], (name, of), ("stock", 0));
            }
            self.at.clear();
        }
    }

    fn play(players: usize, extended: bool, returned: bool, seed: u64) -> Vec<Value> {
        let named = "Moons Knots,Suns Wyrms,Waves Leaves;Moons Waves,Suns Knots,Leaves Wyrms;Moons Suns,Waves Leaves,Wyrms Knots;\
            Moons Leaves,Suns Waves,Wyrms Knots;Moons Waves,Suns Wyrms,Leaves Knots;Moons Leaves,Suns Knots,Waves Wyrms;\
            Moons Suns,Waves Leaves,Wyrms Knots;Moons Suns,Waves Wyrms,Leaves Knots";
        let three = "Moons Suns Leaves,Moons Wyrms Knots,Suns Waves Knots,Waves Leaves Wyrms;\
            Moons Waves Knots,Moons Leaves Wyrms,Suns Waves Wyrms,Suns Leaves Knots";
        let one = "Moons,Suns,Waves,Leaves,Wyrms,Knots";
        let mut ranks: Vec<(String, &'static str, i64, i64)> =
            vec![("Ace".into(), one, 1, 11), ("Crown".into(), one, 10, 10)];
        ranks.extend(named.split(';').zip(2..).map(|(suits, r)| (r.to_string(), suits, r, r)));
        ranks.extend(
            three.split(';').zip(["Pawn", "Court"]).filter(|_| extended).map(|(suits, r)| (r.into(), suits, 10, 10)),
        );
        let card = |(rank, worth, points): (&str, i64, i64), suits: &'static str| -> Dealt {
            (format!("{rank} of {}", suits.replace(' ', " and ")), suits.split(' ').collect(), worth, points)
        };
        let cards =
            ranks.iter().flat_map(|(r, list, w, p)| list.split(',').map(move |s| card((r, *w, *p), s))).collect();
        let mut game = Player {
            players,
            returned,
            cards,
            lines: vec![],
            chance: seed,
            hands: vec![],
            won: vec![],
            decisions: 0,
            at: BTreeMap::new(),
        };
        let options = json!({"deck": if extended { "extended" } else { "basic" }, "losers-bids": if returned { "returned" } else { "discarded" }});
        let names: Vec<usize> = (1..=players).collect();
        game.write(json!({"line": "game", "format": 1, "game": "Varg Bid", "players": players, "names": names, "options": options, "view": "all"}));
        let first = game.below(players);
        game.write(json!({"line": "draw", "track": "dealer", "among": names, "seat": first + 1}));
        let mut totals = vec![0; players];
        let size = if players == 5 {
            7
        } else if players == 4 && !extended {
            9
        } else {
            10
        };
        (0..players).for_each(|h| game.hand(h, (first + h) % players, size, &mut totals));
        let best = totals.iter().max().unwrap();
        let winners: Vec<usize> = (0..players).filter(|&s| totals[s] == *best).map(|s| s + 1).collect();
        game.write(json!({"line": "end", "scores": totals, "winners": winners, "decisions": game.decisions}));
        game.lines
    }

    fn verdict(lines: &[Value]) -> Res<Summary> {
        check(&lines.iter().map(|l| format!("{l}\n")).collect::<String>())
    }

    /// Changes a good record and demands that the change is found.
    fn refused(what: &str, change: impl Fn(&mut Vec<Value>)) {
        static GAMES: LazyLock<[Vec<Value>; 3]> =
            LazyLock::new(|| [3, 4, 5].map(|players| play(players, false, false, 1)));
        for good in GAMES.iter() {
            let mut bad = good.clone();
            change(&mut bad);
            assert!(*good != bad, "{what}: nothing was changed");
            let error = verdict(&bad).expect_err(what);
            assert!(error.starts_with("line ") && error.contains("the rules say"), "{error}");
        }
    }

    fn find(lines: &mut [Value], test: impl Fn(&Value) -> bool) -> &mut Value {
        lines.iter_mut().find(|l| test(l)).expect("such a line")
    }

    #[test]
    fn accepts_legal_games() {
        for (players, extended) in [(3, false), (4, false), (5, false), (3, true), (4, true)] {
            for seed in 0..6 {
                let summary = verdict(&play(players, extended, seed % 2 == 1, seed)).unwrap();
                assert!(summary.forced > 0 && summary.forced < summary.decisions);
                assert!(summary.winners.iter().all(|w| summary.scores.iter().all(|s| *s <= summary.scores[w - 1])));
            }
        }
        assert!(verdict(&play(5, true, false, 1)).is_err(), "the extended deck is not for five");
    }

    #[test]
    fn refuses_changed_consequences() {
        refused("winner of the game", |l| {
            let line = l.last_mut().unwrap();
            line["winners"] = json!([line["winners"][0].as_u64().unwrap() % 3 + 1]);
        });
        refused("winner of a lot", |l| {
            let line = find(l, |l| l["line"] == "sold");
            line["winner"] = json!(line["winner"].as_u64().unwrap() % 3 + 1);
        });
        refused("score", |l| find(l, |l| l["line"] == "score")["points"] = json!(99));
        refused("totals", |l| find(l, |l| l["line"] == "score")["totals"][2] = json!(-1));
        refused("tie", |l| find(l, |l| l["line"] == "sold")["tied"] = json!([1, 2, 3]));
        refused("worth", |l| find(l, |l| l["line"] == "bid")["worth"] = json!(0));
        refused("leader", |l| find(l, |l| l["line"] == "bid")["leader"] = json!(null));
        refused("discards", |l| l.retain(|l| l["line"] != "move" || l["to"]["place"] != "discard"));
        refused("a card too many", |l| find(l, |l| l["line"] == "move")["count"] = json!(1));
        refused("token", |l| l.iter_mut().filter(|l| l["track"] == "token").for_each(|l| l["value"] = json!(1)));
        refused("dealer", |l| l.iter_mut().filter(|l| l["track"] == "dealer").for_each(|l| l["value"] = json!(1)));
        refused("deck", |l| find(l, |l| l["line"] == "shuffle")["order"][0]["card"] = json!("Ace of Stars"));
        refused("deal", |l| find(l, |l| l["line"] == "shuffle")["order"].as_array_mut().unwrap().swap(0, 20));
    }

    #[test]
    fn refuses_changed_decisions() {
        let decision = |l: &Value| l["line"] == "decision" && l["forced"] == false;
        refused("missing legal choice", |l| drop(find(l, decision)["legal"].as_array_mut().unwrap().pop()));
        refused("legal choice twice", |l| {
            let legal = find(l, decision)["legal"].as_array_mut().unwrap();
            legal.push(legal[0].clone());
        });
        refused("illegal choice", |l| find(l, decision)["choice"] = json!({"act": "decline", "picks": []}));
        refused("forced", |l| find(l, decision)["forced"] = json!(true));
        refused("seat", |l| {
            let line = find(l, decision);
            line["seat"] = json!(line["seat"].as_u64().unwrap() % 3 + 1);
        });
        for forced in [false, true] {
            refused("dropped pass", |l| {
                let pass = |l: &Value| l["line"] == "decision" && l["forced"] == forced && l["choice"]["act"] == "pass";
                let at = l.iter().position(pass).unwrap();
                l.drain(at..at + 2);
            });
        }
        refused("dropped hand", |l| l.truncate(l.iter().rposition(|l| l["line"] == "phase").unwrap()));
    }
}
