//! Deliveries of webhooks, as the host reads them.

use crate::common::*;

const TIME: &str = "2026-01-01T00:00:00.000Z";

#[tokio::test]
async fn deliveries_of_one_millisecond_have_the_order_of_their_events() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    let endpoint = "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at)
        VALUES ('whe_1', 'https://example.com', '[\"takeoff.reviewed\"]', 'enabled', '', '')";
    run(&connection, endpoint).await.unwrap();
    // Sorted by id, they would be in the opposite order.
    let ids: Vec<String> = (0..50).rev().map(|number| format!("evt_{number:02}")).collect();
    for id in &ids {
        let event = format!(
            "INSERT INTO events (id, kind, resource_type, resource_id, data, created_at)
             VALUES ('{id}', 'takeoff.reviewed', 'takeoff', 'tko_1', '{{}}', '{TIME}')"
        );
        run(&connection, &event).await.unwrap();
    }
    let due = fixture.database.due_deliveries("whe_1", 100).await.unwrap();
    assert_eq!(due.into_iter().map(|delivery| delivery.event_id).collect::<Vec<_>>(), ids);
}
