//! Signing keys and their rotation, verification of tokens, key sets of other issuers.
//!
//! - `keyring`: our keys, from the database: which sign, which are published. `signer`: one of them at work.
//! - `jws`: the parts of a token and its signature. `claims`: what it says, and which of it must be so.
//! - `remote`: key sets of other issuers.
//! - `verify`: from a token to what it proves until it expires; `holder`: whether that still stands in the database.

#[cfg(test)]
mod attacks;
mod claims;
mod holder;
mod jws;
mod keyring;
mod remote;
mod signer;
#[cfg(test)]
pub(crate) mod testing;
mod verify;

pub use keyring::{KeyChange, Purpose};
pub use signer::SigningKey;
pub use verify::VerifiedToken;

/// What is remembered between calls.
#[derive(Debug, Default)]
pub(crate) struct State {
    keyring: keyring::Keyring,
    remote: remote::KeySets,
}
