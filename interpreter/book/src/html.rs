//! A rule book as one page of HTML that needs nothing else: readable on a telephone, fit for print, light and dark.

use std::fmt::Write;

use super::model::{Block, Book, Chapter, Run, Step, Table, Text};

const STYLE: &str = include_str!("book.css");

pub(crate) fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

pub(crate) fn inline(text: &Text) -> String {
    text.runs()
        .into_iter()
        .map(|run| match run {
            Run::Plain(words) => escape(&words),
            Run::Term(words) => format!("<i>{}</i>", escape(&words)),
            Run::Strong(words) => format!("<b>{}</b>", escape(&words)),
            Run::Link(words, to) => format!("<a href=\"#{}\">{}</a>", escape(&to), escape(&words)),
        })
        .collect()
}

/// The whole book.
pub(super) fn write(book: &Book) -> String {
    let title = escape(&book.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let mut listed = false;
    for part in &book.parts {
        if !part.heading.is_empty() && !listed {
            contents(&mut out, book);
            listed = true;
        }
        if !part.heading.is_empty() {
            let (level, anchor) = (part.level, escape(&part.anchor));
            let _ = writeln!(out, "<h{level} id=\"{anchor}\">{}</h{level}>", escape(&part.heading));
        }
        blocks(&mut out, &part.blocks);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn contents(out: &mut String, book: &Book) {
    out.push_str("<nav><ul>\n");
    let main = |part: &&Chapter| part.level == 2 && !part.heading.is_empty();
    for part in book.parts.iter().filter(main) {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", escape(&part.anchor), escape(&part.heading));
    }
    out.push_str("</ul></nav>\n");
}

fn blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Say(text) | Block::Lead(text) => {
                let _ = writeln!(out, "<p>{}</p>", inline(text));
            }
            Block::Note(text) => {
                let _ = writeln!(out, "<p class=\"note\">{}</p>", inline(text));
            }
            Block::Steps(steps) => list(out, steps, "ol"),
            Block::Points(steps) => list(out, steps, "ul"),
            Block::Table(found) => table(out, found),
        }
    }
}

fn list(out: &mut String, steps: &[Step], tag: &str) {
    let _ = writeln!(out, "<{tag}>");
    for step in steps {
        let _ = write!(out, "<li>{}", inline(&step.text));
        if !step.inner.is_empty() {
            out.push('\n');
            blocks(out, &step.inner);
        }
        out.push_str("</li>\n");
    }
    let _ = writeln!(out, "</{tag}>");
}

fn table(out: &mut String, table: &Table) {
    out.push_str("<div class=\"table\"><table>\n<thead><tr>");
    for cell in &table.head {
        let _ = write!(out, "<th>{}</th>", inline(cell));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", inline(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}
