//! The operators' listener: publishing and binding over HTTP, and metrics, on a separate address that clients cannot
//! reach.
//!
//! - `token`: authentication.
//! - `components`: publish and list. `bindings`: bind, stage, promote, roll back. `publishers`: trusted publishers.
//! - `state`: what calls use. `call`: a call with its whole body. `response`: responses and problems.

mod bindings;
mod call;
mod components;
mod publishers;
mod response;
mod state;
mod token;

use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::routing::{delete, get, post};
use http::header::ALLOW;
use http::{Request, Response};
use http_body_util::BodyExt as _;
use plumbline_config::Config;
use plumbline_engine::Engine;
use plumbline_storage::Storage;
use tower::ServiceExt as _;

use crate::edge::{Body, LingeringBody, full};
use crate::metrics::{self, Scraper};
use plumbline_pipeline::{Problem, ProblemCode, REQUEST_ID, set_header};
use response::Refusal;
use state::Admin;

pub(crate) use token::Token;

/// The admin API of a running server.
#[derive(Clone)]
pub(crate) struct AdminApi {
    admin: Arc<Admin>,
    /// `None` if metrics are off.
    scraper: Option<Arc<Scraper>>,
    router: Router,
}

impl AdminApi {
    /// Creates the admin API over the parts of a running server. `public_url` is the address of the pages that explain
    /// problems.
    ///
    /// # Errors
    /// Returns an error if the token's file cannot be read or created.
    pub(crate) fn new(
        storage: Storage,
        engine: Engine,
        scraper: Option<Scraper>,
        config: Config,
        public_url: String,
    ) -> Result<Self> {
        let token = Token::open(&config.data_dir)?;
        let admin = Arc::new(Admin { storage, engine, config, token, public_url });
        Ok(Self { router: router().with_state(Arc::clone(&admin)), admin, scraper: scraper.map(Arc::new) })
    }

    /// Handles one call.
    pub(crate) async fn handle(&self, request: Request<LingeringBody>) -> Response<Body> {
        // Scrapes come every few seconds from a program that should not have the token, and change nothing.
        if let Some(scraper) = self.scraper.as_ref().filter(|_| request.uri().path() == metrics::PATH) {
            return scraper.answer(&request).await;
        }
        let request_id = plumbline_storage::id::random("req_");
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let mut response = match self.dispatch(request).await {
            Ok(response) => response,
            Err(problem) => problem.into_response(&self.admin.public_url, &request_id).map(full),
        };
        set_header(response.headers_mut(), REQUEST_ID, request_id.as_str());
        // The history of bindings records who changed what. This line records that there was a call.
        tracing::info!(%request_id, %method, path, status = response.status().as_u16(), "admin");
        response
    }

    async fn dispatch(&self, request: Request<LingeringBody>) -> Result<Response<Body>, Problem> {
        self.admin.token.check(request.headers())?;
        let Ok(mut response) = self.router.clone().oneshot(request.map(axum::body::Body::new)).await;
        match Refusal::take(&mut response) {
            None => Ok(response.map(|body| body.map_err(Into::into).boxed_unsync())),
            // Of a method that the path does not support.
            Some(problem) => Err(match response.headers().get(ALLOW).and_then(|value| value.to_str().ok()) {
                Some(methods) => problem.header(ALLOW, methods),
                None => problem,
            }),
        }
    }
}

fn router() -> Router<Arc<Admin>> {
    Router::new()
        .route("/admin/components", get(components::list).post(components::publish))
        .route("/admin/components/{digest}", get(components::get))
        .route("/admin/bindings", get(bindings::list).post(bindings::bind))
        .route("/admin/bindings/promote", post(bindings::promote))
        .route("/admin/bindings/rollback", post(bindings::roll_back))
        .route("/admin/bindings/unbind", post(bindings::unbind))
        .route("/admin/publishers", get(publishers::list).post(publishers::trust))
        .route("/admin/publishers/{name}", delete(publishers::revoke))
        .method_not_allowed_fallback(|| async {
            let detail = "This path does not support this method. See `docs/operating-components.md`.";
            Refusal::from(Problem::new(ProblemCode::MethodNotAllowed, detail))
        })
        .fallback(|| async {
            let detail =
                "This path does not exist. Use /admin/components, /admin/bindings, /admin/publishers or /metrics.";
            Refusal::from(Problem::new(ProblemCode::NotFound, detail))
        })
}
