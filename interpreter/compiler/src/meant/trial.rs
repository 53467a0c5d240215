//! Wordings of one line, tried in the file: which can be read there and understood.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::{Place, is_of_words, places};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::syntax::meant::{
    FURTHER_IN, Meant, Names, declared, in_digits, instead, is_one_line, joining, pasted, split, told,
};
use crate::variants::loader::{LIBRARY, Loader, Source};
use crate::variants::{self, Sort};
use crate::{resolve, syntax};

/// Most wordings of a line that are read.
const MOST_READ: usize = 700;
/// Most bytes of the parts around a line that are read for it: in a long part fewer wordings are tried.
const MOST_BYTES: usize = 200_000;
/// So many are read in any case.
const LEAST_READ: usize = 40;
/// Most wordings of a line that are understood with the whole file.
const MOST_UNDERSTOOD: usize = 16;
/// How many wordings that can be understood are compared, where others are wrong still.
const MOST_COMPARED: usize = 4;
/// How many changes make a wording of another at most.
const MOST_CHANGES: usize = 3;

/// What belongs to forms of other sorts, and is no act.
const OF_FORMS: [&str; 5] = ["closes", "sold", "unsold", "won", "wins"];
/// Words that stand in what a form says or leaves out, and not in the name of an act that is only guessed.
const OF_RULES: [&str; 17] = [
    "no", "not", "without", "won", "win", "wins", "winner", "trump", "trumps", "trick", "tricks", "closes", "sold",
    "unsold", "when", "is", "for",
];

/// What a wording costs that the problem itself offers.
pub(super) const AS_OFFERED: u32 = 0;

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
pub(super) struct Trial<'a> {
    pub(super) source: &'a Source,
    pub(super) loader: &'a dyn Loader,
    /// The text with what was found so far.
    pub(super) text: String,
    pub(super) names: Names,
    /// By how much the lines that were written anew moved what stands behind them.
    pub(super) moved: Vec<(usize, usize, usize)>,
    /// Whether the line that is tried has to begin with the same word.
    pub(super) keeps_first: bool,
}

impl Trial<'_> {
    /// Whether nothing is wrong with a line as it was written, now that others are written out.
    pub(super) fn is_right(&self, place: &Place, line: &str) -> bool {
        !self.moved.is_empty() && {
            let lines = format!("{}{line}", place.margin);
            self.is_understood(place, &lines, &self.text)
        }
    }

    /// Whether nothing would be wrong with a line in place of the one that was written; it stands there then.
    pub(super) fn can_be(&mut self, place: &Place, line: &str) -> bool {
        let lines = format!("{}{line}", place.margin);
        let text = self.with(place, &lines);
        let can = self.is_understood(place, &lines, &text);
        if can {
            self.moved.push((place.start, place.end - place.start + place.margin.len(), lines.len()));
            self.text = text;
        }
        can
    }

    /// Whether nothing is missing without a line; it is taken out then.
    pub(super) fn can_go(&mut self, place: &Place) -> bool {
        let text = self.with(place, "#");
        let goes = self.problems(&text).len() < self.problems(&self.text).len();
        if goes {
            self.moved.push((place.start, place.end - place.start + place.margin.len(), 1));
            self.text = text;
        }
        goes
    }

    /// All that is wrong with a text.
    pub(super) fn problems(&self, text: &str) -> Vec<Diagnostic> {
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
    pub(super) fn with_library(&self, problems: &[Diagnostic]) -> Option<Diagnostic> {
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
    pub(super) fn meant(&mut self, place: &Place, words: &[String], problem: &mut Diagnostic) -> Option<Meant> {
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
        if is_of_words(problem.code) {
            let at = (problem.span().start as usize).saturating_sub(place.start);
            let before = split(self.source.text.get(place.start..place.start + at).unwrap_or("")).len();
            let here = problem.labels.first().map_or("", |label| label.text.as_str());
            // Nothing else is changed besides.
            let last = Wording { changes: MOST_CHANGES - 1, words: words.to_vec(), whys: Vec::new(), ..start };
            self.wait(&last, joining(words, before, here), &mut waiting, &mut seen);
        }
        let original = self.outside(place, words);
        let most_read = MOST_READ.min(MOST_BYTES / self.part(&self.text, place).1.len().max(1)).max(LEAST_READ);
        let (mut read, mut understood) = (0, 0);
        let mut nearly: Option<(Wording, Diagnostic)> = None;
        let mut best: Option<(Wording, String, usize)> = None;
        let mut found = 0;
        while let Some(Reverse(next)) = waiting.pop() {
            if read >= most_read || understood >= MOST_UNDERSTOOD {
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
                    // `each` with a word of which there is no each was not meant.
                    Some(wrong) if next.sure && nearly.is_none() && wrong.code != Code::Every => {
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
            problem.say_help(format!("{why}`{}`; but then {}{help}", told(&next.words, ""), wrong.message));
            problem.fix = None;
        }
        None
    }

    fn expand(&self, from: &Wording, waiting: &mut BinaryHeap<Reverse<Wording>>, seen: &mut BTreeSet<Vec<String>>) {
        // What stands on lines further in is not changed again.
        if !is_one_line(&from.words) && from.changes > 1 {
            return;
        }
        self.wait(from, instead(&from.words, &self.names), waiting, seen);
    }

    /// Puts other wordings with those that wait to be tried.
    fn wait(
        &self,
        from: &Wording,
        others: Vec<Meant>,
        waiting: &mut BinaryHeap<Reverse<Wording>>,
        seen: &mut BTreeSet<Vec<String>>,
    ) {
        for meant in others {
            // A line that could be read says the same sort of thing.
            let further_in = meant.words.iter().skip_while(|word| *word != FURTHER_IN).nth(1);
            let first = further_in.filter(|_| meant.words.first().is_some_and(|word| word == "for"));
            let (was, is) = (from.words.first(), first.or(meant.words.first()));
            let in_digits = || was.and_then(|word| in_digits(word)).is_some_and(|number| Some(&number) == is);
            if self.keeps_first && was != is && !in_digits() {
                continue;
            }
            if self.is_far_fetched(&meant.words)
                || self.loses_its_name(&from.words, &meant.words)
                || takes_the_only_one(&from.words, &meant.words)
            {
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
            [act, name, ..] if act == "act" && OF_FORMS.contains(&name.as_str()) => true,
            [act, name] if act == "act" => {
                let is_rule = |word: &str| OF_RULES.contains(&word);
                (name.matches('-').count() > 2 || name.split('-').any(is_rule)) && !self.names.knows(name)
            }
            words
                if words.windows(2).any(|two| matches!(two, [each, many] if each == "each" && many.ends_with('s'))) =>
            {
                true
            }
            [ask, who @ .., to, name] if ask == "ask" && to == "to" => {
                self.names.knows(name) && !who.iter().any(|word| word == "to")
            }
            // A round that is made for one player alone.
            [first, each, player, one, side, of, ..] if first == "for" && each == "each" && player == "player" => {
                one == "in" && matches!(side.as_str(), "left" | "right") && of == "of"
            }
            // From a place to itself.
            [word, .., from, to, place] if to == "to" && from == place => word == "move" || word == "deal",
            _ => false,
        }
    }

    /// Whether a line would declare another name than that by which others speak of it.
    fn loses_its_name(&self, from: &[String], to: &[String]) -> bool {
        let ([what, name, ..], [also, other, ..]) = (from, to) else { return false };
        let declares = what == also && name != other && matches!(what.as_str(), "value" | "phase" | "option" | "kind");
        let word = |c: char| !c.is_alphanumeric() && c != '-';
        let lines = || self.source.text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let others = |name: &str| lines().flat_map(|line| line.split(word)).filter(|part| *part == name).count() > 1;
        // `taken number each player` is no `taken-number`.
        let longer = self.names.knows(what) && also.strip_prefix(what.as_str()).is_some_and(|end| end.starts_with('-'));
        declares && others(name) || longer && others(what)
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

/// Whether all cards of a place become the only one that lies there: `rank of cards in lot`, `rank of card in lot`.
fn takes_the_only_one(from: &[String], to: &[String]) -> bool {
    from.len() == to.len()
        && from
            .windows(3)
            .zip(to.windows(3))
            .any(|(from, to)| from == ["of", "cards", "in"] && to == ["of", "card", "in"])
}
