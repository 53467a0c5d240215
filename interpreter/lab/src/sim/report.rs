//! The report for programs.

use bidlang::Prepared;
use serde_json::{Value, json};

use super::names::Names;
use super::spread::Spread;
use super::stats;
use super::tally::{ReasonTally, SeatTally, Tally, branch_bounds};

/// The quantiles that are told, in hundredths.
pub const QUANTILES: [u64; 5] = [5, 25, 50, 75, 95];

/// Games of one setup.
#[derive(Debug, Clone, Copy)]
pub struct Games<'g> {
    /// The game for this setup.
    pub prepared: &'g Prepared,
    /// The options in words.
    pub options: &'g [(String, String)],
    /// Who plays each seat, in words.
    pub players: &'g [String],
    /// The seed of the first game.
    pub first_seed: u64,
    /// What was counted.
    pub tally: &'g Tally,
}

/// Digits in groups of three.
#[must_use]
pub fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The numbers of choices of a bucket.
#[must_use]
pub fn bounds(bucket: usize) -> String {
    let (low, high) = branch_bounds(bucket);
    let [low, high] = [low, high].map(|end| grouped(&end.to_string()));
    if low == high { low } else { format!("{low} to {high}") }
}

/// Six digits behind the point are more than any number of games warrants.
#[must_use]
pub fn rounded(value: f64) -> Value {
    json!((value * 1e6).round() / 1e6 + 0.0)
}

fn part(count: u64, of: u64) -> Value {
    rounded(if of == 0 { 0.0 } else { count as f64 / of as f64 })
}

fn spread(of: &Spread) -> Value {
    let quantiles: serde_json::Map<String, Value> =
        QUANTILES.iter().map(|part| (part.to_string(), json!(of.quantile(*part, 100)))).collect();
    json!({
        "count": of.count(),
        "mean": rounded(of.mean()),
        "deviation": rounded(of.deviation()),
        "lowest": of.range().map(|(low, _)| low),
        "highest": of.range().map(|(_, high)| high),
        "quantiles": quantiles,
        "bucket": of.width(),
        "histogram": of.buckets().map(|(value, count)| json!([value, count])).collect::<Vec<_>>(),
    })
}

/// One setup.
#[must_use]
pub fn report(of: &Games<'_>) -> Value {
    let (tally, names) = (of.tally, Names::new(of.prepared));
    let options: serde_json::Map<String, Value> =
        of.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "game": of.prepared.game().title(),
        "players": of.prepared.players(),
        "options": options,
        "seats_are": of.players,
        "games": tally.games,
        "first_seed": of.first_seed,
        "seats": seats(tally),
        "seat_spread": rounded(tally.seat_spread()),
        "ties": part(tally.ties, tally.games),
        "nobody": part(tally.nobody, tally.games),
        "decisions": spread(&tally.decisions),
        "free_decisions": spread(&tally.free),
        "rounds": names.round().map(|phase| json!({"phase": phase, "passes": spread(&tally.rounds)})),
        "choices": {
            "mean": rounded(tally.mean_choices()),
            "forced_share": rounded(tally.forced_share()),
            "histogram": tally.branching.iter().enumerate().filter(|(_, count)| **count > 0)
                .map(|(bucket, count)| json!({"choices": bounds(bucket), "decisions": count})).collect::<Vec<_>>(),
        },
        "asks": asks(tally, &names, of.prepared),
        "auctions": auctions(tally, &names),
        "points": points(tally, &names),
    })
}

fn seats(tally: &Tally) -> Vec<Value> {
    let z = stats::deviations(stats::OUTSIDE);
    let seat = |(index, seat): (usize, &SeatTally)| {
        let (low, high) = stats::wilson(seat.wins, tally.games, z);
        json!({
            "seat": index + 1,
            "wins": seat.wins,
            "win_share": rounded(tally.win_share(index)),
            "interval": [rounded(low), rounded(high)],
            "scores": spread(&seat.scores),
        })
    };
    tally.seats.iter().enumerate().map(seat).collect()
}

fn asks(tally: &Tally, names: &Names<'_>, prepared: &Prepared) -> Vec<Value> {
    let asks = prepared.compiled().program.asks.iter().zip(&tally.asks).filter(|(_, of)| of.times > 0);
    asks.map(|(ask, of)| {
        let acts = of.acts.iter().enumerate().map(|(act, taken)| {
            let picks: Vec<Value> = taken
                .picks
                .iter()
                .enumerate()
                .filter(|(_, spread)| spread.count() > 0)
                .map(|(pick, spread)| {
                    let values = names.values(ask, act, pick, spread);
                    values.into_iter().map(|(value, count)| json!({"value": value, "times": count})).collect()
                })
                .collect();
            json!({"act": names.act(ask, act), "taken": taken.taken, "forced": taken.forced, "share": part(taken.taken, of.times), "picks": picks})
        });
        json!({
            "ask": names.ask(ask),
            "line": names.line(ask.rule),
            "times": of.times,
            "forced": of.forced,
            "mean_choices": rounded(of.choices as f64 / of.times as f64),
            "acts": acts.collect::<Vec<_>>(),
        })
    })
    .collect()
}

fn auctions(tally: &Tally, names: &Names<'_>) -> Vec<Value> {
    let all = tally.auctions.iter().enumerate().filter(|(_, auction)| auction.closed() > 0);
    all.map(|(number, auction)| {
        let after: Vec<Value> = auction
            .after
            .iter()
            .map(|(worth, after)| {
                json!({
                    "worth": worth,
                    "times": after.times,
                    "gained": after.gained,
                    "lost": after.lost,
                    "mean_points": rounded(after.points as f64 / after.times.max(1) as f64),
                })
            })
            .collect();
        json!({
            "auction": names.auction(number),
            "line": names.auction_line(number),
            "closed": auction.closed(),
            "unsold": auction.unsold,
            "passes": auction.passes,
            "won_by_seat": auction.won,
            "bids": spread(&auction.bids),
            "winning_worth": spread(&auction.worth),
            "value": (auction.value.count() > 0).then(|| spread(&auction.value)),
            "value_less_worth": (auction.value.count() > 0).then(|| spread(&auction.gain)),
            "after": after,
        })
    })
    .collect()
}

fn points(tally: &Tally, names: &Names<'_>) -> Vec<Value> {
    let reason = |(index, reason): (usize, &ReasonTally)| {
        json!({
            "for": names.reason(index),
            "times": reason.times,
            "games": reason.games,
            "points": spread(&reason.points),
        })
    };
    tally.reasons.iter().enumerate().map(reason).collect()
}
