//! Forwarding of requests that this edge does not serve to the central host: sign-in and OAuth, documentation, other
//! endpoints.

use http::{HeaderMap, HeaderName, Response, Uri, header};
use plumbline_pipeline::{Problem, ProblemCode};

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

fn strip_connection_headers(headers: &mut HeaderMap) {
    for name in &HOP_BY_HOP {
        headers.remove(name);
    }
}
