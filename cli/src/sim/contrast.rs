//! Two games with the same seeds, held against each other.

use bidlang::lower::Setup;
use bidlang::{Error, Game};
use bidlang_lab::sim::{Contrast, Counter};
use serde_json::json;

use super::played::Played;
use super::work::{Ended, Job, Stop};
use super::{Call, Format, Text, compare, csv, end, figures, html, page, read, setups, tables, told, usage, work};
use crate::{End, output, report, seats};

/// Plays two games with the same seeds.
pub(super) fn contrast(call: &Call, text: &Text, game: &Game) -> Result<End, End> {
    let args = call.args;
    let other = match &args.compare {
        Some(path) => Some(read(path)?),
        None => None,
    };
    let (other_text, other_game) = other.as_ref().map_or((text, game), |(text, game)| (text, game));
    let has = |game: &Game, name: &str| {
        let plain = name.replace('_', "-");
        game.game.options.iter().any(|option| option.name == plain)
    };
    // An option that only one of the two has is meant for that one; one that neither has is told by both.
    let (ours, theirs): (Vec<_>, Vec<_>) = args
        .options
        .iter()
        .map(|option| {
            let (here, there) = (has(game, &option.0), has(other_game, &option.0));
            ((here || !there).then(|| option.clone()), (there || !here).then(|| option.clone()))
        })
        .unzip();
    let mut theirs: Vec<(String, String)> = theirs.into_iter().flatten().collect();
    theirs.retain(|(name, _)| !args.against.iter().any(|(own, _)| own.replace('_', "-") == name.replace('_', "-")));
    theirs.extend(args.against.iter().cloned());
    let players = if args.players.is_empty() {
        vec![*game.players().start().max(other_game.players().start())]
    } else {
        args.players.clone()
    };
    let prepare = |text: &Text, game: &Game, options: &[(String, String)]| {
        let wanted =
            setups::setups(game, &players, options).and_then(|mut wanted| match (wanted.pop(), wanted.len()) {
                (Some(only), 0) => Ok(only),
                _ => Err(vec![usage("a comparison is of one setup with another: name one value of each option")]),
            });
        wanted.map_err(|problems| {
            report::setup(&text.sources, &problems);
            End::Usage
        })
    };
    let ours: Vec<(String, String)> = ours.into_iter().flatten().collect();
    let setups = (prepare(text, game, &ours)?, prepare(other_text, other_game, &theirs)?);
    let begin = |error: Error| report::error(&error);
    let levels = |setup: &Setup| told(seats::levels(setup.players, args.players_are, &args.seat));
    let (ours, theirs) = (levels(&setups.0)?, levels(&setups.1)?);
    let mut first = Played::new(game, setups.0, (ours, args.goal), call).map_err(begin)?;
    let mut second = Played::new(other_game, setups.1, (theirs, args.goal), call).map_err(begin)?;
    call.progress.now("");
    for assertion in &args.assert {
        for played in [&first, &second] {
            told(assertion.fits(&played.prepared().compiled().program))?;
        }
    }
    let page = told(page(args))?;
    let seats = usize::from(first.prepared().players());
    let mut contrast = Contrast::new(seats);
    let (games, players) = ((&first.watched, &second.watched), (&first.players, &second.players));
    let tallies = (&mut first.tally, &mut second.tally);
    let worker = || tables::Two {
        first: (Counter::new(games.0, args.decisions), players.0.clone()),
        second: (Counter::new(games.1, args.decisions), players.1.clone()),
        seed: call.shown.seed,
        seats,
    };
    let think = first.players.think() || second.players.think();
    let job = Job { games: args.games, threads: call.threads, think };
    let ended = told(work::play(job, call.interrupted, worker, |(one, two, pairs), done| {
        tallies.0.merge(&one);
        tallies.1.merge(&two);
        contrast.merge(&pairs);
        call.progress.done(done);
        Ok(())
    }))?;
    call.progress.end(contrast.games * 2, call.threads);
    let label = |played: &Played, text: &Text| {
        format!("{} ({}), {}", played.prepared().game().title(), text.name, played.label)
    };
    let labels = (label(&first, text), label(&second, other_text));
    match args.format {
        Format::Text => {
            output::prompt(&format!(
                "{} of games with {}, seeds from {}\n{}",
                figures::counted(contrast.games, "pair", "pairs"),
                first.players.told(),
                call.shown.seed,
                compare::text(&contrast, &labels.0, &labels.1)
            ));
        }
        Format::Json => output::line(
            &json!({
                "first": first.report(&call.shown),
                "second": second.report(&call.shown),
                "comparison": compare::json(&contrast),
                "complete": matches!(ended, Ended::Whole),
            })
            .to_string(),
        ),
        Format::Csv => output::prompt(&told(csv::text(&compare::csv(&contrast)))?),
    }
    let all = [first, second];
    let compared = html::Compared { contrast: &contrast, first: &labels.0, second: &labels.1 };
    if let Some(page) = page {
        told(page.hold(&html::page(&call.shown, &all, Some(compared))))?;
    }
    let at_fault = if matches!(ended, Ended::Stopped(Stop { other: true, .. })) { other_text } else { text };
    Ok(end::finish(call, at_fault, &all, 1, ended))
}
