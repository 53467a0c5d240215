//! Numbers as people write them: `10000`, `10_000`, `10,000`, `10k`, `1M`.

/// A number of games, decisions and the like.
///
/// # Errors
/// What is wanted instead.
pub fn count(text: &str) -> Result<u64, String> {
    let wanted = || "a whole number is wanted, such as 500, 10_000, 10k or 1M".to_owned();
    let unit = |letter: char| match letter {
        'k' | 'K' => Some(1_000_u64),
        'M' => Some(1_000_000),
        _ => None,
    };
    let (digits, unit) = match text.chars().next_back().and_then(unit) {
        Some(unit) => (text.strip_suffix(['k', 'K', 'M']).unwrap_or(text), unit),
        None => (text, 1),
    };
    let ends = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    if !ends(digits.chars().next()) || !ends(digits.chars().next_back()) {
        return Err(wanted());
    }
    let digits = digits.replace(['_', ','], "");
    let number: u64 = digits.parse().map_err(|_| wanted())?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is more than can be counted"))
}

/// A number of games that may be played: 1 to a million million.
///
/// # Errors
/// What is wanted instead.
pub fn games(text: &str) -> Result<u64, String> {
    count(text).and_then(|games| match games {
        1..=1_000_000_000_000 => Ok(games),
        _ => Err("1 to 1,000,000,000,000 games can be played".to_owned()),
    })
}

/// A limit: 1 or more.
///
/// # Errors
/// What is wanted instead.
pub fn limit(text: &str) -> Result<u64, String> {
    count(text).and_then(|most| if most == 0 { Err("the least is 1".to_owned()) } else { Ok(most) })
}

/// How many play.
///
/// # Errors
/// What is wanted instead.
pub fn players(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| "say how many play as a number, as in 4".to_owned())
}

/// The seed of a game, of which the next ones follow.
///
/// # Errors
/// What is wanted instead.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0 to 2^64 - 1, in decimal digits".to_owned())
}
