//! The scopes that the service contract declares: which of them are offered, and which a role may grant.

use plumbline_contract::access::Role;
pub(crate) use plumbline_contract::access::{Nature, SCOPES, ScopeEntry};

use crate::error::IdentityError;

/// Returns the scope with this name.
pub fn scope_entry(name: &str) -> Option<&'static ScopeEntry> {
    SCOPES.iter().find(|entry| entry.name == name)
}

/// Returns the scopes that a client may ask for: all that are not premium.
pub(crate) fn standard() -> impl Iterator<Item = &'static ScopeEntry> {
    SCOPES.iter().filter(|entry| entry.nature != Nature::Premium)
}

/// Returns the scopes that pages and discovery documents offer: those of [`standard`] that an operation needs.
pub(crate) fn offered() -> impl Iterator<Item = &'static ScopeEntry> {
    standard().filter(|entry| entry.served)
}

/// Returns the scopes that are offered for an API key. An operation that needs a signed-in user refuses every key.
pub(crate) fn offered_to_keys() -> impl Iterator<Item = &'static ScopeEntry> {
    offered().filter(|entry| !entry.needs_user)
}

/// Returns the scopes of a client that does not ask for any.
pub(crate) fn default_scopes() -> impl Iterator<Item = &'static ScopeEntry> {
    SCOPES.iter().filter(|entry| entry.is_default)
}

/// Removes the contract's scopes that are not offered from a list. Names that are not in the contract are kept, so
/// that they are refused as unknown.
pub(crate) fn only_offered(scope: &str) -> String {
    let kept = |name: &&str| scope_entry(name).is_none() || offered().any(|entry| entry.name == *name);
    scope.split_ascii_whitespace().filter(kept).collect::<Vec<_>>().join(" ")
}

/// Returns whether a user with this role may grant the scope.
pub(crate) fn may_grant(role: Role, name: &str) -> bool {
    scope_entry(name).is_some_and(|entry| role >= entry.granted_by)
}

/// Parses the scopes of a new credential, separated by spaces. `all` means every scope that is offered.
///
/// # Errors
/// Returns an error if a scope is unknown or not offered, or the list is empty.
pub fn parse_scopes(text: &str) -> Result<Vec<String>, IdentityError> {
    if text.trim() == "all" {
        return Ok(offered().map(|entry| entry.name.to_owned()).collect());
    }
    let scopes: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(refused) = scopes.iter().find(|scope| offered().all(|entry| entry.name != scope.as_str())) {
        let valid: Vec<&str> = offered().map(|entry| entry.name).collect();
        let reason = match scope_entry(refused) {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn scopes_are_read_or_named() {
        assert_eq!(parse_scopes("projects:read  takeoffs:run").unwrap(), ["projects:read", "takeoffs:run"]);
        assert!(parse_scopes(" ").is_err());
        let all = parse_scopes("all").unwrap();
        assert!(all.iter().all(|name| scope_entry(name).is_some_and(|entry| entry.nature != Nature::Premium)));
        assert!(all.contains(&"cad:convert".to_owned()) && !all.contains(&"estimates:read".to_owned()));
    }

    #[test]
    fn only_offered_scopes_are_accepted_and_listed() {
        for (name, reason) in [
            ("projects:reed", "is not a scope."),
            ("webhooks:manage", "is not available yet."),
            ("takeoffs:deep", "is a premium scope."),
        ] {
            let refused = parse_scopes(&format!("projects:read {name}")).unwrap_err().to_string();
            assert!(refused.contains(&format!("`{name}` {reason}")), "{refused}");
            let (_, listed) = refused.split_once("Valid scopes: ").unwrap();
            assert_eq!(listed.split(", ").collect::<Vec<_>>(), offered().map(|entry| entry.name).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_role_grants_what_it_may_itself() {
        assert!(may_grant(Role::Viewer, "projects:read") && !may_grant(Role::Viewer, "takeoffs:run"));
        assert!(may_grant(Role::Estimator, "projects:delete") && !may_grant(Role::Estimator, "webhooks:manage"));
        assert!(standard().all(|entry| may_grant(Role::Admin, entry.name)));
        assert!(!may_grant(Role::Admin, "unknown:scope"));
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
        assert_eq!(offered().map(|entry| entry.name).collect::<BTreeSet<_>>(), needed);
    }

    #[test]
    fn a_request_loses_what_is_not_offered_and_keeps_what_is_unknown() {
        assert_eq!(only_offered("projects:read events:read bim:read no-such:scope"), "projects:read no-such:scope");
    }
}
