//! Types that the host and the gateway components share: scopes (tenants and environments), ids and times, the
//! clock, the host's own database as identity sees it, operations and what agents are offered, roles and scopes of credentials, usage events and credit accounts.
//!
//! Nothing here needs an operating system, so gateway components can use it too.
//!
//! ```
//! use plumbline_tenancy::{Environment, Scope, TenantId, checked_name};
//!
//! let scope = Scope::new(TenantId::random(), Environment::Sandbox);
//! assert!(scope.to_string().ends_with("/sandbox"));
//! assert_eq!(scope.to_string().parse::<Scope>(), Ok(scope));
//! assert_eq!(checked_name("  Ames & Co "), Ok("Ames & Co"));
//! ```

mod agents;
mod caller_ids;
pub mod clock;
mod credits;
mod database;
pub mod id;
mod name;
mod permissions;
mod route;
mod schema;
mod scope;
mod settings;
mod usage;

pub use agents::{Effect, JobTools, PromptEntry, PromptParameter, ToolEntry};
pub use caller_ids::{ClientId, UserId};
pub use credits::{CreditAccount, JobDetails, LedgerEntry, LedgerKind};
pub use database::{Database, DatabaseError, Statement};
pub use name::{InvalidName, checked_name};
pub use permissions::{InvalidRole, Nature, Role, ScopeEntry};
pub use plumbline_sql::{Row, Value};
pub use route::Route;
pub use schema::SchemaStep;
pub use scope::{Environment, InvalidScope, Scope, TenantId};
pub use settings::TenantSettings;
pub use usage::{Surface, UsageBatch, UsageEvent, UsageKey, UsageSum};
