//! The cost of a refused credential that keeps calling: the server's processor time for each 429, compared with that for
//! each answered GET, and with `GET /healthz`, which only receives a request and sends a response.
//!
//! A credential gets a few hundred refusals per second, however often it calls, so each connection has its own refused credential.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use plumbline_tests::{Account, Server, ServerOptions};

use crate::connections::SETTLE;
use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::load::{Call, Connection};
use crate::wire::{self, PreparedRequest};
use crate::{median, processor};

const CONNECTIONS: usize = 64;
const ROUNDS: usize = 5;
/// Much shorter than a bucket of one call a minute needs to refill.
const TIME: Duration = Duration::from_secs(2);

/// One call a minute for sandbox credentials. Production credentials keep the generous rates of the tests.
const EXHAUSTED_RATES: [(&str, &str); 2] =
    [("PLUMBLINE_TIERS__SANDBOX__READ__PER_MINUTE", "1"), ("PLUMBLINE_TIERS__SANDBOX__READ__BURST", "1")];

/// Credentials, the call they make, and the figures of its rounds.
struct Workload {
    secrets: Vec<String>,
    call: Call,
    per_second: Vec<f64>,
    /// Processor time per call, in microseconds.
    processor: Vec<f64>,
}

pub(crate) async fn run() -> Result<()> {
    let server = Server::start_with(ServerOptions::with_environment(&EXHAUSTED_RATES))?;
    let address = server.url.trim_start_matches("http://").to_owned();
    let workload = |account: Account, others: Vec<String>, status: u16| {
        let project = account.project("North School")?;
        let call = Call { status, ..Call::get(format!("/partner/v1/projects/{project}")) };
        let secrets = std::iter::once(account.secret).chain(others).collect();
        anyhow::Ok(Workload { secrets, call, per_second: Vec::new(), processor: Vec::new() })
    };
    let mut answered = workload(server.account_with("Answered", "production", "all")?, Vec::new(), 200)?;
    let account = server.account("Refused")?;
    let others = (1..CONNECTIONS).map(|_| anyhow::Ok(server.key(&account.tenant, "sandbox", "all")?.secret));
    let others = others.collect::<Result<_>>()?;
    let mut refused = workload(account, others, 429)?;
    let call = Call::get("/healthz");
    let mut baseline =
        Workload { secrets: answered.secrets.clone(), call, per_second: Vec::new(), processor: Vec::new() };
    answered.round(&server, &address).await?;
    answered = Workload { per_second: Vec::new(), processor: Vec::new(), ..answered };
    for round in 0..ROUNDS {
        let mut order = [&mut answered, &mut refused, &mut baseline];
        if round % 2 == 1 {
            order.reverse();
        }
        for workload in order {
            workload.round(&server, &address).await?;
        }
    }
    println!(
        "refusals: GET /projects/{{id}} over {CONNECTIONS} connections, medians of {ROUNDS} rounds of {} s",
        TIME.as_secs()
    );
    let row = |name: &str, workload: &Workload| {
        let (rate, processor) = (median(workload.per_second.clone()), median(workload.processor.clone()));
        vec![name.to_owned(), format!("{rate:.0}"), format!("{processor:.1}")]
    };
    print_table(
        &["answer", "answers/s", "processor µs each"],
        &[row("200", &answered), row("429", &refused), row("200 of /healthz", &baseline)],
    );
    // Refusals come one after the other, so the processor sleeps and wakes between them. The figure is their total processor time.
    let thousandths = |(rate, processor): (&f64, &f64)| rate * processor / 1e3 / CONNECTIONS as f64;
    let taken = median(refused.per_second.iter().zip(&refused.processor).map(thousandths).collect());
    print_figures(&[Figure::new(
        "thousandths of a core for a refused credential that calls on",
        taken,
        Goal::AtMost(10.0),
    )]);
    Ok(())
}

impl Workload {
    async fn round(&mut self, server: &Server, address: &str) -> Result<()> {
        if self.call.status == 429 {
            self.exhaust(address).await?;
        }
        let requests: Arc<[PreparedRequest]> =
            self.secrets.iter().map(|secret| PreparedRequest::new(&self.call, secret)).collect();
        let pid = server.pid().context("the server is gone")?;
        let before = processor::seconds(pid)?;
        let outcome = wire::run(address, &requests, CONNECTIONS, TIME).await?;
        // Refused calls are recorded too.
        tokio::time::sleep(SETTLE).await;
        self.processor.push((processor::seconds(pid)? - before) * 1e6 / outcome.calls as f64);
        self.per_second.push(outcome.per_second);
        Ok(())
    }

    /// Uses up the buckets, so that all calls of the round are refused.
    async fn exhaust(&self, address: &str) -> Result<()> {
        for secret in &self.secrets {
            let mut connection = Connection::open(address, secret).await?;
            if connection.call(&self.call).await.is_err() && connection.call(&self.call).await.is_err() {
                bail!("a credential is not refused at a rate of one call a minute")
            }
        }
        Ok(())
    }
}
