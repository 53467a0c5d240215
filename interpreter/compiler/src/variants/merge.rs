//! Lays the items of a variant on those of its base: same name, same place.

mod lines;
mod removed;

use super::Change;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::syntax::tree::{ChangeItem, Item, MarkSpan, Name, ValueItem};
use crate::syntax::{block_at, code_of, line_at};
use lines::Named;

/// A game being changed.
pub(super) struct Merge<'t> {
    pub(super) text: &'t str,
    /// Where the base's texts begin.
    start: u32,
    /// The base's title.
    pub(super) title: String,
    pub(super) items: Vec<Item>,
    changes: Vec<Change>,
    problems: Vec<Diagnostic>,
}

/// What a kind of item is called, with its name.
fn named(item: &Item) -> Option<(&'static str, &Name)> {
    match item {
        Item::Option { name, .. } => Some(("option", name)),
        Item::Kind { name, .. } => Some(("kind", name)),
        Item::Value(ValueItem { name, .. }) => Some(("value", name)),
        Item::Phase(phase) => Some(("phase", &phase.name)),
        _ => None,
    }
}

/// Values of a list as they are written.
pub(super) fn said(marks: &[MarkSpan]) -> String {
    let one = |mark: &MarkSpan| match &mark.to {
        Some(to) => format!("{} to {}", mark.from.text, to.text),
        None => mark.from.text.clone(),
    };
    marks.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Where an item begins of which there is one; nowhere where nothing stands in it, which was told.
fn begins(item: &Item) -> Span {
    match item {
        Item::Header { word, .. } => word.span,
        Item::Players(mark) => mark.from.span,
        Item::Teams(teams) => teams.first().map_or_else(Span::default, |line| line.span),
        Item::Cards(lines) => lines.first().map_or_else(Span::default, super::cards::place),
        Item::Option { .. }
        | Item::Require(_)
        | Item::Allow(_)
        | Item::Kind { .. }
        | Item::Value(_)
        | Item::Places(_)
        | Item::Track(_)
        | Item::Phase(_)
        | Item::Test(_)
        | Item::Add { .. }
        | Item::Remove { .. }
        | Item::Change(_) => Span::default(),
    }
}

impl<'t> Merge<'t> {
    pub(super) fn new(text: &'t str, start: u32, title: &str, items: Vec<Item>) -> Self {
        // Scripted games in the base's file are the base's.
        let items = items.into_iter().filter(|item| !matches!(item, Item::Test(_))).collect();
        Self { text, start, title: title.to_owned(), items, changes: Vec::new(), problems: Vec::new() }
    }

    pub(super) fn done(self) -> (Vec<Item>, Vec<Change>, Vec<Diagnostic>) {
        (self.items, self.changes, self.problems)
    }

    pub(super) fn problem(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// The words at a place.
    pub(super) fn words(&self, span: Span) -> String {
        code_of(span.of(self.text))
    }

    /// Notes a change; false if the same was changed before, which is told.
    pub(super) fn changed(&mut self, at: Span, old: Span, name: &str, removed: bool) -> bool {
        if old.start < self.start {
            self.twice(at, old);
            return false;
        }
        let words = code_of(block_at(self.text, old));
        self.changes.push(Change { at, old: Some(old), name: name.to_owned(), words, removed });
        true
    }

    /// Notes something that the base has not.
    pub(super) fn added(&mut self, at: Span) {
        self.changes.push(Change { at, old: None, name: String::new(), words: String::new(), removed: false });
    }

    fn twice(&mut self, at: Span, before: Span) {
        self.problem(
            Diagnostic::new(Code::ChangedTwice, at, "this was changed before in the same file")
                .here("the second time")
                .and(before, "the first time")
                .help("keep one of the two changes"),
        );
    }

    /// Tells that what is to be changed is not there, or was taken out before; `known` is what there is. What it is may say
    /// where it should be: `line in `sale``.
    pub(super) fn nothing(&mut self, at: Span, what: &str, name: &str, known: &[String], help: &str) {
        let gone = self.changes.iter().find(|change| change.removed && (change.name == name || line_is(change, name)));
        if let Some(before) = gone.map(|change| change.at) {
            self.twice(at, before);
            return;
        }
        let near = crate::diagnostic::nearest(name, known.iter().map(String::as_str));
        let (what, place) =
            what.split_once(" in ").map_or((what, String::new()), |(what, place)| (what, format!(" in {place}")));
        let help = match near {
            Some(near) => format!("did you mean `{near}`? {help}"),
            None => help.to_owned(),
        };
        self.problem(
            Diagnostic::new(Code::NothingToChange, at, format!("{} has no {what} `{name}`{place}", self.title))
                .here("nothing of this name is there to change")
                .help(help.trim().to_owned()),
        );
    }

    /// The title of the variant stands for that of the base.
    pub(super) fn title(&mut self, word: Span, title: &Name) {
        let header = Item::Header { word: Name { text: "game".to_owned(), span: word }, text: title.clone() };
        self.items.retain(|item| !matches!(item, Item::Header { word, .. } if word.text == "game"));
        self.items.insert(0, header);
    }

    fn known(&self, what: &str) -> Vec<String> {
        let mut known = Vec::new();
        for item in &self.items {
            match item {
                Item::Places(lines) if what == "place" => known.extend(lines.iter().map(|line| line.name.text.clone())),
                Item::Track(lines) if what == "track" => known.extend(lines.iter().map(|line| line.name.text.clone())),
                _ => known.extend(named(item).filter(|(other, _)| *other == what).map(|(_, name)| name.text.clone())),
            }
        }
        known
    }

    fn find(&self, what: &str, name: &str) -> Option<(usize, Span)> {
        self.items.iter().enumerate().find_map(|(index, item)| {
            let (_, found) = named(item).filter(|(other, found)| *other == what && found.text == name)?;
            Some((index, found.span))
        })
    }

    /// What libraries hold stands beside the base's, or in place of what has the same name there.
    pub(super) fn take(&mut self, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Places(lines) => self.named(lines, true, true),
                Item::Track(lines) => self.named(lines, true, true),
                item => {
                    let there = named(&item).and_then(|(what, name)| self.find(what, &name.text));
                    match (there, &item) {
                        (None, Item::Option { .. } | Item::Kind { .. } | Item::Value(_) | Item::Phase(_)) => {
                            self.items.push(item);
                        }
                        _ => self.item(item),
                    }
                }
            }
        }
    }

    /// All that the variant says.
    pub(super) fn change(&mut self, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Add { word, item } => self.add(word.span, *item),
                Item::Remove { span, what, which } => self.remove(span, &what.text, &which),
                Item::Change(change) => self.inside(change),
                item => self.item(item),
            }
        }
    }

    /// An item that stands in place of the base's.
    fn item(&mut self, item: Item) {
        match item {
            Item::Places(lines) => self.named(lines, false, false),
            Item::Track(lines) => self.named(lines, false, false),
            Item::Test(_) => self.items.push(item),
            Item::Allow(_) => self.items.push(item),
            Item::Header { ref word, .. } if word.text == "source" => self.items.push(item),
            Item::Header { ref word, ref text } => {
                let (span, word) = (word.span.to(text.span), word.text.clone());
                self.only(item, span, |other| matches!(other, Item::Header { word: other, .. } if other.text == word));
            }
            Item::Players(ref mark) => {
                let span = mark.to.as_ref().map_or(mark.from.span, |to| mark.from.span.to(to.span));
                self.only(item, span, |other| matches!(other, Item::Players(_)));
            }
            Item::Teams(_) => {
                let span = begins(&item);
                self.only(item, span, |other| matches!(other, Item::Teams(_)));
            }
            Item::Cards(_) => {
                let span = begins(&item);
                self.only(item, span, |other| matches!(other, Item::Cards(_)));
            }
            Item::Require(phrase) => self.problem(
                Diagnostic::new(Code::AddOrRemove, phrase.span, "a `require` has no name by which the base's could be found")
                    .help("say `add require` before one that comes in, and `remove require` before the words of one that goes"),
            ),
            item => {
                let Some((what, name)) = named(&item).map(|(what, name)| (what, name.clone())) else { return };
                match self.find(what, &name.text) {
                    Some((index, old)) => {
                        if self.changed(name.span, old, &name.text, false)
                            && let Some(slot) = self.items.get_mut(index)
                        {
                            *slot = item;
                        }
                    }
                    None => {
                        let known = self.known(what);
                        let help = format!("for a new one say `add {what}`");
                        self.nothing(name.span, what, &name.text, &known, &help);
                    }
                }
            }
        }
    }

    /// An item of which there is one; the base may have none.
    fn only(&mut self, item: Item, span: Span, same: impl Fn(&Item) -> bool) {
        let Some(index) = self.items.iter().position(&same) else {
            self.items.push(item);
            return;
        };
        let old = self.items.get(index).map_or_else(Span::default, begins);
        // All lines of a deck count as one.
        let cards: Vec<Span> = match self.items.get(index) {
            Some(Item::Cards(lines)) => lines.iter().map(super::cards::place).collect(),
            _ => vec![old],
        };
        let mut fresh = true;
        for old in cards {
            fresh = fresh && self.changed(span, old, "", false);
        }
        if fresh {
            if let Some(slot) = self.items.get_mut(index) {
                *slot = item;
            }
            let mut seen = 0;
            self.items.retain(|other| {
                seen += usize::from(same(other));
                !same(other) || seen == 1
            });
        }
    }

    /// Lines of places or of tracks: those of a name known take the place of the old ones.
    fn named<L: Named>(&mut self, lines: Vec<L>, fresh: bool, any: bool) {
        for line in lines {
            let name = line.name().clone();
            let old = self.items.iter_mut().filter_map(L::lines).flatten().find(|old| old.name().text == name.text);
            let there = old.map(|old| old.name().span);
            match there {
                Some(old) if !fresh || any => {
                    if self.changed(name.span, old, &name.text, false) {
                        let mut lines = self.items.iter_mut().filter_map(L::lines).flatten();
                        if let Some(slot) = lines.find(|slot| slot.name().text == name.text) {
                            *slot = line;
                        }
                    }
                }
                Some(old) => self.there(name.span, old, L::WHAT, &name.text),
                None if fresh => {
                    self.added(name.span);
                    self.items.push(L::item(vec![line]));
                }
                None => {
                    let known = self.known(L::WHAT);
                    self.nothing(name.span, L::WHAT, &name.text, &known, L::HELP);
                }
            }
        }
    }

    /// Tells that what is added is there already.
    pub(super) fn there(&mut self, at: Span, old: Span, what: &str, name: &str) {
        self.problem(
            Diagnostic::new(Code::AlreadyThere, at, format!("{} has a {what} `{name}` already", self.title))
                .here("added here")
                .and(old, "this one")
                .help("leave `add` out to put the new one in its place, or give it another name"),
        );
    }

    fn add(&mut self, at: Span, item: Item) {
        match item {
            Item::Places(lines) => self.named(lines, true, false),
            Item::Track(lines) => self.named(lines, true, false),
            item => {
                if let Some((what, name)) = named(&item)
                    && let Some((_, old)) = self.find(what, &name.text)
                {
                    let name = name.clone();
                    self.there(name.span, old, what, &name.text);
                    return;
                }
                let at = match &item {
                    Item::Require(phrase) => phrase.span,
                    item => named(item).map_or(at, |(_, name)| name.span),
                };
                self.added(at);
                self.items.push(item);
            }
        }
    }

    /// `change`: the part of the base is taken out, changed and put back.
    fn inside(&mut self, change: ChangeItem) {
        let what = if change.what.text == "play" { "phase" } else { change.what.text.as_str() };
        if what == "cards" {
            self.cards(change.edits);
            return;
        }
        let Some((index, old)) = self.find(what, &change.which.text) else {
            let known = self.known(what);
            let help = format!("for a new one say `add {what}`");
            self.nothing(change.which.span, what, &change.which.text, &known, &help);
            return;
        };
        if old.start < self.start {
            self.twice(change.which.span, old);
            return;
        }
        let mut item = self.items.remove(index);
        match &mut item {
            Item::Phase(phase) => self.phase(phase, change),
            Item::Value(value) => self.value(value, change.edits),
            // `change` is said of nothing else.
            _ => {}
        }
        self.items.insert(index, item);
    }

    /// The line at a place in plain words.
    pub(super) fn line(&self, span: Span) -> String {
        line_at(self.text, span)
    }
}

/// Whether the first words of what is gone are these.
fn line_is(change: &Change, name: &str) -> bool {
    change.words == name || change.words.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
}
