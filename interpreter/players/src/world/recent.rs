//! What of a world still matters: what came before most was shuffled is looked at seldom, and forgotten where nothing can be learned of it any more.

use bidlang::engine::CardSet;

use super::{Rules, World, unlocated};

impl World {
    /// Since when what is not known has mostly come about: how often chance had come, and how many decisions there had been, before at least half
    /// of these cards were shuffled for the last time.
    pub fn recent(&mut self, cards: CardSet) -> (usize, usize) {
        let mut next = self.chances();
        for number in (0..self.marks.len()).rev() {
            let Some((chances, made)) = self.marks.get(number).map(|mark| (mark.chances, mark.made)) else { break };
            let shuffled = self.chance().map_or(CardSet::NONE, |chance| chance.shuffled(chances..next));
            if (shuffled & cards).count_ones() * 2 >= cards.count_ones() {
                return (chances, made);
            }
            next = chances;
        }
        (0, 0)
    }

    /// All that came of chance since then, and all that was chosen, is drawn anew when the world is played again.
    pub fn restart(&mut self, rules: &Rules) {
        let cards = self.unlocated(rules);
        let (chances, made) = self.recent(cards);
        self.rewind(chances, made);
        let (chances, made) = (self.chances(), self.made);
        if let Some(chance) = self.chance() {
            chance.drop_after(chances);
        }
        self.choices.truncate(made.saturating_sub(self.dropped));
    }

    /// Forgets what nothing can be learned of any more: what came before a shuffle of all that the seat could not place. What came otherwise than it
    /// was told before then is forgotten, too.
    pub fn prune(&mut self, rules: &Rules) {
        let now = self.chances();
        for number in (1..self.marks.len()).rev() {
            let next = self.marks.get(number + 1).map_or(now, |mark| mark.chances);
            let Some(mark) = self.marks.get(number).cloned() else { return };
            let shuffled = self.chance().map_or(CardSet::NONE, |chance| chance.shuffled(mark.chances..next));
            if shuffled == 0 || unlocated(&mut mark.desk.clone(), rules) & !shuffled != 0 {
                continue;
            }
            self.marks.drain(..number);
            if let Some(chance) = self.chance() {
                chance.drop_before(mark.chances);
            }
            let some = mark.made.saturating_sub(self.dropped).min(self.choices.len());
            self.choices.drain(..some);
            self.dropped += some;
            self.hidden.retain(|hidden| hidden.decision >= mark.made);
            self.illegal.retain(|illegal| illegal.decision >= mark.made);
            self.otherwise.retain(|otherwise| otherwise.line >= mark.told);
            return;
        }
    }
}
