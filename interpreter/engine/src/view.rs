//! The table as one seat may see it.

use serde::Serialize;

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
