//! `PATCH` of an item through the running program, compared with its transaction in bare SQL on the same file.

use std::time::Instant;

use anyhow::Result;
use http::Method;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use crate::item_row::{COLUMNS, ItemRow};
use crate::load::{Call, Connection};
use crate::sample_takeoff::Served;
use crate::{median, sample_takeoff};

/// Items of the takeoff. The rounds review them in rotation.
const ITEMS: usize = 2_000;
/// Calls in one round of each.
const CALLS: usize = 300;
/// Rounds. The two alternate.
const ROUNDS: usize = 7;

pub(crate) async fn run() -> Result<()> {
    let Served { server: _server, account, mut file, takeoff, host } = sample_takeoff::serve(ITEMS).await?;
    let mut http = Connection::open(&host, &account.secret).await?;
    let review = json!({"review_status": "modified", "quantity_override": 2.5, "note": "checked on site"});
    let call = |index: usize| {
        let path = format!("/partner/v1/takeoffs/{takeoff}/items/{}", sample_takeoff::item_id(1, index));
        Call::with_body(Method::PATCH, path, &review, 200)
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // The first round warms up and is not counted.
    for round in 0..=ROUNDS {
        let indexes = (0..CALLS).map(|number| (round * CALLS + number) % ITEMS);
        let start = Instant::now();
        for index in indexes.clone() {
            review_in_sql(&mut file, &takeoff, &sample_takeoff::item_id(1, index)).await?;
        }
        let bare = start.elapsed().as_secs_f64() * 1e6 / CALLS as f64;
        let start = Instant::now();
        for index in indexes {
            http.call(&call(index)).await?;
        }
        if round > 0 {
            theirs.push(bare);
            ours.push(start.elapsed().as_secs_f64() * 1e6 / CALLS as f64);
        }
    }
    let ratio = median(ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect());
    println!(
        "review: PATCH of an item {:.0} µs, its bare transaction {:.0} µs, ratio {ratio:.2} (median of {ROUNDS} rounds of {CALLS})",
        median(ours),
        median(theirs)
    );
    Ok(())
}

/// Reads an item, changes it, reads it again and commits.
async fn review_in_sql(file: &mut SqliteConnection, takeoff: &str, item: &str) -> Result<ItemRow> {
    let select = format!("SELECT {COLUMNS} FROM items WHERE id = ? AND takeoff_id = ?");
    let mut tx = file.begin_with("BEGIN IMMEDIATE").await?;
    let before: ItemRow =
        sqlx::query_as(AssertSqlSafe(select.clone())).bind(item).bind(takeoff).fetch_one(&mut *tx).await?;
    sqlx::query(
        "UPDATE items SET review_status = 'modified', quantity_override = ?, note = ?, revision = ? WHERE id = ?",
    )
    .bind(2.5)
    .bind("checked on site")
    .bind(before.revision + 1)
    .bind(item)
    .execute(&mut *tx)
    .await?;
    let after = sqlx::query_as(AssertSqlSafe(select)).bind(item).bind(takeoff).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    Ok(after)
}
