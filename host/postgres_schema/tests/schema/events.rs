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
    assert_eq!(assert_same_events(&component, &sqlite::tenant(), &statements, events).await, 17);
    let of_project =
        "SELECT string_agg(kind || ' ' || resource_id, ', ' ORDER BY sequence) FROM events WHERE project_id = 'prj'
         AND (kind LIKE '%.ingesting' OR kind LIKE 'export.%' AND resource_id = 'exp_1')";
    let expected = "document.ingesting doc, export.created exp_1, export.started exp_1, export.completed exp_1, export.deleted exp_1";
    assert_eq!(one(&component, of_project).await, expected);
}
