//! The limits of recognition.

use std::time::Duration;

use plumbline_engine::{ConcurrencyLimiter, Limits};

/// The limits of recognition. Such calls need no permit of their class.
#[derive(Clone)]
pub(crate) struct Recognition {
    pub(crate) limiter: ConcurrencyLimiter,
    pub(crate) limits: Limits,
}

impl Recognition {
    /// Returns the limits of this machine.
    pub(crate) fn new() -> Self {
        let limits = limits();
        Self { limiter: ConcurrencyLimiter::without_reserve(limits.concurrent), limits }
    }
}

const MIB: usize = 1 << 20;

/// Returns the limits of readers during the recognition of a page.
fn limits() -> Limits {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    Limits {
        // For the instance that reads the document, so the limit is that of readers.
        memory_bytes: 512 * MIB,
        // Drawing an E-size sheet and tracing it takes some 10 s. The models run outside the guest.
        compute: Duration::from_secs(120),
        // That sheet took 60 s while two were recognized at once.
        deadline: Duration::from_secs(900),
        hostcall_bytes: 256 * MIB,
        table_elements: 20_000,
        core_instances: 16,
        // Half the cores, so that documents without recognition are still read.
        concurrent: (cores / 2).max(1),
        wait: Duration::from_secs(3_600),
        output_bytes: 256 * MIB as u64,
    }
}
