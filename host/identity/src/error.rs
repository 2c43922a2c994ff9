//! Errors of identity.

use plumbline_tenancy::{DatabaseError, NotAName, NotAScope};

/// An error, worded for the person who asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum IdentityError {
    /// A value cannot be used; the text names it.
    #[error("{0}")]
    Invalid(String),
    /// Something with this name exists already.
    #[error("{0}")]
    Exists(String),
    /// Nothing has that name.
    #[error("{0}")]
    NotFound(String),
    /// The person asking may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// The database failed, or holds what this program never writes.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Another server, mostly an identity provider, failed.
    #[error("{0}")]
    External(String),
}

impl From<NotAScope> for IdentityError {
    fn from(error: NotAScope) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<NotAName> for IdentityError {
    fn from(error: NotAName) -> Self {
        Self::Invalid(error.to_string())
    }
}
