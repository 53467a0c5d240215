//! Bid War by hand, for four players. Two cards of one rank are alike, so cards are counted: two bits for each rank of a
//! player's own suit, the 1 lowest.

use super::Baseline;
use crate::random::Random;

const ONES: u32 = 0x5_5555;
const TWO: u32 = 1 << 2;
const SEVEN: u32 = 1 << 12;
const PRIZES: usize = 28;

/// What is being decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Suit,
    Actions,
    Sealed,
    Reinforce,
    Over,
}

/// The cards of one player.
#[derive(Debug, Clone, Copy, Default)]
struct Player {
    hand: u32,
    aside: u32,
    bid: u32,
    discard: u32,
    /// What was chosen in secret.
    secret: u32,
    worth: u32,
    /// The stock, from `top` up to `end`.
    stock: [u8; 20],
    top: u8,
    end: u8,
    suit: u8,
    score: i32,
}

/// A game of Bid War.
#[derive(Debug, Clone, Copy)]
pub struct BidWar {
    players: [Player; 4],
    count: u32,
    stage: Stage,
    seat: u32,
    passes: u32,
    starter: u32,
    /// Suits that are taken.
    suits: u32,
    /// How many prizes are turned up, and what those on the table are worth: in all, and of each suit.
    turned: u32,
    lot: i32,
    lot_by_suit: [i32; 4],
    decisions: u32,
    prizes: [u8; PRIZES],
}

/// The ranks of which there are some, a bit each at the even places.
const fn sorts(cards: u32) -> u32 {
    (cards | cards >> 1) & ONES
}

/// How many cards there are.
const fn size(cards: u32) -> u32 {
    (cards & ONES).count_ones() + 2 * (cards >> 1 & ONES).count_ones()
}

/// How many ranks there are, and of how many of them two cards.
#[inline]
const fn shape(cards: u32) -> (u32, u32) {
    (sorts(cards).count_ones(), ((cards >> 1) & ONES).count_ones())
}

/// Ways to take so many cards, at most three.
#[inline]
const fn ways((sorts, pairs): (u32, u32), size: u32) -> u32 {
    let (less, two_less) = (sorts.saturating_sub(1), sorts.saturating_sub(2));
    match size {
        0 => 1,
        1 => sorts,
        2 => sorts * less / 2 + pairs,
        _ => sorts * less * two_less / 6 + pairs * less,
    }
}

/// The `n`th way to take 1 to 3 cards: fewer first, then more of a lower rank.
#[inline]
fn nth_group(cards: u32, n: u32) -> u32 {
    let (mut n, mut left, mut shape) = (n, 1, shape(cards));
    while left < 3 && n >= ways(shape, left) {
        n -= ways(shape, left);
        left += 1;
    }
    let (mut rest, mut taken) = (cards, 0);
    while left > 0 {
        let at = sorts(rest).trailing_zeros();
        let there = rest >> at & 3;
        rest &= !(3 << at);
        shape = (shape.0 - 1, shape.1 - (there >> 1));
        let mut take = there.min(left);
        while take > 0 && n >= ways(shape, left - take) {
            n -= ways(shape, left - take);
            take -= 1;
        }
        taken |= take << at;
        left -= take;
    }
    taken
}

/// The rank of the `n`th sort, as one card of it.
fn nth_sort(sorts: u32, n: u32) -> u32 {
    let mut sorts = sorts;
    for _ in 0..n {
        sorts &= sorts - 1;
    }
    sorts & sorts.wrapping_neg()
}

/// What the cards add up to.
fn total(cards: u32) -> u32 {
    let (mut left, mut sum) = (cards, 0);
    while left != 0 {
        let at = left.trailing_zeros();
        // The higher bit of a rank counts twice.
        sum += (at / 2 + 1) << (at & 1);
        left &= left - 1;
    }
    sum
}

impl Player {
    fn deal<R: Random>(&mut self, count: u32, chance: &mut R) {
        for _ in 0..count {
            if self.top == self.end {
                if self.discard == 0 {
                    return;
                }
                self.end = 0;
                let mut left = self.discard;
                while left != 0 {
                    let at = sorts(left).trailing_zeros();
                    self.stock[self.end as usize] = at as u8;
                    self.end += 1;
                    left -= 1 << at;
                }
                self.discard = 0;
                self.top = 0;
                chance.shuffle_some(&mut self.stock[..self.end as usize]);
            }
            self.hand += 1 << self.stock[self.top as usize];
            self.top += 1;
        }
    }
}

impl BidWar {
    fn begin<R: Random>(&mut self, chance: &mut R) {
        for player in &mut self.players {
            player.stock = std::array::from_fn(|card| card as u8 & !1);
            player.end = 20;
            chance.shuffle(&mut player.stock);
        }
        chance.shuffle(&mut self.prizes);
        self.turn(chance);
    }

    fn turn<R: Random>(&mut self, chance: &mut R) {
        for player in &mut self.players {
            let missing = 5_u32.saturating_sub(size(player.hand));
            player.deal(missing, chance);
        }
        if self.turned < PRIZES as u32 {
            let prize = self.prizes[self.turned as usize];
            self.turned += 1;
            if prize < 24 {
                let worth = 5 + 5 * i32::from(prize / 8);
                self.lot += worth;
                self.lot_by_suit[prize as usize % 8 / 2] += worth;
            } else {
                self.lot += 25;
            }
        }
        self.stage = Stage::Actions;
        self.open_window();
    }

    fn open_window(&mut self) {
        self.seat = self.starter;
        self.passes = 0;
    }

    fn player(&mut self) -> &mut Player {
        &mut self.players[self.seat as usize & 3]
    }

    /// How many cards can be trashed with a 7.
    const fn trashed(hand: u32) -> u32 {
        if hand & (3 * SEVEN) == 0 {
            0
        } else {
            let others = sorts(hand - SEVEN).count_ones();
            if others == 0 { 1 } else { others }
        }
    }

    /// Goes on until there is a choice among several.
    fn go_on<R: Random>(&mut self, chance: &mut R) {
        loop {
            let hand = self.player().hand;
            match self.stage {
                Stage::Suit => {
                    self.count = 4 - self.suits.count_ones();
                    if self.count > 1 {
                        return;
                    }
                    self.choose_suit(0, chance);
                }
                Stage::Actions => {
                    if self.passes == 4 {
                        for player in &mut self.players {
                            player.discard += player.aside;
                            player.aside = 0;
                        }
                        self.stage = Stage::Sealed;
                        self.seat = 0;
                        continue;
                    }
                    self.count = u32::from(hand & (3 * TWO) != 0) + Self::trashed(hand) + 1;
                    if self.count > 1 {
                        return;
                    }
                    self.pass();
                }
                Stage::Sealed => {
                    let shape = shape(hand);
                    self.count = (ways(shape, 1) + ways(shape, 2) + ways(shape, 3)).max(1);
                    if self.count > 1 {
                        return;
                    }
                    self.seal(0);
                }
                Stage::Reinforce => {
                    if self.passes == 4 {
                        self.award();
                        self.starter = (self.starter + 1) & 3;
                        if self.lot == 0 && self.turned == PRIZES as u32 {
                            self.stage = Stage::Over;
                            return;
                        }
                        self.turn(chance);
                        continue;
                    }
                    self.count = 1 + (sorts(hand) & 0x11).count_ones();
                    if self.count > 1 {
                        return;
                    }
                    self.pass();
                }
                Stage::Over => return,
            }
        }
    }

    fn pass(&mut self) {
        self.decisions += 1;
        self.passes += 1;
        self.seat = (self.seat + 1) & 3;
    }

    fn choose_suit<R: Random>(&mut self, n: u32, chance: &mut R) {
        self.decisions += 1;
        let suit = nth_sort(!self.suits & 15, n);
        self.suits |= suit;
        self.player().suit = suit.trailing_zeros() as u8;
        self.seat += 1;
        if self.seat == 4 {
            self.begin(chance);
        }
    }

    fn act<R: Random>(&mut self, n: u32, chance: &mut R) {
        if n + 1 == self.count {
            self.pass();
            return;
        }
        self.decisions += 1;
        self.passes = 0;
        let player = self.player();
        let mut n = n;
        if player.hand & (3 * TWO) != 0 {
            if n == 0 {
                player.hand -= TWO;
                player.aside += TWO;
                player.deal(2, chance);
                self.seat = (self.seat + 1) & 3;
                return;
            }
            n -= 1;
        }
        player.hand -= SEVEN;
        player.aside += SEVEN;
        if player.hand != 0 {
            player.hand -= nth_sort(sorts(player.hand), n);
        }
        self.seat = (self.seat + 1) & 3;
    }

    fn seal(&mut self, n: u32) {
        self.decisions += 1;
        let player = self.player();
        player.secret = if player.hand == 0 { 0 } else { nth_group(player.hand, n) };
        self.seat += 1;
        if self.seat == 4 {
            for player in &mut self.players {
                player.hand -= player.secret;
                player.bid = player.secret;
                player.worth = total(player.secret);
            }
            self.stage = Stage::Reinforce;
            self.open_window();
        }
    }

    fn reinforce(&mut self, n: u32) {
        if n + 1 == self.count {
            self.pass();
            return;
        }
        self.decisions += 1;
        self.passes = 0;
        let player = self.player();
        let card = nth_sort(sorts(player.hand) & 0x11, n);
        player.hand -= card;
        player.bid += card;
        player.worth += if card == 1 { 1 } else { 3 };
        self.seat = (self.seat + 1) & 3;
    }

    fn award(&mut self) {
        let most = self.players.iter().map(|player| player.worth).max().unwrap_or(0);
        let (lot, by_suit) = (self.lot, self.lot_by_suit);
        let mut best = self.players.iter_mut().filter(|player| player.worth == most);
        if let (Some(winner), None) = (best.next(), best.next()) {
            winner.score += lot + by_suit[winner.suit as usize & 3];
            self.lot = 0;
            self.lot_by_suit = [0; 4];
        }
        for player in &mut self.players {
            player.discard += player.bid;
            player.bid = 0;
        }
    }
}

impl Baseline for BidWar {
    type Options = ();
    type Scores = [i32; 4];

    fn new<R: Random>((): (), chance: &mut R) -> Self {
        let mut game = Self {
            players: [Player::default(); 4],
            count: 0,
            stage: Stage::Suit,
            seat: 0,
            passes: 0,
            starter: 0,
            suits: 0,
            turned: 0,
            lot: 0,
            lot_by_suit: [0; 4],
            decisions: 0,
            prizes: std::array::from_fn(|prize| prize as u8),
        };
        game.go_on(chance);
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
            Stage::Suit => self.choose_suit(n, chance),
            Stage::Actions => self.act(n, chance),
            Stage::Sealed => self.seal(n),
            Stage::Reinforce => self.reinforce(n),
            Stage::Over => {}
        }
        self.go_on(chance);
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn scores(&self) -> [i32; 4] {
        self.players.map(|player| player.score)
    }
}
