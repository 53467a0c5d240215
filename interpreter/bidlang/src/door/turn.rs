//! A turn: who is to choose, and among what.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::{Error, Prepared, View};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Ask, CardSet, Choice, Desk, Likes, SeatSet, Source, State, each_card, each_seat};
use crate::loosely::{self, Typed};
use crate::record::{self, Recorded};
use crate::said::{self, Ground};
use crate::syntax::{parse_said, tree::Said};
use crate::tried;
use crate::why::{self, Clause, Group, Refusal};
use crate::words::{Apart, Words};

/// A seat that is to choose. It is a picture of the table: it stays as it is when the game goes on.
///
/// ```
/// use bidlang::{Game, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let turn = table.turn()?.ok_or("the game is over")?;
/// assert_eq!((turn.seat(), turn.name(), turn.count()), (0, "Ann", 4));
///
/// // What may be done, by its number or in words.
/// let act = turn.nth(2).ok_or("no such choice")?;
/// assert_eq!(turn.read(&act.to_string())?, act);
///
/// // Why something may not be done.
/// assert!(turn.read("bid 13 of Clubs").is_err());
/// let card = (1..=12).map(|rank| format!("{rank} of Spades")).find(|card| turn.read(card).is_err()).ok_or("all are in hand")?;
/// let reasons = turn.why_not(&format!("bid {card}"))?;
/// assert_eq!(reasons[0].clause.as_ref().map(|clause| clause.words.as_str()), Some("bid a card from hand to bid"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Turn {
    prepared: Prepared,
    desk: Desk,
    seat: u8,
    seats: SeatSet,
    /// With which cards it is said where they lie, when it was first asked for.
    of: OnceLock<Arc<Deciding>>,
}

/// Something that a seat may do: an act of the rules with all that is picked. Prints the words of the rules.
///
/// ```
/// use bidlang::{Game, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let act = table.turn()?.and_then(|turn| turn.nth(0)).ok_or("no such choice")?;
/// assert!(act.to_string().starts_with("bid "), "{act}");
/// assert_eq!(act.json()["act"], "bid");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Act {
    pub(super) prepared: Prepared,
    choice: Choice,
    of: Arc<Deciding>,
}

/// The decision of an act.
#[derive(Debug)]
struct Deciding {
    ask: u16,
    /// With which cards it is said where they lie.
    apart: Apart,
}

/// A reason why something may not be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The reason, with the words of the rule.
    pub words: String,
    /// The clause that forbids it; none where it is nothing that the rules know.
    pub clause: Option<Clause>,
}

impl Turn {
    pub(super) fn new(prepared: Prepared, desk: Desk, seat: u8) -> Self {
        let seats = prepared.runner().choosers(desk.state());
        Self { prepared, desk, seat, seats, of: OnceLock::new() }
    }

    /// Who is asked, from 0; of several who choose at once the lowest.
    #[must_use]
    pub const fn seat(&self) -> u8 {
        self.seat
    }

    /// All seats that have to choose before the game goes on, lowest first: several where they choose at once.
    pub fn seats(&self) -> impl Iterator<Item = u8> + use<> {
        each_seat(self.seats)
    }

    /// The name of the seat.
    #[must_use]
    pub fn name(&self) -> &str {
        self.prepared.name(self.seat)
    }

    /// How many legal acts there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.prepared.runner().choices(&mut self.desk.clone(), self.seat)
    }

    /// The `n`th legal act, from 0; none where there are fewer.
    #[must_use]
    pub fn nth(&self, n: u64) -> Option<Act> {
        let choice = self.prepared.runner().nth_choice(&mut self.desk.clone(), self.seat, n)?;
        Some(self.act(&choice))
    }

    /// The legal acts in their order. Where there may be very many, count them and take the `n`th.
    #[must_use]
    pub fn legal(&self) -> Vec<Act> {
        let mut found = Vec::new();
        self.each(|choice| {
            found.push(self.act(choice));
            ControlFlow::Continue(())
        });
        found
    }

    /// The legal act that words tell, as a player or a scripted game says them: `bid 9 of Spades`, or `9 of Spades` where that can
    /// only mean one act.
    ///
    /// # Errors
    /// [`Error::Words`] if they tell none, or several.
    pub fn read(&self, words: &str) -> Result<Act, Error> {
        let said = parsed(words)?;
        self.understand(&said).map(|choice| self.act(&choice)).map_err(Error::Words)
    }

    /// The legal act that a person types, less strictly than [`Turn::read`]: names may be shortened where it is plain what is meant
    /// (`qs` for the Queen of Spades), letters may be large or small, `of` and `the` may be left out, and so may the act's name.
    ///
    /// ```
    /// use bidlang::{Game, Setup, Typed};
    ///
    /// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
    /// let turn = table.turn()?.ok_or("the game is over")?;
    /// let act = turn.nth(0).ok_or("no such choice")?;
    /// assert_eq!(turn.read_typed(&act.to_string().to_uppercase()), Typed::Act(act));
    /// assert!(matches!(turn.read_typed("b"), Typed::Several(acts) if acts.len() == 4));
    /// assert_eq!(turn.read_typed("the moon"), Typed::Nothing);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn read_typed(&self, words: &str) -> Typed {
        loosely::read(self, words)
    }

    /// The legal act that picks this number and nothing else.
    #[must_use]
    pub fn with_number(&self, number: i64) -> Option<Act> {
        loosely::number(self, number)
    }

    /// Whether an act that may be chosen here picks a number and nothing else: then a number that is typed is that number.
    #[must_use]
    pub fn asks_for_a_number(&self) -> bool {
        loosely::asks_for_a_number(self)
    }

    /// What forbids the act that words tell; empty if it is legal: as far as the seat can work it out from what it sees. Words are read
    /// as [`Turn::read_typed`] does, cards also where they may not be picked.
    ///
    /// # Errors
    /// [`Error::Words`] if they are not those of an act.
    pub fn why_not(&self, words: &str) -> Result<Vec<Reason>, Error> {
        let reasons = tried::grounds(self, words).ok_or_else(|| not_understood(words))?.into_iter();
        let clause = |span: Span| (span.end > 0).then(|| Clause::at(self.prepared.game(), span));
        Ok(reasons.map(|Ground { words, span }| Reason { words, clause: clause(span) }).collect())
    }

    /// What the seat may not do, grouped by the clauses that forbid it; it is told what it can work out from what it
    /// sees, and no more.
    ///
    /// ```
    /// use bidlang::{Game, Setup};
    ///
    /// // Nobody may bid below 6.
    /// let text = bidlang::SMALL_GAME.replace("from hand to bid", "from hand to bid where rank is at least 6");
    /// let mut table = Game::read("high.bid", &text)?.table(&Setup::players(2), 7)?;
    /// let turn = table.turn()?.ok_or("the game is over")?;
    /// for group in &turn.refused().groups {
    ///     assert_eq!(group.because[0].why, "where");
    ///     assert_eq!(group.because[0].clause.line, 27);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn refused(&self) -> Refusal {
        why::refused(self, true)
    }

    /// The table as the seat may see it.
    #[must_use]
    pub fn view(&self) -> View {
        View::new(&self.prepared, &mut self.desk.clone(), Some(self.seat))
    }

    /// The score of each seat.
    #[must_use]
    pub fn scores(&self) -> Vec<i64> {
        self.prepared.runner().scores(self.desk.state()).collect()
    }

    /// The legal act of a record.
    ///
    /// # Errors
    /// [`Error::Record`] if it is another seat's, or not legal.
    pub fn recorded(&self, recorded: &Recorded) -> Result<Act, Error> {
        if recorded.seat != self.seat {
            return Err(Error::Record(record::other_seat(recorded, self.seat)));
        }
        self.find(&recorded.choice).ok_or_else(|| Error::Record(record::not_legal(recorded)))
    }

    /// The legal act that a line of JSON tells, as [`Act::json`] writes it.
    #[must_use]
    pub fn find(&self, wanted: &Value) -> Option<Act> {
        let ask = self.ask()?;
        let words = self.words();
        let mut said = words.choices_said(ask, wanted);
        said.retain(|choice| words.json_choice(ask, choice) == *wanted);
        if said.is_empty() {
            return None;
        }
        if let Some(choice) = said.iter().find(|choice| self.allows(choice)) {
            return Some(self.act(choice));
        }
        // Of like cards others may lie there than those that bear the names first.
        if Likes::of(&self.prepared.compiled().program).differ() {
            return None;
        }
        let mut found = None;
        self.each(|choice| {
            if words.json_choice(ask, choice) == *wanted {
                found = Some(*choice);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found.map(|choice| self.act(&choice))
    }
}

/// Words as an act.
fn parsed(words: &str) -> Result<Said, Error> {
    parse_said(words).map_err(|_| not_understood(words))
}

/// Words are read in no way.
fn not_understood(words: &str) -> Error {
    let problem = Diagnostic::new(Code::Syntax, Span::new(0, words.len()), "that is not understood");
    Error::Words(vec![problem.help("say an act as it is listed")])
}

/// For the crates around this one.
#[doc(hidden)]
impl Turn {
    /// The game and its setup.
    #[must_use]
    pub const fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// What the numbers of the engine are called in this decision.
    #[must_use]
    pub fn words(&self) -> Words<'_> {
        self.prepared.words().with(&self.deciding().apart)
    }

    fn deciding(&self) -> &Arc<Deciding> {
        self.of.get_or_init(|| {
            let ask = self.desk.state().waiting().unwrap_or(u16::MAX);
            let apart = Apart::of(self.prepared.words(), self.prepared.runner(), &self.desk, self.seat);
            Arc::new(Deciding { ask, apart })
        })
    }

    /// The whole table before the choice.
    #[must_use]
    pub const fn state(&self) -> &State {
        self.desk.state()
    }

    /// What it is played on, to be looked at.
    #[must_use]
    pub fn desk(&self) -> Desk {
        self.desk.clone()
    }

    /// The decision that waits.
    #[must_use]
    pub fn ask(&self) -> Option<&Ask> {
        self.prepared.runner().ask(self.desk.state())
    }

    /// Whether a choice is legal, without looking through those that are.
    #[must_use]
    pub fn allows(&self, choice: &Choice) -> bool {
        let runner = self.prepared.runner();
        runner.fits(self.desk.state(), choice) && runner.grounds(&mut self.desk.clone(), self.seat, choice).is_empty()
    }

    /// Visits the legal choices.
    pub fn each(&self, visit: impl FnMut(&Choice) -> ControlFlow<()>) {
        self.prepared.runner().each_choice(&mut self.desk.clone(), self.seat, visit);
    }

    /// A choice as an act, be it legal or not.
    #[must_use]
    pub fn act(&self, choice: &Choice) -> Act {
        Act { prepared: self.prepared.clone(), choice: *choice, of: Arc::clone(self.deciding()) }
    }

    /// The choice that parsed words tell.
    ///
    /// # Errors
    /// Why they tell none, with places inside the words.
    pub fn understand(&self, said: &Said) -> Result<Choice, Vec<Diagnostic>> {
        said::understand(self, said)
    }

    /// What forbids what parsed words tell, and where that stands in the rules; empty if it is legal.
    #[must_use]
    pub fn objections(&self, said: &Said) -> Vec<Ground> {
        said::why_not(self, said)
    }

    /// What the seat may do.
    #[must_use]
    pub fn allowed(&self) -> Group {
        why::allowed(self)
    }

    /// What the seat may not do, with the cards that it does not see.
    #[must_use]
    pub fn refused_to_all(&self) -> Refusal {
        why::refused(self, false)
    }
}

impl Act {
    /// The number of the decision.
    pub(super) fn ask(&self) -> u16 {
        self.of.ask
    }

    fn words(&self) -> Words<'_> {
        self.prepared.words().with(&self.of.apart)
    }

    /// The act as records have it: its name, and what is picked.
    #[must_use]
    pub fn json(&self) -> Value {
        let ask = self.prepared.compiled().program.asks.get(usize::from(self.of.ask));
        ask.map_or(Value::Null, |ask| self.words().json_choice(ask, &self.choice))
    }

    /// The number that is picked, where nothing else is.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        let ask = self.prepared.compiled().program.asks.get(usize::from(self.of.ask))?;
        let act = ask.acts.get(usize::from(self.choice.act))?;
        let [pick] = act.picks.as_slice() else { return None };
        matches!(pick.source, Source::Number { .. }).then(|| self.choice.picks.first().map(|picked| picked.value))?
    }

    /// Where it stands in a list that is sorted as a hand is: by the act, then by the cards that it picks first.
    #[doc(hidden)]
    #[must_use]
    pub fn order(&self) -> impl Ord + use<> {
        let deck = self.prepared.deck();
        let cards = self.choice.picks.first().map_or(CardSet::NONE, |picked| picked.cards);
        (self.choice.act, each_card(cards).map(|card| deck.order(card).cloned()).collect::<Vec<_>>())
    }

    /// The act as the engine knows it.
    #[doc(hidden)]
    #[must_use]
    pub const fn choice(&self) -> &Choice {
        &self.choice
    }
}

impl PartialEq for Act {
    fn eq(&self, other: &Self) -> bool {
        (self.of.ask, self.choice) == (other.of.ask, other.choice)
    }
}

impl Eq for Act {}

impl fmt::Display for Act {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ask = self.prepared.compiled().program.asks.get(usize::from(self.of.ask));
        to.write_str(&ask.map_or_else(String::new, |ask| self.words().choice(ask, &self.choice)))
    }
}
