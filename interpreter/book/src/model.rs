//! A rule book: parts with paragraphs, steps, points and tables. It knows nothing of how it is shown.

/// A whole rule book.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Book {
    /// The title of the game.
    pub title: String,
    /// Its parts, in order.
    pub parts: Vec<Chapter>,
}

/// A part under a heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chapter {
    /// The heading; empty for what stands under the title.
    pub heading: String,
    /// How deep it lies: 2 for a main part, 3 for a part of one.
    pub level: u8,
    /// What links to it name.
    pub anchor: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// Something that is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Say(Text),
    /// What is done where that is one thing; its lists follow.
    Lead(Text),
    /// A remark of the designer.
    Note(Text),
    /// Things done one after the other.
    Steps(Vec<Step>),
    /// Things that stand side by side.
    Points(Vec<Step>),
    /// Rows and columns.
    Table(Table),
}

/// One of several things, with what belongs to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// What is said.
    pub text: Text,
    /// What stands under it.
    pub inner: Vec<Block>,
}

/// Rows of cells under a row of headings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The headings of the columns.
    pub head: Vec<Text>,
    /// Rows with a cell for each column.
    pub rows: Vec<Vec<Text>>,
}

const TERM: char = '\u{1}';
const STRONG: char = '\u{2}';
const LINK: char = '\u{3}';
const TO: char = '\u{4}';
const END: char = '\u{5}';

/// Words in which some are names of the rules file, some are stressed and some lead to other parts. Made by `term`,
/// `strong` and `link` out of plain words, which never hold control characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(pub String);

/// A stretch of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Plain words.
    Plain(String),
    /// A name of the rules file.
    Term(String),
    /// Stressed words.
    Strong(String),
    /// Words that lead to the part of the second.
    Link(String, String),
}

/// A name of the rules file.
#[must_use]
pub fn term(word: &str) -> String {
    format!("{TERM}{}{END}", word.replace('-', " "))
}

/// Stressed words.
#[must_use]
pub fn strong(words: &str) -> String {
    format!("{STRONG}{words}{END}")
}

/// Words that lead to a part.
#[must_use]
pub fn link(words: &str, anchor: &str) -> String {
    format!("{LINK}{words}{TO}{anchor}{END}")
}

/// The name by which links find a heading.
#[must_use]
pub fn anchor(heading: &str) -> String {
    let plain: String = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-')).collect();
    plain.to_lowercase().replace(' ', "-")
}

impl Text {
    /// Its stretches.
    #[must_use]
    pub fn runs(&self) -> Vec<Run> {
        let mut found = Vec::new();
        let mut plain = String::new();
        let mut letters = self.0.chars();
        while let Some(letter) = letters.next() {
            if !matches!(letter, TERM | STRONG | LINK) {
                if letter != END && letter != TO {
                    plain.push(letter);
                }
                continue;
            }
            if !plain.is_empty() {
                found.push(Run::Plain(std::mem::take(&mut plain)));
            }
            let inner: String = letters.by_ref().take_while(|letter| *letter != END).collect();
            found.push(match letter {
                TERM => Run::Term(inner),
                STRONG => Run::Strong(inner),
                _ => {
                    let (words, to) = inner.split_once(TO).unwrap_or((&inner, ""));
                    Run::Link(words.to_owned(), to.to_owned())
                }
            });
        }
        if !plain.is_empty() {
            found.push(Run::Plain(plain));
        }
        found
    }

    /// A sentence: a capital at its beginning and a full stop at its end.
    #[must_use]
    pub(crate) fn sentence(words: &str) -> Self {
        let mut text = capital(words.trim());
        let last = text.trim_end_matches(END).chars().next_back();
        if last.is_some_and(|last| !matches!(last, '.' | ':' | '!' | '?')) {
            text.push('.');
        }
        Self(text)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self(words.to_owned())
    }
}

impl From<Text> for Step {
    fn from(text: Text) -> Self {
        Self { text, inner: Vec::new() }
    }
}

/// Words with a capital at their beginning.
#[must_use]
pub fn capital(words: &str) -> String {
    let at = words.find(|c| !matches!(c, TERM | STRONG | LINK)).unwrap_or(0);
    let (marks, rest) = words.split_at(at);
    let mut letters = rest.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{marks}{first}{}", letters.as_str())
}
