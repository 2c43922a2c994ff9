//! Fair sharing of the CPU among guests on the threads that serve requests. Guests that compute for longer than a tick get at most
//! half of these threads, one time slice after the other. Tenants take turns, and the calls of a tenant are served in order. The other
//! threads remain free, so that endless loops of one tenant do not delay the calls of others.
//!
//! A time slice ends at the next tick of the epoch, or earlier if the guest waits for the host or returns.

use plumbline_storage::TenantId;

use crate::admission::{ConcurrencyLimiter, Permit, Reserve};

/// Ticks that each call may compute before it needs a time slice: an operation computes for a tenth of a tick.
pub(crate) const FREE_TICKS: u64 = 1;

/// Permission to compute until the next tick.
pub(crate) type Slice = Permit;

/// The time slices of all tenants.
#[derive(Clone)]
pub(crate) struct CpuShares(ConcurrencyLimiter);

/// One tenant's share of the time slices.
#[derive(Clone)]
pub(crate) struct TenantShare {
    all: CpuShares,
    tenant: Option<TenantId>,
}

impl CpuShares {
    /// Creates the slices of a machine with `threads` threads that serve requests.
    pub(crate) fn new(threads: usize) -> Self {
        Self(ConcurrencyLimiter::new((threads / 2).max(1), Reserve::Nothing))
    }

    /// Returns the share of a tenant.
    pub(crate) fn of(&self, tenant: Option<&TenantId>) -> TenantShare {
        TenantShare { all: self.clone(), tenant: tenant.cloned() }
    }
}

impl TenantShare {
    /// Waits in a queue for a time slice. Always `Some`, because the limiter is never closed.
    pub(crate) async fn next(&self) -> Option<Slice> {
        self.all.0.acquire(self.tenant.as_ref()).await
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn half_of_the_threads_compute_and_the_queue_is_served_in_order() {
        let share = CpuShares::new(4).of(None);
        let (first, second) = (share.next().await, share.next().await);
        let mut third = Box::pin(share.next());
        let mut fourth = Box::pin(share.next());
        assert!(third.as_mut().now_or_never().is_none() && fourth.as_mut().now_or_never().is_none());
        drop(first);
        assert!(fourth.as_mut().now_or_never().is_none(), "it came after the third");
        assert!(third.as_mut().now_or_never().is_some());
        drop(second);
    }
}
