//! Signing keys and their rotation, verification of tokens, key sets of other issuers.

/// What is remembered between calls.
#[derive(Debug, Default)]
pub(crate) struct State {}
