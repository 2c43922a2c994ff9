//! Crashes in the middle of the work.

mod power_loss;
mod uploads;

use std::time::Duration;

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::Server;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::Value;

/// Number of times the server is killed. Each costs a restart and a takeoff.
const KILLS: usize = 20;

/// Returns the parts of the items that must be equal whether or not the server was killed.
fn comparable_items(items: &[Value]) -> Vec<String> {
    let mut rows: Vec<_> = items
        .iter()
        .map(|item| {
            format!("{} {} {} {}", item["description"], item["tag"], item["extracted_quantity"], item["evidence"])
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn kill_9_at_any_moment_loses_and_duplicates_nothing() -> Result<()> {
    let mut server = Server::start()?;
    let mut account = server.account("Ames & Sons")?;
    let drawing = Drawing::e101(3, &Options { legend_sheet: true, ..Options::default() });

    let undisturbed = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    let reference = account.wait_for_takeoff(&undisturbed.id)?;
    assert_eq!(reference["status"], "completed", "{reference}");
    let want = comparable_items(&account.list_all(&format!("/takeoffs/{}/items", undisturbed.id))?);
    let charge = reference["result_summary"]["credits_charged"].as_f64().unwrap();

    let mut rng = StdRng::seed_from_u64(9);
    let mut takeoffs = 1.0;
    for kill in 0..KILLS {
        let body = serde_json::json!({"document_id": undisturbed.document, "discipline": "electrical"});
        let id = account.post("/takeoffs", body)?.expect(202).text("id").to_owned();
        // A random moment between the response and the end of the work. The wait is the experiment.
        std::thread::sleep(Duration::from_millis(rng.random_range(0..600)));
        server.restart()?;
        account.set_server(&server);
        let done = account.wait_for_takeoff(&id)?;
        assert_eq!(done["status"], "completed", "kill {kill}: {done}");
        let got = comparable_items(&account.list_all(&format!("/takeoffs/{id}/items"))?);
        assert_eq!(got, want, "kill {kill}");
        assert_eq!(done["result_summary"]["credits_charged"].as_f64().unwrap(), charge, "kill {kill}");
        takeoffs += 1.0;
    }
    server.kill()?;

    // Reads the ledger as a third party would: every hold was charged or released exactly once.
    let number = |sql: &str| -> Result<f64> { Ok(server.sandbox_query(&account.tenant, sql)?.parse()?) };
    let micros = |column: &str| number(&format!("SELECT {column} FROM credit_balance"));
    let millions = 1e6;
    assert_eq!(micros("granted")?, 1000.0 * millions);
    assert_eq!(micros("held")?, 0.0);
    assert_eq!(micros("consumed")?, takeoffs * charge * millions);
    let sums = number(
        "SELECT COALESCE(SUM(CASE kind WHEN 'hold' THEN micros WHEN 'grant' THEN 0 ELSE -micros END), 0) FROM ledger_entries",
    )?;
    assert_eq!(sums, 0.0);
    Ok(())
}
