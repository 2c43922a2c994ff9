//! The lanes of a host. Kinds of jobs that the program names have their own places, so that short jobs are done however
//! many long ones of another kind run. All other kinds share a lane.

/// The name of the shared lane in the table.
const SHARED: &str = "other";

/// The lanes. Each has [`JobsConfig::concurrency`](crate::JobsConfig::concurrency) places on a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lanes(Vec<&'static str>);

impl Lanes {
    /// Returns a lane for each of these kinds of jobs, and one for all others. A lane has the name of its kind in the
    /// table.
    pub fn of_kinds(kinds: &[&'static str]) -> Self {
        Self(kinds.iter().copied().chain([SHARED]).collect())
    }

    /// Returns the number of lanes.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the names of all lanes.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }

    /// Returns the index of a kind's lane. The shared lane is the last.
    pub(crate) fn index_of(&self, kind: &str) -> usize {
        self.0.iter().position(|lane| *lane == kind).unwrap_or(self.0.len().saturating_sub(1))
    }

    /// Returns the name of a kind's lane.
    pub(crate) fn name_of(&self, kind: &str) -> &'static str {
        self.0.iter().find(|lane| **lane == kind).copied().unwrap_or(SHARED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_without_a_lane_share_the_last_one() {
        let lanes = Lanes::of_kinds(&["short", "long"]);
        let places = ["short", "long", "other", "partner-kind"].map(|kind| (lanes.index_of(kind), lanes.name_of(kind)));
        assert_eq!(places, [(0, "short"), (1, "long"), (2, "other"), (2, "other")]);
        assert_eq!(lanes.count(), 3);
        assert_eq!(Lanes::of_kinds(&[]).names(), ["other"]);
    }
}
