//! Deletes old stranded jobs: abandoned jobs whose worker could not be notified.
//!
//! They are kept for an operator, however old they are. But a worker that always traps would fill the queue, which is one
//! table for all tenants.

use std::collections::HashSet;

use plumbline_storage::{Scope, Storage};

use crate::error::JobsError;
use crate::queue::Queue;

/// Deletes each scope's oldest stranded jobs beyond the number and bytes that are kept. Keeps those whose resource still
/// holds credits, because such a job settles its hold when it runs again.
///
/// # Errors
/// Returns an error if the queue fails. A tenant's database that fails is logged and does not delay the others.
pub(crate) async fn forget(storage: &Storage, queue: &Queue) -> Result<(), JobsError> {
    for (scope, jobs) in queue.surplus_stranded().await? {
        match forget_in_scope(storage, queue, &scope, jobs).await {
            Ok(0) => {}
            Ok(deleted) => tracing::warn!(%scope, deleted, "the oldest stranded jobs were deleted"),
            Err(error) => tracing::error!(%error, %scope, "stranded jobs could not be deleted"),
        }
    }
    Ok(())
}

/// Deletes jobs of a scope that do not settle a hold. Returns their number.
async fn forget_in_scope(
    storage: &Storage,
    queue: &Queue,
    scope: &Scope,
    mut jobs: Vec<String>,
) -> Result<u64, JobsError> {
    let holds = storage.tenant(scope).await?.open_holds().await?;
    let settling: HashSet<&str> = holds.iter().flat_map(|hold| &hold.entries).map(|entry| entry.id.as_str()).collect();
    jobs.retain(|job| !settling.contains(job.as_str()));
    queue.forget_stranded(scope, &jobs).await
}
