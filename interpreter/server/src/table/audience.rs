//! Who is told of a game at a table: the clients that are connected, and the players that think.

use bidlang::engine::{Choice, Desk, Event, Runner, SeatSet, Sink, State, Telling};
use bidlang::{Listener, Prepared, Table};
use bidlang_players::{Hears, Player, tell, tell_choice};
use tokio::sync::mpsc;

use super::course::{At, Ears, Ended};
use super::room::Owner;
use super::teller::Teller;

/// A client that is connected.
pub struct Client {
    /// Its number.
    pub id: u64,
    /// Whose token it has; none for who looks on.
    pub by: Option<Owner>,
    /// What it is told.
    pub teller: Teller,
    /// Where messages go; none where it did not keep up: then it is let go.
    pub to: Option<mpsc::Sender<String>>,
}

impl Client {
    /// Sends a message. Who has so many waiting that it cannot be sent gets nothing more: no message is left out between others.
    pub fn send(&mut self, message: String) {
        self.to.take_if(|to| to.try_send(message).is_err());
    }
}

/// What a player has still to be told: it is told where it thinks, off the server's own threads.
pub enum Heard {
    /// Something that its seat was told.
    Telling(Telling),
    /// What was chosen for its seat, among so many.
    Chose(Choice, u64),
}

/// A seat that the server plays.
pub struct Bot {
    /// The seat.
    pub seat: u8,
    /// Who thinks for it; none while it thinks, and where any choice is taken.
    pub player: Option<Box<dyn Player>>,
    /// What it has still to be told.
    pub heard: Vec<Heard>,
}

impl Hears for Bot {
    fn hear(&mut self, telling: &Telling) {
        self.heard.push(Heard::Telling(telling.clone()));
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        self.heard.push(Heard::Chose(*choice, count));
    }
}

fn seated(bots: &mut [Bot]) -> impl Iterator<Item = (u8, &mut Bot)> {
    bots.iter_mut().map(|bot| (bot.seat, bot))
}

/// Everybody who is told.
pub struct Audience {
    /// The game.
    pub prepared: Prepared,
    /// Clients.
    pub clients: Vec<Client>,
    /// Players that think.
    pub bots: Vec<Bot>,
    /// Whether the game is played again: then nobody is sent anything, and all that is told is kept until it is asked for.
    pub muted: bool,
}

impl Audience {
    /// Whether anybody listens.
    #[must_use]
    pub fn is_there(&self) -> bool {
        !self.clients.is_empty() || !self.bots.is_empty()
    }

    /// Sends a message to all.
    pub fn send_all(&mut self, message: &str) {
        self.clients.iter_mut().for_each(|client| client.send(message.to_owned()));
    }

    /// Sends a message to who has a seat.
    pub fn send_seat(&mut self, seat: u8, message: &str) {
        let of = self.clients.iter_mut().filter(|client| client.teller.who().seat() == Some(seat));
        of.for_each(|client| client.send(message.to_owned()));
    }

    /// The seats that clients have.
    #[must_use]
    pub fn seats(&self) -> SeatSet {
        self.clients.iter().filter_map(|client| client.teller.who().seat()).fold(0, |set, seat| set | 1 << seat)
    }
}

impl Sink for Audience {
    fn event(&mut self, state: &State, event: &Event) {
        self.clients.iter_mut().for_each(|client| client.teller.event(state, event));
        tell(seated(&mut self.bots), self.prepared.runner().program(), (state, event));
    }
}

impl Listener for Audience {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        self.clients.iter_mut().for_each(|client| client.teller.decided(runner, desk, seat, choice, forced));
        tell_choice(seated(&mut self.bots), (runner, desk), (seat, choice, forced));
    }
}

impl Ears for Audience {
    fn pause(&mut self, table: &Table, at: At) {
        for client in &mut self.clients {
            if self.muted {
                client.teller.flush();
                continue;
            }
            let messages = client.teller.still(table, at, 0);
            messages.into_iter().for_each(|message| client.send(message));
        }
    }

    fn end(&mut self, table: &Table, ended: &Ended) {
        self.clients.iter_mut().for_each(|client| client.teller.end(table, ended));
    }
}
