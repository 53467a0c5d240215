//! Everything, for programs: `docs/solve.md` says what each part means.

use bidlang_lab::solve::{Goal, Measure};
use serde_json::{Map, Value, json};

use super::Solved;

/// The object.
pub fn report(solved: &Solved) -> Value {
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
        "strategy": strategy(solved),
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
    let sides = solved.small.sides.iter().enumerate();
    let of = sides.zip(std::iter::repeat(solved.last()));
    of.map(|((number, side), last)| {
        let value = last.map(|last| Solved::value(number, last));
        let bounds = last.map(|last| if number == 0 { (last.least, last.most) } else { (-last.most, -last.least) });
        json!({
            "seats": side.seats.iter().map(|seat| seat + 1).collect::<Vec<_>>(),
            "names": side.seats.iter().map(|seat| words.seat(*seat)).collect::<Vec<_>>(),
            "information_sets": side.sets.len(),
            "value": value,
            "least": bounds.map(|(least, _)| least),
            "most": bounds.map(|(_, most)| most),
            "points": both.zip(value).map(|(both, value)| both / 2.0 + value),
        })
    })
    .collect()
}

fn strategy(solved: &Solved) -> Vec<Value> {
    let (situations, words) = (solved.situations(), solved.prepared.words());
    let mut found = Vec::new();
    for seat in 0..solved.prepared.players() {
        for situation in situations.of(seat, usize::MAX) {
            let Some(ask) = words.program.asks.get(usize::from(situation.ask)) else { continue };
            let choices = situation.parts.iter().map(|part| {
                let mut choice = words.json_choice(ask, &part.choice);
                if let Value::Object(choice) = &mut choice {
                    choice.insert("words".to_owned(), json!(part.words));
                    choice.insert("share".to_owned(), json!(part.share));
                }
                choice
            });
            found.push(json!({
                "seat": seat + 1,
                "name": words.seat(seat),
                "situation": situation.words,
                "told": situations.story(&situation),
                "met": situation.met,
                "choices": choices.collect::<Vec<_>>(),
            }));
        }
    }
    found
}
