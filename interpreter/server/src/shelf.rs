//! The shelf: the games that tables can be made of, each compiled once for each setup.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bidlang::{Error, Game, Prepared, Setup};
use bidlang_host::Cache;
use bidlang_players::{Goal, Lore, Practised, never};
use serde_json::{Value, json};

use crate::table::Faces;
use crate::theme::Theme;

/// Deep phrases are walked by recursion.
const STACK: usize = 16 << 20;

/// A game on the shelf.
#[derive(Debug, Clone)]
pub struct Offered {
    /// Its name in calls.
    pub id: String,
    /// The rules.
    pub game: Game,
    /// How it wants to be shown.
    pub theme: Theme,
}

/// A game compiled for a setup, with what all its tables share.
pub struct Ready {
    /// The game, with the usual names.
    pub prepared: Prepared,
    /// Its cards.
    pub faces: Arc<Faces>,
    lore: OnceLock<Lore>,
    /// What comes of long practice, once that is over, and whether it has begun.
    long: OnceLock<Lore>,
    practises: AtomicBool,
}

impl Ready {
    fn new(prepared: Prepared) -> Self {
        Self {
            faces: Arc::new(Faces::of(&prepared)),
            prepared,
            lore: OnceLock::new(),
            long: OnceLock::new(),
            practises: AtomicBool::new(false),
        }
    }

    /// What players that think have learnt of it. It takes a while at first. Long practice takes minutes: it begins when it is first asked for, beside what
    /// the server does, and until it is over the usual one has to do.
    pub fn lore(self: &Arc<Self>, practised: Practised) -> &Lore {
        if practised == Practised::Long && !self.practises.swap(true, Ordering::Relaxed) {
            let ready = Arc::clone(self);
            let practice = std::thread::Builder::new().stack_size(STACK);
            // Where the system gives no thread the usual practice has to do for good.
            let _ = practice.spawn(move || ready.long.set(ready.learnt(Practised::Long)));
        }
        let long = self.long.get().filter(|_| practised == Practised::Long);
        long.unwrap_or_else(|| self.lore.get_or_init(|| self.learnt(Practised::Usual)))
    }

    fn learnt(&self, practised: Practised) -> Lore {
        Lore::of(&self.prepared, (Goal::Both, practised), (&Cache::here(), &never))
    }
}

type Key = (String, u8, Vec<(String, String)>);

/// The games, and what was compiled.
#[derive(Default)]
pub struct Shelf {
    games: Mutex<Vec<Offered>>,
    ready: Mutex<HashMap<Key, Arc<Ready>>>,
}

/// Most setups that are kept compiled.
const MOST_READY: usize = 500;

impl Shelf {
    /// With these games.
    #[must_use]
    pub fn new(games: Vec<Offered>) -> Self {
        Self { games: Mutex::new(games), ready: Mutex::default() }
    }

    fn games(&self) -> std::sync::MutexGuard<'_, Vec<Offered>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game by its name.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<Game> {
        self.games().iter().find(|offered| offered.id == id).map(|offered| offered.game.clone())
    }

    /// How a game of the shelf wants to be shown; as nobody said where it is not there any more.
    #[must_use]
    pub fn theme(&self, id: &str) -> Theme {
        self.games().iter().find(|offered| offered.id == id).map(|offered| offered.theme.clone()).unwrap_or_default()
    }

    /// Puts one more on the shelf; whether its name was free, or it is the same game.
    pub fn put(&self, offered: Offered) -> bool {
        let mut games = self.games();
        match games.iter().find(|other| other.id == offered.id) {
            Some(other) => other.game.hash() == offered.game.hash(),
            None => {
                games.push(offered);
                true
            }
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games().len()
    }

    /// All of them as a page lists them.
    #[must_use]
    pub fn list(&self) -> Value {
        self.games().iter().map(row).collect()
    }

    /// The game whose texts were kept with a table; an error where this version of bidlang does not read them, none where there are no texts.
    pub fn kept(&self, hash: &str, texts: &[(String, String)]) -> Option<Result<Game, Error>> {
        if let Some(offered) = self.games().iter().find(|offered| offered.game.hash() == hash) {
            return Some(Ok(offered.game.clone()));
        }
        Game::of_texts(texts)
    }

    /// A game compiled for a setup.
    ///
    /// # Errors
    /// Where the rules refuse the setup.
    pub fn ready(&self, game: &Game, players: u8, options: &[(String, String)]) -> Result<Arc<Ready>, Error> {
        let key = (game.hash(), players, options.to_vec());
        let known = || self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = known().get(&key) {
            return Ok(Arc::clone(ready));
        }
        let setup = options.iter().fold(Setup::players(players), |setup, (name, value)| setup.option(name, value));
        let ready = Arc::new(Ready::new(game.prepare(&setup)?));
        let mut known = known();
        if known.len() >= MOST_READY {
            known.clear();
        }
        known.insert(key, Arc::clone(&ready));
        Ok(ready)
    }
}

fn row(offered: &Offered) -> Value {
    let Offered { id, game, theme: _ } = offered;
    let number = |word: String| word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number));
    let options = game.options();
    let options = game.game.options.iter().zip(options).enumerate().map(|(index, (option, (name, usual)))| {
        let (words, (least, most)) = (game.option_values(index), option.range);
        let values = match words.is_empty() {
            true => json!({"least": least, "most": most}),
            false => words.into_iter().map(number).collect(),
        };
        json!({"name": name, "values": values, "default": number(usual)})
    });
    json!({
        "id": id,
        "title": game.title(),
        "description": bidlang_book::description(game),
        "players": {"least": game.players().start(), "most": game.players().end()},
        "options": options.collect::<Vec<_>>(),
    })
}
