//! A table: its game, its log, who is there. Whatever is done at it goes to the disk first, and then to those who are told.

use std::sync::Arc;
use std::time::Instant;

use bidlang::engine::{Choice, Luck, SeatSet, Silent, Stream};
use bidlang::{Act, Prepared, Turn, Typed};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard, mpsc};

use super::asks::LONGEST_WORDS;
use super::audience::{Audience, Client};
use super::course::{self, Course, Ears};
use super::log::{Acts, By, Made, Revived};
use super::teller::{Teller, Who, lines_message, waiting, words_message};
use super::undo::Vote;
use crate::hub::Hub;
use crate::secrets::{self, NoChance, Token};
use crate::shelf::Ready;
use crate::store::{Entry, Kept, Trouble};

/// A table of the server.
pub struct Room {
    /// As it is kept.
    pub kept: Kept,
    /// Its game, compiled, with the names of its seats.
    pub prepared: Prepared,
    /// What all tables of this setup share.
    pub ready: Arc<Ready>,
    /// What the seed was shown by before the game.
    pub commitment: String,
    pub(super) luck: Luck,
    pub(super) hub: Arc<Hub>,
    pub(super) state: Mutex<State>,
}

/// What changes at a table.
pub(super) struct State {
    pub course: Course,
    pub acts: Acts,
    pub audience: Audience,
    /// Who plays each seat now: `person`, or a level.
    pub players: Vec<String>,
    /// How many entries the log has.
    pub entries: u64,
    /// Grows whenever the game is played again from its log: what was thought for an older one is for nothing.
    pub generation: u64,
    /// When the question that waits was asked.
    pub since: Instant,
    pub vote: Option<Vote>,
    /// What is told at the end.
    pub over: Option<String>,
    pub dice: Stream,
    /// How many clients have come so far.
    pub clients: u64,
    /// Whether somebody was asked since the table came to memory; who comes before that waits for it.
    pub awake: bool,
}

/// Who has a token of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Who made the table.
    Host,
    /// Who has this seat (from 0).
    Seat(u8),
}

impl Owner {
    /// The seat, where it is one.
    #[must_use]
    pub const fn seat(self) -> Option<u8> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Host => None,
        }
    }

    /// As it is told: a seat from 1, `"host"`, or null for who looks on.
    #[must_use]
    pub fn told(by: Option<Self>) -> Value {
        match by {
            Some(Self::Seat(seat)) => json!(seat + 1),
            Some(Self::Host) => json!("host"),
            None => Value::Null,
        }
    }

    /// As what it reads of the game.
    #[must_use]
    pub const fn who(self) -> Who {
        match self {
            Self::Seat(seat) => Who::Seat(seat),
            Self::Host => Who::Onlooker,
        }
    }
}

/// What somebody wants to do, as it was sent.
#[derive(Debug, Clone)]
pub enum Said {
    /// The legal choice with this number.
    Nth(u64),
    /// A choice as records have it.
    Choice(Value),
    /// Words of the rules.
    Words(String),
    /// An act that the server found itself.
    Act(Box<Act>),
}

/// Why something is not done; nothing has happened.
#[derive(Debug)]
pub enum Refused {
    /// The rules, or what was said, forbid it: each reason as a page shows it.
    Reasons(u64, Vec<Value>),
    /// The request is wrong: a code, what, and what to do.
    Wrong(&'static str, String, &'static str),
    /// It could not be kept.
    NotKept(Trouble),
}

impl Refused {
    pub(super) fn stale(decision: u64) -> Self {
        Self::Reasons(decision, vec![reason("this was answered already, or it is not your turn", None)])
    }

    /// As a message of the socket.
    #[must_use]
    pub fn message(&self) -> Value {
        match self {
            Self::Reasons(decision, reasons) => json!({"kind": "refused", "decision": decision, "reasons": reasons}),
            Self::Wrong(code, message, help) => {
                json!({"kind": "error", "code": code, "message": message, "help": help})
            }
            Self::NotKept(trouble) => {
                json!({"kind": "error", "code": "not-kept", "message": format!("nothing was done: {}", trouble.what), "help": trouble.help})
            }
        }
    }
}

/// A reason with the line and words of its clause.
pub(super) fn reason(words: &str, clause: Option<&bidlang::Clause>) -> Value {
    json!({"words": words, "line": clause.map(|clause| clause.line), "clause": clause.map(|clause| clause.words.as_str())})
}

/// Why words tell no act that is legal now, as far as who asks can know.
pub(super) fn why_not(turn: &Turn, words: &str) -> Vec<Value> {
    match turn.why_not(words) {
        Ok(reasons) if reasons.is_empty() => vec![reason("nothing forbids it: it may be done", None)],
        Ok(reasons) => reasons.iter().map(|one| reason(&one.words, one.clause.as_ref())).collect(),
        Err(error) => vec![reason(&course::line(&error), None)],
    }
}

impl Room {
    /// A table as its log has it.
    ///
    /// # Errors
    /// Where its rules cannot be read any more, or its log does not fit them.
    pub fn restore(hub: &Arc<Hub>, mut kept: Kept, log: &[Entry]) -> Result<Arc<Self>, Trouble> {
        let Revived { ready, prepared, luck, course, acts, players } = Revived::of(&hub.shelf, &kept, log)?;
        let no_chance = |error: NoChance| Trouble { what: error.to_string(), help: "try again".to_owned() };
        let dice = Stream::new(secrets::bytes::<32>().map_err(no_chance)?, 0);
        let audience = Audience { prepared: prepared.clone(), clients: Vec::new(), bots: Vec::new(), muted: false };
        let state = State {
            course,
            acts,
            audience,
            players,
            entries: log.len() as u64,
            generation: 0,
            since: Instant::now(),
            vote: None,
            over: None,
            dice,
            clients: 0,
            awake: false,
        };
        // The texts are on the disk; what was made of them is shared.
        kept.texts.clear();
        let commitment = secrets::commitment(&kept.seed);
        let room = Self { commitment, prepared, luck, ready, hub: Arc::clone(hub), state: Mutex::new(state), kept };
        Ok(Arc::new(room))
    }

    pub(super) async fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().await
    }

    /// Whose token this is; none for a wrong one.
    #[must_use]
    pub fn owner(&self, token: &Token) -> Option<Owner> {
        // All of them are compared, whichever fits.
        let mut found = self.kept.host.is_of(token).then_some(Owner::Host);
        for (seat, seated) in (0_u8..).zip(&self.kept.seats) {
            if seated.token.is_some_and(|hash| hash.is_of(token)) {
                found = Some(Owner::Seat(seat));
            }
        }
        found
    }

    /// Somebody comes to the table, and has seen `last` lines already. Gives the number under which messages are theirs.
    pub async fn join(self: &Arc<Self>, by: Option<Owner>, last: usize, to: mpsc::Sender<String>) -> u64 {
        let who = by.map_or(Who::Onlooker, Owner::who);
        let mut state = self.lock().await;
        let state = &mut *state;
        state.clients += 1;
        let id = state.clients;
        let teller = Teller::new(&self.prepared, who, self.kept.seed);
        let mut client = Client { id, by, teller, to: Some(to) };
        client.send(self.welcome(state, by).to_string());
        let mut alone =
            Audience { prepared: self.prepared.clone(), clients: vec![client], bots: Vec::new(), muted: true };
        // The game is played again for who comes: so it is told all, and nothing has to be kept for those who are away.
        let course = tokio::task::block_in_place(|| self.play_again(&state.acts, &mut alone));
        // Who listens listens from the beginning: this one has.
        state.course = course;
        let Some(mut client) = alone.clients.pop() else { return id };
        let (_, lines) = client.teller.take_lines();
        if last > lines.len() {
            client.send(json!({"kind": "again", "from": lines.len()}).to_string());
        } else if let Some(lines) = lines.get(last..).filter(|lines| !lines.is_empty()) {
            client.send(lines_message(last, lines));
        }
        let (from, words) = client.teller.take_words();
        client.send(words_message(from, &words));
        let at = state.course.at();
        client.send(client.teller.board_message(&state.course.table, at));
        if at.seats != 0 {
            client.send(waiting(at, state.course.ready()).to_string());
        }
        if let Some(asked) = who.seat().and_then(|seat| self.asked(state, seat)) {
            client.send(asked);
        }
        if let Some(vote) = &state.vote {
            client.send(vote.message().to_string());
        }
        if let Some(over) = self.over(state) {
            client.send(over);
        }
        state.audience.clients.push(client);
        self.tell_people(state);
        id
    }

    /// Somebody leaves the table.
    pub async fn leave(&self, id: u64) {
        let mut state = self.lock().await;
        state.audience.clients.retain(|client| client.id != id);
        self.tell_people(&mut state);
    }

    /// How many clients have this token, or look on.
    pub async fn clients_of(&self, by: Option<Owner>) -> usize {
        self.lock().await.audience.clients.iter().filter(|client| client.by == by).count()
    }

    fn welcome(&self, state: &State, by: Option<Owner>) -> Value {
        let (you, theme) = (Owner::told(by), self.hub.shelf.theme(&self.kept.named.0));
        json!({
            "kind": "welcome", "you": you, "seats": self.seats(state), "title": self.prepared.game().title(),
            "game": self.kept.named.0, "groups": theme.dress(self.ready.faces.groups()), "places": theme.places(), "deck": self.ready.faces.deck(), "commitment": self.commitment,
            "turn_seconds": self.kept.turn_seconds,
        })
    }

    /// The seats, who plays them, and who is there.
    pub(super) fn seats(&self, state: &State) -> Value {
        let there = state.audience.seats();
        let seats = (0_u8..).zip(&self.kept.seats).zip(&state.players);
        let seat = |((seat, seated), player): ((u8, &crate::store::Seated), &String)| {
            let connected = player != "person" || there & (1 << seat) != 0;
            json!({"seat": seat + 1, "name": seated.name, "player": player, "connected": connected})
        };
        seats.map(seat).collect()
    }

    pub(super) fn tell_people(&self, state: &mut State) {
        let seats = self.seats(state);
        state.audience.send_all(&json!({"kind": "people", "seats": seats}).to_string());
    }

    /// What a table is, for whoever asks.
    pub async fn summary(&self, by: Option<Owner>) -> Value {
        let state = self.lock().await;
        json!({
            "table": self.kept.id, "game": self.kept.named.0, "title": self.prepared.game().title(), "seats": self.seats(&state),
            "over": state.course.ended().is_some(), "decision": state.course.at().decision, "step": state.course.at().step,
            "commitment": self.commitment, "you": Owner::told(by), "look_on": self.kept.look_on, "turn_seconds": self.kept.turn_seconds,
        })
    }

    /// A seat does something. It is acknowledged when this comes back: then it is on the disk.
    ///
    /// # Errors
    /// Why it is not done; then nothing has happened.
    pub async fn act(self: &Arc<Self>, seat: u8, decision: u64, said: Said, by: By) -> Result<(), Refused> {
        let mut state = self.lock().await;
        if by == By::Person {
            state.has(seat)?;
        }
        let turn = state.turn(seat, decision)?;
        let act = read(&turn, said).map_err(|reasons| Refused::Reasons(decision, reasons))?;
        // Of like cards those are taken that are taken when it is read from the log again.
        let cannot = || Refused::Wrong("cannot-keep", format!("`{act}` cannot be written down"), "do something else");
        let act = course::told(&turn, &act.json()).ok_or_else(cannot)?;
        let took = i64::try_from(state.since.elapsed().as_millis()).unwrap_or(i64::MAX);
        let entry = Entry::Act { decision, seat, choice: act.json(), by: by.word().to_owned(), took };
        self.log(&mut state, entry).await?;
        let choice = *act.choice();
        state.acts.made.push(Made { seat, choice, by, took });
        state.audience.send_seat(seat, &json!({"kind": "taken", "decision": decision}).to_string());
        state.vote = None;
        state.answer(seat, choice);
        self.go_on(&mut state);
        Ok(())
    }

    /// Puts an entry into the log; it is on the disk when this comes back.
    pub(super) async fn log(&self, state: &mut State, entry: Entry) -> Result<(), Refused> {
        let kept = self.hub.store.append(&self.kept.id, state.entries, entry, crate::hub::now()).await;
        kept.map_err(Refused::NotKept)?;
        state.entries += 1;
        Ok(())
    }

    /// Plays the acts that hold once more, from the beginning.
    pub(super) fn play_again<E: Ears>(&self, acts: &Acts, ears: &mut E) -> Course {
        acts.play(&self.prepared, &self.luck, ears)
    }
}

/// What was said as an act that is legal.
fn read(turn: &Turn, said: Said) -> Result<Act, Vec<Value>> {
    match said {
        Said::Act(act) if turn.allows(act.choice()) => Ok(*act),
        Said::Act(act) => Err(why_not(turn, &act.to_string())),
        Said::Nth(nth) => turn.nth(nth).ok_or_else(|| vec![reason("there is no legal choice of this number", None)]),
        Said::Words(words) if words.len() > LONGEST_WORDS => Err(vec![reason("these words are too long", None)]),
        // What stands in the list is read as it stands there; else as people type it.
        Said::Words(words) => turn.read(&words).or_else(|_| match turn.read_typed(&words) {
            Typed::Act(act) => Ok(act),
            Typed::Several(_) | Typed::Nothing => Err(why_not(turn, &words)),
        }),
        Said::Choice(choice) => course::told(turn, &choice).ok_or_else(|| {
            let ask = turn.ask();
            let said = ask.and_then(|ask| turn.words().choices_said(ask, &choice).into_iter().next());
            match said {
                Some(said) => why_not(turn, &turn.act(&said).to_string()),
                None => vec![reason("this is no choice of this decision", None)],
            }
        }),
    }
}

impl State {
    /// Sees that a person has a seat.
    ///
    /// # Errors
    /// Where the host gave it to a bot.
    pub fn has(&self, seat: u8) -> Result<(), Refused> {
        if self.persons() & (1 << seat) == 0 {
            let help = "look on, or ask the host for another table";
            return Err(Refused::Wrong("not-yours", "a bot has this seat now".to_owned(), help));
        }
        Ok(())
    }

    /// The turn of a seat that is asked.
    ///
    /// # Errors
    /// Where it is not, or another decision is.
    pub fn turn(&self, seat: u8, decision: u64) -> Result<Turn, Refused> {
        let at = self.course.at();
        if at.decision != decision || !self.course.asks(seat) {
            return Err(Refused::stale(at.decision));
        }
        Ok(self.course.turn(seat))
    }

    /// The seats that persons have.
    pub fn persons(&self) -> SeatSet {
        let seats = (0_u8..).zip(&self.players).filter(|(_, player)| *player == "person");
        seats.fold(0, |set, (seat, _)| set | 1 << seat)
    }

    /// The game goes on with what a seat chose.
    pub fn answer(&mut self, seat: u8, choice: Choice) {
        if self.audience.is_there() {
            self.course.answer(seat, choice, &mut self.audience);
        } else {
            self.course.answer(seat, choice, &mut Silent);
        }
    }
}
