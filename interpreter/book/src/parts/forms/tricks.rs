//! Tricks: what follows, what is trump, and which card takes.

use bidlang::ir::Ty;
use bidlang::syntax::tree::{Clause, Form, Phrase, PhraseKind, Shape, Source, Ties, Timing};

use super::super::acts::{act_point, demand, free_cards, under};
use super::super::point;
use super::{block, body, find, phrase};
use crate::english::{Card, English, Me, Sense, Trick};
use crate::model::{Block, Step, Text, strong};

pub(super) fn tricks(english: English, form: &Form) -> Vec<Block> {
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
            Shape::Act { picks, .. } => picks.first().map(|pick| &pick.source),
            _ => None,
        };
        let hand = match from {
            Some(Source::Cards { from, .. }) => english.of(Me::They).noun(from).words,
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
    let mut demands = find(clauses, "play").map(|play| of_the_card(you, play)).unwrap_or_default();
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
    points.extend(block(english.in_trick(Trick::Over), "After each trick", body(clauses, "after")));
    vec![Block::Points(points)]
}

/// What the line of the card itself asks: `play a card from hand where C when D`.
fn of_the_card(you: English, play: &Clause) -> Vec<Step> {
    let cond = match &play.shape {
        Shape::Act { picks, .. } => picks.first().and_then(|pick| pick.cond.as_ref()),
        _ => None,
    };
    let open = |cond: &&Phrase| you.wish.decides(you.rulebook, cond) != Some(true);
    let card = cond.filter(open).map(|cond| format!("play a card {}", you.relative(cond, true, false, false)));
    let when = play.when.as_ref().filter(open).map(|when| format!("cards are played only if {}", you.condition(when)));
    [card, when].into_iter().flatten().map(|words| Step::from(Text::sentence(&words))).collect()
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
    let (all, ends) = if *free { (", whether it follows or not", ",") } else { ("", "") };
    let led = led.unwrap_or_else(|| format!("the card with the {best} {by}{all}"));
    let tie = match ties {
        Some(Ties::Last) => "; among equals the one played last",
        _ => "; among equals the one played first",
    };
    if trumps {
        format!("the trump with the {best} {by} wins; if there is no trump in the trick, {led}{tie}")
    } else {
        format!("{led}{ends} wins{tie}")
    }
}
