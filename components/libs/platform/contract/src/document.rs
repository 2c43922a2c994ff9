//! A document, its pages and the slot for its upload.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{DocumentId, DocumentKind, DocumentStatus, Failure, Metadata, ProjectId, Trade};

/// A document: one file of drawings, specifications or schedules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Document {
    /// `doc_…`
    pub id: DocumentId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    /// Name of the file.
    pub filename: String,
    /// Kind of document.
    pub kind: DocumentKind,
    /// Status.
    pub status: DocumentStatus,
    /// Your own id of the document. Unique per tenant.
    pub external_ref: Option<String>,
    /// Number of pages. Null before the document is ready.
    pub page_count: Option<i64>,
    /// Pages. Present on a single document that is ready, absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<DocumentPage>>,
    /// Size of the original file in bytes. Null before the file has arrived.
    pub size_bytes: Option<i64>,
    /// Why the document failed. Present when the status is `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// Your own strings by key.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::MetadataMap"))]
    pub metadata: Metadata,
    /// When the document was created.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub created_at: String,
    /// When the document became ready. Null before.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub ready_at: Option<String>,
    /// When the document is deleted automatically. Null when it is kept until you delete it.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub retain_until: Option<String>,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentPage {
    /// Page number, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub number: u32,
    /// Sheet number in the title block.
    pub sheet_number: Option<String>,
    /// Sheet title in the title block.
    pub sheet_title: Option<String>,
    /// Whether the page has a text layer.
    pub has_text: bool,
    /// Rotation in degrees: 0, 90, 180 or 270.
    pub rotation: u32,
    /// Size of the page as displayed.
    pub size_pt: PageSize,
    /// Trades detected on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disciplines_detected: Option<Vec<Trade>>,
}

/// A size in points (1/72 inch).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct PageSize {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
}

/// A new document and the address for its file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DocumentWithUpload {
    /// The document. Its status is `awaiting_upload`.
    pub document: Document,
    /// Where to send the file.
    pub upload: Upload,
}

/// A signed URL to upload the file to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Upload {
    /// Signed URL. No other credential is required.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Uri"))]
    pub url: String,
    /// HTTP method, always PUT.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Put"))]
    pub method: &'static str,
    /// Headers to send with the PUT. All are required.
    pub headers: BTreeMap<String, String>,
    /// When the URL expires.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub expires_at: String,
}

/// Types and limits of uploads.
pub mod upload_types {
    /// Media types that a caller may declare.
    pub const CONTENT_TYPES: &[&str] =
        &["application/pdf", "image/vnd.dwg", "application/dxf", "image/png", "image/jpeg"];
    /// Largest original file in bytes: 50 MB.
    pub const MAX_BYTES: u64 = 50_000_000;
    /// How long an upload slot is valid, in seconds.
    pub const SLOT_SECONDS: u32 = 900;
    /// How long an upload that starts within its slot may take, in seconds. `uploads.timeout_seconds` is at most this.
    pub const UPLOAD_SECONDS_MAX: u32 = 1800;
    /// How long the signed address of an original file is valid, in seconds.
    pub const DOWNLOAD_SECONDS: u32 = 600;
}
