//! Idempotency keys whose first request still runs on this host: a second one is told so instead of waiting (I3). What was
//! done under a key is the component's matter, and the database's: a second request that reaches another host waits
//! there for the first one's transaction and repeats its answer.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use http::HeaderMap;

use crate::problem::{Problem, ProblemCode};

/// The keys of all credentials.
#[derive(Default)]
pub(crate) struct Running(Mutex<HashSet<(String, String)>>);

/// A key that is taken until this is dropped.
pub(crate) struct Taken<'a> {
    running: &'a Running,
    key: (String, String),
}

impl Running {
    /// Takes the key that a request names, if it names one.
    ///
    /// # Errors
    /// `idempotency_in_progress`.
    pub(crate) fn take(&self, client: &str, headers: &HeaderMap) -> Result<Option<Taken<'_>>, Problem> {
        let Some(key) = headers.get("idempotency-key").and_then(|value| value.to_str().ok()) else { return Ok(None) };
        // Quoted and bare are one key (I1).
        let key = (client.to_owned(), key.trim().trim_matches('"').to_owned());
        if !self.keys().insert(key.clone()) {
            return Err(Problem::new(
                ProblemCode::IdempotencyInProgress,
                "The first request with this Idempotency-Key still runs. Send this one again in a moment: it then gets the first one's answer.",
            )
            .retry_after(1));
        }
        Ok(Some(Taken { running: self, key }))
    }

    fn keys(&self) -> std::sync::MutexGuard<'_, HashSet<(String, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.running.keys().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn i3_a_key_is_taken_until_its_request_ends() {
        let running = Running::default();
        let headers = |value| HeaderMap::from_iter([(http::HeaderName::from_static("idempotency-key"), value)]);
        let (bare, quoted) = (headers(HeaderValue::from_static("a")), headers(HeaderValue::from_static("\"a\"")));
        let first = running.take("pc_1", &bare).unwrap().unwrap();
        assert_eq!(running.take("pc_1", &quoted).err().unwrap().code(), "idempotency_in_progress");
        assert!(running.take("pc_2", &bare).unwrap().is_some(), "I6: keys are a credential's own");
        drop(first);
        assert!(running.take("pc_1", &quoted).unwrap().is_some());
        assert!(running.take("pc_1", &HeaderMap::new()).unwrap().is_none());
    }
}
