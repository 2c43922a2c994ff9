//! The HTTP handler: takes a request from Spin, runs the pipeline, returns the response.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{HeaderValue, Method, Response, StatusCode, header};
use http_body::Frame;
use plumbline_edge::{Application, Bound, Options, application, variable};
use plumbline_identity::{Clock, Credentials, Identity};
use plumbline_pipeline::{
    Announcement, BASE_PATH, Envelope, Match, Pipeline, Problem, ProblemCode, RouteTable, Settings, health,
};
use send_wrapper::SendWrapper;
use spin_sdk::http::FullBody;
use spin_sdk::wasip3::http::types::{self, ErrorCode};

use crate::backend::EdgeBackend;
use crate::buckets::Buckets;
use crate::imports::bound;
use crate::platform::EdgePlatform;
use crate::tables::Tables;
use crate::{central_host, schema, tables, wire};

/// The path at which load balancers check that this edge runs.
const HEALTH: &str = "/healthz";

/// The state of one instance.
struct Gateway {
    pipeline: Pipeline<EdgeBackend>,
    announcement: Announcement,
    table: Arc<RouteTable<()>>,
    application: &'static Application,
}

impl Gateway {
    /// Reads the bound routes and the application's variables.
    fn open() -> Result<Self, String> {
        // Fails if a subscriber is already installed, which is fine.
        let _ = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).try_init();
        let application = application().map_err(ToString::to_string)?;
        let options = Options::read(variable("options").as_deref())?;
        let bound: Bound = serde_json::from_str(&bound::describe())
            .map_err(|error| format!("what is bound in this file cannot be read: {error}"))?;
        schema::apply(&bound.schema)?;
        tables::require_addresses()?;
        let settings = options.identity(application.central_url.as_ref().unwrap_or(&application.public_url));
        let platform = EdgePlatform::new(bound.scopes);
        let identity = Identity::new(Tables, platform, settings, Clock::default());
        let table = Arc::new(RouteTable::new([((), bound.routes)], &bound.slots));
        let backend = EdgeBackend {
            credentials: Credentials::new(identity),
            buckets: Buckets::default(),
            application,
            table: Arc::clone(&table),
            has_calls: bound.has_calls,
        };
        let settings = Settings {
            public_url: application.public_url.clone(),
            support_email: options.support_email,
            tiers: options.tiers,
            max_body_bytes: options.max_body_bytes,
        };
        Ok(Self {
            pipeline: Pipeline::new(backend, settings),
            announcement: Announcement::new(options.deprecation.as_ref()),
            table,
            application,
        })
    }

    /// Returns the instance's gateway. An application serves one tenant, so no state here belongs to a single caller.
    /// If the gateway cannot be opened, the next call tries again.
    fn get() -> Result<&'static Self, String> {
        static GATEWAY: OnceLock<Gateway> = OnceLock::new();
        match GATEWAY.get() {
            Some(gateway) => Ok(gateway),
            None => {
                let gateway = Self::open()?;
                Ok(GATEWAY.get_or_init(|| gateway))
            }
        }
    }

    /// Returns whether the endpoint group of this file serves a path.
    fn serves(&self, method: &Method, path: &str) -> bool {
        relative_path(path)
            .is_some_and(|relative_path| !matches!(self.table.find(method.as_str(), relative_path), Match::NotFound))
    }
}

/// Returns the path below the API's base.
fn relative_path(path: &str) -> Option<&str> {
    path.strip_prefix(BASE_PATH).filter(|relative_path| relative_path.is_empty() || relative_path.starts_with('/'))
}

#[spin_sdk::http_service]
async fn handle(request: spin_sdk::http::Request) -> Result<types::Response, ErrorCode> {
    let mut request = request;
    let envelope = Envelope::open(&mut request);
    let gateway = Gateway::get();
    let path = request.uri().path();
    let problem =
        |problem: Problem, public_url: &str| problem.into_response(public_url, envelope.id()).map(wire::Body::from);
    let mut answer = match &gateway {
        _ if path == HEALTH => health().map(wire::Body::from),
        Ok(gateway) if gateway.serves(request.method(), path) => gateway.answer(request, envelope.id()).await,
        Ok(gateway) => {
            match central_host::forward(gateway.application.central_url.as_deref(), request, envelope.id()).await {
                // The central host's response is passed on unchanged, with its request id.
                Ok(answer) => return wire::response(answer).await,
                Err(error) => problem(error, &gateway.application.public_url),
            }
        }
        Err(error) => problem(Problem::new(ProblemCode::Unavailable, format!("This edge is not set up: {error}.")), ""),
    };
    let length = answer.body().length();
    // The host sends a content length, and Spin would use chunked encoding without one.
    if let Some(length) = length.filter(|_| has_body(answer.status())) {
        answer.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
    let none = Announcement::default();
    let announcement = gateway.as_ref().map_or(&none, |gateway| &gateway.announcement);
    wire::response(envelope.close(answer, announcement, length.map(|length| length as u64), || Bytes::new().into()))
        .await
}

/// Returns whether a response with this status may have a body (RFC 9110, section 6.4.1).
fn has_body(status: StatusCode) -> bool {
    !status.is_informational() && status != StatusCode::NO_CONTENT && status != StatusCode::NOT_MODIFIED
}

impl Gateway {
    /// Answers a call to this file's endpoint group.
    async fn answer(&self, request: spin_sdk::http::Request, request_id: &str) -> Response<wire::Body> {
        let path = request.uri().path().to_owned();
        let relative_path = relative_path(&path).unwrap_or_default();
        // No operation reads a body with these methods, and polling the stream costs as much as a statement.
        let answered = if matches!(*request.method(), Method::GET | Method::HEAD) {
            self.pipeline.call(request.map(|_| FullBody::new(Bytes::new())), relative_path, request_id).await
        } else {
            let request = request.map(|body| StreamingBody(SendWrapper::new(Box::pin(body))));
            self.pipeline.call(request, relative_path, request_id).await
        };
        let answered = answered.map(|answered| answered.response);
        answered.unwrap_or_else(|problem| {
            problem.into_response(&self.application.public_url, request_id).map(wire::Body::from)
        })
    }
}

/// A request body that is still arriving. The pipeline requires `Send`, and a component has a single thread.
struct StreamingBody<B>(SendWrapper<Pin<Box<B>>>);

impl<B> http_body::Body for StreamingBody<B>
where
    B: http_body::Body<Data = Bytes>,
    B::Error: std::fmt::Display,
{
    type Data = Bytes;
    type Error = plumbline_pipeline::BodyError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let polled = http_body::Body::poll_frame(self.0.as_mut(), cx);
        polled.map(|frame| frame.map(|frame| frame.map_err(|error| error.to_string().into())))
    }
}
