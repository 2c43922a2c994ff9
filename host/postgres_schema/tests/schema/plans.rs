//! The plans of frequent statements, with row-level security on.

use tokio_postgres::Client;

use crate::common::*;

/// Statements of components, each with the index that must serve it. `{t}` is a takeoff.
const HOT: [(&str, &str); 20] = [
    ("SELECT * FROM projects WHERE id = 'prj_7'", "projects_pkey"),
    ("SELECT * FROM projects WHERE external_ref = 'ref_7'", "projects_scope_id_external_ref_key"),
    ("SELECT * FROM projects ORDER BY created_at DESC, id DESC LIMIT 51", "projects_by_age"),
    (
        "SELECT * FROM projects WHERE (created_at, id) < ('2026-01-01T00:00:00.500Z', 'prj_500') ORDER BY created_at DESC, id DESC LIMIT 51",
        "projects_by_age",
    ),
    ("SELECT COUNT(*) FROM documents WHERE project_id = 'prj_7'", "documents_by_project"),
    ("SELECT * FROM takeoffs WHERE document_id = 'doc_7' ORDER BY created_at DESC, id DESC LIMIT 51", "takeoffs_by_document"),
    ("SELECT * FROM items WHERE id = 'itm_{t}_5' AND takeoff_id = '{t}'", "items_pkey"),
    ("SELECT * FROM items WHERE takeoff_id = '{t}' ORDER BY page_number, position LIMIT 201", "items_in_order"),
    (
        "SELECT * FROM items WHERE takeoff_id = '{t}' AND (page_number, position) > (2, 5) ORDER BY page_number, position LIMIT 201",
        "items_in_order",
    ),
    ("SELECT takeoff_id, trade, COUNT(*) FROM items WHERE takeoff_id IN ('{t}', 'tko_2') GROUP BY takeoff_id, trade", "items_by_trade"),
    ("SELECT EXISTS (SELECT 1 FROM items WHERE takeoff_id = '{t}' AND first_position IS NULL)", "items_not_grouped"),
    (
        "SELECT page_number, first_position, COUNT(*) FROM items WHERE takeoff_id = '{t}' AND (page_number, first_position) >= (1, 0)
         AND (review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL OR revision > 1)
         GROUP BY page_number, first_position",
        "items_reviewed",
    ),
    ("UPDATE items SET note = 'x', revision = revision + 1 WHERE id = 'itm_{t}_5'", "items_pkey"),
    (
        "UPDATE items SET note = 'x', revision = revision + 1, single_reviews = single_reviews + 1
         WHERE id = 'itm_{t}_5' AND takeoff_id = '{t}' AND revision = 1 AND attributes = '{}'",
        "items_pkey",
    ),
    ("SELECT * FROM item_groups WHERE takeoff_id = '{t}' ORDER BY page_number, first_position LIMIT 201", "item_groups_pkey"),
    ("SELECT * FROM idempotency WHERE client_id = 'pc_1' AND key = 'key_77'", "idempotency_pkey"),
    ("DELETE FROM idempotency WHERE created_at < '2026-01-01T00:00:00.010Z'", "idempotency_by_age"),
    ("SELECT SUM(micros) FROM ledger_entries WHERE job_id = 'job_7' AND kind IN ('hold', 'charge', 'release')", "ledger_entries_pkey"),
    ("SELECT * FROM ledger_entries ORDER BY created_at DESC LIMIT 20", "ledger_entries_by_time"),
    (
        "SELECT id, payload FROM outbox WHERE dispatched_at IS NULL AND sequence > 10 ORDER BY sequence LIMIT 200",
        "outbox_in_order",
    ),
];

/// Returns the plan of a statement.
async fn explain(client: &Client, sql: &str) -> String {
    let plan = rows(client, &format!("EXPLAIN (VERBOSE) {sql}")).await.unwrap();
    plan.into_iter().filter_map(|mut row| row.remove(0)).collect::<Vec<_>>().join("\n")
}

/// Fills a scope with thousands of rows.
async fn fill(host: &Client) {
    let time = "'2026-01-01T00:00:00.' || lpad((i % 1000)::TEXT, 3, '0') || 'Z'";
    for sql in [
        format!("INSERT INTO projects (id, name, external_ref, metadata, created_at) SELECT 'prj_' || i, '', 'ref_' || i, '{{}}', {time} FROM generate_series(1, 2000) AS i"),
        format!("INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) SELECT 'doc_' || i, 'prj_' || i, '', '', 'ready', '', '{{}}', {time} FROM generate_series(1, 2000) AS i"),
        format!("INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, depth, estimated_credits, metadata, created_at) SELECT 'tko_' || i, 'doc_' || i, 'prj_' || i, 'electrical', 'completed', '[]', 1, 0, 'metric', 'full', 1, '{{}}', {time} FROM generate_series(1, 500) AS i"),
        "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type, extracted_quantity, unit, attributes, evidence, confidence, review_status, source, first_position) SELECT 'itm_tko_' || t || '_' || i, 'tko_' || t, i / 10, i % 10, '', 'electrical', '', '', '', 1, '', '{}', '[]', 'high', CASE i % 10 WHEN 3 THEN 'accepted' ELSE 'extracted' END, '', 0 FROM generate_series(1, 500) AS t, generate_series(0, 49) AS i".into(),
        "INSERT INTO item_groups (takeoff_id, page_number, first_position, item_count, mixed, extracted_quantity, confidence) SELECT 'tko_' || t, i, 0, 10, 0, 10, 'high' FROM generate_series(1, 500) AS t, generate_series(0, 4) AS i".into(),
        format!("INSERT INTO idempotency (client_id, key, fingerprint, status, headers, body, created_at) SELECT 'pc_' || i % 10, 'key_' || i, '', 200, '', '', {time} FROM generate_series(1, 2000) AS i"),
        format!("INSERT INTO outbox (id, kind, payload, created_at, due_at) SELECT 'out_' || i, '', '{{}}', '', {time} FROM generate_series(1, 2000) AS i"),
        "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('g', 'grant', 1000000, '', '')".into(),
        format!("INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) SELECT 'job_' || i, 'hold', 1, '', {time} FROM generate_series(1, 1000) AS i"),
    ] {
        changed(host, &sql).await;
    }
}

#[tokio::test]
async fn frequent_statements_use_indexes_that_the_scope_leads() {
    let Some(fixture) = fixture().await else { return };
    let mut scopes = Vec::new();
    for i in 0..4 {
        let scope = fixture.scope(&format!("ten_{i}")).await;
        fill(&fixture.session(HOST, &scope).await).await;
        scopes.push(scope);
    }
    fixture.connect("postgres").await.batch_execute("ANALYZE").await.unwrap();
    let component = fixture.session(COMPONENTS, &scopes[1]).await;
    for (sql, index) in HOT {
        let sql = sql.replace("{t}", "tko_250");
        let plan = explain(&component, &sql).await;
        assert!(plan.contains(&format!(" {index} ")), "{sql}\n{plan}");
        // The table of the scopes' keys is small here.
        let scans = plan.lines().filter(|line| line.contains("Seq Scan") && !line.contains(" host.scope_keys"));
        assert_eq!(scans.count(), 0, "{sql}\n{plan}");
        let conditions: Vec<_> = plan.lines().filter(|line| line.contains("Index Cond: ")).collect();
        assert!(
            !conditions.is_empty()
                && conditions.iter().all(|line| line.contains("scope_id = ") || line.contains("setting_hash = ")),
            "{sql}\n{plan}"
        );
        assert!(plan.contains("InitPlan"), "the scope is evaluated once\n{plan}");
    }
    // What the host reads as the owner, in host.due_entries and host.scopes_with_due_entries, and the outbox's trigger too.
    let owner = fixture.session(OWNER, &scopes[1]).await;
    let due = "dispatched_at IS NULL AND COALESCE(due_at, '') <= '2026-01-01T00:00:00.020Z'";
    for (condition, index) in
        [("scope_id = (SELECT plumbline.current_scope()) AND", "outbox_due"), ("", "outbox_due_anywhere")]
    {
        let plan = explain(&owner, &format!("SELECT scope_id FROM outbox WHERE {condition} {due}")).await;
        assert!(
            plan.contains(&format!(" {index} ")) && !plan.contains("Filter") && !plan.contains("Seq Scan"),
            "{plan}"
        );
    }
    // The trigger's functions and the default do not verify the scope again for each row.
    let insert = "INSERT INTO quota_use (name, day, used) SELECT i::TEXT, '', 1 FROM generate_series(1, 9) AS i";
    let plan = explain(&component, insert).await;
    assert_eq!(plan.matches("current_scope").count(), 1, "{plan}");
}
