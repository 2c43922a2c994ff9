//! Pacing of refusals: for a credential that calls too often, and for a network whose credentials are not valid. At the
//! edge, where a platform bills waiting time, refusals are sent at once.

use std::time::{Duration, Instant};

use anyhow::Result;
use plumbline_tests::{Account, Server, ServerOptions, poll_until};

const CLIENTS: usize = 8;
const CALLS: usize = 25;

/// Checks that clients that answer each refusal with another call get only some hundred responses per second.
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
fn assert_refusals_are_paced(account: &Account, status: u16, code: &str) {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                for _ in 0..CALLS {
                    account.get("/projects").unwrap().expect_problem(status, code);
                }
            });
        }
    });
    // The first 20 at once, then one every 10 ms.
    let least = Duration::from_millis(10 * (CLIENTS * CALLS - 20) as u64);
    assert!(begun.elapsed() >= least, "{} refusals in {:?}", CLIENTS * CALLS, begun.elapsed());
}

#[test]
fn refusals_of_a_rate_limited_credential_are_paced() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&[
        ("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "1"),
        ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "1"),
    ]))?;
    let account = server.account("Ames & Sons")?;
    account.get("/projects")?.expect(200);
    assert_refusals_are_paced(&account, 429, "rate_limited");

    // Refusals are part of the sums, with the first call, and have no rows of their own.
    let refusals = i64::try_from(CLIENTS * CALLS)?;
    let number = |sql: &str| -> Result<i64> { Ok(server.sandbox_query(&account.tenant, sql)?.parse()?) };
    let requests = poll_until("usage is written", || {
        let requests = number("SELECT COALESCE(SUM(requests), 0) FROM usage_totals")?;
        Ok((requests > refusals).then_some(requests))
    })?;
    assert_eq!(requests, refusals + 1);
    assert_eq!(number("SELECT COALESCE(SUM(errors), 0) FROM usage_totals")?, refusals);
    let rows = number("SELECT COUNT(*) FROM usage_events")?;
    assert_eq!(rows, 0);
    Ok(())
}

#[test]
fn refusals_of_a_network_without_a_valid_credential_are_paced() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let stranger = Account::from_key(&server, &account.tenant, "", "plk_unknown");
    assert_refusals_are_paced(&stranger, 401, "unauthenticated");
    // Valid credentials are not delayed by it.
    account.get("/projects")?.expect(200);
    Ok(())
}
