//! The scopes that bound endpoint components declare, read from the control database. Commands see the same scopes as a
//! server, without an engine.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use plumbline_engine::{DEFAULT_TENANT, Description};
use plumbline_identity::{ScopeCatalog, ScopeEntry};
use plumbline_storage::{Control, Revision, Route, StorageError, TenantId};
use tracing::error;

/// Reads the scopes again when the bindings have changed.
pub(super) struct DeclaredScopes {
    control: Control,
    last: Mutex<Option<(Revision, Arc<ScopeCatalog>)>>,
}

impl DeclaredScopes {
    pub(super) fn new(control: Control) -> Self {
        Self { control, last: Mutex::new(None) }
    }

    /// Returns the scopes of the current bindings. If they cannot be read, returns those of the last call, or those of
    /// the contract.
    pub(super) async fn current(&self) -> Arc<ScopeCatalog> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match self.read(last.as_ref()).await {
            Ok((revision, catalog)) => {
                let kept = (revision, Arc::clone(&catalog));
                *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
                catalog
            }
            Err(error) => {
                error!(%error, "the scopes of the bound components cannot be read");
                last.map_or_else(ScopeCatalog::built_in, |(_, catalog)| catalog)
            }
        }
    }

    async fn read(
        &self,
        last: Option<&(Revision, Arc<ScopeCatalog>)>,
    ) -> Result<(Revision, Arc<ScopeCatalog>), StorageError> {
        let now = self.control.revision().await?;
        if let Some((_, catalog)) = last.filter(|(revision, _)| *revision == now) {
            return Ok((now, Arc::clone(catalog)));
        }
        let (mut defaults, mut of_tenants) = (Vec::new(), Vec::new());
        let mut known: HashMap<String, Vec<ScopeEntry>> = HashMap::new();
        let mut for_agents = HashSet::new();
        let mut bindings = self.control.current().await?;
        bindings.sort_by(|a, b| a.slot.cmp(&b.slot));
        for binding in bindings.into_iter().filter(|binding| binding.slot.starts_with("endpoint:")) {
            let scopes = match known.get(&binding.digest) {
                Some(scopes) => scopes.clone(),
                None => {
                    let component = self.control.component(&binding.digest).await?;
                    let description = serde_json::from_str::<Description>(&component.description).ok();
                    for_agents.extend(description.iter().flat_map(scopes_of_tools));
                    // A component whose description cannot be read does not serve operations either.
                    let scopes = description.map_or_else(Vec::new, |read| read.scopes().to_vec());
                    known.insert(binding.digest, scopes.clone());
                    scopes
                }
            };
            if binding.tenant == DEFAULT_TENANT {
                defaults.extend(scopes);
            } else if let Ok(tenant) = TenantId::parse(binding.tenant) {
                of_tenants.push((tenant, scopes));
            }
        }
        for entry in defaults.iter_mut().chain(of_tenants.iter_mut().flat_map(|(_, scopes)| scopes)) {
            entry.for_agents = for_agents.contains(&entry.name);
        }
        Ok((now, Arc::new(ScopeCatalog::new(&defaults, &of_tenants))))
    }
}

/// Returns the scopes of the operations that a component offers as tools.
fn scopes_of_tools(description: &Description) -> Vec<String> {
    let is_tool = |route: &&Route| description.tools().iter().any(|tool| tool.operation == route.operation);
    description.routes().iter().filter(is_tool).filter_map(|route| route.scope.clone()).collect()
}
