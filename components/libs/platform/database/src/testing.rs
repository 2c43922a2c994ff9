//! The native database for tests: an in-memory SQLite with the real migrations.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::str::Utf8Error;

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use crate::{Backend, Db, DbError, DbResult, Executed, Value, columns, json, params};

/// The tenant's migrations in order. For each number, the portable file precedes the dialect's own.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../../../migrations/tenant/0001_resources.sql"),
    include_str!("../../../../../migrations/tenant/0002_ledger.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0002_ledger.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0003_credit_rounding.sql"),
    include_str!("../../../../../migrations/tenant/0004_retention.sql"),
    include_str!("../../../../../migrations/tenant/0005_access_requests.sql"),
    include_str!("../../../../../migrations/tenant/0006_usage.sql"),
    include_str!("../../../../../migrations/tenant/0007_origin.sql"),
    include_str!("../../../../../migrations/tenant/0008_items_by_trade.sql"),
    include_str!("../../../../../migrations/tenant/0009_makers.sql"),
    include_str!("../../../../../migrations/tenant/0010_item_groups.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0010_item_groups.sql"),
    include_str!("../../../../../migrations/tenant/0011_usage_totals.sql"),
    include_str!("../../../../../migrations/tenant/0012_credit_integers.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0012_credit_integers.sql"),
    include_str!("../../../../../migrations/tenant/0013_stored_bytes.sql"),
    include_str!("../../../../../migrations/tenant/0014_outbox_times.sql"),
    include_str!("../../../../../migrations/tenant/0015_group_items.sql"),
    include_str!("../../../../../migrations/tenant/0016_route_reviews.sql"),
    include_str!("../../../../../migrations/tenant/0017_ledger_times.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0018_surplus_holds.sql"),
    include_str!("../../../../../migrations/tenant/0019_events.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0019_events.sql"),
    include_str!("../../../../../migrations/tenant/0020_webhooks.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0020_webhooks.sql"),
    include_str!("../../../../../migrations/tenant/0021_proposed_reviews.sql"),
    include_str!("../../../../../migrations/tenant/0022_outbox_size.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0022_outbox_size.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0023_event_states.sql"),
    include_str!("../../../../../migrations/tenant/0024_single_reviews.sql"),
    include_str!("../../../../../migrations/tenant/sqlite/0024_single_reviews.sql"),
];

struct Memory(Connection);

/// Creates an empty tenant database with a grant of `credits`.
///
/// # Errors
/// [`DbError::Sql`] if a migration fails.
pub fn database(credits: f64) -> DbResult<Db> {
    let db = database_upgraded_from(MIGRATIONS.len(), "")?;
    db.execute(
        "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES ('trial', 'grant', ?, 'test', '2026-01-01T00:00:00.000Z')",
        params![credits],
    )?;
    Ok(db)
}

/// Creates a tenant database, runs the first `files` of its migrations, then the SQL statements `rows`, then the other
/// migrations.
///
/// # Errors
/// [`DbError::Sql`] if a migration or a statement fails.
pub fn database_upgraded_from(files: usize, rows: &str) -> DbResult<Db> {
    let connection = Connection::open_in_memory().map_err(error)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(error)?;
    let (before, after) = MIGRATIONS.split_at(files.min(MIGRATIONS.len()));
    for sql in before.iter().chain([&rows]).chain(after) {
        connection.execute_batch(sql).map_err(error)?;
    }
    Ok(Db::new(Memory(connection)))
}

/// Inserts the project `prj_1` and a drawing of it that is ready, without pages.
///
/// # Errors
/// [`DbError::Sql`] if a row is refused.
pub fn insert_document(db: &Db, id: &str, now: &str) -> DbResult<()> {
    db.transaction(|tx| {
        tx.insert("projects", columns! { id: "prj_1", name: "P", metadata: "{}", created_at: now })?;
        tx.insert(
            "documents",
            columns! {
                id: id,
                project_id: "prj_1",
                filename: "a.pdf",
                kind: "drawing",
                status: "ready",
                blob_key: "k",
                metadata: "{}",
                created_at: now,
            },
        )
    })
}

/// Inserts a page of a document, of 36 by 24 inches.
///
/// # Errors
/// [`DbError::Sql`] if the row is refused.
pub fn insert_page(db: &Db, document_id: &str, number: u32, has_text: bool, has_vectors: bool) -> DbResult<()> {
    let page = columns! {
        document_id: document_id,
        number: number,
        has_text: has_text,
        has_vectors: has_vectors,
        rotation: 0_i64,
        width_pt: 2592.0,
        height_pt: 1728.0,
    };
    db.transaction(|tx| tx.insert("document_pages", page))
}

/// Inserts a completed electrical takeoff of pages of a document.
///
/// # Errors
/// [`DbError::Sql`] if the row is refused.
pub fn insert_takeoff(db: &Db, id: &str, document_id: &str, pages: &[u32], now: &str) -> DbResult<()> {
    let takeoff = columns! {
        id: id,
        document_id: document_id,
        project_id: "prj_1",
        discipline: "electrical",
        status: "completed",
        pages: json(&pages)?,
        pages_total: i64::try_from(pages.len()).unwrap_or(i64::MAX),
        include_schedules: true,
        units: "as_drawn",
        depth: "standard",
        estimated_credits: 10.0,
        metadata: "{}",
        created_at: now,
    };
    db.transaction(|tx| tx.insert("takeoffs", takeoff))
}

/// Variable that names a file to which statements are appended, one a line. The corpus of `plumbline-dialect` is made so.
const LOG: &str = "PLUMBLINE_SQL_LOG";

impl Backend for Memory {
    fn execute(&self, sql: &str, parameters: Vec<Value>) -> DbResult<Executed> {
        if let Some(file) = std::env::var_os(LOG) {
            log(Path::new(&file), sql)?;
        }
        let mut statement = self.0.prepare(sql).map_err(error)?;
        let columns: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
        let width = columns.len();
        let mut found = statement.query(rusqlite::params_from_iter(parameters)).map_err(error)?;
        let mut values = Vec::new();
        while let Some(row) = found.next().map_err(error)? {
            let cells: DbResult<Vec<Value>> =
                (0..width).map(|index| row.get_ref(index).map_err(error).and_then(value)).collect();
            values.push(cells?);
        }
        drop(found);
        Ok(Executed::new(columns, values, self.0.changes()))
    }
}

/// Appends a statement to a file. Rows after the first of an INSERT are left out.
fn log(file: &Path, sql: &str) -> DbResult<()> {
    let mut line = sql.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some(place) = line.find("?), (?") {
        let end = line[place + 4..].find(')').map_or(line.len(), |end| place + 4 + end + 1);
        line.replace_range(place + 2..end, "");
    }
    line.push('\n');
    // One write, so that the lines of several processes do not mix.
    let append = || OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes());
    append().map_err(|error: std::io::Error| DbError::Sql(format!("{}: {error}", file.display())))
}

fn value(column: ValueRef<'_>) -> DbResult<Value> {
    column.try_into().map_err(|error: Utf8Error| DbError::Sql(error.to_string()))
}

fn error(error: rusqlite::Error) -> DbError {
    DbError::Sql(error.to_string())
}
