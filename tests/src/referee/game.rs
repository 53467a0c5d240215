//! Playing the game by its rules, and holding the record to it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::cards::{Act, Card, Cards, DECK, Place};
use super::record::{seat_list, text};
use super::{Referee, Res, Summary};

impl Referee {
    pub(super) fn game(mut self) -> Res<Summary> {
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
