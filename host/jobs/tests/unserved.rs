//! Tests of jobs that no worker takes, of jobs whose worker could not be notified, and of their holds.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use plumbline_jobs::{JobFailure, JobFilter, JobRequest, JobState, JobTable, Jobs, JobsConfig, Runner};
use plumbline_storage::host_sql::query;
use plumbline_storage::{Environment, Scope, Storage, Value};

use common::{Installation, on_both_databases};

/// A worker that may or may not be bound. It settles the hold of an abandoned job, as the real workers do.
struct Worker {
    storage: Storage,
    is_bound: AtomicBool,
    /// Job, attempt, and whether it was abandoned.
    seen: Mutex<Vec<(String, u32, bool)>>,
}

impl Worker {
    fn new(storage: &Storage, is_bound: bool) -> Arc<Self> {
        Arc::new(Self { storage: storage.clone(), is_bound: AtomicBool::new(is_bound), seen: Mutex::default() })
    }

    fn take(&self, request: &JobRequest, is_abandoned: bool) -> Result<(), JobFailure> {
        self.seen.lock().unwrap().push((request.id.clone(), request.attempt, is_abandoned));
        match self.is_bound.load(Ordering::Relaxed) {
            true => Ok(()),
            false => Err(JobFailure::Unserved { message: "no component is bound to worker:takeoff".into() }),
        }
    }

    fn seen(&self) -> Vec<(String, u32, bool)> {
        self.seen.lock().unwrap().clone()
    }
}

#[async_trait]
impl Runner for Worker {
    async fn run(&self, _: &Scope, _: &str, request: JobRequest) -> Result<(), JobFailure> {
        self.take(&request, false)
    }

    async fn abandon(&self, scope: &Scope, _: &str, request: JobRequest, _: &str) -> Result<(), JobFailure> {
        self.take(&request, true)?;
        // A job with such a name keeps its hold.
        if !request.id.starts_with("careless") {
            let sql = "INSERT INTO ledger SELECT job_id, 'release', credits, 'failed', created_at FROM ledger
                       WHERE kind = 'hold' AND job_id = ?";
            let database = self.storage.tenant(scope).await.unwrap();
            database.connect().execute(sql, vec![Value::Text(resource(&request.id))]).await.unwrap();
        }
        Ok(())
    }

    fn is_served(&self, _: &Scope, _: &str) -> bool {
        self.is_bound.load(Ordering::Relaxed)
    }
}

fn quick() -> JobsConfig {
    JobsConfig {
        heartbeat: Duration::from_millis(50),
        backoff: Duration::from_millis(20),
        backoff_limit: Duration::from_millis(50),
        unserved_retry: Duration::from_secs(600),
        poll: Duration::from_millis(20),
        ..JobsConfig::new(2)
    }
}

async fn host(installation: &Installation) -> (Storage, Scope) {
    let storage = installation.open().await;
    let tenant = storage.control.create_tenant("a").await.unwrap();
    let scope = Scope::new(tenant.id, Environment::Production);
    (storage, scope)
}

/// Returns the id of a job's resource.
fn resource(job: &str) -> String {
    format!("tko_{job}")
}

/// Commits an outbox entry with a hold of one credit, as an endpoint does.
async fn ask(storage: &Storage, scope: &Scope, id: &str) {
    let connection = storage.tenant(scope).await.unwrap().connect();
    connection.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    let payload = format!(r#"{{"takeoff_id":"{}"}}"#, resource(id));
    let entry =
        "INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, 'takeoff', ?, '2026-01-01T00:00:00.000Z')";
    connection.execute(entry, vec![Value::Text(id.to_owned()), Value::Text(payload)]).await.unwrap();
    let hold = "INSERT INTO ledger VALUES (?, 'hold', 1, 'estimate', '2026-01-01T00:00:00.000Z')";
    connection.execute(hold, vec![Value::Text(resource(id))]).await.unwrap();
    connection.execute("COMMIT", vec![]).await.unwrap();
}

/// Waits until the condition holds.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < Duration::from_secs(30), "not in time: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn state(table: &JobTable, id: &str) -> JobState {
    table.find(id, None).await.unwrap().state
}

on_both_databases! {
    a_job_without_a_worker_uses_no_attempts,
    a_worker_that_is_bound_ends_the_wait_of_all_jobs_of_its_kind,
    a_job_that_waits_for_a_busy_worker_does_not_count_as_unserved,
    holds_without_a_live_job_are_released,
    the_oldest_stranded_jobs_are_deleted_unless_they_settle_a_hold,
    a_stranded_job_is_kept_and_runs_again_when_asked,
}

async fn a_job_without_a_worker_uses_no_attempts(installation: Installation) {
    let (storage, scope) = host(&installation).await;
    let worker = Worker::new(&storage, false);
    let config = JobsConfig { unserved_retry: Duration::from_millis(5), ..quick() };
    let most = config.attempts as usize + 20;
    let jobs = Jobs::start(storage.clone(), worker.clone(), config).await.unwrap();
    ask(&storage, &scope, "j").await;
    until("more tries than a job has attempts", async || worker.seen().len() > most).await;
    worker.is_bound.store(true, Ordering::Relaxed);
    until("the job is done", async || jobs.counts().await.unwrap().done == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
    assert!(worker.seen().iter().all(|seen| *seen == ("j".to_owned(), 1, false)), "{:?}", worker.seen());
}

async fn a_worker_that_is_bound_ends_the_wait_of_all_jobs_of_its_kind(installation: Installation) {
    const JOBS: usize = 50;
    let (storage, scope) = host(&installation).await;
    let table = JobTable::new(&storage.control);
    let worker = Worker::new(&storage, false);
    for n in 0..JOBS {
        ask(&storage, &scope, &format!("j{n}")).await;
    }
    let jobs = Jobs::start(storage.clone(), worker.clone(), quick()).await.unwrap();
    let unserved = async || table.unserved().await.unwrap().first().map_or(0, |kind| kind.jobs);
    until("all jobs wait for a worker", async || unserved().await == JOBS as u64).await;
    // Two places took one job each. The jobs behind them were not tried.
    assert!(worker.seen().len() <= 4, "{:?}", worker.seen());
    let job = table.find("j0", None).await.unwrap();
    assert_eq!((job.state, job.attempts), (JobState::Unserved, 0));
    assert_eq!(job.unserved.as_deref(), Some("no component is bound to worker:takeoff"));
    assert_eq!(jobs.counts().await.unwrap().waiting, JOBS as u64);
    worker.is_bound.store(true, Ordering::Relaxed);
    until("all jobs are done", async || jobs.counts().await.unwrap().done == JOBS as u64).await;
    assert_eq!(table.unserved().await.unwrap(), []);
    jobs.stop(Duration::from_secs(5)).await;
}

/// A worker whose instances may all be in use.
struct SharedWorker {
    is_busy: AtomicBool,
}

#[async_trait]
impl Runner for SharedWorker {
    async fn run(&self, _: &Scope, _: &str, _: JobRequest) -> Result<(), JobFailure> {
        match self.is_busy.load(Ordering::Relaxed) {
            true => Err(JobFailure::Busy { message: "all instances for worker:takeoff are in use".into() }),
            false => Ok(()),
        }
    }

    async fn abandon(&self, _: &Scope, _: &str, _: JobRequest, _: &str) -> Result<(), JobFailure> {
        Ok(())
    }

    fn is_served(&self, _: &Scope, _: &str) -> bool {
        true
    }
}

async fn a_job_that_waits_for_a_busy_worker_does_not_count_as_unserved(installation: Installation) {
    let (storage, scope) = host(&installation).await;
    let table = JobTable::new(&storage.control);
    let worker = Arc::new(SharedWorker { is_busy: AtomicBool::new(true) });
    let jobs = Jobs::start(storage.clone(), worker.clone(), quick()).await.unwrap();
    ask(&storage, &scope, "j").await;
    until("it was tried", async || table.find("j", None).await.is_ok_and(|job| job.reason.is_some())).await;
    let job = table.find("j", None).await.unwrap();
    assert_eq!((job.state, job.attempts, job.unserved.as_deref()), (JobState::Waiting, 0, None));
    assert_eq!(job.reason.as_deref(), Some("all instances for worker:takeoff are in use"));
    assert_eq!(table.unserved().await.unwrap(), []);
    assert_eq!(table.backlog().await.unwrap().jobs, [("takeoff".to_owned(), JobState::Waiting, 1)]);
    assert_eq!(jobs.counts().await.unwrap().waiting, 1);
    worker.is_busy.store(false, Ordering::Relaxed);
    table.retry(&job).await.unwrap();
    until("the job is done", async || jobs.counts().await.unwrap().done == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
}

async fn holds_without_a_live_job_are_released(installation: Installation) {
    let (storage, scope) = host(&installation).await;
    let database = storage.tenant(&scope).await.unwrap();
    let ids = ["lost", "stranded", "careless", "alive"];
    for id in ids {
        ask(&storage, &scope, id).await;
    }
    database.mark_dispatched(&ids).await.unwrap();
    let hold = "INSERT INTO ledger VALUES ('tko_nobodys', 'hold', 1, 'estimate', '2026-01-01T00:00:00.000Z')";
    database.connect().execute(hold, vec![]).await.unwrap();
    let month = plumbline_storage::id::at(time::OffsetDateTime::now_utc() + Duration::from_secs(30 * 24 * 3600));
    let rows = [
        ("stranded", "abandoned", Some("2026-01-01T00:00:00.000Z"), Some("it trapped")),
        ("careless", "abandoned", Some(month.as_str()), None),
        ("alive", "waiting", None, None),
    ];
    for (id, state, finished, stranded) in rows {
        let sql = "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, attempts, due_at, queued_at, finished_at,
                                     stranded) VALUES (?, 'production', ?, 'takeoff', '{}', ?, 15, ?, '', ?, ?)";
        query(sql)
            .bind(scope.tenant.as_str())
            .bind(id)
            .bind(state)
            .bind(&month)
            .bind(finished)
            .bind(stranded)
            .execute(storage.control.pool())
            .await
            .unwrap();
    }
    let worker = Worker::new(&storage, true);
    let jobs = Jobs::start(storage.clone(), worker.clone(), quick()).await.unwrap();
    let held = async || {
        let mut held: Vec<_> = database.open_holds().await.unwrap().into_iter().map(|hold| hold.resource).collect();
        held.sort();
        held
    };
    until("three are released", async || held().await == ["tko_alive", "tko_nobodys"]).await;
    let table = JobTable::new(&storage.control);
    for id in ["lost", "stranded"] {
        until(id, async || state(&table, id).await == JobState::Abandoned).await;
    }
    jobs.stop(Duration::from_secs(5)).await;
    let mut seen: Vec<_> = worker.seen().into_iter().map(|(id, _, is_abandoned)| (id, is_abandoned)).collect();
    seen.sort();
    assert_eq!(seen, [("lost".to_owned(), true), ("stranded".to_owned(), true)]);
}

async fn the_oldest_stranded_jobs_are_deleted_unless_they_settle_a_hold(installation: Installation) {
    let (storage, scope) = host(&installation).await;
    let database = storage.tenant(&scope).await.unwrap();
    // Its resource still holds credits.
    ask(&storage, &scope, "careless").await;
    database.mark_dispatched(&["careless"]).await.unwrap();
    let table = JobTable::new(&storage.control);
    for limits in [(3, 64 << 20), (10_000, 250)] {
        for (day, id) in ["careless", "j2", "j3", "j4", "j5", "j6"].into_iter().enumerate() {
            let sql = "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, attempts, due_at, reason, queued_at,
                                         finished_at, stranded)
                       VALUES (?1, 'production', ?2, 'takeoff', ?3, 'abandoned', 15, ?4, 'it failed', ?4, ?4, 'it trapped')
                       ON CONFLICT (tenant_id, environment, id) DO UPDATE SET stranded = 'it trapped', reason = 'it failed', finished_at = ?4";
            query(sql)
                .bind(scope.tenant.as_str())
                .bind(id)
                .bind(format!("\"{}\"", "x".repeat(78)))
                .bind(format!("2020-01-{:02}T00:00:00.000Z", day + 1))
                .execute(storage.control.pool())
                .await
                .unwrap();
        }
        let config = JobsConfig { waiting: limits.0, waiting_bytes: limits.1, ..quick() };
        let jobs = Jobs::start(storage.clone(), Worker::new(&storage, true), config).await.unwrap();
        let is_gone = async |id: &str| table.find(id, None).await.is_err();
        until("old ones are deleted", async || is_gone("j2").await && is_gone("j3").await).await;
        // The host tries again to settle the hold.
        until("the hold's job runs", async || state(&table, "careless").await == JobState::Abandoned).await;
        jobs.stop(Duration::from_secs(5)).await;
        let kept = table.find("careless", None).await.unwrap();
        assert_eq!(kept.reason.as_deref(), Some("it failed"), "the job was not queued again");
        for id in ["j5", "j6"] {
            assert_eq!(state(&table, id).await, JobState::Stranded, "{id}");
        }
    }
}

async fn a_stranded_job_is_kept_and_runs_again_when_asked(installation: Installation) {
    let (storage, scope) = host(&installation).await;
    let table = JobTable::new(&storage.control);
    let worker = Worker::new(&storage, true);
    let jobs = Jobs::start(storage.clone(), worker.clone(), quick()).await.unwrap();
    ask(&storage, &scope, "j").await;
    until("the job is done", async || jobs.counts().await.unwrap().done == 1).await;
    let refused = table.retry(&table.find("j", None).await.unwrap()).await.unwrap_err();
    assert_eq!(refused.to_string(), "job: `j` is done");
    let strand = "UPDATE jobs SET state = 'abandoned', attempts = 15, stranded = 'it trapped',
                         finished_at = '2020-01-01T00:00:00.000Z'";
    query(strand).execute(storage.control.pool()).await.unwrap();
    let filter = JobFilter { states: vec![JobState::Stranded], limit: 9, ..JobFilter::default() };
    assert_eq!(table.list(&filter).await.unwrap().len(), 1);
    let job = table.find("j", Some(scope.tenant.as_str())).await.unwrap();
    table.retry(&job).await.unwrap();
    until("it runs again", async || worker.seen().len() == 2).await;
    assert_eq!(worker.seen()[1], ("j".to_owned(), 1, false));
    until("the job is done", async || state(&table, "j").await == JobState::Done).await;
    jobs.stop(Duration::from_secs(5)).await;
    let unknown = table.find("nothing", None).await.unwrap_err().to_string();
    assert!(unknown.contains("plumbline job list"), "{unknown}");
}
