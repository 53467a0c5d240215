//! What may be done, in columns: each with the letter or number that chooses it; numbers that are bid as from where to where.

use std::ops::ControlFlow;

use bidlang::{Act, Turn};

use super::paint::{Look, Text};

/// Most acts that are listed one by one.
const MOST: usize = 5_000;

/// What may be done, and how it is said.
#[derive(Debug)]
pub struct Choices {
    /// The word that all of them begin with, which stands once.
    head: String,
    entries: Vec<Entry>,
    /// So many more there are than could be listed.
    unlisted: u64,
}

/// A line of the list.
#[derive(Debug)]
struct Entry {
    /// What chooses it; nothing for numbers that are typed.
    label: Option<String>,
    words: String,
    act: Option<Act>,
}

impl Choices {
    /// What may be done in a turn.
    pub fn of(turn: &Turn) -> Self {
        let count = turn.count();
        let mut acts: Vec<Act> = Vec::new();
        turn.each(|choice| {
            acts.push(turn.act(choice));
            if acts.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let (letters, listed) = (turn.asks_for_a_number(), u64::try_from(acts.len()).unwrap_or(u64::MAX));
        let mut entries: Vec<Entry> = Vec::new();
        let mut run: Option<(String, i64, i64)> = None;
        let mut labels = Labels { letters, next: 0 };
        for act in acts {
            let words = act.to_string();
            let number = act.number().map(|number| {
                (words.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').trim_end().to_owned(), number)
            });
            match (number, &mut run) {
                (Some((name, number)), Some((before, _, last)))
                    if *before == name && last.checked_add(1) == Some(number) =>
                {
                    *last = number
                }
                (Some((name, number)), run) => {
                    entries.extend(run.take().map(Entry::of_numbers));
                    *run = Some((name, number, number));
                }
                (None, run) => {
                    entries.extend(run.take().map(Entry::of_numbers));
                    entries.push(Entry { label: Some(labels.next()), words, act: Some(act) });
                }
            }
        }
        entries.extend(run.take().map(Entry::of_numbers));
        let mut choices = Self { head: String::new(), entries, unlisted: count.saturating_sub(listed) };
        choices.shorten();
        choices
    }

    /// The word that all begin with is said once.
    fn shorten(&mut self) {
        let first = |words: &str| words.split_once(' ').map(|(word, _)| word.to_owned());
        let mut picks = self.entries.iter().filter_map(|entry| first(&entry.words));
        let Some(word) = picks.next() else { return };
        if self.entries.len() < 3 || picks.any(|other| other != word) {
            return;
        }
        for entry in &mut self.entries {
            if let Some((_, rest)) = entry.words.split_once(' ') {
                entry.words = rest.to_owned();
            }
        }
        self.head = word;
    }

    /// What is listed, in words.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let head = if self.head.is_empty() { String::new() } else { format!("{} ", self.head) };
        self.entries.iter().map(move |entry| format!("{head}{}", entry.words))
    }

    /// The act of a label.
    pub fn labelled(&self, label: &str) -> Option<&Act> {
        self.entries.iter().find(|entry| entry.label.as_deref() == Some(label)).and_then(|entry| entry.act.as_ref())
    }

    /// How many lines have a label.
    pub fn labels(&self) -> usize {
        self.entries.iter().filter(|entry| entry.label.is_some()).count()
    }

    /// All of them in columns.
    pub fn lines(&self, width: usize) -> Vec<Text> {
        let mut head = Text::of("You may", Look::Strong);
        if !self.head.is_empty() {
            head.add(&format!(" {}", self.head), Look::Strong);
        }
        let label = self.entries.iter().filter_map(|entry| entry.label.as_ref().map(String::len)).max().unwrap_or(0);
        let cells: Vec<Text> = self.entries.iter().map(|entry| entry.cell(label)).collect();
        let widest = cells.iter().map(Text::width).max().unwrap_or(0) + 3;
        let columns = (width / widest.max(1)).clamp(1, cells.len().max(1));
        let rows = cells.len().div_ceil(columns);
        let mut lines = vec![head];
        for row in 0..rows {
            let mut line = Text::default();
            for cell in cells.iter().skip(row).step_by(rows.max(1)) {
                line.extend(cell.clone().padded(widest));
            }
            if line.width() > width + 3 {
                lines.extend(line.folded(width, 6));
            } else {
                lines.push(line);
            }
        }
        if self.unlisted > 0 {
            lines.push(Text::of(&format!("… and {} more: say one in words", self.unlisted), Look::Faint));
        }
        lines
    }

    /// One to a line, at most so many.
    pub fn plain(&self, most: usize) -> Vec<String> {
        let labels = self.entries.iter().map(|entry| entry.label.as_deref().unwrap_or("·"));
        let lines = labels.zip(self.words()).take(most).map(|(label, words)| format!("  {label:>3}  {words}"));
        let mut lines: Vec<String> = lines.collect();
        let more = u64::try_from(self.entries.len().saturating_sub(most)).unwrap_or(0) + self.unlisted;
        if more > 0 {
            lines.push(format!("  ... and {more} more: say `list`, or the act in words"));
        }
        lines
    }

    /// As many of the lines as there is room for.
    pub fn fitting(&self, mut lines: Vec<Text>, room: usize) -> Vec<Text> {
        if lines.len() > room {
            let more = lines.len() - room + 1;
            lines.truncate(room.saturating_sub(1));
            lines.push(Text::of(&format!("… and {more} more lines: `list`, or say it in words"), Look::Faint));
        }
        lines
    }
}

impl Entry {
    /// `bid 22 to 51`
    fn of_numbers((name, low, high): (String, i64, i64)) -> Self {
        let words = if low == high { format!("{name} {low}") } else { format!("{name} {low} to {high}") };
        Self { label: None, words, act: None }
    }

    fn cell(&self, label: usize) -> Text {
        let mut text = Text::of(&format!("{:>label$}  ", self.label.as_deref().unwrap_or("·")), Look::Strong);
        text.add(&self.words, Look::Plain);
        text
    }
}

/// Labels one after the other: numbers, or letters where numbers mean what is picked.
struct Labels {
    letters: bool,
    next: usize,
}

impl Labels {
    fn next(&mut self) -> String {
        self.next += 1;
        if !self.letters {
            return self.next.to_string();
        }
        let mut number = self.next;
        let mut label = String::new();
        while number > 0 {
            number -= 1;
            label.insert(0, char::from(b'a' + u8::try_from(number % 26).unwrap_or(0)));
            number /= 26;
        }
        label
    }
}
