//! Failures to open a PDF, as messages for people.

use hayro_syntax::{DecryptionError, LoadPdfError};
use plumbline_reader::Failure;

/// Converts the parser's error to a failure.
pub(crate) fn load_failure(error: LoadPdfError) -> Failure {
    Failure::unreadable(match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
            "The PDF is protected by a password. Remove the password and upload it again."
        }
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => {
            "The PDF uses an encryption method that is not supported. Save it without encryption and upload it again."
        }
        LoadPdfError::Decryption(_) => {
            "The PDF's encryption is damaged. Save it without encryption and upload it again."
        }
        LoadPdfError::Invalid => {
            "The file is not a readable PDF. It may be damaged, truncated or in another format. Export it again and \
             upload it."
        }
    })
}
