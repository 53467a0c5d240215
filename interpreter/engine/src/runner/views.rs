//! The table as one seat may see it.

use super::super::program::SeatSet;
use super::super::telling::Reader;
use super::super::view::{SeenPlace, SeenTrack, View};
use super::Runner;
use super::desk::Desk;
use super::lies::Lies;

impl Runner {
    /// The table as `seat` may see it; with none, all of it.
    pub fn view(&self, desk: &mut Desk, seat: Option<u8>) -> View {
        self.view_by(desk, seat.map_or(Reader::All, |seat| Reader::Seats(1 << seat)))
    }

    /// The table as a reader may see it: seats that look together see what each of them sees.
    pub fn view_by(&self, desk: &mut Desk, reader: Reader) -> View {
        let (program, eyes) = (&self.program, &self.phrases);
        let sees = |seen: SeatSet| reader.among(seen);
        let mut places = Vec::new();
        for (number, place) in (0_u16..).zip(&program.places) {
            let cards = (reader == Reader::All || sees(eyes.who_sees(desk, number)))
                .then(|| desk.state.in_order(program, number).collect::<Vec<u8>>());
            let counted = cards.is_some() || sees(eyes.who_counts(desk, number));
            let count = counted.then(|| desk.state.cards_in(u32::from(number)).count_ones());
            let mut totals = Vec::new();
            for (total, node, sight) in &place.totals {
                if sees(eyes.sight(desk, *sight)) {
                    totals.push((*total, desk.quietly(|desk| eyes.int(desk, *node))));
                }
            }
            places.push(SeenPlace { place: number, count, cards, totals });
        }
        let mut tracks = Vec::new();
        for (number, track) in (0_u16..).zip(&program.tracks).filter(|(_, track)| track.told) {
            for (index, slot) in (0..).zip(track.slots()) {
                if sees(eyes.who_sees_track(desk, number, slot)) {
                    tracks.push(SeenTrack { track: number, index, value: desk.state.int(slot) });
                }
            }
        }
        View { places, tracks, scores: self.scores(&desk.state).collect() }
    }

    /// Who sees a place's cards.
    pub fn seers(&self, desk: &mut Desk, place: u16) -> SeatSet {
        self.phrases.who_sees(desk, place)
    }

    /// Who sees a slot of a track.
    pub fn seers_of_track(&self, desk: &mut Desk, track: u16, index: u32) -> SeatSet {
        let base = self.program.tracks.get(usize::from(track)).map_or(0, |track| track.base);
        self.phrases.who_sees_track(desk, track, base + index)
    }

    /// Whether everybody can tell who sees a slot of a track.
    pub(crate) fn sight_of_track_is_public(&self, desk: &mut Desk, track: u16, index: u32) -> bool {
        desk.quietly(|desk| self.phrases.sight_of_track_is_public(desk, track, index))
    }

    /// Whether everybody can tell who sees a place.
    pub(crate) fn sight_is_public(&self, desk: &mut Desk, place: u16) -> bool {
        desk.quietly(|desk| self.phrases.sight_is_public(desk, place))
    }
}
