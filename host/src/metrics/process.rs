//! The operating system's data about this process, under the standard Prometheus names.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A snapshot of the process. Data that the system does not provide is `None`.
#[derive(Debug)]
pub(super) struct Process {
    /// Resident memory in bytes.
    pub(super) resident: Option<u64>,
    /// Virtual memory in bytes.
    pub(super) address_space: Option<u64>,
    pub(super) open_descriptors: Option<u64>,
    /// The soft limit of open descriptors.
    pub(super) max_descriptors: Option<u64>,
    /// Processor time of all threads.
    pub(super) processor: Duration,
}

impl Process {
    pub(super) fn read() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let processor = clock_gettime(ClockId::ProcessCPUTime);
        Self {
            resident: bytes(&status, "VmRSS:"),
            address_space: bytes(&status, "VmSize:"),
            // Listing the folder opens one descriptor itself.
            open_descriptors: std::fs::read_dir("/proc/self/fd")
                .ok()
                .map(|files| files.count().saturating_sub(1) as u64),
            max_descriptors: rlimit::Resource::NOFILE.get_soft().ok(),
            processor: Duration::new(
                u64::try_from(processor.tv_sec).unwrap_or(0),
                u32::try_from(processor.tv_nsec).unwrap_or(0),
            ),
        }
    }
}

/// Returns a line of `/proc/self/status` in bytes. The kernel writes kibibytes.
fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_kibibytes_are_bytes() {
        assert_eq!(bytes("Name:\tx\nVmRSS:\t    7244 kB\n", "VmRSS:"), Some(7244 * 1024));
        assert_eq!(bytes("Name:\tx\n", "VmRSS:"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_is_known() {
        let process = Process::read();
        assert!(process.resident.unwrap() > 1 << 20 && process.address_space >= process.resident);
        assert!(process.open_descriptors.unwrap() >= 3 && process.max_descriptors >= process.open_descriptors);
        assert!(process.processor > Duration::ZERO);
    }
}
