//! A host that lost a job no longer writes for it.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use plumbline_jobs::{JobFailure, JobRequest, Jobs, JobsConfig, Runner};
use plumbline_storage::host_sql::query;
use plumbline_storage::{Environment, JobLease, OutboxCursor, Scope, SqlError, Storage, Value};

use common::{Installation, on_both_databases};

const LEASE: Duration = Duration::from_millis(800);
/// Longest wait for anything in a test.
const LIMIT: Duration = Duration::from_secs(60);

fn config(concurrency: usize) -> JobsConfig {
    JobsConfig {
        lease: LEASE,
        heartbeat: Duration::from_millis(150),
        poll: Duration::from_millis(50),
        sweep: Duration::from_millis(200),
        ..JobsConfig::new(concurrency)
    }
}

/// Returns a storage with a tenant that has asked for one job.
async fn host(installation: &Installation) -> (Storage, Scope) {
    let storage = installation.open().await;
    let tenant = storage.control.create_tenant("a").await.unwrap();
    let scope = Scope::new(tenant.id, Environment::Production);
    let ask =
        "INSERT INTO outbox (id, kind, payload, created_at) VALUES ('j', 'takeoff', '{}', '2026-01-01T00:00:00.000Z')";
    storage.tenant(&scope).await.unwrap().connect().execute(ask, vec![]).await.unwrap();
    (storage, scope)
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !holds().await {
        assert!(start.elapsed() < LIMIT, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Writes a project for a job, as its worker does.
async fn write(storage: &Storage, lease: JobLease, name: &str) -> Result<(), SqlError> {
    let database = storage.tenant(&lease.scope).await.unwrap();
    let connection = database.connect_fenced(storage.control.fence(lease));
    connection.execute("BEGIN IMMEDIATE", vec![]).await?;
    let insert =
        "INSERT INTO projects (id, name, metadata, created_at) VALUES (?, ?, '{}', '2026-01-01T00:00:00.000Z')";
    let values = [name, name].map(|text| Value::Text(text.to_owned()));
    connection.execute(insert, values.into()).await?;
    connection.execute("COMMIT", vec![]).await?;
    Ok(())
}

/// Writes a project for each job.
struct Writer(Storage);

#[async_trait]
impl Runner for Writer {
    async fn run(&self, _: &Scope, _: &str, request: JobRequest) -> Result<(), JobFailure> {
        write(&self.0, request.lease, "the other host").await.unwrap();
        Ok(())
    }

    async fn abandon(&self, _: &Scope, _: &str, _: JobRequest, _: &str) -> Result<(), JobFailure> {
        Ok(())
    }

    fn is_served(&self, _: &Scope, _: &str) -> bool {
        true
    }
}

/// Stops the only thread of its host in the middle of a job, and writes when the host continues.
struct Paused {
    storage: Storage,
    /// Notified when the host stands still.
    stands: mpsc::SyncSender<()>,
    /// Lets the host continue.
    goes_on: Mutex<mpsc::Receiver<()>>,
    written: mpsc::SyncSender<Result<(), SqlError>>,
}

#[async_trait]
impl Runner for Paused {
    async fn run(&self, scope: &Scope, _: &str, request: JobRequest) -> Result<(), JobFailure> {
        let (storage, written) = (self.storage.clone(), self.written.clone());
        // A task of its own, which the end of the lost job does not abort.
        let writing = async move { written.send(write(&storage, request.lease, "the paused host").await) };
        // The dispatcher holds the tenant's write lock while it marks the entry. The host must not stop there.
        let database = self.storage.tenant(scope).await.unwrap();
        while !database.due_outbox_entries(&mut OutboxCursor::default(), "9999", 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.stands.send(()).unwrap();
        self.goes_on.lock().unwrap().recv().unwrap();
        let _ = tokio::spawn(writing).await;
        Ok(())
    }

    async fn abandon(&self, _: &Scope, _: &str, _: JobRequest, _: &str) -> Result<(), JobFailure> {
        Ok(())
    }

    fn is_served(&self, _: &Scope, _: &str) -> bool {
        true
    }
}

on_both_databases! { a_paused_host_writes_nothing_after_another_ran_its_job, an_attempt_is_cut_off_if_its_own_host_claimed_the_job_again }

async fn a_paused_host_writes_nothing_after_another_ran_its_job(installation: Installation) {
    let (storage, scope) = host(&installation).await;
    let (stands, stood) = mpsc::sync_channel(1);
    let (go_on, goes_on) = mpsc::sync_channel(1);
    let (written, outcome) = mpsc::sync_channel(1);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let host = installation.config();
    // Its timers, its heartbeat and its job are on one thread, so nothing of it runs while the job stands still.
    let paused = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let storage = Storage::open(&host).await.unwrap();
            let runner = Paused { storage: storage.clone(), stands, goes_on: Mutex::new(goes_on), written };
            let jobs = Jobs::start(storage, Arc::new(runner), config(1)).await.unwrap();
            let _ = stopped.await;
            jobs.stop(Duration::from_secs(5)).await;
        });
    });
    let stood = tokio::task::spawn_blocking(move || stood.recv_timeout(LIMIT));
    stood.await.unwrap().unwrap();

    let jobs = Jobs::start(storage.clone(), Arc::new(Writer(storage.clone())), config(1)).await.unwrap();
    until("the other host runs the job", async || jobs.counts().await.unwrap().done == 1).await;
    go_on.send(()).unwrap();
    let outcome = tokio::task::spawn_blocking(move || outcome.recv_timeout(LIMIT)).await.unwrap().unwrap();
    assert_eq!(outcome, Err(SqlError::LeaseLost));
    let _ = stop.send(());
    tokio::task::spawn_blocking(move || paused.join()).await.unwrap().unwrap();

    let database = storage.tenant(&scope).await.unwrap().connect();
    let rows = database.execute("SELECT name FROM projects", vec![]).await.unwrap().rows;
    assert_eq!(rows, [[Value::Text("the other host".into())]]);
    let (state, attempts): (String, i64) = {
        let select =
            query("SELECT state, attempts FROM jobs WHERE id = 'j'").rows(storage.control.pool()).await.unwrap();
        (select[0].text("state").unwrap(), select[0].int("attempts").unwrap())
    };
    assert_eq!((state.as_str(), attempts), ("done", 2), "the paused host recorded its end");
    jobs.stop(Duration::from_secs(5)).await;
}

/// Its first attempt never ends by itself, the second one when the test lets it.
#[derive(Default)]
struct Stuck {
    running: AtomicUsize,
    leases: Mutex<Vec<JobLease>>,
    open: tokio::sync::Notify,
}

/// Counts a running attempt until it is dropped.
struct Attempt<'a>(&'a AtomicUsize);

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[async_trait]
impl Runner for Stuck {
    async fn run(&self, _: &Scope, _: &str, request: JobRequest) -> Result<(), JobFailure> {
        self.running.fetch_add(1, Ordering::Relaxed);
        let _attempt = Attempt(&self.running);
        let is_first = request.lease.fence == 1;
        self.leases.lock().unwrap().push(request.lease);
        if is_first {
            std::future::pending::<()>().await;
        }
        self.open.notified().await;
        Ok(())
    }

    async fn abandon(&self, _: &Scope, _: &str, _: JobRequest, _: &str) -> Result<(), JobFailure> {
        Ok(())
    }

    fn is_served(&self, _: &Scope, _: &str) -> bool {
        true
    }
}

async fn an_attempt_is_cut_off_if_its_own_host_claimed_the_job_again(installation: Installation) {
    let (storage, _) = host(&installation).await;
    let runner = Arc::new(Stuck::default());
    let per_tenant = 2;
    // Long, so that only the number of the claim tells that the first attempt has lost the job.
    let config = JobsConfig { per_tenant, lease: Duration::from_secs(600), ..config(2) };
    let jobs = Jobs::start(storage.clone(), runner.clone(), config).await.unwrap();
    until("it runs", async || runner.running.load(Ordering::Relaxed) == 1).await;
    let take = "UPDATE jobs SET state = 'waiting', leased_by = NULL, lease_until = NULL";
    assert_eq!(query(take).execute(storage.control.pool()).await.unwrap(), 1);
    until("it is claimed again", async || runner.leases.lock().unwrap().len() == 2).await;
    until("the first attempt is cut off", async || runner.running.load(Ordering::Relaxed) == 1).await;
    let fences: Vec<i64> = runner.leases.lock().unwrap().iter().map(|lease| lease.fence).collect();
    assert_eq!(fences, [1, 2]);
    assert_eq!(jobs.counts().await.unwrap().running, 1, "the end of the first attempt changed the job");
    runner.open.notify_one();
    until("it is done", async || jobs.counts().await.unwrap().done == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
}
