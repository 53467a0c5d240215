//! How a run ended: what stopped it, which assertions failed, the exit code.

use bidlang::MOST_DECISIONS;
use bidlang::diagnostic::{Code, Diagnostic};
use bidlang_lab::sim::Names;

use super::work::{Ended, Stop};
use super::{Args, Call, Played, Text, csv, figures, setups};
use crate::{End, output, report};

/// What is told after Ctrl-C.
fn so_far(all: &[Played], asked: usize) -> String {
    let games = all.last().map_or(0, |played| played.tally.games);
    let count = figures::counted(games, "game", "games");
    let missing = figures::counted(asked.saturating_sub(all.len()) as u64, "setup was", "setups were");
    match all {
        [.., last] if asked > 1 => {
            format!("interrupted: the last that is told is {}, of its first {count}; {missing} not begun", last.label)
        }
        _ if games == 0 => "interrupted: no game was played to its end".to_owned(),
        _ => format!("interrupted: what is told is of the first {count}; `--games` with that number tells the same"),
    }
}

/// Says how it ended, and whether what was asserted holds. `asked` setups were to be played one after another.
pub fn finish(call: &Call, text: &Text, all: &[Played], asked: usize, ended: Ended) -> End {
    let games: u64 = all.iter().map(|played| played.tally.games).sum();
    match ended {
        Ended::Stopped(stop) => {
            let at = if stop.other {
                all.get(1)
            } else if call.args.compare.is_some() || !call.args.against.is_empty() {
                all.first()
            } else {
                all.last()
            };
            if let Some(played) = at {
                report::setup(&text.sources, &[fault(played, text, stop, call.args)]);
            }
            output::note(&format!("stopped; what is told is of the {} games before that one", figures::whole(games)));
            return End::Stopped;
        }
        Ended::Interrupted => {
            output::note(&so_far(all, asked));
            if !call.args.assert.is_empty() {
                output::note("assertions were not looked at");
            }
            return End::Interrupted;
        }
        Ended::Whole => {}
    }
    let mut end = End::Fine;
    for played in all {
        for assertion in &call.args.assert {
            if let Some(found) = assertion.fails(&played.tally) {
                output::note(&format!(
                    "assertion failed: {}: it is {} ({}, {})",
                    assertion.words,
                    csv::plain(found),
                    played.prepared().game().title(),
                    played.label
                ));
                end = End::Findings;
            }
        }
    }
    end
}

/// What stopped a game, and how to see it.
fn fault(played: &Played, text: &Text, stop: Stop, args: &Args) -> Diagnostic {
    let prepared = played.prepared();
    let names = Names::new(prepared);
    let limit =
        if args.decisions == MOST_DECISIONS { String::new() } else { format!(" --decisions {}", args.decisions) };
    let thinks = setups::players(&played.players.words(), args.goal);
    Diagnostic::new(
        Code::GameStopped,
        prepared.compiled().line(stop.fault.rule),
        format!("the game with seed {} stopped: {}", stop.seed, names.fault(stop.fault.kind)),
    )
    .help(format!(
        "see it with `bidlang run {} --seed {} {}{thinks}{limit}`",
        text.name,
        stop.seed,
        setups::flags(prepared.game(), prepared.setup())
    ))
}
