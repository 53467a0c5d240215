//! Tables: made, looked at, ended; their records.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bidlang::Seed;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Asked, Named, Sent};
use super::{Failed, apart, failed, games};
use crate::hub::{Hub, now};
use crate::secrets::{self, NoChance, Token};
use crate::store::{Kept, Seated, Trouble};
use crate::table::{LEVELS, Owner, Room, Who};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    seats: Vec<WantedSeat>,
    #[serde(default)]
    turn_seconds: Option<u64>,
    #[serde(default = "yes")]
    look_on: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedSeat {
    name: String,
    player: String,
}

const fn yes() -> bool {
    true
}

/// Letters of the longest name of a seat.
const LONGEST_NAME: usize = 40;
/// Seconds that a turn may be limited to.
const TURNS: std::ops::RangeInclusive<u64> = 5..=86_400;

/// Sees that the seats and the time can be.
fn fits(wanted: &Wanted) -> Result<(), Failed> {
    for (number, seat) in (1..).zip(&wanted.seats) {
        let number: usize = number;
        if seat.name.chars().count() > LONGEST_NAME {
            return Err(Failed::bad(
                "bad-name",
                format!("the name of seat {number} is too long"),
                format!("a name has at most {LONGEST_NAME} letters"),
            ));
        }
        if seat.player != "person" && !LEVELS.contains(&seat.player.as_str()) {
            return Err(Failed::bad(
                "no-such-level",
                format!("seat {number}: `{}` is no player", bidlang::diagnostic::printable(&seat.player)),
                "say person, random, easy, normal or hard",
            ));
        }
    }
    if wanted.turn_seconds.is_some_and(|seconds| !TURNS.contains(&seconds)) {
        let (least, most) = TURNS.into_inner();
        return Err(Failed::bad(
            "bad-time",
            "no turn can be so long",
            format!("say from {least} to {most} seconds, or none"),
        ));
    }
    Ok(())
}

/// `POST /api/tables`
pub async fn create(State(hub): State<Arc<Hub>>, Sent(wanted): Sent<Wanted>) -> Result<Response, Failed> {
    fits(&wanted)?;
    let game = games::game(&hub, &wanted.game)?;
    if hub.store.reader.count()? >= hub.config.limits.tables {
        let help = "ask who runs the server";
        return Err(Failed::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "no-more-tables",
            "there is no room for another table",
            help,
        ));
    }
    let no_chance =
        |error: NoChance| Failed::new(StatusCode::SERVICE_UNAVAILABLE, "no-chance", error.to_string(), "try again");
    let id = secrets::hex(&secrets::bytes::<8>().map_err(no_chance)?);
    let seed = Seed::from(secrets::bytes::<32>().map_err(no_chance)?);
    let host = Token::new().map_err(no_chance)?;
    let mut tokens = Vec::new();
    for seat in &wanted.seats {
        tokens.push((seat.player == "person").then(Token::new).transpose().map_err(no_chance)?);
    }
    let word = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let seats = wanted.seats.iter().zip(&tokens);
    let kept = Kept {
        id: id.clone(),
        game: game.hash(),
        named: (wanted.game.clone(), game.title().to_owned()),
        texts: game.texts(),
        options: wanted.options.into_iter().map(|(name, value)| (name, word(value))).collect(),
        seed,
        host: host.hash(),
        turn_seconds: wanted.turn_seconds,
        look_on: wanted.look_on,
        made: now(),
        seats: seats
            .map(|(seat, token)| Seated {
                name: seat.name.clone(),
                player: seat.player.clone(),
                token: token.as_ref().map(Token::hash),
            })
            .collect(),
    };
    let room = playable(&hub, game, kept.clone()).await?;
    // What was begun is done, also where who asked is gone.
    let making = tokio::spawn(async move {
        hub.store.create(kept).await?;
        Ok::<_, Trouble>(hub.keep(room).await)
    });
    let room = making.await.map_err(failed("setup", "the table could not be made"))??;
    tracing::info!(table = %id, game = %wanted.game, "a table was made");
    let seats = (1..).zip(&wanted.seats).zip(&tokens).map(|((number, seat), token): ((u8, _), _)| {
        json!({"seat": number, "name": seat.name, "player": seat.player, "token": token.as_ref().map(Token::show)})
    });
    let made =
        json!({"table": id, "host": host.show(), "seats": seats.collect::<Vec<_>>(), "commitment": room.commitment});
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// The table, if the rules take its setup.
async fn playable(hub: &Arc<Hub>, game: bidlang::Game, kept: Kept) -> Result<Arc<Room>, Failed> {
    let hub = Arc::clone(hub);
    let make = move || {
        let refused = |error: bidlang::Error| {
            let problem = error.problems().first().cloned();
            let (what, help) =
                problem.map_or_else(|| (error.to_string(), None), |problem| (problem.message, problem.help));
            Failed::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "setup",
                what,
                help.unwrap_or_else(|| "change the seats or options".to_owned()),
            )
        };
        let too_many = || Failed::bad("bad-seats", "no game has so many seats", "take away some seats");
        let ready = hub.shelf.ready(&game, kept.players().ok_or_else(too_many)?, &kept.options).map_err(refused)?;
        let names: Vec<String> = kept.seats.iter().map(|seat| seat.name.clone()).collect();
        ready.prepared.named(&names).map_err(refused)?;
        Room::restore(&hub, kept, &[]).map_err(Failed::from)
    };
    apart("setup", "the table could not be made", make).await?
}

/// `GET /api/tables/{table}`
pub async fn summary(Asked { room, by }: Asked) -> Json<Value> {
    Json(room.summary(by).await)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "do", rename_all = "lowercase")]
pub enum Order {
    Replace { seat: u8, by: String },
    End {},
}

/// `POST /api/tables/{table}/host`
pub async fn host(asked: Asked, Sent(order): Sent<Order>) -> Result<Json<Value>, Failed> {
    if asked.by != Some(Owner::Host) {
        return Err(Failed::no_token());
    }
    let room = asked.room;
    // What was begun is done, also where who asked is gone.
    let done = match order {
        Order::Replace { seat, by } => {
            let no_seat = || Failed::bad("no-such-seat", "there is no such seat", "seats count from 1");
            let seat = seat.checked_sub(1).ok_or_else(no_seat)?;
            tokio::spawn(async move { room.replace(seat, &by).await })
        }
        Order::End {} => tokio::spawn(async move { room.end().await }),
    };
    done.await.map_err(failed("host", "it could not be done"))??;
    Ok(Json(json!({"done": true})))
}

/// `GET /api/tables/{table}/record`
pub async fn record(asked: Asked) -> Result<Response, Failed> {
    let room = &asked.room;
    let seat = match asked.by {
        Some(owner) => owner.seat(),
        None if room.kept.look_on || room.is_over().await => None,
        None => return Err(Failed::no_token()),
    };
    let text = room.record(seat).await;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// `GET /api/tables/{table}/notes`
pub async fn notes(asked: Asked) -> Result<Json<Value>, Failed> {
    Ok(Json(asked.room.notes().await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    step: u64,
    text: String,
}

/// `POST /api/tables/{table}/notes`
pub async fn add_note(asked: Asked, Sent(Note { step, text }): Sent<Note>) -> Result<Json<Value>, Failed> {
    let owner = asked.owner()?;
    Ok(Json(asked.room.note(owner, step, text).await?))
}

/// Whose board, and whether with a hint.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    seat: Option<String>,
    #[serde(default)]
    hint: bool,
}

#[derive(Deserialize)]
pub struct AtStep {
    step: String,
}

/// `GET /api/tables/{table}/steps/{step}`
pub async fn step(
    asked: Asked,
    Named(AtStep { step }): Named<AtStep>,
    wish: Result<Query<Wish>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, Failed> {
    let help = "say `?seat=2`, `?seat=all` or `?hint=true`";
    let Query(wish) = wish.map_err(|error| Failed::bad("bad-request", error.to_string(), help))?;
    let step = step.parse().map_err(|_| Failed::bad("no-such-step", "a step is a number", "steps count from 0"))?;
    let (room, own) = (&asked.room, asked.by.and_then(Owner::seat));
    let wanted = match wish.seat.as_deref() {
        None => own.map_or(Who::Onlooker, Who::Seat),
        Some("all") => Who::All,
        Some(seat) => {
            let seat = seat.parse::<u8>().ok().and_then(|seat| seat.checked_sub(1));
            let seat = seat.filter(|seat| usize::from(*seat) < room.kept.seats.len());
            Who::Seat(seat.ok_or_else(|| Failed::bad("no-such-seat", "there is no such seat", help))?)
        }
    };
    // Another's board is for those who may know all; the host may look on at every table.
    let looks_on = room.kept.look_on || asked.by == Some(Owner::Host);
    let may = own.map(Who::Seat) == Some(wanted) || (wanted == Who::Onlooker && looks_on) || room.is_over().await;
    if !may {
        return Err(Failed::no_token());
    }
    Ok(Json(room.step(wanted, step, wish.hint).await?))
}
