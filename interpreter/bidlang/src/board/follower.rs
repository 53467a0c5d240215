//! What a reader has been told, kept as far as a board shows it: the trick, what each seat has said, who is ahead.

use std::sync::Arc;

use serde::Serialize;

use super::faces::Face;
use super::json;
use crate::engine::{CardsTold, Choice, Desk, Event, Reader, Runner, Sink, State, Telling};
use crate::transcript;
use crate::{Listener, Prepared};

/// The place of the cards of a trick, in every game.
pub(super) const TRICK: &str = "trick";

/// A card of a trick and who laid it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Laid {
    /// The seat, from 0.
    #[serde(serialize_with = "json::from_one")]
    pub seat: u8,
    /// Its name.
    pub name: String,
    /// The card.
    #[serde(rename = "face")]
    pub card: Arc<Face>,
    /// Whether it takes the trick if no better card comes, as far as the one who looks can work that out.
    pub ahead: bool,
}

/// A trick that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastTrick {
    /// Its cards, as they were laid.
    pub cards: Vec<Laid>,
    /// The name of who won it.
    pub winner: String,
}

/// Follows a game with the ears of one seat, or of who may know everything.
#[derive(Debug, Clone)]
pub struct Follower {
    prepared: Prepared,
    reader: Reader,
    passes: Vec<(u16, i64)>,
    trick: Vec<Laid>,
    last: Option<LastTrick>,
    said: Vec<Option<String>>,
    ahead: Option<u8>,
    /// Who acted last, or for whom.
    acted: u8,
    /// Whether what was said belongs to something that is over.
    over: bool,
}

impl Follower {
    /// With the ears of a seat (from 0), or of all.
    #[must_use]
    pub fn new(prepared: &Prepared, seat: Option<u8>) -> Self {
        Self::of_reader(prepared, seat.map_or(Reader::All, |seat| Reader::Seats(1 << prepared.viewer(seat))))
    }

    /// With the ears of a reader.
    #[doc(hidden)]
    #[must_use]
    pub fn of_reader(prepared: &Prepared, reader: Reader) -> Self {
        Self {
            prepared: prepared.clone(),
            reader,
            passes: Vec::new(),
            trick: Vec::new(),
            last: None,
            said: vec![None; usize::from(prepared.players())],
            ahead: None,
            acted: 0,
            over: false,
        }
    }

    /// The passes of the phases that are being run, the outermost first.
    pub(super) fn passes(&self) -> Vec<String> {
        let phases = &self.prepared.game().game.phases;
        let words = self.passes.iter().filter_map(|(phase, pass)| {
            Some(format!("{} {pass}", phases.get(usize::from(*phase))?.name.replace('-', " ")))
        });
        words.collect()
    }

    pub(super) fn trick(&self) -> &[Laid] {
        &self.trick
    }

    pub(super) const fn last_trick(&self) -> Option<&LastTrick> {
        self.last.as_ref()
    }

    pub(super) fn said(&self, seat: u8) -> Option<&str> {
        self.said.get(usize::from(seat))?.as_deref()
    }

    pub(super) const fn ahead(&self) -> Option<u8> {
        self.ahead
    }

    /// What was said is over: another round of turns begins.
    fn forget(&mut self) {
        self.said.iter_mut().for_each(|said| *said = None);
        (self.ahead, self.over) = (None, false);
    }

    fn hear(&mut self, prepared: &Prepared, telling: &Telling) {
        let words = prepared.words();
        match telling {
            Telling::Pass { phase, pass } => {
                if let Some(at) = self.passes.iter().position(|(other, _)| other == phase) {
                    self.passes.truncate(at);
                }
                self.passes.push((*phase, *pass));
                self.forget();
            }
            Telling::Act { ask, seat, turn, act, picks, .. } => {
                if self.over {
                    self.forget();
                }
                self.acted = turn.unwrap_or(*seat);
                let Some(ask) = words.program.asks.get(usize::from(*ask)) else { return };
                if let Some(said) = self.said.get_mut(usize::from(*seat)) {
                    *said = Some(transcript::act_told(words, ask, *act, picks));
                }
            }
            Telling::Bid { leader: Some(leader), .. } => self.ahead = *leader,
            Telling::Closed { winner, .. } => (self.ahead, self.over) = (*winner, true),
            Telling::Move { to: Some(to), cards: CardsTold::Which(cards), by_act: true, .. } if self.is_trick(*to) => {
                let (seat, name) = (self.acted, words.seat(self.acted));
                let laid = prepared.deck().lying(cards).into_iter();
                self.trick.extend(laid.map(|card| Laid { seat, name: name.to_owned(), card, ahead: false }));
            }
            Telling::Trick { winner, .. } => {
                let cards = std::mem::take(&mut self.trick);
                self.last = Some(LastTrick { cards, winner: words.seat(*winner).to_owned() });
                self.over = true;
            }
            // Cards that leave the table without a winner, as where a phase ends in the middle of a trick.
            Telling::Move { from: Some(from), .. } if self.is_trick(*from) => self.trick.clear(),
            Telling::Bid { leader: None, .. }
            | Telling::Shuffle { .. }
            | Telling::Draw { .. }
            | Telling::Move { .. }
            | Telling::Show { .. }
            | Telling::ShowTrack { .. }
            | Telling::Set { .. }
            | Telling::Score { .. }
            | Telling::Won { .. } => {}
        }
    }

    fn is_trick(&self, place: u16) -> bool {
        let program = &self.prepared.compiled().program;
        let name = program.places.get(usize::from(place)).map(|place| place.name);
        name.and_then(|name| self.prepared.game().game.places.get(usize::from(name)))
            .is_some_and(|place| place.name == TRICK)
    }
}

impl Sink for Follower {
    fn event(&mut self, state: &State, event: &Event) {
        let prepared = self.prepared.clone();
        if let Some(telling) = Telling::of(event, prepared.words().program, state, self.reader) {
            self.hear(&prepared, &telling);
        }
    }
}

impl Listener for Follower {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}
