//! The table as one seat may see it.

use serde::Serialize;

use super::machine::Machine;
use super::program::SeatSet;
use super::state::State;

/// What a seat, or everybody together, may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// Places that are not empty or whose emptiness may be seen.
    pub places: Vec<SeenPlace>,
    /// Tracks.
    pub tracks: Vec<SeenTrack>,
    /// The score of each seat.
    pub scores: Vec<i64>,
}

/// A place as it is seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenPlace {
    /// The place.
    pub place: u16,
    /// How many cards, where that is seen.
    pub count: Option<u32>,
    /// The cards, top first, where they are seen.
    pub cards: Option<Vec<u8>>,
    /// Totals that are seen: the number of the total and its value.
    pub totals: Vec<(u16, i64)>,
}

/// A slot of a track as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SeenTrack {
    /// The track.
    pub track: u16,
    /// Which of its slots.
    pub index: u32,
    /// Its value.
    pub value: i64,
}

impl Machine<'_> {
    /// The table as `seat` may see it; with none, all of it.
    pub fn view(&mut self, state: &State, seat: Option<u8>) -> View {
        let program = self.program;
        let sees = |seen: SeatSet| seat.is_none_or(|seat| seen & (1 << seat) != 0);
        let mut places = Vec::new();
        for (number, place) in program.places.iter().enumerate() {
            let number = u16::try_from(number).unwrap_or(0);
            let all = seat.is_none();
            let cards = (all || sees(self.who_sees(state, number)))
                .then(|| state.in_order(program, number).collect::<Vec<u8>>());
            let counted = cards.is_some() || sees(self.who_counts(state, number));
            let count = counted.then(|| state.mask(u32::from(number)).count_ones());
            let mut totals = Vec::new();
            for (total, node, sight) in &place.totals {
                if sees(self.sight(state, *sight)) {
                    totals.push((*total, self.total(state, *node)));
                }
            }
            places.push(SeenPlace { place: number, count, cards, totals });
        }
        let mut tracks = Vec::new();
        for (number, track) in program.tracks.iter().enumerate() {
            let number = u16::try_from(number).unwrap_or(0);
            for index in 0..track.dims.iter().product() {
                if sees(self.who_sees_track(state, number, track.base + index)) {
                    tracks.push(SeenTrack { track: number, index, value: state.int(track.base + index) });
                }
            }
        }
        View { places, tracks, scores: self.scores(state) }
    }

    /// Who sees a place's cards.
    pub fn seers(&mut self, state: &State, place: u16) -> SeatSet {
        self.who_sees(state, place)
    }
}
