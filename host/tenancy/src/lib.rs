//! Whose data is meant (tenants, environments, ids, times), the host's own database as identity sees it, which
//! operations there are, what the usage record has of a request, and what an account of credits holds.
//!
//! Nothing here needs an operating system: a gateway component uses it as the host does.

mod credits;
mod database;
pub mod id;
mod name;
mod route;
mod schema;
mod scope;
mod settings;
mod usage;

pub use credits::{CreditAccount, LedgerEntry, LedgerKind};
pub use database::{Column, Database, DatabaseError, Row, Statement};
pub use name::{NotAName, checked_name};
pub use route::Route;
pub use schema::SchemaStep;
pub use scope::{Environment, NotAScope, Scope, TenantId};
pub use settings::TenantSettings;
pub use usage::{Surface, UsageBatch, UsageEvent, UsageKey, UsageSum};
