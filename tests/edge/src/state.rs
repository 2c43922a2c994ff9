//! The data of a store, and the one way out: requests to the servers that the manifest names.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use http_body_util::BodyExt as _;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use wasmtime::component::ResourceTable;
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};
use wasmtime_wasi_http::{Error, RequestOptions, WasiBody, WasiHttpCtx, WasiHttpCtxView, WasiHttpHooks, WasiHttpView};

use crate::pools::Pools;

/// A component's settings from the manifest.
#[derive(Clone)]
pub(crate) struct ComponentSettings {
    pub(crate) variables: Arc<BTreeMap<String, String>>,
    pub(crate) environment: Arc<BTreeMap<String, String>>,
    /// The database, if the component may use it.
    pub(crate) database: Option<PathBuf>,
    /// Pools of connections to PostgreSQL, which the files of an application share.
    pub(crate) pools: Arc<Pools>,
    /// Servers that may be called, as host and port.
    pub(crate) allowed_hosts: Arc<Vec<String>>,
}

/// The data of a store.
pub(crate) struct State {
    pub(crate) settings: ComponentSettings,
    pub(crate) table: ResourceTable,
    wasi: WasiCtx,
    http: WasiHttpCtx,
    hooks: OutboundHooks,
}

impl State {
    pub(crate) fn new(settings: ComponentSettings) -> Self {
        let hooks = OutboundHooks(Arc::clone(&settings.allowed_hosts));
        let mut wasi = WasiCtx::builder();
        wasi.inherit_stderr();
        for (name, value) in &*settings.environment {
            wasi.env(name, value);
        }
        Self { settings, table: ResourceTable::new(), wasi: wasi.build(), http: WasiHttpCtx::new(), hooks }
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

/// Sends requests to allowed servers only.
struct OutboundHooks(Arc<Vec<String>>);

type Exchange = (http::Response<WasiBody>, Box<dyn Future<Output = Result<(), Error>> + Send>);

impl WasiHttpHooks for OutboundHooks {
    fn send_request(
        &mut self,
        request: http::Request<WasiBody>,
        _: Option<RequestOptions>,
        _: Box<dyn Future<Output = Result<(), Error>> + Send>,
    ) -> Box<dyn Future<Output = Result<Exchange, Error>> + Send> {
        let authority = request.uri().authority().map(ToString::to_string).unwrap_or_default();
        if !self.0.contains(&authority) {
            return Box::new(std::future::ready(Err(Error::HttpRequestDenied)));
        }
        Box::new(async move {
            let client = Client::builder(TokioExecutor::new()).build_http::<WasiBody>();
            let response = client.request(request).await.map_err(|_| Error::ConnectionRefused)?;
            let response = response.map(|body| body.map_err(Error::Hyper).boxed_unsync());
            let done: Box<dyn Future<Output = Result<(), Error>> + Send> = Box::new(std::future::ready(Ok(())));
            Ok((response, done))
        })
    }
}
