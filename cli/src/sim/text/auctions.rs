//! Auctions in words: what was said how often, and what came of it.

use std::fmt::Write;

use bidlang_lab::sim::{AuctionTally, Names, Tally};

use super::super::Played;
use super::super::figures::{number, percent, whole};
use super::{cells, spread_heading, spread_row, table};

pub(super) fn decisions(tally: &Tally, names: &Names, played: &Played) -> String {
    let games = tally.games as f64;
    let mut rows = vec![cells(["Decisions", "line", "a game", "choices", "forced", "taken"])];
    for (ask, of) in played.prepared().compiled().program.asks.iter().zip(&tally.asks).filter(|(_, of)| of.times > 0) {
        let times = of.times as f64;
        rows.push(vec![
            names.ask(ask),
            names.line(ask.rule).to_string(),
            number(times / games, 2),
            number(of.choices as f64 / times, 2),
            percent(of.forced as f64 / times),
        ]);
        for (act, taken) in of.acts.iter().enumerate() {
            let mut row = vec![String::new(); 5];
            if let Some(first) = row.first_mut() {
                *first = format!("  {}", names.act(ask, act));
            }
            row.push(percent(taken.taken as f64 / times));
            rows.push(row);
            for (pick, spread) in taken.picks.iter().enumerate().filter(|(_, spread)| spread.count() > 0) {
                for (value, count) in names.values(ask, act, pick, spread) {
                    let mut row = vec![String::new(); 5];
                    if let Some(first) = row.first_mut() {
                        *first = format!("    {value}");
                    }
                    row.push(percent(count as f64 / spread.count() as f64));
                    rows.push(row);
                }
            }
        }
    }
    format!("\n{}", table(&rows))
}

pub(super) fn auction_of(tally: &Tally, auction: &AuctionTally, number_of: usize, names: &Names) -> String {
    let (games, closed) = (tally.games as f64, auction.closed() as f64);
    let title = format!("{} (line {})", names.auction(number_of), names.auction_line(number_of));
    let mut rows =
        vec![spread_heading(&title), spread_row("winning worth", &auction.worth), spread_row("bids", &auction.bids)];
    if auction.value.count() > 0 {
        rows.push(spread_row("value of the lot", &auction.value));
        rows.push(spread_row("value less worth", &auction.gain));
    }
    let mut text = format!("\n{}", table(&rows));
    let _ = writeln!(
        text,
        "{} a game; unsold: {}; passes: {} each time. Won by {}.",
        number(closed / games, 2),
        percent(auction.unsold as f64 / closed),
        number(auction.passes as f64 / closed, 2),
        auction
            .won
            .iter()
            .enumerate()
            .map(|(seat, won)| format!(
                "seat {} {}",
                seat + 1,
                percent(*won as f64 / auction.worth.count().max(1) as f64)
            ))
            .collect::<Vec<_>>()
            .join(", ")
    );
    if tells(auction) {
        let mut rows = vec![cells(["  won for", "times", "gained", "lost", "mean points in the round"])];
        rows.extend(grouped(auction).into_iter().map(|group| {
            let times = group.times.max(1) as f64;
            vec![
                format!("  {}", group.name),
                whole(group.times),
                percent(group.gained as f64 / times),
                percent(group.lost as f64 / times),
                number(group.points as f64 / times, 2),
            ]
        }));
        text.push_str(&table(&rows));
        text.push_str("  Points that come later, such as at the end of the game, are not among these.\n");
    }
    text
}

/// Whether winners' scores change at all in the round of their auction, and most sales are the only one of their round.
pub fn tells(auction: &AuctionTally) -> bool {
    let alone: u64 = auction.after.values().map(|after| after.times).sum();
    alone * 2 >= auction.worth.count() && auction.after.values().any(|after| after.gained + after.lost > 0)
}

/// Winning bids of some worths together.
pub struct Group {
    pub name: String,
    pub times: u64,
    pub gained: u64,
    pub lost: u64,
    pub points: i128,
}

/// Winning bids by worth; neighbours together where there are many.
pub fn grouped(auction: &AuctionTally) -> Vec<Group> {
    const MOST: usize = 40;
    let size = auction.after.len().div_ceil(MOST).max(1);
    let all: Vec<(&i64, &bidlang_lab::sim::After)> = auction.after.iter().collect();
    all.chunks(size)
        .map(|some| {
            let ends = (some.first().map_or(0, |(worth, _)| **worth), some.last().map_or(0, |(worth, _)| **worth));
            let sum = |of: fn(&bidlang_lab::sim::After) -> u64| some.iter().map(|(_, after)| of(after)).sum();
            Group {
                name: if ends.0 == ends.1 { ends.0.to_string() } else { format!("{} to {}", ends.0, ends.1) },
                times: sum(|after| after.times),
                gained: sum(|after| after.gained),
                lost: sum(|after| after.lost),
                points: some.iter().map(|(_, after)| after.points).sum(),
            }
        })
        .collect()
}
