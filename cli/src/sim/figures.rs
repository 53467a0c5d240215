//! The main figures by name: those of tables, of `--assert` and of `--compare`.

use bidlang_lab::sim::{Tally, grouped};

/// Figures of the whole game.
pub const WHOLE: [&str; 12] = [
    "games",
    "seat_spread",
    "ties",
    "nobody",
    "mean_decisions",
    "mean_free_decisions",
    "mean_rounds",
    "forced_share",
    "mean_choices",
    "unsold_share",
    "max_decisions",
    "mean_bids",
];

/// Figures of each seat.
pub const OF_SEATS: [&str; 3] = ["win_share", "mean_score", "median_score"];

/// A figure; `seat` counts from 0 and matters for those of seats.
#[must_use]
pub fn figure(tally: &Tally, name: &str, seat: usize) -> f64 {
    let part = |count: u64| if tally.games == 0 { 0.0 } else { count as f64 / tally.games as f64 };
    let seat_of = tally.seats.get(seat);
    let closed: u64 = tally.auctions.iter().map(bidlang_lab::sim::AuctionTally::closed).sum();
    let per_auction = |count: f64| if closed == 0 { 0.0 } else { count / closed as f64 };
    match name {
        "games" => tally.games as f64,
        "seat_spread" => tally.seat_spread(),
        "ties" => part(tally.ties),
        "nobody" => part(tally.nobody),
        "mean_decisions" => tally.decisions.mean(),
        "mean_free_decisions" => tally.free.mean(),
        "max_decisions" => tally.decisions.range().map_or(0.0, |(_, high)| high as f64),
        "mean_rounds" => tally.rounds.mean(),
        "forced_share" => tally.forced_share(),
        "mean_choices" => tally.mean_choices(),
        "unsold_share" => per_auction(tally.auctions.iter().map(|auction| auction.unsold as f64).sum()),
        "mean_bids" => per_auction(tally.auctions.iter().map(|auction| auction.bids.sum() as f64).sum()),
        "win_share" => tally.win_share(seat),
        "mean_score" => seat_of.map_or(0.0, |seat| seat.scores.mean()),
        "median_score" => seat_of.and_then(|seat| seat.scores.quantile(1, 2)).map_or(0.0, |score| score as f64),
        _ => f64::NAN,
    }
}

/// `12345.6` as `12,345.6`; so many digits behind the point.
#[must_use]
pub fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |text| ("-", text));
    let (whole, rest) = text.split_once('.').map_or((text, ""), |(whole, rest)| (whole, rest));
    let grouped = grouped(whole);
    let sign = if text.chars().all(|c| matches!(c, '0' | '.')) { "" } else { sign };
    if rest.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{rest}") }
}

/// A share as `33.4 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0, 2))
}

/// `1 game`, `2,000 games`
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", whole(count), if count == 1 { one } else { many })
}

/// A whole number with its groups.
#[must_use]
pub fn whole(value: u64) -> String {
    number(value as f64, 0)
}
