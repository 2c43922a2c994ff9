//! Migrations that the application's database lacks, applied before the first call of an instance.

use std::collections::BTreeSet;

use plumbline_tenancy::{DatabaseError, SchemaStep};
use spin_sdk::sqlite::wit::sqlite::{Connection, Value};

use crate::tables;

/// Applies the missing migrations in one transaction.
///
/// # Errors
/// Names the step that failed.
pub(crate) fn apply(steps: &[SchemaStep]) -> Result<(), String> {
    let Some(first) = steps.first() else { return Ok(()) };
    let connection = &tables::open().map_err(|error| format!("the database cannot be opened: {error}"))?;
    if is_current(connection, steps) {
        return Ok(());
    }
    // In WAL mode, readers do not wait for writers. The database file keeps this setting.
    let _ = connection.execute("PRAGMA journal_mode = WAL", &[]);
    let describe = |step: &SchemaStep, error: DatabaseError| {
        format!("migration {} ({}) of {}: {error}", step.version, step.description, step.table)
    };
    execute(connection, "BEGIN IMMEDIATE", &[]).map_err(|error| describe(first, error))?;
    let done = steps.iter().try_for_each(|step| apply_step(connection, step).map_err(|error| describe(step, error)));
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    // Report the step's error rather than a failed rollback.
    done.and(execute(connection, end, &[]).map(|_| ()).map_err(|error| describe(first, error)))
}

/// Returns whether the newest step of each table is applied. If the table is missing, no step is applied and the
/// statement fails.
fn is_current(connection: &Connection, steps: &[SchemaStep]) -> bool {
    let newest = |table: &str| steps.iter().filter(|step| step.table == table).map(|step| step.version).max();
    let tables: BTreeSet<&str> = steps.iter().map(|step| step.table.as_str()).collect();
    let conditions: Vec<String> = tables
        .iter()
        .map(|table| {
            let version = newest(table).unwrap_or_default();
            format!("EXISTS (SELECT 1 FROM {table} WHERE version = {version} AND success)")
        })
        .collect();
    let current = execute(connection, &format!("SELECT {}", conditions.join(" AND ")), &[]);
    matches!(current.as_deref(), Ok([Value::Integer(1)]))
}

/// Returns the versions that a table lists.
fn applied(connection: &Connection, table: &str) -> Result<BTreeSet<i64>, DatabaseError> {
    let answer = execute(connection, &format!("SELECT version FROM {table} WHERE success"), &[])?;
    Ok(answer
        .into_iter()
        .filter_map(|value| if let Value::Integer(version) = value { Some(version) } else { None })
        .collect())
}

/// Applies a step, unless another instance did so in the meantime.
fn apply_step(connection: &Connection, step: &SchemaStep) -> Result<(), DatabaseError> {
    let table = &step.table;
    // `sqlx`, which applies the same steps on the host, uses the same columns.
    let listing = format!(
        "CREATE TABLE IF NOT EXISTS {table} (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
         installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum BLOB NOT NULL, \
         execution_time BIGINT NOT NULL)"
    );
    execute(connection, &listing, &[])?;
    if applied(connection, table)?.contains(&step.version) {
        return Ok(());
    }
    for statement in &step.statements {
        execute(connection, statement, &[])?;
    }
    let values =
        [Value::Integer(step.version), Value::Text(step.description.clone()), Value::Text(step.checksum.clone())];
    let entry = format!(
        "INSERT INTO {table} (version, description, success, checksum, execution_time) VALUES (?, ?, TRUE, unhex(?), 0)"
    );
    execute(connection, &entry, &values)?;
    Ok(())
}

/// Runs a statement. Returns the first value of each row.
fn execute(connection: &Connection, sql: &str, values: &[Value]) -> Result<Vec<Value>, DatabaseError> {
    let answer = connection.execute(sql, values).map_err(tables::database_error)?;
    Ok(answer.rows.into_iter().filter_map(|row| row.values.into_iter().next()).collect())
}
