//! Measurements of the engine with real guests: `cargo bench -p plumbline-engine`. They assert nothing about the
//! machine.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    dead_code,
    reason = "measurements that print, with the helpers of the tests"
)]

#[path = "../../tests/engine/common/mod.rs"]
mod common;
mod load;
mod neighbors;
#[path = "../../tests/engine/hostile/stage.rs"]
mod stage;

#[tokio::main]
async fn main() {
    load::requests_per_second().await;
    neighbors::latency_beside_bad_neighbors().await;
}
