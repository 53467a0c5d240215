//! What cannot be done, as an answer: a code that stays the same, what is wrong, what to do.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::store::Trouble;
use crate::table::Refused;

/// An answer that says what is wrong.
#[derive(Debug)]
pub struct Failed {
    status: StatusCode,
    code: &'static str,
    message: String,
    help: String,
}

impl Failed {
    /// With these words.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), help: help.into() }
    }

    /// The request is not what it has to be.
    pub fn bad(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message, help)
    }

    /// There is no such table.
    pub fn no_table() -> Self {
        let help = "the name of a table is behind `/t/` in its links";
        Self::new(StatusCode::NOT_FOUND, "no-such-table", "there is no such table", help)
    }

    /// Whoever asks has no token, or a wrong one.
    pub fn no_token() -> Self {
        let help = "send the token of a link of this table: `Authorization: Bearer TOKEN`";
        Self::new(StatusCode::FORBIDDEN, "wrong-token", "this is no token of this table that may do that", help)
    }
}

impl From<Trouble> for Failed {
    fn from(trouble: Trouble) -> Self {
        tracing::error!(trouble = %trouble, "the store failed");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "store", trouble.what, trouble.help)
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::NotKept(trouble) => trouble.into(),
            Refused::Wrong(code, message, help) => Self::new(StatusCode::CONFLICT, code, message, help),
            Refused::Reasons(..) => Self::new(StatusCode::CONFLICT, "stale", "the table has gone on", "look again"),
        }
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let Self { status, code, message, help } = self;
        (status, Json(json!({"error": {"code": code, "message": message, "help": help}}))).into_response()
    }
}
