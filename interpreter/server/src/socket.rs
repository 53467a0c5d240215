//! The socket of a table: what a client says, and what it is told.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use governor::DefaultDirectRateLimiter;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::http::{AtTable, Failed, origin_is_ours};
use crate::hub::{Hub, Place, quota};
use crate::secrets::Token;
use crate::table::{By, Owner, Refused, Room, Said};

/// How long a client may take for its first message.
const HELLO: Duration = Duration::from_secs(10);
/// How long one message may take to be sent.
const SEND: Duration = Duration::from_secs(20);
/// How often a client that says nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// How long a socket is kept for whoever still sends a message that is too long: so the error comes before the end of the line.
const LINGER: Duration = Duration::from_secs(1);

/// `GET /api/tables/{table}/play`
pub async fn play(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
    AtTable(room): AtTable,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Failed> {
    if !origin_is_ours(&hub, &headers) {
        return Err(crate::http::foreign());
    }
    let help = "connect with a WebSocket; docs/serve.md says what is said over it";
    let upgrade = upgrade.map_err(|error| Failed::bad("no-socket", error.to_string(), help))?;
    let full =
        || Failed::new(StatusCode::SERVICE_UNAVAILABLE, "full", "too many are connected", "try again in a while");
    let place = hub.place().ok_or_else(full)?;
    let longest = hub.config.limits.message;
    let upgrade = upgrade.max_message_size(longest).max_frame_size(longest);
    Ok(upgrade.on_upgrade(move |socket| session(hub, room, socket, place)).into_response())
}

/// The first message of a client.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    hello: Hello,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    token: Option<String>,
    #[serde(default)]
    last: usize,
}

/// What a client says after that.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Asks {
    Act(Act),
    Pick(Pick),
    Why { decision: u64, words: String },
    Hint { decision: u64 },
    Undo { decision: u64 },
    Agree { decision: u64, yes: bool },
    Note { step: u64, text: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    decision: u64,
    nth: Option<u64>,
    choice: Option<Value>,
    words: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pick {
    decision: u64,
    #[serde(default)]
    act: Option<String>,
    #[serde(default)]
    picked: Vec<String>,
}

fn error_of(code: &str, message: impl Into<String>, help: &str) -> String {
    json!({"kind": "error", "code": code, "message": message.into(), "help": help}).to_string()
}

/// A client that is let go; with the code of the end and the last message, where it is told why.
struct Gone(Option<(CloseCode, String)>);

impl Gone {
    fn told(code: CloseCode, message: String) -> Self {
        Self(Some((code, message)))
    }

    /// What came is no message.
    fn of(error: axum::Error) -> Self {
        use tungstenite::Error::{Capacity, Protocol, Utf8};
        let help = "docs/serve.md says what may be sent";
        match error.into_inner().downcast_ref() {
            Some(Capacity(problem)) => Self::told(close_code::SIZE, error_of("too-long", problem.to_string(), help)),
            Some(Protocol(problem)) => {
                Self::told(close_code::PROTOCOL, error_of("bad-message", problem.to_string(), help))
            }
            Some(Utf8(problem)) => Self::told(close_code::INVALID, error_of("bad-message", problem.as_str(), help)),
            // The line is gone.
            Some(_) | None => Self(None),
        }
    }

    fn stopping() -> Self {
        Self::told(close_code::AWAY, error_of("stopping", "the server stops", "connect again in a moment"))
    }

    async fn close(self, mut socket: WebSocket) {
        let Self(why) = self;
        let code = why.as_ref().map_or(close_code::NORMAL, |(code, _)| *code);
        if let Some((_, message)) = why {
            // Whoever is gone needs no message.
            let _ = tokio::time::timeout(SEND, socket.send(Message::Text(message.into()))).await;
        }
        let bye = CloseFrame { code, reason: "".into() };
        let _ = tokio::time::timeout(SEND, socket.send(Message::Close(Some(bye)))).await;
        if code == close_code::SIZE {
            tokio::time::sleep(LINGER).await;
        }
    }
}

/// One client.
struct Session {
    hub: Arc<Hub>,
    room: Arc<Room>,
    socket: WebSocket,
    /// Whose token it has; none for who looks on.
    by: Option<Owner>,
    limiter: DefaultDirectRateLimiter,
    nonsense: u32,
}

async fn session(hub: Arc<Hub>, room: Arc<Room>, mut socket: WebSocket, _place: Place) {
    let greeted = tokio::select! {
        greeted = greeted(&hub, &room, &mut socket) => greeted,
        () = hub.stopped() => Err(Gone::stopping()),
    };
    let (by, last) = match greeted {
        Ok(greeted) => greeted,
        Err(gone) => return gone.close(socket).await,
    };
    let limiter = governor::RateLimiter::direct(quota(hub.config.limits.messages));
    let (to, messages) = mpsc::channel(hub.config.limits.waiting.max(1));
    let id = room.join(by, last, to).await;
    let session = Session { hub: Arc::clone(&hub), room: Arc::clone(&room), socket, by, limiter, nonsense: 0 };
    session.run(messages).await;
    room.leave(id).await;
    hub.forget(&room).await;
}

/// Who comes, by its first message, and how many lines it has.
async fn greeted(hub: &Hub, room: &Room, socket: &mut WebSocket) -> Result<(Option<Owner>, usize), Gone> {
    let refuse =
        |code: &str, message: String, help: &str| Err(Gone::told(close_code::POLICY, error_of(code, message, help)));
    let hello = match tokio::time::timeout(HELLO, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => {
            serde_json::from_str::<First>(&text).map_err(|problem| problem.to_string())
        }
        Ok(Some(Ok(_))) => Err("it is no text".to_owned()),
        Ok(Some(Err(error))) => return Err(Gone::of(error)),
        Ok(None) => return Err(Gone(None)),
        Err(_) => Err("it did not come".to_owned()),
    };
    let Hello { token, last } = match hello {
        Ok(First { hello }) => hello,
        Err(problem) => {
            let message = format!("the first message has to be a greeting: {problem}");
            return refuse("no-hello", message, r#"say {"hello":{"token":TOKEN,"last":0}} within 10 seconds"#);
        }
    };
    let by = token.map(|token| room.owner(&Token::sent(&token)));
    if by == Some(None) {
        let message = "this link is not one of this table".to_owned();
        return refuse("wrong-token", message, "open the link as it was sent");
    }
    let by = by.flatten();
    if by.is_none() && !room.kept.look_on {
        return refuse("no-onlookers", "nobody may look on at this table".to_owned(), "open the link of a seat");
    }
    let (of_owner, of_onlookers) = hub.config.limits.of_seat;
    let (most, what) = match by {
        Some(_) => (of_owner, "this link is open"),
        None => (of_onlookers, "so many look on:"),
    };
    if room.clients_of(by).await >= most {
        let help = "close the page where it is open elsewhere";
        return refuse("too-many", format!("{what} {most} times already"), help);
    }
    Ok((by, last))
}

impl Session {
    async fn run(mut self, mut messages: mpsc::Receiver<String>) {
        let hub = Arc::clone(&self.hub);
        let stopped = hub.stopped();
        tokio::pin!(stopped);
        let mut pings = tokio::time::interval(PING);
        let mut silent = 0_u32;
        let gone = loop {
            let done = tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.pass_on(message, &mut messages).await,
                    None => Err(Gone::told(
                        close_code::AGAIN,
                        error_of("too-slow", "messages wait that were not taken", "connect again"),
                    )),
                },
                said = self.socket.recv() => {
                    silent = 0;
                    match said {
                        Some(Ok(Message::Text(text))) => self.hear(&text).await,
                        Some(Ok(Message::Binary(_))) => self.nonsense("it is no text".to_owned()).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Err(error)) => Err(Gone::of(error)),
                        Some(Ok(Message::Close(_))) | None => Err(Gone(None)),
                    }
                }
                _ = pings.tick() => {
                    silent += 1;
                    if silent > 3 { Err(Gone(None)) } else { self.ping().await }
                }
                () = &mut stopped => Err(Gone::stopping()),
            };
            if let Err(gone) = done {
                break gone;
            }
        };
        gone.close(self.socket).await;
    }

    /// Sends a message, and all that wait behind it at once.
    async fn pass_on(&mut self, first: String, messages: &mut mpsc::Receiver<String>) -> Result<(), Gone> {
        let socket = &mut self.socket;
        let sending = async {
            let mut next = Some(first);
            while let Some(message) = next {
                socket.feed(Message::Text(message.into())).await?;
                next = messages.try_recv().ok();
            }
            socket.flush().await
        };
        tokio::time::timeout(SEND, sending).await.map_err(|_| Gone(None))?.map_err(|_| Gone(None))
    }

    async fn send(&mut self, message: String) -> Result<(), Gone> {
        let sent = tokio::time::timeout(SEND, self.socket.send(Message::Text(message.into()))).await;
        sent.map_err(|_| Gone(None))?.map_err(|_| Gone(None))
    }

    async fn ping(&mut self) -> Result<(), Gone> {
        let sent = tokio::time::timeout(SEND, self.socket.send(Message::Ping(Vec::new().into()))).await;
        sent.map_err(|_| Gone(None))?.map_err(|_| Gone(None))
    }

    async fn nonsense(&mut self, problem: String) -> Result<(), Gone> {
        self.nonsense += 1;
        let help = "docs/serve.md says what may be sent";
        if self.nonsense >= self.hub.config.limits.nonsense {
            let message = error_of("too-much-nonsense", "too many messages were none", help);
            return Err(Gone::told(close_code::POLICY, message));
        }
        self.send(error_of("bad-message", format!("this is no message: {problem}"), help)).await
    }

    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        // Who says too much waits; what is said is not lost.
        while self.limiter.check().is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let asks = match serde_json::from_str(text) {
            Ok(asks) => asks,
            Err(problem) => return self.nonsense(problem.to_string()).await,
        };
        let (room, by) = (Arc::clone(&self.room), self.by);
        // What was begun is done, also where the client is gone in between.
        let answer = tokio::spawn(async move { answer(&room, by, asks).await });
        match answer.await {
            Ok(Ok(Some(answer))) => self.send(answer.to_string()).await,
            Ok(Ok(None)) => Ok(()),
            Ok(Err(refused)) => self.send(refused.message().to_string()).await,
            Err(failed) => {
                tracing::error!(%failed, "a message could not be answered");
                Err(Gone::told(close_code::ERROR, error_of("failed", "something went wrong", "connect again")))
            }
        }
    }
}

/// Does what a client asks. What all are told they are told by the table; an answer is for this one alone.
async fn answer(room: &Arc<Room>, by: Option<Owner>, asks: Asks) -> Result<Option<Value>, Refused> {
    let no_seat = || Refused::Wrong("no-seat", "who looks on cannot do that".to_owned(), "open the link of a seat");
    let seat = by.and_then(Owner::seat).ok_or_else(no_seat);
    match asks {
        Asks::Act(Act { decision, nth, choice, words }) => {
            let said = match (nth, choice, words) {
                (Some(nth), None, None) => Said::Nth(nth),
                (None, Some(choice), None) => Said::Choice(choice),
                (None, None, Some(words)) => Said::Words(words),
                _ => {
                    let help = "say one of `nth`, `choice` and `words`";
                    return Err(Refused::Wrong("bad-act", "an act is said in one way".to_owned(), help));
                }
            };
            room.act(seat?, decision, said, By::Person).await.map(|()| None)
        }
        Asks::Pick(Pick { decision, act, picked }) => {
            room.pick(seat?, decision, act.as_deref(), &picked).await.map(Some)
        }
        Asks::Why { decision, words } => room.why(seat?, decision, &words).await.map(Some),
        Asks::Hint { decision } => room.tell_hint(seat?, decision).await.map(Some),
        Asks::Undo { decision } => room.undo(by.ok_or_else(no_seat)?, decision).await.map(|()| None),
        Asks::Agree { decision, yes } => room.agree(seat?, decision, yes).await.map(|()| None),
        Asks::Note { step, text } => room.note(by.ok_or_else(no_seat)?, step, text).await.map(Some),
    }
}
