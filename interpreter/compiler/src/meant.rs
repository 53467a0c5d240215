//! Lines that could not be read or understood, written out as they may be meant.
//!
//! Takes the problems of a file and tries, for each line that has one, what [`bidlang_syntax::meant`] knows of such words: a line is offered only
//! if the file with it in the place of the other has no problem there any more. What is wrong only because of such a line is not told.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::diagnostic::{Code, Diagnostic, Label, Span};
use crate::resolve;
use crate::rulebook::Refused;
use crate::syntax::meant::rows::STATEMENT;
use crate::syntax::meant::{
    FURTHER_IN, Meant, Names, advice, declared, general, instead, pasted, said, split, told, typed,
};
use crate::syntax::{self};
use crate::variants::loader::{LIBRARY, Loader, Source};
use crate::variants::{self, Sort};

/// Most lines of a file that are tried.
const MOST_LINES: usize = 8;
/// Most wordings of a line that are read.
const MOST_READ: usize = 700;
/// Most wordings of a line that are understood with the whole file.
const MOST_UNDERSTOOD: usize = 16;
/// How many wordings that can be understood are compared, where others are wrong still.
const MOST_COMPARED: usize = 4;
/// How many changes make a wording of another at most.
const MOST_CHANGES: usize = 3;

/// What a wording costs that the problem itself offers.
const AS_OFFERED: u32 = 0;

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

/// A wording that waits to be tried; the nearest comes first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wording {
    cost: u32,
    number: usize,
    changes: usize,
    sure: bool,
    words: Vec<String>,
    whys: Vec<String>,
}

/// A file whose lines are tried in other words.
struct Trial<'a> {
    source: &'a Source,
    loader: &'a dyn Loader,
    /// The text with what was found so far.
    text: String,
    names: Names,
    /// By how much the lines that were written anew moved what stands behind them.
    moved: Vec<(usize, usize, usize)>,
    /// Whether the line that is tried has to begin with the same word.
    keeps_first: bool,
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
        Reverse((problems.iter().any(|problem| syntax(&problem)), *line))
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
        trial.keeps_first = !is_of_words(problem.code);
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
            problem.help = Some(format!("type `{}`", typed(line)));
        }
        if trial.is_right(place, line) {
            // It follows from a line that was written out.
            follows.insert(number);
        } else if let Some(meant) = trial.meant(place, &words, problem) {
            mended.insert(number);
            if meant.cost == AS_OFFERED {
                continue;
            }
            let wording = said(&meant.words);
            let shown = meant.why.is_empty() || wording == format!("write {}", meant.why);
            let help = match meant.why.strip_suffix('?') {
                _ if shown => wording,
                Some(_) => format!("{} {wording}", meant.why),
                None => format!("{}; {wording}", meant.why),
            };
            problem.fix = None;
            problem.help = Some(help);
            let one_line = !meant.words.iter().any(|word| word == FURTHER_IN) && declared(&meant.words).is_none();
            if meant.sure && one_line {
                let text = told(&meant.words, "");
                let span = Span::new(place.start, place.end);
                *problem = problem.clone().fix(span, text);
            }
        } else if shows_brackets(problem.code)
            && let Some(text) = as_read(line, problem.span(), place)
        {
            let help = problem.help.take().map(|help| format!("{help}; ")).unwrap_or_default();
            problem.help = Some(format!("{help}it is read as `{text}`"));
        } else if problem.code == Code::UnknownItem && is_prose(&words) && trial.can_go(place) {
            mended.insert(number);
            problem.help = Some(format!("notes begin with `#`: write `# {line}`"));
        } else if problem.fix.is_none() && matches!(problem.code, Code::Syntax | Code::UnknownStatement) {
            let statement =
                problem.code == Code::UnknownStatement || line.starts_with("score ") || line.starts_with("ask ");
            let found = advice(&words, &trial.names)
                .or_else(|| alike(&source.text, &lines, number, &words, &wrong_lines))
                .or_else(|| general(&as_player(&words, somebody), &trial.names).filter(|_| statement))
                .or_else(|| (problem.code == Code::UnknownStatement).then(|| STATEMENT.to_owned()));
            let told = problem.help.as_ref().is_some_and(|help| help.contains("; but then "));
            if let Some(help) = found.filter(|_| !told) {
                problem.help = Some(help);
            }
        }
    }
    if mended.is_empty() {
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
    Refused { sources, problems: kept }
}

/// Whether a line could not even be read.
fn is_of_words(code: Code) -> bool {
    matches!(code, Code::Syntax | Code::UnknownItem | Code::UnknownStatement | Code::UnknownClause)
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
            && line.margin.is_empty() == own.margin.is_empty()
            && text.get(line.start..line.end).and_then(|line| line.split_whitespace().next()) == Some(first.as_str())
    };
    let rated =
        lines.iter().enumerate().filter(fits).map(|(at, line)| (common(line), Reverse(at.abs_diff(number)), at, line));
    let (_, _, at, line) =
        rated.max_by_key(|(common, near, ..)| (*common, *near)).filter(|(common, ..)| *common > 0)?;
    Some(format!("line {} is one that can be read: `{}`", at + 1, text.get(line.start..line.end)?))
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

impl Trial<'_> {
    /// Whether nothing is wrong with a line as it was written, now that others are written out.
    fn is_right(&self, place: &Place, line: &str) -> bool {
        !self.moved.is_empty() && {
            let lines = format!("{}{line}", place.margin);
            self.is_understood(place, &lines, &self.text)
        }
    }

    /// Whether nothing is missing without a line; it is taken out then.
    fn can_go(&mut self, place: &Place) -> bool {
        let text = self.with(place, "#");
        let goes = self.problems(&text).len() < self.problems(&self.text).len();
        if goes {
            self.moved.push((place.start, place.end - place.start + place.margin.len(), 1));
            self.text = text;
        }
        goes
    }

    /// All that is wrong with a text.
    fn problems(&self, text: &str) -> Vec<Diagnostic> {
        let Source { key, name, .. } = self.source;
        let source = Source { key: key.clone(), name: name.clone(), text: text.to_owned() };
        let whole = variants::gather(&source, self.loader);
        let (_, found) = resolve::resolve(&whole.file);
        let mut problems = whole.problems.clone();
        if whole.sort != Sort::Library {
            problems.extend(found);
        }
        problems.retain(Diagnostic::is_error);
        problems
    }

    /// The library whose words a file uses without taking it in.
    fn with_library(&self, problems: &[Diagnostic]) -> Option<Diagnostic> {
        let missing =
            problems.iter().find(|problem| problem.code == Code::MissingPart && problem.message.contains("`cards`"))?;
        let line = self.text.lines().position(|line| line.starts_with("players "))?;
        let at = places(&self.text).get(line)?.end;
        let (before, behind) = self.text.split_at_checked(at)?;
        let own = self.problems(&self.text).len();
        let tried = LIBRARY.iter().map(|(name, _)| {
            let text = format!("{before}\nuse {name}{behind}");
            (self.problems(&text).len(), *name)
        });
        let (left, name) = tried.min()?;
        let words =
            problems.iter().filter(|problem| matches!(problem.code, Code::UnknownName | Code::UnknownAttribute));
        let mut words: Vec<&str> = words.map(|problem| problem.span().of(&self.text)).collect();
        words.sort_unstable();
        words.dedup();
        words.truncate(4);
        let speaks =
            if words.is_empty() { String::new() } else { format!("; `{}` are words of a library", words.join("`, `")) };
        (left < own && left < problems.len()).then(|| {
            Diagnostic::new(Code::MissingPart, Span::new(at, at), format!("{}{speaks}", missing.message))
                .here("it belongs here")
                .help(format!("write `use {name}` under this line: that library has a deck and these words; or make `cards` of your own"))
        })
    }

    /// The nearest wording of a line with which nothing is wrong there; it is put into the text.
    fn meant(&mut self, place: &Place, words: &[String], problem: &mut Diagnostic) -> Option<Meant> {
        let mut waiting = BinaryHeap::new();
        let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
        seen.insert(words.to_vec());
        let offered = problem.fix.as_deref().and_then(|fix| {
            let (from, to) = (fix.span.start as usize, fix.span.end as usize);
            let inside = from >= place.start && to <= place.end;
            let before = self.source.text.get(place.start..from)?;
            let behind = self.source.text.get(to..place.end)?;
            inside.then(|| split(&[before, &fix.text, behind].concat()))
        });
        if let Some(offered) = offered {
            let whys = problem.help.clone().into_iter().collect();
            waiting.push(Reverse(Wording {
                cost: AS_OFFERED,
                number: 0,
                changes: MOST_CHANGES,
                sure: true,
                words: offered,
                whys,
            }));
        }
        let plain =
            problem.fix.is_none() && pasted(self.source.text.get(place.start..place.end).unwrap_or("")).is_some();
        if plain {
            let (words, whys) = (words.to_vec(), vec!["it is typed in another way".to_owned()]);
            waiting.push(Reverse(Wording { cost: 1, number: 0, changes: 1, sure: true, words, whys }));
        }
        let start = Wording { cost: 0, number: 0, changes: 0, sure: true, words: words.to_vec(), whys: Vec::new() };
        self.expand(&start, &mut waiting, &mut seen);
        let original = self.outside(place, words);
        let (mut read, mut understood) = (0, 0);
        let mut nearly: Option<(Wording, Diagnostic)> = None;
        let mut best: Option<(Wording, String, usize)> = None;
        let mut found = 0;
        while let Some(Reverse(next)) = waiting.pop() {
            if read >= MOST_READ || understood >= MOST_UNDERSTOOD {
                break;
            }
            read += 1;
            let lines = told(&next.words, &place.margin);
            if self.reads(place, &lines, original) {
                understood += 1;
                let mut text = self.with(place, &lines);
                if let Some(line) = declared(&next.words) {
                    text += &format!("\n{line}\n");
                }
                let (wrong, elsewhere) = self.not_understood(place, &lines, &text);
                match wrong {
                    Some(wrong) if next.sure && nearly.is_none() => {
                        nearly = Some((next, wrong));
                        continue;
                    }
                    Some(_) => {}
                    None => {
                        // Where others are wrong still, one that mends them as well is nearer.
                        let nearer = best.as_ref().is_none_or(|(_, _, least)| elsewhere < *least);
                        if nearer {
                            best = Some((next, text, elsewhere));
                        }
                        found += 1;
                        if elsewhere == 0 || found >= MOST_COMPARED {
                            break;
                        }
                        continue;
                    }
                }
            }
            if next.changes < MOST_CHANGES {
                self.expand(&next, &mut waiting, &mut seen);
            }
        }
        if let Some((next, text, _)) = best {
            self.moved.push((
                place.start,
                place.end - place.start + place.margin.len(),
                told(&next.words, &place.margin).len(),
            ));
            self.text = text;
            let mut whys = next.whys;
            whys.retain(|why| !why.is_empty());
            whys.dedup();
            whys.truncate(2);
            return Some(Meant { words: next.words, why: whys.join("; "), sure: next.sure, cost: next.cost });
        }
        // It can be written so, and then something else is wrong with it.
        if let Some((next, wrong)) = nearly.filter(|_| is_of_words(problem.code)) {
            let whys: Vec<String> = next.whys.into_iter().filter(|why| !why.is_empty()).take(1).collect();
            let why = whys.first().map(|why| format!("{why}: ")).unwrap_or_default();
            let help = wrong.help.map(|help| format!("; {help}")).unwrap_or_default();
            problem.help = Some(format!("{why}`{}`; but then {}{help}", told(&next.words, ""), wrong.message));
            problem.fix = None;
        }
        None
    }

    fn expand(&self, from: &Wording, waiting: &mut BinaryHeap<Reverse<Wording>>, seen: &mut BTreeSet<Vec<String>>) {
        // What stands on lines further in is not changed again.
        if from.words.iter().any(|word| word == FURTHER_IN) && from.changes > 1 {
            return;
        }
        for meant in instead(&from.words, &self.names) {
            // A line that could be read says the same sort of thing.
            if self.keeps_first && meant.words.first() != from.words.first() {
                continue;
            }
            if self.is_far_fetched(&meant.words) {
                continue;
            }
            if !seen.insert(meant.words.clone()) {
                continue;
            }
            let whys = [from.whys.as_slice(), &[meant.why]].concat();
            waiting.push(Reverse(Wording {
                cost: from.cost + meant.cost,
                number: seen.len(),
                changes: from.changes + 1,
                sure: from.sure && meant.sure,
                words: meant.words,
                whys,
            }));
        }
    }

    /// Whether a line could be read only because a new act may have any name: `act trump-is-always-red`, `ask dealer to trump`.
    fn is_far_fetched(&self, words: &[String]) -> bool {
        match words {
            [act, name] if act == "act" => name.matches('-').count() > 1 && !self.names.knows(name),
            [ask, who @ .., to, name] if ask == "ask" && to == "to" => {
                self.names.knows(name) && !who.iter().any(|word| word == "to")
            }
            _ => false,
        }
    }

    /// The text with other lines in the place of one.
    fn with(&self, place: &Place, lines: &str) -> String {
        let start = self.at(place);
        let before = self.text.get(..start).unwrap_or("");
        let behind = self.text.get(start + place.margin.len() + place.end - place.start..).unwrap_or("");
        [before, lines, behind].concat()
    }

    /// Where a line begins, margin and all, in the text as it is now.
    fn at(&self, place: &Place) -> usize {
        let before = self.moved.iter().filter(|(start, ..)| *start < place.start);
        let (old, new) = before.fold((0, 0), |(old, new), (_, was, is)| (old + was, new + is));
        place.start - place.margin.len() + new - old
    }

    /// The part of the file in which a place lies: from one line at the left edge to the next.
    fn part<'t>(&self, text: &'t str, place: &Place) -> (usize, &'t str) {
        let from = self.at(place);
        let begins = |at: usize| {
            (at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'))
                && text.as_bytes().get(at).is_some_and(|c| !c.is_ascii_whitespace() && *c != b'#')
        };
        let start = (0..=from).rev().find(|at| begins(*at)).unwrap_or(0);
        let end = (from + place.margin.len() + 1..text.len()).find(|at| begins(*at)).unwrap_or(text.len());
        (start, text.get(start..end).unwrap_or(""))
    }

    /// How many problems of reading there are in the part beside the line.
    fn outside(&self, place: &Place, words: &[String]) -> usize {
        let lines = told(words, &place.margin);
        self.read(place, &lines).1
    }

    /// Problems of reading at the lines and elsewhere in their part.
    fn read(&self, place: &Place, lines: &str) -> (usize, usize) {
        let from = self.at(place);
        let text = self.with(place, lines);
        let (start, part) = self.part(&text, place);
        let (_, problems) = syntax::parse(part);
        let here = problems.iter().filter(|problem| {
            let at = problem.span().start as usize + start;
            at >= from && at <= from + lines.len()
        });
        let here = here.count();
        (here, problems.len() - here)
    }

    fn reads(&self, place: &Place, lines: &str, outside: usize) -> bool {
        let (here, elsewhere) = self.read(place, lines);
        here == 0 && elsewhere <= outside
    }

    fn is_understood(&self, place: &Place, lines: &str, text: &str) -> bool {
        self.not_understood(place, lines, text).0.is_none()
    }

    /// What is wrong at the lines when the whole file is understood with them, and how much elsewhere.
    fn not_understood(&self, place: &Place, lines: &str, text: &str) -> (Option<Diagnostic>, usize) {
        let from = self.at(place);
        let to = from + lines.len();
        let here = |problem: &Diagnostic| {
            let at = problem.span().start as usize;
            at >= from && at <= to
        };
        let (mut own, others): (Vec<Diagnostic>, Vec<Diagnostic>) = self.problems(text).into_iter().partition(here);
        (if own.is_empty() { None } else { Some(own.swap_remove(0)) }, others.len())
    }
}
