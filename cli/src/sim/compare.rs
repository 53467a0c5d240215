//! What a variant changes: the figures of pairs of games of one seed.

use std::fmt::Write;

use bidlang_lab::sim::{Contrast, Pair, rounded, stats};
use serde_json::{Value, json};

use super::csv::plain;
use super::figures::{counted, number};
use super::text::table;

/// A name for people.
pub fn words(name: &str) -> String {
    let of_seat = |rest: &str| rest.trim_end_matches(']').to_owned();
    match name {
        "mean_decisions" => "decisions a game".to_owned(),
        "mean_free_decisions" => "decisions with a choice".to_owned(),
        "mean_rounds" => "rounds a game".to_owned(),
        "ties" => "share of games won by several".to_owned(),
        "mean_margin" => "best less worst score".to_owned(),
        _ => match (name.strip_prefix("win_share["), name.strip_prefix("mean_score[")) {
            (Some(seat), _) => format!("wins of seat {}", of_seat(seat)),
            (_, Some(seat)) => format!("score of seat {}", of_seat(seat)),
            _ => name.to_owned(),
        },
    }
}

/// A figure with its interval.
struct Line<'c> {
    pair: &'c Pair,
    means: (f64, f64),
    difference: f64,
    /// Of one pair nothing can be said.
    interval: Option<(f64, f64)>,
    beyond: bool,
}

fn lines(contrast: &Contrast) -> Vec<Line<'_>> {
    let z = stats::deviations(stats::OUTSIDE);
    let beyond = contrast.beyond();
    let line = |(pair, beyond)| {
        let (difference, error) = contrast.difference(pair);
        Line {
            pair,
            means: contrast.means(pair),
            difference,
            interval: (contrast.games > 1).then_some((difference - z * error, difference + z * error)),
            beyond,
        }
    };
    contrast.pairs.iter().zip(beyond).map(line).collect()
}

/// The comparison for people.
pub fn text(contrast: &Contrast, first: &str, second: &str) -> String {
    let lines = lines(contrast);
    let head = ["Figure", "first", "second", "difference", "95 % interval", "beyond noise"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    rows.extend(lines.iter().map(|line| {
        vec![
            words(&line.pair.name),
            number(line.means.0, 4),
            number(line.means.1, 4),
            number(line.difference, 4),
            line.interval
                .map_or_else(|| "-".to_owned(), |(low, high)| format!("{} to {}", number(low, 4), number(high, 4))),
            if line.beyond { "yes" } else { "no" }.to_owned(),
        ]
    }));
    let mut text = format!("first:  {first}\nsecond: {second}\n\n{}", table(&rows));
    let _ = writeln!(text, "\n{}", verdict(contrast, &lines));
    text
}

fn verdict(contrast: &Contrast, lines: &[Line]) -> String {
    let (pairs, figures) = (counted(contrast.games, "pair", "pairs"), lines.len());
    let told: Vec<String> = lines
        .iter()
        .filter(|line| line.beyond)
        .map(|line| {
            let way = if line.difference > 0.0 { "up" } else { "down" };
            format!("{} {way} from {} to {}", words(&line.pair.name), number(line.means.0, 4), number(line.means.1, 4))
        })
        .collect();
    let basis = format!("95 %, all {figures} figures together by Holm's method, {pairs} of games with the same seeds");
    if told.is_empty() {
        format!("Nothing differs beyond noise ({basis}).")
    } else {
        let rest = if told.len() == figures { "" } else { " The other figures do not differ beyond noise." };
        format!("Beyond noise ({basis}): {}.{rest}", told.join("; "))
    }
}

/// The comparison for programs.
pub fn json(contrast: &Contrast) -> Value {
    let figures: Vec<Value> = lines(contrast)
        .iter()
        .map(|line| {
            json!({
                "figure": line.pair.name,
                "first": rounded(line.means.0),
                "second": rounded(line.means.1),
                "difference": rounded(line.difference),
                "interval": line.interval.map(|(low, high)| [rounded(low), rounded(high)]),
                "beyond_noise": line.beyond,
            })
        })
        .collect();
    json!({"pairs": contrast.games, "method": "paired differences; normal intervals; Holm over all figures at 5 %",
        "figures": figures, "words": verdict(contrast, &lines(contrast))})
}

/// The comparison as a heading and a row for each figure.
pub fn csv(contrast: &Contrast) -> Vec<Vec<String>> {
    let head = ["figure", "first", "second", "difference", "low", "high", "beyond_noise"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    table.extend(lines(contrast).iter().map(|line| {
        vec![
            line.pair.name.clone(),
            plain(line.means.0),
            plain(line.means.1),
            plain(line.difference),
            line.interval.map_or_else(String::new, |(low, _)| plain(low)),
            line.interval.map_or_else(String::new, |(_, high)| plain(high)),
            line.beyond.to_string(),
        ]
    }));
    table
}
