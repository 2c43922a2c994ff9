//! Signing keys and their rotation, verification of tokens, key sets of other issuers.
//!
//! - `keyring`: our keys in the database, signing and published. `signer`: signing with one of them.
//! - `jws`: the parts of a token and its signature. `claims`: its claims and their validation.
//! - `remote`: key sets of other issuers.
//! - `verify`: from a token to a verified token, valid until it expires; `holder`: the check against the database.

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

/// The keys cached between calls.
#[derive(Debug, Default)]
pub(crate) struct State {
    keyring: keyring::Keyring,
    remote: remote::KeySets,
}
