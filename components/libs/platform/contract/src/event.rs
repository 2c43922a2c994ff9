//! The event log: kinds of events, and the data of each.

use plumbline_domain::names;
use plumbline_sql::{DbResult, Row};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::ids::{EventId, ProjectId};
use crate::reference::WholeList;

/// Version of the schemas of all kinds. New fields do not change it. A changed or removed field raises it.
pub const SCHEMA_VERSION: u32 = 1;

names! {
    /// Code of an event kind.
    EventKind {
        DocumentCreated = "document.created", DocumentIngesting = "document.ingesting",
        DocumentReady = "document.ready", DocumentFailed = "document.failed", DocumentDeleted = "document.deleted",
        TakeoffCreated = "takeoff.created", TakeoffStarted = "takeoff.started",
        TakeoffCompleted = "takeoff.completed", TakeoffFailed = "takeoff.failed",
        TakeoffCancelled = "takeoff.cancelled", TakeoffReviewed = "takeoff.reviewed",
        TakeoffDeleted = "takeoff.deleted",
        ExportCreated = "export.created", ExportStarted = "export.started", ExportCompleted = "export.completed",
        ExportFailed = "export.failed", ExportDeleted = "export.deleted",
        CreditsChanged = "credits.changed", CreditsLow = "credits.low",
        CredentialCreated = "credential.created", CredentialChanged = "credential.changed",
        CredentialRevoked = "credential.revoked",
        ComponentBindingChanged = "component_binding.changed",
        WebhookEndpointDisabled = "webhook_endpoint.disabled", WebhookEndpointTest = "webhook_endpoint.test",
    }
}

/// An event: a change of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// `evt_…`
    pub id: EventId,
    /// Its kind, as in the list of event kinds.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// When the change was made.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Timestamp"))]
    pub timestamp: String,
    /// The kind of resource that changed: `takeoff`.
    pub resource_type: String,
    /// Its id.
    pub resource_id: String,
    /// The project of the resource. It may have been deleted. Null if the resource has no project.
    pub project_id: Option<ProjectId>,
    /// What changed. The list of event kinds has the schema for each kind.
    pub data: Map<String, Value>,
}

/// The columns of the event log that [`read`] reads.
pub const COLUMNS: &str = "id, kind, resource_type, resource_id, project_id, data, created_at";

/// Reads a row of the event log.
///
/// # Errors
/// [`plumbline_sql::DbError`] if a column is not what it should be.
pub fn read(row: &Row) -> DbResult<Event> {
    Ok(Event {
        id: row.id("id")?,
        kind: row.name("kind")?,
        timestamp: row.text("created_at")?,
        resource_type: row.text("resource_type")?,
        resource_id: row.text("resource_id")?,
        project_id: row.opt_id("project_id")?,
        data: row.json("data")?,
    })
}

/// A kind of event.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventKindInfo"))]
pub struct EventKindEntry {
    /// Code.
    pub code: EventKind,
    /// Display name.
    pub name: &'static str,
    /// When the event is recorded.
    pub description: &'static str,
    /// Version of the schema.
    pub schema_version: u32,
    /// JSON Schema (2020-12) of the event's `data`.
    #[cfg_attr(feature = "schema", schemars(with = "Map<String, Value>"))]
    pub schema: Value,
}

/// Returns every kind of event.
pub fn event_kinds() -> WholeList<EventKindEntry> {
    WholeList { data: EventKind::ALL.iter().map(|kind| kind.entry()).collect() }
}

/// A field of `data`: its name, its JSON type, and whether it may be null.
type DataField = (&'static str, &'static str, bool);

const ID: DataField = ("id", "string", false);
const STATUS: DataField = ("status", "string", false);
const EXTERNAL_REF: DataField = ("external_ref", "string", true);
const FAILURE_CODE: DataField = ("failure_code", "string", true);
const FILENAME: DataField = ("filename", "string", false);
const DOCUMENT: DataField = ("document_id", "string", false);
const DISCIPLINE: DataField = ("discipline", "string", false);
const TAKEOFF: DataField = ("takeoff_id", "string", true);
const FORMAT: DataField = ("format", "string", false);
const NAME: DataField = ("name", "string", false);
const CREDENTIAL_TYPE: DataField = ("credential_type", "string", false);
const CHANGE: DataField = ("change", "string", false);

impl EventKind {
    fn entry(self) -> EventKindEntry {
        let (name, description) = self.words();
        EventKindEntry { code: self, name, description, schema_version: SCHEMA_VERSION, schema: schema(self.fields()) }
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::DocumentCreated => ("Document created", "The document was created. Its file may still be missing."),
            Self::DocumentIngesting => ("Document ingesting", "The file was uploaded and is being read."),
            Self::DocumentReady => ("Document ready", "The document was read. You can now run takeoffs on its pages."),
            Self::DocumentFailed => {
                ("Document failed", "The document could not be read. `failure_code` gives the reason.")
            }
            Self::DocumentDeleted => (
                "Document deleted",
                "The document was deleted, its project was deleted, or its retention period ended.",
            ),
            Self::TakeoffCreated => ("Takeoff created", "The takeoff was queued."),
            Self::TakeoffStarted => ("Takeoff started", "Processing of the takeoff started."),
            Self::TakeoffCompleted => {
                ("Takeoff completed", "The takeoff is complete. You can read its items, routes and schedules.")
            }
            Self::TakeoffFailed => ("Takeoff failed", "The takeoff failed. You were not charged."),
            Self::TakeoffCancelled => (
                "Takeoff canceled",
                "The takeoff was canceled. You can read the results of the pages that were already finished.",
            ),
            Self::TakeoffReviewed => ("Takeoff reviewed", "Items or routes of the takeoff were reviewed."),
            Self::TakeoffDeleted => ("Takeoff deleted", "The takeoff was deleted with its document."),
            Self::ExportCreated => ("Export created", "The export was queued."),
            Self::ExportStarted => ("Export started", "Processing of the export started."),
            Self::ExportCompleted => ("Export completed", "The export is complete. You can download the file."),
            Self::ExportFailed => ("Export failed", "The export failed. You were not charged."),
            Self::ExportDeleted => ("Export deleted", "The export was deleted with its takeoff."),
            Self::CreditsChanged => (
                "Credits changed",
                "Credits were granted, held, charged or released. The amounts are those after the change.",
            ),
            Self::CreditsLow => ("Credits low", "The available credits fell below the account's threshold."),
            Self::CredentialCreated => ("Credential created", "An API key or a service credential was created."),
            Self::CredentialChanged => (
                "Credential changed",
                "A service credential got a new secret, or a premium scope was granted to a credential or revoked.",
            ),
            Self::CredentialRevoked => ("Credential revoked", "The API key or the service credential was revoked."),
            Self::ComponentBindingChanged => (
                "Component binding changed",
                "One of your components was bound, staged, promoted, rolled back or unbound. `id` is its slot.",
            ),
            Self::WebhookEndpointDisabled => (
                "Webhook endpoint disabled",
                "The webhook endpoint was disabled: on request, because deliveries failed for too long, or because it responded with 410.",
            ),
            Self::WebhookEndpointTest => {
                ("Webhook endpoint test", "You tested the webhook endpoint. Only that endpoint receives the event.")
            }
        }
    }

    const fn fields(self) -> &'static [DataField] {
        match self {
            Self::DocumentCreated => &[ID, STATUS, FILENAME, EXTERNAL_REF],
            Self::DocumentIngesting | Self::DocumentReady | Self::DocumentFailed => {
                &[ID, STATUS, FILENAME, EXTERNAL_REF, FAILURE_CODE]
            }
            Self::DocumentDeleted => &[ID, EXTERNAL_REF],
            Self::TakeoffCreated | Self::TakeoffReviewed => &[ID, STATUS, DOCUMENT, DISCIPLINE, EXTERNAL_REF],
            Self::TakeoffStarted | Self::TakeoffCompleted | Self::TakeoffFailed | Self::TakeoffCancelled => {
                &[ID, STATUS, DOCUMENT, DISCIPLINE, EXTERNAL_REF, FAILURE_CODE]
            }
            Self::TakeoffDeleted => &[ID, DOCUMENT, EXTERNAL_REF],
            Self::ExportCreated => &[ID, STATUS, TAKEOFF, FORMAT, EXTERNAL_REF],
            Self::ExportStarted | Self::ExportCompleted | Self::ExportFailed => {
                &[ID, STATUS, TAKEOFF, FORMAT, EXTERNAL_REF, FAILURE_CODE]
            }
            Self::ExportDeleted => &[ID, TAKEOFF, EXTERNAL_REF],
            Self::WebhookEndpointDisabled => &[ID, ("disabled_reason", "string", false)],
            Self::WebhookEndpointTest => &[ID],
            Self::CredentialCreated | Self::CredentialRevoked => &[ID, NAME, CREDENTIAL_TYPE],
            Self::CredentialChanged => &[ID, NAME, CREDENTIAL_TYPE, CHANGE],
            Self::ComponentBindingChanged => &[ID, CHANGE, ("digest", "string", false)],
            Self::CreditsChanged | Self::CreditsLow => {
                &[ID, ("available", "number", false), ("held", "number", false), ("consumed", "number", false)]
            }
        }
    }
}

/// Returns the JSON Schema of an object with these fields. It allows others, because later fields keep the version.
fn schema(fields: &[DataField]) -> Value {
    let property = |(name, kind, is_nullable): &DataField| {
        let kind = if *is_nullable { json!([kind, "null"]) } else { json!(kind) };
        ((*name).to_owned(), json!({"type": kind}))
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": fields.iter().map(|(name, ..)| *name).collect::<Vec<_>>(),
        "properties": fields.iter().map(property).collect::<Map<_, _>>(),
    })
}
