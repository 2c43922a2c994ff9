//! Calls over HTTP.

use std::time::Duration;

use anyhow::Result;

use crate::Response;

/// Long enough for a busy machine, short enough to notice a hang.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Creates an HTTP client that does not follow redirects and accepts every status.
pub fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(TIMEOUT))
        .build()
        .into()
}

/// Sends a request and reads the whole response.
///
/// # Errors
/// Returns an error if no response arrives.
pub fn send(agent: &ureq::Agent, method: &str, url: &str, bytes: &[u8], headers: &[(&str, &str)]) -> Result<Response> {
    let mut request = ureq::http::Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = if bytes.is_empty() && !matches!(method, "POST" | "PUT" | "PATCH") {
        agent.run(request.body(())?)?
    } else {
        agent.run(request.body(bytes)?)?
    };
    Response::read(response)
}
