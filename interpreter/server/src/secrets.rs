//! Secrets: tokens of seats and hosts, names of tables, seeds. All of them come from the operating system.

use rand::TryRngCore;
use rand::rngs::OsRng;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A token that opens a seat: 256 bits. It is shown once, to who makes the table; kept is its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The hash of a token, as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hash(pub [u8; 32]);

/// The operating system gives no random numbers.
#[derive(Debug)]
pub struct NoChance(String);

impl std::fmt::Display for NoChance {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "the operating system gives no random numbers: {}", self.0)
    }
}

/// Random bytes.
///
/// # Errors
/// Where the operating system gives none.
pub fn bytes<const N: usize>() -> Result<[u8; N], NoChance> {
    let mut bytes = [0; N];
    OsRng.try_fill_bytes(&mut bytes).map_err(|error| NoChance(error.to_string()))?;
    Ok(bytes)
}

/// Bytes in hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What shows that a seed was there before the game: its hash.
#[must_use]
pub fn commitment(seed: &bidlang::Seed) -> String {
    hex(&Sha256::digest(seed.key()))
}

impl Token {
    /// One that nobody can guess.
    ///
    /// # Errors
    /// Where the operating system gives no random numbers.
    pub fn new() -> Result<Self, NoChance> {
        Ok(Self(hex(&bytes::<32>()?)))
    }

    /// One that somebody has sent.
    #[must_use]
    pub fn sent(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// To be shown to whom it belongs.
    #[must_use]
    pub fn show(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("a token")
    }
}

impl Hash {
    /// Whether it is that of a token; it takes as long whether it is or not.
    #[must_use]
    pub fn is_of(&self, token: &Token) -> bool {
        self.0.ct_eq(&token.hash().0).into()
    }
}
