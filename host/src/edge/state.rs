//! The state that requests use, assembled from the parts of the program.

use std::sync::Arc;
use std::time::Duration;

use plumbline_config::{Config, Http};
use plumbline_engine::Engine;
use plumbline_pipeline::{Announcement, Pipeline, Settings};
use plumbline_storage::{Storage, UsageLog};

use super::agent_operations::{AgentOperations, surface};
use super::backend::HostBackend;
use super::docs::Docs;
use super::refusals::RefusalPacer;
use super::unauthenticated::UnauthenticatedRateLimiter;
use super::uploads::Uploads;
use crate::identity::{HostCredentials, HostIdentity, HostWeb};
use crate::metrics::Counts;

/// The state that requests use.
pub(crate) struct Edge {
    /// Databases, blobs and keys.
    pub storage: Storage,
    /// The engine, which runs components and knows the bindings.
    pub engine: Engine,
    /// The listener's settings.
    pub http: Http,
    /// Public address without a path and without a trailing slash.
    pub public_url: String,
    /// The pipeline for calls of the REST API.
    pub(super) pipeline: Arc<Pipeline<HostBackend>>,
    /// The surface for agents.
    pub(super) agents: plumbline_mcp::Surface<AgentOperations>,
    /// Rate limiter of calls without a credential.
    pub(super) unauthenticated_limiter: UnauthenticatedRateLimiter,
    /// Delays the refusals of a network whose credentials are not valid.
    pub(super) unauthenticated_refusals: RefusalPacer,
    /// Uploads in progress.
    pub(super) uploads: Uploads,
    /// Time limit of an upload.
    pub(super) upload_timeout: Duration,
    /// Pages and OAuth endpoints.
    pub(super) identity: HostWeb,
    /// The host's counters.
    pub(super) counts: Arc<Counts>,
    pub(super) announcement: Announcement,
    pub(super) docs: Docs,
}

/// The parts that an edge is assembled from.
pub(crate) struct Parts {
    pub(crate) storage: Storage,
    pub(crate) engine: Engine,
    pub(crate) identity: HostIdentity,
    pub(crate) usage: Arc<UsageLog>,
    pub(crate) counts: Arc<Counts>,
}

impl Edge {
    /// Creates an edge from its parts.
    ///
    /// # Errors
    /// Returns an error if the API's built-in description cannot be read.
    pub(crate) fn new(parts: Parts, config: Config, public_url: String) -> anyhow::Result<Self> {
        let Parts { storage, engine, identity, usage, counts } = parts;
        let announcement = Announcement::new(config.http.deprecation.as_ref());
        let backend = HostBackend::new(engine.clone(), HostCredentials::new(identity.clone()), usage);
        let settings = Settings {
            public_url: public_url.clone(),
            support_email: config.support_email,
            tiers: config.tiers,
            max_body_bytes: usize::try_from(config.http.max_body_bytes).unwrap_or(usize::MAX),
        };
        let max_body_bytes = settings.max_body_bytes;
        let pipeline = Arc::new(Pipeline::new(backend, settings));
        let docs = Docs::new(&public_url)?;
        let operations =
            AgentOperations::new(Arc::clone(&pipeline), engine.clone(), &docs.as_json()?, public_url.clone());
        Ok(Self {
            storage,
            engine,
            docs,
            public_url,
            pipeline,
            agents: surface(operations, max_body_bytes),
            unauthenticated_limiter: UnauthenticatedRateLimiter::new(config.http.unauthenticated_per_minute),
            unauthenticated_refusals: RefusalPacer::default(),
            uploads: Uploads::default(),
            upload_timeout: Duration::from_secs(config.uploads.timeout_seconds),
            identity: HostWeb::new(identity),
            counts,
            announcement,
            http: config.http,
        })
    }
}
