//! Records of the API as a client reads them: the fields used here by name, the others kept beside them.
//!
//! The server's own types (crate `plumbline-contract`) are for writing answers; a client must take fields that a newer
//! server adds, hence `rest`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Page<T> {
    pub(crate) data: Vec<T>,
    pub(crate) has_more: bool,
    pub(crate) next_cursor: Option<String>,
}

/// A list without pages.
#[derive(Debug, Deserialize)]
pub(crate) struct Plain<T> {
    pub(crate) data: Vec<T>,
}

/// A project.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Project {
    /// `prj_…`
    pub id: String,
    /// Its name.
    pub name: String,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// Why a document, takeoff or export failed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failure {
    /// A failure code of the contract.
    pub code: String,
    /// For humans.
    pub message: String,
}

/// A document.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Document {
    /// `doc_…`
    pub id: String,
    /// `awaiting_upload`, `ingesting`, `ready` or `failed`.
    pub status: String,
    /// Number of pages, once known.
    pub page_count: Option<u32>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The answer to a document created for upload.
#[derive(Debug, Deserialize)]
pub(crate) struct DocumentWithUpload {
    pub(crate) document: Document,
    pub(crate) upload: Upload,
}

/// Where and how to send the bytes.
#[derive(Debug, Deserialize)]
pub(crate) struct Upload {
    pub(crate) url: String,
    pub(crate) headers: BTreeMap<String, String>,
}

/// What to take off.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TakeoffRequest {
    /// The document.
    pub document_id: String,
    /// `electrical`, `plumbing`, …
    pub discipline: String,
    /// Page numbers from 1; all when empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<u32>,
    /// The caller's own facts; `scale` declares a scale.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

impl TakeoffRequest {
    /// All pages of a document.
    pub fn new(document: &str, discipline: &str) -> Self {
        Self { document_id: document.to_owned(), discipline: discipline.to_owned(), ..Self::default() }
    }
}

/// How far a takeoff is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Progress {
    /// 0..=100.
    pub percent: u32,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A warning of a takeoff.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Warning {
    /// A warning code of the contract.
    pub code: String,
    /// For humans.
    pub message: String,
    /// Pages it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<u32>,
}

/// A takeoff.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Takeoff {
    /// `tko_…`
    pub id: String,
    /// `queued`, `processing`, `completed`, `failed` or `cancelled`.
    pub status: String,
    /// How far it is.
    pub progress: Progress,
    /// Non-fatal findings.
    pub warnings: Vec<Warning>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A place on a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Evidence {
    /// Page number from 1.
    pub page_number: u32,
    /// `[x_min, y_min, x_max, y_max]`, normalised to the displayed page, origin top-left.
    pub bbox: [f64; 4],
}

/// An item of a takeoff.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Item {
    /// `itm_…`
    pub id: String,
    /// The legend's or the schedule's own text.
    pub description: String,
    /// Category.
    pub category: String,
    /// Type within the category.
    pub item_type: String,
    /// `count`, `length`, …
    pub measure_type: String,
    /// Override or extracted quantity.
    pub effective_quantity: f64,
    /// Unit code.
    pub unit: String,
    /// Tag on the plan.
    pub tag: Option<String>,
    /// Further facts.
    pub attributes: Map<String, Value>,
    /// Page number from 1.
    pub page_number: u32,
    /// Places that prove it.
    pub evidence: Vec<Evidence>,
    /// `high`, `medium` or `low`.
    pub confidence: String,
    /// `plan`, `schedule`, `legend` or `manual`.
    pub source: String,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A measured route.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Route {
    /// `rte_…`
    pub id: String,
    /// `conduit`, `branch_circuit`, …
    pub system: String,
    /// Length.
    pub quantity: f64,
    /// Unit code of the length.
    pub unit: String,
    /// Page number from 1.
    pub page_number: u32,
    /// Colour, layer, size, circuit and further facts.
    pub attributes: Map<String, Value>,
    /// `high`, `medium` or `low`.
    pub confidence: String,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A detected schedule.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Schedule {
    /// `sch_…`
    pub id: String,
    /// `panel`, `fixture`, …
    pub kind: String,
    /// Its title.
    pub title: Option<String>,
    /// Page number from 1.
    pub page_number: u32,
    /// Its rows.
    pub rows: Vec<ScheduleRow>,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A row of a schedule.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ScheduleRow {
    /// Circuit number, type mark, bar mark.
    pub tag: String,
    /// Load or description.
    pub description: String,
    /// The remaining cells.
    pub attributes: Map<String, Value>,
}

/// A link to a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Download {
    /// Signed address, valid for a while.
    pub url: String,
    /// A name for the file.
    pub filename: String,
}

/// An export.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Export {
    /// `exp_…`
    pub id: String,
    /// `queued`, `processing`, `completed` or `failed`.
    pub status: String,
    /// The file, once completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<Download>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// All other fields.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}
