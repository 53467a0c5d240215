//! Statements and decisions.

use super::{Maker, RANGES, Scope};

impl Maker<'_, '_> {
    /// A statement, with what stands under it.
    pub(super) fn statement(&mut self, scope: &Scope) {
        let depth = scope.depth;
        let inner = Scope { depth: depth + 1, ..scope.clone() };
        if depth > 4 {
            return self.line(depth, "add 1 to count");
        }
        let when = if self.draw.one_in(4) { format!(" when {}", self.condition(scope, 1)) } else { String::new() };
        if self.names.turns && self.draw.one_in(6) {
            let turn = self.draw.of(&["turn play round", "turn play round", "set direction to clockwise"]);
            return self.line(depth, &format!("{turn}{when}"));
        }
        match self.draw.below(26) {
            0 | 1 => {
                let (cards, place) = (self.cards_in(scope, 2), self.place(scope));
                self.line(depth, &format!("move {cards} to {place}{when}"));
            }
            2 | 3 => {
                let able = if self.draw.one_in(6) { "" } else { " if able" };
                let to = self.draw.of(&["hand of each player", "lot", "hand of dealer"]);
                let far = self.names.at_bounds && self.draw.one_in(4);
                let size = if far { self.bound() } else { self.draw.below(4).to_string() };
                self.line(depth, &format!("deal {size} from stock to {to}{able}"));
            }
            4 => {
                let far = self.names.at_bounds && self.draw.one_in(4);
                let size = if far { self.bound() } else { self.draw.below(6).to_string() };
                self.line(depth, &format!("fill hand of each player to {size} from stock"));
            }
            5 => {
                let place = self.place(scope);
                self.line(depth, &format!("shuffle {place}{when}"));
            }
            6 => {
                let (place, value) = (self.place(scope), self.card_number());
                let order = self.draw.of(&["lowest first", "highest first"]);
                self.line(depth, &format!("sort {place} by {value}, {order}"));
            }
            7 => {
                let (one, other) = (self.place(scope), self.place(scope));
                self.line(depth, &format!("swap {one} with {other}{when}"));
            }
            8 => {
                let number = self.number(scope, 2);
                self.line(depth, &format!("set count to {number}{when}"));
            }
            9 => {
                let player = self.player(scope, 2);
                self.line(depth, &format!("set dealer to {player}{when}"));
            }
            10 if !self.names.suit_tracks.is_empty() && !self.names.twofold => {
                let card = self.card(scope);
                self.line(depth, &format!("set trump to suit of {card}{when}"));
            }
            11 => {
                let (word, number) = (self.draw.of(&["add", "subtract"]), self.number(scope, 1));
                let to = if word == "add" { "to" } else { "from" };
                self.line(depth, &format!("{word} {number} {to} count{when}"));
            }
            12 if self.names.number_tracks.len() > 1 => {
                let (number, player) = (self.number(scope, 0), self.player(scope, 1));
                let line = match self.draw.below(3) {
                    0 => format!("pay {number} from bank to purse of {player}{when}"),
                    1 => format!("pay {number} from purse of {player} to bank{when}"),
                    _ => format!("set purse of each player to {number}"),
                };
                self.line(depth, &line);
            }
            13 | 14 => {
                let (number, who) = (self.number(scope, 2), self.players(scope, 1));
                let (word, to) = self.draw.pick(&[("score", "to"), ("deduct", "from")]);
                self.line(depth, &format!("{word} {number} {to} {who} for luck{when}"));
            }
            15 => {
                let cond = self.condition(scope, 2);
                self.line(depth, &format!("if {cond}"));
                self.statement(&inner);
                if self.draw.one_in(2) {
                    self.line(depth, "otherwise");
                    self.statement(&inner);
                }
            }
            16 if !scope.player => {
                let from = self.draw.of(&["", " clockwise from left of seat 1", " where hand is not empty"]);
                self.line(depth, &format!("for each player{from}"));
                self.statement(&inner.with_player());
            }
            17 if !scope.card => {
                let place = self.place(scope);
                self.line(depth, &format!("for each card in {place}"));
                self.statement(&inner.with_card());
            }
            23 | 24 => self.the_best(&inner),
            18 => {
                let far = self.names.at_bounds && self.draw.one_in(4);
                let times = if far { "(- 1000000000 * 5)".to_owned() } else { self.draw.below(4).to_string() };
                self.line(depth, &format!("repeat {times} times"));
                self.statement(&inner);
            }
            19 if !scope.numbers.iter().any(|name| name == "step") => {
                let far = ["1 to 3", "3 down to 1", "5 to 5", "2 to 1"];
                let ends = if self.draw.one_in(2) { self.draw.of(&far) } else { self.draw.of(&RANGES) };
                let ends = if self.names.at_bounds { ends } else { "1 to 3" };
                self.line(depth, &format!("repeat for step from {ends}"));
                let mut inner = inner;
                inner.numbers.push("step".to_owned());
                self.statement(&inner);
            }
            20 if scope.phase < self.names.phases.len() => {
                let later = scope.phase + self.draw.below(self.names.phases.len() - scope.phase);
                let line = self.run(later, scope);
                self.line(depth, &format!("{line}{when}"));
            }
            21 if !self.names.kind_tracks.is_empty() => {
                self.line(depth, "for each call as row");
                self.line(depth + 1, &format!("set called to row{when}"));
            }
            22 => {
                let winner = self.player(scope, 1);
                let text = &format!("won by {winner} when count is more than {}", 5 + self.draw.below(9));
                self.line(depth, text);
            }
            _ => self.ask(scope),
        }
    }

    /// `for the 2 players with highest score`
    fn the_best(&mut self, inner: &Scope) {
        let (depth, count) = (inner.depth - 1, self.draw.below(4));
        if !inner.player && self.draw.one_in(2) {
            let best = self.best_of_players();
            let ties = self.ties(inner);
            self.line(depth, &format!("for the {count} players with {}{ties}", best.trim_start_matches("second ")));
            self.statement(&inner.with_player());
        } else if !inner.card && self.draw.one_in(2) {
            let (best, place) = (self.best_of_cards(), self.place(inner));
            self.line(depth, &format!("for the {count} cards in {place} with {}", best.trim_start_matches("second ")));
            self.statement(&inner.with_card());
        } else if self.draw.one_in(2) {
            self.line(depth, "for each team as crew");
            let number = self.number(inner, 1);
            self.line(depth + 1, &format!("score {number} to crew for luck when {number} is less than 50"));
        } else {
            let loser = self.player(inner, 1);
            let text = &format!("lost by {loser} when count is more than {}", 5 + self.draw.below(9));
            self.line(depth, text);
        }
    }

    /// A decision.
    fn ask(&mut self, scope: &Scope) {
        let depth = scope.depth;
        let who = match self.draw.below(4) {
            0 => "each player at once".to_owned(),
            1 => format!("{} at once", self.players(scope, 1)),
            _ => self.player(scope, 0),
        };
        let inner = Scope { depth: depth + 1, player: true, ..scope.clone() };
        if self.draw.one_in(2) {
            let picks = self.picks(&inner);
            self.line(depth, &format!("ask {who} to take {picks}"));
            return self.under_act(&inner, &picks);
        }
        self.line(depth, &format!("ask {who}"));
        for number in 0..1 + self.draw.below(2) {
            let picks = self.picks(&inner);
            let when = if self.draw.one_in(4) { format!(" when {}", self.condition(&inner, 1)) } else { String::new() };
            self.line(depth + 1, &format!("act take{number} {picks}{when}"));
            self.under_act(&Scope { depth: depth + 2, ..inner.clone() }, &picks);
        }
        self.line(depth + 1, "act leave");
    }

    /// What an act picks.
    pub(super) fn picks(&mut self, scope: &Scope) -> String {
        if self.draw.one_in(4) {
            let first = self.pick(scope, " as main");
            let chosen = first == "a player as chosen";
            let second = self.pick(&Scope { chosen, ..scope.clone() }, " as extra");
            // It says the same, where cards are picked before.
            let second = match second.strip_prefix("a card") {
                Some(rest) if first.starts_with("a card") && self.draw.one_in(2) => format!("another card{rest}"),
                Some(_) | None => second,
            };
            return format!("{first} with {second}");
        }
        self.pick(scope, "")
    }

    /// A condition on what two picks are, some of which may stop the game.
    fn on_both(&mut self, picks: &str) -> Option<String> {
        let (main, extra) = picks.split_once(" with ")?;
        let mut known = Vec::new();
        for (pick, name) in [(main, "main"), (extra, "extra")] {
            let of: &[&str] = if pick.starts_with("a card") || pick.starts_with("another card") {
                &["rank of X is at least 2", "rank of X is not 1", "12 / (rank of X - 2) rounded down is at most 6"]
            } else if pick.contains(" cards from ") {
                &[
                    "total rank of X is at most 9",
                    "number of X is at least 1",
                    "number of (cards in X where rank is 2) is 1",
                ]
            } else if pick.starts_with("a number") {
                &["X is at most 4", "X mod 2 is 1", "12 / (X - 1) rounded down is at least 2"]
            } else {
                continue;
            };
            known.push(self.draw.of(of).replace('X', name));
        }
        let (first, second) = (known.first()?, known.last()?);
        Some(match self.draw.below(4) {
            0 => first.clone(),
            1 => second.clone(),
            2 => format!("{first} or {second}"),
            _ => format!("({second}) and not ({first})"),
        })
    }

    /// Where cards are picked: mostly from the hand, or from several places, in which there may be like ones.
    fn picked_from(&mut self) -> &'static str {
        self.draw.of(&["hand", "hand", "hand", "hand of all players", "(cards in hand and in lot)", "lot"])
    }

    fn pick(&mut self, scope: &Scope, name: &str) -> String {
        let to = if scope.chosen && self.draw.one_in(2) {
            " to hand of chosen".to_owned()
        } else if self.draw.one_in(2) {
            format!(" to {}", self.place(&Scope { player: true, ..Scope::default() }))
        } else {
            String::new()
        };
        let filter = |maker: &mut Self, card: bool| {
            let scope = Scope { card: card || scope.card, in_cards: true, ..scope.clone() };
            if maker.draw.one_in(4) { format!(" where {}", maker.condition(&scope, 1)) } else { String::new() }
        };
        match self.draw.below(8) {
            0..=2 => {
                let filter = filter(self, true);
                let (from, able) = (self.picked_from(), if self.draw.one_in(5) { "" } else { " if able" });
                format!("a card from {from}{to}{name}{filter}{able}")
            }
            3 if self.draw.one_in(4) => {
                let (from, value) = (self.picked_from(), self.card_number());
                let what = self.draw.of(&[
                    "a run of 2 cards",
                    "a run of 2 or more cards",
                    "a run of 1 to 3 cards",
                    "a pair",
                    "2 pairs",
                    "1 or more pairs in a row",
                    "1 to 2 triples",
                ]);
                let one = if !self.names.twofold && self.draw.one_in(3) { " in one suit" } else { "" };
                format!("{what} from {from}{to} by {value}{one}{name} if able")
            }
            3 => {
                let sum = if self.draw.one_in(3) {
                    " so that total rank of cards is at most 9 and number of (cards where rank is 1) is at most 1"
                } else {
                    ""
                };
                let sum = if name.is_empty() { sum } else { "" };
                let sizes = match self.draw.below(if self.names.at_bounds { 9 } else { 2 }) {
                    1 => format!("0 to {}", self.draw.below(3)),
                    5 => "2 to count".to_owned(),
                    6 => "2 to 1".to_owned(),
                    7 => "0 to (count - 3)".to_owned(),
                    8 => "0 to 1".to_owned(),
                    2 => "0 to 128".to_owned(),
                    3 => format!("0 to {}", self.bound()),
                    4 => "2 to 2".to_owned(),
                    _ => format!("1 to {}", 2 + self.draw.below(2)),
                };
                let (from, able) = (self.picked_from(), if self.draw.one_in(5) { "" } else { " if able" });
                format!("{sizes} cards from {from}{to}{name}{sum}{able}")
            }
            4 => {
                let filter = if self.draw.one_in(3) { " where number mod 2 is 0" } else { "" };
                let filter = if name.is_empty() { filter } else { "" };
                let range = match self.draw.below(if self.names.at_bounds { 12 } else { 1 }) {
                    1..=5 => self.draw.of(&RANGES).to_owned(),
                    6 => format!("{} to {}", self.bound(), self.bound()),
                    _ => format!("0 to {}", self.draw.below(12)),
                };
                format!("a number from {range}{name}{filter}")
            }
            5 if !self.names.kinds.is_empty() => format!("a call{name}"),
            5 | 6 => format!("a suit{name}"),
            _ => self.draw.pick(&[
                format!("a player as {}", if name == " as extra" { "extra" } else { "chosen" }),
                "yes or no".to_owned(),
            ]),
        }
    }

    /// The `must` lines and what happens.
    fn under_act(&mut self, scope: &Scope, picks: &str) {
        let one_card = picks.starts_with("a card") && !picks.contains(" with ") && !picks.contains(" as ");
        if self.draw.one_in(2)
            && let Some(cond) = self.on_both(picks)
        {
            self.line(scope.depth, &format!("must {cond}"));
        }
        if self.draw.one_in(3) {
            let scope = Scope { card: one_card || scope.card, in_cards: one_card, ..scope.clone() };
            let cond = self.condition(&scope, 1);
            let able = if one_card || self.draw.one_in(2) { " if able" } else { "" };
            let able = if picks.contains(" with ") || picks.contains("cards") { "" } else { able };
            self.line(scope.depth, &format!("must {cond}{able}"));
        }
        if self.draw.one_in(2) {
            self.statement(&Scope { card: one_card || scope.card, ..scope.clone() });
        }
    }
}
