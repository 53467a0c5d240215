//! Whole rules files by grammar and by type: most are accepted, and most of those can be played for a while.

mod forms;
mod phrases;
mod statements;

use std::fmt::Write;

use super::draw::Draw;

/// What phrases may speak of where they stand.
#[derive(Debug, Clone, Default)]
struct Scope {
    player: bool,
    card: bool,
    /// Inside a `where` or total over cards, over players: another of the same would be ambiguous.
    in_cards: bool,
    in_players: bool,
    /// In the clauses of an auction.
    auction: bool,
    /// Numbers with a name: loops, picks.
    numbers: Vec<String>,
    /// A player was picked as `chosen`.
    chosen: bool,
    /// The number of the phase; those that are later may be run.
    phase: usize,
    /// How deep blocks stand.
    depth: usize,
}

impl Scope {
    fn with_player(&self) -> Self {
        Self { player: true, ..self.clone() }
    }

    fn with_card(&self) -> Self {
        Self { card: true, ..self.clone() }
    }
}

/// What a file declares.
#[derive(Debug, Default)]
struct Names {
    /// Attributes of words, with the words.
    words: Vec<(String, Vec<String>)>,
    /// Attributes of numbers.
    numbers: Vec<String>,
    /// Whether cards have two values of the first attribute.
    twofold: bool,
    kinds: Vec<(String, Vec<String>)>,
    /// Options: name, words.
    options: Vec<(String, Vec<String>)>,
    number_options: Vec<String>,
    yes_options: Vec<String>,
    /// Places: name, whether each player has one.
    places: Vec<(String, bool)>,
    number_tracks: Vec<(String, bool)>,
    player_tracks: Vec<String>,
    yes_tracks: Vec<String>,
    suit_tracks: Vec<String>,
    kind_tracks: Vec<(String, String)>,
    card_values: Vec<String>,
    player_values: Vec<String>,
    plain_values: Vec<String>,
    phases: Vec<(String, bool)>,
    teams: bool,
    /// Whether numbers lie near every bound: of slots, of what can be worked out, of ranges.
    at_bounds: bool,
    /// Whether play may turn round.
    turns: bool,
    /// Whether there are about 128 cards, or more.
    many: bool,
}

/// Numbers at the bounds of 32 and 64 bits and around them, and roots, whose products come near; a numeral goes to 1000000000.
const BOUNDS: [&str; 14] = [
    "1000000000",
    "(2 * 1000000000 + 147483647)",
    "(2 * 1000000000 + 147483648)",
    "(- 2 * 1000000000 - 147483648)",
    "(- 2 * 1000000000 - 147483649)",
    "(4 * 1000000000 + 294967295)",
    "(4 * 1000000000 + 294967296)",
    "(3 * 1000000000 + 37000499)",
    "(3 * 1000000000 + 37000500)",
    "((9 * 1000000000 + 223372036) * 1000000000 + 854775806)",
    "((9 * 1000000000 + 223372036) * 1000000000 + 854775807)",
    "((- 9 * 1000000000 - 223372036) * 1000000000 - 854775807)",
    "((- 9 * 1000000000 - 223372036) * 1000000000 - 854775808)",
    "(1000000000 * 1000000000)",
];

/// Ranges of one, of none, and across the bounds.
const RANGES: [&str; 10] = [
    "5 to 5",
    "3 to 2",
    "0 to count",
    "0 to 1000000000",
    "(2 * 1000000000 + 147483646) to (2 * 1000000000 + 147483650)",
    "(- 2 * 1000000000 - 147483650) to (- 2 * 1000000000 - 147483646)",
    "(- 2 * 1000000000 - 147483650) to 0",
    "(4 * 1000000000 + 294967295) to (4 * 1000000000 + 294967297)",
    "((9 * 1000000000 + 223372036) * 1000000000 + 854775800) to ((9 * 1000000000 + 223372036) * 1000000000 + 854775807)",
    "0 to ((9 * 1000000000 + 223372036) * 1000000000 + 854775807)",
];

struct Maker<'m, 'd> {
    draw: &'m mut Draw<'d>,
    names: Names,
    out: String,
}

/// A rules file.
pub fn game(draw: &mut Draw) -> String {
    let mut maker = Maker { draw, names: Names::default(), out: String::new() };
    maker.head();
    maker.cards();
    maker.places();
    maker.tracks();
    let later = maker.phases();
    maker.values();
    maker.play();
    maker.bodies(&later);
    maker.out
}

impl Maker<'_, '_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn head(&mut self) {
        self.names.teams = self.draw.one_in(6);
        self.names.at_bounds = self.draw.one_in(2);
        self.names.turns = self.draw.one_in(6);
        self.line(0, "game Generated");
        if self.names.teams {
            // Seats, seats for one player count, or teams that change as the dealer does.
            match self.draw.below(4) {
                0 | 1 => self.line(0, "players 4\nteams 1 and 3, 2 and 4"),
                2 => self.line(0, "players 3 to 4\nteams 1 and 3, 2 and 4 when players is 4"),
                _ => {
                    self.line(0, "players 3 to 4\nteams 1 and 2, 3 when players is 3\nteams by camp");
                    self.line(0, "value camp of player is player is dealer or player is left of dealer");
                }
            }
        } else {
            let (low, high) = match self.draw.below(if self.names.at_bounds { 6 } else { 4 }) {
                0..=3 => {
                    let low = 2 + self.draw.below(3);
                    (low, low + self.draw.below(2))
                }
                4 => (1, 1 + self.draw.below(2)),
                _ => (11 + self.draw.below(2), 12),
            };
            self.line(0, &if low == high { format!("players {low}") } else { format!("players {low} to {high}") });
        }
        for number in 0..self.draw.below(3) {
            let name = format!("choice{number}");
            match self.draw.below(3) {
                0 => {
                    let words: Vec<String> = ["plain", "rich", "odd"].map(str::to_owned).to_vec();
                    let text = &format!("option {name}  plain or rich or odd, usually {}", self.draw.pick(&words));
                    self.line(0, text);
                    self.names.options.push((name, words));
                }
                1 => {
                    let range = match self.draw.below(if self.names.at_bounds { 6 } else { 1 }) {
                        0 => format!("1 to {}, usually 2", 2 + self.draw.below(9)),
                        1 => "0 to 0, usually 0".to_owned(),
                        2 => "0 to 1000000000, usually 1000000000".to_owned(),
                        3 => "999999999 to 1000000000, usually 999999999".to_owned(),
                        4 => "0 to 1000000000, usually 1".to_owned(),
                        _ => "7 to 7, usually 7".to_owned(),
                    };
                    self.line(0, &format!("option {name}  {range}"));
                    self.names.number_options.push(name);
                }
                _ => {
                    self.line(0, &format!("option {name}  yes or no, usually no"));
                    self.names.yes_options.push(name);
                }
            }
        }
        if self.draw.one_in(3) {
            self.line(0, "kind call  Low, Middle, High");
            self.names.kinds.push(("call".to_owned(), ["Low", "Middle", "High"].map(str::to_owned).to_vec()));
        }
    }

    fn cards(&mut self) {
        let suits = ["Clubs", "Hearts", "Moons", "Waves"];
        let suits: Vec<String> = suits.iter().take(1 + self.draw.below(4)).map(|suit| (*suit).to_owned()).collect();
        let high = if self.names.at_bounds && self.draw.one_in(6) { 1 } else { 2 + self.draw.below(8) };
        let colour = self.draw.one_in(3);
        self.names.twofold = suits.len() > 1 && self.draw.one_in(4);
        self.line(0, "\ncards");
        self.line(1, &format!("suit  {}", suits.join(", ")));
        self.line(1, &format!("rank  1 to {high}"));
        if colour {
            self.line(1, "colour  Red, Blue");
        }
        self.names.words.push(("suit".to_owned(), suits.clone()));
        self.names.numbers.push("rank".to_owned());
        let end = if colour { " and Red" } else { "" };
        let each: Vec<String> = if colour {
            suits.iter().map(|suit| format!("{suit}{end}")).collect()
        } else {
            vec!["each suit".to_owned()]
        };
        let size = high * suits.len();
        let ranks = match self.draw.below(6) {
            0 => format!("2 copies of 1 to {high}"),
            5 => {
                self.names.many = true;
                format!("{} copies of 1 to {high}", self.copies(size))
            }
            1 if high > 3 => "1 to 3".to_owned(),
            2 if high > 1 => "players copies of 1 to 2".to_owned(),
            _ => format!("1 to {high}"),
        };
        for suit in each {
            self.line(1, &format!("{ranks} of {suit}"));
        }
        if self.names.twofold {
            self.line(1, &format!("{high} of {} and {}{end}", suits[0], suits[1]));
        }
        if colour {
            self.names.words.push(("colour".to_owned(), vec!["Red".to_owned(), "Blue".to_owned()]));
            self.line(1, &format!("{high} of {} and Blue", suits[0]));
        }
        if let Some(option) = self.names.yes_options.first().cloned()
            && self.draw.one_in(2)
        {
            self.line(1, &format!("if {option}"));
            self.line(2, &format!("1 of {}{end}", suits[0]));
        }
    }

    /// How many copies of so many cards lie about 128, where one word of a set ends and the engine for many cards begins, or about
    /// 256, the most that a game has; three cards may come to them.
    fn copies(&mut self, size: usize) -> usize {
        let cards = match self.draw.below(4) {
            0 => 126 + self.draw.below(4),
            1 => 253,
            _ => 129 + self.draw.below(125),
        };
        (cards / size).max(1)
    }

    fn places(&mut self) {
        self.line(0, "\nplaces");
        self.line(1, "stock  seen by nobody");
        self.line(1, "hand  each player  seen by owner");
        self.names.places = vec![("stock".to_owned(), false), ("hand".to_owned(), true)];
        for (name, each) in [("pile", true), ("shown", true), ("lot", false), ("aside", false)] {
            if self.draw.one_in(3) && name != "lot" {
                continue;
            }
            let seen = self.draw.of(&[
                "seen by all",
                "seen by nobody",
                "seen by all, size seen by nobody",
                "seen by nobody, total rank seen by all",
            ]);
            let seen = if each && self.draw.one_in(3) { "seen by owner" } else { seen };
            let refilled = if name == "aside" && self.draw.one_in(3) { ", refilled from lot" } else { "" };
            self.line(1, &format!("{name}{}  {seen}{refilled}", if each { "  each player" } else { "" }));
            self.names.places.push((name.to_owned(), each));
        }
    }

    fn tracks(&mut self) {
        self.line(0, "\ntrack");
        self.line(1, "count  number");
        self.names.number_tracks.push(("count".to_owned(), false));
        if self.draw.one_in(2) {
            let ty = self.draw.of(&[
                "number from 0 to 20  starts 5",
                "number",
                "number from -5 to 5",
                "number, seen by owner",
            ]);
            let ty = match self.draw.below(if self.names.at_bounds { 9 } else { 1 }) {
                1 => "number from 0 to 1000000000",
                2 => "number from -1000000000 to 1000000000",
                3 => "number from -1000000000 to -999999999  starts -1000000000",
                4 => "number from 5 to 5  starts 5",
                5 => "number from 999999999 to 1000000000  starts 1000000000",
                6 => "number  starts 2 * 1000000000 + 147483647",
                _ => ty,
            };
            self.line(1, &format!("purse  each player  {ty}"));
            self.names.number_tracks.push(("purse".to_owned(), true));
        }
        let text = if self.draw.one_in(2) { "dealer  player or nobody" } else { "dealer  player  starts seat 1" };
        self.line(1, text);
        self.names.player_tracks.push("dealer".to_owned());
        if self.draw.one_in(2) {
            self.line(1, "open  yes or no");
            self.names.yes_tracks.push("open".to_owned());
        }
        if self.draw.one_in(2) {
            self.line(1, "trump  suit or none");
            self.names.suit_tracks.push("trump".to_owned());
        }
        if let Some((kind, _)) = self.names.kinds.first().cloned() {
            self.line(1, &format!("called  {kind} or none"));
            self.names.kind_tracks.push(("called".to_owned(), kind));
        }
    }

    /// The phases in their order: which are run is decided before what they do.
    fn phases(&mut self) -> Vec<String> {
        (0..self.draw.below(4))
            .map(|number| {
                let name = format!("part{number}");
                let heading = match self.draw.below(4) {
                    0 if self.names.at_bounds && self.draw.one_in(3) => {
                        format!("phase {name} repeats {} times", self.draw.of(&["0", "(- 1)", "(- 1000000000 * 5)"]))
                    }
                    0 => format!("phase {name} repeats {} times", 1 + self.draw.below(4)),
                    1 => format!("phase {name} repeats until stock is empty or {name} is {}", 2 + self.draw.below(4)),
                    _ => format!("phase {name}"),
                };
                // Every other phase takes a player and a number.
                let heading = if !number.is_multiple_of(2) {
                    heading.replacen(&name, &format!("{name} for player as taken, number as given"), 1)
                } else {
                    heading
                };
                self.names.phases.push((name, heading.contains("repeats")));
                heading
            })
            .collect()
    }

    /// A number at a bound.
    fn bound(&mut self) -> String {
        self.draw.of(&BOUNDS).to_owned()
    }

    fn values(&mut self) {
        self.line(0, "");
        for number in 0..self.draw.below(5) {
            let nothing = Scope::default();
            match self.draw.below(5) {
                0 => {
                    let name = format!("weight{number}");
                    self.line(0, &format!("value {name} of card by rank"));
                    if !self.names.at_bounds || self.draw.one_in(2) {
                        let result = if self.names.at_bounds { self.bound() } else { self.draw.below(20).to_string() };
                        self.line(1, &format!("1  {result}"));
                    }
                    let other = if self.draw.one_in(2) { "rank".to_owned() } else { "- 2".to_owned() };
                    let other = if self.names.at_bounds && self.draw.one_in(2) { self.bound() } else { other };
                    self.line(1, &format!("other  {other}"));
                    self.names.card_values.push(name);
                }
                1 => {
                    let name = format!("weight{number}");
                    let is = self.number(&nothing.with_card(), 2);
                    self.line(0, &format!("value {name} of card is {is}"));
                    self.names.card_values.push(name);
                }
                2 | 3 => {
                    let name = format!("power{number}");
                    let is = self.number(&nothing.with_player(), 2);
                    self.line(0, &format!("value {name} of player is {is}"));
                    self.names.player_values.push(name);
                }
                _ => {
                    let name = format!("plain{number}");
                    let is = self.number(&nothing, 2);
                    self.line(0, &format!("value {name} is {is}"));
                    self.names.plain_values.push(name);
                }
            }
        }
    }

    /// Runs a phase, with what it takes.
    pub(super) fn run(&mut self, number: usize, scope: &Scope) -> String {
        let name = self.names.phases[number].0.clone();
        if number.is_multiple_of(2) {
            return format!("do {name}");
        }
        let (who, sum) = (self.player(scope, 1), self.number(scope, 1));
        format!("do {name} for {who}, {sum}")
    }

    fn play(&mut self) {
        self.line(0, "\nplay");
        let scope = Scope { depth: 1, ..Scope::default() };
        if self.draw.one_in(4) {
            let least = 1 + self.draw.below(20);
            self.line(1, &format!("ends when score of any player is at least {least}"));
            if self.draw.one_in(2) {
                self.line(2, "score 1 to seat 1 for the end");
            }
        }
        self.line(1, "move all cards to stock\n  shuffle stock");
        if self.draw.one_in(2) {
            self.line(1, "set dealer to random player");
        }
        let size = 1 + self.draw.below(if self.names.many { 24 } else { 5 });
        let able = if self.draw.one_in(8) { "" } else { " if able" };
        self.line(1, &format!("deal {size} from stock to hand of each player{able}"));
        for _ in 0..self.draw.below(3) {
            self.statement(&scope);
        }
        for number in 0..self.names.phases.len() {
            let line = self.run(number, &scope);
            self.line(1, &line);
        }
        if self.names.phases.is_empty() {
            self.form(&scope);
        }
        self.use_all();
        let winners = self.draw.of(&[
            "players with highest score",
            "players with lowest score",
            "player with highest score",
            "players",
        ]);
        self.line(1, &format!("won by {winners}"));
    }

    /// What is declared and not used is told; so all is used once.
    fn use_all(&mut self) {
        let names = &self.names;
        let mut lines: Vec<String> = Vec::new();
        let count = |what: &str, when: String| format!("add {what} to count when {when}");
        lines.extend(names.options.iter().map(|(name, words)| count("1", format!("{name} is {}", words[0]))));
        lines.extend(names.number_options.iter().map(|name| count(name, "count is 0".to_owned())));
        lines.extend(names.yes_options.iter().map(|name| count("1", name.clone())));
        lines.extend(names.plain_values.iter().map(|name| format!("add {name} to count when {name} is 77")));
        lines.extend(names.card_values.iter().map(|name| count("1", format!("total {name} of stock is 9"))));
        lines.extend(names.player_values.iter().map(|name| count("1", format!("{name} of seat 1 is 9"))));
        lines.extend(names.yes_tracks.iter().map(|name| format!("set {name} to yes when {name} is no")));
        lines.extend(names.suit_tracks.iter().map(|name| format!("set {name} to none when {name} is none")));
        lines.extend(names.kind_tracks.iter().map(|(name, _)| format!("set {name} to High when {name} is Low")));
        lines.extend(
            names
                .number_tracks
                .iter()
                .filter(|(_, each)| *each)
                .map(|(name, _)| format!("add 1 to {name} of seat 1 when {name} of seat 2 is 4")),
        );
        lines.push("set dealer to seat 2 when dealer is seat 1 and count is 99".to_owned());
        lines.extend(names.places.iter().map(|(name, each)| match each {
            true => format!("add number of cards in {name} of all players to count"),
            false => format!("add number of cards in {name} to count"),
        }));
        if names.words.len() > 1 {
            lines.push("add 1 to count when colour of first card in stock is Blue".to_owned());
        }
        for line in lines {
            self.line(1, &line);
        }
    }

    fn bodies(&mut self, headings: &[String]) {
        for (number, heading) in headings.iter().enumerate() {
            self.line(0, &format!("\n{heading}"));
            let scope = Scope { depth: 1, phase: number + 1, ..Scope::default() };
            let repeats = self.names.phases[number].1;
            if repeats && self.draw.one_in(3) {
                let name = &self.names.phases[number].0;
                let line = format!("end phase when {name} is {}", 2 + self.draw.below(3));
                self.line(1, &line);
            }
            for _ in 0..1 + self.draw.below(3) {
                self.statement(&scope);
            }
            if !self.draw.one_in(3) {
                self.form(&scope);
            }
        }
    }
}
