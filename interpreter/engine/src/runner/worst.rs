//! Work bounds by example: whether the choices of a decision are found within the limit, as cards and tracks are now.

use super::super::fault::{Fault, FaultKind};
use super::Runner;
use super::asks::Asked;
use super::desk::Desk;

impl Runner {
    /// What stops the game where finding what a seat might choose in a decision takes more steps than the limit, with cards and tracks
    /// as they are now. Looked at are acts that pick groups of cards which have to be looked at one by one, whether or not they are
    /// allowed now; nothing where there are none, or where something else stops the game first. The desk is of no use afterwards.
    pub fn takes_too_long(&self, desk: &mut Desk, ask: u16, seat: u8) -> Option<Fault> {
        let (asked, player) = (self.asks.get(usize::from(ask))?, self.program.asks.get(usize::from(ask))?.player);
        desk.state.waiting = i32::from(ask);
        if asked.at_once() {
            asked.of(desk, seat);
        } else {
            desk.state.set_small(player, i64::from(seat));
        }
        asked.searched().find_map(|act| {
            asked.count_of(desk, act);
            desk.stopped = false;
            desk.fault.take().filter(|fault| matches!(fault.kind, FaultKind::Choices(_)))
        })
    }

    /// The decisions in which groups of cards are looked at one by one.
    pub fn searched(&self) -> impl Iterator<Item = u16> + '_ {
        (0_u16..).zip(&self.asks).filter(|(_, asked)| asked.searched().next().is_some()).map(|(number, _)| number)
    }
}

impl Asked {
    fn searched(&self) -> impl Iterator<Item = usize> {
        let offers = self.offers();
        let searched = offers.iter().enumerate().filter(|(_, offer)| offer.may_search()).map(|(act, _)| act);
        searched.collect::<Vec<_>>().into_iter()
    }
}
