//! One game of `bidlang run`, from the first card to the last line.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::engine::{Choice, Desk, Event, Fault, Runner, SeatSet, Seeded, Sink, State, Stream, each_seat};
use bidlang::record::{self, Head, Recorder};
use bidlang::session::{Listener, Session, Turn};
use bidlang::transcript::Transcript;
use bidlang::why::Ledger;
use bidlang::words::Words;
use bidlang_lab::script;

use crate::prompt::{Answer, Scene};
use crate::seats::Player;
use crate::{End, output, prompt, report};

use crate::run::{Args, Format, Plan, ViewOf, usage};

type Write1<'a> = Box<dyn FnMut(String) + 'a>;

/// Who is told of the game: the reader, and the record's file.
struct Told<'a> {
    transcript: Option<Transcript<'a, Write1<'a>>>,
    shown: Option<Recorder<'a, Write1<'a>>>,
    kept: Option<Recorder<'a, Write1<'a>>>,
    /// What was scored, where somebody may ask for it.
    ledger: Option<Ledger<'a>>,
}

impl Sink for Told<'_> {
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

impl Listener for Told<'_> {
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
    Fault(Fault),
    Bad(Diagnostic),
}

/// Plays the game that was planned; after an undo it is played again up to the choice before.
pub fn play(args: &Args, plan: &Plan) -> End {
    let file = match &args.record {
        None => None,
        Some(path) => match File::create(path) {
            Ok(file) => Some(std::cell::RefCell::new(BufWriter::new(file))),
            Err(error) => {
                report::plain(
                    &Diagnostic::new(
                        Code::CannotWrite,
                        Span::default(),
                        format!("{}: cannot be written: {error}", path.display()),
                    )
                    .help("check the folder and your rights to it"),
                );
                return End::Usage;
            }
        },
    };
    let mut made: Vec<Choice> = Vec::new();
    loop {
        if let Some(file) = &file {
            // After an undo the record begins anew.
            let mut file = file.borrow_mut();
            let _ = file.flush();
            let _ = file.get_ref().set_len(0);
            let _ = std::io::Seek::rewind(file.get_mut());
        }
        let before = made.len();
        let (done, end) = play_once(args, plan, &mut made, file.as_ref());
        if matches!(done, Done::Undo) {
            made.truncate(before.max(made.len()).saturating_sub(1));
            continue;
        }
        if let Some(Err(error)) = file.as_ref().map(|file| file.borrow_mut().flush()) {
            report::plain(&Diagnostic::new(
                Code::CannotWrite,
                Span::default(),
                format!("the record could not be written: {error}"),
            ));
            return End::Usage;
        }
        return end;
    }
}

fn play_once(
    args: &Args,
    plan: &Plan,
    made: &mut Vec<Choice>,
    file: Option<&std::cell::RefCell<BufWriter<File>>>,
) -> (Done, End) {
    let words = Words { game: &plan.rulebook.game, program: &plan.compiled.program, seats: &plan.names };
    let humans: SeatSet = plan
        .players
        .iter()
        .enumerate()
        .filter(|(_, player)| **player == Player::Human)
        .fold(0, |set, (seat, _)| set | 1 << seat);
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
    let muted = std::cell::Cell::new(!made.is_empty());
    let log = std::cell::RefCell::new(Vec::new());
    let show: Write1 = Box::new(|line: String| {
        if !muted.get() {
            output::line(&line);
        }
        log.borrow_mut().push(line);
    });
    let head = |view| Head { rulebook: &plan.rulebook, setup: &plan.setup, seed: plan.seed, view };
    let keep: Write1 = Box::new(move |line: String| {
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
    let mut told = Told {
        transcript: text.then(|| Transcript::new(words, transcript_view, show)),
        shown: (args.format == Format::Jsonl && !args.quiet)
            .then(|| Recorder::new(&head(record_view), words, Box::new(|line: String| output::line(&line)) as Write1)),
        kept: file.map(|_| Recorder::new(&head(None), words, keep)),
        ledger: (humans != 0).then(|| Ledger::new(&plan.rulebook, words, transcript_view)),
    };
    if text && !muted.get() {
        output::line(&title(plan));
    }
    let mut session = Session::new(plan.compiled.runner(), Seeded::new(plan.seed), args.decisions);
    session.desk.most_passes =
        args.hands.and_then(|hands| first_repeating(plan).map(|phase| (phase, i64::from(hands))));
    if let (Some(_), None) = (args.hands, session.desk.most_passes) {
        report::plain(&usage("this game has no phase that repeats, so `--hands` means nothing"));
        return (Done::Quit, End::Usage);
    }
    let mut again: VecDeque<Choice> = made.iter().copied().collect();
    let done = turns(plan, words, &mut session, &mut told, made, &mut again, &muted, &log);
    let scores = session.runner.scores(session.state()).collect::<Vec<_>>();
    let winners = session.runner.winners(session.state());
    let (reason, end) = match &done {
        Done::Over => (None, End::Fine),
        Done::Quit => (Some("the player left".to_owned()), End::Fine),
        Done::Undo => return (Done::Undo, End::Fine),
        Done::Fault(fault) => (Some(words.fault(fault.kind)), End::Stopped),
        Done::Bad(_) => (Some("the record does not fit".to_owned()), End::Usage),
    };
    let ended: Result<SeatSet, &str> = match (&reason, winners, args.hands) {
        (Some(reason), _, _) => Err(reason),
        (None, 0, Some(_)) => Err("the number of hands was reached"),
        (None, winners, _) => Ok(winners),
    };
    for recorder in [&mut told.shown, &mut told.kept].into_iter().flatten() {
        recorder.end(&scores, ended, session.decisions);
    }
    match &mut told.transcript {
        Some(transcript) if matches!(done, Done::Over | Done::Quit) => transcript.end(&scores, ended),
        Some(transcript) => transcript.flush(),
        None if args.quiet => {
            let list: Vec<String> =
                scores.iter().zip(&plan.names).map(|(score, name)| format!("{name} {score}")).collect();
            output::line(&format!(
                "{}; {}",
                list.join(", "),
                if winners == 0 { "nobody wins".to_owned() } else { format!("won by {}", words.seat_list(winners)) }
            ));
        }
        None => {}
    }
    drop(told);
    match &done {
        Done::Fault(fault) => report::told(&plan.rulebook.sources, &[stopped(plan, words, *fault, &mut session)]),
        Done::Bad(problem) => report::plain(problem),
        _ => {}
    }
    (done, end)
}

/// What stopped the game, at the line of the rules file, with the cycle if it went on and on.
fn stopped(plan: &Plan, words: Words, fault: Fault, session: &mut Session) -> Diagnostic {
    use bidlang::engine::FaultKind;
    let problem = Diagnostic::new(
        Code::GameStopped,
        plan.compiled.line(fault.rule),
        format!("the game stopped: {}", words.fault(fault.kind)),
    )
    .help(format!("play it again with `--seed {} --players {}`", plan.seed, plan.setup.players));
    if !matches!(fault.kind, FaultKind::Decisions(_) | FaultKind::Steps(_)) {
        return problem;
    }
    let mut problem = problem.here("the last decision");
    let cycle = session.cycle(fault.kind);
    for (step, rule) in cycle.iter().take(6).enumerate() {
        problem = problem
            .and(plan.compiled.line(*rule), format!("step {} of {} that come again and again", step + 1, cycle.len()));
    }
    problem
}

fn first_repeating(plan: &Plan) -> Option<u16> {
    plan.compiled
        .program
        .phases
        .iter()
        .position(|phase| phase.pass.is_some())
        .and_then(|phase| u16::try_from(phase).ok())
}

fn title(plan: &Plan) -> String {
    let options: Vec<String> = plan
        .rulebook
        .game
        .options
        .iter()
        .zip(&plan.setup.options)
        .enumerate()
        .map(|(index, (option, value))| format!("{} = {}", option.name, plan.rulebook.option_word(index, *value)))
        .collect();
    let options = if options.is_empty() { String::new() } else { format!(", {}", options.join(", ")) };
    format!(
        "{}, {} players: {}; seed {}{options}",
        plan.rulebook.game.title,
        plan.setup.players,
        plan.names.join(", "),
        plan.seed
    )
}

#[allow(clippy::too_many_arguments)]
fn turns(
    plan: &Plan,
    words: Words,
    session: &mut Session,
    told: &mut Told,
    made: &mut Vec<Choice>,
    again: &mut VecDeque<Choice>,
    muted: &std::cell::Cell<bool>,
    log: &std::cell::RefCell<Vec<String>>,
) -> Done {
    let mut players = Stream::of_players(plan.seed);
    let mut replayed = plan.replay.as_ref().map(|replay| replay.choices.iter().collect::<VecDeque<_>>());
    loop {
        let seats = match session.advance(told) {
            Ok(Turn::Over) => {
                return replayed
                    .and_then(|left| left.front().map(|(line, ..)| *line))
                    .map_or(Done::Over, |line| Done::Bad(record::longer(line)));
            }
            Ok(Turn::Choose(seats)) => seats,
            Err(fault) => return Done::Fault(fault),
        };
        let Some(seat) = each_seat(seats).next() else { return Done::Over };
        let player = plan.players.get(usize::from(seat)).copied().unwrap_or(Player::Random);
        let count = |session: &mut Session| session.runner.choices(&mut session.desk, seat);
        let choice = if let Some(replayed) = &mut replayed {
            match record::chosen(words, session, seat, replayed.pop_front()) {
                Ok(choice) => Some(choice),
                Err(problem) => return Done::Bad(problem),
            }
        } else {
            match player {
                Player::Random => {
                    let count = count(session);
                    let drawn = players.below_long(count);
                    session.runner.nth_choice(&mut session.desk, seat, drawn)
                }
                Player::First => session.runner.nth_choice(&mut session.desk, seat, 0),
                Player::Human => match again.pop_front() {
                    Some(choice) => Some(choice),
                    None => {
                        muted.set(false);
                        if let Some(transcript) = &mut told.transcript {
                            transcript.flush();
                        }
                        let none = Ledger::new(&plan.rulebook, words, None);
                        let ledger = told.ledger.as_ref().unwrap_or(&none);
                        let (rulebook, compiled) = (&plan.rulebook, &plan.compiled);
                        let scene = Scene {
                            rules: script::Scene { rulebook, compiled, words },
                            ledger,
                            undo: !made.is_empty(),
                        };
                        match prompt::ask(&scene, &session.runner, &mut session.desk, seat, &log.borrow()) {
                            Answer::Choice(choice) => {
                                made.push(choice);
                                Some(choice)
                            }
                            Answer::Undo => return Done::Undo,
                            Answer::Quit => return Done::Quit,
                        }
                    }
                },
            }
        };
        let Some(choice) = choice else { return Done::Over };
        if let Err(fault) = session.make(seat, &choice, false, told) {
            return Done::Fault(fault);
        }
    }
}
