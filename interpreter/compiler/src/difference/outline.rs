//! A game as a list of items with their lines, each with the headings that it stands under.

use crate::diagnostic::Span;
use crate::rulebook::Rulebook;
use crate::syntax::tree::{
    CardLine, Clause, Item, PhaseItem, Repeats, Shape, Statement, StatementKind, TrackLine, ValueBody, ValueItem,
};
use crate::syntax::{code_of, line_at};

/// An item.
pub(super) struct Section {
    /// What it is, and its name.
    pub key: (&'static str, String),
    /// Its lines, each with the headings around it.
    pub lines: Vec<(Vec<String>, String)>,
}

impl Section {
    pub fn heading(&self) -> String {
        let (what, name) = &self.key;
        if name.is_empty() { (*what).to_owned() } else { format!("{what} {name}") }
    }
}

struct Outline<'r> {
    text: &'r str,
    sections: Vec<Section>,
    path: Vec<String>,
}

/// All items of a game.
pub(super) fn outline(rulebook: &Rulebook) -> Vec<Section> {
    let mut outline = Outline { text: rulebook.text(), sections: Vec::new(), path: Vec::new() };
    for item in &rulebook.file.items {
        outline.item(item);
    }
    outline.sections
}

impl Outline<'_> {
    fn words(&self, span: Span) -> String {
        code_of(span.of(self.text))
    }

    /// The line at a place without its first words.
    fn line(&self, span: Span, without: &str) -> String {
        let line = code_of(&line_at(self.text, span));
        // What a variant adds or says anew is said as any other.
        let said = ["add ", "replace "].iter().find_map(|verb| line.strip_prefix(verb));
        let line = said.map_or(line.clone(), str::to_owned);
        line.strip_prefix(without).map_or(line.clone(), |rest| rest.trim_start().to_owned())
    }

    fn begin(&mut self, what: &'static str, name: &str) {
        let key = (what, name.to_owned());
        if !self.sections.iter().any(|section| section.key == key) {
            self.sections.push(Section { key, lines: Vec::new() });
        }
    }

    /// A line of the item that was begun last with this key.
    fn say(&mut self, what: &'static str, name: &str, line: String) {
        self.begin(what, name);
        let path = self.path.clone();
        if let Some(section) = self.sections.iter_mut().find(|section| section.key.0 == what && section.key.1 == name) {
            section.lines.push((path, line));
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Header { word, text } if word.text != "source" => {
                self.say("the game", "", format!("{} {}", word.text, text.text));
            }
            Item::Players(mark) => {
                let line = self.line(mark.from.span, "");
                self.say("the game", "", line);
            }
            Item::Teams(teams) => {
                for teams in teams {
                    let line = self.line(teams.span, "");
                    self.say("the game", "", line);
                }
            }
            Item::Option { name, .. } => {
                let line = self.line(name.span, &format!("option {}", self.words(name.span)));
                self.say("option", &name.text, line);
            }
            Item::Require(phrase) => {
                let line = self.words(phrase.span);
                self.say("what is required", "", line);
            }
            Item::Kind { name, .. } => {
                let line = self.line(name.span, &format!("kind {}", self.words(name.span)));
                self.say("kind", &name.text, line);
            }
            Item::Cards(lines) => self.cards(lines),
            Item::Value(value) => self.value(value),
            Item::Places(lines) => {
                for place in lines {
                    let line = self.line(place.name.span, &self.words(place.name.span));
                    self.say("place", &place.name.text, line);
                }
            }
            Item::Track(lines) => {
                for track in lines {
                    let line = self.track(track);
                    self.say("track", &track.name.text, line);
                }
            }
            Item::Phase(phase) => self.phase(phase),
            _ => {}
        }
    }

    fn track(&self, track: &TrackLine) -> String {
        self.line(track.name.span, &self.words(track.name.span))
    }

    fn cards(&mut self, lines: &[CardLine]) {
        for line in lines {
            match line {
                CardLine::Attribute { name, .. } => {
                    let line = self.line(name.span, "");
                    self.say("cards", "", line);
                }
                CardLine::Row(row) => {
                    let line = self.words(row.span);
                    self.say("cards", "", line);
                }
                CardLine::If { cond, rows } => {
                    self.path.push(format!("if {}", self.words(cond.span)));
                    for row in rows {
                        let line = self.words(row.span);
                        self.say("cards", "", line);
                    }
                    self.path.clear();
                }
            }
        }
    }

    fn value(&mut self, value: &ValueItem) {
        let name = value.name.text.as_str();
        let heading = self.line(value.name.span, &format!("value {}", self.words(value.name.span)));
        self.say("value", name, heading);
        match &value.body {
            ValueBody::Formula(_) => {}
            ValueBody::Table { rows, .. } => {
                for row in rows {
                    let line = self.words(row.span);
                    self.say("value", name, line);
                }
            }
            ValueBody::Grid { across, rows, .. } => {
                let line = self.line(across.span, "");
                self.say("value", name, line);
                for (_, _, span) in rows {
                    let line = self.words(*span);
                    self.say("value", name, line);
                }
            }
        }
    }

    fn phase(&mut self, phase: &PhaseItem) {
        let name = phase.name.text.clone();
        self.begin("phase", &name);
        for taken in &phase.takes {
            let called = taken.called.as_ref().map_or(String::new(), |name| format!(" as {}", name.text));
            self.say("phase", &name, format!("for {}{called}", taken.what.text));
        }
        match &phase.repeats {
            Repeats::Until(phrase) => {
                let line = format!("repeats until {}", self.words(phrase.span));
                self.say("phase", &name, line);
            }
            Repeats::Always => self.say("phase", &name, "repeats".to_owned()),
            Repeats::Times(phrase) => {
                let line = format!("repeats {} times", self.words(phrase.span));
                self.say("phase", &name, line);
            }
            Repeats::Once | Repeats::Count { .. } => {}
        }
        for track in &phase.tracks {
            let line = format!("track {} {}", track.name.text, self.track(track));
            self.say("phase", &name, line);
        }
        self.block(&name, &phase.body);
        self.path.clear();
    }

    /// Lines that stand under a heading.
    fn under(&mut self, heading: String, say: impl FnOnce(&mut Self)) {
        self.path.push(heading);
        say(self);
        self.path.pop();
    }

    fn block(&mut self, phase: &str, block: &[Statement]) {
        for statement in block {
            self.statement(phase, statement);
        }
    }

    fn statement(&mut self, phase: &str, statement: &Statement) {
        let line = self.words(statement.span);
        self.say("phase", phase, line.clone());
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                for (index, (cond, body)) in branches.iter().enumerate() {
                    let heading = format!("if {}", self.words(cond.span));
                    if index > 0 {
                        self.say("phase", phase, format!("otherwise {heading}"));
                    }
                    self.under(heading, |outline| outline.block(phase, body));
                }
                if !otherwise.is_empty() {
                    self.say("phase", phase, "otherwise".to_owned());
                    self.under(format!("otherwise of {line}"), |outline| outline.block(phase, otherwise));
                }
            }
            StatementKind::Ask { acts, .. } => {
                let alone = acts.iter().all(|act| act.span == statement.span);
                self.under(line, |outline| {
                    for act in acts {
                        if alone { outline.inside(phase, act) } else { outline.clause(phase, act) }
                    }
                });
            }
            StatementKind::Form(form) => {
                let heading = match &form.name {
                    Some(name) => format!("{} {}", form.word.text, name.text),
                    None => form.word.text.clone(),
                };
                self.under(heading, |outline| form.clauses.iter().for_each(|clause| outline.clause(phase, clause)));
            }
            _ => {
                for body in statement.blocks() {
                    self.under(line.clone(), |outline| outline.block(phase, body));
                }
            }
        }
    }

    fn clause(&mut self, phase: &str, clause: &Clause) {
        let line = self.words(clause.span);
        self.say("phase", phase, line);
        let heading = match &clause.shape {
            Shape::Act { name, .. } if name.text != clause.word.text => format!("{} {}", clause.word.text, name.text),
            Shape::Word(name) | Shape::Follow { name, .. } => format!("{} {}", clause.word.text, name.text),
            _ => clause.word.text.clone(),
        };
        self.under(heading, |outline| outline.inside(phase, clause));
    }

    fn inside(&mut self, phase: &str, clause: &Clause) {
        if let Some(worth) = &clause.worth {
            let line = format!("worth {}", self.words(worth.span));
            self.say("phase", phase, line);
        }
        for inner in clause.musts.iter().chain(&clause.clauses) {
            self.clause(phase, inner);
        }
        self.block(phase, &clause.body);
    }
}
