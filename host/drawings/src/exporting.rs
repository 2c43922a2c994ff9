//! `plumbline:worker/exporting` over `plumbline:exporter`. Rows are first written to a spool on disk. Then the exporter
//! pulls them and pushes the file's bytes, which stream into the blob. Neither side's memory grows with the takeoff.

use std::sync::Arc;

use bytes::Bytes;
use plumbline_engine::{
    CallError, Capability, Class, Described, Describing, Details, Driver, Engine, Interface, JobServices, Loaded,
    Prepared, ServingVersion, Slot, State,
};
use plumbline_storage::{BlobError, Blobs, Scope, TenantId};
use tokio::sync::mpsc;
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Resource};

use self::bindings::exporting::{self, Host, HostExport, Written};
use crate::bindings::drawing::quantities::Schedule;
use crate::describing::options;
use crate::originals::{Original, SharedDrawing};
use crate::rows::exporter::rows::{self, Header, ItemRow, RouteRow, Sink, Source};
use crate::rows::exporter2::rows as rows2;
use crate::rows::{FileSink, RowSource, exporter, exporter2, too_large};
use crate::spool::Spool;

/// Generated from the WIT.
#[allow(unreachable_pub, reason = "generated")]
mod bindings {
    plumbline_engine::bindgen_worker!({
        inline: "
            package plumbline:host-exporting;
            world driving-exporters { import plumbline:worker/exporting@1.0.0; }
        ",
        world: "plumbline:host-exporting/driving-exporters",
        imports: { default: async | trappable },
        with: {
            "plumbline:drawing/quantities@1.0.0": crate::bindings::drawing::quantities,
            "plumbline:exporter/rows@1.0.0": crate::rows::exporter::rows,
            "plumbline:worker/exporting.export": crate::exporting::Export,
        },
    });
    pub use plumbline::worker::exporting;
}

/// The export of an exporter of version 2. Other exporters must be of version 1.
const EXPORTER_2: &str = "plumbline:exporter/exporter@2.0.0";

/// Exporters, for workers.
pub(crate) struct Exporting;

impl Capability for Exporting {
    fn interfaces(&self) -> Vec<Interface> {
        plumbline_engine::interfaces![
            Worker "plumbline:worker/exporting@1.0.0" => [exporting],
            Exporter "plumbline:exporter/rows@1.0.0" => [rows],
            Exporter "plumbline:exporter/rows@2.0.0" => [rows2],
        ]
    }

    fn driver(&self, class: Class) -> Option<Arc<dyn Driver>> {
        (class == Class::Exporter).then(|| Arc::new(ExporterDriver) as Arc<dyn Driver>)
    }
}

/// An exporter of either version, ready to be instantiated.
enum LinkedExporter {
    V1(exporter::ExporterComponentPre<State>),
    V2(exporter2::ExporterComponentPre<State>),
}

struct ExporterDriver;

impl Driver for ExporterDriver {
    fn prepare(&self, pre: InstancePre<State>, exports: &[&str]) -> wasmtime::Result<Prepared> {
        let exporter = match exports.contains(&EXPORTER_2) {
            true => LinkedExporter::V2(exporter2::ExporterComponentPre::new(pre)?),
            false => LinkedExporter::V1(exporter::ExporterComponentPre::new(pre)?),
        };
        Ok(Prepared { instances: Box::new(exporter), optional_exports: Vec::new() })
    }

    fn describe<'a>(&'a self, store: &'a mut Store<State>, instance: &'a Instance) -> Describing<'a> {
        Box::pin(describe(store, instance))
    }
}

/// Chunks of the file on their way to the blob. The exporter waits if the disk is slower.
const CHUNKS_IN_FLIGHT: usize = 4;

/// Returns an exporter's description.
async fn describe(store: &mut Store<State>, instance: &Instance) -> wasmtime::Result<Described> {
    let exporter = match instance.get_export_index(&mut *store, None, EXPORTER_2) {
        Some(_) => Exporter::V2(exporter2::ExporterComponent::new(&mut *store, instance)?),
        None => Exporter::V1(exporter::ExporterComponent::new(&mut *store, instance)?),
    };
    exporter.describe(store).await
}

/// An instance of either version of the exporter's world.
enum Exporter {
    V1(exporter::ExporterComponent),
    V2(exporter2::ExporterComponent),
}

/// Converts a description of either version. Both have the same fields but are different types.
macro_rules! described {
    ($description:expr) => {{
        let description = $description;
        let details = Details::Exporter {
            format: description.format,
            media_type: description.media_type,
            extension: description.extension,
            options: options(description.options),
        };
        Described { id: description.id, version: description.version, name: description.name, details }
    }};
}

impl Exporter {
    async fn describe(&self, store: &mut Store<State>) -> wasmtime::Result<Described> {
        Ok(match self {
            Self::V1(exporter) => described!(exporter.plumbline_exporter_exporter().call_describe(store).await?),
            Self::V2(exporter) => described!(exporter.plumbline_exporter2_0_0_exporter().call_describe(store).await?),
        })
    }

    async fn write(
        &self,
        store: &mut Store<State>,
        source: Resource<Source>,
        sink: Resource<Sink>,
    ) -> wasmtime::Result<Result<(), String>> {
        match self {
            Self::V1(exporter) => exporter.plumbline_exporter_exporter().call_write(store, source, sink).await,
            Self::V2(exporter) => exporter.plumbline_exporter2_0_0_exporter().call_write(store, source, sink).await,
        }
    }
}

async fn instantiate(store: &mut Store<State>, linked: &LinkedExporter) -> wasmtime::Result<Exporter> {
    match linked {
        LinkedExporter::V1(pre) => pre.instantiate_async(store).await.map(Exporter::V1),
        LinkedExporter::V2(pre) => pre.instantiate_async(store).await.map(Exporter::V2),
    }
}

/// An export in preparation: its rows so far.
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct Export {
    loaded: ServingVersion,
    header: Header,
    items: Spool<ItemRow>,
    routes: Spool<RouteRow>,
    schedules: Spool<Schedule>,
}

/// Returns the failure of a format that no exporter serves. If one is bound that cannot be loaded at the moment, the
/// worker's call ends, so that the job is tried again. The worker could not tell such a failure from the other one.
fn no_exporter<T>(services: &JobServices, slot: &Slot) -> wasmtime::Result<Result<T, String>> {
    let unserved = services.unserved();
    match unserved.iter().find(|one| one.slot == *slot) {
        Some(bound) => Err(bound.error().into()),
        None => Ok(Err(format!("The format `{}` is not installed on this server.", slot.name))),
    }
}

impl Host for State {}

impl HostExport for State {
    async fn open(&mut self, format: String, header: Header) -> wasmtime::Result<Result<Resource<Export>, String>> {
        let services = JobServices::of(self)?;
        let slot = Slot::new(Class::Exporter, format);
        let Some(loaded) = services.choose(&slot) else {
            return no_exporter(services, &slot);
        };
        if let Err(error) = loaded.check_trust() {
            return Ok(Err(error.detail()));
        }
        // An exporter that cannot be loaded ends the call here. The worker would take it for the failure of its export.
        services.engine().load_code(&loaded).await?;
        if let Err(too_many) = self.reserve_resource() {
            return Ok(Err(too_many));
        }
        self.record_use(loaded.component_ref());
        let export =
            Export { loaded, header, items: Spool::create()?, routes: Spool::create()?, schedules: Spool::create()? };
        Ok(Ok(self.table().push(export)?))
    }

    async fn push_items(
        &mut self,
        export: Resource<Export>,
        rows: Vec<ItemRow>,
    ) -> wasmtime::Result<Result<(), String>> {
        Ok(self.table().get_mut(&export)?.items.push(&rows))
    }

    async fn push_routes(
        &mut self,
        export: Resource<Export>,
        rows: Vec<RouteRow>,
    ) -> wasmtime::Result<Result<(), String>> {
        Ok(self.table().get_mut(&export)?.routes.push(&rows))
    }

    async fn push_schedules(
        &mut self,
        export: Resource<Export>,
        rows: Vec<Schedule>,
    ) -> wasmtime::Result<Result<(), String>> {
        Ok(self.table().get_mut(&export)?.schedules.push(&rows))
    }

    async fn finish(&mut self, export: Resource<Export>, key: String) -> wasmtime::Result<Result<Written, String>> {
        let services = JobServices::of(self)?.clone();
        let components = self.declared_components().to_vec();
        let original = match self.extension::<SharedDrawing>().cloned() {
            Some(shared) => match shared.open(&services).await {
                Ok(original) => Some(original),
                // The job is tried again.
                Err(error @ BlobError::Unavailable(_)) => return Err(wasmtime::Error::from(error)),
                Err(error) => return Ok(Err(format!("The document could not be read: {error}."))),
            },
            None => None,
        };
        let export = self.table().get_mut(&export)?;
        let loaded = export.loaded.clone();
        let Export { header, items, routes, schedules, .. } = export;
        let source = RowSource::new(header.clone(), components, items, routes, schedules)?;
        let engine = services.engine();
        let task = engine.spawn_compute(write(services, loaded, source, original, key));
        Ok(task.join().await.unwrap_or_else(|error| Err(format!("The export was interrupted: {error}."))))
    }

    async fn drop(&mut self, export: Resource<Export>) -> wasmtime::Result<()> {
        self.table().delete(export)?;
        self.release_resource();
        Ok(())
    }
}

/// The reason why an exporter did not finish its file.
pub(crate) enum ExportError {
    /// The call failed or exceeded a limit.
    Call(CallError),
    /// The exporter returned an error.
    Component(String),
}

/// Runs an exporter. Its file is sent to `chunks`, whose sender is dropped when this returns. Returns the bytes of its
/// memory.
pub(crate) async fn produce(
    engine: &Engine,
    loaded: &Loaded,
    tenant: Option<&TenantId>,
    source: RowSource,
    original: Option<Original>,
    chunks: mpsc::Sender<Result<Bytes, BlobError>>,
) -> Result<usize, ExportError> {
    let limit = engine.limits(Class::Exporter).output_bytes;
    let mut running = engine.start_driven(loaded, tenant, instantiate).await.map_err(ExportError::Call)?;
    let overflow = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let sink = FileSink { chunks, written: 0, limit, overflow: Arc::clone(&overflow) };
    let full = |error: wasmtime::component::ResourceTableError| ExportError::Component(error.to_string());
    if let Some(original) = original {
        running.state().set_extension(original);
    }
    let table = running.state().table();
    let source = table.push(source).map_err(full)?;
    let sink = table.push(sink).map_err(full)?;
    let called = running.call(async |store, exporter| exporter.write(store, source, sink).await).await;
    if overflow.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(ExportError::Call(CallError::OutputTooLarge { slot: loaded.slot.clone(), bytes: limit }));
    }
    called.map_err(ExportError::Call)?.map_err(ExportError::Component)?;
    Ok(running.state().memory_bytes())
}

/// Runs the exporter and stores its output. Nothing is stored under the key unless the exporter succeeds.
async fn write(
    services: JobServices,
    loaded: ServingVersion,
    source: RowSource,
    original: Option<Original>,
    key: String,
) -> Result<Written, String> {
    let Details::Exporter { media_type, extension, .. } = &loaded.description.details else {
        return Err(format!("`{}` is not an exporter.", loaded.slot));
    };
    let engine = &services.engine();
    let limit = engine.limits(Class::Exporter).output_bytes;
    let (chunks, inbox) = mpsc::channel(CHUNKS_IN_FLIGHT);
    let export = async {
        let result = produce(engine, &loaded, Some(&services.scope.tenant), source, original, chunks.clone()).await;
        // A busy host says nothing about the component.
        if !matches!(&result, Err(ExportError::Call(error)) if error.retryable()) {
            loaded.record_outcome(result.is_err());
        }
        if result.is_err() {
            // A stream that ends in an error is not stored.
            let _ = chunks.send(Err(BlobError::Io("the exporter did not finish its file".into()))).await;
        }
        drop(chunks);
        result.map_err(|error| match error {
            ExportError::Call(CallError::OutputTooLarge { bytes, .. }) => too_large(bytes),
            ExportError::Call(error) => error.detail(),
            ExportError::Component(message) => message,
        })
    };
    let store = store(&services.storage.blobs, &services.scope, &key, inbox, limit);
    let (exported, stored) = futures::join!(export, store);
    exported?;
    let size = stored.map_err(|error| format!("The file could not be stored: {error}."))?;
    Ok(Written {
        size,
        media_type: media_type.clone(),
        extension: extension.clone(),
        component: format!("{}@{}", loaded.description.id, loaded.description.version),
    })
}

async fn store(
    blobs: &Blobs,
    scope: &Scope,
    key: &str,
    mut inbox: mpsc::Receiver<Result<Bytes, BlobError>>,
    limit: u64,
) -> Result<u64, BlobError> {
    let chunks = futures::stream::poll_fn(move |cx| inbox.poll_recv(cx));
    blobs.write_stream(scope, key, chunks, limit, true).await
}
