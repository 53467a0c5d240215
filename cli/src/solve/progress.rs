//! How far it is, on the terminal.

use std::io::IsTerminal;
use std::time::Duration;

use bidlang_lab::solve::Measure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;
use crate::sim::figures::whole;

/// A line that says what is done.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Hidden where nobody would see it.
    pub fn new(quiet: bool) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar }
    }

    /// So many histories were come through, of so many at most.
    pub fn walked(&self, histories: u64, most: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{} histories (at most {})", whole(histories), whole(most)));
        }
    }

    /// So many iterations are done, and how good the plans were when they were last measured.
    pub fn solving(&self, iterations: u64, last: Option<&Measure>) {
        if !self.bar.is_hidden() {
            let good = last.map_or_else(String::new, |measure| {
                format!(", exploitability {:.6} after {}", measure.exploitability(), whole(measure.rounds))
            });
            self.bar.set_message(format!("iteration {}{good}", whole(iterations)));
        }
    }

    /// Says something on standard error that stays there.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
