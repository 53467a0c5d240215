//! The hand-written games and the engine play the same game: at each choice the same seat and as many legal choices, at
//! the end the same scores and as many decisions.
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use bidlang::engine::Stream;
use bidlang_benches::baseline::auction_house::AuctionHouse;
use bidlang_benches::baseline::bid_fair::BidFair;
use bidlang_benches::baseline::bid_war::BidWar;
use bidlang_benches::baseline::do_my_bidding::DoMyBidding;
use bidlang_benches::baseline::hearts::{self, Hearts};
use bidlang_benches::baseline::varg_bid::VargBid;
use bidlang_benches::baseline::{Baseline, play};
use bidlang_benches::engine;
use bidlang_benches::random::Random;

const FEW: u64 = 100;
const MANY: u64 = 1000;

fn equal<B: Baseline>(name: &str, players: u8, options: &[(&str, &str)], own: B::Options, seeds: u64) {
    let prepared = engine::game(name, players, options).unwrap();
    for seed in 0..seeds {
        let mut table = prepared.table(seed);
        let (mut chance, mut choices) = (Stream::start(seed, 0), Stream::start(seed, 1));
        let mut game = B::new(own, &mut chance);
        let mut made = 0;
        while let Some((seat, count)) = engine::pending(&mut table).unwrap() {
            let ours = (game.pending(), u64::from(game.count()));
            assert_eq!(ours, (Some(seat), count), "{name} {options:?}, seed {seed}, choice {made}");
            let n = choices.below_long(count);
            engine::apply(&mut table, seat, n).unwrap();
            game.apply(u32::try_from(n).unwrap(), &mut chance);
            made += 1;
        }
        assert_eq!(game.pending(), None, "{name} {options:?}, seed {seed}: the engine's game is over");
        let scores = game.scores();
        let ours: Vec<i64> = scores.as_ref().iter().map(|score| i64::from(*score)).collect();
        assert_eq!(ours, table.scores(), "{name} {options:?}, seed {seed}");
        assert_eq!(u64::from(game.decisions()), table.decisions(), "{name} {options:?}, seed {seed}");
        let (played, again) = play::<B, Stream>(own, seed);
        assert_eq!((played.choices, played.decisions), (made, table.decisions()));
        assert_eq!(again.scores().as_ref(), scores.as_ref());
    }
}

fn hearts(seeds: u64) {
    let usual = hearts::Options::default();
    equal::<Hearts>("classics/hearts", 4, &[], usual, seeds);
    equal::<Hearts>("classics/hearts", 4, &[("target", "1")], hearts::Options { target: 1, ..usual }, seeds);
    let without = hearts::Options { passing: false, ..usual };
    equal::<Hearts>("classics/hearts", 4, &[("passing", "no")], without, seeds / 10);
}

fn auction_house(seeds: u64) {
    equal::<AuctionHouse>("auction_house", 4, &[], (), seeds);
    equal::<AuctionHouse>("auction_house", 4, &[("trump-reveal", "at-auction")], (), seeds / 10);
}

fn varg_bid(seeds: u64) {
    equal::<VargBid>("varg_bid", 4, &[], (), seeds);
}

fn bid_fair(seeds: u64) {
    equal::<BidFair>("bid_fair", 2, &[], (), seeds);
}

fn bid_war(seeds: u64) {
    equal::<BidWar>("bid_war", 4, &[], (), seeds);
}

fn do_my_bidding(seeds: u64) {
    equal::<DoMyBidding<4>>("do_my_bidding", 4, &[], (), seeds);
    equal::<DoMyBidding<3>>("do_my_bidding", 3, &[], (), seeds / 10);
    equal::<DoMyBidding<5>>("do_my_bidding", 5, &[], (), seeds / 10);
}

macro_rules! games {
    ($($game:ident $many:ident)*) => {$(
        #[test]
        fn $game() {
            super::$game(super::FEW);
        }

        #[test]
        #[ignore = "a thousand games; run it in release"]
        fn $many() {
            super::$game(super::MANY);
        }
    )*};
}

mod games {
    games! {
        hearts hearts_long
        auction_house auction_house_long
        varg_bid varg_bid_long
        bid_fair bid_fair_long
        bid_war bid_war_long
        do_my_bidding do_my_bidding_long
    }
}
