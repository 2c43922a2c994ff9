//! A step of the schema, for databases that the host does not open itself.

use serde::{Deserialize, Serialize};

/// A migration as single statements. The table that lists applied ones has the columns of `sqlx`, so that the host and a
/// gateway each see what the other has applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemaStep {
    /// The table that lists which steps are applied.
    pub table: String,
    /// Its number in that table.
    pub version: i64,
    /// Its name.
    pub description: String,
    /// SHA-384 of its SQL as lowercase hexadecimal.
    pub checksum: String,
    /// Its statements, in order.
    pub statements: Vec<String>,
}
