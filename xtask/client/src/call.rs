//! A call as data: what the generated functions describe and the transport sends.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::{Map, Value};
use std::marker::PhantomData;

/// An operation with its values; `T` is what it answers.
#[derive(Debug)]
pub struct Call<T> {
    pub(crate) method: &'static str,
    /// Below the API's base address, encoded.
    pub(crate) path: String,
    query: Result<Map<String, Value>, serde_json::Error>,
    pub(crate) body: Result<Option<Vec<u8>>, serde_json::Error>,
    answer: PhantomData<fn() -> T>,
}

/// A list that is read page by page.
pub trait Page {
    /// What it lists.
    type Record;

    /// The records of this page, and where the next one begins.
    fn split(self) -> (Vec<Self::Record>, Option<String>);
}

/// What need not be encoded in a path or a query.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A value as one segment of a path.
pub(crate) fn segment(value: &str) -> String {
    utf8_percent_encode(value, ENCODED).to_string()
}

impl<T> Call<T> {
    pub(crate) fn new(method: &'static str, path: String) -> Self {
        Self { method, path, query: Ok(Map::new()), body: Ok(None), answer: PhantomData }
    }

    pub(crate) fn query(mut self, query: &impl Serialize) -> Self {
        self.query = serde_json::to_value(query).and_then(serde_json::from_value);
        self
    }

    pub(crate) fn body(mut self, body: &impl Serialize) -> Self {
        self.body = serde_json::to_vec(body).map(Some);
        self
    }

    /// Sets a parameter of the query.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<Value>) {
        if let Ok(query) = &mut self.query {
            query.insert(name.to_owned(), value.into());
        }
    }

    /// The address below `base`.
    ///
    /// # Errors
    /// When the query cannot be written.
    pub(crate) fn url(&self, base: &str) -> Result<String, String> {
        let query = self.query.as_ref().map_err(|error| format!("the query cannot be written: {error}"))?;
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let pairs: Vec<String> =
            query.iter().map(|(name, value)| format!("{}={}", segment(name), segment(&text(value)))).collect();
        let joint = if pairs.is_empty() { "" } else { "?" };
        Ok(format!("{base}{}{joint}{}", self.path, pairs.join("&")))
    }
}
