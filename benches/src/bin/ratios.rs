//! Decisions per second of the hand-written games and of the engine, taken in turns in one run.
//!
//! `cargo run --release -p bidlang-benches --bin ratios [-- NAME...]`; `--rounds N`, `--slice MILLISECONDS`.
//!
//! Decisions are those of `Table::decisions`: forced ones count, as an engine has to find out that they are forced.
#![allow(clippy::indexing_slicing, reason = "rows are fixed arrays")]

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use bidlang::Prepared;
use bidlang::engine::Stream;
use bidlang_benches::baseline::auction_house::AuctionHouse;
use bidlang_benches::baseline::bid_fair::BidFair;
use bidlang_benches::baseline::bid_war::BidWar;
use bidlang_benches::baseline::do_my_bidding::DoMyBidding;
use bidlang_benches::baseline::hearts::{self, Hearts};
use bidlang_benches::baseline::varg_bid::VargBid;
use bidlang_benches::baseline::{Baseline, Played, play};
use bidlang_benches::engine;
use bidlang_benches::random::Fast;

/// The time that this process was given on Linux, which other processes do not disturb; elsewhere the time of the clock.
fn time() -> Duration {
    let given = std::fs::read_to_string("/proc/self/schedstat").ok();
    let given = given.and_then(|line| line.split(' ').next().and_then(|first| first.parse().ok()));
    given.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Plays games for a while: decisions and choices among several, each a second.
fn rate(slice: Duration, first: u64, mut game: impl FnMut(u64) -> Played) -> (f64, f64, u64) {
    let begin = time();
    let (mut seed, mut decisions, mut choices) = (first, 0_u64, 0_u64);
    loop {
        // The clock is looked at only now and then.
        let until = decisions + 20_000;
        while decisions < until {
            let played = game(seed);
            decisions += played.decisions;
            choices += played.choices;
            seed += 1;
        }
        let time = time().saturating_sub(begin);
        if time >= slice {
            let seconds = time.as_secs_f64();
            return (decisions as f64 / seconds, choices as f64 / seconds, seed);
        }
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

struct Measure<'a> {
    only: &'a [String],
    rounds: u32,
    slice: Duration,
}

impl Measure<'_> {
    fn line<B: Baseline>(&self, title: &str, options: B::Options, prepared: &Result<Prepared, String>) {
        if !self.only.is_empty() && !self.only.iter().any(|only| title.to_lowercase().contains(&only.to_lowercase())) {
            return;
        }
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(problem) => return eprintln!("{title}: {problem}"),
        };
        let mut own_game = engine::Fast::new(prepared);
        let mut rows: Vec<[f64; 3]> = Vec::new();
        let (mut asked, mut seeds) = (0.0, [1; 3]);
        // The first round warms up and does not count.
        for round in 0..=self.rounds {
            let slice = if round == 0 { self.slice / 4 } else { self.slice };
            let fast = rate(slice, seeds[0], |seed| black_box(play::<B, Fast>(options, black_box(seed))).0);
            let same = rate(slice, seeds[1], |seed| black_box(play::<B, Stream>(options, black_box(seed))).0);
            let own = rate(slice, seeds[2], |seed| own_game.play(black_box(seed)).unwrap_or_default());
            seeds = [fast.2, same.2, own.2];
            asked = own.1 / own.0;
            if round > 0 {
                rows.push([fast.0, same.0, own.0]);
            }
        }
        let of = |column: usize| median(rows.iter().map(|row| row[column] / 1e6));
        let ratio = |column: usize| median(rows.iter().map(|row| row[column] / row[2]));
        println!(
            "| {title} | {:.1} M | {:.1} M | {:.2} M | {:.1} | {:.1} | {:.0} % |",
            of(0),
            of(1),
            of(2),
            ratio(0),
            ratio(1),
            100.0 * asked
        );
    }
}

fn main() {
    let mut only: Vec<String> = Vec::new();
    let (mut rounds, mut slice) = (5_u32, 300_u32);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok());
        match word.as_str() {
            "--rounds" => rounds = number().unwrap_or(rounds),
            "--slice" => slice = number().unwrap_or(slice),
            _ => only.push(word),
        }
    }
    let measure = Measure { only: &only, rounds, slice: Duration::from_millis(u64::from(slice)) };
    println!("Decisions per second, forced ones too; medians of {rounds} rounds of {slice} ms each, in turns.");
    println!();
    println!(
        "| game | by hand, wyrand | by hand, ChaCha8 | engine, ChaCha8 | ratio, wyrand | ratio, ChaCha8 | not forced |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let usual = hearts::Options::default();
    measure.line::<Hearts>("Hearts", usual, &engine::game("classics/hearts", 4, &[]));
    let deal = hearts::Options { target: 1, passing: false };
    let rules = [("target", "1"), ("passing", "no")];
    measure.line::<Hearts>("Hearts, one deal", deal, &engine::game("classics/hearts", 4, &rules));
    measure.line::<AuctionHouse>("Auction House", (), &engine::game("auction_house", 4, &[]));
    measure.line::<VargBid>("Varg Bid", (), &engine::game("varg_bid", 4, &[]));
    measure.line::<BidFair>("Bid Fair", (), &engine::game("bid_fair", 2, &[]));
    measure.line::<BidWar>("Bid War", (), &engine::game("bid_war", 4, &[]));
    measure.line::<DoMyBidding<4>>("Do My Bidding", (), &engine::game("do_my_bidding", 4, &[]));
}
