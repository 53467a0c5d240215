//! The page, which is in the program, and what else is asked of the server as such.

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use serde_json::json;

use super::Failed;

/// The files of the page.
#[derive(Embed)]
#[folder = "page/"]
struct Page;

/// `GET /` and `GET /t/{table}`
pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// `GET /assets/{file}`
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Page::get(path) else {
        let help = "the page and what belongs to it begin at `/`";
        return Failed::new(StatusCode::NOT_FOUND, "no-such-file", "there is no such file", help).into_response();
    };
    let hash = format!("\"{}\"", crate::secrets::hex(&metadata.sha256_hash()));
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == hash.as_bytes());
    let sort = HeaderValue::from_static(sort(path));
    // A page that was kept is asked about, and sent again only where it is another.
    let mut answer = if known { StatusCode::NOT_MODIFIED.into_response() } else { data.into_response() };
    answer.headers_mut().insert(header::CONTENT_TYPE, sort);
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(hash) = HeaderValue::from_str(&hash) {
        answer.headers_mut().insert(header::ETAG, hash);
    }
    answer
}

/// What a file is, by the end of its name.
fn sort(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

/// `GET /healthz`
pub async fn health() -> Json<serde_json::Value> {
    Json(json!({"ok": true}))
}

/// `GET /api/openapi.json`
pub async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], super::OPENAPI).into_response()
}

/// What is not there.
pub async fn nowhere() -> Failed {
    Failed::new(StatusCode::NOT_FOUND, "nothing-here", "there is nothing here", "the page begins at `/`")
}

/// What is there, and is asked for in another way.
pub async fn no_such_method() -> Failed {
    let help = "`/api/openapi.json` says what may be asked for, and how";
    Failed::new(StatusCode::METHOD_NOT_ALLOWED, "no-such-method", "this cannot be asked for so", help)
}
