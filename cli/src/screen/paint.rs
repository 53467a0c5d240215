//! Lines of coloured pieces, folded at spaces. Colours are those of a terminal; without them the words say all.

use bidlang::Colour;

use crate::output::safe;

/// A space at which no line is folded.
pub const BOUND: char = '\u{a0}';

/// How a piece looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// As the rest.
    Plain,
    /// What one should look at first.
    Strong,
    /// What is there all the time.
    Faint,
    /// A card of this group, such as its suit.
    Group(usize),
}

/// Some words that look alike and stay on one line.
#[derive(Debug, Clone)]
pub struct Piece {
    text: String,
    look: Look,
}

impl Piece {
    /// Words; control characters are shown as spaces.
    pub fn new(text: &str, look: Look) -> Self {
        Self { text: safe(text).into_owned(), look }
    }

    /// How wide it is.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }

    fn write(&self, to: &mut String, colours: Option<&Palette>) {
        let text = self.text.replace(BOUND, " ");
        let code = colours.and_then(|palette| palette.code(self.look));
        match code {
            Some(code) => to.push_str(&format!("\u{1b}[{code}m{}\u{1b}[0m", text)),
            None => to.push_str(&text),
        }
    }
}

/// The colours of a game's groups of cards.
#[derive(Debug, Clone)]
pub struct Palette {
    /// Of each group.
    pub groups: Vec<Colour>,
}

impl Palette {
    fn code(&self, look: Look) -> Option<&'static str> {
        match look {
            Look::Plain => None,
            Look::Strong => Some("1"),
            Look::Faint => Some("2"),
            Look::Group(group) => self.groups.get(group).map(|colour| code(*colour)),
        }
    }
}

/// How a terminal is told a colour; ink is what it writes in, bold.
const fn code(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "1",
        Colour::Teal => "96",
        Colour::Amber => "93",
        Colour::Blue => "94",
        Colour::Green => "92",
        Colour::Violet => "95",
        Colour::Red => "91",
        Colour::Brown => "33",
        Colour::Slate => "90",
    }
}

/// A line, or several where it is folded.
#[derive(Debug, Clone, Default)]
pub struct Text(Vec<Piece>);

impl Text {
    /// A line of words.
    pub fn of(text: &str, look: Look) -> Self {
        Self(vec![Piece::new(text, look)])
    }

    /// Adds words behind.
    pub fn add(&mut self, text: &str, look: Look) {
        self.0.push(Piece::new(text, look));
    }

    /// Adds another text behind.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// How wide it is on one line.
    pub fn width(&self) -> usize {
        self.0.iter().map(Piece::width).sum()
    }

    /// Spaces behind it, up to a width.
    pub fn padded(mut self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        if missing > 0 {
            self.add(&" ".repeat(missing), Look::Plain);
        }
        self
    }

    /// The line as a terminal takes it.
    pub fn line(&self, colours: Option<&Palette>) -> String {
        let mut line = String::new();
        self.0.iter().for_each(|piece| piece.write(&mut line, colours));
        line
    }

    /// Folds at spaces and between pieces; lines but the first begin with `indent` spaces.
    pub fn folded(self, width: usize, indent: usize) -> Vec<Self> {
        let (mut lines, mut line, mut used) = (Vec::new(), Self::default(), 0);
        let words = self.0.into_iter().flat_map(|piece| {
            let words: Vec<Piece> =
                piece.text.split_inclusive(' ').map(|word| Piece { text: word.to_owned(), look: piece.look }).collect();
            words
        });
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            // A comma stays with what it stands behind.
            let comma = words.peek().is_some_and(|next| next.text.starts_with(',') && !word.text.ends_with(' '));
            let wide = word.text.trim_end_matches(' ').chars().count() + usize::from(comma);
            if wide == 0 && used >= width {
                continue;
            }
            if used + wide > width && used > indent {
                lines.push(std::mem::take(&mut line));
                line.add(&" ".repeat(indent), Look::Plain);
                used = indent;
            }
            used += word.width();
            line.0.push(word);
        }
        lines.push(line);
        lines.iter_mut().for_each(Self::end_at_a_letter);
        lines
    }

    /// Takes spaces away from the end, which would go over the edge.
    fn end_at_a_letter(&mut self) {
        while let Some(last) = self.0.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            if !last.text.is_empty() {
                return;
            }
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, Text};

    #[test]
    fn no_line_begins_with_a_comma() {
        let mut text = Text::of("a ", Look::Plain);
        text.add("Once-around", Look::Strong);
        text.add(", Fixed-price", Look::Plain);
        let lines: Vec<String> = text.folded(13, 0).iter().map(|line| line.line(None)).collect();
        assert_eq!(lines, ["a", "Once-around,", "Fixed-price"]);
    }
}
