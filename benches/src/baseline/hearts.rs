//! Hearts by hand, with the default house rules. Card `4 * rank + suit`, 2 of Clubs first.

use super::Baseline;
use crate::random::Random;
use crate::select::{Parts, lists, or_else, select, sums};

const CLUBS: u64 = 0x1_1111_1111_1111;
const HEARTS: u64 = CLUBS << 2;
const QUEEN: u32 = 43;
const PENALTIES: u64 = HEARTS | 1 << QUEEN;
/// Ways to pass 3 of 13 cards.
const PASSES: u32 = 286;

/// What each card costs; hearts are counted from bit 16 on as well.
static PENALTY: [u32; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 52 {
        table[card] = (HEARTS >> card & 1) as u32 * 0x1_0001;
        card += 1;
    }
    table[QUEEN as usize] = 13;
    table
};

/// The ones of thirteen bits.
static LISTS: [u64; 1 << 13] = lists();

/// Which three of thirteen cards, in the order of the choices.
static THREES: [[u8; 3]; PASSES as usize] = {
    let mut table = [[0; 3]; PASSES as usize];
    let (mut n, mut a) = (0, 0);
    while a < 13 {
        let mut b = a + 1;
        while b < 13 {
            let mut c = b + 1;
            while c < 13 {
                table[n] = [a, b, c];
                n += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// House rules that are supported.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The game ends when somebody has so many points; with 1 it is one deal.
    pub target: i32,
    /// Whether cards are passed.
    pub passing: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { target: 100, passing: true }
    }
}

/// A game of Hearts.
#[derive(Debug, Clone, Copy)]
pub struct Hearts {
    hands: [u64; 4],
    /// The cards that may be played.
    legal: Parts,
    count: u32,
    /// Who is ahead in the trick: `(follows << 6 | card) << 2 | seat`.
    best: u32,
    /// The suit that was led.
    led: u32,
    /// What the trick costs so far, and all tricks of the deal, with their hearts from bit 16 on.
    cost: u32,
    costs: u32,
    /// What each seat has taken in this deal.
    taken: [u32; 4],
    seat: u32,
    /// Cards played in this deal.
    played: u32,
    /// Cards that are passed.
    out: [u64; 4],
    /// How far they go; 0 when cards are played.
    distance: u32,
    over: bool,
    deals: u32,
    decisions: u32,
    scores: [i32; 4],
    options: Options,
}

impl Hearts {
    fn deal<R: Random>(&mut self, chance: &mut R) {
        let mut cards: [u8; 52] = std::array::from_fn(|card| card as u8);
        chance.shuffle(&mut cards);
        for (hand, cards) in self.hands.iter_mut().zip(cards.as_chunks::<13>().0) {
            *hand = cards.iter().fold(0, |set, card| set | 1 << card);
        }
        self.deals += 1;
        self.decisions += 52;
        self.taken = [0; 4];
        self.played = 0;
        self.cost = 0;
        self.best = 0;
        self.costs = 0;
        self.distance = if self.options.passing { [0, 1, 3, 2][(self.deals & 3) as usize] } else { 0 };
        self.seat = 0;
        if self.distance == 0 {
            self.begin();
        } else {
            self.decisions += 4;
            self.count = PASSES;
        }
    }

    fn pass(&mut self, n: u32) {
        let hand = self.hands[self.seat as usize & 3];
        let sums = sums(hand);
        let [a, b, c] = THREES[n as usize].map(|place| 1 << select(hand, sums, u32::from(place)));
        self.out[self.seat as usize & 3] = a | b | c;
        self.seat += 1;
        if self.seat == 4 {
            let to = self.distance as usize;
            let out = self.out;
            for (seat, hand) in self.hands.iter_mut().enumerate() {
                *hand = *hand & !out[seat] | out[(seat + 4 - to) & 3];
            }
            self.begin();
        }
    }

    /// The 2 of Clubs is led.
    fn begin(&mut self) {
        self.distance = 0;
        self.seat = (1..4).find(|seat| self.hands[*seat as usize] & 1 == 1).unwrap_or(0);
    }

    /// Plays a card, and those that are forced then.
    #[inline]
    fn play_on<R: Random>(&mut self, card: u32, chance: &mut R) {
        let mut card = card;
        loop {
            let seat = self.seat as usize & 3;
            self.hands[seat] &= !(1 << card);
            self.led = if self.played & 3 == 0 { card & 3 } else { self.led };
            let follows = u32::from(card & 3 == self.led);
            self.best = self.best.max((follows << 6 | card) << 2 | self.seat);
            self.cost += PENALTY[card as usize & 63];
            self.played += 1;
            self.seat = (self.seat + 1) & 3;
            let (mut follow, mut avoid) = (CLUBS << self.led, if self.played < 4 { PENALTIES } else { 0 });
            if self.played & 3 == 0 {
                self.seat = self.best & 3;
                self.taken[self.seat as usize & 3] += self.cost & 0xffff;
                self.costs += self.cost;
                self.best = 0;
                self.cost = 0;
                follow = u64::MAX;
                avoid = if self.costs >> 16 == 0 { HEARTS } else { 0 };
                if self.played == 52 {
                    self.settle();
                    if self.over {
                        return;
                    }
                    self.deal(chance);
                    if self.distance != 0 {
                        return;
                    }
                    card = 0;
                    continue;
                }
            }
            let hand = self.hands[self.seat as usize & 3];
            let may = or_else(hand & follow, hand);
            let may = or_else(may & !avoid, may);
            if may & (may - 1) != 0 {
                (self.legal, self.count) = Parts::new::<13, _>(&LISTS, may);
                return;
            }
            card = may.trailing_zeros();
        }
    }

    fn settle(&mut self) {
        let all = self.taken.contains(&26);
        for (score, taken) in self.scores.iter_mut().zip(self.taken) {
            *score += if all { 26 - taken as i32 } else { taken as i32 };
        }
        self.over = self.scores.iter().any(|score| *score >= self.options.target);
    }
}

impl Baseline for Hearts {
    type Options = Options;
    type Scores = [i32; 4];

    fn new<R: Random>(options: Options, chance: &mut R) -> Self {
        let mut game = Self {
            hands: [0; 4],
            legal: Parts::default(),
            count: 0,
            best: 0,
            led: 0,
            cost: 0,
            costs: 0,
            taken: [0; 4],
            seat: 0,
            played: 0,
            out: [0; 4],
            distance: 0,
            over: false,
            deals: 0,
            decisions: 0,
            scores: [0; 4],
            options,
        };
        game.deal(chance);
        if game.distance == 0 {
            game.play_on(0, chance);
        }
        game
    }

    #[inline]
    fn pending(&self) -> Option<u8> {
        if self.over { None } else { Some(self.seat as u8) }
    }

    #[inline]
    fn count(&self) -> u32 {
        self.count
    }

    #[inline]
    fn apply<R: Random>(&mut self, n: u32, chance: &mut R) {
        if self.distance != 0 {
            self.pass(n);
            if self.distance == 0 {
                self.play_on(0, chance);
            }
        } else {
            self.play_on(self.legal.nth::<13>(n), chance);
        }
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn scores(&self) -> [i32; 4] {
        self.scores
    }
}
