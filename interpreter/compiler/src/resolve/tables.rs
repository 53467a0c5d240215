//! Tables and grids: their keys, their rows, and what is missing.

use std::collections::BTreeMap;

use super::names::Resolver;
use super::types::{Typed, few};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, PointSort, Said, Ty};
use crate::syntax::tree::{MarkSpan, Name, Phrase, PhraseKind, Row, ValueItem};

/// Most rows that a table of numbers may span.
const MOST_KEYS: i64 = 10_000;
/// Most rows that all tables have together, gaps between their numbers included.
const MOST_ROWS: usize = 100_000;

/// The keys that a table can be asked for, where they are known.
struct Domain {
    low: i64,
    high: i64,
    /// The kind of the keys, where they are no numbers.
    kind: Option<usize>,
    /// The keys are `yes` and `no`.
    yes_no: bool,
    complete: bool,
    /// Whether there may be no value to look up: a row for `none` then applies.
    may_lack: bool,
}

impl Resolver<'_> {
    /// A key phrase as a whole number, and the keys that it may be.
    fn key(&mut self, phrase: &Phrase) -> Option<(Expr, Domain)> {
        let typed = self.typed(phrase, None)?;
        let domain = match (&typed.expr, typed.ty) {
            (Expr::AllPlayers, _) => Domain {
                low: i64::from(self.game.players.0),
                high: i64::from(self.game.players.1),
                kind: None,
                yes_no: false,
                complete: self.game.players.1 != 0,
                may_lack: false,
            },
            (_, Ty::YesNo) => Domain { low: 0, high: 1, kind: None, yes_no: true, complete: true, may_lack: false },
            (_, Ty::Member(kind)) => Domain {
                low: 0,
                high: (0..).zip(self.words_of(kind).1).map(|(at, _)| at).last().unwrap_or(-1),
                kind: Some(kind),
                yes_no: false,
                complete: true,
                may_lack: self.may_lack(&typed.expr),
            },
            (Expr::Option(option), Ty::Number) => {
                let range = self.game.options.get(*option).map_or((0, 0), |option| option.range);
                Domain { low: range.0, high: range.1, kind: None, yes_no: false, complete: true, may_lack: false }
            }
            (_, Ty::Number | Ty::Players) => {
                Domain { low: i64::MAX, high: i64::MIN, kind: None, yes_no: false, complete: false, may_lack: false }
            }
            (_, ty) => {
                let name = self.type_name(ty);
                self.problem(
                    Diagnostic::new(Code::Type, typed.span, format!("a table cannot be looked up by {name}"))
                        .help("a table goes by an attribute, a kind, an option, `players` or a number"),
                );
                return None;
            }
        };
        let expr = if domain.kind.is_some() || domain.yes_no { typed.expr } else { self.want(typed, Ty::Number)? };
        Some((expr, domain))
    }

    /// The keys of a row, as numbers.
    fn row_keys(&mut self, marks: &[MarkSpan], domain: &Domain) -> Vec<(i64, Span)> {
        let mut found = Vec::new();
        for mark in marks {
            let span = mark.to.as_ref().map_or(mark.from.span, |to| mark.from.span.to(to.span));
            let low = self.row_key(&mark.from, domain);
            let high = mark.to.as_ref().map_or(low, |to| self.row_key(to, domain));
            let (Some(low), Some(high)) = (low, high) else { continue };
            if let Some(to) = mark.to.as_ref().filter(|_| low > high && domain.kind.is_some()) {
                let (from, order) = (&mark.from.text, self.order_of(domain));
                self.problem(
                    Diagnostic::new(Code::BadRange, span, format!("`{from}` comes after `{}`, so there is nothing from the one to the other", to.text))
                        .help(format!("a stretch follows the order of the list: {order}; turn it round, or name the values with commas")),
                );
                continue;
            }
            if low > high || high - low > MOST_KEYS {
                self.problem(
                    Diagnostic::new(
                        Code::BadRange,
                        span,
                        format!("this is no stretch of at most {MOST_KEYS} keys, the lower one first"),
                    )
                    .help("write the lower one first"),
                );
                continue;
            }
            if let (Some(kind), Some(first), Some(last)) =
                (domain.kind, usize::try_from(low).ok(), usize::try_from(high).ok())
            {
                self.are_all_numbers(kind, (first, last), span);
            }
            found.extend((low..=high).map(|key| (key, span)));
        }
        found
    }

    /// The values of a kind in the order of their list, which stretches follow.
    fn order_of(&self, domain: &Domain) -> String {
        domain.kind.map_or_else(String::new, |kind| few(self.words_of(kind).1))
    }

    fn row_key(&mut self, name: &Name, domain: &Domain) -> Option<i64> {
        if domain.yes_no {
            if !matches!(name.text.as_str(), "yes" | "no") {
                self.problem(
                    Diagnostic::new(
                        Code::UnknownValue,
                        name.span,
                        format!("`{}` is neither `yes` nor `no`", name.text),
                    )
                    .help("the rows of this table are `yes` and `no`"),
                );
                return None;
            }
            return Some(i64::from(name.text == "yes"));
        }
        if name.text == "none" {
            return self.none_key(name, domain);
        }
        let Some(kind) = domain.kind else { return self.number_mark(name) };
        let found = self.member(kind, &name.text);
        if found.is_none() {
            self.unknown_member(name, kind);
        }
        found
    }

    /// The row for what has no value: as a member it is -1.
    fn none_key(&mut self, name: &Name, domain: &Domain) -> Option<i64> {
        if domain.may_lack {
            return Some(-1);
        }
        self.problem(
            Diagnostic::new(Code::RowNeverUsed, name.span, "this row can never apply: there always is a value")
                .help("take the row out"),
        );
        None
    }

    /// Whether what a table is looked up by may be none: an attribute that some card lacks, or anything else that may have no value.
    fn may_lack(&self, key: &Expr) -> bool {
        match key {
            Expr::Attr { attr, card } if matches!(**card, Expr::Var(_)) => {
                self.game.cards.iter().any(|card| card.members.get(*attr) == Some(&0))
            }
            Expr::Track { track, .. } => self.game.tracks.get(*track).is_some_and(|track| track.or_nothing),
            Expr::Int(_) | Expr::Option(_) => false,
            _ => true,
        }
    }

    pub(super) fn table(&mut self, item: &ValueItem, key: &Phrase, rows: &[Row]) -> Option<Typed> {
        let (key_expr, domain) = self.key(key)?;
        let mut arms: Vec<(i64, Typed)> = Vec::new();
        let mut taken: Vec<(i64, Span)> = Vec::new();
        let mut other = None;
        for row in rows {
            let is_other = row.keys.is_empty();
            let keys = self.row_keys(&row.keys, &domain);
            for (key, span) in &keys {
                if let Some((_, first)) = taken.iter().find(|(taken, _)| taken == key) {
                    let first = *first;
                    let stretches =
                        domain.kind.is_some() && rows.iter().flat_map(|row| &row.keys).any(|key| key.to.is_some());
                    let help = if stretches {
                        let order = self.order_of(&domain);
                        format!(
                            "keep one of the two; `A to B` takes all values between, in the order of the list: {order}"
                        )
                    } else {
                        "keep one of the two".to_owned()
                    };
                    self.problem(
                        Diagnostic::new(Code::RowTwice, *span, "a row for this was there before")
                            .and(first, "here")
                            .help(help),
                    );
                } else {
                    taken.push((*key, *span));
                }
                if domain.kind.is_none() && domain.complete && (*key < domain.low || *key > domain.high) {
                    self.problem(
                        Diagnostic::new(
                            Code::RowNeverUsed,
                            *span,
                            if domain.low == domain.high {
                                format!("this row can never apply: it is always {}", domain.low)
                            } else {
                                format!("this row can never apply: it is {} to {}", domain.low, domain.high)
                            },
                        )
                        .help("take the row out"),
                    );
                }
            }
            let all: Vec<i64> = if is_other {
                (domain.low..=domain.high).filter(|key| !taken.iter().any(|(taken, _)| taken == key)).collect()
            } else {
                keys.iter().map(|(key, _)| *key).collect()
            };
            let numeral = domain.kind.filter(|kind| all.iter().all(|key| self.is_numeral(*kind, *key)));
            if let Some(kind) = numeral {
                self.numerals.push(kind);
            }
            let result = self.typed(&row.result, arms.first().map(|(_, first)| first.ty));
            if numeral.is_some() {
                self.numerals.pop();
            }
            let Some(result) = result else { continue };
            let result = self.row_result(result, numeral);
            if is_other {
                let none = domain.may_lack && !taken.iter().any(|(taken, _)| *taken == -1);
                if domain.complete && all.is_empty() && !none {
                    self.problem(
                        Diagnostic::new(
                            Code::RowNeverUsed,
                            row.span,
                            "this row can never apply: every key has its own",
                        )
                        .help("take the row out"),
                    );
                }
                other = Some(result);
            } else {
                arms.extend(keys.into_iter().map(|(key, _)| (key, result.clone())));
            }
        }
        if other.is_none() {
            self.no_hole(
                item,
                &domain,
                &taken,
                "row",
                "add the rows, or a last row `other` for all that are not named",
            );
        }
        self.table_of(item.name.span, key_expr, arms, other)
    }

    fn is_numeral(&self, kind: usize, member: i64) -> bool {
        self.word_of(kind, member).is_some_and(|word| word.parse::<i64>().is_ok())
    }

    /// `rank` as the result of a row for numeral ranks is the number that it spells.
    fn row_result(&mut self, result: Typed, numeral: Option<usize>) -> Typed {
        match result.ty {
            Ty::Member(kind) if Some(kind) == numeral => Typed::new(
                Expr::Convert {
                    from: kind,
                    to: None,
                    compared: false,
                    said: Said(result.span),
                    of: Box::new(result.expr),
                },
                Ty::Number,
                result.span,
            ),
            Ty::Players if matches!(result.expr, Expr::AllPlayers) => {
                Typed::new(Expr::PlayerCount, Ty::Number, result.span)
            }
            _ => result,
        }
    }

    fn no_hole(&mut self, item: &ValueItem, domain: &Domain, taken: &[(i64, Span)], what: &str, help: &str) {
        if !domain.complete {
            return;
        }
        let missing: Vec<String> = (domain.low..=domain.high)
            .filter(|key| !taken.iter().any(|(taken, _)| taken == key))
            .filter_map(|key| match domain.kind {
                Some(kind) => self.word_of(kind, key),
                None if domain.yes_no => Some(if key == 0 { "no" } else { "yes" }.to_owned()),
                None => Some(key.to_string()),
            })
            .collect();
        if !missing.is_empty() {
            self.problem(
                Diagnostic::new(
                    Code::TableHole,
                    item.name.span,
                    format!("the table `{}` has no {what} for {}", item.name.text, few(&missing)),
                )
                .help(help),
            );
        }
    }

    fn table_of(&mut self, span: Span, key: Expr, arms: Vec<(i64, Typed)>, other: Option<Typed>) -> Option<Typed> {
        let results = arms.iter().map(|(_, result)| result).chain(&other);
        let ty = results.map(|result| result.ty).find(|ty| *ty != Ty::Nothing)?;
        // Without rows but `other` there is room for one, which is empty.
        let low = arms.iter().map(|(key, _)| *key).min().unwrap_or(0);
        let high = arms.iter().map(|(key, _)| *key).max().unwrap_or(0);
        if high.saturating_sub(low) > MOST_KEYS {
            self.problem(
                Diagnostic::new(Code::BadRange, span, format!("the keys of a table lie at most {MOST_KEYS} apart"))
                    .help("use a formula for what is far away"),
            );
            return None;
        }
        self.rows += (low..=high).count();
        if self.rows > MOST_ROWS {
            self.problem(
                Diagnostic::new(
                    Code::TooManyKeys,
                    span,
                    format!("all tables together have more than {MOST_ROWS} rows"),
                )
                .help("use formulas, or `other` for most rows"),
            );
            return None;
        }
        let mut rows = BTreeMap::new();
        for (at, result) in arms {
            rows.insert(at, self.row(result, ty)?);
        }
        let dense = (low..=high).map(|at| rows.remove(&at)).collect();
        let other = match other {
            Some(result) => Some(Box::new(self.row(result, ty)?)),
            None => None,
        };
        Some(Typed::new(Expr::Table { key: Box::new(key), low, arms: dense, other, span }, ty, span))
    }

    /// What a row or a cell gives; the rows of a grid are watched cell by cell.
    fn row(&mut self, result: Typed, ty: Ty) -> Option<Expr> {
        let span = result.span;
        let expr = self.want(result, ty)?;
        if matches!(expr, Expr::Table { .. }) {
            return Some(expr);
        }
        Some(self.watched(PointSort::Row, span, expr))
    }

    pub(super) fn grid(
        &mut self,
        item: &ValueItem,
        key: &Phrase,
        across: &Name,
        columns: &[MarkSpan],
        rows: &[(MarkSpan, Vec<Phrase>, Span)],
    ) -> Option<Typed> {
        let (row_key, row_domain) = self.key(key)?;
        let column_phrase = Phrase { span: across.span, kind: PhraseKind::Word(across.clone()) };
        let (column_key, column_domain) = self.key(&column_phrase)?;
        let mut arms = Vec::new();
        let mut taken = Vec::new();
        for (head, cells, span) in rows {
            let keys = self.row_keys(std::slice::from_ref(head), &row_domain);
            taken.extend(keys.iter().copied());
            if cells.len() != columns.len() {
                self.problem(
                    Diagnostic::new(
                        Code::RowLength,
                        *span,
                        format!("this row has {} cells under {} headings", cells.len(), columns.len()),
                    )
                    .help("write one cell for each heading; put a longer phrase in brackets"),
                );
                continue;
            }
            let mut line = Vec::new();
            let mut seen = Vec::new();
            for (column, cell) in columns.iter().zip(cells) {
                let Some(result) = self.typed(cell, None) else { continue };
                for (key, key_span) in self.row_keys(std::slice::from_ref(column), &column_domain) {
                    line.push((key, result.clone()));
                    seen.push((key, key_span));
                }
            }
            self.no_hole(
                item,
                &column_domain,
                &seen,
                "column",
                "add the columns, with a cell in each row; a grid has no `other`",
            );
            let Some(result) = self.table_of(*span, column_key.clone(), line, None) else { continue };
            arms.extend(keys.into_iter().map(|(key, _)| (key, result.clone())));
        }
        self.no_hole(item, &row_domain, &taken, "row", "add the rows; a grid has no `other`");
        self.table_of(item.name.span, row_key, arms, None)
    }
}
