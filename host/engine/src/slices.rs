//! Who may compute on, of the guests that run on the threads that serve requests: at most half of those threads are given
//! to guests that compute for long, a slice at a time. Tenants take turns, and the calls of one are served in order. The rest of the
//! threads stays free for the others, so that a tenant's endless loops keep no other tenant waiting.
//!
//! A slice ends at the next tick of the epoch, or earlier when the guest waits for the host or is done.

use plumbline_storage::TenantId;

use crate::admission::{ConcurrencyLimiter, Kept, Permit};

/// Ticks that every call has before it asks for slices: an operation's whole computing takes a tenth of one.
pub(crate) const FREE_TICKS: u64 = 1;

/// The right to compute until the next tick.
pub(crate) type Slice = Permit;

/// The slices that can be given.
#[derive(Clone)]
pub(crate) struct Slices(ConcurrencyLimiter);

/// The slices that the guests of one tenant take.
#[derive(Clone)]
pub(crate) struct SlicesOf {
    slices: Slices,
    tenant: Option<TenantId>,
}

impl Slices {
    /// For a machine with so many threads that serve requests.
    pub(crate) fn new(threads: usize) -> Self {
        Self(ConcurrencyLimiter::new((threads / 2).max(1), Kept::Nothing))
    }

    /// Those of a tenant's guests.
    pub(crate) fn of(&self, tenant: Option<&TenantId>) -> SlicesOf {
        SlicesOf { slices: self.clone(), tenant: tenant.cloned() }
    }
}

impl SlicesOf {
    /// Waits for a slice, in a queue. `None` cannot happen.
    pub(crate) async fn next(&self) -> Option<Slice> {
        self.slices.0.acquire(self.tenant.as_ref()).await
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn half_of_the_threads_compute_and_the_queue_is_served_in_order() {
        let slices = Slices::new(4).of(None);
        let (first, second) = (slices.next().await, slices.next().await);
        let mut third = Box::pin(slices.next());
        let mut fourth = Box::pin(slices.next());
        assert!(third.as_mut().now_or_never().is_none() && fourth.as_mut().now_or_never().is_none());
        drop(first);
        assert!(fourth.as_mut().now_or_never().is_none(), "it came after the third");
        assert!(third.as_mut().now_or_never().is_some());
        drop(second);
    }
}
