//! A game as a script that plays it again.

use std::fmt::Write;

use bidlang::{Listener, Prepared};

use super::Failing;
use crate::engine::{Choice, Desk, Event, Runner, Silent, Sink, State};
use crate::words::{Apart, Words};

/// What stands before the acts.
fn head(prepared: &Prepared, name: &str, seed: u64) -> String {
    let (rulebook, setup) = (prepared.game(), prepared.setup());
    let mut text = format!("test {name}\n  players {}\n", prepared.names().join(", "));
    for (index, (option, value)) in rulebook.game.options.iter().zip(&setup.options).enumerate() {
        if option.usually != *value {
            let _ = writeln!(text, "  option {} is {}", option.name, rulebook.option_word(index, *value));
        }
    }
    let _ = writeln!(text, "  seed {seed}");
    text
}

/// The game that the seed plays by itself.
pub fn played_by_the_seed(prepared: &Prepared, game: &Failing) -> String {
    let name = if game.cause == super::Cause::Endless { "it comes to an end" } else { "somebody wins" };
    format!("{}  play on", head(prepared, name, game.seed))
}

/// Forced acts since the last choice, in words.
struct Forced<'a> {
    words: Words<'a>,
    lines: Vec<String>,
}

impl Sink for Forced<'_> {
    const LISTENS: bool = true;

    fn event(&mut self, _: &State, _: &Event) {}
}

impl Listener for Forced<'_> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        if let (true, Some(ask)) = (forced, runner.ask(desk.state())) {
            let apart = Apart::of(self.words, runner, desk, seat);
            self.lines.push(line(self.words.with(&apart), ask, seat, choice));
        }
    }
}

fn line(words: Words, ask: &crate::engine::Ask, seat: u8, choice: &Choice) -> String {
    format!("  {}: {}\n", words.seat(seat), words.choice(ask, choice))
}

/// The acts of a game, each in words. Forced acts are told only where the same words come next as a choice.
fn acts(prepared: &Prepared, game: &Failing) -> String {
    let words = prepared.words();
    let mut table = prepared.table(game.seed);
    let mut forced = Forced { words, lines: Vec::new() };
    let mut text = String::new();
    for wanted in &game.choices {
        forced.lines.clear();
        let Ok(Some(turn)) = table.turn_told(&mut forced) else { break };
        let (Some(act), Some(ask)) = (turn.nth(*wanted), turn.ask()) else { break };
        let said = line(turn.words(), ask, turn.seat(), act.choice());
        if forced.lines.contains(&said) {
            text.extend(forced.lines.drain(..));
        }
        text += &said;
        if table.make(turn.seat(), act.choice(), false, &mut Silent).is_err() {
            break;
        }
    }
    text
}

/// The game by its choices; by its seed where words do not say it.
pub fn of_choices(prepared: &Prepared, game: &Failing) -> String {
    let head = head(prepared, "the game goes on", game.seed);
    let text = format!("{head}{}", acts(prepared, game));
    text.trim_end().to_owned()
}

/// A script that ends with what a seat may do, or may not.
pub fn ending_with(prepared: &Prepared, game: &Failing, last: &str) -> String {
    let head = head(prepared, "the rule gives nothing away", game.seed);
    format!("{head}{}  {last}", acts(prepared, game))
}
