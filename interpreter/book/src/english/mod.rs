//! Phrases of a rules file in plain English. Takes the tree of a phrase and who is spoken of; gives words in which the names
//! of the file are marked.

mod conditions;
mod flags;
mod groups;
mod names;
mod numbers;
mod setup;

use bidlang::ir::plural;
use bidlang::rulebook::Rulebook;
use bidlang::syntax::tree::{Phrase, PhraseKind, Several, Which};

use crate::model::term;

pub(super) use groups::all_players;
pub(super) use names::{Sense, article, spoken};
pub(super) use setup::Wish;

/// How the player is said that a phrase speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Me {
    /// `you`, `your`: whose turn it is.
    You,
    /// `that player`, `their`: one of several, or one who was named.
    They,
    /// `the player`, `the player's`.
    The,
    /// The same, where another player is spoken of nearer by and has a name.
    Outer,
    /// `the acting player`, `the acting player's`: where that one picked another, who has a name.
    Acts,
}

impl Me {
    /// How that player is said where another who has a name is spoken of; where there is none around, it is the other.
    pub const fn behind_a_name(self) -> Self {
        match self {
            Self::You => Self::You,
            Self::They | Self::Outer => Self::Outer,
            Self::Acts => Self::Acts,
            Self::The => Self::They,
        }
    }
}

/// How the card is said that a phrase speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Card {
    /// `the card`, `the card's`.
    The,
    /// `it`, `its`.
    Its,
}

/// Whether a trick is spoken of: then the leader is who leads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trick {
    None,
    /// It is played.
    Played,
    /// It is over, and taken.
    Over,
}

/// Who or what a noun is, for the verb behind it and for what is theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Person {
    You,
    /// One who was just named: what belongs to them is `theirs`.
    They,
    One,
    Many,
}

/// Words that name something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Noun {
    pub words: String,
    pub person: Person,
}

impl Noun {
    pub fn one(words: impl Into<String>) -> Self {
        Self { words: words.into(), person: Person::One }
    }

    pub fn many(words: impl Into<String>) -> Self {
        Self { words: words.into(), person: Person::Many }
    }

    /// `is` or `are`.
    pub const fn be(&self) -> &'static str {
        if matches!(self.person, Person::You | Person::Many) { "are" } else { "is" }
    }

    /// A verb: `scores` or `score`.
    pub fn verb(&self, one: &str, many: &str) -> String {
        if matches!(self.person, Person::You | Person::Many) { many } else { one }.to_owned()
    }

    /// What is theirs: `your hand`, `the dealer's hand`, `the hand of the first player whose ...`.
    pub fn own(&self, what: &str) -> String {
        match self.person {
            Person::You => return format!("your {what}"),
            Person::They => return format!("their {what}"),
            _ if self.words == "it" => return format!("its {what}"),
            _ => {}
        }
        let long = self.words.split_whitespace().count() > 4
            || [" of ", " in ", " who", " with ", " to "].iter().any(|word| self.words.contains(word));
        if [" + ", " \u{2212} ", " \u{d7} "].iter().any(|sign| self.words.contains(sign)) {
            return format!("the {what} of ({})", self.words);
        }
        let long = long || self.words.starts_with(|first: char| first.is_ascii_digit());
        match self.words.strip_suffix('s') {
            _ if long => format!("the {what} of {}", self.words),
            Some(_) if self.person == Person::Many => format!("{}' {what}", self.words),
            _ => format!("{}'s {what}", self.words),
        }
    }
}

/// A speaker of the rules.
#[derive(Clone, Copy)]
pub(super) struct English<'b> {
    pub rulebook: &'b Rulebook,
    /// The player count and options that are settled.
    pub wish: &'b Wish,
    pub me: Me,
    pub card: Card,
    /// The kinds, a bit each, of which one value was picked or is looked at in turn: their names mean that value.
    pub picked: u128,
    /// Whether a trick is spoken of.
    pub trick: Trick,
}

impl<'b> English<'b> {
    pub const fn new(rulebook: &'b Rulebook, wish: &'b Wish) -> Self {
        Self { rulebook, wish, me: Me::The, card: Card::The, picked: 0, trick: Trick::None }
    }

    /// Speaks of the player in another way.
    pub const fn of(self, me: Me) -> Self {
        Self { me, ..self }
    }

    /// Speaks of what is done while a trick is played, or behind it.
    pub const fn in_trick(self, trick: Trick) -> Self {
        Self { trick, ..self }
    }

    pub const fn with_card(self, card: Card) -> Self {
        Self { card, ..self }
    }

    /// A kind's name now means one of its values.
    pub fn picking(self, name: &str) -> Self {
        let kind = self.rulebook.game.kinds.iter().position(|kind| kind.name == name);
        Self { picked: self.picked | kind.filter(|kind| *kind < 128).map_or(0, |kind| 1 << kind), ..self }
    }

    /// The player that is spoken of.
    pub fn player(&self) -> Noun {
        match self.me {
            Me::You => Noun { words: "you".to_owned(), person: Person::You },
            Me::They => Noun { words: "that player".to_owned(), person: Person::They },
            Me::The | Me::Outer => Noun::one("the player"),
            Me::Acts => Noun::one("the acting player"),
        }
    }

    /// What belongs to the player that is spoken of.
    pub fn my(&self, what: &str) -> String {
        match self.me {
            Me::You => format!("your {what}"),
            Me::They => format!("their {what}"),
            Me::The | Me::Outer => format!("the player's {what}"),
            Me::Acts => format!("the acting player's {what}"),
        }
    }

    /// What belongs to the card that is spoken of.
    pub fn cards_own(&self, what: &str) -> String {
        match self.card {
            Card::The => format!("the card's {what}"),
            Card::Its => format!("its {what}"),
        }
    }

    /// Which way play goes at first, in which the seats are numbered.
    pub fn at_first(&self) -> &'static str {
        if self.rulebook.game.anticlockwise { "anticlockwise" } else { "clockwise" }
    }

    /// Whether play may turn round.
    pub fn turns_round(&self) -> bool {
        self.rulebook.game.turning.is_some()
    }

    /// Which way play goes.
    pub fn around(&self) -> &'static str {
        if self.turns_round() { "in the order of play" } else { self.at_first() }
    }

    /// The side on which `left` and `right` of the file are at the table: they are said for play that goes clockwise.
    pub fn side(&self, left: bool) -> &'static str {
        if left == self.rulebook.game.anticlockwise { "right" } else { "left" }
    }

    /// A phrase as plain words; a yes or no that was answered or handed over is itself one of these.
    pub fn say(&self, phrase: &Phrase) -> String {
        if self.is_condition(phrase) && !self.is_known_yes_no(phrase) {
            self.condition(phrase)
        } else {
            self.noun(phrase).words
        }
    }

    /// What something is under a condition; where that is the one or the other in turn, or its end could be taken for the condition's, it stands in
    /// brackets.
    pub fn branch(&self, then: &Phrase) -> String {
        let words = self.say(then);
        match &then.kind {
            PhraseKind::If(_, cond, _) if self.wish.decides(self.rulebook, cond).is_none() => format!("({words})"),
            _ if words.ends_with(numbers::FROM_ONE) => format!("({words})"),
            _ => words,
        }
    }

    /// A phrase that names something.
    pub fn noun(&self, phrase: &Phrase) -> Noun {
        match &phrase.kind {
            // The language takes the words for each other, readers do not.
            PhraseKind::Nothing => Noun::one(phrase.span.of(self.rulebook.text())),
            PhraseKind::Somebody => Noun::one("somebody"),
            PhraseKind::YesNo(yes) => Noun::one(if *yes { "yes" } else { "no" }),
            PhraseKind::Word(name) if self.is_several(&name.text) => Noun::one(format!("all {}", spoken(&name.text))),
            PhraseKind::Word(name) => self.word(&name.text),
            PhraseKind::Those => self.word("cards"),
            PhraseKind::Of { word, of, within } => self.chain(word, of, within.as_deref()),
            PhraseKind::Group(group) => self.group(group),
            PhraseKind::Several(several) => self.several(several),
            PhraseKind::WinningCard if self.trick == Trick::Over => Noun::one("the card that won the trick"),
            PhraseKind::WinningCard => Noun::one("the card that is ahead in the trick"),
            PhraseKind::WinnerSoFar if self.trick == Trick::Over => self.word("winner"),
            PhraseKind::WinnerSoFar => Noun::one("whoever is ahead in the trick"),
            PhraseKind::CardOf(of) => Noun::one(format!("the card that {} played to the trick", self.noun(of).words)),
            PhraseKind::Seat(seat, left) => self.seat(seat, left.as_ref()),
            PhraseKind::RandomNumber(low, high) => {
                Noun::one(format!("a number from {} to {}, drawn at random", self.number(low), self.number(high)))
            }
            PhraseKind::Random(of) => Noun::one(format!("{}, drawn at random", singular(&self.among_whom(of)))),
            PhraseKind::If(then, cond, otherwise) => match self.wish.decides(self.rulebook, cond) {
                Some(true) => self.noun(then),
                Some(false) => self.noun(otherwise),
                None => Noun::one(format!(
                    "{} if {}, otherwise {}",
                    self.branch(then),
                    self.condition(cond),
                    self.say(otherwise)
                )),
            },
            _ => Noun::one(self.number(phrase)),
        }
    }

    /// Those of whom one is drawn: of the best all that are equal.
    pub fn among_whom(&self, of: &Phrase) -> String {
        if let PhraseKind::Group(group) = &of.kind { self.members(group).words } else { self.noun(of).words }
    }

    /// `artists for which the price is 30`, `any artist`
    fn several(&self, several: &Several) -> Noun {
        let one = self.one_of(&several.word.text);
        let words = match several.which {
            Which::Any => format!("any {}", spoken(one)),
            Which::Every => format!("every {}", spoken(one)),
            Which::Each => format!("each {}", spoken(one)),
            _ => plural(&spoken(one)),
        };
        Noun::one(self.for_which(&words, several))
    }

    /// The same words with the condition behind them.
    pub fn for_which(&self, words: &str, several: &Several) -> String {
        let name = several.name.as_ref().map_or_else(|| self.one_of(&several.word.text), |name| name.text.as_str());
        let called =
            several.name.as_ref().map_or_else(String::new, |name| format!(" (here called {})", term(&name.text)));
        let inner = self.of(Me::They).picking(name);
        let cond = several.cond.as_ref().map(|cond| format!(" for which {}", inner.condition(cond)));
        format!("{words}{called}{}", cond.unwrap_or_default())
    }

    /// Whether a word stands for all values of a kind, or all teams: `artists`.
    pub fn is_several(&self, word: &str) -> bool {
        matches!(self.sense(word), Sense::Other) && self.one_of(word) != word
    }

    /// The word for one of a kind, or for a team, where that for several may stand.
    pub fn one_of<'w>(&'w self, word: &'w str) -> &'w str {
        let kinds = self.rulebook.game.kinds.iter().map(|kind| kind.name.as_str()).chain(["team"]);
        kinds.into_iter().find(|one| *one == word || plural(one) == word).unwrap_or(word)
    }

    /// `seat 1`, `the player two seats to the left of the dealer`.
    fn seat(&self, seat: &Phrase, left: Option<&(bool, Box<Phrase>)>) -> Noun {
        let steps = self.number(seat);
        let Some((left, from)) = left else { return Noun::one(format!("seat {steps}")) };
        if self.turns_round() {
            let which = if *left { "after" } else { "before" };
            let places = if steps == "1" { "place" } else { "places" };
            return Noun::one(format!(
                "the player {steps} {places} {which} {} in the order of play",
                self.noun(from).words
            ));
        }
        let side = self.side(*left);
        let seats = if steps == "1" { "seat" } else { "seats" };
        Noun::one(format!("the player {steps} {seats} to the {side} of {}", self.noun(from).words))
    }
}

/// `all players` to `a player`.
fn singular(words: &str) -> String {
    match words {
        "all players" | "a player" | "the player" => "a player".to_owned(),
        other => format!("one of {other}"),
    }
}
