//! What a reader is told of what happens. Whoever writes for a seat writes tellings: nothing else of an event reaches it.

use super::act::Choice;
use super::event::Event;
use super::program::{Ask, Program, RuleId, SeatSet, Source};
use super::state::State;
use super::{MOST_PICKS, Picked, each_card};
use crate::CardSet;
use crate::Ties;

/// Who reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Who may know everything.
    All,
    /// Seats that read together, of which each has to know (bit 0 is seat 0); none may know what any seat may.
    Seats(SeatSet),
}

/// What a reader is told of one event.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are those of the events, as far as they are told")]
pub enum Telling {
    Pass {
        phase: u16,
        pass: i64,
    },
    Shuffle {
        /// None where the reader is not told which.
        place: Option<u16>,
        count: Option<u32>,
        order: Option<Vec<u8>>,
    },
    Draw {
        track: Option<u16>,
        index: u32,
        /// None where the reader cannot work it out.
        among: Option<SeatSet>,
        seat: u8,
    },
    Act {
        ask: u16,
        seat: u8,
        /// The seat whose turn it is, where another decides for it.
        turn: Option<u8>,
        act: u8,
        picks: Vec<PickTold>,
        forced: bool,
    },
    Move {
        /// None where the reader is not told which place; then it is told the other.
        from: Option<u16>,
        to: Option<u16>,
        cards: CardsTold,
        by_act: bool,
    },
    Show {
        place: u16,
        cards: Vec<u8>,
        seen_by: SeatSet,
    },
    ShowTrack {
        track: u16,
        index: u32,
        value: i64,
        seen_by: SeatSet,
    },
    Set {
        track: u16,
        index: u32,
        value: i64,
    },
    Bid {
        auction: u16,
        seat: u8,
        worth: Option<i64>,
        /// Who is ahead, or nobody; none where that is not told.
        leader: Option<Option<u8>>,
    },
    Closed {
        auction: u16,
        winner: Option<u8>,
        ties: Ties,
        /// What the best bid is worth, and who are tied at it.
        best: Option<(i64, SeatSet)>,
    },
    Trick {
        number: i64,
        winner: u8,
    },
    Score {
        seats: SeatSet,
        points: i64,
        reason: u16,
        items: Option<Vec<(u8, i64)>>,
        rule: RuleId,
        /// Each seat's score after it.
        totals: Vec<i64>,
    },
    Won {
        seats: SeatSet,
    },
}

/// What is told of a pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PickTold {
    /// What was picked.
    Whole(Picked),
    /// Of cards, how many.
    Count(u32),
    /// That something was picked.
    Nothing,
}

/// What is told of cards that move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CardsTold {
    /// Which, in the order in which they arrive.
    Which(Vec<u8>),
    /// How many.
    Count(u32),
    /// How many are left in the first place; how many came would tell of the other.
    Left(u32),
    /// How many the second place has now; how many went would tell of the other.
    There(u32),
}

impl Reader {
    /// Whether the reader may know what these seats know each.
    #[must_use]
    pub const fn among(self, seats: SeatSet) -> bool {
        match self {
            Self::All => true,
            Self::Seats(readers) => seats & readers == readers,
        }
    }

    /// Who sees what is shown, as far as the reader can know: that others see it, too, only those are told who can know who does. None where it is
    /// not told that anything is shown.
    fn of_shown(self, seen: SeatSet, new: SeatSet, public: bool) -> Option<SeatSet> {
        let seen_by = match self {
            Self::Seats(readers) if !public => readers,
            Self::All | Self::Seats(_) => seen,
        };
        self.among(if public { seen } else { new }).then_some(seen_by)
    }

    /// Whether it is this seat that reads, or who may know everything.
    const fn is(self, seat: u8) -> bool {
        match self {
            Self::All => true,
            Self::Seats(readers) => readers == 1 << seat,
        }
    }
}

impl Telling {
    /// What a reader is told of an event; none where it is told nothing. Of the state it has the scores, and whose turn it is.
    #[must_use]
    pub fn of(event: &Event, program: &Program, state: &State, reader: Reader) -> Option<Self> {
        Some(match *event {
            Event::Pass { phase, pass } => Self::Pass { phase, pass },
            Event::Shuffle { place, named, ref order, seen, counted } => Self::Shuffle {
                place: reader.among(named).then_some(place),
                count: reader.among(counted).then(|| count(order)),
                order: reader.among(seen).then(|| order.clone()),
            },
            Event::Draw { track, index, among, known, seat, seen } => {
                let among = reader.among(known).then_some(among);
                reader.among(seen).then_some(Self::Draw { track, index, among, seat })?
            }
            Event::Act { ask, seat, ref choice, forced, forced_public, seen, counted } => {
                let definition = program.asks.get(usize::from(ask))?;
                let told = Told { own: reader.is(seat), reader, seen, counted };
                Self::Act {
                    ask,
                    seat,
                    turn: decided_for(definition, state, seat),
                    act: choice.act,
                    picks: told.picks(definition, choice),
                    forced: if told.own { forced } else { forced_public },
                }
            }
            Event::Move { ref cards, from, to, named, maybe: _, seen, counted, sizes, by_act } => {
                let cards = match (reader.among(counted.0), reader.among(counted.1)) {
                    (true, true) if reader.among(seen) => CardsTold::Which(cards.clone()),
                    (true, true) => CardsTold::Count(count(cards)),
                    (true, false) => CardsTold::Left(sizes.0),
                    (false, true) => CardsTold::There(sizes.1),
                    (false, false) => return None,
                };
                let told = |seats: SeatSet, place: u16| reader.among(seats).then_some(place);
                Self::Move { from: told(named.0, from), to: told(named.1, to), cards, by_act }
            }
            Event::Show { place, ref cards, seen, new, public } => {
                let seen_by = reader.of_shown(seen, new, public)?;
                Self::Show { place, cards: cards.clone(), seen_by }
            }
            Event::ShowTrack { track, index, value, seen, new, public } => {
                let seen_by = reader.of_shown(seen, new, public)?;
                Self::ShowTrack { track, index, value, seen_by }
            }
            Event::Set { track, index, value, was: _, seen } => {
                reader.among(seen).then_some(Self::Set { track, index, value })?
            }
            Event::Bid { auction, seat, worth, leader, seen, ahead } => Self::Bid {
                auction,
                seat,
                worth: reader.among(seen).then_some(worth),
                leader: reader.among(ahead).then_some(u8::try_from(leader).ok()),
            },
            Event::Closed { auction, winner, worth, tied, ties, public } => Self::Closed {
                auction,
                winner: u8::try_from(winner).ok(),
                ties,
                best: (public || reader == Reader::All).then_some((worth, tied)),
            },
            Event::Trick { number, winner, .. } => Self::Trick { number, winner },
            Event::Score { seats, points, reason, ref items, known, rule } => Self::Score {
                seats,
                points,
                reason,
                items: reader.among(known).then(|| items.clone()),
                rule,
                totals: program.teams.iter().map(|team| state.int(program.scores + u32::from(*team))).collect(),
            },
            Event::Won { seats } => Self::Won { seats },
        })
    }
}

/// Who is told of an act.
struct Told {
    /// Whether it is the reader's own act.
    own: bool,
    reader: Reader,
    seen: [SeatSet; MOST_PICKS],
    counted: [SeatSet; MOST_PICKS],
}

impl Told {
    fn picks(&self, ask: &Ask, choice: &Choice) -> Vec<PickTold> {
        let Some(act) = ask.acts.get(usize::from(choice.act)) else { return Vec::new() };
        let picked = act.picks.iter().zip(choice.picks);
        let seen = self.seen.iter().zip(&self.counted);
        let told =
            |((pick, picked), (seen, counted)): ((&super::program::Pick, Picked), (&SeatSet, &SeatSet))| match pick
                .source
            {
                _ if self.own || self.reader.among(*seen) => PickTold::Whole(picked),
                Source::Cards { .. } if self.reader.among(*counted) => PickTold::Count(picked.cards.count_ones()),
                Source::Cards { .. } | Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => {
                    PickTold::Nothing
                }
            };
        picked.zip(seen).map(told).collect()
    }
}

impl PickTold {
    /// All of a choice.
    #[must_use]
    pub fn whole(ask: &Ask, choice: &Choice) -> Vec<Self> {
        let picks = ask.acts.get(usize::from(choice.act)).map_or(0, |act| act.picks.len());
        choice.picks.iter().take(picks).map(|picked| Self::Whole(*picked)).collect()
    }

    /// The cards that are told.
    pub fn cards(&self) -> impl Iterator<Item = u8> + use<> {
        each_card(if let Self::Whole(picked) = self { picked.cards } else { CardSet::NONE })
    }
}

fn count(cards: &[u8]) -> u32 {
    u32::try_from(cards.len()).unwrap_or(u32::MAX)
}

/// The seat whose turn it is, where another, `chooser`, decides for it.
#[must_use]
pub fn decided_for(ask: &Ask, state: &State, chooser: u8) -> Option<u8> {
    let turn = u8::try_from(state.int(ask.player)).ok()?;
    (!ask.sets_player && turn != chooser).then_some(turn)
}
