//! The command as a process, and clients of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// A server that runs as a process of its own.
pub struct Process {
    child: Child,
    pub address: String,
}

impl Process {
    pub fn start(data: &Path, games: &[&str]) -> Self {
        let mut call = Command::new(env!("CARGO_BIN_EXE_bidlang"));
        call.args(arguments(data, games));
        Self::begin(call)
    }

    /// A server that can make no file longer than so many blocks of 512 bytes.
    pub fn start_with_blocks(data: &Path, games: &[&str], blocks: u32) -> Self {
        let mut call = Command::new("sh");
        call.args([
            "-c",
            &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_bidlang"),
        ]);
        call.args(arguments(data, games));
        Self::begin(call)
    }

    fn begin(mut call: Command) -> Self {
        let mut child = call.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).unwrap_or_else(|| panic!("{line}"));
        Self { address: address.0.to_owned(), child }
    }

    /// `kill -9`
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM; its exit code.
    pub fn terminate(mut self) -> Option<i32> {
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.kill();
        panic!("it does not end");
    }

    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let body = body.to_string();
        let (address, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    /// A table of persons; its name and the tokens of its seats.
    pub fn table(&self, game: &str, players: usize) -> (String, Vec<String>) {
        self.try_table(game, players).unwrap()
    }

    /// The same, where it may be refused.
    pub fn try_table(&self, game: &str, players: usize) -> Option<(String, Vec<String>)> {
        let names = ["Ann", "Ben", "Cat", "Dan"];
        let seats: Vec<Value> = names[..players].iter().map(|name| json!({"name": name, "player": "person"})).collect();
        let made = self.ask("POST", "/api/tables", &json!({"game": game, "seats": seats}))?;
        let tokens = made["seats"].as_array()?.iter().map(|seat| seat["token"].as_str().unwrap().to_owned());
        Some((made["table"].as_str()?.to_owned(), tokens.collect()))
    }
}

fn arguments(data: &Path, games: &[&str]) -> Vec<String> {
    let words = ["serve"].iter().chain(games).chain(&["--listen", "127.0.0.1:0", "--data"]);
    words.map(|word| (*word).to_owned()).chain([data.display().to_string()]).collect()
}

/// A client of one seat.
pub struct Client(WebSocket<TcpStream>);

impl Client {
    pub fn connect(address: &str, table: &str, token: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let (mut socket, _) = tungstenite::client(format!("ws://{address}/api/tables/{table}/play"), stream).ok()?;
        socket.send(Message::text(json!({"hello": {"token": token, "last": 0}}).to_string())).ok()?;
        Some(Self(socket))
    }

    pub fn say(&mut self, message: &Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).ok()
    }

    /// The next message; none where the server is gone.
    pub fn hear(&mut self) -> Option<Value> {
        loop {
            if let Message::Text(text) = self.0.read().ok()? {
                return serde_json::from_str(&text).ok();
            }
        }
    }
}
