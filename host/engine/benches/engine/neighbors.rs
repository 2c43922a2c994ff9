//! Latency of a good tenant's calls beside bad tenants. The test suite asserts throughout that these calls succeed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::stage::Stage;

const CALLS: usize = 1_500;

/// Returns the 50th and 99th percentile of the latency of the good tenant's calls, in microseconds.
async fn percentiles(stage: &Stage) -> (f64, f64) {
    let mut taken = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        stage.others_are_served("what the others do").await;
        taken.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    taken.sort_by(f64::total_cmp);
    (taken[CALLS / 2], taken[CALLS * 99 / 100])
}

/// Prints the latency by kind of misbehavior.
pub(crate) async fn latency_beside_bad_neighbors() {
    let stage = Stage::start().await;
    percentiles(&stage).await;
    for path in ["/trap", "/memory", "/recursion", "/streams", "/flood", "/loop"] {
        let alone = percentiles(&stage).await;
        let over = Arc::new(AtomicBool::new(false));
        let bad = tokio::spawn({
            let (stage, over) = (Arc::clone(&stage), Arc::clone(&over));
            async move {
                let mut calls = 0;
                while !over.load(Ordering::Relaxed) {
                    stage.ask(path).await.unwrap_err();
                    calls += 1;
                }
                calls
            }
        });
        let beside = percentiles(&stage).await;
        over.store(true, Ordering::Relaxed);
        let calls = bad.await.unwrap();
        println!(
            "{path:12} p50 {:.0} µs, {:.2} × alone; p99 {:.0} µs, {:.2} × alone; {calls} bad calls",
            beside.0,
            beside.0 / alone.0,
            beside.1,
            beside.1 / alone.1
        );
    }
}
