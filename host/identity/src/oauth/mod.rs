//! The authorization server.

pub(crate) mod answer;

/// What is remembered between calls.
pub(crate) struct State<D, O> {
    _over: std::marker::PhantomData<fn() -> (D, O)>,
}

impl<D, O> Default for State<D, O> {
    fn default() -> Self {
        Self { _over: std::marker::PhantomData }
    }
}
