//! Which places of a host a job takes. Each of the usual kinds has places of its own, so that a document is read and files are
//! deleted however many takeoffs run; all other kinds share some.

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
    /// All of them.
    pub(crate) const ALL: [Self; 5] = [Self::Ingest, Self::Takeoff, Self::Export, Self::Cleanup, Self::Other];

    /// The lane of a kind of job.
    pub(crate) fn of(kind: &str) -> Self {
        Self::ALL.into_iter().find(|lane| lane.name() == kind).unwrap_or(Self::Other)
    }

    /// Its name in the table: the kind it is for.
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
