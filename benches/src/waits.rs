//! The waits of requests between their head and their response, at 1 to 256 connections.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result};
use http::Method;
use plumbline_tests::{Server, ServerOptions};
use serde::Deserialize;
use serde_json::json;

use crate::load::{self, Bounds, Call};

/// Numbers of concurrent connections.
const CONNECTIONS: [usize; 5] = [1, 4, 16, 64, 256];
/// Duration of a round.
const TIME: Duration = Duration::from_secs(3);
/// Stages in the order in which a request passes them.
const STAGES: [&str; 12] = [
    "request",
    "credential",
    "rate",
    "admission",
    "instance",
    "component",
    "reader",
    "turn",
    "statement",
    "commit",
    "flush",
    "usage",
];

/// A stage's times in microseconds.
#[derive(Deserialize)]
struct Stage {
    count: u64,
    mean: f64,
    p99: f64,
}

pub(crate) async fn run() -> Result<()> {
    let base = "/partner/v1/projects";
    let new = Call::with_body(Method::POST, base, &json!({"name": "North School", "reference": "2026-114"}), 201);
    for name in ["GET /projects/{id}", "POST /projects"] {
        let mut columns = Vec::new();
        for connections in CONNECTIONS {
            let folder = tempfile::tempdir()?;
            let file = folder.path().join("waits.json");
            let path = file.to_str().context("a path")?;
            let mut server = Server::start_with(ServerOptions::with_environment(&[("PLUMBLINE_WAITS", path)]))?;
            let account = server.account("Bench")?;
            let project = account.project("North School")?;
            let call = if name.starts_with("GET") { Call::get(format!("{base}/{project}")) } else { new.clone() };
            let address = server.url.trim_start_matches("http://").to_owned();
            let bounds = Bounds { connections, time: TIME, calls: usize::MAX };
            let outcome = load::run(&address, &call, &account.secret, bounds).await?;
            server.stop()?;
            let stages: BTreeMap<String, Stage> = serde_json::from_slice(&std::fs::read(&file)?)?;
            columns.push((outcome, stages));
        }
        print(name, &columns);
    }
    Ok(())
}

fn print(name: &str, columns: &[(load::Outcome, BTreeMap<String, Stage>)]) {
    println!("waits: {name}; mean and 99th percentile in µs, and how often for each request");
    let line = |first: &str, cell: &dyn Fn(usize) -> String| {
        let cells: String = (0..columns.len()).map(|column| format!("{:>26}", cell(column))).collect();
        println!("  {first:11}{cells}");
    };
    line("connections", &|column| CONNECTIONS[column].to_string());
    line("requests/s", &|column| format!("{:.0}", columns[column].0.per_second));
    for stage in STAGES {
        line(stage, &|column| {
            let stages = &columns[column].1;
            let requests = stages.get("request").map_or(1, |request| request.count.max(1)) as f64;
            stages.get(stage).map_or_else(String::new, |found| {
                format!("{:.0} {:.0} ×{:.2}", found.mean, found.p99, found.count as f64 / requests)
            })
        });
    }
}
