//! Limits of a call of each class. Every number has its reason here.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::slot::Class;

const MIB: usize = 1 << 20;

/// Handles one instance may hold at one time: resources, streams, futures, tasks. Each costs the host some 500 bytes
/// that no memory limit of the guest counts, and a set of HTTP headers up to [`HEADER_BYTES`]. Wasmtime allows a
/// million. An endpoint with 16 requests holds under 300.
pub(crate) const HANDLES: usize = 4_000;

/// Resources with an instance or files of their own that one worker may have open at one time, in total. Some have
/// three files on the host's disk, others an instance with its permit. A worker drives one of them at a time.
pub(crate) const MAX_OPEN_RESOURCES: usize = 8;

/// Bytes of one set of HTTP headers. The edge accepts no more from callers, and components answer with some hundreds.
pub(crate) const HEADER_BYTES: usize = 64 << 10;

/// Random bytes that one call may return. The host allocates them before it counts them.
pub(crate) const RANDOM_BYTES: u64 = 1 << 20;

/// The limits of one call or one instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Linear memory of one instance, the total of all its memories, in bytes.
    pub memory_bytes: usize,
    /// Time the guest may spend computing, counted in ticks of the epoch while its code runs. Waiting for the host does
    /// not count, so a slow disk fails no call.
    pub compute: Duration,
    /// Time from the call to its answer, including waits. Enforced outside the store, where no guest can starve it.
    pub deadline: Duration,
    /// Bytes the host may allocate for values that one host call passes in (Wasmtime's hostcall fuel).
    pub hostcall_bytes: usize,
    /// Elements of all tables in total.
    pub table_elements: usize,
    /// Core instances of one component.
    pub core_instances: usize,
    /// Calls that run at one time, over all tenants.
    pub concurrent: usize,
    /// How long a call waits for a permit before it fails because the host is busy.
    pub wait: Duration,
    /// Size of one response or file in bytes.
    pub output_bytes: u64,
}

/// The limits of every class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitsByClass {
    /// For endpoints.
    pub endpoint: Limits,
    /// For workers.
    pub worker: Limits,
    /// For readers.
    pub reader: Limits,
    /// For extractors.
    pub extractor: Limits,
    /// For exporters.
    pub exporter: Limits,
}

impl Default for LimitsByClass {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            endpoint: Limits {
                // A spin-sdk component at work stays under 4 MiB; 16 requests in one instance, each with a body of
                // 1 MiB and its answer, stay under 48.
                memory_bytes: 64 * MIB,
                // An operation computes for under 1 ms. Two seconds leave room for a list of 200 rows on a machine that
                // is busy with jobs.
                compute: Duration::from_secs(2),
                // A REST caller waits 10 to 30 s before it gives up. The write queue of a tenant drains in less.
                deadline: Duration::from_secs(10),
                // A SQL statement and its parameters: an idempotency record holds one response, below 1 MiB.
                hostcall_bytes: 16 * MIB,
                // A component's indirect calls: the largest seen has under 4,000 functions.
                table_elements: 20_000,
                // A composed component (adapter, middleware) has a handful. 16 leaves some room.
                core_instances: 16,
                // 16 requests share an instance, so this is 16 to 256 instances at once.
                concurrent: 256,
                wait: Duration::from_secs(2),
                // The longest list (200 rows with details) is near 400 kB.
                output_bytes: 8 * MIB as u64,
            },
            worker: Limits {
                // A worker holds the findings of one page, at most a few ten thousand items.
                memory_bytes: 256 * MIB,
                // Turning findings into rows: 2,000 pages at 0.5 s.
                compute: Duration::from_secs(1_000),
                // 2,000 pages of scans at 10 s each.
                deadline: Duration::from_secs(6 * 3_600),
                // The findings of one page as lists of records.
                hostcall_bytes: 128 * MIB,
                table_elements: 20_000,
                core_instances: 16,
                // A waiting worker costs only memory. Readers and extractors have their own, tighter limit. A host
                // whose queue has more places than this raises the limit.
                concurrent: 16,
                wait: Duration::from_secs(60),
                // Workers return no output. This limits one blob that they write.
                output_bytes: 64 * MIB as u64,
            },
            reader: Limits {
                // The largest page measured (1.45 M paths) took 250 MB in the reader; no file may take over 512 MiB.
                memory_bytes: 512 * MIB,
                // For opening, and again for each page. That page took 1 s. A decompression bomb is stopped long before
                // a caller gives up. Ten seconds is the most that a hostile file may cost.
                compute: Duration::from_secs(10),
                deadline: Duration::from_secs(60),
                // One page: 1.45 M paths are about 60 MB of columns.
                hostcall_bytes: 256 * MIB,
                table_elements: 20_000,
                core_instances: 16,
                // They compute all the time, so more than one per core only costs memory. The last permit is kept for a
                // tenant that has none running.
                concurrent: cores + 1,
                // A document may wait behind documents of other tenants.
                wait: Duration::from_secs(600),
                // One page, as it is stored.
                output_bytes: 256 * MIB as u64,
            },
            extractor: Limits {
                // The page again, with spatial indexes.
                memory_bytes: 1024 * MIB,
                // One page: 0.1 to 3 s measured. Pages that are read in depth take 50 s.
                compute: Duration::from_secs(120),
                deadline: Duration::from_secs(300),
                hostcall_bytes: 256 * MIB,
                table_elements: 20_000,
                core_instances: 16,
                concurrent: cores + 1,
                wait: Duration::from_secs(3_600),
                // What it keeps of one page.
                output_bytes: 64 * MIB as u64,
            },
            exporter: Limits {
                // 100,000 distinct lines took 110 MB natively. Plugins add an interpreter.
                memory_bytes: 768 * MIB,
                // 200,000 rows took 2.4 s natively. Scripted plugins are some 30 times slower.
                compute: Duration::from_secs(180),
                deadline: Duration::from_secs(300),
                // One write to the sink.
                hostcall_bytes: 128 * MIB,
                // JavaScript and Python plugins bring an interpreter: tables near 30,000.
                table_elements: 100_000,
                // CPython with its libraries, and a stub for each WASI interface that it does not use, has 38.
                core_instances: 64,
                concurrent: cores + 1,
                wait: Duration::from_secs(600),
                output_bytes: 256 * MIB as u64,
            },
        }
    }
}

impl LimitsByClass {
    /// Returns the limits of a class.
    pub fn of(&self, class: Class) -> &Limits {
        match class {
            Class::Endpoint => &self.endpoint,
            Class::Worker => &self.worker,
            Class::Reader => &self.reader,
            Class::Extractor => &self.extractor,
            Class::Exporter => &self.exporter,
        }
    }
}
