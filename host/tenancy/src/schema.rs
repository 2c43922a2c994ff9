//! A step of the schema, for databases that the host does not open itself.

use serde::{Deserialize, Serialize};

/// A migration as single statements. The table of applied migrations has the columns of `sqlx`, so the host and a
/// gateway each see which migrations the other has applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemaStep {
    /// Name of the table that lists the applied steps.
    pub table: String,
    /// Number of the step in that table.
    pub version: i64,
    /// Name of the step.
    pub description: String,
    /// SHA-384 of the step's SQL in lower-case hexadecimal.
    pub checksum: String,
    /// Statements of the step, in order.
    pub statements: Vec<String>,
}
