//! Calls of a tenant whose items grow from ten thousand to ten million. The rows are copies of a real takeoff's.

use std::time::Instant;

use anyhow::{Result, ensure};
use http::Method;
use plumbline_tests::TestDatabase;
use serde_json::json;

use super::Served;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::load::{Call, Connection};
use crate::median;

/// Paths of the sheet.
const PATHS: usize = 5_000;
/// Items of the tenant at each measurement.
const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// Calls of each kind at each size, on one connection.
const CALLS: usize = 400;

pub(super) async fn run() -> Result<()> {
    let Some(served) = tokio::task::block_in_place(|| Served::start(PATHS))? else { return Ok(()) };
    let Served { database, account, takeoff, items, .. } = &served;
    ensure!(!items.is_empty(), "the sheet has no items");
    let base = "/partner/v1/takeoffs";
    let review = json!({"review_status": "accepted"});
    let kinds = [
        ("GET /takeoffs/{id}", vec![Call::get(format!("{base}/{}", takeoff.id))]),
        ("GET …/items?limit=50", vec![Call::get(format!("{base}/{}/items?limit=50", takeoff.id))]),
        (
            "PATCH …/items/{item}",
            items
                .iter()
                .map(|item| Call::with_body(Method::PATCH, format!("{base}/{}/items/{item}", takeoff.id), &review, 200))
                .collect(),
        ),
    ];
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    let mut copies = 0;
    for size in SIZES {
        let wanted = size / items.len();
        tokio::task::block_in_place(|| copy(database, &takeoff.id, copies + 1, wanted))?;
        copies = wanted;
        // The host closed the one before, which was idle while the rows were copied.
        let mut connection = Connection::open(served.address(), &account.secret).await?;
        for ((_, calls), times) in kinds.iter().zip(&mut times) {
            let mut each = Vec::with_capacity(CALLS);
            // Plans and pages are cold at first.
            for number in 0..2 * CALLS {
                let begun = Instant::now();
                connection.call(&calls[number % calls.len()]).await?;
                if number >= CALLS {
                    each.push(begun.elapsed().as_secs_f64() * 1e6);
                }
            }
            times.push(median(each));
        }
    }
    println!("postgresql-rows: median of {CALLS} calls in µs, by the items of the tenant");
    let head: Vec<String> = std::iter::once("call".to_owned()).chain(SIZES.map(|size| size.to_string())).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let row = |((name, _), times): (&(&str, Vec<Call>), &Vec<f64>)| {
        std::iter::once((*name).to_owned()).chain(times.iter().map(|time| format!("{time:.0}"))).collect()
    };
    print_table(&head, &kinds.iter().zip(&times).map(row).collect::<Vec<_>>());
    let figure = |((name, _), times): (&(&str, Vec<Call>), &Vec<f64>)| {
        let highest = times.iter().copied().fold(0.0, f64::max);
        Figure::new(format!("{name}: slowest from 10^4 to 10^7 items ÷ at 10^4"), highest / times[0], Goal::AtMost(1.5))
    };
    print_figures(&kinds.iter().zip(&times).map(figure).collect::<Vec<_>>());
    Ok(())
}

/// Copies a takeoff and its items under other ids, without the triggers that keep groups and the ledger.
fn copy(database: &TestDatabase, takeoff: &str, first: usize, last: usize) -> Result<()> {
    for (table, key, id) in [
        ("takeoffs", "id", "'tko_' || lpad(n::text, 22, '0')"),
        ("items", "takeoff_id", "'itm_' || lpad(n::text, 12, '0') || right(original.id, 10)"),
    ] {
        let expression = format!(
            "CASE column_name WHEN 'id' THEN {} WHEN 'takeoff_id' THEN {} ELSE 'original.' || quote_ident(column_name) END",
            quoted(id),
            quoted("'tko_' || lpad(n::text, 22, '0')"),
        );
        let columns = database.query(
            "postgres",
            &format!(
                "SELECT string_agg({expression}, ', ' ORDER BY ordinal_position) FROM information_schema.columns \
                 WHERE table_schema = 'plumbline' AND table_name = '{table}'"
            ),
        )?;
        database.query(
            "postgres",
            &format!(
                "SET session_replication_role = replica; INSERT INTO plumbline.{table} SELECT {} \
                 FROM plumbline.{table} AS original, generate_series({first}, {last}) AS n WHERE original.{key} = {}; \
                 ANALYZE plumbline.{table}",
                columns.trim(),
                quoted(takeoff),
            ),
        )?;
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
