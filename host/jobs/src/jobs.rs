//! The running queue of a host: takes jobs, runs them, keeps their leases and stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_recursion::async_recursion as boxed;
use plumbline_storage::{JobLease, Scope, Storage};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::JobsConfig;
use crate::dispatcher::Dispatcher;
use crate::error::JobsError;
use crate::host::Host;
use crate::queue::{Counts, Leased, Outcome, Queue, Unserved};
use crate::runner::{JobFailure, Runner};
use crate::upkeep::Upkeep;
use crate::work::Work;

/// How long aborted jobs may take to end.
const ABORT_GRACE: Duration = Duration::from_secs(5);
/// Wait after an error of the queue's database.
const AFTER_ERROR: Duration = Duration::from_secs(1);

/// The queue of this host, which runs until [`Jobs::stop`]. If it is dropped instead, everything ends at once. Another host, or
/// this one's next start, then takes over the running jobs.
pub struct Jobs {
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

struct Shared {
    queue: Queue,
    runner: Arc<dyn Runner>,
    config: JobsConfig,
    /// Wakes this host and others when a job may be due.
    work: Arc<Work>,
    /// Cancelled when no new jobs are to be taken.
    stop: CancellationToken,
    /// The places of each lane, in their order.
    places: Vec<Arc<Semaphore>>,
    running: Mutex<HashMap<JobLease, AbortHandle>>,
    attempts: TaskTracker,
    host: Host,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").field("host", &self.shared.host.name).finish_non_exhaustive()
    }
}

impl Jobs {
    /// Reclaims the jobs that an earlier process of this host left, then starts to dispatch and run jobs.
    ///
    /// # Errors
    /// Returns an error if the lock file or the database cannot be used.
    #[boxed]
    pub async fn start(storage: Storage, runner: Arc<dyn Runner>, config: JobsConfig) -> Result<Self, JobsError> {
        let host = Host::take(storage.data_dir())?;
        let queue = Queue::new(&storage.control, config.clone(), host.name.clone());
        // A number is that of one host only among those with its data directory. Leases of hosts with other directories end by time.
        let dead = (!storage.is_shared()).then_some(host.prefix.as_str());
        let left = queue.reclaim_leases(dead).await?;
        if left > 0 {
            tracing::warn!(jobs = left, "an earlier process left jobs unfinished; they are resumed");
        }
        let shared = Arc::new(Shared {
            queue: queue.clone(),
            runner,
            work: Arc::new(Work::new(&storage)),
            stop: CancellationToken::new(),
            places: config.lanes.places(config.concurrency).map(|places| Arc::new(Semaphore::new(places))).collect(),
            running: Mutex::new(HashMap::new()),
            attempts: TaskTracker::new(),
            config,
            host,
        });
        let (sweep, ahead) = (shared.config.sweep, shared.config.ahead);
        let upkeep = Upkeep { storage: storage.clone(), queue: queue.clone(), work: Arc::clone(&shared.work) };
        let dispatcher = Dispatcher { storage, queue, work: Arc::clone(&shared.work), sweep, ahead };
        let mut tasks = vec![
            tokio::spawn(dispatcher.run(shared.stop.clone())),
            tokio::spawn(Arc::clone(&shared).keep_leases()),
            tokio::spawn(Arc::clone(&shared).wake_served_periodically()),
            tokio::spawn(upkeep.run()),
        ];
        if shared.config.concurrency > 0 {
            tasks.push(tokio::spawn(Arc::clone(&shared).take_jobs()));
        }
        Ok(Self { shared, tasks })
    }

    /// Counts the jobs of all tenants on all hosts by state.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn counts(&self) -> Result<Counts, JobsError> {
        self.shared.queue.counts().await
    }

    /// Stops the queue. It takes no more jobs, waits up to `grace` for the running ones, then aborts the rest and returns them to
    /// the queue, where the aborted attempt does not count.
    #[boxed]
    pub async fn stop(mut self, grace: Duration) {
        self.shared.stop.cancel();
        self.shared.attempts.close();
        if tokio::time::timeout(grace, self.shared.attempts.wait()).await.is_err() {
            self.shared.abort_all();
            // Each task returns its job with one statement. If that fails, the lease expires.
            if tokio::time::timeout(ABORT_GRACE, self.shared.attempts.wait()).await.is_err() {
                tracing::error!("some jobs did not stop in time; their next run resumes them");
            }
        }
        for task in self.tasks.drain(..) {
            task.abort();
            // A cancelled task is expected. The panic hook logged any panic.
            drop(task.await);
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.shared.stop.cancel();
        self.tasks.iter().for_each(JoinHandle::abort);
        self.shared.abort_all();
    }
}

impl Shared {
    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<JobLease, AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn abort_all(&self) {
        self.running().values().for_each(AbortHandle::abort);
    }

    /// Takes a job whenever one is due and its lane has a free place.
    async fn take_jobs(self: Arc<Self>) {
        while !self.stop.is_cancelled() {
            let wait = match self.take_job().await {
                Ok(true) => continue,
                Ok(false) => self.until_next().await,
                Err(error) => {
                    tracing::error!(%error, "no job could be taken");
                    AFTER_ERROR
                }
            };
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.work.wait() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Takes one job. Returns whether one was taken.
    async fn take_job(self: &Arc<Self>) -> Result<bool, JobsError> {
        // Only this task takes places, so a place that is free here stays free.
        let lanes = &self.config.lanes;
        let of_host = lanes.names().zip(&self.places);
        let free: Vec<&str> =
            of_host.filter(|(_, places)| places.available_permits() > 0).map(|(lane, _)| lane).collect();
        if free.is_empty() {
            return Ok(false);
        }
        let Some(job) = self.queue.claim(&free).await? else { return Ok(false) };
        let place = Arc::clone(&self.places[lanes.index_of(&job.kind)]).acquire_owned().await;
        // The semaphore is never closed.
        if let Ok(place) = place {
            self.start_attempt(job, place);
        }
        Ok(true)
    }

    /// Returns how long no job can become due, as far as this host knows.
    async fn until_next(&self) -> Duration {
        let poll = self.config.poll;
        match self.queue.next_due().await {
            // A due job that was not taken waits for a place of its tenant. The end of that tenant's job wakes this task.
            Ok(Some(wait)) if !wait.is_zero() => wait.min(poll),
            _ => poll,
        }
    }

    /// Runs an attempt in a task of its own and records its end in the queue, whatever the outcome.
    fn start_attempt(self: &Arc<Self>, job: Leased, place: OwnedSemaphorePermit) {
        let key = job.request.lease.clone();
        let work = tokio::spawn(attempt(Arc::clone(&self.runner), job.clone()));
        self.running().insert(key.clone(), work.abort_handle());
        // `stop` may have aborted the other jobs just before this one was entered.
        if self.stop.is_cancelled() {
            work.abort();
        }
        let shared = Arc::clone(self);
        self.attempts.spawn(async move {
            let outcome = match work.await {
                Ok(outcome) => outcome,
                Err(error) if error.is_cancelled() => Outcome::Interrupted,
                Err(_) => Outcome::Failed { reason: "the worker's host code panicked".into(), retryable: true },
            };
            shared.finish(&job, &outcome).await;
            shared.running().remove(&key);
            drop(place);
            shared.work.wake();
        });
    }

    async fn finish(&self, job: &Leased, outcome: &Outcome) {
        let (scope, kind, id, attempt) = (&job.scope, &job.kind, &job.request.id, job.request.attempt);
        match outcome {
            Outcome::Done if job.abandon.is_none() => tracing::debug!(%scope, kind, id, attempt, "job done"),
            Outcome::Done => tracing::warn!(%scope, kind, id, reason = job.abandon, "job abandoned"),
            Outcome::Failed { reason, .. } => tracing::warn!(%scope, kind, id, attempt, reason, "job failed"),
            Outcome::Unserved { reason } => {
                tracing::warn!(%scope, kind, id, reason, "no worker takes the job; it waits")
            }
            Outcome::Busy { reason } => tracing::info!(%scope, kind, id, reason, "the job waits for a worker in use"),
            Outcome::Interrupted => tracing::info!(%scope, kind, id, attempt, "job cut off"),
        }
        match self.queue.end(job, outcome).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(%scope, kind, id, "the job's lease was lost; its result is another host's to record")
            }
            // The lease expires and the job runs once more. Workers are made for that.
            Err(error) => tracing::error!(%error, %scope, kind, id, "the end of a job could not be recorded"),
        }
    }

    /// Wakes unserved jobs whose worker is now available. `served` records which kinds had a worker at the last look: if a worker
    /// is bound but cannot start, its jobs wait for their own retry.
    async fn wake_served(&self, served: &mut HashMap<(Scope, String), bool>) -> Result<(), JobsError> {
        let unserved = self.queue.unserved().await?;
        served.retain(|key, _| unserved.iter().any(|kind| (&kind.scope, &kind.kind) == (&key.0, &key.1)));
        for Unserved { scope, kind, jobs } in unserved {
            let is_served = self.runner.is_served(&scope, &kind);
            let was_served = served.insert((scope.clone(), kind.clone()), is_served).unwrap_or(false);
            if is_served && !was_served && self.queue.wake(&scope, &kind).await? > 0 {
                tracing::info!(%scope, kind, jobs, "a worker is now bound for waiting jobs");
                self.work.announce();
            }
        }
        Ok(())
    }

    /// Looks at intervals for workers that jobs wait for. It is separate from [`Shared::keep_leases`], whose connection no other
    /// work may delay.
    async fn wake_served_periodically(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(self.config.heartbeat);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut served = HashMap::new();
        loop {
            ticks.tick().await;
            if let Err(error) = self.wake_served(&mut served).await {
                tracing::error!(%error, "jobs that wait for a worker could not be checked");
            }
        }
    }

    /// Renews leases, aborts jobs whose lease was lost and reclaims expired leases.
    async fn keep_leases(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(self.config.heartbeat);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut renewed = Instant::now();
        loop {
            ticks.tick().await;
            // Jobs entered after this moment are renewed the next time.
            let entered: Vec<_> = self.running().keys().cloned().collect();
            let asked = Instant::now();
            // A database that does not answer in time counts as failed, because the leases expire either way. One heartbeat is
            // kept in reserve, because the next look comes that much later.
            let safe = self.config.lease.saturating_sub(self.config.heartbeat);
            let left = safe.saturating_sub(renewed.elapsed());
            match tokio::time::timeout(left, self.queue.renew(&entered)).await {
                Ok(Ok(held)) => {
                    renewed = asked;
                    let running = self.running();
                    for lost in entered.iter().filter(|key| !held.contains(*key)) {
                        if let Some(job) = running.get(lost) {
                            job.abort();
                        }
                    }
                }
                Ok(Err(error)) => tracing::error!(%error, "leases could not be renewed"),
                Err(_) => tracing::error!("leases could not be renewed in time"),
            }
            if renewed.elapsed() >= safe {
                // Other hosts may take the jobs from now on.
                self.abort_all();
                renewed = Instant::now();
            }
            match self.queue.reclaim_leases(None).await {
                Ok(0) => {}
                Ok(jobs) => {
                    tracing::warn!(jobs, "jobs of a host that stopped answering are taken over");
                    self.work.announce();
                }
                Err(error) => tracing::error!(%error, "expired leases could not be reclaimed"),
            }
        }
    }
}

async fn attempt(runner: Arc<dyn Runner>, job: Leased) -> Outcome {
    let outcome = match &job.abandon {
        None => runner.run(&job.scope, &job.kind, job.request.clone()).await,
        Some(reason) => runner.abandon(&job.scope, &job.kind, job.request.clone(), reason).await,
    };
    match outcome {
        Ok(()) => Outcome::Done,
        Err(JobFailure::Failed { message: reason, retryable }) => Outcome::Failed { reason, retryable },
        Err(JobFailure::Unserved { message: reason }) => Outcome::Unserved { reason },
        Err(JobFailure::Busy { message: reason }) => Outcome::Busy { reason },
    }
}
