//! What tenants' databases keep for a time only: usage, and outbox entries that became jobs.

use std::time::Duration;

use plumbline_storage::{Kept, Storage, id};
use time::{OffsetDateTime, Time};
use tracing::{error, info};

use crate::config::UsageSettings;

/// How often.
const EVERY: Duration = Duration::from_secs(24 * 3600);
/// Days for which an outbox entry stays after it became a job, for a person who looks for the cause of something.
const OUTBOX_DAYS: i64 = 7;

/// Sweeps all databases at once, then every day, until the task is aborted.
pub(super) async fn run(storage: Storage, usage: UsageSettings) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = sweep(&storage, &kept(&usage, OffsetDateTime::now_utc())).await {
            error!(%error, "old usage could not be swept away");
        }
    }
}

fn kept(usage: &UsageSettings, now: OffsetDateTime) -> Kept {
    let before = |days: i64| now.saturating_sub(time::Duration::days(days));
    Kept {
        usage_since: id::at(before(usage.retention_days.get().into()).replace_time(Time::MIDNIGHT)),
        outbox_since: id::at(before(OUTBOX_DAYS)),
    }
}

async fn sweep(storage: &Storage, kept: &Kept) -> Result<(), plumbline_storage::StorageError> {
    for scope in storage.scopes().await? {
        let swept = match storage.tenant(&scope).await {
            Ok(database) => database.sweep(kept).await,
            Err(error) => Err(error),
        };
        match swept {
            Ok(0) => {}
            Ok(rows) => info!(%scope, rows, "old usage was swept away"),
            // One tenant's damaged file does not keep the others from being swept.
            Err(error) => error!(%error, %scope, "old usage could not be swept away"),
        }
    }
    Ok(())
}
