//! Phrases by type.

use super::{Maker, Scope};

impl Maker<'_, '_> {
    /// A number.
    pub(super) fn number(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return self.plain_number(scope);
        }
        let less = depth - 1;
        match self.draw.below(16) {
            0 => format!("({} + {})", self.number(scope, less), self.number(scope, less)),
            1 => format!("({} - {})", self.number(scope, less), self.number(scope, less)),
            2 => format!("({} * {})", self.number(scope, less), self.plain_number(scope)),
            3 => format!("({} mod {})", self.number(scope, less), 1 + self.draw.below(5)),
            4 => format!("({} / {} rounded {})", self.number(scope, less), 1 + self.draw.below(3), self.up()),
            5 => format!("(half of {} rounded {})", self.number(scope, less), self.up()),
            6 => {
                let word = self.draw.of(&["smaller", "larger", "difference"]);
                format!("({word} of {} and {})", self.number(scope, less), self.number(scope, less))
            }
            7 => {
                let (a, c, b) = (self.number(scope, less), self.condition(scope, less), self.number(scope, less));
                format!("({a} if {c} otherwise {b})")
            }
            8 | 9 if !scope.in_cards => format!("(number of {})", self.cards_in(scope, less)),
            10 | 11 if !scope.in_cards => {
                let word = self.draw.of(&["total", "highest", "lowest", "second highest", "second lowest"]);
                let value = self.card_number();
                match self.draw.below(6) {
                    0 => format!("(longest run of {} by {value})", self.cards_in(scope, less)),
                    1 => self.sets(scope, &value),
                    _ => format!("({word} {value} of {})", self.cards_in(scope, less)),
                }
            }
            12 if !scope.in_players => format!("(number of {})", self.players(scope, less)),
            13 if !scope.in_cards && !self.names.twofold => {
                format!("(number of different suit of {})", self.place_cards(scope))
            }
            14 if !scope.in_players => {
                let value = self.player_number();
                format!("({} {value} of players)", self.draw.of(&["highest", "lowest", "total"]))
            }
            _ => self.plain_number(scope),
        }
    }

    fn up(&mut self) -> &'static str {
        self.draw.of(&["up", "down"])
    }

    /// A number that an attribute or a value gives of a card.
    pub(super) fn card_number(&mut self) -> String {
        let mut known = self.names.numbers.clone();
        known.extend(self.names.card_values.iter().cloned());
        self.draw.pick(&known)
    }

    fn player_number(&mut self) -> String {
        let mut known = vec!["score".to_owned()];
        known.extend(self.names.player_values.iter().cloned());
        known.extend(self.names.number_tracks.iter().filter(|(_, each)| *each).map(|(name, _)| name.clone()));
        self.draw.pick(&known)
    }

    fn plain_number(&mut self, scope: &Scope) -> String {
        let mut known: Vec<String> = vec!["count".to_owned(), "(number of players)".to_owned()];
        known.extend(self.names.number_options.iter().cloned());
        known.extend(self.names.plain_values.iter().cloned());
        known.extend(scope.numbers.iter().cloned());
        if scope.card {
            known.push(self.card_number());
        }
        if scope.player {
            let value = self.player_number();
            known.push(format!("{value} of player"));
        }
        if scope.auction {
            known.push("acts".to_owned());
            known.push("(number of bidders)".to_owned());
        }
        if scope.phase > 0 && self.names.phases[scope.phase - 1].1 {
            known.push(self.names.phases[scope.phase - 1].0.clone());
        }
        match self.draw.below(if self.names.at_bounds { 5 } else { 4 }) {
            0 | 1 => self.draw.below(10).to_string(),
            4 => self.bound(),
            2 => self.draw.pick(&known),
            _ => {
                let value = self.player_number();
                format!("{value} of {}", self.player(scope, 0))
            }
        }
    }

    /// A condition.
    pub(super) fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        let compared = |maker: &mut Self| {
            maker.draw.of(&["is", "is not", "is at least", "is at most", "is more than", "is less than"])
        };
        match self.draw.below(if depth == 0 { 9 } else { 14 }) {
            0 | 1 => {
                let (a, b) = (self.number(scope, less), self.number(scope, less));
                format!("{a} {} {b}", compared(self))
            }
            2 => {
                let place = self.place_cards(scope);
                format!("{place} {}", self.draw.of(&["is empty", "is not empty"]))
            }
            3 => {
                let player = self.player(scope, less);
                let other = if self.draw.one_in(2) { "nobody".to_owned() } else { self.player(scope, 0) };
                format!("{player} {} {other}", self.draw.of(&["is", "is not"]))
            }
            4 if scope.card => {
                let suit = self.suit();
                if self.names.twofold {
                    format!("card shares suit with {}", self.card(scope))
                } else {
                    format!("suit is {suit}")
                }
            }
            5 if scope.card => format!("{} {} {}", self.card_number(), compared(self), self.number(scope, 0)),
            6 if !self.names.yes_tracks.is_empty() => format!("open is {}", self.draw.of(&["yes", "no"])),
            7 if !self.names.suit_tracks.is_empty() => {
                let suit = if self.draw.one_in(3) { "none".to_owned() } else { self.suit() };
                format!("trump is {suit}")
            }
            8 if !self.names.kind_tracks.is_empty() => {
                format!("called {} {}", self.draw.of(&["is", "is not", "is at least"]), self.draw.of(&["Low", "High"]))
            }
            9 => format!("({} and {})", self.condition(scope, less), self.condition(scope, less)),
            10 => format!("({} or {})", self.condition(scope, less), self.condition(scope, less)),
            11 => format!("not ({})", self.condition(scope, less)),
            12 if !scope.in_cards => {
                let (word, place) = (self.draw.of(&["any", "every"]), self.place_cards(scope));
                let number = self.number(scope, 0);
                format!("rank of {word} card in {} {} {number}", place.trim_start_matches("cards in "), compared(self))
            }
            13 if !scope.in_cards && !scope.card => {
                let (a, b) = (self.card(scope), self.card(scope));
                format!("{a} shares suit or rank with {b}")
            }
            _ => format!("count {} {}", compared(self), self.draw.below(9)),
        }
    }

    fn suit(&mut self) -> String {
        let suits = self.names.words[0].1.clone();
        self.draw.pick(&suits)
    }

    /// One player.
    pub(super) fn player(&mut self, scope: &Scope, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        match self.draw.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 if scope.player => "player".to_owned(),
            2 => format!("seat {}", 1 + self.draw.below(2)),
            3 if scope.auction => "leader".to_owned(),
            4 if scope.chosen => "chosen".to_owned(),
            5 => format!("({} of {})", self.draw.of(&["left", "right", "partner"]), self.player(scope, less)),
            6 if !scope.in_players => {
                let (best, ties) = (self.best_of_players(), self.ties(scope));
                format!("(player with {best}{ties})")
            }
            7 if !scope.in_players => {
                let from = self.player(scope, less);
                let inner = Scope { player: true, in_players: true, ..scope.clone() };
                format!("(first player clockwise from {from} where {})", self.condition(&inner, less))
            }
            8 if !scope.in_cards => format!("(owner of {})", self.card(scope)),
            _ => "dealer".to_owned(),
        }
    }

    /// `highest total-rank, then lowest score`
    pub(super) fn best_of_players(&mut self) -> String {
        self.best_by(Self::player_number)
    }

    /// The same of cards.
    pub(super) fn best_of_cards(&mut self) -> String {
        self.best_by(Self::card_number)
    }

    fn best_by(&mut self, value: fn(&mut Self) -> String) -> String {
        let first = value(self);
        let second = self.draw.of(&["", "", "", "second "]);
        let best = format!("{second}{} {first}", self.draw.of(&["highest", "lowest"]));
        if self.draw.one_in(3) {
            let then = value(self);
            return format!("{best}, then {} {then}", self.draw.of(&["highest", "lowest"]));
        }
        best
    }

    /// To whom ties go among players; often it is not said.
    pub(super) fn ties(&mut self, scope: &Scope) -> String {
        match self.draw.below(4) {
            0 => format!(", ties to first clockwise from {}", self.player(scope, 0)),
            _ => String::new(),
        }
    }

    /// A group of players.
    pub(super) fn players(&mut self, scope: &Scope, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        match self.draw.below(6) {
            0 if scope.player => "other players".to_owned(),
            1 | 2 if !scope.in_players => {
                let inner = Scope { player: true, in_players: true, ..scope.clone() };
                format!("(players where {})", self.condition(&inner, less))
            }
            3 if !scope.in_players => {
                let (best, ties) = (self.best_of_players(), self.ties(scope));
                format!("(players with {best}{ties})")
            }
            4 if self.names.teams => format!("(opponents of {})", self.player(scope, 0)),
            _ => "players".to_owned(),
        }
    }

    /// A place of the file, with its owner.
    pub(super) fn place(&mut self, scope: &Scope) -> String {
        let places = self.names.places.clone();
        let (name, each) = self.draw.pick(&places);
        if each { format!("{name} of {}", self.player(scope, 0)) } else { name }
    }

    /// All cards of a place, or of one place of every player.
    fn place_cards(&mut self, scope: &Scope) -> String {
        let places = self.names.places.clone();
        let (name, each) = self.draw.pick(&places);
        match (each, self.draw.below(3)) {
            (false, _) => format!("cards in {name}"),
            (true, 0) => format!("cards in {name} of all players"),
            (true, _) => format!("cards in {name} of {}", self.player(scope, 0)),
        }
    }

    /// A group of cards.
    pub(super) fn cards_in(&mut self, scope: &Scope, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        let place = if self.draw.one_in(12) { "all cards".to_owned() } else { self.place_cards(scope) };
        match self.draw.below(4) {
            0 | 1 if !scope.in_cards => {
                let inner = Scope { card: true, in_cards: true, ..scope.clone() };
                format!("({place} where {})", self.condition(&inner, less))
            }
            2 if !scope.in_cards => {
                let place = place.trim_start_matches("cards in ");
                let (best, ties) = (self.best_of_cards(), self.draw.of(&["", "", ", ties to first", ", ties to last"]));
                format!("(cards in ({place}) with {best}{ties})")
            }
            3 if self.draw.one_in(2) => {
                let place = self.place(scope);
                format!("{} {} cards in {place}", self.draw.of(&["first", "last"]), self.draw.below(4))
            }
            _ => place,
        }
    }

    /// How many sets there are of the last few cards of a place: few, as the naive oracle lists them.
    fn sets(&mut self, scope: &Scope, value: &str) -> String {
        let place = self.place(scope);
        let sizes = self.draw.of(&["", "2 ", "1 to 3 ", "2 or more ", "0 to 2 "]);
        let number = self.plain_number(&Scope::default());
        let cond = match self.draw.below(5) {
            0 => format!(" where total {value} is {number}"),
            1 => format!(" where total {value} is at most {number} and number of cards is at least 2"),
            2 => format!(" where longest run by {value} is number of cards"),
            3 => format!(" where highest {value} - lowest {value} is at most 1"),
            _ => String::new(),
        };
        let end = self.draw.of(&["first", "last"]);
        format!("(number of sets of {sizes}cards in ({end} 4 cards in {place}){cond})")
    }

    /// One card.
    pub(super) fn card(&mut self, scope: &Scope) -> String {
        if scope.card && self.draw.one_in(2) {
            return "card".to_owned();
        }
        let end = self.draw.of(&["first", "last"]);
        format!("{end} card in {}", self.place(scope))
    }
}
