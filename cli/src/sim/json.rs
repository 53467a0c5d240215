//! The report for programs.

use bidlang_lab::sim::{Spread, Tally, stats};
use serde_json::{Value, json};

use super::names::Names;
use super::text::{QUANTILES, bounds};
use super::{Played, Shown};

/// Six digits behind the point are more than any number of games warrants.
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
pub fn report(shown: &Shown, played: &Played) -> Value {
    let (tally, names) = (&played.tally, Names::new(played.prepared()));
    let options: serde_json::Map<String, Value> =
        played.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "game": played.prepared().game().title(),
        "players": played.prepared().setup().players,
        "options": options,
        "seats_are": played.players.words(),
        "games": tally.games,
        "first_seed": shown.seed,
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
        "asks": asks(tally, &names, played),
        "auctions": auctions(tally, &names),
        "points": points(tally, &names),
    })
}

fn seats(tally: &Tally) -> Vec<Value> {
    let z = stats::deviations(stats::OUTSIDE);
    let seat = |(index, seat): (usize, &bidlang_lab::sim::SeatTally)| {
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

fn asks(tally: &Tally, names: &Names, played: &Played) -> Vec<Value> {
    let asks = played.prepared().compiled().program.asks.iter().zip(&tally.asks).filter(|(_, of)| of.times > 0);
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

fn auctions(tally: &Tally, names: &Names) -> Vec<Value> {
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

fn points(tally: &Tally, names: &Names) -> Vec<Value> {
    let reason = |(index, reason): (usize, &bidlang_lab::sim::ReasonTally)| {
        json!({
            "for": names.reason(index),
            "times": reason.times,
            "games": reason.games,
            "points": spread(&reason.points),
        })
    };
    tally.reasons.iter().enumerate().map(reason).collect()
}
