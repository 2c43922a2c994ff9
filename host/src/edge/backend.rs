//! The pipeline's environment in this process: credentials from the control database, components in the engine, the
//! usage log.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use plumbline_engine::{CallError, CallKey, Engine, Loaded, ServingVersion};
use plumbline_identity::{Credential, IdentityError, Refusal};
use plumbline_pipeline::{
    Backend, Buckets, ComponentCall, ComponentError, Level, ProblemCode, Rate, RouteTable, RunningKeys,
};
use plumbline_storage::{Scope, UsageEvent, UsageLog};
use tracing::{debug, warn};

use super::draw::draw;
use super::refusals::RefusalPacer;
use super::route_tables::{Bound, RouteTables};
use crate::identity::HostCredentials;

/// The implementation of the pipeline's backend on the host.
pub(crate) struct HostBackend {
    engine: Engine,
    /// A short-lived cache of credentials.
    credentials: HostCredentials,
    /// Rate limits. Each host counts for itself.
    buckets: Buckets,
    /// The delays of refusals after the rate limit.
    refusals: RefusalPacer,
    /// Idempotency keys in use on this host.
    running: RunningKeys,
    /// The usage log, written after the responses.
    usage: Arc<UsageLog>,
    tables: RouteTables,
}

impl HostBackend {
    pub(crate) fn new(engine: Engine, credentials: HostCredentials, usage: Arc<UsageLog>) -> Self {
        Self {
            engine,
            credentials,
            buckets: Buckets::default(),
            refusals: RefusalPacer::default(),
            running: RunningKeys::default(),
            usage,
            tables: RouteTables::default(),
        }
    }

    /// Returns the staged version that serves a call, if there is one. A version that does not serve the operation is
    /// skipped.
    fn staged(&self, call: &ComponentCall<'_, Bound>) -> Option<ServingVersion> {
        let registry = self.engine.registry();
        if !registry.has_stages() {
            return None;
        }
        let subjects = call.below.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let key = CallKey { id: call.request_id.to_owned(), subjects };
        let chosen = registry.during_stage(&call.credential.tenant, &call.target.component.slot, &key)?;
        chosen.description.routes().contains(&*call.target.route).then_some(chosen)
    }

    /// Returns the bound component of an operation.
    fn bound(&self, call: &ComponentCall<'_, Bound>) -> Result<Arc<Loaded>, ComponentError> {
        let Bound { slot, loaded } = &call.target.component;
        // The component may have been replaced since the table was read. Its successor serves the call.
        let bound = loaded.upgrade().or_else(|| self.engine.registry().resolve(&call.credential.tenant, slot));
        bound.ok_or_else(|| no_answer(&CallError::Unbound { slot: slot.clone() }, call.request_id))
    }
}

impl Backend for HostBackend {
    type Component = Bound;
    type Body = Bytes;

    async fn credential(&self, token: &str) -> Result<Result<Arc<Credential>, Refusal>, IdentityError> {
        self.credentials.find(token).await
    }

    async fn take(&self, bucket: &str, rate: Rate) -> Result<Level, ComponentError> {
        Ok(self.buckets.take(bucket, rate))
    }

    async fn delay_refusal(&self, bucket: &str) {
        self.refusals.wait(bucket).await;
    }

    async fn acquire_key(&self, key: &str) -> Result<bool, ComponentError> {
        Ok(self.running.acquire(key))
    }

    fn release_key(&self, key: &str) {
        self.running.release(key);
    }

    fn routes(&self, credential: &Credential) -> Arc<RouteTable<Bound>> {
        self.tables.of(&self.engine, &credential.tenant)
    }

    async fn answer(
        &self,
        call: &ComponentCall<'_, Bound>,
        request: Request<Bytes>,
    ) -> Result<Response<Bytes>, ComponentError> {
        let staged = self.staged(call);
        let component = match &staged {
            Some(chosen) => Arc::clone(&chosen.loaded),
            None => self.bound(call)?,
        };
        let headers: Vec<_> = call.headers().map(|(name, value)| (name.as_str(), value)).collect();
        let answered = Box::pin(self.engine.http(&call.credential.scope(), &component, request, &headers)).await;
        if let Some(chosen) = &staged {
            chosen.record_outcome(answered.as_ref().map_or(true, |response| response.status().is_server_error()));
        }
        answered.map_err(|error| no_answer(&error, call.request_id))
    }

    async fn picture(&self, credential: &Credential, wanted: &str) -> Result<Bytes, ComponentError> {
        draw(&self.engine, &credential.scope(), wanted).await
    }

    fn record(&self, scope: Scope, event: UsageEvent) {
        self.usage.record(scope, event);
    }
}

fn no_answer(error: &CallError, request_id: &str) -> ComponentError {
    if is_expected(error) {
        debug!(%error, request_id, "a component gave no answer");
    } else {
        warn!(%error, request_id, "a component gave no answer");
    }
    let code = ProblemCode::from_code(error.code()).unwrap_or(ProblemCode::Internal);
    ComponentError { code, detail: error.detail() }
}

/// Returns whether the error comes from load or from the bindings, and not from a fault of the component. The request's
/// own line shows its code.
const fn is_expected(error: &CallError) -> bool {
    matches!(error, CallError::Busy { .. } | CallError::Withdrawn { .. } | CallError::Unbound { .. })
}

#[cfg(test)]
mod tests {
    use plumbline_engine::Slot;

    use super::*;

    #[test]
    fn each_way_a_component_can_fail_is_a_problem_of_its_own() {
        let slot: Slot = "endpoint:projects".parse().unwrap();
        let failures = [
            CallError::Trap { slot: slot.clone(), cause: String::new() },
            CallError::Timeout { slot: slot.clone(), seconds: 1 },
            CallError::Memory { slot: slot.clone(), bytes: 1 },
            CallError::OutputTooLarge { slot: slot.clone(), bytes: 1 },
            CallError::Busy { slot: slot.clone() },
            CallError::Unbound { slot },
        ];
        let mut codes: Vec<_> = failures.iter().map(|failure| no_answer(failure, "req").code).collect();
        for (failure, code) in failures.iter().zip(&codes) {
            assert_eq!(code.as_str(), failure.code());
            assert_eq!(code.status(), failure.status());
        }
        codes.dedup();
        assert_eq!(codes.len(), failures.len());
        let expected: Vec<_> = failures.iter().map(is_expected).collect();
        assert_eq!(expected, [false, false, false, false, true, true]);
    }
}
