//! The callers that wait for an instance, for endpoints that support only HTTP.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::watch::Watch;

/// The end of an instance, for a caller that is still waiting.
pub(crate) struct Ended {
    pub(crate) watch: Arc<Watch>,
    /// The error; `None` if the instance ended normally.
    pub(crate) error: Option<Arc<wasmtime::Error>>,
}

/// The callers that wait for an instance; at most as many as its concurrent requests.
#[derive(Default)]
pub(crate) struct Callers(Vec<oneshot::Sender<Ended>>);

impl Callers {
    /// Adds a caller. Those that already have their responses are forgotten.
    pub(crate) fn add(&mut self, caller: oneshot::Sender<Ended>) {
        self.0.retain(|caller| !caller.is_closed());
        self.0.push(caller);
    }

    /// Tells all callers that the instance ended.
    pub(crate) fn end(&mut self, watch: &Arc<Watch>, error: Option<&Arc<wasmtime::Error>>) {
        for caller in std::mem::take(&mut self.0) {
            // A caller that already has its response is gone.
            let _ = caller.send(Ended { watch: Arc::clone(watch), error: error.cloned() });
        }
    }
}
