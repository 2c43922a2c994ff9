//! The HTTP transport: stateless, with JSON responses.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use plumbline_identity::Credential;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{SessionManager, StreamableHttpServerConfig, StreamableHttpService};

use crate::server::{Agent, Operations};

/// The caller of a request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Its credential.
    pub credential: Arc<Credential>,
    /// Id of the HTTP request.
    pub request_id: String,
}

/// The surface for agents. Every request is complete in itself, so any host can answer it.
pub type Surface<O> = Transport<Agent<O>>;

/// Answers HTTP requests of the protocol, with the methods of a handler.
pub struct Transport<H, M = NeverSessionManager> {
    service: StreamableHttpService<H, M>,
}

impl<O: Operations> Transport<Agent<O>> {
    /// Creates the surface. Requests name one of `hosts` as their host. Those of browsers come from one of `origins`. So a page of
    /// another site reaches the server neither as itself nor under another name for its address (DNS rebinding).
    pub fn new(operations: Arc<O>, hosts: Vec<String>, origins: Vec<String>, max_body_bytes: usize) -> Self {
        let agent = move || Ok(Agent::new(Arc::clone(&operations)));
        let config = config(hosts, origins, max_body_bytes);
        Self { service: StreamableHttpService::new(agent, Arc::new(NeverSessionManager::default()), config) }
    }
}

impl<H: ServerHandler, M: SessionManager> Transport<H, M> {
    /// Creates the transport of another handler, with sessions for clients whose version of the protocol has them. Conformance
    /// tests use it, because some of them expect the server to ask the client in the middle of a call.
    pub fn with_sessions(
        handler: impl Fn() -> H + Send + Sync + 'static,
        sessions: M,
        hosts: Vec<String>,
        origins: Vec<String>,
        max_body_bytes: usize,
    ) -> Self {
        let config = config(hosts, origins, max_body_bytes).with_legacy_session_mode(true);
        Self { service: StreamableHttpService::new(move || Ok(handler()), Arc::new(sessions), config) }
    }

    /// Answers a request of an authenticated caller.
    pub async fn answer<B>(&self, mut request: Request<B>, caller: Caller) -> Response<BoxBody<Bytes, Infallible>>
    where
        B: Body<Error: std::fmt::Display> + Send + 'static,
    {
        request.extensions_mut().insert(caller);
        self.service.handle(request).await
    }
}

/// Returns the settings of a transport without sessions.
fn config(hosts: Vec<String>, origins: Vec<String>, max_body_bytes: usize) -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .enforce_origin_validation()
        .with_max_request_body_bytes(max_body_bytes)
}
