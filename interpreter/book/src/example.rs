//! A worked example: a scripted game that passed, told step by step.

use bidlang::Game;
use bidlang::syntax::tree::{TestItem, TestKind};
use bidlang::syntax::words_of;
use bidlang_lab::script::{self, Outcome};

use super::Settled;
use super::english::English;
use super::model::{Block, Chapter, Step, Text, anchor, strong};
use bidlang::diagnostic::printable;

/// A scripted game to tell as an example.
#[derive(Debug)]
pub struct Example<'t> {
    /// Its lines.
    pub test: &'t TestItem,
    /// The text in which the places of its lines lie.
    pub text: &'t str,
    /// What came of it.
    pub outcome: Outcome,
}

/// The shortest and longest example that is looked for, in lines of its transcript.
const LENGTH: (usize, usize) = (5, 60);

/// Most lines of a transcript that are told.
const MOST_TOLD: usize = 80;

/// The scripted game that is told: one that passes, and shows most in a few lines. One whose name begins with `example` goes
/// first; with `wanted` only those whose name has these words in it count. Each test comes with the text in which it stands.
#[must_use]
pub fn choose<'t>(
    game: &Game,
    settled: &Settled,
    tests: impl IntoIterator<Item = (&'t TestItem, &'t str)>,
    wanted: Option<&str>,
) -> Option<Example<'t>> {
    let mut best: Option<(usize, Example)> = None;
    for (test, text) in tests {
        let named = wanted.is_some() || test.name.text.starts_with("example");
        if wanted.is_some_and(|words| !test.name.text.contains(words)) {
            continue;
        }
        let said = test.lines.iter().filter(|line| matches!(line.kind, TestKind::Said(..))).count();
        let plays_on = test.lines.iter().any(|line| matches!(line.kind, TestKind::PlayOn));
        if !named && said < 2 && !plays_on {
            continue;
        }
        if !script::setup_of(game, test).is_some_and(|setup| settled.allows(&setup)) {
            continue;
        }
        let outcome = script::play(game, test);
        let length = outcome.transcript.lines().count();
        if !outcome.failures.is_empty() || (!named && length < LENGTH.0) {
            continue;
        }
        // What is too long to be told whole is better than nothing.
        let fits = named || (length <= LENGTH.1 && said >= 2);
        let worth = worth(test, &outcome, said) + if named { 2000 } else { 0 } + if fits { 1000 } else { 0 };
        if best.as_ref().is_none_or(|(other, _)| worth > *other) {
            best = Some((worth, Example { test, text, outcome }));
        }
    }
    best.map(|(_, told)| told)
}

/// How much a scripted game shows: bids, an auction or trick that is won, points, acts that somebody chose; by the usual house
/// rules.
fn worth(test: &TestItem, outcome: &Outcome, said: usize) -> usize {
    let lines = || outcome.transcript.lines().filter(|line| !line.is_empty());
    let shows = |words: &str| lines().filter(|line| line.contains(words)).count().min(2);
    let kinds = [" wins the auction", " wins trick", " scores ", " bids ", " but "];
    let shown: usize = kinds.iter().map(|words| 3 * shows(words)).sum();
    let acts = lines().filter(|line| !line.starts_with("  "));
    let (forced, free): (Vec<&str>, Vec<&str>) = acts.partition(|line| line.contains("(forced)"));
    let usual = !test.lines.iter().any(|line| matches!(line.kind, TestKind::Option(..)));
    let more = usize::from(outcome.snapshot) * 4 + usize::from(usual) * 4;
    // Lists of many cards, as of a deal, are tiring to read.
    let long = lines().filter(|line| line.matches(", ").count() > 4).count();
    (shown + more + said.min(8) + free.len().min(16)).saturating_sub(forced.len() + 2 * long)
}

/// The example as a part of the book.
pub(super) fn part(english: English, told: &Example) -> Chapter {
    let heading = "An example";
    let mut blocks = vec![Block::Say(Text(format!("What it shows: {}.", strong(&printable(&told.test.name.text)))))];
    let given: Vec<Step> = told
        .test
        .lines
        .iter()
        .filter_map(|line| match &line.kind {
            TestKind::Players(names) => {
                let names: Vec<String> = names.iter().map(|name| printable(&name.text)).collect();
                Some(format!(
                    "{} sit around the table, in this order {}",
                    bidlang::words::list(names),
                    english.at_first()
                ))
            }
            TestKind::Option(name, value) => {
                Some(format!("the house rule {} is {}", printable(&name.text), printable(&value.text)))
            }
            TestKind::Holds(..) | TestKind::Is(..) | TestKind::Empty(..) => {
                let words = words_of(line.span.of(told.text));
                Some(printable(words.strip_prefix("given ").unwrap_or(&words)))
            }
            TestKind::Begin(name, pass, given) => {
                let pass = pass.map_or_else(String::new, |pass| format!(" {pass}"));
                let given: Vec<String> = given.iter().map(|given| words_of(given.span.of(told.text))).collect();
                let given = if given.is_empty() { String::new() } else { format!(" for {}", given.join(", ")) };
                let phase = name.text.replace('-', " ");
                Some(format!("it begins with {}", printable(&format!("{phase}{pass}{given}"))))
            }
            _ => None,
        })
        .map(|words| Step::from(Text::sentence(&words)))
        .collect();
    if !given.is_empty() {
        blocks.push(Block::Say(Text::from("What is there at the beginning:")));
        blocks.push(Block::Points(given));
    }
    blocks.push(Block::Say(Text::from("What happens:")));
    let mut steps: Vec<Step> = Vec::new();
    let lines = || told.outcome.transcript.lines().filter(|line| !line.trim().is_empty());
    for line in lines().take(MOST_TOLD) {
        let words = printable(line.trim());
        // `lot to won of Ben: Ace of Suns`
        let moved = line.starts_with("  ") && words.split_once(": ").is_some_and(|(places, _)| places.contains(" to "));
        let text = Text::sentence(&if moved { format!("from {words}") } else { words });
        match steps.last_mut().filter(|_| line.starts_with("  ")) {
            Some(step) => match step.inner.first_mut() {
                Some(Block::Points(points)) => points.push(Step::from(text)),
                _ => step.inner.push(Block::Points(vec![Step::from(text)])),
            },
            None => steps.push(Step::from(text)),
        }
    }
    blocks.push(Block::Steps(steps));
    if lines().count() > MOST_TOLD {
        blocks.push(Block::Say(Text::from("And so on.")));
    }
    if told.outcome.transcript.contains("(forced)") {
        blocks.push(Block::Say(Text::from("Forced: there was nothing else to choose.")));
    }
    Chapter { heading: heading.to_owned(), level: 2, anchor: anchor(heading), blocks }
}
