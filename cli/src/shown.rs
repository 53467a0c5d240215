//! What a person is shown of a turn, and what a line that is typed means by it.

use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::{Act, Board, Error, Picking, Reason, Steps, Turn, Typed};

use crate::output;
use crate::scene::Scene;
use crate::screen::{Choices, DONE, Palette, Screen, Size, Target};
use crate::typing::Typing;

/// Most legal acts that are listed where there is no screen.
const MOST_LISTED: usize = 40;

/// What is shown of a scene: the table, what may be done, and what was picked of an act of several cards.
pub struct Shown<'a> {
    scene: &'a Scene<'a>,
    picking: Option<Picking>,
    choices: Choices,
    /// What stands above the prompt.
    screen: Option<Screen>,
    on_screen: bool,
}

impl<'a> Shown<'a> {
    /// Nothing is shown yet.
    pub fn new(scene: &'a Scene<'a>, on_screen: bool) -> Self {
        let picking = Picking::new(scene.turn);
        let choices = Choices::of(scene.turn, picking.as_ref(), on_screen);
        Self { scene, picking, choices, screen: None, on_screen }
    }

    /// The table and what may be done: a screen at a terminal, lines elsewhere.
    pub fn begin(&mut self, typing: &mut Typing) {
        self.table(typing, false);
        if typing.size().is_none() {
            self.list(None, MOST_LISTED);
        }
        if let Some(notice) = &self.scene.notice {
            output::told(&format!("  {notice}"));
        }
    }

    /// What stands above the prompt.
    pub const fn screen(&self) -> Option<&Screen> {
        self.screen.as_ref()
    }

    /// What may be done, in words, for completion.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.choices.words()
    }

    /// The table, with `all` that is remembered.
    pub fn table(&mut self, typing: &mut Typing, all: bool) {
        let Some(size) = typing.size() else {
            output::told("");
            output::told(&self.scene.turn.view().to_string());
            return;
        };
        let board = Board::new(self.scene.turn, self.scene.follower);
        let colours = palette(&board);
        let screen = Screen {
            title: self.scene.turn.prepared().game().title().to_owned(),
            board,
            since: self.scene.log.get(self.scene.read..).unwrap_or_default().to_vec(),
            choices: self.choices.clone(),
            all,
            colours,
        };
        output::screen(&screen.drawn(size));
        self.screen = Some(screen);
    }

    /// All acts, or all cards that may be picked next.
    pub fn list_all(&self, size: Option<Size>) {
        self.list(size, usize::MAX);
    }

    fn list(&self, size: Option<Size>, most: usize) {
        if let Some(size) = size {
            let lines = self.choices.lines(size.width);
            lines.iter().for_each(|line| output::told(&line.line(None)));
            return;
        }
        output::told(&format!("{}, you may", self.scene.turn.name()));
        self.choices.plain(most).iter().for_each(|line| output::told(line));
    }

    /// Puts the card back that was picked last; whether there was one.
    pub fn put_back(&mut self, typing: &mut Typing) -> bool {
        let was = self.picking.as_mut().is_some_and(Picking::back);
        if was {
            self.picked(typing);
        }
        was
    }

    /// The list goes with what is picked now.
    fn picked(&mut self, typing: &mut Typing) {
        self.choices = Choices::of(self.scene.turn, self.picking.as_ref(), self.on_screen);
        if self.on_screen {
            self.table(typing, false);
        } else {
            if let Some(picking) = self.picking.as_ref().filter(|picking| picking.begun()) {
                output::told(&format!("  {} and", picking.so_far()));
            }
            self.list(None, MOST_LISTED);
        }
    }

    /// The act that a line tells. A card of an act that picks several is taken, and the rest is asked for; or it is said what is wrong.
    pub fn act(&mut self, line: &str, typing: &mut Typing) -> Option<Act> {
        match self.choices.labelled(line).cloned() {
            Some(Target::Act(act)) => return Some(act),
            Some(Target::Step(step)) => return self.pick(&[step], typing),
            None => {}
        }
        if let Some(picking) = self.picking.as_ref().filter(|picking| picking.begun()) {
            if line.eq_ignore_ascii_case(DONE) {
                let whole = picking.whole();
                if whole.is_none() {
                    output::told("  that is not enough; `undo` puts the last one back");
                }
                return whole;
            }
            return match picking.read(line) {
                Steps::These(steps) => self.pick(&steps, typing),
                Steps::Several(lists) => {
                    say_which(&lists);
                    None
                }
                Steps::Nothing => {
                    output::told(&format!(
                        "  that does not go with {}; `undo` puts the last one back",
                        picking.so_far()
                    ));
                    None
                }
            };
        }
        if let Ok(number) = line.parse::<i64>() {
            return self.number(number, line);
        }
        self.in_words(line, typing)
    }

    /// Takes things that are picked; the act, where that is all.
    fn pick(&mut self, steps: &[bidlang::Step], typing: &mut Typing) -> Option<Act> {
        let picking = self.picking.as_mut()?;
        steps.iter().for_each(|step| picking.take(step));
        if let Some(act) = picking.whole().filter(|_| picking.steps().is_empty()) {
            return Some(act);
        }
        self.picked(typing);
        None
    }

    fn number(&self, number: i64, line: &str) -> Option<Act> {
        let turn = self.scene.turn;
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
        output::told(&format!("  there is no act {number}; the acts are numbered 1 to {labels}"));
        None
    }

    fn in_words(&mut self, line: &str, typing: &mut Typing) -> Option<Act> {
        let turn = self.scene.turn;
        let problems = match turn.read(line) {
            Ok(act) => return Some(act),
            Err(Error::Words(problems)) => problems,
            Err(error) => {
                output::told(&format!("  {error}"));
                return None;
            }
        };
        let typed = turn.read_typed(line);
        if let Typed::Act(act) = typed {
            return Some(act);
        }
        match self.picking.as_ref().map(|picking| picking.read(line)) {
            Some(Steps::These(steps)) => return self.pick(&steps, typing),
            Some(Steps::Several(lists)) => {
                say_which(&lists);
                return None;
            }
            Some(Steps::Nothing) | None => {}
        }
        if let Typed::Several(acts) = typed {
            say_which(&acts.iter().map(ToString::to_string).collect::<Vec<_>>());
            return None;
        }
        // Cards are understood as people type them, also where they may not be picked.
        let unread =
            |problem: &Diagnostic| matches!(problem.code, Code::Syntax | Code::UnknownCard | Code::NotUnderstood);
        if problems.iter().all(unread)
            && let Ok(reasons) = turn.why_not(line)
            && !reasons.is_empty()
        {
            told(&reasons);
            let last = line.rsplit(' ').next().and_then(|word| word.parse::<usize>().ok());
            if let Some(number) = last.filter(|number| (1..=self.choices.labels()).contains(number)) {
                output::told(&format!("  for number {number} of the list say `{number}` alone"));
            }
            return None;
        }
        if problems.iter().any(|problem| problem.code == Code::Syntax) {
            output::told("  that is not understood; say a number, an act as it is listed, or `help`");
            return None;
        }
        for Diagnostic { message, help, .. } in problems {
            output::told(&format!("  {message}{}", help.map_or_else(String::new, |help| format!(" ({help})"))));
        }
        None
    }
}

fn say_which(lists: &[String]) {
    match lists {
        [] => output::told("  that is too much at once; say less"),
        _ => output::told(&format!("  say which: {}", lists.join("; "))),
    }
}

/// The colours of a terminal that wants them.
fn palette(board: &Board) -> Option<Palette> {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted.then(|| Palette { groups: board.groups.iter().map(|group| group.colour).collect() })
}

/// Tells why words may not be done.
pub fn why_not(turn: &Turn, words: &str) {
    let Ok(reasons) = turn.why_not(words) else {
        output::told("  say `why not` and an act or a card, as in `why not 9 of Spades`");
        return;
    };
    if reasons.is_empty() {
        output::told("  it is legal");
    }
    told(&reasons);
}

/// Tells why something may not be done.
fn told(reasons: &[Reason]) {
    for reason in reasons {
        let place = reason.clause.as_ref().map(|clause| format!(" (line {} of {})", clause.line, clause.file));
        output::told(&format!("  {}{}", reason.words, place.unwrap_or_default()));
    }
}
