//! What comes with a request: its body, what its path names, who asks. What is wrong with it is told like every error.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Failed;
use crate::hub::Hub;
use crate::secrets::Token;
use crate::table::{Owner, Room};

/// The body of a request as what it has to be.
pub struct Sent<T>(pub T);

/// What the path of a request names.
pub struct Named<T>(pub T);

/// A table that is asked for.
pub struct AtTable(pub Arc<Room>);

/// A table that is asked for, and whose token was sent; a token that is none of this table is refused.
pub struct Asked {
    /// The table.
    pub room: Arc<Room>,
    /// Who asks; none for who sent no token.
    pub by: Option<Owner>,
}

impl Asked {
    /// Who asks, where a token was sent.
    ///
    /// # Errors
    /// Where none was.
    pub fn owner(&self) -> Result<Owner, Failed> {
        self.by.ok_or_else(Failed::no_token)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failed> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejected| match rejected.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Failed::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                "the request is too large",
                "docs/serve.md says how large one may be",
            ),
            status => Failed::new(status, "bad-request", rejected.body_text(), "send it again"),
        })?;
        let help = "`/api/openapi.json` says what it is";
        // A list would be taken for the fields in their order.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Failed::bad("bad-request", "the request is no object of JSON", help));
        }
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Failed::bad("bad-request", format!("the request is not what it has to be: {error}"), help))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failed> {
        let named = Path::from_request_parts(parts, state).await;
        let help = "`/api/openapi.json` says which paths there are";
        named.map(|Path(named)| Self(named)).map_err(|rejected| Failed::bad("bad-path", rejected.body_text(), help))
    }
}

#[derive(Deserialize)]
struct OfTable {
    table: String,
}

impl FromRequestParts<Arc<Hub>> for AtTable {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Failed> {
        let Named(OfTable { table }) = Named::from_request_parts(parts, hub).await?;
        Ok(Self(hub.room(&table).await?.ok_or_else(Failed::no_table)?))
    }
}

impl FromRequestParts<Arc<Hub>> for Asked {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Failed> {
        let AtTable(room) = AtTable::from_request_parts(parts, hub).await?;
        let by = token(&parts.headers).map(|token| room.owner(&token).ok_or_else(Failed::no_token)).transpose()?;
        Ok(Self { room, by })
    }
}

/// The token that was sent with a request.
fn token(headers: &HeaderMap) -> Option<Token> {
    let sent = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    sent.strip_prefix("Bearer ").map(Token::sent)
}
