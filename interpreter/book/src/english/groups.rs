//! Groups of cards and of players.

use bidlang::ir::{CardDef, Expr};
use bidlang::syntax::tree::{Best, Comparison, Group, Name, Noun as NounWord, Phrase, PhraseKind, Ties, Which};

use super::{Card, English, Me, Noun, Person};
use crate::model::term;

/// Plain `players`, which may also be how many they are.
pub fn all_players(group: &Group) -> bool {
    group.noun == NounWord::Players
        && group.which == Which::Plain
        && group.cond.is_none()
        && group.best.is_none()
        && group.within.is_none()
        && group.clockwise.is_none()
}

/// A noun with nothing that says which.
fn is_bare(group: &Group) -> bool {
    let plain = group.within.is_none() && group.cond.is_none() && group.best.is_none();
    plain && group.clockwise.is_none() && group.name.is_none()
}

impl English<'_> {
    /// `the first card in the lot whose rank is 7`; of the best one it is said that of several that are equal it is none.
    pub fn group(&self, group: &Group) -> Noun {
        let mut noun = self.members(group);
        if self.may_be_equal(group) {
            let none = if group.noun == NounWord::Card { "none" } else { "nobody" };
            noun.words = format!("{} ({none}, where several are equal)", noun.words);
        }
        noun
    }

    /// Whether a group of one may be none, as several are the best.
    fn may_be_equal(&self, group: &Group) -> bool {
        let Some(best) = group.best.as_ref().filter(|best| best.ties.is_none() && group.which == Which::Plain) else {
            return false;
        };
        match group.noun {
            NounWord::Player => true,
            NounWord::Card => self.has_like_cards(best, group.cond.as_ref()),
            NounWord::Cards | NounWord::Players | NounWord::Bidders => false,
        }
    }

    /// Whether the deck may hold two cards of which neither goes before the other.
    fn has_like_cards(&self, best: &Best, cond: Option<&Phrase>) -> bool {
        let game = &self.rulebook.game;
        let attr = |name: &Name| game.attrs.iter().position(|attr| attr.name == name.text);
        let Some(mut decides) = best.order.iter().map(|(_, name)| attr(name)).collect::<Option<Vec<usize>>>() else {
            return true;
        };
        // What has no such thing is not the best.
        let counts =
            |card: &&CardDef| decides.iter().all(|attr| card.members.get(*attr).is_some_and(|members| *members != 0));
        let cards: Vec<&CardDef> = game.cards.iter().filter(counts).collect();
        // All of one suit are equal in it.
        if let Some(Phrase { kind: PhraseKind::Compare(subject, Comparison::Is, _), .. }) = cond
            && let PhraseKind::Word(name) = &subject.kind
        {
            decides.extend(attr(name));
        }
        let same = |card: &CardDef, other: &CardDef| {
            decides.iter().all(|attr| card.members.get(*attr) == other.members.get(*attr))
        };
        let several = |card: &CardDef| !matches!(card.copies, None | Some(Expr::Int(0 | 1)));
        cards
            .iter()
            .enumerate()
            .any(|(at, card)| several(card) || cards.iter().skip(at + 1).any(|other| same(card, other)))
    }

    /// The words for a group, whether it is meant as one or as several.
    pub fn members(&self, group: &Group) -> Noun {
        let cards = matches!(group.noun, NounWord::Card | NounWord::Cards);
        if group.which == Which::Plain && is_bare(group) {
            match group.noun {
                NounWord::Player => return self.player(),
                NounWord::Card => return self.word("card"),
                NounWord::Cards => return self.word("cards"),
                _ => {}
            }
        }
        let bare = group.within.is_none() && group.cond.is_none() && group.best.is_none() && group.clockwise.is_none();
        let one = matches!(group.noun, NounWord::Card | NounWord::Player);
        let noun = match group.noun {
            NounWord::Card => "card",
            NounWord::Cards => "cards",
            NounWord::Player => "player",
            NounWord::Players => "players",
            NounWord::Bidders => "players still in",
        };
        let mut words = match (group.which, one) {
            (Which::Plain, true) => format!("the {noun}"),
            (Which::Plain, false) if bare && cards => "the cards".to_owned(),
            (Which::Plain, false) if bare && group.noun == NounWord::Players => "all players".to_owned(),
            (Which::Plain, false) => format!("the {noun}"),
            (Which::First, _) => format!("the first {}", self.so_many(group, noun)),
            (Which::Last, _) => format!("the last {}", self.so_many(group, noun)),
            (Which::Any, _) => format!("any {noun}"),
            (Which::Every, _) => format!("every {noun}"),
            (Which::Each, _) => format!("each {noun}"),
            (Which::All, _) => format!("all {noun}"),
            (Which::Other, _) => format!("the other {noun}"),
        };
        let still_in = |phrase: &Phrase| match &phrase.kind {
            PhraseKind::Word(name) => name.text == "bidders",
            PhraseKind::Group(group) => group.noun == NounWord::Bidders && is_bare(group),
            _ => false,
        };
        if let (Some(within), []) = (&group.within, group.also.as_slice())
            && still_in(within)
        {
            return Noun { words: format!("{words} still in"), person: if one { Person::One } else { Person::Many } };
        }
        // `every card in cards` is one of those that are picked.
        let picked = |phrase: &Phrase| match &phrase.kind {
            PhraseKind::Word(name) => name.text == "cards",
            PhraseKind::Group(group) => group.noun == NounWord::Cards && group.which == Which::Plain && is_bare(group),
            _ => false,
        };
        let among_picked = group.within.as_ref().is_some_and(picked);
        if among_picked {
            words.push_str(" picked");
        }
        let inside: Vec<String> = group.within.iter().chain(&group.also).map(|within| self.place(within)).collect();
        if !inside.is_empty() && !among_picked {
            words = format!("{words} in {}", inside.join(" and in "));
        }
        if let Some(name) = &group.name {
            words = format!("{words} (here called {})", term(&name.text));
        }
        if let Some(cond) = &group.cond {
            let such = self.relative(cond, cards, !one, group.name.is_some());
            // The best of another group in it could be read as what follows.
            let brackets = group.best.is_some() && such.contains(" of ");
            words = if brackets { format!("{words} ({such})") } else { format!("{words} {such}") };
        }
        if let Some(best) = &group.best {
            words = format!("{words} with {}", self.best(best));
        }
        if let Some(from) = &group.clockwise {
            words = format!("{words} (beginning with {} and going {})", self.noun(from).words, self.around());
        }
        let person = if one || matches!(group.which, Which::Any | Which::Every | Which::Each) {
            Person::One
        } else {
            Person::Many
        };
        Noun { words, person }
    }

    /// How many first or last ones.
    /// `3 cards`; `cards (so many: the number)` where it is worked out.
    fn so_many(&self, group: &Group, noun: &str) -> String {
        match group.count.as_ref().map(|count| self.operand(count)) {
            None => noun.to_owned(),
            Some(count) if count.parse::<u32>().is_ok() => format!("{count} {noun}"),
            Some(count) => format!("{noun} (so many: {count})"),
        }
    }

    /// `the highest score; of equals those with the lowest rank`
    pub fn best(&self, best: &Best) -> String {
        let by = |highest: bool, by: &Name| {
            format!("{} {}", if highest { "highest" } else { "lowest" }, self.name(&by.text))
        };
        let second = if best.second { "second " } else { "" };
        let mut words = String::new();
        for (highest, name) in &best.order {
            if words.is_empty() {
                words = format!("the {second}{}", by(*highest, name));
            } else {
                words = format!("{words} (of equals those with the {})", by(*highest, name));
            }
        }
        match &best.ties {
            None => words,
            Some(ties) => format!("{words} ({})", self.ties(ties)),
        }
    }

    /// `of equals the first clockwise, beginning with the dealer`
    pub fn ties(&self, ties: &Ties) -> String {
        match ties {
            Ties::First => "of equals the first".to_owned(),
            Ties::Last => "of equals the last".to_owned(),
            Ties::Nobody => "of equals nobody".to_owned(),
            Ties::Next => "equals fall out".to_owned(),
            Ties::Clockwise(from) => {
                format!("of equals the first {}, beginning with {}", self.around(), self.noun(from).words)
            }
            Ties::Random => "of equals one who is drawn at random".to_owned(),
        }
    }

    /// A place, or `those still in`.
    fn place(&self, phrase: &Phrase) -> String {
        self.noun(phrase).words
    }

    /// A condition on each of a group: `whose rank is 7`, `who are not ahead`.
    /// Where each goes by a name, bare words are of the player around, if there is one.
    pub fn relative(&self, cond: &Phrase, cards: bool, many: bool, named: bool) -> String {
        let me = if named { self.me.behind_a_name() } else { Me::They };
        // Where each card goes by a name, a bare kind still is the value that was picked.
        let picked = if named { self.picked } else { 0 };
        let inner = if cards { Self { picked, ..self.with_card(Card::Its) } } else { self.of(me) };
        let which = if cards { "for which" } else { "for whom" };
        let of_another = !cards && me != Me::They;
        match &cond.kind {
            PhraseKind::And(parts) | PhraseKind::Or(parts) => {
                // What is joined otherwise inside stands in brackets.
                let part = |part: &Phrase| {
                    let words = self.relative(part, cards, many, named);
                    if matches!(part.kind, PhraseKind::And(_) | PhraseKind::Or(_)) {
                        format!("({words})")
                    } else {
                        words
                    }
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                parts.join(if matches!(cond.kind, PhraseKind::And(_)) { " and " } else { " or " })
            }
            _ if of_another => format!("{which} {}", inner.condition(cond)),
            PhraseKind::Compare(subject, ..)
            | PhraseKind::OneOf(subject, ..)
            | PhraseKind::Empty(subject, _)
            | PhraseKind::Shares(subject, ..) => {
                let pronoun =
                    matches!(&subject.kind, PhraseKind::Group(group) if group.which == Which::Plain && is_bare(group));
                let name = match &subject.kind {
                    PhraseKind::Word(name) => Some(name),
                    _ => None,
                };
                if name.is_some() || pronoun {
                    let word = if cards { "card" } else { "player" };
                    if pronoun || name.is_some_and(|name| name.text == word) {
                        let person = if many { Person::Many } else { Person::One };
                        let who = if cards { "that" } else { "who" };
                        return inner.predicate(cond, Noun { words: who.to_owned(), person }, false);
                    }
                    if let Some(name) =
                        name.filter(|name| inner.belongs(&name.text, cards) && !inner.is_picked(&name.text))
                    {
                        let whose = Noun::one(format!("whose {}", self.name(&name.text)));
                        return inner.predicate(cond, whose, false);
                    }
                }
                format!("{which} {}", inner.condition(cond))
            }
            PhraseKind::Word(name) if self.belongs(&name.text, cards) => self.marked(&name.text, true, cards, many),
            PhraseKind::Not(inner_cond) => match &inner_cond.kind {
                PhraseKind::Word(name) if self.belongs(&name.text, cards) => {
                    self.marked(&name.text, false, cards, many)
                }
                _ => format!("{which} {}", inner.condition(cond)),
            },
            _ => format!("{which} {}", inner.condition(cond)),
        }
    }

    /// Something that is yes or no of each of a group.
    fn marked(&self, name: &str, yes: bool, cards: bool, many: bool) -> String {
        if self.counts_as(name) {
            let who = if cards { "that" } else { "who" };
            let verb = match (yes, many) {
                (true, true) => "count",
                (true, false) => "counts",
                (false, true) => "do not count",
                (false, false) => "does not count",
            };
            return format!("{who} {verb} as {}", self.counted_as(name));
        }
        format!("whose {} is {}", self.name(name), if yes { "yes" } else { "no" })
    }
}
