//! A project.

use serde::Serialize;

use crate::Metadata;

/// A project as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Project {
    /// `prj_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ProjectId"))]
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
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::MetadataMap"))]
    pub metadata: Metadata,
    /// Number of its documents.
    pub document_count: i64,
    /// ISO 8601.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// ISO 8601; null until it is changed.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub updated_at: Option<String>,
}
