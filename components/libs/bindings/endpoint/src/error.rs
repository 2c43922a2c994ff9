//! Failures of operations.

use plumbline_contract::{Problem, ProblemCode};
use plumbline_database::DbError;

/// The reason why an operation failed.
#[derive(Debug, Clone, PartialEq)]
pub enum OperationError {
    /// A problem that is reported to the caller.
    Problem(Box<Problem>),
    /// The database failed. The text is for the log.
    Database(DbError),
    /// Any other internal error. The text is for the log.
    Internal(String),
}

impl OperationError {
    /// Creates a failure from a problem's code and a detail for people.
    pub fn problem(code: ProblemCode, detail: impl Into<String>) -> Self {
        Problem::new(code, detail).into()
    }

    /// Returns the problem for the caller, and any further details for the log.
    pub(crate) fn into_problem(self) -> (Problem, Option<String>) {
        let internal = "The operation could not be completed, and nothing was changed. Try again. If the error persists, report the request_id.";
        match self {
            Self::Problem(problem) => (*problem, None),
            Self::Database(error @ DbError::Unavailable(_)) => (
                Problem {
                    retry_after: Some(1),
                    ..Problem::new(ProblemCode::Unavailable, "The database is busy. Try again in a moment.")
                },
                Some(error.to_string()),
            ),
            Self::Database(error) => (Problem::new(ProblemCode::Internal, internal), Some(error.to_string())),
            Self::Internal(text) => (Problem::new(ProblemCode::Internal, internal), Some(text)),
        }
    }
}

impl From<Problem> for OperationError {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<DbError> for OperationError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
