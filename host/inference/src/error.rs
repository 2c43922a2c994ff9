//! Why a graph cannot be used.

use std::path::PathBuf;

/// The reason why a graph cannot be loaded or run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no graph of this name, or its file is missing.
    #[error("the graph `{0}` was not found")]
    NotFound(String),
    /// The file does not match its pin, or is not a model.
    #[error("the model {file} cannot be used: {cause}")]
    Unusable {
        /// The file.
        file: PathBuf,
        /// The cause.
        cause: String,
    },
    /// The input does not fit the graph.
    #[error("the graph cannot take this input: {0}")]
    Input(String),
    /// The graph failed while it ran.
    #[error("the graph failed: {0}")]
    Failed(String),
}
