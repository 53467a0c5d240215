//! How a game wants to be shown: shapes and colours of groups of cards, and where places lie. That stands in a file of its own beside the rules:
//! nothing of the game follows from it, and a table can do without.

use std::collections::BTreeMap;

use bidlang::diagnostic::{nearest, printable};
use bidlang::{CardGroup, Colour, Game};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::Trouble;

/// Letters of the longest shape.
const LONGEST: usize = 4_000;
/// Letters of which a shape is made: those of the path of an SVG.
const OF_PATHS: &str = "MmLlHhVvCcSsQqTtAaZz0123456789.,- ";

/// How a game wants to be shown.
#[derive(Debug, Clone, Default)]
pub struct Theme {
    groups: BTreeMap<String, Look>,
    places: BTreeMap<String, Lies>,
}

/// How a group of cards looks, where that is said.
#[derive(Debug, Clone)]
struct Look {
    shape: Option<String>,
    colour: Option<Colour>,
}

/// Where a place lies among those beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Lies {
    /// Before the others.
    First,
    /// Behind the others.
    Last,
    /// Nowhere, until all is asked for.
    Apart,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    groups: BTreeMap<String, WrittenLook>,
    #[serde(default)]
    places: BTreeMap<String, Lies>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLook {
    shape: Option<String>,
    colour: Option<String>,
}

/// A file that is read, and what is wrong with it.
struct Reading<'t> {
    file: &'t str,
    text: &'t str,
    wrong: Vec<Trouble>,
}

impl Reading<'_> {
    /// Something is wrong where a word stands.
    fn wrong(&mut self, word: &str, what: &str, help: String) {
        let before = self.text.find(&json!(word).to_string()).and_then(|at| self.text.get(..at));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        self.wrong.push(Trouble { what: format!("{}:{line}: {what}", self.file), help });
    }

    /// A name that has to be one of some.
    fn known<'n>(&mut self, sort: &str, name: &str, names: impl Iterator<Item = &'n str> + Clone) {
        if names.clone().any(|known| known == name) {
            return;
        }
        let help = match nearest(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", names.collect::<Vec<_>>().join(", ")),
        };
        self.wrong(name, &format!("the game has no {sort} `{}`", printable(name)), help);
    }

    fn shape(&mut self, said: &str) -> Option<String> {
        if let Some(path) = CardGroup::drawn(said) {
            return Some(path.to_owned());
        }
        if said.starts_with('M') && said.len() <= LONGEST && said.chars().all(|letter| OF_PATHS.contains(letter)) {
            return Some(said.to_owned());
        }
        let help = match nearest(said, CardGroup::pictures()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "say one of {}, or the path of an SVG in a square of 100 by 100",
                CardGroup::pictures().collect::<Vec<_>>().join(", ")
            ),
        };
        self.wrong(said, &format!("`{}` is no shape", printable(said)), help);
        None
    }

    fn colour(&mut self, said: &str) -> Option<Colour> {
        let found = Colour::ALL.into_iter().find(|colour| colour.name() == said);
        if found.is_none() {
            let names: Vec<&str> = Colour::ALL.iter().map(|colour| colour.name()).collect();
            self.wrong(
                said,
                &format!("`{}` is no colour", printable(said)),
                format!("say one of {}", names.join(", ")),
            );
        }
        found
    }

    /// Colour is never all that tells two groups apart.
    fn no_two_have_one_shape(&mut self, members: &[String], groups: &BTreeMap<String, Look>) {
        if !members.iter().any(|member| groups.contains_key(member)) {
            return;
        }
        let mut seen: Vec<(String, &str)> = Vec::new();
        for CardGroup { name, shape, .. } in &CardGroup::of(members) {
            let own = groups.get(name).and_then(|look| look.shape.as_deref()).unwrap_or(shape);
            if let Some((other, _)) = seen.iter().find(|(_, shape)| *shape == own) {
                let what = format!("`{other}` and `{name}` have the same shape");
                let word = if groups.contains_key(name) { name } else { other };
                self.wrong(&word.clone(), &what, "give one of them another: not everybody sees colours".to_owned());
            }
            seen.push((name.clone(), own));
        }
    }
}

impl Theme {
    /// Reads the theme of a game.
    ///
    /// # Errors
    /// All that is wrong with it, each with its line.
    pub fn read(game: &Game, file: &str, text: &str) -> Result<Self, Vec<Trouble>> {
        let written: Written = serde_json::from_str(text).map_err(|error| {
            let help = "docs/serve.md says what a theme is made of".to_owned();
            vec![Trouble { what: format!("{file}: {error}"), help }]
        })?;
        let rules = &game.game;
        let kinds = || rules.attrs.iter().filter_map(|attr| rules.kinds.get(attr.kind)).filter(|kind| !kind.numeric);
        let mut reading = Reading { file, text, wrong: Vec::new() };
        for name in written.groups.keys() {
            reading.known("group of cards", name, kinds().flat_map(|kind| &kind.members).map(String::as_str));
        }
        for name in written.places.keys() {
            reading.known("place", name, rules.places.iter().map(|place| place.name.as_str()));
        }
        let mut groups = BTreeMap::new();
        for (name, WrittenLook { shape, colour }) in written.groups {
            let shape = shape.and_then(|shape| reading.shape(&shape));
            let colour = colour.and_then(|colour| reading.colour(&colour));
            groups.insert(name, Look { shape, colour });
        }
        kinds().for_each(|kind| reading.no_two_have_one_shape(&kind.members, &groups));
        if reading.wrong.is_empty() { Ok(Self { groups, places: written.places }) } else { Err(reading.wrong) }
    }

    /// The groups of a game as a page draws them, with the looks that are said.
    #[must_use]
    pub fn dress(&self, groups: &[CardGroup]) -> Value {
        let dressed = groups.iter().map(|CardGroup { name, symbol, shape, colour }| {
            let look = self.groups.get(name);
            let own = look.and_then(|look| look.shape.as_ref());
            // The letter shows another shape than one that the theme says.
            let symbol = symbol.filter(|_| own.is_none());
            let colour = look.and_then(|look| look.colour).unwrap_or(*colour);
            json!({"name": name, "symbol": symbol, "shape": own.map_or(*shape, String::as_str), "colour": colour})
        });
        dressed.collect()
    }

    /// Where places lie, as a page has it.
    #[must_use]
    pub fn places(&self) -> Value {
        json!(self.places)
    }
}
