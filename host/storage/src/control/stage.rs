//! A stage: a version that serves a share of the calls at first. It has a share, outcomes, and rules for automatic
//! promotion or rollback.

use serde::{Deserialize, Serialize};

use crate::error::StorageError;

/// The share of the calls that a staged version serves, and the rules for its automatic end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stage {
    /// Percentage of requests and jobs.
    pub percent: u8,
    /// Jobs and paths that name one of these ids are served by the staged version regardless of the percentage.
    #[serde(rename = "projects")]
    pub subjects: Vec<String>,
    /// The stage is rolled back if its failure rate exceeds that of the stable version by this many percentage points…
    pub max_error_points: f64,
    /// …after it has served this many calls.
    pub min_calls: u64,
    /// The stage is promoted if it has served this many calls and is not worse. `None` never promotes automatically.
    pub promote_after: Option<u64>,
}

impl Default for Stage {
    fn default() -> Self {
        Self { percent: 0, subjects: Vec::new(), max_error_points: 5.0, min_calls: 20, promote_after: None }
    }
}

impl Stage {
    /// Checks that the values are valid.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] with the name of the field.
    pub fn check(&self) -> Result<(), StorageError> {
        let invalid = |text: &str| Err(StorageError::Invalid(text.into()));
        if self.percent > 99 {
            return invalid("percent: must be 1–99. To serve all calls, bind the component");
        }
        if self.percent == 0 && self.subjects.is_empty() {
            return invalid("percent: must be 1–99 unless you give projects");
        }
        if !(0.0..=100.0).contains(&self.max_error_points) {
            return invalid("max_error_points: must be 0–100");
        }
        if self.min_calls == 0 {
            return invalid("min_calls: must be at least 1");
        }
        Ok(())
    }
}

/// One of the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The version that serves the share.
    Staged,
    /// The version that serves the other calls.
    Stable,
}

impl Side {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Staged => "staged",
            Self::Stable => "stable",
        }
    }
}

/// Numbers of calls and failures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Completed calls.
    pub calls: u64,
    /// Calls that failed because of the component: a trap, a limit, a 5xx response.
    pub failures: u64,
}

impl Counts {
    /// Returns the failures per hundred calls.
    pub fn error_percent(self) -> f64 {
        if self.calls == 0 { 0.0 } else { 100.0 * self.failures as f64 / self.calls as f64 }
    }
}

/// The outcomes of calls during a stage, on all hosts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Calls of the staged version.
    pub staged: Counts,
    /// Calls of the stable version during the stage.
    pub stable: Counts,
}

/// What happens to a stage after its outcomes so far.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The stage continues.
    Continue,
    /// The staged version serves all calls from now on.
    Promote(String),
    /// The staged version serves no more calls.
    RollBack(String),
}

impl Stage {
    /// Returns the verdict on the outcomes so far.
    pub fn verdict(&self, outcomes: &Outcomes) -> Verdict {
        let Outcomes { staged, stable } = outcomes;
        let summary = format!(
            "{} of {} calls failed ({:.1} %). Stable version: {} of {} ({:.1} %)",
            staged.failures,
            staged.calls,
            staged.error_percent(),
            stable.failures,
            stable.calls,
            stable.error_percent()
        );
        if staged.calls < self.min_calls {
            return Verdict::Continue;
        }
        if staged.error_percent() > stable.error_percent() + self.max_error_points {
            return Verdict::RollBack(summary);
        }
        match self.promote_after {
            Some(calls) if staged.calls >= calls => Verdict::Promote(summary),
            _ => Verdict::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_compared_with_the_stable_version() {
        let stage = Stage { percent: 5, promote_after: Some(100), ..Stage::default() };
        let outcomes = |staged: (u64, u64), stable: (u64, u64)| Outcomes {
            staged: Counts { calls: staged.0, failures: staged.1 },
            stable: Counts { calls: stable.0, failures: stable.1 },
        };
        assert_eq!(stage.verdict(&outcomes((19, 19), (500, 0))), Verdict::Continue, "too few calls to tell");
        assert!(matches!(stage.verdict(&outcomes((20, 2), (500, 0))), Verdict::RollBack(_)));
        assert_eq!(stage.verdict(&outcomes((20, 2), (500, 40))), Verdict::Continue, "the other one fails as often");
        assert!(matches!(stage.verdict(&outcomes((100, 5), (500, 0))), Verdict::Promote(_)));
        assert!(matches!(stage.verdict(&outcomes((100, 6), (0, 0))), Verdict::RollBack(_)));
    }

    #[test]
    fn a_stage_of_no_or_all_calls_is_rejected() {
        assert!(Stage::default().check().is_err());
        assert!(Stage { percent: 100, ..Stage::default() }.check().is_err());
        assert!(Stage { percent: 5, ..Stage::default() }.check().is_ok());
        assert!(Stage { subjects: vec!["prj_1".into()], ..Stage::default() }.check().is_ok());
    }
}
