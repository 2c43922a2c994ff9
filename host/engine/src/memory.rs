//! Controls when glibc returns freed memory to the system.
//!
//! By default, glibc learns to keep buffers of up to 32 MiB in the arena of each thread, so the memory of every file that
//! was processed stays with the process. Large buffers are therefore mapped individually and returned when they
//! are freed. Inference allocates and frees such buffers by the thousand. Mapping them would make it take half as long
//! again, so they are kept while it runs.

use std::sync::{Mutex, PoisonError};

/// Size in bytes from which a buffer is mapped individually.
const MAPPED: i32 = 128 * 1024;
/// The size while large buffers are kept: the most that glibc accepts.
const MAPPED_MEANWHILE: i32 = 32 * 1024 * 1024;

/// The number of [`LargeBuffersKept`] that exist.
static KEEPING: Mutex<usize> = Mutex::new(0);

/// Makes glibc return large buffers to the system as soon as they are freed.
pub fn return_large_buffers() {
    set(MAPPED);
}

/// A guard during whose lifetime freed large buffers are kept for the next allocation.
pub struct LargeBuffersKept(());

impl LargeBuffersKept {
    /// Keeps large buffers until the guard is dropped.
    #[allow(clippy::new_without_default, reason = "a guard, which has no default")]
    pub fn new() -> Self {
        let mut keeping = KEEPING.lock().unwrap_or_else(PoisonError::into_inner);
        *keeping += 1;
        if *keeping == 1 {
            set(MAPPED_MEANWHILE);
        }
        Self(())
    }
}

impl Drop for LargeBuffersKept {
    fn drop(&mut self) {
        let mut keeping = KEEPING.lock().unwrap_or_else(PoisonError::into_inner);
        *keeping -= 1;
        if *keeping == 0 {
            set(MAPPED);
            trim_memory();
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "settings of the C library")]
fn set(mapped: libc::c_int) {
    // SAFETY: both calls take a plain number, which `mallopt` writes under the lock of the main arena. `free` writes the same
    // thresholds without a lock when it adapts them. A refused call changes nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, mapped);
        libc::mallopt(libc::M_TRIM_THRESHOLD, mapped);
    }
}

/// Returns freed memory to the system. This takes milliseconds, because it searches all arenas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a call of the C library")]
pub fn trim_memory() {
    // SAFETY: the call takes any number and locks the arenas it searches.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn set(_: i32) {}

/// Does nothing on this platform: the allocator decides when freed memory returns.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn trim_memory() {}
