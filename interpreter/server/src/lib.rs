//! A table for every rules file: a server at which people and bots play in a browser. It loses nothing that it acknowledged, and sends each seat what that
//! seat may know.
//!
//! `serve` runs it; `export` writes the record of a table. A `Store` keeps tables, a `Room` plays one, `http` and `socket` carry what is said.

mod http;
mod hub;
mod secrets;
mod shelf;
mod socket;
mod store;
mod table;
mod theme;

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

pub use shelf::Offered;
pub use store::Trouble;
pub use theme::Theme;

/// How the server is run.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder in which its database lies.
    pub data: PathBuf,
    /// What people put before paths to come here, where that is not what it listens at: `https://games.example`.
    pub public_url: Option<String>,
    /// Whether anybody may put rules files on the shelf.
    pub allow_upload: bool,
    /// Bounds.
    pub limits: Limits,
}

/// What bounds the server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of the body of a request, rules files aside.
    pub body: usize,
    /// Bytes of a request that sends a rules file.
    pub rules: usize,
    /// Bytes of a message of a socket.
    pub message: usize,
    /// Tables in the data folder.
    pub tables: u64,
    /// Notes of a table.
    pub notes: u32,
    /// Games on the shelf, with those that were sent.
    pub games: usize,
    /// Sockets at once.
    pub connections: usize,
    /// Sockets of one seat at once, and of all who look on at a table.
    pub of_seat: (usize, usize),
    /// Requests a second of one address, and how many may come at once; at least one each.
    pub requests: (u32, u32),
    /// Messages a second of one socket, and how many may come at once; at least one each.
    pub messages: (u32, u32),
    /// Messages that are none, after which a socket is closed.
    pub nonsense: u32,
    /// Messages that may wait for a client that does not take them; at least one.
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 64 << 10,
            rules: 2 << 20,
            message: 64 << 10,
            tables: 100_000,
            notes: 500,
            games: 1_000,
            connections: 10_000,
            of_seat: (4, 100),
            requests: (50, 200),
            messages: (20, 100),
            nonsense: 50,
            waiting: 4_096,
        }
    }
}

/// How long requests that have begun may take when the server is told to stop.
const LAST: std::time::Duration = std::time::Duration::from_secs(5);

/// A server that listens.
pub struct Server {
    listener: tokio::net::TcpListener,
    hub: Arc<hub::Hub>,
}

impl Server {
    /// Opens the port and the data folder.
    ///
    /// # Errors
    /// A data folder that cannot be had, a port that is taken.
    pub async fn open(config: Config, games: Vec<Offered>) -> Result<Self, Trouble> {
        let listen = config.listen;
        // Where nobody can come no folder is made.
        let listener = tokio::net::TcpListener::bind(listen).await.map_err(|error| Trouble {
            what: format!("cannot listen at {listen}: {error}"),
            help: match error.kind() {
                ErrorKind::AddrNotAvailable => {
                    "this machine has no such address: say 127.0.0.1 for itself alone, or 0.0.0.0 for all its networks"
                }
                ErrorKind::PermissionDenied => "take a port above 1023, as in `--listen 127.0.0.1:8080`",
                _ => "name another port with `--listen 127.0.0.1:8181`, or stop who has this one",
            }
            .to_owned(),
        })?;
        let store = store::Store::open(&config.data)?;
        Ok(Self { listener, hub: hub::Hub::new(config, games, store) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// Where the operating system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` comes; then all that was taken is on the disk.
    ///
    /// # Errors
    /// Where it cannot listen any more.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Trouble> {
        let Self { listener, hub } = self;
        tokio::spawn(Arc::clone(&hub).wake_all());
        let stopping = Arc::clone(&hub);
        let stop = async move {
            stop.await;
            stopping.stop();
        };
        let app = http::app(&hub).into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, app).with_graceful_shutdown(stop);
        // Who does not end a request is not waited for.
        let late = async {
            hub.stopped().await;
            tokio::time::sleep(LAST).await;
            Ok(())
        };
        let served = tokio::select! {
            served = async { serving.await } => served,
            late = late => late,
        };
        // Who is connected is told that the server stops.
        if tokio::time::timeout(LAST, hub.left()).await.is_err() {
            tracing::warn!("some clients did not end their connections");
        }
        hub.store.close();
        served.map_err(|error| Trouble { what: error.to_string(), help: "start it again".to_owned() })
    }
}

/// The record of a table, as lines of JSON: the whole of it, with the seed, whether the game is over or not.
///
/// # Errors
/// A folder without tables, an unknown table.
pub fn export(data: &std::path::Path, table: &str) -> Result<String, Trouble> {
    let Some((kept, log)) = store::Reader::look_into(data)?.load(table)? else {
        return Err(Trouble {
            what: format!("there is no table `{}` in {}", bidlang::diagnostic::printable(table), data.display()),
            help: "the name of a table is behind `/t/` in its links".to_owned(),
        });
    };
    table::record(&shelf::Shelf::default(), &kept, &log)
}
