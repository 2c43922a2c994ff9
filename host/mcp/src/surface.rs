//! The HTTP transport: stateless, with JSON responses.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Either, Full};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{SessionManager, StreamableHttpServerConfig, StreamableHttpService};

use crate::caller::Caller;
use crate::direct;
use crate::document::JSON;
use crate::server::{Agent, Operations};

/// The body of a response: that of a plain call, which is in memory, or that of the library.
pub type ResponseBody = Either<Full<Bytes>, BoxBody<Bytes, Infallible>>;

/// The surface for agents. Every request is complete in itself, so any host can answer it.
pub struct Surface<O> {
    agent: Agent<O>,
    /// Answers what is not the plain call of a tool.
    transport: Transport<Agent<O>>,
    hosts: Vec<String>,
    max_body_bytes: usize,
}

impl<O: Operations> Surface<O> {
    /// Creates the surface. Requests name one of `hosts` as their host. Those of browsers come from one of `origins`. So a page of
    /// another site reaches the server neither as itself nor under another name for its address (DNS rebinding).
    pub fn new(operations: Arc<O>, hosts: Vec<String>, origins: Vec<String>, max_body_bytes: usize) -> Self {
        let agent = Agent::new(Arc::clone(&operations));
        let factory = move || Ok(Agent::new(Arc::clone(&operations)));
        let config = config(hosts.clone(), origins, max_body_bytes);
        let service = StreamableHttpService::new(factory, Arc::new(NeverSessionManager::default()), config);
        Self { agent, transport: Transport { service }, hosts, max_body_bytes }
    }

    /// Answers a request of an authenticated caller.
    pub async fn answer<B>(&self, request: Request<B>, caller: Caller) -> Response<ResponseBody>
    where
        B: Body<Data = Bytes, Error: std::fmt::Display> + Send + 'static,
    {
        // A body that is too large, or of unknown size, is the transport's to refuse.
        let limit = self.max_body_bytes as u64;
        if request.body().size_hint().exact().is_none_or(|size| size > limit) {
            return Box::pin(self.transport.answer(request, caller)).await.map(Either::Right);
        }
        let (mut parts, body) = request.into_parts();
        // Otherwise the client is gone.
        let Some(body) = whole(body).await else {
            return respond(StatusCode::BAD_REQUEST, Bytes::new(), HeaderMap::new());
        };
        match direct::tool_call(&parts, &body, &self.hosts) {
            Some(call) => {
                let message = call.answer(&self.agent, &caller).await;
                // The response takes the map of the request, because hyper keeps it for the next one.
                parts.headers.clear();
                respond(StatusCode::OK, message, parts.headers)
            }
            // Boxed, as above, so that a plain call does not pay for the stack space of the library.
            None => {
                let request = Request::from_parts(parts, Full::new(body));
                Box::pin(self.transport.answer(request, caller)).await.map(Either::Right)
            }
        }
    }
}

/// Returns the bytes of a body, or `None` if it breaks off. Most bodies are a single frame, which is not copied.
async fn whole<B: Body<Data = Bytes>>(body: B) -> Option<Bytes> {
    let mut body = pin!(body);
    let first = match body.frame().await {
        None => return Some(Bytes::new()),
        Some(frame) => frame.ok()?.into_data().unwrap_or_default(),
    };
    if body.is_end_stream() {
        return Some(first);
    }
    let rest = body.collect().await.ok()?.to_bytes();
    Some(if rest.is_empty() { first } else { [first, rest].concat().into() })
}

/// Returns a message as a response with these headers.
fn respond(status: StatusCode, message: Bytes, mut headers: HeaderMap) -> Response<ResponseBody> {
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    let mut response = Response::new(Either::Left(Full::new(message)));
    (*response.status_mut(), *response.headers_mut()) = (status, headers);
    response
}

/// Answers HTTP requests of the protocol, with the methods of a handler.
pub struct Transport<H, M = NeverSessionManager> {
    service: StreamableHttpService<H, M>,
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
