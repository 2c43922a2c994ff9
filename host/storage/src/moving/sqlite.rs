//! The tables of a data directory.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plumbline_postgres::{ColumnKind, Table};
use plumbline_sql::{SqlLimits, Value};
use plumbline_tenancy::{Environment, Scope, TenantId};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, params_from_iter};

use crate::control::Control;
use crate::error::StorageError;
use crate::signal::OutboxSignal;
use crate::sqlite::Database;

/// The rows to read: those after a key, up to and including another.
pub(super) type Bounds<'a> = (Option<&'a [Value]>, Option<&'a [Value]>);

/// The databases of a data directory: the host's, and that of one scope at a time.
pub(super) struct Files {
    folder: PathBuf,
    control: Connection,
    scope: Option<Connection>,
}

impl Files {
    /// Opens an installation.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if the folder has none.
    pub(super) fn open(folder: &Path) -> Result<Self, StorageError> {
        let control = folder.join("control.db");
        if !control.exists() {
            return Err(StorageError::NotFound(format!("--from: {} has no installation", folder.display())));
        }
        Ok(Self { control: open(&control)?, folder: folder.to_owned(), scope: None })
    }

    /// Creates an installation without rows, or opens the one of an interrupted move.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub(super) async fn create(folder: &Path) -> Result<Self, StorageError> {
        crate::storage::create_private_dir(folder)?;
        Control::open(folder, None).await?.pool().close().await;
        Self::open(folder)
    }

    /// Opens the database of a scope. With `exists`, it must exist; otherwise it is created.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub(super) async fn open_scope(&mut self, scope: &Scope, exists: bool) -> Result<(), StorageError> {
        let path = scope_file(&self.folder, scope);
        if !exists {
            if let Some(folder) = path.parent() {
                crate::storage::create_private_dir(folder)?;
            }
            let (limits, signal) = (SqlLimits::default(), Arc::new(OutboxSignal::default()));
            let created = Database::open(scope.clone(), path.clone(), limits, signal, Duration::from_secs(1)).await?;
            created.host().close().await;
        }
        self.scope = Some(open(&path)?);
        Ok(())
    }

    /// Returns the scopes that have a database.
    ///
    /// # Errors
    /// Returns an error if the tenants cannot be read.
    pub(super) fn scopes(&self) -> Result<Vec<Scope>, StorageError> {
        let mut select = self.control.prepare("SELECT id FROM tenants ORDER BY id").map_err(failed)?;
        let tenants = select.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
        let mut scopes = Vec::new();
        for tenant in tenants {
            let tenant = TenantId::parse(tenant.map_err(failed)?)?;
            let both = Environment::ALL.into_iter().map(|environment| Scope::new(tenant.clone(), environment));
            scopes.extend(both.filter(|scope| scope_file(&self.folder, scope).exists()));
        }
        Ok(scopes)
    }

    /// Checks that every table of the host's database is among these.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] that names a table that PostgreSQL lacks.
    pub(super) fn check_tables(&self, tables: &[Table]) -> Result<(), StorageError> {
        let select = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name NOT LIKE '\\_%' ESCAPE '\\'";
        let mut select = self.control.prepare(select).map_err(failed)?;
        let names = select.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
        for name in names {
            let name = name.map_err(failed)?;
            if !tables.iter().any(|table| table.name == name) {
                return Err(StorageError::Invalid(format!(
                    "the database on PostgreSQL lacks the table {name}. Run `plumbline migrate` of this release first."
                )));
            }
        }
        Ok(())
    }

    /// Returns a table with the columns that both databases have.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] if the file has a column that PostgreSQL lacks.
    pub(super) fn common(&self, table: &Table) -> Result<Table, StorageError> {
        let select = format!("SELECT name FROM pragma_table_info('{}')", table.name);
        let mut select = self.database(table)?.prepare(&select).map_err(failed)?;
        let names = select.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
        let names: BTreeSet<String> = names.collect::<Result<_, _>>().map_err(failed)?;
        if let Some(missing) = names.iter().find(|name| table.columns.iter().all(|column| column.name != **name)) {
            return Err(StorageError::Invalid(format!(
                "the database on PostgreSQL lacks the column {}.{missing}. Run `plumbline migrate` of this release first.",
                table.name
            )));
        }
        let key: Vec<&String> = table.key.iter().map(|&place| &table.columns[place].name).collect();
        let mut common = table.clone();
        common.columns.retain(|column| names.contains(&column.name));
        common.key =
            key.into_iter().filter_map(|name| common.columns.iter().position(|column| column.name == *name)).collect();
        Ok(common)
    }

    /// Returns at most `most` rows in the order of their keys.
    ///
    /// # Errors
    /// [`StorageError::Damaged`] if a value is not of its column's type.
    pub(super) fn read(
        &self,
        table: &Table,
        (after, until): Bounds<'_>,
        most: i64,
    ) -> Result<Vec<Vec<Value>>, StorageError> {
        let columns: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
        let key: Vec<&str> = table.key.iter().map(|&place| columns[place].as_str()).collect();
        let (mut conditions, mut values) = (vec!["TRUE".to_owned()], Vec::new());
        for (operator, bound) in [(">", after), ("<=", until)] {
            let Some(bound) = bound else { continue };
            let places = vec!["?"; bound.len()].join(", ");
            conditions.push(format!("({}) {operator} ({places})", key.join(", ")));
            values.extend(bound.iter().map(to_sqlite));
        }
        let sql = format!(
            "SELECT {} FROM {} WHERE {} ORDER BY {} LIMIT {most}",
            columns.join(", "),
            quoted(&table.name),
            conditions.join(" AND "),
            key.join(", "),
        );
        let mut select = self.database(table)?.prepare_cached(&sql).map_err(failed)?;
        let mut found = select.query(params_from_iter(values)).map_err(failed)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().map_err(failed)? {
            let value = |(place, column): (usize, &plumbline_postgres::Column)| {
                from_sqlite(row.get_ref(place).map_err(failed)?, column.kind)
                    .ok_or_else(|| StorageError::Damaged(format!("{} holds a value of another type", column.name)))
            };
            rows.push(table.columns.iter().enumerate().map(value).collect::<Result<_, _>>()?);
        }
        Ok(rows)
    }

    /// Writes rows in one transaction, without the table's triggers. A row with the key of one that exists replaces it.
    ///
    /// # Errors
    /// Returns an error if the database refuses a row. Nothing is written then.
    pub(super) fn write(&mut self, table: &Table, rows: &[Vec<Value>]) -> Result<(), StorageError> {
        let columns: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
        let key: Vec<&str> = table.key.iter().map(|&place| columns[place].as_str()).collect();
        let changes: Vec<String> = (0..columns.len())
            .filter(|place| !table.key.contains(place))
            .map(|place| format!("{name} = excluded.{name}", name = columns[place]))
            .collect();
        let change =
            if changes.is_empty() { "NOTHING".to_owned() } else { format!("UPDATE SET {}", changes.join(", ")) };
        let insert = format!(
            "INSERT INTO {} ({}) VALUES ({}) ON CONFLICT ({}) DO {change}",
            quoted(&table.name),
            columns.join(", "),
            vec!["?"; columns.len()].join(", "),
            key.join(", "),
        );
        let database = if table.is_of_scopes() { self.scope.as_mut() } else { Some(&mut self.control) };
        let database = database.ok_or_else(no_scope)?;
        let transaction = database.transaction().map_err(failed)?;
        let triggers: Vec<(String, String)> = {
            let select = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?";
            let mut select = transaction.prepare(select).map_err(failed)?;
            let found = select.query_map([&table.name], |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
            found.collect::<Result<_, _>>().map_err(failed)?
        };
        for (name, _) in &triggers {
            transaction.execute_batch(&format!("DROP TRIGGER {}", quoted(name))).map_err(failed)?;
        }
        {
            let mut insert = transaction.prepare(&insert).map_err(failed)?;
            for row in rows {
                insert.execute(params_from_iter(row.iter().map(to_sqlite))).map_err(failed)?;
            }
        }
        for (_, sql) in &triggers {
            transaction.execute_batch(sql).map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }

    fn database(&self, table: &Table) -> Result<&Connection, StorageError> {
        if table.is_of_scopes() { self.scope.as_ref().ok_or_else(no_scope) } else { Ok(&self.control) }
    }
}

fn open(path: &Path) -> Result<Connection, StorageError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(crate::sqlite::BUSY_TIMEOUT).map_err(failed)?;
    // A row that was reported as moved survives a power loss.
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    Ok(connection)
}

fn to_sqlite(value: &Value) -> rusqlite::types::Value {
    match value {
        Value::Null => rusqlite::types::Value::Null,
        Value::Integer(number) => rusqlite::types::Value::Integer(*number),
        Value::Real(number) => rusqlite::types::Value::Real(*number),
        Value::Text(text) => rusqlite::types::Value::Text(text.clone()),
        Value::Blob(bytes) => rusqlite::types::Value::Blob(bytes.clone()),
    }
}

/// Converts a value to the type of its column on PostgreSQL, if nothing is lost. SQLite keeps values of any type.
fn from_sqlite(value: ValueRef<'_>, kind: ColumnKind) -> Option<Value> {
    Some(match (value, kind) {
        (ValueRef::Null, _) => Value::Null,
        (ValueRef::Integer(number), ColumnKind::Integer) => Value::Integer(number),
        (ValueRef::Integer(number), ColumnKind::Real) if number as f64 as i64 == number => Value::Real(number as f64),
        (ValueRef::Real(number), ColumnKind::Real) => Value::Real(number),
        (ValueRef::Text(text), ColumnKind::Text) => Value::Text(str::from_utf8(text).ok()?.to_owned()),
        (ValueRef::Blob(bytes), ColumnKind::Blob) => Value::Blob(bytes.to_owned()),
        _ => return None,
    })
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn no_scope() -> StorageError {
    StorageError::Damaged("no scope is open".into())
}

fn failed(error: rusqlite::Error) -> StorageError {
    StorageError::Damaged(error.to_string())
}

/// Returns the file of a scope's tables in a data directory.
fn scope_file(folder: &Path, scope: &Scope) -> PathBuf {
    folder.join("tenants").join(scope.tenant.as_str()).join(format!("{}.db", scope.environment))
}
