//! Roles of users and scopes of credentials: their names, and who may grant what.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The role of a user in the organization. Each role includes the permissions of the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Has read access.
    Viewer,
    /// Creates and updates resources.
    Estimator,
    /// Manages people, API keys and the destinations of events.
    Admin,
}

/// A text that is not the name of a role.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a valid role. Use `viewer`, `estimator` or `admin`.")]
pub struct InvalidRole(String);

impl Role {
    /// All roles, lowest first.
    pub const ALL: [Self; 3] = [Self::Viewer, Self::Estimator, Self::Admin];
    /// The role that pages suggest for a new user.
    pub const SUGGESTED: Self = Self::Estimator;

    /// Returns the name used in the database and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Estimator => "estimator",
            Self::Admin => "admin",
        }
    }

    /// Returns the display name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Viewer => "Viewer",
            Self::Estimator => "Estimator",
            Self::Admin => "Admin",
        }
    }
}

impl FromStr for Role {
    type Err = InvalidRole;

    fn from_str(text: &str) -> Result<Self, InvalidRole> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or_else(|| InvalidRole(text.to_owned()))
    }
}

/// The effect of allowing a scope.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nature {
    /// Reads, or makes changes that can be undone.
    #[default]
    Plain,
    /// Costs credits.
    Billable,
    /// Deletes permanently.
    Destructive,
    /// Gives access to paid work. Granted on request, never on the consent page.
    Premium,
}

/// A scope, as an endpoint component declares it in its scopes section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScopeEntry {
    /// Name in tokens.
    pub name: String,
    /// Display name, in sentence case. Shown on the consent page.
    pub words: String,
    /// Effect of allowing the scope.
    #[serde(default)]
    pub nature: Nature,
    /// Lowest role that may grant the scope.
    pub granted_by: Role,
    /// Whether no operation needs the scope yet. Such scopes are not offered, but a credential may hold them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub planned: bool,
    /// Whether every operation that needs the scope also needs a signed-in user, so that API keys are not offered it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub needs_user: bool,
    /// Whether a client that does not ask for scopes gets this one.
    #[serde(rename = "default", default, skip_serializing_if = "is_false")]
    pub is_default: bool,
    /// Whether a tool of agents needs the scope. The host finds out from the tools of all components.
    #[serde(skip)]
    pub for_agents: bool,
}

const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_read_by_its_name() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse(), Ok(role));
        }
        let refused = "owner".parse::<Role>().unwrap_err().to_string();
        assert_eq!(refused, "`owner` is not a valid role. Use `viewer`, `estimator` or `admin`.");
    }
}
