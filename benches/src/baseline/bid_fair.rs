//! Bid Fair by hand, the bonus for trumps at the end of the deal. Card `4 * rank + suit`, 9 of Clubs first.

use super::Baseline;
use crate::random::Random;
use crate::select::{Parts, lists, or_else};

const CLUBS: u64 = 0x11_1111;
/// Ways to lay 4 of 12 cards aside.
const CRIBS: u32 = 495;
/// No rank is high.
const NONE: u32 = 6;

/// The ones of six bits.
static LISTS: [u64; 1 << 6] = lists();

/// Which four of twelve cards, in the order of the choices.
static FOURS: [[u8; 4]; CRIBS as usize] = {
    let mut table = [[0; 4]; CRIBS as usize];
    let (mut n, mut set) = (0, [0_u8, 1, 2, 3]);
    while n < CRIBS as usize {
        table[n] = set;
        n += 1;
        // The last place that can still move on does so, and those after it follow.
        let mut at = 3;
        while at > 0 && set[at] as usize == 8 + at {
            at -= 1;
        }
        set[at] += 1;
        while at < 3 {
            set[at + 1] = set[at] + 1;
            at += 1;
        }
    }
    table
};

/// What each rank scores in tricks.
static POINTS: [i32; 8] = [9, 10, 10, 10, 10, 1, 0, 0];

/// How strong each card is for the high rank, led or played second: `high << 4 | second << 3 | rank`.
static STRENGTH: [u8; 128] = {
    let mut table = [0; 128];
    let mut at = 0;
    while at < 128 {
        let (high, second, rank) = (at >> 4, at >> 3 & 1 == 1, at & 7);
        table[at] = if rank == 5 && (high == 5 || second) {
            7
        } else if rank == high {
            6
        } else if rank < 5 {
            rank as u8 + 1
        } else {
            0
        };
        at += 1;
    }
    table
};

/// What is being decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Crib,
    Bid,
    Swap,
    Lead,
    Second,
    Over,
}

/// A game of Bid Fair.
#[derive(Debug, Clone, Copy)]
pub struct BidFair {
    hands: [u64; 2],
    crib: u64,
    /// The cards that may be chosen; when it is bid, those that are higher come first and then the hand.
    legal: Parts,
    whole: Parts,
    higher: u32,
    count: u32,
    stage: Stage,
    seat: u32,
    /// The card each seat has bid; none is 255.
    bids: [u32; 2],
    laid: u32,
    passes: u32,
    /// Whether the dealer has laid a card without bidding.
    closed: bool,
    /// Who holds the contract; 2 for nobody.
    holder: u32,
    high: u32,
    amount: i32,
    trump: u32,
    led: u32,
    points: [i32; 2],
    aside: u64,
    dealer: u32,
    decisions: u32,
    scores: [i32; 2],
}

const NO_CARD: u32 = 255;

impl BidFair {
    fn deal<R: Random>(&mut self, chance: &mut R) {
        let mut cards: [u8; 24] = std::array::from_fn(|card| card as u8);
        chance.shuffle(&mut cards);
        for (hand, cards) in self.hands.iter_mut().zip(cards.as_chunks::<12>().0) {
            *hand = cards.iter().fold(0, |set, card| set | 1 << card);
        }
        self.stage = Stage::Crib;
        self.seat = 0;
        self.count = CRIBS;
        self.legal = Parts::new::<6, _>(&LISTS, self.hands[0]).0;
    }

    fn lay_aside(&mut self, n: u32) {
        self.decisions += 1;
        let cards = FOURS[n as usize].map(|place| self.legal.nth::<6>(u32::from(place)));
        let set = cards.iter().fold(0, |set, card| set | 1_u64 << card);
        if self.seat == 0 {
            self.aside = set;
            self.seat = 1;
            self.legal = Parts::new::<6, _>(&LISTS, self.hands[1]).0;
            return;
        }
        self.hands[0] &= !self.aside;
        self.hands[1] &= !set;
        self.crib = self.aside | set;
        self.bids = [NO_CARD; 2];
        self.holder = 2;
        self.laid = 0;
        self.passes = 0;
        self.closed = false;
        self.seat = self.dealer ^ 1;
        self.stage = Stage::Bid;
        self.look_at_bids();
    }

    fn look_at_bids(&mut self) {
        let hand = self.hands[self.seat as usize & 1];
        let other = self.bids[self.seat as usize & 1 ^ 1];
        let shut = self.closed && self.seat != self.dealer;
        let higher = if shut {
            0
        } else if other == NO_CARD {
            hand
        } else {
            hand & (u64::MAX << (other | 3) << 1)
        };
        let count;
        (self.legal, self.higher) = Parts::new::<6, _>(&LISTS, higher);
        (self.whole, count) = Parts::new::<6, _>(&LISTS, hand);
        self.count = self.higher + count + u32::from(self.laid == 0);
    }

    fn bid<R: Random>(&mut self, n: u32, chance: &mut R) {
        self.decisions += 1;
        let seat = self.seat as usize & 1;
        if n < self.higher {
            let card = self.legal.nth::<6>(n);
            self.hands[seat] &= !(1 << card);
            self.bids[seat] = card;
            self.laid += 1;
        } else if self.laid == 0 && n + 1 == self.count {
            self.passes += 1;
            if self.passes == 2 {
                self.deal(chance);
                return;
            }
        } else {
            let card = self.whole.nth::<6>(n - self.higher);
            self.hands[seat] &= !(1 << card);
            self.closed |= self.seat == self.dealer;
            self.laid += 1;
        }
        if self.laid < 2 {
            self.seat ^= 1;
            self.look_at_bids();
            return;
        }
        self.cut(chance);
    }

    fn cut<R: Random>(&mut self, chance: &mut R) {
        let mut cards = [0; 8];
        let mut left = self.crib;
        for card in &mut cards {
            *card = left.trailing_zeros() as u8;
            left &= left - 1;
        }
        chance.shuffle(&mut cards);
        self.crib &= !(1 << cards[0]);
        self.trump = u32::from(cards[0] & 3);
        self.points = [0; 2];
        let [first, second] = self.bids;
        let (low, high) = match (first == NO_CARD, second == NO_CARD) {
            (true, true) => {
                self.high = NONE;
                self.seat = self.dealer ^ 1;
                self.lead();
                return;
            }
            (true, false) => (second, second),
            (false, true) => (first, first),
            (false, false) => (first.min(second), first.max(second)),
        };
        self.holder = u32::from(first == high);
        self.high = high >> 2;
        self.amount = 40 + 10 * (low >> 2) as i32;
        self.stage = Stage::Swap;
        self.seat = self.holder;
        self.count = 2;
    }

    fn look(&mut self, set: u64) {
        (self.legal, self.count) = Parts::new::<6, _>(&LISTS, set);
    }

    fn lead(&mut self) {
        self.stage = Stage::Lead;
        self.look(self.hands[self.seat as usize & 1]);
    }

    /// Plays a card, and those that are forced then.
    fn play_on<R: Random>(&mut self, card: u32, chance: &mut R) {
        let mut card = card;
        loop {
            self.decisions += 1;
            self.hands[self.seat as usize & 1] &= !(1 << card);
            let second = self.seat ^ 1;
            let may;
            if self.stage == Stage::Lead {
                self.led = card;
                self.seat = second;
                self.stage = Stage::Second;
                let hand = self.hands[second as usize & 1];
                may = or_else(hand & CLUBS << (card & 3), hand);
            } else {
                let led = self.led;
                let strength =
                    |card: u32, second: u32| STRENGTH[(self.high << 4 | second << 3 | card >> 2) as usize & 127];
                let follows = (card ^ led) & 3 == 0;
                let beats = if follows { strength(card, 1) > strength(led, 0) } else { card & 3 == self.trump };
                // Who led leads again unless beaten.
                self.seat ^= u32::from(!beats);
                self.points[self.seat as usize & 1] += POINTS[card as usize >> 2 & 7] + POINTS[led as usize >> 2 & 7];
                self.stage = Stage::Lead;
                may = self.hands[self.seat as usize & 1];
                if may == 0 {
                    self.settle(chance);
                    return;
                }
            }
            if may & (may - 1) != 0 {
                self.look(may);
                return;
            }
            card = may.trailing_zeros();
        }
    }

    fn settle<R: Random>(&mut self, chance: &mut R) {
        for seat in 0..2 {
            let bid = self.bids[seat];
            let bonus = if bid != NO_CARD && bid & 3 == self.trump { 40 } else { 0 };
            self.scores[seat] += self.points[seat] + bonus;
        }
        if self.holder < 2 {
            let holder = self.holder as usize & 1;
            let margin = self.points[holder] - self.points[holder ^ 1];
            if self.points[holder] >= self.amount && margin >= 1 {
                let both = self.bids[0] != NO_CARD && self.bids[1] != NO_CARD;
                self.scores[holder] += if both { 2 * margin } else { margin };
                self.scores[holder ^ 1] += 40;
            }
        }
        let [first, second] = self.scores;
        if first != second && first.max(second) > 800 {
            self.stage = Stage::Over;
            return;
        }
        self.dealer = if first == second { self.dealer ^ 1 } else { u32::from(second > first) };
        self.deal(chance);
    }
}

impl Baseline for BidFair {
    type Options = ();
    type Scores = [i32; 2];

    fn new<R: Random>((): (), chance: &mut R) -> Self {
        let mut game = Self {
            hands: [0; 2],
            crib: 0,
            legal: Parts::default(),
            whole: Parts::default(),
            higher: 0,
            count: 0,
            stage: Stage::Crib,
            seat: 0,
            bids: [NO_CARD; 2],
            laid: 0,
            passes: 0,
            closed: false,
            holder: 2,
            high: NONE,
            amount: 0,
            trump: 0,
            led: 0,
            points: [0; 2],
            aside: 0,
            dealer: chance.below(2),
            decisions: 0,
            scores: [0; 2],
        };
        game.deal(chance);
        game
    }

    #[inline]
    fn pending(&self) -> Option<u8> {
        if self.stage == Stage::Over { None } else { Some(self.seat as u8) }
    }

    #[inline]
    fn count(&self) -> u32 {
        self.count
    }

    #[inline]
    fn apply<R: Random>(&mut self, n: u32, chance: &mut R) {
        match self.stage {
            Stage::Lead | Stage::Second => self.play_on(self.legal.nth::<6>(n), chance),
            Stage::Crib => self.lay_aside(n),
            Stage::Bid => self.bid(n, chance),
            Stage::Swap => {
                self.decisions += 1;
                if n == 0 {
                    std::mem::swap(&mut self.hands[self.holder as usize & 1], &mut self.crib);
                }
                self.lead();
            }
            Stage::Over => {}
        }
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn scores(&self) -> [i32; 2] {
        self.scores
    }
}
