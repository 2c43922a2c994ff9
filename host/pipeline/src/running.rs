//! Idempotency keys whose first request is still running. A second request is refused instead of waiting (I3). The component and
//! its database remember the responses of finished requests.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use http::HeaderMap;
use plumbline_identity::Credential;

use crate::Backend;
use crate::problem::{Problem, ProblemCode};

/// The keys taken in one process. A second request that reaches another process waits there for the transaction of the first
/// and repeats its response.
#[derive(Debug, Default)]
pub struct RunningKeys(Mutex<HashSet<String>>);

impl RunningKeys {
    /// Acquires a key. Returns `false` if it is already taken.
    pub fn acquire(&self, key: &str) -> bool {
        self.keys().insert(key.to_owned())
    }

    /// Releases a key.
    pub fn release(&self, key: &str) {
        self.keys().remove(key);
    }

    fn keys(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An acquired key, released on drop.
pub(crate) struct KeyGuard<'a, T: Backend> {
    backend: &'a T,
    key: String,
}

/// Acquires the idempotency key of a request, if it has one.
///
/// # Errors
/// Returns `idempotency_in_progress` if the key is taken, or another problem if that cannot be checked.
pub(crate) async fn acquire<'a, T: Backend>(
    backend: &'a T,
    credential: &Credential,
    headers: &HeaderMap,
) -> Result<Option<KeyGuard<'a, T>>, Problem> {
    let Some(key) = headers.get("idempotency-key").and_then(|value| value.to_str().ok()) else { return Ok(None) };
    // A key with or without quotes is the same key (I1). Each credential has its own keys (I6).
    let key = format!("{} {}", credential.rate_key(), key.trim().trim_matches('"'));
    if !backend.acquire_key(&key).await.map_err(crate::ComponentError::into_problem)? {
        return Err(Problem::new(
            ProblemCode::IdempotencyInProgress,
            "The first request with this Idempotency-Key is still running. Send this request again in a moment to get its response.",
        )
        .retry_after(1));
    }
    Ok(Some(KeyGuard { backend, key }))
}

impl<T: Backend> Drop for KeyGuard<'_, T> {
    fn drop(&mut self) {
        self.backend.release_key(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i3_a_key_is_taken_until_its_request_ends() {
        let running = RunningKeys::default();
        assert!(running.acquire("pc_1 a"));
        assert!(!running.acquire("pc_1 a"));
        assert!(running.acquire("pc_2 a"), "I6: keys are a credential's own");
        running.release("pc_1 a");
        assert!(running.acquire("pc_1 a"));
    }
}
