//! `GET` of a project and `PATCH` of an item, compared with native axum + sqlx on the same database, at 1 and at 64
//! connections.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use http::Method;
use serde_json::json;

use super::Served;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::load::{Call, Outcome};
use crate::wire::{self, PreparedRequest};
use crate::{median, native};

/// Paths of the sheet whose items are reviewed.
const PATHS: usize = 20_000;
const CONNECTIONS: [usize; 2] = [1, 64];
/// Rounds. The two alternate.
const ROUNDS: usize = 7;
const TIME: Duration = Duration::from_secs(1);
/// Goal for the requests per second in relation to the peer's.
const GOAL: f64 = 0.5;

pub(super) async fn run() -> Result<()> {
    let Some(served) = tokio::task::block_in_place(|| Served::start(PATHS))? else { return Ok(()) };
    let Served { server, account, takeoff, items, .. } = &served;
    let native = native::Process::start(server, &[account])?;
    let base = "/partner/v1";
    let change = json!({"review_status": "modified", "quantity_override": 2.5, "note": "checked on site"});
    let review = |item: &String| {
        Call::with_body(Method::PATCH, format!("{base}/takeoffs/{}/items/{item}", takeoff.id), &change, 200)
    };
    let reviews: Vec<Call> = items.iter().map(review).collect();
    // With the prefix of the peer's paths.
    let calls = [
        ("GET", "", vec![Call::get(format!("{base}/projects/{}", takeoff.project))]),
        ("PATCH", "", reviews.clone()),
        ("PATCH, peer without the event", native::WITHOUT_EVENT, reviews),
    ];
    println!(
        "postgresql-requests: medians of {ROUNDS} rounds of {} s; {} items are reviewed in turn",
        TIME.as_secs(),
        items.len()
    );
    let (mut rows, mut figures) = (Vec::new(), Vec::new());
    for (name, prefix, calls) in &calls {
        let first = calls.first().context("the sheet has no items")?;
        native::ensure_same_response(served.address(), native.address(), &account.secret, first, false).await?;
        let prepared = |prefix: &str| -> Arc<[PreparedRequest]> {
            let call = |call: &Call| Call { path: format!("{prefix}{}", call.path), ..call.clone() };
            calls.iter().map(|one| PreparedRequest::new(&call(one), &account.secret)).collect()
        };
        let (requests, peer_requests) = (prepared(""), prepared(prefix));
        for connections in CONNECTIONS {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            // The first round finds cold caches and is not counted.
            for round in 0..=ROUNDS {
                let our = wire::run(served.address(), &requests, connections, TIME).await?;
                let their = wire::run(native.address(), &peer_requests, connections, TIME).await?;
                if round > 0 {
                    ours.push(our);
                    theirs.push(their);
                }
            }
            let ratio = |pick: fn(&Outcome) -> f64| {
                median(ours.iter().zip(&theirs).map(|(our, their)| pick(our) / pick(their)).collect())
            };
            let rate = |all: &[Outcome]| median(all.iter().map(|one| one.per_second).collect());
            let per_second = ratio(|one| one.per_second);
            rows.push(vec![
                (*name).to_owned(),
                connections.to_string(),
                format!("{:.0}", rate(&ours)),
                format!("{:.0}", rate(&theirs)),
                format!("{per_second:.2}"),
                format!("{:.2}", ratio(|one| one.p99.as_secs_f64())),
            ]);
            let figure = format!("{name} on PostgreSQL at {connections}: requests/s ÷ peer");
            figures.push(Figure::new(figure, per_second, Goal::AtLeast(GOAL)));
        }
    }
    let head = ["call", "connections", "requests/s", "peer requests/s", "requests/s ÷ peer", "p99 ÷ peer"];
    print_table(&head, &rows);
    print_figures(&figures);
    Ok(())
}
