//! What a credential may be allowed, in plain words, and what a role may grant.

use crate::error::IdentityError;
use crate::people::Role;

/// What allowing a scope can lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Looking, or changing what can be changed back.
    Plain,
    /// Costs credits.
    Billable,
    /// Deletes for good.
    Destructive,
    /// Paid work that is opened on request, never on the consent page.
    Premium,
}

/// One scope of the service contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScopeEntry {
    /// As it stands in tokens.
    pub name: &'static str,
    /// What it allows, after "It may …".
    pub words: &'static str,
    /// What allowing it can lead to.
    pub nature: Nature,
    /// The least role that may grant it.
    pub granted_by: Role,
}

const fn entry(name: &'static str, nature: Nature, granted_by: Role, words: &'static str) -> ScopeEntry {
    ScopeEntry { name, words, nature, granted_by }
}

/// All scopes, in the order in which people are shown them.
pub const SCOPES: &[ScopeEntry] = &[
    entry("projects:read", Nature::Plain, Role::Viewer, "see your projects"),
    entry("projects:write", Nature::Plain, Role::Estimator, "create and change projects"),
    entry(
        "projects:delete",
        Nature::Destructive,
        Role::Estimator,
        "delete projects with all their drawings and takeoffs",
    ),
    entry("documents:read", Nature::Plain, Role::Viewer, "see and download your drawings"),
    entry("documents:write", Nature::Plain, Role::Estimator, "upload drawings"),
    entry("documents:delete", Nature::Destructive, Role::Estimator, "delete drawings with their takeoffs"),
    entry("takeoffs:read", Nature::Plain, Role::Viewer, "see takeoffs: items, routes and schedules"),
    entry("takeoffs:run", Nature::Billable, Role::Estimator, "run takeoffs, which cost credits"),
    entry("takeoffs:review", Nature::Plain, Role::Estimator, "accept, reject and adjust items"),
    entry("takeoffs:delete", Nature::Destructive, Role::Estimator, "delete takeoffs"),
    entry("takeoffs:deep", Nature::Premium, Role::Admin, "run deep takeoffs"),
    entry("estimates:read", Nature::Plain, Role::Viewer, "see estimates"),
    entry("estimates:generate", Nature::Billable, Role::Estimator, "generate estimates, which cost credits"),
    entry("exports:read", Nature::Plain, Role::Viewer, "download exports"),
    entry("exports:create", Nature::Plain, Role::Estimator, "create exports"),
    entry("billing:read", Nature::Plain, Role::Viewer, "see credits and usage"),
    entry("billing:write", Nature::Plain, Role::Admin, "buy credits"),
    entry("events:read", Nature::Plain, Role::Viewer, "read the event log"),
    entry("webhooks:manage", Nature::Plain, Role::Admin, "manage where events are sent"),
    entry("interior:read", Nature::Premium, Role::Viewer, "see floor-plan renders"),
    entry("interior:generate", Nature::Premium, Role::Admin, "render floor plans and start purchases"),
    entry("cad:convert", Nature::Plain, Role::Estimator, "convert PDF drawings to CAD files"),
    entry("bim:read", Nature::Premium, Role::Viewer, "see BIM models"),
    entry("bim:generate", Nature::Premium, Role::Admin, "generate BIM models"),
    entry("clash:run", Nature::Premium, Role::Admin, "run clash detection"),
];

/// The scope of that name.
pub fn scope_entry(name: &str) -> Option<&'static ScopeEntry> {
    SCOPES.iter().find(|entry| entry.name == name)
}

/// Every scope that is not premium.
pub(crate) fn standard() -> impl Iterator<Item = &'static ScopeEntry> {
    SCOPES.iter().filter(|entry| entry.nature != Nature::Premium)
}

/// Whether someone in this role may grant the scope.
pub(crate) fn may_grant(role: Role, name: &str) -> bool {
    scope_entry(name).is_some_and(|entry| role >= entry.granted_by)
}

/// Blank-separated scopes; `all` is every scope that is not premium.
///
/// # Errors
/// When one is not known, or none is named.
pub fn parse_scopes(text: &str) -> Result<Vec<String>, IdentityError> {
    if text.trim() == "all" {
        return Ok(standard().map(|entry| entry.name.to_owned()).collect());
    }
    let scopes: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(unknown) = scopes.iter().find(|scope| scope_entry(scope).is_none()) {
        let known: Vec<&str> = SCOPES.iter().map(|entry| entry.name).collect();
        return Err(IdentityError::Invalid(format!("scopes: `{unknown}` is no scope; known are: {}", known.join(" "))));
    }
    if scopes.is_empty() {
        return Err(IdentityError::Invalid("scopes: name at least one scope, or `all`".into()));
    }
    Ok(scopes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_or_named() {
        assert_eq!(parse_scopes("projects:read  takeoffs:run").unwrap(), ["projects:read", "takeoffs:run"]);
        assert!(parse_scopes("projects:reed").unwrap_err().to_string().contains("projects:reed"));
        assert!(parse_scopes(" ").is_err());
        assert!(parse_scopes("all").unwrap().iter().all(|s| scope_entry(s).unwrap().nature != Nature::Premium));
    }

    #[test]
    fn a_role_grants_what_it_may_itself() {
        assert!(may_grant(Role::Viewer, "projects:read") && !may_grant(Role::Viewer, "takeoffs:run"));
        assert!(may_grant(Role::Estimator, "projects:delete") && !may_grant(Role::Estimator, "webhooks:manage"));
        assert!(standard().all(|entry| may_grant(Role::Admin, entry.name)));
        assert!(!may_grant(Role::Admin, "unknown:scope"));
    }
}
