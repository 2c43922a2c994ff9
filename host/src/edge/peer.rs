//! The network address of a client.

use std::net::IpAddr;

use http::{HeaderMap, Request};

use super::state::Edge;

/// The network address of a connection, added to each of its requests.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

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
