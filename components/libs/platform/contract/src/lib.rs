//! Shapes, enumerations, ids and problems of the service contract.
//!
//! Each part of the contract is defined only here. Endpoints return these types to callers, and workers write them to
//! JSON columns of the database. Apart from randomness and the clock, there is no I/O.
//!
//! ```
//! use plumbline_contract::{IdKind, JobStatus, UnitSystem, new_id, units};
//!
//! assert!(new_id(IdKind::Takeoff).starts_with("tko_"));
//! assert_eq!(JobStatus::parse("completed"), Some(JobStatus::Completed));
//!
//! let (factor, unit) = units::conversion("M", UnitSystem::Imperial);
//! assert_eq!((format!("{:.2}", 3.0 * factor).as_str(), unit), ("9.84", "FT"));
//! ```

pub mod access;
pub mod billing;
pub mod cad;
pub mod client;
pub mod enums;
pub mod event;
pub mod export;
pub mod geometry;
pub mod ids;
pub mod ledger;
pub mod limits;
pub mod lists;
pub mod problem;
pub mod project;
pub mod rates;
pub mod reference;
pub mod results;
#[cfg(feature = "schema")]
pub mod schema;
pub mod takeoff;
pub mod taxonomy;
pub mod timestamp;
pub mod units;
pub mod webhook;

mod date;
mod document;
mod stored;

pub use date::Date;
pub use document::{Document, DocumentPage, DocumentWithUpload, PageSize, Upload, upload_types};
pub use enums::*;
pub use event::{Event, EventKind};
pub use export::{Download, Export};
pub use ids::{
    DocumentId, EstimateId, EventId, ExportId, GroupId, IdKind, ItemId, ItemOrGroupId, ProjectId, RouteId, ScheduleId,
    TakeoffId, TypedId, WebhookDeliveryId, WebhookEndpointId, group_of, item_of_group, new_id,
};
pub use limits::METADATA_VALUE_MAX;
pub use lists::Page;
pub use problem::{FieldError, Problem, ProblemCode};
pub use project::Project;
pub use stored::Stored;
pub use takeoff::{Failure, Progress, ResultSummary, Takeoff, Warning};

/// `metadata` of a resource: the caller's own strings, each at most 500 characters.
pub type Metadata = std::collections::BTreeMap<String, String>;
