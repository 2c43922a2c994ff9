//! The queue's tables: clock, claims and fences.

use crate::common::*;

#[tokio::test]
async fn the_clock_of_leases_is_the_databases() {
    let Some(fixture) = fixture().await else { return };
    let host = fixture.connect(HOST).await;
    // `2026-11-21T08:00:00.000Z`
    let format = "SELECT host.now_text() ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$'";
    assert_eq!(one(&host, format).await, "t");
    host.batch_execute("SET timezone = 'Asia/Tokyo'; BEGIN").await.unwrap();
    let is_close = "SELECT abs(extract(epoch FROM host.now_text()::TIMESTAMPTZ - clock_timestamp())) < 5";
    assert_eq!(one(&host, is_close).await, "t", "in UTC whatever the session's zone is");
    let first = one(&host, "SELECT host.now_text()").await;
    one(&host, "SELECT pg_sleep(0.01)").await;
    assert!(one(&host, "SELECT host.now_text()").await > first, "it goes on within a transaction");
    assert_eq!(
        one(&host, "SELECT host.now_text(INTERVAL '30 seconds') > host.now_text(INTERVAL '29 seconds')").await,
        "t"
    );
}

/// The next tenant with a due job whose turn no other host is taking.
const TURN: &str = "SELECT tenant_id FROM job_turns AS turn
    WHERE EXISTS (SELECT FROM jobs WHERE jobs.tenant_id = turn.tenant_id AND lane = 'takeoff' AND state IN ('waiting', 'abandoning')
        AND leased_by IS NULL AND due_at <= (SELECT host.now_text()))
    ORDER BY served_at, tenant_id LIMIT 1 FOR UPDATE SKIP LOCKED";

/// The tenant's oldest job.
const CLAIM: &str = "UPDATE jobs SET state = 'running', attempts = attempts + 1, fence = fence + 1, leased_by = $2,
        lease_until = host.now_text(INTERVAL '30 seconds')
    WHERE (tenant_id, environment, id) = (SELECT tenant_id, environment, id FROM jobs
        WHERE tenant_id = $1 AND lane = 'takeoff' AND state IN ('waiting', 'abandoning') AND leased_by IS NULL
            AND due_at <= (SELECT host.now_text()) ORDER BY due_at, queued_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, fence";

#[tokio::test]
async fn hosts_claim_jobs_of_different_tenants_without_waiting() {
    let Some(fixture) = fixture().await else { return };
    let mut hosts = [fixture.connect(HOST).await, fixture.connect(HOST).await, fixture.connect(HOST).await];
    hosts[0]
        .batch_execute(
            "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, due_at, queued_at, lane)
             SELECT 'ten_' || (i % 2), 'production', 'job_' || lpad(i::TEXT, 5, '0'), 'takeoff', '{}', 'waiting', '2020', '2020', 'takeoff'
             FROM generate_series(1, 20000) AS i;
             INSERT INTO job_turns (tenant_id, served_at) VALUES ('ten_0', ''), ('ten_1', '')",
        )
        .await
        .unwrap();
    let [first, second, third] = &mut hosts;
    let (first, second) = (first.transaction().await.unwrap(), second.transaction().await.unwrap());
    let mut fences = Vec::new();
    for (host, tenant, job) in [(&first, "ten_0", "job_00002"), (&second, "ten_1", "job_00001")] {
        let turn: String = host.query_one(TURN, &[]).await.unwrap().get(0);
        assert_eq!(turn, tenant);
        let claimed = host.query_one(CLAIM, &[&turn, &"host"]).await.unwrap();
        assert_eq!(claimed.get::<_, String>(0), job);
        fences.push(claimed.get::<_, i64>(1));
    }
    assert_eq!(fences, [1, 1]);
    assert!(third.query_opt(TURN, &[]).await.unwrap().is_none(), "both turns are taken");
    first.commit().await.unwrap();
    second.commit().await.unwrap();
    fixture.connect("postgres").await.batch_execute("ANALYZE").await.unwrap();
    let plan: Vec<_> =
        rows(third, &format!("EXPLAIN {}", CLAIM.replace("$1", "'ten_0'").replace("$2", "'host'"))).await.unwrap();
    let plan: Vec<String> = plan.into_iter().filter_map(|mut row| row.remove(0)).collect();
    let plan = plan.join("\n");
    assert!(plan.contains("jobs_next") && !plan.contains("Seq Scan") && !plan.contains("Sort"), "{plan}");
}

#[tokio::test]
async fn deliveries_of_one_moment_keep_the_order_of_their_events() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("acme").await;
    let session = fixture.session(COMPONENTS, &scope).await;
    session
        .batch_execute(
            "INSERT INTO webhook_endpoints (id, url, kinds, status, secret, created_at)
             VALUES ('whe', '', '[\"webhook_endpoint.disabled\"]', 'enabled', '', '')",
        )
        .await
        .unwrap();
    let host = fixture.session(HOST, &scope).await;
    // The time is that of one statement's events, and their ids are random.
    host.batch_execute("UPDATE webhook_endpoints SET tests = tests + 1 WHERE id = 'whe'").await.unwrap();
    for _ in 0..20 {
        host.batch_execute("UPDATE webhook_endpoints SET tests = tests + 1 WHERE id = 'whe'").await.unwrap();
    }
    let in_order = "SELECT bool_and(sequence > before) FROM (SELECT sequence, lag(sequence, 1, 0::BIGINT)
        OVER (ORDER BY created_at, sequence) AS before FROM webhook_deliveries) AS deliveries";
    assert_eq!(one(&host, in_order).await, "t");
    assert_eq!(one(&host, "SELECT count(DISTINCT sequence) FROM webhook_deliveries").await, "21");
}
