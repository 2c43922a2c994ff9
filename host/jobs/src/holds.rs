//! Finds and settles held credits that no job will settle.
//!
//! A worker settles a hold in the transaction that ends its resource, so this finds holds only after an accident: a
//! worker that could not be notified that its job was abandoned, a control database restored from an older copy, or a worker that
//! ended without settling.

use plumbline_storage::{OpenHold, Scope, Storage, TenantDb};

use crate::error::JobsError;
use crate::queue::Queue;

/// The note of the release in the ledger.
const NOTE: &str = "the job was abandoned";

/// Looks through the open holds of all tenants. Returns whether this made jobs due.
///
/// # Errors
/// Returns an error if the tenants cannot be listed. A tenant's database that fails is logged and does not delay the others.
pub(crate) async fn reconcile(storage: &Storage, queue: &Queue) -> Result<bool, JobsError> {
    let mut are_due = false;
    for scope in storage.scopes().await? {
        match reconcile_scope(storage, queue, &scope).await {
            Ok(due) => are_due |= due,
            Err(error) => tracing::error!(%error, %scope, "held credits could not be checked"),
        }
    }
    Ok(are_due)
}

async fn reconcile_scope(storage: &Storage, queue: &Queue, scope: &Scope) -> Result<bool, JobsError> {
    let database = storage.tenant(scope).await?;
    let mut are_due = false;
    for hold in database.open_holds().await? {
        are_due |= settle(&database, queue, scope, &hold).await?;
    }
    Ok(are_due)
}

async fn settle(database: &TenantDb, queue: &Queue, scope: &Scope, hold: &OpenHold) -> Result<bool, JobsError> {
    let OpenHold { resource, credits, entries } = hold;
    let mut are_due = false;
    for entry in entries {
        // The worker marks the resource as failed and releases the hold in one transaction.
        if queue.abandon_again(scope, entry).await? {
            tracing::warn!(%scope, resource, credits, job = entry.id, kind = entry.kind, "held credits have no live job; its worker is notified");
            are_due = true;
        }
    }
    if are_due {
        return Ok(true);
    }
    let mut are_abandoned = !entries.is_empty();
    for entry in entries {
        are_abandoned &= queue.is_abandoned(scope, &entry.id).await?;
    }
    if are_abandoned {
        // The workers were notified and did not settle the hold. The statement checks again what is held.
        if database.release_hold(resource, NOTE).await? {
            tracing::warn!(%scope, resource, credits, "held credits were released: their job was abandoned and its worker left them");
        }
    } else if entries.is_empty() {
        tracing::warn!(%scope, resource, credits, "credits are on hold without a job that could settle them; the hold stays");
    }
    Ok(false)
}
