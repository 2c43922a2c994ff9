//! The table of jobs. Every change of a job is one statement or one transaction here or in [`crate::claim`]. No other
//! code writes the table.
//!
//! All times are of the database's clock, so that hosts whose clocks differ agree on leases and due times.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use plumbline_host_sql::{Clock, Pool, Transaction, query, query_of_parts};
use plumbline_storage::{Control, JobLease, Leases, OUTBOX_LOOKAHEAD, OutboxEntry, Scope, id};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::config::JobsConfig;
use crate::error::JobsError;
use crate::runner::JobRequest;
use crate::share::RemainingShare;

/// Attempts at abandoning, beyond the attempts at running, before a job is left for an operator to examine.
const ABANDON_ATTEMPTS: u32 = 10;
/// Condition for a job that is not leased and has not ended. The partial indexes match it.
pub(crate) const WAITS: &str = "state IN ('waiting', 'abandoning') AND leased_by IS NULL";
/// A job that was done more recently than this may have settled its hold after the hold was read.
const JUST_ENDED: Duration = Duration::from_secs(60);

/// The queue, as one host uses it.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    pub(crate) pool: Pool,
    pub(crate) clock: Clock,
    leases: Leases,
    pub(crate) config: JobsConfig,
    pub(crate) host: String,
}

/// A job under this host's lease.
#[derive(Debug, Clone)]
pub(crate) struct Leased {
    pub(crate) scope: Scope,
    pub(crate) kind: String,
    pub(crate) request: JobRequest,
    /// The reason, if the job is to be abandoned rather than run.
    pub(crate) abandon: Option<String>,
}

/// The numbers of jobs by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Due but not started, or waiting for the next attempt.
    pub waiting: u64,
    /// Not started and not due yet.
    pub later: u64,
    /// Under a host's lease.
    pub running: u64,
    /// Done and not yet forgotten.
    pub done: u64,
    /// Abandoned and not yet forgotten.
    pub abandoned: u64,
}

/// The result of an attempt.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Done,
    Failed {
        reason: String,
        retryable: bool,
    },
    /// No worker could take the job. This does not count as an attempt.
    Unserved {
        reason: String,
    },
    /// All workers were in use. This does not count as an attempt.
    Busy {
        reason: String,
    },
    /// The host stops. The attempt does not count.
    Interrupted,
}

/// Jobs of one kind that no worker can take.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Unserved {
    /// The scope of the jobs.
    #[serde(flatten)]
    pub scope: Scope,
    /// The worker they need.
    pub kind: String,
    /// The number of jobs.
    pub jobs: u64,
}

/// The change to a job's row at the end of an attempt.
struct End<'a> {
    state: &'static str,
    due: String,
    /// The reason for the failure. `None` keeps the earlier one.
    reason: Option<&'a str>,
    finished: Option<String>,
    /// The number of attempts that do not count.
    uncounted: u32,
    unserved: Option<&'a str>,
    stranded: Option<&'a str>,
}

impl End<'_> {
    fn finished(state: &'static str, now: OffsetDateTime) -> Self {
        Self { finished: Some(id::at(now)), ..Self::due_at(state, now) }
    }

    fn due_at(state: &'static str, due: OffsetDateTime) -> Self {
        Self { state, due: id::at(due), reason: None, finished: None, uncounted: 0, unserved: None, stranded: None }
    }
}

/// The number of jobs in a state.
#[derive(Deserialize)]
struct StateCount {
    state: String,
    is_leased: bool,
    is_later: bool,
    jobs: u64,
}

/// The scope and the id of a job.
#[derive(Deserialize)]
struct Key {
    #[serde(flatten)]
    scope: Scope,
    id: String,
}

/// A job and the number of its claim.
#[derive(Deserialize)]
struct Claimed {
    #[serde(flatten)]
    key: Key,
    fence: i64,
}

/// What a tenant has waiting.
#[derive(Deserialize)]
struct Used {
    jobs: usize,
    bytes: usize,
}

/// Leases renewed with one statement. The number of leases is part of its text, so there are at most this many texts.
const RENEWED_AT_ONCE: usize = 32;

impl Queue {
    pub(crate) fn new(control: &Control, config: JobsConfig, host: String) -> Self {
        // Its statements are correct beside those of other hosts.
        let (pool, clock, leases) = (control.pool().concurrent(), control.clock(), control.leases().clone());
        Self { pool, clock, leases, config, host }
    }

    /// Queues outbox entries, each due at its own time or at once. Entries that are already queued do not change.
    pub(crate) async fn enqueue(&self, scope: &Scope, entries: &[OutboxEntry]) -> Result<(), JobsError> {
        let now = self.now().await?;
        let mut transaction = self.pool.begin_write().await?;
        give_turn(&mut transaction, scope).await?;
        for entry in entries {
            query(
                "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, due_at, queued_at, lane)
                 VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', ?7, ?6, ?8) ON CONFLICT DO NOTHING",
            )
            .bind(scope.tenant.as_str())
            .bind(scope.environment.as_str())
            .bind(&entry.id)
            .bind(&entry.kind)
            .bind(&entry.payload)
            .bind(&now)
            .bind(entry.due_at.as_ref().unwrap_or(&now))
            .bind(self.config.lanes.name_of(&entry.kind))
            .execute(&mut transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Returns how many more jobs of a scope may wait. Jobs that an earlier release queued long before their time do not count.
    pub(crate) async fn remaining_share(&self, scope: &Scope) -> Result<RemainingShare, JobsError> {
        let sql = format!(
            "SELECT COUNT(*) AS jobs, COALESCE(SUM(OCTET_LENGTH(payload)), 0) AS bytes FROM
                 (SELECT payload FROM jobs WHERE {WAITS} AND tenant_id = ?1 AND environment = ?2
                  AND (due_at <= ?3 OR unserved IS NOT NULL) LIMIT ?4) AS waiting"
        );
        // As far ahead as entries are queued, which is longer than the wait of a failed job for its next attempt.
        let ahead = id::at(self.clock.now().await? + OUTBOX_LOOKAHEAD);
        let used: Used = query_of_parts(sql)
            .bind(scope.tenant.as_str())
            .bind(scope.environment.as_str())
            .bind(ahead)
            .bind(whole(self.config.waiting))
            .fetch_one(&self.pool)
            .await?;
        let JobsConfig { waiting, waiting_bytes, .. } = self.config;
        Ok(RemainingShare { jobs: waiting.saturating_sub(used.jobs), bytes: waiting_bytes.saturating_sub(used.bytes) })
    }

    /// Returns the current time in the stored format.
    async fn now(&self) -> Result<String, JobsError> {
        Ok(id::at(self.clock.now().await?))
    }

    /// Returns the time until which outbox entries become jobs now.
    pub(crate) async fn until(&self, ahead: Duration) -> Result<String, JobsError> {
        Ok(id::at(self.clock.now().await? + ahead))
    }

    /// Returns how long it is until the next waiting job becomes due: zero if one is due, `None` if none waits.
    pub(crate) async fn next_due(&self) -> Result<Option<Duration>, JobsError> {
        let due: Option<String> =
            query_of_parts(format!("SELECT MIN(due_at) FROM jobs WHERE {WAITS}")).fetch_scalar(&self.pool).await?;
        let now = self.clock.now().await?;
        // The difference is negative if the job is due.
        Ok(due.map(|due| id::parse(&due).and_then(|at| Duration::try_from(at - now).ok()).unwrap_or_default()))
    }

    /// Renews these leases of this host and returns those that it still holds.
    pub(crate) async fn renew(&self, leases: &[JobLease]) -> Result<HashSet<JobLease>, JobsError> {
        let mut held = HashSet::new();
        for part in leases.chunks(RENEWED_AT_ONCE) {
            let jobs = vec!["tenant_id = ? AND environment = ? AND id = ? AND fence = ?"; part.len()].join(" OR ");
            let sql = format!(
                "UPDATE jobs SET lease_until = ? WHERE leased_by = ? AND ({jobs})
                 RETURNING tenant_id, environment, id, fence"
            );
            let _guard = self.leases.lock_writes().await;
            let until = id::at(self.leases.clock().now().await? + self.config.lease);
            let update = query_of_parts(sql).bind(until).bind(&self.host);
            let update = part.iter().fold(update, |update, JobLease { scope, job, fence, .. }| {
                update.bind(scope.tenant.as_str()).bind(scope.environment.as_str()).bind(job).bind(*fence)
            });
            let renewed: Vec<Claimed> = update.fetch_all(self.leases.pool()).await?;
            held.extend(renewed.into_iter().map(|Claimed { key, fence }| JobLease {
                scope: key.scope,
                job: key.id,
                host: self.host.clone(),
                fence,
            }));
        }
        Ok(held)
    }

    /// Reclaims expired leases and, if `dead` is given, the leases with this prefix, which an earlier process with this host's
    /// number left. Jobs without remaining attempts are set to be abandoned. Returns the number of leases.
    pub(crate) async fn reclaim_leases(&self, dead: Option<&str>) -> Result<u64, JobsError> {
        let done = query(
            "UPDATE jobs SET leased_by = NULL, lease_until = NULL, due_at = ?1,
                    reason = CASE state WHEN 'running' THEN 'the host stopped during attempt ' || attempts ELSE reason END,
                    state = CASE WHEN state = 'running' AND attempts < ?3 THEN 'waiting' ELSE 'abandoning' END
             WHERE leased_by IS NOT NULL AND (lease_until < ?1 OR SUBSTR(leased_by, 1, LENGTH(?2)) = ?2)",
        );
        let _guard = self.leases.lock_writes().await;
        let now = id::at(self.leases.clock().now().await?);
        Ok(done.bind(now).bind(dead).bind(self.config.attempts).execute(self.leases.pool()).await?)
    }

    /// Ends an attempt. If no worker could take the job, the waiting jobs of its kind wait with it, so that they are not tried
    /// one by one. If the lease was lost meanwhile, nothing changes. Returns whether the job was still this host's.
    pub(crate) async fn end(&self, job: &Leased, outcome: &Outcome) -> Result<bool, JobsError> {
        let now = self.clock.now().await?;
        let end = self.end_of(job, outcome, now);
        let mut transaction = self.pool.begin_write().await?;
        let changed = query(
            "UPDATE jobs SET state = ?, due_at = ?, reason = COALESCE(?, reason), finished_at = ?, attempts = attempts - ?,
                    unserved = ?, stranded = ?, leased_by = NULL, lease_until = NULL
             WHERE tenant_id = ? AND environment = ? AND id = ? AND leased_by = ? AND fence = ?",
        )
        .bind(end.state)
        .bind(&end.due)
        .bind(end.reason)
        .bind(end.finished)
        .bind(end.uncounted)
        .bind(end.unserved)
        .bind(end.stranded)
        .bind(job.scope.tenant.as_str())
        .bind(job.scope.environment.as_str())
        .bind(&job.request.id)
        .bind(&self.host)
        .bind(job.request.lease.fence)
        .execute(&mut transaction)
        .await?;
        let is_ours = changed == 1;
        if let (true, Some(unserved)) = (is_ours, end.unserved) {
            query(
                "UPDATE jobs SET due_at = ?1, unserved = ?2 WHERE tenant_id = ?3 AND environment = ?4 AND kind = ?5
                 AND state IN ('waiting', 'abandoning') AND leased_by IS NULL AND due_at <= ?6",
            )
            .bind(&end.due)
            .bind(unserved)
            .bind(job.scope.tenant.as_str())
            .bind(job.scope.environment.as_str())
            .bind(&job.kind)
            .bind(id::at(now))
            .execute(&mut transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(is_ours)
    }

    fn end_of<'a>(&self, job: &Leased, outcome: &'a Outcome, now: OffsetDateTime) -> End<'a> {
        let attempt = job.request.attempt;
        let abandoning = job.abandon.is_some();
        let again = if abandoning { "abandoning" } else { "waiting" };
        match outcome {
            Outcome::Done if abandoning => End::finished("abandoned", now),
            Outcome::Done => End::finished("done", now),
            Outcome::Interrupted => End { uncounted: 1, ..End::due_at(again, now) },
            Outcome::Unserved { reason } => {
                let due = now + self.config.unserved_retry;
                End { uncounted: 1, unserved: Some(reason), ..End::due_at(again, due) }
            }
            Outcome::Busy { reason } => {
                let reason = (!abandoning).then_some(reason.as_str());
                End { uncounted: 1, reason, ..End::due_at(again, now + self.config.unserved_retry) }
            }
            // The reason stays that of the job's failure, not of the failed abandoning.
            Outcome::Failed { reason, .. } if abandoning && attempt >= self.config.attempts + ABANDON_ATTEMPTS => {
                End { stranded: Some(reason), ..End::finished("abandoned", now) }
            }
            Outcome::Failed { .. } if abandoning => End::due_at(again, now + self.config.wait_after(attempt)),
            Outcome::Failed { reason, retryable } if *retryable && attempt < self.config.attempts => {
                End { reason: Some(reason), ..End::due_at(again, now + self.config.wait_after(attempt)) }
            }
            Outcome::Failed { reason, .. } => End { reason: Some(reason), ..End::due_at("abandoning", now) },
        }
    }

    /// Returns the kinds of jobs that wait because no worker takes them.
    pub(crate) async fn unserved(&self) -> Result<Vec<Unserved>, JobsError> {
        unserved(&self.pool).await
    }

    /// Makes the unserved jobs of a kind due at once. Returns their number.
    pub(crate) async fn wake(&self, scope: &Scope, kind: &str) -> Result<u64, JobsError> {
        let woken = query(
            "UPDATE jobs SET due_at = ? WHERE tenant_id = ? AND environment = ? AND kind = ? AND unserved IS NOT NULL
             AND leased_by IS NULL",
        )
        .bind(self.now().await?)
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(kind);
        Ok(woken.execute(&self.pool).await?)
    }

    /// Queues the abandonment of a job that is missing from the queue, that ended over a minute ago, or whose worker could not
    /// be notified. Returns whether it was queued.
    pub(crate) async fn abandon_again(&self, scope: &Scope, entry: &OutboxEntry) -> Result<bool, JobsError> {
        let now = self.clock.now().await?;
        let mut transaction = self.pool.begin_write().await?;
        give_turn(&mut transaction, scope).await?;
        let changed = query(
            "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, attempts, due_at, reason, queued_at, lane)
             VALUES (?1, ?2, ?3, ?4, ?5, 'abandoning', ?6, ?7, 'the job is missing from the queue', ?7, ?9)
             ON CONFLICT (tenant_id, environment, id) DO UPDATE SET state = 'abandoning', attempts = excluded.attempts,
             due_at = excluded.due_at, finished_at = NULL, stranded = NULL,
             reason = COALESCE(jobs.reason, 'the job ended and its credits are still held')
             WHERE jobs.state = 'abandoned' AND jobs.stranded IS NOT NULL OR jobs.state = 'done' AND jobs.finished_at < ?8",
        )
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(&entry.id)
        .bind(&entry.kind)
        .bind(&entry.payload)
        .bind(self.config.attempts)
        .bind(id::at(now))
        .bind(id::at(now - JUST_ENDED))
        .bind(self.config.lanes.name_of(&entry.kind))
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(changed == 1)
    }

    /// Returns whether a job was abandoned and its worker was notified.
    pub(crate) async fn is_abandoned(&self, scope: &Scope, id: &str) -> Result<bool, JobsError> {
        Ok(query(
            "SELECT EXISTS (SELECT 1 FROM jobs WHERE tenant_id = ? AND environment = ? AND id = ?
                            AND state = 'abandoned' AND stranded IS NULL)",
        )
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(id)
        .fetch_scalar(&self.pool)
        .await?)
    }

    /// Deletes jobs that finished long ago, and each tenant's finished jobs beyond the newest ones that are kept. Waiting jobs
    /// are kept however old they are. For jobs whose worker could not be notified, see [`crate::stranded`].
    pub(crate) async fn forget_finished(&self) -> Result<u64, JobsError> {
        let before = id::at(self.clock.now().await? - self.config.keep_finished);
        let deleted = query(
            "DELETE FROM jobs WHERE finished_at IS NOT NULL AND stranded IS NULL AND (finished_at < ?1 OR
                 (tenant_id, environment, id) IN (
                     SELECT tenant_id, environment, id FROM (
                         SELECT tenant_id, environment, id,
                                ROW_NUMBER() OVER newest AS place, SUM(OCTET_LENGTH(payload)) OVER newest AS bytes
                         FROM jobs WHERE finished_at IS NOT NULL AND stranded IS NULL
                         WINDOW newest AS (PARTITION BY tenant_id, environment ORDER BY finished_at DESC, id)
                     ) AS ended WHERE place > ?2 OR bytes > ?3))",
        )
        .bind(before)
        .bind(whole(self.config.waiting))
        .bind(whole(self.config.waiting_bytes));
        Ok(deleted.execute(&self.pool).await?)
    }

    /// Returns the stranded jobs of each scope beyond the newest ones that are kept, by number and by bytes of payload.
    pub(crate) async fn surplus_stranded(&self) -> Result<BTreeMap<Scope, Vec<String>>, JobsError> {
        let rows: Vec<Key> = query(
            "SELECT tenant_id, environment, id FROM (
                 SELECT tenant_id, environment, id,
                        ROW_NUMBER() OVER newest AS place, SUM(OCTET_LENGTH(payload)) OVER newest AS bytes
                 FROM jobs WHERE finished_at IS NOT NULL AND stranded IS NOT NULL
                 WINDOW newest AS (PARTITION BY tenant_id, environment ORDER BY finished_at DESC, id)
             ) AS stranded_jobs WHERE place > ?1 OR bytes > ?2",
        )
        .bind(whole(self.config.waiting))
        .bind(whole(self.config.waiting_bytes))
        .fetch_all(&self.pool)
        .await?;
        let mut surplus: BTreeMap<Scope, Vec<String>> = BTreeMap::new();
        for key in rows {
            surplus.entry(key.scope).or_default().push(key.id);
        }
        Ok(surplus)
    }

    /// Deletes stranded jobs. Jobs that were made due again meanwhile are kept. Returns the number of deleted jobs.
    pub(crate) async fn forget_stranded(&self, scope: &Scope, ids: &[String]) -> Result<u64, JobsError> {
        let mut deleted = 0;
        // A transaction for each part, so that no other writer waits long.
        for part in ids.chunks(500) {
            let mut transaction = self.pool.begin_write().await?;
            for id in part {
                deleted += query(
                    "DELETE FROM jobs WHERE tenant_id = ? AND environment = ? AND id = ? AND state = 'abandoned'
                     AND stranded IS NOT NULL",
                )
                .bind(scope.tenant.as_str())
                .bind(scope.environment.as_str())
                .bind(id)
                .execute(&mut transaction)
                .await?;
            }
            transaction.commit().await?;
        }
        Ok(deleted)
    }

    pub(crate) async fn counts(&self) -> Result<Counts, JobsError> {
        let rows: Vec<StateCount> = query(
            "SELECT state, leased_by IS NOT NULL AS is_leased,
                    state = 'waiting' AND attempts = 0 AND due_at > ?1 AND unserved IS NULL AND reason IS NULL AS is_later,
                    COUNT(*) AS jobs FROM jobs GROUP BY 1, 2, 3",
        )
        .bind(self.now().await?)
        .fetch_all(&self.pool)
        .await?;
        let mut counts = Counts::default();
        for row in rows {
            let place = match (row.state.as_str(), row.is_leased, row.is_later) {
                (_, true, _) => &mut counts.running,
                ("done", ..) => &mut counts.done,
                ("abandoned", ..) => &mut counts.abandoned,
                (_, _, true) => &mut counts.later,
                _ => &mut counts.waiting,
            };
            *place += row.jobs;
        }
        Ok(counts)
    }
}

/// Returns the kinds of jobs that wait because no worker takes them.
pub(crate) async fn unserved(pool: &Pool) -> Result<Vec<Unserved>, JobsError> {
    let sql = "SELECT tenant_id, environment, kind, COUNT(*) AS jobs FROM jobs
               WHERE unserved IS NOT NULL AND leased_by IS NULL GROUP BY tenant_id, environment, kind";
    Ok(query(sql).fetch_all(pool).await?)
}

/// Makes sure that a tenant whose job is queued has a turn, which hosts lock when they claim. A tenant that was never
/// served goes first.
async fn give_turn(transaction: &mut Transaction<'_>, scope: &Scope) -> Result<(), JobsError> {
    query("INSERT INTO job_turns (tenant_id, served_at) VALUES (?, '') ON CONFLICT (tenant_id) DO NOTHING")
        .bind(scope.tenant.as_str())
        .execute(transaction)
        .await?;
    Ok(())
}

/// Returns a number as the database counts.
pub(crate) fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
