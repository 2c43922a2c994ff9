//! Roles of users and scopes of credentials: their names, their words on pages, and who may grant what.

use std::str::FromStr;

/// The role of a user in the organization. Each role includes the permissions of the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Has read access.
    Viewer,
    /// Works on projects, takeoffs and exports.
    Estimator,
    /// Manages people, API keys and the destinations of events.
    Admin,
}

/// A text that is not the name of a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRole(String);

impl std::fmt::Display for InvalidRole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is not a valid role. Use `viewer`, `estimator` or `admin`.", self.0)
    }
}

impl std::error::Error for InvalidRole {}

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

    /// Returns the permissions, as a phrase that follows "can".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Viewer => "view projects, drawings and takeoffs",
            Self::Estimator => "create and update projects, drawings, takeoffs and exports",
            Self::Admin => "do everything that an estimator can, and manage users and API keys",
        }
    }
}

impl FromStr for Role {
    type Err = InvalidRole;

    fn from_str(text: &str) -> Result<Self, InvalidRole> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or_else(|| InvalidRole(text.to_owned()))
    }
}

/// What a credential for production works on.
pub const PRODUCTION: &str = "Your real projects and credits";

/// The effect of allowing a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Reads, or makes changes that can be undone.
    Plain,
    /// Costs credits.
    Billable,
    /// Deletes permanently.
    Destructive,
    /// Gives access to paid work. Granted on request, never on the consent page.
    Premium,
}

/// One scope of the service contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScopeEntry {
    /// Name in tokens.
    pub name: &'static str,
    /// Display name, in sentence case.
    pub words: &'static str,
    /// Effect of allowing the scope.
    pub nature: Nature,
    /// Lowest role that may grant the scope.
    pub granted_by: Role,
    /// Whether an operation needs the scope. Other scopes are not offered, but a credential may hold them.
    pub served: bool,
    /// Whether every operation that needs the scope also needs a signed-in user, so that API keys are not offered it.
    pub needs_user: bool,
    /// Whether a client that does not ask for scopes gets this one.
    pub is_default: bool,
}

const fn served(name: &'static str, nature: Nature, granted_by: Role, words: &'static str) -> ScopeEntry {
    ScopeEntry { name, words, nature, granted_by, served: true, needs_user: false, is_default: false }
}

const fn planned(name: &'static str, nature: Nature, granted_by: Role, words: &'static str) -> ScopeEntry {
    ScopeEntry { served: false, ..served(name, nature, granted_by, words) }
}

/// Returns a scope that only reads and that clients get by default.
const fn read_by_default(name: &'static str, words: &'static str) -> ScopeEntry {
    ScopeEntry { is_default: true, ..served(name, Nature::Plain, Role::Viewer, words) }
}

/// All scopes, in the order in which pages list them.
pub const SCOPES: &[ScopeEntry] = &[
    read_by_default("projects:read", "Read projects"),
    served("projects:write", Nature::Plain, Role::Estimator, "Create and update projects"),
    served(
        "projects:delete",
        Nature::Destructive,
        Role::Estimator,
        "Delete projects, with their drawings and takeoffs",
    ),
    read_by_default("documents:read", "Read and download drawings"),
    served("documents:write", Nature::Plain, Role::Estimator, "Upload drawings"),
    served("documents:delete", Nature::Destructive, Role::Estimator, "Delete drawings, with their takeoffs"),
    read_by_default("takeoffs:read", "Read takeoffs"),
    served("takeoffs:run", Nature::Billable, Role::Estimator, "Create takeoffs"),
    served("takeoffs:review", Nature::Plain, Role::Estimator, "Review takeoffs"),
    planned("takeoffs:delete", Nature::Destructive, Role::Estimator, "Delete takeoffs"),
    served("takeoffs:deep", Nature::Premium, Role::Admin, "Create deep takeoffs"),
    planned("estimates:read", Nature::Plain, Role::Viewer, "Read estimates"),
    planned("estimates:generate", Nature::Billable, Role::Estimator, "Create estimates"),
    read_by_default("exports:read", "Download exports"),
    served("exports:create", Nature::Plain, Role::Estimator, "Create exports"),
    served("billing:read", Nature::Plain, Role::Viewer, "Read credits and usage"),
    planned("billing:write", Nature::Plain, Role::Admin, "Buy credits"),
    planned("events:read", Nature::Plain, Role::Viewer, "Read events"),
    planned("webhooks:manage", Nature::Plain, Role::Admin, "Manage webhooks"),
    planned("interior:read", Nature::Premium, Role::Viewer, "Read interior renders"),
    planned("interior:generate", Nature::Premium, Role::Admin, "Create interior renders"),
    ScopeEntry { needs_user: true, ..served("cad:convert", Nature::Plain, Role::Estimator, "Convert drawings to CAD") },
    planned("bim:read", Nature::Premium, Role::Viewer, "Read BIM models"),
    planned("bim:generate", Nature::Premium, Role::Admin, "Create BIM models"),
    planned("clash:run", Nature::Premium, Role::Admin, "Run clash detection"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_and_in_sentence_case() {
        for entry in SCOPES {
            assert!(entry.words.starts_with(char::is_uppercase) && entry.words.len() <= 50, "{}", entry.words);
            assert!(!entry.words.ends_with('.'), "{}", entry.words);
            let capitalized: Vec<_> =
                entry.words.split(' ').skip(1).filter(|word| word.starts_with(char::is_uppercase)).collect();
            assert!(capitalized.iter().all(|word| ["CAD", "BIM"].contains(word)), "{}", entry.words);
        }
    }

    #[test]
    fn a_client_that_asks_for_nothing_may_only_read() {
        let default: Vec<_> = SCOPES.iter().filter(|entry| entry.is_default).map(|entry| entry.name).collect();
        assert_eq!(default, ["projects:read", "documents:read", "takeoffs:read", "exports:read"]);
    }

    #[test]
    fn a_role_is_read_by_its_name() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse(), Ok(role));
        }
        let refused = "owner".parse::<Role>().unwrap_err().to_string();
        assert_eq!(refused, "`owner` is not a valid role. Use `viewer`, `estimator` or `admin`.");
    }
}
