//! The time by which the hosts on one database agree.
//!
//! On PostgreSQL, hosts read the database's clock now and then (`plumbline-storage`), and go on from the last reading by
//! their monotonic clocks. So hosts agree however wrong the clocks of their machines are, even while one is corrected.
//! Elsewhere this is the system clock: hosts on SQLite are processes of one machine.
//!
//! A reading can set the time back a little. Measure intervals by [`Instant`]. Times that others compare with their own
//! clocks, such as those of files and of requests to an S3 store, are the system clock's.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use time::OffsetDateTime;
use time::ext::InstantExt as _;

static CLOCK: Followed = Followed::new();

/// Returns the current time.
pub fn now() -> OffsetDateTime {
    CLOCK.at(Instant::now()).unwrap_or_else(OffsetDateTime::now_utc)
}

/// Goes on from a reading of the database's clock: it showed `time` at `at`, or up to `error` before or after. A reading
/// that the clock agrees with within `error` changes nothing.
pub fn follow(time: OffsetDateTime, at: Instant, error: Duration) {
    CLOCK.follow(time, at, error);
}

/// A clock that goes on from readings of another.
struct Followed {
    /// An instant of this process. The monotonic clock has no zero of its own.
    origin: LazyLock<Instant>,
    /// The followed clock's time at `origin`, in nanoseconds since the Unix epoch, or [`UNREAD`].
    time_at_origin: AtomicI64,
}

/// Stands for a clock that has not been read.
const UNREAD: i64 = i64::MIN;

impl Followed {
    const fn new() -> Self {
        Self { origin: LazyLock::new(Instant::now), time_at_origin: AtomicI64::new(UNREAD) }
    }

    /// Returns the time at an instant, or `None` before the first reading.
    fn at(&self, instant: Instant) -> Option<OffsetDateTime> {
        let nanoseconds = self.time_at_origin.load(Ordering::Relaxed);
        let since = instant.signed_duration_since(*self.origin);
        (nanoseconds != UNREAD).then(|| {
            OffsetDateTime::UNIX_EPOCH.saturating_add(time::Duration::nanoseconds(nanoseconds)).saturating_add(since)
        })
    }

    fn follow(&self, time: OffsetDateTime, at: Instant, error: Duration) {
        // Otherwise the time would jump back and forth with the network's delays.
        if self.at(at).is_some_and(|own| (time - own).unsigned_abs() <= error) {
            return;
        }
        let since_epoch = time - OffsetDateTime::UNIX_EPOCH - at.signed_duration_since(*self.origin);
        // It fits until 2262.
        let nanoseconds = i64::try_from(since_epoch.whole_nanoseconds()).unwrap_or(UNREAD);
        self.time_at_origin.store(nanoseconds, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: OffsetDateTime = time::macros::datetime!(2026-11-21 08:00 UTC);
    const ERROR: Duration = Duration::from_millis(10);

    #[test]
    fn a_clock_goes_on_from_its_last_reading() {
        let (clock, at) = (Followed::new(), Instant::now());
        assert_eq!(clock.at(at), None);
        clock.follow(READ, at, ERROR);
        assert_eq!(clock.at(at), Some(READ));
        let later = at + Duration::from_secs(30);
        assert_eq!(clock.at(later), Some(READ + Duration::from_secs(30)));
        // The database failed over to a machine whose clock is behind.
        clock.follow(READ, later, ERROR);
        assert_eq!(clock.at(later), Some(READ));
        assert_eq!(clock.at(at), Some(READ - Duration::from_secs(30)));
    }

    #[test]
    fn a_reading_within_its_error_changes_nothing() {
        let (clock, at) = (Followed::new(), Instant::now());
        clock.follow(READ, at, ERROR);
        for other in [READ + ERROR, READ - ERROR] {
            clock.follow(other, at, ERROR);
            assert_eq!(clock.at(at), Some(READ), "{other}");
        }
        let beyond = READ - ERROR - Duration::from_millis(1);
        clock.follow(beyond, at, ERROR);
        assert_eq!(clock.at(at), Some(beyond));
    }

    #[test]
    fn without_a_reading_it_is_the_system_clock() {
        let before = OffsetDateTime::now_utc();
        let now = now();
        assert!(before <= now && now <= OffsetDateTime::now_utc(), "{now}");
    }
}
