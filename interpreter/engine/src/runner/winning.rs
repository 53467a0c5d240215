//! Who would take a trick as it lies so far, for a seat that can work it out.

use super::super::program::Turns;
use super::super::telling::Reader;
use super::desk::Desk;
use super::taker::Laid;
use super::{Build, Runner};
use crate::index::fit;

impl Runner {
    /// The seat that takes the trick in which somebody is to play now, if no better card comes; none where no card lies there, or where
    /// the reader cannot know it: seats that look together know what all know in common.
    pub fn ahead_in_trick(&self, desk: &mut Desk, by: Reader) -> Option<u8> {
        let Turns::Tricks(number) = self.ask(&desk.state)?.turns else { return None };
        let tricks = self.program.tricks.get(usize::from(number))?;
        let laid = Laid::of(desk, tricks.played, tricks.leader, self.program.seats);
        laid.first()?;
        let taker = || Build::plain(&self.program).taker(tricks);
        let reader = match by {
            Reader::All => return desk.quietly(|desk| taker().of(desk)),
            // Who is not at the table works nothing out.
            Reader::Seats(seats) if seats >> self.program.seats != 0 => return None,
            Reader::Seats(seats) if seats.count_ones() == 1 => self.phrases.knower(fit(seats.trailing_zeros())),
            Reader::Seats(_) => self.phrases.everybody(),
        };
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
        desk.quietly(|desk| taker().of(desk))
    }
}
