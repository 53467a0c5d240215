//! What a test says of how it is played: seats, options, seed, and the phase with which it begins.

use bidlang::{Error, Game, Prepared};

use crate::diagnostic::{Code, Diagnostic, Label, Span};
use crate::lower::Setup;
use crate::rulebook::Rulebook;
use crate::syntax::tree::{Name, Phrase, TestItem, TestKind};

/// What a test says of how it is played.
#[derive(Default)]
pub(super) struct Header<'t> {
    /// The names of the seats; none if it does not say.
    names: Vec<&'t Name>,
    options: Vec<(&'t Name, &'t Name)>,
    pub seed: u64,
    pub begin: Option<Begin<'t>>,
    /// Whether the test asks for its transcript to be kept and compared.
    pub snapshot: bool,
}

/// `begin NAME PASS for THINGS`.
#[derive(Clone, Copy)]
pub(super) struct Begin<'t> {
    pub name: &'t Name,
    pub pass: Option<u32>,
    pub given: &'t [Phrase],
}

impl<'t> Header<'t> {
    pub(super) fn of(test: &'t TestItem) -> Self {
        let mut header = Self::default();
        for line in &test.lines {
            match &line.kind {
                TestKind::Players(names) => header.names = names.iter().collect(),
                TestKind::Option(name, value) => header.options.push((name, value)),
                TestKind::Seed(seed) => header.seed = *seed,
                TestKind::Begin(name, pass, given) => header.begin = Some(Begin { name, pass: *pass, given }),
                TestKind::Snapshot => header.snapshot = true,
                TestKind::Holds(..)
                | TestKind::Is(..)
                | TestKind::Empty(_)
                | TestKind::Said(..)
                | TestKind::Refused(..)
                | TestKind::Allowed(..)
                | TestKind::Expect(..)
                | TestKind::Won(_)
                | TestKind::PlayOn => {}
            }
        }
        header
    }

    /// How many play, if that is said; more than there can be are refused as such.
    fn players(&self) -> Option<u8> {
        (!self.names.is_empty()).then(|| u8::try_from(self.names.len()).unwrap_or(u8::MAX))
    }

    fn chosen(&self) -> Vec<(String, String)> {
        self.options.iter().map(|(name, value)| (name.text.clone(), value.text.clone())).collect()
    }

    /// The game for the setup of a test.
    pub(super) fn prepare(&self, game: &Game, test: &TestItem) -> Result<Prepared, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            if self.names.iter().take(index).any(|other| other.text == name.text) {
                let message = format!("two seats are called `{}`", name.text);
                problems.push(Diagnostic::new(Code::TwoOfOneName, test.name.span, message));
            }
        }
        for (name, value) in &self.options {
            if let Err(found) = game.setup(self.players(), &[(name.text.clone(), value.text.clone())]) {
                problems.extend(found.into_iter().map(|problem| relocate(problem, name.span.to(value.span))));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let setup = game.setup(self.players(), &self.chosen())?;
        let names: Vec<String> = if self.names.is_empty() {
            (1..=setup.players).map(|seat| format!("Seat-{seat}")).collect()
        } else {
            self.names.iter().map(|name| name.text.clone()).collect()
        };
        game.prepare_for(setup, &names).map_err(|error| match error {
            // The problem lies in the rules file; the script is told at its own name.
            Error::Setup { problems, .. } => {
                problems.into_iter().map(|problem| relocate(problem, test.name.span)).collect()
            }
            other => vec![Diagnostic::new(Code::Internal, test.name.span, other.to_string())],
        })
    }
}

/// The player count and options of a test; none if they do not fit the game.
#[must_use]
pub fn setup_of(rulebook: &Rulebook, test: &TestItem) -> Option<Setup> {
    let header = Header::of(test);
    rulebook.setup(header.players(), &header.chosen()).ok()
}

fn relocate(problem: Diagnostic, span: Span) -> Diagnostic {
    Diagnostic { labels: vec![Label { span, text: String::new() }], ..problem }
}
