//! The rules files that come with bidlang, as texts: what lies beside this crate is in the program.
//!
//! ```
//! let hearts = bidlang_games::called("hearts").ok_or("not there")?;
//! assert!(hearts.text.contains("game Hearts"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// A rules file that comes with bidlang.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Its file's name without `.bid`.
    pub name: &'static str,
    /// The folder it lies in under `games/`: none, `classics` or `variants`.
    pub folder: &'static str,
    /// What it holds.
    pub text: &'static str,
    /// How it wants to be shown: the file `NAME.theme.json` beside it.
    pub theme: Option<&'static str>,
}

/// All of them: the games, the classics, the variants, each in the order of their names.
pub const ALL: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/list.rs"));

/// The rules file of this name; `-` and `_` are alike, and `.bid` may stand behind it.
#[must_use]
pub fn called(name: &str) -> Option<&'static Shipped> {
    let name = name.strip_suffix(".bid").unwrap_or(name).replace('-', "_");
    ALL.iter().find(|shipped| shipped.name.replace('-', "_") == name)
}
