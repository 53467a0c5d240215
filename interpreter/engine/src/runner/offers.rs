//! Choices act by act, and picks of which nothing is asked: for who numbers what may be done.

use std::ops::ControlFlow;

use super::super::act::Choice;
use super::super::program::CardSet;
use super::Runner;
use super::desk::Desk;
use super::menus::Menu;

impl Runner {
    /// Visits the legal choices of a seat in one act, in their order.
    pub fn each_choice_of(
        &self,
        desk: &mut Desk,
        seat: u8,
        act: u8,
        mut visit: impl FnMut(&Choice) -> ControlFlow<()>,
    ) {
        let Some((_, asked, _)) = self.asked_of(desk, seat) else { return };
        if let Some(offer) = asked.offers().get(usize::from(act)) {
            // Who visits them all goes through them all in any case.
            let _ = offer.each(desk, &mut |picks| visit(&Choice { act, picks: *picks }));
        }
    }

    /// Where any so many cards of a set are the choices of an act: the set, the fewest and the most of them. None where more is asked, or
    /// where some cards are alike.
    pub fn any_cards_of(&self, desk: &mut Desk, seat: u8, act: u8) -> Option<(CardSet, u32, u32)> {
        let (_, asked, _) = self.asked_of(desk, seat)?;
        let offers = asked.offers();
        let Menu::Groups(groups) = offers.get(usize::from(act))?.menu() else { return None };
        groups.any(desk)
    }
}
