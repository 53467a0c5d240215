//! Looks again and again whether files have changed. It asks for their times, which works on every disk and network.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::{End, files, output};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(250);

type Seen = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Runs `check` now and after each change of the files, until the command is ended from outside. `check` gives other files
/// that count as well.
pub fn forever(paths: &[PathBuf], mut check: impl FnMut() -> Vec<PathBuf>) -> End {
    let mut others = Vec::new();
    loop {
        let before = (look(paths), looks(&others));
        let named = check();
        // Of files that are named for the first time, only what happens from now on is seen.
        let seen = (before.0, if named == others { before.1 } else { looks(&named) });
        others = named;
        output::note("waiting for a change; Ctrl-C ends this");
        while (look(paths), looks(&others)) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The files with their times and sizes; a file that is not there now has neither.
fn look(paths: &[PathBuf]) -> Seen {
    looks(&files::rules_files(paths).unwrap_or_default())
}

fn looks(files: &[PathBuf]) -> Seen {
    let look = |path: &PathBuf| {
        let meta = std::fs::metadata(path).ok();
        let time = meta.as_ref().and_then(|meta| meta.modified().ok());
        (path.clone(), time, meta.map_or(0, |meta| meta.len()))
    };
    files.iter().map(look).collect()
}
