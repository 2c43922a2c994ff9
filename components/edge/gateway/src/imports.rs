//! The interfaces that the composed file supplies besides Spin's: the bound routes, the endpoint group's calls and the
//! counters of the adapters.

plumbline_edge::adapter_bindings!(
    "package plumbline:edge-adapter; world adapter {
        import plumbline:edge/bound@1.0.0;
        import plumbline:edge/unanswered-signing@1.0.0;
        import plumbline:edge/unanswered-sources@1.0.0;
        import plumbline:endpoint/calls@1.0.0;
    }"
);

pub(crate) use bindings::plumbline::edge::bound;
pub(crate) use bindings::plumbline::endpoint::calls;

/// Counters of the adapters' requests that the central host did not answer.
pub(crate) mod unanswered {
    use super::bindings::plumbline::edge::{unanswered_signing, unanswered_sources};

    /// Returns the number of such requests since the instance started.
    pub(crate) fn count() -> u64 {
        unanswered_signing::count() + unanswered_sources::count()
    }
}
