//! The referee accepts records of legal games and refuses each that is changed.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::player::play;
use super::{Res, Summary, check};

fn verdict(lines: &[Value]) -> Res<Summary> {
    check(&lines.iter().map(|l| format!("{l}\n")).collect::<String>())
}

/// Changes a good record and demands that the change is found.
fn refused(what: &str, change: impl Fn(&mut Vec<Value>)) {
    static GAMES: LazyLock<[Vec<Value>; 3]> = LazyLock::new(|| [3, 4, 5].map(|players| play(players, false, false, 1)));
    for good in GAMES.iter() {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(*good != bad, "{what}: nothing was changed");
        let error = verdict(&bad).expect_err(what);
        assert!(error.starts_with("line ") && error.contains("the rules say"), "{error}");
    }
}

fn find(lines: &mut [Value], test: impl Fn(&Value) -> bool) -> &mut Value {
    lines.iter_mut().find(|l| test(l)).expect("such a line")
}

#[test]
fn accepts_legal_games() {
    for (players, extended) in [(3, false), (4, false), (5, false), (3, true), (4, true)] {
        for seed in 0..6 {
            let summary = verdict(&play(players, extended, seed % 2 == 1, seed)).unwrap();
            assert!(summary.forced > 0 && summary.forced < summary.decisions);
            assert!(summary.winners.iter().all(|w| summary.scores.iter().all(|s| *s <= summary.scores[w - 1])));
        }
    }
    assert!(verdict(&play(5, true, false, 1)).is_err(), "the extended deck is not for five");
}

#[test]
fn refuses_changed_consequences() {
    refused("winner of the game", |l| {
        let line = l.last_mut().unwrap();
        line["winners"] = json!([line["winners"][0].as_u64().unwrap() % 3 + 1]);
    });
    refused("winner of a lot", |l| {
        let line = find(l, |l| l["line"] == "sold");
        line["winner"] = json!(line["winner"].as_u64().unwrap() % 3 + 1);
    });
    refused("score", |l| find(l, |l| l["line"] == "score")["points"] = json!(99));
    refused("totals", |l| find(l, |l| l["line"] == "score")["totals"][2] = json!(-1));
    refused("tie", |l| find(l, |l| l["line"] == "sold")["tied"] = json!([1, 2, 3]));
    refused("worth", |l| find(l, |l| l["line"] == "bid")["worth"] = json!(0));
    refused("leader", |l| find(l, |l| l["line"] == "bid")["leader"] = json!(null));
    refused("discards", |l| l.retain(|l| l["line"] != "move" || l["to"]["place"] != "discard"));
    refused("a card too many", |l| find(l, |l| l["line"] == "move")["count"] = json!(1));
    refused("token", |l| l.iter_mut().filter(|l| l["track"] == "token").for_each(|l| l["value"] = json!(1)));
    refused("dealer", |l| l.iter_mut().filter(|l| l["track"] == "dealer").for_each(|l| l["value"] = json!(1)));
    refused("deck", |l| find(l, |l| l["line"] == "shuffle")["order"][0]["card"] = json!("Ace of Stars"));
    refused("deal", |l| find(l, |l| l["line"] == "shuffle")["order"].as_array_mut().unwrap().swap(0, 20));
}

#[test]
fn refuses_changed_decisions() {
    let decision = |l: &Value| l["line"] == "decision" && l["forced"] == false;
    refused("missing legal choice", |l| drop(find(l, decision)["legal"].as_array_mut().unwrap().pop()));
    refused("legal choice twice", |l| {
        let legal = find(l, decision)["legal"].as_array_mut().unwrap();
        legal.push(legal[0].clone());
    });
    refused("illegal choice", |l| find(l, decision)["choice"] = json!({"act": "decline", "picks": []}));
    refused("forced", |l| find(l, decision)["forced"] = json!(true));
    refused("seat", |l| {
        let line = find(l, decision);
        line["seat"] = json!(line["seat"].as_u64().unwrap() % 3 + 1);
    });
    for forced in [false, true] {
        refused("dropped pass", |l| {
            let pass = |l: &Value| l["line"] == "decision" && l["forced"] == forced && l["choice"]["act"] == "pass";
            let at = l.iter().position(pass).unwrap();
            l.drain(at..at + 2);
        });
    }
    refused("dropped hand", |l| l.truncate(l.iter().rposition(|l| l["line"] == "phase").unwrap()));
}
