//! Migrations of several hosts and releases.

use plumbline_postgres::{Migration, Postgres, PostgresError};

use crate::fixture::{AFTER, SCHEMA, create_roles, settings, translate};
use crate::server::Server;

const SECOND: Migration = Migration { version: 2, name: "second", sql: "CREATE TABLE host.second (id BIGINT)" };
const THIRD: Migration =
    Migration { version: 3, name: "third", sql: "INSERT INTO host.second VALUES (1); SELECT 1 / 0;" };

#[tokio::test(flavor = "multi_thread")]
async fn each_migration_is_applied_once_and_no_release_runs_on_a_schema_it_does_not_know() {
    let Some(server) = Server::start("") else { return };
    create_roles(&server).await;
    let connect = async || Postgres::connect(&settings(&server), translate()).await.unwrap();
    let hosts = [connect().await, connect().await, connect().await];
    let both = [SCHEMA, SECOND];
    let applied = futures::future::join_all(hosts.iter().map(|host| host.migrate(&both, AFTER))).await;
    let applied: Vec<usize> = applied.into_iter().map(Result::unwrap).collect();
    assert_eq!(applied.iter().sum::<usize>(), 2, "{applied:?}");
    let host = &hosts[0];
    assert_eq!(host.migrate(&both, AFTER).await.unwrap(), 0);

    let failed = host.migrate(&[SCHEMA, SECOND, THIRD], AFTER).await.unwrap_err();
    assert!(
        failed.to_string().starts_with("migration 3 (third): ") && failed.to_string().contains("division"),
        "{failed}"
    );
    let rows = host.query("SELECT COUNT(*) AS n FROM host.second", &[]).await.unwrap();
    assert_eq!(rows[0].int("n"), Ok(0), "a failed migration leaves nothing");

    let changed = Migration { sql: "CREATE TABLE host.other (id BIGINT)", ..SECOND };
    for (migrations, expected) in
        [(&[SCHEMA][..], "migration 2 (unknown): "), (&[SCHEMA, changed][..], "migration 2 (second): ")]
    {
        let error = host.migrate(migrations, AFTER).await.unwrap_err();
        assert!(matches!(error, PostgresError::Migration { .. }), "{error}");
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    // Grants that have changed are applied without a migration.
    let grant = format!("{AFTER} GRANT SELECT ON host.second TO plumbline_components;");
    assert_eq!(host.migrate(&both, &grant).await.unwrap(), 0);
    let granted = "SELECT has_table_privilege('plumbline_components', 'host.second', 'SELECT')::int AS n";
    assert_eq!(host.query(granted, &[]).await.unwrap()[0].int("n"), Ok(1));
}
