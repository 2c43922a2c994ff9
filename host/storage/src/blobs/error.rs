//! Why a blob cannot be read or written.

use plumbline_seals::InvalidKey;

/// The reason a blob could not be read or written. Matches the cases of the worker's `blobs` interface.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    /// The blob does not exist.
    #[error("the blob was not found")]
    NotFound,
    /// The blob already exists, and was not to be replaced.
    #[error("the blob already exists")]
    Exists,
    /// More bytes than allowed; the number is the limit.
    #[error("larger than {0} bytes")]
    TooLarge(u64),
    /// An address could not be reached, is not allowed, or did not return a successful response.
    #[error("{0}")]
    Unreachable(String),
    /// The key cannot be used.
    #[error("key: {0}")]
    InvalidKey(String),
    /// The stream of bytes broke off.
    #[error("the upload was interrupted: {0}")]
    Interrupted(String),
    /// The disk has less free space than is reserved for databases and logs.
    #[error("the server's disk is almost full")]
    NoSpace,
    /// The S3 store did not answer, or failed, after several attempts.
    #[error("the file store is not available: {0}")]
    Unavailable(String),
    /// The disk or the store failed.
    #[error("{0}")]
    Io(String),
}

impl From<InvalidKey> for BlobError {
    fn from(InvalidKey(why): InvalidKey) -> Self {
        Self::InvalidKey(why)
    }
}

impl From<object_store::Error> for BlobError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound,
            object_store::Error::AlreadyExists { .. } => Self::Exists,
            object_store::Error::Generic { store, .. } if store != "LocalFileSystem" => {
                Self::Unavailable(error.to_string())
            }
            other => Self::Io(other.to_string()),
        }
    }
}
