//! What is said of a game before and after it is played.

use std::path::PathBuf;

use bidlang::diagnostic::Diagnostic;
use bidlang::{Stopped, Table};

use crate::run::{Args, Plan, made};

/// Where the record of a game is kept.
pub(super) fn path_of(args: &Args) -> Option<&PathBuf> {
    args.record.as_ref().or(args.resume.as_ref())
}

/// What stopped the game, and how it is played again.
pub(super) fn once_more(plan: &Plan, stopped: &Stopped) -> Diagnostic {
    let call = format!("play it again with `--seed {} --players {}`", plan.seed, plan.prepared.players());
    stopped.problem.clone().help(call)
}

/// The game and who plays it; the seed, from which all cards follow, only where everything is told.
pub(super) fn title(args: &Args, plan: &Plan, all: bool) -> String {
    let prepared = &plan.prepared;
    let options: Vec<String> =
        prepared.options().into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!(", {}", options.join(", ")) };
    let resumed = plan.recorded.as_ref().filter(|_| args.resume.is_some());
    let resumed = resumed.map_or_else(String::new, |replay| format!("; goes on after {}", made(replay)));
    let (title, players, names) = (prepared.game().title(), prepared.players(), prepared.names().join(", "));
    let seed = if all { format!("; seed {}", plan.seed) } else { String::new() };
    format!("{title}, {players} players: {names}{seed}{options}{resumed}")
}

/// `Ann 3, Ben 5; won by Ben`, or why the game was left before somebody could win.
pub(super) fn scores(table: &Table, left: Option<&str>) -> String {
    let names = table.names();
    let list: Vec<String> = names.iter().zip(table.scores()).map(|(name, score)| format!("{name} {score}")).collect();
    let winners = table.winners().into_iter().filter_map(|seat| names.get(usize::from(seat)).cloned());
    let won = match (left, winners.collect::<Vec<_>>()) {
        (Some(why), _) => format!("stopped: {why}"),
        (None, nobody) if nobody.is_empty() => "nobody wins".to_owned(),
        (None, winners) => format!("won by {}", bidlang::words::list(winners)),
    };
    format!("{}; {won}", list.join(", "))
}
