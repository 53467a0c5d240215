//! What players practised, kept in the folder that this machine has for such things (a cache): a file for each game, setup and goal. It can be deleted at any time.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bidlang_players::Keep;

/// Says another folder; where it is empty nothing is kept.
const ELSEWHERE: &str = "BIDLANG_CACHE";
/// So many files are kept; the oldest goes first.
const MOST_FILES: usize = 200;
/// Longer files are none of ours.
const LONGEST: u64 = 64 << 20;

/// Keeps what was practised on the disk, where there is a place for it.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// In the folder that `BIDLANG_CACHE` says, else in that of this machine.
    #[must_use]
    pub fn here() -> Self {
        let folder = match std::env::var_os(ELSEWHERE) {
            Some(folder) => Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
            None => dirs::cache_dir().map(|folder| folder.join("bidlang")),
        };
        Self::of(folder)
    }

    /// In a folder; none where nothing is kept.
    #[must_use]
    pub const fn of(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Writes it beside and puts it in its place: who reads meanwhile reads all of the one or all of the other.
    fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.persist(folder.join(name)).map_err(|error| error.error)?;
        let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)?
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                entry.path().extension().is_some_and(|ext| ext == EXTENSION).then_some(())?;
                Some((about.modified().ok()?, entry.path()))
            })
            .collect();
        files.sort_unstable();
        let more = files.len().saturating_sub(MOST_FILES);
        files.iter().take(more).try_for_each(|(_, path)| fs::remove_file(path))
    }
}

/// What the files end with.
const EXTENSION: &str = "habits";

impl Keep for Cache {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.as_ref()?.join(name).with_extension(EXTENSION);
        // A pipe or a device of that name would be waited for.
        fs::metadata(&path).ok().filter(|about| about.is_file() && about.len() <= LONGEST)?;
        fs::read(path).ok()
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        if let Some(folder) = &self.folder {
            // A disk that is full or may not be written costs the time of the practice, and nothing else.
            let _ = Self::write(folder, &format!("{name}.{EXTENSION}"), bytes);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_the_oldest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::of(Some(folder.path().join("new")));
        assert_eq!(cache.get("a"), None);
        cache.put("a", b"one");
        cache.put("a", b"two");
        assert_eq!(cache.get("a").as_deref(), Some(b"two".as_slice()));
        let old = fs::File::open(folder.path().join("new/a.habits")).unwrap();
        old.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        (0..MOST_FILES).for_each(|number| cache.put(&number.to_string(), b""));
        assert_eq!(cache.get("a"), None);
        assert!(cache.get("0").is_some());
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), MOST_FILES);
    }

    #[test]
    fn where_nothing_can_be_kept_nothing_happens() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for folder in [None, Some(folder.path().join("file")), Some(folder.path().join("file/below"))] {
            let cache = Cache::of(folder);
            cache.put("a", b"one");
            assert_eq!(cache.get("a"), None);
        }
        fs::create_dir(folder.path().join("a.habits")).unwrap();
        assert_eq!(Cache::of(Some(folder.path().to_path_buf())).get("a"), None);
    }
}
