//! HTTP: requests, problems, polling, lists.

use crate::call::{Call, Page};
use crate::error::Error;
use crate::types::Problem;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// An API call answers in well under a second; transfers of a 50 MB file over a slow line take longer.
const CALL: Duration = Duration::from_secs(60);
const TRANSFER: Duration = Duration::from_secs(600);
/// A job that takes longer is taken for stuck.
const JOB: Duration = Duration::from_secs(1800);
/// The pause between two looks at a job: begins short for small sheets and grows; `Retry-After` overrides it upwards.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// What a list gives at most at once.
const LONGEST_PAGE: u32 = 200;
/// The largest answer taken: an export of a large set with evidence.
const LARGEST_BODY: u64 = 512 * 1024 * 1024;

/// A connection pool with address and credential.
#[derive(Debug, Clone)]
pub(crate) struct Transport {
    base: String,
    authorization: String,
    agent: ureq::Agent,
}

type Answer = ureq::http::Response<ureq::Body>;

impl Transport {
    pub(crate) fn new(base: &str, key: &str) -> Self {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(CALL)).build().into();
        Self { base: base.to_owned(), authorization: format!("Bearer {key}"), agent }
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// The answer to a call, and how long the server asks to wait before the next look.
    pub(crate) fn send<T: DeserializeOwned>(&self, call: &Call<T>) -> Result<(T, Option<Duration>), Error> {
        let unwritten = |why: String| Error::Unexpected { what: format!("{} {}", call.method, call.path), why };
        let url = call.url(&self.base).map_err(unwritten)?;
        let body = call.body.as_ref().map_err(|error| unwritten(format!("the body cannot be written: {error}")))?;
        let request =
            ureq::http::Request::builder().method(call.method).uri(&url).header("Authorization", &self.authorization);
        let sent = match body {
            Some(body) => {
                let request = request.header("Content-Type", "application/json").body(body.as_slice());
                request.map_err(ureq::Error::from).and_then(|request| self.agent.run(request))
            }
            None => request.body(()).map_err(ureq::Error::from).and_then(|request| self.agent.run(request)),
        };
        let mut answer = check(call.method, &url, sent)?;
        let retry_after = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
        Ok((read(call.method, &url, &mut answer)?, retry_after.map(Duration::from_secs)))
    }

    /// Sends a file to a signed address, which takes no credential but its own headers.
    pub(crate) fn put(&self, url: &str, headers: &BTreeMap<String, String>, bytes: Vec<u8>) -> Result<(), Error> {
        let mut request = self.agent.put(url);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        check("PUT", url, request.config().timeout_global(Some(TRANSFER)).build().send(bytes))?;
        Ok(())
    }

    /// Reads a file from a signed address.
    pub(crate) fn download(&self, url: &str) -> Result<Vec<u8>, Error> {
        let mut answer = check("GET", url, self.agent.get(url).config().timeout_global(Some(TRANSFER)).build().call())?;
        answer.body_mut().with_config().limit(LARGEST_BODY).read_to_vec().map_err(|source| broken("GET", url, source))
    }

    /// All records of a list, page after page.
    pub(crate) fn list<T: DeserializeOwned + Page>(&self, mut call: Call<T>) -> Result<Vec<T::Record>, Error> {
        call.set("limit", LONGEST_PAGE);
        let mut all = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let (records, next) = self.send(&call)?.0.split();
            all.extend(records);
            match next {
                Some(next) if cursor.as_ref() != Some(&next) => {
                    call.set("cursor", next.as_str());
                    cursor = Some(next);
                }
                _ => return Ok(all),
            }
        }
    }

    /// Polls until `done` says so.
    pub(crate) fn wait<T: DeserializeOwned>(
        &self,
        call: &Call<T>,
        mut done: impl FnMut(&T) -> Result<bool, Error>,
    ) -> Result<T, Error> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let (resource, retry_after) = self.send(call)?;
            if done(&resource)? {
                return Ok(resource);
            }
            if start.elapsed() > JOB {
                return Err(Error::TookTooLong { path: call.path.clone(), seconds: JOB.as_secs() });
            }
            std::thread::sleep(retry_after.unwrap_or(pause));
            pause = (pause * 3 / 2).min(LONGEST_PAUSE);
        }
    }
}

/// Turns an error answer into a problem.
fn check(method: &'static str, url: &str, sent: Result<Answer, ureq::Error>) -> Result<Answer, Error> {
    let mut answer = sent.map_err(|source| broken(method, url, source))?;
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    let problem = answer.body_mut().read_json().unwrap_or_else(|_| Problem {
        status: status.as_u16(),
        title: String::new(),
        type_: String::new(),
        code: String::new(),
        detail: "the answer is no problem document".to_owned(),
        errors: Vec::new(),
        request_id: String::new(),
        available_credits: None,
        next_step: None,
        quota: None,
        required_credits: None,
        retry_after: None,
    });
    Err(Error::Problem { method, url: url.to_owned(), problem: Box::new(problem) })
}

fn read<T: DeserializeOwned>(method: &'static str, url: &str, answer: &mut Answer) -> Result<T, Error> {
    let bytes = answer.body_mut().with_config().limit(LARGEST_BODY).read_to_vec();
    let bytes = bytes.map_err(|source| broken(method, url, source))?;
    // An answer without a body is that of an operation that answers nothing.
    let bytes = if bytes.is_empty() { b"null".as_slice() } else { &bytes };
    serde_json::from_slice(bytes).map_err(|error| Error::Unexpected {
        what: format!("{method} {url}"),
        why: format!("the answer has not the contract's shape: {error}"),
    })
}

fn broken(method: &'static str, url: &str, source: ureq::Error) -> Error {
    Error::Transport { method, url: url.to_owned(), source: Box::new(source) }
}
