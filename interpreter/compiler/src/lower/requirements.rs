//! Whether a game can be played by so many players with these options.

use super::{Lower, Setup};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Game, OptionDef};

/// Whether the game is for so many players.
pub(super) fn player_count(game: &Game, setup: &Setup) -> Result<(), Vec<Diagnostic>> {
    let (low, high) = game.players;
    if setup.players >= low && setup.players <= high {
        return Ok(());
    }
    let range = if low == high { format!("{low}") } else { format!("{low} to {high}") };
    let message = format!("{} is not for {} players", game.title, setup.players);
    let problem = Diagnostic::new(Code::PlayerCount, Span::default(), message);
    Err(vec![problem.help(format!("it is for {range} players"))])
}

impl Lower<'_> {
    /// Who play together: the first line of teams that holds.
    pub(super) fn teams(&mut self) -> Result<(), Vec<Diagnostic>> {
        for teams in &self.game.teams {
            if let Some(when) = &teams.when {
                let cond = self.int(when);
                match self.constant(cond) {
                    Some(0) => continue,
                    Some(_) => {}
                    None => {
                        let problem = Diagnostic::new(
                            Code::Teams,
                            teams.span,
                            "who play together is known before the game, so `when` may ask for options and `players` only",
                        );
                        return Err(vec![
                            problem.help("teams that are made in play: `teams by` a track of each player"),
                        ]);
                    }
                }
            }
            if teams.by.is_some() {
                return Ok(());
            }
            let count = teams.seats.iter().flatten().count();
            if count != usize::from(self.setup.players) {
                let problem = Diagnostic::new(
                    Code::Teams,
                    teams.span,
                    format!("these are teams of {count} seats, but {} play", self.setup.players),
                );
                return Err(vec![problem.help("say for how many players they are: `when players is 4`")]);
            }
            for (team, seats) in (0..).zip(&teams.seats) {
                for seat in seats {
                    if let Some(slot) = self.program.teams.get_mut(usize::from(*seat)) {
                        *slot = team;
                    }
                }
            }
            return Ok(());
        }
        Ok(())
    }

    /// What the file requires of player count and options.
    pub(super) fn requirements(&mut self) -> Result<(), Vec<Diagnostic>> {
        for require in &self.game.requires {
            let cond = self.int(&require.cond);
            if self.constant(cond) == Some(0) {
                let options: Vec<String> = self
                    .game
                    .options
                    .iter()
                    .zip(&self.setup.options)
                    .map(|(option, value)| format!("{} = {}", option.name, self.option_word(option, *value)))
                    .collect();
                let with = if options.is_empty() { String::new() } else { format!(" with {}", options.join(", ")) };
                return Err(vec![
                    Diagnostic::new(
                        Code::RefusedOptions,
                        require.span,
                        format!("{} cannot be played by {} players{with}", self.game.title, self.setup.players),
                    )
                    .here("this is required")
                    .help("choose another number of players or other options"),
                ]);
            }
        }
        Ok(())
    }

    fn option_word(&self, option: &OptionDef, value: i64) -> String {
        let members = option.kind.and_then(|kind| self.game.kinds.get(kind)).map(|kind| &kind.members);
        let word = members.and_then(|members| members.get(usize::try_from(value).ok()?).cloned());
        word.unwrap_or_else(|| value.to_string())
    }
}
