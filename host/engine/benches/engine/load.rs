//! Requests per second of the engine alone: `cargo bench -p plumbline-engine`. The benchmarks of the workspace compare with
//! native code.

use std::sync::Arc;
use std::time::Instant;

use super::common::Host;
use plumbline_engine::EngineSettings;

/// Prints the requests per second by path and number of callers.
pub(crate) async fn requests_per_second() {
    let host = Arc::new(Host::start_with(EngineSettings { instances: 500, ..EngineSettings::default() }).await);
    for path in ["/hello", "/count", "/async-rows"] {
        for callers in [1u32, 16, 64] {
            host.get(path).await.unwrap();
            let each = 8_000 / callers / if path == "/async-rows" { 8 } else { 1 };
            let begun = Instant::now();
            let tasks: Vec<_> = (0..callers)
                .map(|_| {
                    let host = Arc::clone(&host);
                    tokio::spawn(async move {
                        for _ in 0..each {
                            assert_eq!(host.get(path).await.unwrap().0, 200);
                        }
                    })
                })
                .collect();
            for task in tasks {
                task.await.unwrap();
            }
            let seconds = begun.elapsed().as_secs_f64();
            eprintln!("{path} with {callers} callers: {:.0} requests/s", f64::from(callers * each) / seconds);
        }
    }
}
