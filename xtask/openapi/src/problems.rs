//! Examples of problems.

use plumbline_contract::problem::{FieldError, Problem, ProblemCode};
use serde_json::Value;

/// The server of all examples.
const ORIGIN: &str = "https://api.example.com";
const REQUEST_ID: &str = "req_4fKq0ZtB7mWc2XyR9sLd1A";

/// Returns the body of a problem with this code.
pub(crate) fn example(code: ProblemCode) -> Value {
    // A problem always serializes to JSON.
    serde_json::from_slice(&problem(code).body(ORIGIN, REQUEST_ID)).unwrap_or_default()
}

fn problem(code: ProblemCode) -> Problem {
    let with_detail = |detail: &str| Problem::new(code, detail);
    match code {
        ProblemCode::InvalidRequest => with_detail("The parameter `limit` must be an integer from 1 to 200."),
        ProblemCode::InsufficientCredits => Problem {
            required_credits: Some(40.0),
            available_credits: Some(12.5),
            ..with_detail("This can cost up to 40 credits, but only 12.5 are available. Buy credits or request less.")
        },
        ProblemCode::InsufficientScope => with_detail("This operation requires the scope `takeoffs:run`."),
        ProblemCode::PremiumAccessRequired => Problem {
            next_step: Some("POST /access-requests with capabilities [\"takeoffs:deep\"].".to_owned()),
            ..with_detail("Deep takeoffs require premium access with the scope takeoffs:deep.")
        },
        ProblemCode::NotFound => Problem::not_found(),
        ProblemCode::ValidationFailed => Problem::validation(vec![FieldError {
            field: "/name".to_owned(),
            message: "must have 1 to 200 characters".to_owned(),
        }]),
        ProblemCode::RateLimited | ProblemCode::Unavailable => {
            Problem { retry_after: Some(1), ..with_detail(code.advice()) }
        }
        ProblemCode::QuotaExceeded => Problem {
            quota: Some("documents".to_owned()),
            ..with_detail(
                "The quota is 1000 documents, and 1000 are stored. Delete documents that you do not need, or ask for a \
                 larger quota.",
            )
        },
        _ => with_detail(code.advice()),
    }
}
