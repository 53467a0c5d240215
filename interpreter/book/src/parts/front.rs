//! What stands under the title, what a variant changes, house rules, and where the rules come from.

use bidlang::diagnostic::printable;
use bidlang::difference::{self, Difference};
use bidlang::rulebook::Rulebook;
use bidlang::syntax::tree::{Item, MarkSpan, Name};

use super::part;
use crate::english::{English, spoken};
use crate::model::{Block, Chapter, Step, Table, Text, term};
use crate::notes;

/// The sentences under the title.
pub(crate) fn front(english: English) -> Chapter {
    let rulebook = english.rulebook;
    let game = &rulebook.game;
    let mut blocks = Vec::new();
    let about = about(english);
    for paragraph in &about {
        blocks.push(Block::Say(Text::sentence(paragraph)));
    }
    let (fewest, most) = game.players;
    let players = match english.wish.players {
        Some(players) => format!("These are the rules for {players} players"),
        None if fewest == most => format!("For {fewest} players"),
        None => format!("For {fewest} to {most} players"),
    };
    let mut line = players;
    if !game.by.is_empty() {
        // Names are written large: `by tradition` is nobody's design.
        let word = if game.by.starts_with(char::is_uppercase) { "Designed by" } else { "By" };
        line = format!("{line}. {word} {}", printable(&game.by));
    }
    line.push_str(". Sit around a table; the seats are numbered from 1, ");
    line.push_str(english.at_first());
    if english.turns_round() {
        line.push_str(
            ". Play goes that way at first; the direction of play may turn round, and the order of play with it",
        );
    }
    blocks.push(Block::Say(Text::sentence(&line)));
    let lines = english.rulebook.file.items.iter();
    for line in lines.filter_map(|item| if let Item::Teams(teams) = item { Some(teams) } else { None }).flatten() {
        let holds = line.when.as_ref().and_then(|when| english.wish.decides(english.rulebook, when));
        if holds == Some(false) {
            continue;
        }
        let says = match &line.by {
            Some(by) => format!("players whose {} is the same play together", english.name(&by.text)),
            None => {
                let team = |seats: &Vec<Name>| {
                    let seats: Vec<&str> = seats.iter().map(|seat| seat.text.as_str()).collect();
                    format!("seats {}", seats.join(" and "))
                };
                let teams: Vec<String> = line.seats.iter().map(team).collect();
                format!("the seats of a team score together: {}", teams.join(" against "))
            }
        };
        let says = match line.when.as_ref().filter(|_| holds.is_none()) {
            Some(when) => format!("if {}, {says}", english.condition(when)),
            None => says,
        };
        blocks.push(Block::Say(Text::sentence(&says)));
    }
    let settled: Vec<String> = game
        .options
        .iter()
        .enumerate()
        .filter_map(|(index, option)| {
            let value = english.wish.options.get(index).copied().flatten()?;
            Some(format!("{}: {}", term(&option.name), rulebook.option_word(index, value).replace('-', " ")))
        })
        .collect();
    if !settled.is_empty() {
        blocks.push(Block::Say(Text::sentence(&format!("House rules of this book: {}", settled.join("; ")))));
    }
    Chapter { blocks, ..Chapter::default() }
}

/// The paragraphs at the head of the file that say what the game is: all of a variant; of a game what names neither the
/// designer nor the source. What stands behind the source says more of it, but for the last.
pub(crate) fn about(english: English) -> Vec<String> {
    let mut found = head(english);
    if english.rulebook.base.is_none() {
        if let Some(source) = found.iter().position(|paragraph| paragraph.starts_with("Rules:")) {
            let last = found.len().saturating_sub(1).max(source);
            found.drain(source..last);
        }
        found = found.iter().map(|paragraph| parted(english, paragraph).1).filter(|rest| !rest.is_empty()).collect();
    }
    found
}

fn head(english: English) -> Vec<String> {
    let sources = &english.rulebook.sources;
    sources.parts().first().map(|part| notes::head(part.span.of(sources.text()))).unwrap_or_default()
}

/// What a paragraph says of where the rules come from, and what it says of the game: `Rules: ...` is all of the one; behind
/// the title the first sentence is, if it names a person, a place or a time, with those behind it that name a time.
fn parted(english: English, paragraph: &str) -> (String, String) {
    if paragraph.starts_with("Rules:") {
        return (paragraph.to_owned(), String::new());
    }
    let title = english.rulebook.game.title.as_str();
    let behind = paragraph.strip_prefix(title).filter(|rest| rest.starts_with(',') || rest.starts_with(" ("));
    let Some(behind) = behind else { return (String::new(), paragraph.to_owned()) };
    let sentences = notes::sentences(behind);
    let credits = sentences
        .iter()
        .enumerate()
        .take_while(|(at, sentence)| names_a_time(sentence) || *at == 0 && names_something(sentence))
        .count();
    match sentences.split_at_checked(credits) {
        Some((credits, rest)) if !credits.is_empty() => (format!("{title}{}", credits.join(" ")), rest.join(" ")),
        _ => (String::new(), paragraph.to_owned()),
    }
}

/// Whether words say when something was made: a year, or that it is traditional.
fn names_a_time(words: &str) -> bool {
    let words = words.split(|c: char| !c.is_alphanumeric());
    words.into_iter().any(|word| {
        let year = word.len() == 4 && word.chars().all(|c| c.is_ascii_digit());
        year || word.to_lowercase().starts_with("tradition")
    })
}

/// Whether there is a name among words: one that is written large.
fn names_something(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(char::is_uppercase))
}

/// Most rows of cards that are shown one by one as different.
const MOST_CARD_ROWS: usize = 2;

/// What a variant changes in its base.
pub(crate) fn variant(english: English, base: &Rulebook) -> Chapter {
    let title = printable(&base.game.title);
    let mut rows = Vec::new();
    for topic in difference::between(base, english.rulebook) {
        // Another deck is one difference.
        if topic.heading.starts_with("cards") && topic.differences.len() > MOST_CARD_ROWS {
            let row: Vec<Text> = ["cards", "another pack", "the pack of this book"].map(Text::from).into();
            if !rows.contains(&row) {
                rows.push(row);
            }
            continue;
        }
        for difference in topic.differences {
            let (was, now) = match difference {
                Difference::Gone(was) => (was, String::new()),
                Difference::New(now) => (String::new(), now),
                Difference::Instead(was, now) => (was, now),
            };
            // The titles stand above.
            if was.starts_with("game ") || now.starts_with("by ") {
                continue;
            }
            rows.push(vec![Text(spoken(&printable(&topic.heading))), cell(&was), cell(&now)]);
        }
    }
    if rows.is_empty() {
        let say = format!("This is a variant of {title}, and says the same.");
        return part("What is different", 2, vec![Block::Say(Text(say))]);
    }
    let say = format!(
        "This is a variant of {title}. All of its rules stand in this book; in the words of the rules file, these differ:"
    );
    let head = vec![Text::from("Where"), Text(format!("In {title}")), Text::from("Here")];
    part("What is different", 2, vec![Block::Say(Text(say)), Block::Table(Table { head, rows })])
}

/// Lines of a rules file in a cell.
fn cell(lines: &str) -> Text {
    let lines: Vec<String> = lines.lines().map(|line| printable(line.trim())).collect();
    Text(if lines.is_empty() { "nothing".to_owned() } else { lines.join("; ") })
}

/// The house rules, with what they usually are.
pub(crate) fn options(english: English) -> Option<Chapter> {
    let rulebook = english.rulebook;
    let mut rows = Vec::new();
    let mut requires = Vec::new();
    for item in &rulebook.file.items {
        match item {
            Item::Option { name, marks, usually } => {
                let index = rulebook.game.options.iter().position(|option| option.name == name.text);
                if index.and_then(|index| english.wish.options.get(index)).copied().flatten().is_some() {
                    continue;
                }
                let note = notes::behind(rulebook.text(), name.span).unwrap_or_default();
                let values: Vec<String> = marks.iter().map(mark).collect();
                rows.push(vec![
                    Text(term(&name.text)),
                    Text(values.join(" or ")),
                    Text(spoken(&usually.text)),
                    Text(note),
                ]);
            }
            Item::Require(cond) if english.wish.decides(rulebook, cond) != Some(true) => {
                requires.push(Step::from(Text::sentence(&english.condition(cond))));
            }
            _ => {}
        }
    }
    if rows.is_empty() && requires.is_empty() {
        return None;
    }
    let mut head: Vec<Text> = ["Option", "May be", "Usually", ""].map(Text::from).into();
    if rows.iter().all(|row| row.last().is_some_and(|note| note.0.is_empty())) {
        head.pop();
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
    let mut blocks = Vec::new();
    if !rows.is_empty() {
        blocks.push(Block::Say(Text::from(
            "Agree on these before you begin. Where nothing else is agreed, the usual holds.",
        )));
        blocks.push(Block::Table(Table { head, rows }));
    }
    if !requires.is_empty() {
        blocks.push(Block::Say(Text::from("It can be played only like this:")));
        blocks.push(Block::Points(requires));
    }
    Some(part("House rules", 2, blocks))
}

/// `2 to 9`
pub(super) fn mark(mark: &MarkSpan) -> String {
    match &mark.to {
        Some(to) => format!("{} to {}", spoken(&mark.from.text), spoken(&to.text)),
        None => spoken(&mark.from.text),
    }
}

/// Who made the game and where its rules come from.
pub(crate) fn credits(english: English) -> Option<Chapter> {
    let rulebook = english.rulebook;
    let mut points: Vec<Step> = Vec::new();
    if rulebook.base.is_none() {
        let credits = head(english).into_iter().map(|paragraph| parted(english, &paragraph).0);
        points.extend(credits.filter(|credit| !credit.is_empty()).map(|credit| Step::from(Text::sentence(&credit))));
    }
    for item in &rulebook.file.items {
        if let Item::Header { word, text } = item
            && word.text == "source"
        {
            let source = printable(&text.text);
            if !points.iter().any(|point| point.text.0.contains(&source)) {
                points.push(Step::from(Text::sentence(&format!("Source: {source}"))));
            }
        }
    }
    (!points.is_empty()).then(|| part("Where the rules come from", 2, vec![Block::Points(points)]))
}
