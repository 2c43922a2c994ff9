//! Pages, OAuth endpoints and discovery, passed to the module `plumbline-identity`, which does not depend on sockets.

use std::net::IpAddr;

use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Limited};
use tracing::error;

use super::server::Peer;
use super::service::Edge;
use super::{Body, BodyError, full};
use plumbline_pipeline::{Problem, ProblemCode};

/// Size limit of a body. Forms and registrations are small.
const LARGEST_BODY: usize = 64 * 1024;

/// Returns whether a path belongs to identity.
pub(super) fn serves(path: &str) -> bool {
    plumbline_identity::serves(path)
}

/// Handles a request to one of identity's paths.
///
/// # Errors
/// Returns a problem if the body is too large or breaks off, or if the database fails.
pub(super) async fn answer<B>(edge: &Edge, request: Request<B>) -> Result<Response<Body>, Problem>
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BodyError>,
{
    let peer = peer(edge, &request);
    edge.unauthenticated_limiter.check(peer, request.method(), request.uri())?;
    let (parts, body) = request.into_parts();
    let body = Limited::new(body, LARGEST_BODY).collect().await.map_err(|_| {
        Problem::new(
            ProblemCode::PayloadTooLarge,
            format!("The form must be complete and at most {LARGEST_BODY} bytes."),
        )
    })?;
    let request = Request::from_parts(parts, body.to_bytes());
    let identity = edge.identity.clone();
    // Runs in its own task: a client that disconnects must not leave a code or a refresh token half exchanged.
    let answered = tokio::spawn(async move { identity.answer(request, peer).await }).await;
    match answered {
        Ok(Ok(response)) => Ok(response.map(full)),
        Ok(Err(error)) => {
            error!(%error, "the identity module failed");
            Err(Problem::new(
                ProblemCode::Unavailable,
                "Sign-in and credentials are unavailable right now. Try again in a moment.",
            ))
        }
        Err(broken) => {
            error!(%broken, "the identity module panicked");
            Err(Problem::new(ProblemCode::Internal, "The request could not be processed. Try again."))
        }
    }
}

/// Returns the client's network address: from the proxy's header if one is configured, otherwise from the connection.
pub(super) fn peer<B>(edge: &Edge, request: &Request<B>) -> Option<IpAddr> {
    match &edge.http.client_address_header {
        Some(name) => forwarded(request.headers(), name),
        None => request.extensions().get::<Peer>().map(|peer| peer.0),
    }
}

/// Returns the last address of the header's last line, which the proxy next to us added. Addresses before it, including
/// other lines, come from the client.
fn forwarded(headers: &HeaderMap, name: &str) -> Option<IpAddr> {
    headers.get_all(name).iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_next_to_the_proxy_counts_and_not_what_a_client_claims() {
        let of = |lines: &[&'static str]| {
            let name = http::HeaderName::from_static("x-forwarded-for");
            let lines = lines.iter().map(|line| (name.clone(), http::HeaderValue::from_static(line)));
            forwarded(&lines.collect(), "X-Forwarded-For").map(|address| address.to_string())
        };
        assert_eq!(of(&["10.9.9.9, 203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(of(&["10.9.9.9", "203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(of(&["10.9.9.9", "192.0.2.1, 2001:db8::1"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(of(&["203.0.113.7", "unknown"]), None);
        assert_eq!(of(&[]), None);
    }
}
