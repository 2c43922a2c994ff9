//! Tests of the queue on real files and on PostgreSQL: jobs run at least once, never twice at a time, fairly, within bounds,
//! and are resumed.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use plumbline_jobs::{Counts, JobFailure, JobRequest, Jobs, JobsConfig, Lanes, Runner};
use plumbline_storage::host_sql::query;
use plumbline_storage::{Environment, OutboxCursor, Scope, Storage, StorageConfig, TenantDb, Value};

use common::{Installation, on_both_databases};

/// One call of a runner: (scope, job, attempt, reason for abandoning).
type Seen = (Scope, String, u32, Option<String>);

/// A runner that calls its function and checks that no job runs twice at a time.
struct Recorder<F> {
    act: F,
    seen: Mutex<Vec<Seen>>,
    now: Mutex<HashMap<(Scope, String), usize>>,
    overlaps: AtomicUsize,
}

impl<F> Recorder<F> {
    fn new(act: F) -> Arc<Self> {
        Arc::new(Self { act, seen: Mutex::default(), now: Mutex::default(), overlaps: AtomicUsize::new(0) })
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

/// Counts a running job until it is dropped, even if the job is aborted.
struct Running<'a>(&'a Mutex<HashMap<(Scope, String), usize>>, (Scope, String));

impl Drop for Running<'_> {
    fn drop(&mut self) {
        *self.0.lock().unwrap().get_mut(&self.1).unwrap() -= 1;
    }
}

#[async_trait]
impl<F, R> Runner for Recorder<F>
where
    F: Fn(Seen) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), JobFailure>> + Send,
{
    async fn run(&self, scope: &Scope, _: &str, request: JobRequest) -> Result<(), JobFailure> {
        self.call(scope, request, None).await
    }

    async fn abandon(&self, scope: &Scope, _: &str, request: JobRequest, reason: &str) -> Result<(), JobFailure> {
        self.call(scope, request, Some(reason.to_owned())).await
    }

    fn is_served(&self, _: &Scope, _: &str) -> bool {
        true
    }
}

impl<F, R> Recorder<F>
where
    F: Fn(Seen) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), JobFailure>> + Send,
{
    async fn call(&self, scope: &Scope, request: JobRequest, reason: Option<String>) -> Result<(), JobFailure> {
        let key = (scope.clone(), request.id.clone());
        let count = {
            let mut now = self.now.lock().unwrap();
            let count = now.entry(key.clone()).or_default();
            *count += 1;
            *count
        };
        let _running = Running(&self.now, key);
        if count > 1 {
            self.overlaps.fetch_add(1, Ordering::Relaxed);
        }
        let seen = (scope.clone(), request.id, request.attempt, reason);
        self.seen.lock().unwrap().push(seen.clone());
        (self.act)(seen).await
    }
}

type Ending = std::pin::Pin<Box<dyn Future<Output = Result<(), JobFailure>> + Send>>;

/// Returns a function whose jobs each wait for a permit.
fn held_until(open: &Arc<tokio::sync::Semaphore>) -> impl Fn(Seen) -> Ending + use<> {
    let open = Arc::clone(open);
    move |_| {
        let open = Arc::clone(&open);
        Box::pin(async move {
            open.acquire().await.unwrap().forget();
            Ok(())
        })
    }
}

fn failure(retryable: bool) -> Result<(), JobFailure> {
    Err(JobFailure::Failed { message: "the sheet is on fire".into(), retryable })
}

fn quick(concurrency: usize) -> JobsConfig {
    JobsConfig {
        lease: Duration::from_millis(800),
        heartbeat: Duration::from_millis(150),
        backoff: Duration::from_millis(20),
        backoff_limit: Duration::from_millis(50),
        poll: Duration::from_millis(50),
        sweep: Duration::from_millis(200),
        lanes: Lanes::of_kinds(&["ingest", "takeoff", "export", "cleanup"]),
        ..JobsConfig::new(concurrency)
    }
}

async fn tenant(storage: &Storage, name: &str) -> Scope {
    Scope::new(storage.control.create_tenant(name).await.unwrap().id, Environment::Production)
}

/// Commits outbox entries as an endpoint does.
async fn ask(storage: &Storage, scope: &Scope, ids: impl IntoIterator<Item = String>) {
    let connection = storage.tenant(scope).await.unwrap().connect();
    connection.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
    for id in ids {
        insert(&connection, &id, "takeoff", "{}").await;
    }
    connection.execute("COMMIT", vec![]).await.unwrap();
}

async fn insert(connection: &plumbline_storage::Connection, id: &str, kind: &str, payload: &str) {
    let sql = "INSERT INTO outbox (id, kind, payload, created_at) VALUES (?, ?, ?, '2026-01-01T00:00:00.000Z')";
    connection.execute(sql, [id, kind, payload].map(|text| Value::Text(text.to_owned())).into()).await.unwrap();
}

/// Returns the ids of the entries that have not become jobs, including those due later.
async fn outbox(database: &TenantDb) -> Vec<String> {
    let entries = database.due_outbox_entries(&mut OutboxCursor::default(), "9999", 500).await.unwrap();
    entries.into_iter().map(|entry| entry.id).collect()
}

/// Waits until the counts match.
async fn until(jobs: &Jobs, wanted: impl Fn(Counts) -> bool) -> Counts {
    let start = Instant::now();
    loop {
        let counts = jobs.counts().await.unwrap();
        if wanted(counts) {
            return counts;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "still {counts:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

on_both_databases! {
    what_is_committed_runs_once,
    a_failing_job_is_tried_again_then_abandoned,
    a_flood_of_one_tenant_does_not_starve_another,
    two_hosts_never_run_one_job_at_a_time,
    a_job_that_kills_its_host_is_abandoned_in_the_end,
    another_host_takes_over_when_the_lease_runs_out,
    stopping_waits_for_what_runs_and_gives_back_the_rest,
    what_is_too_much_waits_in_its_outbox,
    a_job_waits_until_it_is_due,
    finished_jobs_are_forgotten_and_waiting_ones_are_not,
    a_tenant_that_keeps_its_turn_to_write_keeps_no_job_waiting,
    takeoffs_of_one_tenant_leave_places_for_other_kinds_and_for_other_tenants,
    jobs_of_a_tenant_are_bounded_in_bytes_too,
    an_entry_left_for_later_comes_in_its_time,
}

async fn what_is_committed_runs_once(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    // Committed before the host starts, so the first sweep finds it.
    ask(&storage, &scope, ["early".to_owned()]).await;
    let recorder = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(2)).await.unwrap();
    until(&jobs, |c| c.done == 1).await;
    let start = Instant::now();
    ask(&storage, &scope, ["late".to_owned()]).await;
    until(&jobs, |c| c.done == 2).await;
    assert!(start.elapsed() < Duration::from_secs(5));
    // The same ids again, as after a crash between queueing and marking.
    let host = storage.tenant(&scope).await.unwrap();
    let connection = host.connect();
    connection.execute("UPDATE outbox SET dispatched_at = NULL", vec![]).await.unwrap();
    while !outbox(&host).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    jobs.stop(Duration::from_secs(5)).await;
    let ids: Vec<_> = recorder.seen().into_iter().map(|s| s.1).collect();
    assert_eq!(ids, ["early", "late"]);
}

async fn a_failing_job_is_tried_again_then_abandoned(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let abandonings = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&abandonings);
    let recorder = Recorder::new(move |(_, id, attempt, reason): Seen| {
        let first_abandoning = reason.is_some() && counter.fetch_add(1, Ordering::Relaxed) == 0;
        async move {
            match (id.as_str(), reason) {
                ("recovers", _) if attempt < 3 => failure(true),
                ("hopeless" | "panics", Some(_)) if first_abandoning => failure(true),
                ("panics", None) => panic!("as asked"),
                ("hopeless", None) => failure(true),
                ("refused", None) => failure(false),
                _ => Ok(()),
            }
        }
    });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(2)).await.unwrap();
    ask(&storage, &scope, ["recovers", "hopeless", "refused", "panics"].map(str::to_owned)).await;
    let counts = until(&jobs, |c| c.waiting + c.running == 0 && c.done + c.abandoned == 4).await;
    assert_eq!((counts.done, counts.abandoned), (1, 3));
    jobs.stop(Duration::from_secs(5)).await;
    let of = |id: &str| -> Vec<_> {
        recorder.seen().into_iter().filter(|s| s.1 == id).map(|s| (s.2, s.3.is_some())).collect()
    };
    assert_eq!(of("recovers"), [(1, false), (2, false), (3, false)]);
    assert_eq!(of("hopeless")[..6], [(1, false), (2, false), (3, false), (4, false), (5, false), (6, true)]);
    assert_eq!(of("refused")[..2], [(1, false), (2, true)], "what cannot get better is abandoned at once");
    assert_eq!(of("panics")[..5].len(), 5);
    let reasons: Vec<_> = recorder.seen().into_iter().filter(|s| s.1 == "hopeless").filter_map(|s| s.3).collect();
    assert!(reasons.iter().all(|r| r == "the sheet is on fire"), "{reasons:?}");
}

async fn a_flood_of_one_tenant_does_not_starve_another(installation: Installation) {
    let storage = installation.open().await;
    let (flood, small) = (tenant(&storage, "flood").await, tenant(&storage, "small").await);
    ask(&storage, &flood, (0..100).map(|i| format!("f{i:03}"))).await;
    ask(&storage, &small, (0..3).map(|i| format!("s{i}"))).await;
    let recorder = Recorder::new(|_| async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        Ok(())
    });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(1)).await.unwrap();
    until(&jobs, |c| c.done == 103).await;
    jobs.stop(Duration::from_secs(5)).await;
    let last = recorder.seen().iter().rposition(|s| s.0 == small).unwrap();
    // Up to a batch of the flood may be queued before the small tenant's outbox is seen.
    assert!(last < 40, "the small tenant's last job was number {last} of 103");
}

async fn two_hosts_never_run_one_job_at_a_time(installation: Installation) {
    let (storage, other) = (installation.open().await, installation.open().await);
    let scopes = [tenant(&storage, "a").await, tenant(&storage, "b").await];
    let recorder = Recorder::new(|_| async {
        tokio::time::sleep(Duration::from_millis(2)).await;
        Ok(())
    });
    // A machine busy with other tests must not lose a lease.
    let config = JobsConfig { lease: JobsConfig::new(3).lease, ..quick(3) };
    let one = Jobs::start(storage.clone(), recorder.clone(), config.clone()).await.unwrap();
    let two = Jobs::start(other, recorder.clone(), config).await.unwrap();
    for scope in &scopes {
        ask(&storage, scope, (0..60).map(|i| format!("j{i}"))).await;
    }
    until(&one, |c| c.done == 120).await;
    one.stop(Duration::from_secs(5)).await;
    two.stop(Duration::from_secs(5)).await;
    assert_eq!(recorder.overlaps.load(Ordering::Relaxed), 0);
    assert_eq!(recorder.seen().len(), 120, "none ran twice, none was cut off");
}

/// Dropping `Jobs` leaves what a kill leaves: leases in the queue that no process returns.
#[tokio::test]
async fn a_dead_hosts_job_is_resumed_at_once_by_its_restart() {
    let installation = Installation::on_files();
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let config = JobsConfig { lease: Duration::from_secs(600), ..quick(1) };
    let stuck = Recorder::new(|_| std::future::pending());
    ask(&storage, &scope, ["j".to_owned()]).await;
    let died = kill_while_running(installation.config(), stuck, config.clone()).await;
    assert_eq!(died, 1);
    let start = Instant::now();
    let recorder = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), config).await.unwrap();
    until(&jobs, |c| c.done == 1).await;
    assert!(start.elapsed() < Duration::from_secs(5), "resumed after {:?}", start.elapsed());
    assert_eq!(recorder.seen()[0].2, 2, "the attempt that died counts");
    jobs.stop(Duration::from_secs(5)).await;
}

/// Starts a host in its own runtime and shuts the runtime down while the first job runs, so that the host makes no further
/// statement. Returns the number of jobs it had started.
async fn kill_while_running<F, R>(host: StorageConfig, recorder: Arc<Recorder<F>>, config: JobsConfig) -> usize
where
    F: Fn(Seen) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), JobFailure>> + Send + 'static,
{
    tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let jobs = runtime.block_on(async {
            let storage = Storage::open(&host).await.unwrap();
            let jobs = Jobs::start(storage, recorder.clone(), config).await.unwrap();
            until(&jobs, |c| c.running > 0).await;
            while recorder.seen().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            jobs
        });
        runtime.shutdown_timeout(Duration::from_secs(5));
        drop(jobs);
        recorder.seen().len()
    })
    .await
    .unwrap()
}

async fn a_job_that_kills_its_host_is_abandoned_in_the_end(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    ask(&storage, &scope, ["poison".to_owned()]).await;
    let config = JobsConfig { attempts: 2, ..quick(1) };
    for _ in 0..2 {
        kill_while_running(installation.config(), Recorder::new(|_| std::future::pending()), config.clone()).await;
    }
    let recorder = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), config).await.unwrap();
    until(&jobs, |c| c.abandoned == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
    let reason = recorder.seen()[0].3.clone().unwrap();
    assert_eq!(reason, "the host stopped during attempt 2");
}

async fn another_host_takes_over_when_the_lease_runs_out(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    ask(&storage, &scope, ["j".to_owned()]).await;
    let recorder = Recorder::new(|_| async { Ok(()) });
    // On files, holds number 0, so that the next host gets number 1 and cannot tell by the number that its leases are dead.
    let idle = Jobs::start(installation.open().await, recorder.clone(), quick(0)).await.unwrap();
    kill_while_running(installation.config(), Recorder::new(|_| std::future::pending()), quick(1)).await;
    idle.stop(Duration::from_secs(5)).await;
    let jobs = Jobs::start(storage, recorder.clone(), quick(1)).await.unwrap();
    until(&jobs, |c| c.done == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
    assert_eq!(recorder.seen().len(), 1);
}

/// A job keeps its lease however many connections other work takes from the control database.
async fn a_lease_is_renewed<C>(
    storage: Storage,
    take_connections: impl AsyncFnOnce() -> Vec<C>,
    lease_until: impl AsyncFn() -> Option<String>,
) {
    let scope = tenant(&storage, "a").await;
    let open = Arc::new(tokio::sync::Semaphore::new(0));
    let recorder = Recorder::new(held_until(&open));
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(1)).await.unwrap();
    ask(&storage, &scope, ["long".to_owned()]).await;
    until(&jobs, |c| c.running == 1).await;
    let taken = take_connections().await;
    let mut leases = std::collections::HashSet::new();
    let start = Instant::now();
    // More renewals than fit into one lease.
    while leases.len() < 10 {
        leases.extend(lease_until().await);
        assert!(start.elapsed() < Duration::from_secs(30), "{leases:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(taken);
    open.add_permits(1);
    until(&jobs, |c| c.done == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
    assert_eq!(recorder.seen().len(), 1, "the job was cut off and run again");
}

#[tokio::test]
async fn a_lease_is_renewed_while_every_connection_is_taken() {
    let installation = Installation::on_files();
    let storage = installation.open().await;
    let pool = storage.control.pool().as_sqlite().unwrap().clone();
    let take_connections = async || {
        let mut taken = Vec::new();
        for _ in 0..pool.options().get_max_connections() {
            taken.push(pool.acquire().await.unwrap());
        }
        taken
    };
    let file = storage.data_dir().join("control.db");
    let watch = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let lease_until = async || sqlx::query_scalar("SELECT MAX(lease_until) FROM jobs").fetch_one(&watch).await.unwrap();
    a_lease_is_renewed(storage, take_connections, lease_until).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_is_renewed_while_every_connection_to_postgresql_is_taken() {
    let Some(installation) = Installation::on_postgres().await else { return };
    let storage = installation.open().await;
    let server = installation.server().unwrap();
    let pool = storage.control.pool().clone();
    let take_connections = async || {
        let mut taken = Vec::new();
        for _ in 0..4 {
            taken.push(pool.begin_read().await.unwrap());
        }
        taken
    };
    let lease_until = async || {
        let until = ["--command", "SELECT MAX(lease_until) FROM host.jobs"];
        Some(server.psql("postgres", "plumbline", &until).unwrap()).filter(|until| !until.is_empty())
    };
    a_lease_is_renewed(storage, take_connections, lease_until).await;
}

async fn stopping_waits_for_what_runs_and_gives_back_the_rest(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let recorder = Recorder::new(|(_, id, ..): Seen| async move {
        match id.as_str() {
            "short" => tokio::time::sleep(Duration::from_millis(300)).await,
            _ => std::future::pending().await,
        }
        Ok(())
    });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(3)).await.unwrap();
    ask(&storage, &scope, ["endless".to_owned(), "short".to_owned()]).await;
    until(&jobs, |c| c.running == 2).await;
    // Ten times what the short one takes, which is enough on a busy machine.
    jobs.stop(Duration::from_secs(3)).await;
    let after = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage, after.clone(), quick(2)).await.unwrap();
    until(&jobs, |c| c.done == 2).await;
    jobs.stop(Duration::from_secs(1)).await;
    let seen: Vec<_> = after.seen().into_iter().map(|s| (s.1, s.2)).collect();
    assert_eq!(seen, [("endless".to_owned(), 1)], "a cut off attempt does not count");
}

/// Jobs beyond a tenant's limit wait in its own database. None is lost, and other tenants are served.
async fn what_is_too_much_waits_in_its_outbox(installation: Installation) {
    let storage = installation.open().await;
    let (flood, small) = (tenant(&storage, "flood").await, tenant(&storage, "small").await);
    ask(&storage, &flood, (0..500).map(|i| format!("f{i:03}"))).await;
    let open = Arc::new(tokio::sync::Semaphore::new(0));
    let recorder = Recorder::new({
        let (open, small) = (Arc::clone(&open), small.clone());
        move |seen: Seen| {
            let (open, passes) = (Arc::clone(&open), seen.0 == small);
            async move {
                if !passes {
                    open.acquire().await.unwrap().forget();
                }
                Ok(())
            }
        }
    });
    let config = JobsConfig { waiting: 100, ..quick(3) };
    let jobs = Jobs::start(storage.clone(), recorder.clone(), config).await.unwrap();
    until(&jobs, |c| c.running == 2).await;
    ask(&storage, &small, ["s".to_owned()]).await;
    until(&jobs, |c| c.done == 1).await;
    let counts = jobs.counts().await.unwrap();
    assert!(counts.waiting + counts.running <= 102, "{counts:?}");
    assert!(outbox(&storage.tenant(&flood).await.unwrap()).await.len() >= 398);
    open.add_permits(1_000);
    until(&jobs, |c| c.done == 501).await;
    jobs.stop(Duration::from_secs(5)).await;
}

/// Commits an outbox entry that is due later.
async fn ask_at(storage: &Storage, scope: &Scope, id: &str, due_at: &str) {
    let connection = storage.tenant(scope).await.unwrap().connect();
    let sql = "INSERT INTO outbox (id, kind, payload, created_at, due_at) VALUES (?, 'cleanup', '{}', '2026-01-01T00:00:00.000Z', ?)";
    connection.execute(sql, vec![Value::Text(id.to_owned()), Value::Text(due_at.to_owned())]).await.unwrap();
}

fn in_time(wait: Duration) -> String {
    plumbline_storage::id::at(time::OffsetDateTime::now_utc() + wait)
}

async fn a_job_waits_until_it_is_due(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let recorder = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(2)).await.unwrap();
    let month = Duration::from_secs(30 * 24 * 3600);
    let start = Instant::now();
    ask_at(&storage, &scope, "in-a-month", &in_time(month)).await;
    ask_at(&storage, &scope, "soon", &in_time(Duration::from_millis(700))).await;
    ask_at(&storage, &scope, "late", "2026-01-01T00:00:00.000Z").await;
    ask(&storage, &scope, ["now".to_owned()]).await;
    let counts = until(&jobs, |c| c.done == 3).await;
    assert!(start.elapsed() >= Duration::from_millis(700), "not before its time: {:?}", start.elapsed());
    assert_eq!((counts.waiting, counts.running, counts.later), (0, 0, 0), "what is due much later is not in the queue");
    assert_eq!(outbox(&storage.tenant(&scope).await.unwrap()).await, ["in-a-month"]);
    jobs.stop(Duration::from_secs(5)).await;
    let ran: Vec<_> = recorder.seen().into_iter().map(|seen| seen.1).collect();
    assert_eq!(ran.last().map(String::as_str), Some("soon"));
    assert!(!ran.contains(&"in-a-month".to_owned()));
}

async fn finished_jobs_are_forgotten_and_waiting_ones_are_not(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let recorder = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(1)).await.unwrap();
    ask_at(&storage, &scope, "in-a-minute", &in_time(Duration::from_secs(60))).await;
    ask(&storage, &scope, ["now".to_owned()]).await;
    until(&jobs, |c| c.done == 1 && c.later == 1).await;
    jobs.stop(Duration::from_secs(5)).await;
    // Both entries are old, but only one has finished.
    let aged = "UPDATE jobs SET queued_at = '2020-01-01T00:00:00.000Z', \
                finished_at = CASE WHEN finished_at IS NULL THEN NULL ELSE '2020-01-02T00:00:00.000Z' END";
    query(aged).execute(storage.control.pool()).await.unwrap();
    let jobs = Jobs::start(storage, recorder, quick(1)).await.unwrap();
    let counts = until(&jobs, |c| c.done == 0).await;
    assert_eq!((counts.later, counts.waiting), (1, 0));
    jobs.stop(Duration::from_secs(5)).await;
}

/// A tenant may hold its write lock for long. Its entries still become jobs, and so do those of others.
async fn a_tenant_that_keeps_its_turn_to_write_keeps_no_job_waiting(installation: Installation) {
    let storage = installation.open().await;
    let (slow, other) = (tenant(&storage, "slow").await, tenant(&storage, "other").await);
    let recorder = Recorder::new(|_| async { Ok(()) });
    let jobs = Jobs::start(storage.clone(), recorder.clone(), quick(3)).await.unwrap();
    let database = storage.tenant(&slow).await.unwrap();
    let (asks, keeps) = (database.connect(), database.connect());
    let begun = Instant::now();
    // The next writer is queued before the commit, so the dispatcher always waits behind it.
    for round in 0..3 {
        asks.execute("BEGIN IMMEDIATE", vec![]).await.unwrap();
        insert(&asks, &format!("s{round}"), "takeoff", "{}").await;
        let turn = keeps.execute("BEGIN IMMEDIATE", vec![]);
        let (committed, turn) = tokio::join!(asks.execute("COMMIT", vec![]), turn);
        committed.unwrap();
        turn.unwrap();
        until(&jobs, |c| c.done == 2 * round + 1).await;
        ask(&storage, &other, [format!("o{round}")]).await;
        until(&jobs, |c| c.done == 2 * round + 2).await;
        assert!(outbox(&database).await.contains(&format!("s{round}")), "it is marked in the tenant's turn");
        keeps.execute("ROLLBACK", vec![]).await.unwrap();
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "a wait for a turn is given up after 20 s");
    while !outbox(&database).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    jobs.stop(Duration::from_secs(5)).await;
    assert_eq!(recorder.seen().len(), 6, "each ran once");
}

/// Long jobs of one kind take no places from other kinds, and one tenant's jobs leave a place for another tenant.
async fn takeoffs_of_one_tenant_leave_places_for_other_kinds_and_for_other_tenants(installation: Installation) {
    let storage = installation.open().await;
    let (busy, small) = (tenant(&storage, "busy").await, tenant(&storage, "small").await);
    ask(&storage, &busy, (0..9).map(|i| format!("t{i}"))).await;
    let endless = Recorder::new(|(_, id, ..): Seen| async move {
        if id.starts_with('t') {
            std::future::pending::<()>().await;
        }
        Ok(())
    });
    let jobs = Jobs::start(storage.clone(), endless.clone(), quick(2)).await.unwrap();
    until(&jobs, |c| c.running == 1 && c.waiting == 8).await;
    let connection = storage.tenant(&busy).await.unwrap().connect();
    let kinds = ["ingest", "export", "cleanup", "partner-kind"];
    for kind in kinds {
        insert(&connection, kind, kind, "{}").await;
    }
    until(&jobs, |c| c.done == 4).await;
    ask(&storage, &small, ["small".to_owned()]).await;
    until(&jobs, |c| c.done == 5).await;
    let counts = jobs.counts().await.unwrap();
    assert_eq!((counts.running, counts.waiting), (1, 8));
    drop(jobs);
}

/// A tenant fills neither the queue nor the finished jobs, with thousands of small jobs or with a few large ones.
async fn jobs_of_a_tenant_are_bounded_in_bytes_too(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let database = storage.tenant(&scope).await.unwrap();
    let connection = database.connect();
    let payload = format!("\"{}\"", "x".repeat(1_000));
    for number in 0..30 {
        insert(&connection, &format!("j{number:02}"), "takeoff", &payload).await;
    }
    let open = Arc::new(tokio::sync::Semaphore::new(0));
    let recorder = Recorder::new(held_until(&open));
    let config = JobsConfig { waiting_bytes: 10_500, ..quick(2) };
    let jobs = Jobs::start(storage.clone(), recorder.clone(), config.clone()).await.unwrap();
    until(&jobs, |c| c.running == 1).await;
    let counts = jobs.counts().await.unwrap();
    assert!(counts.waiting + counts.running <= 11, "{counts:?}");
    assert!(outbox(&database).await.len() >= 19);
    open.add_permits(30);
    until(&jobs, |c| c.done == 30).await;
    jobs.stop(Duration::from_secs(5)).await;
    let ran: Vec<_> = recorder.seen().into_iter().map(|seen| seen.1).collect();
    assert_eq!(ran.len(), 30, "none was lost, none ran twice");
    // The next start forgets the finished jobs beyond the limit.
    let jobs = Jobs::start(storage.clone(), recorder, config).await.unwrap();
    until(&jobs, |c| c.done == 10).await;
    jobs.stop(Duration::from_secs(5)).await;
}

/// A job due much later waits in its tenant's database and runs when due, even after a restart and without another commit.
async fn an_entry_left_for_later_comes_in_its_time(installation: Installation) {
    let storage = installation.open().await;
    let scope = tenant(&storage, "a").await;
    let recorder = Recorder::new(|_| async { Ok(()) });
    let config = JobsConfig { ahead: Duration::from_millis(100), ..quick(2) };
    // File times are coarse. Only a database that was not changed for a while is not read again.
    let due = time::OffsetDateTime::now_utc() + Duration::from_secs(5);
    ask_at(&storage, &scope, "later", &plumbline_storage::id::at(due)).await;
    let jobs = Jobs::start(storage.clone(), recorder.clone(), config.clone()).await.unwrap();
    ask(&storage, &scope, ["now".to_owned()]).await;
    let counts = until(&jobs, |c| c.done == 1).await;
    assert_eq!(counts.later, 0, "it is not in the queue");
    jobs.stop(Duration::from_secs(5)).await;
    let jobs = Jobs::start(storage.clone(), recorder.clone(), config).await.unwrap();
    until(&jobs, |c| c.done == 2).await;
    assert!(time::OffsetDateTime::now_utc() >= due);
    jobs.stop(Duration::from_secs(5)).await;
}
