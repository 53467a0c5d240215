//! Seats that the server plays: each thinks with what its seat was told, off the threads that serve.

use std::sync::Arc;

use bidlang::{Act, Turn};
use bidlang_host::clock;
use bidlang_players::{Answer, Considered, Level, Player, Question, Thinker};
use serde::Serialize;
use tokio::task::JoinError;

use super::audience::{Audience, Bot, Heard};
use super::log::{Acts, By};
use super::room::{Refused, Room, State};
use crate::secrets;

/// The levels that a seat may be played at.
pub const LEVELS: [&str; 4] = ["random", "easy", "normal", "hard"];

/// Whether a player of a seat is one that the server thinks for.
pub(super) fn thinks(player: &str) -> bool {
    player != "person" && player != "random"
}

/// What could be done, and how often it was tried of 100 times.
#[derive(Serialize)]
pub struct Hint {
    /// In words.
    pub words: String,
    /// Of 100.
    pub share: u64,
}

/// So many things are told of a hint.
const TOLD: usize = 3;

impl Room {
    /// A player of a level for a seat of a game that has not begun; none for one that takes any choice.
    fn player(&self, seat: u8, level: &str) -> Option<Thinker> {
        let level: Level = level.parse().ok()?;
        // A thinker's chance is its own: nothing of the game's follows from it.
        let seed = u64::from_le_bytes(secrets::bytes().ok()?);
        Some(Thinker::new(self.ready.lore(level.practised()), seat, level.effort(), (seed, &clock())))
    }

    /// Players for all seats that the server plays, who have heard nothing yet.
    pub(super) fn bots(&self, state: &State) -> Vec<Bot> {
        let thinking = (0_u8..).zip(&state.players).filter(|(_, player)| thinks(player));
        let bot = |(seat, level): (u8, &String)| {
            let player = self.player(seat, level).map(|thinker| Box::new(thinker) as Box<dyn Player>);
            Bot { seat, player, heard: Vec::new() }
        };
        thinking.map(bot).collect()
    }

    /// A seat that the server plays chooses.
    pub(super) async fn think(self: Arc<Self>, seat: u8, decision: u64, generation: u64) {
        let (turn, count, mut player, heard, any) = {
            let mut state = self.lock().await;
            let state = &mut *state;
            if state.generation != generation || state.course.at().decision != decision || !state.course.asks(seat) {
                return;
            }
            let turn = state.course.turn(seat);
            let count = turn.count();
            let any = state.dice.below_long(count);
            let bot = state.audience.bots.iter_mut().find(|bot| bot.seat == seat);
            let (player, heard) =
                bot.map(|bot| (bot.player.take(), std::mem::take(&mut bot.heard))).unwrap_or_default();
            (turn, count, player, heard, any)
        };
        let mut act = None;
        if player.is_some() {
            // As many think as there are cores; who has thought does not hold up others while the disk is waited for.
            let Ok(_thinks) = self.hub.thinking.acquire().await else { return };
            let asked = turn.clone();
            let thought = tokio::task::spawn_blocking(move || {
                let answer = player.as_mut().and_then(|player| answers(player.as_mut(), heard, &asked, count));
                (player, answer)
            });
            let (thinker, answer) = self.came(thought.await).unwrap_or_default();
            act = answer;
            let mut state = self.lock().await;
            if state.generation != generation {
                return;
            }
            if let Some(bot) = state.audience.bots.iter_mut().find(|bot| bot.seat == seat) {
                bot.player = thinker;
            }
        }
        // Where no world fits, what is legal in them may not be legal here: then any choice is taken.
        let Some(act) = act.or_else(|| turn.nth(any)) else { return };
        self.done(seat, decision, act, By::Bot).await;
    }

    /// What came of a player's thinking; none where the player failed, which the log tells. The table goes on without it.
    pub(super) fn came<T>(&self, thought: Result<T, JoinError>) -> Option<T> {
        let failed = |failed: &JoinError| tracing::error!(table = %self.kept.id, %failed, "a player failed");
        thought.inspect_err(failed).ok()
    }

    /// The acts so far, and the turn of a person's seat that is asked.
    async fn asked_of(&self, seat: u8, decision: u64) -> Result<(Acts, Turn), Refused> {
        let state = self.lock().await;
        state.has(seat)?;
        Ok((state.acts.clone(), state.turn(seat, decision)?))
    }

    /// A player for a seat that has heard all that the seat was told in these acts, and the turn that it has then.
    pub(super) fn brief(&self, seat: u8, level: &str, acts: &Acts) -> Option<(Thinker, Turn)> {
        let mut thinker = self.player(seat, level)?;
        let ears = Bot { seat, player: None, heard: Vec::new() };
        let (prepared, clients) = (self.prepared.clone(), Vec::new());
        let mut alone = Audience { prepared, clients, bots: vec![ears], muted: true };
        let course = self.play_again(acts, &mut alone);
        alone.bots.into_iter().flat_map(|bot| bot.heard).for_each(|heard| tell(&mut thinker, heard));
        Some((thinker, course.turn(seat)))
    }

    /// What a player that thinks a little would do for a seat; none where the seat is not asked any more.
    pub(super) async fn stand_in(self: &Arc<Self>, seat: u8, decision: u64) -> Option<Act> {
        let _thinks = self.hub.thinking.acquire().await.ok()?;
        let (acts, turn) = self.asked_of(seat, decision).await.ok()?;
        let (room, asked) = (Arc::clone(self), turn.clone());
        let thought = tokio::task::spawn_blocking(move || {
            let (mut thinker, _) = room.brief(seat, "easy", &acts)?;
            answers(&mut thinker, Vec::new(), &asked, asked.count())
        });
        self.came(thought.await).flatten().or_else(|| turn.nth(0))
    }

    /// What a player that thinks would do in the place of a seat: it knows what the seat may know.
    ///
    /// # Errors
    /// Where the seat is not asked, or the player fails.
    pub async fn hint(self: &Arc<Self>, seat: u8, decision: u64) -> Result<Vec<Hint>, Refused> {
        let failed = || Refused::Wrong("failed", "nobody could think of anything".to_owned(), "play on");
        let _thinks = self.hub.thinking.acquire().await.map_err(|_| failed())?;
        let (acts, turn) = self.asked_of(seat, decision).await?;
        let room = Arc::clone(self);
        let thought = tokio::task::spawn_blocking(move || {
            let (mut thinker, _) = room.brief(seat, "normal", &acts)?;
            Some(hints(&turn, &thinker.consider()))
        });
        self.came(thought.await).flatten().ok_or_else(failed)
    }
}

/// The best of what was considered, as far as it is legal.
pub(super) fn hints(turn: &Turn, found: &[Considered]) -> Vec<Hint> {
    let all: u64 = found.iter().map(|one| u64::from(one.tried)).sum();
    let legal = found.iter().filter_map(|one| {
        let act = bidlang_players::act(turn, Answer::Choice(one.choice))?;
        let share = (u64::from(one.tried) * 100).checked_div(all).unwrap_or_default();
        Some(Hint { words: act.to_string(), share })
    });
    legal.take(TOLD).collect()
}

fn tell(player: &mut dyn Player, heard: Heard) {
    match heard {
        Heard::Telling(telling) => player.hear(&telling),
        Heard::Chose(choice, count) => player.chose(&choice, count),
    }
}

/// Tells a player what it has still to hear, and asks it.
fn answers(player: &mut dyn Player, heard: Vec<Heard>, turn: &Turn, count: u64) -> Option<Act> {
    heard.into_iter().for_each(|heard| tell(player, heard));
    let ask = turn.state().waiting()?;
    let answer = player.answer(Question { ask, count });
    bidlang_players::act(turn, answer)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
mod tests {
    use std::time::Duration;

    use bidlang::Game;
    use bidlang::engine::{Choice, Telling};
    use bidlang_players::{Answer, Hears, Player, Question};

    use super::Bot;
    use crate::shelf::Offered;
    use crate::table::twins::{hub, kept};
    use crate::table::{LEVELS, Room};
    use crate::theme::Theme;

    /// A player with a mistake.
    struct Failing;

    impl Hears for Failing {
        fn hear(&mut self, _: &Telling) {}
        fn chose(&mut self, _: &Choice, _: u64) {}
    }

    impl Player for Failing {
        fn answer(&mut self, _: Question) -> Answer {
            panic!("a player with a mistake");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_table_goes_on_without_a_player_that_fails() {
        let data = tempfile::tempdir().unwrap();
        let (hub, _) = hub(data.path());
        let game = Game::read("small.bid", bidlang::SMALL_GAME).unwrap();
        let mut kept = kept(&Offered { id: "small".to_owned(), game, theme: Theme::default() }, 3, 1);
        hub.store.create(kept.clone()).await.unwrap();
        kept.seats.iter_mut().for_each(|seat| LEVELS[1].clone_into(&mut seat.player));
        let room = Room::restore(&hub, kept, &[]).unwrap();
        {
            let mut state = room.lock().await;
            let bot = |seat| Bot { seat, player: Some(Box::new(Failing)), heard: Vec::new() };
            state.audience.bots = (0..3).map(bot).collect();
            room.ask(&mut state);
        }
        let played = async {
            while !room.is_over().await {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), played).await.expect("it goes on");
    }
}
