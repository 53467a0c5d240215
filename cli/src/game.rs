//! One game of `bidlang run`, from the first card to the last line.

mod persons;
mod replayed;
mod thinking;
mod told;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::{SeatSet, Stream, each_seat};
use bidlang::{Act, Error, Follower, Ledger, Recorder, Table, Transcript, Turn};
use bidlang_players::{Player as _, Question};

use crate::audience::{Audience, Line};
use crate::bots::{Bot, Failure};
use crate::kept::Kept;
use crate::news::News;
use crate::output::OtherScreen;
use crate::prompt::Answer;
use crate::run::{Args, Format, Plan, ViewOf, usage};
use crate::scene::Saved;
use crate::seats::{OnFailure, Player};
use crate::sim::progress;
use crate::typing::Typing;
use crate::{End, output, report, seats};
use thinking::{bots, hinters, thinkers};
use told::{once_more, path_of, scores, title};

/// The stream of chance of the random players that take the place of programs which failed: those of the game and of its other random
/// players go on as they are.
const INSTEAD_OF_BOTS: u64 = 2;

/// How one playing of the game ended.
enum Done {
    Over,
    /// Before its end, and why.
    Left(String),
    /// The last choice of this seat is taken back.
    Undo(u8),
    Failed(Error),
    /// A program that plays failed.
    NoBot(Box<Diagnostic>),
}

/// What a person or a program has chosen.
struct Made {
    seat: u8,
    act: Act,
}

/// Plays the game that was planned; after an undo it is played again up to the choice before.
pub fn play(args: &Args, mut plan: Plan) -> End {
    let path = path_of(args);
    let persons = plan.players.contains(&Player::Human);
    // What cannot be had again by the seed.
    let answers = plan.players.iter().any(|player| !matches!(player, Player::Random | Player::First));
    let mut made: Vec<Made> = Vec::new();
    let mut again = args.record.is_none();
    let table = AtTable {
        typing: RefCell::new(if persons { Typing::new() } else { Typing::Lines }),
        saved: RefCell::default(),
        other: RefCell::default(),
    };
    loop {
        let kept = match path.map(|path| Kept::begin(path, again, answers)).transpose() {
            Ok(kept) => kept,
            Err(problem) => {
                report::plain(&problem);
                return End::Usage;
            }
        };
        again = true;
        let Ended { end, caught_up, another } = match play_once(args, &plan, &mut made, kept.as_ref(), &table) {
            Went::Ended(ended) => ended,
            Went::Undo(seat) => {
                // What others chose after this person's last choice goes with it.
                let last = made.iter().rposition(|made| made.seat == seat);
                made.truncate(last.unwrap_or(0));
                table.saved.borrow_mut().went_on();
                continue;
            }
        };
        // A record that was not caught up with stays as it was.
        if let Some(Err(problem)) = kept.filter(|_| caught_up).map(Kept::finish) {
            report::plain(&problem);
            return End::Usage;
        }
        if !another {
            return end;
        }
        made.clear();
        table.saved.take();
        plan.seed = match seats::seed(None) {
            Ok(seed) => seed.into(),
            Err(end) => return end,
        };
    }
}

/// How a game went.
struct Ended {
    end: End,
    /// Whether it went on from where it was left before, or began anew.
    caught_up: bool,
    /// Whether the person wants another game.
    another: bool,
}

/// How one playing of a game went.
enum Went {
    /// To its end, or up to where it was left.
    Ended(Ended),
    /// Up to where this seat takes its last choice back.
    Undo(u8),
}

/// What stays while games are played one after the other, and again after an undo.
struct AtTable {
    typing: RefCell<Typing>,
    saved: RefCell<Saved>,
    /// Where several persons share a terminal, the screen that nothing can be read on afterwards.
    other: RefCell<Option<OtherScreen>>,
}

/// Plays until the game is over or left, or a choice is taken back. `made` are the choices of persons and programs, which are made again as far
/// as there are any.
fn play_once(args: &Args, plan: &Plan, made: &mut Vec<Made>, kept: Option<&Kept>, at_table: &AtTable) -> Went {
    let AtTable { typing, saved, other } = at_table;
    let prepared = &plan.prepared;
    let persons = (0..).zip(&plan.players).filter(|(_, player)| **player == Player::Human);
    let humans: SeatSet = persons.fold(0, |set, (seat, _): (u32, _)| set | 1 << seat);
    let transcript_view = match args.view {
        Some(ViewOf::All) => None,
        Some(ViewOf::Seat(seat)) => Some(1 << seat),
        None => (humans != 0).then_some(humans),
    };
    let record_view = match args.view {
        Some(ViewOf::Seat(seat)) => Some(seat),
        _ => None,
    };
    // While choices made before an undo, or recorded ones, are made again, nothing is shown.
    let muted = Cell::new(!made.is_empty() || args.resume.is_some());
    // At a terminal the screen tells what happened, each time somebody is asked.
    let on_screen = Cell::new(typing.borrow_mut().size().is_some());
    let log = RefCell::new(Vec::new());
    let show: Line = Box::new(|line: String| {
        if !muted.get() && !on_screen.get() {
            output::line(&line);
        }
        log.borrow_mut().push(line);
    });
    // Of several persons at a screen each is told what they may know, and all what all of them know.
    let apart = if on_screen.get() && humans.count_ones() > 1 { humans } else { 0 };
    let logs: Vec<(u8, RefCell<Vec<String>>)> = each_seat(apart).map(|seat| (seat, RefCell::default())).collect();
    let own = logs.iter().map(|(seat, log)| {
        let write: Line = Box::new(|line: String| log.borrow_mut().push(line));
        (*seat, Transcript::new(prepared, Some(1 << *seat), write))
    });
    let record = RefCell::new(Vec::new());
    let keep: Line = Box::new(|line: String| {
        if let Some(kept) = kept {
            kept.line(&line);
        }
        record.borrow_mut().push(line);
    });
    let text = args.format == Format::Text && !args.quiet;
    let to_terminal: Line = Box::new(|line: String| output::line(&line));
    let refused = || Went::Ended(Ended { end: End::Usage, caught_up: false, another: false });
    let Ok(bots) = bots(plan) else { return refused() };
    let hears = |(seat, bot): &(u8, Bot)| -> Recorder<Line> {
        Recorder::new(prepared, plan.seed, Some(*seat), Box::new(bot.hears()))
    };
    let told = Audience {
        transcript: text.then(|| Transcript::new(prepared, transcript_view, show)),
        shown: (args.format == Format::Jsonl && !args.quiet)
            .then(|| Recorder::new(prepared, plan.seed, record_view, to_terminal)),
        kept: (kept.is_some() || humans != 0).then(|| Recorder::new(prepared, plan.seed, None, keep)),
        ledger: (humans != 0).then(|| Ledger::new(prepared, transcript_view)),
        own: own.collect(),
        followers: each_seat(humans).map(|seat| (seat, Follower::new(prepared, Some(seat)))).collect(),
        news: (humans != 0).then(|| News::new(prepared, humans)),
        bots: bots.iter().map(hears).collect(),
        prepared,
        thinkers: thinkers(plan, args.goal, args.replay.is_some()),
        hinters: hinters(plan, args.goal, args.replay.is_some()),
    };
    if text && made.is_empty() && !on_screen.get() {
        output::line(&title(args, plan, transcript_view.is_none()));
    }
    let mut table = match plan.recorded.as_ref().filter(|_| args.replay.is_some()) {
        Some(replay) => replay.table(prepared),
        None => prepared.table(plan.seed),
    };
    if let Some(most) = args.decisions {
        table = table.most_decisions(most);
    }
    if args.hands.is_some_and(|hands| !table.most_passes(hands)) {
        report::plain(&usage("this game has no phase that repeats, so `--hands` means nothing"));
        return refused();
    }
    let again = made.iter().map(|made| made.act.clone()).collect();
    let caught_up = args.resume.is_none() && made.is_empty();
    let read = vec![0; plan.players.len()];
    if on_screen.get() && humans.count_ones() > 1 {
        other.borrow_mut().get_or_insert_with(OtherScreen::begin);
    }
    let screen = OnScreen { typing, on: &on_screen, other, read, last: None };
    let mut playing = Playing {
        args,
        plan,
        table,
        told,
        made,
        again,
        caught_up: false,
        muted: &muted,
        log: &log,
        logs: &logs,
        record: &record,
        saved,
        kept,
        screen,
        bots,
    };
    if caught_up {
        playing.catch_up();
    }
    let done = playing.play_on().unwrap_or_else(Done::Failed);
    if matches!(done, Done::Over) {
        playing.tell_of_idle_bots();
    }
    let passes = playing.table.passes_played().is_some();
    let recorded = plan.recorded.as_ref().filter(|_| args.replay.is_some()).and_then(|replay| replay.left.as_deref());
    let (left, end) = match &done {
        Done::Over if passes => (Some(recorded.unwrap_or("the number of hands was reached")), End::Fine),
        Done::Over => (None, End::Fine),
        Done::Left(why) => (Some(why.as_str()), End::Fine),
        Done::Undo(seat) => return Went::Undo(*seat),
        Done::Failed(Error::Stopped(stopped)) => (Some(stopped.what.as_str()), End::Stopped),
        Done::Failed(_) => (Some("the record does not fit"), End::Findings),
        Done::NoBot(_) => (Some("a program that plays failed"), End::Stopped),
    };
    let caught_up = playing.caught_up;
    let over = playing.leave_screen() && left.is_none() && matches!(done, Done::Over);
    playing.end(left, args.quiet, matches!(done, Done::Over | Done::Left(_)));
    if text && humans != 0 && args.view.is_none() && left.is_none() {
        // Behind the end it is no secret any more; a game that was left may be gone on with.
        output::line(&format!("The same cards come again with `--seed {}`", plan.seed));
    }
    match &done {
        Done::Failed(Error::Stopped(stopped)) => report::told(&stopped.sources, &[once_more(plan, stopped)]),
        Done::Failed(error) => drop(report::error(error)),
        Done::NoBot(problem) => report::plain(problem),
        Done::Over | Done::Left(_) | Done::Undo(_) => {}
    }
    let another = over && playing.questions();
    Went::Ended(Ended { end, caught_up, another })
}

/// A game that is being played, up to its end or an undo.
struct Playing<'a> {
    args: &'a Args,
    plan: &'a Plan,
    table: Table,
    told: Audience<'a>,
    /// What persons and programs have chosen.
    made: &'a mut Vec<Made>,
    /// What they had chosen before an undo and is still to be made again.
    again: VecDeque<Act>,
    /// Whether everything that was chosen before has been made again.
    caught_up: bool,
    muted: &'a Cell<bool>,
    log: &'a RefCell<Vec<String>>,
    /// For each of several persons who share a screen, what that person was told.
    logs: &'a [(u8, RefCell<Vec<String>>)],
    /// The record so far, and how much of it was saved at the prompt.
    record: &'a RefCell<Vec<String>>,
    saved: &'a RefCell<Saved>,
    kept: Option<&'a Kept<'a>>,
    screen: OnScreen<'a>,
    /// The programs that play, with their seats; those that failed are gone.
    bots: Vec<(u8, Bot)>,
}

/// Where persons read and type.
struct OnScreen<'a> {
    typing: &'a RefCell<Typing>,
    /// Whether what happens is told by screens.
    on: &'a Cell<bool>,
    other: &'a RefCell<Option<OtherScreen>>,
    /// For each seat how many lines of the log were there at its last turn.
    read: Vec<usize>,
    /// Who was asked last.
    last: Option<u8>,
}

impl Playing<'_> {
    fn play_on(&mut self) -> Result<Done, Error> {
        let mut players = Stream::of_players(self.plan.seed);
        let mut instead = Stream::new(self.plan.seed, INSTEAD_OF_BOTS);
        if let Some(replay) = &self.plan.recorded {
            if self.args.replay.is_some() {
                return self.replay(replay);
            }
            self.go_on(replay, &mut players)?;
        }
        while let Some(turn) = self.table.turn_told(&mut self.told)? {
            self.table.may_go_on()?;
            if self.made.is_empty() {
                self.catch_up();
            }
            let (seat, again) = (turn.seat(), !self.again.is_empty());
            let player = self.plan.player(seat).unwrap_or(&Player::Random);
            let act = match player {
                Player::Random => turn.nth(players.below_long(turn.count())),
                Player::First => turn.nth(0),
                Player::Human | Player::Bot(_) | Player::Thinks(_) if again => self.again.pop_front(),
                Player::Thinks(_) => self.thinks(&turn, &mut instead),
                Player::Human => match self.asked(&turn) {
                    Answer::Act(act) => Some(act),
                    Answer::Undo(seat) => return Ok(Done::Undo(seat)),
                    Answer::Quit => return Ok(Done::Left("the player left".to_owned())),
                },
                Player::Bot(_) => match self.bot_chooses(&turn) {
                    Some(Ok(act)) => Some(act),
                    Some(Err(problem)) => return Ok(Done::NoBot(Box::new(problem))),
                    None => turn.nth(instead.below_long(turn.count())),
                },
            };
            let Some(act) = act else { break };
            if !again && matches!(player, Player::Human | Player::Bot(_) | Player::Thinks(_)) {
                self.made.push(Made { seat, act: act.clone() });
            }
            if let (Player::Human, Some(news)) = (player, &mut self.told.news) {
                news.chosen();
            }
            self.table.play_told(turn.seat(), &act, &mut self.told)?;
        }
        self.catch_up();
        Ok(Done::Over)
    }

    /// What a seat that thinks chooses.
    fn thinks(&mut self, turn: &Turn, instead: &mut Stream) -> Option<Act> {
        let (_, thinker) = self.told.thinkers.iter_mut().find(|(seat, _)| *seat == turn.seat())?;
        let _waits = progress::thinking(&format!("{} thinks", turn.name()));
        let question = Question { ask: turn.desk().state().waiting()?, count: turn.count() };
        let answer = thinker.answer(question);
        // Where no world fits, what is legal in them may not be legal here.
        bidlang_players::act(turn, answer).or_else(|| turn.nth(instead.below_long(turn.count())))
    }

    /// What the program of a seat chooses, or how it failed where that ends the game; none where a random player took its place.
    fn bot_chooses(&mut self, turn: &Turn) -> Option<Result<Act, Diagnostic>> {
        let at = self.bots.iter().position(|(seat, _)| *seat == turn.seat())?;
        let (_, bot) = self.bots.get_mut(at)?;
        let failure: Failure = match bot.choose(turn, self.args.bot_time) {
            Ok(act) => return Some(Ok(act)),
            Err(failure) => failure,
        };
        self.bots.remove(at).1.dismiss();
        let all = !self.plan.players.contains(&Player::Human);
        match self.args.on_bot_failure {
            OnFailure::Stop => Some(Err(failure.problem(turn.name(), all))),
            OnFailure::Random => {
                let told = failure.told(turn.name(), all);
                output::note(&format!("{told}; a random player goes on for {}", turn.name()));
                None
            }
        }
    }

    /// Tells of programs that have ended before the game, or wrote what they were not asked for, which no question has shown: the game is whole.
    fn tell_of_idle_bots(&mut self) {
        let all = !self.plan.players.contains(&Player::Human);
        for (seat, bot) in &mut self.bots {
            let name = self.plan.prepared.names().get(usize::from(*seat));
            if let (Err(failure), Some(name)) = (bot.is_there_at_the_end(), name) {
                output::note(&format!("{}; the game is over all the same", failure.told(name, all)));
            }
        }
    }

    /// Tells all who were told of the game how it ended; `fine` where neither rules nor record stopped it.
    fn end(&mut self, left: Option<&str>, quiet: bool, fine: bool) {
        let table = &self.table;
        for recorder in self.told.recorders() {
            recorder.end(table, left);
        }
        match &mut self.told.transcript {
            Some(transcript) if fine => transcript.end(&self.table, left),
            Some(transcript) => transcript.flush(),
            None if quiet => output::line(&scores(&self.table, left)),
            None => {}
        }
    }
}
