//! The cached analyses of a database's statements, limited in number and in bytes. A component that generates its SQL must
//! not fill the memory.

use std::collections::HashMap;
use std::sync::Arc;

use super::connection::Analysis;

/// Distinct statements whose analysis is cached. Components have a few hundred.
const STATEMENTS_KEPT: usize = 2_000;
/// Bytes of the cached statements with the names of their columns. The statements of components have some 500 bytes each,
/// but one may have 64 KiB.
const BYTES_KEPT: usize = 2 * 1024 * 1024;

/// Analyses by the text of their statement.
#[derive(Default)]
pub(super) struct Analyses {
    by_text: HashMap<Arc<str>, Arc<Analysis>>,
    bytes: usize,
}

impl Analyses {
    /// Returns the cached analysis of a statement.
    pub(super) fn get(&self, sql: &str) -> Option<(Arc<str>, Arc<Analysis>)> {
        self.by_text.get_key_value(sql).map(|(sql, analysis)| (Arc::clone(sql), Arc::clone(analysis)))
    }

    /// Caches the analysis of a statement that is not cached yet. Forgets all others if it exceeds a limit.
    pub(super) fn insert(&mut self, sql: &Arc<str>, analysis: &Arc<Analysis>) {
        let bytes = sql.len() + analysis.column_bytes();
        if self.by_text.len() >= STATEMENTS_KEPT || self.bytes + bytes > BYTES_KEPT {
            *self = Self::default();
        }
        self.bytes += bytes;
        self.by_text.insert(Arc::clone(sql), Arc::clone(analysis));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Caches the analyses of 3,000 statements. Returns the largest number and the most bytes that were cached.
    fn most_cached(sql_bytes: usize, columns: usize) -> (usize, usize) {
        let mut analyses = Analyses::default();
        let (mut number, mut bytes) = (0, 0);
        for i in 0..3_000 {
            let sql: Arc<str> = Arc::from(format!("{i:0sql_bytes$}"));
            analyses.insert(&sql, &Arc::new(Analysis::of_query(vec!["x".repeat(1_000); columns])));
            assert!(analyses.get(&sql).is_some());
            number = number.max(analyses.by_text.len());
            bytes = bytes.max(analyses.bytes);
        }
        (number, bytes)
    }

    #[test]
    fn analyses_are_bounded_in_number_and_in_bytes() {
        assert_eq!(most_cached(10, 0), (2_000, 20_000));
        let (number, bytes) = most_cached(60_000, 0);
        assert!(number == 34 && bytes <= BYTES_KEPT, "{number} {bytes}");
        let (number, bytes) = most_cached(10, 60);
        assert!(number < 35 && bytes <= BYTES_KEPT, "{number} {bytes}");
    }
}
