//! Groups of cards as they are printed: their shapes, in colours of ink.

use bidlang::{CardGroup, Colour};

const RED: &str = "#c0242c";
const BLACK: &str = "#1b1b1b";

/// How a group of cards is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Symbol {
    path: &'static str,
    /// Its colour.
    pub colour: &'static str,
}

/// The symbol of a group. The French suits are printed in the two colours of a pack.
pub fn symbol(group: &CardGroup) -> Symbol {
    let colour = match (group.symbol, group.colour) {
        (Some('♥' | '♦'), _) | (_, Colour::Red) => RED,
        (Some(_), _) | (_, Colour::Black) => BLACK,
        (_, Colour::Teal) => "#00788a",
        (_, Colour::Amber) => "#8a6d00",
        (_, Colour::Blue) => "#0059b2",
        (_, Colour::Green) => "#00734d",
        (_, Colour::Violet) => "#8a2f9b",
        (_, Colour::Brown) => "#a04a00",
        (_, Colour::Slate) => "#56708a",
    };
    Symbol { path: group.shape, colour }
}

impl Symbol {
    /// The symbol with its middle at `x`, `y`, so wide, in tenths of a millimetre.
    pub fn at(self, x: f64, y: f64, width: f64) -> String {
        let (left, top, scale) = (x - width / 2.0, y - width / 2.0, width / 100.0);
        let Self { path, colour } = self;
        format!("<path transform=\"translate({left:.1} {top:.1}) scale({scale:.3})\" fill=\"{colour}\" d=\"{path}\"/>")
    }
}
