//! Shapes for the groups of cards: the four French suits, and others for what has no shape that everybody knows.

/// Shapes in a square of 100 by 100: hearts, spades, diamonds, clubs.
const HEART: &str = "M50 90C12 60 4 40 16 22C28 6 46 14 50 32C54 14 72 6 84 22C96 40 88 60 50 90Z";
const SPADE: &str =
    "M50 6C50 6 10 42 12 62C14 80 37 81 46 66Q46 84 36 94L64 94Q54 84 54 66C63 81 86 80 88 62C90 42 50 6 50 6Z";
const DIAMOND: &str = "M50 4L84 50L50 96L16 50Z";
const CLUB: &str =
    "M50 6A20 20 0 0 1 66 38A20 20 0 1 1 56 68Q56 84 64 94L36 94Q44 84 44 68A20 20 0 1 1 34 38A20 20 0 0 1 50 6Z";
const SHAPES: [&str; 8] = [
    // A disc, a square, a triangle, a star, a moon, a ring of six, a cross, a drop.
    "M50 8A42 42 0 1 1 49.9 8Z",
    "M14 14H86V86H14Z",
    "M50 8L94 88H6Z",
    "M50 4L62 38L98 38L69 59L80 94L50 73L20 94L31 59L2 38L38 38Z",
    "M64 8A44 44 0 1 0 92 66A34 34 0 1 1 64 8Z",
    "M27 10H73L96 50L73 90H27L4 50Z",
    "M36 8H64V36H92V64H64V92H36V64H8V36H36Z",
    "M50 6C50 6 16 46 16 62A34 34 0 0 0 84 62C84 46 50 6 50 6Z",
];

/// Colours that can be told apart in print, also by who sees red and green alike.
const COLOURS: [&str; 8] = ["#1b1b1b", "#0072b2", "#d55e00", "#009e73", "#aa3377", "#8a6d00", "#56708a", "#7a3e1d"];
const RED: &str = "#c0242c";
const BLACK: &str = "#1b1b1b";

/// How a group of cards is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Symbol {
    path: &'static str,
    /// Its colour.
    pub colour: &'static str,
}

/// The symbol of a group by its place among the groups; `sign` where it is a French suit.
pub fn symbol(place: usize, sign: Option<char>) -> Symbol {
    match sign {
        Some('♥') => Symbol { path: HEART, colour: RED },
        Some('♦') => Symbol { path: DIAMOND, colour: RED },
        Some('♠') => Symbol { path: SPADE, colour: BLACK },
        Some('♣') => Symbol { path: CLUB, colour: BLACK },
        _ => {
            let nth = |list: &[&'static str]| list.iter().copied().cycle().nth(place % list.len().max(1)).unwrap_or("");
            Symbol { path: nth(&SHAPES), colour: nth(&COLOURS) }
        }
    }
}

impl Symbol {
    /// The symbol with its middle at `x`, `y`, so wide, in tenths of a millimetre.
    pub fn at(self, x: f64, y: f64, width: f64) -> String {
        let (left, top, scale) = (x - width / 2.0, y - width / 2.0, width / 100.0);
        let Self { path, colour } = self;
        format!("<path transform=\"translate({left:.1} {top:.1}) scale({scale:.3})\" fill=\"{colour}\" d=\"{path}\"/>")
    }
}
