//! The log of a table, and the game that follows from it.

use std::sync::Arc;

use bidlang::engine::{Choice, Luck, Seeded, Silent};
use bidlang::{Error, Prepared, Seed};

use super::audience::{Audience, Client};
use super::course::{self, Course, Ears};
use super::teller::{Teller, Who};
use crate::shelf::{Ready, Shelf};
use crate::store::{Entry, Kept, Trouble};

/// What the game follows from, beside its seed.
#[derive(Debug, Clone, Default)]
pub(super) struct Acts {
    /// All acts that hold, in their order.
    pub made: Vec<Made>,
    /// What decisions are numbered from, after acts were taken back.
    pub base: u64,
    /// Why it was left before its end.
    pub left: Option<String>,
}

/// An act that holds.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub seat: u8,
    pub choice: Choice,
    pub by: By,
    pub took: i64,
}

/// Who chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// The clock: a person's time was up.
    Clock,
}

/// A game as its log has it.
pub(super) struct Revived {
    pub ready: Arc<Ready>,
    pub prepared: Prepared,
    pub luck: Luck,
    pub course: Course,
    pub acts: Acts,
    /// Who plays each seat now.
    pub players: Vec<String>,
}

impl By {
    /// As the log has it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Bot => "bot",
            Self::Clock => "clock",
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Person, Self::Bot, Self::Clock].into_iter().find(|by| by.word() == word)
    }
}

impl Acts {
    /// Plays them from the beginning.
    pub fn play<E: Ears>(&self, prepared: &Prepared, luck: &Luck, ears: &mut E) -> Course {
        let mut course = Course::begin(prepared, luck, ears);
        self.made.iter().for_each(|made| course.answer(made.seat, made.choice, ears));
        course.number_from(self.base);
        if let Some(why) = &self.left {
            course.leave(why.clone(), ears);
        }
        course
    }

    /// The lines of a reader's record.
    pub fn lines(&self, prepared: &Prepared, seed: Seed, who: Who) -> Vec<String> {
        let teller = Teller::new(prepared, who, seed);
        let client = Client { id: 0, by: None, teller, to: None };
        let mut alone = Audience { prepared: prepared.clone(), clients: vec![client], bots: Vec::new(), muted: true };
        self.play(prepared, &Seeded::new(seed).into(), &mut alone);
        alone.clients.pop().map(|mut client| client.teller.take_lines().1).unwrap_or_default()
    }
}

impl Revived {
    /// Plays a table from its log.
    ///
    /// # Errors
    /// Where its rules cannot be read any more, or its log does not fit them.
    pub fn of(shelf: &Shelf, kept: &Kept, log: &[Entry]) -> Result<Self, Trouble> {
        let trouble = |what: String| Trouble {
            what: format!("table {} cannot go on: {what}", kept.id),
            help: "the version of bidlang that made it can play it".to_owned(),
        };
        let refused = |error: Error| trouble(course::line(&error));
        let no_rules = || trouble("it was kept without its rules".to_owned());
        let game = shelf.kept(&kept.game, &kept.texts).ok_or_else(no_rules)?.map_err(refused)?;
        if game.hash() != kept.game {
            return Err(trouble("the texts of its rules are not those that it was made of".to_owned()));
        }
        let count = kept.players().ok_or_else(|| trouble("it has too many seats".to_owned()))?;
        let ready = shelf.ready(&game, count, &kept.options).map_err(refused)?;
        let names: Vec<String> = kept.seats.iter().map(|seat| seat.name.clone()).collect();
        let prepared = ready.prepared.named(&names).map_err(refused)?;
        let luck = Luck::from(Seeded::new(kept.seed));
        let mut revived = Self {
            luck: luck.clone(),
            course: Course::begin(&prepared, &luck, &mut Silent),
            acts: Acts::default(),
            players: kept.seats.iter().map(|seat| seat.player.clone()).collect(),
            ready,
            prepared,
        };
        log.iter().try_for_each(|entry| revived.take(entry)).map_err(trouble)?;
        Ok(revived)
    }

    /// Takes one entry of the log.
    fn take(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Act { decision, seat, choice, by, took } => {
                let asked = self.course.at().decision == *decision && self.course.asks(*seat);
                let act = asked.then(|| course::told(&self.course.turn(*seat), choice)).flatten();
                let act = act.ok_or_else(|| format!("act {decision} of its log is not legal by its rules"))?;
                let by = By::read(by).ok_or_else(|| format!("nobody known made act {decision} of its log"))?;
                let choice = *act.choice();
                self.acts.made.push(Made { seat: *seat, choice, by, took: *took });
                self.course.answer(*seat, choice, &mut Silent);
            }
            Entry::Undo { keep, base } => {
                self.acts.made.truncate(*keep);
                self.acts.base = *base;
                self.course = self.acts.play(&self.prepared, &self.luck, &mut Silent);
            }
            Entry::Replace { seat, by } => {
                let player = self.players.get_mut(usize::from(*seat));
                player.ok_or_else(|| "it has an entry for a seat that is not there".to_owned())?.clone_from(by);
            }
            Entry::Left(why) => {
                self.acts.left = Some(why.clone());
                self.course.leave(why.clone(), &mut Silent);
            }
        }
        Ok(())
    }
}

/// The whole record of a table, with its seed.
///
/// # Errors
/// Where its rules cannot be read any more, or its log does not fit them.
pub fn record(shelf: &Shelf, kept: &Kept, log: &[Entry]) -> Result<String, Trouble> {
    let Revived { prepared, acts, .. } = Revived::of(shelf, kept, log)?;
    Ok(acts.lines(&prepared, kept.seed, Who::All).join("\n") + "\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use bidlang::{Game, SMALL_GAME};

    use super::Revived;
    use crate::shelf::{Offered, Shelf};
    use crate::store::Entry;
    use crate::table::twins::kept;
    use crate::theme::Theme;

    /// A log in which an act is missing, or stands twice, is told: the game would go on otherwise than it was played.
    #[test]
    fn acts_of_other_decisions_are_told() {
        let game = Game::read("small.bid", SMALL_GAME).unwrap();
        let kept = kept(&Offered { id: "small".to_owned(), game, theme: Theme::default() }, 3, 1);
        let shelf = Shelf::default();
        let begun = Revived::of(&shelf, &kept, &[]).unwrap();
        let (seat, at) = ((0..3).find(|seat| begun.course.asks(*seat)).unwrap(), begun.course.at());
        let choice = begun.course.turn(seat).nth(0).unwrap().json();
        let act = |decision| Entry::Act { decision, seat, choice: choice.clone(), by: "person".to_owned(), took: 1 };
        assert!(Revived::of(&shelf, &kept, &[act(at.decision)]).is_ok());
        for log in [vec![act(at.decision + 1)], vec![act(at.decision), act(at.decision)]] {
            let trouble = Revived::of(&shelf, &kept, &log).err().unwrap().to_string();
            assert!(trouble.contains("of its log is not legal"), "{trouble}");
        }
    }
}
