//! Auctions, circuits and tricks.

use bidlang::ir::Ty;
use bidlang::syntax::schema::AFTER_EACH;
use bidlang::syntax::tree::{Clause, Form, Phrase, PhraseKind, Shape, Statement, Ties, Timing};

use super::acts::{act_point, demand, free_cards, under};
use super::point;
use super::statements::list;
use crate::english::{Card, English, Me, Sense, spoken};
use crate::model::{Block, Step, Text, strong};

/// What a form is called where it begins, and its rules.
pub(super) fn form(english: English, form: &Form) -> (String, Vec<Block>) {
    let named = form.name.as_ref().map(|name| format!(" ({})", spoken(&name.text))).unwrap_or_default();
    match form.word.text.as_str() {
        "auction" => (format!("there is an auction{named}"), auction(english, form)),
        "tricks" => {
            let until = match &form.until {
                Some(cond) => format!(", or until {} (looked at before each trick)", english.condition(cond)),
                None => String::new(),
            };
            (
                format!("tricks are played{named} until nobody who takes part has a card left to play{until}"),
                tricks(english, form),
            )
        }
        _ => (format!("go around the table{named}"), circuit(english, form)),
    }
}

fn find<'f>(clauses: &'f [Clause], word: &str) -> Option<&'f Clause> {
    clauses.iter().find(|clause| clause.word.text == word)
}

fn phrase(clause: &Clause) -> Option<&Phrase> {
    if let Shape::Phrase(phrase) = &clause.shape { Some(phrase) } else { None }
}

fn body<'f>(clauses: &'f [Clause], word: &str) -> &'f [Statement] {
    find(clauses, word).map_or(&[], |clause| clause.body.as_slice())
}

/// Whether everybody acts only once.
fn acts_once(clauses: &[Clause]) -> bool {
    matches!(
        find(clauses, "order").map(|clause| &clause.shape),
        Some(Shape::AllAtOnce | Shape::Clockwise { once: true, .. })
    )
}

/// Who takes part, and in what order.
fn turns(english: English, clauses: &[Clause]) -> Vec<Step> {
    let mut points = Vec::new();
    if let Some(among) = find(clauses, "among").and_then(phrase) {
        points.push(point("Who takes part", &english.noun(among).words));
    }
    match find(clauses, "order").map(|clause| &clause.shape) {
        Some(Shape::AllAtOnce) => {
            points.push(point("Order", "all choose at the same time and in secret; then all show what they chose"));
        }
        Some(Shape::Clockwise { once, from }) => {
            let from = english.noun(from).words;
            let go = if *once { "once around the table" } else { "around and around the table" };
            points.push(point("Order", &format!("{from} begins; it goes {}, {go}", english.around())));
        }
        _ => {}
    }
    points
}

/// What one may do when it is one's turn, in a circuit or a stage of an auction.
fn acts(english: English, clauses: &[Clause]) -> Vec<Step> {
    let you = english.of(Me::You);
    let mut points = Vec::new();
    let may: Vec<&Clause> =
        clauses.iter().filter(|clause| matches!(clause.word.text.as_str(), "bid" | "act")).collect();
    let bids = may.iter().filter(|clause| clause.word.text == "bid").count();
    let list = acts_of(you, &may, clauses);
    let demands: Vec<Step> =
        clauses.iter().filter(|clause| clause.word.text == "must").filter_map(|must| demand(you, must)).collect();
    let lead = if matches!(find(clauses, "order").map(|clause| &clause.shape), Some(Shape::AllAtOnce)) {
        "Each of you does one of these"
    } else {
        "On your turn you do one of these"
    };
    let lead = if list.len() == 1 { lead.replace("one of these", "this") } else { lead.to_owned() };
    points.push(match list.as_slice() {
        [only] if only.inner.is_empty() => Step::from(Text(format!("{}: {}", strong(&lead), only.text.0))),
        _ => Step { text: Text(format!("{}:", strong(&lead))), inner: vec![Block::Points(list)] },
    });
    if !demands.is_empty() {
        let lead = if bids > 1 { "Rules for every bid" } else { "Rules for a bid" };
        points.push(Step { text: Text(format!("{}:", strong(lead))), inner: vec![Block::Points(demands)] });
    }
    points
}

/// All that one may do, a pass too.
fn acts_of(you: English, may: &[&Clause], clauses: &[Clause]) -> Vec<Step> {
    let mut list: Vec<Step> = may.iter().filter_map(|clause| act_point(you, clause)).collect();
    if let Some(pass) = find(clauses, "pass") {
        list.push(self::pass(you, pass, clauses));
    }
    list
}

fn pass(english: English, pass: &Clause, clauses: &[Clause]) -> Step {
    let long = match &pass.shape {
        Shape::Pass { for_good: Some(true) } => "; you are then out of it for good",
        Shape::Pass { for_good: Some(false) } => "; when your turn comes again you may act again",
        _ => "",
    };
    let leader = find(clauses, "bid").is_some() && matches!(pass.shape, Shape::Pass { for_good: Some(true) });
    let ahead = if leader { " (unless you are ahead: then you stay in)" } else { "" };
    let mut words = format!("{}{long}{ahead}", strong("pass"));
    if let Some(when) = &pass.when
        && english.wish.decides(english.rulebook, when).is_none()
    {
        words = format!("{words}. Only if {}", english.condition(when));
    }
    Step { text: Text::sentence(&words), inner: under(english, pass) }
}

fn closes(english: English, clauses: &[Clause], what: &str) -> Vec<Step> {
    let once = acts_once(clauses);
    match find(clauses, "closes").and_then(phrase) {
        Some(cond) if once => {
            let cond = english.condition(cond);
            vec![point("End", &format!("{what} is over when all had their turn, or earlier, when {cond}"))]
        }
        Some(cond) => vec![point(
            "End",
            &format!("{what} is over when {}; this is looked at after each turn", english.condition(cond)),
        )],
        None if once => vec![point("End", &format!("{what} is over when all had their turn"))],
        None => Vec::new(),
    }
}

fn block(english: English, lead: &str, statements: &[Statement]) -> Option<Step> {
    let inner = list(english, statements);
    (!inner.is_empty()).then(|| super::statements::lead(&strong(lead), inner))
}

fn circuit(english: English, form: &Form) -> Vec<Block> {
    let clauses = &form.clauses;
    let mut points = turns(english, clauses);
    points.extend(acts(english, clauses));
    points.extend(closes(english, clauses, "it"));
    points.extend(block(english, "After each act", body(clauses, AFTER_EACH)));
    points.extend(block(english, "Afterwards", body(clauses, "after")));
    vec![Block::Points(points)]
}

fn auction(english: English, form: &Form) -> Vec<Block> {
    let clauses = &form.clauses;
    let stages: Vec<&Clause> = clauses.iter().filter(|clause| clause.word.text == "stage").collect();
    let mut points = Vec::new();
    if stages.is_empty() {
        points.extend(turns(english, clauses));
        points.extend(acts(english, clauses));
        points.extend(closes(english, clauses, "the auction"));
    }
    for (number, stage) in stages.iter().enumerate() {
        let only = match stage.when.as_ref().map(|when| (when, english.wish.decides(english.rulebook, when))) {
            Some((_, Some(false))) => continue,
            Some((when, None)) => format!(" It is played only if {}.", english.condition(when)),
            Some((_, Some(true))) | None => String::new(),
        };
        let name = if let Shape::Word(name) = &stage.shape { spoken(&name.text) } else { String::new() };
        let mut inner = turns(english, &stage.clauses);
        inner.extend(acts(english, &stage.clauses));
        inner.extend(closes(english, &stage.clauses, "this stage"));
        points.push(Step {
            text: Text(format!("{}{only}", strong(&format!("Stage {} of the auction: {name}.", number + 1)))),
            inner: vec![Block::Points(inner)],
        });
    }
    if let Some(worth) = find(clauses, "worth").and_then(phrase) {
        points.push(point("Worth", &format!("your bid is worth {}", english.of(Me::You).number(worth))));
    }
    points.push(point("Winner", &wins(english, clauses)));
    points.extend(block(english, "If somebody wins", body(clauses, "sold")));
    points.extend(block(english, "If nobody wins", body(clauses, "unsold")));
    points.extend(block(english, "After each act", body(clauses, AFTER_EACH)));
    points.extend(block(english, "Afterwards, in any case", body(clauses, "after")));
    vec![Block::Points(points)]
}

fn wins(english: English, clauses: &[Clause]) -> String {
    let Some(Shape::Wins { highest, ties, .. }) = find(clauses, "wins").map(|clause| &clause.shape) else {
        return String::new();
    };
    let best = if *highest { "highest" } else { "lowest" };
    let clockwise;
    let tie = match ties {
        Some(ties @ (Ties::Clockwise(_) | Ties::Random)) => {
            clockwise = english.ties(ties);
            &clockwise
        }
        Some(Ties::First) => "among equals the one who reached it first",
        Some(Ties::Last) => "among equals the one who reached it last",
        Some(Ties::Nobody) => "if two or more are equal at the top, nobody wins",
        Some(Ties::Next) => "equal bids fall out, so that the best bid that nobody else made wins",
        None => "among equals the first",
    };
    format!("the {best} bid wins; {tie}")
}

fn tricks(english: English, form: &Form) -> Vec<Block> {
    let clauses = &form.clauses;
    let mut points = Vec::new();
    if let Some(among) = find(clauses, "among").and_then(phrase) {
        points.push(point("Who takes part", &english.noun(among).words));
    }
    if let Some(lead) = find(clauses, "lead").and_then(phrase) {
        let lead = english.noun(lead).words;
        points.push(point("Lead", &format!("{lead} leads to the first trick; whoever wins a trick leads to the next")));
    }
    let you = english.of(Me::You);
    if let Some(play) = find(clauses, "play") {
        let from = match &play.shape {
            Shape::Act { picks, .. } => picks.first().map(|pick| pick.span.of(english.rulebook.text())),
            _ => None,
        };
        let hand = match from.map(|words| words.trim_start_matches("a card from").trim()) {
            Some(place) if matches!(english.sense(place), Sense::Place(_)) => english.of(Me::They).word(place).words,
            _ => "their cards".to_owned(),
        };
        points.push(point("Play", &format!("{}, each plays one card to the trick, from {hand}", english.around())));
        let inner = under(you, play);
        if !inner.is_empty() {
            points.push(Step { text: Text(format!("{}:", strong("With each card that is played"))), inner });
        }
    }
    points.extend(acts_beside(you, clauses));
    if let Some(chooser) = find(clauses, "chooser").and_then(phrase) {
        points.push(point("Who decides", &format!("the card is chosen by {}", chooser_words(english, chooser))));
    }
    // They count in the order in which they stand.
    let mut demands = Vec::new();
    let mut follow = None;
    for clause in clauses {
        match clause.word.text.as_str() {
            "follow" => {
                let Shape::Follow { name, or_trump, except } = &clause.shape else { continue };
                let what = english.name(&name.text);
                demands.push(Step::from(Text::sentence(&following(you, &name.text, *or_trump, except.as_ref()))));
                follow = Some(match due_of(english, &name.text) {
                    Some(of) => Follow::Due { what, of },
                    None if except.is_some() => Follow::FirstThatObliges(what),
                    None => Follow::Led(what),
                });
            }
            "must" => demands.extend(demand(you, clause)),
            _ => {}
        }
    }
    match demands.len() {
        0 => points.push(point("What you may play", "any card")),
        _ => {
            let mut text = strong("What you may play").to_owned() + ":";
            if demands.len() > 1 {
                text = format!(
                    "{} These rules come one after the other; each chooses among the cards that those before it leave:",
                    strong("What you may play.")
                );
            }
            points.push(Step { text: Text(text), inner: vec![Block::Points(demands)] });
        }
    }
    let trump = find(clauses, "trump").and_then(phrase).map(|phrase| trump(english, phrase, follow.as_ref()));
    if let Some(trump) = &trump {
        points.push(point("Trumps", trump));
    }
    points.push(point("Winner of a trick", &best_card(english, clauses, trump.is_some(), follow.as_ref())));
    if let Some(taken) = find(clauses, "taken").and_then(phrase) {
        points.push(point("The cards", &format!("the trick goes to {}", english.noun(taken).words)));
    }
    points.extend(block(english, "After each trick", body(clauses, "after")));
    vec![Block::Points(points)]
}

/// What may be done beside a card, in place of it, and at any time.
fn acts_beside(you: English, clauses: &[Clause]) -> Vec<Step> {
    let any_time = format!(
        "At any time: before each card all who may are asked, {} from whose turn it is, whether they do this; who does nothing passes",
        you.around()
    );
    let leads = [
        (Timing::Turn, "On your turn, before you play a card, you may also do this, each once"),
        (Timing::InsteadOfACard, "Instead of playing a card you may do this; your turn is then over"),
        (Timing::AnyTime, any_time.as_str()),
    ];
    let point = |(wanted, lead)| {
        let of = |clause: &&Clause| {
            clause.word.text == "act" && matches!(clause.shape, Shape::Act { timing, .. } if timing == wanted)
        };
        let list: Vec<Step> = clauses.iter().filter(of).filter_map(|clause| act_point(you, clause)).collect();
        let text = Text(format!("{}:", strong(lead)));
        (!list.is_empty()).then(|| Step { text, inner: vec![Block::Points(list)] })
    };
    leads.into_iter().filter_map(point).collect()
}

fn chooser_words(english: English, phrase: &Phrase) -> String {
    let they = english.of(Me::The);
    match &phrase.kind {
        PhraseKind::If(then, cond, otherwise) => {
            let then = they.noun(then).words;
            format!("{then} if {}, otherwise by {}", they.condition(cond), they.noun(otherwise).words)
        }
        _ => they.noun(phrase).words,
    }
}

/// What is followed.
enum Follow {
    /// What the card led has.
    Led(String),
    /// What the first card has that obliges anybody.
    FirstThatObliges(String),
    /// What is due, and of which attribute it is.
    Due { what: String, of: String },
}

impl Follow {
    /// The cards that follow.
    fn cards(&self) -> String {
        match self {
            Self::Led(what) => format!("those that have the same {what} as the card led"),
            Self::FirstThatObliges(what) => {
                format!("those that have the same {what} as the first card that obliges anybody")
            }
            Self::Due { what, .. } => format!("those of the {what}, or of all if that is none"),
        }
    }
}

/// The attribute of which something is due; none where it is not what is due, but what each card has.
fn due_of(english: English, name: &str) -> Option<String> {
    let game = &english.rulebook.game;
    let ty = match english.sense(name) {
        Sense::Value(value) => game.values.get(value).filter(|value| value.params.is_empty()).map(|value| value.ty),
        Sense::Track(track) => game.tracks.get(track).map(|track| track.ty),
        Sense::Option(option) => game.options.get(option).and_then(|option| option.kind).map(Ty::Member),
        _ => None,
    };
    let attr = game.attrs.iter().find(|attr| Some(Ty::Member(attr.kind)) == ty)?;
    Some(english.name(&attr.name))
}

/// `follow suit or trump except cards where C`
fn following(english: English, name: &str, or_trump: bool, except: Option<&Phrase>) -> String {
    let what = english.name(name);
    let mut words = match (due_of(english, name), except) {
        (Some(_), _) => {
            format!("unless you lead, play a card of the {what} if you can; if that is none, nothing is due")
        }
        (None, None) => {
            format!("unless you lead, follow {what}: if you can, play a card that has the same {what} as the card led")
        }
        (None, Some(_)) => format!(
            "unless you lead, follow {what}: if you can, play a card that has the same {what} as the first card of the trick that obliges anybody"
        ),
    };
    if or_trump {
        words = format!("{words}; a trump does as well, and whoever has no such card plays any card");
    }
    if let Some(except) = except {
        words = format!("{words}; {}", free_cards(english, except));
    }
    words
}

fn trump(english: English, phrase: &Phrase, follow: Option<&Follow>) -> String {
    if english.is_condition(phrase) {
        return format!("a card is a trump if {}", english.with_card(Card::Its).condition(phrase));
    }
    let what = match follow {
        Some(Follow::Led(what) | Follow::FirstThatObliges(what) | Follow::Due { of: what, .. }) => what,
        None => "suit",
    };
    let none = match &phrase.kind {
        PhraseKind::Word(name) => match english.sense(&name.text) {
            Sense::Track(track) => english.rulebook.game.tracks.get(track).is_some_and(|track| track.or_nothing),
            _ => false,
        },
        _ => false,
    };
    let none = if none { "; if that is none, there are no trumps" } else { "" };
    format!("the cards whose {what} is {} are trumps{none}", english.noun(phrase).words)
}

fn best_card(english: English, clauses: &[Clause], trumps: bool, follow: Option<&Follow>) -> String {
    let Some(Shape::Wins { highest, by, free, ties }) = find(clauses, "wins").map(|clause| &clause.shape) else {
        return String::new();
    };
    let best = if *highest { "highest" } else { "lowest" };
    let by = english.name(&by.text);
    let led = follow.filter(|_| !free).map(|follow| format!("the card with the {best} {by} among {}", follow.cards()));
    let all = if *free { ", whether it follows or not" } else { "" };
    let led = led.unwrap_or_else(|| format!("the card with the {best} {by}{all}"));
    let tie = match ties {
        Some(Ties::Last) => "; among equals the one played last",
        _ => "; among equals the one played first",
    };
    if trumps {
        format!("the trump with the {best} {by} wins; if there is no trump in the trick, {led}{tie}")
    } else {
        format!("{led} wins{tie}")
    }
}
