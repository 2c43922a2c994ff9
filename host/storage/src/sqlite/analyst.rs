//! One analysis of a statement at a time, in whatever order.
//!
//! A fair lock hands itself to the caller that waited longest, before that caller runs again. Here a caller may not run again for long:
//! its future belongs to a guest, and rests while that guest computes or is about to be dropped. All others would then wait for a
//! lock that is not in use. So nothing is handed over: all waiting callers are woken, and the first to run goes on.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Lets one caller at a time analyze statements.
#[derive(Default)]
pub(super) struct Analyst {
    is_busy: AtomicBool,
    ended: Notify,
}

/// The right to analyze, until it is dropped.
pub(super) struct Alone<'a>(&'a Analyst);

impl Analyst {
    /// Waits until no other caller analyzes. The right must not be kept across another wait.
    pub(super) async fn alone(&self) -> Alone<'_> {
        loop {
            // Before the look, so that an end between the two is not missed.
            let ended = self.ended.notified();
            if !self.is_busy.swap(true, Ordering::Acquire) {
                return Alone(self);
            }
            ended.await;
        }
    }
}

impl Drop for Alone<'_> {
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
    async fn one_that_waits_and_is_not_run_again_keeps_nobody_waiting() {
        let analyst = Analyst::default();
        let first = analyst.alone().await;
        // Waits, and is not asked again although it could go on.
        let mut resting = pin!(analyst.alone());
        assert!(resting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(first);
        let next = tokio::time::timeout(Duration::from_secs(10), analyst.alone()).await;
        assert!(next.is_ok(), "the one that rests has the lock");
        drop(next);
        resting.await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_at_a_time() {
        let analyst = std::sync::Arc::new(Analyst::default());
        let inside = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        let tasks = (0..200).map(|_| {
            let (analyst, inside) = (std::sync::Arc::clone(&analyst), std::sync::Arc::clone(&inside));
            tokio::spawn(async move {
                let _alone = analyst.alone().await;
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
