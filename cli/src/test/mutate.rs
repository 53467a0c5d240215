//! `bidlang test --mutate`: changes of the rules that no scripted game notices.

use std::collections::BTreeSet;
use std::io::IsTerminal;

use bidlang::Game;
use bidlang::engine::{FaultKind, Stream};
use bidlang::loader::Source;
use bidlang::syntax::tree::TestItem;
use bidlang_lab::coverage::Counted;
use bidlang_lab::mutants::{self, Mutant};
use bidlang_lab::script::{self, Manner};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::{Value, json};

use super::suites::{self, Suite};
use super::{Args, Format};
use crate::{End, formats, loader, output};

/// Rules and phrases are nested; each thread has room for that.
const STACK: usize = 64 << 20;
/// A changed game may take so many times as many decisions as the plain one, and so many more, before it counts as endless.
const LONGER: u64 = 10;
const MORE: u64 = 1000;

/// What came of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The checker refuses it.
    Refused,
    /// A scripted game fails.
    Noticed,
    /// A scripted game goes on without end.
    Endless,
    /// Nothing shows.
    Unnoticed,
}

/// A scripted game and what it does with the plain rules.
struct Known<'s> {
    test: &'s TestItem,
    transcript: String,
    snapshot: bool,
    decisions: u64,
    /// Where in the rules begins what it comes to.
    begins: BTreeSet<usize>,
}

/// A game, its changes, and what came of each.
struct Tried {
    suite: Suite,
    mutants: Vec<(Mutant, Fate)>,
    /// How many there are in all, where only some were tried.
    all: usize,
}

impl Tried {
    fn count(&self, fate: Fate) -> usize {
        self.mutants.iter().filter(|(_, found)| *found == fate).count()
    }

    /// How many of a hundred changes that are rules were noticed; all where there are none.
    fn percent(&self) -> f64 {
        let valid = self.mutants.len() - self.count(Fate::Refused);
        if valid == 0 {
            return 100.0;
        }
        100.0 * (valid - self.count(Fate::Unnoticed)) as f64 / valid as f64
    }
}

pub fn run(args: &Args) -> End {
    let (suites, mut end) = suites::gather(args);
    let mut found = Vec::new();
    for suite in suites {
        let Some(game) = suite.game() else { continue };
        if suite.tests(args).next().is_none() {
            output::note(&format!("{}: there is no scripted game that could notice a change", suite.text.name));
            continue;
        }
        if !suite.passes(args, &game) {
            output::note(&format!(
                "{}: scripted games fail before anything is changed; mend them first",
                suite.text.name
            ));
            end = if end == End::Fine { End::Findings } else { end };
            continue;
        }
        found.push(try_all(args, suite, &game));
    }
    match args.format {
        Format::Human => found.iter().for_each(print),
        Format::Json => output::line(&formats::pretty(&json(&found))),
    }
    let least = found.iter().map(Tried::percent).fold(100.0, f64::min);
    if let Some(wanted) = args.fail_under.filter(|wanted| least < *wanted)
        && end == End::Fine
    {
        output::note(&format!("{least:.1} % is less than --fail-under {wanted}"));
        end = End::Findings;
    }
    end
}

// ---- trying -----------------------------------------------------------------------------------------

fn try_all(args: &Args, suite: Suite, game: &Game) -> Tried {
    let text = &suite.text.text;
    let mut mutants = mutants::of(text);
    let all = mutants.len();
    if let Some(most) = args.mutants.filter(|most| *most < all) {
        mutants = sample(mutants, most, args.seed.unwrap_or(1));
    }
    let mut known: Vec<Known> = suite
        .tests(args)
        .map(|(_, test)| {
            let outcome = script::play_so(game, test, Manner { counts: true, ..Manner::default() });
            let (transcript, snapshot, decisions) = (outcome.transcript, outcome.snapshot, outcome.decisions);
            let begins = outcome.counted.as_ref().map(Counted::begins).unwrap_or_default();
            Known { test, transcript, snapshot, decisions, begins }
        })
        .collect();
    // Whole games notice most.
    known.sort_by_key(|known| !known.snapshot);
    let source = bidlang_host::source(&suite.path, &suite.text);
    let bar = bar(mutants.len(), &suite.text.name);
    let tried = |mutant: Mutant| {
        let fate = fate(&source, &mutant, &known);
        bar.inc(1);
        (mutant, fate)
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let mutants = match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(|| mutants.into_par_iter().map(tried).collect()),
        // The system gives no threads: this one has room enough, too.
        Err(_) => mutants.into_iter().map(tried).collect(),
    };
    bar.finish_and_clear();
    drop(known);
    Tried { suite, mutants, all }
}

/// So many of all changes, drawn at random, in the order of the text.
fn sample(mut mutants: Vec<Mutant>, most: usize, seed: u64) -> Vec<Mutant> {
    let mut stream = Stream::new(seed, 0);
    let mut drawn = Vec::new();
    while drawn.len() < most && !mutants.is_empty() {
        let at = stream.below(u32::try_from(mutants.len()).unwrap_or(u32::MAX)) as usize;
        drawn.push(mutants.swap_remove(at));
    }
    drawn.sort_by_key(|mutant| (mutant.span.start, mutant.span.end));
    drawn
}

fn fate(source: &Source, mutant: &Mutant, known: &[Known]) -> Fate {
    let changed = Source { text: mutant.applied(&source.text), ..source.clone() };
    let Ok(game) = Game::load(&changed, &loader::disk()) else { return Fate::Refused };
    if !game.problems_of_setups().is_empty() {
        return Fate::Refused;
    }
    // Who comes to the line mostly notices that it has changed.
    let (first, last) = of_lines(&source.text, mutant);
    let comes_to_it = |known: &&Known| known.begins.range(first..=last).next().is_some();
    let (near, far): (Vec<&Known>, Vec<&Known>) = known.iter().partition(comes_to_it);
    for known in near.into_iter().chain(far) {
        let manner = Manner { decisions: known.decisions * LONGER + MORE, ..Manner::default() };
        let outcome = script::play_so(&game, known.test, manner);
        if outcome.stopped.is_some_and(|fault| matches!(fault.kind, FaultKind::Decisions(_) | FaultKind::Steps(_))) {
            return Fate::Endless;
        }
        if !outcome.failures.is_empty() || (known.snapshot && outcome.transcript != known.transcript) {
            return Fate::Noticed;
        }
    }
    Fate::Unnoticed
}

fn bar(length: usize, name: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} changes of {msg}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(name.to_owned());
    bar
}

// ---- telling ----------------------------------------------------------------------------------------

/// Where the lines of a change begin and end.
fn of_lines(text: &str, mutant: &Mutant) -> (usize, usize) {
    let (start, end) = (mutant.span.start as usize, mutant.span.end as usize);
    let first = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    // A line that is left out takes its end with it.
    let whole = text.get(start..end).is_some_and(|gone| gone.ends_with('\n'));
    let last =
        if whole { end } else { text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| end + at) };
    (first, last)
}

/// The lines of a change as they were, and as they became.
fn lines<'t>(text: &'t str, mutant: &Mutant) -> (&'t str, String) {
    let (start, end) = (mutant.span.start as usize, mutant.span.end as usize);
    let (first, last) = of_lines(text, mutant);
    let before = text.get(first..start).unwrap_or("");
    let after = text.get(end..last).unwrap_or("");
    (text.get(first..last).unwrap_or(""), format!("{before}{}{after}", mutant.with))
}

fn print(found: &Tried) {
    let text = &found.suite.text.text;
    for (mutant, _) in found.mutants.iter().filter(|(_, fate)| *fate == Fate::Unnoticed) {
        output::line(&format!(
            "{}:{}: {}, and no scripted game notices",
            found.suite.text.name,
            mutant.line(text),
            mutant.what
        ));
        let (before, after) = lines(text, mutant);
        before.lines().for_each(|line| output::line(&format!("  - {line}")));
        after.lines().filter(|line| !line.trim().is_empty()).for_each(|line| output::line(&format!("  + {line}")));
        output::line("");
    }
    let drawn = if found.mutants.len() < found.all { format!(" of {}", found.all) } else { String::new() };
    output::line(&format!(
        "{}: {}{drawn} changes; {} refused by check, {} noticed by scripted games, {} without end, {} not noticed ({:.1} % noticed)",
        found.suite.text.name,
        found.mutants.len(),
        found.count(Fate::Refused),
        found.count(Fate::Noticed),
        found.count(Fate::Endless),
        found.count(Fate::Unnoticed),
        found.percent(),
    ));
}

fn json(found: &[Tried]) -> Value {
    let game = |found: &Tried| {
        let text = &found.suite.text.text;
        let unnoticed = found.mutants.iter().filter(|(_, fate)| *fate == Fate::Unnoticed);
        let change = |(mutant, _): &(Mutant, Fate)| {
            let (before, after) = lines(text, mutant);
            json!({ "line": mutant.line(text), "what": mutant.what, "before": before, "after": after })
        };
        json!({
            "game": found.suite.text.name,
            "changes": found.all,
            "tried": found.mutants.len(),
            "refused": found.count(Fate::Refused),
            "noticed": found.count(Fate::Noticed),
            "endless": found.count(Fate::Endless),
            "percent": (found.percent() * 10.0).round() / 10.0,
            "unnoticed": unnoticed.map(change).collect::<Vec<_>>(),
        })
    };
    json!({ "version": 1, "games": found.iter().map(game).collect::<Vec<_>>() })
}
