//! A cache of the headers that describe credentials.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use http::{HeaderName, HeaderValue};
use plumbline_identity::Credential;

use crate::problem::Problem;

/// Maximum number of credentials whose headers are cached. Beyond it, the headers are built for each call.
const MAX_CACHED: usize = 10_000;

/// The headers that describe a credential, the same for every operation.
pub(crate) type CallerHeaders = Arc<[(HeaderName, HeaderValue)]>;

/// The headers of the credentials in use. Each set is built once and kept as long as its credential is cached.
#[derive(Default)]
pub(crate) struct CallerHeadersCache(Mutex<HashMap<usize, (Weak<Credential>, CallerHeaders)>>);

impl CallerHeadersCache {
    /// Returns the headers of a credential. Builds them if they are not cached.
    pub(crate) fn of(
        &self,
        credential: &Arc<Credential>,
        build: impl FnOnce() -> Result<CallerHeaders, Problem>,
    ) -> Result<CallerHeaders, Problem> {
        // The entry's weak reference keeps the allocation, so no other credential can have this address.
        let address = Arc::as_ptr(credential).addr();
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, headers)) = cached.get(&address) {
            return Ok(Arc::clone(headers));
        }
        let headers = build()?;
        if cached.len() >= MAX_CACHED {
            cached.retain(|_, (credential, _)| credential.strong_count() > 0);
        }
        if cached.len() < MAX_CACHED {
            cached.insert(address, (Arc::downgrade(credential), Arc::clone(&headers)));
        }
        Ok(headers)
    }
}

#[cfg(test)]
mod tests {
    use plumbline_identity::Kind;
    use plumbline_tenancy::{ClientId, Environment, TenantId, TenantSettings};

    use super::*;
    use crate::problem::ProblemCode;

    const NAME: HeaderName = HeaderName::from_static("x-plumbline-name");

    fn credential(name: &str) -> Arc<Credential> {
        Arc::new(Credential {
            kind: Kind::Key,
            client_id: ClientId::stored("pc_1".into()),
            tenant: TenantId::parse("ten_1111111111111111111111").unwrap(),
            environment: Environment::Sandbox,
            scopes: Vec::new(),
            name: name.into(),
            user: None,
            secret_expires_at: None,
            opens_agents: true,
            settings: TenantSettings::default(),
        })
    }

    #[test]
    fn caller_headers_are_built_once_for_each_credential() {
        let cache = CallerHeadersCache::default();
        let named = |credential: &Arc<Credential>| {
            let value = HeaderValue::from_str(&credential.name).unwrap();
            cache.of(credential, || Ok(Arc::from([(NAME, value)]))).map(|headers| headers[0].1.clone())
        };
        let first = credential("first");
        assert_eq!(named(&first).unwrap(), "first");
        let again = cache.of(&first, || Err(Problem::new(ProblemCode::NotFound, "The headers are cached already.")));
        assert_eq!(again.unwrap()[0].1, "first");
        for number in 0..100 {
            // Each would be allocated at the address of the previous one if that were free.
            let name = format!("changed {number}");
            assert_eq!(named(&credential(&name)).unwrap(), *name);
        }
    }
}
