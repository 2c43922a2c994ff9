//! The schema on SQLite, from the files that the host runs.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

/// Returns a database with the host's tables.
pub(crate) fn control() -> Connection {
    migrated(&["control"])
}

/// Returns a database with a tenant's tables. It fires delete triggers on a replaced row, as the host's sandbox does.
pub(crate) fn tenant() -> Connection {
    let connection = migrated(&["tenant", "tenant/sqlite"]);
    connection.execute_batch("PRAGMA recursive_triggers = ON; PRAGMA foreign_keys = ON").unwrap();
    connection
}

/// Runs the files of folders in the order of their numbers, and of the folders where the numbers are the same.
fn migrated(folders: &[&str]) -> Connection {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut files = Vec::new();
    for (order, folder) in folders.iter().enumerate() {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if let Some(number) = name.strip_suffix(".sql").map(|name| name[..4].to_owned()) {
                files.push((number, order, path));
            }
        }
    }
    files.sort();
    let connection = Connection::open_in_memory().unwrap();
    for (.., path) in files {
        let sql = fs::read_to_string(&path).unwrap();
        connection.execute_batch(&sql).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    connection
}

/// Returns the rows of a query, each as texts.
pub(crate) fn rows(connection: &Connection, sql: &str) -> Vec<Vec<Option<String>>> {
    let mut statement = connection.prepare(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    let columns = statement.column_count();
    let read = statement
        .query_map([], |row| (0..columns).map(|column| row.get_ref(column).map(text)).collect::<Result<Vec<_>, _>>());
    read.unwrap().collect::<Result<_, _>>().unwrap()
}

fn text(value: rusqlite::types::ValueRef<'_>) -> Option<String> {
    use rusqlite::types::ValueRef;
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(text) | ValueRef::Blob(text) => Some(String::from_utf8_lossy(text).into_owned()),
    }
}
