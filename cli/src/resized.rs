//! Draws the screen again when the terminal gets another size, while somebody types.

use std::sync::{Arc, Mutex, PoisonError};

use rustyline::ExternalPrinter;

use crate::output;
use crate::screen::{Screen, Size};

/// The screen that stands above the prompt; none where there is another thing to read.
type Above = Arc<Mutex<Option<Screen>>>;

/// Hears of the terminal's size, until it is dropped.
pub struct Resized {
    above: Above,
    ears: Ears,
}

impl Drop for Resized {
    fn drop(&mut self) {
        self.ears.close();
    }
}

/// A screen is drawn again as long as this is kept.
pub struct Drawn<'a>(&'a Above);

impl Drop for Drawn<'_> {
    fn drop(&mut self) {
        set(self.0, None);
    }
}

fn set(above: &Above, screen: Option<Screen>) {
    *above.lock().unwrap_or_else(PoisonError::into_inner) = screen;
}

impl Resized {
    /// Draws through this printer, which keeps what was typed; none where the terminal does not say when it changes.
    pub fn heard_by(printer: impl ExternalPrinter + Send + 'static) -> Option<Self> {
        let above = Above::default();
        listen(printer, Arc::clone(&above)).map(|ears| Self { above, ears })
    }

    /// From now on, and until what is given back is gone, this is what is drawn.
    pub fn draws(&self, screen: Screen) -> Drawn<'_> {
        set(&self.above, Some(screen));
        Drawn(&self.above)
    }
}

#[cfg(unix)]
type Ears = signal_hook::iterator::Handle;

#[cfg(unix)]
fn listen(mut printer: impl ExternalPrinter + Send + 'static, above: Above) -> Option<Ears> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGWINCH]).ok()?;
    let ears = signals.handle();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            let Some((width, height)) = terminal_size::terminal_size() else { continue };
            let size = Size { width: usize::from(width.0), height: usize::from(height.0) };
            let drawn = above.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|screen| screen.drawn(size));
            // A prompt that is over shows nothing any more.
            if let Some(lines) = drawn
                && printer.print(output::cleared(&lines)).is_err()
            {
                return;
            }
        }
    });
    Some(ears)
}

/// Nothing is heard there.
#[cfg(not(unix))]
struct Ears;

#[cfg(not(unix))]
impl Ears {
    const fn close(&self) {}
}

#[cfg(not(unix))]
fn listen(_: impl ExternalPrinter + Send + 'static, _: Above) -> Option<Ears> {
    None
}
