//! The lease without which the worker of a job must not write.

/// A host's lease of a job, without which the job's worker must not write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// The job's id.
    pub job: String,
    /// The process that runs the job.
    pub host: String,
    /// The number of the claim.
    pub number: i64,
}

impl Fence {
    /// Returns the statement that fails if the job is not under the lease, and keeps others from taking the job over until
    /// the transaction ends.
    pub(crate) fn check(&self) -> String {
        let quoted = |text: &str| text.replace('\'', "''");
        format!("SELECT plumbline.require_lease('{}', '{}', {})", quoted(&self.job), quoted(&self.host), self.number)
    }
}
