//! Before and behind each answer: how often an address may ask, from which page a request may come, what a browser may do with an answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Failed;
use crate::hub::Hub;

/// Scripts, styles and connections are ours alone; nothing is written into a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What each answer says to the browser, unless it says something else itself.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Stands before all routes.
pub async fn guard(
    State(hub): State<Arc<Hub>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let address = address(peer.ip(), request.headers());
    let mut answer = if !hub.may_ask(address) {
        Failed::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many requests", "wait a moment").into_response()
    } else if request.method() != Method::GET && !origin_is_ours(&hub, request.headers()) {
        foreign().into_response()
    } else {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let answer = next.run(request).await;
        // Tokens are in headers and fragments, never in paths.
        tracing::debug!(%method, path, status = answer.status().as_u16(), "asked");
        answer
    };
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

/// A request from another page.
pub fn foreign() -> Failed {
    let help = "open the page by the address that the server is called with; behind a proxy say it with `--public-url`";
    Failed::new(StatusCode::FORBIDDEN, "foreign-origin", "this request comes from another page", help)
}

/// Who asks: behind a proxy on this machine the one for whom it asks.
fn address(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let told = || headers.get("x-forwarded-for")?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok();
    if peer.is_loopback() { told().unwrap_or(peer) } else { peer }
}

/// Whether a request comes from our own page, or from no page at all.
pub fn origin_is_ours(hub: &Hub, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let public = hub.config.public_url.as_deref().map(|url| url.trim_end_matches('/'));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let ours = |host: &str| ["http://", "https://"].iter().any(|before| origin.strip_prefix(before) == Some(host));
    match public {
        Some(public) => origin == origin_of(public),
        None => host.is_some_and(ours),
    }
}

/// `https://games.example` of `https://games.example/table`.
fn origin_of(url: &str) -> &str {
    let from = url.find("://").map_or(0, |at| at + 3);
    let end = url.get(from..).and_then(|rest| rest.find('/')).map_or(url.len(), |at| from + at);
    url.get(..end).unwrap_or(url)
}
