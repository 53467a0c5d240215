//! What happens, one step for each line.

mod blocks;
mod winners;

use bidlang::syntax::tree::{Form, Noun as NounWord, Phrase, PhraseKind, Repeats, Statement, StatementKind, Which};

use super::acts::ask;
use super::{forms, heading_of};
use crate::english::{English, Me, Sense, spoken};
use crate::model::{Block, Step, Text, anchor, capital, link, term};
use crate::notes;
use blocks::{branches_of, for_each, for_sorted};
pub(super) use winners::{lost, won};

/// The steps of a block of the rules.
pub(super) fn steps(english: English, block: &[Statement]) -> Vec<Step> {
    block.iter().flat_map(|statement| self::statement(english, statement)).collect()
}

/// The steps as a list; nothing where there are none.
pub(super) fn list(english: English, block: &[Statement]) -> Vec<Block> {
    let steps = steps(english, block);
    if steps.is_empty() { Vec::new() } else { vec![Block::Steps(steps)] }
}

fn statement(english: English, statement: &Statement) -> Vec<Step> {
    let when = match statement.when.as_ref().map(|when| (when, english.wish.decides(english.rulebook, when))) {
        Some((_, Some(false))) => return Vec::new(),
        Some((when, None)) => Some(when),
        _ => None,
    };
    // A guard of a statement for each player is looked at for each of them.
    let each = has_each(&statement.kind);
    let guard = when.map(|when| if each { english.of(Me::They) } else { english }.condition(when));
    let mut steps = kind(english, &statement.kind);
    if let Some(guard) = guard
        && let Some(first) = steps.first_mut()
    {
        first.text = Text(format!("If {guard}, {}", uncapital(&first.text.0)));
    }
    let note = notes::behind(english.rulebook.text(), first_line(english, statement));
    if let (Some(note), Some(first)) = (note, steps.first_mut()) {
        first.text.0 = format!("{} ({note})", first.text.0);
    }
    steps
}

/// The place of a statement up to its block.
fn first_line(english: English, statement: &Statement) -> bidlang::diagnostic::Span {
    let text = statement.span.of(english.rulebook.text());
    let end = text.find('\n').map_or(statement.span.end, |at| statement.span.start + u32::try_from(at).unwrap_or(0));
    bidlang::diagnostic::Span { start: statement.span.start, end: end.max(statement.span.start) }
}

/// Words that go on in a sentence.
fn uncapital(words: &str) -> String {
    let at = words.find(|c: char| !c.is_control()).unwrap_or(0);
    let (marks, rest) = words.split_at(at);
    let mut letters = rest.chars();
    match letters.next() {
        Some(first) if first.is_uppercase() && letters.clone().next().is_none_or(|next| !next.is_uppercase()) => {
            format!("{marks}{}{}", first.to_lowercase(), letters.as_str())
        }
        _ => words.to_owned(),
    }
}

fn is_each(phrase: &Phrase) -> bool {
    match &phrase.kind {
        PhraseKind::Group(group) => group.which == Which::Each && group.noun == NounWord::Player,
        PhraseKind::Of { of, .. } => is_each(of),
        _ => false,
    }
}

fn has_each(kind: &StatementKind) -> bool {
    let parts: Vec<&Phrase> = match kind {
        StatementKind::Move { cards, to } => vec![cards, to],
        StatementKind::Deal { from, to, .. } => vec![from, to],
        StatementKind::DealEach { to, .. } => vec![to],
        StatementKind::Fill { place, from, .. } => vec![place, from],
        StatementKind::Shuffle(place) => vec![place],
        StatementKind::Set { target, .. } | StatementKind::Add { target, .. } => vec![target],
        StatementKind::Pay { from, to, .. } => vec![from, to],
        StatementKind::Score { who, .. } => vec![who],
        StatementKind::Ask { who, .. } => vec![who],
        _ => Vec::new(),
    };
    parts.into_iter().any(is_each)
}

pub(super) fn say(words: &str) -> Vec<Step> {
    vec![Step::from(Text::sentence(words))]
}

pub(super) fn with(words: &str, inner: Vec<Block>) -> Vec<Step> {
    vec![lead(&capital(words), inner)]
}

/// A heading with its steps; a single step goes on in the same sentence.
pub(super) fn lead(words: &str, mut inner: Vec<Block>) -> Step {
    if let [Block::Steps(steps)] = inner.as_mut_slice()
        && let [only] = steps.as_mut_slice()
        && only.inner.is_empty()
    {
        return Step::from(Text(format!("{words}: {}", uncapital(&only.text.0))));
    }
    Step { text: Text(format!("{words}:")), inner }
}

/// A number of cards: `1 card`, `hand size cards`.
pub(super) fn cards(count: &str) -> String {
    if count == "1" { "1 card".to_owned() } else { format!("{count} cards") }
}

fn kind(english: English, kind: &StatementKind) -> Vec<Step> {
    let outer = english;
    // What is done for each player speaks of that player.
    let english = if has_each(kind) { english.of(Me::They) } else { english };
    let noun = |phrase: &Phrase| english.noun(phrase).words;
    match kind {
        StatementKind::Do { phase, given } => say(&run(english, &phase.text, given)),
        StatementKind::Move { cards: what, to } => move_cards(english, what, to),
        StatementKind::Deal { count, from, to, if_able } => {
            let count = english.number(count);
            let able = if *if_able { ", or as many as there are" } else { "" };
            let each = is_each(to);
            let (from, to) = (noun(from), noun(to));
            let each = if each { " for each" } else { "" };
            say(&match count.parse::<i64>() {
                Ok(_) => format!("deal {} from {from} to {to}{able}", cards(&count)),
                Err(_) => format!("deal cards from {from} to {to}; how many{each}: {count}{able}"),
            })
        }
        StatementKind::DealEach { each, of, from, to, if_able } => {
            let like: Vec<String> = of.iter().map(|name| spoken(&name.text)).collect();
            let like = if like.is_empty() { String::new() } else { format!(" of {}", like.join(" and ")) };
            let from = from.as_ref().map_or(String::new(), |from| format!(" from {}", noun(from)));
            let able = if *if_able { ", as far as there is one" } else { "" };
            say(&format!("deal one card of each {}{like}{from} to {}{able}", spoken(&each.text), noun(to)))
        }
        StatementKind::Fill { place, size, from } => {
            let count = cards(&english.number(size));
            match is_each(place) {
                true => say(&format!(
                    "each player draws from {} until there are {count} in {}",
                    noun(from),
                    theirs(english, place)
                )),
                false => say(&format!("draw from {} until there are {count} in {}", noun(from), noun(place))),
            }
        }
        StatementKind::Shuffle(place) => say(&format!("shuffle {}", noun(place))),
        StatementKind::Sort { place, by, highest } => {
            let order = if *highest { "highest first" } else { "lowest first" };
            say(&format!("put the cards in {} in order by {}, {order}", noun(place), english.name(&by.text)))
        }
        StatementKind::Swap(one, other) => say(&format!("swap {} with {}", noun(one), noun(other))),
        StatementKind::Set { target, to } => say(&set(english, target, to)),
        StatementKind::Add { amount, target, minus } => {
            let amount = english.addend(amount);
            let target = noun(target);
            say(&if *minus { format!("subtract {amount} from {target}") } else { format!("add {amount} to {target}") })
        }
        StatementKind::Pay { amount, from, to } => {
            let (amount, from, to) = (english.operand(amount), noun(from), noun(to));
            let amount = if amount == from { "all".to_owned() } else { amount };
            say(&format!("pay {amount} from {from} to {to}"))
        }
        StatementKind::Score { amount, who, reason, minus, .. } => {
            say(&score(english, amount, who, &reason.text, *minus))
        }
        StatementKind::If { branches, otherwise } => branches_of(english, branches, otherwise),
        StatementKind::ForEach { group, name, sorted: None, body } => {
            for_each(outer, group, name.as_ref().map(|name| name.text.as_str()), body)
        }
        StatementKind::Ends { cond, body } => {
            let cond = english.condition(cond);
            let when = "looked at after each change of a score";
            if body.is_empty() {
                say(&format!("the game ends as soon as {cond} ({when}): then comes the last step of the game"))
            } else {
                with(&format!("the game ends as soon as {cond} ({when})"), list(english, body))
            }
        }
        StatementKind::ForEach { group, name, sorted: Some(sorted), body } => {
            for_sorted(outer, group, name.as_ref().map(|name| name.text.as_str()), sorted, body)
        }
        StatementKind::Repeat { repeats, body } => with(&repeated(english, repeats), list(english, body)),
        StatementKind::Ask { who, at_once, acts } => ask(outer, who, *at_once, acts),
        StatementKind::Turn => say("play turns round: from now on it goes the other way"),
        StatementKind::EndPhase => say("this part is over at once"),
        StatementKind::Won(who) => say(&won(english, who)),
        StatementKind::Lost(who) => say(&lost(english, who)),
        StatementKind::Form(form) => form_steps(english, form),
    }
}

/// Whether a team of several gets the points once, or once for each of its seats.
fn of_a_team(english: English, who: &Phrase) -> &'static str {
    let several = match &who.kind {
        PhraseKind::Group(group) if group.noun == NounWord::Players => group.which,
        PhraseKind::Group(group) if group.noun == NounWord::Player && group.which == Which::Each => group.which,
        _ => return "",
    };
    match several {
        _ if english.rulebook.game.teams.is_empty() || english.rulebook.game.sides.is_some() => "",
        Which::Each => " (a team once for each of its players)",
        _ => " (a team once)",
    }
}

/// What points are for, at the end of a sentence.
pub(super) fn score_for(reason: &str) -> String {
    format!(", for {}", spoken(reason))
}

/// `the dealer scores 10 points, for tricks`
pub(super) fn score(english: English, amount: &Phrase, who: &Phrase, reason: &str, minus: bool) -> String {
    let noun = english.noun(who);
    let points = english.addend(amount);
    let points = match points.as_str() {
        "1" => "1 point".to_owned(),
        number if number.parse::<i64>().is_ok() => format!("{number} points"),
        other => other.to_owned(),
    };
    let verb = if minus { noun.verb("loses", "lose") } else { noun.verb("scores", "score") };
    format!("{} {verb} {points}{}{}", noun.words, of_a_team(english, who), score_for(reason))
}

/// `Then comes the deal.`
fn run(english: English, name: &str, given: &[Phrase]) -> String {
    let heading = heading_of(name);
    let link = link(&heading, &anchor(&heading));
    let phase = english.rulebook.file.items.iter().find_map(|item| match item {
        bidlang::syntax::tree::Item::Phase(phase) if phase.name.text == name => Some(phase),
        _ => None,
    });
    // A number that says how often is said as that.
    let how_often = phase.and_then(|phase| match &phase.repeats {
        Repeats::Times(Phrase { kind: PhraseKind::Word(word), .. }) => {
            phase.takes.iter().position(|taken| taken.called.as_ref().unwrap_or(&taken.what).text == word.text)
        }
        _ => None,
    });
    let for_whom = (0..).zip(given).filter(|(at, _)| Some(*at) != how_often).map(|(_, phrase)| english.say(phrase));
    let for_whom: Vec<String> = for_whom.collect();
    let link = if for_whom.is_empty() { link } else { format!("{link} for {}", for_whom.join(", ")) };
    match phase.map(|phase| &phase.repeats) {
        Some(Repeats::Always) => format!("play {link} again and again"),
        Some(Repeats::Times(times)) => {
            let times = how_often.and_then(|at| given.get(at)).unwrap_or(times);
            format!("play {link} {}", times_of(english, times))
        }
        Some(Repeats::Until(cond)) => format!("play {link} again and again, until {}", english.condition(cond)),
        _ => format!("play {link}"),
    }
}

/// `13 times`, `once for each player`
pub(super) fn times_of(english: English, times: &Phrase) -> String {
    let times = english.number(times);
    // A name alone may stand for how often.
    let times = times.strip_prefix("the \u{1}").map_or_else(|| times.clone(), |rest| format!("\u{1}{rest}"));
    match times.as_str() {
        "the number of players" => "once for each player".to_owned(),
        "1" => "once".to_owned(),
        "2" => "twice".to_owned(),
        number if number.parse::<i64>().is_ok() => format!("{number} times"),
        other
            if !other.contains(' ')
                || (other.starts_with('\u{1}') && other.ends_with('\u{5}') && other.matches('\u{1}').count() == 1) =>
        {
            format!("{other} times")
        }
        other => format!("so many times: {other}"),
    }
}

fn repeated(english: English, repeats: &Repeats) -> String {
    match repeats {
        Repeats::Once => "once".to_owned(),
        Repeats::Always => "do this again and again".to_owned(),
        Repeats::Times(times) => format!("do this {}", times_of(english, times)),
        Repeats::Until(cond) => format!("do this again and again, until {}", english.condition(cond)),
        Repeats::Count { name, from, to, down } => {
            let down = if *down { "down " } else { "" };
            format!("do this for {} from {} {down}to {}", term(&name.text), english.number(from), english.number(to))
        }
    }
}

fn move_cards(english: English, what: &Phrase, to: &Phrase) -> Vec<Step> {
    let cards = english.noun(what);
    let cards = match &what.kind {
        PhraseKind::Word(name) if matches!(english.sense(&name.text), Sense::Place(_)) => {
            format!("the cards in {}", cards.words)
        }
        PhraseKind::Of { word, .. } if matches!(english.sense(&word.text), Sense::Place(_)) => {
            format!("the cards in {}", cards.words)
        }
        PhraseKind::Group(_) => cards.words,
        _ => cards.words,
    };
    let owner = matches!(&to.kind, PhraseKind::Of { of, .. } if matches!(&of.kind, PhraseKind::Word(name) if name.text == "owner"));
    if owner && let PhraseKind::Of { word, .. } = &to.kind {
        return say(&format!("move {cards}, each to its owner's {}", english.place_name(&word.text)));
    }
    say(&format!("move {cards} to {}", english.noun(to).words))
}

/// The place of each player, as theirs.
fn theirs(english: English, place: &Phrase) -> String {
    match &place.kind {
        PhraseKind::Of { word, .. } => format!("their {}", english.place_name(&word.text)),
        _ => english.noun(place).words,
    }
}

fn set(english: English, target: &Phrase, to: &Phrase) -> String {
    let player = english.is_player_track(target);
    let thing = english.noun(target).words;
    let nothing = matches!(to.kind, PhraseKind::Nothing);
    if nothing {
        let bare = thing.strip_prefix("the ").unwrap_or(&thing);
        return if thing.starts_with('\u{1}') || thing.starts_with("the \u{1}") {
            format!("there is no {bare} now")
        } else {
            format!("{thing} is none now")
        };
    }
    let flag = english.is_condition(to)
        && !matches!(to.kind, PhraseKind::YesNo(_) | PhraseKind::If(..))
        && !english.is_known_yes_no(to);
    if flag {
        return format!("{thing} is yes now if {}, and otherwise no", english.condition(to));
    }
    // No track holds several players: their number is meant.
    let value = if english.is_player_count(to) { english.number(to) } else { english.say(to) };
    if matches!(&target.kind, PhraseKind::Word(name) if name.text == "direction") && english.turns_round() {
        return format!("play goes {value} from now on");
    }
    if let (true, PhraseKind::Random(_)) = (player, &to.kind) {
        return format!("draw {thing} at random among {}", drawn(english, to));
    }
    if player && value == "you" {
        return format!("you are now {thing}");
    }
    if player && !matches!(to.kind, PhraseKind::If(..)) {
        return format!("{value} becomes {thing}");
    }
    // What it was until now is the last one.
    let value = match thing.strip_prefix("the ") {
        Some(bare) if player => value.replace(&thing, &format!("the last {bare}")),
        _ => value,
    };
    format!("{thing} is now {value}")
}

fn drawn(english: English, phrase: &Phrase) -> String {
    match &phrase.kind {
        PhraseKind::Random(of) => match english.among_whom(of).as_str() {
            "the player" | "that player" | "each player" => "all players".to_owned(),
            words => {
                words.strip_prefix("the player ").map_or_else(|| words.to_owned(), |rest| format!("the players {rest}"))
            }
        },
        _ => english.noun(phrase).words,
    }
}

fn form_steps(english: English, form: &Form) -> Vec<Step> {
    let (name, blocks) = forms::form(english, form);
    vec![Step { text: Text::sentence(&name), inner: blocks }]
}

impl English<'_> {
    fn is_player_track(&self, phrase: &Phrase) -> bool {
        let name = match &phrase.kind {
            PhraseKind::Word(name) => name.text.as_str(),
            PhraseKind::Of { word, .. } => word.text.as_str(),
            _ => return false,
        };
        let Sense::Track(track) = self.sense(name) else { return false };
        self.rulebook.game.tracks.get(track).is_some_and(|track| track.ty == bidlang::ir::Ty::Player)
    }
}
