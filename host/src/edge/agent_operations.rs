//! What the surface for agents calls: the same operations as the REST API, with the same limits, through the same steps.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use plumbline_engine::Engine;
use plumbline_mcp::{Caller, Document, Offer, Operations, Surface, Toolbox};
use plumbline_pipeline::{Origin, Pipeline};
use plumbline_storage::Surface as UsageSurface;

use super::backend::HostBackend;

/// Tenants whose tools are cached.
const TOOLBOXES: u64 = 1_000;

/// The operations that tools call.
pub(super) struct AgentOperations {
    pipeline: Arc<Pipeline<HostBackend>>,
    engine: Engine,
    document: Document,
    public_url: String,
    /// The tools by tenant, each with the state of the registry that they are of.
    toolboxes: moka::sync::Cache<String, (u64, Arc<Toolbox>)>,
}

impl AgentOperations {
    pub(super) fn new(
        pipeline: Arc<Pipeline<HostBackend>>,
        engine: Engine,
        document: &serde_json::Value,
        public_url: String,
    ) -> Self {
        let toolboxes = moka::sync::Cache::new(TOOLBOXES);
        Self { pipeline, engine, document: Document::new(document), public_url, toolboxes }
    }
}

impl Operations for AgentOperations {
    fn toolbox(&self, caller: &Caller) -> Arc<Toolbox> {
        let (registry, tenant) = (self.engine.registry(), &caller.credential.tenant);
        // Read first: what is bound meanwhile is found by the next call.
        let generation = registry.generation();
        if let Some((of, toolbox)) = self.toolboxes.get(tenant.as_str())
            && of == generation
        {
            return toolbox;
        }
        let bound = registry.slots(tenant);
        let offers = bound.iter().filter(|loaded| !loaded.is_withdrawn()).map(|loaded| Offer {
            routes: loaded.description.routes(),
            tools: loaded.description.tools(),
            prompts: loaded.description.prompts(),
        });
        let toolbox = Arc::new(Toolbox::new(&self.document, offers));
        self.toolboxes.insert(tenant.to_string(), (generation, Arc::clone(&toolbox)));
        toolbox
    }

    async fn admit(&self, caller: &Caller) -> Result<(), String> {
        self.pipeline.admit(&caller.credential).await.map_err(|problem| problem.detail().to_owned())
    }

    async fn call(&self, caller: &Caller, request: Request<Bytes>, max_credits: Option<f64>) -> Response<Bytes> {
        let uri = request.uri().clone();
        let max_credits = max_credits.map(|credits| credits.to_string());
        let origin = Origin { surface: UsageSurface::Mcp, max_credits: max_credits.as_deref() };
        let request = request.map(Full::new);
        // Not boxed: the request has its future on the heap already.
        match self.pipeline.call_as(&caller.credential, origin, request, uri.path(), &caller.request_id).await {
            Ok(outcome) => outcome.response,
            Err(problem) => problem.into_response(&self.public_url, &caller.request_id),
        }
    }
}

/// Returns the hosts and the origins by which the surface is reached: those of the public URL and of this machine.
pub(super) fn surface(operations: AgentOperations, max_body_bytes: usize) -> Surface<AgentOperations> {
    let url = operations.public_url.clone();
    let authority = url.split_once("://").map_or(url.as_str(), |(_, authority)| authority);
    let local = ["localhost", "127.0.0.1", "[::1]"];
    let hosts = local.into_iter().chain([authority]).map(str::to_owned).collect();
    let origins = local.iter().map(|host| format!("http://{host}:*")).chain([with_port(&url)]).collect();
    Surface::new(Arc::new(operations), hosts, origins, max_body_bytes)
}

/// Returns an origin with its port, which a browser leaves out if it is that of the scheme.
fn with_port(origin: &str) -> String {
    let (scheme, authority) = origin.split_once("://").unwrap_or(("https", origin));
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    match scheme {
        _ if has_port => origin.to_owned(),
        "http" => format!("{origin}:80"),
        _ => format!("{origin}:443"),
    }
}
