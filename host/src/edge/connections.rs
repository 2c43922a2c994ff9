//! The open connections of a listener: limits in total and per address, and the eviction of idle connections by new
//! ones.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use plumbline_config::Http;
use plumbline_identity::network;
use plumbline_pipeline::{Problem, ProblemCode};
use tokio::sync::oneshot;
use tracing::warn;

use crate::metrics::ConnectionCounts;

/// Seconds after which a refused client may try again.
const RETRY_AFTER: u64 = 5;

/// A listener, which determines the share of the process's file descriptors that its connections may use. The rest is for
/// databases, files and outgoing connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listener {
    /// The listener of the API: half.
    Public,
    /// The listener of operators: an eighth.
    Admin,
}

impl Listener {
    /// Returns the maximum number of connections, `wanted` or fewer, for a limit of file descriptors.
    fn max_connections(self, wanted: usize, descriptors: u64) -> usize {
        let share = match self {
            Self::Public => descriptors / 2,
            Self::Admin => descriptors / 8,
        };
        usize::try_from(share).map_or(wanted, |share| share.min(wanted))
    }
}

/// The open connections of a listener.
pub(super) struct Connections {
    max: usize,
    /// `None` behind a proxy, whose address all connections have.
    max_per_address: Option<usize>,
    state: Mutex<State>,
    counts: SharedCounts,
}

/// The counters of a listener's connections.
pub(super) type SharedCounts = Arc<ConnectionCounts>;

#[derive(Default)]
struct State {
    open: usize,
    by_network: HashMap<IpAddr, usize>,
    /// Connections that have not sent a request, oldest first.
    unused: BTreeMap<u64, oneshot::Sender<()>>,
    next: u64,
}

/// The right to an open connection, returned when dropped.
pub(super) struct Permit {
    connections: Arc<Connections>,
    network: IpAddr,
    number: u64,
    has_request: AtomicBool,
}

/// Tells a connection to close before its first request.
pub(super) struct Eviction(oneshot::Receiver<()>);

impl Connections {
    /// Applies the limits of the configuration, within the process's limit of file descriptors.
    pub(super) fn new(http: &Http, listener: Listener, counts: SharedCounts) -> Arc<Self> {
        let wanted = http.max_connections.get();
        let max = rlimit::Resource::NOFILE
            .get_soft()
            .map_or(wanted, |descriptors| listener.max_connections(wanted, descriptors));
        // Operators need few connections.
        if max < wanted && listener == Listener::Public {
            warn!(
                max_connections = max,
                "the file descriptor limit allows fewer connections than http.max_connections; raise the hard limit (`ulimit -Hn`)"
            );
        }
        let max_per_address = http.client_address_header.is_none().then(|| http.max_connections_per_address.get());
        Self::with(max, max_per_address, counts)
    }

    fn with(max: usize, max_per_address: Option<usize>, counts: SharedCounts) -> Arc<Self> {
        Arc::new(Self { max, max_per_address, state: Mutex::default(), counts })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a new connection.
    ///
    /// # Errors
    /// `rate_limited` if the address has reached its limit. `unavailable` if all connections are in use.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<(Permit, Eviction), Problem> {
        let network = network(peer);
        let mut state = self.state();
        let open = state.by_network.get(&network).copied().unwrap_or_default();
        if let Some(max) = self.max_per_address.filter(|max| open >= *max) {
            self.counts.refused_address();
            let detail =
                format!("Your network has {max} open connections, which is the limit. Close some and try again.");
            return Err(Problem::new(ProblemCode::RateLimited, detail).retry_after(RETRY_AFTER));
        }
        if state.open >= self.max {
            let Some((_, oldest)) = state.unused.pop_first() else {
                self.counts.refused_full();
                let detail = "All connections of the server are in use. Try again shortly.";
                return Err(Problem::new(ProblemCode::Unavailable, detail).retry_after(RETRY_AFTER));
            };
            self.counts.evicted();
            // A connection that is already closing frees its permit as well.
            let _ = oldest.send(());
        }
        self.counts.opened();
        let (evict, eviction) = oneshot::channel();
        let number = state.next;
        state.next += 1;
        state.open += 1;
        *state.by_network.entry(network).or_default() += 1;
        state.unused.insert(number, evict);
        let permit = Permit { connections: Arc::clone(self), network, number, has_request: AtomicBool::new(false) };
        Ok((permit, Eviction(eviction)))
    }

    /// Closes the connections that have not sent a request.
    pub(super) fn close_unused(&self) {
        for evict in std::mem::take(&mut self.state().unused).into_values() {
            let _ = evict.send(());
        }
    }
}

impl Permit {
    /// Marks the connection as used, so that it can no longer be evicted.
    pub(super) fn note_request(&self) {
        if !self.has_request.load(Ordering::Relaxed) && !self.has_request.swap(true, Ordering::Relaxed) {
            self.connections.state().unused.remove(&self.number);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.connections.counts.closed();
        let mut state = self.connections.state();
        state.open -= 1;
        state.unused.remove(&self.number);
        if let Some(open) = state.by_network.get_mut(&self.network) {
            *open -= 1;
            if *open == 0 {
                state.by_network.remove(&self.network);
            }
        }
    }
}

impl Eviction {
    /// Waits until the connection is evicted. Pending forever once it has sent a request.
    pub(super) async fn evicted(&mut self) {
        if (&mut self.0).await.is_err() {
            std::future::pending().await
        }
    }

    /// Waits until the connection is evicted or has sent no request for `limit`. Pending forever once it has sent one.
    pub(super) async fn evicted_or_timed_out(mut self, limit: Duration) {
        // An error means that the sender was dropped, which is how a first request ends the wait.
        if let Ok(Err(_)) = tokio::time::timeout(limit, &mut self.0).await {
            std::future::pending().await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn code(admitted: Result<(Permit, Eviction), Problem>) -> &'static str {
        admitted.map_or_else(|problem| problem.code(), |_| "admitted")
    }

    #[test]
    fn an_address_has_so_many_connections_and_another_its_own() {
        let connections = Connections::with(10, Some(2), SharedCounts::default());
        let first = connections.admit(address("2001:db8::1")).unwrap_or_else(|_| panic!("refused"));
        let _second = connections.admit(address("2001:db8::2")).unwrap_or_else(|_| panic!("refused"));
        assert_eq!(code(connections.admit(address("2001:db8::3"))), "rate_limited");
        let _other = connections.admit(address("2001:db8:0:1::1")).unwrap_or_else(|_| panic!("refused"));
        drop(first);
        assert_eq!(code(connections.admit(address("2001:db8::3"))), "admitted");
    }

    #[test]
    fn the_listeners_leave_descriptors_for_other_uses() {
        assert_eq!(Listener::Public.max_connections(10_000, 1024), 512);
        assert_eq!(Listener::Admin.max_connections(10_000, 1024), 128);
        assert_eq!(Listener::Admin.max_connections(100, 1024), 100);
        assert_eq!(Listener::Public.max_connections(10_000, u64::MAX), 10_000);
    }

    #[tokio::test]
    async fn the_oldest_connection_without_a_request_gives_way() {
        let connections = Connections::with(3, None, SharedCounts::default());
        let admit = || connections.admit(address("192.0.2.1")).unwrap_or_else(|_| panic!("refused"));
        let (used, used_eviction) = admit();
        used.note_request();
        let (_oldest, mut oldest_eviction) = admit();
        let (_younger, mut younger_eviction) = admit();
        let (newest, newest_eviction) = admit();
        oldest_eviction.evicted().await;
        assert!(futures::poll!(Box::pin(younger_eviction.evicted())).is_pending());
        assert!(futures::poll!(Box::pin(used_eviction.evicted_or_timed_out(Duration::ZERO))).is_pending());
        newest_eviction.evicted_or_timed_out(Duration::from_millis(1)).await;
        newest.note_request();
        let _last = admit();
        younger_eviction.evicted().await;
    }

    #[test]
    fn connections_in_use_do_not_give_way() {
        let connections = Connections::with(1, None, SharedCounts::default());
        let (permit, _eviction) = connections.admit(address("192.0.2.1")).unwrap_or_else(|_| panic!("refused"));
        permit.note_request();
        assert_eq!(code(connections.admit(address("192.0.2.2"))), "unavailable");
        drop(permit);
        assert_eq!(code(connections.admit(address("192.0.2.2"))), "admitted");
    }
}
