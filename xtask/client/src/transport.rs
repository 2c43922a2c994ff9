//! HTTP: requests, problems, polling, lists.

use crate::error::{Error, Problem};
use crate::types;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, de::DeserializeOwned};
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

    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        Ok(self.look(path)?.0)
    }

    pub(crate) fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let url = format!("{}{path}", self.base);
        let sent = self.agent.post(&url).header("Authorization", &self.authorization).send_json(body);
        let mut answer = check("POST", &url, sent)?;
        read("POST", &url, &mut answer)
    }

    /// An action without a body.
    pub(crate) fn act<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        let url = format!("{}{path}", self.base);
        let mut answer =
            check("POST", &url, self.agent.post(&url).header("Authorization", &self.authorization).send_empty())?;
        read("POST", &url, &mut answer)
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
    pub(crate) fn list<T: DeserializeOwned>(&self, path: &str) -> Result<Vec<T>, Error> {
        let mut all = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let query =
                cursor.as_deref().map(|cursor| format!("&cursor={}", utf8_percent_encode(cursor, NON_ALPHANUMERIC)));
            let query = query.unwrap_or_default();
            let page: types::Page<T> = self.get(&format!("{path}?limit=200{query}"))?;
            all.extend(page.data);
            match page.next_cursor {
                Some(next) if page.has_more && cursor.as_ref() != Some(&next) => cursor = Some(next),
                _ => return Ok(all),
            }
        }
    }

    /// Polls until `done` says so.
    pub(crate) fn wait<T: DeserializeOwned>(
        &self,
        path: &str,
        mut done: impl FnMut(&T) -> Result<bool, Error>,
    ) -> Result<T, Error> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let (resource, retry_after) = self.look(path)?;
            if done(&resource)? {
                return Ok(resource);
            }
            if start.elapsed() > JOB {
                return Err(Error::TookTooLong { path: path.to_owned(), seconds: JOB.as_secs() });
            }
            std::thread::sleep(retry_after.unwrap_or(pause));
            pause = (pause * 3 / 2).min(LONGEST_PAUSE);
        }
    }

    /// A resource and how long the server asks to wait before the next look.
    fn look<T: DeserializeOwned>(&self, path: &str) -> Result<(T, Option<Duration>), Error> {
        let url = format!("{}{path}", self.base);
        let sent = self.agent.get(&url).header("Authorization", &self.authorization).call();
        let mut answer = check("GET", &url, sent)?;
        let retry_after = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
        Ok((read("GET", &url, &mut answer)?, retry_after.map(Duration::from_secs)))
    }
}

/// Turns an error answer into a problem.
fn check(method: &'static str, url: &str, sent: Result<Answer, ureq::Error>) -> Result<Answer, Error> {
    let mut answer = sent.map_err(|source| broken(method, url, source))?;
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    let mut problem: Problem = answer.body_mut().read_json().unwrap_or_default();
    if problem.code.is_empty() {
        problem.detail = "the answer is no problem document".to_owned();
    }
    problem.status = status.as_u16();
    Err(Error::Problem { method, url: url.to_owned(), problem: Box::new(problem) })
}

fn read<T: DeserializeOwned>(method: &'static str, url: &str, answer: &mut Answer) -> Result<T, Error> {
    let bytes = answer.body_mut().with_config().limit(LARGEST_BODY).read_to_vec();
    let bytes = bytes.map_err(|source| broken(method, url, source))?;
    serde_json::from_slice(&bytes).map_err(|error| Error::Unexpected {
        what: format!("{method} {url}"),
        why: format!("the answer has not the contract's shape: {error}"),
    })
}

fn broken(method: &'static str, url: &str, source: ureq::Error) -> Error {
    Error::Transport { method, url: url.to_owned(), source: Box::new(source) }
}
