//! Handling of one request: its id, its dispatch, and the common headers of responses.

use std::net::IpAddr;
use std::pin::pin;
use std::time::{Duration, Instant, SystemTime};

use http::{Method, Request, Response, header};
use plumbline_identity::network;
use plumbline_pipeline::{BASE_PATH, Envelope, MCP_PATH, Problem, ProblemCode, RequestBody, health, options};
use tracing::{Instrument as _, trace_span};

use super::lingering::LingeringBody;
use super::peer::peer;
use super::state::Edge;
use super::{Body, agents, blobs, identity, pages, pictures, sources};
use crate::log::AccessRecord;
use crate::metrics::Operation;
use crate::traces;

/// Methods of read-only addresses.
const READ_ONLY: &str = "GET, HEAD, OPTIONS";

/// The operation and outcome of a request, for metrics.
struct RequestOutcome {
    operation: Operation,
    /// The code of the problem that a component or the pipeline returned.
    code: Option<ProblemCode>,
}

impl Edge {
    /// Handles one request. Every failure becomes a problem.
    pub(crate) async fn handle(&self, request: Request<LingeringBody>) -> Response<Body> {
        let span = traces::request(&request);
        // Pinned in place, because instrumenting a future moves it.
        let answering = pin!(self.answer(request));
        answering.instrument(span).instrument(trace_span!(target: "waits", "request")).await
    }

    /// Like [`Edge::handle`], for any body. The command line calls it without a socket.
    pub(crate) async fn answer<B: RequestBody>(&self, mut request: Request<B>) -> Response<Body> {
        let started = Instant::now();
        let _in_flight = self.counts.requests.begin();
        let mut outcome = RequestOutcome { operation: Operation::UNMATCHED, code: None };
        let envelope = Envelope::open(&mut request);
        let request_id = envelope.id().to_owned();
        let method = request.method().clone();
        let path = request.uri().path().to_owned();
        let limit = Duration::from_secs(self.http.request_timeout_seconds);
        // Files stream for as long as they make progress. The time limit is for calls.
        let result = if path.starts_with(blobs::PREFIX) {
            self.dispatch(request, &path, &request_id, &mut outcome).await
        } else {
            match tokio::time::timeout(limit, self.dispatch(request, &path, &request_id, &mut outcome)).await {
                Ok(result) => result,
                Err(_) => Err(Problem::new(ProblemCode::ComponentTimeout, "The request took too long. Try again.")),
            }
        };
        let answer =
            result.unwrap_or_else(|problem| problem.into_response(&self.public_url, &request_id).map(super::full));
        let length = hyper::body::Body::size_hint(answer.body()).exact();
        let response = envelope.close(answer, &self.announcement, length, || super::full(bytes::Bytes::new()));
        let status = response.status().as_u16();
        let own = response.extensions().get::<ProblemCode>().copied();
        let code = own.map(ProblemCode::as_str);
        let took = started.elapsed();
        let micros = took.as_micros() as u64;
        self.counts.requests.answered(outcome.operation.name(), status, own.or(outcome.code), took);
        traces::answered(outcome.operation.name(), status, &request_id);
        let path = plumbline_identity::without_secret(&path);
        let (at, request_id, method) = (SystemTime::now(), request_id.as_str(), &method);
        AccessRecord { at, request_id, method, path, status, code, micros }.log();
        response
    }

    async fn dispatch<B: RequestBody>(
        &self,
        request: Request<B>,
        path: &str,
        request_id: &str,
        outcome: &mut RequestOutcome,
    ) -> Result<Response<Body>, Problem> {
        // Each kind of request has its own future on the heap. Inside this future, kilobytes each, they would be moved
        // with every future around it.
        if path.starts_with(blobs::PREFIX) {
            outcome.operation = Operation::FILES;
            return Box::pin(blobs::serve(self, request)).await;
        }
        if path.starts_with(plumbline_storage::SOURCES) {
            outcome.operation = Operation::SOURCES;
            return Box::pin(sources::serve(self, request)).await;
        }
        if path.starts_with(plumbline_storage::PICTURES) {
            outcome.operation = Operation::PICTURES;
            return Box::pin(pictures::serve(self, request)).await;
        }
        if path == MCP_PATH {
            outcome.operation = Operation::AGENTS;
            return Box::pin(agents::answer(self, request, request_id)).await;
        }
        if plumbline_identity::serves(path) {
            outcome.operation = Operation::IDENTITY;
            return Box::pin(identity::answer(self, request)).await;
        }
        let below = path.strip_prefix(BASE_PATH).filter(|below| below.is_empty() || below.starts_with('/'));
        let open = below.unwrap_or(path);
        let is_public = match open {
            "/healthz" | "/readyz" | "/openapi.json" | "/docs" => true,
            _ => open.starts_with("/docs/") || (below.is_none() && open.starts_with("/errors/")),
        };
        match (below, is_public) {
            (_, true) => {
                outcome.operation = Operation::PAGES;
                Box::pin(self.public_page(request.method(), open)).await
            }
            (Some(below), false) => {
                let peer = peer(self, &request);
                let answered = match Box::pin(self.pipeline.call(request, below, request_id)).await {
                    Ok(answered) => answered,
                    Err(problem) => {
                        if problem.code() == ProblemCode::Unauthenticated.as_str() {
                            self.delay_unauthenticated(peer).await;
                        }
                        return Err(problem);
                    }
                };
                if let Some(route) = answered.route {
                    outcome.operation = Operation::Route(route);
                }
                outcome.code = answered.code;
                Ok(answered.response.map(super::full))
            }
            (None, false) => Err(Problem::new(
                ProblemCode::NotFound,
                format!("This path does not exist. The API is below {BASE_PATH}, its reference at {BASE_PATH}/docs."),
            )),
        }
    }

    /// Waits until a refusal of a client without a valid credential may be sent.
    pub(super) async fn delay_unauthenticated(&self, peer: Option<IpAddr>) {
        let network = peer.map(network).map(|network| network.to_string());
        self.unauthenticated_refusals.wait(network.as_deref().unwrap_or_default()).await;
    }

    /// Serves the pages without a credential, at the root and below the base path.
    async fn public_page(&self, method: &Method, path: &str) -> Result<Response<Body>, Problem> {
        match *method {
            Method::GET | Method::HEAD => {}
            Method::OPTIONS => return Ok(options(READ_ONLY).map(super::full)),
            _ => {
                return Err(Problem::new(ProblemCode::MethodNotAllowed, format!("This URL supports {READ_ONLY}."))
                    .header(header::ALLOW, READ_ONLY));
            }
        }
        match path {
            "/healthz" => Ok(health().map(super::full)),
            "/readyz" => pages::ready(self).await,
            "/openapi.json" => Ok(self.docs.document()),
            _ => match path.strip_prefix("/errors/") {
                Some(code) => pages::error_page(code),
                None => self.docs.page(path.strip_prefix("/docs").unwrap_or_default()),
            },
        }
    }
}
