//! Moving an installation between SQLite files and PostgreSQL, in either direction.
//!
//! Tables are copied page by page in the order of their keys. A page that the target already has is skipped, so a move that
//! was interrupted goes on where it ended. Afterwards, both sides are read once more and compared by count and digest.
//!
//! - `sqlite`: the tables of a data directory. `plumbline_postgres::Owner` has those on PostgreSQL.
//! - `digest`: the digest of a table's rows.
//! - `files`: tenants' files, components and the key file.

mod digest;
mod files;
mod sqlite;

use std::path::PathBuf;

use plumbline_postgres::{Owner, ScopeId, Table};
use plumbline_sql::Value;
use plumbline_tenancy::{Environment, Scope, TenantId};

use crate::error::StorageError;
use digest::Digest;
pub use files::{FilesPlace, MovedFiles, move_files};
use sqlite::{Bounds, Files};

/// Rows that are read and written at a time.
const PAGE: i64 = 1_000;

/// Where the tables of an installation are.
#[derive(Debug, Clone)]
pub enum Place {
    /// SQLite files in a data directory.
    Files(PathBuf),
    /// PostgreSQL: the address as the role that owns the schema.
    Postgres(String),
}

impl Place {
    /// Parses an argument of the command line: an address of PostgreSQL, or a folder.
    pub fn parse(text: &str) -> Self {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            Self::Postgres(text.to_owned())
        } else {
            Self::Files(text.into())
        }
    }
}

/// A table that was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    /// The scope, or `None` for a table of the host.
    pub scope: Option<Scope>,
    /// The table.
    pub table: String,
    /// Its rows, on both sides.
    pub rows: u64,
    /// The rows that this run wrote. The others were there already.
    pub written: u64,
    /// The digest of the rows, which is the same on both sides.
    pub digest: String,
}

/// Moves all tables. `report` is called after each table.
///
/// No host may serve from either side meanwhile. The caller checks that for a data directory.
///
/// # Errors
/// [`StorageError::Invalid`] if the two places are not SQLite files and PostgreSQL, if hosts are connected to PostgreSQL, or if
/// the target has rows of its own. Other errors if a row cannot be read or written. Another call then continues.
pub async fn move_tables(
    from: &Place,
    to: &Place,
    mut report: impl FnMut(&MovedTable),
) -> Result<Vec<MovedTable>, StorageError> {
    let (owner, folder) = match (from, to) {
        (Place::Files(folder), Place::Postgres(address)) => (Owner::connect("--to", address).await?, folder),
        (Place::Postgres(address), Place::Files(folder)) => (Owner::connect("--from", address).await?, folder),
        _ => {
            return Err(StorageError::Invalid(
                "--from, --to: one must be a data directory and the other an address of PostgreSQL, such as \
                 postgres://owner@host/database"
                    .into(),
            ));
        }
    };
    let sessions = owner.other_sessions().await?;
    if sessions > 0 {
        return Err(StorageError::Invalid(format!(
            "the database has {sessions} sessions of other roles. Stop all hosts, then try again."
        )));
    }
    let tables = owner.tables().await?;
    let is_to_postgres = matches!(to, Place::Postgres(_));
    let mut files = if is_to_postgres { Files::open(folder)? } else { Files::create(folder).await? };
    files.check_tables(&tables)?;
    let mut moving = Moving { owner, files: &mut files, is_to_postgres, moved: Vec::new(), report: &mut report };

    for table in tables.iter().filter(|table| !table.is_of_scopes()) {
        moving.move_table(table, None, None).await?;
    }
    for scope in moving.scopes().await? {
        let id = moving.owner.open_scope(scope.tenant.as_str(), scope.environment.as_str()).await?;
        moving.files.open_scope(&scope, is_to_postgres).await?;
        for table in tables.iter().filter(|table| table.is_of_scopes()) {
            moving.move_table(table, Some(id), Some(&scope)).await?;
        }
    }
    if is_to_postgres {
        for table in &tables {
            moving.owner.continue_numbers(table).await?;
        }
    }
    Ok(moving.moved)
}

/// A move in progress.
struct Moving<'a> {
    owner: Owner,
    files: &'a mut Files,
    is_to_postgres: bool,
    moved: Vec<MovedTable>,
    report: &'a mut dyn FnMut(&MovedTable),
}

impl Moving<'_> {
    async fn scopes(&self) -> Result<Vec<Scope>, StorageError> {
        if self.is_to_postgres {
            return self.files.scopes();
        }
        let found = self.owner.scopes().await?;
        let parse = |(tenant, environment, _): (String, String, i64)| {
            Ok(Scope::new(TenantId::parse(tenant)?, environment.parse::<Environment>()?))
        };
        found.into_iter().map(parse).collect()
    }

    /// Reads rows of the source or of the target.
    async fn read(
        &self,
        is_target: bool,
        table: &Table,
        id: ScopeId,
        bounds: Bounds<'_>,
        most: i64,
    ) -> Result<Vec<Vec<Value>>, StorageError> {
        if is_target == self.is_to_postgres {
            Ok(self.owner.read(table, id, bounds, most).await?)
        } else {
            self.files.read(table, bounds, most)
        }
    }

    async fn write(&mut self, table: &Table, id: ScopeId, rows: &[Vec<Value>]) -> Result<(), StorageError> {
        if self.is_to_postgres { Ok(self.owner.write(table, id, rows).await?) } else { self.files.write(table, rows) }
    }

    async fn move_table(&mut self, table: &Table, id: ScopeId, scope: Option<&Scope>) -> Result<(), StorageError> {
        let table = &self.files.common(table)?;
        let place = |error: StorageError| match scope {
            Some(scope) => StorageError::Damaged(format!("{} of {scope}: {error}", table.name)),
            None => StorageError::Damaged(format!("{}: {error}", table.name)),
        };
        let written = self.copy(table, id).await.map_err(place)?;
        let (source, target) = (self.digest(false, table, id).await?, self.digest(true, table, id).await?);
        if source != target {
            return Err(StorageError::Invalid(format!(
                "--to: {} has {} rows after the move, and the source has {} ({} and {}). Move to an empty database or a \
                 new folder.",
                table.name,
                target.rows(),
                source.rows(),
                target.hex(),
                source.hex()
            )));
        }
        let moved = MovedTable {
            scope: scope.cloned(),
            table: table.name.clone(),
            rows: source.rows(),
            written,
            digest: source.hex(),
        };
        (self.report)(&moved);
        self.moved.push(moved);
        Ok(())
    }

    /// Copies the rows that the target lacks or has otherwise, and returns how many.
    async fn copy(&mut self, table: &Table, id: ScopeId) -> Result<u64, StorageError> {
        let (mut after, mut written) = (None, 0);
        loop {
            let rows = self.read(false, table, id, (after.as_deref(), None), PAGE).await?;
            let Some(last) = rows.last().map(|row| table.key_of(row)) else { return Ok(written) };
            let present = self.read(true, table, id, (after.as_deref(), Some(&last)), PAGE + 1).await?;
            if present != rows {
                self.write(table, id, &rows).await?;
                written += rows.len() as u64;
            }
            after = Some(last);
        }
    }

    async fn digest(&self, is_target: bool, table: &Table, id: ScopeId) -> Result<Digest, StorageError> {
        let (mut after, mut digest) = (None::<Vec<Value>>, Digest::default());
        loop {
            let rows = self.read(is_target, table, id, (after.as_deref(), None), PAGE).await?;
            let Some(last) = rows.last() else { return Ok(digest) };
            after = Some(table.key_of(last));
            rows.iter().for_each(|row| digest.add(row));
        }
    }
}
