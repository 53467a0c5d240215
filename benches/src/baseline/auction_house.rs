//! Auction House by hand. Card `4 * rank + suit`, Ace of Clubs first; the faces are the cards from 40 on. When trumps are
//! revealed makes no difference here, as nobody looks.

use super::Baseline;
use crate::random::Random;
use crate::select::{Parts, lists, or_else};

const CLUBS: u64 = 0x11_1111_1111;
/// Ten cards with three suits each, and the pass.
const CALLS: u32 = 31;
const ROUNDS: usize = 13;

/// The ones of ten bits.
static LISTS: [u64; 1 << 10] = lists();

/// What is being decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Play,
    Call,
    Offer,
    Take,
    Kitty,
    Over,
}

/// A game of Auction House.
#[derive(Debug, Clone, Copy)]
pub struct AuctionHouse {
    hands: [u64; 4],
    /// The cards that may be chosen.
    legal: Parts,
    count: u32,
    stage: Stage,
    seat: u32,
    /// Who is ahead in the trick: `(trump << 7 | follows << 6 | card) << 2 | seat`.
    best: u32,
    led: u32,
    /// The trump suit; 4 in the last round.
    trump: u32,
    /// Cards played in this round.
    played: u32,
    tricks: [u8; 4],
    /// Cards offered or laid by each seat.
    laid: [u32; 4],
    caller: u32,
    called: u32,
    kitty: i32,
    carried: i32,
    dealer: u32,
    round: u32,
    decisions: u32,
    scores: [i32; 4],
    faces: [u8; 12],
}

impl AuctionHouse {
    fn deal<R: Random>(&mut self, chance: &mut R) {
        let mut cards: [u8; 40] = std::array::from_fn(|card| card as u8);
        chance.shuffle(&mut cards);
        for (hand, cards) in self.hands.iter_mut().zip(cards.as_chunks::<10>().0) {
            *hand = cards.iter().fold(0, |set, card| set | 1 << card);
        }
        self.round += 1;
        self.decisions += 40;
        self.stage = Stage::Call;
        self.seat = (self.dealer + 1) & 3;
        self.look(self.hand());
        self.count = CALLS;
    }

    #[inline]
    fn look(&mut self, set: u64) {
        (self.legal, self.count) = Parts::new::<10, _>(&LISTS, set);
    }

    fn hand(&self) -> u64 {
        self.hands[self.seat as usize & 3]
    }

    fn call(&mut self, n: u32) {
        self.decisions += 1;
        if n == CALLS - 1 {
            self.seat = (self.seat + 1) & 3;
            if self.seat == (self.dealer + 1) & 3 {
                self.fill_kitty();
            } else {
                self.look(self.hand());
                self.count = CALLS;
            }
            return;
        }
        let card = self.legal.nth::<10>(n / 3);
        let suit = n % 3;
        self.called = suit + u32::from(suit >= card & 3);
        self.caller = self.seat;
        self.laid[self.seat as usize & 3] = card;
        self.stage = Stage::Offer;
        self.seat = u32::from(self.caller == 0);
        self.decisions += 4;
        self.look(self.hand());
    }

    fn offer(&mut self, n: u32) {
        self.laid[self.seat as usize & 3] = self.legal.nth::<10>(n);
        self.seat += 1;
        self.seat += u32::from(self.seat == self.caller);
        if self.seat < 4 {
            self.look(self.hand());
            return;
        }
        self.seat = self.caller;
        let own = 1_u64 << self.laid[self.caller as usize & 3];
        let offered = self.laid.iter().fold(0, |set, card| set | 1 << card) & !own;
        let wanted = offered & CLUBS << self.called;
        if wanted == 0 {
            self.stage = Stage::Take;
            self.look(offered);
        } else {
            self.take(63 - wanted.leading_zeros());
        }
    }

    fn take(&mut self, card: u32) {
        let caller = self.caller as usize & 3;
        let trader = (1..4).map(|left| (caller + left) & 3).find(|seat| self.laid[*seat] == card).unwrap_or(0);
        let both = 1_u64 << card | 1 << self.laid[caller];
        self.hands[caller] ^= both;
        self.hands[trader] ^= both;
        self.fill_kitty();
    }

    fn fill_kitty(&mut self) {
        self.stage = Stage::Kitty;
        self.seat = 0;
        self.look(self.hands[0]);
    }

    fn lay(&mut self, n: u32) {
        let seat = self.seat as usize & 3;
        let card = self.legal.nth::<10>(n);
        self.hands[seat] &= !(1 << card);
        self.kitty += (card >> 2) as i32 + 1;
        self.seat += 1;
        if self.seat < 4 {
            self.look(self.hand());
            return;
        }
        let face = self.faces.get(self.round as usize - 1);
        self.trump = face.map_or(4, |face| u32::from(face & 3));
        self.stage = Stage::Play;
        self.seat = (self.dealer + 1) & 3;
        self.played = 0;
        self.tricks = [0; 4];
        self.best = 0;
        self.look(self.hand());
    }

    /// Plays a card, and those that are forced then.
    #[inline]
    fn play_on<R: Random>(&mut self, card: u32, chance: &mut R) {
        let mut card = card;
        loop {
            self.hands[self.seat as usize & 3] &= !(1 << card);
            let suit = card & 3;
            self.led = if self.played & 3 == 0 { suit } else { self.led };
            let rank = u32::from(suit == self.trump) << 7 | u32::from(suit == self.led) << 6 | card;
            self.best = self.best.max(rank << 2 | self.seat);
            self.played += 1;
            self.seat = (self.seat + 1) & 3;
            let mut follow = CLUBS << self.led;
            if self.played & 3 == 0 {
                self.seat = self.best & 3;
                self.tricks[self.seat as usize & 3] += 1;
                self.best = 0;
                follow = u64::MAX;
                if self.played == 36 {
                    self.settle(chance);
                    return;
                }
            }
            let hand = self.hand();
            let may = or_else(hand & follow, hand);
            if may & (may - 1) != 0 {
                self.look(may);
                return;
            }
            card = may.trailing_zeros();
        }
    }

    fn settle<R: Random>(&mut self, chance: &mut R) {
        let most = self.tricks.iter().copied().max().unwrap_or(0);
        let mut best = self.tricks.iter().enumerate().filter(|(_, tricks)| **tricks == most);
        self.carried += self.kitty;
        self.kitty = 0;
        if let (Some((seat, _)), None) = (best.next(), best.next()) {
            self.scores[seat] += self.carried;
            self.carried = 0;
        }
        self.dealer = (self.dealer + 1) & 3;
        if self.round as usize == ROUNDS {
            self.stage = Stage::Over;
        } else {
            self.deal(chance);
        }
    }
}

impl Baseline for AuctionHouse {
    type Options = ();
    type Scores = [i32; 4];

    fn new<R: Random>((): (), chance: &mut R) -> Self {
        let mut faces: [u8; 12] = std::array::from_fn(|card| card as u8 + 40);
        chance.shuffle(&mut faces);
        let mut game = Self {
            hands: [0; 4],
            legal: Parts::default(),
            count: 0,
            stage: Stage::Call,
            seat: 0,
            best: 0,
            led: 0,
            trump: 4,
            played: 0,
            tricks: [0; 4],
            laid: [0; 4],
            caller: 0,
            called: 0,
            kitty: 0,
            carried: 0,
            dealer: chance.below(4),
            round: 0,
            decisions: 0,
            scores: [0; 4],
            faces,
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
            Stage::Play => self.play_on(self.legal.nth::<10>(n), chance),
            Stage::Call => self.call(n),
            Stage::Offer => self.offer(n),
            Stage::Take => self.take(self.legal.nth::<10>(n)),
            Stage::Kitty => self.lay(n),
            Stage::Over => {}
        }
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn scores(&self) -> [i32; 4] {
        self.scores
    }
}
