//! The table on a terminal: at every size from 80 by 24 one sees the table, one's own hand, what happened since the last turn, what may be done,
//! and the prompt. Plain lines with colours rather than a drawing library: nothing on it moves, and they are what a pipe, a dumb terminal and a
//! screen reader take as well.

mod choices;
mod paint;

use std::sync::Arc;

use bidlang::{Board, Chair, Face, Note, Pile};

pub use choices::{Choices, DONE, Target};
pub use paint::Palette;
use paint::{BOUND, Look, Text};

/// How large a terminal is, in letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Letters in a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

/// Most cards of a pile that are shown one by one, where not all is asked for; a hand is shown whole.
const MOST_SHOWN: usize = 8;

/// The place of cards that are out of the game.
const BOX: &str = "box";

/// What a screen is made of.
#[derive(Debug, Clone)]
pub struct Screen {
    /// The title of the game.
    pub title: String,
    /// The table.
    pub board: Board,
    /// What has happened since the last turn of the one who looks.
    pub since: Vec<String>,
    /// What may be done.
    pub choices: Choices,
    /// Whether all is shown that is remembered, also what says nothing yet.
    pub all: bool,
    /// The colours, where they are wanted.
    pub colours: Option<Palette>,
}

impl Screen {
    /// The lines as a terminal of this size takes them.
    pub fn drawn(&self, size: Size) -> Vec<String> {
        self.lines(size).iter().map(|line| line.line(self.colours.as_ref())).collect()
    }

    /// The lines of the screen; the prompt has the line below them.
    fn lines(&self, size: Size) -> Vec<Text> {
        let width = size.width.max(40);
        let mut lines = vec![self.heading(width)];
        for chair in &self.board.seats {
            lines.extend(self.chair(chair).folded(width, 4));
        }
        lines.push(Text::of(&"─".repeat(width), Look::Faint));
        lines.extend(self.middle(width));
        lines.extend(self.hand(width));
        let rest = size.height.saturating_sub(lines.len() + 1);
        let choices = self.choices.lines(width);
        // What may be done comes first; a third of the room is for what happened.
        let room_for_since = (rest / 3).max(rest.saturating_sub(choices.len() + 2));
        let since = self.since_lines(width, room_for_since.saturating_sub(1));
        if !since.is_empty() {
            lines.push(Text::of(&"─".repeat(width), Look::Faint));
            lines.extend(since);
        }
        lines.push(Text::of(&"─".repeat(width), Look::Faint));
        let room = size.height.saturating_sub(lines.len() + 1).max(3);
        lines.extend(self.choices.fitting(choices, room));
        lines
    }

    fn heading(&self, width: usize) -> Text {
        let mut left = Text::of(&self.title, Look::Strong);
        for pass in &self.board.passes {
            left.add(&format!(" · {pass}"), Look::Plain);
        }
        let asked: Vec<&str> =
            self.board.seats.iter().filter(|chair| chair.to_choose).map(|chair| chair.name.as_str()).collect();
        let right = format!("to choose: {}", asked.join(", "));
        let gap = width.saturating_sub(right.chars().count());
        if left.width() + 2 <= gap {
            left = left.padded(gap);
            left.add(&right, Look::Plain);
        }
        left
    }

    /// A seat on a line: who, points, what lies before it, what is remembered of it, what it said.
    fn chair(&self, chair: &Chair) -> Text {
        let board = &self.board;
        let you = board.seats.first().is_some_and(|first| first.seat == chair.seat);
        let widest = board.seats.iter().map(|other| other.name.chars().count()).max().unwrap_or(0);
        let digits = board.seats.iter().map(|other| other.points.to_string().len()).max().unwrap_or(1);
        let mut line = Text::of(if chair.to_choose { "▸ " } else { "  " }, Look::Strong);
        line.add(&format!("{:<widest$}", chair.name), if you { Look::Strong } else { Look::Plain });
        line.add(&format!("  {:>digits$} points", chair.points), Look::Plain);
        for pile in chair.piles.iter().filter(|pile| !(you && is_hand(pile))) {
            line.add("   ", Look::Plain);
            line.extend(self.pile(pile));
        }
        for note in chair.notes.iter().filter(|note| self.all || !self.idle(note)) {
            line.add(&format!("   {} ", note.name), Look::Faint);
            line.add(&note.value, Look::Plain);
        }
        if let Some(said) = chair.said.as_ref().filter(|said| !self.lies_there(chair, said)) {
            line.add(&format!("   {said}"), Look::Plain);
        }
        if chair.ahead {
            line.add("   ahead", Look::Strong);
        }
        line
    }

    /// Whether what a seat said names a card that is shown where it put it.
    fn lies_there(&self, chair: &Chair, said: &str) -> bool {
        let trick = self.board.trick.iter().filter(|laid| laid.seat == chair.seat).map(|laid| &laid.card);
        let own = chair.piles.iter().filter_map(|pile| pile.cards.as_ref()).flatten();
        trick.chain(own).any(|card| said.ends_with(&card.name))
    }

    /// Whether a track of each player says nothing of any of them.
    fn idle(&self, note: &Note) -> bool {
        let same = self.board.seats.iter().flat_map(|chair| &chair.notes).filter(|other| other.name == note.name);
        same.into_iter().all(|other| other.idle)
    }

    /// `lot 7♠ K♥`, `stock 6 cards`
    fn pile(&self, pile: &Pile) -> Text {
        let mut text = Text::of(&format!("{} ", pile.name), Look::Faint);
        let shown = pile.cards.as_ref().filter(|cards| self.all || cards.len() <= MOST_SHOWN);
        match shown {
            Some(cards) => {
                for (index, card) in cards.iter().enumerate() {
                    if index > 0 {
                        text.add(if self.has_symbols() { " " } else { ", " }, Look::Plain);
                    }
                    text.extend(self.card(card));
                }
            }
            None => {
                let count = pile.count.unwrap_or(0);
                text.add(&format!("{count} {}", if count == 1 { "card" } else { "cards" }), Look::Plain);
            }
        }
        for (name, value) in &pile.totals {
            text.add(&format!(" ({name} {value})"), Look::Plain);
        }
        text
    }

    fn has_symbols(&self) -> bool {
        !self.board.groups.is_empty() && self.board.groups.iter().all(|group| group.symbol.is_some())
    }

    /// A card by itself: `10♠`, or its name.
    fn card(&self, card: &Face) -> Text {
        let symbol = card.group.and_then(|group| self.board.groups.get(group)).and_then(|group| group.symbol);
        let look = card.group.map_or(Look::Plain, Look::Group);
        match symbol.filter(|_| card.others.is_empty()) {
            Some(symbol) => Text::of(&format!("{}{symbol}", short(&card.rest)), look),
            None => Text::of(&card.name, look),
        }
    }

    /// The trick, what lies in the middle, and what is remembered of the table.
    fn middle(&self, width: usize) -> Vec<Text> {
        let mut lines = Vec::new();
        let board = &self.board;
        let laid = |lines: &mut Vec<Text>, head: &str, cards: &[bidlang::Laid], tail: &str| {
            let mut line = Text::of(&format!("{head}  "), Look::Faint);
            for (index, laid) in cards.iter().enumerate() {
                line.add(&format!("{}{} ", if index == 0 { "" } else { "   " }, laid.name), Look::Plain);
                line.extend(self.card(&laid.card));
                if laid.ahead {
                    line.add(" ahead", Look::Strong);
                }
            }
            line.add(tail, Look::Plain);
            lines.extend(line.folded(width, 7));
        };
        if !board.trick.is_empty() {
            laid(&mut lines, "trick", &board.trick, "");
        } else if let Some(last) = &board.last_trick {
            laid(&mut lines, "last trick", &last.cards, &format!("   won by {}", last.winner));
        }
        let mut line = Text::default();
        for pile in board.middle.iter().filter(|pile| self.all || pile.name != BOX) {
            if line.width() > 0 {
                line.add("   ", Look::Plain);
            }
            line.extend(self.pile(pile));
        }
        for note in board.notes.iter().filter(|note| self.all || !(note.idle || note.working)) {
            if line.width() > 0 {
                line.add("   ", Look::Plain);
            }
            line.add(&format!("{} ", note.name), Look::Faint);
            line.add(&note.value, Look::Plain);
        }
        if line.width() > 0 {
            lines.extend(line.folded(width, 2));
        }
        lines
    }

    /// The hand of the one who looks, group by group.
    fn hand(&self, width: usize) -> Vec<Text> {
        let Some(own) = self.board.seats.first() else { return Vec::new() };
        let mut lines = Vec::new();
        for pile in own.piles.iter().filter(|pile| is_hand(pile)) {
            let Some(cards) = &pile.cards else { continue };
            let mut line = Text::of(&format!("{}  ", pile.name), Look::Strong);
            let groups: Vec<Option<usize>> = (0..self.board.groups.len()).map(Some).chain([None]).collect();
            for group in groups {
                let of: Vec<&Arc<Face>> = cards.iter().filter(|card| card.group == group).collect();
                if of.is_empty() {
                    continue;
                }
                let name = group.and_then(|group| self.board.groups.get(group));
                let look = group.map_or(Look::Plain, Look::Group);
                // Where the group says all of the card, it is not said twice.
                let name = name.filter(|_| of.iter().any(|card| !card.rest.is_empty() || !card.others.is_empty()));
                let head = name.map_or_else(String::new, |name| match name.symbol {
                    Some(symbol) => format!("{symbol}{BOUND}"),
                    None => format!("{}:{BOUND}", name.name),
                });
                let symbols = self.has_symbols();
                for (index, card) in of.iter().enumerate() {
                    let before = match index {
                        0 => head.as_str(),
                        _ if symbols => " ",
                        _ => ", ",
                    };
                    line.add(&format!("{before}{}", self.in_group(card, symbols)), look);
                }
                line.add("   ", Look::Plain);
            }
            lines.extend(line.folded(width, 6));
        }
        lines
    }

    /// A card where its group stands before it: `10`, `9 and Suns`.
    fn in_group(&self, card: &Face, symbols: bool) -> String {
        if card.group.is_none() {
            return card.name.clone();
        }
        let mut word = if symbols { short(&card.rest).to_owned() } else { card.rest.clone() };
        for other in &card.others {
            if let Some(other) = self.board.groups.get(*other) {
                word.push_str(&format!("+{}", other.name));
            }
        }
        if word.is_empty() { card.name.clone() } else { word }
    }

    /// What has happened, in so many lines: where they do not suffice, first the newest of what players did, then of what followed from it,
    /// which stands further in, and of headings, which follow an empty line.
    fn since_lines(&self, width: usize, most: usize) -> Vec<Text> {
        let before = std::iter::once("").chain(self.since.iter().map(String::as_str));
        let told: Vec<(bool, Vec<Text>)> = before
            .zip(&self.since)
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(before, line)| {
                let did = !line.starts_with(' ') && !before.is_empty();
                (did, Text::of(line.trim_start(), Look::Plain).folded(width, 4))
            })
            .collect();
        let sum: usize = told.iter().map(|(_, lines)| lines.len()).sum();
        // The line that says how many are left out wants room, too.
        let mut room = if sum > most { most.saturating_sub(1) } else { most };
        let mut shown = vec![false; told.len()];
        for wanted in [true, false] {
            let newest = told.iter().zip(&mut shown).rev().filter(|((did, _), _)| *did == wanted);
            for ((_, lines), shown) in newest.take_while(|((_, lines), _)| {
                let fits = lines.len() <= room;
                room = if fits { room - lines.len() } else { 0 };
                fits
            }) {
                *shown = !lines.is_empty();
            }
        }
        let left = shown.iter().filter(|shown| !**shown).count();
        let mut lines: Vec<Text> =
            told.into_iter().zip(shown).filter(|(_, shown)| *shown).flat_map(|((_, lines), _)| lines).collect();
        if left > 0 && most > 0 {
            let word = if left == 1 { "line" } else { "lines" };
            lines.insert(0, Text::of(&format!("… {left} more {word}: `last`"), Look::Faint));
        }
        lines
    }
}

/// Whether a pile of the one who looks is one that not all see, as a hand: it gets a line of its own.
fn is_hand(pile: &Pile) -> bool {
    pile.closed && pile.cards.is_some()
}

/// The court cards as everybody writes them.
fn short(rank: &str) -> &str {
    match rank {
        "Ace" => "A",
        "King" => "K",
        "Queen" => "Q",
        "Jack" => "J",
        other => other,
    }
}
