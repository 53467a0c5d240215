//! The person at the terminal: the table as their seat sees it, what may be done, and what may be said.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;

use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::{Act, Board, Error, Follower, Ledger, Prepared, Turn, Typed};

use crate::files::unwritable;
use crate::output;
use crate::reasons;
use crate::screen::{Choices, Palette, Screen, Size};
use crate::typing::Typing;
use crate::written::Written;

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
    /// How many of these lines were there at the person's last turn.
    pub read: usize,
    /// What the seat was told, kept for its screen.
    pub follower: &'a Follower,
    /// Whether a game that is left now can be gone on with.
    pub saved: bool,
    /// The record of the game so far.
    pub record: &'a RefCell<Vec<String>>,
    /// What was kept by `save`.
    pub kept: &'a RefCell<Saved>,
}

impl Scene<'_> {
    /// Writes the game so far to a file that is not there yet, or that this game was kept in before.
    fn save(&self, path: &str) {
        let path = PathBuf::from(path);
        let lines = self.record.borrow();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut kept = self.kept.borrow_mut();
        let before = kept.places.contains(&path);
        if path.exists() && !before {
            output::line("  there is such a file already; say another name");
            return;
        }
        let begun = if before { Written::begin_again(&path) } else { Written::begin(&path) };
        let done = begun.and_then(|mut file| {
            file.write_all(text.as_bytes()).map_err(|error| unwritable(&path, &error))?;
            file.finish()
        });
        match done {
            Ok(()) => {
                kept.lines = lines.len();
                kept.places.push(path);
                output::line("  the game so far is kept there");
            }
            Err(problem) => output::line(&format!("  {}", problem.message)),
        }
    }
}

/// What of a game was kept by `save`.
#[derive(Debug, Default)]
pub struct Saved {
    /// How many lines of its record.
    lines: usize,
    /// Where.
    places: Vec<PathBuf>,
}

impl Saved {
    /// The game goes another way than what was kept.
    pub const fn went_on(&mut self) {
        self.lines = 0;
    }
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

/// Most legal acts that are listed where there is no screen.
const MOST_LISTED: usize = 40;

const HELP: &str = "\
  a number, a letter  do the act with that number or letter; where a number is bid, a number is that number
  the words           the act in words, as it is listed or shorter: bid 9 of Spades, 9s, qs kd
  why not WORDS       which rule forbids an act or a card: why not 9 of Spades
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
const COMMANDS: [&str; 17] = [
    "help",
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
    let choices = Choices::of(turn);
    let shown = Shown { scene, choices: &choices };
    shown.begin(typing);
    loop {
        let words = || choices.words().chain(COMMANDS.map(str::to_owned)).collect();
        let Some(line) = typing.line(&format!("{}> ", turn.name()), words) else { return Answer::Quit };
        let line = line.trim();
        match line {
            "" => {}
            "help" | "?" => output::line(HELP),
            "quit" | "exit" | "q" => {
                if shown.leave(typing) {
                    return Answer::Quit;
                }
            }
            "undo" | "undo anyway" => match (scene.undo, line) {
                (Undo::Nothing, _) => output::line("  there is nothing to take back"),
                (Undo::Told(what), "undo") => output::line(&format!(
                    "  since then you were told {what}, which does not change: with `undo anyway` you choose again, knowing that"
                )),
                _ => return Answer::Undo,
            },
            "log" => scene.log.iter().for_each(|line| output::line(line)),
            "last" => scene.log.iter().skip(scene.read).for_each(|line| output::line(line)),
            "table" => shown.table(typing, false),
            "table all" => shown.table(typing, true),
            "list" => shown.list(typing.size(), usize::MAX),
            "rules" => crate::reading::rules(turn.prepared(), "", typing),
            "save" => output::line("  say where: `save FILE`; `bidlang run GAME --resume FILE` goes on with it"),
            "why" => reasons::refusal(turn.name(), &turn.refused()),
            "why score" | "why scores" | "scores" | "score" => {
                reasons::scores(turn.prepared(), scene.ledger, &turn.scores());
            }
            _ => {
                if let Some(words) = line.strip_prefix("why not").map(str::trim) {
                    why_not(turn, words);
                } else if let Some(words) = line.strip_prefix("rules ").map(str::trim) {
                    crate::reading::rules(turn.prepared(), words, typing);
                } else if let Some(path) = line.strip_prefix("save ").map(str::trim) {
                    scene.save(path);
                } else if let Some(act) = shown.act(line) {
                    return Answer::Act(act);
                }
            }
        }
    }
}

/// The game is over, and a person may still ask; whether another game is wanted.
pub fn afterwards(prepared: &Prepared, ledger: &Ledger, scores: &[i64], log: &[String], typing: &mut Typing) -> bool {
    output::line("`score` tells what each score is made of, `log` the whole game; `again` plays another, `quit` ends");
    loop {
        let words = || AFTERWARDS.map(str::to_owned).to_vec();
        let Some(line) = typing.line("over> ", words) else { return false };
        match line.trim() {
            "" => {}
            "again" => return true,
            "quit" | "exit" | "q" => return false,
            "log" => log.iter().for_each(|line| output::line(line)),
            "why score" | "why scores" | "scores" | "score" => reasons::scores(prepared, ledger, scores),
            _ => output::line("  the game is over; say `score`, `log`, `again` or `quit`"),
        }
    }
}

/// What may be asked when the game is over.
const AFTERWARDS: [&str; 5] = ["again", "log", "quit", "score", "why score"];

/// Empties the screen before another person sits down to it; whether they do.
pub fn hand_over(name: &str, typing: &mut Typing) -> bool {
    output::screen(&[]);
    typing.line(&format!("Hand over to {name}, who then presses Enter. "), Vec::new).is_some()
}

/// What is shown of a scene, and how its lines are called.
struct Shown<'a> {
    scene: &'a Scene<'a>,
    choices: &'a Choices,
}

impl Shown<'_> {
    /// The table and what may be done: a screen at a terminal, lines elsewhere.
    fn begin(&self, typing: &mut Typing) {
        self.table(typing, false);
        if typing.size().is_none() {
            self.list(None, MOST_LISTED);
        }
    }

    fn table(&self, typing: &mut Typing, all: bool) {
        let Some(size) = typing.size() else {
            output::line("");
            output::line(&self.scene.turn.view().to_string());
            return;
        };
        let board = Board::new(self.scene.turn, self.scene.follower);
        let screen = Screen {
            title: self.scene.turn.prepared().game().title(),
            board: &board,
            since: self.scene.log.get(self.scene.read..).unwrap_or_default(),
            choices: self.choices,
            all,
        };
        let colours = palette(&board);
        let lines: Vec<String> = screen.lines(size).iter().map(|line| line.line(colours.as_ref())).collect();
        output::screen(&lines);
    }

    fn list(&self, size: Option<Size>, most: usize) {
        if let Some(size) = size {
            self.choices.lines(size.width).iter().for_each(|line| output::line(&line.line(None)));
            return;
        }
        output::line(&format!("{}, you may", self.scene.turn.name()));
        self.choices.plain(most).iter().for_each(|line| output::line(line));
    }

    /// The act that a line tells, or what is wrong with it.
    fn act(&self, line: &str) -> Option<Act> {
        let turn = self.scene.turn;
        if let Some(act) = self.choices.labelled(line) {
            return Some(act.clone());
        }
        if let Ok(number) = line.parse::<i64>() {
            if let Some(act) = turn.with_number(number) {
                return Some(act);
            }
            if turn.asks_for_a_number() {
                why_not(turn, line);
                return None;
            }
            if let Typed::Act(act) = turn.read_typed(line) {
                return Some(act);
            }
            let labels = self.choices.labels();
            output::line(&format!("  there is no act {number}; the acts are numbered 1 to {labels}"));
            return None;
        }
        words(turn, line)
    }

    /// Asks once whether a game that is not kept is left.
    fn leave(&self, typing: &mut Typing) -> bool {
        let saved = self.scene.kept.borrow().lines == self.scene.record.borrow().len();
        if self.scene.saved || saved || typing.size().is_none() {
            return true;
        }
        let answer = typing.line("The game is not kept (`save FILE` keeps it). Leave it? (yes or no) ", Vec::new);
        answer.is_none_or(|answer| answer.trim().to_lowercase().starts_with('y'))
    }
}

/// The colours of a terminal that wants them.
fn palette(board: &Board) -> Option<Palette> {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let french = board.groups.iter().all(|group| group.symbol.is_some());
    wanted.then_some(Palette { french })
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
    match turn.read_typed(line) {
        Typed::Act(act) => return Some(act),
        Typed::Several(acts) => {
            let acts: Vec<String> = acts.iter().map(ToString::to_string).collect();
            output::line(&format!("  say which: {}", acts.join("; ")));
            return None;
        }
        Typed::Nothing => {}
    }
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
