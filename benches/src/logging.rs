//! The cost of one log line per request: the same load on two servers over the same data, one with log lines and one without.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use plumbline_tests::{Server, ServerOptions, components, program};

use crate::child::Child;
use crate::connections::SETTLE;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::fixture::Fixture;
use crate::wire::{self, PreparedRequest};
use crate::{median, processor};

const CONNECTIONS: usize = 64;
/// Number of starts of each server. Depending on their memory layout, two processes of one program differ by more than a log
/// line costs.
const STARTS: usize = 8;
/// Rounds after each start: short and many, because the machine's speed changes from one second to the next.
const ROUNDS: usize = 10;
const TIME: Duration = Duration::from_millis(400);
/// Text in every log line of a request.
const REQUEST_LINE: &str = "access: answered";

/// Rates that the load does not reach.
const RATES: [(&str, &str); 2] =
    [("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "10000000"), ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "10000000")];

/// One round of one server.
struct Sample {
    per_second: f64,
    /// Processor time per call, in microseconds.
    processor: f64,
}

pub(crate) async fn run() -> Result<()> {
    let mut fixture = Fixture::start(ServerOptions::default(), 1).await?;
    let logs = tempfile::tempdir()?;
    let (with_file, without_file) = (logs.path().join("with.log"), logs.path().join("without.log"));
    let tenant = &fixture.tenants[0];
    let requests: Arc<[PreparedRequest]> = [PreparedRequest::new(&tenant.get(), &tenant.account.secret)].into();
    // This server only created the data. Its work would distort the figures.
    fixture.server.stop()?;
    let (mut logged, mut silent) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let with = start_server(&fixture.server, "info", &with_file)?;
        let without = start_server(&fixture.server, "info,access=off", &without_file)?;
        for server in [&with, &without] {
            round(server, &requests).await?;
        }
        for number in 0..ROUNDS {
            let mut order = [(&with, &mut logged), (&without, &mut silent)];
            if number % 2 == 1 {
                order.reverse();
            }
            for (server, samples) in order {
                samples.push(round(server, &requests).await?);
            }
        }
        for (file, is_logged) in [(&with_file, true), (&without_file, false)] {
            let log = std::fs::read_to_string(file)?;
            let has_lines = log.contains(REQUEST_LINE);
            let shown = log.lines().find(|line| line.contains(REQUEST_LINE)).or(log.lines().last()).unwrap_or_default();
            ensure!(has_lines == is_logged, "the filter `access` does not decide on the lines of requests: {shown}");
        }
    }
    println!(
        "logging: GET /projects/{{id}} over {CONNECTIONS} connections, medians of {} rounds of {} s",
        STARTS * ROUNDS,
        TIME.as_secs_f64()
    );
    let middle = |samples: &[Sample], pick: fn(&Sample) -> f64| median(samples.iter().map(pick).collect());
    let row = |name: &str, samples: &[Sample]| {
        let (rate, processor) =
            (middle(samples, |sample| sample.per_second), middle(samples, |sample| sample.processor));
        vec![name.to_owned(), format!("{rate:.0}"), format!("{processor:.1}")]
    };
    print_table(&["log", "requests/s", "processor µs each"], &[row("info", &logged), row("info,access=off", &silent)]);
    // Sums, because the machine's pace changes between rounds by more than a line costs, and a median would pick one of the paces.
    let sum = |samples: &[Sample], pick: fn(&Sample) -> f64| samples.iter().map(pick).sum::<f64>();
    let ratio = |pick: fn(&Sample) -> f64| sum(&logged, pick) / sum(&silent, pick);
    print_figures(&[
        Figure::new(
            "requests/s with a log line for each ÷ without",
            ratio(|sample| sample.per_second),
            Goal::AtLeast(0.98),
        ),
        Figure::new(
            "processor time with a log line for each ÷ without",
            ratio(|sample| sample.processor),
            Goal::AtMost(1.02),
        ),
    ]);
    Ok(())
}

/// Starts a server that logs to a file, over another server's data.
fn start_server(server: &Server, filter: &str, file: &Path) -> Result<Child> {
    let components = components()?;
    let mut command = Command::new(program()?);
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", filter, "--components"]).arg(&components);
    command.arg("--data-dir").arg(server.data_dir()).env("PLUMBLINE_COMPILED_DIR", &components).envs(RATES);
    Child::start(command.stdin(Stdio::null()).stderr(std::fs::File::create(file)?))
}

async fn round(server: &Child, requests: &Arc<[PreparedRequest]>) -> Result<Sample> {
    let before = processor::seconds(server.pid())?;
    let outcome = wire::run(&server.address, requests, CONNECTIONS, TIME).await?;
    // Lines that are written after the responses are part of the cost.
    tokio::time::sleep(SETTLE).await;
    let processor = (processor::seconds(server.pid())? - before) * 1e6 / outcome.calls as f64;
    Ok(Sample { per_second: outcome.per_second, processor })
}
