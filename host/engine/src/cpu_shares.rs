//! Fair sharing of the CPU among guests on the threads that serve requests. Guests that compute for longer than a tick get at most
//! half of these threads, one time slice after the other. Tenants take turns, and the calls of a tenant are served in order. The other
//! threads remain free, so that endless loops of one tenant do not delay the calls of others.
//!
//! A time slice ends at the next tick of the epoch, or earlier when the guest waits for the host or returns.

use plumbline_storage::TenantId;

use crate::admission::{ConcurrencyLimiter, Kept, Permit};

/// Ticks that every call has before it asks for shares: an operation's whole computing takes a tenth of one.
pub(crate) const FREE_TICKS: u64 = 1;

/// The right to compute until the next tick.
pub(crate) type Slice = Permit;

/// The shares that can be given.
#[derive(Clone)]
pub(crate) struct CpuShares(ConcurrencyLimiter);

/// The shares that the guests of one tenant take.
#[derive(Clone)]
pub(crate) struct TenantShare {
    cpu_shares: CpuShares,
    tenant: Option<TenantId>,
}

impl CpuShares {
    /// For a machine with so many threads that serve requests.
    pub(crate) fn new(threads: usize) -> Self {
        Self(ConcurrencyLimiter::new((threads / 2).max(1), Kept::Nothing))
    }

    /// Those of a tenant's guests.
    pub(crate) fn of(&self, tenant: Option<&TenantId>) -> TenantShare {
        TenantShare { shares: self.clone(), tenant: tenant.cloned() }
    }
}

impl TenantShare {
    /// Waits for a slice, in a queue. `None` cannot happen.
    pub(crate) async fn next(&self) -> Option<Slice> {
        self.shares.0.acquire(self.tenant.as_ref()).await
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn half_of_the_threads_compute_and_the_queue_is_served_in_order() {
        let shares = CpuShares::new(4).of(None);
        let (first, second) = (shares.next().await, shares.next().await);
        let mut third = Box::pin(shares.next());
        let mut fourth = Box::pin(shares.next());
        assert!(third.as_mut().now_or_never().is_none() && fourth.as_mut().now_or_never().is_none());
        drop(first);
        assert!(fourth.as_mut().now_or_never().is_none(), "it came after the third");
        assert!(third.as_mut().now_or_never().is_some());
        drop(second);
    }
}
