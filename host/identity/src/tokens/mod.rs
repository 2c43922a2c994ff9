//! Signing keys and their rotation, verification of tokens, key sets of other issuers.
//!
//! - `signing_keys`: our keys in the database, signing and published. `keyring`: those cached between calls. `signer`:
//!   signing with one of them.
//! - `jws`: the parts of a token and its signature. `claims`: its claims and their validation.
//! - `remote`: key sets of other issuers. `key_sets`: those cached between calls.
//! - `verify`: from a token to a verified token, valid until it expires; `holder`: the check against the database.

#[cfg(test)]
mod attacks;
mod claims;
mod holder;
mod jws;
mod key_sets;
mod keyring;
mod remote;
mod signer;
mod signing_keys;
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
    remote: key_sets::KeySets,
}
