//! What the host may do: give a seat to a bot, end the table.

use std::sync::Arc;

use bidlang_players::Practised;

use super::bots::{LEVELS, thinks};
use super::room::{Refused, Room};
use crate::store::Entry;

impl Room {
    /// A bot has a seat from now on; whoever had it is told what happens there as before.
    ///
    /// # Errors
    /// Where there is no such seat or level, the game is over, or it cannot be kept.
    pub async fn replace(self: &Arc<Self>, seat: u8, by: &str) -> Result<(), Refused> {
        if !LEVELS.contains(&by) {
            let what = format!("`{}` is no level", bidlang::diagnostic::printable(by));
            return Err(Refused::Wrong("no-such-level", what, "say random, easy, normal or hard"));
        }
        if usize::from(seat) >= self.kept.seats.len() {
            return Err(Refused::Wrong("no-such-seat", "there is no such seat".to_owned(), "seats count from 1"));
        }
        if thinks(by) {
            self.learn().await;
        }
        let mut state = self.lock().await;
        if state.course.ended().is_some() {
            return Err(Refused::Wrong("over", "the game is over".to_owned(), "make another table"));
        }
        self.log(&mut state, Entry::Replace { seat, by: by.to_owned() }).await?;
        if let Some(player) = state.players.get_mut(usize::from(seat)) {
            by.clone_into(player);
        }
        state.vote = None;
        tokio::task::block_in_place(|| self.begin_again(&mut state));
        self.tell_people(&mut state);
        self.ask(&mut state);
        Ok(())
    }

    /// What players that think have to learn of the game takes a while: they learn it before the table is held for them.
    async fn learn(&self) {
        let ready = Arc::clone(&self.ready);
        self.came(
            tokio::task::spawn_blocking(move || {
                ready.lore(Practised::Usual);
            })
            .await,
        );
    }

    /// Whatever takes long before the game goes on.
    pub async fn prepare(&self) {
        let thinking = self.lock().await.players.iter().any(|player| thinks(player));
        if thinking {
            self.learn().await;
        }
    }

    /// The game goes on, or begins: who is to choose is asked. For a table that was made or has come from the disk, and [is prepared](Self::prepare).
    pub async fn wake(self: &Arc<Self>) {
        let mut state = self.lock().await;
        if state.course.ended().is_some() {
            return self.go_on(&mut state);
        }
        if state.players.iter().any(|player| thinks(player)) {
            tokio::task::block_in_place(|| self.begin_again(&mut state));
        }
        self.ask(&mut state);
    }

    /// The game is left before its end.
    ///
    /// # Errors
    /// Where it is over already, or it cannot be kept.
    pub async fn end(self: &Arc<Self>) -> Result<(), Refused> {
        let mut state = self.lock().await;
        if state.course.ended().is_some() {
            return Err(Refused::Wrong("over", "the game is over already".to_owned(), "its record can be read"));
        }
        let why = "the host ended it".to_owned();
        self.log(&mut state, Entry::Left(why.clone())).await?;
        let state = &mut *state;
        state.acts.left = Some(why.clone());
        state.course.leave(why, &mut state.audience);
        self.go_on(state);
        Ok(())
    }
}
