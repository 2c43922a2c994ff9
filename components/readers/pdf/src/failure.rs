//! Why a document or a page could not be read.

use hayro_syntax::{DecryptionError, LoadPdfError};

/// The contract's failure codes, as far as this reader gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The file, or this page of it, is damaged, locked or not a PDF.
    Unreadable,
    /// The file, or this page of it, is larger than the service takes.
    Capacity,
}

/// A failure with a message for a person, naming the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Its code.
    pub code: Code,
    /// What is wrong and what to do.
    pub message: String,
}

impl Failure {
    /// A file or page that cannot be read.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self { code: Code::Unreadable, message: message.into() }
    }

    /// A file or page over a limit of [`crate::limits`].
    pub fn capacity(message: impl Into<String>) -> Self {
        Self { code: Code::Capacity, message: message.into() }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<LoadPdfError> for Failure {
    fn from(error: LoadPdfError) -> Self {
        Self::unreadable(match error {
            LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
                "The PDF is protected by a password. Remove the password and upload it again."
            }
            LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => {
                "The PDF is encrypted by a method that is not supported. Save it without encryption and upload it again."
            }
            LoadPdfError::Decryption(_) => {
                "The PDF's encryption is damaged. Save it without encryption and upload it again."
            }
            LoadPdfError::Invalid => {
                "The file is not a readable PDF: it is damaged, cut short or of another format. Export it again and upload it."
            }
        })
    }
}
