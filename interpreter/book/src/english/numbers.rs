//! Numbers: counts, totals, sums.

use bidlang::ir::{Ty, plural};
use bidlang::syntax::tree::{Noun as NounWord, Operator, Pairing, Phrase, PhraseKind, Sets, Which};

use super::{English, Sense, spoken};

/// How places in a list are counted: a number that ends so stands in brackets inside of a sum.
pub const FROM_ONE: &str = ", counted from 1";

impl English<'_> {
    /// Whether a phrase is the number of players.
    pub fn is_player_count(&self, phrase: &Phrase) -> bool {
        match &phrase.kind {
            PhraseKind::Word(name) => name.text == "players",
            PhraseKind::Group(group) => super::groups::all_players(group),
            _ => false,
        }
    }

    /// Whether a phrase is a number.
    pub fn is_number(&self, phrase: &Phrase) -> bool {
        match &phrase.kind {
            PhraseKind::Binary(..)
            | PhraseKind::Divide(..)
            | PhraseKind::Pair(..)
            | PhraseKind::Negative(_)
            | PhraseKind::Number
            | PhraseKind::Count(_)
            | PhraseKind::CountSets(_)
            | PhraseKind::LongestRun(..)
            | PhraseKind::CountDifferent(..)
            | PhraseKind::Total(..)
            | PhraseKind::Extreme { .. }
            | PhraseKind::PassesInARow => true,
            PhraseKind::Word(name) => self.is_number_name(&name.text),
            PhraseKind::Of { word, .. } => self.is_number_name(&word.text),
            PhraseKind::If(then, ..) => self.is_number(then),
            PhraseKind::Group(_) => self.is_player_count(phrase),
            _ => false,
        }
    }

    fn is_number_name(&self, name: &str) -> bool {
        let game = &self.rulebook.game;
        match self.sense(name) {
            Sense::Track(track) => game.tracks.get(track).is_some_and(|track| track.ty == Ty::Number),
            Sense::Value(value) => game.values.get(value).is_some_and(|value| value.ty == Ty::Number),
            Sense::Option(option) => game.options.get(option).is_some_and(|option| option.kind.is_none()),
            Sense::Attr(attr) => {
                let kind = game.attrs.get(attr).and_then(|attr| game.kinds.get(attr.kind));
                kind.is_some_and(|kind| kind.numeric)
            }
            Sense::Phase(_) => true,
            Sense::Place(_) => false,
            Sense::Other => {
                matches!(name, "worth" | "score" | "acts" | "trick-number" | "players" | "position")
                    || name.parse::<i64>().is_ok()
            }
        }
    }

    /// A number in words.
    pub fn number(&self, phrase: &Phrase) -> String {
        if self.is_player_count(phrase) {
            return self.wish.players.map_or_else(|| "the number of players".to_owned(), |players| players.to_string());
        }
        match &phrase.kind {
            PhraseKind::Number => "the number".to_owned(),
            PhraseKind::PassesInARow => "the number of passes in a row".to_owned(),
            PhraseKind::Negative(of) => format!("−{}", self.operand(of)),
            PhraseKind::Binary(Operator::Mod, a, b) => {
                format!("the remainder of {} divided by {}", self.operand(a), self.operand(b))
            }
            PhraseKind::Binary(operator, a, b) => {
                let (sign, tight) = match operator {
                    Operator::Plus => ("+", false),
                    Operator::Minus => ("−", false),
                    _ => ("×", true),
                };
                let (a, b) = if tight {
                    (self.operand(a), self.operand(b))
                } else {
                    (self.addend_before(a), if *operator == Operator::Minus { self.operand(b) } else { self.addend(b) })
                };
                format!("{a} {sign} {b}")
            }
            PhraseKind::Divide(a, b, up) => {
                let rounded = if *up { "rounded up" } else { "rounded down" };
                match &b.kind {
                    PhraseKind::Word(name) if name.text == "2" => format!("half of {}, {rounded}", self.operand(a)),
                    _ => format!("{} ÷ {}, {rounded}", self.operand(a), self.operand(b)),
                }
            }
            PhraseKind::Pair(pairing, a, b) => {
                // A sum behind `and` stands in brackets: what is added could be added to the smaller.
                let is_sum = matches!(b.kind, PhraseKind::Binary(Operator::Plus | Operator::Minus, ..));
                let (a, b) = (self.number(a), if is_sum { self.operand(b) } else { self.number(b) });
                match pairing {
                    Pairing::Smaller => format!("the smaller of {a} and {b}"),
                    Pairing::Larger => format!("the larger of {a} and {b}"),
                    Pairing::Difference => format!("the difference between {a} and {b}"),
                }
            }
            PhraseKind::Count(of) => format!("the number of {}", self.counted(of)),
            PhraseKind::CountSets(sets) => self.sets(sets),
            PhraseKind::LongestRun(of, by) => {
                format!("the length of the longest run of {} by {}", self.noun(of).words, self.name(&by.text))
            }
            PhraseKind::CountDifferent(name, of) => {
                format!("the number of different {} among {}", plural(&spoken(&name.text)), self.among(of))
            }
            PhraseKind::Total(name, of) => format!("the total {} of {}", self.name(&name.text), self.noun(of).words),
            PhraseKind::Extreme { second, highest, value, of } => {
                let which = match (second, highest) {
                    (false, true) => "highest",
                    (false, false) => "lowest",
                    (true, true) => "second highest",
                    (true, false) => "second lowest",
                };
                format!("the {which} {} of {}", self.name(&value.text), self.noun(of).words)
            }
            _ => self.noun(phrase).words,
        }
    }

    /// `3`, `3 to 5`, `3 or more`
    pub fn how_many(&self, least: &Phrase, most: Option<&Phrase>, or_more: bool) -> String {
        let least = self.number(least);
        match most {
            _ if or_more => format!("{least} or more"),
            None => least,
            Some(most) => format!("{least} to {}", self.number(most)),
        }
    }

    /// `the number of different sets of 2 cards in the hand, such that ...`
    fn sets(&self, sets: &Sets) -> String {
        let size = match &sets.least {
            None => "one or more".to_owned(),
            Some(least) => self.how_many(least, sets.most.as_ref(), sets.or_more),
        };
        let places: Vec<String> = sets.within.iter().map(|within| self.noun(within).words).collect();
        let mut words = format!("the number of different sets of {size} cards");
        if !places.is_empty() {
            words = format!("{words} in {}", places.join(" and in "));
        }
        match &sets.cond {
            None => words,
            Some(cond) => format!("{words} such that {}", self.condition(cond)),
        }
    }

    /// A part of a sum; a number that depends on something stands in brackets.
    pub fn addend(&self, phrase: &Phrase) -> String {
        let words = self.number(phrase);
        let in_turn = matches!(phrase.kind, PhraseKind::If(..)) && words.contains(" if ");
        if in_turn || words.ends_with(FROM_ONE) { format!("({words})") } else { words }
    }

    /// The same where the sum goes on behind it: what ends with a condition stands in brackets, too.
    fn addend_before(&self, phrase: &Phrase) -> String {
        let goes_on = matches!(
            phrase.kind,
            PhraseKind::Binary(Operator::Mod, ..) | PhraseKind::Divide(..) | PhraseKind::Pair(..)
        );
        if goes_on || self.ends_with_a_condition(phrase) { self.operand(phrase) } else { self.addend(phrase) }
    }

    /// Whether what follows could be read as part of its condition.
    fn ends_with_a_condition(&self, phrase: &Phrase) -> bool {
        match &phrase.kind {
            PhraseKind::Total(_, of)
            | PhraseKind::Count(of)
            | PhraseKind::CountDifferent(_, of)
            | PhraseKind::Extreme { of, .. } => match &of.kind {
                PhraseKind::Group(group) => group.cond.is_some(),
                PhraseKind::Several(several) => several.cond.is_some(),
                _ => false,
            },
            PhraseKind::CountSets(sets) => sets.cond.is_some(),
            PhraseKind::Binary(operator, _, last) => {
                !matches!(operator, Operator::Mod) && self.ends_with_a_condition(last)
            }
            _ => false,
        }
    }

    /// A part of a product or of a difference.
    pub fn operand(&self, phrase: &Phrase) -> String {
        let words = self.number(phrase);
        match &phrase.kind {
            PhraseKind::Binary(..)
            | PhraseKind::If(..)
            | PhraseKind::Divide(..)
            | PhraseKind::Pair(..)
            | PhraseKind::Count(..)
            | PhraseKind::CountSets(..)
            | PhraseKind::CountDifferent(..)
            | PhraseKind::LongestRun(..) => format!("({words})"),
            _ if self.ends_with_a_condition(phrase) || words.ends_with(FROM_ONE) => format!("({words})"),
            _ => words,
        }
    }

    /// A group as something that is counted.
    /// What is looked through: of cards that were picked those, and not any cards.
    fn among(&self, of: &Phrase) -> String {
        match &of.kind {
            PhraseKind::Group(group)
                if group.which == Which::Plain && group.noun == NounWord::Cards && group.within.is_none() =>
            {
                self.noun(of).words
            }
            _ => match self.noun(of).words {
                picked if picked == "the cards" => picked,
                _ => self.counted(of),
            },
        }
    }

    fn counted(&self, of: &Phrase) -> String {
        let words = self.noun(of).words;
        match &of.kind {
            PhraseKind::Group(group) if group.which == Which::Plain => {
                words.strip_prefix("the ").or_else(|| words.strip_prefix("all ")).unwrap_or(&words).to_owned()
            }
            PhraseKind::Group(_) => words,
            PhraseKind::Several(_) => words,
            PhraseKind::Word(name) if self.is_several(&name.text) => spoken(&name.text),
            PhraseKind::Word(name) if matches!(name.text.as_str(), "bidders" | "players") => words,
            // `number of team of P`
            PhraseKind::Word(name) | PhraseKind::Of { word: name, .. }
                if matches!(name.text.as_str(), "team" | "opponents") =>
            {
                format!("players among {words}")
            }
            _ => format!("cards in {words}"),
        }
    }
}
