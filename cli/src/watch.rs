//! Looks again and again whether files have changed. It asks for their times, which works on every disk and network.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::{End, files, output};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(250);

type Seen = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Runs `check` now and after each change of the files, until the command is ended from outside.
pub fn forever(paths: &[PathBuf], mut check: impl FnMut()) -> End {
    loop {
        let seen = look(paths);
        check();
        output::note("waiting for a change; Ctrl-C ends this");
        while look(paths) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The files with their times and sizes; a file that is not there now has neither.
fn look(paths: &[PathBuf]) -> Seen {
    let found = files::rules_files(paths).unwrap_or_default();
    found
        .into_iter()
        .map(|path| {
            let meta = std::fs::metadata(&path).ok();
            let time = meta.as_ref().and_then(|meta| meta.modified().ok());
            (path, time, meta.map_or(0, |meta| meta.len()))
        })
        .collect()
}
