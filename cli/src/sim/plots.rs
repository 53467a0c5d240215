//! Plots as Vega-Lite specifications with their data.

use bidlang_lab::sim::{Contrast, Names, Spread, Tally, bounds, stats};
use serde_json::{Value, json};

use super::Played;
use super::compare::words;
use super::text::{grouped, mean_of_wins, tells};

/// Most bars of a histogram.
const BARS: i64 = 60;

/// A plot: its heading and what it is.
pub struct Plot {
    /// The heading.
    pub title: String,
    /// The specification.
    pub spec: Value,
}

fn plot(title: impl Into<String>, spec: Value) -> Plot {
    let mut spec = spec;
    if let Some(spec) = spec.as_object_mut() {
        spec.insert("$schema".to_owned(), json!("https://vega.github.io/schema/vega-lite/v6.json"));
        spec.insert("background".to_owned(), Value::Null);
    }
    Plot { title: title.into(), spec }
}

/// The bars of a histogram: from, to, share. Neighbours share a bar where there are many.
fn bars(spread: &Spread) -> Vec<(i64, i64, f64)> {
    let Some((low, high)) = spread.range() else { return Vec::new() };
    let width = ((high - low) / BARS + 1).max(spread.width());
    let mut found: Vec<(i64, i64, u64)> = Vec::new();
    for (value, count) in spread.buckets() {
        let from = value.div_euclid(width) * width;
        match found.last_mut() {
            Some(last) if last.0 == from => last.2 += count,
            _ => found.push((from, from + width, count)),
        }
    }
    found.into_iter().map(|(from, to, count)| (from, to, count as f64 / spread.count() as f64)).collect()
}

fn histogram(spreads: &[(String, &Spread)], axis: &str) -> Value {
    let values: Vec<Value> = spreads
        .iter()
        .flat_map(|(name, spread)| {
            bars(spread)
                .into_iter()
                .map(move |(from, to, share)| json!({"of": name, "from": from, "to": to, "share": share}))
        })
        .collect();
    let mark = json!({"type": "bar", "binSpacing": 0.5});
    let encoding = json!({
        "x": {"field": "from", "type": "quantitative", "bin": {"binned": true}, "title": axis},
        "x2": {"field": "to"},
        "y": {"field": "share", "type": "quantitative", "axis": {"format": "%"}, "title": "share"},
        "tooltip": [{"field": "of"}, {"field": "from"}, {"field": "to"}, {"field": "share", "format": ".2%"}],
    });
    if spreads.len() == 1 {
        return json!({"data": {"values": values}, "width": 560, "height": 180, "mark": mark, "encoding": encoding});
    }
    json!({
        "data": {"values": values},
        "facet": {"field": "of", "type": "nominal", "title": null, "sort": spreads.iter().map(|(name, _)| name).collect::<Vec<_>>()},
        "columns": 3,
        "spec": {"width": 240, "height": 130, "mark": mark, "encoding": encoding},
    })
}

/// The plots of one setup.
pub fn of_setup(played: &Played) -> Vec<Plot> {
    let (tally, names) = (&played.tally, Names::new(played.prepared()));
    let mut plots = vec![wins(tally)];
    let seats: Vec<(String, &Spread)> =
        tally.seats.iter().enumerate().map(|(index, seat)| (format!("seat {}", index + 1), &seat.scores)).collect();
    plots.push(plot("Scores at the end", histogram(&seats, "score")));
    plots.push(plot("Length", histogram(&[("decisions".to_owned(), &tally.decisions)], "decisions a game")));
    if let (Some(round), true) = (names.round(), tally.rounds.range().is_some_and(|(low, high)| low != high)) {
        plots.push(plot("Rounds", histogram(&[(round.clone(), &tally.rounds)], &format!("rounds ({round})"))));
    }
    plots.push(choices(tally));
    plots.push(acts(played, &names));
    for (number, auction) in tally.auctions.iter().enumerate().filter(|(_, auction)| auction.closed() > 0) {
        let title = format!("{} (line {})", names.auction(number), names.auction_line(number));
        let mut spreads = vec![("winning worth".to_owned(), &auction.worth), ("bids".to_owned(), &auction.bids)];
        if auction.value.count() > 0 {
            spreads.push(("value of the lot".to_owned(), &auction.value));
            spreads.push(("value less worth".to_owned(), &auction.gain));
        }
        let mut spec = histogram(&spreads, "");
        if let Some(spec) = spec.as_object_mut() {
            spec.insert("resolve".to_owned(), json!({"scale": {"x": "independent", "y": "independent"}}));
        }
        plots.push(plot(title.clone(), spec));
        if tells(auction) {
            let groups = grouped(auction);
            let share = |count: u64, times: u64| count as f64 / times.max(1) as f64;
            let values: Vec<Value> = groups
                .iter()
                .map(|group| json!({"worth": group.name, "times": group.times, "gained": share(group.gained, group.times)}))
                .collect();
            plots.push(plot(
                format!("{title}: how often the winner gains points in the round"),
                json!({
                    "data": {"values": values}, "width": 560, "height": 180, "mark": "bar",
                    "encoding": {
                        "x": {"field": "worth", "type": "ordinal", "sort": null, "title": "won for"},
                        "y": {"field": "gained", "type": "quantitative", "axis": {"format": "%"}, "title": "gained"},
                        "tooltip": [{"field": "worth"}, {"field": "times"}, {"field": "gained", "format": ".2%"}],
                    },
                }),
            ));
        }
    }
    plots
}

fn wins(tally: &Tally) -> Plot {
    let z = stats::deviations(stats::OUTSIDE);
    let values: Vec<Value> = tally
        .seats
        .iter()
        .enumerate()
        .map(|(index, seat)| {
            let (low, high) = stats::wilson(seat.wins, tally.games, z);
            json!({"seat": format!("seat {}", index + 1), "share": tally.win_share(index), "low": low, "high": high})
        })
        .collect();
    let y = |field: &str| json!({"field": field, "type": "quantitative", "scale": {"zero": false}, "axis": {"format": "%"}, "title": "share of wins"});
    plot(
        "Wins, with 95 % intervals; dashed: the fair share",
        json!({
            "data": {"values": values}, "width": 300, "height": 180,
            "encoding": {"x": {"field": "seat", "type": "nominal", "title": null, "axis": {"labelAngle": 0}}},
            "layer": [
                {"mark": {"type": "rule", "strokeDash": [4, 4], "color": "#999"}, "data": {"values": [{"fair": mean_of_wins(tally)}]}, "encoding": {
                    "x": null, "y": y("fair"), "tooltip": [{"field": "fair", "format": ".2%", "title": "fair share"}],
                }},
                {"mark": "rule", "encoding": {"y": y("low"), "y2": {"field": "high"}}},
                {"mark": {"type": "point", "filled": true, "size": 60}, "encoding": {
                    "y": y("share"),
                    "tooltip": [{"field": "seat"}, {"field": "share", "format": ".2%"}, {"field": "low", "format": ".2%"}, {"field": "high", "format": ".2%"}],
                }},
            ],
        }),
    )
}

fn choices(tally: &Tally) -> Plot {
    let all = tally.all_decisions().max(1) as f64;
    let counted = tally.branching.iter().enumerate().filter(|(_, count)| **count > 0);
    let values: Vec<Value> =
        counted.map(|(bucket, count)| json!({"choices": bounds(bucket), "share": *count as f64 / all})).collect();
    plot(
        "Choices of a decision",
        json!({
            "data": {"values": values}, "width": 560, "height": 180, "mark": "bar",
            "encoding": {
                "x": {"field": "choices", "type": "ordinal", "sort": null, "axis": {"labelAngle": 0}},
                "y": {"field": "share", "type": "quantitative", "axis": {"format": "%"}},
                "tooltip": [{"field": "choices"}, {"field": "share", "format": ".2%"}],
            },
        }),
    )
}

fn acts(played: &Played, names: &Names) -> Plot {
    let mut values = Vec::new();
    for (ask, of) in
        played.prepared().compiled().program.asks.iter().zip(&played.tally.asks).filter(|(_, of)| of.times > 0)
    {
        let title = format!("{} (line {})", names.ask(ask), names.line(ask.rule));
        for (act, taken) in of.acts.iter().enumerate() {
            values
                .push(json!({"ask": title, "act": names.act(ask, act), "share": taken.taken as f64 / of.times as f64}));
        }
    }
    plot(
        "What is chosen",
        json!({
            "data": {"values": values}, "width": 560, "mark": "bar",
            "encoding": {
                "y": {"field": "ask", "type": "nominal", "sort": null, "title": null},
                "x": {"field": "share", "type": "quantitative", "axis": {"format": "%"}},
                "color": {"field": "act", "type": "nominal", "title": "act"},
                "tooltip": [{"field": "ask"}, {"field": "act"}, {"field": "share", "format": ".2%"}],
            },
        }),
    )
}

/// The plots of several setups side by side.
pub fn of_setups(all: &[Played]) -> Vec<Plot> {
    let mut wins = Vec::new();
    let mut lengths = Vec::new();
    for played in all {
        lengths.push(json!({"setup": played.label, "decisions": played.tally.decisions.mean()}));
        for seat in 0..played.tally.seats.len() {
            wins.push(json!({"setup": played.label, "seat": format!("seat {}", seat + 1), "share": played.tally.win_share(seat)}));
        }
    }
    let y = json!({"field": "setup", "type": "nominal", "sort": null, "title": null});
    vec![
        plot(
            "Wins",
            json!({
                "data": {"values": wins}, "width": 420, "mark": {"type": "point", "filled": true, "size": 60},
                "encoding": {"y": y, "color": {"field": "seat", "type": "nominal", "title": null},
                    "x": {"field": "share", "type": "quantitative", "axis": {"format": "%"}, "title": "share of wins"},
                    "tooltip": [{"field": "setup"}, {"field": "seat"}, {"field": "share", "format": ".2%"}]},
            }),
        ),
        plot(
            "Length",
            json!({
                "data": {"values": lengths}, "width": 420, "mark": "bar",
                "encoding": {"y": y, "x": {"field": "decisions", "type": "quantitative", "title": "decisions a game"},
                    "tooltip": [{"field": "setup"}, {"field": "decisions"}]},
            }),
        ),
    ]
}

/// The differences of a comparison with their intervals.
pub fn differences(contrast: &Contrast) -> Plot {
    let z = stats::deviations(stats::OUTSIDE);
    let values: Vec<Value> = contrast
        .pairs
        .iter()
        .zip(contrast.beyond())
        .map(|(pair, beyond)| {
            let (difference, error) = contrast.difference(pair);
            json!({"figure": words(&pair.name), "difference": difference, "low": difference - z * error,
                "high": difference + z * error, "beyond noise": if beyond { "yes" } else { "no" }, "nought": 0})
        })
        .collect();
    let order: Vec<String> = contrast.pairs.iter().map(|pair| words(&pair.name)).collect();
    let x = |field: &str| json!({"field": field, "type": "quantitative", "title": null, "axis": {"tickCount": 4}});
    let colour = json!({"field": "beyond noise", "type": "nominal", "scale": {"domain": ["yes", "no"]}});
    plot(
        "Differences, second less first, with 95 % intervals",
        json!({
            "data": {"values": values},
            "facet": {"field": "figure", "type": "nominal", "title": null, "sort": order}, "columns": 3,
            "resolve": {"scale": {"x": "independent"}},
            "spec": {"width": 220, "height": 40, "layer": [
                {"mark": {"type": "rule", "strokeDash": [3, 3]}, "encoding": {"x": x("nought")}},
                {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": {"x": x("low"), "x2": {"field": "high"}, "color": colour}},
                {"mark": {"type": "point", "filled": true, "size": 60}, "encoding": {"x": x("difference"), "color": colour,
                    "tooltip": [{"field": "figure"}, {"field": "difference"}, {"field": "low"}, {"field": "high"}]}},
            ]},
        }),
    )
}
