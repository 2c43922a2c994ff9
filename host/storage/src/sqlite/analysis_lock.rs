//! Analysis of statements, one at a time and in no fixed order.
//!
//! A fair lock hands itself to the caller that has waited longest, before that caller runs again. Here a caller may not
//! run again for a long time: its future belongs to a guest, and is not polled while that guest computes or is about to
//! be dropped. All others would then wait for a lock that is not in use. So this lock hands nothing over. It wakes all
//! waiting callers, and the first to run takes it.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// A lock that allows one caller at a time to analyze statements.
#[derive(Default)]
pub(super) struct AnalysisLock {
    is_busy: AtomicBool,
    ended: Notify,
}

/// The exclusive right to analyze, held until dropped.
pub(super) struct AnalysisGuard<'a>(&'a AnalysisLock);

impl AnalysisLock {
    /// Waits until no other caller analyzes. The guard must not be held across another wait.
    pub(super) async fn acquire(&self) -> AnalysisGuard<'_> {
        loop {
            // Registered before the check, so that a release between the two is not missed.
            let ended = self.ended.notified();
            if !self.is_busy.swap(true, Ordering::Acquire) {
                return AnalysisGuard(self);
            }
            ended.await;
        }
    }
}

impl Drop for AnalysisGuard<'_> {
    fn drop(&mut self) {
        self.0.is_busy.store(false, Ordering::Release);
        self.0.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future as _;
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_stalled_waiter_does_not_block_others() {
        let lock = AnalysisLock::default();
        let first = lock.acquire().await;
        // Waits, and is not polled again although it could continue.
        let mut resting = pin!(lock.acquire());
        assert!(resting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(first);
        let next = tokio::time::timeout(Duration::from_secs(10), lock.acquire()).await;
        assert!(next.is_ok(), "the one that rests has the lock");
        drop(next);
        resting.await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_at_a_time() {
        let lock = std::sync::Arc::new(AnalysisLock::default());
        let inside = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        let tasks = (0..200).map(|_| {
            let (lock, inside) = (std::sync::Arc::clone(&lock), std::sync::Arc::clone(&inside));
            tokio::spawn(async move {
                let _guard = lock.acquire().await;
                assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                std::thread::yield_now();
                inside.fetch_sub(1, Ordering::SeqCst);
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
    }
}
