//! `bidlang review RECORD`, and `review` behind the end of a game: the choices that cost most.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bidlang::engine::SeatSet;
use bidlang::{Error, Prepared, Replay};
use bidlang_players::{Cost, Level, Reviewed, Stop, never};
use serde_json::{Value, json};

use crate::recorded::{Format, Of, Recorded, told};
use crate::run::usage;
use crate::sim::progress;
use crate::{End, output, report, seats, why};
use bidlang_host::{Cache, clock};

/// So many choices are told.
const TOLD: usize = 3;

/// Tells the choices of a recorded game that cost most, and what would have been better.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    of: Of,
    /// Whose choices are looked at, from 1; of all seats where nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    seat: Option<u8>,
    /// How well who looks at them plays: easy, normal, hard, search:iterations=N, search:think=TIME (see docs/players.md)
    #[arg(long, value_name = "LEVEL", value_parser = seats::thinks, default_value = "normal")]
    level: Level,
    /// How many choices are told
    #[arg(long, value_name = "N", default_value_t = TOLD)]
    most: usize,
}

pub fn run(args: &Args) -> End {
    match answer(args) {
        Ok(end) | Err(end) => end,
    }
}

fn answer(args: &Args) -> Result<End, End> {
    let recorded = Recorded::read(&args.of)?;
    recorded.has_seat(args.seat)?;
    let Recorded { replay, prepared, game, name } = &recorded;
    if args.most == 0 {
        return told(Err(usage("`--most 0` would tell nothing")));
    }
    let stopped = progress::interrupted();
    let looked = |_| !stopped.load(Ordering::Relaxed);
    let all = (1 << replay.players) - 1;
    let seats = args.seat.map_or(all, |seat| 1 << (seat - 1));
    let flag = Arc::clone(&stopped);
    let stop = move || flag.load(Ordering::Relaxed);
    let found = look(prepared, replay, (seats, args.level), looked, &stop).map_err(|error| report::error(&error))?;
    match args.of.format {
        Format::Text => lines(prepared, &found, args.most).iter().for_each(|line| output::line(line)),
        Format::Json => {
            let head = json!({"version": 1, "game": game.title(), "rules": game.name, "record": name});
            output::line(&why::pretty(head, json(prepared, &found, args)));
        }
    }
    Ok(if stopped.load(Ordering::Relaxed) { End::Interrupted } else { End::Fine })
}

/// Looks at the choices, with a word on the terminal while it lasts.
fn look(
    prepared: &Prepared,
    replay: &Replay,
    (seats, level): (SeatSet, Level),
    looked: impl FnMut(usize) -> bool,
    stop: &Stop,
) -> Result<Reviewed, Error> {
    let _waits = progress::thinking("looking at what was chosen");
    bidlang_players::review((prepared, replay), seats, (level, clock()), (&Cache::here(), stop), looked)
}

/// Behind the end of a game at the prompt: the dearest choices of the persons.
pub fn tell(prepared: &Prepared, record: &[String], persons: SeatSet) {
    let text: String = record.iter().map(|line| format!("{line}\n")).collect();
    let found =
        Replay::read(&text).and_then(|replay| look(prepared, &replay, (persons, Level::Normal), |_| true, &never));
    match found {
        Ok(found) => lines(prepared, &found, TOLD).iter().for_each(|line| output::told(&format!("  {line}"))),
        Err(error) => drop(report::error(&error)),
    }
}

/// A number with one digit behind the point.
fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

/// What was found, in words.
fn lines(prepared: &Prepared, found: &Reviewed, most: usize) -> Vec<String> {
    let words = prepared.words();
    let mut lines = Vec::new();
    let choices = |count: u64| if count == 1 { "choice".to_owned() } else { format!("{count} choices") };
    let looked_at = choices(found.looked_at);
    if found.costs.is_empty() {
        lines.push(match found.looked_at {
            0 => "There was nothing to choose.".to_owned(),
            1 => "The choice that there was cost nothing that is clear of chance.".to_owned(),
            _ => format!("None of {looked_at} cost anything that is clear of chance."),
        });
    }
    for Cost { decision, seat, made, better, points, error } in found.costs.iter().take(most) {
        lines.push(format!("Decision {decision}, {}: {made}", words.seat(*seat)));
        lines.push(format!("  {better} is better by about {} ± {} points", tenths(*points), tenths(1.96 * error)));
    }
    let more = found.costs.len().saturating_sub(most);
    if more > 0 {
        lines.push(format!("{more} more of {looked_at} cost less."));
    }
    if found.unknown > 0 {
        lines.push(format!(
            "Of {} no way was found in which all could have happened that was told.",
            choices(found.unknown)
        ));
    }
    lines
}

fn json(prepared: &Prepared, found: &Reviewed, args: &Args) -> Value {
    let costs = found.costs.iter().take(args.most).map(|cost| {
        json!({
            "decision": cost.decision, "seat": cost.seat + 1, "name": prepared.words().seat(cost.seat),
            "made": cost.made.to_string(), "better": cost.better.to_string(),
            "points": cost.points, "interval": [cost.points - 1.96 * cost.error, cost.points + 1.96 * cost.error],
        })
    });
    json!({
        "level": args.level.to_string(), "choices": found.looked_at, "unknown": found.unknown, "dear": found.costs.len(),
        "costs": costs.collect::<Vec<_>>(),
    })
}
