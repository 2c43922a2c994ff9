//! Taking the next job: the fair choice among tenants, and the lease.
//!
//! The databases differ here. SQLite has one writer, so a transaction chooses among all tenants and takes the job.
//! PostgreSQL has many. There a host locks the turn of one tenant, skipping those that other hosts have locked, and then
//! takes a job of that tenant. While it holds the turn, no other host takes a job of the tenant, so the number of the
//! tenant's running jobs is exact.

use plumbline_host_sql::{Dialect, Query, query, query_of_parts};
use plumbline_storage::{JobLease, Scope, id};
use serde::Deserialize;

use crate::error::JobsError;
use crate::queue::{Leased, Queue, WAITS, whole};
use crate::runner::JobRequest;

/// Formats a time of PostgreSQL as times are stored.
macro_rules! postgres_time {
    ($moment:literal) => {
        concat!("to_char((", $moment, ") AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')")
    };
}

/// How often a claim on PostgreSQL chooses again after other hosts took the jobs of the tenant that it chose.
const CHOICES: usize = 8;

/// A job as it was before the claim, with the number of the claim.
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
    fence: i64,
}

/// A tenant's turn that this host has locked, and the lane to take a job from.
#[derive(Deserialize)]
struct Turn {
    tenant_id: String,
    lane: String,
}

impl Queue {
    /// Leases the next job of these lanes, given by name. It comes from the tenant with a due job that has the fewest jobs running in its lane.
    /// Among equals, it comes from the tenant that was served longest ago. The tenant's oldest job is taken.
    pub(crate) async fn claim(&self, lanes: &[&str]) -> Result<Option<Leased>, JobsError> {
        let row = match self.pool.dialect() {
            Dialect::Sqlite => self.claim_on_sqlite(lanes).await?,
            Dialect::Postgres => self.claim_on_postgres(lanes).await?,
        };
        Ok(row.map(|row| self.leased(row)))
    }

    /// Returns the job as a runner receives it.
    fn leased(&self, row: Row) -> Leased {
        let Row { scope, id, kind, payload, state, attempts, reason, fence } = row;
        let abandon = (state == "abandoning").then(|| reason.unwrap_or_else(|| "the job failed".into()));
        let lease = JobLease { scope: scope.clone(), job: id.clone(), host: self.host.clone(), fence };
        Leased { scope, kind, request: JobRequest { id, payload, attempt: attempts + 1, lease }, abandon }
    }

    async fn claim_on_sqlite(&self, lanes: &[&str]) -> Result<Option<Row>, JobsError> {
        let now = self.clock.now().await?;
        let (due, until) = (id::at(now), id::at(now + self.config.lease));
        let select = choice_on_sqlite(lanes).bind(&due).bind(whole(self.config.per_tenant.max(1)));
        // An idle host must not take the write lock. It would write nothing and still block others.
        if select.clone().fetch_optional::<Row>(&self.pool).await?.is_none() {
            return Ok(None);
        }
        let mut transaction = self.pool.begin_write().await?;
        let row: Option<Row> = select.fetch_optional(&mut transaction).await?;
        let Some(row) = row else { return Ok(None) };
        query(
            "UPDATE jobs SET state = CASE state WHEN 'waiting' THEN 'running' ELSE state END, attempts = attempts + 1,
                    fence = fence + 1, leased_by = ?, lease_until = ? WHERE tenant_id = ? AND environment = ? AND id = ?",
        )
        .bind(&self.host)
        .bind(until)
        .bind(row.scope.tenant.as_str())
        .bind(row.scope.environment.as_str())
        .bind(&row.id)
        .execute(&mut transaction)
        .await?;
        query(
            "INSERT INTO job_turns (tenant_id, served_at) VALUES (?, ?)
             ON CONFLICT (tenant_id) DO UPDATE SET served_at = excluded.served_at",
        )
        .bind(row.scope.tenant.as_str())
        .bind(due)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(Some(row))
    }

    async fn claim_on_postgres(&self, lanes: &[&str]) -> Result<Option<Row>, JobsError> {
        let limit = whole(self.config.per_tenant.max(1));
        for _ in 0..CHOICES {
            let mut transaction = self.pool.begin_write().await?;
            let turn: Option<Turn> = choice_on_postgres(lanes).bind(limit).fetch_optional(&mut transaction).await?;
            let Some(Turn { tenant_id, lane }) = turn else { return Ok(None) };
            let row: Option<Row> = query(CLAIM_ON_POSTGRES)
                .native()
                .bind(tenant_id)
                .bind(lane)
                .bind(limit)
                .bind(&self.host)
                .bind(self.config.lease.as_secs_f64())
                .fetch_optional(&mut transaction)
                .await?;
            transaction.commit().await?;
            // Without a row, another host took the job between the choice and the lock.
            if row.is_some() {
                return Ok(row);
            }
        }
        Ok(None)
    }
}

/// Selects the next job, with the number of its next claim. `?1` is the current time, `?2` the most jobs of a tenant
/// that run in a lane. It steps from tenant to tenant and reads only the first job of each lane, because thousands may
/// wait behind it.
fn choice_on_sqlite(lanes: &[&str]) -> Query {
    let names: Vec<_> = lanes.iter().map(|lane| format!("('{lane}')")).collect();
    query_of_parts(format!(
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
         SELECT jobs.tenant_id, environment, id, kind, payload, state, attempts, reason, fence + 1 AS fence FROM jobs
         JOIN next ON jobs.tenant_id = next.tenant_id AND jobs.lane = next.lane AND jobs.due_at = next.first
         WHERE {WAITS} ORDER BY queued_at, id LIMIT 1",
        lanes = names.join(", "),
    ))
}

/// Selects and locks the turn of the next tenant, with the lane of its next job. `$1` is the most jobs of a tenant that
/// run in a lane. Turns that other hosts have locked are skipped: those hosts are about to serve their tenants.
///
/// It steps over the index `jobs_next` from lane to lane of each tenant. The order of the steps is that of the index,
/// because a planner that may choose reads the jobs of all tenants by their due times.
fn choice_on_postgres(lanes: &[&str]) -> Query {
    let names: Vec<_> = lanes.iter().map(|lane| format!("'{lane}'")).collect();
    query_of_parts(format!(
        "WITH RECURSIVE firsts (tenant_id, lane, first) AS (
             (SELECT tenant_id, lane, due_at FROM jobs WHERE {WAITS} ORDER BY tenant_id, lane, due_at LIMIT 1)
             UNION ALL
             SELECT following.tenant_id, following.lane, following.due_at FROM firsts CROSS JOIN LATERAL (
                 SELECT tenant_id, lane, due_at FROM jobs
                 WHERE {WAITS} AND (tenant_id, lane) > (firsts.tenant_id, firsts.lane)
                 ORDER BY tenant_id, lane, due_at LIMIT 1
             ) AS following
         ), busy AS MATERIALIZED (
             SELECT tenant_id, lane, COUNT(*) AS jobs FROM jobs WHERE leased_by IS NOT NULL GROUP BY tenant_id, lane
         )
         SELECT job_turns.tenant_id, firsts.lane FROM job_turns
         JOIN firsts ON firsts.tenant_id = job_turns.tenant_id
         LEFT JOIN busy ON busy.tenant_id = firsts.tenant_id AND busy.lane = firsts.lane
         WHERE firsts.lane IN ({lanes}) AND firsts.first <= (SELECT {POSTGRES_NOW}) AND COALESCE(busy.jobs, 0) < $1
         ORDER BY COALESCE(busy.jobs, 0), job_turns.served_at, firsts.first LIMIT 1 FOR UPDATE OF job_turns SKIP LOCKED",
        lanes = names.join(", "),
    ))
    .native()
}

/// The current time of PostgreSQL in the stored format. In a subquery of its own it is computed once, so that an index
/// can be searched for it.
const POSTGRES_NOW: &str = postgres_time!("clock_timestamp()");

/// Takes the oldest due job of a tenant (`$1`) in a lane (`$2`), unless too many (`$3`) run there, for a host (`$4`) and
/// for some seconds (`$5`). It is a statement of its own after the turn was locked, because it must see what the host
/// that had the turn before has committed. Rows are compared and ordered as the index `jobs_next` has them.
const CLAIM_ON_POSTGRES: &str = concat!(
    "WITH next AS (
         SELECT tenant_id, environment, id, state AS state_before FROM jobs
         WHERE state IN ('waiting', 'abandoning') AND leased_by IS NULL
               AND (tenant_id, lane, due_at) >= ($1, $2, '') AND (tenant_id, lane, due_at) <= ($1, $2, (SELECT ",
    postgres_time!("clock_timestamp()"),
    ")) AND (SELECT COUNT(*) FROM jobs WHERE leased_by IS NOT NULL AND tenant_id = $1 AND lane = $2) < $3
         ORDER BY tenant_id, lane, due_at, queued_at, id LIMIT 1 FOR UPDATE
     ), turn AS (
         UPDATE job_turns SET served_at = ",
    postgres_time!("clock_timestamp()"),
    " WHERE tenant_id = $1 AND EXISTS (SELECT 1 FROM next)
     )
     UPDATE jobs SET state = CASE state WHEN 'waiting' THEN 'running' ELSE state END, attempts = attempts + 1,
            fence = fence + 1, leased_by = $4, lease_until = ",
    postgres_time!("clock_timestamp() + make_interval(secs => $5)"),
    " FROM next WHERE jobs.tenant_id = next.tenant_id AND jobs.environment = next.environment AND jobs.id = next.id
     RETURNING jobs.tenant_id, jobs.environment, jobs.id, kind, payload, state_before AS state, attempts - 1 AS attempts,
               reason, fence"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_on_postgres_names_the_waiting_jobs_as_the_index_does() {
        assert!(CLAIM_ON_POSTGRES.contains(WAITS));
        assert!(choice_on_postgres(&["takeoff"]).is_native());
    }
}
