//! What a variant says of its base: `change`, `add`, `remove` at the left edge, and the lines under `change`.

use bidlang_grammar::Rule;

use super::form::act_line;
use super::item;
use super::layout::{Line, code_of};
use super::line::Reader;
use super::schema::{self, ADDED, CHANGED, REMOVED};
use super::statement::block;
use super::tree::{ChangeItem, Clause, Edit, EditKind, Item, Name, Repeats, Spot};
use crate::diagnostic::{Code, Diagnostic, Span, nearest, printable};

/// The first word of what is left of a line, and what follows it.
fn split(reader: &Reader, rest: Span) -> (Name, Span) {
    let text = rest.of(reader.text);
    let begin = text.len() - text.trim_start().len();
    let inner = Span::new(rest.start as usize + begin, rest.end as usize);
    reader.head(&Line { span: inner, block: Vec::new(), cut: false })
}

/// The words of a line that is spoken of.
fn words(reader: &Reader, rest: Span) -> Name {
    let text = rest.of(reader.text);
    let begin = text.len() - text.trim_start().len();
    Name { text: printable(&code_of(text)), span: Span::new(rest.start as usize + begin, rest.end as usize) }
}

fn unknown(reader: &mut Reader, verb: &str, what: &Name, known: &[&str], example: &str) {
    let shown = printable(&what.text);
    let message = if shown.is_empty() {
        format!("`{verb}` wants to know what")
    } else {
        format!("`{verb}` cannot be said of `{shown}`")
    };
    let near = nearest(&what.text, known.iter().copied()).map(|near| format!("did you mean `{verb} {near}`? "));
    let whole = if verb == "change" && ADDED.contains(&what.text.as_str()) {
        format!("leave `change` out: what is written anew under `{shown}` stands in place of the base's. ")
    } else {
        String::new()
    };
    reader.problems.push(Diagnostic::new(Code::UnknownChange, what.span, message).help(format!(
        "{}{whole}what `{verb}` goes with: {}; for example `{example}`",
        near.unwrap_or_default(),
        known.join(", ")
    )));
}

/// `change ...`, `add ...`, `remove ...` at the left edge.
pub fn item(reader: &mut Reader, line: &Line, verb: &Name, rest: Span) -> Option<Item> {
    let (what, which) = split(reader, rest);
    match verb.text.as_str() {
        "add" => {
            if !ADDED.contains(&what.text.as_str()) {
                unknown(reader, "add", &what, ADDED, "add value bonus of player is 5");
                return None;
            }
            let item = item::headed(reader, line, what, which)?;
            Some(Item::Add { word: verb.clone(), item: Box::new(item) })
        }
        "remove" => {
            reader.no_block(line, "`remove`");
            if !REMOVED.contains(&what.text.as_str()) {
                unknown(reader, "remove", &what, REMOVED, "remove option length");
                return None;
            }
            let which = words(reader, which);
            if which.text.is_empty() && what.text != "teams" {
                unknown(reader, "remove", &what, REMOVED, &format!("remove {} and its name", what.text));
                return None;
            }
            let which = Name { text: which.text.replace('_', "-"), span: which.span };
            Some(Item::Remove { span: line.span, what, which })
        }
        _ => change(reader, line, what, which),
    }
}

fn change(reader: &mut Reader, line: &Line, what: Name, rest: Span) -> Option<Item> {
    let mut which = what.clone();
    let mut repeats = None;
    match what.text.as_str() {
        "phase" => {
            let mut cursor = reader.read(Rule::line_phase, rest, "`change phase`")?;
            which = cursor.name()?;
            repeats = match item::repeats(&mut cursor) {
                Repeats::Once => None,
                said => Some(said),
            };
        }
        "value" => which = reader.read(Rule::line_form, rest, "`change value`")?.name()?,
        "play" | "cards" => {
            reader.read(Rule::line_nothing, rest, &format!("`change {}`", what.text))?;
        }
        _ => {
            unknown(reader, "change", &what, CHANGED, "change phase sale");
            return None;
        }
    }
    if repeats.is_none() {
        let example = match what.text.as_str() {
            "value" => "change value worth\n  Jack  10",
            "cards" => "change cards\n  add 2 copies of Ace of Clubs",
            _ => "change phase sale\n  auction\n    pass  for good",
        };
        reader.wants_block(line, &format!("`change {}`", what.text), example);
    }
    let edits = line.block.iter().filter_map(|inner| {
        edit(reader, inner, |reader, word, rest| match what.text.as_str() {
            "value" => in_value(reader, inner, word, rest),
            "cards" => in_cards(reader, inner, word, rest),
            _ => in_phase(reader, inner, word, rest),
        })
    });
    let edits = edits.collect();
    Some(Item::Change(ChangeItem { span: line.span, what, which, repeats, edits }))
}

/// The line without its first word.
fn without(line: &Line, rest: Span, text: &str) -> Line {
    let begin = rest.of(text).len() - rest.of(text).trim_start().len();
    Line { span: Span::new(rest.start as usize + begin, rest.end as usize), block: Vec::new(), cut: line.cut }
}

/// One line of a change: `remove` is the same in all of them, `other` reads the rest.
fn edit(
    reader: &mut Reader,
    line: &Line,
    other: impl FnOnce(&mut Reader, &Name, Span) -> Option<EditKind>,
) -> Option<Edit> {
    let (word, rest) = reader.head(line);
    let kind = if word.text == "remove" {
        reader.no_block(line, "`remove`");
        EditKind::Remove(words(reader, rest))
    } else {
        other(reader, &word, rest)?
    };
    Some(Edit { span: line.span, kind })
}

fn in_value(reader: &mut Reader, line: &Line, word: &Name, rest: Span) -> Option<EditKind> {
    match word.text.as_str() {
        "add" => {
            let added = without(line, rest, reader.text);
            item::row(reader, &added).map(|row| EditKind::Row(row, true))
        }
        _ if !reader.fits(Rule::line_row, line.span) && reader.fits(Rule::line_grid_row, line.span) => {
            let (head, cells, _) = item::grid_row(reader, line)?;
            Some(EditKind::GridRow(head, cells))
        }
        _ => item::row(reader, line).map(|row| EditKind::Row(row, false)),
    }
}

fn in_cards(reader: &mut Reader, line: &Line, word: &Name, rest: Span) -> Option<EditKind> {
    use super::tree::CardLine;
    match word.text.as_str() {
        "add" => {
            let added = without(line, rest, reader.text);
            reader.no_block(line, "`add`");
            item::card_line(reader, &added).map(EditKind::AddCards)
        }
        _ => match item::card_line(reader, line)? {
            found @ CardLine::Attribute { .. } => Some(EditKind::Attribute(found)),
            _ => {
                reader.problems.push(
                    Diagnostic::new(Code::AddOrRemove, line.span, "cards have no name by which the base's could be found").help(
                        "say `add` before cards that come in, and `remove` before a line of the base that goes; or write `cards` anew, without `change`",
                    ),
                );
                None
            }
        },
    }
}

/// A line under `change phase`.
fn in_phase(reader: &mut Reader, line: &Line, word: &Name, rest: Span) -> Option<EditKind> {
    match word.text.as_str() {
        "replace" => {
            reader.wants_block(line, "`replace`", "replace shuffle stock\n  shuffle stock\n  deal 1 from stock to box");
            Some(EditKind::Replace(words(reader, rest), block(reader, &line.block)))
        }
        "track" => Some(EditKind::Tracks(item::tracks(reader, line), false)),
        "add" => {
            let (spot, after) = split(reader, rest);
            let spot = match spot.text.as_str() {
                "track" => return Some(EditKind::Tracks(item::tracks(reader, line), true)),
                "first" => Spot::First,
                "last" => Spot::Last,
                "before" => Spot::Before(words(reader, after)),
                "after" => Spot::After(words(reader, after)),
                _ => {
                    reader.problems.push(
                        Diagnostic::new(Code::AddWhere, line.span, "`add` wants to know where in the phase").help(
                            "say `add first`, `add last`, `add before LINE` or `add after LINE`, and put the new lines under it",
                        ),
                    );
                    return None;
                }
            };
            reader.wants_block(line, "`add`", "add after shuffle stock\n  deal 1 from stock to box");
            Some(EditKind::Insert(spot, block(reader, &line.block)))
        }
        "auction" | "circuit" | "tricks" | "ask" => {
            reader.wants_block(line, &format!("`{}`", word.text), "change phase sale\n  auction\n    pass  for good");
            Some(inside(reader, line, &word.text))
        }
        other => {
            let shown = printable(other);
            let problem = Diagnostic::new(
                Code::UnknownChange,
                word.span,
                format!("a change of a phase does not begin with `{shown}`"),
            );
            let help = if schema::find(schema::CLAUSES, other).is_some() {
                format!("`{shown}` is a clause: put it under `auction`, `circuit` or `tricks`, further in")
            } else if schema::find(schema::STATEMENTS, other).is_some() {
                "say where it belongs: `add first`, `add last`, `add before LINE`, `add after LINE` or `replace LINE`, and put it under that, further in"
                    .to_owned()
            } else {
                "changes are `auction`, `circuit`, `tricks` or `ask` with clauses under it, `replace LINE`, `remove LINE`, `add before LINE`, `add after LINE`, `add first`, `add last`, `track`".to_owned()
            };
            reader.problems.push(problem.help(help));
            None
        }
    }
}

/// The lines under a form in a change.
fn inside(reader: &mut Reader, line: &Line, form: &str) -> EditKind {
    let lines = line.block.iter();
    let edits =
        lines.filter_map(|inner| edit(reader, inner, |reader, word, rest| in_form(reader, inner, word, rest, form)));
    let edits = edits.collect();
    EditKind::Inside(words(reader, line.span), edits)
}

/// The clauses that a form takes; those of `ask` are acts.
fn clauses_of(form: &str) -> Vec<&'static str> {
    if form == "ask" { vec!["act"] } else { schema::clauses_of(form).iter().map(|(word, _)| *word).collect() }
}

/// A line under a form in a change.
fn in_form(reader: &mut Reader, line: &Line, word: &Name, rest: Span, form: &str) -> Option<EditKind> {
    let takes = clauses_of(form);
    let clause = |reader: &mut Reader, line: &Line| -> Option<Clause> { act_line(reader, line, form, &takes) };
    match word.text.as_str() {
        "replace" => {
            reader.wants_block(line, "`replace`", "replace must player is not leader\n  must player is not dealer");
            let found = line.block.iter().filter_map(|inner| clause(reader, inner)).collect();
            Some(EditKind::ReplaceClause(words(reader, rest), found))
        }
        "add" => {
            // The rest of the line is the clause, with the block under it.
            let mut added = without(line, rest, reader.text);
            let mut inner = Vec::new();
            for line in &line.block {
                inner.push(copy(line));
            }
            added.block = inner;
            clause(reader, &added).map(EditKind::AddClause)
        }
        "stage" if form == "auction" => Some(inside(reader, line, "stage")),
        _ => clause(reader, line).map(EditKind::Clause),
    }
}

fn copy(line: &Line) -> Line {
    Line { span: line.span, block: line.block.iter().map(copy).collect(), cut: line.cut }
}
