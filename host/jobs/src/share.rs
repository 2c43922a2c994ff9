//! The limit on a tenant's jobs in the queue. It is one table for all tenants, so no tenant may fill it.

use plumbline_storage::OutboxEntry;

use crate::error::JobsError;

/// The remainder of a tenant's share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RemainingShare {
    pub(crate) jobs: usize,
    /// Bytes of payload.
    pub(crate) bytes: usize,
}

impl RemainingShare {
    /// Returns how many of these entries fit, counted from the first.
    pub(crate) fn fits(self, entries: &[OutboxEntry]) -> usize {
        let mut bytes = self.bytes;
        let fits = |entry: &&OutboxEntry| {
            let left = bytes.checked_sub(entry.payload.len());
            bytes = left.unwrap_or(bytes);
            left.is_some()
        };
        entries.iter().take(self.jobs).take_while(fits).count()
    }

    /// Returns the error for an entry that does not fit.
    pub(crate) fn full(self) -> JobsError {
        JobsError::Full { what: if self.jobs == 0 { "jobs" } else { "bytes of jobs" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_fit_by_number_and_by_bytes() {
        let entries = [3, 4, 0, 5].map(|length| OutboxEntry {
            id: String::new(),
            kind: "long".into(),
            payload: "x".repeat(length),
            due_at: None,
        });
        for (jobs, bytes, fitting) in [(9, 99, 4), (3, 99, 3), (0, 99, 0), (9, 7, 3), (9, 6, 1), (9, 2, 0), (9, 12, 4)]
        {
            assert_eq!(RemainingShare { jobs, bytes }.fits(&entries), fitting, "{jobs} {bytes}");
        }
    }
}
