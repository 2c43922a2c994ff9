//! Random secrets: creation, validation of their format, and hashes for the database.

use rand::Rng as _;
use rand::distr::Alphanumeric;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// Number of random characters: 43 of 62 make 256 bits, so a plain hash is enough to store a secret.
const RANDOM_CHARACTERS: usize = 43;
/// Number of characters in the checksum. It detects a mistyped or truncated secret without a database query, and lets secret
/// scanners recognize our secrets.
const CHECK_CHARACTERS: usize = 6;

/// Creates a secret: the prefix, 256 random bits and a checksum.
pub fn new(prefix: &str) -> String {
    let mut secret = String::from(prefix);
    secret.extend(rand::rng().sample_iter(&Alphanumeric).take(RANDOM_CHARACTERS).map(char::from));
    let check = checksum(&secret);
    secret.push_str(&check);
    secret
}

/// Returns whether the text has the format and the checksum of a secret with this prefix.
pub(crate) fn well_formed(prefix: &str, secret: &str) -> bool {
    let length = prefix.len() + RANDOM_CHARACTERS + CHECK_CHARACTERS;
    secret.len() == length
        && secret.starts_with(prefix)
        && secret.bytes().skip(prefix.len()).all(|b| b.is_ascii_alphanumeric())
        && checksum(&secret[..length - CHECK_CHARACTERS]) == secret[length - CHECK_CHARACTERS..]
}

/// Returns the hash by which a secret is stored and looked up. The duration of a lookup can reveal the hash at most, and the
/// secret cannot be derived from it.
pub(crate) fn hash(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Compares two texts in a time that does not depend on where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Returns the checksum of a secret's text.
fn checksum(text: &str) -> String {
    digest(text, CHECK_CHARACTERS)
}

/// Returns the first bytes of a text's SHA-256, each as a base-62 digit.
pub(crate) fn digest(text: &str, characters: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    Sha256::digest(text).iter().take(characters).map(|b| char::from(DIGITS[usize::from(*b) % 62])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_secret_is_not_well_formed() {
        let secret = new("plk_p");
        assert!(well_formed("plk_p", &secret), "{secret}");
        assert!(!well_formed("plk_s", &secret));
        let mut wrong = secret.clone().into_bytes();
        wrong[10] = if wrong[10] == b'a' { b'b' } else { b'a' };
        assert!(!well_formed("plk_p", std::str::from_utf8(&wrong).unwrap()));
        assert!(!well_formed("plk_p", &secret[..secret.len() - 1]));
        assert!(!well_formed("plk_p", "plk_p€"));
        assert!(!well_formed("plk_p", ""));
        assert!(same(&secret, &secret.clone()) && !same(&secret, "plk_p"));
    }
}
