//! How the C library's allocator is set up.

/// From how many bytes on a buffer is mapped by itself, so that it goes back to the system when it is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: libc::c_int = 128 * 1024;

/// Keeps glibc from raising the size from which buffers are mapped: it would keep the space of every file and sheet that
/// passed through, once in the arena of each thread.
#[allow(unsafe_code, reason = "a setting of the C library")]
pub(crate) fn return_large_buffers() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: called before any thread starts; `mallopt` takes plain numbers and a refusal leaves things as they were.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
    }
}
