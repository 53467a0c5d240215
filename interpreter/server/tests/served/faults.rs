//! Disks that are full or may not be written, clocks that run out or jump, who comes while a table wakes, who goes before it is made, who does not listen.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;

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

/// Whoever comes while a table wakes, whose bot still learns the game, is asked once.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_at_a_table_that_wakes_is_asked_once() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["goofspiel"]).await;
    let table = served.table("goofspiel", &["person", "person", "easy"], json!({})).await;
    served.stop().await;
    let served = Served::start(data.path(), &["goofspiel"]).await;
    let come = |seat: usize| Client::connect(served.address, &table.id, table.tokens[seat].as_deref(), 0);
    let (one, other) = tokio::join!(come(0), come(1));
    for mut client in [one.unwrap(), other.unwrap()] {
        let asked = client.until("asked").await;
        assert!(client.say(json!({"act": {"decision": asked["decision"], "nth": 0}})).await);
        client.until("taken").await;
        let asked = client.bytes.iter().filter(|message| message.contains(r#""kind":"asked""#)).count();
        assert_eq!(asked, 1, "{:#?}", client.bytes);
    }
    served.stop().await;
}

/// A table is made and played also where whoever asked for it is gone before it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_whose_maker_is_gone() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let seats = json!([{"name": "Ann", "player": "easy"}, {"name": "Ben", "player": "easy"}]);
    let body = json!({"game": GAME, "seats": seats}).to_string();
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\nContent-Length: {1}\r\n\r\n",
        served.address,
        body.len()
    );
    let mut maker = tokio::net::TcpStream::connect(served.address).await.unwrap();
    maker.write_all((head + &body).as_bytes()).await.unwrap();
    let database = rusqlite::Connection::open(data.path().join("tables.db")).unwrap();
    let count = |sql: &str| database.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap();
    while count("SELECT count(*) FROM tables") == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    drop(maker);
    let began = std::time::Instant::now();
    while count("SELECT count(*) FROM tables WHERE result IS NOT NULL") == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "the table sleeps");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    served.stop().await;
}

/// Whoever does not take its messages is let go with a word, comes again, and has missed nothing; the others play on.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_keep_up_is_told() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), crate::client::shelf(&[GAME]), |config| config.limits.waiting = 2).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    // What is told to who comes is more than may wait here.
    assert_eq!(client.until("error").await["code"], "too-slow");
    assert!(client.hear().await.is_none());
    let known = client.lines.len();
    served.stop().await;
    let served = Served::start(data.path(), &[GAME]).await;
    let mut again = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), known).await.unwrap();
    again.lines = client.lines;
    again.until("waiting").await;
    let record = served.ask("GET", &format!("/api/tables/{}/record", table.id), table.tokens[0].as_deref(), None).await;
    let lines: Vec<serde_json::Value> = record.1.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(again.lines, lines);
    served.stop().await;
}

/// Nothing is decided by the time of day: a log whose times run backwards, from before 1970, is gone on with.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let table = served.table(GAME, &["person", "random"], json!({"turn_seconds": 60})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = client.until("asked").await;
    assert!(client.say(json!({"act": {"decision": asked["decision"], "nth": 0}})).await);
    client.until("taken").await;
    served.stop().await;
    let database = rusqlite::Connection::open(data.path().join("tables.db")).unwrap();
    let jump = "UPDATE log SET time = -time - 1000000 * n; UPDATE tables SET made = 9000000000000000";
    database.execute_batch(jump).unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    client.play(|_| 0).await;
    let report = served.ask("GET", &format!("/api/tables/{}/report", table.id), Some(&table.host), None).await;
    assert_eq!(report.0, 200, "{}", report.1);
    served.stop().await;
}

/// A disk that is full, and one that may only be read: a file system of two megabytes in memory.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "mounts a file system, which needs root: cargo test -p bidlang-server --test served -- --ignored disks"]
async fn disks_that_are_full_or_may_only_be_read() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().to_str().unwrap().to_owned();
    let run = |program: &str, words: &[&str]| {
        assert!(std::process::Command::new(program).args(words).status().unwrap().success(), "{program} {words:?}");
    };
    run("mount", &["-t", "tmpfs", "-o", "size=2m", "tmpfs", &path]);
    let served = Served::start(data.path(), &[GAME]).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = client.until("asked").await;
    let act = json!({"act": {"decision": asked["decision"], "nth": 0}});
    // Full, to the last byte.
    let filler = data.path().join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while std::io::Write::write_all(&mut file, &[0; 4096]).is_ok() {}
    drop(file);
    let mut tries = 0;
    loop {
        tries += 1;
        assert!(tries < 1_000, "a full disk takes all");
        let note = json!({"note": {"step": 0, "text": "n".repeat(500)}});
        assert!(client.say(note).await);
        let answer = loop {
            let heard = client.hear().await.unwrap();
            if heard["kind"] == "noted" || heard["kind"] == "error" {
                break heard;
            }
        };
        if answer["kind"] == "error" {
            assert_eq!(answer["code"], "not-kept", "{answer}");
            break;
        }
    }
    assert!(client.say(act.clone()).await);
    assert_eq!(client.until("error").await["code"], "not-kept");
    std::fs::remove_file(&filler).unwrap();
    assert!(client.say(act).await);
    client.until("taken").await;
    served.stop().await;
    // Its files, on a file system that may only be read: that is told before anything is done.
    let other = tempfile::tempdir().unwrap();
    let read_only = other.path().to_str().unwrap().to_owned();
    run("mount", &["-t", "tmpfs", "-o", "size=2m", "tmpfs", &read_only]);
    for file in std::fs::read_dir(data.path()).unwrap().map(Result::unwrap) {
        std::fs::copy(file.path(), other.path().join(file.file_name())).unwrap();
    }
    run("mount", &["-o", "remount,ro", &read_only]);
    let config = bidlang_server::Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: other.path().to_owned(),
        public_url: None,
        allow_upload: false,
        limits: crate::client::generous(),
    };
    let refused = bidlang_server::Server::open(config, crate::client::shelf(&[GAME])).await.err().unwrap().to_string();
    assert!(refused.contains("Read-only file system") && refused.contains("--data"), "{refused}");
    run("mount", &["-o", "remount,rw", &read_only]);
    let served = Served::start(other.path(), &[GAME]).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    client.until("waiting").await;
    assert_eq!(served.ask("GET", &format!("/api/tables/{}", table.id), Some(&table.host), None).await.0, 200);
    served.stop().await;
    // The last files of a server that has stopped are closed a moment later.
    run("umount", &["-l", &path]);
    run("umount", &["-l", &read_only]);
}
