//! Holds what a world tells against what was told.

use bidlang::engine::{Event, Program, Reader, Sink, State, Telling};

use crate::story::Likes;

/// Holds what happens against what was told.
pub(super) struct Ear<'e> {
    pub(super) program: &'e Program,
    pub(super) likes: &'e Likes,
    pub(super) seat: u8,
    pub(super) lines: &'e [Telling],
    pub(super) told: &'e mut usize,
    pub(super) differs: &'e mut Option<Telling>,
}

impl Sink for Ear<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if self.differs.is_some() {
            return;
        }
        let Some(telling) = Telling::of(event, self.program, state, Reader::Seats(1 << self.seat)) else { return };
        let line = self.lines.get(*self.told);
        let same = if self.likes.cards.differ() {
            line == Some(&telling)
        } else {
            let mut settled = telling.clone();
            self.likes.settle(&mut settled);
            line == Some(&settled)
        };
        if same {
            *self.told += 1;
        } else {
            *self.differs = Some(telling);
        }
    }

    fn has_enough(&self) -> bool {
        self.differs.is_some()
    }
}
