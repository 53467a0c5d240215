//! The socket of a table: what a client says, and what it is told.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use governor::DefaultDirectRateLimiter;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::http::{Failed, origin_is_ours, table_of};
use crate::hub::{Hub, Place, quota};
use crate::secrets::Token;
use crate::table::{By, Refused, Room, Said, Who};

/// How long a client may take for its first message.
const HELLO: Duration = Duration::from_secs(10);
/// How long one message may take to be sent.
const SEND: Duration = Duration::from_secs(20);
/// How often a client that says nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// So many messages may wait for a client.
const WAITING: usize = 4_096;

/// `GET /api/tables/{table}/play`
pub async fn play(
    State(hub): State<Arc<Hub>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Failed> {
    if !origin_is_ours(&hub, &headers) {
        return Err(crate::http::foreign());
    }
    let room = table_of(&hub, &table).await?;
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

fn error(code: &str, message: impl Into<String>, help: &str) -> String {
    json!({"kind": "error", "code": code, "message": message.into(), "help": help}).to_string()
}

/// A client that is let go, and why.
struct Gone(Option<String>);

/// One client.
struct Session {
    hub: Arc<Hub>,
    room: Arc<Room>,
    socket: WebSocket,
    /// Whose seat it has, and whether it is the host.
    who: Who,
    host: bool,
    limiter: DefaultDirectRateLimiter,
    nonsense: u32,
}

async fn session(hub: Arc<Hub>, room: Arc<Room>, mut socket: WebSocket, _place: Place) {
    let hello = match tokio::time::timeout(HELLO, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => {
            serde_json::from_str::<First>(&text).map_err(|problem| problem.to_string())
        }
        Ok(Some(Ok(_))) => Err("it is no text".to_owned()),
        Ok(_) => return,
        Err(_) => Err("it did not come".to_owned()),
    };
    let (seat, last) = match hello {
        Ok(First { hello: Hello { token, last } }) => (token.map(|token| room.owner(&Token::sent(&token))), last),
        Err(problem) => {
            let message = format!("the first message has to be a greeting: {problem}");
            return close(
                socket,
                error("no-hello", message, r#"say {"hello":{"token":TOKEN,"last":0}} within 10 seconds"#),
            )
            .await;
        }
    };
    let (who, host) = match seat {
        Some(Some((Some(seat), _))) => (Who::Seat(seat), false),
        Some(Some((None, host))) => (Who::Onlooker, host),
        Some(None) => {
            return close(
                socket,
                error("wrong-token", "this link is not one of this table", "open the link as it was sent"),
            )
            .await;
        }
        None if room.kept.look_on => (Who::Onlooker, false),
        None => {
            return close(socket, error("no-onlookers", "nobody may look on at this table", "open the link of a seat"))
                .await;
        }
    };
    let (of_seat, of_onlookers) = hub.config.limits.of_seat;
    let most = if who.seat().is_some() { of_seat } else { of_onlookers };
    if room.clients_of(who).await >= most {
        let help = "close the page where it is open elsewhere";
        return close(socket, error("too-many", format!("this seat is open {most} times already"), help)).await;
    }
    let limiter = governor::RateLimiter::direct(quota(hub.config.limits.messages));
    let (to, messages) = mpsc::channel(WAITING);
    let id = room.join(who, host, last, to).await;
    let session = Session { hub: Arc::clone(&hub), room: Arc::clone(&room), socket, who, host, limiter, nonsense: 0 };
    session.run(messages).await;
    room.leave(id).await;
    hub.forget(&room).await;
}

async fn close(mut socket: WebSocket, message: String) {
    // Whoever is gone needs no message.
    let _ = tokio::time::timeout(SEND, socket.send(Message::Text(message.into()))).await;
    let _ = tokio::time::timeout(SEND, socket.send(Message::Close(None))).await;
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
                    Some(message) => self.send(message).await,
                    None => Err(Gone(Some(error("too-slow", "messages wait that were not taken", "connect again")))),
                },
                said = self.socket.recv() => {
                    silent = 0;
                    match said {
                        Some(Ok(Message::Text(text))) => self.hear(&text).await,
                        Some(Ok(Message::Binary(_))) => self.nonsense("it is no text".to_owned()).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Gone(None)),
                    }
                }
                _ = pings.tick() => {
                    silent += 1;
                    if silent > 3 { Err(Gone(None)) } else { self.ping().await }
                }
                () = &mut stopped => Err(Gone(Some(error("stopping", "the server stops", "connect again in a moment")))),
            };
            if let Err(gone) = done {
                break gone;
            }
        };
        if let Gone(Some(message)) = gone {
            close(self.socket, message).await;
        } else {
            let bye = CloseFrame { code: 1000, reason: "".into() };
            let _ = tokio::time::timeout(SEND, self.socket.send(Message::Close(Some(bye)))).await;
        }
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
        if self.nonsense > self.hub.config.limits.nonsense {
            return Err(Gone(Some(error(
                "too-much-nonsense",
                "too many messages were none",
                "docs/serve.md says what may be sent",
            ))));
        }
        self.send(error("bad-message", format!("this is no message: {problem}"), "docs/serve.md says what may be sent"))
            .await
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
        let (room, who, host) = (Arc::clone(&self.room), self.who, self.host);
        // What was begun is done, also where the client is gone in between.
        let answer = tokio::spawn(async move { answer(&room, who, host, asks).await });
        match answer.await {
            Ok(Ok(Some(answer))) => self.send(answer.to_string()).await,
            Ok(Ok(None)) => Ok(()),
            Ok(Err(refused)) => self.send(refused.message().to_string()).await,
            Err(_) => Err(Gone(Some(error("failed", "something went wrong", "connect again")))),
        }
    }
}

/// Does what a client asks. What all are told they are told by the table; an answer is for this one alone.
async fn answer(room: &Arc<Room>, who: Who, host: bool, asks: Asks) -> Result<Option<Value>, Refused> {
    let seat = who.seat().ok_or(Refused::Wrong(
        "no-seat",
        "who looks on cannot do that".to_owned(),
        "open the link of a seat",
    ));
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
        Asks::Undo { decision } => match seat {
            Ok(seat) => room.undo(Some(seat), decision).await.map(|()| None),
            Err(_) if host => room.undo(None, decision).await.map(|()| None),
            Err(refused) => Err(refused),
        },
        Asks::Agree { decision, yes } => room.agree(seat?, decision, yes).await.map(|()| None),
        Asks::Note { step, text } => room.note(who.seat(), host, step, text).await.map(Some),
    }
}
