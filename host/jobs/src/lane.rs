//! The lanes of a host. Each of the usual kinds of job has its own places, so that documents are read and files deleted
//! however many takeoffs run. All other kinds share a lane.

/// The number of lanes. Each has [`JobsConfig::concurrency`](crate::JobsConfig::concurrency) places on a host.
pub const LANES: usize = Lane::ALL.len();

/// A lane of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    Ingest,
    Takeoff,
    Export,
    Cleanup,
    Other,
}

impl Lane {
    /// All lanes.
    pub(crate) const ALL: [Self; 5] = [Self::Ingest, Self::Takeoff, Self::Export, Self::Cleanup, Self::Other];

    /// Returns the lane of a kind of job.
    pub(crate) fn of(kind: &str) -> Self {
        Self::ALL.into_iter().find(|lane| lane.name() == kind).unwrap_or(Self::Other)
    }

    /// Returns the lane's name in the table: the kind it is for.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ingest => "ingest",
            Self::Takeoff => "takeoff",
            Self::Export => "export",
            Self::Cleanup => "cleanup",
            Self::Other => "other",
        }
    }
}
