//! All seats of a game listen: what each is told since it was last asked is kept.

use crate::engine::{Alike, Event, Program, Reader, Sink, State, Telling};

use super::stories::{Stories, Token};

/// The stories of a game that is being played: for each seat where it was in its tree, and what it was told since.
pub struct Ears {
    pub stories: Stories,
    seats: Vec<Ear>,
}

/// A seat that listens.
#[derive(Clone)]
struct Ear {
    /// Its place in the tree, and how much of what it was told lies before that.
    place: u32,
    heard: usize,
    told: Vec<u32>,
}

/// Where all seats were in their stories.
pub struct Mark(Vec<(u32, usize, usize)>);

impl Ears {
    pub fn new(seats: u8) -> Self {
        let ear = |seat: u8| Ear { place: u32::from(seat), heard: 0, told: Vec::new() };
        Self { stories: Stories::new(seats), seats: (0..seats).map(ear).collect() }
    }

    /// Remembers where all are.
    pub fn mark(&self) -> Mark {
        Mark(self.seats.iter().map(|ear| (ear.place, ear.heard, ear.told.len())).collect())
    }

    /// Goes back to where all were.
    pub fn back_to(&mut self, mark: &Mark) {
        for (ear, (place, heard, told)) in self.seats.iter_mut().zip(&mark.0) {
            (ear.place, ear.heard) = (*place, *heard);
            ear.told.truncate(*told);
        }
    }

    /// What all were told since then, one after the other.
    pub fn since(&self, mark: &Mark) -> Vec<Box<[u32]>> {
        let since = self.seats.iter().zip(&mark.0);
        since.map(|(ear, (_, _, told))| ear.told.get(*told..).unwrap_or_default().into()).collect()
    }

    /// Where the story of a seat has come to.
    pub fn place(&mut self, seat: u8) -> Option<u32> {
        let ear = self.seats.get_mut(usize::from(seat))?;
        ear.place = self.stories.go_on(ear.place, ear.told.get(ear.heard..)?);
        ear.heard = ear.told.len();
        Some(ear.place)
    }

    /// A seat remembers something.
    pub fn tell(&mut self, seat: u8, token: Token) {
        let number = self.stories.number(token);
        if let Some(ear) = self.seats.get_mut(usize::from(seat)) {
            ear.told.push(number);
        }
    }
}

/// All seats hear what happens.
pub struct All<'e> {
    pub ears: &'e mut Ears,
    pub program: &'e Program,
    pub like: &'e Alike,
}

impl Sink for All<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        for seat in 0..self.program.seats {
            if let Some(telling) = Telling::of(event, self.program, state, Reader::Seats(1 << seat)) {
                self.ears.tell(seat, Token::Told(self.like.telling(telling)));
            }
        }
    }
}
