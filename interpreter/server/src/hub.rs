//! What all connections share: the shelf, the store, the tables that are in memory, bounds.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{Semaphore, watch};

use crate::shelf::{Offered, Shelf};
use crate::store::{Store, Trouble};
use crate::table::Room;
use crate::{Config, Limits};

/// What all connections share.
pub struct Hub {
    /// How the server is run.
    pub config: Config,
    /// The games.
    pub shelf: Shelf,
    /// The database.
    pub store: Store,
    /// So many players think at once.
    pub thinking: Semaphore,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    sockets: AtomicUsize,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    stops: watch::Sender<bool>,
}

/// A place for a socket; free again when it is dropped.
pub struct Place(Arc<Hub>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// So many a second, and at once; at least one.
pub fn quota((second, at_once): (u32, u32)) -> Quota {
    let some = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(some(second)).allow_burst(some(at_once))
}

/// The time, in milliseconds since 1970, negative before; for people to read alone: nothing is decided by it, as clocks jump.
pub fn now() -> i64 {
    let whole = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    SystemTime::now().duration_since(UNIX_EPOCH).map_or_else(|before| -whole(before.duration()), whole)
}

impl Hub {
    /// With these games, on this store.
    pub fn new(config: Config, games: Vec<Offered>, store: Store) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let Limits { requests, .. } = config.limits;
        Arc::new(Self {
            shelf: Shelf::new(games),
            store,
            thinking: Semaphore::new(cores),
            rooms: Mutex::default(),
            sockets: AtomicUsize::new(0),
            requests: RateLimiter::keyed(quota(requests)),
            stops: watch::channel(false).0,
            config,
        })
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table: from memory, or from the disk; none of that name.
    ///
    /// # Errors
    /// Where it cannot be read or go on.
    pub async fn room(self: &Arc<Self>, table: &str) -> Result<Option<Arc<Room>>, Trouble> {
        if let Some(room) = self.rooms().get(table) {
            return Ok(Some(Arc::clone(room)));
        }
        if !is_name(table) {
            return Ok(None);
        }
        let (hub, name) = (Arc::clone(self), table.to_owned());
        let read = tokio::task::spawn_blocking(move || {
            let found = hub.store.reader.load(&name)?;
            found.map(|(kept, log)| Room::restore(&hub, kept, &log)).transpose()
        });
        let failed = |_| Trouble { what: "the table could not be read".to_owned(), help: "try again".to_owned() };
        let Some(room) = read.await.map_err(failed)?? else { return Ok(None) };
        Ok(Some(self.keep(room).await))
    }

    /// Keeps a table in memory, unless it is there; one that is new there goes on, and others find it only when all that takes long is done.
    pub async fn keep(self: &Arc<Self>, room: Arc<Room>) -> Arc<Room> {
        // Also where whoever asked for it is gone.
        let (hub, new) = (Arc::clone(self), Arc::clone(&room));
        let kept = tokio::spawn(async move {
            new.prepare().await;
            match hub.known_or(&new) {
                Some(known) => known,
                None => {
                    new.wake().await;
                    new
                }
            }
        });
        kept.await.unwrap_or_else(|failed| {
            tracing::error!(table = %room.kept.id, %failed, "a table does not go on");
            room
        })
    }

    /// The table of this name that is in memory; where there was none, it is this one now.
    fn known_or(&self, room: &Arc<Room>) -> Option<Arc<Room>> {
        let mut rooms = self.rooms();
        let known = rooms.get(&room.kept.id).cloned();
        if known.is_none() {
            rooms.insert(room.kept.id.clone(), Arc::clone(room));
        }
        known
    }

    /// A table that is over, and at which nobody is, goes from memory.
    pub async fn forget(&self, room: &Arc<Room>) {
        if room.is_left().await {
            self.rooms().remove(&room.kept.id);
        }
    }

    /// All tables that are not over go on.
    pub async fn wake_all(self: Arc<Self>) {
        let open = match self.store.reader.open_tables() {
            Ok(open) => open,
            Err(trouble) => return tracing::error!(trouble = %trouble, "the tables could not be read"),
        };
        let count = open.len();
        for table in open {
            if let Err(trouble) = self.room(&table).await {
                tracing::error!(table = %table, trouble = %trouble, "a table does not go on");
            }
        }
        tracing::info!(tables = count, "open tables go on");
    }

    /// A place for one more socket, where there is one.
    pub fn place(self: &Arc<Self>) -> Option<Place> {
        let most = self.config.limits.connections;
        let taken = |count: usize| (count < most).then_some(count + 1);
        let place = self.sockets.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken);
        place.ok().map(|_| Place(Arc::clone(self)))
    }

    /// Comes when no socket is open any more.
    pub async fn left(&self) {
        while self.sockets.load(Ordering::Relaxed) > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Whether an address may ask once more now.
    pub fn may_ask(&self, address: IpAddr) -> bool {
        // The list of addresses is kept short.
        if self.requests.len() > 10_000 {
            self.requests.retain_recent();
        }
        self.requests.check_key(&address).is_ok()
    }

    /// No more is begun.
    pub fn stop(&self) {
        self.stops.send_replace(true);
    }

    /// Whether the server stops.
    pub fn stops(&self) -> bool {
        *self.stops.borrow()
    }

    /// Comes when the server stops.
    pub async fn stopped(&self) {
        let mut stops = self.stops.subscribe();
        // It is never dropped before this.
        let _ = stops.wait_for(|stops| *stops).await;
    }
}

/// Whether this may be the name of a table: nothing else is looked for.
fn is_name(table: &str) -> bool {
    table.len() == 16 && table.bytes().all(|byte| byte.is_ascii_hexdigit())
}
