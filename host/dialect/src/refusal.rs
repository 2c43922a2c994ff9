//! Why a statement is refused.

/// The reason a statement is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The sandbox forbids it.
    #[error("access denied: {0}")]
    Denied(String),
    /// The statement is wrong, or PostgreSQL has nothing that behaves like it.
    #[error("{0}")]
    Invalid(String),
}
