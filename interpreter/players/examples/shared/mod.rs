//! What the examples that play have in common.

use std::error::Error;

use bidlang::Setup;

/// A player count with options behind it: `3,rounds=1`.
pub fn setup(words: &str) -> Result<Setup, Box<dyn Error>> {
    let (players, options) = words.split_once(',').unwrap_or((words, ""));
    let mut setup = Setup::players(players.parse()?);
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or("an option is said as name=value")?;
        setup = setup.option(name, value);
    }
    Ok(setup)
}
