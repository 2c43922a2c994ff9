//! Endpoint groups of one tenant: the versions bound for it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use plumbline_engine::{Class, DEFAULT_TENANT, Slot, settings};
use plumbline_storage::{Binding, Component, Publication, Storage, Tenant};

/// Publishers whose components may run at the edge: the program itself and its operator.
const FIRST_PARTY: [&str; 2] = ["plumbline", "operator"];

/// An endpoint group bound for a tenant.
pub(super) struct BoundGroup {
    pub(super) slot: Slot,
    pub(super) component: Component,
    pub(super) bytes: Bytes,
    /// Settings of the binding.
    pub(super) environment: BTreeMap<String, String>,
}

/// The bindings of a tenant.
pub(super) struct BoundTenant {
    pub(super) groups: Vec<BoundGroup>,
    /// All slots of the tenant, as passed to components.
    pub(super) slots: Vec<String>,
    /// Endpoints left to the central host.
    pub(super) left: Vec<String>,
}

/// Returns a tenant's bindings by slot. Its own override the defaults. Stages are left out.
pub(super) async fn bindings(storage: &Storage, tenant: &Tenant) -> Result<BTreeMap<String, Binding>> {
    let mut found = BTreeMap::new();
    let current = storage.control.current().await?;
    for of in [DEFAULT_TENANT, tenant.id.as_str()] {
        let own = current.iter().filter(|binding| binding.tenant == of);
        found.extend(own.map(|binding| (binding.slot.clone(), binding.clone())));
    }
    Ok(found)
}

/// Reads the endpoint groups bound for a tenant.
///
/// # Errors
/// Returns an error with the name of an endpoint that cannot run at the edge, unless `leave_to_central_host` is set.
pub(super) async fn read(storage: &Storage, tenant: &Tenant, leave_to_central_host: bool) -> Result<BoundTenant> {
    let bindings = bindings(storage, tenant).await?;
    let (mut groups, mut left) = (Vec::new(), BTreeSet::new());
    for (name, binding) in &bindings {
        let slot: Slot = name.parse()?;
        if slot.class != Class::Endpoint {
            continue;
        }
        let component = storage.control.component(&binding.digest).await?;
        let loaded = storage.control.bytes_to_load(tenant.id.as_str(), name, &binding.digest).await;
        let (publication, bytes) = loaded.with_context(|| format!("cannot load {name}"))?;
        if let Some(reason) = refusal(&publication) {
            if !leave_to_central_host {
                bail!(
                    "{name} {} cannot run at the edge: {reason}. Bind the program's own version for this tenant, or use \
                     --leave-to-center, so that the edge forwards its calls to the central server",
                    component.version
                );
            }
            left.insert(name.clone());
            continue;
        }
        let environment = settings(&binding.settings)?.into_iter().collect();
        groups.push(BoundGroup { slot, component, bytes: bytes.into(), environment });
    }
    Ok(BoundTenant { groups, slots: bindings.into_keys().collect(), left: left.into_iter().collect() })
}

/// Returns the reason a component may not run at the edge, or `None` if it may.
fn refusal(publication: &Publication) -> Option<String> {
    let is_first_party = publication.signature.is_none() && FIRST_PARTY.contains(&&*publication.publisher);
    (!is_first_party).then(|| {
        format!(
            "it is a partner's endpoint, from the publisher {}, and Spin does not restrict a component to its own tables",
            publication.publisher
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_programs_and_the_operators_endpoints_run_at_the_edge() {
        assert_eq!(refusal(&Publication::by("plumbline")), None);
        assert_eq!(refusal(&Publication::by("operator")), None);
        let signed = Publication { signature: Some("c2ln".into()), ..Publication::by("operator") };
        for partners in [Publication::by("acme"), signed] {
            assert!(refusal(&partners).is_some_and(|reason| reason.contains("a partner's endpoint")), "{partners:?}");
        }
    }
}
