//! Effects of a commit that the host acts on.

use std::sync::Arc;

/// Called after a component's commit that wrote to the outbox or set a setting that its statements report, on a thread of
/// the runtime. It must not block.
pub type OnCommit = Arc<dyn Fn(Committed) + Send + Sync>;

/// Effects of a commit that the host acts on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// Whether it wrote to the outbox.
    pub outbox: bool,
    /// The settings that its statements report ([`crate::Statement::reports`]), with their values. Those without a value
    /// are left out.
    pub reported: Vec<(&'static str, String)>,
}

impl Committed {
    /// Returns the value of a setting that was reported.
    pub fn reported(&self, setting: &str) -> Option<&str> {
        self.reported.iter().find(|(name, _)| *name == setting).map(|(_, value)| value.as_str())
    }
}
