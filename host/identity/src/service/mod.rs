//! Credentials of unattended backends, and the built-in provider that issues their tokens.

/// A service credential as it is listed.
#[derive(Debug, Clone)]
pub struct ServiceCredential {}

/// A service credential at the only moment its secret is known.
#[derive(Debug, Clone)]
pub struct NewServiceCredential {}
