//! `plumbline migrate`: the schema on PostgreSQL, brought up to this release.

use anyhow::{Context as _, Result};
use plumbline_config::Config;
use plumbline_terminal as output;
use serde_json::json;

/// Applies the steps that the database lacks, and gives the roles their rights.
pub(crate) async fn run(config: &Config, as_program: bool) -> Result<()> {
    let settings = config.database.postgres()?.context(
        "database.url is not set, so the data is in SQLite files, which every start migrates. Set database.url for \
         PostgreSQL, see docs/postgresql.md.",
    )?;
    let owner = config.database.owner_url.as_deref().context(
        "database.owner_url is not set. Set it to the address as the role that owns the schema, see docs/postgresql.md.",
    )?;
    let applied = plumbline_storage::migrate(owner, &settings).await.context("cannot migrate")?;
    output::show(as_program, &json!({"applied": applied}), |_| match applied {
        0 => "The schema is up to date".to_owned(),
        1 => "Applied 1 step".to_owned(),
        applied => format!("Applied {applied} steps"),
    })
}
