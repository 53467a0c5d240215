//! Setups of a rules file: players, options and their values.

use super::{MOST_SETUPS, Rulebook};
use crate::diagnostic::{Code, Diagnostic, Span, nearest};
use crate::lower::Setup;

/// An option that is one of so many numbers is tried with each of them.
const FEW_NUMBERS: i64 = 8;

/// The values of an option that are tried: all words; of numbers the default and both ends, of few numbers all. The default comes first.
fn values_of(option: &crate::ir::OptionDef) -> Vec<i64> {
    let is_short = option.range.1.saturating_sub(option.range.0) < FEW_NUMBERS;
    let others: Vec<i64> = if option.kind.is_some() || is_short {
        (option.range.0..=option.range.1).collect()
    } else {
        vec![option.range.0, option.range.1]
    };
    let mut values = vec![option.usually];
    for other in others {
        if !values.contains(&other) {
            values.push(other);
        }
    }
    values
}

impl Rulebook {
    /// How many setups the file declares: player counts and combinations of options, refused ones included.
    #[must_use]
    pub fn declared_setups(&self) -> u64 {
        let players = u64::from(self.game.players.1.saturating_sub(self.game.players.0)) + 1;
        let values = self.game.options.iter().map(|option| option.range.1.abs_diff(option.range.0).saturating_add(1));
        values.fold(players, u64::saturating_mul)
    }

    /// A setup from a player count and options by name; what is not said is the fewest players and the defaults.
    ///
    /// # Errors
    /// An unknown option, one that is given twice, a value that it does not have. The spans are empty: the words are not of the file.
    pub fn setup(&self, players: Option<u8>, options: &[(String, String)]) -> Result<Setup, Vec<Diagnostic>> {
        let mut setup = Setup {
            players: players.unwrap_or(self.game.players.0),
            options: self.game.options.iter().map(|option| option.usually).collect(),
        };
        let (mut problems, mut given) = (Vec::new(), Vec::new());
        for (name, value) in options {
            match self.option(name, value) {
                Ok((index, _)) if given.contains(&index) => {
                    let what = format!("the option `{}` is given twice", crate::diagnostic::printable(name));
                    problems.push(Diagnostic::new(Code::Usage, Span::default(), what).help("say it once"));
                }
                Ok((index, value)) => {
                    given.push(index);
                    if let Some(slot) = setup.options.get_mut(index) {
                        *slot = value;
                    }
                }
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(setup) } else { Err(problems) }
    }

    fn option(&self, name: &str, value: &str) -> Result<(usize, i64), Diagnostic> {
        let plain = name.replace('_', "-");
        let known: Vec<&str> = self.game.options.iter().map(|option| option.name.as_str()).collect();
        let Some(index) = known.iter().position(|known| *known == plain) else {
            let problem = Diagnostic::new(
                Code::UnknownOption,
                Span::default(),
                format!("{} has no option `{}`", self.game.title, crate::diagnostic::printable(name)),
            );
            let problem = problem.help(if known.is_empty() {
                "it has no options".to_owned()
            } else {
                format!("its options are {}", known.join(", "))
            });
            return Err(problem.did_you_mean(&plain, known));
        };
        let Some(option) = self.game.options.get(index) else { return Ok((index, 0)) };
        let value = value.replace('_', "-");
        let members = self.option_values(index);
        let found = match option.kind {
            Some(_) => members.iter().position(|member| *member == value).and_then(|at| i64::try_from(at).ok()),
            None => value.parse::<i64>().ok().filter(|number| *number >= option.range.0 && *number <= option.range.1),
        };
        found.map(|found| (index, found)).ok_or_else(|| {
            let shown = crate::diagnostic::printable(&value);
            let problem = Diagnostic::new(
                Code::UnknownOptionValue,
                Span::default(),
                format!("the option `{}` cannot be `{shown}`", option.name),
            );
            let problem = problem.help(if members.is_empty() {
                format!("it is a number from {} to {}", option.range.0, option.range.1)
            } else {
                format!("it is one of {}", members.join(", "))
            });
            match nearest(&value, members.iter().map(String::as_str)) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem,
            }
        })
    }

    /// The words of an option's values; none for numbers.
    #[must_use]
    pub fn option_values(&self, index: usize) -> Vec<String> {
        let kind =
            self.game.options.get(index).and_then(|option| option.kind).and_then(|kind| self.game.kinds.get(kind));
        kind.map(|kind| kind.members.clone()).unwrap_or_default()
    }

    /// The word or number of an option's value.
    #[must_use]
    pub fn option_word(&self, index: usize, value: i64) -> String {
        let members = self.option_values(index);
        usize::try_from(value).ok().and_then(|at| members.get(at).cloned()).unwrap_or_else(|| value.to_string())
    }

    /// The setups that the file declares and does not refuse: every player count with every combination of word options,
    /// numbers at their default and ends, and between them where they are few; at most 64 for each player count.
    #[must_use]
    pub fn setups(&self) -> Vec<Setup> {
        let mut found = Vec::new();
        for players in self.game.players.0..=self.game.players.1 {
            let values: Vec<Vec<i64>> = self.game.options.iter().map(values_of).collect();
            let usual: Vec<i64> = self.game.options.iter().map(|option| option.usually).collect();
            let mut combinations: Vec<Vec<i64>> = vec![usual.clone()];
            let mut add = |options: Vec<i64>| {
                if combinations.len() < MOST_SETUPS && !combinations.contains(&options) {
                    combinations.push(options);
                }
            };
            // One option at a time, then all combinations, as far as the bound goes.
            for (index, values) in values.iter().enumerate() {
                for value in values {
                    let mut options = usual.clone();
                    if let Some(slot) = options.get_mut(index) {
                        *slot = *value;
                    }
                    add(options);
                }
            }
            let mut all: Vec<Vec<i64>> = vec![Vec::new()];
            for values in &values {
                all = all
                    .iter()
                    .flat_map(|before| values.iter().map(|value| before.iter().copied().chain([*value]).collect()))
                    .take(MOST_SETUPS)
                    .collect();
            }
            all.into_iter().for_each(&mut add);
            found.extend(combinations.into_iter().map(|options| Setup { players, options }));
        }
        found
    }

    /// Problems that only a setup shows: a deck too large, a table without a row. Refused setups are no problem, but a file
    /// of which every setup is refused is one. Where there are none: mistakes of design. Warnings that the file allows are left out.
    #[must_use]
    pub fn problems_of_setups(&self) -> Vec<Diagnostic> {
        self.settled(self.findings()).0
    }
}
