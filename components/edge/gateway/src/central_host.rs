//! Forwarding of requests that this edge does not serve to the central host: sign-in and OAuth, documentation, other
//! endpoints. Also requests of the edge's own for what needs files.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, Request, Response, Uri, header};
use plumbline_pipeline::{ComponentError, Problem, ProblemCode};
use serde::Deserialize;
use spin_sdk::http::FullBody;
use spin_sdk::http::body::IncomingBodyExt as _;

use crate::wire::{self, Body};

/// Headers of one connection (RFC 9110, section 7.6.1). The forwarded request has its own `Host`.
const HOP_BY_HOP: [HeaderName; 7] = [
    header::CONNECTION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::PROXY_AUTHORIZATION,
    header::HOST,
];

/// Forwards a request to the central host and returns its response. Bodies stream both ways. The central host applies
/// its own limits.
///
/// # Errors
/// Returns a problem if no central host is configured, or if it does not respond.
pub(crate) async fn forward(
    central_url: Option<&str>,
    mut request: spin_sdk::http::Request,
    request_id: &str,
) -> Result<Response<Body>, Problem> {
    let Some(central_url) = central_url else {
        let detail =
            "This edge does not serve this path, and a central server is not configured (variable centre_url).";
        return Err(Problem::new(ProblemCode::Unavailable, detail));
    };
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let address: Result<Uri, _> = format!("{central_url}{path}").parse();
    *request.uri_mut() = address.map_err(|_| Problem::new(ProblemCode::InvalidRequest, "The URL is not valid."))?;
    strip_connection_headers(request.headers_mut());
    let mut answer = spin_sdk::http::send(request).await.map_err(|error| {
        eprintln!("{request_id}: the central server did not respond: {error}");
        Problem::new(
            ProblemCode::Unavailable,
            "The central server, which serves this path, cannot be reached. Try again later.",
        )
    })?;
    strip_connection_headers(answer.headers_mut());
    Ok(wire::streamed(answer))
}

/// Sends a signed request to the central host and returns the body of its response.
///
/// # Errors
/// Returns the problem that the central host responds with, and `unavailable` if it does not respond.
pub(crate) async fn ask(url: &str) -> Result<Bytes, ComponentError> {
    let failed = |error: &dyn std::fmt::Display| {
        eprintln!("the central server did not respond: {error}");
        let detail = "The central server, which has the files, cannot be reached. Try again later.".to_owned();
        ComponentError { code: ProblemCode::Unavailable, detail }
    };
    let request = Request::get(url).body(FullBody::new(Bytes::new())).map_err(|error| failed(&error))?;
    let (parts, body) = spin_sdk::http::send(request).await.map_err(|error| failed(&error))?.into_parts();
    let body = body.bytes().await.map_err(|error| failed(&error))?;
    if parts.status.is_success() {
        return Ok(body);
    }
    let problem: CentralProblem = serde_json::from_slice(&body).map_err(|error| failed(&error))?;
    let code = ProblemCode::from_code(&problem.code).unwrap_or(ProblemCode::Unavailable);
    Err(ComponentError { code, detail: problem.detail })
}

/// A problem of the central host.
#[derive(Deserialize)]
struct CentralProblem {
    code: String,
    detail: String,
}

fn strip_connection_headers(headers: &mut HeaderMap) {
    for name in &HOP_BY_HOP {
        headers.remove(name);
    }
}
