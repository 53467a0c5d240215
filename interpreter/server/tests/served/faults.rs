//! Disks that are full or may not be written, clocks that run out.

use std::time::Duration;

use serde_json::json;

use crate::client::{Client, Served};

const GAME: &str = "kuhn_poker";

/// A database that can take no more pages answers as a full disk does.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_kept_is_not_done_and_can_be_tried_again() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = client.until("asked").await;
    let database = data.path().join("tables.db");
    let refuse = "CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    rusqlite::Connection::open(&database).unwrap().execute(refuse, []).unwrap();
    let act = json!({"act": {"decision": asked["decision"], "nth": 0}});
    assert!(client.say(act.clone()).await);
    assert_eq!(client.until("error").await["code"], "not-kept");
    rusqlite::Connection::open(&database).unwrap().execute("DROP TRIGGER full", []).unwrap();
    assert!(client.say(act).await);
    client.until("taken").await;
    served.stop().await;
}

/// Who takes too long is helped, and the table goes on.
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_chooses_for_who_is_away() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let table = served.table(GAME, &["person"; 2], json!({"turn_seconds": 5})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = client.until("asked").await;
    assert_eq!(asked["seconds_left"], 5);
    // What the clock does is not lost where it cannot be kept at once.
    let database = rusqlite::Connection::open(data.path().join("tables.db")).unwrap();
    let refuse =
        "CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
    database.execute(refuse, []).unwrap();
    tokio::time::sleep(Duration::from_secs(7)).await;
    let acts = || -> Vec<String> {
        let mut acts = database.prepare("SELECT what FROM log WHERE sort = 'act' ORDER BY n").unwrap();
        acts.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    assert!(acts().is_empty());
    database.execute("DROP TRIGGER full", []).unwrap();
    client.until("taken").await;
    assert!(acts().first().is_some_and(|act| act.starts_with("clock ")), "{:?}", acts());
    served.stop().await;
}

/// A table goes on from its log, in another server: with bots, acts of some seats of those who choose at once, acts that were taken back.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["goofspiel"]).await;
    let table = served.table("goofspiel", &["person", "person", "easy"], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = client.until("asked").await;
    assert!(client.say(json!({"act": {"decision": asked["decision"], "nth": 3}})).await);
    client.until("taken").await;
    let before = served.ask("GET", &format!("/api/tables/{}/record", table.id), table.tokens[0].as_deref(), None).await;
    served.stop().await;
    let served = Served::start(data.path(), &["goofspiel"]).await;
    let again = served.ask("GET", &format!("/api/tables/{}/record", table.id), table.tokens[0].as_deref(), None).await;
    assert_eq!(before, again);
    let known = client.lines.len();
    let mut first = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), known).await.unwrap();
    first.lines = client.lines;
    let waiting = first.until("waiting").await;
    assert!(waiting["ready"].as_array().unwrap().contains(&json!(1)), "{waiting}");
    let mut second = Client::connect(served.address, &table.id, table.tokens[1].as_deref(), 0).await.unwrap();
    let playing = tokio::spawn(async move {
        second.play(|count| count / 2).await;
        second
    });
    first.play(|count| count - 1).await;
    let second = playing.await.unwrap();
    assert_eq!(first.over, second.over);
    served.stop().await;
}
