//! The client: address, credential, requests with retries.

use std::sync::Arc;
use std::time::Duration;

use backon::Retryable as _;
use serde::de::DeserializeOwned;

use crate::Error;
use crate::call::{Call, Request};
use crate::retry::RetryPolicy;
use crate::types::{Problem, ProblemCode};
use crate::wait_policy::WaitPolicy;

/// API calls are answered in well under a second. Transfers of a 50 MB file over a slow line take longer.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
const TRANSFER_TIMEOUT: Duration = Duration::from_secs(600);
/// The path of the API on a server.
const API_PATH: &str = "/partner/v1";

/// The API of one server with one credential. Clones share their connections.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    base: Arc<str>,
    authorization: Arc<str>,
    /// How failed requests are retried.
    pub retry: RetryPolicy,
    /// How jobs are waited for.
    pub waiting: WaitPolicy,
}

// The credential does not belong in a log.
impl std::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Client").field("base", &self.base).finish_non_exhaustive()
    }
}

/// A response with a successful status.
pub(crate) struct Answer {
    pub(crate) retry_after: Option<Duration>,
    pub(crate) bytes: Vec<u8>,
}

impl Client {
    /// Creates a client of the server at `base_url` (`https://host`) with an API key or an access token. The API's path
    /// (`/partner/v1`) may be part of the address.
    ///
    /// # Panics
    /// Panics if the operating system has no certificates or no randomness for TLS.
    #[expect(clippy::expect_used, reason = "as reqwest::Client::new; the cause is the machine, not an argument")]
    pub fn new(base_url: &str, key: &str) -> Self {
        // If the process has already chosen a provider, that one is used.
        drop(rustls::crypto::ring::default_provider().install_default());
        let http = reqwest::Client::builder().build().expect("TLS starts");
        let origin = base_url.trim_end_matches('/');
        let origin = origin.strip_suffix(API_PATH).unwrap_or(origin);
        Self {
            http,
            base: format!("{origin}{API_PATH}").into(),
            authorization: format!("Bearer {key}").into(),
            retry: RetryPolicy::default(),
            waiting: WaitPolicy::default(),
        }
    }

    /// Returns the base address of the API.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Sends a call of [`operations`](crate::operations).
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn call<T: DeserializeOwned>(&self, call: Call<T>) -> Result<T, Error> {
        Ok(self.call_timed(&call).await?.0)
    }

    /// Returns the response to a call, and how long the server asks to wait before the next poll.
    pub(crate) async fn call_timed<T: DeserializeOwned>(&self, call: &Call<T>) -> Result<(T, Option<Duration>), Error> {
        let request = call.request(&self.base)?;
        let answer = self.send(&request, CALL_TIMEOUT).await?;
        // An operation without a response body has an empty body.
        let bytes = if answer.bytes.is_empty() { b"null".as_slice() } else { &answer.bytes };
        let value = serde_json::from_slice(bytes).map_err(|error| Error::Unexpected {
            what: format!("{} {}", request.method, request.url),
            why: format!("the answer does not have the described form: {error}"),
        })?;
        Ok((value, answer.retry_after))
    }

    /// Sends or fetches a file.
    pub(crate) async fn transfer(&self, request: &Request) -> Result<Vec<u8>, Error> {
        Ok(self.send(request, TRANSFER_TIMEOUT).await?.bytes)
    }

    /// Sends a request until it succeeds or fails for good.
    async fn send(&self, request: &Request, timeout: Duration) -> Result<Answer, Error> {
        (|| self.send_once(request, timeout))
            .retry(self.retry.delays())
            .when(|error: &Error| self.retry.retryable(error, request.repeatable))
            .adjust(RetryPolicy::pause)
            .await
    }

    async fn send_once(&self, request: &Request, timeout: Duration) -> Result<Answer, Error> {
        let transport = |source| Error::Transport { method: request.method, url: request.url.clone(), source };
        let method = reqwest::Method::from_bytes(request.method.as_bytes())
            .map_err(|error| Error::Unexpected { what: request.method.to_owned(), why: error.to_string() })?;
        let mut sent = self.http.request(method, &request.url).timeout(timeout);
        if request.authorized {
            sent = sent.header("Authorization", &*self.authorization);
            if request.body.is_some() {
                sent = sent.header("Content-Type", "application/json");
            }
        }
        for (name, value) in &request.headers {
            sent = sent.header(name, value);
        }
        if let Some(body) = &request.body {
            sent = sent.body(body.clone());
        }
        let answer = sent.send().await.map_err(transport)?;
        let status = answer.status();
        let header = |name: &str| Some(answer.headers().get(name)?.to_str().ok()?.to_owned());
        let retry_after = header("retry-after").and_then(|value| value.parse().ok()).map(Duration::from_secs);
        let request_id = header("x-request-id").unwrap_or_default();
        let bytes = answer.bytes().await.map_err(transport)?.to_vec();
        if status.is_success() {
            return Ok(Answer { retry_after, bytes });
        }
        let problem = serde_json::from_slice(&bytes).unwrap_or_else(|_| no_problem(status, request_id));
        Err(Error::Problem {
            method: request.method,
            url: request.url.clone(),
            problem: Box::new(problem),
            retry_after,
        })
    }
}

/// Creates the problem for an error response without one, for example from a proxy.
fn no_problem(status: reqwest::StatusCode, request_id: String) -> Problem {
    Problem {
        status: status.as_u16(),
        title: status.canonical_reason().unwrap_or_default().to_owned(),
        type_: String::new(),
        code: ProblemCode::Unrecognized(String::new()),
        detail: "The answer has no problem document.".to_owned(),
        errors: Vec::new(),
        request_id,
        available_credits: None,
        next_step: None,
        quota: None,
        required_credits: None,
        retry_after: None,
    }
}
