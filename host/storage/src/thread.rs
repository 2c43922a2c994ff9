//! Support for work that blocks its thread, such as SQLite calls, which return only when done and wait for the disk.
//!
//! A thread that serves requests may do such work inside [`occupy`], which first hands the thread's other tasks to
//! another thread. The handover costs a few microseconds, so a whole transaction should be one piece of work. Nested
//! calls are free.

use std::cell::Cell;

use tokio::runtime::{Handle, RuntimeFlavor};

thread_local! {
    static IS_OCCUPIED: Cell<bool> = const { Cell::new(false) };
}

/// Resets `IS_OCCUPIED`, even if the work panics.
struct Mark;

impl Drop for Mark {
    fn drop(&mut self) {
        IS_OCCUPIED.set(false);
    }
}

/// Runs `work` on this thread after handing its other tasks to another one. Outside a runtime, in a single-threaded
/// runtime and inside another `occupy`, there is nothing to hand over, and it only runs `work`.
pub fn occupy<T>(work: impl FnOnce() -> T) -> T {
    if IS_OCCUPIED.replace(true) {
        return work();
    }
    let _mark = Mark;
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// Returns whether the current code runs inside [`occupy`].
pub(crate) fn is_occupied() -> bool {
    IS_OCCUPIED.get()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn other_tasks_go_on_while_a_thread_is_occupied() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (sender, receiver) = mpsc::channel();
        let task = async move {
            // Only another thread can run it.
            tokio::spawn(async move { sender.send(()) });
            occupy(|| {
                assert!(is_occupied());
                occupy(|| receiver.recv_timeout(Duration::from_secs(30)))
            })
        };
        assert_eq!(runtime.block_on(async { tokio::spawn(task).await.unwrap() }), Ok(()));
        assert!(!is_occupied());
    }

    #[test]
    fn a_panic_ends_the_mark() {
        let panicked = std::panic::catch_unwind(|| occupy(|| panic!("in the work")));
        assert!(panicked.is_err() && !is_occupied());
    }
}
