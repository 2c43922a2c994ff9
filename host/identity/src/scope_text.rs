//! Scopes in one text, separated by spaces: as clients send them and as columns hold them.

use serde::{Deserialize as _, Deserializer};

/// Splits a text at white space.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Reads a column of scopes, which are separated by spaces.
pub(crate) fn words_of_column<'de, D: Deserializer<'de>>(column: D) -> Result<Vec<String>, D::Error> {
    Ok(words(&String::deserialize(column)?))
}
