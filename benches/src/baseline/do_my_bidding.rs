//! Do My Bidding by hand, for a number of players known when it is compiled; first cards count. Card
//! `7 * (value - 1) + artist`; its colour follows from both.

use super::Baseline;
use crate::random::Random;

/// The cards that share the artist or the colour of each card, among them itself.
static SHARES: [u64; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 49 {
        let mut other = 0;
        while other < 49 {
            let artist = card % 7 == other % 7;
            let colour = (card % 7 + card / 7) % 7 == (other % 7 + other / 7) % 7;
            if artist || colour {
                table[card] |= 1 << other;
            }
            other += 1;
        }
        card += 1;
    }
    table
};

/// How far to the left of a patron the agent sits, by players and round.
static DISTANCE: [[u8; 5]; 3] = [[1, 2, 1, 2, 0], [1, 2, 3, 0, 0], [2, 3, 4, 0, 0]];

/// A game of Do My Bidding.
#[derive(Debug, Clone, Copy)]
pub struct DoMyBidding<const N: usize> {
    /// What each seat may spend, for its patron.
    means: [i32; N],
    purses: [i32; N],
    envelopes: [i32; N],
    art: [u64; N],
    scores: [i32; N],
    seat: u32,
    /// Who is ahead; `N` for nobody.
    leader: u32,
    worth: i32,
    /// The lowest bid that is legal, and how many.
    low: i32,
    bids: u32,
    count: u32,
    /// Who has not passed.
    still: u32,
    opener: u32,
    lot: u32,
    round: u32,
    over: bool,
    decisions: u32,
    /// Where in the deck the next lot begins.
    next: u32,
    deck: [u8; 42],
}

impl<const N: usize> DoMyBidding<N> {
    const ROUNDS: u32 = if N == 3 { 5 } else { 4 };
    const LOTS: u32 = if N == 3 { 5 } else { 6 };

    const fn left(seat: u32) -> u32 {
        if seat as usize + 1 == N { 0 } else { seat + 1 }
    }

    fn distance(&self) -> usize {
        usize::from(DISTANCE[N - 3][self.round as usize - 1])
    }

    fn patron(&self, agent: usize) -> usize {
        (agent + N - self.distance()) % N
    }

    fn begin_round(&mut self) {
        self.round += 1;
        self.lot = 0;
        let from = self.next as usize;
        let display = &mut self.deck[from..from + Self::LOTS as usize + 2];
        // Few cards: each goes back to its place among those of its value. Equal ones keep their order.
        for at in 1..display.len() {
            let mut at = at;
            while at > 0 && display[at] / 7 < display[at - 1] / 7 {
                display.swap(at, at - 1);
                at -= 1;
            }
        }
        for agent in 0..N {
            self.means[agent] = self.purses[self.patron(agent)];
        }
    }

    fn begin_lot(&mut self) {
        self.lot += 1;
        self.leader = N as u32;
        self.worth = -1;
        self.still = (1 << N) - 1;
        self.seat = self.opener;
    }

    /// Looks at the choices of the seat whose turn it is; whether there is more than one.
    fn look(&mut self) -> bool {
        let seat = self.seat as usize;
        let mut most = 0;
        for other in 0..N {
            let there = self.still >> other & 1 == 1 && other != seat;
            most = most.max(if there { self.means[other] } else { 0 });
        }
        self.low = self.worth + 1;
        self.bids = (self.means[seat].min(most + 1) - self.worth).max(0) as u32;
        self.count = self.bids + u32::from(self.worth >= 0);
        self.count > 1
    }

    /// Makes a choice; whether the auction goes on.
    fn choose(&mut self, n: u32) -> bool {
        self.decisions += 1;
        if n < self.bids {
            self.worth = self.low + n as i32;
            self.leader = self.seat;
        } else {
            self.still &= !(1 << self.seat);
        }
        if self.still & (self.still - 1) == 0 {
            return false;
        }
        self.seat = Self::left(self.seat);
        while self.still >> self.seat & 1 == 0 {
            self.seat = Self::left(self.seat);
        }
        true
    }

    fn sell(&mut self) {
        let winner = self.leader as usize;
        let patron = self.patron(winner);
        let cards = if self.lot <= 2 { 2 } else { 1 };
        let from = self.next as usize;
        let (first, last) = (self.deck[from], self.deck[from + cards - 1]);
        self.next += cards as u32;
        let lot = 1_u64 << first | 1 << last;
        let alike = SHARES[first as usize & 63] | SHARES[last as usize & 63];
        let mut points = (self.art[patron] & alike).count_ones() as i32 + i32::from(first / 7) + 1;
        if cards == 2 {
            points += i32::from(last / 7) + 1 + (SHARES[first as usize & 63] >> last & 1) as i32;
        }
        self.art[patron] |= lot;
        self.scores[patron] += points;
        self.purses[patron] -= self.worth;
        self.means[winner] -= self.worth;
        if self.round < Self::ROUNDS {
            self.envelopes[winner] += points;
        }
        self.opener = Self::left(self.opener);
        if self.lot < Self::LOTS {
            return;
        }
        for seat in 0..N {
            self.purses[seat] += self.envelopes[seat];
            self.envelopes[seat] = 0;
        }
        self.over = self.round == Self::ROUNDS;
        if !self.over {
            self.begin_round();
        }
    }
}

impl<const N: usize> Baseline for DoMyBidding<N> {
    type Options = ();
    type Scores = [i32; N];

    fn new<R: Random>((): (), chance: &mut R) -> Self {
        let mut first: [u8; 7] = std::array::from_fn(|card| card as u8);
        let mut deck: [u8; 42] = std::array::from_fn(|card| card as u8 + 7);
        chance.shuffle(&mut first);
        chance.shuffle(&mut deck);
        let mut game = Self {
            means: [0; N],
            purses: [15; N],
            envelopes: [0; N],
            art: std::array::from_fn(|seat| 1 << first[seat]),
            scores: [0; N],
            seat: 0,
            leader: 0,
            worth: 0,
            low: 0,
            bids: 0,
            count: 0,
            still: 0,
            opener: chance.below(N as u32),
            lot: 0,
            round: 0,
            over: false,
            decisions: 0,
            next: 0,
            deck,
        };
        game.begin_round();
        game.begin_lot();
        game.look();
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
    fn apply<R: Random>(&mut self, n: u32, _: &mut R) {
        let mut n = n;
        loop {
            if !self.choose(n) {
                self.sell();
                if self.over {
                    return;
                }
                self.begin_lot();
            }
            if self.look() {
                return;
            }
            n = 0;
        }
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn scores(&self) -> [i32; N] {
        self.scores
    }
}
