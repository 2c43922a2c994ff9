//! Chooses which of two versions of a component serves a call during a canary, and counts how such calls ended.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plumbline_storage::{Binding, Counts, Side, Stage};
use sha2::{Digest as _, Sha256};

use crate::loaded::Loaded;

/// The identity of a call. A retry of the same call is served by the same version.
#[derive(Debug, Clone, Default)]
pub struct CallKey {
    /// The id of the request or of the job.
    pub id: String,
    /// What the call is about: the ids in its path or in its payload.
    pub subjects: Vec<String>,
}

impl CallKey {
    /// Returns the key of a job. Every text at the first level of its payload is a subject.
    pub(crate) fn of_job(id: &str, payload: &str) -> Self {
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(payload).unwrap_or_default();
        let texts = object.into_iter().filter_map(|(_, value)| value.as_str().map(str::to_owned));
        Self { id: id.to_owned(), subjects: texts.collect() }
    }

    /// Returns whether the call belongs to the share that a stage serves.
    fn belongs_to(&self, stage: &Stage) -> bool {
        if stage.subjects.iter().any(|subject| self.subjects.contains(subject)) {
            return true;
        }
        // From a hash that is the same on every host and in every version of this program.
        let hash = Sha256::digest(self.id.as_bytes());
        let number = hash.iter().take(4).fold(0u32, |number, byte| number << 8 | u32::from(*byte));
        number % 100 < u32::from(stage.percent)
    }
}

/// The outcomes of one side's calls since they were last recorded.
#[derive(Default)]
struct Tally {
    calls: AtomicU64,
    failures: AtomicU64,
}

impl Tally {
    fn take(&self) -> Counts {
        Counts { calls: self.calls.swap(0, Ordering::Relaxed), failures: self.failures.swap(0, Ordering::Relaxed) }
    }
}

/// A stage in progress.
pub(crate) struct Staged {
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) binding: Binding,
    tally: Arc<Tallies>,
}

/// The tallies of both sides of one stage.
#[derive(Default)]
struct Tallies {
    staged: Tally,
    stable: Tally,
}

impl Staged {
    /// Returns the version that serves a call. `stable` is the other version.
    pub(crate) fn choose(&self, stable: Option<Arc<Loaded>>, key: &CallKey) -> Option<ServingVersion> {
        let stage = self.binding.stage.as_ref();
        if stage.is_some_and(|stage| key.belongs_to(stage)) {
            return Some(self.serving_version(Arc::clone(&self.loaded), Side::Staged));
        }
        stable.map(|stable| self.serving_version(stable, Side::Stable))
    }

    fn serving_version(&self, loaded: Arc<Loaded>, side: Side) -> ServingVersion {
        ServingVersion { loaded, tally: Some((Arc::clone(&self.tally), side)) }
    }
}

/// The version that serves a call.
#[derive(Clone)]
pub struct ServingVersion {
    /// The component.
    pub loaded: Arc<Loaded>,
    tally: Option<(Arc<Tallies>, Side)>,
}

impl ServingVersion {
    /// Returns a version without a stage beside it.
    pub fn only(loaded: Arc<Loaded>) -> Self {
        Self { loaded, tally: None }
    }

    /// Counts the call for its stage, if it belongs to one. `failed` says whether the component failed.
    pub fn record_outcome(&self, failed: bool) {
        let Some((tallies, side)) = &self.tally else { return };
        let tally = match side {
            Side::Staged => &tallies.staged,
            Side::Stable => &tallies.stable,
        };
        tally.calls.fetch_add(1, Ordering::Relaxed);
        tally.failures.fetch_add(u64::from(failed), Ordering::Relaxed);
    }
}

impl std::ops::Deref for ServingVersion {
    type Target = Arc<Loaded>;

    fn deref(&self) -> &Arc<Loaded> {
        &self.loaded
    }
}

/// The tallies of all stages this host has seen, by the stage's row. They are kept when bindings are read again and until
/// their counts are recorded, because calls may continue after a stage ends.
#[derive(Default)]
pub(crate) struct CanaryStats(Mutex<HashMap<i64, (Binding, Arc<Tallies>)>>);

/// Calls of one stage that ended since the last [`CanaryStats::take`].
pub(crate) struct StageOutcomes {
    pub(crate) stage: Binding,
    pub(crate) sides: Vec<(Side, Counts)>,
}

impl CanaryStats {
    /// Returns a stage with its tallies.
    pub(crate) fn open(&self, loaded: Arc<Loaded>, binding: Binding) -> Staged {
        let mut stats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, tally) = stats.entry(binding.sequence).or_insert_with(|| (binding.clone(), Arc::default()));
        Staged { loaded, binding, tally: Arc::clone(tally) }
    }

    /// Returns the calls that ended since the last time, by stage. Stages that no call refers to are dropped.
    pub(crate) fn take(&self) -> Vec<StageOutcomes> {
        let mut stats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = Vec::new();
        stats.retain(|_, (binding, tallies)| {
            let unused = Arc::strong_count(tallies) == 1;
            let sides = [(Side::Staged, tallies.staged.take()), (Side::Stable, tallies.stable.take())];
            let sides: Vec<_> = sides.into_iter().filter(|(_, counts)| counts.calls > 0).collect();
            if !sides.is_empty() {
                all.push(StageOutcomes { stage: binding.clone(), sides });
            }
            !unused
        });
        all
    }

    /// Restores counts that could not be recorded.
    pub(crate) fn restore(&self, outcomes: &StageOutcomes) {
        let stats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((_, tallies)) = stats.get(&outcomes.stage.sequence) else { return };
        for (side, counts) in &outcomes.sides {
            let tally = match side {
                Side::Staged => &tallies.staged,
                Side::Stable => &tallies.stable,
            };
            tally.calls.fetch_add(counts.calls, Ordering::Relaxed);
            tally.failures.fetch_add(counts.failures, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_met_and_a_named_project_always_belongs() {
        let stage = Stage { percent: 5, subjects: vec!["prj_1".into()], ..Stage::default() };
        let key = |n: u32| CallKey { id: format!("req_{n}"), subjects: vec![] };
        let hits = (0..10_000).filter(|n| key(*n).belongs_to(&stage)).count();
        assert!((400..600).contains(&hits), "{hits} of 10,000");
        let all =
            (0..100).filter(|n| CallKey { id: format!("job_{n}"), subjects: vec!["prj_1".into()] }.belongs_to(&stage));
        assert_eq!(all.count(), 100);
        let job = CallKey::of_job("job_1", r#"{"takeoff_id": "tko_1", "project_id": "prj_1", "n": 3}"#);
        assert!(job.belongs_to(&Stage { percent: 0, ..stage }));
    }
}
