//! A statement through a component's connection, with its sandbox and limits, compared with the same statement through bare sqlx.

use std::time::Instant;

use anyhow::Result;
use plumbline_storage::{Environment, Scope, Storage, StorageConfig, Value};
use sqlx::Connection as _;

use crate::median;

/// Statements of one round.
const STATEMENTS: u32 = 3_000;
/// Rounds. The two alternate.
const ROUNDS: usize = 5;
const READ: &str = "SELECT id, name, created_at FROM projects WHERE id = ?";
const INSERT: &str = "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'a', '{}', '2026-01-01')";

pub(crate) async fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let storage = Storage::open(&StorageConfig::new(folder.path())).await?;
    let tenant = storage.control.create_tenant("Bench").await?;
    let database = storage.tenant(&Scope::new(tenant.id.clone(), Environment::Production)).await?;
    database.connect().execute(INSERT, Vec::new()).await?;
    let path = folder.path().join("tenants").join(tenant.id.as_str()).join("production.db");
    let mut bare = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..STATEMENTS {
            sqlx::query_as::<_, (String, String, String)>(READ).bind("prj_1").fetch_all(&mut bare).await?;
        }
        theirs.push(start.elapsed().as_secs_f64() * 1e6 / f64::from(STATEMENTS));
        let start = Instant::now();
        for _ in 0..STATEMENTS {
            // One connection per request, as components do.
            database.connect().execute(READ, vec![Value::Text("prj_1".into())]).await?;
        }
        ours.push(start.elapsed().as_secs_f64() * 1e6 / f64::from(STATEMENTS));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "statements: through a component's connection {ours:.1} µs, bare sqlx {theirs:.1} µs, ratio {:.2}",
        ours / theirs
    );
    Ok(())
}
