//! Who would take a trick as it lies so far, for a seat that can work it out.

use super::super::program::Turns;
use super::desk::Desk;
use super::taker::Laid;
use super::{Build, Runner};

impl Runner {
    /// The seat that takes the trick in which somebody is to play now, if no better card comes; none where no card lies there, or where
    /// `seat` cannot know it.
    pub fn ahead_in_trick(&self, desk: &mut Desk, seat: u8) -> Option<u8> {
        let Turns::Tricks(number) = self.ask(&desk.state)?.turns else { return None };
        let tricks = self.program.tricks.get(usize::from(number))?;
        let reader = self.phrases.knower(seat);
        let laid = Laid::of(desk, tricks.played, tricks.leader, self.program.seats);
        laid.first()?;
        for (_, card) in laid.cards() {
            if !reader.locates(desk, card) {
                return None;
            }
            desk.set_reg(tricks.card, i64::from(card));
            if !reader.knows(desk, tricks.key) {
                return None;
            }
        }
        for cards in [tricks.trumps, tricks.follows].into_iter().flatten() {
            if !reader.knows(desk, cards) {
                return None;
            }
        }
        let taker = Build::plain(&self.program).taker(tricks);
        desk.quietly(|desk| taker.of(desk))
    }
}
