//! One recorded game: a line of a data file.

/// A decision as the package numbers its actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// Who decides, from 0.
    pub seat: u8,
    /// The legal actions, in rising order.
    pub legal: Vec<u32>,
    /// The action taken.
    pub choice: u32,
}

/// A decision as it is compared. A choice is a number: mostly a set, with a bit for each card or other action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Who decides, from 0.
    pub seat: u8,
    /// The legal choices, in rising order; a choice may be several cards at once.
    pub legal: Vec<u128>,
    /// The choice made.
    pub choice: u128,
}

/// A recorded game.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The number of the game in its file.
    pub number: usize,
    /// The parameters of the package's game.
    pub parameters: Vec<(String, String)>,
    /// The outcomes of chance, in order.
    pub dealt: Vec<u32>,
    /// The decisions, in order.
    pub decisions: Vec<Recorded>,
    /// What the game returned to each seat.
    pub returns: Vec<f64>,
}

impl Line {
    /// Reads a line.
    pub fn read(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('|').collect();
        let [number, parameters, dealt, decisions, returns] = parts[..] else {
            return Err(format!("a line has five parts: {text}"));
        };
        let pair = |words: &str| {
            let (key, value) = words.split_once('=').ok_or_else(|| format!("a parameter without a value: {words}"))?;
            Ok::<_, String>((key.to_owned(), value.to_owned()))
        };
        Ok(Self {
            number: read(number)?,
            parameters: parameters.split_whitespace().map(pair).collect::<Result<_, _>>()?,
            dealt: dealt.split_whitespace().map(read).collect::<Result<_, _>>()?,
            decisions: decisions.split_whitespace().map(Recorded::read).collect::<Result<_, _>>()?,
            returns: returns.split_whitespace().map(read).collect::<Result<_, _>>()?,
        })
    }

    /// A parameter as it is written; empty if there is none.
    pub fn parameter(&self, name: &str) -> &str {
        self.parameters.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// A parameter that is yes or no.
    pub fn yes(&self, name: &str) -> bool {
        self.parameter(name) == "yes"
    }

    /// A parameter that is a number.
    pub fn number(&self, name: &str) -> i64 {
        self.parameter(name).parse().unwrap_or(0)
    }

    /// The decisions where each action is a choice of its own.
    pub fn compared(&self) -> Result<Vec<Decision>, String> {
        self.decisions.iter().map(|decision| decision.decision(bit)).collect()
    }

    /// The parameters as they are written.
    pub fn shown(&self) -> String {
        self.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }
}

impl Recorded {
    /// Reads `seat:choice=legal`; without the legal set there is no other choice.
    fn read(text: &str) -> Result<Self, String> {
        let (seat, rest) = text.split_once(':').ok_or_else(|| format!("a decision without a seat: {text}"))?;
        let (choice, legal) = rest.split_once('=').unwrap_or((rest, rest));
        let legal = legal.split('.').map(run).collect::<Result<Vec<_>, _>>()?.concat();
        Ok(Self { seat: read(seat)?, legal, choice: read(choice)? })
    }

    /// As it is compared, where each action is what `choice` makes of it.
    pub fn decision(&self, choice: impl Fn(u32) -> Result<u128, String>) -> Result<Decision, String> {
        let mut legal = self.legal.iter().map(|action| choice(*action)).collect::<Result<Vec<_>, _>>()?;
        legal.sort_unstable();
        Ok(Decision { seat: self.seat, legal, choice: choice(self.choice)? })
    }
}

/// `4` or `1-4`.
fn run(text: &str) -> Result<Vec<u32>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    Ok((read(low)?..=read(high)?).collect())
}

/// The choice that is one action.
pub fn bit(action: u32) -> Result<u128, String> {
    1_u128.checked_shl(action).ok_or_else(|| format!("action {action} is too high"))
}

fn read<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("not a number: {text}"))
}

/// The numbers of a set of actions.
pub fn numbers(set: u128) -> impl Iterator<Item = u32> {
    (0..128).filter(move |action| set & (1 << action) != 0)
}
