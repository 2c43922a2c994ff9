//! An in-memory cache of compiled functions, for compiling components that share most of their code.
//!
//! The extractors are one engine with a different vocabulary each, so six of seven consist of functions that the first one
//! contained. Cranelift looks a function up by a hash of its intermediate code and the settings.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use wasmtime::CacheStore;

/// An unbounded cache. Use it for a finite run of compilations, not in a server.
#[derive(Debug, Default)]
pub struct FunctionCache(Mutex<HashMap<Vec<u8>, Vec<u8>>>);

impl FunctionCache {
    /// Returns the map. A panic during an insertion leaves it intact.
    fn functions(&self) -> MutexGuard<'_, HashMap<Vec<u8>, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CacheStore for FunctionCache {
    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>> {
        self.functions().get(key).cloned().map(Cow::Owned)
    }

    fn insert(&self, key: &[u8], value: Vec<u8>) -> bool {
        self.functions().insert(key.to_vec(), value);
        true
    }
}
