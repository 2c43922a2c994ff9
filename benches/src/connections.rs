//! Calls of the request path at 1 to 256 connections, compared with the native peer: throughput must not fall as callers
//! are added.
//!
//! Server and peer alternate in short rounds. Each is first in every other round, when the order of connections is also
//! reversed. Both write to the same files, so a round starts after the usage record of the previous round is written.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use plumbline_tests::ServerOptions;

use crate::figures::{Figure, Goal, print_figures, print_table};
use crate::fixture::{Fixture, ITEMS, Tenant};
use crate::load::Call;
use crate::wire::{self, PreparedRequest};
use crate::{median, native, processor};

/// Numbers of concurrent connections.
pub(crate) const CONNECTIONS: [usize; 5] = [1, 4, 16, 64, 256];
/// The number of connections that the goals against the peer apply to. The bare peer is measured here too.
const BUSY: usize = 64;
/// The number of connections from which throughput must hold. Fewer do not keep both cores busy.
const SATURATED: usize = 4;
/// Many short rounds, because the machine's speed changes within seconds, by up to a sixth.
const ROUNDS: usize = 9;
const TIME: Duration = Duration::from_millis(400);
/// How long to wait until the usage record of a round is written.
pub(crate) const SETTLE: Duration = Duration::from_millis(600);

/// Ten calls of a mix: six reads, two lists, one new project, one review.
const MIX: [Operation; 10] = {
    use Operation::{Create, Get, List, Review};
    [Get, Get, List, Get, Create, Get, Get, List, Get, Review]
};

/// The workloads, with throughput goals at 64 connections as a share of the peer's.
const WORKLOADS: [Workload; 5] = [
    Workload { name: "GET /projects/{id}", tenants: 1, operations: &[Operation::Get], goal: Some(0.6) },
    Workload { name: "GET /projects?limit=50", tenants: 1, operations: &[Operation::List], goal: Some(0.8) },
    Workload { name: "POST /projects", tenants: 1, operations: &[Operation::Create], goal: Some(0.6) },
    Workload { name: "PATCH item", tenants: 1, operations: &[Operation::Review], goal: Some(0.6) },
    Workload { name: "eight tenants", tenants: 8, operations: &MIX, goal: None },
];

#[derive(Clone, Copy)]
enum Operation {
    Get,
    List,
    Create,
    Review,
}

struct Workload {
    name: &'static str,
    tenants: usize,
    /// The operations, made in turn.
    operations: &'static [Operation],
    goal: Option<f64>,
}

/// A measured process and the address it listens on.
struct Target {
    address: String,
    pid: u32,
}

/// One round of one target.
struct Sample {
    per_second: f64,
    /// Milliseconds.
    p50: f64,
    /// Milliseconds.
    p99: f64,
    /// Processor time of the target per call, in microseconds.
    processor: f64,
    /// Processor time of the load generator per call, in microseconds.
    load: f64,
}

/// The rounds of each target at a number of connections.
#[derive(Default)]
struct Point {
    ours: Vec<Sample>,
    peer: Vec<Sample>,
    bare: Vec<Sample>,
}

pub(crate) async fn run(connections: &[usize], name: &str) -> Result<()> {
    println!("connections: medians of {ROUNDS} rounds of {} ms", TIME.as_millis());
    let (mut points, mut bare, mut figures) = (Vec::new(), Vec::new(), Vec::new());
    for workload in WORKLOADS.iter().filter(|workload| workload.name.contains(name)) {
        println!("  {}", workload.name);
        let measured = workload.measure(connections).await?;
        for (connections, point) in &measured {
            points.push(point.row(workload.name, *connections));
        }
        bare.extend(measured.get(&BUSY).map(|point| point.bare_row(workload.name)));
        figures.extend(workload.figures(&measured));
    }
    print_table(
        &[
            "call",
            "connections",
            "requests/s",
            "p50 ms",
            "p99 ms",
            "peer requests/s",
            "peer p50 ms",
            "peer p99 ms",
            "requests/s ÷ peer",
            "p99 ÷ peer",
        ],
        &points,
    );
    print_table(
        &[
            "call at 64 connections",
            "bare requests/s",
            "bare p99 ms",
            "requests/s ÷ bare",
            "p99 ÷ bare",
            "processor µs",
            "peer processor µs",
            "bare processor µs",
            "load processor µs",
        ],
        &bare,
    );
    print_figures(&figures);
    Ok(())
}

impl Workload {
    /// Returns the requests in the order in which a connection makes them.
    fn requests(&self, tenants: &[Tenant]) -> Arc<[PreparedRequest]> {
        let operations = self.operations.iter().enumerate();
        let numbered =
            (0..ITEMS).flat_map(|round| operations.clone().map(move |(place, operation)| (round, place, operation)));
        numbered
            .map(|(round, place, operation)| {
                // Each operation is made for each tenant.
                let tenant = &tenants[(round + place) % tenants.len()];
                PreparedRequest::new(&operation.call(tenant, round), &tenant.account.secret)
            })
            .collect()
    }

    async fn measure(&self, connections: &[usize]) -> Result<BTreeMap<usize, Point>> {
        let fixture = Fixture::start(ServerOptions::default(), self.tenants).await?;
        let accounts: Vec<_> = fixture.tenants.iter().map(|tenant| &tenant.account).collect();
        let metered = native::Process::start(&fixture.server, &accounts)?;
        let bare = native::Process::start_bare(&fixture.server, &accounts)?;
        let target = |address: &str, pid| Target { address: address.to_owned(), pid };
        let targets = [
            target(&fixture.address, fixture.server.pid().context("the server is gone")?),
            target(metered.address(), metered.pid()),
            target(bare.address(), bare.pid()),
        ];
        for tenant in &fixture.tenants {
            for operation in self.operations {
                let (call, secret) = (operation.call(tenant, 0), &tenant.account.secret);
                native::ensure_same_response(&fixture.address, metered.address(), secret, &call, false).await?;
                native::ensure_same_response(&fixture.address, bare.address(), secret, &call, true).await?;
            }
        }
        let requests = self.requests(&fixture.tenants);
        for target in &targets {
            // The first calls find cold caches, so they are not counted.
            target.round(&requests, BUSY).await?;
        }
        let mut points: BTreeMap<usize, Point> = BTreeMap::new();
        for round in 0..ROUNDS {
            let is_forward = round % 2 == 0;
            for place in 0..connections.len() {
                let connections = connections[if is_forward { place } else { connections.len() - 1 - place }];
                let point = points.entry(connections).or_default();
                let order = if (round + place) % 2 == 0 { [0, 1, 2] } else { [2, 1, 0] };
                for number in order.into_iter().filter(|number| *number < 2 || connections == BUSY) {
                    let sample = targets[number].round(&requests, connections).await?;
                    [&mut point.ours, &mut point.peer, &mut point.bare][number].push(sample);
                }
            }
        }
        Ok(points)
    }

    fn figures(&self, points: &BTreeMap<usize, Point>) -> Vec<Figure> {
        let name = self.name;
        let rates = points.range(SATURATED..).map(|(_, point)| median_of(&point.ours, |sample| sample.per_second));
        let (lowest, best) = rates.fold((f64::INFINITY, 0.0), |(low, high), rate| (rate.min(low), rate.max(high)));
        let highest =
            points.values().map(|point| point.median_ratio(&point.peer, |sample| sample.p99)).fold(0.0, f64::max);
        let mut figures = vec![
            Figure::new(format!("{name}: lowest requests/s from 4 to 256 ÷ best"), lowest / best, Goal::AtLeast(0.9)),
            Figure::new(format!("{name}: highest p99 ÷ peer"), highest, Goal::AtMost(3.0)),
        ];
        if let Some(busy) = points.get(&BUSY) {
            let rate = busy.median_ratio(&busy.peer, |sample| sample.per_second);
            let p99 = busy.median_ratio(&busy.peer, |sample| sample.p99);
            let goal = self
                .goal
                .map(|goal| Figure::new(format!("{name} at 64: requests/s ÷ peer"), rate, Goal::AtLeast(goal)));
            figures.extend(goal);
            figures.push(Figure::new(format!("{name} at 64: p99 ÷ peer"), p99, Goal::AtMost(2.0)));
        }
        figures
    }
}

impl Operation {
    fn call(self, tenant: &Tenant, number: usize) -> Call {
        match self {
            Self::Get => tenant.get(),
            Self::List => tenant.list(),
            Self::Create => tenant.create(),
            Self::Review => tenant.review(number),
        }
    }
}

impl Target {
    async fn round(&self, requests: &Arc<[PreparedRequest]>, connections: usize) -> Result<Sample> {
        let own = std::process::id();
        let (target, load) = (processor::seconds(self.pid)?, processor::seconds(own)?);
        let outcome = wire::run(&self.address, requests, connections, TIME).await?;
        let load = processor::seconds(own)? - load;
        tokio::time::sleep(SETTLE).await;
        let target = processor::seconds(self.pid)? - target;
        let each = |seconds: f64| seconds * 1e6 / outcome.calls as f64;
        Ok(Sample {
            per_second: outcome.per_second,
            p50: outcome.median.as_secs_f64() * 1e3,
            p99: outcome.p99.as_secs_f64() * 1e3,
            processor: each(target),
            load: each(load),
        })
    }
}

impl Point {
    /// Returns the median of the per-round ratios of ours to the others', so that changes in the machine's
    /// speed have little effect.
    fn median_ratio(&self, others: &[Sample], pick: fn(&Sample) -> f64) -> f64 {
        median(self.ours.iter().zip(others).map(|(ours, other)| pick(ours) / pick(other)).collect())
    }

    fn row(&self, name: &str, connections: usize) -> Vec<String> {
        let three = |samples: &[Sample]| {
            [
                format!("{:.0}", median_of(samples, |sample| sample.per_second)),
                format!("{:.2}", median_of(samples, |sample| sample.p50)),
                format!("{:.2}", median_of(samples, |sample| sample.p99)),
            ]
        };
        let ratios = [
            format!("{:.2}", self.median_ratio(&self.peer, |sample| sample.per_second)),
            format!("{:.2}", self.median_ratio(&self.peer, |sample| sample.p99)),
        ];
        let numbers = three(&self.ours).into_iter().chain(three(&self.peer)).chain(ratios);
        [name.to_owned(), connections.to_string()].into_iter().chain(numbers).collect()
    }

    fn bare_row(&self, name: &str) -> Vec<String> {
        let processor = |samples: &[Sample]| format!("{:.0}", median_of(samples, |sample| sample.processor));
        vec![
            name.to_owned(),
            format!("{:.0}", median_of(&self.bare, |sample| sample.per_second)),
            format!("{:.2}", median_of(&self.bare, |sample| sample.p99)),
            format!("{:.2}", self.median_ratio(&self.bare, |sample| sample.per_second)),
            format!("{:.2}", self.median_ratio(&self.bare, |sample| sample.p99)),
            processor(&self.ours),
            processor(&self.peer),
            processor(&self.bare),
            format!("{:.0}", median_of(&self.ours, |sample| sample.load)),
        ]
    }
}

fn median_of(samples: &[Sample], pick: fn(&Sample) -> f64) -> f64 {
    median(samples.iter().map(pick).collect())
}
