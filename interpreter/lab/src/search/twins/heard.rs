//! All that a seat is told of a game, in its order: what happens, the table as it sees it, who is asked, and what it may choose.

use crate::engine::CardSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::engine::{
    CardsTold, Choice, Desk, Event, Objection, Pause, PickTold, Program, Reader, Refusals, RuleId, Runner, SeatSet,
    Shown, Sink, Source, State, Telling, View, each_seat,
};
use crate::ir::Game;

/// Most choices of a decision that are compared one by one; of others their number is.
const MOST_LISTED: u64 = 600;

/// Something that a seat is told.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// Something happens.
    Told(Telling),
    /// The table as the seat sees it.
    Sees(View),
    /// A seat is asked.
    Asked {
        /// The decision.
        ask: u16,
        /// Who is asked first.
        seat: u8,
    },
    /// What the seat itself may choose: how many, and which, where they are few.
    Offered { ask: u16, count: u64, choices: Vec<Choice> },
    /// What the seat is told that asks why it may not do something: of all that is refused, and of each card.
    Refused { refusals: Refusals, unseen: bool, of_cards: Vec<Vec<Objection>> },
    /// The game is over; these have won.
    Over(SeatSet),
}

/// What was heard, each with the line of the rules by which it came.
pub type Story = Vec<(Heard, RuleId)>;

/// A game that is being played, and what its listeners have been shown.
#[derive(Clone)]
pub struct Position {
    pub desk: Desk,
    shown: Shown,
}

/// A seat that listens.
#[derive(Clone)]
pub struct Viewer {
    pub runner: Arc<Runner>,
    pub seat: u8,
    /// Whether it asks at each decision why it may not do what it may not do.
    pub asks_why: bool,
}

/// Writes a story.
struct Ear<'e> {
    story: &'e mut Story,
    program: &'e Program,
    seat: u8,
}

impl Sink for Ear<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if let Some(telling) = Telling::of(event, self.program, state, Reader::Seats(1 << self.seat)) {
            self.story.push((Heard::Told(telling), state.line(self.program)));
        }
    }
}

impl Position {
    pub fn new(desk: Desk, program: &Program) -> Self {
        Self { desk, shown: Shown::new(program) }
    }
}

impl Viewer {
    /// Plays on to the next decision, writing down what is heard: who is asked, and how many choices there are. None when the game is
    /// over, or stops.
    pub fn listen(&self, at: &mut Position, story: &mut Story) -> Option<(u8, u64)> {
        let program = self.runner.program();
        let mut ear = Ear { story: &mut *story, program, seat: self.seat };
        let paused = at.shown.run(&self.runner, &mut at.desk, &mut ear);
        let line = at.desk.state().line(program);
        let view = self.runner.view(&mut at.desk, Some(self.seat));
        match paused.ok()? {
            Pause::Over => {
                story.push((Heard::Over(self.runner.winners(at.desk.state())), line));
                None
            }
            Pause::Decision(seats) => {
                story.push((Heard::Sees(view), line));
                let (seat, ask) = (each_seat(seats).next()?, at.desk.state().waiting()?);
                let rule = program.asks.get(usize::from(ask)).map_or(line, |ask| ask.rule);
                story.push((Heard::Asked { ask, seat }, rule));
                let count = self.runner.choices(&mut at.desk, seat);
                if seat == self.seat {
                    story.push((self.offer(at, ask, count), rule));
                    if self.asks_why {
                        story.push((self.reasons(at), rule));
                    }
                }
                Some((seat, count))
            }
        }
    }

    /// Whether it sees the cards of a place.
    pub fn sees(&self, desk: &mut Desk, place: u16) -> bool {
        self.runner.seers(desk, place) & (1 << self.seat) != 0
    }

    fn offer(&self, at: &mut Position, ask: u16, count: u64) -> Heard {
        let mut choices = Vec::new();
        if count <= MOST_LISTED {
            self.runner.each_choice(&mut at.desk, self.seat, |choice| {
                choices.push(*choice);
                ControlFlow::Continue(())
            });
        }
        Heard::Offered { ask, count, choices }
    }

    fn reasons(&self, at: &mut Position) -> Heard {
        let (refusals, unseen) = self.runner.refusals_told(&mut at.desk, self.seat);
        let acts = self.runner.ask(at.desk.state()).map(|ask| ask.acts.clone()).unwrap_or_default();
        let mut of_cards = Vec::new();
        for (act, _) in (0_u8..)
            .zip(&acts)
            .filter(|(_, act)| act.picks.first().is_some_and(|pick| matches!(pick.source, Source::Cards { .. })))
        {
            for card in self.runner.program().deck() {
                let mut choice = Choice { act, ..Choice::default() };
                if let Some(pick) = choice.picks.first_mut() {
                    pick.cards = CardSet::one(card);
                }
                of_cards.push(self.runner.grounds(&mut at.desk, self.seat, &choice));
            }
        }
        Heard::Refused { refusals, unseen, of_cards }
    }

    /// A seat makes a legal choice: whether it could.
    pub fn choose(&self, at: &mut Position, seat: u8, choice: &Choice, forced: bool, story: &mut Story) -> bool {
        let mut ear = Ear { story, program: self.runner.program(), seat: self.seat };
        at.shown.choose(&self.runner, &mut at.desk, (seat, choice, forced), &mut ear).is_ok()
    }
}

impl Heard {
    /// Whether this differs from what is heard in a twin by nothing but what the rules file says this seat may see: cards in places that
    /// it sees, totals and tracks of which a `seen by` is written.
    pub fn is_meant(&self, other: &Self, game: &Game) -> bool {
        if self.is_shown(game) && other.is_shown(game) {
            return true;
        }
        match (self, other) {
            // The table shows what `seen by` says, and nothing else.
            (Self::Sees(_), Self::Sees(_)) => true,
            // What chance does openly is no secret.
            (
                Self::Told(Telling::Draw { track, index, among, .. }),
                Self::Told(Telling::Draw { track: track2, index: index2, among: among2, .. }),
            ) => (track, index, among) == (track2, index2, among2),
            (
                Self::Told(Telling::Move { from, to, cards: CardsTold::Which(cards), .. }),
                Self::Told(Telling::Move { from: from2, to: to2, cards: CardsTold::Which(cards2), .. }),
            ) => (from, to, cards.len()) == (from2, to2, cards2.len()),
            (
                Self::Told(Telling::Shuffle { place, order: Some(_), .. }),
                Self::Told(Telling::Shuffle { place: place2, .. }),
            ) => place == place2,
            (
                Self::Told(Telling::Act { ask, seat, turn, act, picks, forced }),
                Self::Told(Telling::Act {
                    ask: ask2,
                    seat: seat2,
                    turn: turn2,
                    act: act2,
                    picks: picks2,
                    forced: forced2,
                }),
            ) => {
                let cards = |(a, b): (&PickTold, &PickTold)| match (a, b) {
                    (PickTold::Whole(a), PickTold::Whole(b)) => {
                        a.value == b.value && a.cards.count_ones() == b.cards.count_ones()
                    }
                    (a, b) => a == b,
                };
                (ask, seat, turn, act, forced) == (ask2, seat2, turn2, act2, forced2)
                    && picks.iter().zip(picks2).all(cards)
            }
            _ => false,
        }
    }

    /// Whether it is a place that is shown, or a track of which a `seen by` is written.
    pub fn is_shown(&self, game: &Game) -> bool {
        matches!(self, Self::Told(Telling::Show { .. })) || self.is_a_track_shown(game)
    }

    /// Whether a track has another value of which a `seen by` is written.
    pub fn is_a_track_shown(&self, game: &Game) -> bool {
        match self {
            Self::Told(
                Telling::Set { track, .. }
                | Telling::ShowTrack { track, .. }
                | Telling::Draw { track: Some(track), .. },
            ) => game.tracks.get(usize::from(*track)).is_some_and(|track| !track.sights.is_empty()),
            _ => false,
        }
    }

    /// Whether an auction closes in both, and nothing but its winner is told otherwise.
    pub fn is_same_sale(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Told(Telling::Closed { auction, ties, best, .. }),
                Self::Told(Telling::Closed { auction: auction2, ties: ties2, best: best2, .. }),
            ) => (auction, ties, best) == (auction2, ties2, best2),
            _ => false,
        }
    }

    /// What lies where at a decision, as it is seen.
    pub const fn view(&self) -> Option<&View> {
        if let Self::Sees(view) = self { Some(view) } else { None }
    }

    /// Whether it shows a card.
    pub fn shows(&self, card: u8) -> bool {
        match self {
            Self::Told(Telling::Move { cards: CardsTold::Which(cards), .. } | Telling::Show { cards, .. }) => {
                cards.contains(&card)
            }
            Self::Told(Telling::Act { picks, .. }) => picks.iter().any(|pick| pick.cards().any(|other| other == card)),
            _ => false,
        }
    }

    /// Cards that a rule moves, and which are told: from where to where, and which.
    pub fn moved_by_rule(&self) -> Option<((u16, u16), CardSet)> {
        match self {
            Self::Told(Telling::Move { from, to, cards: CardsTold::Which(cards), by_act: false }) => {
                Some((((*from)?, (*to)?), cards.iter().copied().collect()))
            }
            _ => None,
        }
    }

    /// Whether it is an act, or a move of what was picked: what somebody chooses openly tells that it was chosen.
    pub fn is_of_act(&self) -> bool {
        matches!(self, Self::Told(Telling::Act { .. } | Telling::Move { by_act: true, .. }))
    }
}
