//! `kill -9` at any moment while four clients play: each act that was acknowledged is in the log once, and the table goes on.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{Client, Process};

const GAME: &str = "goofspiel";

/// An act that was acknowledged: its decision, the seat from 1, the choice.
type Taken = (u64, u64, Value);

/// Plays a seat until the server is gone or the game is over; tells each act when it was acknowledged. Whether the game is over.
fn play(
    address: &str,
    table: &str,
    (seat, token): (u64, &str),
    mut draw: u64,
    (taken, acts): (&Sender<Taken>, &AtomicU64),
) -> bool {
    let Some(mut client) = Client::connect(address, table, token) else { return false };
    let mut sent: Option<(u64, Value)> = None;
    while let Some(message) = client.hear() {
        match message["kind"].as_str().unwrap() {
            "asked" => {
                let acts = message["acts"].as_array().unwrap();
                let choices: Vec<&Value> = acts.iter().flat_map(|act| act["choices"].as_array().unwrap()).collect();
                draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let choice = choices[(draw >> 33) as usize % choices.len()]["choice"].clone();
                let decision = message["decision"].as_u64().unwrap();
                if client.say(&json!({"act": {"decision": decision, "choice": choice}})).is_none() {
                    return false;
                }
                sent = Some((decision, choice));
            }
            "taken" => {
                if let Some((decision, choice)) = sent.take() {
                    assert_eq!(message["decision"], decision);
                    taken.send((decision, seat, choice)).unwrap();
                    acts.fetch_add(1, Ordering::Relaxed);
                }
            }
            "over" => return true,
            "error" => return false,
            _ => {}
        }
    }
    false
}

/// So many kills, each at a moment of its own.
fn kills(most: u64) {
    let data = tempfile::tempdir().unwrap();
    let (mut killed, mut games, mut acknowledged) = (0, 0, 0);
    let acts = &AtomicU64::new(0);
    while killed < most {
        let process = Process::start(data.path(), &[GAME]);
        let (table, tokens) = process.table(GAME, 4);
        let (tell, told): (Sender<Taken>, Receiver<Taken>) = channel();
        let mut process = Some(process);
        loop {
            let now = process.take().unwrap_or_else(|| Process::start(data.path(), &[GAME]));
            let last = killed >= most;
            let over = std::thread::scope(|scope| {
                let players: Vec<_> = (1_u64..)
                    .zip(&tokens)
                    .map(|(seat, token)| {
                        let (address, table, tell) = (now.address.clone(), table.as_str(), tell.clone());
                        scope.spawn(move || play(&address, table, (seat, token), killed * 31 + seat, (&tell, acts)))
                    })
                    .collect();
                if last {
                    let over = players.into_iter().all(|player| player.join().unwrap());
                    now.terminate();
                    return over;
                }
                // Some are killed as they start, the others after some acts, and then at any moment.
                let wanted = acts.load(Ordering::Relaxed) + killed % 8;
                let until = Instant::now() + Duration::from_millis(if killed % 10 == 9 { 30 } else { 3_000 });
                while acts.load(Ordering::Relaxed) < wanted && Instant::now() < until {
                    std::thread::sleep(Duration::from_micros(200));
                }
                std::thread::sleep(Duration::from_micros(killed.wrapping_mul(7_919) % 20_000));
                now.kill();
                killed += 1;
                players.into_iter().all(|player| player.join().unwrap())
            });
            if over || last {
                break;
            }
        }
        games += 1;
        drop(tell);
        let taken: Vec<Taken> = told.iter().collect();
        acknowledged += taken.len();
        holds(data.path(), &table, &taken);
    }
    println!("{killed} kills, {games} games, {acknowledged} acts acknowledged, each in the record once");
    assert!(acknowledged > 0);
}

/// Each act is in the record where it belongs, and the record is what the rules give.
fn holds(data: &std::path::Path, table: &str, taken: &[Taken]) {
    let bidlang = || Command::new(env!("CARGO_BIN_EXE_bidlang"));
    let export = bidlang().args(["serve", "export", table, "--data"]).arg(data).output().unwrap();
    assert!(export.status.success(), "{}", String::from_utf8_lossy(&export.stderr));
    let record = data.join("record.jsonl");
    std::fs::write(&record, &export.stdout).unwrap();
    let replayed = bidlang().args(["run", GAME, "--quiet", "--replay"]).arg(&record).output().unwrap();
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    let text = String::from_utf8(export.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let decisions: Vec<Value> = lines.filter(|line| line["line"] == "decision").collect();
    let mut seen = std::collections::BTreeSet::new();
    for (decision, seat, choice) in taken {
        assert!(seen.insert((*decision, *seat)), "decision {decision} of seat {seat} was acknowledged twice");
        let of_group = decisions.iter().skip(usize::try_from(*decision).unwrap()).take(4);
        let found: Vec<&Value> = of_group.filter(|line| line["seat"] == *seat).collect();
        assert!(found.first().is_none_or(|line| line["choice"] == *choice), "decision {decision} of seat {seat}");
        // What was acknowledged of a group that has not all chosen is in the log, and comes with the rest.
        let open = usize::try_from(*decision).unwrap() >= decisions.len();
        assert!(open || found.len() == 1, "decision {decision} of seat {seat} is not in the record");
    }
}

#[test]
fn what_was_acknowledged_is_there_after_a_kill() {
    kills(6);
}

/// 500 kills.
#[test]
#[ignore = "some minutes: cargo test -p bidlang-cli --test serve -- --ignored --nocapture"]
fn what_was_acknowledged_is_there_after_five_hundred_kills() {
    kills(500);
}

#[test]
fn a_server_that_is_told_to_end_ends() {
    let data = tempfile::tempdir().unwrap();
    let process = Process::start(data.path(), &[GAME]);
    let (table, tokens) = process.table(GAME, 2);
    let mut client = Client::connect(&process.address, &table, &tokens[0]).unwrap();
    while client.hear().unwrap()["kind"] != "asked" {}
    assert_eq!(process.terminate(), Some(0));
    let last = std::iter::from_fn(|| client.hear()).last().unwrap();
    assert_eq!(last["code"], "stopping");
    // Its lock is gone with it.
    let again = Process::start(data.path(), &[GAME]);
    assert!(again.ask("GET", &format!("/api/tables/{table}"), &Value::Null).is_some());
    assert_eq!(again.terminate(), Some(0));
}
