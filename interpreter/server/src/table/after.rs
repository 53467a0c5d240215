//! What is read of a table beside its play: records, as a seat may read them, or the whole where the game is over.

use super::room::Room;
use super::teller::Who;

impl Room {
    /// Whether the game is over and nobody is here.
    pub async fn is_left(&self) -> bool {
        let state = self.lock().await;
        state.course.ended().is_some() && state.audience.clients.is_empty()
    }

    /// The record: the whole one where the game is over, else what the seat may read, or who looks on.
    pub async fn record(&self, seat: Option<u8>) -> String {
        let state = self.lock().await;
        let who = match (state.course.ended(), seat) {
            (Some(_), _) => Who::All,
            (None, Some(seat)) => Who::Seat(seat),
            (None, None) => Who::Onlooker,
        };
        tokio::task::block_in_place(|| state.acts.lines(&self.prepared, self.kept.seed, who).join("\n") + "\n")
    }
}
