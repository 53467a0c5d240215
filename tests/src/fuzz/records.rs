//! Records with edited lines and fields: what follows from the rules cannot be another thing in a record that holds.

use std::sync::LazyLock;

use bidlang::diagnostic::Code;
use bidlang::engine::Stream;
use bidlang::{Error, Game, Recorder, Replay, Silent};
use serde_json::Value;

use super::draw::Draw;
use crate::edits::{WAYS, field_edited, of_line, paths};
use crate::fuzz::seeds::SCRIPTED;
use crate::{play_some, playable};

/// Records of games, whole ones and such that were left, each with its game.
static RECORDS: LazyLock<Vec<(&Game, Vec<String>)>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for game in SCRIPTED.iter().map(|scripted| &scripted.game) {
        for prepared in playable(game).into_iter().take(2) {
            for most in [6, 40, 400] {
                let mut lines = Vec::new();
                let mut recorder = Recorder::new(&prepared, 1, None, |line| lines.push(line));
                if let Ok(table) = play_some(&prepared, 1, most, &mut recorder, |_, _, _| {}) {
                    recorder.end(&table, (!table.is_over()).then_some("the player left"));
                    drop(recorder);
                    let short = lines.iter().map(String::len).sum::<usize>() < 150_000;
                    found.extend(short.then_some((game, lines)));
                }
            }
        }
    }
    found
});

/// A record with up to three edits. It is refused in words, or says what the rules give.
pub fn records(data: &[u8]) {
    let mut draw = Draw::new(data);
    let (game, original) = &RECORDS[(draw.below(256) * 256 + draw.below(256)) % RECORDS.len()];
    let mut stream = Stream::new((draw.below(256) * 256 + draw.below(256)) as u64, 29);
    let mut lines = original.clone();
    if draw.one_in(4) {
        lines.retain(|line| ["game", "decision", "end"].contains(&sort(line)));
    }
    if draw.one_in(4) {
        lines.truncate(1 + draw.below(lines.len()));
    }
    for _ in 0..=draw.below(3) {
        let at = (draw.below(256) * 256 + draw.below(256)) % lines.len().max(1);
        edit(&mut lines, at, &mut draw, &mut stream);
    }
    let mut text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if draw.one_in(6) {
        text.truncate(text.floor_char_boundary((draw.below(256) * 256 + draw.below(256)) % (text.len() + 1)));
    }
    let checked = Replay::read(&text).and_then(|replay| {
        let prepared = game.prepare_replay(&replay)?;
        replay.check(&prepared)?;
        // What holds can be gone on with.
        prepared.table(replay.seed).replay(&replay.choices, &mut Silent).map(drop)
    });
    match checked {
        Ok(()) => assert!(says_no_more(original, &text), "{}: not noticed:\n{text}", game.title()),
        Err(Error::Record(problem)) => assert!([Code::BadRecord, Code::OtherRules].contains(&problem.code)),
        Err(error) => panic!("{error}"),
    }
}

fn sort(line: &str) -> &str {
    line.strip_prefix("{\"line\":\"").and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

/// Edits a line, or one of its fields.
fn edit(lines: &mut Vec<String>, at: usize, draw: &mut Draw, stream: &mut Stream) {
    let way = draw.pick(&WAYS);
    if draw.one_in(4) {
        let all: Vec<&str> = lines.iter().map(String::as_str).collect();
        if let Some(edit) = of_line(&all, at, way) {
            drop(lines.splice(at..at + edit.out, edit.put));
        }
        return;
    }
    let Some(Ok(value)) = lines.get(at).map(|line| serde_json::from_str::<Value>(line)) else { return };
    let paths = paths(&value);
    if paths.is_empty() {
        return;
    }
    let path = &paths[(draw.below(256) * 256 + draw.below(256)) % paths.len()];
    if let Some(edited) = field_edited(&value, path, way, stream) {
        lines[at] = edited;
    }
}

/// Whether a record that holds says nothing that the original does not: it may end earlier, be short, name the seats otherwise, and have
/// another last choice where nothing came of it. From the first line alone nothing follows as long as nothing happens.
fn says_no_more(original: &[String], text: &str) -> bool {
    let value = |line: &str| serde_json::from_str::<Value>(line).ok();
    let sort = |value: &Value| value["line"].as_str().unwrap_or_default().to_owned();
    let told: Vec<Value> = text.lines().filter_map(value).collect();
    let short = told.iter().all(|line| ["game", "decision", "end"].contains(&sort(line).as_str()));
    let with_forced = told.iter().any(|line| line["forced"] == true);
    let kept = |line: &Value| match sort(line).as_str() {
        "decision" => !short || with_forced || line["forced"] != true,
        "game" | "end" => true,
        _ => !short,
    };
    let original = original.iter().filter_map(|line| value(line)).filter(kept);
    // From another choice on it is another game; in a record with all lines something tells it.
    let other_choice =
        told.iter().zip(original.clone()).position(|(told, original)| told["choice"] != original["choice"]);
    let told: Vec<Value> = match other_choice.filter(|_| short) {
        Some(at) => told.into_iter().take(at).collect(),
        None => told,
    };
    let last = told.iter().rposition(|line| sort(line) == "decision").unwrap_or(told.len());
    let ended = told.last().is_some_and(|line| sort(line) == "end");
    let same = |told: &Value, original: &Value| match (told.as_object(), original.as_object()) {
        (Some(told), Some(original)) => {
            let free = |name: &str| name == "stopped" || (short && !told.contains_key(name));
            let all = original.keys().all(|name| free(name) || told.contains_key(name));
            all && told.iter().all(|(name, value)| name == "stopped" || original.get(name) == Some(value))
        }
        _ => false,
    };
    let mut pairs = told.iter().zip(original).enumerate();
    pairs
        .all(|(at, (told, original))| at == 0 || same(told, &original) || (!ended && at >= last) || sort(told) == "end")
}
