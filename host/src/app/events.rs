//! Copies events of the host's own database to the tenants' event logs.

use std::time::Duration;

use plumbline_storage::Storage;
use tracing::error;

/// Pause between two looks. Also the longest delay of such an event.
const EVERY: Duration = Duration::from_millis(500);

/// Copies events until the task is aborted. Several hosts may do it at once.
pub(super) async fn run(storage: Storage) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = storage.copy_tenant_events().await {
            error!(%error, "events of credentials and bindings could not be copied to the event logs");
        }
    }
}
