//! Where a game is in the tree (a path of information sets): by what was done, and by what the seat whose tree it is was told of that and sees.

use bidlang::engine::{Choice, Desk};

use super::Look;

/// Where a game is in a tree: its node, and what was done there that the seat can tell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk {
    pub(super) node: usize,
    pub(super) done: u64,
    /// Whether others still choose at once.
    open: bool,
}

impl Walk {
    /// In a node, where nothing was done yet.
    pub(super) const fn at(node: usize) -> Self {
        Self { node, done: 0, open: false }
    }

    /// Where something new is asked: what the seat sees then counts to what was done. Whether it is asked in another node.
    pub(super) fn is_asked(&mut self, look: &Look<'_>, desk: &mut Desk, seat: u8) -> bool {
        let moves = self.done != 0 && !self.open;
        if moves && seat == look.seat {
            self.done ^= look.sights.seen(look.runner, look.likes, desk, look.seat);
        }
        moves
    }

    /// A seat chooses.
    pub(super) fn chooses(&mut self, look: &Look<'_>, desk: &mut Desk, of: (u16, u8), choice: &Choice) {
        let told = look.sights.told(look.runner, desk, of, &look.likes.cards.choice(choice), look.seat);
        self.done = (self.done.rotate_left(7) ^ told) | 1;
    }

    /// It has chosen: where others still choose at once with it, all of them choose in this node.
    pub(super) fn has_chosen(&mut self, look: &Look<'_>, desk: &Desk) {
        self.open = look.runner.choosers(desk.state()) != 0;
    }
}
