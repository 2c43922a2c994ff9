//! The stages in the database: their outcomes and their end.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::query;
use serde::Deserialize;

use super::Control;
use super::bindings::{Binding, Change};
use super::stage::{Counts, Outcomes, Side, Verdict};
use crate::error::StorageError;

/// A row of `stage_outcomes`.
#[derive(Deserialize)]
struct SideCounts {
    side: Side,
    calls: i64,
    failures: i64,
}

impl Control {
    /// Adds to the outcomes of a stage.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn add_outcomes(&self, sequence: i64, side: Side, counts: Counts) -> Result<(), StorageError> {
        query(
            "INSERT INTO stage_outcomes (sequence, side, calls, failures) VALUES (?, ?, ?, ?)
             ON CONFLICT (sequence, side) DO UPDATE SET calls = stage_outcomes.calls + excluded.calls,
             failures = stage_outcomes.failures + excluded.failures",
        )
        .bind(sequence)
        .bind(side.as_str())
        .bind(i64::try_from(counts.calls).unwrap_or(i64::MAX))
        .bind(i64::try_from(counts.failures).unwrap_or(i64::MAX))
        .execute(self.pool())
        .await?;
        Ok(())
    }

    /// Returns the outcomes of a stage, from all hosts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn outcomes(&self, sequence: i64) -> Result<Outcomes, StorageError> {
        let rows: Vec<SideCounts> = query("SELECT side, calls, failures FROM stage_outcomes WHERE sequence = ?")
            .bind(sequence)
            .fetch_all(self.pool())
            .await?;
        let mut outcomes = Outcomes::default();
        for SideCounts { side, calls, failures } in rows {
            let counts = Counts { calls: calls.try_into().unwrap_or(0), failures: failures.try_into().unwrap_or(0) };
            match side {
                Side::Staged => outcomes.staged = counts,
                Side::Stable => outcomes.stable = counts,
            }
        }
        Ok(outcomes)
    }

    /// Ends a stage if its outcomes require it and it has not ended meanwhile. Returns the row that ended it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn evaluate_stage(&self, staged: &Binding) -> Result<Option<Binding>, StorageError> {
        let Some(stage) = &staged.stage else { return Ok(None) };
        match stage.verdict(&self.outcomes(staged.sequence).await?) {
            Verdict::Continue => Ok(None),
            Verdict::Promote(_) if !self.is_permitted(staged).await? => {
                self.end_stage(staged, false, &Change::by_host("its publisher is no longer trusted")).await
            }
            Verdict::Promote(reason) => self.end_stage(staged, true, &Change::by_host(&reason)).await,
            Verdict::RollBack(reason) => self.end_stage(staged, false, &Change::by_host(&reason)).await,
        }
    }
}

impl Control {
    /// Returns whether the publisher of a bound component is still trusted.
    async fn is_permitted(&self, binding: &Binding) -> Result<bool, StorageError> {
        match self.check_publication(&binding.tenant, &binding.slot, &binding.digest).await {
            Ok(()) => Ok(true),
            Err(StorageError::Invalid(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
