//! The table of jobs. Every change of a job is one statement or one transaction here. No other code writes the table.

use std::collections::BTreeMap;
use std::time::Duration;

use plumbline_storage::{Control, Leases, OUTBOX_LOOKAHEAD, OutboxEntry, Scope, id};
use serde::Deserialize;
use sqlx::sqlite::SqlitePool;
use time::OffsetDateTime;

use crate::config::JobsConfig;
use crate::error::JobsError;
use crate::runner::JobRequest;
use crate::share::RemainingShare;

/// Attempts at abandoning, beyond the attempts at running, before a job is left for an operator to examine.
const ABANDON_ATTEMPTS: u32 = 10;
/// Condition for a job that is not leased and has not ended. The partial indexes match it.
const WAITS: &str = "state IN ('waiting', 'abandoning') AND leased_by IS NULL";
/// A job that was done more recently than this may have settled its hold after the hold was read.
const JUST_ENDED: Duration = Duration::from_secs(60);

/// The queue, as one host uses it.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    pool: SqlitePool,
    leases: Leases,
    config: JobsConfig,
    host: String,
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
    fn finished(state: &'static str) -> Self {
        let now = id::now();
        Self { finished: Some(now.clone()), ..Self::due_at(state, now) }
    }

    fn due_at(state: &'static str, due: String) -> Self {
        Self { state, due, reason: None, finished: None, uncounted: 0, unserved: None, stranded: None }
    }
}

#[derive(Deserialize)]
struct Row {
    #[serde(flatten)]
    scope: Scope,
    id: String,
    kind: String,
    payload: String,
    state: String,
    attempts: u32,
    reason: Option<String>,
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

plumbline_storage::read_by_column_name!(Row, StateCount, Unserved, Key);

fn after(wait: Duration) -> String {
    id::at(OffsetDateTime::now_utc() + wait)
}

impl Queue {
    pub(crate) fn new(control: &Control, config: JobsConfig, host: String) -> Self {
        Self { pool: control.pool().clone(), leases: control.leases().clone(), config, host }
    }

    /// Queues outbox entries, each due at its own time or at once. Entries that are already queued do not change.
    pub(crate) async fn enqueue(&self, scope: &Scope, entries: &[OutboxEntry]) -> Result<(), JobsError> {
        let now = id::now();
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for entry in entries {
            sqlx::query(
                "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, due_at, queued_at, lane)
                 VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', COALESCE(?7, ?6), ?6, ?8) ON CONFLICT DO NOTHING",
            )
            .bind(scope.tenant.as_str())
            .bind(scope.environment.as_str())
            .bind(&entry.id)
            .bind(&entry.kind)
            .bind(&entry.payload)
            .bind(&now)
            .bind(&entry.due_at)
            .bind(self.config.lanes.name_of(&entry.kind))
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Returns how many more jobs of a scope may wait. Jobs that an earlier release queued long before their time do not count.
    pub(crate) async fn remaining_share(&self, scope: &Scope) -> Result<RemainingShare, JobsError> {
        let sql = format!(
            "SELECT COUNT(*), COALESCE(SUM(OCTET_LENGTH(payload)), 0) FROM
                 (SELECT payload FROM jobs WHERE {WAITS} AND tenant_id = ?1 AND environment = ?2
                  AND (due_at <= ?3 OR unserved IS NOT NULL) LIMIT ?4) AS waiting"
        );
        let (jobs, bytes): (i64, i64) = sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(scope.tenant.as_str())
            .bind(scope.environment.as_str())
            // As far ahead as entries are queued, which is longer than the wait of a failed job for its next attempt.
            .bind(after(OUTBOX_LOOKAHEAD))
            .bind(i64::try_from(self.config.waiting).unwrap_or(i64::MAX))
            .fetch_one(&self.pool)
            .await?;
        let left = |bound: usize, used: i64| bound.saturating_sub(usize::try_from(used).unwrap_or(0));
        Ok(RemainingShare { jobs: left(self.config.waiting, jobs), bytes: left(self.config.waiting_bytes, bytes) })
    }

    /// Leases the next job of these lanes, given by name. It comes from the tenant with a due job that has the fewest jobs running in its lane.
    /// Among equals, it comes from the tenant that was served longest ago. The tenant's oldest job is taken.
    pub(crate) async fn claim(&self, lanes: &[&str]) -> Result<Option<Leased>, JobsError> {
        let now = id::now();
        let names: Vec<_> = lanes.iter().map(|lane| format!("('{lane}')")).collect();
        // Steps from tenant to tenant and reads only the first job of each lane, because thousands may wait behind it.
        let select = format!(
            "WITH RECURSIVE lanes (lane) AS (VALUES {lanes}), tenants (tenant_id) AS (
                 SELECT (SELECT MIN(tenant_id) FROM jobs WHERE {WAITS})
                 UNION ALL
                 SELECT (SELECT MIN(jobs.tenant_id) FROM jobs WHERE {WAITS} AND jobs.tenant_id > tenants.tenant_id)
                 FROM tenants WHERE tenants.tenant_id IS NOT NULL
             ), firsts AS (
                 SELECT tenants.tenant_id, lanes.lane,
                        (SELECT MIN(due_at) FROM jobs
                         WHERE {WAITS} AND jobs.tenant_id = tenants.tenant_id AND jobs.lane = lanes.lane) AS first
                 FROM tenants CROSS JOIN lanes WHERE tenants.tenant_id IS NOT NULL
             ), busy AS (
                 SELECT tenant_id, lane, COUNT(*) AS jobs FROM jobs WHERE leased_by IS NOT NULL GROUP BY tenant_id, lane
             ), next AS (
                 SELECT firsts.tenant_id, firsts.lane, firsts.first FROM firsts
                 LEFT JOIN busy ON busy.tenant_id = firsts.tenant_id AND busy.lane = firsts.lane
                 LEFT JOIN job_turns ON job_turns.tenant_id = firsts.tenant_id
                 WHERE firsts.first <= ?1 AND COALESCE(busy.jobs, 0) < ?2
                 ORDER BY COALESCE(busy.jobs, 0), COALESCE(job_turns.served_at, ''), firsts.first LIMIT 1
             )
             SELECT jobs.tenant_id, environment, id, kind, payload, state, attempts, reason FROM jobs
             JOIN next ON jobs.tenant_id = next.tenant_id AND jobs.lane = next.lane AND jobs.due_at = next.first
             WHERE {WAITS} ORDER BY queued_at, id LIMIT 1",
            lanes = names.join(", "),
        );
        let limit = i64::try_from(self.config.per_tenant.max(1)).unwrap_or(i64::MAX);
        // An idle host must not take the write lock. It would write nothing and still block others.
        let looked: Option<Row> = sqlx::query_as(sqlx::AssertSqlSafe(select.clone()))
            .bind(&now)
            .bind(limit)
            .fetch_optional(&self.pool)
            .await?;
        if looked.is_none() {
            return Ok(None);
        }
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let row: Option<Row> = sqlx::query_as(sqlx::AssertSqlSafe(select))
            .bind(&now)
            .bind(limit)
            .fetch_optional(&mut *transaction)
            .await?;
        let Some(row) = row else { return Ok(None) };
        sqlx::query(
            "UPDATE jobs SET state = CASE state WHEN 'waiting' THEN 'running' ELSE state END, attempts = attempts + 1,
                    leased_by = ?, lease_until = ? WHERE tenant_id = ? AND environment = ? AND id = ?",
        )
        .bind(&self.host)
        .bind(after(self.config.lease))
        .bind(row.scope.tenant.as_str())
        .bind(row.scope.environment.as_str())
        .bind(&row.id)
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO job_turns (tenant_id, served_at) VALUES (?, ?)
             ON CONFLICT (tenant_id) DO UPDATE SET served_at = excluded.served_at",
        )
        .bind(row.scope.tenant.as_str())
        .bind(&now)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        let abandon = (row.state == "abandoning").then(|| row.reason.unwrap_or_else(|| "the job failed".into()));
        let request = JobRequest { id: row.id, payload: row.payload, attempt: row.attempts + 1 };
        Ok(Some(Leased { scope: row.scope, kind: row.kind, request, abandon }))
    }

    /// Returns when the next waiting job becomes due.
    pub(crate) async fn next_due(&self) -> Result<Option<String>, JobsError> {
        Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT MIN(due_at) FROM jobs WHERE {WAITS}")))
            .fetch_one(&self.pool)
            .await?)
    }

    /// Renews all leases of this host and returns the jobs that it still holds.
    pub(crate) async fn renew(&self) -> Result<Vec<(Scope, String)>, JobsError> {
        let _guard = self.leases.lock_writes().await;
        let rows: Vec<Key> =
            sqlx::query_as("UPDATE jobs SET lease_until = ? WHERE leased_by = ? RETURNING tenant_id, environment, id")
                .bind(after(self.config.lease))
                .bind(&self.host)
                .fetch_all(self.leases.pool())
                .await?;
        Ok(rows.into_iter().map(|key| (key.scope, key.id)).collect())
    }

    /// Reclaims expired leases and, if `dead` is given, the leases with this prefix, which an earlier process with this host's
    /// number left. Jobs without remaining attempts are set to be abandoned. Returns the number of leases.
    pub(crate) async fn reclaim_leases(&self, dead: Option<&str>) -> Result<u64, JobsError> {
        let lost = "(lease_until < ?1 OR (?2 IS NOT NULL AND SUBSTR(leased_by, 1, LENGTH(?2)) = ?2))";
        let sql = format!(
            "UPDATE jobs SET leased_by = NULL, lease_until = NULL, due_at = ?1,
                    reason = CASE state WHEN 'running' THEN 'the host stopped during attempt ' || attempts ELSE reason END,
                    state = CASE WHEN state = 'running' AND attempts < ?3 THEN 'waiting' ELSE 'abandoning' END
             WHERE leased_by IS NOT NULL AND {lost}"
        );
        let _guard = self.leases.lock_writes().await;
        let done = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(id::now())
            .bind(dead)
            .bind(self.config.attempts)
            .execute(self.leases.pool())
            .await?;
        Ok(done.rows_affected())
    }

    /// Ends an attempt. If no worker could take the job, the waiting jobs of its kind wait with it, so that they are not tried
    /// one by one. If the lease was lost meanwhile, nothing changes. Returns whether the job was still this host's.
    pub(crate) async fn end(&self, job: &Leased, outcome: &Outcome) -> Result<bool, JobsError> {
        let end = self.end_of(job, outcome);
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let done = sqlx::query(
            "UPDATE jobs SET state = ?, due_at = ?, reason = COALESCE(?, reason), finished_at = ?, attempts = attempts - ?,
                    unserved = ?, stranded = ?, leased_by = NULL, lease_until = NULL
             WHERE tenant_id = ? AND environment = ? AND id = ? AND leased_by = ?",
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
        .execute(&mut *transaction)
        .await?;
        let is_ours = done.rows_affected() == 1;
        if let (true, Some(unserved)) = (is_ours, end.unserved) {
            sqlx::query(
                "UPDATE jobs SET due_at = ?1, unserved = ?2 WHERE tenant_id = ?3 AND environment = ?4 AND kind = ?5
                 AND state IN ('waiting', 'abandoning') AND leased_by IS NULL AND due_at <= ?6",
            )
            .bind(&end.due)
            .bind(unserved)
            .bind(job.scope.tenant.as_str())
            .bind(job.scope.environment.as_str())
            .bind(&job.kind)
            .bind(id::now())
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(is_ours)
    }

    fn end_of<'a>(&self, job: &Leased, outcome: &'a Outcome) -> End<'a> {
        let attempt = job.request.attempt;
        let abandoning = job.abandon.is_some();
        let again = if abandoning { "abandoning" } else { "waiting" };
        match outcome {
            Outcome::Done if abandoning => End::finished("abandoned"),
            Outcome::Done => End::finished("done"),
            Outcome::Interrupted => End { uncounted: 1, ..End::due_at(again, id::now()) },
            Outcome::Unserved { reason } => {
                let due = after(self.config.unserved_retry);
                End { uncounted: 1, unserved: Some(reason), ..End::due_at(again, due) }
            }
            Outcome::Busy { reason } => {
                let reason = (!abandoning).then_some(reason.as_str());
                End { uncounted: 1, reason, ..End::due_at(again, after(self.config.unserved_retry)) }
            }
            // The reason stays that of the job's failure, not of the failed abandoning.
            Outcome::Failed { reason, .. } if abandoning && attempt >= self.config.attempts + ABANDON_ATTEMPTS => {
                End { stranded: Some(reason), ..End::finished("abandoned") }
            }
            Outcome::Failed { .. } if abandoning => End::due_at(again, after(self.config.wait_after(attempt))),
            Outcome::Failed { reason, retryable } if *retryable && attempt < self.config.attempts => {
                End { reason: Some(reason), ..End::due_at(again, after(self.config.wait_after(attempt))) }
            }
            Outcome::Failed { reason, .. } => End { reason: Some(reason), ..End::due_at("abandoning", id::now()) },
        }
    }

    /// Returns the kinds of jobs that wait because no worker takes them.
    pub(crate) async fn unserved(&self) -> Result<Vec<Unserved>, JobsError> {
        unserved(&self.pool).await
    }

    /// Makes the unserved jobs of a kind due at once. Returns their number.
    pub(crate) async fn wake(&self, scope: &Scope, kind: &str) -> Result<u64, JobsError> {
        let done = sqlx::query(
            "UPDATE jobs SET due_at = ? WHERE tenant_id = ? AND environment = ? AND kind = ? AND unserved IS NOT NULL
             AND leased_by IS NULL",
        )
        .bind(id::now())
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(kind)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected())
    }

    /// Queues the abandonment of a job that is missing from the queue, that ended over a minute ago, or whose worker could not
    /// be notified. Returns whether it was queued.
    pub(crate) async fn abandon_again(&self, scope: &Scope, entry: &OutboxEntry) -> Result<bool, JobsError> {
        let done = sqlx::query(
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
        .bind(id::now())
        .bind(id::at(OffsetDateTime::now_utc() - JUST_ENDED))
        .bind(self.config.lanes.name_of(&entry.kind))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Returns whether a job was abandoned and its worker was notified.
    pub(crate) async fn is_abandoned(&self, scope: &Scope, id: &str) -> Result<bool, JobsError> {
        Ok(sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM jobs WHERE tenant_id = ? AND environment = ? AND id = ?
                            AND state = 'abandoned' AND stranded IS NULL)",
        )
        .bind(scope.tenant.as_str())
        .bind(scope.environment.as_str())
        .bind(id)
        .fetch_one(&self.pool)
        .await?)
    }

    /// Deletes jobs that finished long ago, and each tenant's finished jobs beyond the newest ones that are kept. Waiting jobs
    /// are kept however old they are. For jobs whose worker could not be notified, see [`crate::stranded`].
    pub(crate) async fn forget_finished(&self) -> Result<u64, JobsError> {
        let before = id::at(OffsetDateTime::now_utc() - self.config.keep_finished);
        let done = sqlx::query(
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
        .bind(i64::try_from(self.config.waiting).unwrap_or(i64::MAX))
        .bind(i64::try_from(self.config.waiting_bytes).unwrap_or(i64::MAX))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected())
    }

    /// Returns the stranded jobs of each scope beyond the newest ones that are kept, by number and by bytes of payload.
    pub(crate) async fn surplus_stranded(&self) -> Result<BTreeMap<Scope, Vec<String>>, JobsError> {
        let rows: Vec<Key> = sqlx::query_as(
            "SELECT tenant_id, environment, id FROM (
                 SELECT tenant_id, environment, id,
                        ROW_NUMBER() OVER newest AS place, SUM(OCTET_LENGTH(payload)) OVER newest AS bytes
                 FROM jobs WHERE finished_at IS NOT NULL AND stranded IS NOT NULL
                 WINDOW newest AS (PARTITION BY tenant_id, environment ORDER BY finished_at DESC, id)
             ) AS stranded_jobs WHERE place > ?1 OR bytes > ?2",
        )
        .bind(i64::try_from(self.config.waiting).unwrap_or(i64::MAX))
        .bind(i64::try_from(self.config.waiting_bytes).unwrap_or(i64::MAX))
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
            let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
            for id in part {
                let done = sqlx::query(
                    "DELETE FROM jobs WHERE tenant_id = ? AND environment = ? AND id = ? AND state = 'abandoned'
                     AND stranded IS NOT NULL",
                )
                .bind(scope.tenant.as_str())
                .bind(scope.environment.as_str())
                .bind(id)
                .execute(&mut *transaction)
                .await?;
                deleted += done.rows_affected();
            }
            transaction.commit().await?;
        }
        Ok(deleted)
    }

    pub(crate) async fn counts(&self) -> Result<Counts, JobsError> {
        let rows: Vec<StateCount> = sqlx::query_as(
            "SELECT state, leased_by IS NOT NULL AS is_leased,
                    state = 'waiting' AND attempts = 0 AND due_at > ?1 AND unserved IS NULL AND reason IS NULL AS is_later,
                    COUNT(*) AS jobs FROM jobs GROUP BY 1, 2, 3",
        )
        .bind(id::now())
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
pub(crate) async fn unserved(pool: &SqlitePool) -> Result<Vec<Unserved>, JobsError> {
    let sql = "SELECT tenant_id, environment, kind, COUNT(*) AS jobs FROM jobs
               WHERE unserved IS NOT NULL AND leased_by IS NULL GROUP BY tenant_id, environment, kind";
    Ok(sqlx::query_as(sql).fetch_all(pool).await?)
}
