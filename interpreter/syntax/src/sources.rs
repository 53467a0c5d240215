//! The texts that a game is made of, laid end to end: a place in the whole says in which file it lies. The first text begins
//! at nought, so places in a game of one file are places in that file.

use line_index::{LineCol, LineIndex, TextSize, WideEncoding};
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
    /// The text of that file alone.
    pub text: &'s str,
    /// The place, counted from the start of that text.
    pub span: Span,
}

impl Place<'_> {
    /// The number of the line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        position(self.text, self.span.start).line
    }
}

/// A line and a column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line; lines end with a line feed.
    pub line: usize,
    /// The column in letters (Unicode code points).
    pub column: usize,
    /// The column in code units of UTF-16, as many editors count.
    pub utf16: usize,
}

/// Where a byte of a text stands. Of a letter of several bytes it is where the letter begins; behind the end it is the end.
#[must_use]
pub fn position(text: &str, at: u32) -> Position {
    let lines = LineIndex::new(text);
    let at = text.floor_char_boundary(at as usize);
    // A text is far smaller than 4 GiB, and a boundary of letters has a line and a column.
    let found =
        TextSize::try_from(at).ok().and_then(|at| lines.try_line_col(at)).unwrap_or(LineCol { line: 0, col: 0 });
    let column = |encoding| lines.to_wide(encoding, found).map_or(found.col, |wide| wide.col) as usize + 1;
    Position { line: found.line as usize + 1, column: column(WideEncoding::Utf32), utf16: column(WideEncoding::Utf16) }
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

#[cfg(test)]
mod tests {
    use super::{Position, position};

    #[test]
    fn columns_count_letters_and_units_of_utf16() {
        let text = "ab\nä𝄞x\n";
        let found = |at| {
            let Position { line, column, utf16 } = position(text, at);
            (line, column, utf16)
        };
        assert_eq!(found(0), (1, 1, 1));
        assert_eq!(found(2), (1, 3, 3));
        assert_eq!(found(3), (2, 1, 1));
        assert_eq!(found(5), (2, 2, 2));
        // Inside a letter it is where the letter begins.
        assert_eq!(found(6), (2, 2, 2));
        assert_eq!(found(9), (2, 3, 4));
        assert_eq!(found(10), (2, 4, 5));
        assert_eq!(found(11), (3, 1, 1));
        assert_eq!(found(u32::MAX), (3, 1, 1));
        assert_eq!(position("", 7), Position { line: 1, column: 1, utf16: 1 });
    }
}
