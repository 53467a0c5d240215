//! The cards of the deck, nine to a page of A4 or letter paper, 63 by 88 mm each, with lines to cut along.

use std::fmt::Write;

use bidlang::{CardGroup, Face, Prepared};

use super::symbols::{Symbol, symbol};
use super::{escaped, page};

/// A card in tenths of a millimetre.
const WIDTH: f64 = 630.0;
const HEIGHT: f64 = 880.0;
/// Cards of a page.
const OF_A_PAGE: usize = 9;

const STYLE: &str = "@page{margin:8mm}body{margin:0;font-family:Georgia,'Times New Roman',serif}\
.sheet{display:grid;grid-template-columns:repeat(3,63mm);grid-auto-rows:88mm;justify-content:center;break-after:page;margin:0 auto 8mm}\
.sheet svg{display:block;width:63mm;height:88mm}@media print{.sheet{margin:0 auto}}\n";

/// All cards of a game as pages of HTML.
#[must_use]
pub fn sheets(prepared: &Prepared) -> String {
    let (groups, faces) = prepared.faces();
    let symbols: Vec<Symbol> = groups.iter().map(symbol).collect();
    let mut body = String::new();
    for some in faces.chunks(OF_A_PAGE) {
        body.push_str("<div class=\"sheet\">\n");
        for face in some {
            let _ = writeln!(body, "{}", drawn(face, groups, &symbols));
        }
        body.push_str("</div>\n");
    }
    page(&format!("{}: the cards", prepared.game().title()), STYLE, &body)
}

/// One card.
fn drawn(face: &Face, groups: &[CardGroup], symbols: &[Symbol]) -> String {
    let own: Vec<usize> = face.group.iter().chain(&face.others).copied().collect();
    let shown: Vec<Symbol> = own.iter().filter_map(|group| symbols.get(*group)).copied().collect();
    let colour = shown.first().map_or("#1b1b1b", |symbol| symbol.colour);
    let named = match (face.group.is_some(), face.rest.is_empty()) {
        (true, false) if !face.rest.contains(' ') => &face.short,
        (_, true) => &face.name,
        (_, false) => &face.rest,
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\
         <rect x=\"2\" y=\"2\" width=\"{}\" height=\"{}\" rx=\"30\" fill=\"#fff\" stroke=\"#bbb\" stroke-width=\"3\"/>",
        escaped(&face.name),
        WIDTH - 4.0,
        HEIGHT - 4.0
    );
    // In two corners: what it is, and its groups under it.
    let corner = corner(named, colour, &shown);
    let _ = write!(svg, "{corner}<g transform=\"rotate(180 {} {})\">{corner}</g>", WIDTH / 2.0, HEIGHT / 2.0);
    let count = shown.len().max(1) as f64;
    let size = if shown.len() > 1 { 190.0 } else { 300.0 };
    for (place, symbol) in shown.iter().enumerate() {
        let x = WIDTH / 2.0 + (place as f64 - (count - 1.0) / 2.0) * (size + 20.0);
        svg.push_str(&symbol.at(x, HEIGHT / 2.0 - 20.0, size));
    }
    let words = if shown.is_empty() { face.name.clone() } else { said(&own, groups) };
    let y = if shown.is_empty() { HEIGHT / 2.0 } else { HEIGHT / 2.0 + 200.0 };
    svg.push_str(&text(&words, WIDTH / 2.0, y, fitting(&words, 48.0, 480.0), colour, "middle"));
    // What stands short in the corners, in full.
    if *named != face.rest && !shown.is_empty() && !face.rest.is_empty() {
        let size = fitting(&face.rest, 40.0, 400.0);
        svg.push_str(&text(&face.rest, WIDTH / 2.0, y - 400.0, size, colour, "middle"));
    }
    svg + "</svg>"
}

/// The names of the groups of a card.
fn said(own: &[usize], groups: &[CardGroup]) -> String {
    let names: Vec<&str> = own.iter().filter_map(|group| groups.get(*group)).map(|group| group.name.as_str()).collect();
    names.join(" and ")
}

fn corner(named: &str, colour: &str, symbols: &[Symbol]) -> String {
    let size = fitting(named, 96.0, 470.0);
    let mut out = text(named, 45.0, 45.0 + size * 0.8, size, colour, "start");
    for (place, symbol) in symbols.iter().enumerate() {
        out.push_str(&symbol.at(75.0 + 70.0 * place as f64, 105.0 + size * 0.8, 60.0));
    }
    out
}

/// How large letters may be so that words are not wider than this.
fn fitting(words: &str, size: f64, width: f64) -> f64 {
    let letters = words.chars().count().max(1) as f64;
    size.min(width / (letters * 0.58))
}

fn text(words: &str, x: f64, y: f64, size: f64, colour: &str, anchor: &str) -> String {
    format!(
        "<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size:.0}\" fill=\"{colour}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(words)
    )
}
