//! The fence of a job: a check that the job is still under the lease with which its host took it.
//!
//! A host can be paused for longer than its lease, for example with its machine. Another host runs the job then, and the
//! first one must no longer write for it when it continues. So each claim raises the number `fence` of the job, and
//! a worker's transaction is committed only if the job still has the number, the host and a lease that has not expired.
//!
//! On PostgreSQL the rows of the job and of the tenant are in one database. There a statement of the transaction itself
//! checks the lease and locks the job's row until the commit (`host/postgres/src/fence.rs`).
//!
//! On SQLite they are in two files, so the check is a read of the control database directly before the commit, while
//! the transaction holds the tenant's write lock. What remains is a window between the check and the end of the commit.
//! It is bounded: the connection starts the commit only while the lease lasts ([`JobFence::check`] returns until when),
//! and before its end no other host takes the job. So a stale write needs a commit that starts in time, ends after the
//! lease, and is itself held up for the rest of the lease.

use std::time::{Duration, Instant};

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Clock, Error, Pool, query};
use plumbline_tenancy::{Scope, id};

/// A host's lease of a job, as it was when the host claimed the job.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct JobLease {
    /// The tenant and its environment.
    pub scope: Scope,
    /// The job's id.
    pub job: String,
    /// The process that runs the job.
    pub host: String,
    /// The number of the claim. It increases with each claim of the job.
    pub fence: i64,
}

/// Checks that a job is still under a lease. Cheap to clone.
#[derive(Debug, Clone)]
pub struct JobFence {
    pool: Pool,
    clock: Clock,
    lease: JobLease,
}

/// The reason why a transaction of a job must not be committed.
#[derive(Debug, thiserror::Error)]
pub enum FenceError {
    /// The lease has expired, or another host has the job.
    #[error("the lease of the job was lost")]
    Lost,
    /// The lease could not be checked.
    #[error("the lease of the job could not be checked: {0}")]
    Unchecked(#[from] Error),
}

impl JobFence {
    pub(super) fn new(pool: &Pool, lease: JobLease) -> Self {
        Self { pool: pool.clone(), clock: Clock::of(pool), lease }
    }

    /// Returns the lease.
    pub fn lease(&self) -> &JobLease {
        &self.lease
    }

    /// Checks the lease from outside of the transaction. Returns the end of the lease, before which the commit must
    /// start.
    ///
    /// # Errors
    /// [`FenceError::Lost`] if another host has the job by now, or the lease has expired.
    #[boxed]
    pub async fn check(&self) -> Result<Instant, FenceError> {
        // Taken first, so that the time that the check takes is part of the lease.
        let begun = Instant::now();
        let now = self.clock.now().await?;
        let until = self.lease_until().await?;
        let until = id::parse(&until).ok_or(FenceError::Lost)?;
        let left = Duration::try_from(until - now).unwrap_or_default();
        if left.is_zero() { Err(FenceError::Lost) } else { Ok(begun + left) }
    }

    /// Returns the end of the lease.
    async fn lease_until(&self) -> Result<String, FenceError> {
        let JobLease { scope, job, host, fence } = &self.lease;
        let until: Vec<String> = query(
            "SELECT lease_until FROM jobs
             WHERE tenant_id = ? AND environment = ? AND id = ? AND leased_by = ? AND fence = ?",
        )
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(job)
        .bind(host)
        .bind(*fence)
        .fetch_scalars(&self.pool)
        .await?;
        until.into_iter().next().ok_or(FenceError::Lost)
    }
}
