//! Bad input: each has a clear answer, and nothing is lost by it.

use std::time::Duration;

use bidlang_server::{Config, Limits, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Served, generous, shelf};

const GAME: &str = "kuhn_poker";
/// Notes of a table, in the test of them.
const LIMIT_OF_NOTES: u32 = 4;

fn code(answer: &(u16, String)) -> (u16, String) {
    let body: Value = serde_json::from_str(&answer.1).unwrap_or_else(|_| panic!("{answer:?}"));
    let error = &body["error"];
    assert!(!error["message"].as_str().unwrap().is_empty() && !error["help"].as_str().unwrap().is_empty(), "{body}");
    (answer.0, error["code"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_requests_are_told_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let other = served.table(GAME, &["person"; 2], json!({})).await;
    let wrong = [
        ("GET", "/api/tables/0000000000000000", None, None, 404, "no-such-table"),
        ("GET", "/api/tables/..%2f..%2fetc%2fpasswd", None, None, 404, "no-such-table"),
        ("GET", "/assets/..%2f..%2fCargo.toml", None, None, 404, "no-such-file"),
        ("GET", "/assets/../../Cargo.toml", None, None, 404, "no-such-file"),
        ("GET", "/api/games/nothing/book", None, None, 404, "no-such-game"),
        ("DELETE", "/api/games", None, None, 405, "no-such-method"),
        ("GET", "/api/tables/%ff", None, None, 400, "bad-path"),
        ("GET", "/nothing", None, None, 404, "nothing-here"),
        ("POST", "/api/tables", None, Some(json!({"game": GAME})), 400, "bad-request"),
        ("POST", "/api/tables", None, Some(json!([])), 400, "bad-request"),
        ("POST", "/api/tables", None, Some(json!([GAME, {}, [], null, true])), 400, "bad-request"),
        ("POST", "/api/tables", None, Some(json!({"game": "x", "seats": []})), 404, "no-such-game"),
        ("POST", "/api/games", None, Some(json!({"name": "x", "text": "game X"})), 403, "no-upload"),
        ("GET", "/api/games/kuhn_poker/report?format=pdf", None, None, 400, "bad-request"),
    ];
    for (method, path, token, body, status, wanted) in wrong {
        assert_eq!(code(&served.ask(method, path, token, body).await), (status, wanted.to_owned()), "{method} {path}");
    }
    let path = format!("/api/tables/{}", table.id);
    let one = table.tokens[0].as_deref();
    // The token of another table, and of a seat where the host's is wanted.
    assert_eq!(code(&served.ask("GET", &path, other.tokens[0].as_deref(), None).await).1, "wrong-token");
    let end = Some(json!({"do": "end"}));
    assert_eq!(code(&served.ask("POST", &format!("{path}/host"), one, end.clone()).await).0, 403);
    assert_eq!(code(&served.ask("POST", &format!("{path}/host"), None, end).await).0, 403);
    // A seat that is not there, whoever is to play it.
    let replace = Some(json!({"do": "replace", "seat": 99, "by": "hard"}));
    assert_eq!(code(&served.ask("POST", &format!("{path}/host"), Some(&table.host), replace).await).1, "no-such-seat");
    // Another seat's board, the whole record, before the end.
    assert_eq!(code(&served.ask("GET", &format!("{path}/steps/0?seat=2"), one, None).await).1, "wrong-token");
    assert_eq!(code(&served.ask("GET", &format!("{path}/report"), one, None).await).1, "not-over");
    for told in ["report", "notes", "record"] {
        let answer = served.ask("GET", &format!("{path}/{told}"), Some("ffff"), None).await;
        assert_eq!(code(&answer).1, "wrong-token", "{told}");
    }
    // What is forced follows from cards that a seat does not see.
    let step = served.json("GET", &format!("{path}/steps/0"), one, None).await;
    assert!(step["board"].is_object() && step.get("forced").is_none(), "{step}");
    let record = served.ask("GET", &format!("{path}/record"), one, None).await.1;
    assert!(record.contains("\"view\":1") && !record.contains("seed"), "{record}");
    // A game that does not take this many players; a name that is there twice; an option that is none.
    let seats = |names: &[&str]| names.iter().map(|name| json!({"name": name, "player": "person"})).collect::<Vec<_>>();
    for body in [
        json!({"game": GAME, "seats": seats(&["A", "B", "C", "D", "E"])}),
        json!({"game": GAME, "seats": seats(&["A", "A"])}),
        json!({"game": GAME, "seats": seats(&["A", "B"]), "options": {"no-such": 1}}),
    ] {
        assert_eq!(code(&served.ask("POST", "/api/tables", None, Some(body)).await), (422, "setup".to_owned()));
    }
    let long = json!({"game": GAME, "seats": seats(&["A", "B"]), "options": {"x": "y".repeat(100_000)}});
    assert_eq!(code(&served.ask("POST", "/api/tables", None, Some(long)).await), (413, "too-large".to_owned()));
    let bogus = json!([{"name": "A", "player": "person"}, {"name": "B", "player": "bogus"}]);
    let told = served.ask("POST", "/api/tables", None, Some(json!({"game": GAME, "seats": bogus}))).await;
    assert!(code(&told).1 == "no-such-level" && told.1.contains("seat 2: `bogus` is no player"), "{told:?}");
    // Another page's request; what each answer says to a browser.
    let foreign =
        served.answer("POST", "/api/tables", None, Some(json!({})), "Origin: https://elsewhere.example\r\n").await;
    assert_eq!(foreign.0, 403);
    let (status, head, _) = served.answer("GET", "/", None, None, "").await;
    assert_eq!(status, 200);
    for header in
        ["content-security-policy: default-src 'none'; script-src 'self'", "referrer-policy: no-referrer", "nosniff"]
    {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("unsafe"), "{head}");
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_told_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), shelf(&[GAME]), |config| config.limits.notes = LIMIT_OF_NOTES).await;
    let table = served.table(GAME, &["person"; 2], json!({"look_on": false})).await;
    let (address, id) = (served.address, table.id.as_str());
    assert!(Client::connect(address, "0000000000000000", None, 0).await.is_none());
    // Nobody looks on, but for the host, who has a place of their own.
    let path = format!("/api/tables/{id}/steps/0");
    assert_eq!(code(&served.ask("GET", &path, None, None).await).1, "wrong-token");
    assert!(served.json("GET", &path, Some(&table.host), None).await["board"].is_object());
    for (token, code) in [(Some("ffff"), "wrong-token"), (None, "no-onlookers")] {
        let mut client = Client::connect(address, id, token, 0).await.unwrap();
        assert_eq!(client.until("error").await["code"], code);
    }
    // Who is asked, and the other; two browsers with one seat; an act that comes twice.
    let mut clients = Vec::new();
    for token in [&table.tokens[0], &table.tokens[1], &table.tokens[0]] {
        let mut client = Client::connect(address, id, token.as_deref(), 0).await.unwrap();
        client.until("people").await;
        clients.push(client);
    }
    let asked = clients[0].asked.clone().unwrap();
    assert!(clients[2].asked.is_some() && clients[1].asked.is_none());
    let act = json!({"act": {"decision": asked["decision"], "nth": 0}});
    assert!(clients[1].say(act.clone()).await);
    assert!(clients[1].until("refused").await["reasons"][0]["words"].as_str().unwrap().contains("not your turn"));
    assert!(clients[0].say(json!({"act": {"decision": asked["decision"], "nth": 99}})).await);
    clients[0].until("refused").await;
    assert!(clients[0].say(json!({"why": {"decision": asked["decision"], "words": "fly to the moon"}})).await);
    assert!(!clients[0].until("refused").await["reasons"].as_array().unwrap().is_empty());
    assert!(clients[0].say(act.clone()).await);
    clients[0].until("taken").await;
    clients[2].until("taken").await;
    assert!(clients[2].say(act).await);
    clients[2].until("refused").await;
    // It is taken back if both agree, and its number is not asked for again.
    let decision = clients[0].until("waiting").await["decision"].clone();
    assert!(clients[0].say(json!({"undo": {"decision": decision}})).await);
    assert_eq!(clients[1].until("undo").await["needed"], json!([1, 2]));
    assert!(clients[1].say(json!({"agree": {"decision": decision, "yes": true}})).await);
    clients[0].until("again").await;
    let again = clients[0].until("asked").await;
    assert!(again["decision"].as_u64() > decision.as_u64(), "{again}");
    assert_eq!(again["acts"], asked["acts"]);
    // Words, hints, notes.
    let words = again["acts"][0]["choices"][0]["words"].clone();
    assert!(clients[0].say(json!({"hint": {"decision": again["decision"]}})).await);
    assert!(!clients[0].until("hint").await["best"].as_array().unwrap().is_empty());
    assert!(clients[0].say(json!({"note": {"step": 0, "text": "<b>odd</b>"}})).await);
    clients[0].until("noted").await;
    for (text, help) in [("x".repeat(501), "make it shorter"), (" ".to_owned(), "write one")] {
        assert!(clients[0].say(json!({"note": {"step": 0, "text": text}})).await);
        let error = clients[0].until("error").await;
        assert_eq!((&error["code"], &error["help"]), (&json!("bad-note"), &json!(help)));
    }
    // An act that there is not, a card that there is not.
    for pick in [json!({"act": "fly"}), json!({"picked": ["Joker"]})] {
        let mut pick = pick;
        pick["decision"] = again["decision"].clone();
        assert!(clients[0].say(json!({"pick": pick})).await);
        assert_eq!(clients[0].until("error").await["code"], "cannot-pick", "{pick}");
    }
    // Words as people type them.
    let typed = words.as_str().unwrap().to_uppercase();
    assert!(clients[0].say(json!({"why": {"decision": again["decision"], "words": typed}})).await);
    let why = clients[0].until("refused").await;
    assert!(why["reasons"][0]["words"].as_str().unwrap().contains("nothing forbids it"), "{why}");
    assert!(clients[0].say(json!({"act": {"decision": again["decision"], "words": words}})).await);
    clients[0].until("taken").await;
    // The host gives a seat away and ends the table.
    let path = format!("/api/tables/{id}");
    served
        .json(
            "POST",
            &format!("{path}/host"),
            Some(&table.host),
            Some(json!({"do": "replace", "seat": 2, "by": "easy"})),
        )
        .await;
    // With a bot there, this one may be over by itself.
    let end = Some(json!({"do": "end"}));
    let ended = served.ask("POST", &format!("{path}/host"), Some(&table.host), end.clone()).await;
    assert!(ended.0 == 200 || code(&ended).1 == "over", "{ended:?}");
    assert_eq!(code(&served.ask("POST", &format!("{path}/host"), Some(&table.host), end).await).1, "over");
    clients[0].until("over").await;
    let report = served.json("GET", &format!("{path}/report"), None, None).await;
    assert_eq!(report["notes"][0]["text"], "<b>odd</b>");
    assert_eq!(report["acts"][0]["words"], words);
    let step = served.json("GET", &format!("{path}/steps/0?seat=all&hint=true"), None, None).await;
    assert!(step["hint"]["best"].as_array().is_some_and(|best| !best.is_empty()), "{step}");
    // So many notes, and no more.
    let note = json!({"step": 0, "text": "again"});
    for _ in 1..LIMIT_OF_NOTES {
        served.json("POST", &format!("{path}/notes"), Some(&table.host), Some(note.clone())).await;
    }
    let answer = served.ask("POST", &format!("{path}/notes"), Some(&table.host), Some(note)).await;
    assert_eq!(code(&answer), (409, "too-many-notes".to_owned()));
    let notes = served.json("GET", &format!("{path}/notes"), None, None).await;
    assert_eq!(notes["notes"].as_array().unwrap().len(), usize::try_from(LIMIT_OF_NOTES).unwrap());
    let html = served.ask("GET", "/api/games/kuhn_poker/report?format=html", None, None).await.1;
    assert!(html.contains("&lt;b&gt;odd&lt;/b&gt;") && !html.contains("<b>odd"), "{html}");
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_bad_messages_hurt_nobody() {
    let data = tempfile::tempdir().unwrap();
    let change = |config: &mut Config| {
        config.limits = Limits { messages: (1_000_000, 1_000_000), requests: (1_000_000, 1_000_000), ..generous() }
    };
    let served = Served::with(data.path(), shelf(&[GAME]), change).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let (mut sent, mut sockets) = (0, 0);
    while sent < 100_000 {
        let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
        sockets += 1;
        loop {
            let bad = match sent % 5 {
                0 => Message::text("{"),
                1 => {
                    Message::text(r#"{"act":{"decision":18446744073709551615,"nth":18446744073709551615,"words":""}}"#)
                }
                2 => Message::binary(vec![0; 100]),
                3 => Message::text("[".repeat(1_000)),
                _ => Message::text(r#"{"pick":{"decision":0,"act":"\u0000","picked":["x"]}}"#),
            };
            sent += 1;
            if !client.say_raw(bad).await || sent >= 100_000 {
                break;
            }
        }
        if sockets > 5_000 {
            // Each socket is closed after some dozens of them: it was seen often enough.
            break;
        }
    }
    println!("{sent} bad messages over {sockets} sockets");
    let mut client = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = client.until("asked").await;
    assert!(client.say(json!({"act": {"decision": asked["decision"], "nth": 0}})).await);
    client.until("taken").await;
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_piece_of_nonsense_that_is_borne_ends_a_socket() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), shelf(&[GAME]), |config| config.limits.nonsense = 3).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, None, 0).await.unwrap();
    for code in ["bad-message", "bad-message", "too-much-nonsense"] {
        assert!(client.say_raw(Message::text("{")).await);
        assert_eq!(client.until("error").await["code"], code);
    }
    assert!(client.hear().await.is_none());
    served.stop().await;
}

/// Who had the seat looks on, and no more.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_the_host_gave_to_a_bot_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["goofspiel"]).await;
    let table = served.table("goofspiel", &["person"; 2], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, table.tokens[1].as_deref(), 0).await.unwrap();
    client.until("asked").await;
    let order = json!({"do": "replace", "seat": 2, "by": "random"});
    served.json("POST", &format!("/api/tables/{}/host", table.id), Some(&table.host), Some(order)).await;
    let decision = client.until("people").await["decision"].clone();
    assert_eq!(decision, Value::Null);
    client.asked = None;
    for asks in [
        json!({"act": {"decision": 0, "nth": 0}}),
        json!({"undo": {"decision": 0}}),
        json!({"agree": {"decision": 0, "yes": true}}),
        json!({"why": {"decision": 0, "words": "bid 3"}}),
        json!({"hint": {"decision": 0}}),
    ] {
        assert!(client.say(asks.clone()).await);
        assert_eq!(client.until("error").await["code"], "not-yours", "{asks}");
    }
    // The other seat is a person's still.
    let mut other = Client::connect(served.address, &table.id, table.tokens[0].as_deref(), 0).await.unwrap();
    let asked = other.until("asked").await;
    let words = "bid ".repeat(1_000);
    assert!(other.say(json!({"act": {"decision": asked["decision"], "words": words}})).await);
    let refused = other.until("refused").await;
    assert!(refused["reasons"][0]["words"].as_str().unwrap().contains("too long"), "{refused}");
    assert!(other.say(json!({"act": {"decision": asked["decision"], "nth": 0}})).await);
    other.until("taken").await;
    assert!(client.asked.is_none());
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_ends_a_socket() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let table = served.table(GAME, &["person"; 2], json!({})).await;
    let url = format!("ws://{}/api/tables/{}/play", served.address, table.id);
    let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let (mut to, mut from) = socket.split();
    // It may be cut off while it sends.
    let sending = tokio::spawn(async move {
        to.send(Message::text(json!({"hello": {"token": null}}).to_string())).await.unwrap();
        let _ = to.send(Message::text("x".repeat(1 << 20))).await;
    });
    let ended = async {
        let (mut error, mut code) = (None, None);
        while let Some(Ok(message)) = from.next().await {
            match message {
                Message::Text(text) => error = Some(serde_json::from_str::<Value>(&text).unwrap()),
                Message::Close(frame) => code = frame.map(|frame| u16::from(frame.code)),
                _ => {}
            }
        }
        (error.unwrap()["code"].clone(), code)
    };
    let ended = tokio::time::timeout(Duration::from_secs(5), ended).await.expect("it is closed within seconds");
    assert_eq!(ended, (json!("too-long"), Some(1009)));
    sending.await.unwrap();
    assert_eq!(served.ask("GET", "/healthz", None, None).await.0, 200);
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_folders_and_ports_that_cannot_be_had_are_told() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME]).await;
    let config = |data: &std::path::Path, listen: String| Config {
        listen: listen.parse().unwrap(),
        data: data.to_owned(),
        public_url: None,
        allow_upload: false,
        limits: generous(),
    };
    let told = |data: std::path::PathBuf, listen: String| async move {
        Server::open(config(&data, listen), shelf(&[GAME])).await.err().unwrap().to_string()
    };
    let free = "127.0.0.1:0".to_owned();
    let elsewhere = tempfile::tempdir().unwrap();
    assert!(told(data.path().to_owned(), free.clone()).await.contains("another `bidlang serve` has this data folder"));
    assert!(told(elsewhere.path().to_owned(), served.address.to_string()).await.contains("cannot listen at"));
    served.stop().await;
    let database = data.path().join("tables.db");
    rusqlite::Connection::open(&database).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(told(data.path().to_owned(), free.clone()).await.contains("another version of bidlang"));
    std::fs::write(&database, "this is no database, however long it is said".repeat(100)).unwrap();
    assert!(told(data.path().to_owned(), free.clone()).await.contains("put a copy back"));
    std::fs::remove_file(&database).unwrap();
    rusqlite::Connection::open(&database).unwrap().execute("CREATE TABLE mine (x)", []).unwrap();
    assert!(told(data.path().to_owned(), free.clone()).await.contains("a database of something else"));
    let file = elsewhere.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(told(file, free).await.contains("--data"));
    for folder in [elsewhere.path().to_owned(), elsewhere.path().join("no")] {
        assert!(bidlang_server::export(&folder, "x").unwrap_err().to_string().contains("there are no tables here"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_are_sent_are_checked() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::with(data.path(), shelf(&[GAME]), |config| config.allow_upload = true).await;
    let send =
        |name: &str, text: &str| served.ask("POST", "/api/games", None, Some(json!({"name": name, "text": text})));
    assert_eq!(code(&send("mine", "game Mine\nplayers 2\n").await).1, "rules");
    assert_eq!(code(&send("../mine", bidlang::SMALL_GAME).await).1, "bad-name");
    assert_eq!(code(&send(GAME, bidlang::SMALL_GAME).await).1, "name-taken");
    assert_eq!(code(&send("base", "variant X\nof kuhn_poker\n").await).1, "rules");
    assert_eq!(send("mine", bidlang::SMALL_GAME).await.0, 200);
    // A file may be as large as files may be, another request not.
    let long = format!("{}# {}\n", bidlang::SMALL_GAME, "long ".repeat(100).repeat(2_500));
    assert_eq!(code(&send("long", &long).await).1, "rules");
    let lines = format!("{}{}", bidlang::SMALL_GAME, "# a line of a note\n".repeat(10_000));
    assert_eq!(send("lines", &lines).await.0, 200);
    assert_eq!(code(&send("huge", &"x".repeat(3 << 20)).await), (413, "too-large".to_owned()));
    // The same rules by another name: each report is of its own tables.
    assert_eq!(send("again", bidlang::SMALL_GAME).await.0, 200);
    let other = served.table("again", &["random"; 3], json!({})).await;
    Client::connect(served.address, &other.id, None, 0).await.unwrap().until("over").await;
    for (name, tables) in [("mine", 0), ("again", 1)] {
        assert_eq!(served.json("GET", &format!("/api/games/{name}/report"), None, None).await["tables"], tables);
    }
    let table = served.table("mine", &["random"; 3], json!({})).await;
    let mut client = Client::connect(served.address, &table.id, None, 0).await.unwrap();
    client.until("over").await;
    served.stop().await;
    // The table has its rules with it: they are on no shelf any more.
    let served = Served::start(data.path(), &[GAME]).await;
    let record = served.ask("GET", &format!("/api/tables/{}/record", table.id), None, None).await;
    assert!(record.0 == 200 && record.1.contains("\"winners\""), "{record:?}");
    served.stop().await;
    assert_eq!(bidlang_server::export(data.path(), &table.id).unwrap(), record.1);
}
