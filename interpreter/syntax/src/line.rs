//! One line against one grammar rule, and pest's error turned into a diagnostic.

use bidlang_grammar::{BidParser, Rule, is_layout, name_for_people};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use std::num::NonZeroUsize;

use super::DEEPEST_NESTING;
use super::cursor::Cursor;
use super::layout::Line;
use super::schema;
use super::tree::Name;
use crate::diagnostic::{Code, Diagnostic, Span};

/// The file being read and what was found wrong with it so far.
pub struct Reader<'t> {
    pub text: &'t str,
    pub problems: Vec<Diagnostic>,
}

/// Bounds the work of pest on one line, for the whole process.
pub fn allow_this_much_work() {
    pest::set_call_limit(NonZeroUsize::new(2_000_000));
}

impl<'t> Reader<'t> {
    /// The first word of a line and what follows it.
    pub fn head(&self, line: &Line) -> (Name, Span) {
        let text = line.span.of(self.text);
        let length = text.find([' ', '\t', '\n', '\r', '#']).unwrap_or(text.len());
        let start = line.span.start as usize;
        let word = text.get(..length).unwrap_or("");
        // `Ann: pass` is headed by `Ann:`; a colon never belongs to a word.
        let name = Name { text: word.to_owned(), span: Span::new(start, start + length) };
        (name, Span::new(start + length, line.span.end as usize))
    }

    /// Matches the text at `span` against `rule`; a mismatch is reported, with `what` saying what is being read.
    pub fn read(&mut self, rule: Rule, span: Span, what: &str) -> Option<Cursor<'t>> {
        let text = span.of(self.text);
        if let Some(at) = too_deep(text) {
            let place = Span::new(span.start as usize + at, span.start as usize + at + 1);
            self.problems.push(
                Diagnostic::new(
                    Code::NestedTooDeep,
                    place,
                    format!("brackets are nested more than {DEEPEST_NESTING} deep here"),
                )
                .help("give an inner part a name with `value NAME is ...`"),
            );
            return None;
        }
        match BidParser::parse(rule, text) {
            Ok(mut pairs) => {
                let pair = pairs.next()?;
                Some(Cursor::new(pair.into_inner(), span.start as usize))
            }
            Err(error) => {
                let problem = self.mismatch(&error, rule, span, what);
                self.problems.push(problem);
                None
            }
        }
    }

    /// Whether the text at `span` matches `rule`; nothing is reported.
    pub fn fits(&self, rule: Rule, span: Span) -> bool {
        let text = span.of(self.text);
        too_deep(text).is_none() && BidParser::parse(rule, text).is_ok()
    }

    /// Reports lines under a line that takes none.
    pub fn no_block(&mut self, line: &Line, what: &str) {
        if let Some(first) = line.block.first() {
            // An `if` of a phrase would be a statement here.
            let help = if first.span.of(self.text).starts_with("if ") {
                "move it back to the column of the line above; an `if` of the phrase above stands on that line, and the next may begin with `otherwise`"
            } else {
                "move it back to the column of the line above, or begin it with a joining word such as `and`, `where`, `when`"
            };
            self.problems.push(
                Diagnostic::new(Code::UnexpectedBlock, first.span, format!("{what} takes no lines under it"))
                    .here("this line stands further in")
                    .and(line.span, "than this one")
                    .help(help),
            );
        }
    }

    /// Reports a line that wants a block and has none.
    pub fn wants_block(&mut self, line: &Line, what: &str, example: &str) {
        if line.block.is_empty() && !line.cut {
            self.problems.push(
                Diagnostic::new(Code::MissingBlock, line.span, format!("{what} wants lines under it, further in"))
                    .help(format!("for example:\n{example}")),
            );
        }
    }

    fn mismatch(&self, error: &pest::error::Error<Rule>, rule: Rule, span: Span, what: &str) -> Diagnostic {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let text = span.of(self.text);
        let mut begin = at.min(text.len());
        while text.get(begin..).is_some_and(|rest| rest.starts_with([' ', '\t'])) {
            begin += 1;
        }
        // `the` is read as a name: the line stumbles only over the word after it.
        let said_the = text.get(..begin).unwrap_or("").trim_end();
        let said_the = said_the.ends_with(" the").then(|| said_the.len() - 3);
        let begin = said_the.unwrap_or(begin);
        let found = text.get(begin..).unwrap_or("");
        let length = found.find([' ', '\t', '\n', ',']).unwrap_or(found.len()).max(usize::from(!found.is_empty()));
        let length =
            found.char_indices().map(|(i, c)| i + c.len_utf8()).find(|end| *end >= length).unwrap_or(found.len());
        let word = found.get(..length).unwrap_or("");
        let place = Span::new(span.start as usize + begin, span.start as usize + begin + length);
        let expected = expected_words(error);
        let message = if word.is_empty() {
            format!("{what} stops too early")
        } else {
            format!("{what} cannot go on with `{word}` here")
        };
        let last = || {
            let end = span.end as usize;
            let last = self.text.get(..end).and_then(|before| before.char_indices().next_back());
            Span::new(last.map_or(end, |(at, _)| at), end)
        };
        let place = if word.is_empty() { last() } else { place };
        let problem = Diagnostic::new(Code::Syntax, place, message);
        let problem = if said_the.is_some() { problem } else { problem.here(format!("expected {expected}")) };
        if text.get(..begin).is_some_and(|before| before.trim().is_empty())
            && not_a_name(word, error).is_some()
            && let Some(thing) = declares(rule)
        {
            if matches!(word, "of" | "is" | "by" | "for") {
                let example = example(rule, what).unwrap_or_default();
                return Diagnostic::new(Code::ReservedName, place, format!("{what} wants a name before `{word}`"))
                    .help(example);
            }
            let message = format!("`{word}` is a word of the language, so no {thing} can have it as its name");
            return Diagnostic::new(Code::ReservedName, place, message)
                .help(format!("choose another name, for example `{word}-{thing}`"));
        }
        if text.get(..begin).is_some_and(|before| before.trim_end().ends_with(" as"))
            && !matches!(word, "a" | "an" | "the")
            && not_a_name(word, error).is_some()
        {
            let message = format!("`{word}` is a word of the language, so nothing can have it as its name");
            return Diagnostic::new(Code::ReservedName, place, message)
                .help(format!("choose another name, for example `{word}-picked`"));
        }
        let problem = match instead(word) {
            Some(words) => problem.fix(place, words),
            // With the white space behind it.
            None if said_the.is_some() => {
                let rest = found.get(length..).unwrap_or("");
                let gap = rest.len() - rest.trim_start_matches(' ').len();
                problem.fix(Span::new(place.start as usize, place.end as usize + gap), "")
            }
            None => problem,
        };
        let help = seat_by_number(rule, word, place.start as usize == span.start as usize)
            .or_else(|| advice(word, found))
            .or_else(|| not_a_name(word, error))
            .or_else(|| example(rule, what));
        match help {
            Some(help) => problem.help(help),
            None => problem,
        }
    }
}

/// Whether brackets are nested deeper than lines are read.
pub fn is_too_deep(text: &str) -> bool {
    too_deep(text).is_some()
}

fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut nots = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_NESTING {
            return Some(at);
        }
    }
    // Words that nest without brackets.
    for (at, word) in words(text) {
        if matches!(word, "not" | "of" | "-" | "if" | "where" | "in" | "half" | "from" | "seat" | "random") {
            nots += 1;
            if nots > 4 * DEEPEST_NESTING {
                return Some(at);
            }
        }
    }
    (text.matches('-').count() > 16 * DEEPEST_NESTING).then_some(0)
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn expected_words(error: &pest::error::Error<Rule>) -> String {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else { return "something shorter".to_owned() };
    let mut names: Vec<&str> =
        positives.iter().filter(|rule| !is_layout(**rule)).map(|rule| name_for_people(*rule)).collect();
    names.sort_unstable();
    names.dedup();
    // A list that says everything says nothing: what could make the phrase longer counts least.
    let longer = |name: &str| {
        let word = name.trim_matches('`');
        matches!(
            word,
            "*" | "/"
                | "+"
                | "-"
                | "mod"
                | "and"
                | "or"
                | "if"
                | "of"
                | "in"
                | "as"
                | "where"
                | "with"
                | "clockwise"
                | "shares"
        )
    };
    let in_phrase = positives.iter().any(|rule| {
        matches!(rule, Rule::k_and | Rule::k_shares | Rule::plus | Rule::star | Rule::k_where | Rule::k_as)
    });
    if in_phrase && names.iter().any(|name| !longer(name)) {
        names.retain(|name| !longer(name));
    }
    let ends = |name: &str| matches!(name, "`is`" | "the end of the line") || name.starts_with("`when`");
    if in_phrase && names.iter().any(|name| !ends(name)) {
        names.retain(|name| *name != "`is`");
    }
    if names.len() > 6 {
        names.truncate(6);
        names.push("...");
    }
    match names.split_last() {
        None => "the end of the line".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// What a line declares that begins with its name.
const fn declares(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::line_option => Some("option"),
        Rule::line_kind => Some("kind"),
        Rule::line_value => Some("value"),
        Rule::line_phase => Some("phase"),
        Rule::line_place => Some("place"),
        Rule::line_track => Some("track"),
        _ => None,
    }
}

/// `seat 1: play 9 of Hearts` in a scripted game, where seats go by their names.
fn seat_by_number(rule: Rule, word: &str, first: bool) -> Option<String> {
    let acts = matches!(rule, Rule::line_said | Rule::line_refused);
    (acts && first && matches!(word, "seat" | "player")).then(|| {
        "who acts is said by name, as the line `players Ann, Ben` of the test gives them: `Ann: bid 9 of Hearts`"
            .to_owned()
    })
}

/// A reserved word where a name is wanted.
fn not_a_name(word: &str, error: &pest::error::Error<Rule>) -> Option<String> {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else { return None };
    let reserved = BidParser::parse(Rule::reserved, word)
        .is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == word));
    let name_wanted = positives.contains(&Rule::name) || matches!(word, "a" | "an");
    if reserved && matches!(word, "a" | "an" | "the") {
        return Some(format!(
            "leave `{word}` out; one of several players is said with `any player`, as in `score of any player is at least 10`"
        ));
    }
    (reserved && name_wanted).then(|| {
        format!("`{word}` is a word that phrases are made of, so nothing can have it as its name; choose another name")
    })
}

/// An example of a line that matches `rule`.
fn example(rule: Rule, what: &str) -> Option<String> {
    let word = what.trim_matches('`');
    let lists = [schema::ITEMS, schema::STATEMENTS, schema::CLAUSES];
    let known = lists
        .iter()
        .filter_map(|list| schema::find(list, word))
        .find(|opening| opening.rule == rule)
        .map(|opening| opening.example);
    let line = match rule {
        Rule::line_nothing if word == "snapshot" => return Some("nothing stands after `snapshot`".to_owned()),
        Rule::line_nothing => {
            return Some(format!(
                "nothing stands after `{word}`; what belongs to it goes on the next lines, further in"
            ));
        }
        Rule::line_card => {
            "suit  Clubs, Hearts` for an attribute, `Ace to King of each suit` for cards, or `2 copies of Ace of Clubs"
        }
        Rule::line_card_if => "if length is long",
        Rule::line_place => "hand  each player  seen by owner",
        Rule::line_track => "purse  each player  number from 0 to 90  starts 15",
        Rule::line_row => "2 to 9  rank",
        Rule::line_columns => "across round  1  2  3",
        Rule::line_grid_row => "3  1  2  (2 + lots)",
        Rule::line_seats => "players Ann, Ben, Cat",
        Rule::line_fix => "option length is long",
        Rule::line_seed => "seed 7",
        Rule::line_given => "given hand of Ann holds 9 of Hearts` or `given dealer is Ann",
        Rule::line_begin => "begin sale",
        Rule::line_expect => "expect score of Ann is 9` or `expect lot holds Ace of Hearts",
        Rule::line_said | Rule::line_act_said => "Ann: bid 9 of Hearts",
        Rule::line_refused if word == "allowed" => "allowed Ann: pass",
        Rule::line_refused => "refused Ann: pass",
        Rule::line_play_on => "play on",
        Rule::line_won_by => "won by Ann` or `won by Ann, Ben",
        _ => known?,
    };
    Some(format!("for example `{line}`"))
}

/// Signs of other languages that mean one thing only.
fn instead(sign: &str) -> Option<&'static str> {
    Some(match sign {
        ">" => "is more than",
        "<" => "is less than",
        ">=" => "is at least",
        "<=" => "is at most",
        "=" | "==" => "is",
        "!=" => "is not",
        "&&" => "and",
        "||" => "or",
        _ => return None,
    })
}

/// Words from other languages, and from English, that have one form here.
fn advice(word: &str, found: &str) -> Option<String> {
    if let Some(words) = instead(word) {
        return Some(format!("say `{words}`"));
    }
    let text = match word {
        "the" => "leave `the` out",
        "has" | "have" => {
            "say what is looked at, with `of`: `number of cards in hand of dealer is ...`, `score of dealer is ...`"
        }
        "greater" | "bigger" | "larger" => "say `is more than`",
        "smaller" | "fewer" => "say `is less than`",
        "else" => "say `otherwise`",
        "then" => "leave `then` out; what happens goes on the next line, further in",
        "than" => "say `is more than` or `is less than`",
        "max" => "say `highest`",
        "min" => "say `lowest`",
        "whose" | "which" => "say `where`",
        _ if found.starts_with(':') => "no colon is needed here; what belongs to the line goes under it, further in",
        _ if found.starts_with(['{', '}', ';']) => "no braces or semicolons: a block is what stands further in",
        _ if found.starts_with('(') => "brackets only group a phrase; what something is of stands after `of`",
        _ if found.starts_with(['"', '\'']) => "no quotes are needed",
        _ => return None,
    };
    Some(text.to_owned())
}
