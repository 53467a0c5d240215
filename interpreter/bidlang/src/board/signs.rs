//! How groups of cards, such as suits, are told apart at a glance: a sign in letters where everybody knows one, a shape to draw, and a colour. A
//! terminal, a page and a printed deck take them from here.

/// The name of a colour; who shows cards knows how it looks there. Neighbours in the order below can be told apart by colour-blind people, and no
/// two groups have the same shape, so that colour is never all that tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Ink.
    Black,
    /// A blue that leans to green.
    Teal,
    /// A dark yellow.
    Amber,
    /// A full blue.
    Blue,
    /// A dark green.
    Green,
    /// Between blue and red.
    Violet,
    /// A full red.
    Red,
    /// A dark orange.
    Brown,
    /// A blue grey.
    Slate,
}

impl Colour {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Black,
        Self::Teal,
        Self::Amber,
        Self::Blue,
        Self::Green,
        Self::Violet,
        Self::Red,
        Self::Brown,
        Self::Slate,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Teal => "teal",
            Self::Amber => "amber",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Violet => "violet",
            Self::Red => "red",
            Self::Brown => "brown",
            Self::Slate => "slate",
        }
    }
}

/// Colours of groups that have none of their own, by their number.
const BY_NUMBER: [Colour; 8] = [
    Colour::Teal,
    Colour::Amber,
    Colour::Blue,
    Colour::Green,
    Colour::Violet,
    Colour::Red,
    Colour::Brown,
    Colour::Slate,
];

/// Shapes with the words for what they show; those without words are for groups that are called after nothing that is drawn.
const SHAPES: &str = include_str!("shapes.txt");

/// A sign in letters, where everybody knows it.
pub(super) fn letter(name: &str) -> Option<char> {
    match name {
        "Clubs" => Some('♣'),
        "Diamonds" => Some('♦'),
        "Hearts" => Some('♥'),
        "Spades" => Some('♠'),
        _ => None,
    }
}

/// The lines of the list of shapes: words, and a path.
fn list() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    SHAPES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

/// What is drawn for things of that name.
fn picture(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let one = name.strip_suffix('s').unwrap_or(&name);
    drawn(one)
}

/// What is drawn under a word of the list.
pub(super) fn drawn(word: &str) -> Option<&'static str> {
    list().find(|(words, _)| words.split(' ').any(|other| other == word && !word.is_empty())).map(|(_, shape)| shape)
}

/// The words under which something is drawn.
pub(super) fn pictures() -> impl Iterator<Item = &'static str> + Clone {
    list().flat_map(|(words, _)| words.split(' ')).filter(|word| !word.is_empty())
}

/// What is drawn for each of the groups: no two have the same, as long as there are shapes.
pub(super) fn shapes(names: &[String]) -> Vec<&'static str> {
    let pictures: Vec<Option<&str>> = names.iter().map(|name| picture(name)).collect();
    let unnamed = || list().filter(|(words, _)| words.is_empty()).map(|(_, shape)| shape);
    let mut left = unnamed().filter(|shape| !pictures.contains(&Some(shape))).chain(unnamed().cycle());
    pictures.iter().map(|picture| picture.or_else(|| left.next()).unwrap_or_default()).collect()
}

/// The colours of the groups: those of the four French suits as packs of four colours have them; that which a group is called after, where all are;
/// by number else.
pub(super) fn colours(names: &[String]) -> Vec<Colour> {
    let called = |colour: fn(&str) -> Option<Colour>| names.iter().map(|name| colour(name)).collect::<Option<Vec<_>>>();
    let numbered = || BY_NUMBER.iter().copied().cycle().take(names.len()).collect();
    called(french).or_else(|| called(word)).unwrap_or_else(numbered)
}

fn french(name: &str) -> Option<Colour> {
    match name {
        "Clubs" => Some(Colour::Green),
        "Diamonds" => Some(Colour::Blue),
        "Hearts" => Some(Colour::Red),
        "Spades" => Some(Colour::Black),
        // A fifth beside them.
        "Trumps" => Some(Colour::Violet),
        _ => None,
    }
}

fn word(name: &str) -> Option<Colour> {
    match name.to_lowercase().as_str() {
        "black" => Some(Colour::Black),
        "turquoise" | "teal" | "cyan" => Some(Colour::Teal),
        "yellow" | "gold" => Some(Colour::Amber),
        "blue" => Some(Colour::Blue),
        "green" => Some(Colour::Green),
        "violet" | "purple" => Some(Colour::Violet),
        "red" => Some(Colour::Red),
        "orange" | "brown" => Some(Colour::Brown),
        "white" | "grey" | "silver" => Some(Colour::Slate),
        _ => None,
    }
}

/// How each of some values is said short: a word of three letters or fewer that begins with a digit as it is, else by as few of its first letters
/// as no value before it has.
pub(super) fn short<'a>(values: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for value in values {
        let letters = || value.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let begin = |end: usize| value.get(..end).unwrap_or(value).to_owned();
        let digits = value.starts_with(|first: char| first.is_ascii_digit());
        let free = letters().map(begin).find(|begin| !taken.contains(begin));
        taken.push(if digits { value.clone() } else { free.unwrap_or_else(|| value.clone()) });
    }
    taken
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn no_two_groups_look_alike() {
        let groups = names(&["Drops", "Lynx", "Stars", "Owl", "Fox", "Elk", "Hare", "Bear"]);
        let different = |looks: usize| assert_eq!(looks, groups.len());
        different(shapes(&groups).into_iter().collect::<BTreeSet<_>>().len());
        different(colours(&groups).into_iter().map(Colour::name).collect::<BTreeSet<_>>().len());
    }

    #[test]
    fn values_are_told_apart_when_they_are_short() {
        let ranks = names(&["Ace", "2", "10", "Jack", "Jester", "Queen", "King", "Court", "Crown"]);
        assert_eq!(short(&ranks), ["A", "2", "10", "J", "Je", "Q", "K", "C", "Cr"]);
    }

    #[test]
    fn a_group_that_is_called_after_a_colour_has_it() {
        assert_eq!(colours(&names(&["Red", "Green"])), [Colour::Red, Colour::Green]);
        assert_eq!(colours(&names(&["Red", "Owl"])), [Colour::Teal, Colour::Amber]);
        assert_eq!(colours(&names(&["Hearts", "Spades", "Trumps"])), [Colour::Red, Colour::Black, Colour::Violet]);
    }
}
