//! A random player who writes records for the tests of the referee.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::cards::Place;

/// A card as the player knows it: name, suits, worth as a bid, points in the score pile.
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
                self.write(json!({"line": "bid", "seat": seat + 1, "worth": worth, "leader": leader.map(|l| l + 1)}));
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
            let (hand, last) = (self.hands[token].clone(), self.hands.iter().filter(|h| !h.is_empty()).count() == 1);
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

/// The record of one random game.
pub(super) fn play(players: usize, extended: bool, returned: bool, seed: u64) -> Vec<Value> {
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
    let cards = ranks.iter().flat_map(|(r, list, w, p)| list.split(',').map(move |s| card((r, *w, *p), s))).collect();
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
