//! A document, its pages and the slot for its upload.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{DocumentKind, DocumentStatus, Failure, Metadata, Trade};

/// A document as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Document {
    /// `doc_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::DocumentId"))]
    pub id: String,
    /// The project it belongs to.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ProjectId"))]
    pub project_id: String,
    /// As the caller named it.
    pub filename: String,
    /// What it is.
    pub kind: DocumentKind,
    /// Where it stands.
    pub status: DocumentStatus,
    /// The caller's own id of it, unique per tenant.
    pub external_ref: Option<String>,
    /// Known when ready.
    pub page_count: Option<i64>,
    /// Present when one document is asked for that is ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<DocumentPage>>,
    /// Bytes of the original file, once it is there.
    pub size_bytes: Option<i64>,
    /// Present when failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The caller's own strings.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::MetadataMap"))]
    pub metadata: Metadata,
    /// ISO 8601.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// ISO 8601; null until ready.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub ready_at: Option<String>,
    /// ISO 8601; null when it is kept until deleted.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub retain_until: Option<String>,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentPage {
    /// 1-based.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub number: u32,
    /// From the title block.
    pub sheet_number: Option<String>,
    /// From the title block.
    pub sheet_title: Option<String>,
    /// Whether the page has a text layer.
    pub has_text: bool,
    /// Degrees: 0, 90, 180, 270.
    pub rotation: u32,
    /// As displayed, in points.
    pub size_pt: PageSize,
    /// Present when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disciplines_detected: Option<Vec<Trade>>,
}

/// A size in points (1/72 inch).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct PageSize {
    /// Points.
    pub width: f64,
    /// Points.
    pub height: f64,
}

/// What the upload form of a document's creation answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentWithUpload {
    /// The document, awaiting its upload.
    pub document: Document,
    /// Where its bytes go.
    pub upload: Upload,
}

/// A slot for one upload.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Upload {
    /// Signed address.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Uri"))]
    pub url: String,
    /// Always PUT.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Put"))]
    pub method: &'static str,
    /// All of them must be sent with the PUT.
    pub headers: BTreeMap<String, String>,
    /// ISO 8601.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub expires_at: String,
}

/// What may be uploaded, and within what limits.
pub mod upload_types {
    /// Media types that a caller may declare.
    pub const CONTENT_TYPES: &[&str] =
        &["application/pdf", "image/vnd.dwg", "application/dxf", "image/png", "image/jpeg"];
    /// Largest original file in bytes: 50 MB.
    pub const MAX_BYTES: u64 = 50_000_000;
    /// How long an upload slot is valid, in seconds.
    pub const SLOT_SECONDS: u32 = 900;
    /// How long the signed address of an original file is valid, in seconds.
    pub const DOWNLOAD_SECONDS: u32 = 600;
}
