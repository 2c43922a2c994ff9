//! The route tables of tenants. Tenants with the same components share one.

use std::sync::{Arc, Weak};

use plumbline_engine::{Engine, Loaded, Slot};
use plumbline_pipeline::RouteTable;
use plumbline_storage::TenantId;

/// Tenants whose table is remembered. Those of further tenants are looked up by their components.
const TENANTS: u64 = 10_000;
/// Tables that are kept. Most tenants have no components of their own, and share one table.
const TABLES: u64 = 1_000;

/// A component in a route table. Tables outlive the bindings that they were built from, so they do not keep components
/// and their code alive. Only the registry and running calls do.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub(super) slot: Slot,
    pub(super) loaded: Weak<Loaded>,
}

/// The components of a table in the order of their slots: the address of each and whether it is withdrawn. The table refers to
/// the components, so that no other component gets one of the addresses as long as the table is kept.
type Key = Vec<(usize, bool)>;

/// The tables.
pub(super) struct RouteTables {
    /// By the registry's state and tenant.
    of_tenants: moka::sync::Cache<(u64, String), Arc<RouteTable<Bound>>>,
    of_components: moka::sync::Cache<Key, Arc<RouteTable<Bound>>>,
}

impl Default for RouteTables {
    fn default() -> Self {
        Self { of_tenants: moka::sync::Cache::new(TENANTS), of_components: moka::sync::Cache::new(TABLES) }
    }
}

impl RouteTables {
    /// Returns the table of a tenant.
    pub(super) fn of(&self, engine: &Engine, tenant: &TenantId) -> Arc<RouteTable<Bound>> {
        let registry = engine.registry();
        let key = (registry.generation(), tenant.to_string());
        self.of_tenants.get_with(key, || {
            let components: Vec<_> =
                registry.slots(tenant).into_iter().map(|loaded| (loaded.is_withdrawn(), loaded)).collect();
            let key = components.iter().map(|(withdrawn, loaded)| (Arc::as_ptr(loaded).addr(), *withdrawn)).collect();
            self.of_components.get_with(key, || Arc::new(table(&components)))
        })
    }
}

/// Builds the table of components, each with whether it is withdrawn.
fn table(components: &[(bool, Arc<Loaded>)]) -> RouteTable<Bound> {
    // Operations of a withdrawn component stay in the table, so that callers get the reason.
    let in_service = components.iter().filter(|(withdrawn, _)| !withdrawn);
    let slots: Vec<String> = in_service.map(|(_, loaded)| loaded.slot.to_string()).collect();
    let with_routes = components.iter().map(|(_, loaded)| {
        let bound = Bound { slot: loaded.slot.clone(), loaded: Arc::downgrade(loaded) };
        (bound, loaded.description.routes().to_vec())
    });
    RouteTable::new(with_routes, &slots)
}
