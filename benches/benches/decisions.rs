//! Whole games with random players: decisions per second of the hand-written games and of the engine.
#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

use bidlang::engine::Stream;
use bidlang_benches::baseline::auction_house::AuctionHouse;
use bidlang_benches::baseline::bid_fair::BidFair;
use bidlang_benches::baseline::bid_war::BidWar;
use bidlang_benches::baseline::do_my_bidding::DoMyBidding;
use bidlang_benches::baseline::hearts::{Hearts, Options};
use bidlang_benches::baseline::varg_bid::VargBid;
use bidlang_benches::baseline::{Baseline, play};
use bidlang_benches::engine;
use bidlang_benches::random::{Fast, Random};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// How many games one pass plays: so many that the processor cannot learn by heart how they go.
const BY_HAND: u64 = 500;
const BY_ENGINE: u64 = 20;

fn by_hand<B: Baseline, R: Random>(bencher: Bencher, options: B::Options) {
    let games = || (0..BY_HAND).map(|seed| play::<B, R>(options, black_box(seed)).0.decisions).sum::<u64>();
    bencher.counter(ItemsCount::new(games())).bench_local(games);
}

fn by_engine(bencher: Bencher, name: &str, players: u8) {
    let prepared = engine::game(name, players, &[]).unwrap();
    let mut table = engine::Fast::new(&prepared);
    let mut games = || (0..BY_ENGINE).map(|seed| table.play(black_box(seed)).unwrap().decisions).sum::<u64>();
    bencher.counter(ItemsCount::new(games())).bench_local(games);
}

macro_rules! games {
    ($($module:ident $game:ty, $options:expr, $name:literal, $players:literal;)*) => {$(
        #[divan::bench_group(sample_count = 10, sample_size = 1)]
        mod $module {
            use super::*;

            #[divan::bench]
            fn by_hand_wyrand(bencher: Bencher) {
                by_hand::<$game, Fast>(bencher, $options);
            }

            #[divan::bench]
            fn by_hand_chacha8(bencher: Bencher) {
                by_hand::<$game, Stream>(bencher, $options);
            }

            #[divan::bench]
            fn engine_chacha8(bencher: Bencher) {
                by_engine(bencher, $name, $players);
            }
        }
    )*};
}

games! {
    hearts Hearts, Options::default(), "classics/hearts", 4;
    auction_house AuctionHouse, (), "auction_house", 4;
    varg_bid VargBid, (), "varg_bid", 4;
    bid_fair BidFair, (), "bid_fair", 2;
    bid_war BidWar, (), "bid_war", 4;
    do_my_bidding DoMyBidding<4>, (), "do_my_bidding", 4;
}
