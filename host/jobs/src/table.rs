//! The queue for operators: lists its jobs and retries them. It works without a running host.

use std::time::Duration;

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{Clock, Pool, query, query_of_parts};
use plumbline_storage::{Control, id};
use serde::Deserialize;

use crate::error::JobsError;
use crate::queue::{self, Unserved};

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Not due yet.
    Scheduled,
    /// Waiting for a host, for a worker that is in use, or for the next attempt.
    Waiting,
    /// Waiting for a worker: none is bound, or the bound one cannot be loaded.
    Unserved,
    /// Running on a host.
    Running,
    /// Abandoned. Its worker must still be notified.
    Abandoning,
    /// Done.
    Done,
    /// Abandoned; its worker marked the resource as failed.
    Abandoned,
    /// Abandoned, but its worker could not be notified. The resource may be unfinished and hold credits.
    Stranded,
}

impl JobState {
    /// All states, in the order in which a job can reach them.
    pub const ALL: [JobState; 8] = [
        JobState::Scheduled,
        JobState::Waiting,
        JobState::Unserved,
        JobState::Running,
        JobState::Abandoning,
        JobState::Done,
        JobState::Abandoned,
        JobState::Stranded,
    ];

    /// Returns the state's name.
    pub fn name(self) -> &'static str {
        match self {
            JobState::Scheduled => "scheduled",
            JobState::Waiting => "waiting",
            JobState::Unserved => "unserved",
            JobState::Running => "running",
            JobState::Abandoning => "abandoning",
            JobState::Done => "done",
            JobState::Abandoned => "abandoned",
            JobState::Stranded => "stranded",
        }
    }
}

/// A job in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Job {
    /// The tenant's id.
    #[serde(rename = "tenant_id")]
    pub tenant: String,
    /// `sandbox` or `production`.
    pub environment: String,
    /// The outbox entry's id.
    pub id: String,
    /// The worker it needs.
    pub kind: String,
    /// The payload, JSON as the endpoint wrote it.
    pub payload: String,
    /// The state.
    #[serde(rename = "job_state")]
    pub state: JobState,
    /// Attempts started so far, including attempts at abandoning.
    pub attempts: u32,
    /// The earliest start, ISO 8601.
    pub due_at: String,
    /// The reason for the last failure, or why the worker could not start yet.
    pub reason: Option<String>,
    /// The reason why no worker takes it.
    pub unserved: Option<String>,
    /// The reason why its worker could not be notified that it was abandoned.
    pub stranded: Option<String>,
    /// The host that runs it.
    #[serde(rename = "leased_by")]
    pub host: Option<String>,
    /// When it was queued, ISO 8601.
    pub queued_at: String,
    /// When it finished, ISO 8601.
    pub finished_at: Option<String>,
}

/// Unfinished jobs of a kind in a state, and when the first of them is due.
#[derive(Deserialize)]
struct KindCount {
    kind: String,
    job_state: JobState,
    jobs: u64,
    due: Option<String>,
}

/// Jobs that have not ended, by kind and state, and the age of the oldest due job.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Backlog {
    /// The number of jobs by kind and state. Ended jobs are not included, because counting them would read the whole table.
    pub jobs: Vec<(String, JobState, u64)>,
    /// How long ago the oldest job that has not started became due. Jobs without a worker do not count.
    pub oldest_due: Duration,
}

/// Selects the jobs to list.
#[derive(Debug, Clone, Default)]
pub struct JobFilter {
    /// Only the jobs of this tenant.
    pub tenant: Option<String>,
    /// Only jobs in these states; in any state if empty.
    pub states: Vec<JobState>,
    /// Only the job with this id.
    pub id: Option<String>,
    /// The largest number of jobs to return.
    pub limit: u32,
}

/// Selects a job with the name of its state. `?1` is the current time. A job that has a reason was tried, so it is not
/// scheduled.
const SELECT: &str = "SELECT * FROM (
    SELECT tenant_id, environment, id, kind, payload, attempts, due_at, reason, unserved, stranded, leased_by, queued_at,
           finished_at,
           CASE WHEN leased_by IS NOT NULL THEN 'running'
                WHEN state = 'abandoned' AND stranded IS NOT NULL THEN 'stranded'
                WHEN state IN ('waiting', 'abandoning') AND unserved IS NOT NULL THEN 'unserved'
                WHEN state = 'waiting' AND attempts = 0 AND due_at > ?1 AND reason IS NULL THEN 'scheduled'
                ELSE state END AS job_state
    FROM jobs) AS listed";

/// The table of jobs.
#[derive(Debug, Clone)]
pub struct JobTable {
    pool: Pool,
    clock: Clock,
}

impl JobTable {
    /// Creates a view of the table in the host's database.
    pub fn new(control: &Control) -> Self {
        Self { pool: control.pool().clone(), clock: control.clock() }
    }

    /// Returns jobs, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn list(&self, filter: &JobFilter) -> Result<Vec<Job>, JobsError> {
        // The names are constants of this file.
        let states: Vec<String> = filter.states.iter().map(|state| format!("'{}'", state.name())).collect();
        let among = if states.is_empty() { String::new() } else { format!("AND job_state IN ({})", states.join(", ")) };
        let sql = format!(
            "{SELECT} WHERE (tenant_id = ?2 OR ?2 IS NULL) AND (id = ?3 OR ?3 IS NULL) {among}
             ORDER BY queued_at DESC, id LIMIT ?4"
        );
        Ok(query_of_parts(sql)
            .bind(id::at(self.clock.now().await?))
            .bind(filter.tenant.as_deref())
            .bind(filter.id.as_deref())
            .bind(filter.limit)
            .fetch_all(&self.pool)
            .await?)
    }

    /// Returns the job with this id. `tenant` is needed if several tenants have it.
    ///
    /// # Errors
    /// [`JobsError::NotFound`] if there is none; [`JobsError::Invalid`] if there are several.
    #[boxed]
    pub async fn find(&self, id: &str, tenant: Option<&str>) -> Result<Job, JobsError> {
        let filter =
            JobFilter { id: Some(id.to_owned()), tenant: tenant.map(str::to_owned), limit: 2, ..JobFilter::default() };
        let mut found = self.list(&filter).await?;
        match (found.pop(), found.is_empty()) {
            (Some(job), true) => Ok(job),
            (Some(_), false) => {
                Err(JobsError::Invalid(format!("job: several tenants have a job `{id}`. Choose one with --tenant")))
            }
            (None, _) => Err(JobsError::NotFound(format!(
                "job: `{id}` was not found. See `plumbline job list --all`. Finished jobs are deleted after a week"
            ))),
        }
    }

    /// Runs a job again at once, with all its attempts. Hosts look twice a second.
    ///
    /// # Errors
    /// [`JobsError::Invalid`] if the job runs, is done or is not due yet.
    #[boxed]
    pub async fn retry(&self, job: &Job) -> Result<(), JobsError> {
        let id = &job.id;
        let refused = match job.state {
            JobState::Running => Some(format!("job: `{id}` is running")),
            JobState::Done => Some(format!("job: `{id}` is done")),
            JobState::Scheduled => Some(format!("job: `{id}` is scheduled to run at {}", job.due_at)),
            _ => None,
        };
        if let Some(refused) = refused {
            return Err(JobsError::Invalid(refused));
        }
        let changed = query(
            "UPDATE jobs SET state = 'waiting', attempts = 0, due_at = ?, reason = NULL, finished_at = NULL, unserved = NULL,
                    stranded = NULL
             WHERE tenant_id = ? AND environment = ? AND id = ? AND leased_by IS NULL AND state <> 'done'",
        )
        .bind(id::at(self.clock.now().await?))
        .bind(&job.tenant)
        .bind(&job.environment)
        .bind(id)
        .execute(&self.pool)
        .await?;
        if changed == 0 {
            return Err(JobsError::Invalid(format!("job: a host has just started `{id}`. Check its state")));
        }
        Ok(())
    }

    /// Counts the jobs that have not ended. It reads only their rows, through two partial indexes.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn backlog(&self) -> Result<Backlog, JobsError> {
        let now = self.clock.now().await?;
        let rows: Vec<KindCount> = query(
            "SELECT kind, CASE WHEN unserved IS NOT NULL THEN 'unserved'
                               WHEN state = 'waiting' AND attempts = 0 AND due_at > ?1 AND reason IS NULL THEN 'scheduled'
                               ELSE state END AS job_state, COUNT(*) AS jobs, MIN(due_at) AS due
             FROM jobs WHERE state IN ('waiting', 'abandoning') AND leased_by IS NULL GROUP BY kind, job_state
             UNION ALL
             SELECT kind, 'running', COUNT(*), NULL FROM jobs WHERE leased_by IS NOT NULL GROUP BY kind",
        )
        .bind(id::at(now))
        .fetch_all(&self.pool)
        .await?;
        let mut backlog = Backlog::default();
        for KindCount { kind, job_state: state, jobs, due } in rows {
            if let (JobState::Waiting | JobState::Abandoning, Some(due)) = (state, due.as_deref().and_then(id::parse)) {
                // The age of a job that is due later is negative, which is not a duration.
                let age = Duration::try_from(now - due).unwrap_or_default();
                backlog.oldest_due = backlog.oldest_due.max(age);
            }
            backlog.jobs.push((kind, state, jobs));
        }
        Ok(backlog)
    }

    /// Returns the kinds of jobs that wait because no worker takes them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn unserved(&self) -> Result<Vec<Unserved>, JobsError> {
        queue::unserved(&self.pool).await
    }
}
