//! How far it is, on the terminal, and whether somebody wants to stop.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use bidlang_players::{Level, Practised};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::figures::{counted, whole};
use crate::{End, output};

/// So long nothing is said where there is no terminal.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bar, and the clock.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
    quiet: bool,
}

impl Progress {
    /// A bar for so many games; hidden where nobody would see it.
    pub fn new(games: u64, quiet: bool) -> Self {
        let bar = if quiet || !std::io::stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
            let look = "{bar:30} {human_pos} of {human_len} games, {per_sec}, {eta} left {msg}";
            bar.set_style(ProgressStyle::with_template(look).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        };
        Self { bar, began: Instant::now(), quiet }
    }

    /// What is played now.
    pub fn now(&self, label: &str) {
        self.bar.set_message(label.to_owned());
    }

    /// Players practise before the first game: that is said, where there is no bar after a while.
    pub fn practises(&self, levels: &[Option<Level>], title: &str) -> Option<Patience> {
        let practice = practice(levels, title)?;
        self.now(&practice);
        (!self.quiet).then(|| patience(practice)).flatten()
    }

    /// So many games are done.
    pub fn done(&self, games: u64) {
        self.bar.set_position(games);
    }

    /// Takes the bar away and says how long it took.
    pub fn end(&self, games: u64, threads: usize) {
        self.bar.finish_and_clear();
        let seconds = self.began.elapsed().as_secs_f64();
        if !self.quiet && games > 0 {
            let rate = games as f64 / seconds.max(1e-9);
            let rate = if rate < 10.0 { format!("{rate:.2}") } else { whole(rate as u64) };
            let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
            let games = counted(games, "game", "games");
            output::note(&format!("{games} in {seconds:.2} s on {threads}: {rate} a second"));
        }
    }
}

/// On the terminal, while somebody thinks long: it is gone when this is dropped.
pub struct Thinking {
    bar: ProgressBar,
}

/// Somebody begins to think: says what is going on.
pub fn thinking(what: &str) -> Thinking {
    let bar = if std::io::stderr().is_terminal() {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(300));
        bar
    } else {
        ProgressBar::hidden()
    };
    Thinking { bar }
}

/// Somebody waits where there is no terminal: after a while it is said for what. Dropped as soon as it is there.
pub struct Patience {
    _done: Sender<()>,
}

/// Begins to wait; nothing at a terminal, which shows it.
pub fn patience(what: String) -> Option<Patience> {
    if std::io::stderr().is_terminal() {
        return None;
    }
    let (done, there) = channel::<()>();
    std::thread::spawn(move || {
        if there.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            output::note(&what);
        }
    });
    Some(Patience { _done: done })
}

/// What goes on before a game is begun by players some of whom think: they practise it.
pub fn practice(levels: &[Option<Level>], title: &str) -> Option<String> {
    let hard = levels.iter().flatten().any(|level| level.practised() == Practised::Long);
    let long = if hard { "a minute or some" } else { "some seconds" };
    let thinks = levels.iter().any(Option::is_some);
    thinks.then(|| format!("players practise {title}: {long}, once for each text and setup"))
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Raised by Ctrl-C; a second one ends the command at once.
pub fn interrupted() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    // Where no handler can be set, Ctrl-C ends the command as ever.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(End::Interrupted as i32);
        }
    });
    flag
}
