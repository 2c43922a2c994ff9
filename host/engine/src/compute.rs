//! Threads of their own for readers, extractors and exporters, which compute for seconds. The operating system shares the cores
//! between them and the threads that serve requests, and prefers the latter: a request waits for no takeoff.

use anyhow::Context as _;
use tokio::runtime::{Handle, Runtime};
use tokio::task::JoinHandle;

/// The threads.
pub(crate) struct Compute {
    handle: Handle,
    /// Present until it is dropped.
    runtime: Option<Runtime>,
}

impl Compute {
    pub(crate) fn start() -> anyhow::Result<Self> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.thread_name("compute").enable_all().on_thread_start(step_back);
        let runtime = builder.build().context("starting the compute threads")?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Runs a future on these threads.
    pub(crate) fn spawn<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> Task<T> {
        Task(self.handle.spawn(future))
    }
}

impl Drop for Compute {
    fn drop(&mut self) {
        // The last reference may go in an async task, where waiting for threads is not allowed.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A task on the compute threads that ends when its handle is dropped.
pub(crate) struct Task<T>(JoinHandle<T>);

impl<T> Task<T> {
    /// Waits for its end.
    pub(crate) async fn join(mut self) -> Result<T, tokio::task::JoinError> {
        (&mut self.0).await
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// How far the priority goes down, of 19 steps.
#[cfg(target_os = "linux")]
const STEPS: libc::c_int = 10;

/// Gives way to the threads that serve requests where both want a core. A busy thread then has about a tenth of what one of those has;
/// on an idle machine nothing changes.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "a call of the C library")]
fn step_back() {
    // SAFETY: takes a plain number. On Linux it is about the calling thread, which may always lower its own priority.
    unsafe {
        libc::nice(STEPS);
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn compute_threads_give_way_and_others_do_not() {
        let niceness = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            // Field 19; the name before it may hold spaces.
            stat.rsplit_once(')').unwrap().1.split_whitespace().nth(16).unwrap().parse::<libc::c_int>().unwrap()
        };
        let usual = niceness();
        let compute = Compute::start().unwrap();
        assert_eq!(compute.spawn(async move { niceness() }).join().await.unwrap(), (usual + STEPS).min(19));
        assert_eq!(niceness(), usual);
    }
}
