//! Changes of a deck and of a table, row by row.

use super::merge::{Merge, said};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::syntax::tree::{CardLine, Edit, EditKind, Item, Row, ValueBody, ValueItem};

/// Where a line of `cards` stands.
pub(super) fn place(line: &CardLine) -> Span {
    match line {
        CardLine::Attribute { name, .. } => name.span,
        CardLine::Row(row) => row.span,
        CardLine::If { cond, .. } => cond.span,
    }
}

impl Merge<'_> {
    fn deck(&mut self) -> Option<&mut Vec<CardLine>> {
        self.items.iter_mut().find_map(|item| if let Item::Cards(lines) = item { Some(lines) } else { None })
    }

    pub(super) fn cards(&mut self, edits: Vec<Edit>) {
        for edit in edits {
            let spans: Vec<Span> = self.deck().map_or_else(Vec::new, |lines| lines.iter().map(place).collect());
            let lines: Vec<(String, Span)> = spans.into_iter().map(|span| (self.line(span), span)).collect();
            match edit.kind {
                EditKind::AddCards(line) => {
                    self.added(edit.span);
                    if let Some(deck) = self.deck() {
                        deck.push(line);
                    }
                }
                EditKind::Remove(words) => {
                    let Some(old) = self.address(&words, &lines, "line in `cards`") else { continue };
                    if self.changed(edit.span, old, &words.text, true)
                        && let Some(deck) = self.deck()
                    {
                        deck.retain(|line| place(line) != old);
                    }
                }
                EditKind::Attribute(line) => {
                    let CardLine::Attribute { name, .. } = &line else { continue };
                    let name = name.clone();
                    let is =
                        |old: &CardLine| matches!(old, CardLine::Attribute { name: old, .. } if old.text == name.text);
                    let Some(old) = self.deck().and_then(|deck| deck.iter().find(|line| is(line)).map(place)) else {
                        let known: Vec<String> = self.deck().map_or_else(Vec::new, |deck| {
                            let names = deck.iter().filter_map(|line| match line {
                                CardLine::Attribute { name, .. } => Some(name.text.clone()),
                                _ => None,
                            });
                            names.collect()
                        });
                        self.nothing(name.span, "attribute", &name.text, &known, "to add cards say `add` before them");
                        continue;
                    };
                    if self.changed(edit.span, old, &name.text, false)
                        && let Some(slot) = self.deck().and_then(|deck| deck.iter_mut().find(|line| place(line) == old))
                    {
                        *slot = line;
                    }
                }
                _ => {}
            }
        }
    }

    /// The rows of a table with the words before their results.
    pub(super) fn value(&mut self, value: &mut ValueItem, edits: Vec<Edit>) {
        let name = value.name.text.clone();
        for edit in edits {
            match (&mut value.body, edit.kind) {
                (ValueBody::Table { rows, .. }, EditKind::Row(row, added)) => self.row(&name, rows, row, added),
                (ValueBody::Table { rows, .. }, EditKind::Remove(words)) => {
                    let lines: Vec<(String, Span)> = rows.iter().map(|row| (keys(row), row.span)).collect();
                    let what = format!("row in the table `{name}`");
                    let Some(old) = self.address(&words, &lines, &what) else { continue };
                    if self.changed(edit.span, old, &words.text, true) {
                        rows.retain(|row| row.span != old);
                    }
                }
                (ValueBody::Grid { rows, .. }, EditKind::GridRow(head, cells)) => {
                    let wanted = said(std::slice::from_ref(&head));
                    match rows.iter_mut().find(|(head, ..)| said(std::slice::from_ref(head)) == wanted) {
                        Some(slot) => {
                            if self.changed(edit.span, slot.2, &wanted, false) {
                                *slot = (head, cells, edit.span);
                            }
                        }
                        None => {
                            self.added(edit.span);
                            rows.push((head, cells, edit.span));
                        }
                    }
                }
                (ValueBody::Formula(phrase), _) => {
                    let old = phrase.span;
                    self.problem(
                        Diagnostic::new(
                            Code::NothingToChange,
                            edit.span,
                            format!("`{name}` is a formula, and has no rows"),
                        )
                        .and(old, "this is all there is")
                        .help(format!("write it anew: `value {name} ...`")),
                    );
                }
                (_, _) => self.problem(
                    Diagnostic::new(Code::NothingToChange, edit.span, format!("`{name}` has rows of another sort"))
                        .here("this is no row of it")
                        .help(format!("write the table anew: `value {name} ...`")),
                ),
            }
        }
    }

    fn row(&mut self, name: &str, rows: &mut Vec<Row>, row: Row, added: bool) {
        let wanted = keys(&row);
        match (rows.iter().position(|row| keys(row) == wanted), added) {
            (Some(index), false) => {
                let old = rows.get(index).map(|row| row.span).unwrap_or_default();
                if self.changed(row.span, old, &wanted, false)
                    && let Some(slot) = rows.get_mut(index)
                {
                    *slot = row;
                }
            }
            (Some(index), true) => {
                let old = rows.get(index).map(|row| row.span).unwrap_or_default();
                self.there(row.span, old, "row", &wanted);
            }
            (None, true) => {
                self.added(row.span);
                let other = rows.iter().position(|row| row.keys.is_empty()).unwrap_or(rows.len());
                rows.insert(other, row);
            }
            (None, false) => {
                let known: Vec<String> = rows.iter().map(keys).collect();
                let help =
                    format!("its rows are for {}; for a new one say `add {wanted}` and its value", known.join("; "));
                self.nothing(row.span, &format!("row for in the table `{name}`"), &wanted, &[], &help);
            }
        }
    }
}

/// What a row is for, as it is written.
fn keys(row: &Row) -> String {
    if row.keys.is_empty() { "other".to_owned() } else { said(&row.keys) }
}
