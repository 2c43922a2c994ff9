//! Pages of 200 items of a takeoff of 100,000, through the running program, compared with bare SQL for the same rows.
//!
//! Bare SQL is sqlx on the same file. It decodes every column but builds no response. For a consolidated page, the rows are
//! those of the items in its groups: all items on the sheets from the first group to the last.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::Account;
use serde_json::Value;
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::item_row::{COLUMNS, ItemRow};
use crate::load::{Call, Connection};
use crate::sample_takeoff::Served;
use crate::{median, sample_takeoff};

/// Items of the takeoff.
const ITEMS: usize = 100_000;
/// Items of a page: the maximum.
const LIMIT: usize = 200;
/// Rounds. The two alternate.
const ROUNDS: usize = 9;
/// The maximum time and number of calls of one round.
const ROUND: (Duration, u32) = (Duration::from_millis(600), 60);
/// The maximum ratio of a page's time to its bare SQL's.
const GOAL: f64 = 3.0;

/// A page and the bare SQL for its rows.
struct Case {
    name: &'static str,
    call: Call,
    /// The clauses after `SELECT … FROM items`. The one placeholder is the takeoff.
    sql: String,
}

pub(crate) async fn run() -> Result<()> {
    let Served { server: _server, account, mut file, takeoff, host } = sample_takeoff::serve(ITEMS).await?;
    println!(
        "items: pages of {LIMIT} out of {ITEMS}, one call after the other, median of {ROUNDS} rounds, beside bare sqlx \
         (goal: under {GOAL} ×)"
    );
    for case in cases(&account, &takeoff)? {
        // A fresh connection: the server closed idle ones while the rows were written.
        let mut http = Connection::open(&host, &account.secret).await?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let sql = format!("SELECT {COLUMNS} FROM items {}", case.sql);
        check(&case, http.call(&case.call).await?.as_ref(), fetch(&mut file, &sql, &takeoff).await?)?;
        for _ in 0..ROUNDS {
            theirs.push(mean_ms(async || fetch(&mut file, &sql, &takeoff).await.map(drop)).await?);
            ours.push(mean_ms(async || http.call(&case.call).await.map(drop)).await?);
        }
        let ratio = median(ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect());
        println!(
            "  {:24} {:8.2} ms, bare SQL {:8.2} ms, ratio {ratio:.2}{}",
            case.name,
            median(ours),
            median(theirs),
            if ratio < GOAL { "" } else { "  (goal missed)" }
        );
    }
    Ok(())
}

fn cases(account: &Account, takeoff: &str) -> Result<Vec<Case>> {
    let path = format!("/takeoffs/{takeoff}/items?limit={LIMIT}");
    let case = |name, query: String, sql: String| {
        let call = Call::get(format!("/partner/v1{path}{query}"));
        Case { name, call, sql }
    };
    let order = format!("ORDER BY page_number, position LIMIT {}", LIMIT + 1);
    let (cursor, before) = walk(account, &path, ITEMS / LIMIT / 2)?;
    let consolidated = account.get(&format!("{path}&consolidated=true"))?.expect(200).json;
    let last_sheet =
        consolidated["data"].as_array().and_then(|data| data.last()).context("no group")?["page_number"].clone();
    Ok(vec![
        case("first page", String::new(), format!("WHERE takeoff_id = ? {order}")),
        case(
            "page in the middle",
            format!("&cursor={cursor}"),
            format!("WHERE takeoff_id = ? AND (page_number, position) > ({}, {}) {order}", before.0, before.1),
        ),
        case(
            "filtered page",
            "&category=raceway&review_status=extracted".to_owned(),
            format!("WHERE takeoff_id = ? AND category = 'raceway' AND review_status = 'extracted' {order}"),
        ),
        case(
            "consolidated page",
            "&consolidated=true".to_owned(),
            format!("WHERE takeoff_id = ? AND page_number <= {last_sheet} ORDER BY page_number, position"),
        ),
        case(
            "consolidated, extracted",
            "&consolidated=true&review_status=extracted".to_owned(),
            format!(
                "WHERE takeoff_id = ? AND review_status = 'extracted' AND page_number <= {last_sheet} ORDER BY page_number, position"
            ),
        ),
    ])
}

/// Returns the cursor after a number of pages, and the sheet and position of the last item before it.
fn walk(account: &Account, path: &str, pages: usize) -> Result<(String, (usize, usize))> {
    let mut cursor = String::new();
    for _ in 0..pages {
        let from = if cursor.is_empty() { String::new() } else { format!("&cursor={cursor}") };
        let page = account.get(&format!("{path}{from}"))?.expect(200).json;
        cursor = page["next_cursor"].as_str().context("no further page")?.to_owned();
    }
    let last = pages * LIMIT - 1;
    Ok((cursor, (last / sample_takeoff::ITEMS_PER_SHEET + 1, last % sample_takeoff::ITEMS_PER_SHEET)))
}

/// Checks that both returned the same rows.
fn check(case: &Case, body: &[u8], rows: Vec<ItemRow>) -> Result<()> {
    let page: Value = serde_json::from_slice(body)?;
    let data = page["data"].as_array().context("no data")?;
    ensure!(data.len() == LIMIT, "{}: {} items", case.name, data.len());
    if page["consolidated"] == true {
        let evidence = |item: &Value| item["evidence"].as_array().map_or(0, Vec::len);
        // The last group's sheet has groups beyond the page.
        ensure!(data.iter().map(evidence).sum::<usize>() <= 2 * rows.len(), "{}: rows are missing", case.name);
        return Ok(());
    }
    ensure!(rows.len() == LIMIT + 1, "{}: {} rows", case.name, rows.len());
    for (item, row) in data.iter().zip(&rows) {
        ensure!(*item == serde_json::to_value(row.item()?)?, "{} differs: {item}", case.name);
    }
    Ok(())
}

async fn fetch(file: &mut SqliteConnection, sql: &str, takeoff: &str) -> Result<Vec<ItemRow>> {
    Ok(sqlx::query_as(AssertSqlSafe(sql.to_owned())).bind(takeoff).fetch_all(file).await?)
}

/// Returns the mean time of the calls of a round.
async fn mean_ms(mut call: impl AsyncFnMut() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    let mut calls = 0;
    while calls == 0 || (calls < ROUND.1 && start.elapsed() < ROUND.0) {
        call().await?;
        calls += 1;
    }
    Ok(start.elapsed().as_secs_f64() * 1e3 / f64::from(calls))
}
