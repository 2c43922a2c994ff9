//! Events that are posted to addresses that clients gave.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use async_recursion::async_recursion as boxed;
use reqwest::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Client, Url, redirect};

use super::{CONNECT_TIMEOUT, Lookup, PublicOnly, Rule, System, USER_AGENT, error_message, use_ring};
use crate::error::StorageError;

/// Bytes of an answer that are kept.
const KEPT: usize = 4096;

/// A client that posts. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Poster {
    client: Client,
    rule: Rule,
}

/// The answer to a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its status. A redirect is an answer too: it is not followed.
    pub status: u16,
    /// Seconds after which it asks to be called again.
    pub retry_after: Option<u64>,
    /// The first 4 KiB of its body.
    pub body: Vec<u8>,
}

impl Poster {
    /// Creates a client whose posts take at most `timeout`. `allow_loopback` also allows `http` and loopback addresses.
    ///
    /// # Errors
    /// Returns an error if the client cannot be made.
    pub fn new(allow_loopback: bool, timeout: Duration) -> Result<Self, StorageError> {
        Self::with(Rule { loopback: allow_loopback }, Arc::new(System), timeout)
    }

    pub(super) fn with(rule: Rule, lookup: Arc<dyn Lookup>, timeout: Duration) -> Result<Self, StorageError> {
        use_ring();
        let client = Client::builder()
            // A proxy would resolve names itself.
            .no_proxy()
            .dns_resolver(Arc::new(PublicOnly(rule, lookup)))
            .redirect(redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT.min(timeout))
            .timeout(timeout)
            .referer(false)
            .user_agent(USER_AGENT)
            .build()
            .map_err(|error| StorageError::Invalid(format!("the client for webhooks cannot start: {error}")))?;
        Ok(Self { client, rule })
    }

    /// Posts JSON to the address. The name is resolved for each connection, and the connection uses the address that was
    /// checked.
    ///
    /// # Errors
    /// Returns the reason, worded for the owner of the address, if there was no answer.
    #[boxed]
    pub async fn post(&self, url: &str, headers: &[(&'static str, String)], body: Vec<u8>) -> Result<Answer, String> {
        let url = Url::parse(url).map_err(|error| format!("not an address: {error}"))?;
        self.rule.check_url(&url).map_err(|rejected| rejected.0)?;
        let mut map = HeaderMap::with_capacity(headers.len() + 1);
        map.insert("content-type", HeaderValue::from_static("application/json"));
        for (name, value) in headers {
            map.insert(*name, HeaderValue::from_str(value).map_err(|_| format!("{name} cannot be sent"))?);
        }
        let sent = self.client.post(url).headers(map).body(body).send().await;
        let mut answer = sent.map_err(|error| error_message(&error, "the answer could not be read"))?;
        let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = asked.and_then(|value| retry_after(value, SystemTime::now()));
        let mut kept = Vec::new();
        // The status is the answer. A body that breaks off changes nothing.
        while kept.len() < KEPT
            && let Ok(Some(piece)) = answer.chunk().await
        {
            kept.extend_from_slice(&piece[..piece.len().min(KEPT - kept.len())]);
        }
        Ok(Answer { status: answer.status().as_u16(), retry_after, body: kept })
    }
}

/// Returns the seconds until the next call that a `Retry-After` asks for: a number, or a date later than `now` (RFC 9110, section
/// 10.2.3). `None` if it is neither.
pub(super) fn retry_after(value: &str, now: SystemTime) -> Option<u64> {
    let value = value.trim();
    value.parse().ok().or_else(|| {
        let wait = httpdate::parse_http_date(value).ok()?.duration_since(now).ok()?;
        // A part of a second is rounded up, because the wait must not end before the date.
        Some(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
    })
}
