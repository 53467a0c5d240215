//! Chance of which every outcome is gone through, with its likelihood, and no more outcomes than anybody could tell apart.
//!
//! A shuffle decides nothing where the order of a place is looked at by dealing alone: the cards become a *pile* of which no order is
//! known, and what is dealt is chosen when it is dealt. Hands that are dealt together are sets, and like cards are one. Cards of a pile
//! that go on together to such a place are a pile there. Where somebody comes to see an order that was left open, that is kept
//! ([`Branching::seen`]), and the game is walked through again with that place shuffled card by card.

use std::sync::Arc;

use crate::engine::{Alike, Chance, Event, Luck, MOST_CARDS, Program, SeatSet, Stream, each_seat, item};
use crate::passes;

use super::counted::{Hands, classes};

/// What chance knows of a game.
pub struct Places {
    pub(super) like: Alike,
    /// For each place, whether an order is kept.
    ordered: Vec<bool>,
    /// For each place, whether its order may be left open until cards are dealt.
    open: Vec<bool>,
}

impl Places {
    /// Orders are left open where rules look at them by dealing alone. Somebody may see one all the same ([`Branching::seen`]).
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let ordered: Vec<bool> = program.places.iter().map(|place| place.ordered).collect();
        let looked_at = passes::looked_at_by_order(program);
        let open = ordered.iter().zip(looked_at).map(|(ordered, looked_at)| *ordered && !looked_at).collect();
        Self { like: Alike::new(program), ordered, open }
    }

    fn is_open(&self, place: u16) -> bool {
        item(&self.open, usize::from(place))
    }

    fn is_ordered(&self, place: u16) -> bool {
        item(&self.ordered, usize::from(place))
    }

    /// Leaves open no more than others do.
    pub fn settle_as(&mut self, others: &Self) {
        for (open, other) in self.open.iter_mut().zip(&others.open) {
            *open &= *other;
        }
    }

    /// From now on the order of a place is settled when it is shuffled: whether that is anything new.
    pub fn settle(&mut self, place: u16) -> bool {
        self.open.get_mut(usize::from(place)).is_some_and(std::mem::take)
    }
}

/// The number of no pile.
const NO_PILE: u16 = 0;

/// Chance that goes by a list of ways.
#[derive(Clone)]
pub struct Branching {
    places: Arc<Places>,
    /// The pile of each card. All cards of one lie in one place, and each order of them is as likely as the others.
    piles: [u16; MOST_CARDS],
    last_pile: u16,
    /// Which way each branch goes, from the first.
    pub ways: Vec<u64>,
    /// How many ways each branch has that was met.
    pub widths: Vec<u64>,
    /// How likely the ways were that were gone.
    pub likely: f64,
    /// A place of which somebody came to see an order that was left open.
    pub seen: Option<u16>,
    /// Where every way is taken as likely as the others in place of the list: what it draws from.
    pub drawn: Option<Stream>,
}

impl From<Branching> for Luck {
    fn from(chance: Branching) -> Self {
        Self::Other(Box::new(chance))
    }
}

impl Branching {
    /// It goes the first way everywhere, until it is told.
    #[must_use]
    pub fn new(places: &Arc<Places>) -> Self {
        Self {
            places: Arc::clone(places),
            piles: [NO_PILE; MOST_CARDS],
            last_pile: NO_PILE,
            ways: Vec::new(),
            widths: Vec::new(),
            likely: 1.0,
            seen: None,
            drawn: None,
        }
    }

    /// Goes these ways from here on, and the first of each branch behind them.
    pub fn begin(&mut self, ways: &[u64]) {
        self.ways.clear();
        self.ways.extend_from_slice(ways);
        self.widths.clear();
        self.likely = 1.0;
    }

    /// The ways behind those that were gone; none behind the last.
    #[must_use]
    pub fn next(&self) -> Option<Vec<u64>> {
        let mut ways = self.ways.clone();
        ways.truncate(self.widths.len());
        while let Some(way) = ways.pop() {
            if way + 1 < item(&self.widths, ways.len()) {
                ways.push(way + 1);
                return Some(ways);
            }
        }
        None
    }

    /// Which of so many ways is gone.
    fn way(&mut self, width: u64) -> u64 {
        if width <= 1 {
            return 0;
        }
        let met = self.widths.len();
        if let Some(drawn) = &mut self.drawn {
            self.ways.push(drawn.below_long(width));
        } else if met == self.ways.len() {
            self.ways.push(0);
        }
        self.widths.push(width);
        item(&self.ways, met)
    }

    fn pile(&self, card: u8) -> u16 {
        item(&self.piles, usize::from(card))
    }

    fn put(&mut self, card: u8, pile: u16) {
        if let Some(to) = self.piles.get_mut(usize::from(card)) {
            *to = pile;
        }
    }

    fn new_pile(&mut self) -> u16 {
        self.last_pile += 1;
        self.last_pile
    }

    /// So many of these cards, without an order.
    fn hand(&mut self, of: &[u8], count: usize) -> Vec<u8> {
        let places = Arc::clone(&self.places);
        let classes = classes(of, |card| places.like.first(card));
        if count == of.len() {
            return classes.concat();
        }
        let hands = Hands::new(&classes, count);
        let (hand, likely) = hands.nth(self.way(hands.count));
        self.likely *= likely;
        hand
    }

    /// Tells a hasher which cards are of one pile.
    pub(super) fn tell_to(&self, hasher: &mut impl std::hash::Hasher) {
        for pile in &self.piles {
            let first = self.piles.iter().position(|other| other == pile);
            hasher.write_usize(first.filter(|_| *pile != NO_PILE).map_or(MOST_CARDS, |first| first));
        }
    }

    /// Cards come to another place: those of one pile stay one where that is possible.
    fn moved(&mut self, cards: &[u8], (from, to): (u16, u16), seen: SeatSet) {
        let mut left: Vec<u8> = cards.iter().copied().filter(|card| self.pile(*card) != NO_PILE).collect();
        while let Some(card) = left.first().copied() {
            let pile = self.pile(card);
            let (together, rest): (Vec<u8>, Vec<u8>) = left.into_iter().partition(|other| self.pile(*other) == pile);
            let first = self.places.like.first(card);
            let alike = together.iter().all(|other| self.places.like.first(*other) == first);
            let stays = !alike && self.places.is_ordered(to);
            if stays && !self.places.is_open(to) {
                self.seen.get_or_insert(from);
            } else if stays && seen != 0 {
                self.seen.get_or_insert(to);
            }
            let pile = if stays { self.new_pile() } else { NO_PILE };
            together.into_iter().for_each(|other| self.put(other, pile));
            left = rest;
        }
    }
}

impl Chance for Branching {
    fn chooses(&self) -> bool {
        true
    }

    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        let pile = if self.places.is_open(place) { self.new_pile() } else { NO_PILE };
        cards.iter().for_each(|card| self.put(*card, pile));
        if self.places.is_open(place) || !self.places.is_ordered(place) {
            return;
        }
        let mut rest = cards.to_vec();
        for slot in cards {
            if let [card] = self.hand(&rest, 1).as_slice() {
                rest.retain(|other| other != card);
                *slot = *card;
            }
        }
    }

    fn draw(&mut self, _slot: u32, among: SeatSet) -> u8 {
        let count = u64::from(among.count_ones());
        self.likely /= count.max(1) as f64;
        let way = self.way(count);
        // Chance is never asked for one of no seats.
        each_seat(among).zip(0..).find(|(_, number)| *number == way).map_or(u8::MAX, |(seat, _)| seat)
    }

    fn number(&mut self, _slot: u32, low: i64, high: i64) -> i64 {
        let count = high.abs_diff(low).saturating_add(1);
        self.likely /= count as f64;
        low.saturating_add_unsigned(self.way(count))
    }

    fn deal(&mut self, from: u16, to: u16, cards: &mut dyn Iterator<Item = u8>) -> Option<u8> {
        self.deal_together(from, to, 1, cards.collect()).pop()
    }

    fn deal_together(&mut self, _from: u16, to: u16, count: usize, mut cards: Vec<u8>) -> Vec<u8> {
        let mut dealt = Vec::with_capacity(count);
        let as_set = !self.places.is_ordered(to) || self.places.is_open(to);
        while let Some(top) = cards.first().copied().filter(|_| dealt.len() < count) {
            let pile = self.pile(top);
            let taken = if pile == NO_PILE {
                vec![top]
            } else {
                let of: Vec<u8> = cards.iter().copied().filter(|card| self.pile(*card) == pile).collect();
                let many = if as_set { (count - dealt.len()).min(of.len()) } else { 1 };
                self.hand(&of, many)
            };
            if !as_set {
                taken.iter().for_each(|card| self.put(*card, NO_PILE));
            }
            cards.retain(|card| !taken.contains(card));
            dealt.extend(taken);
        }
        dealt
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::Move { cards, from, to, seen, .. } => self.moved(cards, (*from, *to), *seen),
            Event::Shuffle { place, order: cards, seen, .. } | Event::Show { place, cards, seen, .. } => {
                let open = |card: &u8| self.pile(*card) != NO_PILE;
                let first = cards.first().map(|card| self.places.like.first(*card));
                let alike = cards.iter().all(|card| Some(self.places.like.first(*card)) == first);
                if *seen != 0 && !alike && cards.iter().filter(|card| open(card)).count() > 1 {
                    self.seen.get_or_insert(*place);
                }
            }
            Event::Pass { .. }
            | Event::Draw { .. }
            | Event::Act { .. }
            | Event::ShowTrack { .. }
            | Event::Set { .. }
            | Event::Bid { .. }
            | Event::Closed { .. }
            | Event::Trick { .. }
            | Event::Score { .. }
            | Event::Won { .. } => {}
        }
    }
}
