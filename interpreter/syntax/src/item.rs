//! Lines at the left edge and what stands under them: components, table, phases.

mod components;

use bidlang_grammar::Rule;
use pest::iterators::Pair;

use super::cursor::{Cursor, in_words};
use super::layout::Line;
use super::line::Reader;
use super::phrase::phrase;
use super::schema::{self, ITEMS};
use super::statement::when;
use super::tree::{
    AllowItem, CardLine, CardRow, File, Item, MarkSpan, Name, PhaseItem, Phrase, Repeats, Row, Tails, Taken, TeamLine,
    TestItem, ValueBody, ValueItem, YES_OR_NO,
};
use super::{change, script, statement};
use crate::diagnostic::{Code, Diagnostic, Span};
use components::place;
pub use components::tracks;

/// All items of a file.
pub fn file(reader: &mut Reader, lines: &[Line]) -> File {
    let mut items: Vec<Item> = Vec::new();
    for item in lines.iter().filter_map(|line| item(reader, line)) {
        // The lines on teams belong together, wherever they stand.
        let before = items.iter_mut().find_map(|item| if let Item::Teams(teams) = item { Some(teams) } else { None });
        match (item, before) {
            (Item::Teams(teams), Some(before)) => before.extend(teams),
            (item, _) => items.push(item),
        }
    }
    File { items }
}

fn item(reader: &mut Reader, line: &Line) -> Option<Item> {
    let (word, rest) = reader.head(line);
    let Some(opening) = schema::find(ITEMS, &word.text) else {
        let shown = crate::diagnostic::printable(&word.text);
        let problem =
            Diagnostic::new(Code::UnknownItem, word.span, format!("no part of a rules file begins with `{shown}`"));
        let statement = schema::find(schema::STATEMENTS, &word.text).is_some();
        let clause = schema::find(schema::CLAUSES, &word.text).is_some();
        reader.problems.push(if clause && !statement {
            problem.help(format!("`{shown}` is a line of `ask`, `auction`, `circuit` or `tricks`: put it under the one to which it belongs, further in"))
        } else if statement {
            problem.help(format!("`{shown}` is something that happens: put it under `play` or a `phase`, further in"))
        } else {
            let known: Vec<&str> = ITEMS.iter().map(|item| item.word).collect();
            let problem = problem.help(format!("the parts are {}", known.join(", ")));
            problem.did_you_mean(&word.text, known)
        });
        return None;
    };
    if matches!(opening.word, "change" | "add" | "remove") {
        return change::item(reader, line, &word, rest);
    }
    headed(reader, line, word, rest)
}

/// An item whose first word is `word`, in the line and block of `line`; `rest` is what follows the word.
pub fn headed(reader: &mut Reader, line: &Line, word: Name, rest: Span) -> Option<Item> {
    let opening = schema::find(ITEMS, &word.text)?;
    let what = format!("`{}`", word.text);
    let Some(mut cursor) = reader.read(opening.rule, rest, &what) else {
        // The lines under a heading that is not read are read all the same, so that their mistakes are told, too.
        if opening.word == "phase" && !line.block.is_empty() {
            phase(reader, line, word, Vec::new(), Repeats::Once);
        }
        return None;
    };
    let block = matches!(opening.word, "cards" | "places" | "track" | "play" | "phase" | "value" | "test");
    if !block {
        reader.no_block(line, &what);
    }
    match opening.word {
        "players" => cursor.next().map(|pair| Item::Players(mark_span(&cursor.inside(pair)))),
        "teams" => {
            let by = if cursor.eat(Rule::k_by) { cursor.name() } else { None };
            let mut teams = Vec::new();
            while let Some(team) = cursor.take(Rule::team) {
                let mut inside = cursor.inside(team);
                let mut seats = Vec::new();
                while let Some(seat) = inside.next() {
                    if seat.as_rule() == Rule::digits {
                        seats.push(inside.as_name(&seat));
                    }
                }
                teams.push(seats);
                cursor.eat(Rule::comma);
            }
            Some(Item::Teams(vec![TeamLine { span: rest, seats: teams, by, when: when(&mut cursor) }]))
        }
        "option" => {
            let name = cursor.name()?;
            let pair = cursor.next()?;
            let marks = marks(&cursor.inside(pair));
            cursor.eat(Rule::comma);
            cursor.eat(Rule::k_usually);
            let usually = cursor.next()?;
            Some(Item::Option { name, marks, usually: cursor.as_name(&usually) })
        }
        "require" => cursor.next().map(|pair| Item::Require(phrase(&cursor, pair))),
        "allow" => {
            let code = cursor.name()?;
            let of = cursor.eat(Rule::k_in).then(|| cursor.name()).flatten();
            cursor.eat(Rule::k_because);
            Some(Item::Allow(AllowItem { word, code, of, why: text(&mut cursor, rest) }))
        }
        "kind" => {
            let name = cursor.name()?;
            let pair = cursor.next()?;
            Some(Item::Kind { name, marks: marks(&cursor.inside(pair)) })
        }
        "cards" => {
            reader.wants_block(line, "`cards`", "cards\n  suit  Clubs, Diamonds, Hearts, Spades\n  rank  2 to 10, Jack, Queen, King, Ace\n  2 to Ace of each suit");
            Some(Item::Cards(line.block.iter().filter_map(|inner| card_line(reader, inner)).collect()))
        }
        "places" => {
            reader.wants_block(
                line,
                "`places`",
                "places\n  stock              seen by nobody\n  hand  each player  seen by owner",
            );
            Some(Item::Places(line.block.iter().filter_map(|inner| place(reader, inner)).collect()))
        }
        "track" => {
            reader.wants_block(line, "`track`", "track\n  dealer  player");
            Some(Item::Track(tracks(reader, line)))
        }
        "value" => value(reader, line, cursor).map(Item::Value),
        "play" => Some(phase(reader, line, word, Vec::new(), Repeats::Once)),
        "phase" => {
            let name = cursor.name()?;
            cursor.eat(Rule::k_for);
            let mut takes = Vec::new();
            while let Some(pair) = cursor.take(Rule::taken) {
                takes.extend(taken(&mut cursor.inside(pair)));
                cursor.eat(Rule::comma);
            }
            let repeats = repeats(&mut cursor);
            Some(phase(reader, line, name, takes, repeats))
        }
        "test" => {
            let name = text(&mut cursor, rest);
            Some(Item::Test(TestItem { name, lines: script::lines(reader, &line.block) }))
        }
        _ => Some(Item::Header { word, text: text(&mut cursor, rest) }),
    }
}

fn text(cursor: &mut Cursor, rest: Span) -> Name {
    match cursor.take(Rule::text) {
        Some(pair) => Name { text: crate::diagnostic::printable(&in_words(pair.as_str())), span: cursor.span(&pair) },
        None => Name { text: String::new(), span: rest },
    }
}

/// `player as counter`, `yes or no as won-it`
fn taken(inside: &mut Cursor) -> Option<Taken> {
    let pair = inside.next()?;
    let what = match pair.as_rule() {
        Rule::yes_pick => Name { text: YES_OR_NO.to_owned(), span: inside.span(&pair) },
        _ => inside.as_name(&pair),
    };
    let called = if inside.eat(Rule::k_as) { inside.name() } else { None };
    Some(Taken { what, called })
}

fn phase(reader: &mut Reader, line: &Line, name: Name, takes: Vec<Taken>, repeats: Repeats) -> Item {
    reader.wants_block(line, &format!("`{}`", name.text), "phase sale\n  do bidding\n  move lot to discard");
    let mut found = Vec::new();
    let mut rest: &[Line] = &line.block;
    while let Some((first, others)) = rest.split_first().filter(|(first, _)| reader.head(first).0.text == "track") {
        found.extend(tracks(reader, first));
        rest = others;
    }
    let body = statement::block(reader, rest);
    Item::Phase(PhaseItem { name, takes, repeats, tracks: found, body })
}

/// `repeats until C`, `repeats N times`, or nothing.
pub fn repeats(cursor: &mut Cursor) -> Repeats {
    if !cursor.eat(Rule::k_repeats) {
        return Repeats::Once;
    }
    let until = cursor.eat(Rule::k_until);
    match cursor.next().filter(|pair| pair.as_rule() != Rule::EOI) {
        Some(pair) if until => Repeats::Until(phrase(cursor, pair)),
        Some(pair) => Repeats::Times(phrase(cursor, pair)),
        None => Repeats::Always,
    }
}

pub fn mark_span(inside: &Cursor) -> MarkSpan {
    let mut inside = inside.clone();
    let mut found = Vec::new();
    while let Some(pair) = inside.next() {
        if pair.as_rule() == Rule::mark {
            found.push(inside.as_name(&pair));
        }
    }
    let to = if found.len() > 1 { found.pop() } else { None };
    let from = found.pop().unwrap_or_else(|| Name { text: String::new(), span: Span::default() });
    MarkSpan { from, to }
}

fn marks(inside: &Cursor) -> Vec<MarkSpan> {
    let mut inside = inside.clone();
    let mut found = Vec::new();
    while let Some(pair) = inside.next() {
        if pair.as_rule() == Rule::span {
            found.push(mark_span(&inside.inside(pair)));
        }
    }
    found
}

pub fn card_line(reader: &mut Reader, line: &Line) -> Option<CardLine> {
    let (word, rest) = reader.head(line);
    if word.text == "if" {
        let mut cursor = reader.read(Rule::line_card_if, rest, "`if`")?;
        let cond = cursor.next().map(|pair| phrase(&cursor, pair))?;
        reader.wants_block(line, "`if`", "  if length is long\n    Ace of Clubs");
        let rows = line.block.iter().filter_map(|inner| match card_line(reader, inner)? {
            CardLine::Row(row) => Some(row),
            CardLine::Attribute { name, .. } => {
                reader.problems.push(
                    Diagnostic::new(Code::MisplacedAttribute, name.span, "an attribute cannot depend on a condition")
                        .help("list the attribute with all its values under `cards`; put only cards under `if`"),
                );
                None
            }
            CardLine::If { cond, .. } => {
                reader.problems.push(
                    Diagnostic::new(Code::MisplacedAttribute, cond.span, "an `if` under an `if`")
                        .help("join the two conditions with `and`"),
                );
                None
            }
        });
        let rows = rows.collect();
        return Some(CardLine::If { cond, rows });
    }
    let mut cursor = reader.read(Rule::line_card, line.span, "a line of `cards`")?;
    reader.no_block(line, "a line of `cards`");
    let pair = cursor.next()?;
    let is_attribute = pair.as_rule() == Rule::attribute;
    let mut inside = cursor.inside(pair);
    if is_attribute {
        let name = inside.name()?;
        let pair = inside.next()?;
        return Some(CardLine::Attribute { name, marks: marks(&inside.inside(pair)) });
    }
    Some(CardLine::Row(card_row(&mut inside, line.span)))
}

fn card_row(inside: &mut Cursor, span: Span) -> CardRow {
    let mut row = CardRow { span, copies: None, heads: Vec::new(), tails: Tails::None };
    if inside.peek() == Some(Rule::sum) {
        row.copies = inside.next().map(|pair| phrase(inside, pair));
        inside.eat(Rule::k_copies);
        inside.eat(Rule::k_of);
    }
    let mut combos = Vec::new();
    while let Some(pair) = inside.next() {
        match pair.as_rule() {
            Rule::span => row.heads.push(mark_span(&inside.inside(pair))),
            Rule::combo => combos.push(marks(&inside.inside(pair))),
            Rule::name => row.tails = Tails::Each(inside.as_name(&pair)),
            _ => {}
        }
    }
    if !combos.is_empty() {
        row.tails = Tails::Combos(combos);
    }
    row
}

fn value(reader: &mut Reader, line: &Line, mut cursor: Cursor) -> Option<ValueItem> {
    let name = cursor.name()?;
    let mut owners = Vec::new();
    while let Some(pair) = cursor.take(Rule::owner) {
        let mut inside = cursor.inside(pair);
        inside.eat(Rule::k_of);
        owners.extend(taken(&mut inside));
    }
    let formula = cursor.next()?.as_rule() == Rule::k_is;
    let key = cursor.next().map(|pair| phrase(&cursor, pair))?;
    if formula {
        reader.no_block(line, "a formula");
        return Some(ValueItem { name, owners, body: ValueBody::Formula(key) });
    }
    reader.wants_block(line, "a table", "value worth of card by rank\n  Ace    11\n  other  0");
    let grid = line.block.first().is_some_and(|first| reader.head(first).0.text == "across");
    let body = if grid {
        grid_body(reader, line, key)?
    } else {
        ValueBody::Table { key, rows: line.block.iter().filter_map(|inner| row(reader, inner)).collect() }
    };
    Some(ValueItem { name, owners, body })
}

pub fn row(reader: &mut Reader, line: &Line) -> Option<Row> {
    let mut cursor = reader.read(Rule::line_row, line.span, "a row of the table")?;
    reader.no_block(line, "a row");
    let mut keys = Vec::new();
    while let Some(pair) = cursor.next() {
        match pair.as_rule() {
            Rule::span | Rule::k_none => keys.push(row_key(&cursor, pair)),
            Rule::expr => return Some(Row { span: line.span, keys, result: phrase(&cursor, pair) }),
            _ => {}
        }
    }
    None
}

/// What stands before a row or over a column: values, or `none`.
fn row_key<'t>(cursor: &Cursor<'t>, pair: Pair<'t, Rule>) -> MarkSpan {
    match pair.as_rule() {
        Rule::span => mark_span(&cursor.inside(pair)),
        _ => MarkSpan { from: cursor.as_name(&pair), to: None },
    }
}

fn grid_body(reader: &mut Reader, line: &Line, key: Phrase) -> Option<ValueBody> {
    let (first, rest) = line.block.split_first()?;
    let mut cursor = reader.read(Rule::line_columns, first.span, "the headings of the table")?;
    cursor.eat(Rule::k_across);
    let across = cursor.name()?;
    let mut columns = Vec::new();
    while let Some(pair) = cursor.take(Rule::span).or_else(|| cursor.take(Rule::k_none)) {
        columns.push(row_key(&cursor, pair));
    }
    let mut rows = Vec::new();
    for inner in rest {
        rows.extend(grid_row(reader, inner));
    }
    Some(ValueBody::Grid { key, across, columns, rows })
}

/// A row of a grid: its heading, its cells, its line.
pub fn grid_row(reader: &mut Reader, line: &Line) -> Option<(MarkSpan, Vec<Phrase>, Span)> {
    let mut cursor = reader.read(Rule::line_grid_row, line.span, "a row of the table")?;
    reader.no_block(line, "a row");
    let head = cursor.take(Rule::span).or_else(|| cursor.take(Rule::k_none)).map(|pair| row_key(&cursor, pair))?;
    let mut cells = Vec::new();
    while let Some(cell) = cursor.take(Rule::cell) {
        cells.push(cell_phrase(&mut cursor.inside(cell)));
    }
    Some((head, cells, line.span))
}

fn cell_phrase(inside: &mut Cursor) -> Phrase {
    inside.eat(Rule::open);
    let minus = inside.eat(Rule::minus);
    let found = inside.next().map(|pair| phrase(inside, pair));
    let found = found.unwrap_or(Phrase { span: Span::default(), kind: super::tree::PhraseKind::Nothing });
    if minus { Phrase { span: found.span, kind: super::tree::PhraseKind::Negative(Box::new(found)) } } else { found }
}
