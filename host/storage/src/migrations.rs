//! The database schemas, compiled in from `migrations/` at the root of the repository.

use std::ffi::CString;

use plumbline_tenancy::SchemaStep;
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The table of the applied migrations of the host's tables in a shared file.
pub(crate) const HOST_MIGRATIONS: &str = "_host_migrations";
/// The table of the applied migrations of a tenant's tables: `sqlx`'s default name.
const TENANT_MIGRATIONS: &str = "_sqlx_migrations";

/// A migration: number, name, and SQL.
type Step = (i64, &'static str, &'static str);

/// The migrations of the host's own database.
const CONTROL: &[Step] = &[
    (1, "platform", include_str!("../../../migrations/control/0001_platform.sql")),
    (2, "jobs", include_str!("../../../migrations/control/0002_jobs.sql")),
    (3, "job turns", include_str!("../../../migrations/control/0003_job_turns.sql")),
    (4, "tenant settings", include_str!("../../../migrations/control/0004_tenant_settings.sql")),
    (5, "identity", include_str!("../../../migrations/control/0005_identity.sql")),
    (6, "publishing", include_str!("../../../migrations/control/0006_publishing.sql")),
    (7, "rate limits", include_str!("../../../migrations/control/0007_rate_limits.sql")),
    (8, "running keys", include_str!("../../../migrations/control/0008_running_keys.sql")),
    (9, "binding origins", include_str!("../../../migrations/control/0009_binding_origins.sql")),
    (10, "job waits", include_str!("../../../migrations/control/0010_job_waits.sql")),
    (11, "job lanes", include_str!("../../../migrations/control/0011_job_lanes.sql")),
    (12, "job fences", include_str!("../../../migrations/control/0012_job_fences.sql")),
    (13, "tenant events", include_str!("../../../migrations/control/0013_tenant_events.sql")),
    (14, "credential changes", include_str!("../../../migrations/control/0014_credential_changes.sql")),
];

/// The migrations of a tenant's database on SQLite: each portable file, plus the SQLite-specific file with the same
/// number.
const TENANT_ON_SQLITE: &[Step] = &[
    (1, "resources", include_str!("../../../migrations/tenant/0001_resources.sql")),
    (
        2,
        "ledger",
        concat!(
            include_str!("../../../migrations/tenant/0002_ledger.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0002_ledger.sql")
        ),
    ),
    (3, "credit rounding", include_str!("../../../migrations/tenant/sqlite/0003_credit_rounding.sql")),
    (4, "retention", include_str!("../../../migrations/tenant/0004_retention.sql")),
    (5, "access requests", include_str!("../../../migrations/tenant/0005_access_requests.sql")),
    (6, "usage", include_str!("../../../migrations/tenant/0006_usage.sql")),
    (7, "origin", include_str!("../../../migrations/tenant/0007_origin.sql")),
    (8, "items by trade", include_str!("../../../migrations/tenant/0008_items_by_trade.sql")),
    (9, "makers", include_str!("../../../migrations/tenant/0009_makers.sql")),
    (
        10,
        "item groups",
        concat!(
            include_str!("../../../migrations/tenant/0010_item_groups.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0010_item_groups.sql")
        ),
    ),
    (11, "usage totals", include_str!("../../../migrations/tenant/0011_usage_totals.sql")),
    (
        12,
        "credit integers",
        concat!(
            include_str!("../../../migrations/tenant/0012_credit_integers.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0012_credit_integers.sql")
        ),
    ),
    (13, "stored bytes", include_str!("../../../migrations/tenant/0013_stored_bytes.sql")),
    (14, "outbox times", include_str!("../../../migrations/tenant/0014_outbox_times.sql")),
    (15, "group items", include_str!("../../../migrations/tenant/0015_group_items.sql")),
    (16, "route reviews", include_str!("../../../migrations/tenant/0016_route_reviews.sql")),
    (17, "ledger times", include_str!("../../../migrations/tenant/0017_ledger_times.sql")),
    (18, "surplus holds", include_str!("../../../migrations/tenant/sqlite/0018_surplus_holds.sql")),
    (
        19,
        "events",
        concat!(
            include_str!("../../../migrations/tenant/0019_events.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0019_events.sql")
        ),
    ),
    (
        20,
        "webhooks",
        concat!(
            include_str!("../../../migrations/tenant/0020_webhooks.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0020_webhooks.sql")
        ),
    ),
    (21, "proposed_reviews", include_str!("../../../migrations/tenant/0021_proposed_reviews.sql")),
    (
        22,
        "outbox size",
        concat!(
            include_str!("../../../migrations/tenant/0022_outbox_size.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0022_outbox_size.sql")
        ),
    ),
    (23, "event states", include_str!("../../../migrations/tenant/sqlite/0023_event_states.sql")),
    (
        24,
        "single reviews",
        concat!(
            include_str!("../../../migrations/tenant/0024_single_reviews.sql"),
            "\n",
            include_str!("../../../migrations/tenant/sqlite/0024_single_reviews.sql")
        ),
    ),
];

/// Returns the migrations of the host's own database. If a tenant shares the file, they are recorded in a separate
/// table.
pub(crate) fn control(shares_file: bool) -> Migrator {
    let mut migrator = migrator(CONTROL);
    if shares_file {
        migrator.dangerous_set_table_name(HOST_MIGRATIONS);
    }
    migrator
}

/// Returns the migrations of a tenant's SQLite file.
pub(crate) fn tenant_on_sqlite() -> Migrator {
    migrator(TENANT_ON_SQLITE)
}

fn migrator(steps: &'static [Step]) -> Migrator {
    Migrator::with_migrations(
        steps
            .iter()
            .map(|(version, name, sql)| {
                Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
            })
            .collect(),
    )
}

/// Returns the schema of a SQLite file with the host's tables and a tenant's, for gateways that open it without the
/// host.
pub fn shared_schema() -> Vec<SchemaStep> {
    let steps = |table: &'static str, migrator: Migrator| {
        migrator.migrations.iter().map(|step| schema_step(table, step)).collect::<Vec<_>>()
    };
    [steps(HOST_MIGRATIONS, control(true)), steps(TENANT_MIGRATIONS, tenant_on_sqlite())].concat()
}

fn schema_step(table: &str, migration: &Migration) -> SchemaStep {
    SchemaStep {
        table: table.to_owned(),
        version: migration.version,
        description: migration.description.to_string(),
        checksum: hex::encode(&migration.checksum),
        statements: statements(migration.sql.as_str()),
    }
}

/// Splits SQL into statements as SQLite does. A semicolon does not always end a statement: the body of a trigger
/// contains some.
fn statements(sql: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = String::new();
    for part in sql.split_inclusive(';') {
        rest.push_str(part);
        if is_complete(&rest) {
            found.push(std::mem::take(&mut rest).trim().to_owned());
        }
    }
    found
}

/// Returns whether a text ends with a complete statement.
fn is_complete(sql: &str) -> bool {
    let Ok(text) = CString::new(sql) else { return false };
    #[expect(unsafe_code, reason = "a C function without a safe wrapper")]
    // SAFETY: the text ends with a NUL, and the function only reads it.
    let answer = unsafe { rusqlite::ffi::sqlite3_complete(text.as_ptr()) };
    answer == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn single_statements_make_the_same_schema_as_the_migrations() {
        use sqlx::{Connection as _, Executor as _, SqliteConnection};

        const TABLES: &str = "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE '%_migrations%' \
            ORDER BY name";
        let mut migrated = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        control(true).run(&mut migrated).await.unwrap();
        tenant_on_sqlite().run(&mut migrated).await.unwrap();
        let mut applied = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        for step in shared_schema() {
            assert!(!step.statements.is_empty(), "{} {}", step.table, step.version);
            for statement in step.statements {
                applied.execute(sqlx::AssertSqlSafe(statement)).await.unwrap();
            }
        }
        let tables = async |connection: &mut SqliteConnection| -> Vec<String> {
            sqlx::query_scalar(TABLES).fetch_all(connection).await.unwrap()
        };
        let expected = tables(&mut migrated).await;
        assert!(expected.len() > 30 && expected.iter().any(|text| text.contains("CREATE TRIGGER")));
        assert_eq!(tables(&mut applied).await, expected);
    }

    #[tokio::test]
    async fn earlier_bindings_get_the_origin_that_keeps_their_meaning() {
        use sqlx::{Connection as _, SqliteConnection};

        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        migrator(&CONTROL[..8]).run(&mut connection).await.unwrap();
        for (digest, publisher) in [("old", "plumbline"), ("new", "plumbline"), ("own", "acme")] {
            sqlx::query("INSERT INTO components VALUES (?, 'exporter:csv', '1', '{}', '', ?)")
                .bind(digest)
                .bind(publisher)
                .execute(&mut connection)
                .await
                .unwrap();
        }
        let rows = [
            // Before actors were recorded: two releases, a rollback to the first, a partner's component, settings, one
            // tenant.
            ("*", "old", "{}", "bind", None, "folder"),
            ("*", "new", "{}", "bind", None, "folder"),
            ("*", "old", "{}", "bind", None, "operator"),
            ("*", "own", "{}", "bind", None, "operator"),
            ("*", "new", r#"{"a":1}"#, "bind", None, "operator"),
            ("ten_1", "new", "{}", "bind", None, "operator"),
            // After actors were recorded.
            ("*", "new", "{}", "bind", Some("plumbline"), "folder"),
            ("*", "old", "{}", "rollback", Some("operator"), "operator"),
            ("*", "new", "{}", "bind", Some("admin"), "operator"),
            ("*", "new", "{}", "promote", Some("host"), "host"),
        ];
        for (tenant, digest, settings, kind, actor, _) in rows {
            sqlx::query(
                "INSERT INTO bindings (tenant_id, slot, digest, settings, bound_at, kind, actor)
                 VALUES (?, 'exporter:csv', ?, ?, '', ?, ?)",
            )
            .bind(tenant)
            .bind(digest)
            .bind(settings)
            .bind(kind)
            .bind(actor)
            .execute(&mut connection)
            .await
            .unwrap();
        }
        migrator(CONTROL).run(&mut connection).await.unwrap();
        let origins: Vec<String> = sqlx::query_scalar("SELECT origin FROM bindings ORDER BY sequence")
            .fetch_all(&mut connection)
            .await
            .unwrap();
        assert_eq!(origins, rows.map(|row| row.5));
    }

    #[test]
    fn components_reach_none_of_the_hosts_tables() {
        let mut made: Vec<&str> = CONTROL
            .iter()
            .flat_map(|(_, _, sql)| sql.lines())
            .filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next())
            .collect();
        made.sort_unstable();
        assert_eq!(made, crate::sqlite::HOST_TABLES);
        let tenants = TENANT_ON_SQLITE.iter().flat_map(|(_, _, sql)| sql.lines());
        let shared = tenants.filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
        assert_eq!(shared.filter(|name| made.contains(name)).count(), 0, "one file may hold both");
    }

    /// Checks the lists above against the folders, since a file that is not listed would never run.
    #[test]
    fn every_file_is_listed() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
        let files = |folder: &str| -> std::collections::BTreeSet<i64> {
            std::fs::read_dir(root.join(folder))
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| name.ends_with(".sql"))
                .map(|name| name[..4].parse().unwrap())
                .collect()
        };
        let listed = |steps: &[Step]| steps.iter().map(|s| s.0).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(listed(CONTROL), files("control"));
        let tenant: std::collections::BTreeSet<_> = files("tenant").union(&files("tenant/sqlite")).copied().collect();
        assert_eq!(listed(TENANT_ON_SQLITE), tenant);
    }
}
