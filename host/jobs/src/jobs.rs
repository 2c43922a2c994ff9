//! The running queue of a host: takes jobs, runs them, keeps their leases, stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plumbline_storage::{Scope, Storage, id};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::JobsConfig;
use crate::dispatcher::Dispatcher;
use crate::error::JobsError;
use crate::host::Host;
use crate::lane::Lane;
use crate::queue::{Counts, Leased, Outcome, Queue, Unserved};
use crate::runner::{JobFailure, Runner};
use crate::upkeep::Upkeep;

/// Time for cut off jobs to end.
const GIVING_BACK: Duration = Duration::from_secs(5);
/// Wait after the queue's database failed.
const AFTER_ERROR: Duration = Duration::from_secs(1);

/// The queue of this host, running until [`Jobs::stop`]. Dropped without it, everything ends at once; another host, or
/// this one's next start, takes over what was running.
pub struct Jobs {
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

struct Shared {
    queue: Queue,
    runner: Arc<dyn Runner>,
    config: JobsConfig,
    /// Something may be due.
    work: Arc<Notify>,
    /// No new jobs.
    stop: CancellationToken,
    /// Of each lane, in their order.
    places: [Arc<Semaphore>; Lane::ALL.len()],
    running: Mutex<HashMap<(Scope, String), AbortHandle>>,
    attempts: TaskTracker,
    host: Host,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").field("host", &self.shared.host.name).finish_non_exhaustive()
    }
}

impl Jobs {
    /// Takes back what an earlier process of this host left, then starts dispatching and running.
    ///
    /// # Errors
    /// When the lock file or the database cannot be used.
    pub async fn start(storage: Storage, runner: Arc<dyn Runner>, config: JobsConfig) -> Result<Self, JobsError> {
        let host = Host::take(storage.data_dir())?;
        let queue = Queue::new(&storage.control, config.clone(), host.name.clone());
        let left = queue.take_back(Some(&host.prefix)).await?;
        if left > 0 {
            tracing::warn!(jobs = left, "an earlier process left jobs unfinished; they are resumed");
        }
        let shared = Arc::new(Shared {
            queue: queue.clone(),
            runner,
            work: Arc::new(Notify::new()),
            stop: CancellationToken::new(),
            places: Lane::ALL.map(|_| Arc::new(Semaphore::new(config.concurrency))),
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
            tokio::spawn(Arc::clone(&shared).keep_waking()),
            tokio::spawn(upkeep.run()),
        ];
        if shared.config.concurrency > 0 {
            tasks.push(tokio::spawn(Arc::clone(&shared).take_jobs()));
        }
        Ok(Self { shared, tasks })
    }

    /// How many jobs of all tenants are in which state, on all hosts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn counts(&self) -> Result<Counts, JobsError> {
        self.shared.queue.counts().await
    }

    /// Takes no more jobs, waits up to `grace` for the running ones, cuts off the rest and gives it back to the queue, where
    /// the cut attempt does not count.
    pub async fn stop(mut self, grace: Duration) {
        self.shared.stop.cancel();
        self.shared.attempts.close();
        if tokio::time::timeout(grace, self.shared.attempts.wait()).await.is_err() {
            self.shared.abort_all();
            // Each gives its job back, which is a statement, not work; the lease of one that cannot runs out.
            if tokio::time::timeout(GIVING_BACK, self.shared.attempts.wait()).await.is_err() {
                tracing::error!("jobs that do not end were left behind; their next run resumes them");
            }
        }
        for task in self.tasks.drain(..) {
            task.abort();
            // Cancelled is what it should be; a panic was logged by its own hook.
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
    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<(Scope, String), AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn abort_all(&self) {
        self.running().values().for_each(AbortHandle::abort);
    }

    /// Takes a job whenever a place of its lane is free and it is due.
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
                () = self.work.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Takes one job. Returns whether there was one to take.
    async fn take_job(self: &Arc<Self>) -> Result<bool, JobsError> {
        // Nobody else takes places, so one that is free here stays free.
        let free: Vec<Lane> =
            Lane::ALL.into_iter().filter(|lane| self.places[*lane as usize].available_permits() > 0).collect();
        if free.is_empty() {
            return Ok(false);
        }
        let Some(job) = self.queue.claim(&free).await? else { return Ok(false) };
        let place = Arc::clone(&self.places[Lane::of(&job.kind) as usize]).acquire_owned().await;
        // The semaphore is never closed.
        if let Ok(place) = place {
            self.start_attempt(job, place);
        }
        Ok(true)
    }

    /// How long nothing can become due, as far as is known here.
    async fn until_next(&self) -> Duration {
        let poll = self.config.poll;
        match self.queue.next_due().await {
            // A job that is due but was not taken waits for a place of its tenant; the end of that job wakes us.
            Ok(Some(due)) if due > id::now() => {
                let wait = id::parse(&due).and_then(|at| Duration::try_from(at - time::OffsetDateTime::now_utc()).ok());
                wait.unwrap_or_default().min(poll)
            }
            _ => poll,
        }
    }

    /// Runs an attempt in a task of its own, which ends it in the queue whatever happens to it.
    fn start_attempt(self: &Arc<Self>, job: Leased, place: OwnedSemaphorePermit) {
        let key = (job.scope.clone(), job.request.id.clone());
        let work = tokio::spawn(attempt(Arc::clone(&self.runner), job.clone()));
        self.running().insert(key.clone(), work.abort_handle());
        // `stop` may have cut the others off just before this one was entered.
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
            shared.work.notify_one();
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
            Outcome::Interrupted => tracing::info!(%scope, kind, id, attempt, "job cut off"),
        }
        match self.queue.end(job, outcome).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(%scope, kind, id, "the job's lease was lost; its result is another host's to record")
            }
            // The lease runs out and the job is run once more, which workers are made for.
            Err(error) => tracing::error!(%error, %scope, kind, id, "the end of a job could not be recorded"),
        }
    }

    /// Lets unserved jobs run whose worker is there now. `served` holds which kinds had a worker at the last look: a worker
    /// that is bound but could not begin is left to the jobs' own wait.
    async fn wake_served(&self, served: &mut HashMap<(Scope, String), bool>) -> Result<(), JobsError> {
        let unserved = self.queue.unserved().await?;
        served.retain(|key, _| unserved.iter().any(|kind| (&kind.scope, &kind.kind) == (&key.0, &key.1)));
        for Unserved { scope, kind, jobs } in unserved {
            let is_served = self.runner.is_served(&scope, &kind);
            let was_served = served.insert((scope.clone(), kind.clone()), is_served).unwrap_or(false);
            if is_served && !was_served && self.queue.wake(&scope, &kind).await? > 0 {
                tracing::info!(%scope, kind, jobs, "a worker is there for jobs that waited for one");
                self.work.notify_one();
            }
        }
        Ok(())
    }

    /// Looks again and again for workers that jobs wait for. Apart from [`Shared::keep_leases`], whose connection no other work may
    /// keep waiting.
    async fn keep_waking(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(self.config.heartbeat);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut served = HashMap::new();
        loop {
            ticks.tick().await;
            if let Err(error) = self.wake_served(&mut served).await {
                tracing::error!(%error, "jobs that wait for a worker could not be looked at");
            }
        }
    }

    /// Renews leases, cuts off jobs whose lease was lost, takes back leases that ran out.
    async fn keep_leases(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(self.config.heartbeat);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut renewed = Instant::now();
        loop {
            ticks.tick().await;
            // Jobs that are entered after this moment are not expected in the answer.
            let entered: Vec<_> = self.running().keys().cloned().collect();
            let asked = Instant::now();
            // A database that does not answer in time is as good as a failed one: the leases run out either way. One heartbeat
            // is kept in hand, because the next look comes that much later.
            let safe = self.config.lease.saturating_sub(self.config.heartbeat);
            let left = safe.saturating_sub(renewed.elapsed());
            match tokio::time::timeout(left, self.queue.renew()).await {
                Ok(Ok(held)) => {
                    renewed = asked;
                    let running = self.running();
                    for lost in entered.iter().filter(|key| !held.contains(key)) {
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
            match self.queue.take_back(None).await {
                Ok(0) => {}
                Ok(jobs) => {
                    tracing::warn!(jobs, "jobs of a host that stopped answering are taken over");
                    self.work.notify_one();
                }
                Err(error) => tracing::error!(%error, "leases that ran out could not be taken back"),
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
    }
}
