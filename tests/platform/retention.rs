//! Data that a server keeps for a limited time.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, ServerOptions, poll_until, program};

use crate::receiver::Receiver;
use crate::webhooks::{Endpoint, SETTINGS};

#[test]
fn usage_older_than_the_retention_is_deleted_at_the_next_start() -> Result<()> {
    let mut server = Server::start_with(ServerOptions::with_environment(&[("PLUMBLINE_USAGE__RETENTION_DAYS", "30")]))?;
    let mut account = server.account("Ames & Sons")?;
    account.project("North School")?;
    server.stop()?;
    let tenant = account.tenant.clone();
    for old in [
        "INSERT INTO usage_totals (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms, requests, errors, units)
         VALUES ('2026-01-02', 'pc_1', '', 'rest', '', 'projects.list', '', 1, 7, 0, 0)",
        "INSERT INTO outbox (id, kind, payload, created_at, dispatched_at)
         VALUES ('job_old', 'takeoff', '{}', '2026-01-02T00:00:00.000Z', '2026-01-02T00:00:01.000Z')",
    ] {
        server.sandbox_query(&tenant, old)?;
    }
    server.restart()?;
    account.set_server(&server);
    let begun = Instant::now();
    let old = "SELECT (SELECT COUNT(*) FROM usage_totals WHERE day < '2026-06-01') + (SELECT COUNT(*) FROM outbox WHERE id = 'job_old')";
    while server.sandbox_query(&tenant, old)? != "0" {
        ensure!(begun.elapsed() < Duration::from_secs(60), "old rows are still there");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kept = server.sandbox_query(&tenant, "SELECT CAST(SUM(requests) AS BIGINT) FROM usage_totals")?;
    ensure!(kept.parse::<u64>()? >= 1, "the request of today is gone");
    Ok(())
}

#[test]
fn events_and_their_deliveries_are_deleted_after_thirty_days() -> Result<()> {
    let (mut server, receiver) = (Server::start_with(ServerOptions::with_environment(&SETTINGS))?, Receiver::start()?);
    let mut account = server.account("Ames & Sons")?;
    let endpoint = Endpoint::create(&account, &receiver.url, &["takeoff.created"])?;
    let mut events = Vec::new();
    for _ in 0..2 {
        events.push(endpoint.test(&account)?["event_id"].as_str().context("no event")?.to_owned());
    }
    poll_until("both are delivered", || {
        Ok((endpoint.deliveries(&account, "?status=delivered")?.len() == events.len()).then_some(()))
    })?;
    server.stop()?;
    // The clock of SQLite, also for PostgreSQL.
    let clock = rusqlite::Connection::open_in_memory()?;
    for (event, days) in events.iter().zip([31, 29]) {
        let sql = format!("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-{days} days')");
        let moment: String = clock.query_row(&sql, [], |row| row.get(0))?;
        for (table, column) in [("events", "id"), ("webhook_deliveries", "event_id")] {
            let back = format!("UPDATE {table} SET created_at = '{moment}' WHERE {column} = '{event}'");
            server.sandbox_query(&account.tenant, &back)?;
        }
    }
    server.restart()?;
    account.set_server(&server);
    poll_until("the old event is deleted", || {
        let listed = account.list_all("/events?type=webhook_endpoint.test")?;
        Ok((listed.len() == 1 && listed[0]["id"] == events[1].as_str()).then_some(()))
    })?;
    account.get(&format!("/events/{}", events[0]))?.expect_problem(404, "not_found");
    account.get(&format!("/events/{}", events[1]))?.expect(200);
    poll_until("the old delivery is deleted", || {
        let listed = endpoint.deliveries(&account, "")?;
        Ok((listed.len() == 1 && listed[0]["event_id"] == events[1].as_str()).then_some(()))
    })?;
    Ok(())
}

#[test]
fn usage_is_kept_for_thirteen_months_by_default() -> Result<()> {
    let output = Command::new(program()?).arg("config").output()?;
    let printed = String::from_utf8(output.stdout)?;
    ensure!(printed.lines().any(|line| line == "retention_days = 396 # default"), "{printed}");
    Ok(())
}
