//! Varg Bid by hand: four players, the basic deck, losers' bids discarded. Cards in the order of the rules file.

use super::Baseline;
use crate::random::Random;
use crate::select::{Parts, lists};

/// The suits of each card: Moons, Suns, Waves, Leaves, Wyrms, Knots, a bit each.
const SUITS: [u8; 36] = {
    let pairs: [(u8, u8); 24] = [
        (0, 5),
        (1, 4),
        (2, 3), // 2
        (0, 2),
        (1, 5),
        (3, 4), // 3
        (0, 1),
        (2, 3),
        (4, 5), // 4
        (0, 3),
        (1, 2),
        (4, 5), // 5
        (0, 2),
        (1, 4),
        (3, 5), // 6
        (0, 3),
        (1, 5),
        (2, 4), // 7
        (0, 1),
        (2, 3),
        (4, 5), // 8
        (0, 1),
        (2, 4),
        (3, 5), // 9
    ];
    let mut suits = [0; 36];
    let mut card = 0;
    while card < 12 {
        suits[card] = 1 << (card % 6);
        card += 1;
    }
    while card < 36 {
        let (a, b) = pairs[card - 12];
        suits[card] = 1 << a | 1 << b;
        card += 1;
    }
    suits
};

/// The cards that share a suit with each card.
static MATCHES: [u64; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 36 {
        let mut other = 0;
        while other < 36 {
            if SUITS[card] & SUITS[other] != 0 {
                table[card] |= 1 << other;
            }
            other += 1;
        }
        card += 1;
    }
    table
};

/// What each card is worth in a bid.
static WORTH: [u8; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < 36 {
        table[card] = match card / 6 {
            0 => 1,
            1 => 10,
            _ => (card / 3) as u8 - 2,
        };
        card += 1;
    }
    table
};

/// The ones of nine bits.
static LISTS: [u64; 1 << 9] = lists();

/// What is being decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Bid,
    Sell,
    LastSale,
    Over,
}

/// A game of Varg Bid.
#[derive(Debug, Clone, Copy)]
pub struct VargBid {
    hands: [u64; 4],
    /// What each seat may add to its bid.
    fits: [u64; 4],
    /// The cards that may be chosen.
    legal: Parts,
    count: u32,
    stage: Stage,
    seat: u32,
    /// Who is ahead; 4 for nobody.
    leader: u32,
    bids: [u32; 4],
    /// Passes in a row.
    passes: u32,
    /// What the lot scores.
    prize: i32,
    last: bool,
    token: u32,
    dealer: u32,
    deals: u32,
    decisions: u32,
    scores: [i32; 4],
}

impl VargBid {
    fn deal<R: Random>(&mut self, chance: &mut R) {
        let mut cards: [u8; 36] = std::array::from_fn(|card| card as u8);
        chance.shuffle(&mut cards);
        for (hand, cards) in self.hands.iter_mut().zip(cards.as_chunks::<9>().0) {
            *hand = cards.iter().fold(0, |set, card| set | 1 << card);
        }
        self.deals += 1;
        self.last = false;
        self.token = (self.dealer + 1) & 3;
        self.stage = Stage::Sell;
        self.seat = self.token;
        self.look(self.hands[self.token as usize & 3], 0);
    }

    /// A choice among cards and so many other things.
    #[inline]
    fn look(&mut self, set: u64, others: u32) {
        (self.legal, self.count) = Parts::new::<9, _>(&LISTS, set);
        self.count += others;
    }

    fn put_up(&mut self, card: u32) {
        self.decisions += 1;
        self.hands[self.token as usize & 3] &= !(1 << card);
        // An Ace scores 11.
        self.prize = if card < 6 { 11 } else { i32::from(WORTH[card as usize & 63]) };
        self.fits = [u64::MAX; 4];
        self.bids = [0; 4];
        self.leader = 4;
        self.passes = 0;
        self.seat = (self.token + 1) & 3;
        self.stage = Stage::Bid;
    }

    #[inline]
    fn bid(&mut self, n: u32) {
        self.decisions += 1;
        if n + 1 == self.count {
            self.passes += 1;
        } else {
            let seat = self.seat as usize & 3;
            let card = self.legal.nth::<9>(n);
            self.hands[seat] &= !(1 << card);
            if self.bids[seat] == 0 {
                self.fits[seat] = MATCHES[card as usize & 63];
            }
            let bid = self.bids[seat] + u32::from(WORTH[card as usize & 63]);
            self.bids[seat] = bid;
            // Among equals who was there first stays ahead.
            let ahead = self.leader == 4 || bid > self.bids[self.leader as usize & 3];
            self.leader = if ahead { self.seat } else { self.leader };
            self.passes = 0;
        }
        self.seat = (self.seat + 1) & 3;
    }

    /// Goes on to the next choice.
    #[inline]
    fn go_on<R: Random>(&mut self, chance: &mut R) {
        while self.passes < 4 {
            let seat = self.seat as usize & 3;
            let may = if self.seat == self.leader { 0 } else { self.hands[seat] & self.fits[seat] };
            if may != 0 {
                self.look(may, 1);
                return;
            }
            self.decisions += 1;
            self.passes += 1;
            self.seat = (self.seat + 1) & 3;
        }
        self.close(chance);
    }

    fn close<R: Random>(&mut self, chance: &mut R) {
        if self.leader < 4 {
            self.scores[self.leader as usize & 3] += self.prize;
        }
        let holders = (0..4).fold(0_u32, |set, seat| set | u32::from(self.hands[seat] != 0) << seat);
        if self.last || holders == 0 {
            self.end_deal(chance);
            return;
        }
        let from = (self.token + 1) & 3;
        // The holders seen from the seat where the search begins.
        let turned = (holders | holders << 4) >> from;
        self.token = (from + turned.trailing_zeros()) & 3;
        self.seat = self.token;
        let hand = self.hands[self.token as usize & 3];
        if holders & (holders - 1) == 0 {
            self.last = true;
            self.stage = Stage::LastSale;
            self.look(hand, 1);
            return;
        }
        if hand & (hand - 1) == 0 {
            self.put_up(hand.trailing_zeros());
            self.go_on(chance);
            return;
        }
        self.stage = Stage::Sell;
        self.look(hand, 0);
    }

    fn end_deal<R: Random>(&mut self, chance: &mut R) {
        self.dealer = (self.dealer + 1) & 3;
        if self.deals == 4 {
            self.stage = Stage::Over;
        } else {
            self.deal(chance);
        }
    }
}

impl Baseline for VargBid {
    type Options = ();
    type Scores = [i32; 4];

    fn new<R: Random>((): (), chance: &mut R) -> Self {
        let mut game = Self {
            hands: [0; 4],
            fits: [0; 4],
            legal: Parts::default(),
            count: 0,
            stage: Stage::Sell,
            seat: 0,
            leader: 4,
            bids: [0; 4],
            passes: 0,
            prize: 0,
            last: false,
            token: 0,
            dealer: chance.below(4),
            deals: 0,
            decisions: 0,
            scores: [0; 4],
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
            Stage::Bid => self.bid(n),
            Stage::LastSale if n + 1 == self.count => {
                self.decisions += 1;
                self.end_deal(chance);
                return;
            }
            Stage::Sell | Stage::LastSale => self.put_up(self.legal.nth::<9>(n)),
            Stage::Over => return,
        }
        self.go_on(chance);
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn scores(&self) -> [i32; 4] {
        self.scores
    }
}
