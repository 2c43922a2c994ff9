//! How fast a credential is told that it called too often. At the edge, where a platform bills waiting, refusals come at once.

use anyhow::Result;
use plumbline_tests::{Server, ServerOptions};

/// A client that answers each refusal by its next call, over several connections, gets some hundred answers a second.
#[test]
fn refusals_of_a_credential_that_calls_on_come_one_after_the_other() -> Result<()> {
    const CLIENTS: usize = 8;
    const CALLS: usize = 25;
    let server = Server::with(ServerOptions::environment(&[
        ("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "1"),
        ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "1"),
    ]))?;
    let account = server.account("Ames & Sons")?;
    account.get("/projects")?.expect(200);
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                for _ in 0..CALLS {
                    account.get("/projects").unwrap().expect_problem(429, "rate_limited");
                }
            });
        }
    });
    // The first 20 at once, then one every 10 ms.
    let least = std::time::Duration::from_millis(10 * (CLIENTS * CALLS - 20) as u64);
    assert!(begun.elapsed() >= least, "{} refusals in {:?}", CLIENTS * CALLS, begun.elapsed());
    Ok(())
}
