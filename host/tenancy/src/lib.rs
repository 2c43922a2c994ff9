//! Whose data is meant (tenants, environments, ids, times), and the host's own database as identity sees it.
//!
//! Nothing here needs an operating system: a gateway component uses it as the host does.

mod database;
pub mod id;
mod name;
mod scope;
mod settings;

pub use database::{Column, Database, DatabaseError, Row, Statement};
pub use name::{NotAName, checked_name};
pub use scope::{Environment, NotAScope, Scope, TenantId};
pub use settings::TenantSettings;
