//! When glibc gives freed memory back to the system.
//!
//! By itself it learns to keep buffers of up to 32 MiB in the arena of each thread, so that the space of every file and
//! sheet that passed through stays with the process. Large buffers are therefore mapped one by one and go back when they
//! are freed. Text recognition frees and asks for such buffers by the thousand: mapping them would take it half as long
//! again, so they are kept while it runs.

use std::sync::{Mutex, PoisonError};

/// From how many bytes on a buffer is mapped by itself.
const MAPPED: i32 = 128 * 1024;
/// The same while large buffers are kept: the most that glibc takes.
const MAPPED_MEANWHILE: i32 = 32 * 1024 * 1024;

/// How many keep large buffers at the moment.
static KEEPING: Mutex<usize> = Mutex::new(0);

/// Has large buffers go back to the system as soon as they are freed.
pub fn return_large_buffers() {
    set(MAPPED);
}

/// While one of these is there, large buffers are kept for the next that asks.
pub(crate) struct LargeBuffersKept(());

impl LargeBuffersKept {
    pub(crate) fn new() -> Self {
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
            give_back();
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "settings of the C library")]
fn set(mapped: libc::c_int) {
    // SAFETY: both take a plain number, which `mallopt` writes under the lock of the main arena; `free` writes the same
    // thresholds without any when it learns. A refusal leaves things as they were.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, mapped);
        libc::mallopt(libc::M_TRIM_THRESHOLD, mapped);
    }
}

/// Returns freed memory to the system. Takes milliseconds: it looks through all arenas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "a call of the C library")]
pub fn give_back() {
    // SAFETY: takes any number and locks the arenas that it looks at.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn set(_: i32) {}

/// Does nothing here: when freed memory returns is left to the allocator.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
