//! What a reader was told, written when somebody asks for it: the game is played again from its choices, as far as it has gone.

use bidlang::engine::Choice;
use bidlang::{Error, Prepared, Recorder, Seed, Table};

use super::Begun;

/// A reader of a game: a seat, or who may read everything.
#[derive(Clone)]
pub struct Ear {
    table: Table,
    reader: Option<u8>,
    seed: Seed,
    /// How many choices were made again.
    made: usize,
    lines: Vec<String>,
    /// Whether the last line is there.
    ended: bool,
}

impl Ear {
    pub fn new(prepared: &Prepared, begun: &Begun, reader: Option<u8>) -> Self {
        let table = prepared.table_by(begun.chance.clone());
        // Where chance comes from no seed, the record cannot be played again; that is said in the stubs.
        Self { table, reader, seed: begun.seed.unwrap_or_else(|| 0.into()), made: 0, lines: Vec::new(), ended: false }
    }

    /// Makes the choices that it has not heard of.
    ///
    /// # Errors
    /// Where the rules stop the game.
    pub fn catch_up(&mut self, choices: &[(u8, Choice)]) -> Result<(), Error> {
        if self.ended || (self.made == choices.len() && !self.lines.is_empty()) {
            return Ok(());
        }
        let Self { table, reader, seed, made, lines, ended } = self;
        let begun = !lines.is_empty();
        let mut told = Vec::new();
        let mut recorder = Recorder::new(&table.prepared().clone(), *seed, *reader, |line| told.push(line));
        let heard = (|| {
            let mut turn = table.turn_told(&mut recorder)?;
            for (seat, choice) in choices.iter().skip(*made) {
                let Some(open) = turn else { break };
                table.play_told(*seat, &open.act(choice), &mut recorder)?;
                *made += 1;
                turn = table.turn_told(&mut recorder)?;
            }
            if turn.is_none() {
                recorder.end(table, None);
                *ended = true;
            }
            Ok(())
        })();
        drop(recorder);
        // The first line is written by each recorder.
        lines.extend(told.into_iter().skip(usize::from(begun)));
        heard
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}
