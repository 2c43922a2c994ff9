//! Separate threads for readers, extractors and exporters, which compute for seconds, so that no request waits for them.
//!
//! The threads compute when no other thread wants the core (SCHED_IDLE, sched(7)). A lower priority alone is not enough: with
//! it, Linux lets a thread finish a slice of some milliseconds when a thread that serves a request wakes up, and requests took
//! twice as long beside jobs (docs/performance.md). If the others leave nothing for a second, a call continues on threads
//! of lower priority, which are sure of a tenth of a busy core. So jobs get slower under load but never stop. Systems other
//! than Linux share the cores in their usual way.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use tokio::runtime::{Handle, Runtime};
use tokio::task::JoinHandle;

/// How much the threads for starved calls raise their niceness, of at most 19.
const NICENESS_INCREMENT: i32 = 10;

/// Period over which a call's share of processor time is measured.
const MEASURED: Duration = Duration::from_secs(1);

/// A call is starved if it got less than 1/`MIN_SHARE_DIVISOR` of the time it wanted.
const MIN_SHARE_DIVISOR: u32 = 20;

/// The compute threads.
pub(crate) struct Compute {
    idle_priority: Threads,
    low_priority: Threads,
}

/// Threads with one scheduling policy.
struct Threads {
    handle: Handle,
    /// `Some` until the threads are dropped.
    runtime: Option<Runtime>,
}

impl Compute {
    pub(crate) fn start() -> anyhow::Result<Self> {
        Ok(Self {
            idle_priority: Threads::start("compute", scheduling::only_when_idle)?,
            low_priority: Threads::start("compute-starved", scheduling::lower_priority)?,
        })
    }

    /// Runs a future on these threads.
    pub(crate) fn spawn<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> Task<T> {
        let low_priority = self.low_priority.handle.clone();
        Task(self.idle_priority.handle.spawn(async move {
            let mut future = Box::pin(future);
            match Measured::new(future.as_mut()).await {
                Some(output) => output,
                None => match Task(low_priority.spawn(future)).join().await {
                    Ok(output) => output,
                    Err(error) => match error.try_into_panic() {
                        Ok(panic) => std::panic::resume_unwind(panic),
                        // That runtime is gone, and this task's with it.
                        Err(_) => std::future::pending().await,
                    },
                },
            }
        }))
    }
}

impl Threads {
    fn start(name: &str, on_start: fn()) -> anyhow::Result<Self> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.thread_name(name).enable_all().on_thread_start(on_start);
        let runtime = builder.build().context("starting the compute threads")?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // The last reference may be dropped in an async task, which must not wait for threads.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A task on the compute threads, aborted when its handle is dropped.
pub struct Task<T>(JoinHandle<T>);

impl<T> Task<T> {
    /// Waits for the task to end.
    ///
    /// # Errors
    /// Returns an error if the task panicked, or if the engine has stopped.
    pub async fn join(mut self) -> Result<T, tokio::task::JoinError> {
        (&mut self.0).await
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Drives a future to its end, or until it is found to be starved. Then the output is `None`, and the future can continue
/// elsewhere.
struct Measured<'a, F> {
    future: Pin<&'a mut F>,
    share: Share,
}

/// How much processor time a call got of the time it wanted.
#[derive(Default)]
struct Share {
    wanted: Duration,
    computed: Duration,
}

impl<'a, F> Measured<'a, F> {
    fn new(future: Pin<&'a mut F>) -> Self {
        Self { future, share: Share::default() }
    }
}

impl<F: Future> Future for Measured<'_, F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let (begun, computed) = (Instant::now(), scheduling::computed());
        if let Poll::Ready(output) = self.future.as_mut().poll(cx) {
            return Poll::Ready(Some(output));
        }
        // Between two polls, the future waits for something else.
        let computed = scheduling::computed().saturating_sub(computed);
        if self.share.is_starved_after(begun.elapsed(), computed) { Poll::Ready(None) } else { Poll::Pending }
    }
}

impl Share {
    /// Adds a period on a thread and the processor time used in it. Returns whether the call is starved.
    fn is_starved_after(&mut self, wanted: Duration, computed: Duration) -> bool {
        self.wanted += wanted;
        self.computed += computed;
        if self.wanted < MEASURED {
            return false;
        }
        let Self { wanted, computed } = std::mem::take(self);
        computed * MIN_SHARE_DIVISOR < wanted
    }
}

#[cfg(target_os = "linux")]
mod scheduling {
    use std::time::Duration;

    use rustix::process::nice;
    use rustix::time::{ClockId, clock_gettime};

    /// Lets the calling thread compute only when no other thread wants its core.
    #[allow(unsafe_code, reason = "a call of the C library")]
    pub(super) fn only_when_idle() {
        let parameters = libc::sched_param { sched_priority: 0 };
        // SAFETY: the structure outlives the call. Zero means the calling thread, which may always lower itself to this policy.
        let result = unsafe { libc::sched_setscheduler(0, libc::SCHED_IDLE, &raw const parameters) };
        if result != 0 {
            // A sandbox may forbid this call and allow `nice`.
            lower_priority();
        }
    }

    /// Lowers the calling thread's priority.
    pub(super) fn lower_priority() {
        // Threads inherit the niceness of the thread that starts them.
        if nice(0).is_ok_and(|niceness| niceness < super::NICENESS_INCREMENT) {
            let _ = nice(super::NICENESS_INCREMENT);
        }
    }

    /// Returns the processor time of the calling thread.
    pub(super) fn computed() -> Duration {
        Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
    }
}

#[cfg(not(target_os = "linux"))]
mod scheduling {
    use std::time::{Duration, Instant};

    pub(super) fn only_when_idle() {}

    pub(super) fn lower_priority() {}

    /// Returns a clock, as if the thread computed all the time.
    pub(super) fn computed() -> Duration {
        static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLIS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_call_is_starved_by_what_it_got_of_a_second() {
        let mut share = Share::default();
        assert!(!share.is_starved_after(MILLIS(900), MILLIS(0)), "too soon to tell");
        assert!(share.is_starved_after(MILLIS(200), MILLIS(54)));
        assert!(!share.is_starved_after(MILLIS(1_100), MILLIS(55)), "what was before is forgotten");
        assert!(share.is_starved_after(MILLIS(60_000), MILLIS(180)));
    }

    #[tokio::test]
    async fn a_task_ends_with_its_handle() {
        let compute = Compute::start().unwrap();
        let (held, let_go) = tokio::sync::oneshot::channel::<()>();
        let task = compute.spawn(async move {
            let _held = held;
            std::future::pending::<()>().await;
        });
        drop(task);
        assert!(let_go.await.is_err());
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn what_is_left_nothing_goes_on_elsewhere() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, Ordering};

        /// Returns the policy and niceness of the calling thread: fields 41 and 19. The name before them may contain spaces.
        fn policy_and_niceness() -> [String; 2] {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
            [fields[38].to_owned(), fields[16].to_owned()]
        }

        let usual = policy_and_niceness();
        let compute = Compute::start().unwrap();
        let on_an_idle_machine = compute.spawn(async { policy_and_niceness() }).join().await.unwrap();
        assert_eq!(on_an_idle_machine, ["5".to_owned(), usual[1].clone()], "5 is SCHED_IDLE");
        let over = Arc::new(AtomicBool::new(false));
        let cores = std::thread::available_parallelism().unwrap().get();
        let busy = || {
            let over = Arc::clone(&over);
            std::thread::spawn(move || while !over.load(Ordering::Relaxed) {})
        };
        let busy: Vec<_> = (0..cores).map(|_| busy()).collect();
        let starved = compute.spawn(async {
            loop {
                let current = policy_and_niceness();
                if current[0] == "0" {
                    return current;
                }
                tokio::task::yield_now().await;
            }
        });
        let went_on = tokio::time::timeout(Duration::from_secs(60), starved.join()).await;
        over.store(true, Ordering::Relaxed);
        busy.into_iter().for_each(|thread| thread.join().unwrap());
        let niceness: i32 = usual[1].parse().unwrap();
        let lower = if niceness < NICENESS_INCREMENT { niceness + NICENESS_INCREMENT } else { niceness };
        assert_eq!(went_on.unwrap().unwrap()[1], lower.to_string());
        assert_eq!(policy_and_niceness(), usual, "other threads stay as they are");
    }
}
