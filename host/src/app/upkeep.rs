//! Periodic cleanup of identity's data: expired sessions and tokens, and the rotation of signing keys.

use std::time::Duration;

use tracing::error;

use crate::identity::HostIdentity;

/// Interval between cleanups. Each is a few statements over indexes.
const EVERY: Duration = Duration::from_secs(3600);

/// Cleans up immediately and then every hour, until the task is aborted.
pub(super) async fn run(identity: HostIdentity) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = identity.sweep_oauth().await {
            error!(%error, "expired tokens could not be deleted");
        }
        if let Err(error) = identity.sweep_people().await {
            error!(%error, "expired sessions could not be deleted");
        }
        if let Err(error) = identity.rotate_due_keys().await {
            error!(%error, "signing keys could not be rotated");
        }
    }
}
