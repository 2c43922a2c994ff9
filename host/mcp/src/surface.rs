//! The HTTP transport: stateless, with JSON responses.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use plumbline_identity::Credential;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::server::{Agent, Operations};

/// The caller of a request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Its credential.
    pub credential: Arc<Credential>,
    /// Id of the HTTP request.
    pub request_id: String,
}

/// Answers HTTP requests of the protocol. Every request is complete in itself, so any host can answer it.
pub struct Surface<O: Operations> {
    service: StreamableHttpService<Agent<O>, NeverSessionManager>,
}

impl<O: Operations> Surface<O> {
    /// Creates the surface. Requests name one of `hosts` as their host. Those of browsers come from one of `origins`. So a page of
    /// another site reaches the server neither as itself nor under another name for its address (DNS rebinding).
    pub fn new(operations: Arc<O>, hosts: Vec<String>, origins: Vec<String>, max_body_bytes: usize) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .enforce_origin_validation()
            .with_max_request_body_bytes(max_body_bytes);
        let agent = move || Ok(Agent { operations: Arc::clone(&operations) });
        Self { service: StreamableHttpService::new(agent, Arc::new(NeverSessionManager::default()), config) }
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
