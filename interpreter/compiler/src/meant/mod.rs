//! Lines that could not be read or understood, written out as they may be meant.
//!
//! Takes the problems of a file and tries, for each line that has one, what [`bidlang_syntax::meant`] knows of such words: a line is offered only
//! if the file with it in the place of the other has no problem there any more. What is wrong only because of such a line is not told.

mod brackets;
mod trial;
mod undeclared;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use trial::{AS_OFFERED, Trial};

use crate::diagnostic::{Code, Diagnostic, Label, Span, nearest};
use crate::rulebook::Refused;
use crate::syntax;
use crate::syntax::meant::rows::STATEMENT;
use crate::syntax::meant::{Names, advice, general, is_one_line, only_told, pasted, said, split, told, typed};
use crate::variants::loader::{Loader, Source};

/// Most lines of a file that are tried.
const MOST_LINES: usize = 8;
/// Problems of the file as a whole, which no wording of a line takes away.
const OF_THE_WHOLE: [Code; 8] = [
    Code::FileTooLong,
    Code::NotAText,
    Code::TooManyLines,
    Code::LineTooLong,
    Code::UnknownBase,
    Code::NotAGame,
    Code::EmptyFile,
    Code::TooManyProblems,
];

/// A line of a text without its margin and its note.
#[derive(Debug, Clone)]
struct Place {
    start: usize,
    end: usize,
    margin: String,
}

/// The lines of a text.
fn places(text: &str) -> Vec<Place> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let plain = line.split('#').next().unwrap_or("");
        let inner = plain.trim();
        let margin = plain.len() - plain.trim_start().len();
        let begin = if inner.is_empty() { start } else { start + margin };
        let margin = plain.get(..margin).unwrap_or("").to_owned();
        found.push(Place { start: begin, end: begin + inner.len(), margin });
        start += line.len();
    }
    found
}

/// The same problems, with lines written out that were meant, and without those that follow from others.
#[must_use]
pub fn written_out(source: &Source, loader: &dyn Loader, refused: Refused) -> Refused {
    let Refused { sources, problems } = refused;
    let own = |problem: &Diagnostic| sources.file_of(problem.span()) == 0;
    if problems.iter().any(|problem| OF_THE_WHOLE.contains(&problem.code)) || !problems.iter().any(own) {
        return Refused { sources, problems };
    }
    let names = Names::of(sources.text());
    let mut trial = Trial { source, loader, text: source.text.clone(), names, moved: Vec::new(), keeps_first: false };
    let lines = places(&source.text);
    let line_of = |problem: &Diagnostic| {
        let at = problem.span().start as usize;
        lines.iter().position(|line| line.start <= at && at <= line.end.max(line.start))
    };
    let mut problems = problems;
    for problem in problems.iter_mut().filter(|problem| own(problem)) {
        if let Some(place) = line_of(problem).and_then(|line| lines.get(line)) {
            brackets::written_out(problem, place.start, source.text.get(place.start..place.end).unwrap_or(""));
        }
    }
    if let Some(found) = trial.with_library(&problems) {
        return Refused { sources, problems: vec![found] };
    }
    let mut tried: BTreeSet<usize> = BTreeSet::new();
    let mut mended: BTreeSet<usize> = BTreeSet::new();
    let mut follows: BTreeSet<usize> = BTreeSet::new();
    // Lines that could not be read come first: much that is wrong with others follows from them.
    let mut wrong: Vec<usize> =
        problems.iter().filter(|problem| own(problem) && problem.is_error()).filter_map(line_of).collect();
    wrong.dedup();
    wrong.truncate(MOST_LINES);
    let first_read = |line: &usize| {
        let syntax = |problem: &&Diagnostic| line_of(problem) == Some(*line) && is_of_words(problem.code);
        let unread = problems.iter().any(|problem| syntax(&problem));
        // What is declared before all: others are tried with its names.
        Reverse((unread && declares(&source.text, &lines, *line).is_some(), unread, *line))
    };
    wrong.sort_by_key(first_read);
    let wrong_lines: BTreeSet<usize> = problems.iter().filter(|problem| own(problem)).filter_map(line_of).collect();
    for number in wrong {
        if !tried.insert(number) {
            continue;
        }
        let Some(place) = lines.get(number) else { continue };
        let Some(problem) = problems.iter_mut().find(|problem| line_of(problem) == Some(number)) else { continue };
        let line = source.text.get(place.start..place.end).unwrap_or("");
        let words = split(line);
        // Who begins a line with somebody has not misspelt a verb.
        let somebody = words.first().is_some_and(|word| trial.names.is_seat(word));
        if somebody && problem.code == Code::UnknownStatement {
            (problem.fix, problem.help) = (None, None);
        }
        if !is_of_words(problem.code) && !is_of_meaning(problem.code) {
            continue;
        }
        // What cannot be set is said in other words: `add 5 to score of player`.
        trial.keeps_first = !is_of_words(problem.code) && problem.code != Code::NotATrack;
        if let Some(pasted) = pasted(line) {
            let at = place.start + pasted.at;
            let shown = if pasted.name.contains("not seen") || pasted.name.contains("space") {
                format!("{} (U+{:04X})", pasted.name, u32::from(pasted.sign))
            } else {
                format!("{}, `{}`,", pasted.name, pasted.sign)
            };
            let span = Span::new(at, at + pasted.sign.len_utf8());
            let message = format!("{shown} stands here, as it comes along when a text is pasted");
            problem.message = message;
            problem.labels = vec![Label { span, text: pasted.name.to_owned() }];
            problem.fix = None;
            problem.say_help(format!("type `{}`", typed(line)));
        }
        if let Some(other) = renamed(line, place, problem)
            && trial.can_be(place, &other)
        {
            // Nothing is wrong with it but the name, for which another was offered.
            mended.insert(number);
            continue;
        }
        if trial.is_right(place, line) {
            // It follows from a line that was written out.
            follows.insert(number);
        } else if let Some(help) = only_told(&words, &trial.names) {
            problem.fix = None;
            problem.say_help(help);
        } else if let Some(meant) = trial.meant(place, &words, problem) {
            mended.insert(number);
            let wording = said(&meant.words);
            if meant.cost == AS_OFFERED {
                let says = problem.help.as_ref().filter(|help| help.starts_with("say ") && !help.contains("; "));
                if let (Some(help), Code::Syntax) = (says, problem.code) {
                    problem.say_help(format!("{help}; {wording}"));
                }
                continue;
            }
            let shown = meant.why.is_empty() || wording == format!("write {}", meant.why);
            let help = match meant.why.strip_suffix('?') {
                _ if shown => wording,
                Some(_) => format!("{} {wording}", meant.why),
                None => format!("{}; {wording}", meant.why),
            };
            problem.fix = None;
            problem.say_help(help);
            if meant.sure && is_one_line(&meant.words) {
                let text = told(&meant.words, "");
                let span = Span::new(place.start, place.end);
                *problem = problem.clone().fix(span, text);
            }
        } else if shows_brackets(problem.code)
            && let Some(text) = as_read(line, problem.span(), place)
        {
            let help = problem.help.take().map(|help| format!("{help}; ")).unwrap_or_default();
            problem.say_help(format!("{help}it is read as `{text}`"));
        } else if problem.code == Code::UnknownItem
            && is_prose(&words)
            && !problem.help.as_ref().is_some_and(|help| help.contains("further in"))
            && trial.can_go(place)
        {
            mended.insert(number);
            problem.say_help(format!("notes begin with `#`: write `# {line}`"));
        } else if problem.fix.is_none()
            && matches!(problem.code, Code::Syntax | Code::UnknownStatement | Code::UnknownClause)
        {
            let statement =
                problem.code == Code::UnknownStatement || line.starts_with("score ") || line.starts_with("ask ");
            let first = words.first().map_or("", String::as_str);
            // What is said of a clause in the wrong place says more than words that are alike.
            let clause = problem.code == Code::UnknownStatement
                && syntax::schema::find(syntax::schema::CLAUSES, first).is_some();
            let found = joining(&source.text, &lines, number)
                .or_else(|| advice(&under_a_form(&words, problem.code), &trial.names))
                .or_else(|| alike(&source.text, &lines, number, &words, &wrong_lines).filter(|_| !clause))
                .or_else(|| general(&as_player(&words, somebody), &trial.names).filter(|_| statement))
                .or_else(|| (problem.code == Code::UnknownStatement && !clause).then(|| STATEMENT.to_owned()));
            let told = problem.help.as_ref().is_some_and(|help| help.contains("; but then "));
            if let Some(help) = found.filter(|_| !told) {
                problem.say_help(help);
            }
        }
    }
    if mended.is_empty() {
        let problems = undeclared::told_once(problems, &source.text);
        return Refused { sources, problems };
    }
    let left = trial.problems(&trial.text.clone());
    let mut kept = Vec::new();
    for problem in problems {
        let line = line_of(&problem);
        let first = line.is_some_and(|line| mended.remove(&line));
        if line.is_some_and(|line| follows.contains(&line)) && problem.is_error() {
            continue;
        }
        let again = left.iter().any(|other| other.code == problem.code && other.message == problem.message);
        if first || again || !own(&problem) || !problem.is_error() {
            kept.push(problem);
        }
    }
    Refused { sources, problems: undeclared::told_once(kept, &source.text) }
}

/// The name that is offered in place of a word of the language.
fn offered(problem: &Diagnostic) -> Option<&str> {
    let help = problem.help.as_ref().filter(|_| problem.code == Code::ReservedName)?;
    help.strip_prefix("choose another name, for example `")?.strip_suffix('`')
}

/// A line with the name that is offered in place of a word of the language.
fn renamed(line: &str, place: &Place, problem: &Diagnostic) -> Option<String> {
    let name = offered(problem)?;
    let (from, to) = (problem.span().start as usize, problem.span().end as usize);
    let (from, to) = (from.checked_sub(place.start)?, to.checked_sub(place.start)?);
    Some(format!("{}{name}{}", line.get(..from)?, line.get(to..)?))
}

/// Whether a line could not even be read.
fn is_of_words(code: Code) -> bool {
    matches!(code, Code::Syntax | Code::UnknownItem | Code::UnknownStatement | Code::UnknownClause | Code::ReservedName)
}

/// Whether a problem may lie in how a phrase was read.
fn shows_brackets(code: Code) -> bool {
    matches!(code, Code::Type | Code::AmbiguousNoun | Code::WhichCard | Code::Whose | Code::Every | Code::UnknownName)
}

/// How the phrase of a line was read in which a problem lies, where that may surprise.
fn as_read(line: &str, at: Span, place: &Place) -> Option<String> {
    let from = (at.start as usize).checked_sub(place.start)?;
    let to = (at.end as usize).checked_sub(place.start)?.min(line.len());
    syntax::as_read(line, Span::new(from, to))
}

/// What to say of a line that stops where the next one, further in, begins with a joining word that is misspelt.
fn joining(text: &str, lines: &[Place], number: usize) -> Option<String> {
    let (own, next) = (lines.get(number)?, lines.get(number + 1)?);
    let last = text.get(own.start..own.end)?.split_whitespace().next_back()?;
    if matches!(last, "and" | "or" | "+" | "-" | "otherwise" | "where" | "when") && next.margin.len() > own.margin.len()
    {
        return Some(format!(
            "a line goes on where the next one begins with `{last}`: put it there, in front of line {}",
            number + 2
        ));
    }
    let word = text.get(next.start..next.end)?.split_whitespace().next()?;
    let near = nearest(word, ["otherwise", "and", "where", "when", "unless"])?;
    let further = next.margin.len() > own.margin.len() && word.len() > 3;
    further.then(|| format!("line {} begins with `{word}`: did you mean `{near}`?", number + 2))
}

/// A line of the file that begins as this one does and has most words in common with it; none where nothing else is alike.
fn alike(text: &str, lines: &[Place], number: usize, words: &[String], wrong: &BTreeSet<usize>) -> Option<String> {
    let (first, own) = (words.first()?, lines.get(number)?);
    let common = |line: &Place| {
        let other = split(text.get(line.start..line.end).unwrap_or(""));
        let long = |word: &&String| word.len() > 1;
        other.iter().skip(1).filter(long).filter(|word| words.contains(word)).count()
    };
    let fits = |(at, line): &(usize, &Place)| {
        *at != number
            && !wrong.contains(at)
            && !stands_under(lines, *at, wrong)
            && line.margin.is_empty() == own.margin.is_empty()
            && declares(text, lines, *at) == declares(text, lines, number)
            && text.get(line.start..line.end).and_then(|line| line.split_whitespace().next()) == Some(first.as_str())
    };
    let rated =
        lines.iter().enumerate().filter(fits).map(|(at, line)| (common(line), Reverse(at.abs_diff(number)), at, line));
    let (_, _, at, line) =
        rated.max_by_key(|(common, near, ..)| (*common, *near)).filter(|(common, ..)| *common > 0)?;
    Some(format!("line {} is one that can be read: `{}`", at + 1, text.get(line.start..line.end)?))
}

/// Whether a line stands under one that is wrong: it may not have been read.
fn stands_under(lines: &[Place], number: usize, wrong: &BTreeSet<usize>) -> bool {
    let mut margin = lines.get(number).map_or(0, |line| line.margin.len());
    for (at, line) in lines.iter().enumerate().take(number).rev() {
        if line.end > line.start && line.margin.len() < margin {
            if wrong.contains(&at) {
                return true;
            }
            margin = line.margin.len();
        }
    }
    false
}

/// Under which of the words that declare things a line stands: `won  each player` is a place, and no line that says who wins.
fn declares<'a>(text: &'a str, lines: &[Place], number: usize) -> Option<&'a str> {
    let own = lines.get(number)?;
    let above = lines.get(..number)?.iter().rev();
    let head = above.into_iter().find(|line| line.end > line.start && line.margin.len() < own.margin.len())?;
    let first = text.get(head.start..head.end)?.split_whitespace().next()?;
    matches!(first, "places" | "track" | "cards").then_some(first)
}

/// The line, with `clause` before it where a form has no such clause.
fn under_a_form(words: &[String], code: Code) -> Vec<String> {
    let clause = (code == Code::UnknownClause).then(|| "clause".to_owned());
    clause.into_iter().chain(words.iter().cloned()).collect()
}

/// The line, where it begins with a name of somebody, with `player` instead.
fn as_player(words: &[String], somebody: bool) -> Vec<String> {
    let first = if somebody { Some("player".to_owned()) } else { words.first().cloned() };
    first.into_iter().chain(words.iter().skip(1).cloned()).collect()
}

/// Whether words are a sentence for people.
fn is_prose(words: &[String]) -> bool {
    let plain = words.iter().filter(|word| word.starts_with(char::is_alphabetic)).count();
    plain >= 4 && plain * 4 >= words.len() * 3
}

/// Whether a line could be read, and its words do not mean what is wanted: said in other words it may.
fn is_of_meaning(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownName
            | Code::UnknownPhase
            | Code::UnknownValue
            | Code::UnknownAttribute
            | Code::UnknownLibrary
            | Code::NotAPlace
            | Code::NotATrack
            | Code::Type
            | Code::AmbiguousNoun
            | Code::WhichCard
            | Code::Whose
            | Code::Every
            | Code::Random
            | Code::SeveralPlaces
            | Code::PassHowLong
            | Code::WhoSees
            | Code::ManyValued
            | Code::NotANumber
    )
}
