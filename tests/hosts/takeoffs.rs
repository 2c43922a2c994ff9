//! Takeoffs that hosts run, where they run, and what was charged for them.

use anyhow::{Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Takeoff, TestDatabase, poll_until};
use serde_json::{Value, json};

use crate::Hosts;

/// Takes off a drawing of the account's own. Returns the takeoff with its items, as [`items`] does. There are some.
pub(crate) fn first(account: &Account) -> Result<(Takeoff, Vec<(String, String)>)> {
    let first = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&first.id)?;
    let items = items(account, &first.id)?;
    ensure!(!items.is_empty());
    Ok((first, items))
}

/// Starts an electrical takeoff of a document. Returns its id.
pub(crate) fn start(account: &Account, document: &str) -> Result<String> {
    let body = json!({"document_id": document, "discipline": "electrical"});
    Ok(account.post("/takeoffs", body)?.expect(202).text("id").to_owned())
}

/// Starts a takeoff, which the first host runs because the second one is paused. Returns its id once it runs.
pub(crate) fn start_on_first_host(hosts: &Hosts, account: &Account, document: &str) -> Result<String> {
    pause(hosts, 1)?;
    let takeoff = start(account, document)?;
    let sql = format!("SELECT state FROM host.jobs WHERE kind = 'takeoff' AND payload LIKE '%{takeoff}%'");
    poll_until("the takeoff runs", || {
        let state = hosts.database.query("postgres", &sql)?;
        Ok(matches!(state.as_str(), "running" | "done").then_some(()))
    })?;
    Ok(takeoff)
}

/// Returns whether a second host claimed the job of a takeoff. Otherwise the takeoff was completed before.
pub(crate) fn was_claimed_again(hosts: &Hosts, takeoff: &str) -> Result<bool> {
    let sql = format!("SELECT fence > 1 FROM host.jobs WHERE kind = 'takeoff' AND payload LIKE '%{takeoff}%'");
    Ok(hosts.database.query("postgres", &sql)? == "t")
}

/// Pauses a host while it has no transaction open. A transaction of a paused host would keep its locks.
pub(crate) fn pause(hosts: &Hosts, host: usize) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
    poll_until("the host has no transaction open", || {
        hosts.servers[host].pause()?;
        if hosts.database.query("postgres", sql)? == "0" {
            return Ok(Some(()));
        }
        hosts.servers[host].resume()?;
        Ok(None)
    })
}

/// Returns the descriptions and places of items, sorted.
pub(crate) fn kinds(items: &Value) -> Vec<(String, String)> {
    let items = items["data"].as_array().into_iter().flatten();
    let mut kinds: Vec<_> = items.map(|item| (item["description"].to_string(), item["geometry"].to_string())).collect();
    kinds.sort();
    kinds
}

/// Returns the descriptions and places of a takeoff's items, sorted.
pub(crate) fn items(account: &Account, takeoff: &str) -> Result<Vec<(String, String)>> {
    Ok(kinds(&account.get(&format!("/takeoffs/{takeoff}/items?limit=200"))?.expect(200).json))
}

/// Checks that the takeoffs were charged once each.
pub(crate) fn check_charges(database: &TestDatabase, takeoffs: usize) -> Result<()> {
    let charges =
        "SELECT COUNT(*) || ' ' || COUNT(DISTINCT job_id) FROM plumbline.ledger_entries WHERE kind = 'charge'";
    let charges = database.query("postgres", charges)?;
    ensure!(charges == format!("{takeoffs} {takeoffs}"), "charges and jobs: {charges} for {takeoffs} takeoffs");
    Ok(())
}
