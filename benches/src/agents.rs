//! A tool over the Model Context Protocol, compared with the call of the API that it stands for, on the same server.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use http::Method;
use plumbline_tests::ServerOptions;
use serde_json::{Value, json};

use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::fixture::Fixture;
use crate::load::Call;
use crate::median;
use crate::wire::{self, PreparedRequest};

const CONNECTIONS: [usize; 2] = [1, 64];
const ROUNDS: usize = 7;
const TIME: Duration = Duration::from_secs(2);

/// Headers of version 2026-07-28, which has no handshake, for a call of `get_project`.
const GET_PROJECT: &[(&str, &str)] = &[
    ("accept", "application/json, text/event-stream"),
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-method", "tools/call"),
    ("mcp-name", "get_project"),
];
/// The same for `create_project`.
const CREATE_PROJECT: &[(&str, &str)] = &[
    ("accept", "application/json, text/event-stream"),
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-method", "tools/call"),
    ("mcp-name", "create_project"),
];

/// A tool, and the call that it stands for.
struct Pair {
    name: &'static str,
    /// The request of the tool, and that of the API.
    requests: [Arc<[PreparedRequest]>; 2],
}

fn tool(name: &str, headers: &'static [(&'static str, &'static str)], arguments: &Value) -> Call {
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": arguments, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }},
    });
    Call { headers, ..Call::with_body(Method::POST, "/mcp", &message, 200) }
}

pub(crate) async fn run() -> Result<()> {
    let fixture = Fixture::start(ServerOptions::default(), 1).await?;
    let tenant = &fixture.tenants[0];
    let project = tenant.get().path.rsplit('/').next().unwrap_or_default().to_owned();
    let prepare = |call: &Call| Arc::from([PreparedRequest::new(call, &tenant.account.secret)]);
    let create = tenant.create();
    let pairs = [
        Pair {
            name: "read",
            requests: [
                prepare(&tool("get_project", GET_PROJECT, &json!({"project_id": project}))),
                prepare(&tenant.get()),
            ],
        },
        Pair {
            name: "write",
            requests: [
                prepare(&tool("create_project", CREATE_PROJECT, &serde_json::from_slice(&create.body)?)),
                prepare(&create),
            ],
        },
    ];
    let (mut rows, mut figures) = (Vec::new(), Vec::new());
    for Pair { name, requests } in &pairs {
        for connections in CONNECTIONS {
            let mut times = [Vec::new(), Vec::new()];
            let mut ratios = Vec::new();
            // The first round warms up and is not counted.
            for round in 0..=ROUNDS {
                let mut time = [0.0; 2];
                for place in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
                    let outcome = wire::run(&fixture.address, &requests[place], connections, TIME).await?;
                    time[place] = 1e6 / outcome.per_second;
                }
                if round > 0 {
                    ratios.push(time[0] / time[1]);
                    times[0].push(time[0]);
                    times[1].push(time[1]);
                }
            }
            let ratio = median(ratios);
            let [tool, call] = times.map(|times| format!("{:.0}", median(times)));
            rows.push(vec![(*name).to_owned(), connections.to_string(), tool, call, format!("{ratio:.2}")]);
            let name = format!("agents: {name} by a tool ÷ by the API, {connections} connections");
            figures.push(Figure::new(name, ratio, Goal::AtMost(1.2)));
        }
    }
    println!("agents: time of a call, medians of {ROUNDS} rounds of {} s", TIME.as_secs());
    print_table(&["operation", "connections", "tool µs", "API µs", "ratio"], &rows);
    print_figures(&figures);
    Ok(())
}
