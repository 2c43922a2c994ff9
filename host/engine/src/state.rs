//! The data of every store: WASI without files, network or outgoing requests, the limits, and the tenant's services.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::Extensions;
use plumbline_storage::{JobFence, PendingSync, Scope, Storage, TenantDb, clock};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::{HostWallClock, WasiCtx, WasiCtxView, WasiView};
use wasmtime_wasi_http::WasiHttpView;
use wasmtime_wasi_http::{Error as HttpError, RequestOptions, WasiBody, WasiHttpCtx, WasiHttpCtxView, WasiHttpHooks};

use crate::bindings::provenance::components::ComponentRef;
use crate::callers::Callers;
use crate::capabilities::model_runner::Inference;
use crate::capabilities::provenance_record::Provenance;
use crate::capabilities::transactions::Transactions;
use crate::limits::{HANDLES, HEADER_BYTES, Limits, MAX_OPEN_RESOURCES, RANDOM_BYTES};
use crate::log::{ComponentLog, GuestLog};
use crate::settings::EngineSettings;
use crate::spans::Statements;
use crate::watch::{Limiter, Watch};

/// The data of a store. A store serves one tenant, or one document, page or export of a tenant, and is then dropped.
pub struct State {
    pub(crate) table: ResourceTable,
    wasi: WasiCtx,
    http: WasiHttpCtx,
    hooks: NoOutgoing,
    pub(crate) limiter: Limiter,
    pub(crate) watch: Arc<Watch>,
    /// `Some` for endpoints and workers. Readers, extractors and exporters get no services.
    services: Option<Services>,
    /// Which of this store's connections have a transaction open.
    pub(crate) transactions: Transactions,
    /// Commits of this store's calls that the caller makes durable before it responds; `None` if each commit waits
    /// itself.
    pub(crate) pending_sync: Option<PendingSync>,
    /// The statements of the store's calls, for traces.
    pub(crate) statements: Statements,
    /// The provenance: components that this job used, and components that made its result. Only workers use it.
    pub(crate) provenance: Provenance,
    /// What capabilities keep for this store, by type.
    extensions: Extensions,
    /// Open resources with an instance or files of their own. Only workers open them.
    open_resources: usize,
    /// The models of the host. Only the linker of readers has functions that use them.
    pub(crate) inference: Inference,
    /// Bytes of the tensors in the table.
    pub(crate) tensor_bytes: usize,
    /// The HTTP callers that wait for this instance.
    pub(crate) callers: Callers,
}

/// The services of a tenant.
#[derive(Clone)]
pub struct Services {
    /// The tenant and its environment.
    pub scope: Scope,
    pub(crate) database: Arc<TenantDb>,
    /// Databases, blobs and keys of the host.
    pub storage: Storage,
    pub(crate) settings: Arc<EngineSettings>,
    /// The check of the lease, for a job of the queue.
    pub(crate) fence: Option<JobFence>,
}

/// The wall clock of components. Hosts agree about its time, because components store times that other hosts read.
struct WallClock;

impl HostWallClock for WallClock {
    fn resolution(&self) -> Duration {
        // That of the database's clock, which this one follows.
        Duration::from_micros(1)
    }

    fn now(&self) -> Duration {
        // A time before 1970 cannot be expressed.
        SystemTime::from(clock::now()).duration_since(UNIX_EPOCH).unwrap_or_default()
    }
}

impl State {
    /// Creates the state for a new instance of a component with this log and these settings of its binding.
    pub(crate) fn new(
        log: &Arc<ComponentLog>,
        settings: &[(String, String)],
        limits: &Limits,
        services: Option<Services>,
        inference: Inference,
    ) -> Self {
        let watch = Arc::new(Watch::default());
        let log = GuestLog::new(Arc::clone(log));
        let mut wasi = WasiCtx::builder();
        wasi.envs(settings).stdout(log.clone()).stderr(log).max_random_size(RANDOM_BYTES).wall_clock(WallClock);
        let mut table = ResourceTable::new();
        table.set_max_capacity(HANDLES);
        let mut http = WasiHttpCtx::new();
        http.set_field_size_limit(HEADER_BYTES);
        Self {
            table,
            wasi: wasi.build(),
            http,
            hooks: NoOutgoing,
            limiter: Limiter::new(Arc::clone(&watch), limits),
            watch,
            services,
            transactions: Transactions::default(),
            pending_sync: None,
            statements: Statements::default(),
            provenance: Provenance::default(),
            extensions: Extensions::new(),
            open_resources: 0,
            inference,
            tensor_bytes: 0,
            callers: Callers::default(),
        }
    }

    /// Returns the database whose commits must be made durable before the response of a call is sent.
    pub(crate) fn take_pending_sync(&mut self) -> Option<Arc<TenantDb>> {
        let is_pending = self.pending_sync.as_ref().is_some_and(PendingSync::take);
        self.services.as_ref().filter(|_| is_pending).map(|services| Arc::clone(&services.database))
    }

    /// Returns the table of the store's resources.
    pub fn table(&mut self) -> &mut ResourceTable {
        &mut self.table
    }

    /// Returns the bytes of the instance's memories.
    pub fn memory_bytes(&self) -> usize {
        self.limiter.memory_bytes()
    }

    /// Returns what a capability keeps for this store.
    pub fn extension<T: Clone + Send + Sync + 'static>(&self) -> Option<&T> {
        self.extensions.get()
    }

    /// Keeps a value for this store, in place of one of the same type.
    pub fn set_extension<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        self.extensions.insert(value);
    }

    /// Records that the job uses a component.
    pub fn record_use(&mut self, component: ComponentRef) {
        self.provenance.record_use(component);
    }

    /// Returns the components that made what the job works on, as the job has declared them.
    pub fn declared_components(&self) -> &[ComponentRef] {
        self.provenance.declared()
    }

    /// Counts a resource with an instance or files of its own that is about to be opened. Returns an error message if
    /// there are too many.
    ///
    /// # Errors
    /// Returns the message for the component.
    pub fn reserve_resource(&mut self) -> Result<(), String> {
        if self.open_resources >= MAX_OPEN_RESOURCES {
            return Err(format!("{MAX_OPEN_RESOURCES} exports, readings and sessions are open: drop some"));
        }
        self.open_resources += 1;
        Ok(())
    }

    /// Counts one of them as closed, or as not opened after all.
    pub fn release_resource(&mut self) {
        self.open_resources = self.open_resources.saturating_sub(1);
    }

    /// Returns the tenant's services.
    ///
    /// # Errors
    /// Returns an error if the store has none. The linker of a class without services has no function that uses them,
    /// so that is a fault of the host.
    pub fn services(&self) -> wasmtime::Result<&Services> {
        self.services.as_ref().ok_or_else(|| wasmtime::format_err!("this class of components has no tenant services"))
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

impl WasiHttpView for State {
    fn http(&mut self) -> WasiHttpCtxView<'_> {
        WasiHttpCtxView { hooks: &mut self.hooks, table: &mut self.table, ctx: &mut self.http }
    }
}

/// Refuses every outgoing request. No linker provides one, so this is a second safeguard.
struct NoOutgoing;

type Exchange = (http::Response<WasiBody>, Box<dyn Future<Output = Result<(), HttpError>> + Send>);

impl WasiHttpHooks for NoOutgoing {
    fn send_request(
        &mut self,
        _: http::Request<WasiBody>,
        _: Option<RequestOptions>,
        _: Box<dyn Future<Output = Result<(), HttpError>> + Send>,
    ) -> Box<dyn Future<Output = Result<Exchange, HttpError>> + Send> {
        Box::new(std::future::ready(Err(HttpError::HttpRequestDenied)))
    }
}
