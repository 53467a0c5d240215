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
