//! Conditions, as statements and as demands.

use bidlang::ir::{Per, Ty};
use bidlang::syntax::tree::{Comparison, Noun as NounWord, Phrase, PhraseKind, Which};

use super::names::article;
use super::{English, Noun, Person, Sense, Trick};
use crate::model::term;

impl English<'_> {
    /// Whether a phrase is yes or no.
    pub fn is_condition(&self, phrase: &Phrase) -> bool {
        match &phrase.kind {
            PhraseKind::Or(_)
            | PhraseKind::And(_)
            | PhraseKind::Not(_)
            | PhraseKind::Compare(..)
            | PhraseKind::OneOf(..)
            | PhraseKind::Empty(..)
            | PhraseKind::Shares(..)
            | PhraseKind::AllPass
            | PhraseKind::Outbid
            | PhraseKind::Beat => true,
            PhraseKind::Word(name) => self.is_yes_no(&name.text),
            PhraseKind::Of { word, .. } => self.is_yes_no(&word.text),
            _ => false,
        }
    }

    fn is_yes_no(&self, name: &str) -> bool {
        let game = &self.rulebook.game;
        match self.sense(name) {
            Sense::Track(track) => game.tracks.get(track).is_some_and(|track| track.ty == Ty::YesNo),
            Sense::Value(value) => game.values.get(value).is_some_and(|value| value.ty == Ty::YesNo),
            Sense::Option(option) => game.options.get(option).is_some_and(|option| option.yes_no),
            Sense::Other => self.is_known(name),
            Sense::Place(_) | Sense::Attr(_) | Sense::Phase(_) => false,
        }
    }

    /// Whether a bare name means what belongs to each card, or to each player.
    pub fn belongs(&self, name: &str, cards: bool) -> bool {
        let game = &self.rulebook.game;
        match self.sense(name) {
            Sense::Attr(_) => cards,
            Sense::Value(value) => {
                let of = if cards { Ty::Card } else { Ty::Player };
                game.values.get(value).is_some_and(|value| matches!(value.params.as_slice(), [(_, ty)] if *ty == of))
            }
            Sense::Place(place) => !cards && game.places.get(place).is_some_and(|place| place.per == Some(Per::Player)),
            Sense::Track(track) => !cards && game.tracks.get(track).is_some_and(|track| track.per == [Per::Player]),
            _ => !cards && name == "score",
        }
    }

    /// A condition that holds.
    pub fn condition(&self, phrase: &Phrase) -> String {
        self.claim(phrase, false)
    }

    /// A condition that has to be obeyed.
    pub fn demand(&self, phrase: &Phrase) -> String {
        self.claim(phrase, true)
    }

    /// Whether a condition says that something is not so, in words that could be read on over what follows.
    fn denies(&self, phrase: &Phrase) -> bool {
        let PhraseKind::Not(inner) = &phrase.kind else { return false };
        !matches!(inner.kind, PhraseKind::Word(_) | PhraseKind::Of { .. }) || !self.is_condition(inner)
    }

    fn claim(&self, phrase: &Phrase, must: bool) -> String {
        match &phrase.kind {
            PhraseKind::And(parts) => {
                let open: Vec<&Phrase> =
                    parts.iter().filter(|part| self.wish.decides(self.rulebook, part) != Some(true)).collect();
                let several = open.len() > 1;
                let claim = |part: &&Phrase| {
                    let words = self.claim(part, must);
                    if several && (words.contains(", or ") || self.denies(part)) { format!("({words})") } else { words }
                };
                let parts: Vec<String> = open.iter().map(claim).collect();
                parts.join(" and ")
            }
            PhraseKind::Or(parts) => {
                let open: Vec<&Phrase> =
                    parts.iter().filter(|part| self.wish.decides(self.rulebook, part) != Some(false)).collect();
                let claim = |part: &&Phrase| {
                    let words = self.claim(part, false);
                    if open.len() > 1 && self.denies(part) { format!("({words})") } else { words }
                };
                let parts: Vec<String> = open.iter().map(claim).collect();
                match parts.as_slice() {
                    [] => "this never holds".to_owned(),
                    [_] => open.first().map(|part| self.claim(part, must)).unwrap_or_default(),
                    _ if must => format!("one of these has to hold: {}", parts.join(", or ")),
                    _ => parts.join(", or "),
                }
            }
            PhraseKind::Not(inner) => match &inner.kind {
                PhraseKind::Word(_) | PhraseKind::Of { .. } if self.is_condition(inner) => {
                    self.flag(inner, false, must)
                }
                _ => {
                    let words = of_that(&self.condition(inner));
                    // Of several all are meant, and not the first alone.
                    let several = matches!(inner.kind, PhraseKind::And(_) | PhraseKind::Or(_));
                    let words = if several { format!("({words})") } else { words };
                    format!("it {} so that {words}", if must { "must not be" } else { "is not" })
                }
            },
            PhraseKind::Compare(subject, comparison, _) => self.special(phrase, must).unwrap_or_else(|| {
                let mut noun = self.subject(subject);
                // "any card is not" would be read as none.
                if let (Comparison::IsNot, Some(rest)) = (comparison, noun.words.strip_prefix("any ")) {
                    noun.words = format!("at least one {rest}");
                }
                self.predicate(phrase, noun, must)
            }),
            PhraseKind::OneOf(subject, ..) | PhraseKind::Empty(subject, _) | PhraseKind::Shares(subject, ..) => {
                let noun = self.subject(subject);
                self.predicate(phrase, noun, must)
            }
            PhraseKind::AllPass if must => "all must have passed one after the other".to_owned(),
            PhraseKind::AllPass => "all have passed one after the other".to_owned(),
            PhraseKind::Beat if must => "the card must beat those in the trick, so that it is ahead".to_owned(),
            PhraseKind::Beat => "the card beats those in the trick".to_owned(),
            PhraseKind::Outbid => "the bid must beat the bid that is ahead, if there is one".to_owned(),
            PhraseKind::Word(_) | PhraseKind::Of { .. } if self.is_condition(phrase) => self.flag(phrase, true, must),
            PhraseKind::If(then, cond, otherwise) => {
                format!("{} if {}, otherwise {}", self.branch(then), self.condition(cond), self.say(otherwise))
            }
            _ => self.noun(phrase).words,
        }
    }

    fn subject(&self, phrase: &Phrase) -> Noun {
        if self.is_number(phrase) { Noun::one(self.number(phrase)) } else { self.noun(phrase) }
    }

    /// Comparisons that people say in another way.
    fn special(&self, phrase: &Phrase, must: bool) -> Option<String> {
        let PhraseKind::Compare(subject, comparison, other) = &phrase.kind else { return None };
        let is = match comparison {
            Comparison::Is => Some(true),
            Comparison::IsNot => Some(false),
            _ => None,
        };
        // What there may be none of.
        let nothing = match other.kind {
            PhraseKind::Nothing => is,
            PhraseKind::Somebody => is.map(|is| !is),
            _ => None,
        };
        if let (Some(nothing), PhraseKind::Word(name)) = (nothing, &subject.kind) {
            let be = if must { "there must be" } else { "there is" };
            if let Some(who) = holder(&self.subject(subject).words) {
                let have = if must { "must have".to_owned() } else { who.verb("has", "have") };
                let no = if nothing { "no" } else { article(&name.text) };
                return Some(format!("{} {have} {no} {}", who.words, self.name(&name.text)));
            }
            return Some(match (name.text.as_str(), nothing) {
                ("leader", true) => "nobody is ahead".to_owned(),
                ("leader", false) => "somebody is ahead".to_owned(),
                (name, true) => format!("{be} no {}", term(name)),
                (name, false) => format!("{be} {} {}", article(name), term(name)),
            });
        }
        if let (Some(nothing), PhraseKind::Group(group)) = (nothing, &subject.kind)
            && group.noun == NounWord::Player
            && group.which == Which::Plain
        {
            let who = match (&group.best, &group.cond) {
                (Some(best), _) => format!("alone has {}", self.best(best)),
                (None, Some(cond)) => {
                    format!("alone is one {}", self.relative(cond, false, false, group.name.is_some()))
                }
                _ => return None,
            };
            return Some(if nothing { format!("no player {who}") } else { format!("one player {who}") });
        }
        // Who is ahead.
        let word = |phrase: &Phrase| match &phrase.kind {
            PhraseKind::Word(name) => Some(name.text.clone()),
            _ => None,
        };
        if let (Some(is), Some("leader"), false, false) =
            (is, word(other).as_deref(), self.is_number(subject), self.trick != Trick::None)
        {
            let who = self.noun(subject);
            let not = if is { "" } else { " not" };
            return Some(if must && !is && who.words == "you" {
                "you must not bid while you are ahead".to_owned()
            } else if must {
                format!("{} must{not} be ahead", who.words)
            } else {
                format!("{} {}{not} ahead", who.words, who.be())
            });
        }
        // How many players and cards there are.
        let amount = || {
            let count = self.number(other);
            count.parse::<i64>().ok()?;
            let one = count == "1";
            match comparison {
                Comparison::Is => Some((count, one)),
                Comparison::AtLeast => Some((format!("at least {count}"), one)),
                Comparison::AtMost => Some((format!("at most {count}"), one)),
                Comparison::MoreThan => Some((format!("more than {count}"), one)),
                Comparison::LessThan => Some((format!("fewer than {count}"), false)),
                Comparison::IsNot => None,
            }
        };
        if self.is_player_count(subject) {
            let (count, one) = amount()?;
            return Some(if one { format!("there is {count} player") } else { format!("there are {count} players") });
        }
        let bidders = |of: &Phrase| match &of.kind {
            PhraseKind::Word(name) => name.text == "bidders",
            PhraseKind::Group(group) => {
                group.noun == NounWord::Bidders && group.which == Which::Plain && group.cond.is_none()
            }
            _ => false,
        };
        if let PhraseKind::Count(of) = &subject.kind
            && !must
            && bidders(of)
        {
            let (count, one) = amount()?;
            return Some(match (count.as_str(), one) {
                ("0", _) => "nobody is still in".to_owned(),
                ("1", _) => "only 1 player is still in".to_owned(),
                (_, true) => format!("{count} player is still in"),
                _ => format!("{count} players are still in"),
            });
        }
        if let PhraseKind::Count(of) = &subject.kind
            && !must
        {
            let (count, one) = amount()?;
            let be = if one { "there is" } else { "there are" };
            return match &of.kind {
                PhraseKind::Group(group) if group.which == Which::Plain && matches!(group.noun, NounWord::Cards) => {
                    let rest = self.group(group).words;
                    let rest = rest.strip_prefix("the cards").unwrap_or(&rest).to_owned();
                    Some(format!("{be} {count} {}{rest}", if one { "card" } else { "cards" }))
                }
                PhraseKind::Word(_) => {
                    Some(format!("{be} {count} {} in {}", if one { "card" } else { "cards" }, self.noun(of).words))
                }
                _ => None,
            };
        }
        None
    }

    /// What is said of a subject.
    pub fn predicate(&self, phrase: &Phrase, mut noun: Noun, must: bool) -> String {
        // `every hand is not empty` is `no hand is empty`.
        let mut turned = None;
        if let Some(rest) = noun.words.strip_prefix("every ") {
            turned = match &phrase.kind {
                PhraseKind::Compare(a, Comparison::IsNot, b) => {
                    Some(PhraseKind::Compare(a.clone(), Comparison::Is, b.clone()))
                }
                PhraseKind::OneOf(a, true, list) => Some(PhraseKind::OneOf(a.clone(), false, list.clone())),
                PhraseKind::Empty(a, true) => Some(PhraseKind::Empty(a.clone(), false)),
                _ => None,
            };
            if turned.is_some() {
                noun.words = format!("no {rest}");
            }
        }
        // Of what has to be so, `any` would be read as every.
        if let Some(rest) = noun.words.strip_prefix("any ").filter(|_| must) {
            noun.words = format!("at least one {rest}");
        }
        let turned = turned.map(|kind| Phrase { span: phrase.span, kind });
        let phrase = turned.as_ref().unwrap_or(phrase);
        let who = &noun.words;
        let be = |not: bool| match (must, not) {
            (true, true) => "must not be",
            (true, false) => "must be",
            (false, true) if matches!(noun.person, Person::You | Person::Many) => "are not",
            (false, true) => "is not",
            (false, false) => noun.be(),
        };
        match &phrase.kind {
            PhraseKind::Compare(subject, comparison, other) => {
                let option = matches!(&subject.kind, PhraseKind::Word(name) if matches!(self.sense(&name.text), Sense::Option(_)));
                let what = match &other.kind {
                    PhraseKind::Word(name) if option && self.sense(&name.text) == Sense::Other => term(&name.text),
                    PhraseKind::Nothing if !self.is_player(subject) => "none".to_owned(),
                    _ if self.is_number(subject) => self.addend(other),
                    PhraseKind::If(_, cond, _) if self.wish.decides(self.rulebook, cond).is_none() => {
                        format!("({})", self.noun(other).words)
                    }
                    _ => self.noun(other).words,
                };
                let who =
                    if option && self.is_option_of_words(subject) { format!("the option {who}") } else { who.clone() };
                match comparison {
                    Comparison::Is => format!("{who} {} {what}", be(false)),
                    Comparison::IsNot => format!("{who} {} {what}", be(true)),
                    Comparison::AtLeast => format!("{who} {} at least {what}", be(false)),
                    Comparison::AtMost => format!("{who} {} at most {what}", be(false)),
                    Comparison::MoreThan if self.is_number(subject) => format!("{who} {} more than {what}", be(false)),
                    Comparison::LessThan if self.is_number(subject) => format!("{who} {} less than {what}", be(false)),
                    Comparison::MoreThan => format!("{who} {} higher than {what}", be(false)),
                    Comparison::LessThan => format!("{who} {} lower than {what}", be(false)),
                }
            }
            PhraseKind::OneOf(_, not, list) => {
                let words: Vec<String> = list.iter().map(|one| self.say(one)).collect();
                let group =
                    matches!(list.as_slice(), [Phrase { kind: PhraseKind::Group(_) | PhraseKind::Of { .. }, .. }]);
                let words = if group { format!("one of {}", words.concat()) } else { or(words) };
                format!("{who} {} {words}", be(*not))
            }
            PhraseKind::Empty(_, not) => format!("{who} {} empty", be(*not)),
            PhraseKind::Shares(_, attrs, other) => {
                let attrs: Vec<String> =
                    attrs.iter().map(|attr| format!("{} {}", article(&attr.text), super::spoken(&attr.text))).collect();
                let verb = if must { "must share".to_owned() } else { noun.verb("shares", "share") };
                format!("{who} {verb} {} with {}", or(attrs), self.noun(other).words)
            }
            _ => self.claim(phrase, must),
        }
    }

    fn is_option_of_words(&self, phrase: &Phrase) -> bool {
        let PhraseKind::Word(name) = &phrase.kind else { return false };
        let Sense::Option(option) = self.sense(&name.text) else { return false };
        self.rulebook.game.options.get(option).is_some_and(|option| option.kind.is_some())
    }

    fn is_player(&self, phrase: &Phrase) -> bool {
        let name = match &phrase.kind {
            PhraseKind::Word(name) => name.text.as_str(),
            PhraseKind::Of { word, .. } => word.text.as_str(),
            _ => return true,
        };
        match self.sense(name) {
            Sense::Track(track) => self.rulebook.game.tracks.get(track).is_some_and(|track| track.ty == Ty::Player),
            Sense::Value(value) => self.rulebook.game.values.get(value).is_some_and(|value| value.ty == Ty::Player),
            Sense::Attr(_) => false,
            _ => true,
        }
    }
}

/// Who has it, of words for what somebody has: `your claim`, `its rank`.
fn holder(words: &str) -> Option<Noun> {
    let many = [("your ", "you"), ("their ", "they")].into_iter().find(|(own, _)| words.starts_with(own));
    let one =
        ["the card", "the player", "the acting player", "the team"].into_iter().map(|who| (format!("{who}'s "), who));
    let one = one.chain([("its ".to_owned(), "it")]).find(|(own, _)| words.starts_with(own));
    many.map(|(_, who)| Noun::many(who)).or_else(|| one.map(|(_, who)| Noun::one(who)))
}

/// `1 or 3`
pub fn or(mut words: Vec<String>) -> String {
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} or {last}", words.join(", ")),
    }
}

/// What stands behind `that`: not that word once more.
fn of_that(words: &str) -> String {
    words.strip_prefix("that ").map_or_else(|| words.to_owned(), |rest| format!("the {rest}"))
}
