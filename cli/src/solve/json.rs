//! Everything, for programs: `docs/solve.md` says what each part means. Of large games there are many situations, so they are told one
//! by one.

use bidlang::diagnostic::Diagnostic;
use bidlang_lab::solve::{Goal, Measure, Situation, Situations};
use serde_json::{Map, Value, json};

use super::Solved;

/// Tells the object, piece by piece.
///
/// # Errors
/// What the hearer says.
pub fn report(solved: &Solved, tell: &mut dyn FnMut(&str) -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
    let whole = head(solved).to_string();
    let open = whole.strip_suffix('}').map_or(whole.as_str(), |open| open);
    tell(&format!("{open},\"strategy\":["))?;
    let situations = solved.situations();
    let mut comma = "";
    for seat in 0..solved.prepared.players() {
        for at in situations.of(seat, usize::MAX) {
            tell(&format!("{comma}{}", situation(solved, &situations, &at)))?;
            comma = ",";
        }
    }
    tell("]}\n")
}

/// The object without its strategies.
fn head(solved: &Solved) -> Value {
    let (prepared, small) = (solved.prepared, solved.small);
    let options: Map<String, Value> =
        prepared.options().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let course: Vec<Value> = solved.course.iter().map(measure).collect();
    json!({
        "version": 1,
        "game": prepared.game().title(),
        "players": prepared.players(),
        "options": options,
        "goal": match small.goal { Goal::Win => "win", Goal::Score => "score" },
        "histories": small.histories,
        "ends": small.ends,
        "complete": solved.complete,
        "until": solved.until,
        "solved": solved.last().is_some_and(|last| last.exploitability() < solved.until),
        "course": course,
        "sides": sides(solved),
    })
}

fn measure(measure: &Measure) -> Value {
    json!({
        "iterations": measure.rounds,
        "exploitability": measure.exploitability(),
        "value": Solved::value(0, measure),
        "least": measure.least,
        "most": measure.most,
    })
}

fn sides(solved: &Solved) -> Vec<Value> {
    let words = solved.prepared.words();
    let both = (solved.small.goal == Goal::Score).then(|| solved.small.points(&solved.plans));
    let of = solved.small.sides.iter().enumerate().map(|(number, side)| {
        let value = solved.last().map(|last| Solved::value(number, last));
        let bounds = solved.last().map(|last| Solved::bounds(number, last));
        json!({
            "seats": side.seats.iter().map(|seat| seat + 1).collect::<Vec<_>>(),
            "names": side.seats.iter().map(|seat| words.seat(*seat)).collect::<Vec<_>>(),
            "information_sets": side.sets.len(),
            "value": value,
            "least": bounds.map(|(least, _)| least),
            "most": bounds.map(|(_, most)| most),
            "points": both.zip(value).map(|(both, value)| both / 2.0 + value),
        })
    });
    of.collect()
}

fn situation(solved: &Solved, situations: &Situations, at: &Situation) -> Value {
    let words = solved.prepared.words();
    let ask = words.program.asks.get(usize::from(at.ask));
    let choices = at.parts.iter().map(|part| {
        let mut choice = ask.map_or(Value::Null, |ask| words.json_choice(ask, &part.choice));
        if let Value::Object(choice) = &mut choice {
            choice.insert("words".to_owned(), json!(part.words));
            choice.insert("share".to_owned(), json!(part.share));
        }
        choice
    });
    json!({
        "seat": at.seat + 1,
        "name": words.seat(at.seat),
        "situation": at.words,
        "told": situations.story(at),
        "met": at.met,
        "choices": choices.collect::<Vec<_>>(),
    })
}
