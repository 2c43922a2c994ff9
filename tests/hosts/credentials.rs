//! What two hosts must agree on for each call: idempotency keys and revoked credentials.

use std::sync::Barrier;

use anyhow::{Context as _, Result};
use plumbline_tests::{Hosts, poll_until};
use serde_json::json;

/// Keys that are sent to both hosts at once.
const KEYS: usize = 20;

#[test]
fn a_key_that_both_hosts_get_at_once_creates_one_resource() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Sons")?;
    let both = [hosts.at(&account, 0), hosts.at(&account, 1)];
    for number in 0..KEYS {
        let (key, body) = (format!("key-{number}"), json!({"name": format!("Project {number}")}));
        let start = Barrier::new(both.len());
        let answers = std::thread::scope(|scope| {
            let calls = both.each_ref().map(|host| {
                scope.spawn(|| {
                    start.wait();
                    host.call("POST", "/projects", Some(&body), &[("idempotency-key", &key)])
                })
            });
            calls.map(|call| call.join().map_err(|_| anyhow::anyhow!("a call panicked"))?)
        });
        for answer in answers {
            answer?.expect(201);
        }
    }
    assert_eq!(account.list_all("/projects")?.len(), KEYS);
    Ok(())
}

#[test]
fn a_key_that_is_revoked_at_one_host_is_refused_by_the_other() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Sons")?;
    let other = hosts.at(&account, 1);
    other.get("/projects")?.expect(200);
    hosts.servers[0].admin(&["key", "revoke", &account.key])?;
    let refused = poll_until("the refusal", || {
        let answer = other.get("/projects")?;
        Ok((answer.status != 200).then_some(answer))
    })?;
    let problem = refused.expect_problem(401, "unauthenticated");
    problem.json["detail"].as_str().context("no detail")?;
    Ok(())
}
