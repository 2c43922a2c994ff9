//! An engine with an empty data folder and the test guests bound.
#![allow(dead_code, reason = "every test program uses a part")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;

use plumbline_engine::{CallError, Engine, EngineSettings, JobOutcome, JobRequest, Loaded, Slot};
use plumbline_storage::{Change, Environment, Publication, Scope, Storage, StorageConfig};

/// Returns the folder of the compiled guests. `cargo xtask test` builds them and sets the variable. Otherwise the first test
/// builds them.
fn guests() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(built) = std::env::var_os("TEST_GUESTS") {
            return built.into();
        }
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("test-guests");
        let status = Command::new(env!("CARGO"))
            .args(["build", "--release", "--target", "wasm32-wasip2", "--manifest-path"])
            .arg(here.join("tests/guests/Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target)
            .status()
            .unwrap();
        assert!(status.success(), "the test guests do not build");
        target.join("wasm32-wasip2/release")
    })
}

/// Returns the bytes of a guest.
pub(crate) fn guest(name: &str) -> Bytes {
    std::fs::read(guests().join(format!("guest_{name}.wasm"))).unwrap().into()
}

/// An engine with one tenant and the guests bound for all tenants.
pub(crate) struct Host {
    pub(crate) engine: Engine,
    pub(crate) storage: Storage,
    pub(crate) scope: Scope,
    pub(crate) folder: tempfile::TempDir,
}

/// Returns limits small enough that a test reaches them within seconds, and large enough that a busy machine does not: the
/// epoch also ticks while a guest waits for a core.
pub(crate) fn settings() -> EngineSettings {
    let mut settings = EngineSettings { instances: 200, ..EngineSettings::default() };
    let limits = &mut settings.limits;
    limits.endpoint.compute = Duration::from_secs(2);
    limits.endpoint.deadline = Duration::from_secs(15);
    limits.endpoint.memory_bytes = 32 << 20;
    limits.worker.compute = Duration::from_secs(2);
    limits.reader.compute = Duration::from_secs(2);
    limits.reader.memory_bytes = 64 << 20;
    limits.extractor.compute = Duration::from_secs(2);
    limits.exporter.output_bytes = 4 << 20;
    settings
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::start_with(settings()).await
    }

    /// Starts an engine whose cache is shared by all tests of this build, because compiling the guests takes seconds.
    pub(crate) async fn start_with(mut settings: EngineSettings) -> Self {
        settings.cache_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled");
        Self::start_as(settings).await
    }

    /// Starts an engine with the cache in the settings.
    pub(crate) async fn start_as(settings: EngineSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(&StorageConfig::new(folder.path().join("data"))).await.unwrap();
        let tenant = storage.control.create_tenant("Test").await.unwrap();
        let engine = Engine::start(storage.clone(), settings, plumbline_drawings::capabilities()).await.unwrap();
        let host = Self { engine, storage, scope: Scope::new(tenant.id, Environment::Production), folder };
        host.bind("*", "endpoint:test", "endpoint", "{}").await;
        host
    }

    /// Binds every guest that workers drive.
    pub(crate) async fn bind_workers(&self) {
        for (slot, guest) in [
            ("worker:test", "worker"),
            ("reader:text", "reader"),
            ("extractor:electrical", "extractor"),
            ("exporter:lines", "exporter"),
        ] {
            self.bind("*", slot, guest, "{}").await;
        }
    }

    /// Publishes a guest and binds it.
    pub(crate) async fn bind(&self, tenant: &str, slot: &str, name: &str, settings: &str) {
        let published =
            self.engine.publish(&slot.parse().unwrap(), guest(name), &Publication::by("test")).await.unwrap();
        self.storage.control.bind(tenant, slot, &published.digest, settings, &Change::by("test")).await.unwrap();
        self.engine.registry().refresh().await.unwrap();
    }

    pub(crate) fn endpoint(&self) -> Arc<Loaded> {
        let slot: Slot = "endpoint:test".parse().unwrap();
        self.engine.registry().resolve(&self.scope.tenant, &slot).unwrap()
    }

    /// Sends a GET request to the test endpoint. Returns status and body.
    pub(crate) async fn get(&self, path: &str) -> Result<(u16, String), CallError> {
        self.get_for(&self.scope, path).await
    }

    pub(crate) async fn get_for(&self, scope: &Scope, path: &str) -> Result<(u16, String), CallError> {
        let response = self.engine.http(scope, &self.endpoint(), request(path), &[]).await?;
        Ok((response.status().as_u16(), String::from_utf8(response.into_body().to_vec()).unwrap()))
    }

    /// Makes two calls that wait until their deadline, with settings that allow one. The other is refused and ends first.
    pub(crate) fn two_calls_for_one_permit(self: &Arc<Self>) -> tokio::task::JoinSet<Result<(u16, String), CallError>> {
        let call = |_| {
            let host = Arc::clone(self);
            async move { host.get("/wait").await }
        };
        (0..2).map(call).collect()
    }

    /// Runs a job of the test worker. Returns its outcome and its report.
    pub(crate) async fn job(&self, payload: &str) -> Result<(JobOutcome, String), CallError> {
        let request = JobRequest { id: format!("job-{payload}"), payload: payload.into(), attempt: 1, lease: None };
        let outcome = self.engine.job(&self.scope, "test", request).await?;
        Ok((outcome, self.blob("report").await.unwrap_or_default()))
    }

    pub(crate) async fn blob(&self, key: &str) -> Option<String> {
        let size = self.storage.blobs.size(&self.scope, key).await.ok()?;
        let bytes = self.storage.blobs.read(&self.scope, key, 0..size).await.unwrap();
        Some(String::from_utf8(bytes.to_vec()).unwrap())
    }
}

/// Creates a GET request without a body.
pub(crate) fn request(path: &str) -> http::Request<Bytes> {
    http::Request::get(format!("http://localhost{path}")).body(Bytes::new()).unwrap()
}
