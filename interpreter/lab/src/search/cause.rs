//! Why a game went wrong, and how that is told.

use bidlang::Prepared;

use super::Failing;
use super::again::{Again, Ending};
use crate::coverage::play_to_the_end;
use crate::design::setup_in_words;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{FaultKind, Node, NodeId, Op, Turns};

/// What two games have in common that go wrong for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A rule asked for what cannot be done.
    Fault {
        /// The sort of fault.
        sort: u8,
        /// The rule that asks for it.
        line: Span,
    },
    /// The game goes on and on.
    Endless,
    /// It is over, and nobody has won.
    Nobody,
}

impl Cause {
    /// The cause of an ending; none where all is well.
    pub fn of(prepared: &Prepared, ending: &Ending) -> Option<Self> {
        match ending {
            Ending::Left => None,
            Ending::Over(0) => (!nobody_may_win(prepared)).then_some(Self::Nobody),
            Ending::Over(_) => None,
            Ending::Fault(fault) => {
                let sort = match fault.kind {
                    FaultKind::DealShort(..) => 0,
                    FaultKind::OutOfRange(..) => 1,
                    FaultKind::TrackRange(..) => 2,
                    FaultKind::PayShort(..) => 3,
                    FaultKind::Nobody => 4,
                    FaultKind::Stuck(_) => 5,
                    FaultKind::NoRow(_) => 6,
                    FaultKind::DivideByZero => 7,
                    FaultKind::Overflow => 8,
                    FaultKind::Illegal => 9,
                    FaultKind::Choices(_) => 10,
                    FaultKind::NoRowForNone => 11,
                    FaultKind::NoNumber => 12,
                    FaultKind::UpsideDown(..) => 13,
                    FaultKind::NothingToDraw(..) => 14,
                    FaultKind::NoCard => 15,
                    FaultKind::Steps(_) | FaultKind::Decisions(_) => return Some(Self::Endless),
                };
                Some(Self::Fault { sort, line: prepared.compiled().line(fault.rule) })
            }
        }
    }
}

/// Whether some line says that nobody wins: then it is meant. Where no line says who wins at all, that is told.
fn nobody_may_win(prepared: &Prepared) -> bool {
    let program = &prepared.compiled().program;
    let node = |id: NodeId| program.nodes.get(id);
    let is_nobody = |who: NodeId| match node(who) {
        Some(Node::Seats(0)) => true,
        Some(Node::JustSeat(one)) => node(*one) == Some(&Node::Int(-1)),
        _ => false,
    };
    let mut won = program.code.iter().filter_map(|op| if let Op::Won(who) = op { Some(*who) } else { None }).peekable();
    won.peek().is_none() || won.any(is_nobody)
}

/// The finding.
pub fn told(prepared: &Prepared, game: &Failing) -> Diagnostic {
    let (words, compiled) = (prepared.words(), prepared.compiled());
    let setup = setup_in_words(words.game, prepared.setup());
    let replay = match game.cause {
        Cause::Nobody if !game.plays_itself(prepared) => {
            "the script plays it again: put it into the file and call `bidlang test`".to_owned()
        }
        Cause::Fault { .. } => "the script plays it again: put it into the file and call `bidlang test`".to_owned(),
        _ => format!("`{}` plays it again, and so does the script", command(prepared, game)),
    };
    match game.cause {
        Cause::Nobody => {
            let won = compiled.program.code.iter().zip(&compiled.program.lines).rev();
            let line = won.filter(|(op, _)| matches!(op, Op::Won(_))).map(|(_, line)| compiled.line(*line)).next();
            let span = line.unwrap_or_default();
            Diagnostic::new(Code::NobodyWins, span, format!("a game can end without a winner, as one did with {setup}"))
                .help(format!("say who wins a tie: `players with highest ...` lets all of them win; say `won by nobody` where that is meant\n{replay}"))
        }
        Cause::Endless => endless(prepared, game, &setup, &replay),
        Cause::Fault { sort: 5, line } => {
            let seat = fault_of(prepared, game).map(|kind| words.fault(kind)).unwrap_or_default();
            Diagnostic::new(Code::NothingToDo, line, format!("{seat}, as can happen with {setup}"))
                .here("the decision without a legal act")
                .help(format!("{}\n{replay}", on_nothing_to_do(prepared, line)))
        }
        Cause::Fault { line, .. } => {
            let why = fault_of(prepared, game).map(|kind| words.fault(kind)).unwrap_or_default();
            Diagnostic::new(Code::CanStop, line, format!("the game can stop here: {why}, with {setup}"))
                .help(format!("guard the line with `when`, or make sure of it before\n{replay}"))
        }
    }
}

/// What helps where somebody has nothing to do.
fn on_nothing_to_do(prepared: &Prepared, line: Span) -> &'static str {
    let compiled = prepared.compiled();
    let mut asks = compiled.program.asks.iter().filter(|ask| compiled.line(ask.rule) == line);
    if asks.any(|ask| matches!(ask.turns, Turns::Tricks(_))) {
        "leave out who has no card, as in `among players where hand is not empty`; or see that all have as many"
    } else {
        "add an act that is always possible, such as `pass`; or ask only `when` there is something to do"
    }
}

/// What is typed to see the game again.
fn command(prepared: &Prepared, game: &Failing) -> String {
    let rulebook = prepared.game();
    let options = rulebook.game.options.iter().zip(&prepared.setup().options).enumerate();
    let options = options.filter(|(_, (option, value))| option.usually != **value);
    let options: String = options
        .map(|(index, (option, value))| format!(" -o {}={}", option.name, rulebook.option_word(index, *value)))
        .collect();
    let plain = |name: &&str| !name.contains(char::is_whitespace);
    let name = Some(rulebook.name.as_str()).filter(plain).unwrap_or("FILE");
    format!("bidlang run {name} -p {}{options} -s {}", prepared.players(), game.seed)
}

/// The game again, up to where it stopped.
fn fault_of(prepared: &Prepared, game: &Failing) -> Option<FaultKind> {
    match Again::new(prepared).replay(game.seed, &game.choices).ending {
        Ending::Fault(fault) => Some(fault.kind),
        _ => None,
    }
}

/// A game that goes on and on, with the lines that come again and again.
fn endless(prepared: &Prepared, game: &Failing, setup: &str, replay: &str) -> Diagnostic {
    let mut table = prepared.table(game.seed).most_decisions(super::MOST_DECISIONS);
    let Err(fault) = play_to_the_end(&mut table, game.seed) else {
        return Diagnostic::new(
            Code::GoesOn,
            Span::default(),
            format!("a game does not come to its end, with {setup}"),
        )
        .help(replay);
    };
    let cycle = table.cycle(fault.kind);
    let compiled = prepared.compiled();
    let (first, others) = cycle.split_first().map_or((fault.rule, &[][..]), |(first, others)| (*first, others));
    let (how, meant) = match fault.kind {
        FaultKind::Steps(_) => ("without a decision", ""),
        _ => (
            "though everybody chooses at random",
            "; where players who think come to the end, say `allow goes-on because ...`",
        ),
    };
    let mut problem = Diagnostic::new(
        Code::GoesOn,
        compiled.line(first),
        format!("a game can go on without end, {how}, with {setup}"),
    )
    .here("this comes again and again")
    .help(format!("let something bring the game closer to its end each time around: a count, a hand that shrinks, a pass `for good`{meant}\n{replay}"));
    let mut lines = vec![compiled.line(first)];
    for rule in others {
        let line = compiled.line(*rule);
        if !lines.contains(&line) && lines.len() < 4 {
            lines.push(line);
            problem = problem.and(line, "and this");
        }
    }
    problem
}
