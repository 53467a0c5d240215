//! Acts that are taken back: the last one of a person, with what bots did since, if every person at the table agrees.

use std::sync::Arc;

use bidlang::engine::SeatSet;
use serde_json::{Value, json};

use super::audience::Audience;
use super::log::By;
use super::room::{Owner, Refused, Room, State};
use super::teller::{Teller, seats, waiting, words_message};
use crate::store::Entry;

/// Somebody wants to take back the last act.
#[derive(Debug, Clone)]
pub struct Vote {
    /// Who asks.
    pub by: Owner,
    /// The persons who have agreed.
    pub agreed: SeatSet,
    /// All persons who have to.
    pub needed: SeatSet,
    /// So many acts are left.
    pub keep: usize,
}

impl Vote {
    /// As a message of the socket.
    #[must_use]
    pub fn message(&self) -> Value {
        json!({"kind": "undo", "by": Owner::told(Some(self.by)), "agreed": seats(self.agreed), "needed": seats(self.needed)})
    }
}

impl Room {
    /// A person asks to take the last act back.
    ///
    /// # Errors
    /// Where there is none, or it cannot be kept.
    pub async fn undo(self: &Arc<Self>, by: Owner, decision: u64) -> Result<(), Refused> {
        let mut state = self.lock().await;
        by.seat().map_or(Ok(()), |seat| state.has(seat))?;
        self.may_undo(&state, decision)?;
        let last = state.acts.made.iter().rposition(|made| made.by != By::Bot);
        let keep =
            last.ok_or(Refused::Wrong("nothing-to-undo", "nobody has done anything yet".to_owned(), "play on"))?;
        let agreed = by.seat().map_or(0, |seat| 1 << seat);
        let needed = state.persons();
        state.vote = Some(Vote { by, agreed, needed, keep });
        self.count(&mut state).await
    }

    /// A person agrees, or does not.
    ///
    /// # Errors
    /// Where nobody asked, or it cannot be kept.
    pub async fn agree(self: &Arc<Self>, seat: u8, decision: u64, yes: bool) -> Result<(), Refused> {
        let mut state = self.lock().await;
        state.has(seat)?;
        self.may_undo(&state, decision)?;
        let Some(vote) = &mut state.vote else {
            return Err(Refused::Wrong("no-undo", "nobody asks to take anything back".to_owned(), "play on"));
        };
        if yes {
            vote.agreed |= 1 << seat;
            return self.count(&mut state).await;
        }
        let mut told = vote.message();
        if let Some(told) = told.as_object_mut() {
            told.insert("refused_by".to_owned(), json!(seat + 1));
        }
        state.vote = None;
        state.audience.send_all(&told.to_string());
        Ok(())
    }

    fn may_undo(&self, state: &State, decision: u64) -> Result<(), Refused> {
        if state.course.ended().is_some() {
            return Err(Refused::Wrong("over", "the game is over: its seed is known".to_owned(), "make another table"));
        }
        if state.course.at().decision != decision {
            return Err(Refused::stale(state.course.at().decision));
        }
        Ok(())
    }

    /// Takes back what was asked for if all agree; else tells who does.
    async fn count(self: &Arc<Self>, state: &mut State) -> Result<(), Refused> {
        let Some(vote) = state.vote.clone() else { return Ok(()) };
        if vote.needed & !vote.agreed != 0 {
            state.audience.send_all(&vote.message().to_string());
            return Ok(());
        }
        // No number of a decision comes again: an act that was sent for an older one is refused.
        let base = state.course.at().decision + 1;
        self.log(state, Entry::Undo { keep: vote.keep, base }).await?;
        state.acts.made.truncate(vote.keep);
        state.acts.base = base;
        state.vote = None;
        tokio::task::block_in_place(|| self.begin_again(state));
        self.ask(state);
        Ok(())
    }

    /// Everybody hears the game again, as far as its acts hold. Clients drop what they heard beyond that.
    pub(super) fn begin_again(&self, state: &mut State) {
        state.generation += 1;
        let mut clients = std::mem::take(&mut state.audience.clients);
        for client in &mut clients {
            client.teller = Teller::new(&self.prepared, client.teller.who(), self.kept.seed);
        }
        let mut all = Audience { prepared: self.prepared.clone(), clients, bots: self.bots(state), muted: true };
        state.course = self.play_again(&state.acts, &mut all);
        all.muted = false;
        let at = state.course.at();
        for client in &mut all.clients {
            let (_, lines) = client.teller.take_lines();
            let (from, words) = client.teller.take_words();
            client.send(json!({"kind": "again", "from": lines.len()}).to_string());
            client.send(words_message(from, &words));
            client.send(client.teller.board_message(&state.course.table, at));
            if at.seats != 0 {
                client.send(waiting(at, state.course.ready()).to_string());
            }
        }
        state.audience = all;
    }
}
