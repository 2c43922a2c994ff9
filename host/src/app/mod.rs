//! Assembly of storage, engine, jobs and edge: all of them for the server, some of them for a command.

pub(crate) mod bundled;
pub(crate) mod components;
mod events;
mod login;
pub(crate) mod operations;
pub(crate) mod publishing;
pub(crate) mod reference;
mod retention;
mod runner;
pub(crate) mod serving;
mod upkeep;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use plumbline_config::Config;
use plumbline_engine::{Compile, Engine, EngineSettings, LimitsByClass, Target};
use plumbline_jobs::{Jobs, JobsConfig, Lanes};
use plumbline_storage::{SharedFile, Storage, StorageConfig, UsageLog, UsageLogConfig};
use plumbline_webhooks::WithWebhooks;
use tracing::error;

use crate::edge::state::{Edge, Parts};
use crate::identity::{self, HostIdentity};
use crate::metrics::Counts;
use runner::EngineRunner;

/// The kinds of jobs that have their own places in the queue, so that documents are read and files deleted however many
/// takeoffs run.
const KINDS_WITH_LANES: [&str; 4] = ["ingest", "takeoff", "export", "cleanup"];
/// Webhook endpoints that are sent to at once. A job waits for answers and computes nothing, so dead endpoints may hold many places.
const WEBHOOK_PLACES: usize = 32;

/// Opens the databases, blobs and keys, which every command needs.
///
/// # Errors
/// Returns an error if the data directory cannot be used. The message names it.
pub(crate) async fn storage(config: &Config) -> Result<Storage> {
    let mut storage_config = StorageConfig::new(&config.data_dir);
    storage_config.fetch_loopback = config.fetch.allow_loopback;
    storage_config.min_free_bytes = config.uploads.min_free_bytes;
    storage_config.s3 = config.blobs.s3()?;
    storage_config.postgres = config.database.postgres()?;
    storage_config.shared_file =
        config.spin.as_ref().map(|spin| SharedFile { path: spin.database.clone(), environment: spin.environment });
    Storage::open(&storage_config)
        .await
        .with_context(|| format!("cannot use the data directory {}", config.data_dir.display()))
}

/// Returns whether there is an installation.
pub(crate) fn is_installed(config: &Config) -> bool {
    if config.database.url.is_some() {
        // Whether PostgreSQL has the schema is checked with the first connection.
        return true;
    }
    config.spin.as_ref().map_or_else(|| config.data_dir.join("control.db"), |spin| spin.database.clone()).exists()
}

/// Requires an installation, so that a command for a wrong directory does not create one there.
///
/// # Errors
/// Returns an error if there is none. The message names the directory.
pub(crate) fn require_installed(config: &Config) -> Result<()> {
    ensure!(
        is_installed(config),
        "{} has no installation. Set its data directory with --data-dir. `plumbline status` shows which one is used.",
        config.data_dir.display()
    );
    Ok(())
}

/// Returns the folder of components: as configured, or else the one that comes with the program.
pub(crate) fn components_dir(config: &Config) -> Option<PathBuf> {
    config.components.clone().or_else(bundled::components)
}

/// Returns the folder of models: as configured, or else `models` next to the components, or else next to the program.
fn models(config: &Config) -> Option<PathBuf> {
    let beside = || Some(components_dir(config)?.parent()?.join("models"));
    config.models.clone().or_else(beside).or_else(bundled::models)
}

/// Returns the folder of machine code that comes with the program. A build's belongs to its own components, so it is not
/// used if others are configured.
fn prebuilt_dir(config: &Config) -> Option<PathBuf> {
    bundled::compiled().or_else(|| config.components.is_none().then(bundled::built).flatten())
}

/// Returns the folder of machine code: as configured, or else in the data directory.
pub(crate) fn compiled_dir(config: &Config) -> PathBuf {
    config.compiled_dir.clone().unwrap_or_else(|| config.data_dir.join("compiled"))
}

/// Starts the engine with a storage.
///
/// # Errors
/// Returns an error if the machine cannot reserve the pool, or a bound component cannot be loaded.
pub(crate) async fn engine(config: &Config, storage: Storage, public_url: &str) -> Result<Engine> {
    Engine::start(storage, settings(config, public_url)?, plumbline_drawings::capabilities())
        .await
        .context("cannot start the engine")
}

/// Starts an engine for compiling many components in a row. They share functions, so they are compiled in this process.
/// They are the operator's own files, and the process ends afterwards.
///
/// # Errors
/// Returns the errors of [`engine`].
pub(crate) async fn compiling_engine(config: &Config, storage: Storage, target: Target) -> Result<Engine> {
    let own = settings(config, "")?;
    let settings =
        EngineSettings { reuse_functions: true, compile: Compile::InProcess, prebuilt_dir: None, target, ..own };
    Engine::start(storage, settings, plumbline_drawings::capabilities()).await.context("cannot start the engine")
}

fn settings(config: &Config, public_url: &str) -> Result<EngineSettings> {
    Ok(EngineSettings {
        compile: config.compiling.engine()?,
        cache_dir: compiled_dir(config),
        prebuilt_dir: prebuilt_dir(config),
        models: models(config),
        public_url: public_url.to_owned(),
        limits: limits(config.jobs.concurrency),
        ..EngineSettings::default()
    })
}

/// Returns the limits of a host that runs this many jobs per lane.
fn limits(concurrency: usize) -> LimitsByClass {
    let mut limits = LimitsByClass::default();
    // Every place of every lane runs one worker. One more permit is for calls that describe a component.
    let most = (KINDS_WITH_LANES.len() + 1).saturating_mul(concurrency).saturating_add(1);
    limits.worker.concurrent = limits.worker.concurrent.max(most);
    limits
}

/// The parts of a running server.
pub(crate) struct App {
    /// The edge, which handles requests.
    pub edge: Arc<Edge>,
    /// Databases, blobs and keys.
    pub storage: Storage,
    /// The identity module.
    pub identity: HostIdentity,
    /// The host's counters.
    pub counts: Arc<Counts>,
    /// Tasks for cleanup only.
    upkeep: [tokio::task::JoinHandle<()>; 3],
    jobs: Option<Jobs>,
    usage: Arc<UsageLog>,
    grace: Duration,
}

impl App {
    /// Assembles and starts the parts. `address` is the listener's address.
    ///
    /// # Errors
    /// Returns an error if any part cannot start.
    pub(crate) async fn start(config: Config, address: SocketAddr) -> Result<Self> {
        let counts = Arc::new(Counts::default());
        let storage = storage(&config).await?;
        storage.blobs.check_store().await.context("cannot use the file store")?;
        let public_url = config.http.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
        let engine = engine(&config, storage.clone(), &public_url).await?;
        if let Some(folder) = components_dir(&config) {
            components::publish_folder(&engine, &storage, &folder).await?;
        }
        let jobs = if config.jobs.concurrency == 0 {
            None
        } else {
            let workers = EngineRunner::new(engine.clone(), Arc::clone(&counts));
            let runner =
                WithWebhooks::new(workers, storage.clone(), config.webhooks.settings(config.fetch.allow_loopback))?;
            let lanes = Lanes::of_kinds(&KINDS_WITH_LANES).with_places(plumbline_webhooks::JOB_KIND, WEBHOOK_PLACES);
            let jobs_config = JobsConfig { lanes, ..JobsConfig::new(config.jobs.concurrency) };
            Some(Jobs::start(storage.clone(), Arc::new(runner), jobs_config).await.context("cannot start the jobs")?)
        };
        let grace = Duration::from_secs(config.http.shutdown_grace_seconds);
        let usage = Arc::new(UsageLog::start(storage.clone(), UsageLogConfig::default()));
        let public_url = public_url.trim_end_matches('/').to_owned();
        let identity = identity::open(&config, &storage, &public_url)?;
        let upkeep = [
            tokio::spawn(upkeep::run(identity.clone())),
            tokio::spawn(retention::run(storage.clone(), config.usage.clone())),
            tokio::spawn(events::run(storage.clone())),
        ];
        let parts = Parts {
            storage: storage.clone(),
            engine,
            identity: identity.clone(),
            usage: Arc::clone(&usage),
            counts: Arc::clone(&counts),
        };
        let edge = Edge::new(parts, config, public_url)?;
        // Reading and checking all components allocated memory that is no longer needed.
        plumbline_engine::trim_memory();
        Ok(Self { edge: Arc::new(edge), storage, identity, counts, upkeep, jobs, usage, grace })
    }

    /// Waits for running jobs up to the grace period, and writes the waiting usage events. Jobs that do not finish are
    /// resumed after the next start.
    pub(crate) async fn stop(self) {
        // Anything they leave is cleaned up after the next start.
        self.upkeep.iter().for_each(tokio::task::JoinHandle::abort);
        if let Some(jobs) = self.jobs {
            jobs.stop(self.grace).await;
        }
        if let Err(unwritten) = self.usage.stop().await {
            error!(%unwritten, "could not write usage events before the server stopped");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_queue_has_a_worker() {
        for concurrency in [1, 16, 64] {
            let workers = limits(concurrency).worker.concurrent;
            let lanes = Lanes::of_kinds(&KINDS_WITH_LANES).count();
            assert!(workers > lanes * concurrency, "{workers} workers for {concurrency} jobs per lane");
        }
        assert_eq!(limits(0), LimitsByClass::default());
    }
}
