//! The person at the terminal: the table as their seat sees it, what may be done, and what may be said.

use bidlang::engine::SeatSet;
use bidlang::{Act, Ledger, Prepared};

use crate::output;
use crate::reading;
use crate::reasons;
use crate::scene::{Keeping, Scene, Undo, is_yes};
use crate::shown::{Shown, why_not};
use crate::typing::Typing;

/// What the person wants.
#[allow(clippy::large_enum_variant, reason = "one at a time, for what is typed")]
pub enum Answer {
    /// To do this.
    Act(Act),
    /// Take the last choice of this seat back.
    Undo(u8),
    /// Leave the game.
    Quit,
}

const HELP: &str = "\
  a number, a letter  do the act with that number or letter; where a number is bid, a number is that number
  the words           the act in words, as it is listed or shorter: bid 9 of Spades, 9s, qs kd
  several cards       all at once, or one after the other; `done` where there may be more, `undo` puts one back
  why not WORDS       which rule forbids an act or a card: why not 9 of Spades
  hint                what a player that thinks would do in your place, from what you may know
  why                 all that you may not do now, and the clauses that forbid it
  score, why score    what each score is made of
  table, table all    show the table again; with all that is remembered
  list                list all legal acts
  log, last           what has happened so far; since your last turn
  rules, rules WORD   the rule book; of it what has this word, as in `rules auction`
  save FILE           keep the game in a file; `bidlang run GAME --resume FILE` goes on with it
  undo                take your last choice back, as long as you were told nothing new since;
                      `undo anyway` in any case
  help                this help
  quit, q             leave the game";

/// The words that are no acts, for completion.
const COMMANDS: [&str; 19] = [
    "done",
    "help",
    "hint",
    "list",
    "log",
    "last",
    "quit",
    "rules",
    "rules ",
    "save ",
    "score",
    "table",
    "table all",
    "undo",
    "undo anyway",
    "why",
    "why not ",
    "why score",
    "exit",
];

/// Asks a seat until it has chosen.
pub fn ask(scene: &Scene, typing: &mut Typing) -> Answer {
    let turn = scene.turn;
    let mut shown = Shown::new(scene, typing.size().is_some());
    shown.begin(typing);
    loop {
        let words = || shown.words().chain(COMMANDS.map(str::to_owned)).collect();
        let Some(line) = typing.line_below(&format!("{}> ", turn.name()), words, shown.screen()) else {
            // Ctrl-D, or there is nothing more to read.
            if scene.keeping.may_leave(typing) {
                return Answer::Quit;
            }
            continue;
        };
        let line = line.trim();
        match line {
            "" => {}
            "help" | "?" => output::told(HELP),
            "quit" | "exit" | "q" => {
                if scene.keeping.may_leave(typing) {
                    return Answer::Quit;
                }
            }
            "undo" if shown.put_back(typing) => {}
            "undo" | "undo anyway" => match (scene.undo, line) {
                (Undo::Nothing, _) => output::told("  there is nothing of yours to take back"),
                (Undo::Told(what), "undo") => output::told(&format!("  {}", told_since(what))),
                _ => return Answer::Undo(turn.seat()),
            },
            "log" => reading::paged(scene.log, typing),
            "last" => reading::paged(scene.log.get(scene.read..).unwrap_or_default(), typing),
            "table" => shown.table(typing, false),
            "table all" => shown.table(typing, true),
            "list" => shown.list_all(typing.size()),
            "rules" => reading::rules(turn.prepared(), "", typing),
            "save" => output::told("  say where: `save FILE`; `bidlang run GAME --resume FILE` goes on with it"),
            "hint" => crate::hints::tell(scene),
            "why" => reasons::refusal(turn.name(), &turn.refused()),
            "why score" | "why scores" | "scores" | "score" => {
                reasons::scores(turn.prepared(), scene.ledger, &turn.scores());
            }
            _ => {
                if let Some(words) = line.strip_prefix("why not").map(str::trim) {
                    why_not(turn, words);
                } else if let Some(words) = line.strip_prefix("rules ").map(str::trim) {
                    reading::rules(turn.prepared(), words, typing);
                } else if let Some(path) = line.strip_prefix("save ").map(str::trim) {
                    scene.keeping.save(path);
                } else if let Some(act) = shown.act(line, typing) {
                    return Answer::Act(act);
                }
            }
        }
    }
}

/// What may be asked when the game is over.
const AFTERWARDS: [&str; 9] = ["again", "log", "quit", "review", "rules", "rules ", "save ", "score", "why score"];

/// A game that is over.
pub struct Over<'a> {
    /// What was played.
    pub prepared: &'a Prepared,
    /// What was scored.
    pub ledger: &'a Ledger,
    /// The score of each seat.
    pub scores: &'a [i64],
    /// What has happened, in lines.
    pub log: &'a [String],
    /// What of it is kept.
    pub keeping: Keeping<'a>,
    /// The seats of persons.
    pub persons: SeatSet,
}

impl Over<'_> {
    /// A person may still ask; whether another game is wanted.
    pub fn asks(&self, typing: &mut Typing) -> bool {
        output::told(
            "`score` tells what each score is made of, `review` which choices cost most, `log` the whole game; `again` plays another, `quit` ends",
        );
        loop {
            let words = || AFTERWARDS.map(str::to_owned).to_vec();
            let Some(line) = typing.line("over> ", words) else { return false };
            match line.trim() {
                "" => {}
                "again" => return true,
                "quit" | "exit" | "q" => return false,
                "log" => reading::paged(self.log, typing),
                "review" => crate::review::tell(self.prepared, &self.keeping.record.borrow(), self.persons),
                "rules" => reading::rules(self.prepared, "", typing),
                "why" | "why score" | "why scores" | "scores" | "score" => {
                    reasons::scores(self.prepared, self.ledger, self.scores);
                }
                line => {
                    if let Some(words) = line.strip_prefix("rules ").map(str::trim) {
                        reading::rules(self.prepared, words, typing);
                    } else if let Some(path) = line.strip_prefix("save ").map(str::trim) {
                        self.keeping.save(path);
                    } else {
                        output::told(
                            "  the game is over; say `score`, `review`, `log`, `rules`, `save FILE`, `again` or `quit`",
                        );
                    }
                }
            }
        }
    }
}

/// What comes of handing the terminal over.
pub enum Handed {
    /// The other person sits there.
    Over,
    /// Who sat there before takes the last choice back.
    Undo,
    /// The game is left.
    Left,
}

/// Empties the screen before another person sits down to it, who sees nothing of what was typed before. `undo` is said by who sat there
/// before, whose choice it takes back.
pub fn hand_over(name: &str, undo: Undo, who_sits: &str, keeping: Keeping, typing: &mut Typing) -> Handed {
    *typing = Typing::new();
    output::screen(&[]);
    if !who_sits.is_empty() {
        output::told(who_sits);
    }
    loop {
        let question = format!("Hand over to {name}, who then presses Enter. ");
        let line = typing.line(&question, Vec::new);
        let said = line.as_deref().map_or("quit", str::trim);
        match (said, undo) {
            ("undo" | "undo anyway", Undo::Nothing) => output::told("There is nothing to take back."),
            ("undo anyway", _) | ("undo", Undo::Free) => return Handed::Undo,
            ("undo", Undo::Told(what)) => output::told(&told_since(what)),
            ("quit" | "exit" | "q", _) => {
                if keeping.may_leave(typing) {
                    return Handed::Left;
                }
            }
            _ => {
                *typing = Typing::new();
                return Handed::Over;
            }
        }
    }
}

/// Asks a person who has chosen since whether another takes their choice back.
pub fn agrees(name: &str, asker: &str, typing: &mut Typing) -> bool {
    output::told(&format!("{name}, {asker} takes a choice back, and with it what you chose since then."));
    typing.line(&format!("{name}, do you agree? (yes or no) "), Vec::new).is_some_and(|answer| is_yes(&answer))
}

fn told_since(what: &str) -> String {
    format!("since then you were told {what}, which does not change: with `undo anyway` you choose again, knowing that")
}
