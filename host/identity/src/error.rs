//! Errors of identity.

use plumbline_sql::DbError;
use plumbline_tenancy::InvalidRole;
use plumbline_tenancy::{DatabaseError, InvalidName, InvalidScope};

/// An error, worded for the user.
#[derive(Debug, Clone, thiserror::Error)]
pub enum IdentityError {
    /// A value is not valid. The text names it.
    #[error("{0}")]
    Invalid(String),
    /// A resource with this name already exists.
    #[error("{0}")]
    Exists(String),
    /// A resource with this name does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The user may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// The database failed, or holds a value that this program never writes.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Another server, usually an identity provider, failed.
    #[error("{0}")]
    External(String),
}

impl From<DbError> for IdentityError {
    fn from(error: DbError) -> Self {
        Self::Database(error.into())
    }
}

impl From<InvalidRole> for IdentityError {
    fn from(error: InvalidRole) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<InvalidScope> for IdentityError {
    fn from(error: InvalidScope) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<InvalidName> for IdentityError {
    fn from(error: InvalidName) -> Self {
        Self::Invalid(error.to_string())
    }
}
