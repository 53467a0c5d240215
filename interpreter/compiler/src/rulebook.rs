//! One rules file, read and checked with all files that it stands on: the door for all who play.

mod setups;

use std::sync::Arc;

use crate::design::Look;
use crate::diagnostic::{Code, Diagnostic, Span, first_of};
use crate::ir::{Allowed, Game};
use crate::lower::{self, Compiled, Setup};
use crate::resolve;
use crate::sources::Sources;
use crate::syntax::{block_at, block_range, tree};
use crate::variants::loader::{Empty, Loader, Source};
use crate::variants::{self, Base, Sort, Whole};

/// A rules file that can be played.
#[derive(Debug)]
pub struct Rulebook {
    /// The name of the file, for people.
    pub name: String,
    /// Its text, and those of its base and of its libraries; all places are places in them.
    pub sources: Sources,
    /// The tree of the game.
    pub file: Arc<tree::File>,
    /// What it is a variant of.
    pub base: Option<Base>,
    /// The typed game.
    pub game: Arc<Game>,
    /// What looks forgotten in its names and tables, allowed or not.
    unsettled: Vec<Diagnostic>,
}

/// Most combinations of options that are looked at for each player count.
const MOST_SETUPS: usize = 64;
/// How many operations and phrases are made before only one setup of each player count is looked at.
const MOST_MADE: usize = 2_000_000;

/// Problems that leave so much out that no name can be looked up.
const NOT_WHOLE: [Code; 10] = [
    Code::UnknownLibrary,
    Code::NotALibrary,
    Code::UnknownBase,
    Code::OutsideBase,
    Code::UnreadableBase,
    Code::CircularBase,
    Code::BaseHasProblems,
    Code::GameAndVariant,
    Code::NotAVariant,
    Code::MissingPart,
];

/// Problems of names and types that are told even where some lines could not be read: those that an unread line does not
/// cause, as long as it does not speak of the same words.
const STANDS_ALONE: [Code; 5] =
    [Code::UnknownName, Code::UnknownPhase, Code::UnknownValue, Code::UnknownAttribute, Code::TwoOfOneName];

/// Files with problems.
#[derive(Debug)]
pub struct Refused {
    /// The texts in which the problems lie.
    pub sources: Sources,
    /// The problems, in the order of the texts.
    pub problems: Vec<Diagnostic>,
}

/// What is wrong with a file by itself, where it is not a game: problems of a library that the game which uses it can solve
/// do not count.
#[must_use]
pub fn problems_of_library(whole: &Whole) -> Vec<Diagnostic> {
    const LEFT_TO_THE_GAME: [Code; 7] = [
        Code::MissingPart,
        Code::Unused,
        Code::UnknownName,
        Code::UnknownPhase,
        Code::UnknownValue,
        Code::UnknownAttribute,
        Code::NotAPlace,
    ];
    let (_, mut found) = resolve::resolve(&whole.file);
    found.retain(|problem| !LEFT_TO_THE_GAME.contains(&problem.code));
    first_of(found)
}

/// One change that breaks several lines of the base is told once, with all of them.
fn together(problems: impl Iterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for problem in problems {
        let same = |other: &&mut Diagnostic| {
            other.code == problem.code && other.message == problem.message && other.span() == problem.span()
        };
        match found.iter_mut().find(same) {
            Some(other) => {
                for label in problem.labels {
                    if !other.labels.contains(&label) {
                        other.labels.push(label);
                    }
                }
            }
            None => found.push(problem),
        }
    }
    found
}

/// Whether a problem is one of these.
fn has(problems: &[Diagnostic], problem: &Diagnostic) -> bool {
    let same = |other: &Diagnostic| {
        other.code == problem.code && other.message == problem.message && other.span() == problem.span()
    };
    problems.iter().any(same)
}

/// The problems that are told of a whole: those of its files, and those of names and types.
fn all_problems(whole: &Whole, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let text = whole.sources.text();
    let mut problems = whole.problems.clone();
    // A game need not use all that a library holds.
    let found: Vec<Diagnostic> = found
        .into_iter()
        .filter(|problem| !(problem.code == Code::Unused && whole.in_library(problem.span())))
        .collect();
    if whole.sort == Sort::Library && problems.is_empty() {
        let begins = |at: usize| at == 0 || text.get(..at).is_some_and(|before| before.ends_with('\n'));
        let at = text.match_indices("library").map(|(at, _)| at).find(|at| begins(*at)).unwrap_or(0);
        let line = text.get(at..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
        let start = Span::new(at, at + line);
        return vec![
            Diagnostic::new(Code::NotAGame, start, "this is a library: parts for other files, no game by itself")
                .help("a game takes it in with `use` and its name"),
        ];
    }
    if problems.is_empty() {
        problems = match &whole.base {
            None => found,
            Some(base) => {
                // What the base had already is told of the base.
                let own = found.into_iter().filter(|problem| !has(&base.alone.found, problem));
                together(own.map(|problem| base.blame(text, problem)))
            }
        };
    } else if !problems.iter().any(|problem| NOT_WHOLE.contains(&problem.code)) && whole.base.is_none() {
        let unread: Vec<&str> = problems.iter().map(|problem| block_at(text, problem.span())).collect();
        let apart = |problem: &Diagnostic| {
            let words = problem.span().of(text);
            STANDS_ALONE.contains(&problem.code)
                && !words.is_empty()
                && !unread.iter().any(|block| block.contains(words))
        };
        let own: Vec<Diagnostic> = found.into_iter().filter(apart).collect();
        problems.extend(own);
    }
    first_of(problems)
}

impl Rulebook {
    /// Reads and checks a text that stands alone; the libraries that come with bidlang are there.
    ///
    /// # Errors
    /// Every problem of its syntax, names and types, in the order of the text.
    ///
    /// ```
    /// let problems = bidlang_compiler::rulebook::Rulebook::read("tiny.bid", "game Tiny\nplayers 2\nplay\n  shuffle deck\n").unwrap_err();
    /// assert!(problems.iter().any(|problem| problem.message.contains("deck")));
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Self, Vec<Diagnostic>> {
        let source = Source { key: name.to_owned(), name: name.to_owned(), text: text.to_owned() };
        Self::load(&source, &Empty).map_err(|refused| refused.problems)
    }

    /// Reads and checks a file with its base and its libraries, which the loader gives.
    ///
    /// # Errors
    /// Every problem of syntax, names and types, with the texts in which they lie; at least one of them is an error.
    pub fn load(source: &Source, loader: &dyn Loader) -> Result<Self, Box<Refused>> {
        let whole = variants::gather(source, loader);
        let (game, found) = resolve::resolve(&whole.file);
        let problems = all_problems(&whole, found);
        let Whole { sources, file, base, .. } = whole;
        if !problems.iter().any(Diagnostic::is_error) {
            let name = source.name.clone();
            Ok(Self { name, sources, file: Arc::new(file), game: Arc::new(game), base, unsettled: problems })
        } else {
            Err(Box::new(Refused { sources, problems }))
        }
    }

    /// The same file with another typed game, such as one that is watched.
    #[must_use]
    pub fn with_game(&self, game: Game) -> Self {
        let Self { name, sources, file, base, unsettled, .. } = self;
        let (sources, file) = (sources.clone(), Arc::clone(file));
        Self {
            name: name.clone(),
            sources,
            file,
            base: base.clone(),
            game: Arc::new(game),
            unsettled: unsettled.clone(),
        }
    }

    /// What looks forgotten in names and tables: warnings that reading alone finds, and that the file does not allow.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        self.settled(self.unsettled.clone()).0
    }

    /// Problems without the warnings that the file says are meant; and the `allow` lines by which nothing was left out.
    #[must_use]
    pub fn settled(&self, problems: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<&Allowed>) {
        let allowed = &self.game.allowed;
        let idle = allowed.iter().filter(|one| !problems.iter().any(|problem| self.allows(one, problem))).collect();
        let told = problems.into_iter().filter(|problem| !allowed.iter().any(|one| self.allows(one, problem)));
        (told.collect(), idle)
    }

    fn allows(&self, allowed: &Allowed, problem: &Diagnostic) -> bool {
        let inside = |part: Span| block_range(self.text(), part).contains(&(problem.span().start as usize));
        problem.code == allowed.code && allowed.part.is_none_or(inside)
    }

    /// The texts of the game, as its places count them.
    #[must_use]
    pub fn text(&self) -> &str {
        self.sources.text()
    }

    /// SHA-256 of the text, in hexadecimal; of the hashes of all texts, where there are several.
    #[must_use]
    pub fn hash(&self) -> String {
        self.sources.hash()
    }

    /// The program for a setup.
    ///
    /// # Errors
    /// A player count or options that the game refuses; too many cards or places.
    pub fn compile(&self, setup: &Setup) -> Result<Compiled, Vec<Diagnostic>> {
        lower::compile(&self.game, setup)
    }

    /// All that reading finds, with the warnings that the file allows.
    #[must_use]
    pub fn findings(&self) -> Vec<Diagnostic> {
        let mut found = self.of_setups();
        if let Some(base) = self.base.as_ref().filter(|_| !found.is_empty()) {
            // Warnings that the base had already are told of the base; who cannot play is told in any case.
            let had = self.of_the_base(base);
            found.retain(|problem| problem.is_error() || !has(&had, problem));
            found = together(found.into_iter().map(|problem| {
                let stays = problem.code == Code::NothingCanBePlayed || has(&had, &problem);
                if stays { problem } else { self.blame(problem) }
            }));
        }
        // What nothing uses has no part in anything else.
        found
            .retain(|problem| problem.is_error() || !self.unsettled.iter().any(|other| other.span() == problem.span()));
        found.extend(self.unsettled.iter().cloned());
        first_of(found)
    }

    /// What is found in the setups of the base alone.
    fn of_the_base(&self, base: &Base) -> Vec<Diagnostic> {
        let (name, sources, file) = (self.name.clone(), self.sources.clone(), Arc::clone(&self.file));
        let game = Arc::clone(&base.alone.game);
        Self { name, sources, file, base: None, game, unsettled: Vec::new() }.of_setups()
    }

    /// What is found in its setups, at the lines at which it is.
    fn of_setups(&self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut playable = 0;
        let mut refused: Vec<Diagnostic> = Vec::new();
        let (mut made, mut players) = (0, 0);
        let mut look = Look::default();
        for setup in self.setups() {
            // Of a very large game one setup of each player count is looked at.
            if made > MOST_MADE && setup.players == players {
                continue;
            }
            players = setup.players;
            match self.compile(&setup) {
                Ok(compiled) => {
                    playable += 1;
                    made += compiled.program.code.len() + compiled.program.nodes.len();
                    look.at(&self.game, &setup, &compiled);
                }
                Err(problems) => {
                    for problem in problems {
                        if problem.code == Code::RefusedOptions {
                            if !refused.iter().any(|other| other.span() == problem.span()) {
                                refused.push(problem);
                            }
                            continue;
                        }
                        if !found.contains(&problem) {
                            found.push(problem);
                        }
                    }
                }
            }
        }
        if playable == 0 && found.is_empty() {
            found.extend(self.nothing_can_be_played(&refused));
        }
        if found.is_empty() {
            found = self.mistakes_of_design(look);
        }
        found
    }

    /// What is told of the design. A game need not use all that a library or its base holds, and what a variant makes needless
    /// in its base is no mistake.
    fn mistakes_of_design(&self, look: Look) -> Vec<Diagnostic> {
        const OF_THE_FILE: [Code; 5] =
            [Code::AlwaysSo, Code::NeverSo, Code::Unused, Code::NeverInPlay, Code::NeverMovesOn];
        let own = |problem: &Diagnostic| self.is_own(problem.span());
        let found = look.mistakes(&self.game);
        found.into_iter().filter(|problem| own(problem) || !OF_THE_FILE.contains(&problem.code)).collect()
    }

    /// Whether a place lies in the file itself, and not in its base or a library.
    #[must_use]
    pub fn is_own(&self, place: Span) -> bool {
        self.sources.file_of(place) == 0
    }

    /// A problem of a setup, told at the line of the variant that brought it about.
    pub fn blame(&self, problem: Diagnostic) -> Diagnostic {
        match &self.base {
            Some(base) => base.blame(self.text(), problem),
            None => problem,
        }
    }

    /// Every setup is refused: the `require` lines that do it, those of a variant first.
    fn nothing_can_be_played(&self, refused: &[Diagnostic]) -> Option<Diagnostic> {
        let mut lines: Vec<Span> = refused.iter().map(Diagnostic::span).collect();
        lines.sort_unstable_by_key(|span| span.start);
        let (first, others) = lines.split_first()?;
        let mut problem = Diagnostic::new(
            Code::NothingCanBePlayed,
            *first,
            format!(
                "{} cannot be played at all: its `require` lines refuse every player count and all options",
                self.game.title
            ),
        )
        .here("this is required");
        for other in others {
            problem = problem.and(*other, "and this");
        }
        Some(problem.help("change one of these lines, or the values of the options that they speak of"))
    }
}
