//! Deletion of scopes, and what the host reads across them.

use tokio_postgres::Client;

use crate::common::*;

/// Writes a row into every table of a session's scope. A new table must be added here.
pub(crate) async fn fill(host: &Client) {
    for sql in [
        "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at) VALUES ('whe', '', '[]', 'enabled', '', '')",
        "INSERT INTO webhook_deliveries (id, endpoint_id, event_id, kind, status, created_at) VALUES ('whd', 'whe', 'evt', '', 'delivered', '')",
        "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj', 'School', '{}', '')",
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at)
         VALUES ('doc', 'prj', '', '', 'ready', '', '{}', '')",
        "INSERT INTO document_pages (document_id, number, has_text, has_vectors, rotation, width_pt, height_pt)
         VALUES ('doc', 1, 1, 1, 0, 1, 1)",
        "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, depth,
             estimated_credits, metadata, created_at)
         VALUES ('tko', 'doc', 'prj', 'electrical', 'completed', '[]', 1, 0, 'metric', 'full', 1, '{}', '')",
        "INSERT INTO takeoff_pages (takeoff_id, page_number, rate, finished_at) VALUES ('tko', 1, 'page', '')",
        "INSERT INTO takeoff_warnings (takeoff_id, page_number, position, code, message) VALUES ('tko', 1, 0, '', '')",
        "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type,
             extracted_quantity, unit, attributes, evidence, confidence, review_status, source, first_position)
         SELECT 'itm_' || i, 'tko', 1, i, '', '', '', '', '', 1, '', '{}', '[]', 'high', 'extracted', '', i - i % 10
         FROM generate_series(0, 99) AS i",
        "INSERT INTO item_groups (takeoff_id, page_number, first_position, item_count, mixed, extracted_quantity, confidence)
         SELECT 'tko', 1, i * 10, 10, 0, 10, 'high' FROM generate_series(0, 9) AS i",
        "INSERT INTO routes (id, takeoff_id, page_number, position, trade, system, quantity, unit, attributes, confidence, segments)
         VALUES ('rte', 'tko', 1, 0, '', '', 1, '', '{}', 'high', 1)",
        "INSERT INTO schedules (id, takeoff_id, page_number, position, kind, columns, rows) VALUES ('sch', 'tko', 1, 0, '', '[]', '[]')",
        "INSERT INTO exports (id, takeoff_id, format, status, accepted_only, include_evidence, units, credits_charged, blob_key, created_at)
         VALUES ('exp', 'tko', 'csv', 'completed', 0, 0, 'metric', 0, '', '')",
        "INSERT INTO outbox (id, kind, payload, created_at) VALUES ('o1', 'takeoff', '{}', ''), ('o2', 'takeoff', '{}', '')",
        "INSERT INTO outbox (id, kind, payload, created_at, due_at) VALUES ('o3', 'cleanup', '{}', '', '2030-01-01T00:00:00.000Z')",
        "INSERT INTO idempotency (client_id, key, fingerprint, status, headers, body, created_at) VALUES ('c', 'k', '', 200, '', '', '')",
        "INSERT INTO quota_use (name, day, used) VALUES ('documents', '2026-01-01', 1)",
        "INSERT INTO access_requests (id, client_id, capabilities, created_at) VALUES ('acc', 'c', '[]', '')",
        "INSERT INTO usage_events (request_id, occurred_at, surface, operation, latency_ms, units) VALUES ('r', '', 'rest', 'x', 1, 1)",
        "INSERT INTO usage_charges (request_id, job_id, credits, charged_at) VALUES ('r', 'tko', 1, '')",
        "INSERT INTO usage_totals (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms, requests, errors, units)
         VALUES ('2026-01-01', '', '', 'rest', '', '', '', 1, 1, 0, 0)",
        "INSERT INTO usage_writers (writer, batch, written_at) VALUES ('w', 1, '')",
        "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('g', 'grant', 1000000, '', '')",
        "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('tko', 'hold', 600000, '', '')",
        "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('tko', 'charge', 400000, '', '')",
    ] {
        changed(host, sql).await;
    }
}

/// Returns the number of a scope's rows in each table, as a superuser sees them.
async fn counts(admin: &Client, scope: i64) -> Vec<(String, u64)> {
    let tables = "SELECT oid::regclass FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace AND relkind = 'r' ORDER BY 1";
    let mut counts = Vec::new();
    for row in rows(admin, tables).await.unwrap() {
        let table = row[0].clone().unwrap();
        let count = one(admin, &format!("SELECT COUNT(*) FROM {table} WHERE scope_id = {scope}")).await;
        counts.push((table, count.parse().unwrap()));
    }
    counts
}

#[tokio::test]
async fn a_deleted_scope_leaves_nothing() {
    let Some(fixture) = fixture().await else { return };
    let (first, second) = (fixture.scope("ten_1").await, fixture.scope("ten_2").await);
    for scope in [&first, &second] {
        fill(&fixture.session(HOST, scope).await).await;
    }
    let admin = fixture.connect("postgres").await;
    let before = counts(&admin, first.id).await;
    assert!(before.iter().all(|(_, count)| *count > 0), "a table without a row in `fill`: {before:?}");

    let host = fixture.connect(HOST).await;
    let component = fixture.session(COMPONENTS, &first).await;
    component.batch_execute("BEGIN; SELECT COUNT(*) FROM projects").await.unwrap();
    assert_eq!(one(&host, &format!("SELECT host.delete_scope({})", first.id)).await, "t");
    assert_eq!(one(&host, &format!("SELECT host.delete_scope({})", first.id)).await, "f");
    assert!(counts(&admin, first.id).await.iter().all(|(_, count)| *count == 0));
    assert_eq!(counts(&admin, second.id).await, before, "the other scope");
    assert_eq!(one(&admin, "SELECT COUNT(*) FROM host.scopes").await, "1");
    assert_eq!(one(&admin, "SELECT COUNT(*) FROM host.scope_keys").await, "1");
    // A transaction that was open may no longer write.
    assert!(
        refusal(&component, "INSERT INTO quota_use (name, day, used) VALUES ('x', '', 1)").await.starts_with("42501:")
    );
    // The session that deleted it is in no scope, and may not delete entries of a ledger.
    assert_eq!(
        one(&host, "SELECT current_setting('plumbline.scope') || current_setting('plumbline.deleting')").await,
        ""
    );
    assert_eq!(changed(&host, "DELETE FROM tenants WHERE id = 'ten_1'").await, 1);
    assert!(refusal(&host, "DELETE FROM tenants WHERE id = 'ten_2'").await.starts_with("23503:"), "it has a scope");

    // No setting lets a role but the owner delete entries, and the owner only in host.delete_scope.
    for role in [HOST, COMPONENTS, OWNER] {
        let session = fixture.session(role, &second).await;
        if role != OWNER {
            session
                .batch_execute(&format!("SELECT set_config('plumbline.deleting', '{}', false)", second.id))
                .await
                .unwrap();
        }
        assert_eq!(refusal(&session, "DELETE FROM ledger_entries").await, "P0001: the ledger is append-only", "{role}");
    }
}

#[tokio::test]
async fn a_scope_is_created_once() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let clients = [fixture.connect(HOST).await, fixture.connect(HOST).await, fixture.connect(HOST).await];
    let open = |client| one(client, "SELECT host.open_scope('ten_1', 'sandbox')");
    let (first, second, third) = tokio::join!(open(&clients[0]), open(&clients[1]), open(&clients[2]));
    assert!(first == second && second == third);
    assert_ne!(first, scope.id.to_string());
    let accounts = "SELECT COUNT(*) FROM host.credit_balances() WHERE granted = 0 AND tenant_id = 'ten_1'";
    assert_eq!(one(&clients[0], accounts).await, "2");
    assert!(refusal(&clients[0], "SELECT host.open_scope('ten_2', 'sandbox')").await.starts_with("23503:"));
    assert!(refusal(&clients[0], "SELECT host.open_scope('ten_1', 'test')").await.starts_with("23514:"));
    // In a transaction that is in another scope, it stays there.
    let session = fixture.session(HOST, &scope).await;
    session.batch_execute("BEGIN; INSERT INTO tenants (id, name, created_at) VALUES ('ten_3', '', '')").await.unwrap();
    one(&session, "SELECT host.open_scope('ten_3', 'sandbox')").await;
    assert_eq!(one(&session, "SELECT plumbline.current_scope()").await, scope.id.to_string());
}

#[tokio::test]
async fn the_host_sees_due_entries_and_balances_of_all_scopes() {
    let Some(fixture) = fixture().await else { return };
    let scopes = [fixture.scope("ten_1").await, fixture.scope("ten_2").await, fixture.scope("ten_3").await];
    for scope in &scopes[..2] {
        fill(&fixture.session(HOST, scope).await).await;
    }
    changed(&fixture.session(HOST, &scopes[0]).await, "UPDATE outbox SET dispatched_at = '' WHERE due_at IS NULL")
        .await;
    let host = fixture.connect(HOST).await;
    let due = |until: &str| format!("SELECT tenant_id FROM host.scopes_with_due_entries('{until}')");
    let tenants =
        |rows: Vec<Vec<Option<String>>>| rows.into_iter().filter_map(|mut row| row.remove(0)).collect::<Vec<_>>();
    assert_eq!(tenants(rows(&host, &due("2026-12-01T00:00:00.000Z")).await.unwrap()), ["ten_2"]);
    assert_eq!(tenants(rows(&host, &due("2031-01-01T00:00:00.000Z")).await.unwrap()), ["ten_1", "ten_2"]);
    assert_eq!(one(&host, "SELECT host.next_entry_due('2026-12-01')").await, "2030-01-01T00:00:00.000Z");
    assert_eq!(one(&host, "SELECT host.next_entry_due('2031-12-01') IS NULL").await, "t");
    let balances = "SELECT tenant_id, granted, held, consumed FROM host.credit_balances()";
    let texts = |row: [&str; 4]| row.map(|text| Some(text.to_owned())).to_vec();
    assert_eq!(
        rows(&host, balances).await.unwrap(),
        [
            texts(["ten_1", "1000000", "200000", "400000"]),
            texts(["ten_2", "1000000", "200000", "400000"]),
            texts(["ten_3", "0", "0", "0"])
        ]
    );
    // Without the functions, the host is in no scope and sees nothing.
    assert_eq!(one(&host, "SELECT COUNT(*) FROM outbox").await, "0");
    assert_eq!(one(&host, "SELECT COUNT(*) FROM credit_balance").await, "0");
}
