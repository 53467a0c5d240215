//! The time, for players that think for so long.

use std::sync::Arc;
use std::time::Instant;

use bidlang_players::Clock;

/// A clock that begins now.
pub fn clock() -> Arc<Clock> {
    let began = Instant::now();
    Arc::new(move || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
}
