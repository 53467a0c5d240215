//! What happens: statements and their blocks.

use bidlang_grammar::Rule;

use super::cursor::{Cursor, in_words};
use super::form;
use super::groups::best;
use super::layout::Line;
use super::line::Reader;
use super::phrase::phrase;
use super::schema::{self, STATEMENTS};
use super::tree::{Clause, Name, Phrase, PhraseKind, Repeats, Several, Shape, Sorted, Statement, StatementKind, Which};
use crate::diagnostic::{Code, Diagnostic, Span, printable};

/// The statements of a block.
pub fn block(reader: &mut Reader, lines: &[Line]) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    for line in lines {
        let (word, rest) = reader.head(line);
        if word.text == "otherwise" {
            otherwise(reader, line, rest, found.last_mut());
        } else if let Some(statement) = statement(reader, line, &word, rest) {
            found.push(statement);
        }
    }
    found
}

fn statement(reader: &mut Reader, line: &Line, word: &Name, rest: Span) -> Option<Statement> {
    let Some(opening) = schema::find(STATEMENTS, &word.text) else {
        unknown(reader, word);
        return None;
    };
    let what = format!("`{}`", word.text);
    let Some(mut cursor) = reader.read(opening.rule, rest, &what) else {
        beneath(reader, line, opening.word);
        return None;
    };
    let takes_block =
        matches!(opening.word, "if" | "for" | "repeat" | "ask" | "auction" | "circuit" | "tricks" | "ends");
    if !takes_block {
        reader.no_block(line, &what);
    }
    let kind = kind(reader, line, word, opening.word, &mut cursor)?;
    let when = when(&mut cursor);
    Some(Statement { span: line.span, when, kind })
}

/// The lines under one that is not read are read all the same, so that their mistakes are told, too.
fn beneath(reader: &mut Reader, line: &Line, word: &str) {
    match word {
        "if" | "for" | "repeat" => {
            block(reader, &line.block);
        }
        "ask" if line.block.first().is_some_and(|first| reader.head(first).0.text == "act") => {
            for inner in &line.block {
                form::act_line(reader, inner, "ask", &["act"]);
            }
        }
        "ask" => {
            form::act_block(reader, &line.block);
        }
        _ => {}
    }
}

fn unknown(reader: &mut Reader, word: &Name) {
    let shown = printable(&word.text);
    let problem = Diagnostic::new(Code::UnknownStatement, word.span, format!("no statement begins with `{shown}`"));
    let problem = if word.text == "must" {
        problem.help("`must` stands right under the line that asks or the act, before what happens then")
    } else if schema::find(schema::CLAUSES, &word.text).is_some() {
        problem.help(format!("`{shown}` is a clause of a form: it stands under `auction`, `circuit` or `tricks`"))
    } else {
        let help = match word.text.as_str() {
            "gather" => Some("say `move all cards to` a place".to_owned()),
            "draw" => Some("say `deal 1 from stock to hand`".to_owned()),
            "lose" | "loses" => Some("points are taken off with `deduct 5 from player for a penalty`".to_owned()),
            "else" => Some("say `otherwise`".to_owned()),
            "while" => Some("say `repeat until` with the opposite condition".to_owned()),
            "let" => Some("name it with `value NAME is ...` at the left edge".to_owned()),
            "winner" | "winners" | "win" => Some("say `won by players with highest score`".to_owned()),
            _ => None,
        };
        match help {
            Some(help) => problem.help(help),
            None => {
                let words: Vec<&str> = STATEMENTS.iter().map(|known| known.word).collect();
                problem.help(format!("statements begin with {}", words.join(", "))).did_you_mean(&word.text, words)
            }
        }
    };
    reader.problems.push(problem);
}

/// `when C`, if it comes next.
pub fn when(cursor: &mut Cursor) -> Option<Phrase> {
    let pair = cursor.take(Rule::when)?;
    let mut inside = cursor.inside(pair);
    inside.eat(Rule::k_when);
    inside.next().map(|pair| phrase(&inside, pair))
}

fn next(cursor: &mut Cursor) -> Option<Phrase> {
    step_over(cursor);
    cursor.next().map(|pair| phrase(&cursor.clone(), pair))
}

/// The next phrase, where it is an amount.
fn amount(cursor: &mut Cursor) -> Option<Phrase> {
    step_over(cursor);
    super::phrase::amount(cursor)
}

/// Steps over the words between two phrases of a line.
fn step_over(cursor: &mut Cursor) {
    while let Some(rule) = cursor.peek() {
        if matches!(
            rule,
            Rule::k_from | Rule::k_to | Rule::k_with | Rule::k_by | Rule::k_for | Rule::k_each | Rule::k_until
        ) {
            cursor.next();
        } else {
            break;
        }
    }
}

/// The reason, and whether it stands in quotation marks.
fn reason(cursor: &mut Cursor) -> (Name, bool) {
    cursor.eat(Rule::k_for);
    match cursor.take(Rule::reason) {
        // Quotation marks only say where the words begin and end.
        Some(pair) => {
            let text = printable(&in_words(pair.as_str().trim_matches('"')));
            (Name { text, span: cursor.span(&pair) }, pair.as_str().starts_with('"'))
        }
        None => (Name { text: String::new(), span: Span::default() }, false),
    }
}

fn kind(reader: &mut Reader, line: &Line, word: &Name, opening: &str, cursor: &mut Cursor) -> Option<StatementKind> {
    Some(match opening {
        "do" => {
            let phase = cursor.name()?;
            StatementKind::Do { phase, given: given(cursor) }
        }
        "move" => StatementKind::Move { cards: next(cursor)?, to: next(cursor)? },
        "deal" if cursor.peek() == Some(Rule::one_of_each) => {
            let pair = cursor.next()?;
            let mut inside = cursor.inside(pair);
            let mut names = Vec::new();
            while let Some(pair) = inside.next() {
                if matches!(pair.as_rule(), Rule::name | Rule::mark) {
                    names.push(inside.as_name(&pair));
                }
            }
            let each = names.first().cloned()?;
            let of = names.into_iter().skip(1).collect();
            let from = if cursor.eat(Rule::k_from) { next(cursor) } else { None };
            StatementKind::DealEach { each, of, from, to: next(cursor)?, if_able: cursor.eat(Rule::if_able) }
        }
        "deal" => {
            let (count, from, to) = (next(cursor)?, next(cursor)?, next(cursor)?);
            StatementKind::Deal { count, from, to, if_able: cursor.eat(Rule::if_able) }
        }
        "fill" => StatementKind::Fill { place: next(cursor)?, size: next(cursor)?, from: next(cursor)? },
        "shuffle" => StatementKind::Shuffle(next(cursor)?),
        "sort" => {
            let place = next(cursor)?;
            cursor.eat(Rule::k_by);
            let by = cursor.name()?;
            cursor.eat(Rule::comma);
            let highest = cursor.next().is_some_and(|pair| pair.as_rule() == Rule::k_highest);
            cursor.eat(Rule::k_first);
            StatementKind::Sort { place, by, highest }
        }
        "swap" => StatementKind::Swap(next(cursor)?, next(cursor)?),
        "set" => StatementKind::Set { target: next(cursor)?, to: amount(cursor)? },
        "add" | "subtract" => {
            StatementKind::Add { amount: amount(cursor)?, target: next(cursor)?, minus: opening == "subtract" }
        }
        "pay" => StatementKind::Pay { amount: amount(cursor)?, from: next(cursor)?, to: next(cursor)? },
        "score" | "deduct" => {
            let (amount, who) = (amount(cursor)?, next(cursor)?);
            let (reason, quoted) = reason(cursor);
            StatementKind::Score { amount, who, reason, quoted, minus: opening == "deduct" }
        }
        "if" => {
            reader.wants_block(line, "`if`", "if bid is empty\n  move lot to discard");
            StatementKind::If { branches: vec![(next(cursor)?, block(reader, &line.block))], otherwise: Vec::new() }
        }
        "for" => {
            reader.wants_block(line, "`for each`", "for each player\n  score 1 to player for playing");
            if cursor.eat(Rule::k_the) {
                let (group, name, sorted) = sorted(cursor)?;
                return Some(StatementKind::ForEach {
                    group,
                    name,
                    sorted: Some(sorted),
                    body: block(reader, &line.block),
                });
            }
            cursor.eat(Rule::k_each);
            let group = next(cursor)?;
            let name = if cursor.eat(Rule::k_as) { cursor.name() } else { None };
            let cond = if cursor.eat(Rule::k_where) { next(cursor) } else { None };
            let (group, name) = match (group.kind, cond) {
                (PhraseKind::Word(word), Some(cond)) => {
                    let several = Several { which: Which::Plain, word, name, cond: Some(Box::new(cond)) };
                    (Phrase { span: group.span, kind: PhraseKind::Several(several) }, None)
                }
                (kind, _) => (Phrase { span: group.span, kind }, name),
            };
            StatementKind::ForEach { group, name, sorted: None, body: block(reader, &line.block) }
        }
        "repeat" => {
            reader.wants_block(line, "`repeat`", "repeat 3 times\n  do turn");
            let repeats = repeat(cursor)?;
            StatementKind::Repeat { repeats, body: block(reader, &line.block) }
        }
        "ends" => {
            cursor.eat(Rule::k_when);
            StatementKind::Ends { cond: next(cursor)?, body: block(reader, &line.block) }
        }
        "ask" => return ask(reader, line, word, cursor),
        "end" => {
            cursor.next();
            StatementKind::EndPhase
        }
        "turn" => {
            cursor.eat(Rule::k_play);
            cursor.eat(Rule::k_round);
            StatementKind::Turn
        }
        "won" => StatementKind::Won(next(cursor)?),
        "lost" => StatementKind::Lost(next(cursor)?),
        _ => StatementKind::Form(form::form(reader, line, word.clone(), cursor)),
    })
}

/// `for dealer, 3`: what is given to a phase.
pub fn given(cursor: &mut Cursor) -> Vec<Phrase> {
    cursor.eat(Rule::k_for);
    let mut given = Vec::new();
    while let Some(pair) = cursor.take(Rule::expr) {
        given.push(phrase(&cursor.clone(), pair));
        cursor.eat(Rule::comma);
    }
    given
}

/// `3 artists with highest shown`: what they are, what one is called, and the rest.
fn sorted(cursor: &mut Cursor) -> Option<(Phrase, Option<Name>, Sorted)> {
    let count = next(cursor)?;
    let Some(pair) = cursor.take(Rule::sorted) else {
        let mut group = next(cursor)?;
        let best = match &mut group.kind {
            PhraseKind::Group(group) => group.best.take(),
            _ => None,
        };
        return Some((group, None, Sorted { count, cond: None, best }));
    };
    let mut inner = cursor.inside(pair);
    let word = inner.name()?;
    let name = if inner.eat(Rule::k_as) { inner.name() } else { None };
    let cond = if inner.eat(Rule::k_where) { next(&mut inner) } else { None };
    let best = inner.next().map(|pair| best(&inner, pair));
    let group = Phrase { span: word.span, kind: PhraseKind::Word(word) };
    Some((group, name, Sorted { count, cond, best }))
}

fn repeat(cursor: &mut Cursor) -> Option<Repeats> {
    if cursor.eat(Rule::k_for) {
        let name = cursor.name()?;
        let from = next(cursor)?;
        let down = cursor.eat(Rule::k_down);
        return Some(Repeats::Count { name, from, to: next(cursor)?, down });
    }
    let until = cursor.eat(Rule::k_until);
    let phrase = next(cursor)?;
    Some(if until { Repeats::Until(phrase) } else { Repeats::Times(phrase) })
}

/// `ask P to NAME picks` with its block, or `ask P` over `act` lines.
fn ask(reader: &mut Reader, line: &Line, word: &Name, cursor: &mut Cursor) -> Option<StatementKind> {
    let who = next(cursor)?;
    let at_once = cursor.eat(Rule::k_at);
    cursor.eat(Rule::k_once);
    cursor.eat(Rule::k_to);
    if let Some(name) = cursor.name() {
        let picks = cursor.take(Rule::picks).map(|pair| form::picks(&cursor.inside(pair))).unwrap_or_default();
        let (musts, body) = form::act_block(reader, &line.block);
        let timing = super::tree::Timing::Turn;
        let shape = Shape::Act { name: name.clone(), picks, for_good: false, timing };
        let act =
            Clause { word: name, span: line.span, shape, musts, worth: None, body, clauses: Vec::new(), when: None };
        return Some(StatementKind::Ask { who, at_once, acts: vec![act] });
    }
    if line.block.is_empty() && !line.cut {
        reader
            .problems
            .push(Diagnostic::new(Code::MissingBlock, word.span, "`ask` wants what may be done").help(
                "for example `ask dealer to discard a card from hand to box`, or `act` lines under `ask dealer`",
            ));
    }
    let acts = line.block.iter().filter_map(|inner| form::act_line(reader, inner, "ask", &["act"])).collect();
    Some(StatementKind::Ask { who, at_once, acts })
}

fn otherwise(reader: &mut Reader, line: &Line, rest: Span, before: Option<&mut Statement>) {
    let Some(mut cursor) = reader.read(Rule::line_otherwise, rest, "`otherwise`") else {
        return beneath(reader, line, "if");
    };
    reader.wants_block(line, "`otherwise`", "otherwise\n  move lot to discard");
    let cond = cursor.eat(Rule::k_if).then(|| next(&mut cursor)).flatten();
    let body = block(reader, &line.block);
    let Some(Statement { kind: StatementKind::If { branches, otherwise }, span, .. }) = before else {
        reader.problems.push(
            Diagnostic::new(Code::OtherwiseWithoutIf, line.span, "this `otherwise` follows no `if`")
                .help("it stands under the `i` of its `if`, after the lines of the `if`"),
        );
        return;
    };
    if !otherwise.is_empty() {
        reader.problems.push(
            Diagnostic::new(Code::OtherwiseWithoutIf, line.span, "a second `otherwise` for one `if`")
                .and(*span, "this `if` has one already")
                .help("keep one of the two; between an `if` and its `otherwise` there may be `otherwise if` lines"),
        );
    }
    match cond {
        Some(cond) => branches.push((cond, body)),
        // A block that was missing or could not be read still counts as the `otherwise` of its `if`.
        None if body.is_empty() => otherwise.push(Statement {
            span: line.span,
            when: None,
            kind: StatementKind::If { branches: Vec::new(), otherwise: Vec::new() },
        }),
        None => *otherwise = body,
    }
}
