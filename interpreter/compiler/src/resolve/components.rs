//! Header, options, kinds: the parts of a file that are known before anything else.

use super::names::{Named, Resolver};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Kind, OptionDef, Require, Ty};
use crate::syntax::tree::{CardLine, File, Item, MarkSpan, Name};

/// Most players that a game may have.
pub const MOST_PLAYERS: i64 = 12;
/// Most members of a kind.
pub const MOST_MEMBERS: usize = 1000;
/// Most members of all kinds together.
const MOST_IN_ALL: usize = 20_000;

impl<'t> Resolver<'t> {
    /// Everything but the phases.
    pub(super) fn components(&mut self, file: &'t File) {
        self.header(file);
        for item in &file.items {
            match item {
                Item::Kind { name, marks } => {
                    self.kind(name, marks);
                }
                Item::Cards(lines) => {
                    for line in lines {
                        if let CardLine::Attribute { name, marks } = line {
                            self.attribute(name, marks);
                        }
                    }
                }
                Item::Header { .. }
                | Item::Players(_)
                | Item::Teams(_)
                | Item::Option { .. }
                | Item::Require(_)
                | Item::Allow(_)
                | Item::Value(_)
                | Item::Places(_)
                | Item::Track(_)
                | Item::Phase(_)
                | Item::Test(_)
                | Item::Add { .. }
                | Item::Remove { .. }
                | Item::Change(_) => {}
            }
        }
        for item in &file.items {
            if let Item::Option { name, marks, usually } = item {
                self.option(name, marks, usually);
            }
        }
        self.declare_direction(file);
        self.declare_values();
        self.declare_sides(file);
        self.declare_places(file);
        self.declare_tracks(file);
        self.declare_phases();
        self.cards(file);
        self.resolve_values();
        self.resolve_teams(file);
        self.resolve_sights(file);
        for item in &file.items {
            if let Item::Require(phrase) = item {
                let Some(typed) = self.typed(phrase, Some(Ty::YesNo)) else { continue };
                if let Some(cond) = self.want(typed, Ty::YesNo) {
                    self.game.requires.push(Require { cond, span: phrase.span, words: String::new() });
                }
            }
        }
    }

    fn header(&mut self, file: &File) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for item in &file.items {
            let (word, span) = match item {
                Item::Header { word, text } => {
                    if text.text.is_empty() {
                        self.problem(
                            Diagnostic::new(
                                Code::Syntax,
                                word.span,
                                format!("`{}` wants some words after it", word.text),
                            )
                            .help("for example `game Night Market`"),
                        );
                    }
                    match word.text.as_str() {
                        "game" => self.game.title.clone_from(&text.text),
                        "direction" => match text.text.as_str() {
                            "anticlockwise" => self.game.anticlockwise = true,
                            "clockwise" | "" => {}
                            _ => self.problem(
                                Diagnostic::new(Code::Syntax, text.span, "play goes clockwise or anticlockwise")
                                    .help("say `direction anticlockwise`; where nothing is said it is clockwise"),
                            ),
                        },
                        "by" => self.game.by.clone_from(&text.text),
                        _ => {}
                    }
                    (word.text.as_str(), word.span)
                }
                Item::Players(span) => {
                    self.players(span);
                    ("players", span.from.span)
                }
                _ => continue,
            };
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == word).filter(|_| word != "source") {
                let first = *first;
                self.problem(
                    Diagnostic::new(Code::ClauseTwice, span, format!("`{word}` is said twice"))
                        .and(first, "the first time")
                        .help("keep one of them"),
                );
            }
            seen.push((word, span));
        }
        let has = |test: fn(&Item) -> bool| file.items.iter().any(test);
        let parts = [
            ("game", "a line `game Night Market`", seen.iter().any(|(word, _)| *word == "game")),
            ("players", "a line `players 3 to 5`", seen.iter().any(|(word, _)| *word == "players")),
            ("cards", "`cards` with attributes and cards under it", has(|item| matches!(item, Item::Cards(_)))),
            ("places", "`places` with one line for each place under it", has(|item| matches!(item, Item::Places(_)))),
            (
                "play",
                "`play` with what happens under it",
                has(|item| matches!(item, Item::Phase(phase) if phase.name.text == "play")),
            ),
        ];
        let missing: Vec<_> = parts.iter().filter(|(_, _, there)| !there).collect();
        if !missing.is_empty() {
            let words: Vec<String> = missing.iter().map(|(word, _, _)| format!("no `{word}`")).collect();
            let help: Vec<&str> = missing.iter().map(|(_, how, _)| *how).collect();
            self.problem(
                Diagnostic::new(Code::MissingPart, Span::new(0, 0), format!("the file has {}", words.join(", ")))
                    .help(format!("add, at the left edge: {}", help.join("; "))),
            );
        }
    }

    fn players(&mut self, span: &MarkSpan) {
        let low = self.number_mark(&span.from);
        let high = span.to.as_ref().map_or(low, |to| self.number_mark(to));
        // What is no number was told.
        let (Some(low), Some(high)) = (low, high) else { return };
        if low < 1 || high > MOST_PLAYERS || low > high {
            self.problem(
                Diagnostic::new(
                    Code::PlayerCount,
                    span.from.span,
                    format!("a game is for 1 to {MOST_PLAYERS} players, the lower number first"),
                )
                .help("for example `players 3 to 5`"),
            );
            self.game.players = (0, 0);
            return;
        }
        if let (Ok(low), Ok(high)) = (u8::try_from(low), u8::try_from(high)) {
            self.game.players = (low, high);
        }
    }

    /// A mark that has to be a number.
    pub(super) fn number_mark(&mut self, mark: &Name) -> Option<i64> {
        let found = mark.text.parse::<i64>().ok().filter(|number| *number <= 1_000_000_000);
        if found.is_none() {
            self.problem(
                Diagnostic::new(
                    Code::NotANumber,
                    mark.span,
                    format!("`{}` is not a number that can be used here", mark.text),
                )
                .help("write a whole number up to 1000000000; a larger one is worked out, as in `2 * 1000000000`"),
            );
        }
        found
    }

    /// All values of a list, with `2 to 9` written out.
    pub(super) fn spread(&mut self, marks: &[MarkSpan]) -> Vec<Name> {
        let mut found: Vec<Name> = Vec::new();
        for mark in marks {
            let Some(to) = &mark.to else {
                found.push(mark.from.clone());
                continue;
            };
            let (Some(low), Some(high)) = (self.number_mark(&mark.from), self.number_mark(to)) else { continue };
            let span = mark.from.span.to(to.span);
            if low > high || high - low >= i64::try_from(MOST_MEMBERS).unwrap_or(0) {
                self.problem(
                    Diagnostic::new(
                        Code::BadRange,
                        span,
                        format!("`{low} to {high}` is not a list of 1 to {MOST_MEMBERS} numbers"),
                    )
                    .help("write the lower number first"),
                );
                continue;
            }
            found.extend((low..=high).map(|number| Name { text: number.to_string(), span }));
        }
        found
    }

    pub(super) fn kind(&mut self, name: &Name, marks: &[MarkSpan]) -> usize {
        let id = self.game.kinds.len();
        self.declare(name, Named::Kind(id));
        self.add_kind(&name.text, marks)
    }

    pub(super) fn add_kind(&mut self, name: &str, marks: &[MarkSpan]) -> usize {
        let mut members: Vec<String> = Vec::new();
        for member in self.spread(marks) {
            if members.contains(&member.text) {
                self.problem(
                    Diagnostic::new(Code::TwoOfOneName, member.span, format!("`{}` is listed twice", member.text))
                        .help("keep one of them"),
                );
                continue;
            }
            members.push(member.text);
        }
        if members.len() > MOST_MEMBERS {
            let span = marks.first().map(|mark| mark.from.span).unwrap_or_default();
            self.problem(
                Diagnostic::new(Code::BadRange, span, format!("a list has at most {MOST_MEMBERS} values"))
                    .help("make two kinds of it, or use numbers"),
            );
            members.truncate(MOST_MEMBERS);
        }
        let before: usize = self.game.kinds.iter().map(|kind| kind.members.len()).sum();
        if before + members.len() > MOST_IN_ALL {
            if before <= MOST_IN_ALL {
                let span = marks.first().map(|mark| mark.from.span).unwrap_or_default();
                self.problem(
                    Diagnostic::new(
                        Code::BadRange,
                        span,
                        format!("all lists together have more than {MOST_IN_ALL} values"),
                    )
                    .help("use numbers, or one kind for several things"),
                );
            }
            members.truncate(1);
        }
        let numbers: Option<Vec<i64>> = members.iter().map(|member| member.parse().ok()).collect();
        let numeric = numbers.is_some();
        if let ([first, .., last], true) = (marks, numbers.is_some_and(|numbers| !numbers.is_sorted())) {
            let span = first.from.span.to(last.from.span);
            self.problem(
                Diagnostic::new(Code::TwoReadings, span, format!("these numbers are listed in another order than they count, so `highest {name}` can be read in two ways"))
                    .help("give a word to those that stand out of order, as in `3 to 13, Ace, Two`, then all goes by the list; or list them as they count, and say how high each is in a `value`"),
            );
        }
        self.game.kinds.push(Kind { name: name.to_owned(), members, numeric });
        self.game.kinds.len() - 1
    }

    fn option(&mut self, name: &Name, marks: &[MarkSpan], usually: &Name) {
        let id = self.game.options.len();
        self.declare(name, Named::Option(id));
        let numbers = marks.iter().all(|mark| mark.from.text.parse::<i64>().is_ok());
        let mut option = OptionDef {
            name: name.text.clone(),
            span: name.span,
            kind: None,
            yes_no: false,
            range: (0, 0),
            usually: 0,
        };
        let yes_or_no = |mark: &MarkSpan| matches!(mark.from.text.as_str(), "yes" | "no") && mark.to.is_none();
        if let (true, [one, two]) = (marks.iter().all(yes_or_no), marks) {
            option.yes_no = true;
            self.game.kinds.push(Kind {
                name: name.text.clone(),
                members: vec!["no".to_owned(), "yes".to_owned()],
                numeric: false,
            });
            option.kind = Some(self.game.kinds.len() - 1);
            option.range = (0, 1);
            option.usually = i64::from(usually.text == "yes");
            if one.from.text == two.from.text || !matches!(usually.text.as_str(), "yes" | "no") {
                self.problem(
                    Diagnostic::new(
                        Code::OptionDefault,
                        usually.span,
                        "a plain option is `yes or no`, and usually one of the two",
                    )
                    .help(format!("say `option {} yes or no, usually no`", name.text)),
                );
            }
        } else if let Some(odd) = marks.iter().find(|mark| yes_or_no(mark)) {
            self.problem(
                Diagnostic::new(
                    Code::OptionValues,
                    odd.from.span,
                    format!("`{}` does not go with other values", odd.from.text),
                )
                .help("an option is either `yes or no` or a list of other words"),
            );
        } else if let (true, [MarkSpan { from, to: Some(to) }]) = (numbers, marks) {
            let (low, high, usual) = (self.number_mark(from), self.number_mark(to), self.number_mark(usually));
            // What is no number has been told.
            if let (Some(low), Some(high), Some(usual)) = (low, high, usual) {
                (option.range, option.usually) = ((low, high), usual);
                if low > high || usual < low || usual > high {
                    self.problem(
                        Diagnostic::new(
                            Code::OptionDefault,
                            usually.span,
                            format!("`{}` is not one of the numbers of the option", usually.text),
                        )
                        .help("write the lower number first, and a default between the two"),
                    );
                }
            }
        } else {
            let kind = self.add_kind(&name.text, marks);
            option.kind = Some(kind);
            option.range =
                (0, i64::try_from(self.game.kinds.get(kind).map_or(0, |kind| kind.members.len())).unwrap_or(1) - 1);
            match self.member(kind, &usually.text) {
                Some(member) => option.usually = member,
                None => {
                    let members = self.game.kinds.get(kind).map(|kind| kind.members.clone()).unwrap_or_default();
                    let problem = Diagnostic::new(
                        Code::OptionDefault,
                        usually.span,
                        format!("`{}` is not one of the values of the option", usually.text),
                    )
                    .help(format!("its values are {}", members.join(", ")))
                    .did_you_mean(&usually.text, members.iter().map(String::as_str));
                    self.problem(problem);
                }
            }
        }
        self.game.options.push(option);
    }
}
