//! The report of all tables of a rules file as a page.

use std::fmt::Write;

use super::{Report, Spread};

const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
th:first-child, td:first-child { text-align: left; }
li { overflow-wrap: anywhere; }
";

/// Words as text of a page.
fn escape(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// The report for people.
pub fn page(report: &Report) -> String {
    let title = escape(&report.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: report</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let Report { tables, over, stopped, older, .. } = report;
    let tables = if *tables == 1 { "1 table".to_owned() } else { format!("{tables} tables") };
    let older = if *older == 0 { String::new() } else { format!(" Older ones that are left out: {older}.") };
    let _ = writeln!(
        out,
        "<p>{tables}, {over} played to the end, {stopped} left before it.{older}</p>\n\
         <table>\n<tr><th></th><th>mean</th><th>least</th><th>median</th><th>most</th></tr>"
    );
    let seconds = "milliseconds that all seats together thought";
    row(&mut out, "choices", report.choices.as_ref());
    row(&mut out, seconds, report.milliseconds.as_ref());
    for of in &report.seats {
        row(&mut out, &format!("score of seat {}, which won {}", of.seat, of.won), of.scores.as_ref());
    }
    for of in &report.players {
        row(&mut out, &format!("score of {}", of.player), of.scores.as_ref());
    }
    out.push_str("</table>\n<h2>Notes</h2>\n<ul>\n");
    for note in &report.notes {
        let table = note.table.as_deref().map_or_else(String::new, |table| format!(" href=\"/t/{}\"", escape(table)));
        let _ = writeln!(out, "<li><a{table}>step {}</a>: {}</li>", note.step, escape(&note.text));
    }
    out.push_str("</ul>\n");
    if report.more_notes > 0 {
        let _ = writeln!(out, "<p>Notes that are left out: {}.</p>", report.more_notes);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// A row of the table, where there is anything.
fn row(out: &mut String, name: &str, spread: Option<&Spread>) {
    let Some(Spread { mean, least, median, most, .. }) = spread else { return };
    let name = escape(name);
    let _ = writeln!(out, "<tr><td>{name}</td><td>{mean:.1}</td><td>{least}</td><td>{median}</td><td>{most}</td></tr>");
}
