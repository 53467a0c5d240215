//! What a client asks beside acts: pick by pick, why not, hints, notes.

use std::sync::Arc;

use bidlang::{Picking, Turn};
use serde_json::{Value, json};

use super::faces::picked;
use super::room::{Owner, Refused, Room, why_not};
use crate::store::NoteRow;

/// Letters of the longest note.
const LONGEST_NOTE: usize = 500;
/// Letters of the longest words that are read as an act.
pub(super) const LONGEST_WORDS: usize = 1_000;

impl Room {
    /// The turn of a seat that is asked.
    async fn turn(&self, seat: u8, decision: u64) -> Result<Turn, Refused> {
        let state = self.lock().await;
        state.has(seat)?;
        state.turn(seat, decision)
    }

    /// `{"kind":"step"}`: what can be picked next.
    ///
    /// # Errors
    /// Where the seat is not asked, or what was picked cannot be.
    pub async fn pick(&self, seat: u8, decision: u64, act: Option<&str>, things: &[String]) -> Result<Value, Refused> {
        let turn = self.turn(seat, decision).await?;
        let step = tokio::task::block_in_place(|| {
            let picking = Picking::of_any(&turn).ok_or(Refused::Wrong(
                "too-many-choices",
                format!("there are {} choices: too many to pick from", turn.count()),
                "say the act in words",
            ))?;
            let cannot = |what: &str| {
                let what = format!("`{}` cannot be picked here", bidlang::diagnostic::printable(what));
                Refused::Wrong("cannot-pick", what, "pick what is among the steps")
            };
            Ok(self.ready.faces.picking(&picked(&turn, picking, act, things).map_err(cannot)?))
        })?;
        Ok(json!({"kind": "step", "decision": decision, "step": step}))
    }

    /// `{"kind":"refused"}`: why words tell no legal act, as far as the seat can know it.
    ///
    /// # Errors
    /// Where the seat is not asked.
    pub async fn why(&self, seat: u8, decision: u64, words: &str) -> Result<Value, Refused> {
        let turn = self.turn(seat, decision).await?;
        if words.len() > LONGEST_WORDS {
            return Err(Refused::Wrong(
                "too-long",
                "these words are too long".to_owned(),
                "say an act as it is listed",
            ));
        }
        let reasons = tokio::task::block_in_place(|| why_not(&turn, words));
        Ok(json!({"kind": "refused", "decision": decision, "reasons": reasons}))
    }

    /// `{"kind":"hint"}`: what a player that thinks would do.
    ///
    /// # Errors
    /// Where the seat is not asked.
    pub async fn tell_hint(self: &Arc<Self>, seat: u8, decision: u64) -> Result<Value, Refused> {
        let best = self.hint(seat, decision).await?;
        Ok(json!({"kind": "hint", "decision": decision, "best": best}))
    }

    /// Keeps a note for the designer.
    ///
    /// # Errors
    /// Where it is too long, there are too many already, or it cannot be kept.
    pub async fn note(&self, by: Owner, step: u64, text: String) -> Result<Value, Refused> {
        let text = bidlang::diagnostic::printable(text.trim());
        let letters = text.chars().count();
        if letters == 0 || letters > LONGEST_NOTE {
            let what = format!("a note has from 1 to {LONGEST_NOTE} letters, and this one {letters}");
            return Err(Refused::Wrong("bad-note", what, if letters == 0 { "write one" } else { "make it shorter" }));
        }
        if step > self.lock().await.course.at().step {
            return Err(Refused::Wrong(
                "no-such-step",
                "the game has not come to that step".to_owned(),
                "say an earlier one",
            ));
        }
        let note = NoteRow { step, seat: by.seat(), text, time: crate::hub::now() };
        let most = self.hub.config.limits.notes;
        if !self.hub.store.note(&self.kept.id, note, most).await.map_err(Refused::NotKept)? {
            let what = format!("this table has {most} notes already");
            return Err(Refused::Wrong("too-many-notes", what, "make another table for more"));
        }
        Ok(json!({"kind": "noted", "step": step}))
    }
}
