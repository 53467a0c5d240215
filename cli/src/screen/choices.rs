//! What may be done, in columns: each with the letter or number that chooses it; numbers that are bid as from where to where.

use std::ops::ControlFlow;

use bidlang::{Act, Picking, Step, Turn};

use super::paint::{Look, Text};

/// Most acts that are listed one by one.
const MOST: usize = 5_000;
/// Most acts that are listed whole where they can be picked card by card.
const MOST_WHOLE: u64 = 20;
/// Ends an act that could have more cards.
pub const DONE: &str = "done";
/// How several cards are picked.
const CARD_BY_CARD: &str = ": one card after the other, or several at once";

/// What may be done, and how it is said.
#[derive(Debug, Clone)]
pub struct Choices {
    /// The word that all of them begin with, which stands once.
    head: String,
    /// What is said behind it.
    tail: &'static str,
    entries: Vec<Entry>,
    /// So many more there are than could be listed.
    unlisted: u64,
}

/// A line of the list.
#[derive(Debug, Clone)]
struct Entry {
    /// What chooses it; nothing for numbers that are typed.
    label: Option<String>,
    words: String,
    /// Whether they go on behind the word that stands once.
    behind: bool,
    target: Option<Target>,
}

/// What a label of the list stands for.
#[derive(Debug, Clone)]
pub enum Target {
    /// An act.
    Act(Act),
    /// One more card of an act that picks several.
    Step(Step),
}

impl Choices {
    /// What may be done in a turn. Where something was picked already, what goes with it; where `on_screen`, sorted as a hand is, and acts of
    /// several cards by their next card alone, if there are too many of them to be read.
    pub fn of(turn: &Turn, picking: Option<&Picking>, on_screen: bool) -> Self {
        match picking.filter(|picking| picking.begun() || on_screen && turn.count() > MOST_WHOLE) {
            Some(picking) => Self::of_steps(turn, picking),
            None => Self::of_acts(turn, on_screen),
        }
    }

    fn of_steps(turn: &Turn, picking: &Picking) -> Self {
        let mut labels = Labels { letters: turn.asks_for_a_number(), next: 0 };
        let mut entries: Vec<Entry> = Vec::new();
        let mut put = |words: String, target: Target| {
            entries.push(Entry { label: Some(labels.next()), words, behind: false, target: Some(target) });
        };
        picking.whole().into_iter().for_each(|act| put(format!("{DONE}: no more"), Target::Act(act)));
        picking.at_once().into_iter().for_each(|act| put(act.to_string(), Target::Act(act)));
        let steps = picking.steps();
        let one_act = steps.iter().all(|step| steps.first().is_some_and(|first| first.act_name() == step.act_name()));
        let named = !picking.begun() || !one_act;
        for step in steps {
            let words = match (named, step.thing()) {
                (_, "") => format!("{} …", step.act_name()),
                (true, thing) => format!("{} {thing}", step.act_name()),
                (false, thing) => thing.to_owned(),
            };
            put(words, Target::Step(step));
        }
        let so_far = picking.so_far();
        let joined = if so_far.contains(' ') { " and" } else { ":" };
        let head = if picking.begun() { format!("{so_far}{joined}") } else { String::new() };
        let tail = if picking.begun() { "" } else { CARD_BY_CARD };
        let mut choices = Self { head, tail, entries, unlisted: 0 };
        if !picking.begun() {
            choices.shorten();
        }
        choices
    }

    fn of_acts(turn: &Turn, sorted: bool) -> Self {
        let count = turn.count();
        let mut acts: Vec<Act> = Vec::new();
        turn.each(|choice| {
            acts.push(turn.act(choice));
            if acts.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if sorted && acts.len() < MOST {
            acts.sort_by_cached_key(Act::order);
        }
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
                    entries.push(Entry {
                        label: Some(labels.next()),
                        words,
                        behind: false,
                        target: Some(Target::Act(act)),
                    });
                }
            }
        }
        entries.extend(run.take().map(Entry::of_numbers));
        let mut choices = Self { head: String::new(), tail: "", entries, unlisted: count.saturating_sub(listed) };
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
                entry.behind = true;
            }
        }
        self.head = word;
    }

    /// What is listed, in words.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let said =
            |entry: &Entry| if entry.behind { format!("{} {}", self.head, entry.words) } else { entry.words.clone() };
        self.entries.iter().map(said)
    }

    /// What a label stands for.
    pub fn labelled(&self, label: &str) -> Option<&Target> {
        self.entries.iter().find(|entry| entry.label.as_deref() == Some(label)).and_then(|entry| entry.target.as_ref())
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
        head.add(self.tail, Look::Faint);
        let label = self.entries.iter().filter_map(|entry| entry.label.as_ref().map(String::len)).max().unwrap_or(0);
        let cells: Vec<Text> = self.entries.iter().map(|entry| entry.cell(label)).collect();
        let widest = cells.iter().map(Text::width).max().unwrap_or(0) + 3;
        let columns = (width / widest.max(1)).clamp(1, cells.len().max(1));
        let rows = cells.len().div_ceil(columns);
        let mut lines = head.folded(width, 4);
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
            // What `list` does not list either has to be said.
            let list = if self.entries.len() > most { "`list`, or " } else { "" };
            lines.push(format!("  ... and {more} more: say {list}the act in words"));
        }
        lines
    }

    /// As many of the lines as there is room for.
    pub fn fitting(&self, mut lines: Vec<Text>, room: usize) -> Vec<Text> {
        if lines.len() > room {
            let more = lines.len() - room + 1;
            // Entries stand in columns below one line, and what is said in a word is easily missed.
            let (rows, seen) = (lines.len().saturating_sub(1).max(1), room.saturating_sub(2));
            let hidden = self.entries.iter().enumerate().filter(|(at, _)| at % rows >= seen).map(|(_, entry)| entry);
            let plain: Vec<&str> =
                hidden.map(|entry| entry.words.as_str()).filter(|words| !words.contains(' ')).take(3).collect();
            let plain = if plain.is_empty() { String::new() } else { format!(" (also {})", plain.join(", ")) };
            lines.truncate(room.saturating_sub(1));
            let note = format!("… and {more} more lines{plain}: `list`, or say it in words");
            lines.push(Text::of(&note, Look::Faint));
        }
        lines
    }
}

impl Entry {
    /// `bid 22 to 51`
    fn of_numbers((name, low, high): (String, i64, i64)) -> Self {
        let words = if low == high { format!("{name} {low}") } else { format!("{name} {low} to {high}") };
        Self { label: None, words, behind: false, target: None }
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
