//! Reports: of a table behind its end, and of all tables of a rules file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{AtTable, Named};
use super::{Failed, games};
use crate::hub::Hub;
use crate::store::Trouble;
use crate::table::note;

/// Most tables that a report looks at: the newest.
const MOST_TABLES: u32 = 10_000;
/// Most notes that it tells.
const MOST_NOTES: usize = 500;

/// `GET /api/tables/{table}/report`
pub async fn of_table(AtTable(room): AtTable) -> Result<Json<Value>, Failed> {
    Ok(Json(room.report().await?))
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
    let read = move || read(&hub, &id, &title);
    let failed = |_| {
        Failed::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "report", "it could not be written", "try again")
    };
    let report = tokio::task::spawn_blocking(read).await.map_err(failed)??;
    Ok(if html { games::html(page(&report)) } else { Json(report).into_response() })
}

/// The report of all tables of a game.
fn read(hub: &Hub, id: &str, title: &str) -> Result<Value, Trouble> {
    let all = hub.store.tables_of(id, MOST_TABLES)?;
    let over: Vec<_> = all.iter().filter_map(|table| Some((&table.id, table.result.as_ref()?))).collect();
    let whole: Vec<&Value> =
        over.iter().map(|(_, result)| *result).filter(|result| result["stopped"].is_null()).collect();
    let of = |name: &str| spread(whole.iter().filter_map(|result| result[name].as_i64()).collect());
    let mut seats: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    let mut players: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut won: BTreeMap<usize, u64> = BTreeMap::new();
    for result in &whole {
        let scores = result["scores"].as_array().into_iter().flatten().filter_map(Value::as_i64);
        let who = result["players"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for (seat, (score, player)) in (1..).zip(scores.zip(who)) {
            seats.entry(seat).or_default().push(score);
            players.entry(player.to_owned()).or_default().push(score);
        }
        for seat in result["winners"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            *won.entry(usize::try_from(seat).unwrap_or(usize::MAX)).or_default() += 1;
        }
    }
    let mut notes = Vec::new();
    for (table, _) in &over {
        for one in hub.store.notes(table)?.iter().take(MOST_NOTES.saturating_sub(notes.len())) {
            let mut told = note(one);
            if let Some(told) = told.as_object_mut() {
                told.insert("table".to_owned(), json!(table));
            }
            notes.push(told);
        }
    }
    let by_seat = seats.into_iter().map(|(seat, scores)| {
        json!({"seat": seat, "won": won.get(&seat).copied().unwrap_or_default(), "scores": spread(scores)})
    });
    let by_player = players.into_iter().map(|(player, scores)| json!({"player": player, "scores": spread(scores)}));
    Ok(json!({
        "game": id, "title": title, "tables": all.len(), "over": whole.len(), "stopped": over.len() - whole.len(),
        "choices": of("choices"), "milliseconds": of("milliseconds"),
        "seats": by_seat.collect::<Vec<_>>(), "players": by_player.collect::<Vec<_>>(), "notes": notes,
    }))
}

/// How many, the mean, the lowest, the one in the middle, the highest; null of nothing.
fn spread(mut numbers: Vec<i64>) -> Value {
    numbers.sort_unstable();
    let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else { return Value::Null };
    let count = numbers.len();
    let mean = numbers.iter().map(|number| *number as f64).sum::<f64>() / count as f64;
    json!({"count": count, "mean": mean, "least": least, "median": numbers.get(count / 2), "most": most})
}

const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
th:first-child, td:first-child { text-align: left; }
li { overflow-wrap: anywhere; }
";

/// Words as text of a page.
fn escape(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// The report for people.
fn page(report: &Value) -> String {
    let title = escape(report["title"].as_str().unwrap_or_default());
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: report</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(
        out,
        "<p>{} tables, {} played to the end, {} left before it.</p>",
        report["tables"], report["over"], report["stopped"]
    );
    let mut rows = vec![
        ("choices".to_owned(), &report["choices"]),
        ("milliseconds that all seats together thought".to_owned(), &report["milliseconds"]),
    ];
    for seat in report["seats"].as_array().into_iter().flatten() {
        rows.push((format!("score of seat {}, which won {}", seat["seat"], seat["won"]), &seat["scores"]));
    }
    for player in report["players"].as_array().into_iter().flatten() {
        rows.push((format!("score of {}", player["player"].as_str().unwrap_or_default()), &player["scores"]));
    }
    out.push_str("<table>\n<tr><th></th><th>mean</th><th>least</th><th>median</th><th>most</th></tr>\n");
    for (name, spread) in rows.iter().filter(|(_, spread)| !spread.is_null()) {
        let mean = spread["mean"].as_f64().unwrap_or_default();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{mean:.1}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(name),
            spread["least"],
            spread["median"],
            spread["most"]
        );
    }
    out.push_str("</table>\n<h2>Notes</h2>\n<ul>\n");
    for note in report["notes"].as_array().into_iter().flatten() {
        let (table, text) = (note["table"].as_str().unwrap_or_default(), note["text"].as_str().unwrap_or_default());
        let _ = writeln!(out, "<li><a href=\"/t/{}\">step {}</a>: {}</li>", escape(table), note["step"], escape(text));
    }
    out.push_str("</ul>\n</main>\n</body>\n</html>\n");
    out
}
