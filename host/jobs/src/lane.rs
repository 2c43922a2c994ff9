//! The lanes of a host. Kinds of jobs that the program names have their own places, so that short jobs are done however
//! many long ones of another kind run. All other kinds share a lane.

/// The name of the shared lane in the table.
const SHARED: &str = "other";

/// The lanes. Each has [`JobsConfig::concurrency`](crate::JobsConfig::concurrency) places on a host, unless it has its own
/// number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lanes(Vec<Lane>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Lane {
    name: &'static str,
    places: Option<usize>,
}

impl Lanes {
    /// Returns a lane for each of these kinds of jobs, and one for all others. A lane has the name of its kind in the
    /// table.
    pub fn of_kinds(kinds: &[&'static str]) -> Self {
        Self(kinds.iter().copied().chain([SHARED]).map(|name| Lane { name, places: None }).collect())
    }

    /// Adds a lane for a kind of jobs that do not compute, with its own number of places.
    #[must_use]
    pub fn with_places(mut self, kind: &'static str, places: usize) -> Self {
        // The shared lane is the last.
        self.0.insert(self.0.len().saturating_sub(1), Lane { name: kind, places: Some(places) });
        self
    }

    /// Returns the number of lanes.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the places of each lane, if those without a number of their own have this many.
    pub(crate) fn places(&self, otherwise: usize) -> impl Iterator<Item = usize> {
        self.0.iter().map(move |lane| lane.places.unwrap_or(otherwise))
    }

    /// Returns the names of all lanes.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|lane| lane.name)
    }

    /// Returns the index of a kind's lane.
    pub(crate) fn index_of(&self, kind: &str) -> usize {
        self.names().position(|lane| lane == kind).unwrap_or(self.0.len().saturating_sub(1))
    }

    /// Returns the name of a kind's lane.
    pub(crate) fn name_of(&self, kind: &str) -> &'static str {
        self.names().find(|lane| *lane == kind).unwrap_or(SHARED)
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
        assert!(Lanes::of_kinds(&[]).names().eq(["other"]));
    }

    #[test]
    fn a_lane_may_have_its_own_number_of_places() {
        let lanes = Lanes::of_kinds(&["long"]).with_places("calls", 32);
        assert!(lanes.names().zip(lanes.places(3)).eq([("long", 3), ("calls", 32), ("other", 3)]));
    }
}
