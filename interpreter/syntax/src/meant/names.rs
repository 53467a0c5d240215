//! The names of a file, as far as they can be seen without understanding it.

use super::words::split;

/// A place: its name and how it is declared.
#[derive(Debug, Clone)]
struct Place {
    name: String,
    own: bool,
    nobody: bool,
    owner: bool,
}

/// What a file calls its things.
#[derive(Debug, Clone, Default)]
pub struct Names {
    places: Vec<Place>,
    /// Tracks with what is said of them.
    tracks: Vec<(String, Vec<String>)>,
    phases: Vec<String>,
    others: Vec<String>,
    members: Vec<String>,
    attributes: Vec<String>,
    values: Vec<String>,
    /// Places to which the text moves cards of a winner.
    won: Vec<String>,
    /// Places that the text shuffles.
    shuffled: Vec<String>,
    actors: Vec<String>,
    /// Whether somebody passes for now only.
    comes_back: bool,
}

impl Names {
    /// The names in all the texts of a game, one after the other.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut names = Self::default();
        let (mut part, mut inner, mut depth) = (String::new(), String::new(), 0);
        for line in text.lines() {
            let words = split(line);
            let Some(first) = words.first() else { continue };
            let margin = line.len() - line.trim_start().len();
            let second = words.get(1);
            if margin == 0 {
                part.clone_from(first);
                inner.clear();
                match (first.as_str(), second) {
                    ("phase", Some(name)) => names.phases.push(name.clone()),
                    ("value", Some(name)) => {
                        names.values.push(name.clone());
                        names.others.push(name.clone());
                    }
                    ("option" | "kind", Some(name)) => {
                        names.others.push(name.clone());
                        names.members.extend(words.iter().skip(2).filter(|word| is_name(word)).cloned());
                    }
                    _ => {}
                }
                continue;
            }
            if first == "track" && words.len() == 1 {
                inner.clone_from(first);
                depth = margin;
                continue;
            }
            if inner == "track" && margin <= depth {
                inner.clear();
            }
            names.line(if inner == "track" { "track" } else { &part }, first, &words);
        }
        names
    }

    fn line(&mut self, part: &str, first: &str, words: &[String]) {
        match part {
            "places" => {
                let has = |word: &str| words.iter().any(|other| other == word);
                let (nobody, owner) = (has("nobody"), has("owner"));
                self.places.push(Place { name: first.to_owned(), own: has("each"), nobody, owner });
            }
            "track" => self.tracks.push((first.to_owned(), words.to_vec())),
            "cards" => {
                let list = words.iter().any(|word| word == ",") || words.get(2).is_some_and(|word| word == "to");
                if list && is_name(first) && first.starts_with(char::is_lowercase) {
                    // Those with numbers can be counted and compared.
                    let numbers = words.iter().skip(1).any(|word| word.parse::<i64>().is_ok());
                    let at = if numbers { 0 } else { self.attributes.len() };
                    self.attributes.insert(at, first.to_owned());
                }
                self.members.extend(words.iter().filter(|word| word.starts_with(char::is_uppercase)).cloned());
            }
            _ => {
                let to = words.iter().position(|word| word == "to").and_then(|at| words.get(at + 1));
                let winner = words.last().is_some_and(|word| word == "winner");
                if let (Some(to), true, "move" | "taken") = (to, winner, first) {
                    self.won.push(to.clone());
                }
                if let ["shuffle", place] = words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                    self.shuffled.push((*place).to_owned());
                }
                self.comes_back |= first == "pass" && words.get(1..3).is_some_and(|how| how == ["for", "now"]);
                if let ("act", Some(act)) = (first, words.get(1)) {
                    self.actors.push(act.clone());
                }
            }
        }
    }

    /// Whether the file calls something so.
    #[must_use]
    pub fn knows(&self, word: &str) -> bool {
        self.all().any(|name| name == word)
    }

    /// Whether a track of this name holds a player.
    #[must_use]
    pub fn is_seat(&self, word: &str) -> bool {
        self.tracks.iter().any(|(name, words)| name == word && words.iter().any(|word| word == "player"))
    }

    /// All names.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let places = self.places.iter().map(|place| place.name.as_str());
        let tracks = self.tracks.iter().map(|(name, _)| name.as_str());
        let lists = [&self.phases, &self.others, &self.members, &self.attributes, &self.actors];
        places.chain(tracks).chain(lists.into_iter().flatten().map(String::as_str))
    }

    /// The values of attributes.
    pub fn members(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(String::as_str)
    }

    /// What may stand for a word of the table in curly brackets, the likeliest first.
    #[must_use]
    pub fn for_slot(&self, slot: &str) -> Vec<String> {
        let places = |wanted: &dyn Fn(&Place) -> bool| -> Vec<String> {
            self.places.iter().filter(|place| wanted(place)).map(|place| place.name.clone()).collect()
        };
        let tracks = |wanted: &dyn Fn(&[String]) -> bool| -> Vec<String> {
            self.tracks.iter().filter(|(_, words)| wanted(words)).map(|(name, _)| name.clone()).collect()
        };
        let has = |words: &[String], word: &str| words.iter().any(|other| other == word);
        let mut found = match slot {
            "won" => {
                let mut found = self.won.clone();
                found.extend(places(&|place| place.own && place.name.starts_with("won")));
                found.extend(places(&|place| place.own && !place.owner));
                found
            }
            "hand" => {
                let mut found = places(&|place| place.own && place.owner);
                found.extend(places(&|place| place.own));
                found
            }
            "stock" => {
                let mut found = places(&|place| place.nobody && matches!(place.name.as_str(), "stock" | "deck"));
                found.extend(self.shuffled.iter().cloned());
                found.extend(places(&|place| !place.own && place.nobody));
                found.extend(places(&|place| place.nobody));
                found
            }
            "open" => {
                let mut found = places(&|place| !place.own && !place.nobody && !place.name.contains("discard"));
                found.extend(places(&|place| !place.own && !place.nobody));
                found
            }
            // Who is out, where nobody passes only for now.
            "bidders" if !self.comes_back => vec!["bidders".to_owned()],
            "discard" => {
                let mut found = places(&|place| place.name.contains("discard"));
                found.push("box".to_owned());
                found
            }
            "money" => {
                let mut found = tracks(&|words| has(words, "each") && has(words, "number") && has(words, "starts"));
                found.extend(tracks(&|words| has(words, "each") && has(words, "number")));
                found.extend(tracks(&|words| has(words, "number")));
                found
            }
            "pot" => tracks(&|words| has(words, "number") && !has(words, "each")),
            "seat" => {
                let mut found = tracks(&|words| has(words, "player") && !has(words, "each") && !has(words, "nobody"));
                found.extend(tracks(&|words| has(words, "player") && !has(words, "each")));
                found
            }
            "place" => places(&|_| true),
            "phase" => self.phases.clone(),
            "attr" => self.attributes.clone(),
            "value" => self.values.clone(),
            _ => Vec::new(),
        };
        let mut seen = Vec::new();
        found.retain(|name| {
            let new = !seen.contains(name);
            seen.push(name.clone());
            new
        });
        found.truncate(3);
        found
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && !matches!(word, "or" | "to" | "usually")
}
