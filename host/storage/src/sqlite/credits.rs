//! Counts the credits that move in tenants' ledgers, for metrics.
//!
//! Components write the ledger with SQL, so a trigger on each of their connections reports entries to the host
//! (`sandbox`). The amounts of a transaction are kept with its connection and counted when it commits.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

/// The SQL function that the trigger calls. The authorizer denies it to components' statements.
pub(super) const FUNCTION: &str = "count_credits";

/// The kinds of ledger entries, as named in the column `ledger_entries.kind`.
const KINDS: [&str; 4] = ["grant", "hold", "charge", "release"];

/// Micros moved since the process started, by kind.
static MOVED: [AtomicU64; KINDS.len()] = [const { AtomicU64::new(0) }; KINDS.len()];

/// Amounts that one connection has written but not committed, in micros by kind.
#[derive(Debug, Default)]
pub(super) struct Pending([AtomicI64; KINDS.len()]);

impl Pending {
    fn add(&self, kind: &str, micros: i64) {
        if let Some(index) = KINDS.iter().position(|known| *known == kind) {
            self.0[index].fetch_add(micros, Ordering::Relaxed);
        }
    }

    /// Returns the pending amounts, for [`Pending::restore`].
    pub(super) fn state(&self) -> [i64; KINDS.len()] {
        std::array::from_fn(|index| self.0[index].load(Ordering::Relaxed))
    }

    /// Removes the amounts that a failed statement added.
    pub(super) fn restore(&self, state: [i64; KINDS.len()]) {
        for (pending, before) in self.0.iter().zip(state) {
            pending.store(before, Ordering::Relaxed);
        }
    }

    /// Counts the pending amounts, since their transaction is committed.
    pub(super) fn commit(&self) {
        for (moved, pending) in MOVED.iter().zip(&self.0) {
            // Read transactions end here too, and have nothing pending.
            if pending.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let micros = u64::try_from(pending.swap(0, Ordering::Relaxed)).unwrap_or(0);
            moved.fetch_add(micros, Ordering::Relaxed);
        }
    }
}

/// Counts an entry that the host wrote, in micros.
pub(crate) fn note(kind: &str, micros: i64) {
    if let (Some(index), Ok(micros)) = (KINDS.iter().position(|known| *known == kind), u64::try_from(micros)) {
        MOVED[index].fetch_add(micros, Ordering::Relaxed);
    }
}

/// Counts what a transaction of PostgreSQL moved, in micros in the order of [`KINDS`].
pub(crate) fn note_all(micros: [u64; KINDS.len()]) {
    for (moved, micros) in MOVED.iter().zip(micros) {
        moved.fetch_add(micros, Ordering::Relaxed);
    }
}

/// Returns the credits that moved in the ledgers of all tenants since this process started, in micros by kind of entry.
/// Does not include what other processes write.
pub fn moved_credits() -> [(&'static str, u64); KINDS.len()] {
    std::array::from_fn(|index| (KINDS[index], MOVED[index].load(Ordering::Relaxed)))
}

/// Registers the function that the connection's trigger calls. It adds to the pending amounts of the connection.
///
/// # Errors
/// Returns the error of SQLite.
pub(super) fn install(connection: &Connection, pending: Arc<Pending>) -> Result<(), rusqlite::Error> {
    connection.create_scalar_function(FUNCTION, 2, FunctionFlags::SQLITE_UTF8, move |call| {
        let (kind, micros) = (call.get_raw(0), call.get_raw(1));
        if let (Ok(kind), Ok(micros)) = (kind.as_str(), micros.as_i64()) {
            pending.add(kind, micros);
        }
        Ok(0_i64)
    })
}
