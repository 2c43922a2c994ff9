//! The real statements of components and of the host, which PostgreSQL must accept as translated.

use std::collections::BTreeSet;

use plumbline_dialect::{Kind, Refusal, Statement};
use tokio_postgres::types::Type;

use crate::database::with_databases;
use crate::sources::{corpus, statements};

/// Statements of the host that are SQLite's own: its schema, rows by number, and texts in the middle of others.
const OF_SQLITE: [&str; 6] =
    ["rowid", "sqlite_schema", "pragma_table_info", "_sqlx_migrations", "INSERT INTO t VALUES", "unhex"];

fn translate_all(
    all: &BTreeSet<String>,
    translate: fn(&str) -> Result<Statement, Refusal>,
) -> (Vec<(String, Statement)>, Vec<String>) {
    let (mut translated, mut refused) = (Vec::new(), Vec::new());
    for sql in all {
        match translate(sql) {
            Ok(statement) => translated.push((sql.clone(), statement)),
            Err(error) => refused.push(format!("{sql}\n    {error}")),
        }
    }
    (translated, refused)
}

fn require_accepted(translated: &[(String, Statement)]) {
    with_databases(|databases| {
        let mut failed = Vec::new();
        for (sql, statement) in translated {
            match databases.prepare(&statement.sql) {
                Ok(parameters) => {
                    assert_eq!(parameters.len(), statement.parameters, "{sql}\n{}", statement.sql);
                    // The edge takes a parameter without a type for a text, because `spin:postgres` does not tell the
                    // server's types.
                    let untyped = parameters.iter().zip(&statement.types).filter(|(_, of)| of.is_none());
                    untyped.for_each(|(of, _)| assert_eq!(*of, Type::TEXT, "{sql}\n{}", statement.sql));
                }
                Err(error) => failed.push(format!("{sql}\n    {}\n    {error}", statement.sql)),
            }
        }
        assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), translated.len(), failed.join("\n"));
    });
}

#[test]
fn every_statement_of_components_translates_and_postgres_accepts_it() {
    let mut all = statements(&[
        "components/endpoints",
        "components/workers",
        "components/libs/platform/database",
        "components/libs/bindings",
    ]);
    let from_sources = all.len();
    all.extend(corpus("components.sql"));
    assert!(from_sources > 120, "{from_sources} statements were found in the sources");
    // Parts that are completed elsewhere. The corpus has the complete statements.
    all.retain(|sql| {
        !(sql.starts_with("SELECT takeoff_id, ") && sql.contains("COUNT(*)") && !sql.contains("GROUP BY"))
    });
    // Tests look into SQLite's own tables, and write several rows at once.
    all.retain(|sql| !sql.contains("sqlite_schema") && !sql.contains("; INSERT"));
    let (translated, refused) = translate_all(&all, |sql| match plumbline_dialect::component(sql) {
        // Tests write what the host writes in service.
        Err(Refusal::Denied(why)) if why.ends_with("is kept by the host") => plumbline_dialect::host(sql),
        other => other,
    });
    assert!(refused.is_empty(), "{} of {}:\n{}", refused.len(), all.len(), refused.join("\n"));
    require_accepted(&translated);
}

#[test]
fn every_statement_of_the_host_translates_and_postgres_accepts_it() {
    let mut all =
        statements(&["host/identity", "host/jobs", "host/storage/src", "host/tenancy", "components/edge/gateway"]);
    let from_sources = all.len();
    all.extend(corpus("host.sql"));
    assert!(from_sources > 120, "{from_sources} statements were found in the sources");
    // Others are in PostgreSQL's dialect already.
    all.retain(|sql| !OF_SQLITE.iter().any(|own| sql.contains(own)) && !sql.contains("host.") && !sql.contains("$1"));
    let (translated, refused) = translate_all(&all, plumbline_dialect::host);
    assert!(refused.is_empty(), "{} of {}:\n{}", refused.len(), all.len(), refused.join("\n"));
    require_accepted(&translated);
}

#[test]
fn a_statement_says_what_it_does() {
    for (sql, kind, inserts, writes_outbox) in [
        ("SELECT 1", Kind::Read, false, false),
        ("WITH a AS (SELECT 1) SELECT * FROM a;", Kind::Read, false, false),
        ("INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, ?, ?, ?)", Kind::Write, true, true),
        ("UPDATE outbox SET due_at = NULL", Kind::Write, false, true),
        ("DELETE FROM items", Kind::Write, false, false),
        ("UPDATE takeoffs SET status = 'completed'", Kind::Write, false, false),
        ("REPLACE INTO quota_use VALUES ('a', 'b', 1)", Kind::Write, true, false),
        ("begin", Kind::Begin { immediate: false }, false, false),
        ("BEGIN DEFERRED TRANSACTION", Kind::Begin { immediate: false }, false, false),
        ("BEGIN IMMEDIATE", Kind::Begin { immediate: true }, false, false),
        ("BEGIN EXCLUSIVE TRANSACTION;", Kind::Begin { immediate: true }, false, false),
        ("COMMIT", Kind::Commit, false, false),
        ("END TRANSACTION", Kind::Commit, false, false),
        ("ROLLBACK", Kind::Rollback, false, false),
    ] {
        let statement = plumbline_dialect::component(sql).unwrap();
        assert_eq!(
            (statement.kind, statement.inserts, statement.writes_outbox),
            (kind, inserts, writes_outbox),
            "{sql}"
        );
    }
    for (sql, triggers_outbox) in [
        ("UPDATE takeoffs SET status = 'completed'", true),
        ("UPDATE items SET note = NULL", false),
        ("DELETE FROM outbox", false),
    ] {
        assert_eq!(plumbline_dialect::component(sql).unwrap().triggers_outbox, triggers_outbox, "{sql}");
    }
    for (sql, returns_rows) in
        [("SELECT 1", true), ("DELETE FROM items", false), ("DELETE FROM items RETURNING id", true), ("COMMIT", false)]
    {
        assert_eq!(plumbline_dialect::component(sql).unwrap().returns_rows, returns_rows, "{sql}");
    }
    for (sql, parameters) in
        [("SELECT ?, ?5, ?", 6), ("SELECT '?', \"id\" FROM items -- ?", 0), ("SELECT ?2 /* ? */", 2)]
    {
        assert_eq!(plumbline_dialect::component(sql).unwrap().parameters, parameters, "{sql}");
    }
}

#[test]
fn keys_begin_with_the_scope_and_orders_leave_indexes_alone() {
    let translated = |sql: &str| plumbline_dialect::component(sql).unwrap().sql;
    let insert =
        translated("INSERT INTO quota_use (name, day, used) VALUES (?, ?, ?) ON CONFLICT (name, day) DO NOTHING");
    assert!(insert.ends_with(r#"ON CONFLICT ("scope_id", "name", "day") DO NOTHING"#), "{insert}");
    let host =
        plumbline_dialect::host("INSERT INTO job_turns VALUES (?, ?) ON CONFLICT (tenant_id) DO NOTHING").unwrap();
    assert!(host.sql.ends_with(r#"ON CONFLICT ("tenant_id") DO NOTHING"#), "{}", host.sql);
    let order = translated("SELECT id FROM items ORDER BY page_number, position DESC, tag, note DESC");
    assert!(
        order.ends_with(r#"ORDER BY "items"."page_number", "items"."position" DESC, "items"."tag" NULLS FIRST, "items"."note" DESC NULLS LAST"#),
        "{order}"
    );
}
