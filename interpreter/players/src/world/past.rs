//! How a world came to be: where it begins, and all that happened since, so that anybody can play it again.

use bidlang::engine::{Choice, Desk, Shown};

use super::World;

/// A world from its beginning on.
#[derive(Debug, Clone)]
pub struct Past {
    /// The game where it begins: before its first step, or, where what came before is forgotten, before the last shuffle of all that the seat
    /// could not place. What came of chance from there on comes again.
    pub desk: Desk,
    /// What was shown to whom by then.
    pub shown: Shown,
    /// How many lines the seat had been told by then.
    pub told: usize,
    /// How many decisions had been made by then.
    pub made: usize,
    /// What was chosen from there on, by all seats.
    pub choices: Vec<Choice>,
}

impl World {
    /// The world from its beginning on, or from the last time something came by chance so many decisions ago.
    #[must_use]
    pub fn past(&self, back: usize) -> Option<Past> {
        let before = |mark: &&std::sync::Arc<super::Mark>| mark.made.saturating_add(back) <= self.made;
        let mark = self.marks.iter().rev().find(before).or_else(|| self.marks.first())?;
        let mut desk = mark.desk.clone();
        desk.chance = self.desk.chance.clone();
        if let Some(chance) = desk.chance.other::<crate::luck::Remembered>() {
            chance.back_to(mark.chances);
        }
        let since = mark.made.checked_sub(self.dropped)?..self.made.checked_sub(self.dropped)?;
        let choices = self.choices.get(since)?.to_vec();
        Some(Past { desk, shown: mark.shown.clone(), told: mark.told, made: mark.made, choices })
    }
}
