//! Reports: of a table behind its end, and of all tables of a rules file.

mod page;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asked::{Asked, Named};
use super::{Failed, apart, games};
use crate::hub::Hub;
use crate::store::{Outcome, Trouble};
use crate::table::Noted;

/// Most tables that a report looks at: the newest.
const MOST_TABLES: u32 = 10_000;
/// Most notes that it tells.
const MOST_NOTES: usize = 500;

/// What all tables of a rules file came to.
#[derive(Debug, Serialize)]
struct Report {
    /// The name on the shelf.
    game: String,
    title: String,
    /// Tables that it looks at.
    tables: usize,
    /// Older tables, at which it does not.
    older: u64,
    /// Those that were played to the end.
    over: usize,
    /// Those that were left before it.
    stopped: usize,
    /// Of those that were played to the end: choices, and how long all seats together thought.
    choices: Option<Spread>,
    milliseconds: Option<Spread>,
    seats: Vec<OfSeat>,
    players: Vec<OfPlayer>,
    notes: Vec<Noted>,
    /// Notes that it does not tell.
    more_notes: usize,
}

#[derive(Debug, Serialize)]
struct OfSeat {
    /// From 1.
    seat: usize,
    won: usize,
    scores: Option<Spread>,
}

#[derive(Debug, Serialize)]
struct OfPlayer {
    /// `person`, or a level.
    player: String,
    scores: Option<Spread>,
}

/// How many numbers, their mean, the lowest, the one in the middle, the highest.
#[derive(Debug, PartialEq, Serialize)]
struct Spread {
    count: usize,
    mean: f64,
    least: i64,
    median: i64,
    most: i64,
}

impl Spread {
    /// None of nothing.
    fn of(mut numbers: Vec<i64>) -> Option<Self> {
        numbers.sort_unstable();
        let count = numbers.len();
        let mean = numbers.iter().map(|number| *number as f64).sum::<f64>() / count as f64;
        let (least, most) = (*numbers.first()?, *numbers.last()?);
        Some(Self { count, mean, least, median: *numbers.get(count / 2)?, most })
    }
}

/// `GET /api/tables/{table}/report`
pub async fn of_table(asked: Asked) -> Result<Json<Value>, Failed> {
    Ok(Json(asked.room.report().await?))
}

/// In which form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    format: Option<String>,
}

/// `GET /api/games/{game}/report`
pub async fn of_game(
    State(hub): State<Arc<Hub>>,
    Named(id): Named<String>,
    form: Result<Query<Form>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failed> {
    let help = "say `?format=html`, or nothing for JSON";
    let Query(Form { format }) = form.map_err(|error| Failed::bad("bad-request", error.to_string(), help))?;
    let html = match format.as_deref() {
        None | Some("json") => false,
        Some("html") => true,
        Some(_) => return Err(Failed::bad("bad-request", "there is no report in this form", help)),
    };
    let title = games::game(&hub, &id)?.title().to_owned();
    let report = apart("report", "the report could not be written", move || read(&hub, id, title)).await??;
    Ok(if html { games::html(page::page(&report)) } else { Json(report).into_response() })
}

/// The report of all tables of a game.
fn read(hub: &Hub, game: String, title: String) -> Result<Report, Trouble> {
    let (tables, older) = hub.store.reader.tables_of(&game, MOST_TABLES)?;
    let ended: Vec<(&String, &Outcome)> =
        tables.iter().filter_map(|table| Some((&table.id, table.outcome.as_ref()?))).collect();
    let mut notes = Vec::new();
    for (table, _) in &ended {
        let of_table = hub.store.reader.notes(table)?.into_iter();
        notes.extend(of_table.map(|row| Noted { table: Some((*table).clone()), ..Noted::of(row) }));
    }
    let more_notes = notes.len().saturating_sub(MOST_NOTES);
    notes.truncate(MOST_NOTES);
    let whole: Vec<&Outcome> = ended.iter().map(|(_, outcome)| *outcome).filter(|one| one.stopped.is_none()).collect();
    let mut by_player: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for outcome in &whole {
        for (score, player) in outcome.scores.iter().zip(&outcome.players) {
            by_player.entry(player).or_default().push(*score);
        }
    }
    let of_player = |(player, scores): (&str, _)| OfPlayer { player: player.to_owned(), scores: Spread::of(scores) };
    Ok(Report {
        game,
        title,
        tables: tables.len(),
        older,
        over: whole.len(),
        stopped: ended.len() - whole.len(),
        choices: Spread::of(whole.iter().filter_map(|one| i64::try_from(one.choices).ok()).collect()),
        milliseconds: Spread::of(whole.iter().map(|one| one.milliseconds).collect()),
        seats: of_seats(&whole),
        players: by_player.into_iter().map(of_player).collect(),
        notes,
        more_notes,
    })
}

/// What each seat scored, and how often it won.
fn of_seats(whole: &[&Outcome]) -> Vec<OfSeat> {
    let seats = whole.iter().map(|one| one.scores.len()).max().into_iter().flat_map(|most| 0..most);
    let of_seat = |index: usize| {
        let scores = whole.iter().filter_map(|one| one.scores.get(index).copied()).collect();
        let won = |one: &&&Outcome| one.winners.iter().any(|winner| usize::from(*winner) == index + 1);
        OfSeat { seat: index + 1, won: whole.iter().filter(won).count(), scores: Spread::of(scores) }
    };
    seats.map(of_seat).collect()
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Spread, of_seats};

    #[test]
    fn seats_are_counted_apart() {
        let outcome = |scores: &[i64], winners: &[u8]| Outcome {
            scores: scores.to_vec(),
            winners: winners.to_vec(),
            players: vec!["person".to_owned(); scores.len()],
            decisions: 1,
            choices: 1,
            milliseconds: 1,
            stopped: None,
        };
        let (two, three) = (outcome(&[5, 7], &[2]), outcome(&[4, 1, 4], &[1, 3]));
        let seats = of_seats(&[&two, &three]);
        let told: Vec<_> = seats.iter().map(|seat| (seat.seat, seat.won, seat.scores.as_ref())).collect();
        let spread = |numbers: &[i64]| Spread::of(numbers.to_vec());
        let [one, second, third] = [spread(&[5, 4]), spread(&[7, 1]), spread(&[4])];
        assert_eq!(told, [(1, 1, one.as_ref()), (2, 1, second.as_ref()), (3, 1, third.as_ref())]);
        assert_eq!(spread(&[3, 1, 8]), Some(Spread { count: 3, mean: 4.0, least: 1, median: 3, most: 8 }));
        assert_eq!(spread(&[]), None);
    }
}
