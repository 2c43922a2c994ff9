//! What all requests share.

use rmcp::RoleServer;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ProtocolVersion};
use rmcp::service::RequestContext;
use tokio::sync::broadcast;

use crate::questions::Questions;

/// Changes that a subscriber may be behind.
const CHANGES: usize = 16;

/// A list that changed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    Tools,
    Prompts,
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) questions: Questions,
    pub(crate) changes: broadcast::Sender<Change>,
}

impl Default for Shared {
    fn default() -> Self {
        Self { questions: Questions::default(), changes: broadcast::Sender::new(CHANGES) }
    }
}

impl Shared {
    /// Tells the subscribers that a list changed.
    pub(crate) fn announce(&self, change: Change) -> CallToolResponse {
        let subscribers = self.changes.send(change).unwrap_or_default();
        CallToolResult::success(vec![ContentBlock::text(format!("Told {subscribers} subscribers."))]).into()
    }
}

/// Returns whether a request uses version 2026-07-28 of the protocol, which has no sessions, or a later one.
pub(crate) fn is_current(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}
