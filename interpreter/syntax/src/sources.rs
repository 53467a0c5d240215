//! The texts that a game is made of, laid end to end: a place in the whole says in which file it lies. The first text begins
//! at nought, so places in a game of one file are places in that file.

use sha2::{Digest, Sha256};

use crate::diagnostic::{Diagnostic, Label, Span};

/// One of the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The name of the file, for people.
    pub name: String,
    /// Where it lies in the whole.
    pub span: Span,
}

/// All texts of a game. The first is the file that was asked for, then come its base and libraries.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    text: String,
    parts: Vec<Part>,
}

/// A place in one file.
#[derive(Debug, Clone, Copy)]
pub struct Place<'s> {
    /// The name of the file.
    pub name: &'s str,
    /// Its text.
    pub text: &'s str,
    /// The place in it.
    pub span: Span,
}

impl Place<'_> {
    /// The number of the line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.text.get(..self.span.start as usize).map_or(0, |before| before.matches('\n').count() + 1)
    }
}

impl Sources {
    /// One text alone.
    #[must_use]
    pub fn one(name: &str, text: &str) -> Self {
        let mut sources = Self::default();
        sources.add(name, text);
        sources
    }

    /// Puts another text behind those that are there, and says where it lies.
    pub fn add(&mut self, name: &str, text: &str) -> Span {
        if !self.text.is_empty() || !self.parts.is_empty() {
            self.text.push('\n');
        }
        let start = self.text.len();
        self.text.push_str(text);
        let span = Span::new(start, self.text.len());
        self.parts.push(Part { name: name.to_owned(), span });
        span
    }

    /// All texts, as the places of the game count them.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The files in the order in which they were asked for.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The number of the file in which a place lies.
    #[must_use]
    pub fn file_of(&self, span: Span) -> usize {
        self.parts.iter().rposition(|part| part.span.start <= span.start).unwrap_or(0)
    }

    /// The file in which a place lies, and where in it.
    #[must_use]
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let part = self.parts.get(self.file_of(span))?;
        let local = |at: u32| at.saturating_sub(part.span.start).min(part.span.end - part.span.start);
        Some(Place {
            name: &part.name,
            text: part.span.of(&self.text),
            span: Span { start: local(span.start), end: local(span.end) },
        })
    }

    /// The labels of a problem, file by file: those of the file of the problem itself first. Each has its own places.
    #[must_use]
    pub fn labels(&self, problem: &Diagnostic) -> Vec<(&Part, &str, Vec<Label>)> {
        let mut found: Vec<(usize, Vec<Label>)> = Vec::new();
        for label in &problem.labels {
            let file = self.file_of(label.span);
            let Some(place) = self.place(label.span) else { continue };
            let local = Label { span: place.span, text: label.text.clone() };
            match found.iter_mut().find(|(other, _)| *other == file) {
                Some((_, labels)) => labels.push(local),
                None => found.push((file, vec![local])),
            }
        }
        let shown = found.into_iter().filter_map(|(file, labels)| {
            let part = self.parts.get(file)?;
            Some((part, part.span.of(&self.text), labels))
        });
        shown.collect()
    }

    /// SHA-256 in hexadecimal: of the text where there is one, else of the hashes of all texts, each on a line.
    #[must_use]
    pub fn hash(&self) -> String {
        let hashes: Vec<String> = self.parts.iter().map(|part| hex(part.span.of(&self.text))).collect();
        match hashes.as_slice() {
            [only] => only.clone(),
            all => hex(&all.iter().map(|hash| format!("{hash}\n")).collect::<String>()),
        }
    }
}

fn hex(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
