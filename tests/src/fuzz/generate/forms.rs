//! Auctions, circuits and tricks.

use super::{Maker, RANGES, Scope};

impl Maker<'_, '_> {
    /// One of the three forms, or nothing of the sort where blocks are deep.
    pub(super) fn form(&mut self, scope: &Scope) {
        match self.draw.below(4) {
            0 | 1 => self.auction(scope),
            2 => self.circuit(scope),
            _ => self.tricks(scope),
        }
    }

    fn auction(&mut self, scope: &Scope) {
        if self.draw.one_in(5) {
            return self.auction_of_several(scope);
        }
        let depth = scope.depth;
        let once = self.draw.below(3);
        let at_once = once == 2;
        let inside = Scope { player: true, auction: !at_once, depth: depth + 2, ..scope.clone() };
        self.line(depth, "auction");
        if self.draw.one_in(4) {
            let among = self.players(scope, 1);
            self.line(depth + 1, &format!("among {among}"));
        }
        let first = self.player(scope, 0);
        let order = match once {
            0 => format!("order clockwise from {first}"),
            1 => format!("order once clockwise from {first}"),
            _ => "order all at once".to_owned(),
        };
        self.line(depth + 1, &order);
        let (bid, worth) = match self.draw.below(4) {
            0 if self.names.at_bounds => {
                let range = self.draw.of(&RANGES);
                (format!("a number from {range}"), None)
            }
            0 => (format!("a number from 0 to {}", 1 + self.draw.below(15)), None),
            1 => ("a card from hand to shown if able".to_owned(), Some("total rank of shown of player".to_owned())),
            2 => ("1 to 2 cards from hand to lot if able".to_owned(), Some("total rank of cards".to_owned())),
            _ => {
                let by = if self.names.at_bounds { self.bound() } else { "10".to_owned() };
                ("a number from 1 to 4 with a suit".to_owned(), Some(format!("number * {by}")))
            }
        };
        let shown = self.names.places.iter().any(|(name, _)| name == "shown");
        let (bid, worth) =
            if bid.contains("shown") && !shown { ("a number from 0 to 3".to_owned(), None) } else { (bid, worth) };
        self.line(depth + 1, &format!("bid {bid}"));
        let numbers = bid.contains("number");
        let outbid = numbers && !at_once && self.draw.one_in(2);
        if outbid {
            self.line(depth + 1, "must outbid leader");
        }
        if let Some(worth) = worth {
            self.line(depth + 1, &format!("worth {worth}"));
        }
        let pass = match once {
            0 => self.draw.of(&["pass for now", "pass for good"]),
            _ => "pass",
        };
        if once == 0 || self.draw.one_in(2) {
            self.line(depth + 1, pass);
        }
        if once == 0 {
            let limit = 2 + self.draw.below(12);
            let closes = self.draw.of(&[
                "all pass in succession",
                "passes in a row is at least 2",
                "number of bidders is at most 1",
            ]);
            self.line(depth + 1, &format!("closes when {closes} or acts is at least {limit}"));
        }
        let ties = if at_once {
            self.draw.of(&["nobody", "next", "random player", "first clockwise from seat 2"])
        } else if outbid {
            self.draw.of(&["first", "last", "nobody", "next"])
        } else {
            self.draw.of(&["first", "last", "nobody", "next", "random player", "first clockwise from dealer"])
        };
        let best = self.draw.of(&["highest", "highest", "lowest"]);
        self.line(depth + 1, &format!("wins {best} worth, ties to {ties}"));
        self.line(depth + 1, "sold");
        let score = self.draw.of(&[
            "score worth of winner to winner for it",
            "move lot to hand of winner",
            "set dealer to winner",
            "score 1 to winner for it",
        ]);
        self.line(depth + 2, score);
        if self.draw.one_in(2) {
            self.line(depth + 1, "unsold");
            self.statement(&Scope { auction: false, player: scope.player, ..inside.clone() });
        }
        if self.draw.one_in(2) {
            self.line(depth + 1, "after");
            self.statement(&Scope { auction: false, player: scope.player, ..inside });
        }
    }

    /// Bids of several sorts, or stages.
    fn auction_of_several(&mut self, scope: &Scope) {
        let depth = scope.depth;
        let first = self.player(scope, 0);
        let (low, high) = if self.names.at_bounds { (self.bound(), self.bound()) } else { ("2".into(), "9".into()) };
        self.line(depth, "auction");
        if self.draw.one_in(2) {
            self.line(depth + 1, &format!("order clockwise from {first}"));
            self.line(depth + 1, "bid some a number from 0 to 3");
            self.line(depth + 2, &format!("worth number + {low}"));
            self.line(depth + 1, "bid none-such");
            self.line(depth + 2, &format!("worth {high}"));
            let must = self.draw.of(&["must outbid leader", "must acts is less than 7"]);
            self.line(depth + 1, must);
            self.line(depth + 1, "pass for good");
            self.line(depth + 1, "closes when number of bidders is at most 1 or acts is at least 8");
        } else {
            let when = if self.draw.one_in(3) { format!(" when {}", self.condition(scope, 1)) } else { String::new() };
            self.line(depth + 1, &format!("stage sealed{when}"));
            self.line(depth + 2, "order all at once");
            self.line(depth + 2, "bid a number from 0 to 3");
            self.line(depth + 1, "stage open");
            self.line(depth + 2, "order once clockwise from (seat 2 if leader is nobody otherwise leader)");
            self.line(depth + 2, "bid a number from 1 to 6");
            self.line(depth + 2, "must outbid leader");
            self.line(depth + 2, "pass");
            self.line(depth + 1, &format!("worth number * {low}"));
        }
        let wins = self.draw.of(&[
            "wins highest worth, ties to nobody",
            "wins lowest worth, ties to next",
            "wins lowest worth, ties to random player",
        ]);
        self.line(depth + 1, wins);
        self.line(depth + 1, "sold");
        self.line(depth + 2, "score worth of winner to winner for it");
        self.line(depth + 1, "unsold");
        self.statement(&Scope { depth: depth + 2, auction: false, ..scope.clone() });
    }

    fn circuit(&mut self, scope: &Scope) {
        let depth = scope.depth;
        let inside = Scope { player: true, depth: depth + 2, ..scope.clone() };
        self.line(depth, "circuit");
        let (first, once) = (self.player(scope, 0), self.draw.one_in(2));
        self.line(depth + 1, &format!("order {}clockwise from {first}", if once { "once " } else { "" }));
        for number in 0..1 + self.draw.below(2) {
            let picks = self.picks(&inside);
            self.line(depth + 1, &format!("act turn{number} {picks}"));
            if self.draw.one_in(2) {
                self.statement(&inside);
            }
        }
        if !once && self.draw.one_in(3) {
            self.line(depth + 1, "act leave for good");
        }
        if self.draw.one_in(4) {
            self.line(depth + 1, "after each act");
            self.line(depth + 2, "score 1 to player for acting");
        }
        self.line(depth + 1, if once { "pass" } else { "pass for now" });
        if !once {
            self.line(depth + 1, "closes when all pass in succession or acts is at least 6");
        }
        if self.draw.one_in(2) {
            self.line(depth + 1, "after");
            self.statement(&Scope { player: scope.player, ..inside });
        }
    }

    /// What may be done beside a card, in place of one, and at any time.
    fn acts_of_tricks(&mut self, inside: &Scope) {
        let depth = inside.depth - 1;
        for (number, timing) in ["", " instead of a card", " at any time"].into_iter().enumerate() {
            if !self.draw.one_in(4) {
                continue;
            }
            let picks = self.picks(inside);
            // What is picked may have a condition, which goes on as far as it can.
            let when = if self.draw.one_in(2) { format!(" when {}", self.condition(inside, 1)) } else { String::new() };
            self.line(depth, &format!("act do{number} {picks}{timing}{when}"));
            if self.draw.one_in(2) {
                self.statement(inside);
            }
            if self.draw.one_in(4) {
                self.line(depth + 1, "score 1 to winner so far for being ahead");
            }
        }
    }

    /// Cards that may be played in any case, or nothing.
    fn free_cards(&mut self) -> String {
        if !self.draw.one_in(3) {
            return String::new();
        }
        let cond = self.condition(&Scope { card: true, in_cards: true, ..Scope::default() }, 1);
        format!(" except cards where {cond}")
    }

    fn tricks(&mut self, scope: &Scope) {
        let depth = scope.depth;
        let inside = Scope { player: true, card: true, in_cards: true, depth: depth + 2, ..scope.clone() };
        let until = if self.draw.one_in(3) { " until count is more than 5" } else { "" };
        self.line(depth, &format!("tricks{until}"));
        let leads = self.player(scope, 0);
        let leads = if leads == "player" { "seat 1".to_owned() } else { leads };
        self.line(depth + 1, &format!("lead {leads}"));
        self.line(depth + 1, "play a card from hand");
        if self.draw.one_in(3) {
            self.statement(&Scope { in_cards: false, ..inside.clone() });
        }
        if self.draw.one_in(4) {
            self.line(depth + 2, "score 1 to owner of card for laying");
        }
        if self.draw.one_in(4) {
            let winner = self.draw.of(&["winner so far", "owner of winning card", "owner of card of player"]);
            self.line(depth + 2, &format!("score rank of winning card to {winner} for being ahead"));
        }
        self.acts_of_tricks(&Scope { card: false, in_cards: false, ..inside.clone() });
        if self.draw.one_in(3) {
            let cond = self.condition(&inside, 1);
            let free = self.free_cards();
            self.line(depth + 1, &format!("must {cond} if able{free}"));
        }
        let follow = self.draw.one_in(2);
        let or_trump = follow && self.draw.one_in(4);
        if follow {
            let due = !self.names.suit_tracks.is_empty() && self.draw.one_in(4);
            let (what, free) = (if due { "trump" } else { "suit" }, self.free_cards());
            self.line(depth + 1, &format!("follow {what}{}{free}", if or_trump { " or trump" } else { "" }));
        }
        if self.draw.one_in(4) {
            let free = self.free_cards();
            let when =
                self.draw.of(&["", " when winner so far is not player", " when rank of winning card is more than 1"]);
            self.line(depth + 1, &format!("must beat trick if able{free}{when}"));
        }
        if or_trump || self.draw.one_in(2) {
            let trump = match self.names.suit_tracks.is_empty() || !follow {
                true => format!("rank is {}", 1 + self.draw.below(3)),
                false => "trump".to_owned(),
            };
            self.line(depth + 1, &format!("trump {trump}"));
        }
        let value = self.card_number();
        let best = self.draw.of(&["highest", "highest", "lowest"]);
        let free = if follow && self.draw.one_in(4) { ", following or not" } else { "" };
        let ties = self.draw.of(&["", "", ", ties to last"]);
        self.line(depth + 1, &format!("wins {best} {value}{free}{ties}"));
        let taken = self.draw.of(&["box", "stock", "hand of seat 1", "lot", "lot"]);
        self.line(depth + 1, &format!("taken to {taken}"));
        self.line(depth + 1, "after");
        let points = self.number(&Scope { card: scope.card, player: scope.player, ..Scope::default() }, 1);
        self.line(depth + 2, &format!("score {points} to winner for a trick"));
        if self.draw.one_in(4) {
            self.line(depth + 2, "score rank of winning card to winner for its card");
            self.line(depth + 2, "score 1 to owner of card of seat 2 for a second");
        }
        if self.draw.one_in(4) {
            self.line(depth, "deal 2 from stock to hand of each player if able");
            self.tricks(scope);
        }
    }
}
