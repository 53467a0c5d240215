//! Names of the rules file in a sentence.

use bidlang::ir::{Per, Ty};
use bidlang::syntax::tree::{Name, Noun as NounWord, Phrase, PhraseKind, Which};

use super::{English, Noun, Person, Trick};
use crate::model::term;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    Place(usize),
    Track(usize),
    Value(usize),
    Option(usize),
    Attr(usize),
    Phase(usize),
    Other,
}

/// Names of places that are no nouns.
const NO_NOUNS: [&str; 16] = [
    "won", "shown", "drawn", "kept", "sold", "lost", "laid", "aside", "taken", "spent", "held", "bought", "out",
    "away", "known", "thrown",
];

/// Whether a name can stand behind `the`, as far as its form tells.
fn is_noun(name: &str) -> bool {
    !(NO_NOUNS.contains(&name) || name.ends_with("ed") || name.ends_with("-won"))
}

/// A name as it is spoken: `hand size`.
pub fn spoken(name: &str) -> String {
    name.replace('-', " ")
}

/// `a` or `an` before a word.
pub fn article(word: &str) -> &'static str {
    let first = word.chars().find(|c| c.is_alphanumeric());
    if first.is_some_and(|c| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | '8')) { "an" } else { "a" }
}

impl English<'_> {
    /// What a name stands for.
    pub fn sense(&self, name: &str) -> Sense {
        let game = &self.rulebook.game;
        let is = |other: &str| other == name;
        let senses = [
            game.places.iter().position(|place| is(&place.name)).map(Sense::Place),
            game.tracks.iter().position(|track| is(&track.name)).map(Sense::Track),
            game.values.iter().position(|value| is(&value.name)).map(Sense::Value),
            game.options.iter().position(|option| is(&option.name)).map(Sense::Option),
            game.attrs.iter().position(|attr| is(&attr.name)).map(Sense::Attr),
            game.phases.iter().position(|phase| is(&phase.name)).map(Sense::Phase),
        ];
        senses.into_iter().flatten().next().unwrap_or(Sense::Other)
    }

    /// What a yes or no of a card or player is called: `trump` where the file has `is-trump`, unless something else is called so.
    pub fn bare<'n>(&self, name: &'n str) -> &'n str {
        let is_free = |bare: &&str| match self.sense(bare) {
            Sense::Other => true,
            // It is called `the option ...`, but for a number.
            Sense::Option(option) => {
                let option = self.rulebook.game.options.get(option);
                option.is_some_and(|option| option.yes_no || option.kind.is_some())
            }
            Sense::Place(_) | Sense::Track(_) | Sense::Value(_) | Sense::Attr(_) | Sense::Phase(_) => false,
        };
        name.strip_prefix("is-").filter(is_free).unwrap_or(name)
    }

    /// The same in a sentence, as what they count as.
    pub fn counted_as(&self, name: &str) -> String {
        term(self.bare(name))
    }

    /// Whether a word is a kind of which one value was picked, or is looked at in turn.
    pub fn is_picked(&self, word: &str) -> bool {
        let kind = self.rulebook.game.kinds.iter().position(|kind| kind.name == word);
        kind.is_some_and(|kind| kind < 128 && self.picked & (1 << kind) != 0)
    }

    /// The name of a place: `hand`, `won pile`.
    pub fn place_name(&self, name: &str) -> String {
        match name {
            "box" | "trick" => name.to_owned(),
            _ if !is_noun(name) => format!("{} pile", term(name)),
            _ => term(name),
        }
    }

    /// The name of a thing: attributes and what the language knows stand as they are.
    pub fn name(&self, name: &str) -> String {
        match self.sense(name) {
            Sense::Place(_) => self.place_name(name),
            Sense::Attr(_) => spoken(name),
            Sense::Other if name == "worth" || name == "score" => name.to_owned(),
            Sense::Other => spoken(name),
            _ => term(name),
        }
    }

    /// A word that stands alone.
    pub fn word(&self, word: &str) -> Noun {
        let game = &self.rulebook.game;
        match word {
            "player" => return self.player(),
            "card" => return Noun::one(if self.card == super::Card::Its { "it" } else { "the card" }),
            "cards" => return Noun::many("the cards"),
            "players" => return Noun::many("all players"),
            "bidders" => return Noun::many("those still in"),
            "leader" if self.trick != Trick::None => return Noun::one("the player who leads the trick"),
            "leader" => return Noun::one("the player who is ahead"),
            "winner" => return Noun::one("the winner"),
            "bank" => return Noun::one("the bank"),
            "team" => return Noun::one("the team"),
            "opponents" => return Noun::many(self.my("opponents")),
            "left" | "right" if self.sense(word) == Sense::Other => return self.beside(word == "left", &self.player()),
            "partner" => return Noun::one(self.my("partner")),
            "score" => return Noun::one(self.my("score")),
            "owner" => return Noun::one("its owner"),
            "acts" => return Noun::one("the number of acts other than passes"),
            "worth" if self.sense(word) == Sense::Other => return Noun::one("the worth of this bid"),
            "trick-number" => return Noun::one("the number of the trick"),
            "answer" => return Noun::one("the answer"),
            "direction" if self.turns_round() => return Noun::one("the direction of play"),
            _ => {}
        }
        let kind = game.kinds.iter().position(|kind| kind.name == word);
        if self.is_picked(word) {
            return Noun::one(format!("that {}", spoken(word)));
        }
        match self.sense(word) {
            Sense::Place(place) => match game.places.get(place).and_then(|place| place.per) {
                None => Noun::one(format!("the {}", self.place_name(word))),
                Some(Per::Player) => Noun::one(self.my(&self.place_name(word))),
                Some(Per::Team) => Noun::one(format!("the team's {}", self.place_name(word))),
                Some(Per::Kind(kind)) => {
                    Noun::one(format!("the {} of that {}", self.place_name(word), self.kind(kind)))
                }
            },
            Sense::Track(track) => match game.tracks.get(track) {
                Some(track) if track.per.contains(&Per::Player) => Noun::one(self.my(&term(word))),
                Some(track) if track.per.contains(&Per::Team) => Noun::one(format!("the team's {}", term(word))),
                Some(track) if track.ty == Ty::Player => Noun::one(format!("the {}", term(word))),
                Some(track) if track.ty == Ty::Number && is_noun(word) => Noun::one(format!("the {}", term(word))),
                _ => Noun::one(term(word)),
            },
            Sense::Value(value) => match game.values.get(value).and_then(|value| value.params.last().copied()) {
                Some((_, Ty::Card)) => Noun::one(self.cards_own(&term(word))),
                Some((_, Ty::Player)) => Noun::one(self.my(&term(word))),
                Some((_, Ty::Team)) => Noun::one(format!("the team's {}", term(word))),
                Some(_) => Noun::one(format!("its {}", term(word))),
                None if game
                    .values
                    .get(value)
                    .is_some_and(|value| matches!(value.ty, Ty::Player | Ty::Players | Ty::Cards)) =>
                {
                    Noun::one(format!("the {}", term(word)))
                }
                None => Noun::one(term(word)),
            },
            Sense::Option(_) => Noun::one(term(word)),
            Sense::Attr(_) => Noun::one(self.cards_own(&spoken(word))),
            Sense::Phase(_) => Noun::one(format!("the number of the {}", term(word))),
            Sense::Other if kind.is_some() => Noun::one(format!("that {}", spoken(word))),
            Sense::Other if self.is_member(word) || word.parse::<i64>().is_ok() => Noun::one(spoken(word)),
            Sense::Other => Noun::one(term(word)),
        }
    }

    /// Who sits to the left or right of somebody.
    fn beside(&self, left: bool, owner: &Noun) -> Noun {
        if self.turns_round() {
            let comes = if left { "after" } else { "before" };
            return Noun::one(format!("the player who comes {comes} {} in the order of play", owner.words));
        }
        Noun::one(format!("the player to the {} of {}", self.side(left), owner.words))
    }

    /// Whether a word is a value of some kind.
    fn is_member(&self, word: &str) -> bool {
        self.rulebook.game.kinds.iter().any(|kind| kind.members.iter().any(|member| member == word))
    }

    fn kind(&self, kind: usize) -> String {
        self.rulebook.game.kinds.get(kind).map_or_else(String::new, |kind| spoken(&kind.name))
    }

    /// `V of X`.
    pub fn chain(&self, word: &Name, of: &Phrase, within: Option<&Phrase>) -> Noun {
        let name = word.text.as_str();
        let owner = self.noun(of);
        match name {
            "left" | "right" => return self.beside(name == "left", &owner),
            "partner" | "team" | "score" => return Noun::one(owner.own(name)),
            "opponents" => return Noun::many(owner.own("opponents")),
            "owner" => return Noun::one(format!("the owner of {}", owner.words)),
            "position" => {
                return Noun::one(format!("the place of {} in its list{}", owner.words, super::numbers::FROM_ONE));
            }
            "worth" if self.sense(name) == Sense::Other => return Noun::one(owner.own("bid")).worth(),
            _ => {}
        }
        // `Queen of Spades`
        if self.sense(name) == Sense::Other && self.is_member(name) {
            return Noun::one(format!("the {} of {}", spoken(name), owner.words));
        }
        let what = self.name(name);
        if let Some(within) = within {
            return Noun::one(format!("the {what} of {} in {}", owner.words, self.noun(within).words));
        }
        if all_of(of) && matches!(self.sense(name), Sense::Place(_)) {
            return Noun::many(format!("everyone's {what}"));
        }
        let is_group = matches!(of.kind, PhraseKind::Group(_)) && owner.person == Person::Many;
        Noun { words: owner.own(&what), person: if is_group { Person::Many } else { Person::One } }
    }
}

impl Noun {
    /// What a bid is worth.
    fn worth(self) -> Self {
        Self::one(format!("the worth of {}", self.words))
    }
}

/// `all players`
fn all_of(phrase: &Phrase) -> bool {
    matches!(&phrase.kind, PhraseKind::Group(group)
        if group.which == Which::All && group.noun == NounWord::Players && group.cond.is_none() && group.within.is_none())
}
