//! The person at the terminal: the table as their seat sees it, the legal acts, and what may be said.

use std::io::BufRead;

use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::{Act, Error, Ledger, Turn};

use crate::output;
use crate::reasons;

/// What the person wants.
pub enum Answer {
    /// To do this.
    Act(Act),
    /// Take the last choice back.
    Undo,
    /// Leave the game.
    Quit,
}

/// What the prompt needs to know.
pub struct Scene<'a> {
    /// Whose turn it is.
    pub turn: &'a Turn,
    /// What was scored, as the person may know it.
    pub ledger: &'a Ledger,
    /// Whether there is a choice to take back.
    pub undo: Undo,
    /// What has happened so far, in lines.
    pub log: &'a [String],
}

/// Whether the last choice may be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// There is none.
    Nothing,
    /// What was told since was decided by it.
    Free,
    /// This was told since, which no undo makes unknown: it has to be meant.
    Told(&'static str),
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
  undo              take your last choice back, as long as you were told nothing new since; `undo anyway` in any case
  help              this help
  quit              leave the game";

/// Asks a seat until it has chosen.
pub fn ask(scene: &Scene) -> Answer {
    let turn = scene.turn;
    table(turn);
    let acts = list(turn, MOST_LISTED);
    let mut lines = std::io::stdin().lock().lines();
    loop {
        output::prompt(&format!("{}> ", turn.name()));
        let Some(Ok(line)) = lines.next() else {
            output::line("");
            return Answer::Quit;
        };
        let line = line.trim();
        match line {
            "" => {}
            "help" | "?" => output::line(HELP),
            "quit" | "exit" => return Answer::Quit,
            "undo" | "undo anyway" => match (scene.undo, line) {
                (Undo::Nothing, _) => output::line("  there is nothing to take back"),
                (Undo::Told(what), "undo") => output::line(&format!(
                    "  since then you were told {what}, which does not change: with `undo anyway` you choose again, knowing that"
                )),
                _ => return Answer::Undo,
            },
            "log" => scene.log.iter().for_each(|line| output::line(line)),
            "table" => table(turn),
            "list" => drop(list(turn, usize::MAX)),
            "why" => reasons::refusal(turn.name(), &turn.refused()),
            "why score" | "why scores" | "scores" | "score" => {
                reasons::scores(turn.prepared(), scene.ledger, &turn.scores());
            }
            _ => {
                if let Some(words) = line.strip_prefix("why not").map(str::trim) {
                    why_not(turn, words);
                } else if let Ok(number) = line.parse::<usize>() {
                    match number.checked_sub(1).and_then(|index| acts.get(index)) {
                        Some(act) => return Answer::Act(act.clone()),
                        None => output::line(&format!(
                            "  there is no act {number}; the acts are numbered 1 to {}",
                            acts.len()
                        )),
                    }
                } else if let Some(act) = words(turn, line) {
                    return Answer::Act(act);
                }
            }
        }
    }
}

fn words(turn: &Turn, line: &str) -> Option<Act> {
    let problems = match turn.read(line) {
        Ok(act) => return Some(act),
        Err(Error::Words(problems)) => problems,
        Err(error) => {
            output::line(&format!("  {error}"));
            return None;
        }
    };
    if problems.iter().any(|problem| problem.code == Code::Syntax) {
        output::line("  that is not understood; say a number, an act as it is listed, or `help`");
        return None;
    }
    for Diagnostic { message, help, .. } in problems {
        output::line(&format!("  {message}{}", help.map_or_else(String::new, |help| format!(" ({help})"))));
    }
    None
}

fn why_not(turn: &Turn, words: &str) {
    let Ok(reasons) = turn.why_not(words) else {
        output::line("  say `why not` and an act or a card, as in `why not 9 of Spades`");
        return;
    };
    if reasons.is_empty() {
        output::line("  it is legal");
    }
    for reason in reasons {
        let place = reason.clause.map(|clause| format!(" (line {} of {})", clause.line, clause.file));
        output::line(&format!("  {}{}", reason.words, place.unwrap_or_default()));
    }
}

/// Shows the table as the seat sees it.
fn table(turn: &Turn) {
    output::line("");
    output::line(&turn.view().to_string());
}

/// Lists the legal acts and gives them all.
fn list(turn: &Turn, most: usize) -> Vec<Act> {
    let acts = turn.legal();
    output::line(&format!("{}, you may", turn.name()));
    for (index, act) in acts.iter().enumerate().take(most) {
        output::line(&format!("  {:>3}  {act}", index + 1));
    }
    if acts.len() > most {
        output::line(&format!("  ... and {} more: say `list`, or the act in words", acts.len() - most));
    }
    acts
}
