//! `plumbline:exporter/rows`: the rows that an exporter pulls and the file that it pushes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use plumbline_engine::State;
use plumbline_storage::BlobError;
use tokio::sync::mpsc;
use wasmtime::component::Resource;

use self::exporter::rows::{Header, Host as RowsHost, HostSink, HostSource, ItemRow, RouteRow, Sink, Source};
use self::exporter2::rows as rows2;
use crate::bindings::drawing::quantities::Schedule;
use crate::bindings::provenance::components::ComponentRef;
use crate::spool::{Spool, SpoolReader};

/// `plumbline:exporter`.
#[allow(missing_docs, reason = "generated; documented in the WIT")]
pub mod exporter {
    wasmtime::component::bindgen!({
        path: ["../../wit/drawing@1.0.0", "../../wit/exporter@1.0.0"],
        world: "plumbline:exporter/exporter-component@1.0.0",
        imports: { default: async | trappable },
        exports: { default: async },
        additional_derives: [serde::Serialize, serde::Deserialize],
        with: {
            "plumbline:drawing/quantities@1.0.0": crate::bindings::drawing::quantities,
            "plumbline:drawing/describing@1.0.0": crate::bindings::drawing::describing,
            "plumbline:exporter/rows.source": crate::rows::RowSource,
            "plumbline:exporter/rows.sink": crate::rows::FileSink,
        },
    });
    pub use exports::plumbline::exporter::exporter as api;
    pub use plumbline::exporter::rows;
}

/// `plumbline:exporter`, version 2: the rows of version 1 from a source that can be read again.
#[allow(unreachable_pub, reason = "generated")]
pub(crate) mod exporter2 {
    wasmtime::component::bindgen!({
        path: ["../../wit/drawing@1.0.0", "../../wit/exporter@1.0.0", "../../wit/exporter@2.0.0"],
        world: "plumbline:exporter/exporter-component@2.0.0",
        imports: { default: async | trappable },
        exports: { default: async },
        with: {
            "plumbline:drawing/quantities@1.0.0": crate::bindings::drawing::quantities,
            "plumbline:drawing/describing@1.0.0": crate::bindings::drawing::describing,
            "plumbline:exporter/rows@1.0.0": crate::rows::exporter::rows,
            "plumbline:exporter/rows@2.0.0.source": crate::rows::RowSource,
        },
    });
    pub use plumbline::exporter2_0_0::rows;
}

/// Most rows returned at one time, however many an exporter asks for: about 1 MB.
const ROWS_AT_ONCE: usize = 2_000;

/// The rows that an exporter pulls.
pub struct RowSource {
    header: Header,
    components: Vec<ComponentRef>,
    items: SpoolReader<ItemRow>,
    routes: SpoolReader<RouteRow>,
    schedules: SpoolReader<Schedule>,
}

impl RowSource {
    /// Creates a source of the spooled rows, from the first row.
    pub(crate) fn new(
        header: Header,
        components: Vec<ComponentRef>,
        items: &mut Spool<ItemRow>,
        routes: &mut Spool<RouteRow>,
        schedules: &mut Spool<Schedule>,
    ) -> std::io::Result<Self> {
        Ok(Self { header, components, items: items.read()?, routes: routes.read()?, schedules: schedules.read()? })
    }
}

/// The file that an exporter writes.
pub struct FileSink {
    pub(crate) chunks: mpsc::Sender<Result<Bytes, BlobError>>,
    pub(crate) written: u64,
    pub(crate) limit: u64,
    /// Whether the exporter exceeded the limit. Its export then fails, whatever it returns.
    pub(crate) overflow: Arc<AtomicBool>,
}

impl RowsHost for State {}

impl HostSource for State {
    async fn header(&mut self, source: Resource<Source>) -> wasmtime::Result<Header> {
        Ok(self.table().get(&source)?.header.clone())
    }

    async fn items(&mut self, source: Resource<Source>, max: u32) -> wasmtime::Result<Vec<ItemRow>> {
        self.table().get_mut(&source)?.items.next((max as usize).min(ROWS_AT_ONCE))
    }

    async fn routes(&mut self, source: Resource<Source>, max: u32) -> wasmtime::Result<Vec<RouteRow>> {
        self.table().get_mut(&source)?.routes.next((max as usize).min(ROWS_AT_ONCE))
    }

    async fn schedules(&mut self, source: Resource<Source>, max: u32) -> wasmtime::Result<Vec<Schedule>> {
        self.table().get_mut(&source)?.schedules.next((max as usize).min(ROWS_AT_ONCE))
    }

    async fn drop(&mut self, source: Resource<Source>) -> wasmtime::Result<()> {
        self.table().delete(source)?;
        Ok(())
    }
}

impl rows2::Host for State {}

impl rows2::HostSource for State {
    async fn header(&mut self, source: Resource<Source>) -> wasmtime::Result<Header> {
        HostSource::header(self, source).await
    }

    async fn makers(&mut self, source: Resource<Source>) -> wasmtime::Result<Vec<rows2::Maker>> {
        let maker = |component: &ComponentRef| rows2::Maker {
            role: component.role.clone(),
            id: component.id.clone(),
            version: component.version.clone(),
            digest: component.digest.clone(),
        };
        Ok(self.table().get(&source)?.components.iter().map(maker).collect())
    }

    async fn totals(&mut self, source: Resource<Source>) -> wasmtime::Result<rows2::Totals> {
        let source = self.table().get(&source)?;
        Ok(rows2::Totals {
            items: source.items.rows(),
            routes: source.routes.rows(),
            schedules: source.schedules.rows(),
        })
    }

    async fn items(&mut self, source: Resource<Source>, max: u32) -> wasmtime::Result<Vec<ItemRow>> {
        HostSource::items(self, source, max).await
    }

    async fn routes(&mut self, source: Resource<Source>, max: u32) -> wasmtime::Result<Vec<RouteRow>> {
        HostSource::routes(self, source, max).await
    }

    async fn schedules(&mut self, source: Resource<Source>, max: u32) -> wasmtime::Result<Vec<Schedule>> {
        HostSource::schedules(self, source, max).await
    }

    async fn rewind(&mut self, source: Resource<Source>) -> wasmtime::Result<()> {
        let source = self.table().get_mut(&source)?;
        source.items.rewind()?;
        source.routes.rewind()?;
        source.schedules.rewind()?;
        Ok(())
    }

    async fn drop(&mut self, source: Resource<Source>) -> wasmtime::Result<()> {
        HostSource::drop(self, source).await
    }
}

pub(crate) fn too_large(limit: u64) -> String {
    format!("The file is larger than {limit} bytes, the limit for exports.")
}

impl HostSink for State {
    async fn write(&mut self, sink: Resource<Sink>, bytes: Vec<u8>) -> wasmtime::Result<Result<(), String>> {
        let sink = self.table().get_mut(&sink)?;
        sink.written = sink.written.saturating_add(bytes.len() as u64);
        if sink.written > sink.limit {
            sink.overflow.store(true, Ordering::Relaxed);
            return Ok(Err(too_large(sink.limit)));
        }
        let sent = sink.chunks.send(Ok(bytes.into())).await;
        Ok(sent.map_err(|_| "The file could not be stored.".to_owned()))
    }

    async fn drop(&mut self, sink: Resource<Sink>) -> wasmtime::Result<()> {
        self.table().delete(sink)?;
        Ok(())
    }
}
