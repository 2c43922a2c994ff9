//! A project.

use serde::{Deserialize, Serialize};

use crate::{Metadata, ProjectId};

/// A project: the documents of one construction project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Project {
    /// `prj_…`
    pub id: ProjectId,
    /// Name, 1–200 characters.
    pub name: String,
    /// Your project number.
    pub reference: Option<String>,
    /// Your id of the customer, for usage reports.
    pub end_customer_ref: Option<String>,
    /// Your own id of the project. Unique per tenant.
    pub external_ref: Option<String>,
    /// Address of the site.
    pub address: Option<String>,
    /// Your own strings by key.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::MetadataMap"))]
    pub metadata: Metadata,
    /// Number of documents.
    pub document_count: i64,
    /// When the project was created.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// When the project was last updated. Null before the first update.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub updated_at: Option<String>,
}
