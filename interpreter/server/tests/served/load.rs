//! Load: thousands of tables at once, beside a plain server that does nothing but insert. The figures are in docs/performance.md.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message as Sent, WebSocketUpgrade};
use axum::routing::get;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Served};

const GAME: &str = "goofspiel";

/// Memory of this process, in bytes.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// How long the slowest of a hundred took, and the one in the middle.
fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    format!("acknowledged after {:.1} ms (median), {:.1} ms (p99)", at(0.5), at(0.99))
}

/// So many tables, each with a client and a bot; acts a second.
async fn tables(count: usize) -> f64 {
    let data = tempfile::tempdir().unwrap();
    let served = Arc::new(Served::start(data.path(), &[GAME]).await);
    let before = memory();
    let mut made = Vec::new();
    // Not more at once than a port lets wait.
    while made.len() < count {
        let making = (made.len()..count).take(32).map(|_| {
            let served = Arc::clone(&served);
            tokio::spawn(async move { served.table(GAME, &["person", "random"], json!({})).await })
        });
        for one in making.collect::<Vec<_>>() {
            made.push(one.await.unwrap());
        }
    }
    let each = memory().saturating_sub(before) / count;
    let mut clients = Vec::new();
    for table in made {
        let token = table.tokens[0].clone();
        clients.push(Client::connect(served.address, &table.id, token.as_deref(), 0).await.unwrap());
    }
    let with_clients = memory().saturating_sub(before) / count;
    let began = Instant::now();
    let playing: Vec<_> = clients.into_iter().map(|client| tokio::spawn(play(client))).collect();
    let mut times = Vec::new();
    for one in playing {
        times.extend(one.await.unwrap());
    }
    let took = began.elapsed().as_secs_f64();
    let acts: i64 = rusqlite::Connection::open(data.path().join("tables.db"))
        .unwrap()
        .query_row("SELECT count(*) FROM log WHERE sort = 'act'", [], |row| row.get(0))
        .unwrap();
    let rate = acts as f64 / took;
    println!(
        "{count} tables: {acts} acts in {took:.1} s, {rate:.0} a second; {}; {} KB a table, {} KB with a client at it (both ends of the connection in one process)",
        told(times),
        each / 1024,
        with_clients / 1024,
    );
    Arc::into_inner(served).unwrap().stop().await;
    rate
}

/// As much of a message as is needed to play on.
#[derive(serde::Deserialize)]
struct Heard<'m> {
    kind: &'m str,
    decision: Option<u64>,
    count: Option<u64>,
}

/// Plays to the end; how long each act took to be acknowledged.
async fn play(mut client: Client) -> Vec<Duration> {
    let (mut times, mut sent) = (Vec::new(), Instant::now());
    loop {
        let text = client.next().await.unwrap();
        let heard: Heard = serde_json::from_str(&text).unwrap();
        match heard.kind {
            "asked" => {
                sent = Instant::now();
                let nth = heard.count.unwrap() / 2;
                assert!(client.say(json!({"act": {"decision": heard.decision, "nth": nth}})).await);
            }
            "taken" => times.push(sent.elapsed()),
            "over" => return times,
            _ => {}
        }
    }
}

type Connection = Arc<Mutex<rusqlite::Connection>>;

/// A server that puts each message into a table and answers, and as many clients; acts a second.
async fn plain(count: usize, each: usize) -> f64 {
    let data = tempfile::tempdir().unwrap();
    let connection = rusqlite::Connection::open(data.path().join("plain.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.pragma_update(None, "synchronous", "FULL").unwrap();
    connection.execute("CREATE TABLE log (n INTEGER PRIMARY KEY, what TEXT NOT NULL)", []).unwrap();
    let app = Router::new().route("/", get(insert)).with_state(Arc::new(Mutex::new(connection)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let mut sockets = Vec::new();
    for _ in 0..count {
        sockets.push(tokio_tungstenite::connect_async(format!("ws://{address}/")).await.unwrap().0);
    }
    let began = Instant::now();
    let saying = sockets.into_iter().map(|mut socket| {
        tokio::spawn(async move {
            let mut times = Vec::new();
            for _ in 0..each {
                let sent = Instant::now();
                let act =
                    json!({"act": {"decision": 1, "choice": {"act": "bid", "picks": [{"cards": [{"card": "7"}]}]}}});
                socket.send(Message::text(act.to_string())).await.unwrap();
                socket.next().await.unwrap().unwrap();
                times.push(sent.elapsed());
            }
            times
        })
    });
    let mut times = Vec::new();
    for one in saying.collect::<Vec<_>>() {
        times.extend(one.await.unwrap());
    }
    let rate = (count * each) as f64 / began.elapsed().as_secs_f64();
    println!("{count} clients of a plain insert loop: {rate:.0} inserts a second; {}", told(times));
    rate
}

async fn insert(State(connection): State<Connection>, upgrade: WebSocketUpgrade) -> axum::response::Response {
    upgrade.on_upgrade(|mut socket| async move {
        while let Some(Ok(Sent::Text(text))) = socket.recv().await {
            let connection = Arc::clone(&connection);
            let insert = move || {
                let connection = connection.lock().unwrap();
                let mut insert = connection.prepare_cached("INSERT INTO log (what) VALUES (?1)").unwrap();
                insert.execute([text.as_str()]).unwrap()
            };
            tokio::task::spawn_blocking(insert).await.unwrap();
            if socket.send(Sent::text("taken")).await.is_err() {
                return;
            }
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "load: cargo test --release -p bidlang-server --test served -- --ignored --nocapture load"]
async fn load_of_two_thousand_tables() {
    let count = std::env::var("TABLES").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000);
    let (ours, theirs) = (tables(count).await, plain(count, 10).await);
    println!("{:.2} of the plain loop", ours / theirs);
    assert!(ours * 2.0 > theirs, "{ours:.0} acts a second, {theirs:.0} plain inserts");
}

#[tokio::test(flavor = "multi_thread")]
async fn load_of_some_tables() {
    assert!(tables(20).await > 1.0);
}
