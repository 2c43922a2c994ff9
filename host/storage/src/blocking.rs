//! Support for work that blocks its thread, such as SQLite calls, which return only when done and wait for the disk.
//!
//! A thread that serves requests may do such work inside [`block_in_place`], which first hands the thread's other tasks
//! to another thread. The handover costs a few microseconds, so a whole transaction should be one piece of work. Nested
//! calls are free.

use std::cell::Cell;

use tokio::runtime::{Handle, RuntimeFlavor};

thread_local! {
    static IS_BLOCKING: Cell<bool> = const { Cell::new(false) };
}

/// Resets `IS_BLOCKING`, even if the work panics.
struct BlockingGuard;

impl Drop for BlockingGuard {
    fn drop(&mut self) {
        IS_BLOCKING.set(false);
    }
}

/// Runs `work` on this thread after handing its other tasks to another one. Outside a runtime, in a single-threaded
/// runtime and inside another `block_in_place`, there is nothing to hand over, and it only runs `work`.
pub fn block_in_place<T>(work: impl FnOnce() -> T) -> T {
    if IS_BLOCKING.replace(true) {
        return work();
    }
    let _guard = BlockingGuard;
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// Returns whether the current code runs inside [`block_in_place`].
pub(crate) fn is_blocking() -> bool {
    IS_BLOCKING.get()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn other_tasks_continue_while_a_thread_blocks() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (sender, receiver) = mpsc::channel();
        let task = async move {
            // Only another thread can run it.
            tokio::spawn(async move { sender.send(()) });
            block_in_place(|| {
                assert!(is_blocking());
                block_in_place(|| receiver.recv_timeout(Duration::from_secs(30)))
            })
        };
        assert_eq!(runtime.block_on(async { tokio::spawn(task).await.unwrap() }), Ok(()));
        assert!(!is_blocking());
    }

    #[test]
    fn a_panic_resets_the_flag() {
        let panicked = std::panic::catch_unwind(|| block_in_place(|| panic!("in the work")));
        assert!(panicked.is_err() && !is_blocking());
    }
}
