//! A call as data: the functions of [`operations`](crate::operations) create it, [`Client::call`](crate::Client::call) sends it.

use std::marker::PhantomData;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Error;

/// An operation with its values. `T` is the type of its response.
#[derive(Debug)]
pub struct Call<T> {
    pub(crate) method: &'static str,
    /// The path below the API's base address, percent-encoded.
    pub(crate) path: String,
    query: Result<Map<String, Value>, String>,
    body: Result<Option<Vec<u8>>, String>,
    /// Whether the operation takes an idempotency key.
    keyed: bool,
    /// Whether the call can safely be repeated after its response was lost.
    repeatable: bool,
    idempotency_key: Option<String>,
    if_match: Option<String>,
    answer: PhantomData<fn() -> T>,
}

/// A list that is read page by page.
pub trait Page {
    /// A record of the list.
    type Record;

    /// Returns the records of this page, and the cursor of the next one.
    fn split(self) -> (Vec<Self::Record>, Option<String>);
}

/// Characters that are percent-encoded in a path or a query: all but the unreserved ones.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Encodes a value as one segment of a path.
pub(crate) fn segment(value: &str) -> String {
    utf8_percent_encode(value, ENCODED).to_string()
}

impl<T> Call<T> {
    pub(crate) fn new(method: &'static str, path: String) -> Self {
        Self {
            method,
            path,
            query: Ok(Map::new()),
            body: Ok(None),
            keyed: false,
            repeatable: method != "POST",
            idempotency_key: None,
            if_match: None,
            answer: PhantomData,
        }
    }

    pub(crate) fn query(mut self, query: &impl Serialize) -> Self {
        self.query = serde_json::to_value(query).and_then(serde_json::from_value).map_err(|error| error.to_string());
        self
    }

    pub(crate) fn body(mut self, body: &impl Serialize) -> Self {
        self.body = serde_json::to_vec(body).map(Some).map_err(|error| error.to_string());
        self
    }

    pub(crate) fn keyed(mut self) -> Self {
        self.keyed = true;
        self.repeatable = true;
        self
    }

    pub(crate) fn repeatable(mut self) -> Self {
        self.repeatable = true;
        self
    }

    /// Sets a parameter of the query unless it is already set.
    pub(crate) fn set_default(&mut self, name: &str, value: impl Into<Value>) {
        if let Ok(query) = &mut self.query {
            query.entry(name).or_insert_with(|| value.into());
        }
    }

    /// Sets a parameter of the query.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<Value>) {
        if let Ok(query) = &mut self.query {
            query.insert(name.to_owned(), value.into());
        }
    }

    /// Sends this `Idempotency-Key`, so that another process can repeat the call safely. Without it, the client creates a
    /// key for operations that accept one, and keeps it over its retries. Other operations ignore it.
    #[must_use]
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.idempotency_key = Some(key.into());
        self
    }

    /// Sends `If-Match` with the `version` of an item or a route, or with an ETag. The call then fails with
    /// `precondition_failed` if the resource has changed since.
    #[must_use]
    pub fn if_match(mut self, version: impl Into<String>) -> Self {
        self.if_match = Some(version.into());
        // A repeated call would fail because the first one has changed the version.
        self.repeatable = false;
        self
    }

    /// Returns the request of this call, below `base`.
    ///
    /// # Errors
    /// [`Error::Unexpected`] if the query or the body cannot be written as JSON.
    pub(crate) fn request(&self, base: &str) -> Result<Request, Error> {
        let unwritten = |why: &String| Error::Unexpected {
            what: format!("{} {}", self.method, self.path),
            why: format!("the request cannot be written: {why}"),
        };
        let query = self.query.as_ref().map_err(unwritten)?;
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let pairs: Vec<String> =
            query.iter().map(|(name, value)| format!("{}={}", segment(name), segment(&text(value)))).collect();
        let joint = if pairs.is_empty() { "" } else { "?" };
        let mut headers = Vec::new();
        if self.keyed {
            let key = self.idempotency_key.clone().unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
            headers.push(("Idempotency-Key".to_owned(), key));
        }
        if let Some(version) = &self.if_match {
            headers.push(("If-Match".to_owned(), version.clone()));
        }
        Ok(Request {
            method: self.method,
            url: format!("{base}{}{joint}{}", self.path, pairs.join("&")),
            headers,
            body: self.body.as_ref().map_err(unwritten)?.clone(),
            repeatable: self.repeatable,
            authorized: true,
        })
    }
}

/// A request, ready to be sent several times.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<Vec<u8>>,
    pub(crate) repeatable: bool,
    /// Whether the credential is sent with the request. Signed addresses need none.
    pub(crate) authorized: bool,
}
