//! Games: the list, rule books, rules files that are sent.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use bidlang::Game;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::asked::{Named, Sent};
use super::{Failed, apart};
use crate::hub::Hub;
use crate::shelf::Offered;
use crate::table::LEVELS;
use crate::theme::Theme;

/// `GET /api/games`
pub async fn list(State(hub): State<Arc<Hub>>) -> Json<Value> {
    Json(json!({"games": hub.shelf.list(), "levels": LEVELS, "upload": hub.config.allow_upload}))
}

/// A game of the shelf.
pub fn game(hub: &Hub, id: &str) -> Result<Game, Failed> {
    let help = "`/api/games` lists those that there are";
    hub.shelf.game(id).ok_or_else(|| Failed::new(StatusCode::NOT_FOUND, "no-such-game", "there is no such game", help))
}

/// `GET /api/games/{game}/book`
pub async fn book(State(hub): State<Arc<Hub>>, Named(id): Named<String>) -> Result<Response, Failed> {
    let game = game(&hub, &id)?;
    let write = move || {
        bidlang_book::of(
            &game,
            &bidlang_book::Settled { players: None, options: vec![None; game.game.options.len()] },
            None,
            None,
        )
        .html()
    };
    Ok(html(apart("book", "the book could not be written", write).await?))
}

/// A page with a style of its own, which the browser takes by its hash alone.
pub fn html(text: String) -> Response {
    let style = text.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).map(|(style, _)| style);
    let hash = style.map(|style| base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style.as_bytes())));
    let style = hash.map_or_else(String::new, |hash| format!("style-src 'sha256-{hash}'; "));
    let policy = format!(
        "default-src 'none'; {style}img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (header::CONTENT_SECURITY_POLICY, policy)];
    (headers, text).into_response()
}

/// A rules file that is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    name: String,
    text: String,
}

/// `POST /api/games`
pub async fn upload(State(hub): State<Arc<Hub>>, Sent(sent): Sent<Rules>) -> Result<Json<Value>, Failed> {
    if !hub.config.allow_upload {
        let help = "who runs the server can allow it with `--allow-upload`";
        return Err(Failed::new(StatusCode::FORBIDDEN, "no-upload", "rules files cannot be sent to this server", help));
    }
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_' || letter == '-';
    if sent.name.is_empty() || sent.name.len() > 60 || !sent.name.chars().all(plain) {
        let what = "a name is made of small letters, digits, `_` and `-`";
        return Err(Failed::bad("bad-name", what, "say a name such as `my_game`"));
    }
    if hub.shelf.count() >= hub.config.limits.games {
        return Err(Failed::new(
            StatusCode::CONFLICT,
            "shelf-full",
            "there is no room for another game",
            "ask who runs the server",
        ));
    }
    let name = sent.name.clone();
    // A text that stands alone: it can name no file of this machine.
    let read = move || Game::read(&format!("{}.bid", sent.name), &sent.text);
    let game = apart("rules", "the rules could not be read", read).await?.map_err(|error| {
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "rules", error.to_string(), "`bidlang check` says more")
    })?;
    let title = game.title().to_owned();
    if !hub.shelf.put(Offered { id: name.clone(), game, theme: Theme::default() }) {
        return Err(Failed::new(StatusCode::CONFLICT, "name-taken", "another game has this name", "take another name"));
    }
    Ok(Json(json!({"id": name, "title": title})))
}
