//! How much is played.

/// How many games are played at most, and until when. The lab does not ask for the time: who calls says how much of it is gone.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Most games, over all setups.
    pub games: u64,
    /// Which part of the time that was given is gone, from 0 to 1; 0 where there is no such limit.
    pub spent: &'a (dyn Fn() -> f64 + Sync),
    /// Is told how many games were played, from time to time.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Budget").field("games", &self.games).finish_non_exhaustive()
    }
}

impl Budget<'_> {
    /// So many games, however long they take.
    #[must_use]
    pub const fn of(games: u64) -> Budget<'static> {
        Budget { games, spent: &|| 0.0, progress: &|_| {} }
    }
}
