//! One request: its id, where it goes, and the headers every answer has.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{HeaderValue, Method, Request, Response, header};
use hyper::body::Incoming;
use plumbline_engine::Engine;
use plumbline_storage::Storage;
use tracing::{info, warn};

use super::api::{self, BASE_PATH};
use super::problem::{Problem, ProblemCode};
use super::routes::RouteTable;
use super::{Body, blobs, pages};
use crate::config::Http;

/// The request id of RFC-less fame: `X-Request-Id`, on every answer.
const REQUEST_ID: header::HeaderName = header::HeaderName::from_static("x-request-id");
/// What the host tells components; a client's own are removed.
pub(super) const OWN_PREFIX: &str = "x-plumbline-";

/// Everything a request may need.
pub(crate) struct Edge {
    /// Databases, blobs, keys.
    pub storage: Storage,
    /// Runs components, and knows what is bound to what.
    pub engine: Engine,
    /// The listener's settings.
    pub http: Http,
    /// Public address without a path, no slash at the end.
    pub public_url: String,
    /// Route tables by tenant, for the registry's present state.
    pub(super) tables: moka::sync::Cache<(u64, String), Arc<RouteTable>>,
}

impl Edge {
    /// An edge over the assembled parts.
    pub(crate) fn new(storage: Storage, engine: Engine, http: Http, public_url: String) -> Self {
        // A table is some kilobytes; tenants beyond this many build theirs again.
        let tables = moka::sync::Cache::new(10_000);
        Self { storage, engine, http, public_url, tables }
    }

    /// Answers one request; whatever goes wrong becomes a problem.
    pub(crate) async fn handle(&self, request: Request<Incoming>) -> Response<Body> {
        self.answer(request).await
    }

    /// As [`Edge::handle`], for any body: the command line calls it without a socket.
    pub(crate) async fn answer<B>(&self, mut request: Request<B>) -> Response<Body>
    where
        B: hyper::body::Body<Data = bytes::Bytes> + Send + 'static,
        B::Error: Into<super::BodyError>,
    {
        let started = Instant::now();
        let request_id = plumbline_storage::id::random("req_");
        strip_own_headers(&mut request);
        let method = request.method().clone();
        let path = request.uri().path().to_owned();
        let limit = Duration::from_secs(self.http.request_timeout_seconds);
        // Files stream as long as they move; the limit is for calls.
        let result = if path.starts_with(blobs::PREFIX) {
            self.dispatch(request, &path, &request_id).await
        } else {
            match tokio::time::timeout(limit, self.dispatch(request, &path, &request_id)).await {
                Ok(result) => result,
                Err(_) => Err(Problem::new(
                    ProblemCode::ComponentTimeout,
                    "The call did not end within the time a call may take.",
                )),
            }
        };
        let (mut response, code) = match result {
            Ok(response) => (response, None),
            Err(problem) => {
                let code = problem.code();
                (problem.into_response(&self.public_url, &request_id), Some(code))
            }
        };
        if let Ok(value) = HeaderValue::from_str(&request_id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        if method == Method::HEAD {
            *response.body_mut() = super::full(bytes::Bytes::new());
        }
        let status = response.status().as_u16();
        let micros = started.elapsed().as_micros() as u64;
        if status >= 500 {
            warn!(%request_id, %method, path, status, code, micros, "answered");
        } else {
            info!(%request_id, %method, path, status, code, micros, "answered");
        }
        response
    }

    async fn dispatch<B>(&self, request: Request<B>, path: &str, request_id: &str) -> Result<Response<Body>, Problem>
    where
        B: hyper::body::Body<Data = bytes::Bytes> + Send + 'static,
        B::Error: Into<super::BodyError>,
    {
        if let Some(below) = path.strip_prefix(BASE_PATH)
            && (below.is_empty() || below.starts_with('/'))
        {
            return api::call(self, request, below, request_id).await;
        }
        if path.starts_with(blobs::PREFIX) {
            return blobs::serve(self, request).await;
        }
        let read_only = matches!(*request.method(), Method::GET | Method::HEAD);
        match path {
            "/healthz" | "/readyz" if read_only => Ok(pages::health()),
            _ if path.starts_with("/errors/") && read_only => pages::error_page(&path["/errors/".len()..]),
            "/healthz" | "/readyz" => {
                Err(Problem::new(ProblemCode::MethodNotAllowed, "This address only answers GET and HEAD.")
                    .header(header::ALLOW, "GET, HEAD"))
            }
            _ => Err(Problem::new(
                ProblemCode::NotFound,
                format!("Nothing is served here; the API is below {BASE_PATH}."),
            )),
        }
    }
}

/// Removes what only the host may say.
fn strip_own_headers<B>(request: &mut Request<B>) {
    let own: Vec<_> = request.headers().keys().filter(|name| name.as_str().starts_with(OWN_PREFIX)).cloned().collect();
    for name in own {
        request.headers_mut().remove(name);
    }
}
