//! A setup of a call, and what came of its games.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bidlang::lower::Setup;
use bidlang::{Error, Game, Prepared};
use bidlang_host::Players;
use bidlang_lab::sim::{self, Games, Tally, Watched};
use bidlang_players::{Goal, Level};
use serde_json::Value;

use super::Call;

/// What is the same for all setups of a call.
pub struct Shown {
    /// The seed of the first game.
    pub seed: u64,
}

/// A setup and what came of its games.
pub struct Played {
    /// The options in words.
    pub options: Vec<(String, String)>,
    /// Players and options in words.
    pub label: String,
    /// The game for this setup, and what is looked at in it.
    pub watched: Watched,
    /// Who plays.
    pub players: Players,
    /// What was counted.
    pub tally: Tally,
}

impl Played {
    /// The report for programs.
    pub(super) fn report(&self, shown: &Shown) -> Value {
        sim::report(&Games {
            prepared: self.prepared(),
            options: &self.options,
            players: &self.players.words(),
            first_seed: shown.seed,
            tally: &self.tally,
        })
    }

    pub(super) fn new(
        game: &Game,
        setup: Setup,
        (levels, goal): (Vec<Option<Level>>, Goal),
        call: &Call,
    ) -> Result<Self, Error> {
        let (options, label) = (super::setups::options(game, &setup), super::setups::label(game, &setup));
        let seats: Vec<String> = (1..=setup.players).map(|seat| format!("seat {seat}")).collect();
        let watched = Watched::new(&game.prepare_for(setup, &seats)?);
        let _waits = call.progress.practises(&levels, game.title());
        let (tally, flag) = (Tally::new(&watched), Arc::clone(call.interrupted));
        let players = Players::new(&watched.prepared, levels, goal, &move || flag.load(Ordering::Relaxed));
        Ok(Self { options, label, watched, players, tally })
    }

    /// The game and its setup.
    pub const fn prepared(&self) -> &Prepared {
        &self.watched.prepared
    }
}
