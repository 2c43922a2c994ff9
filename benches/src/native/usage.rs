//! The usage record, written behind the answers in batches as `plumbline_storage::UsageLog` writes it, but when it is the turn of the
//! peer's own writers. `UsageLog` would meet them in SQLite's busy loop, where both sleep: it took `POST /projects` at 64 connections
//! from a p99 of 36 ms to 124 ms, and the peer would have been an easy one.

use std::sync::Arc;

use plumbline_storage::{TenantDb, UsageEvent, UsageLogConfig};
use sqlx::SqliteConnection;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, timeout_at};

/// Takes a tenant's usage events.
pub(super) struct Usage(mpsc::UnboundedSender<UsageEvent>);

impl Usage {
    /// Starts the task that writes, in turn with those who lock `writer`. It ends with the last sender.
    pub(super) fn start(tenant: Arc<TenantDb>, writer: Arc<Mutex<SqliteConnection>>) -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        tokio::spawn(write(tenant, writer, receiver));
        Self(sender)
    }

    /// Hands an event over.
    pub(super) fn record(&self, event: UsageEvent) {
        // Fails only when the runtime ends.
        let _ = self.0.send(event);
    }
}

#[expect(clippy::print_stderr, reason = "the process has no other log")]
async fn write(
    tenant: Arc<TenantDb>,
    writer: Arc<Mutex<SqliteConnection>>,
    mut events: mpsc::UnboundedReceiver<UsageEvent>,
) {
    let UsageLogConfig { batch: size, delay, .. } = UsageLogConfig::default();
    let mut batch = Vec::new();
    while events.recv_many(&mut batch, size).await > 0 {
        let due = Instant::now() + delay;
        while batch.len() < size {
            let missing = size - batch.len();
            match timeout_at(due, events.recv_many(&mut batch, missing)).await {
                Ok(1..) => {}
                Ok(0) | Err(_) => break,
            }
        }
        let turn = writer.lock().await;
        if let Err(error) = tenant.record_usage(&batch).await {
            // A peer without a complete record does less than the server. Its end fails the measurement.
            eprintln!("the peer cannot record usage: {error}");
            std::process::exit(1);
        }
        drop(turn);
        batch.clear();
    }
}
