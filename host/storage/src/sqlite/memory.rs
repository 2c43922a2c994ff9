//! Limits the memory that SQLite allocates for one statement of a component.
//!
//! SQLite's own limit, `sqlite3_hard_heap_limit64`, counts the whole process behind one lock, so a greedy statement
//! would take memory away from all other tenants. SQLite runs a statement on one thread, so this allocator counts per
//! thread, and only while a [`Budget`] is in use. An allocation beyond the budget fails, and SQLite reports
//! `SQLITE_NOMEM` for that statement.
//!
//! It also counts the memory that SQLite holds in the whole process, for metrics.

use std::alloc::Layout;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicIsize, Ordering};

use rusqlite::ffi;

thread_local! {
    /// Bytes that SQLite may still allocate on this thread.
    static LEFT: Cell<usize> = const { Cell::new(UNBOUNDED) };
}

/// Bytes that SQLite holds in all threads, apart from changes that they have not [reported](report) yet.
static HELD: AtomicIsize = AtomicIsize::new(0);

/// Bytes that a thread counts before it updates [`HELD`], which all threads share: a statement allocates dozens of
/// times.
const REPORT_THRESHOLD: usize = 64 * 1024;

thread_local! {
    static UNREPORTED: Unreported = const { Unreported(Cell::new(0)) };
}

/// The bytes that a thread has allocated minus those it has freed since it last updated [`HELD`].
struct Unreported(Cell<isize>);

impl Drop for Unreported {
    fn drop(&mut self) {
        HELD.fetch_add(self.0.get(), Ordering::Relaxed);
    }
}

/// Adds to the bytes that SQLite holds.
fn report(bytes: isize) {
    let reported = UNREPORTED.try_with(|unreported| {
        let sum = unreported.0.get() + bytes;
        let is_much = sum.unsigned_abs() >= REPORT_THRESHOLD;
        unreported.0.set(if is_much { 0 } else { sum });
        if is_much {
            HELD.fetch_add(sum, Ordering::Relaxed);
        }
    });
    if reported.is_err() {
        // The thread is ending.
        HELD.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Returns the bytes that SQLite holds in this process, to within 64 KiB for each running thread.
pub fn held() -> u64 {
    u64::try_from(HELD.load(Ordering::Relaxed)).unwrap_or(0)
}

/// The value of `LEFT` while no component's statement is running. Half the range, so that frees cannot overflow it.
const UNBOUNDED: usize = usize::MAX / 2;

/// Bytes before each allocation that store its size. SQLite requires 8-byte alignment.
const HEADER: usize = 8;

/// Memory that one statement may use at a time, across all its steps.
pub(super) struct Budget {
    bytes: usize,
    left: usize,
}

impl Budget {
    pub(super) fn new(bytes: usize) -> Self {
        Self { bytes, left: bytes }
    }

    /// Runs a step of the statement on this thread within the budget.
    pub(super) fn during<T>(&mut self, part: impl FnOnce() -> T) -> T {
        /// Ends the limit even if `part` panics.
        struct Bounded<'a>(&'a mut Budget);
        impl Drop for Bounded<'_> {
            fn drop(&mut self) {
                // Freeing memory that was allocated earlier does not raise the budget.
                self.0.left = LEFT.replace(UNBOUNDED).min(self.0.bytes);
            }
        }
        LEFT.set(self.left);
        let _bounded = Bounded(self);
        part()
    }
}

/// Makes SQLite use this allocator. Must be called before any other use of SQLite in the process.
///
/// # Errors
/// Returns an instruction for the operator if SQLite was already in use.
pub(crate) fn install() -> Result<(), String> {
    static INSTALLED: OnceLock<c_int> = OnceLock::new();
    let code = *INSTALLED.get_or_init(|| {
        let methods = ffi::sqlite3_mem_methods {
            xMalloc: Some(allocate),
            xFree: Some(free),
            xRealloc: Some(reallocate),
            xSize: Some(size),
            xRoundup: Some(round_up),
            xInit: Some(init),
            xShutdown: Some(shut_down),
            pAppData: std::ptr::null_mut(),
        };
        #[expect(unsafe_code, reason = "SQLite is configured by a C function")]
        // SAFETY: SQLite copies the methods, which are functions of this program and keep to the contract of
        // `sqlite3_mem_methods`. It refuses the call once it is initialized.
        unsafe {
            ffi::sqlite3_config(ffi::SQLITE_CONFIG_MALLOC, &raw const methods)
        }
    });
    match code {
        ffi::SQLITE_OK => Ok(()),
        code => Err(format!(
            "SQLite did not accept the allocator that bounds statements (code {code}). Open the storage before any other SQLite database."
        )),
    }
}

/// Takes bytes from the budget. Returns false if not enough are left.
fn take(bytes: usize) -> bool {
    LEFT.try_with(|left| match left.get().checked_sub(bytes) {
        Some(rest) => {
            left.set(rest);
            true
        }
        None => false,
    })
    // The thread is ending and runs no statement.
    .unwrap_or(true)
}

fn give_back(bytes: usize) {
    let _ending = LEFT.try_with(|left| left.set(left.get().saturating_add(bytes).min(UNBOUNDED)));
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(HEADER)?, HEADER).ok()
}

extern "C" fn allocate(bytes: c_int) -> *mut c_void {
    let Ok(bytes) = usize::try_from(bytes) else { return std::ptr::null_mut() };
    let Some(layout) = layout(bytes) else { return std::ptr::null_mut() };
    if !take(bytes) {
        return std::ptr::null_mut();
    }
    #[expect(unsafe_code, reason = "SQLite deals in raw memory")]
    // SAFETY: the layout is not empty, and the block has room and alignment for its size at its beginning.
    unsafe {
        let block = std::alloc::alloc(layout);
        if block.is_null() {
            give_back(bytes);
            return std::ptr::null_mut();
        }
        report(bytes.cast_signed());
        block.cast::<usize>().write(bytes);
        block.add(HEADER).cast()
    }
}

#[expect(unsafe_code, reason = "SQLite deals in raw memory")]
unsafe extern "C" fn free(memory: *mut c_void) {
    // SAFETY: SQLite passes what `allocate` or `reallocate` returned and it has not freed yet.
    let bytes = unsafe { size_of_block(memory) };
    let Some(layout) = layout(bytes) else { return };
    // SAFETY: as above; the block was allocated with this layout.
    unsafe { std::alloc::dealloc(memory.cast::<u8>().sub(HEADER), layout) };
    give_back(bytes);
    report(-bytes.cast_signed());
}

#[expect(unsafe_code, reason = "SQLite deals in raw memory")]
unsafe extern "C" fn reallocate(memory: *mut c_void, bytes: c_int) -> *mut c_void {
    let Ok(bytes) = usize::try_from(bytes) else { return std::ptr::null_mut() };
    // SAFETY: SQLite passes what `allocate` or `reallocate` returned and it has not freed yet.
    let old = unsafe { size_of_block(memory) };
    let (Some(old_layout), Some(new_layout)) = (layout(old), layout(bytes)) else { return std::ptr::null_mut() };
    if !take(bytes.saturating_sub(old)) {
        return std::ptr::null_mut();
    }
    // SAFETY: the block was allocated with the old layout, and the new size is not zero. If it fails, the block stays.
    unsafe {
        let block = std::alloc::realloc(memory.cast::<u8>().sub(HEADER), old_layout, new_layout.size());
        if block.is_null() {
            give_back(bytes.saturating_sub(old));
            return std::ptr::null_mut();
        }
        block.cast::<usize>().write(bytes);
        give_back(old.saturating_sub(bytes));
        report(bytes.cast_signed() - old.cast_signed());
        block.add(HEADER).cast()
    }
}

#[expect(unsafe_code, reason = "SQLite deals in raw memory")]
unsafe extern "C" fn size(memory: *mut c_void) -> c_int {
    // SAFETY: as for `free`.
    let bytes = if memory.is_null() { 0 } else { unsafe { size_of_block(memory) } };
    c_int::try_from(bytes).unwrap_or(c_int::MAX)
}

/// Returns the size of an allocated block.
///
/// # Safety
/// `memory` must be a block from `allocate` or `reallocate` that is not freed.
#[expect(unsafe_code, reason = "SQLite deals in raw memory")]
unsafe fn size_of_block(memory: *mut c_void) -> usize {
    // SAFETY: the caller's promise; the size is stored before the block.
    unsafe { memory.cast::<u8>().sub(HEADER).cast::<usize>().read() }
}

/// Rounds up to a multiple of 8, as SQLite requires.
extern "C" fn round_up(bytes: c_int) -> c_int {
    bytes.saturating_add(7) & !7
}

extern "C" fn init(_: *mut c_void) -> c_int {
    ffi::SQLITE_OK
}

extern "C" fn shut_down(_: *mut c_void) {}
