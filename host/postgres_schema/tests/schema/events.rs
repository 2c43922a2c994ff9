//! The events that triggers write, compared with SQLite's.

use rusqlite::Connection;
use tokio_postgres::Client;

use crate::common::*;
use crate::sqlite;

/// Runs statements on both databases and asserts that they write the same events.
async fn assert_same_events(client: &Client, twin: &Connection, statements: &[&str], events: &str) -> usize {
    for statement in statements {
        twin.execute_batch(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
        client.batch_execute(statement).await.unwrap_or_else(|error| panic!("{statement}: {error:?}"));
    }
    let mut found = rows(client, events).await.unwrap();
    let mut expected = sqlite::rows(twin, events);
    for row in &mut expected {
        // The column `data` is last. Members of an object have another order on PostgreSQL.
        let data = row.pop().flatten().unwrap();
        row.push(Some(one(client, &format!("SELECT '{data}'::JSONB::TEXT")).await));
    }
    // Events of one statement have no order.
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "PostgreSQL, SQLite");
    expected.len()
}

#[tokio::test]
async fn resources_have_the_events_of_sqlite() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("acme").await;
    let component = fixture.session(COMPONENTS, &scope).await;
    let statements = [
        "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj', 'School', '{}', '')",
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at)
         VALUES ('doc', 'prj', 'a.pdf', '', 'awaiting_upload', '', '{}', '')",
        "UPDATE documents SET status = 'ingesting'",
        "UPDATE documents SET status = 'ingesting'",
        "UPDATE documents SET status = 'ready'",
        "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, depth,
             estimated_credits, metadata, created_at)
         VALUES ('tko', 'doc', 'prj', 'electrical', 'queued', '[]', 1, 0, 'metric', 'full', 1, '{}', '')",
        "UPDATE takeoffs SET status = 'processing'",
        "UPDATE takeoffs SET status = 'completed', reviews = reviews + 1",
        "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type,
             extracted_quantity, unit, attributes, evidence, confidence, review_status, source)
         VALUES ('itm', 'tko', 1, 0, '', '', '', '', '', 1, '', '{}', '[]', '', 'extracted', '')",
        "UPDATE items SET review_status = 'accepted', single_reviews = single_reviews + 1 WHERE id = 'itm'",
        // These statements do not count a review of an item alone.
        "UPDATE items SET note = 'n'; UPDATE items SET single_reviews = single_reviews",
        "INSERT INTO exports (id, takeoff_id, format, status, accepted_only, include_evidence, units, credits_charged, blob_key,
             created_at)
         VALUES ('exp_1', 'tko', 'csv', 'queued', 0, 0, 'metric', 0, '', ''),
             ('exp_2', 'tko', 'csv', 'queued', 0, 0, 'metric', 0, '', '')",
        "UPDATE exports SET status = 'processing'",
        "UPDATE exports SET status = 'completed' WHERE id = 'exp_1'",
        "UPDATE exports SET status = 'failed', failure_code = 'internal' WHERE id = 'exp_2'",
        "DELETE FROM exports WHERE id = 'exp_1'",
        // The takeoff is deleted before the other export, whose project is not known then.
        "DELETE FROM projects",
    ];
    let events = "SELECT kind, resource_type, resource_id, project_id, data FROM events";
    assert_eq!(assert_same_events(&component, &sqlite::tenant(), &statements, events).await, 18);
    let of_project =
        "SELECT string_agg(kind || ' ' || resource_id, ', ' ORDER BY sequence) FROM events WHERE project_id = 'prj'
         AND (kind LIKE '%.ingesting' OR kind LIKE 'export.%' AND resource_id = 'exp_1')";
    let expected = "document.ingesting doc, export.created exp_1, export.started exp_1, export.completed exp_1, export.deleted exp_1";
    assert_eq!(one(&component, of_project).await, expected);
}

#[tokio::test]
async fn credentials_have_the_events_of_sqlite() {
    let Some(fixture) = fixture().await else { return };
    let host = fixture.connect(HOST).await;
    let statements = [
        "INSERT INTO tenants (id, name, created_at) VALUES ('ten_1', 'Acme', ''), ('ten_2', 'Other', '')",
        "INSERT INTO api_keys (id, tenant_id, name, environment, scopes, secret_hash, created_at)
         VALUES ('pc_1', 'ten_1', 'key', 'sandbox', '', '1', ''), ('pc_2', 'ten_2', 'of another', 'sandbox', '', '2', '')",
        "INSERT INTO service_credentials (id, tenant_id, name, environment, scopes, secret_hash, created_at)
         VALUES ('pc_3', 'ten_1', 'nightly', 'production', '', '3', '')",
        "INSERT INTO oauth_clients (id, record, created_at, used_at)
         VALUES ('oc_1', '{\"name\": \"App\"}', '', ''), ('oc_2', '{\"name\": null}', '', '')",
        "UPDATE service_credentials SET secret_hash = '3', last_used_at = 'now'",
        "UPDATE service_credentials SET secret_hash = '4'",
        "INSERT INTO premium_grants (tenant_id, environment, client_id, scope, granted_at)
         VALUES ('ten_1', 'sandbox', 'pc_1', 's', ''), ('ten_1', 'sandbox', 'pc_2', 's', ''), ('ten_1', 'production', 'pc_3', 's', ''),
             ('ten_1', 'sandbox', 'oc_1', 's', ''), ('ten_1', 'sandbox', 'oc_2', 's', '')",
        "INSERT INTO premium_grants (tenant_id, environment, client_id, scope, granted_at)
         VALUES ('ten_1', 'sandbox', 'pc_1', 's', '') ON CONFLICT (tenant_id, environment, client_id, scope) DO NOTHING",
        "DELETE FROM premium_grants WHERE client_id <> 'oc_2'",
        "UPDATE api_keys SET revoked_at = 'now'",
        "UPDATE service_credentials SET revoked_at = 'now'",
    ];
    let events = "SELECT tenant_id, environment, kind, resource_type, resource_id, data FROM tenant_events";
    assert_eq!(assert_same_events(&host, &sqlite::control(), &statements, events).await, 16);
    let changes = "SELECT string_agg(concat_ws(' ', data::JSONB ->> 'name', data::JSONB ->> 'credential_type', data::JSONB ->> 'change'),
            ', ' ORDER BY sequence)
        FROM tenant_events WHERE kind = 'credential.changed' AND data::JSONB ->> 'change' <> 'premium_withdrawn'";
    // The name of another tenant's key is not revealed.
    let expected = "nightly service secret_rotated, key api_key premium_granted, pc_2 api_key premium_granted, \
        nightly service premium_granted, App app premium_granted, oc_2 app premium_granted";
    assert_eq!(one(&host, changes).await, expected);
}
