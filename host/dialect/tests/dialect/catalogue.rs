//! The catalogue beside what SQLite makes of the migrations.

use std::fs;
use std::path::Path;

use plumbline_dialect::{Catalogue, Refusal, Type};
use rusqlite::Connection;

/// Applies the migrations of a folder to an empty database, with SQLite's own of each number.
fn migrated(folder: &str) -> Connection {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(folder);
    let list = |folder: &Path| {
        let files = fs::read_dir(folder).map(|files| files.map(|file| file.unwrap().path()).collect::<Vec<_>>());
        files.unwrap_or_default()
    };
    let mut files = list(&folder);
    files.extend(list(&folder.join("sqlite")));
    files.retain(|file| file.extension().is_some_and(|suffix| suffix == "sql"));
    // The portable file of a number comes first.
    files.sort_by_key(|file| (file.file_name().unwrap().to_owned(), file.components().count()));
    let connection = Connection::open_in_memory().unwrap();
    for file in files {
        connection.execute_batch(&fs::read_to_string(&file).unwrap()).unwrap();
    }
    connection
}

fn columns(connection: &Connection, table: &str) -> Vec<(String, String)> {
    let mut statement = connection.prepare("SELECT name, type FROM pragma_table_info(?)").unwrap();
    let rows = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn the_catalogue_has_every_table_of_the_migrations_with_its_columns() {
    for (folder, catalogue) in [("tenant", Catalogue::tenant()), ("control", Catalogue::control())] {
        let connection = migrated(folder);
        let mut statement = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name")
            .unwrap();
        let tables: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let listed: Vec<&str> = catalogue.tables().map(|(name, _)| name).collect();
        assert_eq!(listed, tables, "{folder}");
        for name in tables {
            let (_, table) = catalogue.table(&name).unwrap();
            let found = columns(&connection, &name);
            let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
            let listed: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
            assert_eq!(listed, names, "{name}");
            for ((_, declared), column) in
                found.iter().zip(&table.columns).filter(|((_, declared), _)| !declared.is_empty())
            {
                let of = match declared.as_str() {
                    "BIGINT" | "INTEGER" | "INT" => Type::Integer,
                    "DOUBLE PRECISION" | "REAL" | "NUM" => Type::Real,
                    "TEXT" => Type::Text,
                    "BYTEA" | "BLOB" => Type::Blob,
                    other => panic!("{name}.{}: {other}", column.name),
                };
                assert_eq!(column.of, of, "{name}.{}", column.name);
            }
        }
    }
}

#[test]
fn components_reach_none_of_the_hosts_tables() {
    for (name, _) in Catalogue::control().tables() {
        for sql in [
            format!("SELECT * FROM {name}"),
            format!("SELECT (SELECT COUNT(*) FROM {name})"),
            format!("INSERT INTO {name} DEFAULT VALUES"),
            format!("DELETE FROM {}", name.to_uppercase()),
            format!("UPDATE projects SET name = 'x' FROM {name}"),
            format!("WITH t AS (SELECT * FROM {name}) SELECT * FROM t"),
        ] {
            let refused = plumbline_dialect::component(&sql).unwrap_err();
            assert_eq!(refused, Refusal::Denied(format!("the table {name} is the host's")), "{sql}");
        }
        assert!(plumbline_dialect::host(&format!("SELECT * FROM {name}")).is_ok());
    }
}

#[test]
fn tables_that_the_host_keeps_are_read_only() {
    for name in ["credit_balance", "outbox_size", "usage_events", "usage_totals", "usage_writers"] {
        assert!(plumbline_dialect::component(&format!("SELECT * FROM {name}")).is_ok());
        for sql in [format!("DELETE FROM {name}"), format!("INSERT INTO {name} DEFAULT VALUES")] {
            let refused = plumbline_dialect::component(&sql).unwrap_err();
            assert_eq!(refused, Refusal::Denied(format!("the table {name} is kept by the host")));
            assert!(plumbline_dialect::host(&sql).is_ok());
        }
    }
    assert!(plumbline_dialect::component("SELECT * FROM _sqlx_migrations").is_err());
}

#[test]
fn the_scope_is_the_hosts() {
    let refused = plumbline_dialect::component("SELECT scope_id FROM projects").unwrap_err();
    assert_eq!(refused, Refusal::Invalid("no such column: scope_id".into()));
    let translated = plumbline_dialect::host("SELECT name FROM projects WHERE scope_id = ?").unwrap();
    assert_eq!(
        translated.sql,
        r#"SELECT "projects"."name" AS "name" FROM "projects" WHERE ("projects"."scope_id" = $1::bigint)"#
    );
    let all = plumbline_dialect::host("SELECT * FROM quota_use").unwrap();
    assert!(!all.sql.contains("scope_id"));
}
