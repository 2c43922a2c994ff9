//! A project.

use serde::Serialize;

use crate::Metadata;

/// A project as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Project {
    /// `prj_…`
    pub id: String,
    /// 1..200 characters.
    pub name: String,
    /// The caller's project number or the like.
    pub reference: Option<String>,
    /// The caller's customer, for usage reports.
    pub end_customer_ref: Option<String>,
    /// The caller's own id of the project, unique per tenant.
    pub external_ref: Option<String>,
    /// Where it is built.
    pub address: Option<String>,
    /// The caller's own strings.
    pub metadata: Metadata,
    /// Number of its documents.
    pub document_count: i64,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601; null until it is changed.
    pub updated_at: Option<String>,
}
