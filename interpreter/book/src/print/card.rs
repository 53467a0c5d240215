//! The rules on one page, or both sides of it, for those who know them: what is done in which order, without what is said of each step.

use std::fmt::Write;

use super::{escaped, page};
use crate::html::inline;
use crate::model::{Block, Book, Chapter, Step};

/// Parts of a book that belong to its reading, not to play.
const LEFT_OUT: [&str; 6] =
    ["What is different", "Cards", "Places", "What is kept track of", "An example", "Where the rules come from"];

const STYLE: &str = "@page{size:A4;margin:10mm}body{font:8pt/1.22 Georgia,'Times New Roman',serif;color:#222;max-width:190mm;margin:6mm auto}\
h1{font-size:17pt;margin:0 0 2mm}main{columns:2;column-gap:8mm}section{margin:0 0 2mm}li,tr{break-inside:avoid}li:has(li){break-inside:auto}\
h2{break-after:avoid;font-size:9.5pt;margin:0 0 1mm;border-bottom:1px solid #999}ol,ul{margin:0;padding-left:5mm}p{margin:0 0 1mm}\
table{border-collapse:collapse;font-size:7.5pt;margin:1mm 0 2mm}th,td{border:1px solid #bbb;padding:.3mm 1.5mm;text-align:left}@media print{body{margin:0;max-width:none}}\n";

/// Most rows of a table that is shown.
const MOST_ROWS: usize = 9;

/// A book as a summary on one page.
#[must_use]
pub fn card(book: &Book) -> String {
    let mut body = format!("<h1>{}</h1>\n<main>\n", escaped(&book.title));
    for part in &book.parts {
        if LEFT_OUT.contains(&part.heading.as_str()) {
            continue;
        }
        let inner: String = part.blocks.iter().enumerate().filter_map(|(at, block)| shown(part, at, block)).collect();
        if inner.is_empty() {
            continue;
        }
        body.push_str("<section>\n");
        if !part.heading.is_empty() {
            let _ = writeln!(body, "<h2>{}</h2>", escaped(&part.heading));
        }
        let _ = writeln!(body, "{inner}</section>");
    }
    body.push_str("</main>\n");
    page(&book.title, STYLE, &body)
}

fn shown(part: &Chapter, at: usize, block: &Block) -> Option<String> {
    match block {
        Block::Note(_) => None,
        Block::Lead(text) => Some(format!("<p>{}</p>\n", inline(text))),
        // Under the title, and where nothing else is said.
        Block::Say(text) => (part.heading.is_empty() || at == 0).then(|| format!("<p>{}</p>\n", inline(text))),
        Block::Steps(steps) => Some(list("ol", steps, 1)),
        Block::Points(steps) => Some(list("ul", steps, 1)),
        Block::Table(table) if table.rows.len() <= MOST_ROWS => {
            let row = |tag: &str, cells: &[crate::model::Text]| {
                let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", inline(cell))).collect();
                format!("<tr>{cells}</tr>")
            };
            let rows: String = table.rows.iter().map(|cells| row("td", cells)).collect();
            Some(format!("<table>{}{rows}</table>\n", row("th", &table.head)))
        }
        Block::Table(_) => None,
    }
}

/// A list with lists in it up to a depth; what ends with a colon has its list in any case.
fn list(tag: &str, steps: &[Step], deeper: usize) -> String {
    let items: String = steps
        .iter()
        .map(|step| {
            let text = inline(&step.text);
            let inner: String = match deeper {
                0 if !text.ends_with(':') => String::new(),
                _ => step
                    .inner
                    .iter()
                    .filter_map(|block| match block {
                        Block::Steps(steps) => Some(list("ol", steps, deeper.saturating_sub(1))),
                        Block::Points(steps) => Some(list("ul", steps, deeper.saturating_sub(1))),
                        Block::Say(_) | Block::Lead(_) | Block::Note(_) | Block::Table(_) => None,
                    })
                    .collect(),
            };
            format!("<li>{text}{inner}</li>\n")
        })
        .collect();
    format!("<{tag}>\n{items}</{tag}>\n")
}
