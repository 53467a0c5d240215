//! Auctions, circuits and tricks.

mod tricks;

use bidlang::syntax::schema::AFTER_EACH;
use bidlang::syntax::tree::{Clause, Form, Phrase, Shape, Statement, Ties};

use super::acts::{act_point, demand, under};
use super::point;
use super::statements::list;
use crate::english::{English, Me, Trick, spoken};
use crate::model::{Block, Step, Text, strong};
use tricks::tricks;

/// What a form is called where it begins, and its rules.
pub(super) fn form(english: English, form: &Form) -> (String, Vec<Block>) {
    let trick = if form.word.text == "tricks" { Trick::Played } else { Trick::None };
    let english = english.in_trick(trick);
    let named = form.name.as_ref().map(|name| format!(" ({})", spoken(&name.text))).unwrap_or_default();
    match form.word.text.as_str() {
        "auction" => (format!("there is an auction{named}"), auction(english, form)),
        "tricks" => {
            let until = match &form.until {
                Some(cond) => {
                    // The next trick has no number yet.
                    let cond =
                        english.condition(cond).replace("the number of the trick", "the number of tricks played");
                    format!(", or until {cond} (looked at before each trick)")
                }
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
