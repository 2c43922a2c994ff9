//! Failures to read a document or a page, in native form.

use crate::exports::plumbline::reader::reader as wit;

/// The failure codes of the contract that readers return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The file, or this page of it, is damaged, locked or not of the reader's format.
    Unreadable,
    /// The file is valid but of a kind that is not supported.
    Unsupported,
    /// The file, or this page of it, exceeds a limit of the service.
    Capacity,
}

/// A failure with a message for a person, including a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Its code.
    pub code: Code,
    /// The problem and how to solve it.
    pub message: String,
}

impl Failure {
    /// Creates the failure of a file or page that cannot be read.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self { code: Code::Unreadable, message: message.into() }
    }

    /// Creates the failure of a file of an unsupported kind.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self { code: Code::Unsupported, message: message.into() }
    }

    /// Creates the failure of a file or page that exceeds a limit.
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

/// Implements the conversion of a [`Failure`] to that of a module of bindings.
#[macro_export]
macro_rules! convert_failure {
    ($wit:ident) => {
        impl From<$crate::Failure> for $wit::Failure {
            fn from(failure: $crate::Failure) -> Self {
                let code = match failure.code {
                    $crate::Code::Unreadable => $wit::FailureCode::DocumentUnreadable,
                    $crate::Code::Unsupported => $wit::FailureCode::UnsupportedContent,
                    $crate::Code::Capacity => $wit::FailureCode::Capacity,
                };
                Self { code, message: failure.message }
            }
        }
    };
}

convert_failure!(wit);
