//! The operators' listener: publishing and binding over HTTP, and metrics, on a separate address that clients cannot
//! reach.
//!
//! - `token`: authentication.
//! - `components`: publish and list. `bindings`: bind, stage, promote, roll back. `publishers`: trusted publishers.
//! - `response`: bodies, responses and problems.

mod bindings;
mod components;
mod publishers;
mod response;
mod token;

use std::sync::Arc;

use anyhow::Result;
use bytes::Bytes;
use http::{Method, Request, Response};
use plumbline_engine::Engine;
use plumbline_storage::Storage;

use crate::config::Config;
use crate::edge::{Body, LingeringBody, full};
use crate::metrics::{self, Scraper};
use plumbline_pipeline::{Problem, ProblemCode, REQUEST_ID, set_header};

pub(crate) use token::Token;

/// Size limit of a body that is not a component: a binding with its settings.
const SMALL_BODY: u64 = 64 * 1024;

/// The state of the admin API.
pub(crate) struct Admin {
    storage: Storage,
    engine: Engine,
    config: Config,
    token: Token,
    /// `None` if metrics are off.
    scraper: Option<Scraper>,
    /// The address of the pages that explain problems.
    public_url: String,
}

/// A call with its whole body.
struct Call {
    method: Method,
    /// Segments below `/admin`.
    path: Vec<String>,
    query: Vec<(String, String)>,
    content_type: String,
    body: Bytes,
}

impl Call {
    /// Returns a parameter of the query.
    fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl Admin {
    /// Creates the admin API over the parts of a running server.
    ///
    /// # Errors
    /// Returns an error if the token's file cannot be read or created.
    pub(crate) fn new(
        storage: Storage,
        engine: Engine,
        scraper: Option<Scraper>,
        config: Config,
        public_url: String,
    ) -> Result<Arc<Self>> {
        let token = Token::open(&config.data_dir)?;
        Ok(Arc::new(Self { storage, engine, config, token, scraper, public_url }))
    }

    /// Handles one call.
    pub(crate) async fn handle(&self, request: Request<LingeringBody>) -> Response<Body> {
        // Scrapes come every few seconds from a program that should not have the token, and change nothing.
        if let Some(scraper) = self.scraper.as_ref().filter(|_| request.uri().path() == metrics::PATH) {
            return scraper.answer(&request).await;
        }
        let request_id = plumbline_storage::id::random("req_");
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let result = self.dispatch(request).await;
        let mut response =
            result.unwrap_or_else(|problem| problem.into_response(&self.public_url, &request_id).map(full));
        set_header(response.headers_mut(), REQUEST_ID, request_id.as_str());
        // The history of bindings records who changed what. This line records that there was a call.
        tracing::info!(%request_id, %method, path, status = response.status().as_u16(), "admin");
        response
    }

    async fn dispatch(&self, request: Request<LingeringBody>) -> Result<Response<Body>, Problem> {
        self.token.check(request.headers())?;
        let call = self.read(request).await?;
        let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
        match (&call.method, path.as_slice()) {
            (&Method::GET, ["components"]) => components::list(self, &call).await,
            (&Method::POST, ["components"]) => components::publish(self, &call).await,
            (&Method::GET, ["components", digest]) => components::get(self, digest).await,
            (&Method::GET, ["bindings"]) => bindings::list(self, &call).await,
            (&Method::POST, ["bindings"]) => bindings::bind(self, &call).await,
            (&Method::POST, ["bindings", action @ ("promote" | "rollback" | "unbind")]) => {
                bindings::change(self, action, &call).await
            }
            (&Method::GET, ["publishers"]) => publishers::list(self).await,
            (&Method::POST, ["publishers"]) => publishers::trust(self, &call).await,
            (&Method::DELETE, ["publishers", name]) => publishers::revoke(self, name).await,
            (_, ["components" | "bindings" | "publishers", ..]) => Err(Problem::new(
                ProblemCode::MethodNotAllowed,
                "This path does not support this method. See `docs/operating-components.md`.",
            )),
            _ => Err(Problem::new(
                ProblemCode::NotFound,
                "This path does not exist. Use /admin/components, /admin/bindings, /admin/publishers or /metrics.",
            )),
        }
    }

    async fn read(&self, request: Request<LingeringBody>) -> Result<Call, Problem> {
        let (parts, body) = request.into_parts();
        let path = parts.uri.path().strip_prefix("/admin/").unwrap_or_default();
        let path: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let is_component = parts.method == Method::POST && path.first().is_some_and(|part| part == "components");
        let limit = if is_component { self.config.publishing.max_bytes } else { SMALL_BODY };
        let header = parts.headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        Ok(Call {
            method: parts.method,
            path,
            query: query.into_owned().collect(),
            content_type: header.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase(),
            body: response::collect(body, limit).await?,
        })
    }
}
