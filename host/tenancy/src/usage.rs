//! What the usage record has of an answered request.

use std::time::SystemTime;

use serde::Serialize;

/// One answered request, as the contract's usage event has it; what it cost is found through its id.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UsageEvent {
    /// When the request came.
    pub occurred_at: SystemTime,
    /// The request's id; a second event of the same id is not written.
    pub request_id: String,
    /// The credential, `pc_…` or `oc_…`.
    pub client_id: Option<String>,
    /// Who signed in, where the credential acts for a user.
    pub user_id: Option<String>,
    /// Through which door it came.
    pub surface: Surface,
    /// The program that acts for the user.
    pub agent: Option<String>,
    /// As in the route table: `takeoffs.create`.
    pub operation: String,
    /// HTTP status; none when no answer could be sent.
    pub status_code: Option<u16>,
    /// The problem's code.
    pub error_code: Option<String>,
    /// From the request's first byte to the answer, in milliseconds.
    pub latency_ms: u64,
    /// How much was asked for, as the component says; what is not a finite number counts as 0.
    pub units: f64,
    /// The customer of the caller's that it was for.
    pub end_customer_ref: Option<String>,
}

impl UsageEvent {
    /// Writes it into the tenant's record: the fields in the order of the columns.
    pub const INSERT: &str = "INSERT INTO usage_events (request_id, occurred_at, client_id, user_id, surface, agent, operation, \
         status_code, error_code, latency_ms, units, end_customer_ref) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (request_id) DO NOTHING";

    /// Returns the statement that writes several events, with the values of each after those of the one before.
    pub fn insert_many(events: usize) -> String {
        const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        Self::INSERT.replacen(ROW, &vec![ROW; events].join(", "), 1)
    }
}

/// The door a request came through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// The REST API.
    Rest,
    /// The agent protocol.
    Mcp,
}

impl Surface {
    /// As it stands in the database and the contract.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Mcp => "mcp",
        }
    }
}
