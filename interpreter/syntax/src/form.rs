//! Forms and their clauses: `auction`, `circuit`, `tricks`, and the acts in them.

use bidlang_grammar::Rule;

use super::cursor::Cursor;
use super::groups::ties;
use super::layout::Line;
use super::line::Reader;
use super::phrase::phrase;
use super::schema::{self, CLAUSES};
use super::statement::{block, when};
use super::tree::{Clause, Form, Makes, Name, Phrase, PhraseKind, Pick, Shape, Source, Statement, Timing, Which};
use crate::diagnostic::{Code, Diagnostic, Span, printable};

/// What says how often something is done, and would be no more than a name behind the word of a form.
const AGAIN: [&str; 7] = ["once", "twice", "thrice", "again", "repeated", "repeatedly", "repeats"];

/// A form: its heading and the clauses under it.
pub fn form(reader: &mut Reader, line: &Line, word: Name, cursor: &mut Cursor) -> Form {
    let name = cursor.name();
    let until = if cursor.eat(Rule::k_until) { cursor.next().map(|pair| phrase(cursor, pair)) } else { None };
    if let Some(until) = until.as_ref().filter(|_| word.text != "tricks") {
        reader.problems.push(
            Diagnostic::new(
                Code::MisplacedClause,
                until.span,
                format!("`until` belongs to `tricks`, not to `{}`", word.text),
            )
            .help("say `closes when` with the condition"),
        );
    }
    if let Some(name) = name.as_ref().filter(|name| AGAIN.contains(&name.text.as_str())) {
        let (form, said) = (&word.text, &name.text);
        reader.problems.push(
            Diagnostic::new(
                Code::TwoReadings,
                name.span,
                format!("this can be read in two ways: `{said}` says how often, or it is the name of this `{form}`, which comes once"),
            )
            .help(format!("how often: `repeat 2 times`, and `{form}` a line further in; a name is any other word")),
        );
    }
    let clauses = clauses(reader, line, &word.text);
    Form { word, name, until, clauses }
}

fn clauses(reader: &mut Reader, line: &Line, form: &str) -> Vec<Clause> {
    let takes = schema::clauses_of(form);
    let words: Vec<&str> = takes.iter().map(|(word, _)| *word).collect();
    let found: Vec<Clause> = line.block.iter().filter_map(|inner| act_line(reader, inner, form, &words)).collect();
    let staged = line.block.iter().any(|inner| reader.head(inner).0.text == "stage");
    for (word, required) in takes {
        let there: Vec<&Clause> = found.iter().filter(|clause| clause.word.text == *word).collect();
        let left_to_stages = staged && matches!(*word, "order" | "bid");
        let read_wrong = line.block.iter().any(|inner| reader.head(inner).0.text == *word);
        if *required && there.is_empty() && !left_to_stages && !read_wrong {
            let example = match (form, *word) {
                ("tricks", "wins") => "wins highest rank",
                _ => schema::find(CLAUSES, word).map_or("", |opening| opening.example),
            };
            let (head, _) = reader.head(line);
            reader.problems.push(
                Diagnostic::new(
                    Code::MissingClause,
                    head.span,
                    format!("`{form}` wants a line that begins with `{word}`"),
                )
                .help(if *word == "sold" {
                    "for example:\nsold\n  move lot to won of winner".to_owned()
                } else {
                    format!("for example `{example}`")
                }),
            );
        }
        if let [first, second, ..] = there.as_slice()
            && !matches!(*word, "must" | "act" | "bid" | "stage")
        {
            reader.problems.push(
                Diagnostic::new(Code::ClauseTwice, second.span, format!("`{word}` is said twice in one `{form}`"))
                    .here("the second time")
                    .and(first.span, "the first time")
                    .help("keep one of them"),
            );
        }
    }
    found
}

/// One clause of a form that takes `words`.
pub fn act_line(reader: &mut Reader, line: &Line, form: &str, words: &[&'static str]) -> Option<Clause> {
    let (word, rest) = reader.head(line);
    let opening = schema::find(CLAUSES, &word.text).filter(|opening| words.contains(&opening.word));
    let Some(opening) = opening else {
        let shown = printable(&word.text);
        let article = if form.starts_with('a') { "an" } else { "a" };
        let problem =
            Diagnostic::new(Code::UnknownClause, word.span, format!("{article} `{form}` has no clause `{shown}`"))
                .help(format!("its clauses are {}", words.join(", ")));
        reader.problems.push(problem.did_you_mean(&word.text, words.iter().copied()));
        return None;
    };
    let mut cursor = reader.read(opening.rule, rest, &format!("`{}`", word.text))?;
    let mut clause = Clause {
        word: word.clone(),
        span: line.span,
        shape: Shape::Nothing,
        musts: Vec::new(),
        worth: None,
        body: Vec::new(),
        clauses: Vec::new(),
        when: None,
    };
    match opening.word {
        "bid" | "act" | "play" => {
            let name = if opening.word == "act" { cursor.name()? } else { cursor.name().unwrap_or(word) };
            cursor.eat(Rule::k_with);
            let picks = cursor.take(Rule::picks).map(|pair| picks(&cursor.inside(pair))).unwrap_or_default();
            let for_good = cursor.eat(Rule::k_for);
            cursor.eat(Rule::k_good);
            let timing = timing(reader, &mut cursor, form);
            clause.shape = Shape::Act { name, picks, for_good, timing };
            let mut block = line.block.as_slice();
            if opening.word == "bid" {
                (clause.worth, block) = worth_line(reader, block);
            }
            (clause.musts, clause.body) = act_block(reader, block);
        }
        "pass" => {
            cursor.eat(Rule::k_for);
            let for_good = if cursor.eat(Rule::k_now) { Some(false) } else { cursor.eat(Rule::k_good).then_some(true) };
            clause.shape = Shape::Pass { for_good };
            (clause.musts, clause.body) = act_block(reader, &line.block);
        }
        "sold" | "unsold" | "after" => {
            if opening.word == "after" && cursor.eat(Rule::k_each) {
                clause.word.text = schema::AFTER_EACH.to_owned();
                if !words.contains(&schema::AFTER_EACH) {
                    let article = if form.starts_with('a') { "an" } else { "a" };
                    reader.problems.push(
                        Diagnostic::new(
                            Code::UnknownClause,
                            line.span,
                            format!("{article} `{form}` has no clause `{}`", schema::AFTER_EACH),
                        )
                        .help(format!("its clauses are {}", words.join(", "))),
                    );
                }
            }
            reader.wants_block(line, &format!("`{}`", opening.word), "  sold\n    move lot to won of winner");
            clause.body = block(reader, &line.block);
        }
        "stage" => {
            clause.shape = Shape::Word(cursor.name()?);
            clause.clauses = clauses(reader, line, "stage");
        }
        _ => {
            reader.no_block(line, &format!("`{}`", opening.word));
            clause.shape = shape(opening.word, &mut cursor)?;
        }
    }
    clause.when = when(&mut cursor);
    Some(clause)
}

/// `instead of a card` and `at any time`, which belong to acts of `tricks`.
fn timing(reader: &mut Reader, cursor: &mut Cursor, form: &str) -> Timing {
    let (pair, timing, help) = if let Some(pair) = cursor.take(Rule::instead) {
        (pair, Timing::InsteadOfACard, "leave it out: elsewhere an act is the whole turn")
    } else if let Some(pair) = cursor.take(Rule::any_time) {
        (pair, Timing::AnyTime, "leave it out; a `circuit` asks all who may act, one after the other")
    } else {
        return Timing::Turn;
    };
    if form != "tricks" {
        let span = cursor.span(&pair);
        let words = match timing {
            Timing::InsteadOfACard => "instead of a card",
            Timing::AnyTime | Timing::Turn => "at any time",
        };
        let problem = Diagnostic::new(
            Code::MisplacedClause,
            span,
            format!("`{words}` belongs to an act of `tricks`, not to one of `{}`", printable(form)),
        );
        reader.problems.push(problem.help(help));
    }
    timing
}

fn shape(word: &str, cursor: &mut Cursor) -> Option<Shape> {
    Some(match word {
        "order" => {
            if cursor.eat(Rule::k_all) {
                return Some(Shape::AllAtOnce);
            }
            let once = cursor.eat(Rule::k_once);
            cursor.eat(Rule::k_clockwise);
            cursor.eat(Rule::k_from);
            Shape::Clockwise { once, from: cursor.next().map(|pair| phrase(cursor, pair))? }
        }
        "must" => {
            let cond = cursor.next().map(|pair| phrase(cursor, pair))?;
            Shape::Must { cond, if_able: cursor.eat(Rule::if_able), except: except(cursor) }
        }
        "wins" => wins(cursor)?,
        "follow" => {
            let name = cursor.name()?;
            cursor.eat(Rule::k_or);
            Shape::Follow { name, or_trump: cursor.eat(Rule::k_trump), except: except(cursor) }
        }
        _ => {
            cursor.eat(Rule::k_when);
            cursor.eat(Rule::k_to);
            Shape::Phrase(cursor.next().map(|pair| phrase(cursor, pair))?)
        }
    })
}

/// `except cards where C`
fn except(cursor: &mut Cursor) -> Option<Phrase> {
    let pair = cursor.take(Rule::except)?;
    let mut inside = cursor.inside(pair);
    [Rule::k_except, Rule::k_cards, Rule::k_where].into_iter().for_each(|word| {
        inside.eat(word);
    });
    inside.next().map(|pair| phrase(&inside, pair))
}

fn wins(cursor: &mut Cursor) -> Option<Shape> {
    let highest = cursor.next()?.as_rule() == Rule::k_highest;
    let by = cursor.name()?;
    let free = cursor.eat(Rule::free);
    let ties = ties(cursor);
    Some(Shape::Wins { highest, by, free, ties })
}

/// The `worth` line that may come first in the block of a bid, and the rest.
fn worth_line<'l>(reader: &mut Reader, lines: &'l [Line]) -> (Option<Phrase>, &'l [Line]) {
    let Some((first, rest)) = lines.split_first().filter(|(first, _)| reader.head(first).0.text == "worth") else {
        return (None, lines);
    };
    let clause = act_line(reader, first, "bid", &["worth"]);
    let worth = clause.and_then(|clause| if let Shape::Phrase(worth) = clause.shape { Some(worth) } else { None });
    (worth, rest)
}

/// The block of an act: `must` lines, then statements.
pub fn act_block(reader: &mut Reader, lines: &[Line]) -> (Vec<Clause>, Vec<Statement>) {
    let mut musts = Vec::new();
    let mut rest = lines;
    while let Some((first, others)) = rest.split_first().filter(|(first, _)| reader.head(first).0.text == "must") {
        musts.extend(act_line(reader, first, "act", &["must"]));
        rest = others;
    }
    (musts, block(reader, rest))
}

/// What is picked in one act.
pub fn picks(inside: &Cursor) -> Vec<Pick> {
    let mut inside = inside.clone();
    let mut found = Vec::new();
    while let Some(pair) = inside.next() {
        if pair.as_rule() == Rule::pick {
            let span = inside.span(&pair);
            found.extend(pick(&mut inside.inside(pair), span));
        }
    }
    found
}

fn pick(inside: &mut Cursor, span: Span) -> Option<Pick> {
    let pair = inside.take(Rule::source)?;
    let Read { source, each, in_a_row, another } = source(&mut inside.inside(pair))?;
    let mut pick =
        Pick { span, source, another, to: None, name: None, makes: None, cond: None, so_that: None, if_able: false };
    if let Some(each) = each {
        // Without `by` the name is empty, which is told where names are.
        pick.makes = Some(Makes { each, in_a_row, by: Name { text: String::new(), span }, one: None });
    }
    while let Some(word) = inside.next() {
        match word.as_rule() {
            Rule::k_to => pick.to = inside.next().map(|pair| phrase(inside, pair)),
            Rule::by => {
                let mut by = inside.inside(word);
                by.eat(Rule::k_by);
                let name = by.name()?;
                by.eat(Rule::k_in);
                by.eat(Rule::k_one);
                pick.makes = Some(Makes { each: each.unwrap_or(0), in_a_row, by: name, one: by.name() });
            }
            Rule::k_as => pick.name = inside.name(),
            Rule::k_where => pick.cond = inside.next().map(|pair| phrase(inside, pair)),
            Rule::k_so => {
                inside.eat(Rule::k_that);
                pick.so_that = inside.next().map(|pair| phrase(inside, pair));
            }
            Rule::if_able => pick.if_able = true,
            _ => {}
        }
    }
    if pick.name.is_none() && pick.cond.is_none() {
        pick.name = pick.to.as_mut().and_then(name_of_all);
    }
    Some(pick)
}

/// The name behind a place: in `to hand of left of player as given` it is that of what is picked, as plain `player` needs none.
fn name_of_all(phrase: &mut Phrase) -> Option<Name> {
    match &mut phrase.kind {
        PhraseKind::Of { of, within: None, .. } => name_of_all(of),
        PhraseKind::Group(group) if group.which == Which::Plain && group.cond.is_none() && group.best.is_none() => {
            group.name.take()
        }
        _ => None,
    }
}

/// What is picked from.
struct Read {
    source: Source,
    /// How many cards of each value make it, where it is a run or pairs.
    each: Option<u8>,
    in_a_row: bool,
    another: bool,
}

fn source(inside: &mut Cursor) -> Option<Read> {
    let pair = inside.next()?;
    let rule = pair.as_rule();
    let mut inside = inside.inside(pair);
    let mut phrases = Vec::new();
    let mut word = None;
    let (mut many, mut or_more) = (Vec::new(), false);
    let mut each = (rule == Rule::run_pick).then_some(1);
    let mut in_a_row = rule == Rule::run_pick;
    let mut another = false;
    while let Some(pair) = inside.next() {
        match pair.as_rule() {
            Rule::many => {
                let mut inside = inside.inside(pair);
                while let Some(pair) = inside.next() {
                    match pair.as_rule() {
                        Rule::sum => many.push(phrase(&inside, pair)),
                        Rule::k_more => or_more = true,
                        _ => {}
                    }
                }
            }
            Rule::k_row => in_a_row = true,
            Rule::k_another => another = true,
            Rule::k_pair | Rule::k_pairs => each = Some(2),
            Rule::k_triple | Rule::k_triples => each = Some(3),
            Rule::k_four | Rule::k_fours => each = Some(4),
            Rule::sum | Rule::primary => phrases.push(phrase(&inside, pair)),
            Rule::name | Rule::k_player => word = Some(inside.as_name(&pair)),
            _ => {}
        }
    }
    let source = match rule {
        Rule::number_pick => {
            let high = phrases.pop()?;
            Source::Number(phrases.pop()?, high)
        }
        Rule::card_pick | Rule::same_pick => {
            Source::Cards { least: None, most: None, or_more: false, from: phrases.pop()? }
        }
        Rule::kind_pick => Source::Kind(word?),
        Rule::yes_pick => Source::YesNo,
        _ => {
            let mut many = many.into_iter();
            Source::Cards { least: many.next(), most: many.next(), or_more, from: phrases.pop()? }
        }
    };
    Some(Read { source, each, in_a_row, another })
}
