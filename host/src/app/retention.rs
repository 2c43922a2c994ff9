//! Deletion of data that tenants' databases keep for a limited time: usage, events, and outbox entries that
//! became jobs.

use std::time::Duration;

use plumbline_config::UsageSettings;
use plumbline_storage::{RetentionCutoffs, Storage};
use time::OffsetDateTime;
use tracing::{error, info};

/// Interval between sweeps.
const EVERY: Duration = Duration::from_secs(24 * 3600);

/// Sweeps all databases immediately and then every day, until the task is aborted.
pub(super) async fn run(storage: Storage, usage: UsageSettings) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let cutoffs = RetentionCutoffs::at(OffsetDateTime::now_utc(), usage.retention_days.get());
        if let Err(error) = sweep(&storage, &cutoffs).await {
            error!(%error, "old usage could not be deleted");
        }
    }
}

async fn sweep(storage: &Storage, cutoffs: &RetentionCutoffs) -> Result<(), plumbline_storage::StorageError> {
    for scope in storage.scopes().await? {
        let swept = match storage.tenant(&scope).await {
            Ok(database) => database.sweep(cutoffs).await,
            Err(error) => Err(error),
        };
        match swept {
            Ok(0) => {}
            Ok(rows) => info!(%scope, rows, "old usage was deleted"),
            // A damaged file of one tenant does not stop the sweep of the others.
            Err(error) => error!(%error, %scope, "old usage could not be deleted"),
        }
    }
    Ok(())
}
