//! A server of the test's own, and clients of it: what a browser would send and hear.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use bidlang::Game;
use bidlang_server::{Config, Limits, Offered, Server, Theme};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server that runs.
pub struct Served {
    pub address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    done: tokio::task::JoinHandle<()>,
}

/// Bounds that no test reaches by playing fast.
pub fn generous() -> Limits {
    Limits { requests: (100_000, 100_000), messages: (100_000, 100_000), ..Limits::default() }
}

/// Games that come with bidlang.
pub fn shelf(names: &[&str]) -> Vec<Offered> {
    let game = |name: &&str| {
        let shipped = bidlang_games::called(name).unwrap();
        let game = Game::read(&format!("{name}.bid"), shipped.text).unwrap();
        let theme = shipped.theme.map(|text| Theme::read(&game, "theme", text).unwrap());
        Offered { id: (*name).to_owned(), game, theme: theme.unwrap_or_default() }
    };
    names.iter().map(game).collect()
}

impl Served {
    pub async fn with(data: &Path, games: Vec<Offered>, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            data: data.to_owned(),
            public_url: None,
            allow_upload: false,
            limits: generous(),
        };
        change(&mut config);
        let server = Server::open(config, games).await.unwrap();
        let address = server.address().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let done = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await.unwrap();
        });
        Self { address, stop: Some(stop), done }
    }

    pub async fn start(data: &Path, names: &[&str]) -> Self {
        Self::with(data, shelf(names), |_| {}).await
    }

    pub async fn stop(mut self) {
        drop(self.stop.take());
        self.done.await.unwrap();
    }

    /// A request; its status and body.
    pub async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> (u16, String) {
        let answer = self.answer(method, path, token, body, "").await;
        (answer.0, answer.2)
    }

    /// A request with more headers; the status, the headers and the body.
    pub async fn answer(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
        more: &str,
    ) -> (u16, String, String) {
        let (address, body) = (self.address, body.map_or_else(String::new, |body| body.to_string()));
        let token = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{token}{more}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        tokio::task::spawn_blocking(move || raw(address, &text)).await.unwrap()
    }

    pub async fn json(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Value {
        let (status, text) = self.ask(method, path, token, body).await;
        assert!(status < 300, "{method} {path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// A table; its name, the host's token and those of its seats.
    pub async fn table(&self, game: &str, players: &[&str], more: Value) -> Table {
        let names = ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay"];
        let seats = players.iter().zip(names).map(|(player, name)| json!({"name": name, "player": player}));
        let mut body = json!({"game": game, "seats": seats.collect::<Vec<_>>()});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = self.json("POST", "/api/tables", None, Some(body)).await;
        let token = |seat: &Value| seat["token"].as_str().map(str::to_owned);
        Table {
            id: made["table"].as_str().unwrap().to_owned(),
            host: made["host"].as_str().unwrap().to_owned(),
            tokens: made["seats"].as_array().unwrap().iter().map(token).collect(),
            commitment: made["commitment"].as_str().unwrap().to_owned(),
        }
    }
}

/// Sends a request as it is.
pub fn raw(address: SocketAddr, text: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // The server may close before it has read all.
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    (status, head.to_lowercase(), body)
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    whole
}

/// A table that was made.
#[derive(Clone)]
pub struct Table {
    pub id: String,
    pub host: String,
    pub tokens: Vec<Option<String>>,
    pub commitment: String,
}

/// A client at a table.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    /// The lines of its record, as far as it has them.
    pub lines: Vec<Value>,
    pub story: Vec<String>,
    pub board: Value,
    pub asked: Option<Value>,
    pub over: Option<Value>,
    /// All that came, as it came.
    pub bytes: Vec<String>,
}

impl Client {
    pub async fn connect(address: SocketAddr, table: &str, token: Option<&str>, last: usize) -> Option<Self> {
        let url = format!("ws://{address}/api/tables/{table}/play");
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.ok()?;
        let hello = json!({"hello": {"token": token, "last": last}}).to_string();
        socket.send(Message::text(hello)).await.ok()?;
        Some(Self {
            socket,
            lines: Vec::new(),
            story: Vec::new(),
            board: Value::Null,
            asked: None,
            over: None,
            bytes: Vec::new(),
        })
    }

    /// Sends a message; whether that went.
    pub async fn say(&mut self, message: Value) -> bool {
        self.socket.send(Message::text(message.to_string())).await.is_ok()
    }

    pub async fn say_raw(&mut self, message: Message) -> bool {
        self.socket.send(message).await.is_ok()
    }

    /// The next message; none where the connection is gone.
    pub async fn hear(&mut self) -> Option<Value> {
        let text = self.next().await?;
        self.bytes.push(text.to_string());
        let message: Value = serde_json::from_str(&text).unwrap();
        self.keep(&message);
        Some(message)
    }

    /// The next message as it came; nothing of it is kept.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        // Pings in between count for nothing.
        let until = tokio::time::Instant::now() + Duration::from_secs(60);
        loop {
            let message = tokio::time::timeout_at(until, self.socket.next()).await.ok()??.ok()?;
            let Message::Text(text) = message else { continue };
            return Some(text);
        }
    }

    fn keep(&mut self, message: &Value) {
        let from = usize::try_from(message["from"].as_u64().unwrap_or(0)).unwrap();
        match message["kind"].as_str().unwrap() {
            "lines" => {
                assert!(from <= self.lines.len(), "a gap in the lines: {from} of {}", self.lines.len());
                self.lines.truncate(from);
                self.lines.extend(message["lines"].as_array().unwrap().iter().cloned());
            }
            "words" => {
                assert!(from <= self.story.len(), "a gap in the story");
                self.story.truncate(from);
                let entries = message["entries"].as_array().unwrap();
                self.story.extend(entries.iter().map(|entry| entry["words"].as_str().unwrap().to_owned()));
            }
            "again" => {
                self.lines.truncate(from);
                self.asked = None;
            }
            "board" => self.board = message["board"].clone(),
            "asked" => self.asked = Some(message.clone()),
            "taken" => self.asked = None,
            "over" => self.over = Some(message.clone()),
            _ => {}
        }
    }

    /// Hears until a message of this kind.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("gone before `{kind}`: {:?}", self.bytes.last()));
            if message["kind"] == kind {
                return message;
            }
        }
    }

    /// Plays to the end, any choice that `pick` gives of so many.
    pub async fn play(&mut self, mut pick: impl FnMut(u64) -> u64) {
        while self.over.is_none() {
            if let Some(asked) = self.asked.take() {
                let count = asked["count"].as_u64().unwrap();
                let act = json!({"act": {"decision": asked["decision"], "nth": pick(count)}});
                assert!(self.say(act).await);
            }
            let message = self.hear().await.expect("the game goes on");
            assert_ne!(message["kind"], "refused", "{message}");
            assert_ne!(message["kind"], "error", "{message}");
        }
    }
}
