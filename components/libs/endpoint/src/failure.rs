//! How an operation ends when it does not succeed.

use plumbline_contract::{Problem, ProblemCode};
use plumbline_db::DbError;

use crate::Response;

/// What an operation answers.
pub type Outcome = Result<Response, Failed>;

/// Why an operation did not succeed.
#[derive(Debug, Clone, PartialEq)]
pub enum Failed {
    /// The caller's to know.
    Problem(Box<Problem>),
    /// The database gave no answer; the text is for the log.
    Database(DbError),
    /// Anything else of ours; the text is for the log.
    Internal(String),
}

impl Failed {
    /// A problem with a code and words for a person.
    pub fn problem(code: ProblemCode, detail: impl Into<String>) -> Self {
        Problem::new(code, detail).into()
    }

    /// The problem to answer with, and what the log should know beyond it.
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

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<DbError> for Failed {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}
