//! Transactions of a job are committed only under the job's lease.

use std::time::Duration;

use plumbline_storage::host_sql::query;
use plumbline_storage::{FenceError, JobLease, SqlError, Value, id};
use time::OffsetDateTime;

use super::common::{Fixture, INSERT_PROJECT, fixture, on_both_databases, one, run, text};

const COUNT: &str = "SELECT COUNT(*) FROM projects";

/// Claims a job that no host had before. Returns its lease.
async fn claim(fixture: &Fixture) -> JobLease {
    let scope = fixture.scope.clone();
    let insert =
        "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, due_at, queued_at, leased_by, lease_until,
                                    fence)
                  VALUES (?, ?, 'job', 'takeoff', '{}', 'running', '', '', 'host-0/a', ?, 1)";
    query(insert)
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(id::at(OffsetDateTime::now_utc() + Duration::from_secs(600)))
        .execute(fixture.storage.control.pool())
        .await
        .unwrap();
    JobLease { scope, job: "job".into(), host: "host-0/a".into(), fence: 1 }
}

/// Changes the job's row as other hosts do.
async fn change(fixture: &Fixture, assignments: &'static str) {
    assert_eq!(query(assignments).execute(fixture.storage.control.pool()).await.unwrap(), 1);
}

fn project(name: &str) -> Vec<Value> {
    vec![text(name), text(name)]
}

on_both_databases! {
    a_worker_whose_lease_was_taken_over_commits_nothing,
    the_same_host_in_a_later_claim_does_not_pass_for_the_earlier_one,
    a_statement_that_fails_outside_of_a_transaction_leaves_none_open,
}

async fn a_worker_whose_lease_was_taken_over_commits_nothing(fixture: Fixture) {
    let lease = claim(&fixture).await;
    let connection = fixture.database.connect_fenced(fixture.storage.control.fence(lease));
    connection.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    connection.execute(INSERT_PROJECT, project("prj_1")).await.unwrap();
    connection.execute("COMMIT", vec![]).await.unwrap();
    connection.execute(INSERT_PROJECT, project("prj_2")).await.unwrap();
    assert_eq!(connection.changes(), 1);

    // The transaction was open before the job was taken over.
    connection.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    connection.execute(INSERT_PROJECT, project("prj_3")).await.unwrap();
    change(&fixture, "UPDATE jobs SET leased_by = 'host-1/b', fence = 2").await;
    assert_eq!(connection.execute("COMMIT", vec![]).await.unwrap_err(), SqlError::LeaseLost);
    // A single statement is a transaction, too.
    assert_eq!(connection.execute(INSERT_PROJECT, project("prj_4")).await.unwrap_err(), SqlError::LeaseLost);
    // Reads harm nobody.
    connection.execute("BEGIN", vec![]).await.unwrap();
    assert_eq!(one(&connection, COUNT).await, Value::Integer(2));
    connection.execute("COMMIT", vec![]).await.unwrap();
    // Nothing is left open.
    assert!(connection.is_write_lock_free());
    fixture.database.connect().execute(INSERT_PROJECT, project("prj_5")).await.unwrap();
}

async fn the_same_host_in_a_later_claim_does_not_pass_for_the_earlier_one(fixture: Fixture) {
    let lease = claim(&fixture).await;
    let fence = fixture.storage.control.fence(lease);
    fence.check().await.unwrap();
    change(&fixture, "UPDATE jobs SET fence = fence + 1").await;
    assert!(matches!(fence.check().await, Err(FenceError::Lost)));
}

#[tokio::test]
async fn an_expired_lease_is_lost_even_if_nobody_took_the_job() {
    let fixture = fixture().await;
    let lease = claim(&fixture).await;
    let connection = fixture.database.connect_fenced(fixture.storage.control.fence(lease));
    for expired in [
        "UPDATE jobs SET lease_until = '2026-01-01T00:00:00.000Z'",
        "UPDATE jobs SET leased_by = NULL, lease_until = NULL",
        "DELETE FROM jobs",
    ] {
        change(&fixture, expired).await;
        let lost = run(&connection, "UPDATE projects SET name = 'x'").await.unwrap_err();
        assert_eq!(lost, SqlError::LeaseLost, "{expired}");
    }
}

async fn a_statement_that_fails_outside_of_a_transaction_leaves_none_open(fixture: Fixture) {
    let lease = claim(&fixture).await;
    let connection = fixture.database.connect_fenced(fixture.storage.control.fence(lease));
    connection.execute(INSERT_PROJECT, project("prj_1")).await.unwrap();
    let again = connection.execute(INSERT_PROJECT, project("prj_1")).await.unwrap_err();
    assert!(matches!(again, SqlError::Constraint { .. }), "{again}");
    let nothing = connection.execute("COMMIT", vec![]).await.unwrap_err();
    assert_eq!(nothing, SqlError::Invalid("no transaction is open".into()));
    connection.execute(INSERT_PROJECT, project("prj_2")).await.unwrap();
}
