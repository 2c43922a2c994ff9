//! The HTTP handler: takes a request from Spin, runs the pipeline, returns the response.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, header};
use http_body::Frame;
use plumbline_edge::{Bound, place, variable};
use plumbline_identity::{Clock, Identity, Settings as IdentitySettings};
use plumbline_pipeline::{Announcement, BASE_PATH, Envelope, Pipeline, Problem, ProblemCode, RouteTable, Settings};
use send_wrapper::SendWrapper;
use spin_sdk::http::FullBody;

use crate::Options;
use crate::outside::AtEdge;
use crate::tables::Tables;
use crate::world::EdgeWorld;

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        inline: "package plumbline:edge-gateway; world gateway { import plumbline:edge/bound@1.0.0; }",
        world: "plumbline:edge-gateway/gateway",
        path: ["../../../wit/edge@1.0.0"],
        generate_all,
    });
}

type Answer = Response<FullBody<Bytes>>;

/// The state of one instance.
struct Gateway {
    pipeline: Pipeline<EdgeWorld>,
    announcement: Announcement,
    public_url: String,
}

impl Gateway {
    /// Reads the bound routes and the application's variables.
    fn open() -> Result<Self, String> {
        // Fails if a subscriber is already installed, which is fine.
        let _ = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).try_init();
        let place = place().map_err(ToString::to_string)?;
        let options = Options::read(variable("options").as_deref())?;
        let bound: Bound = serde_json::from_str(&bindings::plumbline::edge::bound::describe())
            .map_err(|error| format!("what is bound in this file cannot be read: {error}"))?;
        let mut settings = IdentitySettings::new(&place.public_url);
        if let Some(auth_url) = options.auth_url.as_ref().or(place.centre_url.as_ref()) {
            settings.auth_url = auth_url.trim_end_matches('/').to_owned();
        }
        let identity = Identity::new(Tables, AtEdge, settings, Clock::default());
        let table = Arc::new(RouteTable::new([((), bound.routes)], &bound.slots));
        let world = EdgeWorld::new(place, identity, table);
        let settings = Settings {
            public_url: place.public_url.clone(),
            support_email: options.support_email,
            tiers: options.tiers,
            max_body_bytes: options.max_body_bytes,
        };
        let public_url = place.public_url.clone();
        Ok(Self { pipeline: Pipeline::new(world, settings), announcement: Announcement::default(), public_url })
    }

    /// Returns the instance's gateway. An application serves one tenant, so no state here belongs to a single caller.
    fn get() -> Result<&'static Self, &'static String> {
        static GATEWAY: OnceLock<Result<Gateway, String>> = OnceLock::new();
        GATEWAY.get_or_init(Self::open).as_ref()
    }
}

#[spin_sdk::http_service]
async fn handle(request: spin_sdk::http::Request) -> Answer {
    let mut request = request.map(|body| Arriving(SendWrapper::new(Box::pin(body))));
    let envelope = Envelope::open(&mut request);
    let (answer, announcement) = match Gateway::get() {
        Ok(gateway) => (answer(gateway, request, envelope.id()).await, Some(&gateway.announcement)),
        Err(why) => {
            let problem = Problem::new(ProblemCode::Unavailable, format!("This edge is not set up: {why}."));
            (problem.into_response("", envelope.id()).map(FullBody::new), None)
        }
    };
    let mut answer = answer;
    // The host sends a content length, and Spin would use chunked encoding without one.
    if let Some(length) = http_body::Body::size_hint(answer.body()).exact().filter(|_| has_body(answer.status())) {
        answer.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
    let silent = Announcement::default();
    envelope.close(answer, announcement.unwrap_or(&silent), || FullBody::new(Bytes::new()))
}

/// Whether a response with this status may have a body (RFC 9110, section 6.4.1).
fn has_body(status: StatusCode) -> bool {
    !status.is_informational() && status != StatusCode::NO_CONTENT && status != StatusCode::NOT_MODIFIED
}

async fn answer<B>(gateway: &Gateway, request: Request<Arriving<B>>, request_id: &str) -> Answer
where
    B: http_body::Body<Data = Bytes> + 'static,
    B::Error: std::fmt::Display,
{
    let path = request.uri().path().to_owned();
    let below = path.strip_prefix(BASE_PATH).filter(|below| below.is_empty() || below.starts_with('/'));
    let answered = match below {
        Some(below) => gateway.pipeline.call(request, below, request_id).await,
        None => Err(Problem::new(
            ProblemCode::NotFound,
            format!("Nothing is served here; the API is below {BASE_PATH}, its description at {BASE_PATH}/docs."),
        )),
    };
    answered.unwrap_or_else(|problem| problem.into_response(&gateway.public_url, request_id)).map(FullBody::new)
}

/// A request body as it arrives. The pipeline requires `Send`; a component has a single thread.
struct Arriving<B>(SendWrapper<Pin<Box<B>>>);

impl<B> http_body::Body for Arriving<B>
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
