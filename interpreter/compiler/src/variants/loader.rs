//! Loaders: where other files come from. The library touches no disk: who plays gives it a loader.

/// A text that was found.
#[derive(Debug, Clone)]
pub struct Source {
    /// What tells it from all others: the same file has the same key however it is named.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// The whole text, read already.
    pub text: String,
}

/// Why a file cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// There is none of this name; these there are.
    Unknown(Vec<String>),
    /// It lies outside of this folder, and that is not allowed.
    Outside(String),
    /// It is there and cannot be read.
    Unreadable(String),
    /// The text stands alone: it lies in no folder.
    Alone,
}

/// Gives the files that a rules file names.
pub trait Loader {
    /// The rules file that `of NAME` means in the file with the key `from`.
    ///
    /// # Errors
    /// Why there is none.
    fn base(&self, from: &str, name: &str) -> Result<Source, Missing>;

    /// The library that `use NAME` means in the file with the key `from`; the libraries that come with bidlang are known
    /// without.
    ///
    /// # Errors
    /// Why there is none.
    fn library(&self, from: &str, name: &str) -> Result<Source, Missing>;
}

/// A loader of no file at all.
#[derive(Debug, Clone, Copy)]
pub struct Empty;

impl Loader for Empty {
    fn base(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Alone)
    }

    fn library(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Alone)
    }
}

/// Texts in memory, by name: bases and libraries alike.
#[derive(Debug, Clone, Default)]
pub struct Texts(pub Vec<(String, String)>);

impl Texts {
    fn find(&self, name: &str) -> Result<Source, Missing> {
        let plain = |name: &str| name.replace('_', "-");
        match self.0.iter().find(|(other, _)| plain(other) == plain(name)) {
            Some((name, text)) => Ok(Source { key: name.clone(), name: format!("{name}.bid"), text: text.clone() }),
            None => Err(Missing::Unknown(self.0.iter().map(|(name, _)| name.clone()).collect())),
        }
    }
}

impl Loader for Texts {
    fn base(&self, _: &str, name: &str) -> Result<Source, Missing> {
        self.find(name)
    }

    fn library(&self, _: &str, name: &str) -> Result<Source, Missing> {
        self.find(name)
    }
}

/// The texts of a game as they were kept, by the names of their files: its own first, then those that it names.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'t>(pub &'t [(String, String)]);

impl Kept<'_> {
    fn find(&self, name: &str) -> Result<Source, Missing> {
        let plain = |name: &str| {
            let name = name.rsplit('/').next().unwrap_or(name);
            name.strip_suffix(".bid").unwrap_or(name).replace('_', "-")
        };
        let wanted = plain(name);
        // The first is the file itself: a variant may bear the name of its base.
        let found = self.0.iter().skip(1).find(|(other, _)| plain(other) == wanted);
        let source =
            |(name, text): &(String, String)| Source { key: name.clone(), name: name.clone(), text: text.clone() };
        found.map(source).ok_or_else(|| Missing::Unknown(Vec::new()))
    }
}

impl Loader for Kept<'_> {
    fn base(&self, _: &str, name: &str) -> Result<Source, Missing> {
        self.find(name)
    }

    fn library(&self, _: &str, name: &str) -> Result<Source, Missing> {
        self.find(name)
    }
}

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The library of this name that comes with bidlang.
pub fn shipped(name: &str) -> Option<Source> {
    let plain = name.replace('_', "-");
    let (name, text) = LIBRARY.iter().find(|(name, _)| *name == plain)?;
    Some(Source { key: format!("library {name}"), name: format!("library/{name}.bid"), text: (*text).to_owned() })
}

/// The names of the libraries that come with bidlang.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|(name, _)| *name)
}
