//! A host on PostgreSQL.
//!
//! - `requests`: a read and a write, compared with axum + sqlx on the same database.
//! - `rows`: calls of a tenant with ten million items, compared with the same calls when it had ten thousand.
//! - `tenants`: the first call and the memory of ten thousand tenants, compared with their second call.

mod requests;
mod rows;
mod served;
mod tenants;

use anyhow::Result;
use served::Served;

/// Runs those whose name is wanted.
pub(crate) async fn run(wanted: impl Fn(&str) -> bool) -> Result<()> {
    if wanted("postgresql-requests") {
        requests::run().await?;
    }
    if wanted("postgresql-rows") {
        rows::run().await?;
    }
    if wanted("postgresql-tenants") {
        tenants::run().await?;
    }
    Ok(())
}
