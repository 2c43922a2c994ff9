//! Pages whose reader draws no pictures. It is a test reader, bound in place of the product's own.

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use serde_json::json;

use crate::agent_client::Client;
use crate::operators::Operator;
use crate::publishing::guest;

/// Returns the test reader as one of PDF files that only reads.
fn reader_without_pictures() -> Result<Vec<u8>> {
    const MARKER: &[u8] = b"plumbline-test-mode:";
    const MODE: &[u8] = b"pdf";
    let mut reader = std::fs::read(guest("reader")?)?;
    let marker = reader.windows(MARKER.len()).position(|bytes| bytes == MARKER).context("the reader has no mode")?;
    let mode = marker + MARKER.len();
    reader[mode..mode + MODE.len()].copy_from_slice(MODE);
    Ok(reader)
}

#[test]
fn a_reader_that_draws_nothing_is_named_in_the_refusal() -> Result<()> {
    let operator = Operator::start(&[])?;
    let account = operator.server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let item = account.get(&format!("/takeoffs/{}/items?limit=1", takeoff.id))?.expect(200).json;
    let item = item["data"][0]["id"].as_str().context("no item")?;
    let pictures = [
        format!("/documents/{}/pages/1/picture", takeoff.document),
        format!("/takeoffs/{}/items/{item}/picture", takeoff.id),
    ];
    for path in &pictures {
        account.get(path)?.expect(200);
    }

    operator.upload("slot=reader:pdf&bind=true", &reader_without_pictures()?)?.expect(201);
    for path in &pictures {
        let refused = account.get(path)?.expect_problem(501, "not_enabled");
        assert!(refused.text("detail").contains("`application/pdf`"), "{}", refused.json);
    }
    let agent = Client::new(&operator.server, &account, "2026-07-28");
    let refusal = agent.refusal("view_page", json!({"document_id": takeoff.document, "page_number": 1}))?;
    assert!(refusal.contains("`application/pdf`") && refusal.contains("not_enabled"), "{refusal}");
    Ok(())
}
