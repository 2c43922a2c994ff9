//! The rules of item groups, compared with SQLite's, and of the outbox.

use crate::common::*;
use crate::sqlite;

const DOCUMENT: [&str; 2] = [
    "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj', 'School', '{}', '')",
    "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at)
     VALUES ('doc', 'prj', '', '', 'ready', '', '{}', '')",
];

/// A takeoff with two pages of twelve items, in groups of three.
fn takeoff(id: &str) -> Vec<String> {
    let mut statements = vec![format!(
        "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, units, depth,
             estimated_credits, metadata, created_at)
         VALUES ('{id}', 'doc', 'prj', 'electrical', 'completed', '[]', 2, 0, 'metric', 'full', 1, '{{}}', '')"
    )];
    for (page, position) in (1..=2).flat_map(|page| (0..12).map(move |position| (page, position))) {
        let first = position % 4;
        statements.push(format!(
            "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type,
                 extracted_quantity, unit, attributes, evidence, confidence, review_status, source, first_position)
             VALUES ('{id}_{page}_{position}', '{id}', {page}, {position}, '', '', '', '', '', 1, '', '{{}}', '[]', 'high',
                 'extracted', '', {first})"
        ));
        if first == position {
            statements.push(format!(
                "INSERT INTO item_groups (takeoff_id, page_number, first_position, item_count, mixed, extracted_quantity, confidence)
                 VALUES ('{id}', {page}, {first}, 3, 0, 3, 'high')"
            ));
        }
    }
    statements
}

#[tokio::test]
async fn item_groups_end_as_on_sqlite() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let component = fixture.session(COMPONENTS, &scope).await;
    let twin = sqlite::tenant();
    let changes = [
        "UPDATE items SET review_status = 'accepted', quantity_override = 2, note = 'n', revision = 2 WHERE id = 'a_1_0'",
        "UPDATE items SET description = 'other' WHERE id = 'a_1_1'",
        "UPDATE items SET unit = unit WHERE takeoff_id = 'a' AND page_number = 2 AND position IN (2, 3, 6)",
        "DELETE FROM items WHERE id = 'a_1_4'",
        "UPDATE items SET page_number = 9 WHERE id = 'b_1_0'",
        "DELETE FROM items WHERE takeoff_id = 'b' AND page_number = 2 AND position < 2",
        "UPDATE items SET first_position = 0 WHERE takeoff_id = 'a' AND page_number = 1 AND position IN (0, 4, 8)",
        "DELETE FROM takeoffs WHERE id = 'b'",
        "DELETE FROM projects",
    ];
    let statements = DOCUMENT.map(str::to_owned).into_iter().chain(takeoff("a")).chain(takeoff("b"));
    for (i, statement) in statements.chain(changes.map(str::to_owned)).enumerate() {
        let expected = twin.execute(&statement, []).unwrap();
        assert_eq!(changed(&component, &statement).await, u64::try_from(expected).unwrap(), "{statement}");
        if i % 10 != 0 && !changes.contains(&statement.as_str()) {
            continue;
        }
        for sql in [
            "SELECT id, page_number, first_position FROM items ORDER BY id",
            "SELECT takeoff_id, page_number, first_position FROM item_groups ORDER BY 1, 2, 3",
        ] {
            assert_eq!(rows(&component, sql).await.unwrap(), sqlite::rows(&twin, sql), "after {statement}");
        }
    }
}

#[tokio::test]
async fn a_components_outbox_is_limited() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let (component, host) = (fixture.session(COMPONENTS, &scope).await, fixture.session(HOST, &scope).await);
    let insert = |id: &str, payload: &str, due: &str| {
        format!(
            "INSERT INTO outbox (id, kind, payload, created_at, due_at) VALUES ({id}, 'takeoff', {payload}, '', {due})"
        )
    };
    let many = |first: u32, count: u32, due: &str| {
        let last = first + count - 1;
        format!(
            "INSERT INTO outbox (id, kind, payload, created_at, due_at)
             SELECT i::TEXT, 'takeoff', '{{}}', '', {due} FROM generate_series({first}, {last}) AS i"
        )
    };
    for (sql, why) in [
        (insert("'a'", "'{}'", "'tomorrow'"), "a time in UTC"),
        (insert("'a'", "'{}'", "'2026-11-21 08:00:00Z'"), "a time in UTC"),
        (insert("'a'", "repeat('x', 262145)", "NULL"), "at most 262144 bytes"),
        // Bytes, not characters.
        (insert("'a'", "repeat('ä', 131073)", "NULL"), "at most 262144 bytes"),
        (insert("repeat('a', 201)", "'{}'", "NULL"), "200 of id and kind"),
        (insert("'a'", "'{}'", "'2026-11-21T08:00:00' || repeat('0', 200) || 'Z'"), "200 of id and kind and each time"),
    ] {
        let refused = refusal(&component, &sql).await;
        assert!(refused.starts_with("P0001:") && refused.contains(why), "{sql}: {refused}");
    }
    changed(&component, &insert("'a'", "repeat('x', 262144)", "'2020-11-21T08:00:00.000Z'")).await;
    assert!(refusal(&component, "UPDATE outbox SET due_at = 'x'").await.contains("a time in UTC"));
    // Entries that are due later do not count, nor those that are jobs.
    changed(&component, &many(10_000, 2500, "'2099-01-01T00:00:00.000Z'")).await;
    changed(&component, &many(1, 1999, "NULL")).await;
    let full = "P0001: the outbox is full: 2000 entries wait to become jobs";
    assert_eq!(refusal(&component, &insert("'b'", "'{}'", "NULL")).await, full);
    changed(&host, "UPDATE outbox SET dispatched_at = '' WHERE id = '1'").await;
    changed(&component, &insert("'b'", "'{}'", "NULL")).await;
    assert_eq!(refusal(&component, &many(5000, 1, "NULL")).await, full);
    // The host may.
    changed(&host, &many(5000, 3, "NULL")).await;
    changed(&host, "UPDATE outbox SET dispatched_at = '' WHERE due_at IS NULL").await;
    // However late they are due, at most 256 MiB of payload may wait: 1,024 of the largest. There is one already.
    let large = |first: u32, count: u32| {
        many(first, count, "'2099-01-01T00:00:00.000Z'").replace("'{}'", "repeat('x', 262144)")
    };
    changed(&component, &large(20_000, 1022)).await;
    let full = "P0001: the outbox is full: at most 1000000 entries with 268435456 bytes of payload may wait";
    assert_eq!(refusal(&component, &large(30_000, 1)).await, full);
    let grow = "UPDATE outbox SET payload = repeat('x', 262144) WHERE id = '10000'";
    assert_eq!(refusal(&component, grow).await, full);
    let again = "UPDATE outbox SET dispatched_at = NULL WHERE id = '20000'";
    changed(&host, "UPDATE outbox SET dispatched_at = '' WHERE id = '20000'").await;
    changed(&component, grow).await;
    assert_eq!(refusal(&component, again).await, full);
    changed(&component, "DELETE FROM outbox WHERE id = '20001'").await;
    changed(&component, again).await;
    let counted = "SELECT COUNT(*), SUM(octet_length(payload)) FROM outbox WHERE dispatched_at IS NULL";
    let kept = "SELECT entries, bytes FROM outbox_size";
    assert_eq!(rows(&host, kept).await.unwrap(), rows(&host, counted).await.unwrap());
    // Entries are read in the order of their commits.
    let order = "SELECT id FROM outbox WHERE dispatched_at IS NULL ORDER BY sequence LIMIT 1";
    assert_eq!(one(&host, order).await, "a");
}
