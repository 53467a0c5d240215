//! What differs between two games, in words of their rules: item by item, and inside a phase clause by clause. It compares
//! what the games say after variants and libraries are resolved, not how their files are written.

mod lines;
mod outline;

use crate::rulebook::Rulebook;

use outline::{Section, outline};

/// A part of the rules that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// `option length`, `phase sale, auction`.
    pub heading: String,
    /// What differs in it.
    pub differences: Vec<Difference>,
}

/// One line, or one whole item, that the two games do not say alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The first game says it, the second does not.
    Gone(String),
    /// The second game says it, the first does not.
    New(String),
    /// The second says the second in place of the first.
    Instead(String, String),
}

/// What differs between two games, in the order of the first.
#[must_use]
pub fn between(one: &Rulebook, other: &Rulebook) -> Vec<Topic> {
    let (mut was, mut is) = (outline(one), outline(other));
    let mut topics = Vec::new();
    // Items keep the order of the first game; those that are new come after what they stand behind in the second.
    let mut order: Vec<(&'static str, String)> = was.iter().map(|section| section.key.clone()).collect();
    for (index, section) in is.iter().enumerate() {
        if !order.contains(&section.key) {
            let before = index.checked_sub(1).and_then(|before| is.get(before)).map(|before| &before.key);
            let at = before.and_then(|before| order.iter().position(|key| key == before)).map_or(0, |at| at + 1);
            order.insert(at, section.key.clone());
        }
    }
    for key in order {
        let take = |list: &mut Vec<Section>| {
            list.iter().position(|section| section.key == key).map(|index| list.remove(index))
        };
        match (take(&mut was), take(&mut is)) {
            (Some(was), Some(is)) => both(&was, &is, &mut topics),
            (Some(was), None) => topics.push(Topic { heading: was.heading(), differences: vec![whole(&was, true)] }),
            (None, Some(is)) => topics.push(Topic { heading: is.heading(), differences: vec![whole(&is, false)] }),
            (None, None) => {}
        }
    }
    topics
}

/// A whole item that only one of the games has.
fn whole(section: &Section, gone: bool) -> Difference {
    let mut text: Vec<String> = Vec::new();
    for (path, line) in &section.lines {
        text.push(format!("{}{line}", "  ".repeat(path.len())));
    }
    let text = text.join("\n");
    if gone { Difference::Gone(text) } else { Difference::New(text) }
}

fn both(was: &Section, is: &Section, topics: &mut Vec<Topic>) {
    let mut paths: Vec<&Vec<String>> = Vec::new();
    for (path, _) in was.lines.iter().chain(&is.lines) {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    for path in paths {
        let of = |section: &Section| -> Vec<String> {
            section.lines.iter().filter(|(other, _)| other == path).map(|(_, line)| line.clone()).collect()
        };
        let differences = lines::compare(&of(was), &of(is));
        if !differences.is_empty() {
            let heading = std::iter::once(was.heading()).chain(path.iter().cloned()).collect::<Vec<_>>().join(", ");
            topics.push(Topic { heading, differences });
        }
    }
}
