//! What is asked over HTTP. Each route stands in one list, which the description for programs is held against.

mod asked;
mod failed;
mod games;
mod guard;
mod page;
mod report;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, get, post};

use tokio::task::JoinError;

pub use asked::AtTable;
pub use failed::Failed;
pub use guard::{foreign, origin_is_ours};

use crate::hub::Hub;
use crate::{Limits, socket};

/// What may be asked for, for programs.
const OPENAPI: &str = include_str!("openapi.json");

/// A route: its method, its path, and who answers.
type Route = (&'static str, &'static str, MethodRouter<Arc<Hub>>);

/// All routes.
pub fn routes(limits: Limits) -> Vec<Route> {
    vec![
        ("get", "/", get(page::index)),
        ("get", "/t/{table}", get(page::index)),
        ("get", "/assets/{*file}", get(page::asset)),
        ("get", "/healthz", get(page::health)),
        ("get", "/api/openapi.json", get(page::openapi)),
        ("get", "/api/games", get(games::list)),
        ("post", "/api/games", post(games::upload).layer(DefaultBodyLimit::max(limits.rules))),
        ("get", "/api/games/{game}/book", get(games::book)),
        ("get", "/api/games/{game}/report", get(report::of_game)),
        ("post", "/api/tables", post(tables::create)),
        ("get", "/api/tables/{table}", get(tables::summary)),
        ("post", "/api/tables/{table}/host", post(tables::host)),
        ("get", "/api/tables/{table}/record", get(tables::record)),
        ("get", "/api/tables/{table}/report", get(report::of_table)),
        ("get", "/api/tables/{table}/notes", get(tables::notes)),
        ("post", "/api/tables/{table}/notes", post(tables::add_note)),
        ("get", "/api/tables/{table}/steps/{step}", get(tables::step)),
        ("get", "/api/tables/{table}/play", get(socket::play)),
    ]
}

/// Does what takes a while where it holds up nobody.
async fn apart<T: Send + 'static>(
    code: &'static str,
    what: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failed> {
    tokio::task::spawn_blocking(work).await.map_err(failed(code, what))
}

/// What is told where the server itself fails; why stands in its log.
fn failed(code: &'static str, what: &'static str) -> impl FnOnce(JoinError) -> Failed {
    move |failed| {
        tracing::error!(%failed, "{what}");
        Failed::new(StatusCode::INTERNAL_SERVER_ERROR, code, what, "try again")
    }
}

/// The whole of it.
pub fn app(hub: &Arc<Hub>) -> Router {
    let mut app = Router::new();
    for (_, path, answers) in routes(hub.config.limits) {
        app = app.route(path, answers);
    }
    app.fallback(page::nowhere)
        .method_not_allowed_fallback(page::no_such_method)
        .layer(DefaultBodyLimit::max(hub.config.limits.body))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(hub), guard::guard))
        .with_state(Arc::clone(hub))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]
mod tests {
    use std::collections::BTreeSet;

    /// The description for programs has all routes and no other.
    #[test]
    fn the_description_has_all_routes() {
        let described: serde_json::Value = serde_json::from_str(super::OPENAPI).unwrap();
        let paths = described["paths"].as_object().unwrap().iter();
        let described: BTreeSet<(String, String)> = paths
            .flat_map(|(path, methods)| {
                methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
            })
            .collect();
        let routes = super::routes(crate::Limits::default());
        let there = routes.iter().map(|(method, path, _)| ((*method).to_owned(), path.replace("{*", "{")));
        assert_eq!(there.collect::<BTreeSet<_>>(), described);
    }
}
