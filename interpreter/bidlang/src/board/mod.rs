//! The table as a screen shows it: who sits where with what, the middle, the trick, what each has said. It is worked out from what a reader is told and
//! sees, and from nothing else; a terminal and a page draw the same board.

pub(crate) mod faces;
mod follower;
mod json;
mod signs;

use std::sync::Arc;

use serde::Serialize;

use crate::engine::{Desk, Reader, SeenPlace, each_seat};
use crate::ir::{Expr, Per, Ty};
use crate::words::Words;
use crate::{Prepared, Turn};

pub use faces::{CardGroup, Face};
pub use follower::{Follower, Laid, LastTrick};
pub use signs::Colour;

use faces::Deck;

/// The table as a seat sees it when it is to choose.
///
/// ```
/// use bidlang::{Board, Follower, Game, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let mut follower = Follower::new(table.prepared(), Some(0));
/// let turn = table.turn_told(&mut follower)?.ok_or("the game is over")?;
/// let board = Board::new(&turn, &follower);
/// assert_eq!(board.seats[0].name, "Ann");
/// assert!(board.seats[0].to_choose);
/// let hands: Vec<_> = board.seats.iter().map(|seat| &seat.piles[0]).collect();
/// assert_eq!(hands[0].cards.as_ref().map(|cards| cards.len()), Some(4));
/// assert_eq!((hands[1].count, hands[1].cards.is_none()), (Some(4), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// As JSON it is for pages that draw it; there seats are counted from 1.
///
/// ```
/// use bidlang::{Board, Follower, Game, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let mut follower = Follower::new(table.prepared(), Some(0));
/// let board = Board::new(&table.turn_told(&mut follower)?.ok_or("the game is over")?, &follower);
/// let board = serde_json::to_value(&board)?;
/// assert_eq!(board["seats"][0]["seat"], 1);
/// assert_eq!(board["seats"][0]["piles"][0]["cards"].as_array().map(Vec::len), Some(4));
/// assert!(board["seats"][1]["piles"][0]["cards"].is_null());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The passes of the phases that repeat, the outermost first: `deal 2`, `selling 5`.
    pub passes: Vec<String>,
    /// The seats clockwise, the one that looks first.
    pub seats: Vec<Chair>,
    /// What lies on the table and is nobody's, or a team's.
    pub middle: Vec<Pile>,
    /// What is remembered of the whole table.
    pub notes: Vec<Note>,
    /// The trick that is being played, in the order in which it was laid.
    pub trick: Vec<Laid>,
    /// The trick before it.
    pub last_trick: Option<LastTrick>,
    /// The groups that the cards of the game are sorted by, such as its suits, in their order; empty where they have none. They are the same on all
    /// boards of a game, and are no part of its JSON.
    #[serde(skip)]
    pub groups: Arc<[CardGroup]>,
}

/// A seat with all that is its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chair {
    /// The seat, from 0.
    #[serde(serialize_with = "json::from_one")]
    pub seat: u8,
    /// Its name.
    pub name: String,
    /// Its score.
    pub points: i64,
    /// Whether it is to choose.
    pub to_choose: bool,
    /// Whether it is ahead in the auction.
    pub ahead: bool,
    /// What it said last in this round of turns.
    pub said: Option<String>,
    /// Its places.
    pub piles: Vec<Pile>,
    /// What is remembered of it.
    pub notes: Vec<Note>,
}

/// Cards that lie together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pile {
    /// The name of the place, with its owner where that is no seat: `hand`, `won of Ann and Cat`.
    pub name: String,
    /// The cards where they are seen: in the middle as they lie, those of a seat by group and then by the order of the deck.
    pub cards: Option<Vec<Arc<Face>>>,
    /// How many, where that is seen.
    pub count: Option<u32>,
    /// Totals that are seen, with their names.
    pub totals: Vec<(String, i64)>,
    /// Whether the rules do not show its cards to all at any time, as those of a hand.
    pub closed: bool,
}

/// A track and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The name of the track; of what else it is, such as `namer of Clubs`.
    pub name: String,
    /// Its value in words.
    pub value: String,
    /// Whether it says nothing yet: nobody, none, no, or 0 for everybody.
    pub idle: bool,
    /// Whether it is of several things at once, as of a suit and a team: that is bookkeeping of the rules.
    pub working: bool,
}

impl Board {
    /// The table as the seat of a turn sees it, with what it was told before.
    #[must_use]
    pub fn new(turn: &Turn, follower: &Follower) -> Self {
        let prepared = turn.prepared();
        let reader = Reader::Seats(1 << prepared.viewer(turn.seat()));
        Self::by(prepared, &mut turn.desk(), (reader, turn.seat()), follower)
    }

    /// The table as a reader sees it, whoever is to choose; with the seat that is told first.
    #[doc(hidden)]
    #[must_use]
    pub fn by(prepared: &Prepared, desk: &mut Desk, (reader, first): (Reader, u8), follower: &Follower) -> Self {
        let (words, deck) = (prepared.words(), prepared.deck());
        let seen = prepared.runner().view_by(desk, reader);
        let players = prepared.players();
        let clockwise = (0..players).map(|step| (first + step) % players.max(1));
        let choosers: Vec<u8> = each_seat(prepared.runner().choosers(desk.state())).collect();
        let mut board = Self {
            passes: follower.passes(),
            seats: Vec::new(),
            middle: Vec::new(),
            notes: Vec::new(),
            trick: follower.trick().to_vec(),
            last_trick: follower.last_trick().cloned(),
            groups: Arc::clone(deck.groups()),
        };
        for seat in clockwise {
            board.seats.push(Chair {
                seat,
                name: words.seat(seat).to_owned(),
                points: seen.scores.get(usize::from(seat)).copied().unwrap_or_default(),
                to_choose: choosers.contains(&seat),
                ahead: follower.ahead() == Some(seat),
                said: follower.said(seat).map(str::to_owned),
                piles: Vec::new(),
                notes: Vec::new(),
            });
        }
        let ahead = prepared.runner().ahead_in_trick(desk, reader);
        board.trick.iter_mut().for_each(|laid| laid.ahead = Some(laid.seat) == ahead);
        for place in &seen.places {
            board.put(words, deck, place);
        }
        for track in &seen.tracks {
            let Some(definition) = words.game.tracks.get(usize::from(track.track)) else { continue };
            let value = words.track_value(track.track, track.value);
            let idle = match definition.ty {
                Ty::Number | Ty::YesNo => track.value == 0,
                _ => track.value < 0,
            };
            let working = definition.per.len() > 1;
            let whole = words.track(track.track, track.index);
            match (definition.per.as_slice(), u8::try_from(track.index)) {
                ([Per::Player], Ok(seat)) => {
                    if let Some(chair) = board.seats.iter_mut().find(|chair| chair.seat == seat) {
                        chair.notes.push(Note { name: definition.name.clone(), value, idle, working });
                    }
                }
                _ => board.notes.push(Note { name: whole, value, idle, working }),
            }
        }
        board
    }

    /// Lays a place where it belongs.
    fn put(&mut self, words: Words, deck: &Deck, place: &SeenPlace) {
        let Some(found) = words.program.places.get(usize::from(place.place)) else { return };
        let Some(definition) = words.game.places.get(usize::from(found.name)) else { return };
        // The trick is shown with who laid what.
        if definition.name == follower::TRICK || place.count == Some(0) || place.count.is_none() {
            return;
        }
        let totals = place.totals.iter();
        let totals = totals.filter_map(|(total, value)| Some((words.total(place.place, *total)?.to_owned(), *value)));
        let mut pile = Pile {
            name: words.place(place.place),
            cards: place.cards.as_ref().map(|cards| deck.lying(cards)),
            count: place.count,
            totals: totals.collect(),
            closed: !definition
                .sights
                .iter()
                .any(|sight| sight.when.is_none() && matches!(sight.who, Expr::AllPlayers)),
        };
        match (definition.per, found.owner.map(|owner| u8::try_from(owner).unwrap_or(u8::MAX))) {
            (Some(Per::Player), Some(owner)) => {
                pile.name.clone_from(&definition.name);
                pile.cards = place.cards.as_ref().map(|cards| deck.sorted(cards));
                if let Some(chair) = self.seats.iter_mut().find(|chair| chair.seat == owner) {
                    chair.piles.push(pile);
                }
            }
            _ => self.middle.push(pile),
        }
    }
}
