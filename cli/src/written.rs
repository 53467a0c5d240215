//! Files that are written: beside their place until they are whole, and never over what the command has read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bidlang::diagnostic::{Code, Diagnostic, Span};
use same_file::Handle;
use tempfile::{Builder, NamedTempFile};

use crate::files::{is_handed_in, is_special, unwritable, were_read};

/// The places of all that is written.
static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How many links are followed to a file.
const MOST_LINKS: usize = 40;

/// A file that is being written. Until it is [put in its place](Self::appear) or [finished](Self::finish), what was there stays as it was;
/// where that never happens, nothing was written.
pub struct Written {
    path: PathBuf,
    to: To,
    /// Whether it is put in its place by the first flush, and grows there.
    grows: bool,
}

enum To {
    /// A file of another name in the same folder, and where it belongs.
    Beside(BufWriter<NamedTempFile>, PathBuf),
    /// The file in its place, or a pipe or device.
    There(BufWriter<File>),
    /// It could not be put in its place.
    Lost,
}

impl Written {
    /// Begins a file.
    ///
    /// # Errors
    /// A folder, a place that cannot be written to, a file that was read or is written already, a rules file.
    pub fn begin(path: &Path) -> Result<Self, Diagnostic> {
        Self::new(path, true)
    }

    /// Begins a file once more: what is in it now is to be its beginning again.
    ///
    /// # Errors
    /// A folder, a place that cannot be written to.
    pub fn begin_again(path: &Path) -> Result<Self, Diagnostic> {
        Self::new(path, false)
    }

    fn new(path: &Path, first: bool) -> Result<Self, Diagnostic> {
        let failed = |error: io::Error| unwritable(path, &error);
        if path.is_dir() {
            return Err(refused(path, "this is a folder", "name a file in it"));
        }
        let to = if is_special(path) {
            To::There(BufWriter::new(special(path)?))
        } else {
            let place = place(path).map_err(failed)?;
            if first {
                free(path, &place)?;
            }
            let file = beside(&place).map_err(failed)?;
            WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).push(place.clone());
            To::Beside(BufWriter::new(file), place)
        };
        Ok(Self { path: path.to_path_buf(), to, grows: false })
    }

    /// A file that somebody may follow as it grows: from the first flush on it lies in its place.
    #[must_use]
    pub fn growing(mut self) -> Self {
        self.grows = true;
        self
    }

    /// Puts what was written so far in its place; what follows is written there.
    ///
    /// # Errors
    /// What went wrong.
    pub fn appear(&mut self) -> Result<(), Diagnostic> {
        self.settle().map_err(|error| unwritable(&self.path, &error))
    }

    fn settle(&mut self) -> io::Result<()> {
        self.to = match std::mem::replace(&mut self.to, To::Lost) {
            To::Beside(file, place) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                To::There(BufWriter::new(file.persist(place).map_err(|error| error.error)?))
            }
            there => there,
        };
        Ok(())
    }

    /// Writes a text, which is all of the file.
    ///
    /// # Errors
    /// What went wrong.
    pub fn hold(mut self, text: &str) -> Result<(), Diagnostic> {
        self.write_all(text.as_bytes()).map_err(|error| unwritable(&self.path, &error))?;
        self.finish()
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What went wrong.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        self.appear()?;
        self.flush().map_err(|error| unwritable(&self.path, &error))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Beside(file, _) => file.write(bytes),
            To::There(file) => file.write(bytes),
            To::Lost => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.grows {
            self.settle()?;
        }
        match &mut self.to {
            To::Beside(file, _) => file.flush(),
            To::There(file) => file.flush(),
            To::Lost => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// Writes a file in one go.
///
/// # Errors
/// As [`Written::begin`], and what goes wrong.
pub fn write(path: &Path, text: &str) -> Result<(), Diagnostic> {
    Written::begin(path)?.hold(text)
}

/// Writes a file that is not there yet.
///
/// # Errors
/// What goes wrong; [`io::ErrorKind::AlreadyExists`] where there is such a file, even one that appears at this moment.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut file = beside(&place(path)?)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map(drop).map_err(|error| error.error)
}

/// Whether two paths lead to one file: by another name, a link, or a hard link.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let special = is_special(one) || is_special(other);
    !special
        && same_file::is_same_file(one, other)
            .unwrap_or_else(|_| place(one).is_ok_and(|one| place(other).is_ok_and(|other| other == one)))
}

fn refused(path: &Path, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::CannotWrite, Span::default(), format!("{}: {what}", path.display())).help(help)
}

/// Where a file lies that a path names: links are followed, also one that leads to no file yet.
fn place(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let whole = folder.canonicalize()?.join(name);
        match fs::read_link(&whole) {
            Ok(link) => path = whole.parent().unwrap_or(Path::new("/")).join(link),
            Err(_) => return Ok(whole),
        }
    }
    Err(io::Error::other("the links go round in a circle"))
}

/// A file beside a place, with the rights that it will have there.
fn beside(place: &Path) -> io::Result<NamedTempFile> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let mut named = Builder::new();
    named.prefix(".bidlang-");
    #[cfg(unix)]
    named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    match fs::metadata(place) {
        Ok(before) => {
            // Whether it may be changed, its own rights say, and not only those of its folder.
            OpenOptions::new().append(true).open(place)?;
            let file = named.tempfile_in(folder)?;
            file.as_file().set_permissions(before.permissions())?;
            Ok(file)
        }
        Err(_) => named.tempfile_in(folder),
    }
}

/// Sees that a file may be written: it was not read, is not written by another flag, and is no rules file.
fn free(path: &Path, place: &Path) -> Result<(), Diagnostic> {
    if WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|other| other == place) {
        return Err(refused(path, "this file is written already", "give each output a file of its own"));
    }
    let is_rules = place.extension().is_some_and(|ending| ending == "bid");
    let rules = |message| Err(refused(path, message, "give a name that does not end in `.bid`"));
    let Ok(there) = Handle::from_path(place) else {
        return if is_rules { rules("a name that ends in `.bid` is that of a rules file") } else { Ok(()) };
    };
    let same = |other: &PathBuf| {
        let other = if other == Path::new("-") { Handle::stdin() } else { plain(other) };
        other.is_ok_and(|other| other == there)
    };
    if were_read().iter().any(same) {
        return Err(refused(
            path,
            "this would overwrite a file that was read",
            "give another name; nothing was written",
        ));
    }
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if written.iter().any(|other| plain(other).is_ok_and(|other| other == there)) {
        return Err(refused(path, "this file is written already", "give each output a file of its own"));
    }
    if is_rules { rules("this would overwrite a rules file") } else { Ok(()) }
}

/// A file, and nothing that one might wait for.
fn plain(path: &Path) -> io::Result<Handle> {
    if is_special(path) { Err(io::ErrorKind::InvalidInput.into()) } else { Handle::from_path(path) }
}

/// Opens a pipe or a device that was named. A pipe that nobody reads from would be waited for, and a disk destroyed.
fn special(path: &Path) -> Result<File, Diagnostic> {
    let open = || OpenOptions::new().write(true).open(path);
    let failed = |error: io::Error| unwritable(path, &error);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
        let sort = fs::metadata(path).map_err(failed)?.file_type();
        if sort.is_block_device() || sort.is_socket() {
            return Err(refused(path, "this is a device or a socket, and no file", "name a file"));
        }
        if sort.is_fifo() && !is_handed_in(path) {
            let read = OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(path);
            if read.is_err() {
                return Err(refused(path, "nobody reads from this pipe", "name a file, or read from the pipe first"));
            }
            // While this one is open, opening it once more does not wait.
            return open().map_err(failed);
        }
    }
    open().map_err(failed)
}
