//! One game of `bidlang run`, from the first card to the last line.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::{Choice, Desk, Event, Runner, SeatSet, Sink, State, Stream};
use bidlang::{Act, Error, Ledger, Listener, Recorder, Stopped, Table, Transcript, Turn, record};

use crate::prompt::{Answer, Scene};
use crate::seats::Player;
use crate::{End, files, output, prompt, report};

use crate::run::{Args, Format, Plan, ViewOf, usage};

type Line<'a> = Box<dyn FnMut(String) + 'a>;

/// Who is told of the game: the reader, and the record's file.
struct Audience<'a> {
    transcript: Option<Transcript<Line<'a>>>,
    shown: Option<Recorder<Line<'a>>>,
    kept: Option<Recorder<Line<'a>>>,
    /// What was scored, where somebody may ask for it.
    ledger: Option<Ledger>,
}

impl Sink for Audience<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if let Some(transcript) = &mut self.transcript {
            transcript.event(state, event);
        }
        for recorder in [&mut self.shown, &mut self.kept].into_iter().flatten() {
            recorder.event(state, event);
        }
        if let Some(ledger) = &mut self.ledger {
            ledger.event(state, event);
        }
    }
}

impl Listener for Audience<'_> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        for recorder in [&mut self.shown, &mut self.kept].into_iter().flatten() {
            recorder.decided(runner, desk, seat, choice, forced);
        }
        if let Some(ledger) = &mut self.ledger {
            ledger.decided(runner, desk, seat, choice, forced);
        }
    }
}

/// How one playing of the game ended.
enum Done {
    Over,
    Quit,
    Undo,
    Failed(Error),
}

/// Plays the game that was planned; after an undo it is played again up to the choice before.
pub fn play(args: &Args, plan: &Plan) -> End {
    let file = match args.record.as_ref().map(|path| files::create(path)).transpose() {
        Ok(file) => file.map(|file| RefCell::new(BufWriter::new(file))),
        Err(problem) => {
            report::plain(&problem);
            return End::Usage;
        }
    };
    let mut made: Vec<Act> = Vec::new();
    loop {
        if let Some(file) = &file {
            // After an undo the record begins anew.
            let mut file = file.borrow_mut();
            let _ = file.flush();
            let _ = file.get_ref().set_len(0);
            let _ = std::io::Seek::rewind(file.get_mut());
        }
        let before = made.len();
        let Some(end) = play_once(args, plan, &mut made, file.as_ref()) else {
            made.truncate(before.max(made.len()).saturating_sub(1));
            continue;
        };
        if let Some(Err(error)) = file.as_ref().map(|file| file.borrow_mut().flush()) {
            report::plain(&files::unwritten(&error));
            return End::Usage;
        }
        return end;
    }
}

/// Plays until the game is over or left; none after an undo. `made` are the choices of the persons, which are made again as far as
/// there are any.
fn play_once(args: &Args, plan: &Plan, made: &mut Vec<Act>, file: Option<&RefCell<BufWriter<File>>>) -> Option<End> {
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
    // While choices made before an undo are made again, nothing is shown.
    let muted = Cell::new(!made.is_empty());
    let log = RefCell::new(Vec::new());
    let show: Line = Box::new(|line: String| {
        if !muted.get() {
            output::line(&line);
        }
        log.borrow_mut().push(line);
    });
    let keep: Line = Box::new(move |line: String| {
        if let Some(file) = file {
            // A full disk is told when the file is flushed at the end.
            let mut file = file.borrow_mut();
            let _ = writeln!(file, "{line}");
            if humans != 0 {
                // A person may leave in any way at any time; what was played is then kept.
                let _ = file.flush();
            }
        }
    });
    let text = args.format == Format::Text && !args.quiet;
    let to_terminal: Line = Box::new(|line: String| output::line(&line));
    let told = Audience {
        transcript: text.then(|| Transcript::new(prepared, transcript_view, show)),
        shown: (args.format == Format::Jsonl && !args.quiet)
            .then(|| Recorder::new(prepared, plan.seed, record_view, to_terminal)),
        kept: file.map(|_| Recorder::new(prepared, plan.seed, None, keep)),
        ledger: (humans != 0).then(|| Ledger::new(prepared, transcript_view)),
    };
    if text && !muted.get() {
        output::line(&title(plan));
    }
    let mut table = prepared.table(plan.seed).most_decisions(args.decisions);
    if args.hands.is_some_and(|hands| !table.most_passes(hands)) {
        report::plain(&usage("this game has no phase that repeats, so `--hands` means nothing"));
        return Some(End::Usage);
    }
    let again = made.iter().cloned().collect();
    let mut playing = Playing { plan, table, told, made, again, muted: &muted, log: &log };
    let done = playing.play_on().unwrap_or_else(Done::Failed);
    let (left, end) = match &done {
        Done::Over if args.hands.is_some() && playing.table.winners().is_empty() => {
            (Some("the number of hands was reached"), End::Fine)
        }
        Done::Over => (None, End::Fine),
        Done::Quit => (Some("the player left"), End::Fine),
        Done::Undo => return None,
        Done::Failed(Error::Stopped(stopped)) => (Some(stopped.what.as_str()), End::Stopped),
        Done::Failed(_) => (Some("the record does not fit"), End::Usage),
    };
    playing.end(left, args.quiet, matches!(done, Done::Over | Done::Quit));
    if let Done::Failed(error) = &done {
        match error {
            Error::Stopped(stopped) => report::told(&stopped.sources, &[once_more(plan, stopped)]),
            error => drop(report::error(error)),
        }
    }
    Some(end)
}

/// What stopped the game, and how it is played again.
fn once_more(plan: &Plan, stopped: &Stopped) -> Diagnostic {
    let call = format!("play it again with `--seed {} --players {}`", plan.seed, plan.prepared.players());
    stopped.problem.clone().help(call)
}

fn title(plan: &Plan) -> String {
    let prepared = &plan.prepared;
    let options: Vec<String> =
        prepared.options().into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!(", {}", options.join(", ")) };
    let (title, players, names) = (prepared.game().title(), prepared.players(), prepared.names().join(", "));
    format!("{title}, {players} players: {names}; seed {}{options}", plan.seed)
}

/// A game that is being played, up to its end or an undo.
struct Playing<'a> {
    plan: &'a Plan,
    table: Table,
    told: Audience<'a>,
    /// What the persons have chosen.
    made: &'a mut Vec<Act>,
    /// What they had chosen before an undo and is still to be made again.
    again: VecDeque<Act>,
    muted: &'a Cell<bool>,
    log: &'a RefCell<Vec<String>>,
}

impl Playing<'_> {
    fn play_on(&mut self) -> Result<Done, Error> {
        if let Some(replay) = &self.plan.replay {
            let rest = self.table.replay(&replay.choices, &mut self.told)?;
            return rest.map_or(Ok(Done::Over), |_| Err(Error::Record(record::shorter())));
        }
        let mut players = Stream::of_players(self.plan.seed);
        while let Some(turn) = self.table.turn_told(&mut self.told)? {
            let player = self.plan.players.get(usize::from(turn.seat())).copied().unwrap_or(Player::Random);
            let act = match player {
                Player::Random => turn.nth(players.below_long(turn.count())),
                Player::First => turn.nth(0),
                Player::Human => match self.again.pop_front() {
                    Some(act) => Some(act),
                    None => match self.asked(&turn) {
                        Answer::Act(act) => {
                            self.made.push(act.clone());
                            Some(act)
                        }
                        Answer::Undo => return Ok(Done::Undo),
                        Answer::Quit => return Ok(Done::Quit),
                    },
                },
            };
            let Some(act) = act else { break };
            self.table.play_told(turn.seat(), &act, &mut self.told)?;
        }
        Ok(Done::Over)
    }

    /// Asks the person whose turn it is.
    fn asked(&mut self, turn: &Turn) -> Answer {
        self.muted.set(false);
        if let Some(transcript) = &mut self.told.transcript {
            transcript.flush();
        }
        let none = Ledger::new(&self.plan.prepared, None);
        let ledger = self.told.ledger.as_ref().unwrap_or(&none);
        prompt::ask(&Scene { turn, ledger, undo: !self.made.is_empty(), log: &self.log.borrow() })
    }

    /// Tells all who were told of the game how it ended; `fine` where neither rules nor record stopped it.
    fn end(mut self, left: Option<&str>, quiet: bool, fine: bool) {
        for recorder in [&mut self.told.shown, &mut self.told.kept].into_iter().flatten() {
            recorder.end(&self.table, left);
        }
        match &mut self.told.transcript {
            Some(transcript) if fine => transcript.end(&self.table, left),
            Some(transcript) => transcript.flush(),
            None if quiet => output::line(&scores(&self.table)),
            None => {}
        }
    }
}

/// `Ann 3, Ben 5; won by Ben`
fn scores(table: &Table) -> String {
    let names = table.names();
    let list: Vec<String> = names.iter().zip(table.scores()).map(|(name, score)| format!("{name} {score}")).collect();
    let winners = table.winners().into_iter().filter_map(|seat| names.get(usize::from(seat)).cloned());
    let won = match winners.collect::<Vec<_>>() {
        nobody if nobody.is_empty() => "nobody wins".to_owned(),
        winners => format!("won by {}", bidlang::words::list(winners)),
    };
    format!("{}; {won}", list.join(", "))
}
