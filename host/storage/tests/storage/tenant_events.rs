//! Events of the host's own database on their way to the tenants' logs.

use crate::common::*;
use plumbline_tenancy::{Database as _, Statement};

const COLUMNS: [&str; 8] =
    ["id", "tenant_id", "environment", "kind", "resource_type", "resource_id", "data", "created_at"];

fn insert_key(fixture: &Fixture) -> Statement {
    Statement::new(
        "INSERT INTO api_keys (id, tenant_id, name, environment, scopes, secret_hash, created_at)
         VALUES ('pc_1', ?, 'k', 'production', '', '', '')",
    )
    .bind(fixture.scope.tenant.as_str())
}

on_both_databases! {
    an_event_that_is_copied_twice_is_in_the_log_once,
    a_deleted_tenant_leaves_no_waiting_event,
}

/// A host that stops between copying an event and deleting it leaves it in its own database.
async fn an_event_that_is_copied_twice_is_in_the_log_once(fixture: Fixture) {
    let (storage, control) = (&fixture.storage, fixture.storage.control.database());
    control.write(vec![insert_key(&fixture)]).await.unwrap();
    let waiting = Statement::new(
        "SELECT id, tenant_id, environment, kind, resource_type, resource_id, data, created_at FROM tenant_events",
    );
    let rows = control.query(waiting.clone()).await.unwrap();
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    let left = COLUMNS.iter().fold(
        Statement::new(
            "INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ),
        |insert, column| insert.bind(row.text(column).unwrap()),
    );
    assert_eq!(storage.copy_tenant_events().await.unwrap(), 1);
    control.write(vec![left]).await.unwrap();
    assert_eq!(storage.copy_tenant_events().await.unwrap(), 1);
    assert!(control.query(waiting).await.unwrap().is_empty());
    let copied = "SELECT id, resource_id FROM events WHERE kind = 'credential.created'";
    let copied = run(&fixture.database.connect(), copied).await.unwrap();
    assert_eq!(copied, [[text(&row.text("id").unwrap()), text("pc_1")]]);
}

async fn a_deleted_tenant_leaves_no_waiting_event(fixture: Fixture) {
    let (storage, control) = (&fixture.storage, fixture.storage.control.database());
    let grant = Statement::new(
        "INSERT INTO premium_grants (tenant_id, environment, client_id, scope, granted_at)
         VALUES (?, 'production', 'pc_1', 'takeoffs:deep', '')",
    )
    .bind(fixture.scope.tenant.as_str());
    control.write(vec![insert_key(&fixture), grant]).await.unwrap();
    let waiting = Statement::new("SELECT data FROM tenant_events ORDER BY sequence");
    let last = control.query(waiting.clone()).await.unwrap().pop().unwrap().text("data").unwrap();
    assert!(last.contains("premium_granted"), "{last}");
    storage.control.revoke_tenant(&fixture.scope.tenant).await.unwrap();
    storage.delete_tenant(&fixture.scope.tenant, &fixture.dir.path().join("compiled")).await.unwrap();
    assert!(control.query(waiting).await.unwrap().is_empty());
}
