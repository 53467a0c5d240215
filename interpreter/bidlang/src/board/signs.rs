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

/// Shapes of groups whose name is that of nothing that is drawn here, by their number: a disc, a square, a triangle, a star, a ring of six, a
/// cross, a drop, an hourglass. All shapes lie in a square of 100 by 100.
const SHAPES: [&str; 8] = [
    "M50 8A42 42 0 1 1 49.9 8Z",
    "M14 14H86V86H14Z",
    "M50 8L94 88H6Z",
    STAR,
    "M27 10H73L96 50L73 90H27L4 50Z",
    "M36 8H64V36H92V64H64V92H36V64H8V36H36Z",
    DROP,
    "M12 8H88L60 50L88 92H12L40 50Z",
];
const HEART: &str = "M50 90C12 60 4 40 16 22C28 6 46 14 50 32C54 14 72 6 84 22C96 40 88 60 50 90Z";
const SPADE: &str =
    "M50 6C50 6 10 42 12 62C14 80 37 81 46 66Q46 84 36 94L64 94Q54 84 54 66C63 81 86 80 88 62C90 42 50 6 50 6Z";
const DIAMOND: &str = "M50 4L84 50L50 96L16 50Z";
const CLUB: &str =
    "M50 6A20 20 0 0 1 66 38A20 20 0 1 1 56 68Q56 84 64 94L36 94Q44 84 44 68A20 20 0 1 1 34 38A20 20 0 0 1 50 6Z";
const STAR: &str = "M50 4L62 38L98 38L69 59L80 94L50 73L20 94L31 59L2 38L38 38Z";
const DROP: &str = "M50 6C50 6 16 46 16 62A34 34 0 0 0 84 62C84 46 50 6 50 6Z";
const MOON: &str = "M64 8A44 44 0 1 0 92 66A34 34 0 1 1 64 8Z";
const SUN: &str = "M50 28A22 22 0 1 1 49.9 28ZM46 4H54V20H46ZM46 80H54V96H46ZM4 46H20V54H4ZM80 46H96V54H80ZM15 20L20 15L32 26L26 32ZM68 26L80 15L85 20L74 \
     32ZM15 80L26 68L32 74L20 85ZM68 74L74 68L85 80L80 85Z";
const WAVE: &str = "M4 40C16 18 34 18 50 36C64 50 80 48 96 28L96 46C82 66 64 66 50 52C34 38 18 40 4 58ZM4 70C16 48 34 48 50 66C64 80 80 78 96 58L96 \
     76C82 96 64 96 50 82C34 68 18 70 4 88Z";
const LEAF: &str = "M88 8C40 8 12 30 14 66C15 74 18 80 22 82L10 94L16 98L28 86C62 92 90 60 88 8ZM74 22C60 50 46 64 30 76C40 56 54 40 74 22Z";
const WYRM: &str = "M70 6C84 8 94 18 96 30L78 34C84 50 72 58 58 60C42 62 36 66 38 72C40 80 60 80 90 76C72 94 26 100 18 78C12 60 28 50 48 46C58 44 62 40 \
     58 36C50 38 42 34 40 26C52 30 58 24 60 16C62 10 66 6 70 6Z";
const KNOT: &str = "M50 6L64 20L50 34L36 20ZM80 36L94 50L80 64L66 50ZM50 66L64 80L50 94L36 80ZM20 36L34 50L20 64L6 50ZM50 40L60 50L50 60L40 50Z";
const CUP: &str = "M16 8H84C86 40 74 56 56 60V80H74V92H26V80H44V60C26 56 14 40 16 8Z";
const COIN: &str = "M50 6A44 44 0 1 1 49.9 6ZM50 26A24 24 0 1 0 50.1 26ZM50 38A12 12 0 1 1 49.9 38Z";
const SWORD: &str = "M46 4H54L58 62H78V72H56V96H44V72H22V62H42Z";
const STAVE: &str = "M40 96V50L14 24L24 14L40 32V4H60V32L76 14L86 24L60 50V96Z";
const BELL: &str = "M50 4C56 4 60 8 60 14C76 20 80 36 80 56L92 74V80H8V74L20 56C20 36 24 20 40 14C40 8 44 4 50 4ZM38 84H62A12 12 0 0 1 38 84Z";
const ACORN: &str = "M46 4H56V16C76 18 88 28 90 42H10C12 28 24 18 46 16ZM18 48H82C82 72 66 88 50 96C34 88 18 72 18 48Z";
const ROSE: &str = "M50 50C30 40 30 12 50 8C70 12 70 40 50 50ZM50 50C60 30 88 30 92 50C88 70 60 70 50 50ZM50 50C70 60 70 88 50 92C30 88 30 60 50 50ZM50 \
     50C40 70 12 70 8 50C12 30 40 30 50 50Z";
const SHIELD: &str = "M10 8H90V46C90 70 72 86 50 96C28 86 10 70 10 46Z";
const CROWN: &str = "M8 22L30 46L50 12L70 46L92 22L84 76H16ZM16 80H84V92H16Z";
const HOUSE: &str = "M50 6L96 48H84V94H60V64H40V94H16V48H4Z";

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

/// What is drawn for things of that name.
fn picture(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().trim_end_matches('s') {
        "club" => CLUB,
        "diamond" => DIAMOND,
        "heart" => HEART,
        "spade" => SPADE,
        "moon" => MOON,
        "sun" => SUN,
        "wave" => WAVE,
        "leave" | "leaf" => LEAF,
        "wyrm" | "dragon" => WYRM,
        "knot" => KNOT,
        "star" | "trump" => STAR,
        "drop" => DROP,
        "cup" => CUP,
        "coin" | "cheque" => COIN,
        "sword" => SWORD,
        "stave" | "wand" | "baton" => STAVE,
        "bell" => BELL,
        "acorn" => ACORN,
        "rose" | "flower" => ROSE,
        "shield" => SHIELD,
        "crown" => CROWN,
        "house" => HOUSE,
        _ => return None,
    })
}

/// What is drawn for each of the groups: no two have the same.
pub(super) fn shapes(names: &[String]) -> Vec<&'static str> {
    let pictures: Vec<Option<&str>> = names.iter().map(|name| picture(name)).collect();
    let mut left = SHAPES.iter().copied().filter(|shape| !pictures.contains(&Some(shape)));
    // With more groups than there are shapes the last goes on: their names are on the cards as well.
    let next = |picture: Option<&'static str>| picture.or_else(|| left.next()).unwrap_or(DIAMOND);
    pictures.iter().copied().map(next).collect()
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
        // A fifth suit beside them.
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
        let groups = names(&["Moons", "Lynx", "Stars", "Owl", "Fox", "Elk", "Hare", "Bear"]);
        let different = |looks: usize| assert_eq!(looks, groups.len());
        different(shapes(&groups).into_iter().collect::<BTreeSet<_>>().len());
        different(colours(&groups).into_iter().map(Colour::name).collect::<BTreeSet<_>>().len());
    }

    #[test]
    fn values_are_told_apart_when_they_are_short() {
        let ranks = names(&["Ace", "2", "10", "Jack", "Joker", "Queen", "King", "Court", "Crown"]);
        assert_eq!(short(&ranks), ["A", "2", "10", "J", "Jo", "Q", "K", "C", "Cr"]);
    }

    #[test]
    fn a_group_that_is_called_after_a_colour_has_it() {
        assert_eq!(colours(&names(&["Red", "Green"])), [Colour::Red, Colour::Green]);
        assert_eq!(colours(&names(&["Red", "Owl"])), [Colour::Teal, Colour::Amber]);
        assert_eq!(colours(&names(&["Hearts", "Spades", "Trumps"])), [Colour::Red, Colour::Black, Colour::Violet]);
    }
}
