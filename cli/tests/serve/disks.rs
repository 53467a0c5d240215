//! Disks that take no more: what is not kept is not acknowledged, and nothing that was is lost.

use serde_json::{Value, json};

use crate::process::{Client, Process};

const GAME: &str = "goofspiel";

/// The server may write files of so many blocks: behind that each write fails, as on a disk that is full.
#[test]
fn what_a_full_disk_does_not_take_is_not_acknowledged() {
    let data = tempfile::tempdir().unwrap();
    let process = Process::start_with_blocks(data.path(), &[GAME], 600);
    let (mut taken, mut refused) = (Vec::new(), None);
    'tables: for _ in 0..500 {
        let Some((table, tokens)) = process.try_table(GAME, 2) else {
            refused = Some(());
            break;
        };
        let mut clients: Vec<Client> =
            tokens.iter().map(|token| Client::connect(&process.address, &table, token).unwrap()).collect();
        for client in &mut clients {
            let asked = loop {
                let message = client.hear().unwrap();
                if message["kind"] == "asked" {
                    break message;
                }
            };
            client.say(&json!({"act": {"decision": asked["decision"], "nth": 0}})).unwrap();
            loop {
                let message = client.hear().unwrap();
                if message["kind"] == "taken" {
                    break;
                }
                if message["kind"] == "error" {
                    assert_eq!(message["code"], "not-kept", "{message}");
                    refused = Some(());
                    break 'tables;
                }
            }
        }
        taken.push((table, tokens));
    }
    assert!(refused.is_some() && !taken.is_empty(), "the disk was never full, or always");
    // It still answers.
    assert_eq!(process.ask("GET", "/healthz", &Value::Null).unwrap()["ok"], true);
    process.kill();
    // With room again everything goes on: both have chosen at each of these tables, so the second round is asked.
    let process = Process::start(data.path(), &[GAME]);
    for (table, _) in &taken {
        let told = process.ask("GET", &format!("/api/tables/{table}"), &Value::Null).unwrap();
        assert_eq!(told["step"], 2, "{told}");
    }
    println!("{} tables before the disk was full", taken.len());
    assert_eq!(process.terminate(), Some(0));
}
