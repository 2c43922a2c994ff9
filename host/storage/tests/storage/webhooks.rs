//! Deliveries of webhooks, as the host reads them.

use std::collections::BTreeSet;

use crate::common::*;
use plumbline_storage::Value;

/// Enough events that many are of one millisecond.
const EVENTS: usize = 200;

#[tokio::test]
async fn deliveries_of_one_millisecond_have_the_order_of_their_events() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let endpoint = "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at)
        VALUES ('whe_1', 'https://example.com', '[]', 'enabled', '', '')";
    run(&connection, endpoint).await.unwrap();
    // In one transaction, because a commit takes longer than a millisecond.
    run(&connection, "BEGIN IMMEDIATE").await.unwrap();
    for _ in 0..EVENTS {
        run(&connection, "UPDATE webhook_endpoints SET tests = tests + 1").await.unwrap();
    }
    run(&connection, "COMMIT").await.unwrap();
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let events = run(&connection, "SELECT id, created_at FROM events ORDER BY rowid").await.unwrap();
    let times: BTreeSet<String> = events.iter().map(|row| text(&row[1])).collect();
    assert!(times.len() < EVENTS, "no two events are of one millisecond");
    let due = fixture.database.due_deliveries("whe_1", 1_000).await.unwrap();
    let due: Vec<String> = due.into_iter().map(|delivery| delivery.event_id).collect();
    assert_eq!(due, events.iter().map(|row| text(&row[0])).collect::<Vec<_>>());
}
