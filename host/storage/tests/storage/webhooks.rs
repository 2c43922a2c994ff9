//! Deliveries of webhooks, as the host reads them.

use std::collections::BTreeSet;

use crate::common::*;
use plumbline_storage::Value;

/// Enough events that some are of one millisecond.
const EVENTS: usize = 50;

on_both_databases! {
    a_job_that_is_given_up_leaves_its_turn_and_what_waits_to_another,
}

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

async fn a_job_that_is_given_up_leaves_its_turn_and_what_waits_to_another(fixture: Fixture) {
    const LATER: &str = "9999-01-01T00:00:00.000Z";
    let (database, connection) = (&fixture.database, fixture.database.connect());
    let endpoint = "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at)
        VALUES ('whe_1', 'https://example.com', '[]', 'enabled', '', '')";
    for sql in [endpoint, "UPDATE webhook_endpoints SET tests = tests + 1"] {
        run(&connection, sql).await.unwrap();
    }
    let jobs = "SELECT COUNT(*) FROM outbox WHERE kind = 'webhook'";
    assert_eq!(number(&one(&connection, jobs).await), 1.0);
    // It never began: its hosts stopped.
    database.give_up_webhook_job("whe_1", "job_1", LATER).await.unwrap();
    assert_eq!(number(&one(&connection, jobs).await), 2.0);
    // It has the turn, which no other gets before it is given up.
    assert!(database.lease_webhook_endpoint("whe_1", "job_2", LATER).await.unwrap().is_some());
    assert!(database.lease_webhook_endpoint("whe_1", "job_3", LATER).await.unwrap().is_none());
    database.give_up_webhook_job("whe_1", "job_2", LATER).await.unwrap();
    assert_eq!(number(&one(&connection, jobs).await), 3.0);
    assert!(database.lease_webhook_endpoint("whe_1", "job_3", LATER).await.unwrap().is_some());
}
