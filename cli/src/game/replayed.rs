//! A game that was kept is made again from its record.

use bidlang::engine::{FaultKind, Stream};
use bidlang::{Error, Replay, record};

use super::{Done, Playing};
use crate::seats::Player;

impl Playing<'_> {
    /// Plays a record again, up to its end or to where it was left.
    pub(super) fn replay(&mut self, replay: &Replay) -> Result<Done, Error> {
        let left = || Done::Left(replay.left.clone().unwrap_or_else(|| "the record ends here".to_owned()));
        match self.table.replay(&replay.choices, &mut self.told) {
            Ok(None) => Ok(Done::Over),
            Ok(Some(_)) if replay.whole && replay.left.is_none() => Err(Error::Record(record::shorter())),
            Ok(Some(_)) => Ok(left()),
            Err(Error::Stopped(stopped))
                if self.args.decisions.is_none() && matches!(stopped.fault.kind, FaultKind::Decisions(_)) =>
            {
                Ok(left())
            }
            Err(error) => Err(error),
        }
    }

    /// Makes the choices of a record again. Random players draw for theirs as they did, so that they go on as if nothing had been.
    pub(super) fn go_on(&mut self, replay: &Replay, players: &mut Stream) -> Result<(), Error> {
        let mut turn = self.table.replay(&[], &mut self.told)?;
        for choice in &replay.choices {
            if let Some(turn) = turn.filter(|turn| self.plan.player(turn.seat()) == Some(&Player::Random)) {
                players.below_long(turn.count());
            }
            turn = self.table.replay(std::slice::from_ref(choice), &mut self.told)?;
        }
        Ok(())
    }

    /// From here on the game is told, and what was recorded is kept in its place.
    pub(super) fn catch_up(&mut self) {
        if !self.caught_up {
            self.caught_up = true;
            self.muted.set(false);
            if let Some(kept) = self.kept {
                kept.appear();
            }
        }
    }
}
