//! Databases, blobs and signed addresses, independent of the engine.
//!
//! [`Storage`] opens everything. [`Control`] is the host's own database, and [`TenantDb`] is a tenant's. [`Connection`]
//! is a component's access to a tenant's database, [`Blobs`] its files, and [`Signer`] makes the addresses at which
//! clients reach them.
//!
//! ```no_run
//! use plumbline_storage::{Environment, Scope, Storage, StorageConfig, StorageError};
//!
//! # async fn example() -> Result<(), StorageError> {
//! let storage = Storage::open(&StorageConfig::new("/var/lib/plumbline")).await?;
//! let tenant = storage.control.create_tenant("Ames & Co").await?;
//!
//! // The first use creates the tenant's database.
//! let database = storage.tenant(&Scope::new(tenant.id, Environment::Sandbox)).await?;
//! # drop(database);
//! # Ok(())
//! # }
//! ```

mod backup;
mod blobs;
mod blocking;
mod clock_readings;
mod control;
mod erasure;
mod error;
pub mod files;
mod migrations;
mod moving;
mod outbound;
mod pending_sync;
mod postgres;
mod secret;
mod signal;
mod sqlite;
mod storage;
mod tenant;
mod tenant_events;
mod usage;

pub use backup::{Entry, Manifest, restore};
pub use blobs::{
    Addresses, BlobError, Blobs, Encryption, S3Config, SharedCode, StoreAddress, StoreRequests, content_disposition,
};
pub use blocking::block_in_place;
pub use control::{
    Binding, Change, Component, ComponentBytes, Control, ControlDatabase, Counts, FenceError, JobFence, JobLease,
    Leases, Origin, Outcomes, Publication, Publisher, Revision, Side, SigningKey, Stage, Tenant, TrustStore,
    signed_text,
};
pub use error::StorageError;
pub use migrations::shared_schema;
pub use moving::{FilesPlace, MovedFiles, MovedTable, Place, move_files, move_tables};
pub use outbound::{Answer, Poster, use_ring};
pub use pending_sync::PendingSync;
pub use plumbline_host_sql as host_sql;
pub use plumbline_postgres::{Announcements, Settings as PostgresSettings};
pub use plumbline_seals::{
    BlobGrant, BlobOperation, PICTURES, SOURCES, Sealer, SignatureError, SignedDownload, SignedUpload, Signer,
};
pub use plumbline_sql::{ConstraintKind, QueryResult, Row, SqlError, SqlLimits, Value};
pub use plumbline_tenancy::{
    ClientId, Effect, Environment, InvalidScope, JobDetails, PromptEntry, Route, SchemaStep, Scope, ScopeEntry,
    Surface, TenantId, TenantSettings, ToolEntry, UsageBatch, UsageEvent, UserId, clock, id,
};
pub use postgres::migrate;
pub use signal::OutboxSignal;
pub use sqlite::{moved_credits, sqlite_memory};
pub use storage::{OutboxState, SharedFile, Storage, StorageConfig};
pub use tenant::{
    AccessRequest, AttemptRecord, Connection, Delivery, Next, OUTBOX_LOOKAHEAD, OpenHold, OutboxCursor, OutboxEntry,
    RetentionCutoffs, Target, TenantDb,
};
pub use usage::{UnwrittenEvents, UsageLog, UsageLogConfig};
