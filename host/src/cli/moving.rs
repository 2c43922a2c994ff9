//! `plumbline move`: an installation between SQLite files and PostgreSQL, in either direction.

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use plumbline_config::Config;
use plumbline_storage::{FilesPlace, MovedFiles, MovedTable, Place};
use plumbline_terminal as output;
use serde_json::{Value, json};

use crate::app::serving;

/// Arguments of `move`.
#[derive(Debug, Args)]
pub(crate) struct Move {
    /// A data directory with SQLite files, or the address of PostgreSQL as the role that owns the schema
    #[arg(long, value_name = "DIR|URL")]
    from: String,
    /// The destination, which is the other kind and has no installation yet
    #[arg(long, value_name = "DIR|URL")]
    to: String,
}

/// Moves tables, tenants' files, components and the key file. A move that was interrupted continues.
pub(crate) async fn run(config: &Config, Move { from, to }: Move, as_program: bool) -> Result<()> {
    let (from, to) = (Place::parse(&from), Place::parse(&to));
    for place in [&from, &to] {
        if let Place::Files(folder) = place {
            let is_free = serving::running_servers(folder).is_empty();
            ensure!(is_free, "{} has a running server. Stop it, then try again.", folder.display());
        }
    }
    let (source, target) = (files_place(config, &from)?, files_place(config, &to)?);
    let report = |table: &MovedTable| {
        if !as_program && table.rows > 0 {
            let scope = table.scope.as_ref().map(ToString::to_string).unwrap_or_default();
            eprintln!("{:<28} {scope} {} rows, {} written", table.table, table.rows, table.written);
        }
    };
    let tables = plumbline_storage::move_tables(&from, &to, report).await.context("cannot move the tables")?;
    let files = plumbline_storage::move_files(&source, &target).await.context("cannot move the files")?;
    output::show(as_program, &as_json(&tables, files), |_| {
        let rows: u64 = tables.iter().map(|table| table.rows).sum();
        format!(
            "Moved {rows} rows and {} files ({} bytes). Counts and digests are the same on both sides.",
            files.files, files.bytes
        )
    })
}

/// Returns where the files belong to tables in a place: beside SQLite files, or where the settings say.
fn files_place(config: &Config, place: &Place) -> Result<FilesPlace> {
    Ok(match place {
        Place::Files(folder) => FilesPlace { data_dir: folder.clone(), s3: None },
        Place::Postgres(_) => FilesPlace { data_dir: config.data_dir.clone(), s3: config.blobs.s3()? },
    })
}

fn as_json(tables: &[MovedTable], files: MovedFiles) -> Value {
    let tables: Vec<Value> = tables
        .iter()
        .map(|table| {
            json!({
                "scope": table.scope.as_ref().map(ToString::to_string), "table": table.table, "rows": table.rows,
                "written": table.written, "digest": table.digest,
            })
        })
        .collect();
    let MovedFiles { files, bytes, written } = files;
    json!({"tables": tables, "files": {"files": files, "bytes": bytes, "written": written}})
}
