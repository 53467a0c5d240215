//! A pad on which points are written: a column for each player, a row for each pass of what goes round, and what points are for.

use std::fmt::Write;

use bidlang::Prepared;

use super::{escaped, page};

/// Rows of a pad.
const ROWS: usize = 20;

const STYLE: &str = "@page{margin:12mm}body{font:12pt/1.4 Georgia,'Times New Roman',serif;max-width:180mm;margin:8mm auto;color:#222}\
h1{font-size:18pt;margin:0 0 4mm}table{border-collapse:collapse;width:100%}th,td{border:1px solid #777;height:8mm;padding:0 2mm}\
th:first-child,td:first-child{width:14mm;text-align:right;color:#777;font-weight:normal}tr:last-child td{border-top:2px solid #222;height:10mm}\
p{font-size:10pt;margin:3mm 0}\n";

/// A pad for the points of a game.
#[must_use]
pub fn pad(prepared: &Prepared) -> String {
    let game = &prepared.game().game;
    let mut body = format!("<h1>{}</h1>\n<table>\n<tr><th>name</th>", escaped(prepared.game().title()));
    for _ in 0..prepared.players() {
        body.push_str("<th></th>");
    }
    body.push_str("</tr>\n");
    for row in (1..=ROWS).map(|row| row.to_string()).chain(["sum".to_owned()]) {
        let _ = write!(body, "<tr><td>{row}</td>");
        for _ in 0..prepared.players() {
            body.push_str("<td></td>");
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table>\n");
    if !game.reasons.is_empty() {
        let reasons: Vec<String> = game.reasons.iter().map(|reason| escaped(reason)).collect();
        let _ = writeln!(body, "<p>Points are for: {}.</p>", reasons.join("; "));
    }
    page(&format!("{}: points", prepared.game().title()), STYLE, &body)
}
