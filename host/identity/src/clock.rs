//! The current time, which tests can move ahead.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use plumbline_tenancy::{clock, id};
use time::OffsetDateTime;

/// The [`clock`] of hosts, or one that a test moves ahead. Cheap to clone. Clones share their time.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    ahead_seconds: Arc<AtomicI64>,
}

impl Clock {
    /// Returns the current time.
    pub fn now(&self) -> OffsetDateTime {
        clock::now() + time::Duration::seconds(self.ahead_seconds.load(Ordering::Relaxed))
    }

    /// Returns the current time as the standard library's type.
    pub fn system(&self) -> SystemTime {
        self.now().into()
    }

    /// Returns the current time in the stored format, which sorts as text.
    pub fn text(&self) -> String {
        id::at(self.now())
    }

    /// Returns the time `from_now` after now, in the stored format.
    pub fn text_in(&self, from_now: Duration) -> String {
        id::at(self.now() + from_now)
    }

    /// Returns the time `before_now` before now, in the stored format.
    pub fn text_ago(&self, before_now: Duration) -> String {
        id::at(self.now() - before_now)
    }

    /// Moves the clock ahead, for tests.
    pub fn advance(&self, by: Duration) {
        self.ahead_seconds.fetch_add(i64::try_from(by.as_secs()).unwrap_or(i64::MAX), Ordering::Relaxed);
    }
}

impl oauth_as::server::Clock for Clock {
    fn now(&self) -> SystemTime {
        self.system()
    }
}
