//! Reads a file, its libraries, its base, and the base of that, and lays them on one another.

use std::sync::Arc;

use super::loader::{Loader, Missing, Source, shipped, shipped_names};
use super::merge::Merge;
use super::{Alone, Base, LONGEST_GAME, MOST_FILES, Sort, Whole};
use crate::diagnostic::{Code, Diagnostic, Span, nearest, printable};
use crate::resolve;
use crate::syntax::tree::{File, Item, Name};
use crate::syntax::{self, MOST_LINES};

/// The whole game that begins with `main`.
#[must_use]
pub fn gather(main: &Source, loader: &dyn Loader) -> Whole {
    let mut gathering = Gathering { loader, whole: Whole::default(), chain: Vec::new(), libraries: Vec::new() };
    if let Some(read) = gathering.read(main) {
        gathering.whole.file = read.file;
        gathering.whole.base = read.base;
        gathering.whole.sort = read.sort;
    }
    gathering.whole
}

struct Gathering<'s> {
    loader: &'s dyn Loader,
    whole: Whole,
    /// Keys and names of the files that are being read, each the base of the one before.
    chain: Vec<(String, String)>,
    /// Keys of the libraries that are in already.
    libraries: Vec<String>,
}

/// A file with all that it stands on.
struct Read {
    file: File,
    title: String,
    sort: Sort,
    base: Option<Base>,
}

/// What the first lines of a file say of other files.
#[derive(Default)]
struct Heads {
    game: Option<(Span, String)>,
    variant: Option<(Span, Name)>,
    of: Option<(Span, Name)>,
    uses: Vec<(Span, Name)>,
    library: Option<Span>,
    tests: Option<Span>,
}

impl Heads {
    /// Takes the lines that speak of files out of the items.
    fn of(items: Vec<Item>) -> (Self, Vec<Item>) {
        let mut heads = Self::default();
        let mut rest = Vec::new();
        for item in items {
            if let Item::Header { word, text } = &item {
                let span = word.span.to(text.span);
                match word.text.as_str() {
                    "game" => heads.game = heads.game.or_else(|| Some((span, text.text.clone()))),
                    "tests" => heads.tests = heads.tests.or(Some(span)),
                    "variant" if heads.variant.is_none() => {
                        heads.variant = Some((word.span, text.clone()));
                        continue;
                    }
                    "of" if heads.of.is_none() => {
                        heads.of = Some((span, text.clone()));
                        continue;
                    }
                    "use" => {
                        heads.uses.push((span, text.clone()));
                        continue;
                    }
                    "library" => {
                        heads.library = heads.library.or(Some(span));
                        continue;
                    }
                    _ => {}
                }
            }
            rest.push(item);
        }
        (heads, rest)
    }
}

impl Gathering<'_> {
    fn problem(&mut self, problem: Diagnostic) {
        self.whole.problems.push(problem);
    }

    fn read(&mut self, source: &Source) -> Option<Read> {
        let place = self.whole.sources.add(&source.name, &source.text);
        let (file, problems) = syntax::parse_from(self.whole.sources.text(), place.start as usize);
        self.whole.problems.extend(problems);
        self.chain.push((source.key.clone(), source.name.clone()));
        let (heads, items) = Heads::of(file.items);
        let mut taken = Vec::new();
        for (span, name) in &heads.uses {
            taken.extend(self.library(&source.key, *span, name));
        }
        let sort = if heads.library.is_some() { Sort::Library } else { Sort::Game };
        if let (None, None) = (&heads.variant, &heads.of) {
            self.not_a_variant(&items);
            let title = heads.game.map_or_else(|| source.name.clone(), |(_, title)| title);
            let items =
                taken.into_iter().chain(items.into_iter().filter(|item| !is_change(item))).collect::<Vec<Item>>();
            return Some(Read { file: File { items }, title, sort, base: None });
        }
        let (word, title) = self.title_of_variant(&heads, place)?;
        let (of, name) = heads.of?;
        let before = self.whole.problems.len();
        let start = u32::try_from(self.whole.sources.text().len()).unwrap_or(u32::MAX) + 1;
        // The base has its own libraries, though the variant may name the same ones again.
        let own = std::mem::take(&mut self.libraries);
        let base = self.base(&source.key, of, &name);
        self.libraries = own;
        let base = base?;
        if self.whole.problems.len() > before {
            return None;
        }
        let alone = self.sound(&base, of)?;
        let base_name = self
            .whole
            .sources
            .place(Span { start, end: start })
            .map_or_else(String::new, |place| place.name.to_owned());
        let mut merge = Merge::new(self.whole.sources.text(), start, &base.title, base.file.items);
        merge.title(word, &title);
        merge.take(taken);
        merge.change(items);
        let (items, changes, problems) = merge.done();
        self.whole.problems.extend(problems);
        let base = Base { title: base.title, name: base_name, start, of, changes, alone };
        Some(Read { file: File { items }, title: title.text, sort, base: Some(base) })
    }

    /// Changes belong into variants only.
    fn not_a_variant(&mut self, items: &[Item]) {
        let change = items.iter().find_map(|item| match item {
            Item::Add { word, .. } => Some(word.span),
            Item::Remove { span, .. } => Some(*span),
            Item::Change(change) => Some(change.span),
            _ => None,
        });
        if let Some(span) = change {
            self.problem(
                Diagnostic::new(Code::NotAVariant, span, "this changes a base, and the file does not say which").help(
                    "begin the file with `variant` and a title, and then `of` and the base's file: `of night_market`",
                ),
            );
        }
    }

    fn title_of_variant(&mut self, heads: &Heads, place: Span) -> Option<(Span, Name)> {
        if let Some((span, _)) = &heads.game {
            let other = heads.variant.as_ref().map(|(word, _)| *word).or(heads.of.as_ref().map(|(of, _)| *of));
            self.problem(
                Diagnostic::new(Code::GameAndVariant, *span, "a variant takes the game from its base")
                    .here("this begins a game of its own")
                    .and(other.unwrap_or_default(), "and this a variant")
                    .help("keep one of the two"),
            );
            return None;
        }
        if let Some(span) = heads.tests.or(heads.library) {
            self.problem(
                Diagnostic::new(Code::NotAVariant, span, "this file cannot be a variant, too")
                    .help("put the variant into a file of its own"),
            );
            return None;
        }
        match (&heads.variant, &heads.of) {
            (Some(variant), Some(_)) => Some(variant.clone()),
            (None, Some((of, _))) => {
                self.problem(Diagnostic::new(Code::MissingPart, *of, "the variant has no title").help(
                    "put a line `variant` and its title before this one: `variant Night Market with a final pass`",
                ));
                None
            }
            (variant, None) => {
                let span = variant.as_ref().map_or(place, |(word, title)| word.to(title.span));
                self.problem(
                    Diagnostic::new(Code::MissingPart, span, "the variant does not say what it is a variant of")
                        .help("put a line `of` and the name of the base's file without `.bid` after this one: `of night_market`"),
                );
                None
            }
        }
    }

    /// The base by itself, if it may be changed: what is wrong with it by itself is told by itself.
    fn sound(&mut self, base: &Read, of: Span) -> Option<Alone> {
        if base.sort == Sort::Library {
            self.problem(
                Diagnostic::new(Code::NotAGame, of, "this is a library, not a game")
                    .help("`use` a library; `of` names the rules file of a game"),
            );
            return None;
        }
        let (game, found) = resolve::resolve(&base.file);
        let problems: Vec<&Diagnostic> = found.iter().filter(|problem| problem.is_error()).collect();
        let Some(first) = problems.first() else { return Some(Alone { game: Arc::new(game), found }) };
        let count = if problems.len() == 1 { "a problem".to_owned() } else { format!("{} problems", problems.len()) };
        self.problem(
            Diagnostic::new(Code::BaseHasProblems, of, format!("{} has {count} of its own", base.title))
                .here("this is the base")
                .and(first.span(), first.message.clone())
                .help("mend the base first; `bidlang check` tells all that is wrong with it"),
        );
        None
    }

    /// Whether one more text may be taken in, which the line at `at` names.
    fn room(&mut self, at: Span, text: &str) -> bool {
        let (files, length) = (self.whole.sources.parts().len(), self.whole.sources.text().len() + text.len());
        let problem = if files >= MOST_FILES {
            Diagnostic::new(Code::TooManyFiles, at, format!("a game is made of at most {MOST_FILES} files"))
                .help("join some of them")
        } else if length > LONGEST_GAME {
            Diagnostic::new(
                Code::FileTooLong,
                at,
                format!("the files of this game have more than {LONGEST_GAME} bytes"),
            )
            .help("a rules file is a few kilobytes; is this the right file?")
        } else if syntax::lines_of_rules(self.whole.sources.text()) + syntax::lines_of_rules(text) > MOST_LINES {
            syntax::too_many_lines(at)
        } else {
            return true;
        };
        self.problem(problem);
        false
    }

    fn base(&mut self, from: &str, of: Span, name: &Name) -> Option<Read> {
        let shown = printable(&name.text);
        let source = match self.loader.base(from, &name.text) {
            Ok(source) => source,
            Err(missing) => {
                let problem = Diagnostic::new(Code::UnknownBase, of, format!("there is no rules file `{shown}.bid`"));
                let help = "name the base's file without `.bid`: it lies beside this one or in a folder above";
                let problem = match missing {
                    Missing::Unknown(known) => match nearest(&name.text, known.iter().map(String::as_str)) {
                        Some(near) => problem.help(format!("did you mean `of {near}`?")),
                        None => problem.help(help),
                    },
                    missing => refused(missing, of, &shown, "base"),
                };
                self.problem(problem);
                return None;
            }
        };
        if let Some(first) = self.chain.iter().position(|(key, _)| *key == source.key) {
            let names: Vec<&str> =
                self.chain.iter().skip(first).map(|(_, name)| name.as_str()).chain([source.name.as_str()]).collect();
            let message = if names.len() == 2 {
                "a file cannot be a variant of itself".to_owned()
            } else {
                format!("these variants go in a circle: {}", names.join(", of "))
            };
            self.problem(
                Diagnostic::new(Code::CircularBase, of, message)
                    .help("the last base of a variant is a file that begins with `game`"),
            );
            return None;
        }
        if !self.room(of, &source.text) {
            return None;
        }
        self.read(&source)
    }

    fn library(&mut self, from: &str, span: Span, name: &Name) -> Vec<Item> {
        let shown = printable(&name.text);
        let source = match (self.loader.library(from, &name.text), shipped(&name.text)) {
            (Ok(source), _) => source,
            (Err(Missing::Unknown(_) | Missing::Alone), Some(source)) => source,
            (Err(missing), _) => {
                let mut known: Vec<String> = shipped_names().map(str::to_owned).collect();
                if let Missing::Unknown(own) = &missing {
                    known.extend(own.iter().cloned());
                }
                known.sort_unstable();
                known.dedup();
                let unknown = matches!(missing, Missing::Unknown(_) | Missing::Alone);
                let problem = if unknown {
                    Diagnostic::new(Code::UnknownLibrary, span, format!("there is no library `{shown}`"))
                        .help(format!("the libraries are {}", known.join(", ")))
                        .did_you_mean(&name.text, known.iter().map(String::as_str))
                } else {
                    refused(missing, span, &shown, "library")
                };
                self.problem(problem);
                return Vec::new();
            }
        };
        if self.libraries.contains(&source.key) || !self.room(span, &source.text) {
            return Vec::new();
        }
        self.libraries.push(source.key.clone());
        let place = self.whole.sources.add(&source.name, &source.text);
        self.whole.libraries.push(place);
        let (file, problems) = syntax::parse_from(self.whole.sources.text(), place.start as usize);
        self.whole.problems.extend(problems);
        let (heads, items) = Heads::of(file.items);
        if heads.library.is_none() {
            self.problem(Diagnostic::new(Code::NotALibrary, span, format!("`{shown}` is not a library")).help(
                "a library begins with `library` and its title; a game is changed by a variant: `of` and its name",
            ));
            return Vec::new();
        }
        let mut found = Vec::new();
        for (span, name) in &heads.uses {
            found.extend(self.library(&source.key, *span, name));
        }
        found.extend(
            items.into_iter().filter(|item| !matches!(item, Item::Header { .. } | Item::Allow(_) | Item::Test(_))),
        );
        found
    }
}

fn is_change(item: &Item) -> bool {
    matches!(item, Item::Add { .. } | Item::Remove { .. } | Item::Change(_))
}

/// A file that is there and may not or cannot be had.
fn refused(missing: Missing, at: Span, name: &str, what: &str) -> Diagnostic {
    match missing {
        Missing::Outside(folder) => Diagnostic::new(
            Code::OutsideBase,
            at,
            format!("the {what} `{name}` lies outside of {folder}, the folder of this game"),
        )
        .help("copy it into that folder, or allow it with `--allow-outside`"),
        Missing::Unreadable(why) => Diagnostic::new(
            Code::UnreadableBase,
            at,
            format!("the {what} `{name}` cannot be read: {}", printable(&why)),
        )
        .help("check the file and your rights to it"),
        Missing::Alone | Missing::Unknown(_) => Diagnostic::new(
            Code::UnknownBase,
            at,
            format!("there is no {what} `{name}`: this text lies in no folder, where others could be found"),
        )
        .help("save it as a file beside the others, and name that file"),
    }
}
