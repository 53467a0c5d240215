//! What comes about in random games: which lines are done and which conditions hold, who wins, what is shuffled and scored, where
//! cards still lie when others come.

use std::collections::BTreeMap;

use bidlang::Prepared;

use crate::design;
use crate::diagnostic::Span;
use crate::engine::{CardSet, Event, Reach, Reached, SeatSet, Sink, State};
use crate::ir::Game;

/// The place where all cards lie before a game begins.
const BOX: u16 = 0;
/// All that a line may come to, in the order in which it is counted.
const REACHES: [Reach; 5] = [Reach::Done, Reach::Held, Reach::Failed, Reach::Chosen, Reach::Forbade];

/// How often a line came to what.
pub type Times = [u64; REACHES.len()];

/// How often some lines came to something.
pub const fn times(times: &Times, what: Reach) -> u64 {
    let [done, held, failed, chosen, forbade] = *times;
    match what {
        Reach::Done => done,
        Reach::Held => held,
        Reach::Failed => failed,
        Reach::Chosen => chosen,
        Reach::Forbade => forbade,
        Reach::Tied => 0,
    }
}

/// How often something happened, and how often it made a difference.
#[derive(Debug, Clone, Copy, Default)]
pub struct Of {
    /// How often.
    pub all: u64,
    /// How often with a difference.
    pub some: u64,
}

impl Of {
    fn note(&mut self, differs: bool) {
        self.all += 1;
        self.some += u64::from(differs);
    }
}

/// What came about in some games, by places of the text, and by numbers of the typed game.
#[derive(Debug, Default)]
pub struct Seen {
    /// Games that came to their end.
    pub over: u64,
    /// Decisions among several choices.
    pub choices: u64,
    /// Games of several players that all of them won.
    pub all_won: u64,
    /// Those who won all games so far; none where nobody did.
    pub always: Option<SeatSet>,
    /// How often each line came to what.
    pub lines: BTreeMap<Span, Times>,
    /// For each line that gives points: how often they were not nought.
    pub points: BTreeMap<Span, Of>,
    /// For each place of the typed game: shuffles, and those of two cards or more.
    pub shuffles: BTreeMap<usize, Of>,
    /// For each place: how often cards came there for the first time in a pass, and how often others still lay there.
    pub comes: BTreeMap<usize, Of>,
    /// For each card of the typed game: games in which the deck has it, and those in which it left the box.
    pub dealt: BTreeMap<usize, Of>,
}

impl Seen {
    /// Adds what came about in other games.
    pub fn add(&mut self, other: Self) {
        fn together<K: Ord>(to: &mut BTreeMap<K, Of>, from: BTreeMap<K, Of>) {
            for (key, of) in from {
                let slot = to.entry(key).or_default();
                slot.all += of.all;
                slot.some += of.some;
            }
        }
        self.always = match (self.over, other.over) {
            (_, 0) => self.always,
            (0, _) => other.always,
            _ => Some(self.always.unwrap_or(0) & other.always.unwrap_or(0)),
        };
        self.over += other.over;
        self.all_won += other.all_won;
        self.choices += other.choices;
        for (span, times) in other.lines {
            let slot = self.lines.entry(span).or_default();
            slot.iter_mut().zip(times).for_each(|(to, from)| *to += from);
        }
        together(&mut self.points, other.points);
        together(&mut self.shuffles, other.shuffles);
        together(&mut self.comes, other.comes);
        together(&mut self.dealt, other.dealt);
    }

    /// Adds what was counted by lines.
    pub fn count(&mut self, prepared: &Prepared, reached: &Reached) {
        for (rule, span) in (0_u32..).zip(&prepared.compiled().lines) {
            let times = REACHES.map(|what| reached.times(rule, what));
            if times.iter().any(|times| *times > 0) {
                let slot = self.lines.entry(*span).or_default();
                slot.iter_mut().zip(times).for_each(|(to, from)| *to += from);
            }
        }
    }

    /// A game is over.
    pub fn won(&mut self, winners: SeatSet, players: u8) {
        self.always = Some(if self.over == 0 { winners } else { self.always.unwrap_or(0) & winners });
        self.over += 1;
        self.all_won += u64::from(players > 1 && winners.count_ones() == u32::from(players));
    }
}

/// For each place of the typed game the phases whose passes take away what lies there.
pub struct Rounds(Vec<Vec<usize>>);

impl Rounds {
    /// Of a game.
    pub fn of(game: &Game) -> Self {
        let of = |place| design::taken_out_of(game, place).map_or_else(Vec::new, |out| out.rounds);
        Self((0..game.places.len()).map(of).collect())
    }

    /// Whether each pass of a phase takes away what lies in a place.
    fn clears(&self, phase: u16, place: u16) -> bool {
        self.0.get(usize::from(place)).is_some_and(|phases| phases.contains(&usize::from(phase)))
    }
}

/// Watches one game after the other.
pub struct Watcher<'p> {
    prepared: &'p Prepared,
    /// What came about.
    pub seen: Seen,
    rounds: &'p Rounds,
    /// Whether such a pass began since cards came to each place.
    fresh: Vec<bool>,
    /// The cards that lie in each place since an earlier pass, or came in this one.
    lying: Vec<CardSet>,
    /// The cards that left the box in this game.
    left: CardSet,
}

impl<'p> Watcher<'p> {
    pub fn new(prepared: &'p Prepared, rounds: &'p Rounds) -> Self {
        let places = prepared.compiled().program.places.len();
        Self {
            prepared,
            rounds,
            seen: Seen::default(),
            fresh: vec![true; places],
            lying: vec![CardSet::NONE; places],
            left: CardSet::NONE,
        }
    }

    /// Another game begins.
    pub fn begin(&mut self) {
        self.fresh.fill(true);
        self.lying.fill(CardSet::NONE);
        self.left = CardSet::NONE;
    }

    /// A game is over.
    pub fn end(&mut self) {
        for (card, of) in (0..=u8::MAX).zip(&self.prepared.compiled().program.cards) {
            self.seen.dealt.entry(usize::from(*of)).or_default().note(self.left.has(card));
        }
    }

    /// The number of a place in the typed game.
    fn place(&self, place: u16) -> usize {
        self.prepared.compiled().program.places.get(usize::from(place)).map_or(0, |place| usize::from(place.name))
    }

    fn comes(&mut self, from: u16, to: u16, cards: &[u8]) {
        let set: CardSet = cards.iter().copied().collect();
        if let Some(lying) = self.lying.get_mut(usize::from(from)) {
            *lying &= !set;
        }
        if from == BOX {
            self.left |= set;
        }
        let number = self.place(to);
        let Some(lying) = self.lying.get_mut(usize::from(to)) else { return };
        let before = std::mem::replace(lying, *lying | set);
        if let Some(fresh) = self.fresh.get_mut(usize::from(to))
            && std::mem::replace(fresh, false)
        {
            self.seen.comes.entry(number).or_default().note(before != 0);
        }
    }
}

impl Sink for Watcher<'_> {
    fn event(&mut self, _: &State, event: &Event) {
        match event {
            Event::Pass { phase, .. } => {
                let places = self.prepared.compiled().program.places.iter().zip(&mut self.fresh);
                let clears = |place: u16| self.rounds.clears(*phase, place);
                places.filter(|(place, _)| clears(place.name)).for_each(|(_, fresh)| *fresh = true);
            }
            Event::Shuffle { place, order, .. } => {
                let number = self.place(*place);
                self.seen.shuffles.entry(number).or_default().note(order.len() > 1);
            }
            Event::Move { cards, from, to, .. } => self.comes(*from, *to, cards),
            Event::Score { points, rule, .. } => {
                let line = self.prepared.compiled().line(*rule);
                self.seen.points.entry(line).or_default().note(*points != 0);
            }
            _ => {}
        }
    }
}
