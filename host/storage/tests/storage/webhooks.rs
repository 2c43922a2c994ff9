//! Deliveries of webhooks, as the host reads them.

use std::collections::BTreeSet;

use crate::common::*;
use plumbline_storage::Value;

/// Enough events that some are of one millisecond.
const EVENTS: usize = 50;

#[tokio::test]
async fn deliveries_of_one_millisecond_have_the_order_of_their_events() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    for number in 0..=EVENTS {
        let endpoint = format!(
            "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at)
             VALUES ('whe_{number}', 'https://example.com', '[\"webhook_endpoint.disabled\"]', 'enabled', '', '')"
        );
        run(&connection, &endpoint).await.unwrap();
    }
    // One statement, so that its events are of few milliseconds.
    run(&connection, "UPDATE webhook_endpoints SET status = 'disabled' WHERE id <> 'whe_0'").await.unwrap();
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let events =
        run(&connection, "SELECT id, created_at FROM events WHERE kind = 'webhook_endpoint.disabled' ORDER BY rowid")
            .await
            .unwrap();
    let times: BTreeSet<String> = events.iter().map(|row| text(&row[1])).collect();
    assert!(times.len() < EVENTS, "no two events are of one millisecond");
    let due = fixture.database.due_deliveries("whe_0", 1_000).await.unwrap();
    let due: Vec<String> = due.into_iter().map(|delivery| delivery.event_id).collect();
    assert_eq!(due, events.iter().map(|row| text(&row[0])).collect::<Vec<_>>());
}
