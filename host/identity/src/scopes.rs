//! The scopes that credentials can have: those that bound endpoint components declare, and which of them are offered to
//! whom. Components without a declaration have those of the service contract.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use plumbline_contract::access;
use plumbline_tenancy::{Nature, Role, ScopeEntry, TenantId};

use crate::error::IdentityError;

/// Scopes in the order in which pages list them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scopes(Vec<ScopeEntry>);

impl Scopes {
    /// Returns the scopes of the service contract, which apply where no component declares its own.
    pub fn built_in() -> &'static Self {
        // A test reads the text.
        static BUILT_IN: LazyLock<Scopes> =
            LazyLock::new(|| Scopes(serde_json::from_str(access::SCOPES).unwrap_or_default()));
        &BUILT_IN
    }

    /// Returns all scopes.
    pub fn iter(&self) -> impl Iterator<Item = &ScopeEntry> {
        self.0.iter()
    }

    /// Returns the scope with this name.
    pub fn entry(&self, name: &str) -> Option<&ScopeEntry> {
        self.iter().find(|entry| entry.name == name)
    }

    /// Returns the display name of a scope, or its own name if it is unknown.
    pub(crate) fn words<'a>(&'a self, name: &'a str) -> &'a str {
        self.entry(name).map_or(name, |entry| entry.words.as_str())
    }

    /// Returns the scopes that a client may ask for: all that are not premium.
    pub(crate) fn standard(&self) -> impl Iterator<Item = &ScopeEntry> {
        self.iter().filter(|entry| entry.nature != Nature::Premium)
    }

    /// Returns the scopes that pages and discovery documents offer: those of [`Scopes::standard`] that an operation
    /// needs.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &ScopeEntry> {
        self.standard().filter(|entry| !entry.planned)
    }

    /// Returns the scopes that are offered for an API key. An operation that needs a signed-in user refuses every key.
    pub(crate) fn offered_to_keys(&self) -> impl Iterator<Item = &ScopeEntry> {
        self.offered().filter(|entry| !entry.needs_user)
    }

    /// Returns the scopes of a client that does not ask for any.
    pub(crate) fn defaults(&self) -> impl Iterator<Item = &ScopeEntry> {
        self.iter().filter(|entry| entry.is_default)
    }

    /// Returns the premium scopes.
    pub(crate) fn premium(&self) -> impl Iterator<Item = &ScopeEntry> {
        self.iter().filter(|entry| entry.nature == Nature::Premium)
    }

    /// Removes known scopes that are not offered from a list. Unknown names are kept, so that they are refused as
    /// unknown.
    pub(crate) fn only_offered(&self, scope: &str) -> String {
        let kept = |name: &&str| self.entry(name).is_none() || self.offered().any(|entry| entry.name == *name);
        scope.split_ascii_whitespace().filter(kept).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether a user with this role may grant the scope.
    pub(crate) fn may_grant(&self, role: Role, name: &str) -> bool {
        self.entry(name).is_some_and(|entry| role >= entry.granted_by)
    }

    /// Parses the scopes of a new credential, separated by spaces. `all` means every scope that is offered.
    ///
    /// # Errors
    /// Returns an error if a scope is unknown or not offered, or the list is empty.
    pub fn parse(&self, text: &str) -> Result<Vec<String>, IdentityError> {
        if text.trim() == "all" {
            return Ok(self.offered().map(|entry| entry.name.clone()).collect());
        }
        let scopes: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if let Some(refused) = scopes.iter().find(|scope| self.offered().all(|entry| entry.name != **scope)) {
            let valid: Vec<&str> = self.offered().map(|entry| entry.name.as_str()).collect();
            let reason = match self.entry(refused) {
                None => "is not a scope.",
                Some(entry) if entry.nature == Nature::Premium => {
                    "is a premium scope. Leave it out, then grant it with `plumbline access grant`."
                }
                Some(_) => "is not available yet.",
            };
            return Err(IdentityError::Invalid(format!("`{refused}` {reason} Valid scopes: {}", valid.join(", "))));
        }
        if scopes.is_empty() {
            return Err(IdentityError::Invalid("Select at least one permission (`scopes`).".into()));
        }
        Ok(scopes)
    }

    /// Adds scopes whose names are new.
    fn add(&mut self, entries: &[ScopeEntry]) {
        for entry in entries {
            if self.entry(&entry.name).is_none() {
                self.0.push(entry.clone());
            }
        }
    }
}

/// The scopes of all tenants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopeCatalog {
    /// Scopes of the service contract and of the components bound by default.
    shared: Scopes,
    /// Shared scopes, and those of all tenants.
    all: Scopes,
    /// Shared scopes and its own, for each tenant whose components declare more.
    of_tenants: HashMap<TenantId, Scopes>,
}

impl ScopeCatalog {
    /// Returns the scopes of an installation whose components declare none.
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<ScopeCatalog>> = LazyLock::new(|| Arc::new(ScopeCatalog::new(&[], &[])));
        Arc::clone(&BUILT_IN)
    }

    /// Unites the declarations of components that are bound by default and of those that a tenant bound for itself. A
    /// default component replaces the contract's entry of a scope. A tenant's component only adds scopes, so that it
    /// cannot change what users read about a known one. The first declaration of a name applies.
    pub fn new(defaults: &[ScopeEntry], of_tenants: &[(TenantId, Vec<ScopeEntry>)]) -> Self {
        let mut shared = Scopes::built_in().clone();
        let mut declared = HashSet::new();
        for entry in defaults.iter().filter(|entry| declared.insert(entry.name.as_str())) {
            match shared.0.iter_mut().find(|known| known.name == entry.name) {
                Some(known) => *known = entry.clone(),
                None => shared.0.push(entry.clone()),
            }
        }
        let (mut all, mut own) = (shared.clone(), HashMap::new());
        for (tenant, entries) in of_tenants {
            all.add(entries);
            own.entry(tenant.clone()).or_insert_with(|| shared.clone()).add(entries);
        }
        Self { shared, all, of_tenants: own }
    }

    /// Returns the scopes of a tenant's credentials.
    pub fn of(&self, tenant: &TenantId) -> &Scopes {
        self.of_tenants.get(tenant).unwrap_or(&self.shared)
    }

    /// Returns the scopes that every tenant has, for documents that anyone can read.
    pub(crate) const fn shared(&self) -> &Scopes {
        &self.shared
    }

    /// Returns the scopes of all tenants, for clients whose user is not known yet.
    pub(crate) const fn all(&self) -> &Scopes {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn scopes() -> &'static Scopes {
        Scopes::built_in()
    }

    fn names<'a>(entries: impl Iterator<Item = &'a ScopeEntry>) -> Vec<&'a str> {
        entries.map(|entry| entry.name.as_str()).collect()
    }

    /// A scope of an operation that the contract does not have.
    fn declared(name: &str, words: &str, granted_by: Role) -> ScopeEntry {
        let (planned, needs_user, is_default) = (false, false, false);
        let (name, words, nature) = (name.to_owned(), words.to_owned(), Nature::Plain);
        ScopeEntry { name, words, nature, granted_by, planned, needs_user, is_default, for_agents: false }
    }

    #[test]
    fn words_are_short_and_in_sentence_case() {
        assert_eq!(scopes().iter().count(), 25);
        for entry in scopes().iter() {
            assert!(entry.words.starts_with(char::is_uppercase) && entry.words.len() <= 50, "{}", entry.words);
            assert!(!entry.words.ends_with('.'), "{}", entry.words);
            let capitalized: Vec<_> =
                entry.words.split(' ').skip(1).filter(|word| word.starts_with(char::is_uppercase)).collect();
            assert!(capitalized.iter().all(|word| ["CAD", "BIM"].contains(word)), "{}", entry.words);
        }
    }

    #[test]
    fn a_client_that_asks_for_nothing_may_only_read() {
        assert_eq!(names(scopes().defaults()), ["projects:read", "documents:read", "takeoffs:read", "exports:read"]);
    }

    #[test]
    fn a_scope_that_is_not_known_goes_by_its_name() {
        assert_eq!(scopes().words("projects:read"), "Read projects");
        assert_eq!(scopes().words("old:scope"), "old:scope");
    }

    #[test]
    fn a_component_brings_its_scopes() {
        let (one, two) = (TenantId::random(), TenantId::random());
        let defaults = [declared("tenders:read", "Read tenders", Role::Viewer)];
        let own = vec![declared("permits:write", "Update permits", Role::Admin)];
        let catalog = ScopeCatalog::new(&defaults, &[(one.clone(), own)]);
        let ends = |of: &Scopes| names(of.offered().skip(scopes().offered().count())).join(" ");
        assert_eq!(ends(catalog.shared()), "tenders:read");
        assert_eq!(ends(catalog.of(&one)), "tenders:read permits:write");
        assert_eq!(ends(catalog.of(&two)), "tenders:read");
        assert_eq!(ends(catalog.all()), "tenders:read permits:write");
        let own = catalog.of(&one);
        assert!(own.may_grant(Role::Admin, "permits:write") && !own.may_grant(Role::Estimator, "permits:write"));
        assert!(!catalog.of(&two).may_grant(Role::Admin, "permits:write"));
        assert_eq!(*ScopeCatalog::new(&[], &[]).of(&one), *scopes());
    }

    #[test]
    fn a_tenants_component_does_not_change_what_users_read() {
        let tenant = TenantId::random();
        let wrong = vec![declared("projects:delete", "Read projects", Role::Viewer)];
        let catalog = ScopeCatalog::new(&[], &[(tenant.clone(), wrong.clone())]);
        assert_eq!(*catalog.of(&tenant), *scopes());
        let catalog = ScopeCatalog::new(&wrong, &[]);
        assert_eq!(catalog.of(&tenant).words("projects:delete"), "Read projects", "the operator's choice");
        assert_eq!(names(catalog.shared().iter()), names(scopes().iter()), "at the same place");
    }

    #[test]
    fn scopes_are_read_or_named() {
        assert_eq!(scopes().parse("projects:read  takeoffs:run").unwrap(), ["projects:read", "takeoffs:run"]);
        assert!(scopes().parse(" ").is_err());
        let all = scopes().parse("all").unwrap();
        assert!(all.iter().all(|name| scopes().entry(name).is_some_and(|entry| entry.nature != Nature::Premium)));
        assert!(all.contains(&"cad:convert".to_owned()) && !all.contains(&"estimates:read".to_owned()));
    }

    #[test]
    fn only_offered_scopes_are_accepted_and_listed() {
        for (name, reason) in [
            ("projects:reed", "is not a scope."),
            ("estimates:read", "is not available yet."),
            ("takeoffs:deep", "is a premium scope."),
        ] {
            let refused = scopes().parse(&format!("projects:read {name}")).unwrap_err().to_string();
            assert!(refused.contains(&format!("`{name}` {reason}")), "{refused}");
            let (_, listed) = refused.split_once("Valid scopes: ").unwrap();
            assert_eq!(listed.split(", ").collect::<Vec<_>>(), names(scopes().offered()));
        }
    }

    #[test]
    fn a_role_grants_what_it_may_itself() {
        assert!(scopes().may_grant(Role::Viewer, "projects:read") && !scopes().may_grant(Role::Viewer, "takeoffs:run"));
        assert!(
            scopes().may_grant(Role::Estimator, "projects:delete")
                && !scopes().may_grant(Role::Estimator, "webhooks:manage")
        );
        assert!(scopes().standard().all(|entry| scopes().may_grant(Role::Admin, &entry.name)));
        assert!(!scopes().may_grant(Role::Admin, "unknown:scope"));
    }

    /// A scope is offered if and only if an operation in the API document needs it.
    #[test]
    fn the_scopes_offered_are_those_that_operations_need() {
        let document: Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|path| path.as_object().unwrap().values());
        let needed: BTreeSet<&str> = operations
            .filter_map(|operation| operation["security"][0]["bearer"].as_array())
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        assert!(needed.len() > 10, "{needed:?}");
        assert_eq!(names(scopes().offered()).into_iter().collect::<BTreeSet<_>>(), needed);
    }

    #[test]
    fn a_request_loses_what_is_not_offered_and_keeps_what_is_unknown() {
        assert_eq!(
            scopes().only_offered("projects:read estimates:read bim:read no-such:scope"),
            "projects:read no-such:scope"
        );
    }
}
