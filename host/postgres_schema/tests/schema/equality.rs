//! The schema is SQLite's. A migration of SQLite without its twin on PostgreSQL fails here.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_postgres_schema::UNIQUE_KEYS;
use rusqlite::Connection;
use tokio_postgres::Client;

use crate::common::*;
use crate::sqlite;

/// Tables that only PostgreSQL has.
const OWN_TABLES: [&str; 4] = ["migrations", "opened_scope", "scope_keys", "scopes"];
/// Columns that only PostgreSQL may have, besides `scope_id`.
const OWN_COLUMNS: [(&str, &str); 4] =
    [("events", "sequence"), ("jobs", "fence"), ("outbox", "sequence"), ("webhook_deliveries", "sequence")];
/// Columns that an index of SQLite has and PostgreSQL's has not, because a row of an index is limited to 2,704 bytes.
const LONG_COLUMNS: [(&str, &str); 1] = [("items_reviewed", "note")];
/// Triggers of SQLite. PostgreSQL has the same rules, some in one function (0004_ledger.sql, 0005_rules.sql, 0008_events.sql,
/// 0009_webhooks.sql, 0014_outbox_size.sql, 0015_event_states.sql and 0017_single_reviews.sql).
const TRIGGERS: [&str; 31] = [
    "a_delivery_is_due",
    "a_document_goes_on",
    "a_document_is_created",
    "a_document_is_deleted",
    "a_takeoff_goes_on",
    "a_takeoff_is_created",
    "a_takeoff_is_deleted",
    "a_takeoff_is_reviewed",
    "a_webhook_endpoint_is_disabled",
    "a_webhook_endpoint_is_tested",
    "an_event_is_delivered",
    "an_export_goes_on",
    "an_export_is_created",
    "an_export_is_deleted",
    "an_item_is_reviewed",
    "credits_are_low",
    "credits_change",
    "item_groups_end_with_a_change",
    "item_groups_end_with_an_item",
    "ledger_entries_are_append_only_delete",
    "ledger_entries_are_append_only_update",
    "ledger_entries_hold_what_is_available",
    "ledger_entries_move_the_balance",
    "ledger_entries_settle_within_the_balance",
    "ledger_entries_settle_within_the_hold",
    "ledger_is_append_only_delete",
    "ledger_is_append_only_update",
    "ledger_takes_credits",
    "outbox_changes",
    "outbox_grows",
    "outbox_shrinks",
];

/// Triggers of the host's own database on SQLite. PostgreSQL has them in 0010_tenant_events.sql and 0016_credential_changes.sql.
const OWN_TRIGGERS: [&str; 8] = [
    "a_binding_changes",
    "a_key_is_created",
    "a_key_is_revoked",
    "a_premium_scope_is_granted",
    "a_premium_scope_is_withdrawn",
    "a_service_credential_is_created",
    "a_service_credential_is_revoked",
    "a_service_secret_is_rotated",
];

/// What both databases must agree on.
#[derive(Debug, Default, PartialEq, Eq)]
struct Table {
    /// Name, type, whether it may be NULL, default. In order, as a statement without a list of columns names them.
    columns: Vec<(String, String, bool, String)>,
    primary_key: Vec<String>,
    /// Columns of each other unique constraint or index, and whether it is partial.
    unique: BTreeSet<(Vec<String>, bool)>,
    /// Columns, table, referenced columns, action on delete.
    references: BTreeSet<(Vec<String>, String, Vec<String>, String)>,
    checks: usize,
    named_checks: BTreeSet<String>,
}

/// An index by its name: columns, whether it is unique, whether it is partial.
type Indexes = BTreeMap<String, (Vec<String>, bool, bool)>;

#[derive(Debug, Default)]
struct Schema {
    tables: BTreeMap<String, Table>,
    views: BTreeMap<String, Vec<String>>,
    indexes: Indexes,
}

/// An expression of an index has no name.
const EXPRESSION: &str = "(expression)";

fn field(row: &[Option<String>], column: usize) -> String {
    row[column].clone().unwrap_or_default()
}

fn of_sqlite(database: &Connection) -> Schema {
    let mut schema = Schema::default();
    for row in sqlite::rows(
        database,
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
    ) {
        let (kind, name, sql) = (field(&row, 0), field(&row, 1), field(&row, 2));
        let columns = sqlite::rows(
            database,
            &format!("SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('{name}')"),
        );
        if kind == "view" {
            schema.views.insert(name, columns.iter().map(|row| field(row, 0)).collect());
            continue;
        }
        let mut table = Table::default();
        let mut key = BTreeMap::new();
        for row in &columns {
            if field(row, 4) != "0" {
                key.insert(field(row, 4).parse::<u32>().unwrap(), field(row, 0));
            }
            // SQLite allows NULL in keys, by an old mistake that it keeps. No statement relies on it.
            let nullable = field(row, 2) == "0" && field(row, 4) == "0";
            let kind = if field(row, 1) == "INTEGER" { "BIGINT".into() } else { field(row, 1) };
            table.columns.push((field(row, 0), kind, nullable, field(row, 3)));
        }
        table.primary_key = key.into_values().collect();
        for row in sqlite::rows(
            database,
            &format!("SELECT name, \"unique\", origin, partial FROM pragma_index_list('{name}')"),
        ) {
            let (index, unique, partial) = (field(&row, 0), field(&row, 1) == "1", field(&row, 3) == "1");
            let columns: Vec<String> =
                sqlite::rows(database, &format!("SELECT name FROM pragma_index_info('{index}') ORDER BY seqno"))
                    .iter()
                    .map(|row| row[0].clone().unwrap_or_else(|| EXPRESSION.into()))
                    .collect();
            if unique && field(&row, 2) != "pk" {
                table.unique.insert((columns.clone(), partial));
            }
            if field(&row, 2) == "c" {
                schema.indexes.insert(index, (columns, unique, partial));
            }
        }
        let mut references: BTreeMap<String, (Vec<String>, String, Vec<String>, String)> = BTreeMap::new();
        for row in sqlite::rows(
            database,
            &format!(
                "SELECT id, \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list('{name}') ORDER BY id, seq"
            ),
        ) {
            let entry = references.entry(field(&row, 0)).or_default();
            entry.0.push(field(&row, 1));
            entry.1 = field(&row, 2);
            entry.2.push(field(&row, 3));
            entry.3 = field(&row, 4);
        }
        table.references = references.into_values().collect();
        let code: String =
            sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
        table.checks = code.matches("CHECK (").count();
        table.named_checks = code
            .lines()
            .filter_map(|line| Some(line.trim().strip_prefix("CONSTRAINT ")?.split_once(" CHECK (")?.0.to_owned()))
            .collect();
        schema.tables.insert(name, table);
    }
    schema
}

/// Removes the scope, which must come first.
fn without_scope(mut columns: Vec<String>, namespace: &str, what: &str) -> Vec<String> {
    if namespace == "plumbline" {
        assert_eq!(columns.remove(0), "scope_id", "{what} is not led by the scope");
    }
    columns
}

fn list(text: &str) -> Vec<String> {
    text.split('|').map(str::to_owned).collect()
}

async fn of_postgres(client: &Client, namespace: &str) -> Schema {
    let mut schema = Schema::default();
    let columns = rows(
        client,
        &format!(
            "SELECT relname, relkind, attname, upper(format_type(atttypid, atttypmod)), NOT attnotnull,
                    COALESCE(regexp_replace(pg_get_expr(adbin, adrelid), '::text$', ''), '')
             FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
             LEFT JOIN pg_attrdef ON adrelid = pg_class.oid AND adnum = attnum
             WHERE relnamespace = '{namespace}'::regnamespace AND relkind IN ('r', 'v') ORDER BY relname, attnum"
        ),
    )
    .await
    .unwrap();
    for row in columns {
        let (table, column) = (field(&row, 0), field(&row, 2));
        if OWN_TABLES.contains(&table.as_str()) {
            continue;
        }
        if field(&row, 1) == "v" {
            schema.views.entry(table).or_default().push(column);
            continue;
        }
        let entry = schema.tables.entry(table.clone()).or_default();
        if column == "scope_id" {
            assert_eq!((namespace, entry.columns.len()), ("plumbline", 0), "{table}: the scope is the first column");
            assert_eq!((field(&row, 3).as_str(), field(&row, 4).as_str()), ("BIGINT", "f"), "{table}");
            assert_eq!(field(&row, 5), "plumbline.named_scope()", "{table}");
            continue;
        }
        entry.columns.push((column, field(&row, 3), field(&row, 4) == "t", field(&row, 5)));
    }
    let indexes = rows(
        client,
        &format!(
            "SELECT relation.relname, index.relname, indisunique, indisprimary, indpred IS NOT NULL,
                    string_agg(COALESCE(attname, '{EXPRESSION}'), '|' ORDER BY place),
                    EXISTS (SELECT FROM pg_constraint WHERE conindid = index.oid AND contype IN ('p', 'u'))
             FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS relation ON relation.oid = indrelid
             CROSS JOIN unnest(indkey::SMALLINT[]) WITH ORDINALITY AS key (number, place)
             LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number AND key.number > 0
             WHERE relation.relnamespace = '{namespace}'::regnamespace GROUP BY 1, 2, 3, 4, 5, 7"
        ),
    )
    .await
    .unwrap();
    for row in indexes {
        let (table, index, unique, partial) =
            (field(&row, 0), field(&row, 1), field(&row, 2) == "t", field(&row, 4) == "t");
        if OWN_TABLES.contains(&table.as_str()) {
            continue;
        }
        let columns = list(&field(&row, 5));
        // The dispatcher looks for due entries of all scopes.
        let columns = if index == "outbox_due_anywhere" { columns } else { without_scope(columns, namespace, &index) };
        let entry = schema.tables.get_mut(&table).unwrap();
        if field(&row, 3) == "t" {
            entry.primary_key.clone_from(&columns);
        } else if unique {
            entry.unique.insert((columns.clone(), partial));
        }
        if field(&row, 6) == "f" {
            schema.indexes.insert(index, (columns, unique, partial));
        }
    }
    let constraints = rows(
        client,
        &format!(
            "SELECT relation.relname, contype, conname, target.relname, confdeltype,
                    (SELECT string_agg(attname, '|' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS key (number, place)
                     JOIN pg_attribute ON attrelid = conrelid AND attnum = number),
                    (SELECT string_agg(attname, '|' ORDER BY place) FROM unnest(confkey) WITH ORDINALITY AS key (number, place)
                     JOIN pg_attribute ON attrelid = confrelid AND attnum = number)
             FROM pg_constraint JOIN pg_class AS relation ON relation.oid = conrelid LEFT JOIN pg_class AS target ON target.oid = confrelid
             WHERE relation.relnamespace = '{namespace}'::regnamespace AND contype IN ('c', 'f')"
        ),
    )
    .await
    .unwrap();
    for row in constraints {
        let (table, kind, name) = (field(&row, 0), field(&row, 1), field(&row, 2));
        let Some(entry) = schema.tables.get_mut(&table) else { continue };
        if kind == "c" {
            entry.checks += 1;
            // PostgreSQL names the others after table and column.
            if !name.starts_with(&format!("{table}_")) {
                entry.named_checks.insert(name);
            }
            continue;
        }
        let action = if field(&row, 4) == "c" { "CASCADE" } else { "NO ACTION" };
        let columns = without_scope(list(&field(&row, 5)), namespace, &name);
        let target = without_scope(list(&field(&row, 6)), namespace, &name);
        entry.references.insert((columns, field(&row, 3), target, action.into()));
    }
    schema
}

fn assert_equal(expected: &Schema, found: &mut Schema) {
    let names = |schema: &Schema| schema.tables.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(found), names(expected), "tables: PostgreSQL, SQLite");
    for (name, table) in &expected.tables {
        let twin = found.tables.get_mut(name).unwrap();
        twin.columns.retain(|(column, ..)| {
            let is_own = OWN_COLUMNS.contains(&(name.as_str(), column.as_str()));
            !is_own || table.columns.iter().any(|(other, ..)| other == column)
        });
        assert_eq!(&*twin, table, "{name}: PostgreSQL, SQLite");
    }
    assert_eq!(found.views, expected.views);
    for (name, (columns, unique, partial)) in &expected.indexes {
        let (found, is_unique, is_partial) =
            found.indexes.get(name).unwrap_or_else(|| panic!("PostgreSQL lacks the index {name}"));
        assert_eq!((is_unique, is_partial), (unique, partial), "{name}");
        let expected: Vec<_> =
            columns.iter().filter(|column| !LONG_COLUMNS.contains(&(name.as_str(), column.as_str()))).collect();
        assert!(
            found.iter().take(expected.len()).eq(expected.iter().copied()),
            "{name}: {found:?}, SQLite {expected:?}"
        );
    }
}

#[tokio::test]
async fn the_schema_is_that_of_sqlite() {
    let Some(fixture) = fixture().await else { return };
    let client = fixture.connect("postgres").await;
    let (control, tenant) = (sqlite::control(), sqlite::tenant());
    assert_equal(&of_sqlite(&control), &mut of_postgres(&client, "host").await);
    assert_equal(&of_sqlite(&tenant), &mut of_postgres(&client, "plumbline").await);

    const NAMES: &str = "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";
    let triggers: Vec<String> = sqlite::rows(&tenant, NAMES).iter().map(|row| field(row, 0)).collect();
    assert_eq!(triggers, TRIGGERS, "a rule of SQLite that PostgreSQL may lack");
    let own: Vec<String> = sqlite::rows(&control, NAMES).iter().map(|row| field(row, 0)).collect();
    assert_eq!(own, OWN_TRIGGERS, "a rule of SQLite that PostgreSQL may lack");

    // Texts sort by their bytes, as on SQLite. A time that has a type of its own would compare otherwise.
    let others = "SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace IN ('host'::regnamespace, 'plumbline'::regnamespace) AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
            AND (atttypid NOT IN ('text'::regtype, 'bigint'::regtype, 'float8'::regtype, 'bytea'::regtype)
                 OR atttypid = 'text'::regtype AND attcollation <> 'pg_catalog.\"C\"'::regcollation)";
    assert_none(&client, others).await;
}

/// Components recognize `UNIQUE constraint failed: projects.external_ref`. The host makes this text from the name of the index.
#[tokio::test]
async fn unique_keys_have_the_columns_that_sqlite_reports() {
    let Some(fixture) = fixture().await else { return };
    let client = fixture.connect(HOST).await;
    let found: BTreeMap<String, String> =
        rows(&client, UNIQUE_KEYS).await.unwrap().iter().map(|row| (field(row, 1), field(row, 3))).collect();
    assert_eq!(found["projects_scope_id_external_ref_key"], "projects.external_ref");
    assert_eq!(found["items_in_order"], "items.takeoff_id, items.page_number, items.position");
    assert_eq!(found["ledger_entries_pkey"], "ledger_entries.job_id, ledger_entries.kind");
    assert_eq!(found["users_email_key"], "users.email");
}
