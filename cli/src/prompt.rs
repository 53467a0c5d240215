//! The person at the terminal: the table as their seat sees it, the legal acts, and what may be said.

use std::io::BufRead;
use std::ops::ControlFlow;

use bidlang::View;
use bidlang::engine::{Choice, Desk, Runner};
use bidlang::syntax::parse_said;
use bidlang::why::{self, Ledger};
use bidlang_lab::script;

use crate::output;
use crate::reasons;

/// What the person wants.
pub enum Answer {
    /// This choice.
    Choice(Choice),
    /// Take the last choice back.
    Undo,
    /// Leave the game.
    Quit,
}

/// What the prompt needs to know.
pub struct Scene<'a> {
    /// What words are read against.
    pub rules: script::Scene<'a>,
    /// What was scored, as the person may know it.
    pub ledger: &'a Ledger<'a>,
    /// Whether there is a choice to take back.
    pub undo: bool,
}

/// Most legal acts that are listed.
const MOST_LISTED: usize = 40;

const HELP: &str = "\
  a number          do the act with that number
  the words         the act in words, as it is listed: bid 9 of Spades
  why not WORDS     which rule forbids an act or a card: why not 9 of Spades
  why               all that you may not do now, and the clauses that forbid it
  why score         what each score is made of
  table             show the table again
  list              list all legal acts
  log               what has happened so far
  undo              take your last choice back
  help              this help
  quit              leave the game";

/// Asks a seat until it has chosen.
pub fn ask(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8, log: &[String]) -> Answer {
    table(scene, runner, desk, seat);
    let choices = list(scene, runner, desk, seat, MOST_LISTED);
    let mut lines = std::io::stdin().lock().lines();
    loop {
        output::prompt(&format!("{}> ", scene.rules.words.seat(seat)));
        let Some(Ok(line)) = lines.next() else {
            output::line("");
            return Answer::Quit;
        };
        let line = line.trim();
        match line {
            "" => {}
            "help" | "?" => output::line(HELP),
            "quit" | "exit" => return Answer::Quit,
            "undo" if scene.undo => return Answer::Undo,
            "undo" => output::line("  there is nothing to take back"),
            "log" => log.iter().for_each(|line| output::line(line)),
            "table" => table(scene, runner, desk, seat),
            "list" => drop(list(scene, runner, desk, seat, usize::MAX)),
            "why" => why(scene, runner, desk, seat),
            "why score" | "why scores" | "scores" | "score" => {
                let scores = runner.scores(desk.state()).collect::<Vec<_>>();
                reasons::scores(scene.rules, scene.ledger, &scores);
            }
            _ => {
                if let Some(words) = line.strip_prefix("why not").map(str::trim) {
                    why_not(scene, runner, desk, seat, words);
                } else if let Ok(number) = line.parse::<usize>() {
                    match number.checked_sub(1).and_then(|index| choices.get(index)) {
                        Some(choice) => return Answer::Choice(*choice),
                        None => output::line(&format!(
                            "  there is no act {number}; the acts are numbered 1 to {}",
                            choices.len()
                        )),
                    }
                } else if let Some(choice) = words(scene, runner, desk, seat, line) {
                    return Answer::Choice(choice);
                }
            }
        }
    }
}

fn why(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8) {
    let refusal = why::forbidden(scene.rules.words, runner, desk, seat, true);
    reasons::refusal(scene.rules, scene.rules.words.seat(seat), &refusal);
}

fn words(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8, line: &str) -> Option<Choice> {
    let Ok(said) = parse_said(line) else {
        output::line("  that is not understood; say a number, an act as it is listed, or `help`");
        return None;
    };
    match script::understand(&scene.rules, runner, desk, seat, &said) {
        Ok(choice) => Some(choice),
        Err(problems) => {
            for problem in problems {
                output::line(&format!(
                    "  {}{}",
                    problem.message,
                    problem.help.map_or_else(String::new, |help| format!(" ({help})"))
                ));
            }
            None
        }
    }
}

fn why_not(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8, words: &str) {
    let Ok(said) = parse_said(words) else {
        output::line("  say `why not` and an act or a card, as in `why not 9 of Spades`");
        return;
    };
    let reasons = script::why_not(&scene.rules, runner, desk, seat, &said);
    if reasons.is_empty() {
        output::line("  it is legal");
    }
    for (reason, span) in reasons {
        let place = scene.rules.rulebook.sources.place(span).filter(|_| span.end > 0);
        let place = place.map_or_else(String::new, |place| format!(" (line {} of {})", place.line(), place.name));
        output::line(&format!("  {reason}{place}"));
    }
}

/// Shows the table as a seat sees it.
fn table(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8) {
    let view = View::of(scene.rules.words, &runner.view(desk, Some(seat)));
    output::line("");
    output::line(&view.to_string());
}

/// Lists the legal acts and gives them all.
fn list(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8, most: usize) -> Vec<Choice> {
    let mut choices = Vec::new();
    runner.each_choice(desk, seat, |choice| {
        choices.push(*choice);
        ControlFlow::Continue(())
    });
    let Some(ask) = runner.ask(desk.state()) else { return choices };
    output::line(&format!("{}, you may", scene.rules.words.seat(seat)));
    for (index, choice) in choices.iter().enumerate().take(most) {
        output::line(&format!("  {:>3}  {}", index + 1, scene.rules.words.choice(ask, choice)));
    }
    if choices.len() > most {
        output::line(&format!("  ... and {} more: say `list`, or the act in words", choices.len() - most));
    }
    choices
}
