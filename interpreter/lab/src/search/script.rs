//! A game as a script that plays it again.

use std::fmt::Write;

use super::Found;
use super::cause::seats;
use crate::engine::{Choice, Desk, Event, Runner, Seeded, Silent, Sink, State, each_seat};
use crate::lower::{Compiled, Setup};
use crate::rulebook::Rulebook;
use crate::session::{Listener, MOST_DECISIONS, Session, Turn};
use crate::words::Words;

/// What stands before the acts.
fn head(rulebook: &Rulebook, name: &str, setup: &Setup, seed: u64) -> String {
    let mut text = format!("test {name}\n  players {}\n", seats(setup.players).join(", "));
    for (index, (option, value)) in rulebook.game.options.iter().zip(&setup.options).enumerate() {
        if option.usually != *value {
            let _ = writeln!(text, "  option {} is {}", option.name, rulebook.option_word(index, *value));
        }
    }
    let _ = writeln!(text, "  seed {seed}");
    text
}

/// The game that the seed plays by itself.
pub fn played_by_the_seed(rulebook: &Rulebook, game: &Found) -> String {
    let name = if game.cause == super::Cause::Endless { "it comes to an end" } else { "somebody wins" };
    format!("{}  play on", head(rulebook, name, &game.setup, game.seed))
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
            self.lines.push(line(self.words, ask, seat, choice));
        }
    }
}

fn line(words: Words, ask: &crate::engine::Ask, seat: u8, choice: &Choice) -> String {
    format!("  {}: {}\n", words.seat(seat), words.choice(ask, choice))
}

/// The acts of a game, each in words. Forced acts are told only where the same words come next as a choice.
pub fn acts(rulebook: &Rulebook, compiled: &Compiled, setup: &Setup, seed: u64, choices: &[u64]) -> String {
    let names = seats(setup.players);
    let words = Words { game: &rulebook.game, program: &compiled.program, seats: &names };
    let mut session = Session::new(compiled.runner(), Seeded::new(seed), MOST_DECISIONS);
    let mut forced = Forced { words, lines: Vec::new() };
    let mut text = String::new();
    for wanted in choices {
        forced.lines.clear();
        let Ok(Turn::Choose(seats)) = session.advance(&mut forced) else { break };
        let Some(seat) = each_seat(seats).next() else { break };
        let Some(choice) = session.runner.nth_choice(&mut session.desk, seat, *wanted) else { break };
        let Some(ask) = session.runner.ask(session.state()) else { break };
        let said = line(words, ask, seat, &choice);
        if forced.lines.contains(&said) {
            text.extend(forced.lines.drain(..));
        }
        text += &said;
        if session.make(seat, &choice, false, &mut Silent).is_err() {
            break;
        }
    }
    text
}

/// The game by its choices; by its seed where words do not say it.
pub fn of_choices(rulebook: &Rulebook, compiled: &Compiled, game: &Found) -> String {
    let head = head(rulebook, "the game goes on", &game.setup, game.seed);
    let acts = acts(rulebook, compiled, &game.setup, game.seed, &game.choices);
    let text = format!("{head}{acts}");
    text.trim_end().to_owned()
}

/// A script that ends with what a seat may do, or may not.
pub fn ending_with(rulebook: &Rulebook, compiled: &Compiled, game: &Found, last: &str) -> String {
    let head = head(rulebook, "the rule gives nothing away", &game.setup, game.seed);
    let acts = acts(rulebook, compiled, &game.setup, game.seed, &game.choices);
    format!("{head}{acts}  {last}")
}
