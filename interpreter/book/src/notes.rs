//! What designers write behind `#`: remarks on a line, above a part, and at the head of the file.

use bidlang::diagnostic::{Span, printable};

/// The line of a text that holds a byte.
fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// The remark behind a line, and behind those in which it goes on.
pub(super) fn behind(text: &str, span: Span) -> Option<String> {
    let start = line_start(text, span.start as usize);
    let end =
        text.get(span.end as usize..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| span.end as usize + at);
    let lines = text.get(start..end)?.lines();
    let notes: Vec<&str> =
        lines.filter_map(|line| Some(line.split_once('#')?.1.trim())).filter(|note| !note.is_empty()).collect();
    (!notes.is_empty()).then(|| printable(&notes.join(" ")))
}

/// The remark right above a line.
pub(super) fn above(text: &str, span: Span) -> Option<String> {
    let start = line_start(text, span.start as usize);
    let mut found: Vec<&str> = Vec::new();
    for line in text.get(..start)?.lines().rev() {
        match line.trim().strip_prefix('#') {
            // Rules drawn with dashes part a file; they say nothing of the next line.
            Some(note) if !note.contains("---") => found.push(note.trim()),
            _ => break,
        }
    }
    found.reverse();
    // What stands at the head of the file is about the whole game.
    let head = text.get(..start)?.trim_end().lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#'));
    (!found.is_empty() && !head).then(|| printable(&found.join(" ")))
}

/// What the head of a file says, paragraph by paragraph: a line that ends a sentence ends a paragraph. The head is the notes
/// above the first line, and those right below it.
pub(super) fn head(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut open, mut first) = (false, false);
    for line in text.lines().map(str::trim) {
        let Some(note) = line.strip_prefix('#').map(str::trim) else {
            open = false;
            match (line.is_empty(), first) {
                (true, false) => continue,
                (false, false) => {
                    first = true;
                    continue;
                }
                _ => break,
            }
        };
        match found.last_mut().filter(|_| open) {
            Some(last) => {
                last.push(' ');
                last.push_str(note);
            }
            None => found.push(note.to_owned()),
        }
        open = !note.ends_with('.');
    }
    found.into_iter().filter(|note| !note.is_empty()).map(|note| printable(&note)).collect()
}

/// The shortest word behind which a stop ends a sentence: `St.` and `R.` are cut short.
const WHOLE_WORD: usize = 3;

/// A paragraph, sentence by sentence: a stop behind a whole word ends one, if the next word is written large.
pub(super) fn sentences(paragraph: &str) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = vec![Vec::new()];
    let mut words = paragraph.split(' ').peekable();
    while let Some(word) = words.next() {
        if let Some(sentence) = found.last_mut() {
            sentence.push(word);
        }
        let whole = word.strip_suffix('.').map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let ends = whole.is_some_and(|word| word.chars().count() >= WHOLE_WORD && !word.contains('.'));
        if ends && words.peek().is_some_and(|next| next.starts_with(|c: char| c.is_uppercase() || c == '"')) {
            found.push(Vec::new());
        }
    }
    found.into_iter().map(|words| words.join(" ")).collect()
}
